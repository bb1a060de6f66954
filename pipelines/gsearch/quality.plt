# quality -- average hops over GEOM's against processor time, for the algorithms of map: a panel for each number of tasks.
#	draw DIR quality-snake|quality-random, from quality-means.csv
# linear and random take no time of their own; they are in the titles.  The line on end is the time of GSEARCH's plain double
# loop, where it was measured; the curve anneal with 32, 64, ... moves a task.
width = 1100; height = 960; load here.'/style.gp'
kind = figure[9:]
tasks_of(x) = sprintf('%.0f', column('tasks'))
note_size(n) = strcol('allocation') eq kind && !place(sizes, n) ? (sizes = sizes.' '.n, 1) : 1
sizes = ''
stats table using (note_size(tasks_of(0))) nooutput
names = 'geom geom-mj hilbert greedy metis scotch gsearch gsearch-rank gsearch-best local anneal'
array colour_of[11] = ['#d7301f', '#fc8d59', '#b8860b', '#8c6d31', '#7a5ab5', '#c51b7d', '#2171b5', '#2171b5', '#2171b5', '#00a0a0', '#1a9641']
array symbol_of[11] = [7, 7, 11, 9, 5, 5, 7, 8, 4, 12, 3]
array size_of[11] = [1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.3, 1.2, 1.3, 1.1]
of_panel(tasks) = strcol('allocation') eq kind && strcol('tasks') eq tasks
mine(m, tasks) = of_panel(tasks) && strcol('method') eq m
budget(tasks) = of_panel(tasks) && strcol('method')[1:14] eq 'anneal --moves' ? column('cpu_s') : NaN
set datafile missing NaN	# rows of others do not cut a line
# What the title and the line on end say: a method's hops over GEOM's, or -; the plain loop's time, or 0.
note(tasks) = (linear = mine('linear', tasks) ? factor(0) : linear, random = mine('random', tasks) ? factor(0) : random, \
	loop = mine('plain loop', tasks) ? column('cpu_s') : loop, 1)
factor(x) = strlen(strcol('hops_over_geom')) ? sprintf('%.1f', column('hops_over_geom')) : '-'

set logscale xy
set xrange [2e-5:20]
set yrange [0.72:2.3]
set format x '10^{%L}'
set ytics (0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.1, 1.2, 1.4, 1.6, 1.8, 2)
set multiplot title '{/:Bold '.title.'}' font ',15'
do for [k = 1:words(sizes)] {
	tasks = word(sizes, k)
	left = (k - 1) % 2; low = (k - 1) / 2
	set lmargin at screen 0.085 + 0.48 * left; set rmargin at screen 0.515 + 0.47 * left
	set tmargin at screen 0.925 - 0.445 * low; set bmargin at screen 0.6 - 0.445 * low
	linear = random = '-'
	loop = 0
	stats [*:*] [*:*] table using (note(tasks)) nooutput
	set title sprintf("%s tasks (linear %s, random %s)", tasks, linear, random) offset 0,-0.5
	set xlabel 'processor seconds' offset 0,0.4
	set ylabel (left ? '' : "average hops over GEOM's") offset 1,0
	unset arrow
	unset label
	if (loop > 0) {
		set arrow from first loop, graph 0 to first loop, graph 1 nohead dt 2 lw 1.2 lc rgb '#636363'
		set label 'plain loop' at first loop, graph 0.97 right rotate by 90 offset -0.8,0 tc rgb '#636363'
	}
	plot for [i = 1:words(names)] table using (mine(word(names, i), tasks) ? column('cpu_s') : NaN):'hops_over_geom' \
			with points pt symbol_of[i] ps size_of[i] lw 1.5 lc rgb colour_of[i], \
		table using (budget(tasks)):'hops_over_geom' with linespoints pt 7 ps 0.4 lw 1.4 lc rgb colour_of[11]
}
# The key, below.
unset arrow; unset label; unset title; unset xlabel; unset ylabel; unset tics; unset border; unset grid; unset logscale
set lmargin at screen 0.05; set rmargin at screen 0.98; set tmargin at screen 0.075; set bmargin at screen 0.005
set xrange [0:1]; set yrange [0:1]
set key inside center center maxrows 3 samplen 2 width -7
plot for [i = 1:words(names)] NaN with points pt symbol_of[i] ps size_of[i] lw 1.5 lc rgb colour_of[i] title (word(names, i) eq 'anneal' ? 'anneal, default' : word(names, i)), \
	NaN with linespoints pt 7 ps 0.4 lw 1.4 lc rgb colour_of[11] title 'anneal by budget'
unset multiplot
