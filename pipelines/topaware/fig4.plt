# fig4 -- Fig. 4: eight super-tiles on 12 routers of x, stacked in line and with planes displaced, and the edges of the folds along x.
#	draw DIR fig4, from fig4.csv and fig4-planes.csv
width = 900; height = 430
load lib.'/style.gp'
unset grid
unset border
set xrange [-1.5:13.5]
set yrange [-0.7:7.7]
set ytics 0,1 scale 0
set xtics 0,1,12 scale 0
set xlabel 'x'
set ylabel 'y'
planes = dir.'/fig4-planes.csv'
of(stagger, name) = strcol('stagger') eq stagger ? column(name) : NaN
tile(k) = word(strcol('tile'), k)
long(x) = column('y_to') - column('y_from')
set style fill transparent solid 0.4 border lc rgb '#636363'
set multiplot layout 1,2 title '{/:Bold '.title.'}' font ',15'
unset title
do for [k = 1:2] {
	stagger = word('no s2', k)
	set title word('in_line displaced', k) eq 'displaced' ? 'displaced: one edge a link along y' : 'in line: two edges on some links along y'
	plot planes using (of(stagger, 'x') + 5.5):'y':(6):(0.3):(int(column('y')) % 4 == 1 || int(column('y')) % 4 == 2 ? 0xf16913 : 0x2171b5) with boxxyerror lc rgb variable, \
		planes using (of(stagger, 'x') + 5.5):'y':(sprintf('super-tile x %s, z %s', tile(1), tile(2))) with labels font ',12' tc rgb '#000000', \
		table using (of(stagger, 'x') + (column('x') > 6 ? 0.6 : -0.6) * (long(0) > 1 ? 1.4 : 0.8)):'y_from':(0):(long(0)) with vectors heads filled lw 2 lc rgb '#d7301f'
}
unset multiplot
