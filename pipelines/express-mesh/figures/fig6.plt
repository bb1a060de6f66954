# fig6 -- bars, one a network, in a panel a pattern; each panel has a scale of its own.
#	draw DIR fig6, from fig6.csv
width = 900
height = 640
load here.'/style.gp'
set style fill solid 1 noborder
set boxwidth 0.8
set xrange [0.4:words(networks) + 0.6]
set xtics scale 0 offset 0,0.4 font ',12' ()

rate(pattern, network, routing) = strcol('pattern') eq pattern && strcol('network') eq network && strcol('routing') eq routing ? column('rate_bytes_per_s') / TB : NaN
# The highest rate of a pattern, and the mapping that each network has it by.
array mapping[words(networks)]
note(n, r) = (most = r > most ? r : most, n && strcol('routing') eq 'adaptive' ? (mapping[n] = strcol('mapping'), 1) : 1)

set multiplot
set label 1 '{/:Bold Fig. 6: rate of a single job on the whole machine, by pattern}' at screen 0.5, y(24) center font ',16'
do for [k = 1:words(patterns)] {
	pattern = word(patterns, k)
	most = 0
	do for [n = 1:words(networks)] { mapping[n] = '' }
	stats [*:*] [*:*] in using (strcol('pattern') eq pattern ? note(place(networks, strcol('network')), column('rate_bytes_per_s') / TB) : 1) nooutput
	eval panel(72 + 290 * ((k - 1) % 3), 76 + 296 * ((k - 1) / 3), 230, 218)
	set title pattern_name(pattern) offset 0,-0.4
	if ((k - 1) % 3 == 0) { set label 3 'rate (TB/s)' at screen x(14), graph 0.5 center rotate by 90 }
	set yrange [0:(most > 0 ? 1.08 * most : 1)]
	do for [n = 1:words(networks)] { set xtics add (mapping[n][1:3] n) }
	if (most == 0) { set label 2 'no data' at graph 0.5, 0.5 center tc rgb '#777777' }
	plot for [n = 1:words(networks)] in using (n):(rate(pattern, word(networks, n), 'adaptive')) with boxes lc rgb colour(word(networks, n)), \
		for [n = 1:words(networks)] in using (n):(rate(pattern, word(networks, n), 'static')):(0.46) with xerrorbars pt 0 lw 3 lc rgb 'black'
	unset label
}
# The legend, in the place of the sixth panel.
eval panel(72 + 290 * 2, 76 + 296, 230, 218)
unset border; unset tics; unset title; unset grid
set xrange [0:230]
set yrange [0:218]
line(k) = 200 - 24 * k
do for [n = 1:words(networks)] { set label n network_name(word(networks, n)) at 44, line(n - 1) }
set label 11 'bar: adaptive routing' at 44, line(5)
set label 12 'static routing' at 44, line(6)
set label 13 'lin, ran: which mapping, linear' at 0, line(7) font ',12'
set label 14 'or random, is the better one' at 0, line(8) + 8 font ',12'
plot for [n = 1:words(networks)] '+' using (20):(line(n - 1)) every ::0::0 with points pt 5 ps 1.4 lc rgb colour(word(networks, n)), \
	'+' using (20):(line(6)):(14) every ::0::0 with xerrorbars pt 0 lw 3 lc rgb 'black'
unset multiplot
