# fig13b -- rates of workloads: a column of dots a network.
#	draw DIR fig13b, from fig13b.csv and the rates
width = 900
height = 450
load here.'/style.gp'
load here.'/dots.gp'
set label 1 '{/:Bold Fig. 13 (bottom): rates of workloads of several jobs}' at screen 0.5, y(24) center font ',16'
set label 2 'A dot is a workload, the bar is the median; *: jobs kept apart, else clustered' at screen 0.5, y(50) center
eval panel(76, 78, 804, 324)
set ylabel 'rate of a workload (TB/s)'
set yrange [0:*]
set xrange [0.5:words(apart) + 0.5]
set xtics scale 0 ()
columns = ''
do for [n = 1:words(apart)] {
	network = word(apart, n)
	set xtics add (network_name(network) n)
	columns = columns.dots(n, network, 'adaptive', symbol_of(network)).', '
}
eval 'plot '.columns.'NaN'
