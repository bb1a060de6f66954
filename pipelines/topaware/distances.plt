# distances -- TA-02: the longest distance of neighbours, over maps of service nodes, by where the selection begins.
#	draw DIR distances, from distance-counts.csv
width = 640; height = 380
load here.'/../lib/style.gp'
counts(start) = sprintf("< awk -F, '$1 == \"%s\" && $2 != \"\"' '%s/distance-counts.csv'", start, dir)
maps = real(system(sprintf("awk -F, '$1 == \"any\" { n += $3 } END { print n }' '%s/distance-counts.csv'", dir)))
set style fill solid 1
set boxwidth 0.38
set xrange [1.5:6.5]
set yrange [0:100]
set xtics 1
set xlabel 'longest distance of two neighbouring pairs (links)'
set ylabel 'maps (%)'
set key top right
plot counts('any') using ($2 - 0.2):(100 * $3 / maps) with boxes lc rgb '#2171b5' title 'the best start', \
	counts('8+0+0') using ($2 + 0.2):(100 * $3 / maps) with boxes lc rgb '#9ecae1' title 'from 8+0+0, whatever is there'
