# shares -- by how much January's mean wait is shorter, by the share of time in MPI.
#	draw DIR shares, from cuts.csv
width = 560; height = 360
load lib.'/style.gp'
of_grap(x) = strcol('workload') eq 'january' && strcol('system') eq 'grap' && !strlen(strcol('reconfigure'))
# Without a share there are no speedups either.
share(speedups) = of_grap(0) && (strcol('speedups') eq speedups || !strlen(strcol('speedups'))) ? (strlen(strcol('mpi_share')) ? column('mpi_share') : 0) : NaN
set datafile missing NaN	# rows of others do not cut a line
set xrange [0:0.65]
set xlabel 'share of time in MPI'
set ylabel 'cut of the mean wait in January (%)'
set xzeroaxis lw 1 lc rgb '#636363'
set key top left
plot table using (share('measured')):(100 * column('cut')) smooth unique with linespoints lw 2 pt 7 lc rgb '#2171b5' title 'measured speedups', \
	table using (share('printed')):(100 * column('cut')) smooth unique with linespoints lw 2 dt 2 pt 5 lc rgb '#d7301f' title "the paper's speedups"
