# s3d -- TA-04: S3D's exchange as it grows with the nodes.
#	draw DIR s3d, from s3d.csv
width = 640; height = 380
load here.'/../lib/style.gp'
runs(placement) = sprintf("< awk -F, 'NR == 1 { print; next } $1 == \"%s\" && $8 == \"mpi\" && $7 == 28' '%s/s3d.csv'", placement, dir)
set xrange [0:*]
set yrange [0:*]
set format x "%'.0f"
set xlabel 'nodes'
set ylabel 'time of an exchange (ms)'
set key outside above horizontal
plot runs('default') using 'nodes':(column('comm_time_s') * 1e3) with linespoints lw 2 pt 7 lc rgb '#d7301f' title 'default', \
	runs('scattered') using 'nodes':(column('comm_time_s') * 1e3) with linespoints lw 2 dt 2 pt 9 lc rgb '#fc9272' title 'nodes from anywhere', \
	runs('topaware') using 'nodes':(column('comm_time_s') * 1e3) with linespoints lw 2 pt 5 lc rgb '#2171b5' title 'Topaware'
