# contest-policies -- Fig. 10 and 11 policy by policy, so that none covers another: a panel each.
#	draw DIR fig10|fig11; figures.sh sets figure, most, numbers, drawn and out as for contest-figure.plt
load here.'/style.gp'
most = most + 0
set terminal svg size 1100,680 dynamic font 'sans-serif,13'
set output out
set multiplot layout 2,4 title '{/:Bold Fig. '.figure.', policy by policy: random workloads, '.(figure % 2 ? 'large' : 'small').' jobs allocated first}' font ',15' \
	margins screen 0.055,0.99,0.1,0.87 spacing screen 0.035,0.13
set border 3
set tics nomirror out 1
set xrange [0:most]
set yrange [0:most]
set size square
set key off
set arrow 1 from 1, graph 0 to 1, graph 1 nohead dt 2 lc rgb colour('level-spread') front
set arrow 2 from graph 0, first 1 to graph 1, first 1 nohead dt 2 lc rgb colour('level-spread') front
set label 1 symbol('level-spread') at 1,1 center font ',20' tc rgb colour('level-spread') front
mine(x) = strcol('alloc') eq policy
share(name) = (found = mine(0) ? column(name) : found, 1)
blue = '#3f6fd8'
corners = 'only_small baseline_better_share other_better_share only_large'
across = '0.05 0.97 0.05 0.97'
up = '0.94 0.94 0.05 0.05'
do for [i = 1:words(baselines)] {
	policy = word(baselines, i)
	do for [k = 1:words(corners)] {
		found = NaN
		stats [*:*] [*:*] numbers using (share(word(corners, k))) nooutput
		said = found == found ? sprintf('%.0f%%', 100 * found) : ''
		set label 1 + k said at graph real(word(across, k)), graph real(word(up, k)) font ',14' tc rgb blue front
		if (k % 2) { set label 1 + k left } else { set label 1 + k right }
	}
	set title '{/:Bold '.policy_name(policy).'}' offset 0,-0.6
	set xlabel (i > 3 ? 'small jobs: time / Level-Spread''s' : '') offset 0,0.4
	set ylabel (i % 4 == 1 ? 'large jobs: time / Level-Spread''s' : '') offset 1,0
	plot drawn using (mine(0) ? column('small') : NaN):'large' with points pt symbol(policy) ps 0.3 lc rgb colour(policy)
}
unset title; unset xlabel; unset ylabel; unset tics; unset border; unset arrow; unset label
set label 1 "{/:Bold Above and right of the star}\nthe policy is slower\nthan Level-Spread.\n\nIn blue: shares of all workloads.\nPoints beyond the axes\nare not drawn." at graph 0,0.75 left
plot NaN
unset multiplot
