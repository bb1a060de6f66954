# fig4b -- Fig. 4b: how many routers packets of neighbours pass.
#	draw DIR fig4b, from hops.csv
width = 640; height = 380
load here.'/../lib/style.gp'
# Packets of a run by routers, in percent of all
runs(routing, noise) = sprintf("< awk -F, '$7 == \"%s\" && $8 == \"%s\" { n[$10] = $11; sum += $11; if ($10 > most) most = $10 } END { for (r = 1; r <= most; r++) print r \",\" 100 * n[r] / sum }' '%s/hops.csv'", \
	routing, noise, dir)
set style fill solid 1
set boxwidth 0.17
set xtics 1
set xlabel 'routers passed'
set ylabel 'packets (%)'
set yrange [0:*]
set key outside above horizontal maxrows 3
set xrange [0.4:7.6]
plot runs('par', 'no') using ($1 - 0.36):2 with boxes lc rgb '#fc9272' title 'fixed', \
	runs('par', 'yes') using ($1 - 0.18):2 with boxes lc rgb '#d7301f' title 'fixed, noise', \
	runs('tago', 'no') using 1:2 with boxes lc rgb '#9ecae1' title 'reconfigurable', \
	runs('tago', 'yes') using ($1 + 0.18):2 with boxes lc rgb '#2171b5' title 'reconfigurable, noise', \
	runs('minimal', 'yes') using ($1 + 0.36):2 with boxes lc rgb '#41ab5d' title 'reconfigurable, noise, shortest routes'
