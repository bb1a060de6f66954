# booksim -- latency against load, BookSim's as dots and ours as lines, a panel a network, routing and pattern of theirs.
#	draw DIR booksim, which sets points (the table) and out
# Our lines end with the last load that is not saturated.
load lib.'/table.gp'

# A panel is a network, a pattern and a routing of theirs; its sets are its curves.
stats points using (1) nooutput
array key[STATS_records]
array title_of[STATS_records]
array sets_of[STATS_records]
panels = 0
key_of(x) = strcol('network')."\n".strcol('pattern')."\n".strcol('their_routing')
panel_of(k) = sum [i = 1:panels] (key[i] eq k ? i : 0)
note_panel(k) = (panels = panels + 1, key[panels] = k, sets_of[panels] = '', title_of[panels] = \
	sprintf("%s, %s\n%s", strcol('network'), strcol('pattern'), strcol('their_routing') eq strcol('our_routing') ? strcol('our_routing') : sprintf("%s, here %s", strcol('their_routing'), strcol('our_routing'))), panels)
note_set(p, s) = place(sets_of[p], s) ? 1 : (sets_of[p] = sets_of[p].' '.s, 1)
stats points using (note_set(panel_of(key_of(0)) ? panel_of(key_of(0)) : note_panel(key_of(0)), strcol('set'))) nooutput

columns = 4
rows = (panels + columns) / columns	# and a cell for the key
set terminal svg noenhanced size 270 * columns,70 + 290 * rows font 'sans-serif,14' background 'white'
set output out
set border 3
set tics nomirror out
set logscale y
set yrange [8:1000]
set ytics (10, 20, 50, 100, 200, 500, 1000)
set grid ytics lc rgb '#e4e4e4'
set xrange [0:1]
set xtics 0, 0.2, 1
set xlabel 'load (flits a cycle and node)' offset 0,0.4
set ylabel 'mean latency (cycles)' offset 1,0
one = '#2171b5'
sixteen = '#d7301f'

of(s, packet) = strcol('set') eq s && strcol('packet') eq packet
load(s, packet) = of(s, packet) ? column('load') : NaN
ours(s, packet, router) = of(s, packet) && strcol('our_router') eq router && strcol('our_saturated') eq 'no' ? column('load') : NaN

set multiplot layout rows,columns title 'Packets of 1 flit and of 16: BookSim (dots) and netsim (lines)' font ',17'
do for [p = 1:panels] {
	sets = sets_of[p]
	set title title_of[p] font ',13'
	plot for [s in sets] points using (ours(s, '1 flit', 'input')):'our_latency' with lines lw 1.6 lc rgb one notitle, \
	for [s in sets] points using (ours(s, '16 flits', 'input')):'our_latency' with lines lw 1.6 lc rgb sixteen notitle, \
	for [s in sets] points using (ours(s, '1 flit', 'output')):'our_latency' with lines lw 1 dt 3 lc rgb one notitle, \
	for [s in sets] points using (ours(s, '16 flits', 'output')):'our_latency' with lines lw 1 dt 3 lc rgb sixteen notitle, \
	for [s in sets] points using (ours(s, '16 flits', 'output')):'as_flits_latency' with lines lw 1.2 dt 2 lc rgb sixteen notitle, \
	for [s in sets] points using (load(s, '1 flit')):'their_latency' with points pt 7 ps 0.45 lc rgb one notitle, \
	for [s in sets] points using (load(s, '16 flits')):'their_latency' with points pt 7 ps 0.45 lc rgb sixteen notitle
}
unset title
unset border
unset tics
unset xlabel
unset ylabel
set key center center Left reverse samplen 2 font ',14'
plot NaN with lines lw 1.6 lc rgb one title '1 flit, input queues', \
NaN with lines lw 1 dt 3 lc rgb one title '1 flit, output queues', \
NaN with lines lw 1.6 lc rgb sixteen title '16 flits, input queues', \
NaN with lines lw 1 dt 3 lc rgb sixteen title '16 flits, output queues', \
NaN with lines lw 1.2 dt 2 lc rgb sixteen title 'output queues, flits interleaved'
unset multiplot
