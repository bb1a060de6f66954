# links -- how busy the links of each class were: a panel a workload, a curve a class and routing.
#	draw DIR, which sets shares (the table) and out
# Sorted: at x percent, so much or less were x percent of the links busy.
set terminal svg size 1180,460 font 'sans-serif,13' background 'white'
set output out
set datafile separator ','
set border 3
set tics nomirror out
set grid ytics lc rgb '#e4e4e4'
set xrange [0:100]
set yrange [0:1]
set xtics 25
set xlabel 'links of the class (percent)'
workloads = 'uniform lulesh-linear lulesh-random'
array title_of[3] = ['uniform, load 0.2', 'LULESH, nodes in order', 'LULESH, random nodes']
classes = 'local-row local-column global'
colours = '#1a9641 #222222 #2171b5'
array name_of[3] = ['green: chassis', 'black: group', 'blue: optical']
routings = 'minimal ugal-l'
busy(w, c, r) = strcol('workload') eq word(workloads, w) && strcol('class') eq word(classes, c) && \
	strcol('routing') eq word(routings, r) ? column('busy') : NaN

set multiplot layout 1,3 title 'How busy Theta''s links are, sorted, by class; solid: minimal routing, dashed: ugal-l' font ',16'
do for [w = 1:3] {
	set title title_of[w]
	if (w == 1) {
		set ylabel 'share of the time in which the link transfers'
	} else {
		unset ylabel
	}
	if (w == 2) {
		set key top left Left reverse samplen 1.5
	} else {
		unset key
	}
	plot for [c = 1:3] for [r = 1:2] shares using 'percent':(busy(w, c, r)) with lines lw 1.8 dt r \
		lc rgb word(colours, c) title (r == 1 ? name_of[c] : '')
}
unset multiplot
