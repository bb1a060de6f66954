# histogram -- Fig. 11: swaps of a 4x2x1 job, over all allocations of a machine of 4x4x2.
#	draw DIR fig11, from histogram.csv
width = 700; height = 460; load here.'/style.gp'
set datafile missing NaN	# rows of others do not cut a line
readings = 'default torus paper'
array title_of[3] = ['mesh, as map reads the paper', 'torus, the same', 'torus, ties descend, tasks numbered the other way']
array colour_of[3] = ['#636363', '#1a9641', '#7a5ab5']
array symbol_of[3] = [7, 9, 5]
of(r) = strcol('reading') eq word(readings, r) ? column('allocations') : NaN
set logscale y
set format y '10^{%L}'
set yrange [0.7:2e7]
set xrange [-0.3:12.5]
set xtics 1
set xlabel 'swaps'
set ylabel 'allocations, of 10,518,300'
set key bottom left Left reverse
plot for [r = 1:3] table using 'swaps':(of(r)) with points pt symbol_of[r] ps 0.9 lc rgb colour_of[r] title title_of[r], \
	for [r = 1:3] table using 'swaps':(of(r)) with lines lw 1.2 lc rgb colour_of[r]
