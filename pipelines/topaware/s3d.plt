# s3d -- TA-04: S3D's exchange as it grows with the nodes.
#	draw DIR s3d, from s3d.csv
width = 640; height = 380
load lib.'/style.gp'
nodes(placement) = strcol('placement') eq placement && strcol('schedule') eq 'mpi' && column('site_bytes') == 28 ? column('nodes') : NaN
set datafile missing NaN	# rows of others do not cut a line
set xrange [0:*]
set yrange [0:*]
set format x "%'.0f"
set xlabel 'nodes'
set ylabel 'time of an exchange (ms)'
set key outside above horizontal
plot table using (nodes('default')):(column('comm_time_s') * 1e3) with linespoints lw 2 pt 7 lc rgb '#d7301f' title 'default', \
	table using (nodes('scattered')):(column('comm_time_s') * 1e3) with linespoints lw 2 dt 2 pt 9 lc rgb '#fc9272' title 'nodes from anywhere', \
	table using (nodes('topaware')):(column('comm_time_s') * 1e3) with linespoints lw 2 pt 5 lc rgb '#2171b5' title 'Topaware'
