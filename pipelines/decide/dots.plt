# dots -- changes in percent as dots with their intervals: a row for each text, a colour for each group.
#
#	plot dots.plt in=ROWS names=FILE groups=N rows=N limit=PERCENT heading=TEXT axis=TEXT out=FILE
#
# ROWS is row,group,y,label,x,low,high,left,right, and FILE the groups' names, below a header: `left` and `right` are 1 where an end lies
# beyond the axis there, which has an arrow then.  Narrow, for a phone.
width = 460; height = 150 + 20 * groups + 26 * rows * (groups > 2 ? groups : 2) / 2
load lib.'/style.gp'
limit = real(limit)
set label 1 heading at screen 0.5, screen 1 offset 0,-1.1 center noenhanced font ',15'
set label 2 axis at screen 0.5, screen 1 offset 0,-3.6 center noenhanced font ',12'
set tmargin 5.5
set key outside below center horizontal Left reverse noenhanced samplen 0.5
set xrange [-limit:limit]
set yrange [-rows - 0.5:-0.5]
set ytics noenhanced scale 0
set grid xtics noytics lc rgb '#999999' lw 0.5 dt 3
set border 1
set arrow from 0, graph 0 to 0, graph 1 nohead lc rgb '#777777' lw 1.5
colours = '#2171b5 #d7301f #1a9641 #7a5ab5 #e08214 #41b6c4 #636363 #f1b500'
edge(side) = side eq 'left' ? -1 : 1
colour(g) = word(colours, (g - 1) % words(colours) + 1)
array called[groups]
array label[rows]
stats [*:*] [*:*] names using (called[int($0) + 1] = stringcolumn(1), 0) nooutput
left = 0; right = 0
note(label_of) = (label[int(column('row'))] = label_of, left = left + column('left'), right = right + column('right'), 0)
stats [*:*] [*:*] in using (note(stringcolumn('label'))) nooutput
set ytics ()
set for [r = 1:int(rows)] ytics add (label[r] -r)
plot for [g = 1:int(groups)] in using (column('group') == g ? column('x') : NaN):(column('y')):(column('low')):(column('high')) \
		with xerrorbars pt 7 ps 0.7 lw 2 lc rgb colour(g) title called[g], \
	for [side in (left > 0 ? 'left ' : '').(right > 0 ? 'right' : '')] in using (column(side) > 0 ? edge(side) * 0.93 * limit : NaN):(column('y')):(edge(side) * 0.07 * limit):(0) \
		with vectors filled head lw 2 lc rgb '#222222' notitle
