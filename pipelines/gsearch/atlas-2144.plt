# atlas-2144 -- Fig. 10: average hops as swaps go on, for the jobs of 2,144 nodes: extremes in colour, the others grey.
#	draw DIR fig10, from atlas-2144.csv
width = 900; height = 480
load here.'/style.gp'
trace = dir.'/atlas-2144.csv'
jobs_that_are(condition) = system(sprintf("awk -F, 'NR > 1 && %s && !seen[$1]++ { print $1 }' '%s'", condition, trace))
others = jobs_that_are('$4 == ""')
extremes = jobs_that_are('$4 != ""')
what(job) = system(sprintf("awk -F, '$1 == %s { print $4; exit }' '%s'", job, trace))
colours = '#d7301f #2171b5 #1a9641 #7a5ab5 #f1b500 #8c510a #01665e'
hops(job) = strcol('job') eq job ? column('links_mean') : NaN
set key top right Right noreverse
set xlabel 'swaps'
set ylabel 'average hops between neighbours'
set xrange [0:*]
plot for [job in others] trace using 'swaps':(hops(job)) with lines lw 1.5 lc rgb '#bbbbbb', \
	for [k = 1:words(extremes)] trace using 'swaps':(hops(word(extremes, k))) with linespoints lw 1.5 pt 7 ps 0.4 lc rgb word(colours, k) \
		title sprintf('job %s: %s', word(extremes, k), what(word(extremes, k))), \
	NaN with lines lw 1.5 lc rgb '#bbbbbb' title sprintf('the other %d', words(others))
