# legend -- after the panels: the texts of the whole figure, and one legend under it.
#	load 'legend.gp'
# Set before: title; shows: what of the repeats; up and across: what the axes of all panels are;
# mark(policy) and mark_size(policy): how the legend shows it.
unset label
unset arrow
unset border
unset tics
unset grid
unset key
set lmargin at screen 0
set rmargin at screen 1
set bmargin at screen 0
set tmargin at screen from_bottom(40)
set xrange [0:width]
set yrange [0:40]
set label 1 '{/:Bold '.title.'}' at screen 0.5, screen from_top(22) center font ',16'
set label 2 shows.' of '.repeats.missing_text at screen 0.5, screen from_top(44) center
set label 3 up at screen 14.0 / width, screen (panel_top(1) + panel_bottom(words(rows))) / 2 center rotate by 90
set label 4 across at screen (panel_left(1) + panel_right(columns)) / 2, screen from_bottom(50) center
# A letter is about 8 pixels wide.
room(i) = 38 + 8 * strlen(policy_name(word(policies, i)))
place_of(i) = (width - (sum [j = 1:words(policies)] room(j))) / 2 + (i > 1 ? sum [j = 1:i - 1] room(j) : 0) + 8
do for [i = 1:words(policies)] { set label 10 + i policy_name(word(policies, i)) at place_of(i) + 13, 18 }
plot for [i = 1:words(policies)] '+' using (place_of(i)):(18) every ::0::0 \
	with points pt mark(word(policies, i)) ps mark_size(word(policies, i)) lc rgb colour(word(policies, i))
