# fig10 -- small against large jobs, every workload and baseline a point, a panel a variant.
#	gnuplot -e "points='fig10.csv'; drawn='fig10-drawn.csv'; shares='fig10-shares.csv'; out='fig10.svg'" fig10.plt
# `drawn` holds those of the points that differ to the eye.
# Grouping policies are warm diamonds, spreading ones cool circles, Level-Spread the green star.
set terminal svg size 1080,1060 font 'sans-serif,13' background 'white'
set output out
set datafile separator ','
most = 4
set xrange [0:most]
set yrange [0:most]
set border 3
set tics nomirror out
set xlabel 'small jobs: communication time / Level-Spread''s'
set ylabel 'large jobs: communication time / Level-Spread''s'
set key top right samplen 0.5 spacing 1.0
set arrow 1 from 1, graph 0 to 1, graph 1 nohead dt 2 lw 1.5 lc rgb '#1a9641' front
set arrow 2 from graph 0, first 1 to graph 1, first 1 nohead dt 2 lw 1.5 lc rgb '#1a9641' front
set label 1 '★' at 1,1 center font ',30' tc rgb '#1a9641' front

policies = 'simple slurm rdg rdr rrr rdn rrn'
names    = 'Simple Slurm RDG RDR RRR RDN RRN'
colours  = '#d7301f #fc8d59 #f1b500 #08306b #2171b5 #41b6c4 #7a5ab5'
symbol(i) = i <= 3 ? 13 : 7
variants = 'adaptive-burst minimal-burst adaptive-mpi minimal-mpi'
column_of(class, variant, policy) = strcol('variant') eq variant && strcol('alloc') eq policy ? column(class) : NaN
percent(share, variant) = strcol('variant') eq variant && strcol('alloc') eq 'all' ? sprintf('%.0f%%', 100 * column(share)) : ''
# How many of the points lie beyond the axes, and on one of the green lines.
beyond(variant) = system(sprintf("awk -F, '$1 == \"%s\" && ($4 > %g || $5 > %g) { n++ } END { print n + 0 }' '%s'", variant, most, most, points))
ties(variant) = system(sprintf("awk -F, '$1 == \"%s\" && ($4 == 1 || $5 == 1) { n++ } END { print n + 0 }' '%s'", variant, points))
low = 0.35
high = most * 0.62
set multiplot layout 2,2 title 'Fig. 10: random workloads, seven baselines, values relative to Level-Spread' font ',16'
do for [variant in variants] {
	set title variant."\n{/*0.8 ".ties(variant).' points on a line, '.beyond(variant).' beyond the axes}'
	plot for [i = 1:words(policies)] drawn \
		using (column_of('small', variant, word(policies, i))):(column('large')) \
		with points pt symbol(i) ps 0.4 lc rgb word(colours, i) title word(names, i), \
	shares using (low):(high):(percent('only_small', variant)) with labels font ',20' tc rgb 'blue' notitle, \
	shares using (high):(high):(percent('reference_better', variant)) with labels font ',20' tc rgb 'blue' notitle, \
	shares using (low):(low):(percent('other_better', variant)) with labels font ',20' tc rgb 'blue' notitle, \
	shares using (high):(low):(percent('only_large', variant)) with labels font ',20' tc rgb 'blue' notitle
}
unset multiplot
