# curves -- mean latency against offered load, a panel a network and pattern, two or three in a row.
#	draw DIR GRID, which sets panels ("NETWORK PATTERN ..."), curves and bounds (the tables) and out
# Points that are not saturated are filled and joined; saturated ones are hollow, for their
# latency grows with the time that one waits.  Where less than half of what is offered arrives there is no
# point: the latency of the few that arrive says nothing of the rest.
load lib.'/table.gp'
count = words(panels) / 2
columns = count % 3 ? (count == 1 ? 1 : 2) : 3
rows = (count + columns - 1) / columns
set terminal svg size 460 * columns,50 + 480 * rows font 'sans-serif,13' background 'white'
set output out
set border 3
set tics nomirror out
set logscale y
set yrange [0.3:200]
set ytics (0.5, 1, 2, 5, 10, 20, 50, 100, 200)
set grid ytics lc rgb '#e4e4e4'
set xlabel 'offered load (share of a node''s link)' offset 0,0.6
set ylabel 'mean latency (µs)'
set key below horizontal Left reverse samplen 1.5 spacing 1.1 maxcols 4

# What a routing looks like: colour, filled and hollow symbol.
all_routings = 'minimal valiant ugal-l ugal-g par dimension-order d-mod-k adaptive'
colour(routing) = word('#222222 #d7301f #2171b5 #1a9641 #e08214 #222222 #222222 #2171b5', place(all_routings, routing))
filled(routing) = int(word('7 5 9 11 13 7 7 9', place(all_routings, routing)))
hollow(routing) = int(word('6 4 8 10 12 6 6 8', place(all_routings, routing)))

# The routings of a panel, and what the channels allow static routes there and how long they take.
here_too(x) = strcol('network') eq network && strcol('pattern') eq pattern
note_routing(r) = here_too(0) && place(all_routings, r) && !place(routings, r) ? (routings = routings.' '.r, 1) : 1
note_bounds(x) = here_too(0) ? (limit = column('bound'), idle = column('zero_load_s') * 1e6, 1) : 1
load(routing) = here_too(0) && strcol('routing') eq routing ? column('load') : NaN
saturated(x) = strcol('saturated') eq 'yes'
half_arrives(x) = column('accepted_load') >= column('load') / 2

# All panels leave as much room for the key as the one with most routings needs.
most = 0
do for [k = 1:count] {
	network = word(panels, 2 * k - 1)
	pattern = word(panels, 2 * k)
	routings = ''
	stats [*:*] [*:*] curves using (note_routing(strcol('routing'))) nooutput
	most = words(routings) > most ? words(routings) : most
}
set bmargin 4 + 1.2 * ((most + 3) / 2)

set multiplot layout rows,columns title 'Latency of 256-byte packets' font ',16'
do for [k = 1:count] {
	network = word(panels, 2 * k - 1)
	pattern = word(panels, 2 * k)
	routings = ''
	stats [*:*] [*:*] curves using (note_routing(strcol('routing'))) nooutput
	limit = idle = 0
	stats [*:*] [*:*] bounds using (note_bounds(0)) nooutput
	unset arrow
	unset label
	set title sprintf('%s, %s traffic', network, pattern)
	if (limit < 0.1) {
		set logscale x
		set xrange [0.009:1]
		set xtics (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1)
	} else {
		unset logscale x
		set xrange [0:1.02]
		set xtics 0, 0.2, 1
	}
	if (limit <= 1) {
		name = limit < 0.2 ? sprintf('channel bound 1/%.0f', 1 / limit) : sprintf('channel bound %.2f', limit)
		set arrow 1 from limit, graph 0 to limit, graph 1 nohead dt 2 lc rgb '#777777'
		if (limit > 0.6) {
			set label 1 name at limit, graph 0.03 right offset -0.4,0 tc rgb '#777777'
		} else {
			set label 1 name at limit, graph 0.03 left offset 0.4,0 tc rgb '#777777'
		}
	}
	# What a stranger takes for an error
	if (pattern eq 'adversarial') {
		set label 2 "ugal-l: packets wait\nuntil the buffers of\nminimal routes are full" at 0.045, 9 left font ',12' tc rgb colour('ugal-l')
	}
	plot idle with lines dt 3 lw 1.4 lc rgb '#777777' title 'idle network', \
	for [r in routings] curves using (saturated(0) ? NaN : load(r)):(column('latency_mean_s') * 1e6) \
		with lines lw 1.6 lc rgb colour(r) notitle, \
	for [r in routings] curves using (half_arrives(0) ? load(r) : NaN):(column('latency_mean_s') * 1e6):(saturated(0) ? hollow(r) : filled(r)) \
		with points pt variable ps 0.55 lc rgb colour(r) notitle, \
	for [r in routings] NaN with linespoints lw 1.6 pt filled(r) ps 0.55 lc rgb colour(r) title r, \
	NaN with points pt 6 ps 0.55 lc rgb '#777777' title 'hollow: saturated'
}
unset multiplot
