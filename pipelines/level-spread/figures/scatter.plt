# scatter -- small jobs' time across, large jobs' up, both over Simple's: Fig. 7 and Fig. 8.
#	draw DIR fig7a|fig7b|fig8; figures.sh sets what fig4.plt has, and left, right, bottom, top
# and texts.  A point beyond the axes becomes a number and an arrow at the border.
load here.'/style.gp'
row_gap = 16
margin_bottom = 100
load here.'/panels.gp'
set terminal svg size width,height dynamic font 'sans-serif,13'
set output out
set border 3
set tics nomirror out scale 0.5
set grid lc rgb '#cccccc' lw 0.6

# One range for all panels; see range.awk.
left = left + 0
right = right + 0
bottom = bottom + 0
top = top + 0
set xrange [left:right]
set yrange [bottom:top]
step(length) = length > 2.5 ? 1 : length > 1.2 ? 0.5 : 0.2
set xtics step(right - left)
set ytics step(top - bottom)

# Simple and Slurm are often in one place, and so are the others: what is drawn later is smaller.
drawn = 'rdr rrr rdn rrn simple slurm rdg level-spread'
shrink(policy) = word('1 0.9 0.8 0.7 1.25 0.95 0.65 1', place(drawn, policy))
# What lies beyond the axes are `texts`, seven words a point; see beyond.awk.
# Points of other panels are put beyond the left axis; NaN for the star makes gnuplot 5.4 fall over.
small(row, pattern, policy) = in_panel(row, pattern) && strcol('alloc') eq policy && column('large') <= top ? column('small') : -9
beyond(i, k) = word(texts, 7 * (i - 1) + k)
note(x) = (there = there + in_panel(row, pattern), 1)

set multiplot
do for [r = 1:words(rows)] {
	row = word(rows, r)
	do for [k = 1:words(patterns)] {
		pattern = word(patterns, k)
		unset label
		set lmargin at screen panel_left(k)
		set rmargin at screen panel_right(k)
		set tmargin at screen panel_top(r)
		set bmargin at screen panel_bottom(r)
		set format x (r == words(rows) ? '%g' : '')
		set format y (k == 1 ? '%g' : '')
		if (r == 1) { set label 1 '{/:Bold '.pattern_name(pattern).'}' at graph 0.5, graph 1.1 center }
		if (k == 1) { set label 2 '{/:Bold '.row_name(row).'}' at screen 38.0 / width, graph 0.5 center rotate by 90 }
		there = 0
		stats [*:*] [*:*] in using (note(0)) nooutput
		if (!there) { set label 3 'no data' at graph 0.5, graph 0.5 center tc rgb '#777777' }
		set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead dt 2 lc rgb '#777777'
		set arrow 2 from first 1, graph 0 to first 1, graph 1 nohead dt 2 lc rgb '#777777'
		do for [i = 1:words(texts) / 7] {
			if (beyond(i, 1) eq row && beyond(i, 2) eq pattern) {
				set label 10 + i beyond(i, 7) at real(beyond(i, 5)), real(beyond(i, 6)) front font ',12' tc rgb colour(beyond(i, 3))
				if (beyond(i, 4) eq 'right') { set label 10 + i right } else { set label 10 + i left }
			}
		}
		plot for [policy in drawn] in using (small(row, pattern, policy)):(column('large')) \
			with points pt symbol(policy) ps size(policy) * shrink(policy) lc rgb colour(policy) notitle
	}
}
shows = 'communication time, mean'
up = 'large jobs: time / Simple''s'
across = 'small jobs: time / Simple''s'
mark(policy) = symbol(policy)
mark_size(policy) = size(policy)
load here.'/legend.gp'
unset multiplot
