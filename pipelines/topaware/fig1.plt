# fig1 -- Fig. 1: the node pairs chosen for MILC among service nodes and the other region of Blue Waters.
#	draw DIR fig1, from fig1.csv
#
# Of the chosen pairs and of the other region only the outer ones: the rest is behind them.
width = 900; height = 640
load lib.'/style.gp'
unset grid
set border 4095 lc rgb '#bbbbbb'
set key outside right top Left reverse
is(what) = strcol('what') eq what ? column('x') : NaN
outer(what) = strcol('outer') eq 'yes' ? is(what) : NaN
set view 62, 222, 1, 1
set xyplane at -1
set xrange [-1:23]; set yrange [-1:24]; set zrange [-1:24]
set xtics 0,8 tc rgb '#000000'; set ytics 0,8 tc rgb '#000000'; set ztics 0,8 tc rgb '#000000'
set xlabel 'x'; set ylabel 'y'; set zlabel 'z'
splot table using (outer('other')):'y':'z' with points pt 7 ps 0.5 lc rgb '#d7301f' title 'XK nodes', \
	table using (outer('chosen')):'y':'z' with points pt 7 ps 0.5 lc rgb '#2ab7ca' title 'chosen pairs', \
	table using (is('service')):'y':'z' with points pt 7 ps 0.6 lc rgb '#f1b500' title 'service nodes'
