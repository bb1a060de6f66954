# sst -- latency against load, SST's as dots and ours as lines, a panel a routing of theirs; and what is accepted.
#	draw DIR sst, which sets points (the table) and out
# Latency lines end with the last load that is not saturated.
load lib.'/table.gp'

# Their routings, each with the first of ours beside it.
note(theirs, ours) = !place(routings, theirs) ? (routings = routings.' '.theirs, ours_of = ours_of.' '.ours, 1) : 1
routings = ''
ours_of = ''
stats points using (note(strcol('their_routing'), strcol('our_routing'))) nooutput
columns = words(routings)
set terminal svg noenhanced size 270 * columns,640 font 'sans-serif,14' background 'white'
set output out
set border 3
set tics nomirror out
set grid ytics lc rgb '#e4e4e4'
set xrange [0:1]
set xtics 0, 0.2, 1
set xlabel 'offered load' offset 0,0.4
one = '#2171b5'
two = '#d7301f'

theirs(r, x, name) = strcol('their_routing') eq r && strcol('stands') eq 'model' && column('our_speedup') == x ? column(name) : NaN
ours(r, router, stands, name, all) = strcol('their_routing') eq r && strcol('our_router') eq router && strcol('stands') eq stands && (all || strcol('our_saturated') eq 'no') ? column(name) : NaN
input(r, x, stands, name, all) = column('our_speedup') == x ? ours(r, 'input', stands, name, all) : NaN
output(r, name, all) = strcol('set')[strlen(strcol('set')) - 1:*] eq 'x1' ? ours(r, 'output', 'stand-in', name, all) : NaN
stable(name) = strcol('their_status') eq 'ok' ? column(name) : NaN

unset key
set multiplot layout 2,columns margins 0.07,0.98,0.19,0.87 spacing 0.08,0.17 title 'Packets of 1,024 bytes in a dragonfly of 272 nodes: SST (dots) and netsim (lines)' font ',17'
do for [part in 'latency accepted'] {
	do for [r in routings] {
		if (part eq 'latency') {
			o = word(ours_of, place(routings, r))
			set title o eq r ? r : sprintf("%s, here %s", r, o) font ',14'
			set logscale y
			set yrange [1:20]
			set ytics (1, 2, 5, 10, 20)
			set ylabel 'mean latency (µs)' offset 1,0
		} else {
			set title ' '
			unset logscale y
			set yrange [0:0.6]
			set ytics 0, 0.1
			set ylabel 'accepted load' offset 1,0
		}
		name = part eq 'latency' ? 'our_latency' : 'our_accepted'
		their_name = part eq 'latency' ? 'their_latency' : 'their_accepted'
		all = part eq 'accepted'
		plot points using 'load':(output(r, name, all)) with lines lw 1.2 dt 2 lc rgb '#636363', \
		points using 'load':(input(r, 1, 'stand-in', name, all)) with lines lw 1 dt 3 lc rgb one, \
		points using 'load':(input(r, 2, 'stand-in', name, all)) with lines lw 1 dt 3 lc rgb two, \
		points using 'load':(input(r, 1, 'model', name, all)) with lines lw 1.6 lc rgb one, \
		points using 'load':(input(r, 2, 'model', name, all)) with lines lw 1.6 lc rgb two, \
		points using 'load':(all ? theirs(r, 1, their_name) : theirs(r, 1, their_name) + 0 * stable('load')) with points pt 7 ps 0.5 lc rgb one, \
		points using 'load':(all ? theirs(r, 2, their_name) : theirs(r, 2, their_name) + 0 * stable('load')) with points pt 7 ps 0.5 lc rgb two
	}
}
unset title
unset border
unset tics
unset xlabel
unset ylabel
unset logscale y
set lmargin at screen 0.02
set rmargin at screen 0.98
set bmargin at screen 0
set tmargin at screen 0.07
set key center center horizontal Left reverse samplen 1.6 width -1
plot NaN with lines lw 1.6 lc rgb one title "as SST's routers, crossbar ×1", \
NaN with lines lw 1.6 lc rgb two title 'crossbar ×2', \
NaN with lines lw 1 dt 3 lc rgb one title 'a plain router, ×1', \
NaN with lines lw 1 dt 3 lc rgb two title 'plain, ×2', \
NaN with lines lw 1.2 dt 2 lc rgb '#636363' title 'queues at outputs'
unset multiplot
