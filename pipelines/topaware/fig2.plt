# fig2 -- Fig. 2: the pairs chosen in an 8x8 plane, numbered.
#	draw DIR fig2, from fig2.csv
width = 520; height = 500
load lib.'/style.gp'
unset grid
unset border
set xrange [-0.6:7.6]
set yrange [7.6:-0.6]
set xtics 1 scale 0 offset 0,0.4
set ytics 1 scale 0 offset 0.6,0
set xlabel 'z'
set ylabel 'x'
set size ratio -1
set style fill transparent solid 0.4 border lc rgb '#636363'
colour(text) = text eq '#' ? 0x1a9641 : text eq '.' ? 0xffffff : 0x2171b5
plot table using 'z':'x':(0.48):(0.48):(colour(strcol('chosen'))) with boxxyerror lc rgb variable, \
	table using 'z':'x':(strcol('chosen') eq '#' || strcol('chosen') eq '.' ? '' : strcol('chosen')) with labels tc rgb '#000000'
