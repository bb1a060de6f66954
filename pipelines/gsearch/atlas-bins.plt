# atlas-bins -- Fig. 6 and 8: average hops, and GSEARCH's swaps, by size of job.
#	draw DIR fig6|fig8, from atlas-bins.csv
width = 900; height = 460
load here.'/style.gp'
set xrange [0:9300]
set xtics 1000
set format x "%'.0f"
set xlabel 'nodes of the job, in steps of 200'
if (figure eq 'fig6') {
	set key bottom left
	set ylabel 'average hops between neighbours'
	set yrange [1:*]
	plot table using 'nodes_mean':'geom_hops' with linespoints lw 1.5 pt 7 ps 0.5 lc rgb geom title 'GEOM', \
		table using 'nodes_mean':'gsearch_hops' with linespoints lw 1.5 pt 5 ps 0.5 lc rgb gsearch title 'GSEARCH'
} else {
	set ylabel 'swaps'
	set yrange [0:*]
	set format y "%'.0f"
	plot 0.35 * x + 20 with lines lw 1.5 dt 2 lc rgb '#636363' title '0.35 n + 20', \
		table using 'nodes_mean':'swaps_mean':'swaps_mean':'swaps_max' with yerrorbars pt 7 ps 0.5 lc rgb gsearch title 'mean, and up to the most'
}
