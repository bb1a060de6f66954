# bytes -- performance against the fixed dragonfly among noise, by the size of messages.
#	draw DIR bytes, from bytes-performance.csv
width = 640; height = 400
load here.'/../lib/style.gp'
runs(pattern, circuits) = sprintf("< awk -v pattern=%s -v one=1 -v network=rdn -v noise=yes -v circuits=%s -f '%s/runs.awk' '%s/bytes-performance.csv'", pattern, circuits, here, dir)
set logscale x 2
set xrange [800:84000]
set xtics ('1 KiB' 1024, '4 KiB' 4096, '16 KiB' 16384, '64 KiB' 65536)
set xlabel 'size of a message'
set ylabel 'faster than fixed with noise (%)'
set xzeroaxis lw 1 lc rgb '#636363'
set key outside above horizontal maxrows 3
plot runs('alltoall', 'balanced') using 'bytes':(100 * column('performance')) with linespoints lw 2 pt 7 lc rgb '#2171b5' title 'all-to-all', \
	runs('stencil', 'matched') using 'bytes':(100 * column('performance')) with linespoints lw 2 pt 5 lc rgb '#d7301f' title 'stencil, matched', \
	runs('stencil', 'balanced') using 'bytes':(100 * column('performance')) with linespoints lw 2 dt 2 pt 4 lc rgb '#fc9272' title 'stencil, balanced', \
	runs('neighboring', 'matched') using 'bytes':(100 * column('performance')) with linespoints lw 2 pt 9 lc rgb '#238b45' title 'neighboring, matched', \
	runs('neighboring', 'balanced') using 'bytes':(100 * column('performance')) with linespoints lw 2 dt 2 pt 8 lc rgb '#74c476' title 'neighboring, balanced'
