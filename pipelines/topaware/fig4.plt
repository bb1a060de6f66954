# fig4 -- Fig. 4: eight super-tiles on 12 routers of x, stacked in line and with planes displaced, and the edges of the folds along x.
#	draw DIR fig4, from fig4.csv and fig4-planes.csv
width = 900; height = 430
load here.'/../lib/style.gp'
unset grid
unset border
set xrange [-1.5:13.5]
set yrange [-0.7:7.7]
set ytics 0,1 scale 0
set xtics 0,1,12 scale 0
set xlabel 'x'
set ylabel 'y'
planes(stagger) = sprintf("< awk -F, '$1 == \"%s\"' '%s/fig4-planes.csv'", stagger, dir)
joints(stagger) = sprintf("< awk -F, '$1 == \"%s\"' '%s/fig4.csv'", stagger, dir)
set style fill transparent solid 0.4 border lc rgb '#636363'
set multiplot layout 1,2
do for [k = 1:2] {
	stagger = word('no s2', k)
	set title word('in_line displaced', k) eq 'displaced' ? 'displaced: one edge a link along y' : 'in line: two edges on some links along y'
	plot planes(stagger) using ($3 + 5.5):2:(6):(0.3):(int($2) % 4 == 1 || int($2) % 4 == 2 ? 0xf16913 : 0x2171b5) with boxxyerror lc rgb variable, \
		planes(stagger) using ($3 + 5.5):2:(sprintf('super-tile x %s, z %s', word(strcol(4), 1), word(strcol(4), 2))) with labels font ',12' tc rgb '#000000', \
		joints(stagger) using ($2 + ($2 > 6 ? 0.6 : -0.6) * ($4 - $3 > 1 ? 1.4 : 0.8)):3:(0):($4 - $3) with vectors heads filled lw 2 lc rgb '#d7301f'
}
unset multiplot
