# contest-figure -- small against large jobs, every workload and policy a point.
#	contest-figure DIR 10|11|12|13, which sets figure, sum, most, numbers (the figure's table), drawn and out
# `most` is where the axes end; `drawn` holds those of the points that differ to the eye, `sum` is the row of
# `numbers` with the shares of all points.
load here.'/style.gp'
most = most + 0
others = sum eq 'all' ? baselines : sum
do for [i = 1:words(all_policies)] { set linetype i lc rgb colour(word(all_policies, i)) }
# The numbers of that row, in the order of `names`.
names = 'points tie_share beyond only_small only_large baseline_better_share other_better_share'
array number_of[words(names)]
note(k) = strcol('alloc') eq sum ? (number_of[k] = column(word(names, k)), 1) : 1
do for [k = 1:words(names)] { stats numbers using (note(k)) nooutput }
number(name) = number_of[place(names, name)]
percent(share) = number('points') > 0 ? sprintf('%.0f%%', 100 * number(share)) : ''
count(n) = n < 1000 ? sprintf('%d', n) : sprintf('%d,%03d', n / 1000, n % 1000)
about = number('points') > 0 ? count(int(number('points'))).' points, '.percent('tie_share').' on a line, '. \
	count(int(number('beyond'))).' beyond the axes' : 'no data'

# In pixels.
width = 700
height = 725
left = 85
top = 110
panel = 525
x(pixels) = pixels / (1.0 * width)
y(pixels) = 1 - pixels / (1.0 * height)
set terminal svg size width,height dynamic font 'sans-serif,14'
set output out
set xrange [0:most]
set yrange [0:most]
set border 3
set tics nomirror out 1
set key off
set arrow 1 from 1, graph 0 to 1, graph 1 nohead dt 2 lw 1.5 lc rgb colour('level-spread') front
set arrow 2 from graph 0, first 1 to graph 1, first 1 nohead dt 2 lw 1.5 lc rgb colour('level-spread') front
set label 1 symbol('level-spread') at 1,1 center font ',26' tc rgb colour('level-spread') front

set label 10 '{/:Bold Fig. '.figure.': random workloads, '.(figure % 2 ? 'large' : 'small').' jobs allocated first'.(sum eq 'all' ? '' : ', Jokanovic''s policy').'}' at screen 0.5, y(22) center font ',16'
set label 9 about at screen 0.5, y(46) center
entry = words(others) > 1 ? 76 : 160
first = width / 2 - entry * (words(others) + 1) / 2 - (words(others) > 1 ? 20 : 35)
set label 11 symbol('level-spread') at screen x(first), y(76) center font ',20' tc rgb colour('level-spread')
set label 12 'Level-Spread' at screen x(first + 14), y(76) left
do for [i = 1:words(others)] {
	other = word(others, i)
	set label 11 + 2 * i '' at screen x(first + entry * i + 56), y(76) point pt symbol(other) ps 1 lt place(all_policies, other)
	set label 12 + 2 * i policy_name(other) at screen x(first + entry * i + 68), y(76) left
}

blue = '#3f6fd8'
set label 2 percent('only_small') at 0.06, 0.93 * most left font ',20' tc rgb blue front
set label 3 percent('baseline_better_share') at 0.98 * most, 0.93 * most right font ',20' tc rgb blue front
set label 4 percent('other_better_share') at 0.06, 0.05 * most left font ',20' tc rgb blue front
set label 5 percent('only_large') at 0.98 * most, 0.05 * most right font ',20' tc rgb blue front
set lmargin at screen x(left)
set rmargin at screen x(left + panel)
set tmargin at screen y(top)
set bmargin at screen y(top + panel)
set xlabel 'small jobs'' communication time / Level-Spread''s'
set ylabel 'large jobs'' communication time / Level-Spread''s'
plot drawn using 'small':(column('large')):(symbol(strcol('alloc'))):(place(all_policies, strcol('alloc'))) with points pt variable ps 0.4 lc variable
