# sharing-figure -- moving averages, MLS above TLS, static routing beside adaptive.
#	draw DIR fig8|fig9, from the table of that figure; figures.sh sets the title
width = 900
height = 750
load here.'/style.gp'
note(n) = (there = strcol('network') eq network ? 1 : there, longest = n > longest ? n : longest, 1)
note_routing(n) = (there = strcol('routing') eq routing && n > there ? n : there, 1)
legend = ''
longest = 0
do for [network in networks] {
	there = 0
	stats in using (note(column('workloads'))) nooutput
	if (there) { legend = legend.' '.network }
}
mine(network) = strcol('network') eq network && strcol('routing') eq routing ? column('workloads') : NaN

set yrange [0:103]
set format y '%g%%'
set xrange [0:longest + 0.5]
step = longest > 12 ? 5 : 1
set xtics step offset 0,0.3
set multiplot
set label 1 '{/:Bold '.title.'}' at screen 0.5, y(24) center font ',16'
set label 2 'mean over the workloads so far; jobs clustered' at screen 0.5, y(48) center
do for [row = 0:1] { do for [side = 0:1] {
	routing = word('static adaptive', side + 1)
	what = word('mls tls', row + 1)
	eval panel(84 + 434 * side, 92 + 306 * row, 362, 236)
	set title word('"(a) MLS: the job that shares most" "(b) MLS: the job that shares most" "(c) TLS: all links" "(d) TLS: all links"', 2 * row + side + 1).', '.routing.' routing' offset 0,-0.4
	set xlabel (row == 1 ? 'workloads' : '') offset 0,0.3
	if (side == 0) { set label 3 'links shared' at screen x(16), graph 0.5 center rotate by 90 }
	there = 0
	stats [*:*] [*:*] in using (note_routing(column('workloads'))) nooutput
	if (there == 0) { set label 4 'no data' at graph 0.5, 0.5 center tc rgb '#777777' }
	if (there > 0 && there < longest) { set label 4 sprintf('%d of %d workloads were simulated', there, longest) at graph 0.97, 0.06 right tc rgb '#777777' }
	plot for [n in legend] in using (mine(n)):(column(what.'_mean')) with linespoints lw 1.4 pt filled(n) ps 0.45 lc rgb colour(n)
	unset label
} }
unset xlabel
load here.'/legend.gp'
unset multiplot
