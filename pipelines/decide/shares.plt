# shares -- of each kind of job the share of its run time that is communication, with its interval, and of all kinds.
#
#	plot shares.plt in=ROWS rows=N heading=TEXT out=FILE
#
# ROWS is y,label,share,low,high,own: `own` is 1 where the runs of the kind itself tell its share, 0 where it leans on the others, 2 of all kinds.
width = 460; height = 190 + 26 * rows
load lib.'/style.gp'
set label 1 heading at screen 0.5, screen 1 offset 0,-1.1 center noenhanced font ',15'
set label 2 'share of the run time that is communication, 95% intervals' at screen 0.5, screen 1 offset 0,-2.8 center font ',12'
set tmargin 4.5; set bmargin 7
set key outside below center horizontal maxcols 3 Left reverse samplen 0.5
set xrange [0:1]
set yrange [-rows - 0.5:-0.5]
set ytics noenhanced scale 0
set grid xtics noytics lc rgb '#999999' lw 0.5 dt 3
set border 1
called = '"leans on other kinds" "told by its own runs" "all kinds"'
colours = '#999999 #2171b5 #222222'
plot for [k = 0:2] in using (column('own') == k ? column('share') : NaN):(column('y')):(column('low')):(column('high')):yticlabels(stringcolumn('label')) \
	with xerrorbars pt 7 ps 0.7 lw 2 lc rgb word(colours, k + 1) title word(called, k + 1)
