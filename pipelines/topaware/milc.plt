# milc -- TA-01: MILC's exchange under each placement.
#	draw DIR milc, from milc.csv
width = 760; height = 400
load lib.'/style.gp'
array label[5] = ["default", "grid order", "grid order,\n4 planes", "Adaptive\nLayout", "Topaware"]
stands(p) = p eq 'default' ? 0 : p eq 'grid-order' ? 1 : p eq 'grid-order-set' ? 2 : p eq 'adaptive-layout' ? 3 : 4
at(schedule) = strcol('schedule') eq schedule && column('site_bytes') == 96 ? stands(strcol('placement')) : NaN
set style fill solid 1
set boxwidth 0.36
set xrange [-0.6:4.6]
set yrange [0:*]
set xtics ()
set bmargin 3.5
do for [k = 0:4] { set xtics add (label[k + 1] k) }
set ylabel 'time of an exchange (ms)'
set key top right
plot table using (at('mpi') - 0.19):(column('comm_time_s') * 1e3) with boxes lc rgb '#2171b5' title 'dimension by dimension', \
	table using (at('burst') + 0.19):(column('comm_time_s') * 1e3) with boxes lc rgb '#9ecae1' title 'all at once'
