# cielo -- Fig. 4, 5 and 7: run times, their range, and swaps, by job size.
#	draw DIR fig4|fig5|fig7, from the table of that name
width = figure eq 'fig7' ? 620 : 1100; height = 460; load here.'/style.gp'
algorithms = 'geom gsearch linear local anneal'
array name_of[5] = ['GEOM', 'GSEARCH', 'linear', 'local', 'anneal']
array colour_of[5] = [geom, gsearch, '#636363', '#1a9641', '#7a5ab5']
array symbol_of[5] = [7, 5, 2, 9, 13]
stats table using 1 nooutput
heads = ''
note_head(name) = (heads = heads.','.name, 1)
do for [k = 1:STATS_columns] { stats table using (note_head(columnhead(k))) every ::0::0 nooutput }
has(a) = strstrt(heads, ','.word(algorithms, a).'_') > 0
stats table using 'nodes' nooutput
set xrange [STATS_min / 1.05:STATS_max * 1.05]
set logscale x 2
set xtics ('4' 4, '8' 8, '16' 16, '32' 32, '64' 64, '128' 128, '256' 256, '512' 512, '1K' 1024, '2K' 2048, '4K' 4096)
set xlabel 'nodes of the job'

if (figure eq 'fig7') {
	set logscale y
	set yrange [0.7:*]
	set ylabel 'swaps'
	plot table using 'nodes':(column('swaps_mean') > 0 ? column('swaps_mean') : NaN) with linespoints lw 1.6 pt 5 lc rgb gsearch title 'mean', \
		table using 'nodes':(column('swaps_max') > 0 ? column('swaps_max') : NaN) with linespoints lw 1.6 pt 9 dt 2 lc rgb gsearch title 'most of all sets', \
		[4:4096] 0.35 * x with lines dt 3 lc rgb '#777777' title '0.35 n'
} else {
	value = figure eq 'fig4' ? 'time_s' : 'range_s'
	set multiplot layout 1,2 title '{/:Bold '.title.'}' font ',15'
	unset title
	set ylabel figure eq 'fig4' ? 'mean time of an iteration (µs)' : 'longest less shortest time of an iteration (µs)'
	if (figure eq 'fig5') { set yrange [0:*] }
	do for [panel = 1:2] {
		plot for [a = 1:panel == 1 ? 2 : 5] (has(a) ? table : '/dev/null') using 'nodes':(column(word(algorithms, a).'_'.value) * 1e6) \
			with linespoints lw 1.6 pt symbol_of[a] ps 0.8 lc rgb colour_of[a] title has(a) ? name_of[a] : ''
	}
	unset multiplot
}
