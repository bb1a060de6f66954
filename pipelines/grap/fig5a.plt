# fig5a -- Fig. 5a: by how much waits are shorter under GRAP, month by month.
#	draw DIR fig5a, from cuts.csv
width = 760; height = 400
load here.'/../lib/style.gp'
# Month 0 is January itself.
runs(system, speedups) = sprintf("< awk -F, '($1 == \"january\" || $1 == \"made\") && $3 == \"%s\" && $4 == \"%s\" && ($5 == 0.4 || $5 == \"\") && $6 == \"\" { print ($1 == \"made\" ? $2 : 0) \",\" 100 * $9 }' '%s/cuts.csv'", \
	system, speedups, dir)
months = system(sprintf("awk -F, '$1 == \"made\" && $2 > most { most = $2 } END { print most + 0 }' '%s/cuts.csv'", dir)) + 0
set style fill solid 1
set boxwidth 0.2
set xrange [-0.6:months + 0.6]
set xtics 1 scale 0
set xtics add ('January' 0)
set xlabel 'months made of the days of January 2019'
set ylabel 'cut of the mean wait (%)'
set xzeroaxis lw 1 lc rgb '#636363'
set key outside above horizontal maxrows 3
set object 1 rectangle from graph 0, first 9 to graph 1, first 52 behind fc rgb '#bdbdbd' fs transparent solid 0.3 noborder
set arrow 1 from graph 0, first 26 to graph 1, first 26 nohead lw 1.5 dt 4 lc rgb '#636363'
plot runs('grap', 'measured') using ($1 - 0.3):2 with boxes lc rgb '#2171b5' title 'GRAP, measured speedups', \
	runs('grap', 'printed') using ($1 - 0.1):2 with boxes lc rgb '#9ecae1' title "GRAP, the paper's speedups", \
	runs('grap', '') using ($1 + 0.1):2 with boxes lc rgb '#d7301f' title 'GRAP without speedups', \
	runs('slurm-tres', 'measured') using ($1 + 0.3):2 with boxes lc rgb '#41ab5d' title 'measured speedups without GRAP', \
	NaN with lines lw 1.5 dt 4 lc rgb '#636363' title "the paper's 9% to 52%, mean 26%"
