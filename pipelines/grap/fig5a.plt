# fig5a -- Fig. 5a: by how much waits are shorter under GRAP, month by month.
#	draw DIR fig5a, from cuts.csv
width = 760; height = 400
load lib.'/style.gp'
number = 'month'; load here.'/months.gp'
cut(x) = 100 * column('cut')
set boxwidth 0.2
set ylabel 'cut of the mean wait (%)'
set xzeroaxis lw 1 lc rgb '#636363'
set key outside below horizontal maxrows 3 height 1
set object 1 rectangle from graph 0, first 9 to graph 1, first 52 behind fc rgb '#bdbdbd' fs transparent solid 0.3 noborder
set arrow 1 from graph 0, first 26 to graph 1, first 26 nohead lw 1.5 dt 4 lc rgb '#636363'
plot table using (month('grap', 'measured') - 0.3):(cut(0)) with boxes lc rgb '#2171b5' title 'GRAP, measured speedups', \
	table using (month('grap', 'printed') - 0.1):(cut(0)) with boxes lc rgb '#9ecae1' title "GRAP, the paper's speedups", \
	table using (month('grap', '') + 0.1):(cut(0)) with boxes lc rgb '#d7301f' title 'GRAP without speedups', \
	table using (month('slurm-tres', 'measured') + 0.3):(cut(0)) with boxes lc rgb '#41ab5d' title 'measured speedups without GRAP', \
	NaN with lines lw 1.5 dt 4 lc rgb '#636363' title "the paper's 9% to 52%, mean 26%"
