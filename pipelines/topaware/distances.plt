# distances -- TA-02: the longest distance of neighbours, over maps of service nodes, by where the selection begins.
#	draw DIR distances, from distance-counts.csv
width = 760; height = 380
load lib.'/style.gp'
hops(start) = strcol('start') eq start ? column('prism_hops') : NaN
note(x) = (maps = maps + (strcol('start') eq 'any' ? column('maps') : 0), 1)
maps = 0
stats table using (note(0)) nooutput
set style fill solid 1
set boxwidth 0.38
set xrange [1.5:6.5]
set yrange [0:100]
set xtics 1
set xlabel 'longest distance of two neighbouring pairs (links)'
set ylabel 'maps (%)'
set key top right
plot table using (hops('any') - 0.2):(100 * column('maps') / maps) with boxes lc rgb '#2171b5' title 'the best start', \
	table using (hops('8+0+0') + 0.2):(100 * column('maps') / maps) with boxes lc rgb '#9ecae1' title 'from 8+0+0, whatever is there'
