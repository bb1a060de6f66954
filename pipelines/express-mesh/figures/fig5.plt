# fig5 -- six panels, a line a family, over the number of nodes.
#	draw DIR fig5, from fig5.csv
# (c), (e) and (f) are a node: the totals grow as the nodes do, and the lines would lie upon each other.
width = 900
height = 980
load here.'/style.gp'
set logscale x
set xrange [900:150000]
set xtics ('1K' 1000, '' 2000 1, '' 5000 1, '10K' 10000, '' 20000 1, '' 50000 1, '100K' 100000)
set xtics offset 0,0.3

value_a(f) = column('diameter')
value_b(f) = column('links_mean')
value_c(f) = column('bisection_bits_per_s') / 8e9 / column('nodes')
value_d(f) = column('radix_max')
value_e(f) = 1000.0 * column('routers') / column('nodes')
value_f(f) = 1.0 * column('links') / column('nodes')
titles = '"(a) diameter (links)" "(b) mean hops (links)" "(c) bisection bandwidth a node (GB/s)" "(d) ports of a router" "(e) routers for 1,000 nodes" "(f) links between routers, a node"'

mine(f) = strcol('family') eq f ? column('nodes') : NaN
symbol(f) = letter eq 'c' && strcol('bisection_kind') eq 'bound' ? hollow(f) : filled(f)
# The hypercube, of thin crosses, lies upon the fat-tree in (c).
drawn = 'torus '.networks.' hypercube'

set multiplot
set label 1 '{/:Bold Fig. 5: structure of balanced networks, over the number of nodes}' at screen 0.5, y(24) center font ',16'
do for [k = 1:6] {
	letter = word('a b c d e f', k)
	eval panel(70 + 440 * ((k - 1) % 2), 74 + 292 * ((k - 1) / 2), 370, 222)
	set title word(titles, k) offset 0,-0.4
	unset logscale y
	set yrange [0:*]
	set ytics auto
	unset arrow
	if (letter eq 'c') { set yrange [0:5.6]
		set label 2 'hollow: a bound, found by METIS' at graph 0.98, graph 0.06 right tc rgb '#636363' font ',12' }
	if (letter eq 'd') { set arrow 1 from graph 0, first 50 to graph 1, first 50 nohead dt 2 lc rgb '#999999'
		set label 2 '50 ports' at graph 0.02, first 54 left tc rgb '#636363' font ',12' }
	if (letter eq 'e') { set logscale y; set yrange [20:1500]; set ytics (30, 100, 300, 1000) }
	eval sprintf("plot for [f in drawn] in using (mine(f)):(value_%s(f)):(symbol(f)) with linespoints lw 1.4 pt variable ps (f eq 'hypercube' ? 0.8 : 0.55) lc rgb colour(f)", letter)
	unset label
}
legend = families
load here.'/legend.gp'
unset multiplot
