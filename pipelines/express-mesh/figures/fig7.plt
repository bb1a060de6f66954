# fig7 -- rates of workloads: two columns a network, adaptive and static routing.
#	draw DIR fig7, from fig7.csv and the rates
width = 900
height = 470
load here.'/style.gp'
load here.'/dots.gp'
set label 1 '{/:Bold Fig. 7: rates of workloads of several jobs, clustered}' at screen 0.5, y(24) center font ',16'
set label 2 'A dot is a workload, filled under adaptive routing, hollow under static; the bar is the median' at screen 0.5, y(50) center
eval panel(76, 78, 804, 340)
set ylabel 'rate of a workload (TB/s)'
set yrange [0:*]
set xrange [0.5:words(networks) + 0.5]
set xtics scale 0 ()
do for [n = 1:words(networks)] { set xtics add (network_name(word(networks, n)) n) }
parts = ''
do for [n = 1:words(networks)] {
	network = word(networks, n)
	parts = parts.(n > 1 ? ', ' : '').dots(n - 0.3, network, 'adaptive', filled(network)).', '.dots(n + 0.16, network, 'static', hollow(network))
}
eval 'plot '.parts
