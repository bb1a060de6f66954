# single -- shares of points where one side is strictly better, pattern by pattern.
#	draw DIR single, which sets in (the table) and out
# The black lines are what the paper prints.
load here.'/style.gp'
note(share) = (most = share > most ? share : most, 1)
most = 0.1
stats in using (note(column('other_better_share')) * note(column('baseline_better_share'))) nooutput
most = 100 * most

# In pixels: a panel, and where the first one begins.
panel_x = 620
panel_y = 230
left = 200
top = 100
height = top + panel_y + 50
x(pixels) = pixels / 1000.0
y(pixels) = 1 - pixels / (1.0 * height)
set terminal svg size 1000,height dynamic font 'sans-serif,14'
set output out
set xrange [0.4:6.6]
set yrange [0:1.15 * most]
set xtics scale 0 nomirror font ',12' ()
do for [i = 1:words(patterns)] { set xtics add (pattern_name(word(patterns, i)) i) }
set ytics nomirror out format '%g%%'
set grid ytics lc rgb '#999999' lw 0.5 dt 3
set border 3
set style fill solid 1 noborder
set boxwidth 0.36
set errorbars 0
set key off
brown = '#b35806'
green = colour('level-spread')

set label 10 '{/:Bold Random workloads of one pattern: share of points where a side is strictly better}' at screen 0.5, y(22) center font ',16'
set label 11 '■' at screen x(185), y(56) center font ',20' tc rgb brown
set label 12 'a baseline better' at screen x(200), y(56) left
set label 13 '■' at screen x(375), y(56) center font ',20' tc rgb green
set label 14 'Level-Spread better' at screen x(390), y(56) left
set label 15 '▬' at screen x(595), y(56) center font ',20'
set label 16 'a baseline better, as printed in the paper' at screen x(615), y(56) left

# at(SIDE): where the row's bar stands, beside its pattern
at(side) = place(patterns, strcol('pattern')) + 0.19 * side
percent(share) = sprintf('%.0f%%', 100 * column(share))
# FFT3d has no printed share.
printed(n) = valid(n) ? column(n) : 0
set lmargin at screen x(left)
set rmargin at screen x(left + panel_x)
set tmargin at screen y(top)
set bmargin at screen y(top + panel_y)
plot in using (at(-1)):(100 * column('other_better_share')) with boxes lc rgb brown, \
	'' using (at(1)):(100 * column('baseline_better_share')) with boxes lc rgb green, \
	'' using (at(-1)):(100 * column('printed')):(0.19) with xerrorbars pt 0 lw 3 lc rgb 'black', \
	'' using (at(-1)):(100 * (printed(7) > column('other_better_share') ? printed(7) : column('other_better_share'))):(percent('other_better_share')) with labels offset 0,0.6, \
	'' using (at(1)):(100 * column('baseline_better_share')):(percent('baseline_better_share')) with labels offset 0,0.6
