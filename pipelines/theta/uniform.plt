# uniform -- latency and accepted load against offered load.
#	draw DIR, which sets points (the table) and out
# Hollow points are saturated: their latency grows with the time that one waits.
set terminal svg size 980,420 font 'sans-serif,13' background 'white'
set output out
set datafile separator ','
set border 3
set tics nomirror out
set grid ytics lc rgb '#e4e4e4'
set xlabel 'offered load (share of a node''s link)'
set xrange [0:0.62]
routings = 'minimal ugal-l'
colours = '#222222 #2171b5'
row(r) = strcol('routing') eq word(routings, r) ? column('load') : NaN
stable(r) = strcol('saturated') ne 'yes' ? row(r) : NaN

set multiplot layout 1,2 title 'Uniform traffic on Theta: 3,456 nodes, packets of 1 KiB' font ',16'
set key top left Left reverse samplen 1.5
set ylabel 'mean latency (µs)'
set yrange [0:*]
plot for [r = 1:2] points using (stable(r)):(column('latency_mean_s') * 1e6) with lines lw 1.6 lc rgb word(colours, r) notitle, \
	for [r = 1:2] points using (row(r)):(column('latency_mean_s') * 1e6):(strcol('saturated') ne 'yes' ? 5 + 2 * r : 4 + 2 * r) \
		with points pt variable ps 0.6 lc rgb word(colours, r) notitle, \
	for [r = 1:2] NaN with linespoints lw 1.6 pt 5 + 2 * r ps 0.6 lc rgb word(colours, r) title word(routings, r), \
	NaN with points pt 6 ps 0.6 lc rgb '#777777' title 'hollow: saturated'
unset key
set ylabel 'accepted load'
set yrange [0:0.62]
plot x with lines dt 3 lc rgb '#777777', \
	for [r = 1:2] points using (row(r)):'accepted_load':(strcol('saturated') ne 'yes' ? 5 + 2 * r : 4 + 2 * r) \
		with points pt variable ps 0.6 lc rgb word(colours, r), \
	for [r = 1:2] points using (row(r)):'accepted_load' with lines lw 1.6 lc rgb word(colours, r)
unset multiplot
