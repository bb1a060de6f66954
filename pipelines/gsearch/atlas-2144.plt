# atlas-2144 -- Fig. 10: average hops as swaps go on, for the jobs of 2,144 nodes: extremes in colour, the others grey.
#	draw DIR fig10, from atlas-2144.csv
width = 900; height = 480
load here.'/style.gp'
# Jobs are known by their numbers; each extreme says what it is the extreme of.
stats table using (1) nooutput
array title_of[STATS_records]
others = ''
extremes = ''
note_other(job) = place(others, job) ? 1 : (others = others.' '.job, 1)
note_extreme(job, what) = place(extremes, job) ? 1 : (extremes = extremes.' '.job, title_of[words(extremes)] = sprintf('job %s: %s', job, what), 1)
number(x) = sprintf('%.0f', column('job'))
stats table using (strlen(strcol('extreme')) ? note_extreme(number(0), strcol('extreme')) : note_other(number(0))) nooutput
colours = '#d7301f #2171b5 #1a9641 #7a5ab5 #f1b500 #8c510a #01665e'
colour(k) = word(colours, (k - 1) % words(colours) + 1)
hops(job) = strcol('job') eq job ? column('links_mean') : NaN
set key top right Right noreverse
set xlabel 'swaps'
set ylabel 'average hops between neighbours'
set xrange [0:*]
plot for [job in others] table using 'swaps':(hops(job)) with lines lw 1.5 lc rgb '#bbbbbb', \
	for [k = 1:words(extremes)] table using 'swaps':(hops(word(extremes, k))) with linespoints lw 1.5 pt 7 ps 0.4 lc rgb colour(k) \
		title title_of[k], \
	NaN with lines lw 1.5 lc rgb '#bbbbbb' title sprintf('the other %d', words(others))
