# contest-figure -- small against large jobs, every workload and policy a point, a panel a variant.
#	contest-figure DIR 10|11|12|13, which sets figure, sum, most, numbers (the figure's table), drawn and out
# `most` is where the axes end; `drawn` holds those of the points that differ to the eye, `sum` is the row of
# `numbers` with the shares of all points.
load here.'/style.gp'
most = most + 0
others = sum eq 'all' ? baselines : sum
do for [i = 1:words(all_policies)] { set linetype i lc rgb colour(word(all_policies, i)) }
# The numbers of each variant, in the order of `names`.
names = 'points tie_share beyond only_small only_large baseline_better_share other_better_share'
array number_of[words(variants) * words(names)]
index_of(variant, name) = words(names) * (place(variants, variant) - 1) + place(names, name)
note(at) = (number_of[at] = column(word(names, k)), 1)
of_sum(x) = strcol('alloc') eq sum && place(variants, strcol('variant'))
do for [k = 1:words(names)] {
	stats numbers using (of_sum(0) ? note(index_of(strcol('variant'), word(names, k))) : 1) nooutput
}
number(variant, name) = number_of[index_of(variant, name)]
percent(variant, share) = number(variant, 'points') > 0 ? sprintf('%.0f%%', 100 * number(variant, share)) : ''
count(n) = n < 1000 ? sprintf('%d', n) : sprintf('%d,%03d', n / 1000, n % 1000)
about(variant) = number(variant, 'points') > 0 ? count(int(number(variant, 'points'))).' points, '.percent(variant, 'tie_share').' on a line, '. \
	count(int(number(variant, 'beyond'))).' beyond the axes' : 'no data'
shown = ''
do for [variant in variants] {
	there = 0
	stats numbers using (there = of_sum(0) && strcol('variant') eq variant ? 1 : there) nooutput
	if (there) { shown = shown.' '.variant }
}
across = words(shown) > 1 ? 2 : 1
down = words(shown) > 2 ? 2 : 1

# In pixels: a panel, and where the first one begins.
panel = 375
pitch_x = 490
pitch_y = 485
left = across > 1 ? 85 : 310
top = 140
height = top + pitch_y * down - 10
x(pixels) = pixels / 1000.0
y(pixels) = 1 - pixels / (1.0 * height)
set terminal svg size 1000,height dynamic font 'sans-serif,14'
set output out
set multiplot
set xrange [0:most]
set yrange [0:most]
set border 3
set tics nomirror out 1
set key off
set arrow 1 from 1, graph 0 to 1, graph 1 nohead dt 2 lw 1.5 lc rgb colour('level-spread') front
set arrow 2 from graph 0, first 1 to graph 1, first 1 nohead dt 2 lw 1.5 lc rgb colour('level-spread') front
set label 1 symbol('level-spread') at 1,1 center font ',26' tc rgb colour('level-spread') front

# The title and the legend stand above all panels, as labels of the first.
set label 10 '{/:Bold Fig. '.figure.': random workloads, '.(figure % 2 ? 'large' : 'small').' jobs allocated first'.(sum eq 'all' ? '' : ', Jokanovic''s policy').'}' at screen 0.5, y(22) center font ',16'
entry = words(others) > 1 ? 108 : 160
first = 500 - entry * (words(others) + 1) / 2
set label 11 symbol('level-spread') at screen x(first), y(56) center font ',20' tc rgb colour('level-spread')
set label 12 'Level-Spread' at screen x(first + 14), y(56) left
do for [i = 1:words(others)] {
	other = word(others, i)
	set label 11 + 2 * i '' at screen x(first + entry * i + 30), y(56) point pt symbol(other) ps 1 lt place(all_policies, other)
	set label 12 + 2 * i policy_name(other) at screen x(first + entry * i + 42), y(56) left
}

blue = '#3f6fd8'
do for [i = 1:words(shown)] {
	variant = word(shown, i)
	column = (i - 1) % across
	row = (i - 1) / across
	set lmargin at screen x(left + pitch_x * column)
	set rmargin at screen x(left + pitch_x * column + panel)
	set tmargin at screen y(top + pitch_y * row)
	set bmargin at screen y(top + pitch_y * row + panel)
	set xlabel (row == down - 1 ? 'small jobs'' communication time / Level-Spread''s' : '')
	set ylabel (column == 0 ? 'large jobs'' communication time / Level-Spread''s' : '')
	set title variant.' ('.variant_name(variant).")\n{/*0.85 ".about(variant).'}'
	set label 2 percent(variant, 'only_small') at 0.06, 0.93 * most left font ',20' tc rgb blue front
	set label 3 percent(variant, 'baseline_better_share') at 0.98 * most, 0.93 * most right font ',20' tc rgb blue front
	set label 4 percent(variant, 'other_better_share') at 0.06, 0.05 * most left font ',20' tc rgb blue front
	set label 5 percent(variant, 'only_large') at 0.98 * most, 0.05 * most right font ',20' tc rgb blue front
	plot drawn using (strcol('variant') eq variant ? column('small') : NaN):(column('large')): \
		(symbol(strcol('alloc'))):(place(all_policies, strcol('alloc'))) with points pt variable ps 0.4 lc variable
	do for [k = 10:12 + 2 * words(others)] { unset label k }
}
unset multiplot
