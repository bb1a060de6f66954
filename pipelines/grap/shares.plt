# shares -- by how much January's mean wait is shorter, by the share of time in MPI.
#	draw DIR shares, from cuts.csv
width = 560; height = 360
load here.'/../lib/style.gp'
runs(speedups) = sprintf("< awk -F, '$1 == \"january\" && $3 == \"grap\" && $6 == \"\" && ($4 == \"%s\" || $4 == \"\") { print $5 + 0 \",\" 100 * $9 }' '%s/cuts.csv' | sort -n", speedups, dir)
set xrange [0:0.65]
set xlabel 'share of time in MPI'
set ylabel 'cut of the mean wait in January (%)'
set xzeroaxis lw 1 lc rgb '#636363'
set key top left
plot runs('measured') using 1:2 with linespoints lw 2 pt 7 lc rgb '#2171b5' title 'measured speedups', \
	runs('printed') using 1:2 with linespoints lw 2 dt 2 pt 5 lc rgb '#d7301f' title "the paper's speedups"
