# fig4 -- bars, one a policy, in panels: a row a bandwidth, a column a pattern.
#	draw DIR fig4a|fig4b; figures.sh sets in, out, by, rows, missing, repeats, names, title
load here.'/style.gp'
row_gap = 30
margin_bottom = 64
load here.'/panels.gp'
set terminal svg size width,height dynamic font 'sans-serif,13'
set output out
set style fill solid 1 noborder
set boxwidth 0.86
set errorbars 1.5 lw 1.2 lc rgb 'black'
set border 3
set tics nomirror out scale 0.5
unset xtics
set grid ytics lc rgb '#cccccc' lw 0.6
set xrange [0.3:words(policies) + 0.7]

sd(x) = strlen(strcol('sd')) ? column('sd') : 0
of(row, pattern, policy) = in_panel(row, pattern) && strcol('alloc') eq policy ? column('relative') : NaN
# The longest bar of a row, with its deviation; how many bars a panel has; Level-Spread's.
reach(x) = column('relative') + sd(0)
note_reach(x) = (longest = row_of(0) eq row && reach(0) > longest ? reach(0) : longest, 1)
note_panel(x) = in_panel(row, pattern) ? (there = there + 1, value = strcol('alloc') eq 'level-spread' ? sprintf('%.2f', column('relative')) : value, 1) : 1

shows = 'communication time, mean'.(repeats eq '1 repeat' ? '' : ' and standard deviation')
up = 'time / Simple''s'
across = ''

set multiplot
do for [r = 1:words(rows)] {
	row = word(rows, r)
	longest = 0
	stats [*:*] [*:*] in using (note_reach(0)) nooutput
	high = sprintf('%.6g', longest) * 1.06
	set yrange [0:high]
	set ytics high > 8 ? 4 : high > 4 ? 2 : high > 2 ? 1 : 0.5
	do for [k = 1:words(patterns)] {
		pattern = word(patterns, k)
		unset label
		set lmargin at screen panel_left(k)
		set rmargin at screen panel_right(k)
		set tmargin at screen panel_top(r)
		set bmargin at screen panel_bottom(r)
		set format y (k == 1 ? '%g' : '')
		if (r == 1) { set label 1 '{/:Bold '.pattern_name(pattern).'}' at graph 0.5, graph 1.1 center }
		if (k == 1) { set label 2 '{/:Bold '.row_name(row).'}' at screen 38.0 / width, graph 0.5 center rotate by 90 }
		there = 0
		value = ''
		stats [*:*] [*:*] in using (note_panel(0)) nooutput
		if (!there) { set label 3 'no data' at graph 0.5, graph 0.5 center tc rgb '#777777' }
		if (strlen(value)) { set label 4 'Level-Spread '.value at graph 0.5, graph -0.1 center tc rgb colour('level-spread') font ',12' }
		set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead dt 2 lc rgb '#777777' front
		plot for [i = 1:words(policies)] in using (i):(of(row, pattern, word(policies, i))):(sd(0)) \
			with boxerrorbars lc rgb colour(word(policies, i)) notitle
	}
}
mark(policy) = 5
mark_size(policy) = 1.3
load here.'/legend.gp'
unset multiplot
