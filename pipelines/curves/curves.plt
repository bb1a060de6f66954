# curves -- mean latency against offered load, a panel a network and pattern.
#	gnuplot -e "curves='curves.csv'; bounds='bounds.csv'; out='curves.svg'" curves.plt
# Points that are not saturated are filled and joined; saturated ones are hollow, for their
# latency grows with the time that one waits.
set terminal svg size 1380,520 font 'sans-serif,13' background 'white'
set output out
set datafile separator ','
set border 3
set tics nomirror out
set logscale y
set yrange [0.6:200]
set ytics (1, 2, 5, 10, 20, 50, 100, 200)
set grid ytics lc rgb '#e4e4e4'
set xlabel 'offered load (share of a node''s link)'

# What a routing looks like: colour, filled and hollow symbol.
all_routings = 'minimal valiant ugal-l ugal-g par'
place(routing) = sum [i = 1:words(all_routings)] (word(all_routings, i) eq routing ? i : 0)
colour(routing) = word('#222222 #d7301f #2171b5 #1a9641 #e08214', place(routing))
filled(routing) = int(word('7 5 9 11 13', place(routing)))
hollow(routing) = int(word('6 4 8 10 12', place(routing)))

# The panels, their routings, and what the channels allow minimal routes there.
panels = system(sprintf("awk -F, 'NR > 1 && !seen[$1 $2]++ { print $1, $2 }' '%s'", curves))
routings_of(network, pattern) = system(sprintf("awk -F, '$1 == \"%s\" && $2 == \"%s\" && !seen[$3]++ { print $3 }' '%s'", network, pattern, curves))
bound(network, pattern) = real(system(sprintf("awk -F, '$1 == \"%s\" && $2 == \"%s\" { b = $3 } END { print b + 0 }' '%s'", network, pattern, bounds)))
load(routing) = strcol('network') eq network && strcol('pattern') eq pattern && strcol('routing') eq routing ? column('load') : NaN
saturated(x) = strcol('saturated') eq 'yes'

set multiplot layout 1,words(panels)/2 title 'Latency of 256-byte packets on dragonflies of g groups, a routers a group, p nodes a router' font ',16'
do for [k = 1:words(panels)/2] {
	network = word(panels, 2 * k - 1)
	pattern = word(panels, 2 * k)
	routings = routings_of(network, pattern)
	limit = bound(network, pattern)
	unset arrow
	unset label
	set title sprintf('%s traffic, g/a/p = %s', pattern, network)
	if (k == 1) {
		set ylabel 'mean latency (µs)'
		set key top left Left reverse samplen 1.5 spacing 1.15
	} else {
		unset ylabel
		unset key
	}
	if (pattern eq 'adversarial') {
		set logscale x
		set xrange [0.009:1]
		set xtics (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1)
		set arrow 2 from 0.5, graph 0 to 0.5, graph 1 nohead dt 2 lc rgb '#777777'
		set label 2 '1/2' at 0.5, graph 0.03 right offset -0.4,0 tc rgb '#777777'
		name = sprintf('1/(a p) = 1/%.0f', 1 / limit)
	} else {
		unset logscale x
		set xrange [0:1.02]
		set xtics 0, 0.2, 1
		name = sprintf('channel bound %.2f', limit)
	}
	if (limit <= 1) {
		set arrow 1 from limit, graph 0 to limit, graph 1 nohead dt 2 lc rgb '#777777'
		set label 1 name at limit, graph 0.03 left offset 0.4,0 tc rgb '#777777'
	}
	plot for [r in routings] curves using (saturated(0) ? NaN : load(r)):(column('latency_mean_s') * 1e6) \
		with lines lw 1.6 lc rgb colour(r) notitle, \
	for [r in routings] curves using (load(r)):(column('latency_mean_s') * 1e6):(saturated(0) ? hollow(r) : filled(r)) \
		with points pt variable ps 0.55 lc rgb colour(r) notitle, \
	for [r in routings] NaN with linespoints lw 1.6 pt filled(r) ps 0.55 lc rgb colour(r) title r, \
	NaN with points pt 6 ps 0.55 lc rgb '#777777' title 'hollow: saturated'
}
unset multiplot
