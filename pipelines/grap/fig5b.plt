# fig5b -- Fig. 5b: the share of nodes in use, each minute, month by month: quartiles, and the most and least of all.
#	draw DIR fig5b, from schedule.csv
width = 760; height = 400
load here.'/../lib/style.gp'
runs(system, speedups, shift) = sprintf("< awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at[\"system\"] == \"%s\" && $at[\"speedups\"] == \"%s\" && ($at[\"mpi_share\"] == 0.4 || $at[\"mpi_share\"] == \"\") " \
	."&& $at[\"reconfigure\"] == \"\" && $at[\"workload\"] ~ /^(january|made)$/ { printf \"%%g,%%g,%%g,%%g,%%g,%%g,%%g\\n\", ($at[\"workload\"] == \"made\" ? $at[\"case\"] : 0) + %g, 100 * $at[\"util_q1\"], 100 * $at[\"util_min\"], " \
	."100 * $at[\"util_max\"], 100 * $at[\"util_q3\"], 100 * $at[\"util_median\"], 100 * $at[\"utilization\"] }' '%s/schedule.csv'", system, speedups, shift, dir)
months = system(sprintf("awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at[\"workload\"] == \"made\" && $1 > most { most = $1 } END { print most + 0 }' '%s/schedule.csv'", dir)) + 0
set style fill solid 1
set boxwidth 0.26
set xrange [-0.6:months + 0.6]
set xtics 1 scale 0
set xtics add ('January' 0)
set yrange [0:105]
set xlabel 'months made of the days of January 2019'
set ylabel 'nodes in use (%)'
set key outside above horizontal maxrows 2
plot runs('slurm-tres', '', -0.29) using 1:2:3:4:5 with candlesticks whiskerbars 0.5 lc rgb '#fc9272' title 'fixed dragonfly, cons\_tres', \
	runs('slurm-tres', '', -0.29) using 1:6:6:6:6 with candlesticks lw 2 lc rgb '#d7301f' notitle, \
	runs('grap', 'measured', 0) using 1:2:3:4:5 with candlesticks whiskerbars 0.5 lc rgb '#9ecae1' title 'GRAP', \
	runs('grap', 'measured', 0) using 1:6:6:6:6 with candlesticks lw 2 lc rgb '#2171b5' notitle, \
	runs('grap', '', 0.29) using 1:2:3:4:5 with candlesticks whiskerbars 0.5 lc rgb '#a1d99b' title 'GRAP without speedups', \
	runs('grap', '', 0.29) using 1:6:6:6:6 with candlesticks lw 2 lc rgb '#41ab5d' notitle, \
	runs('slurm-tres', '', -0.29) using 1:7 with points pt 7 ps 0.5 lc rgb '#000000' title 'mean', \
	runs('grap', 'measured', 0) using 1:7 with points pt 7 ps 0.5 lc rgb '#000000' notitle, \
	runs('grap', '', 0.29) using 1:7 with points pt 7 ps 0.5 lc rgb '#000000' notitle
