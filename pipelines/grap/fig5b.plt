# fig5b -- Fig. 5b: the share of nodes in use, each minute, month by month: quartiles, and the most and least of all.
#	draw DIR fig5b, from schedule.csv
width = 760; height = 400
load lib.'/style.gp'
number = 'case'; load here.'/months.gp'
used(name) = 100 * column(name)
set boxwidth 0.26
set yrange [0:105]
set ylabel 'nodes in use (%)'
set key outside below horizontal maxrows 2 height 1
plot table using (month('slurm-tres', '') - 0.29):(used('util_q1')):(used('util_min')):(used('util_max')):(used('util_q3')) with candlesticks whiskerbars 0.5 lc rgb '#fc9272' title 'fixed dragonfly, cons\_tres', \
	table using (month('slurm-tres', '') - 0.29):(used('util_median')):(used('util_median')):(used('util_median')):(used('util_median')) with candlesticks lw 2 lc rgb '#d7301f' notitle, \
	table using (month('grap', 'measured')):(used('util_q1')):(used('util_min')):(used('util_max')):(used('util_q3')) with candlesticks whiskerbars 0.5 lc rgb '#9ecae1' title 'GRAP', \
	table using (month('grap', 'measured')):(used('util_median')):(used('util_median')):(used('util_median')):(used('util_median')) with candlesticks lw 2 lc rgb '#2171b5' notitle, \
	table using (month('grap', '') + 0.29):(used('util_q1')):(used('util_min')):(used('util_max')):(used('util_q3')) with candlesticks whiskerbars 0.5 lc rgb '#a1d99b' title 'GRAP without speedups', \
	table using (month('grap', '') + 0.29):(used('util_median')):(used('util_median')):(used('util_median')):(used('util_median')) with candlesticks lw 2 lc rgb '#41ab5d' notitle, \
	table using (month('slurm-tres', '') - 0.29):(used('utilization')) with points pt 7 ps 0.5 lc rgb '#000000' title 'mean', \
	table using (month('grap', 'measured')):(used('utilization')) with points pt 7 ps 0.5 lc rgb '#000000' notitle, \
	table using (month('grap', '') + 0.29):(used('utilization')) with points pt 7 ps 0.5 lc rgb '#000000' notitle
