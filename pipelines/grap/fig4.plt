# fig4 -- Fig. 4a, c and d: performance of exchanges against the fixed dragonfly among noise, as jobs grow.
#	draw DIR fig4a|fig4c|fig4d, from performance.csv; the paper's points from printed.csv
width = 640; height = 400
load lib.'/style.gp'
pattern = figure eq 'fig4a' ? 'alltoall' : figure eq 'fig4c' ? 'stencil' : 'neighboring'
load here.'/ways.gp'
most = 0
note_most(x) = (most = x > most ? x : most, 1)
stats table using (note_most(column('groups'))) nooutput
groups(one, network, noise) = of_way(one, pattern, network, noise) ? column('groups') : NaN
printed = here.'/printed.csv'
printed_groups(x) = strcol('pattern') ne pattern ? NaN : strcol('groups') eq 'all' ? most : column('groups')
first = figure eq 'fig4a' ? ', adaptive' : figure eq 'fig4c' ? '' : ', whole groups'
second = figure eq 'fig4a' ? ', balance' : ', three quarters of each'
other = figure eq 'fig4c' ? '' : "table using (groups(0, 'rdn', 'yes')):(100 * column('performance')) with linespoints lw 2 dt 2 pt 5 lc rgb '#41ab5d' title 'reconfigurable'.second.', noise',"
set logscale x 2
set xrange [1.8:most * 1.2]
set xtics (2, 4, 8, 16, 32, 64, 128, 256)
set xlabel 'groups of the job'
set ylabel 'faster than fixed with noise (%)'
set xzeroaxis lw 1 lc rgb '#636363'
set key outside below horizontal maxrows 3 height 1
plot table using (groups(1, 'rdn', 'yes')):(100 * column('performance')) with linespoints lw 2 pt 7 lc rgb '#2171b5' title 'reconfigurable'.first.', noise', \
	@other \
	table using (groups(1, 'rdn', 'no')):(100 * column('performance')) with linespoints lw 2 dt 3 pt 6 lc rgb '#6baed6' title 'reconfigurable'.first.', alone', \
	table using (groups(1, 'tdn', 'no')):(100 * column('performance')) with linespoints lw 2 dt 2 pt 9 lc rgb '#d7301f' title 'fixed'.first.', alone', \
	printed using (printed_groups(0)):(100 * column('speedup')) with linespoints lw 1.5 dt 4 pt 2 lc rgb '#636363' title 'the paper, noise'
