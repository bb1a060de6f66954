# contest-figure -- small against large jobs, every workload and policy a point.
#	draw DIR fig10|fig11|fig12|fig13; figures.sh sets figure, sum, most, numbers (the figure's table), drawn and out
# `most` is where the axes end; `drawn` holds those of the points that differ to the eye, `sum` is the row of
# `numbers` with the shares of all points.  A family of policies has one colour; fig10-by-policy tells them apart.
load here.'/style.gp'
most = most + 0
families = sum eq 'all' ? 'together apart' : 'one'
family(policy) = sum ne 'all' ? 1 : place(grouping, policy) ? 1 : 2
family_colour(i) = sum ne 'all' ? colour(sum) : word('#e6550d #2171b5', i)
family_symbol(i) = sum ne 'all' ? symbol(sum) : i == 1 ? 13 : 7
family_name(i) = sum ne 'all' ? policy_name(sum) : word('"grouping: Simple, Slurm, RDG" "spreading: RDR, RRR, RDN, RRN"', i)
do for [i = 1:words(families)] { set linetype i lc rgb family_colour(i) }
# The numbers of that row, in the order of `names`.
names = 'points tie_share beyond only_small only_large baseline_better_share other_better_share'
array number_of[words(names)]
note(k) = strcol('alloc') eq sum ? (number_of[k] = column(word(names, k)), 1) : 1
do for [k = 1:words(names)] { stats numbers using (note(k)) nooutput }
number(name) = number_of[place(names, name)]
percent(share) = number('points') > 0 ? sprintf('%.0f%%', 100 * number(share)) : ''
count(n) = n < 1000 ? sprintf('%d', n) : sprintf('%d,%03d', n / 1000, n % 1000)
about = number('points') > 0 ? 'A point: a workload under one policy; '.(figure % 2 ? 'large' : 'small').' jobs first. '.count(int(number('points'))).' points, '.percent('tie_share'). \
	' on a line, '.count(int(number('beyond'))).' beyond the axes' : 'no data'

# In pixels.
width = 700
height = 735
left = 85
top = 118
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

set label 10 '{/:Bold Fig. '.figure.': message times under '.(sum eq 'all' ? 'seven policies' : 'Jokanovic''s policy').', Level-Spread''s = 1}' \
	at screen 0.5, y(22) center font ',16'
set label 9 about at screen 0.5, y(46) center font ',13'
# A letter is about 7.2 pixels wide.
entry(i) = 7.2 * strlen(family_name(i)) + 36
across = 120 + (sum [i = 1:words(families)] entry(i))
first = (width - across) / 2 + 8
set label 11 symbol('level-spread') at screen x(first), y(80) center font ',20' tc rgb colour('level-spread')
set label 12 'Level-Spread' at screen x(first + 14), y(80) left
first = first + 126
do for [i = 1:words(families)] {
	set label 11 + 2 * i '' at screen x(first), y(80) point pt family_symbol(i) ps 1 lt i
	set label 12 + 2 * i family_name(i) at screen x(first + 12), y(80) left
	first = first + entry(i)
}

blue = '#3f6fd8'
set label 2 percent('only_small') at 0.06, 0.95 * most left font ',20' tc rgb blue front
set label 3 percent('baseline_better_share') at 0.98 * most, 0.95 * most right font ',20' tc rgb blue front
set label 4 percent('other_better_share') at 0.06, 0.1 * most left font ',20' tc rgb blue front
set label 5 percent('only_large') at 0.98 * most, 0.1 * most right font ',20' tc rgb blue front
set label 6 "small jobs faster,\nlarge ones slower" at 0.06, 0.9 * most left font ',13' tc rgb blue front
set label 7 "both slower than\nunder Level-Spread" at 0.98 * most, 0.9 * most right font ',13' tc rgb blue front
set label 8 'both faster' at 0.06, 0.04 * most left font ',13' tc rgb blue front
set label 90 'large jobs faster, small ones slower' at 0.98 * most, 0.04 * most right font ',13' tc rgb blue front
set lmargin at screen x(left)
set rmargin at screen x(left + panel)
set tmargin at screen y(top)
set bmargin at screen y(top + panel)
set xlabel 'small jobs: communication time, Level-Spread''s = 1'
set ylabel 'large jobs: communication time, Level-Spread''s = 1'
plot drawn using 'small':(column('large')):(family_symbol(family(strcol('alloc')))):(family(strcol('alloc'))) with points pt variable ps 0.4 lc variable
