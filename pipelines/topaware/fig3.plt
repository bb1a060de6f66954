# fig3 -- Fig. 3: a sheet of 4x2 super-tiles and the stack that it is folded into.
#	draw DIR fig3, from fig3.csv
width = 900; height = 430
load lib.'/style.gp'
unset grid
unset border
unset tics
colour(x, z) = int(word('0x6baed6 0x2171b5 0x74c476 0x1a9641 0xfdae6b 0xf16913 0xbcbddc 0x7a5ab5', int(2 * x + z + 1)))
turns(x, z) = (x eq 'yes' ? 'x' : '').(z eq 'yes' ? 'z' : '')
plane(name) = column('plane')
set style fill transparent solid 0.4 border lc rgb '#636363'
set multiplot layout 1,2 title '{/:Bold '.title.'}' font ',15'
unset title
set title 'the sheet, and the plane of each super-tile'
set xrange [-0.6:3.6]
set yrange [-0.8:1.8]
set xlabel 'x, folded three times'
set ylabel 'z, folded first'
set arrow 1 from -0.5,0.5 to 3.5,0.5 nohead dt 2 lw 2 lc rgb '#d7301f' front
do for [k = 0:2] { set arrow k + 2 from k + 0.5,-0.5 to k + 0.5,1.5 nohead dt 2 lw 2 lc rgb '#2171b5' front }
plot table using 'tile_x':'tile_z':(0.5):(0.5):(colour(column('tile_x'), column('tile_z'))) with boxxyerror lc rgb variable, \
	table using 'tile_x':'tile_z':(strcol('plane')) with labels font ',22' tc rgb '#000000'
unset arrow
set title 'the stack'
set xrange [-0.6:2.6]
set yrange [-0.8:7.8]
set xlabel ''
set ylabel 'y, a plane each'
plot table using (1):'plane':(0.9):(0.44):(colour(column('tile_x'), column('tile_z'))) with boxxyerror lc rgb variable, \
	table using (1):'plane':(sprintf('%s:  x %s, z %s%s', strcol('plane'), strcol('tile_x'), strcol('tile_z'), \
		turns(strcol('x_turned'), strcol('z_turned')) eq '' ? '' : ', turned in '.turns(strcol('x_turned'), strcol('z_turned')))) with labels tc rgb '#000000'
unset multiplot
