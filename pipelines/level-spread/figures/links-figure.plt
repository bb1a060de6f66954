# links-figure -- box plots of packets and stalls per link, a panel a class of links.
#	draw DIR fig5|fig6; figures.sh sets figure, workload, in (the table) and out
# A box is from the first quartile to the third, its line the median, the whiskers the
# least and the most, and the ring the mean.
load here.'/style.gp'
set terminal svg size 1000,780 dynamic font 'sans-serif,14'
set output out
do for [i = 1:words(policies)] { set linetype i lc rgb colour(word(policies, i)) }

set xrange [0.4:words(policies) + 0.6]
set xtics scale 0 rotate by -35 left nomirror offset -0.6,0 ()
do for [i = 1:words(policies)] { set xtics add (policy_name(word(policies, i)) i) }
set ytics nomirror out
set grid ytics lc rgb '#999999' lw 0.5 dt 3
set border 3
set boxwidth 0.6
set errorbars 0
set style fill solid 0.5 border
set key off
set label 10 sprintf('{/:Bold Fig. %s: packets and stalls per link, All-to-all jobs of %s nodes}', figure, workload) at screen 0.5, 0.97 center font ',16'
set label 11 "Box: 25% to 75%; line: median; whiskers: least and most; ring: mean" at screen 0.5, 0.925 center

# at(COUNTED, CLASS): where the row's box stands; nowhere when it belongs to another panel
at(counted, class) = strcol('column') eq counted && strcol('class') eq class ? place(policies, strcol('alloc')) : NaN
# The largest value in a panel, -1 when it has no row.
note(x) = (most = at(counted, class) > 0 && column('max') > most ? column('max') : most, 1)

# In shares of the picture's width and height.
width = 0.4
height = 0.27
set multiplot
do for [row = 0:1] { do for [column = 0:1] {
	counted = word('packets stalls', row + 1)
	class = word('local global', column + 1)
	set lmargin at screen 0.085 + 0.495 * column
	set rmargin at screen 0.085 + 0.495 * column + width
	set tmargin at screen 0.83 - 0.42 * row
	set bmargin at screen 0.83 - 0.42 * row - height
	set title counted.' on '.class.' links'
	set ylabel (column == 0 ? counted.' per link' : '')
	most = -1
	stats [*:*] [*:*] in using (note(0)) nooutput
	set yrange [0:(most > 0 ? 1.05 * most : 1)]
	if (most < 0) {
		set label 1 'no data' at graph 0.5, 0.5 center
		plot NaN
	} else {
		plot in using (at(counted, class)):(column('q1')):(column('min')):(column('max')):(column('q3')):(at(counted, class)) \
				with candlesticks whiskerbars 0.6 lw 1.3 lc variable, \
			'' using (at(counted, class)):(column('median')):(0.3) with xerrorbars pt 0 lw 2.5 lc rgb 'black', \
			'' using (at(counted, class)):(column('mean')) with points pt 6 ps 0.6 lw 1.5 lc rgb 'black'
	}
	do for [k in '1 10 11'] { unset label int(k) }
} }
unset multiplot
