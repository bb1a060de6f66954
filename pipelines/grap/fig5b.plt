# fig5b -- Fig. 5b: the share of nodes in use, each minute, month by month: quartiles, and the most and least of all.
#	draw DIR fig5b, from schedule.csv
width = 760; height = 400
load lib.'/style.gp'
made(x) = strcol('workload') eq 'made'
usual(x) = (made(0) || strcol('workload') eq 'january') && !strlen(strcol('reconfigure')) && (!strlen(strcol('mpi_share')) || column('mpi_share') == 0.4)
month(system, speedups, shift) = usual(0) && strcol('system') eq system && strcol('speedups') eq speedups ? (made(0) ? column('case') : 0) + shift : NaN
used(name) = 100 * column(name)
months = 0
note(m) = (months = made(0) && m > months ? m : months, 1)
stats table using (note(column('case'))) nooutput
set style fill solid 1
set boxwidth 0.26
set xrange [-0.6:months + 0.6]
set xtics 1 scale 0
set xtics add ('January' 0)
set yrange [0:105]
set xlabel 'months made of the days of January 2019'
set ylabel 'nodes in use (%)'
set key outside below horizontal maxrows 2 height 1
plot table using (month('slurm-tres', '', -0.29)):(used('util_q1')):(used('util_min')):(used('util_max')):(used('util_q3')) with candlesticks whiskerbars 0.5 lc rgb '#fc9272' title 'fixed dragonfly, cons\_tres', \
	table using (month('slurm-tres', '', -0.29)):(used('util_median')):(used('util_median')):(used('util_median')):(used('util_median')) with candlesticks lw 2 lc rgb '#d7301f' notitle, \
	table using (month('grap', 'measured', 0)):(used('util_q1')):(used('util_min')):(used('util_max')):(used('util_q3')) with candlesticks whiskerbars 0.5 lc rgb '#9ecae1' title 'GRAP', \
	table using (month('grap', 'measured', 0)):(used('util_median')):(used('util_median')):(used('util_median')):(used('util_median')) with candlesticks lw 2 lc rgb '#2171b5' notitle, \
	table using (month('grap', '', 0.29)):(used('util_q1')):(used('util_min')):(used('util_max')):(used('util_q3')) with candlesticks whiskerbars 0.5 lc rgb '#a1d99b' title 'GRAP without speedups', \
	table using (month('grap', '', 0.29)):(used('util_median')):(used('util_median')):(used('util_median')):(used('util_median')) with candlesticks lw 2 lc rgb '#41ab5d' notitle, \
	table using (month('slurm-tres', '', -0.29)):(used('utilization')) with points pt 7 ps 0.5 lc rgb '#000000' title 'mean', \
	table using (month('grap', 'measured', 0)):(used('utilization')) with points pt 7 ps 0.5 lc rgb '#000000' notitle, \
	table using (month('grap', '', 0.29)):(used('utilization')) with points pt 7 ps 0.5 lc rgb '#000000' notitle
