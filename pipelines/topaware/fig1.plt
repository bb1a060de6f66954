# fig1 -- Fig. 1: the node pairs chosen for MILC among service nodes and the other region of Blue Waters.
#	draw DIR fig1, from fig1.csv
#
# Of the chosen pairs and of the other region only the outer ones: the rest is behind them.
width = 900; height = 640
load here.'/../lib/style.gp'
unset grid
set border 4095 lc rgb '#bbbbbb'
set key outside right top Left reverse
outer(what) = sprintf("< awk -F, 'NR > 1 { k[$1, $2, $3] = $4; if ($4 == \"%s\") p[++n] = $0 } END { for (i = 1; i <= n; i++) { split(p[i], c, \",\"); x = c[1]; y = c[2]; z = c[3]; if (k[x-1, y, z] != \"%s\" || k[x+1, y, z] != \"%s\" || k[x, y-1, z] != \"%s\" || k[x, y+1, z] != \"%s\" || k[x, y, z-1] != \"%s\" || k[x, y, z+1] != \"%s\") print p[i] } }' '%s/fig1.csv'", what, what, what, what, what, what, what, dir)
only(what) = sprintf("< grep ',%s$' '%s/fig1.csv'", what, dir)
set view 62, 222, 1, 1
set xyplane at -1
set xrange [-1:23]; set yrange [-1:24]; set zrange [-1:24]
set xtics 0,8 tc rgb '#000000'; set ytics 0,8 tc rgb '#000000'; set ztics 0,8 tc rgb '#000000'
set xlabel 'x'; set ylabel 'y'; set zlabel 'z'
splot outer('other') using 1:2:3 with points pt 7 ps 0.5 lc rgb '#d7301f' title 'XK nodes', \
	outer('chosen') using 1:2:3 with points pt 7 ps 0.5 lc rgb '#2ab7ca' title 'chosen pairs', \
	only('service') using 1:2:3 with points pt 7 ps 0.6 lc rgb '#f1b500' title 'service nodes'
