# bytes -- performance against the fixed dragonfly among noise, by the size of messages.
#	draw DIR bytes, from bytes-performance.csv
width = 640; height = 400
load lib.'/style.gp'
load here.'/ways.gp'
bytes(pattern, circuits) = of_way(1, pattern, 'rdn', 'yes') && strcol('circuits') eq circuits ? column('bytes') : NaN
set logscale x 2
set xrange [800:84000]
set xtics ('1 KiB' 1024, '4 KiB' 4096, '16 KiB' 16384, '64 KiB' 65536)
set xlabel 'size of a message'
set ylabel 'faster than fixed with noise (%)'
set xzeroaxis lw 1 lc rgb '#636363'
set key outside below horizontal maxrows 3 height 1
plot table using (bytes('alltoall', 'balanced')):(100 * column('performance')) with linespoints lw 2 pt 7 lc rgb '#2171b5' title 'all-to-all', \
	table using (bytes('stencil', 'matched')):(100 * column('performance')) with linespoints lw 2 pt 5 lc rgb '#d7301f' title 'stencil, matched', \
	table using (bytes('stencil', 'balanced')):(100 * column('performance')) with linespoints lw 2 dt 2 pt 4 lc rgb '#fc9272' title 'stencil, balanced', \
	table using (bytes('neighboring', 'matched')):(100 * column('performance')) with linespoints lw 2 pt 9 lc rgb '#238b45' title 'neighboring, matched', \
	table using (bytes('neighboring', 'balanced')):(100 * column('performance')) with linespoints lw 2 dt 2 pt 8 lc rgb '#74c476' title 'neighboring, balanced'
