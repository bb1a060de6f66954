# fig9 -- jobs of each size, small and large ones in two colours.
#	draw DIR fig9, which sets in (the table) and out
# The count's axis is logarithmic: a small size may be a hundred times as frequent as a large one.
load lib.'/table.gp'
set terminal svg size 1000,420 dynamic font 'sans-serif,14'
set output out
count(n) = n < 1000 ? sprintf('%d', n) : sprintf('%d,%03d', n / 1000, n % 1000)
note(n) = (small = small + (strcol('class') eq 'small' ? n : 0), large = large + (strcol('class') eq 'large' ? n : 0), 1)
small = large = 0
stats in using (note(column('jobs'))) nooutput
set title '{/:Bold Fig. 9: job sizes in the random workloads}' font ',16' offset 0,0.3
set xlabel 'nodes of a job'
set ylabel 'jobs (logarithmic)'
set xrange [0:138]
set xtics 0,8 nomirror out
set ytics nomirror out
set logscale y
set yrange [0.7:*]
set format y '%.0f'
set grid ytics lc rgb '#999999' lw 0.5 dt 3
set border 3
set boxwidth 0.8
set style fill solid 1 noborder
set key top right samplen 1.5
plot in using (strcol('class') eq 'small' ? column('nodes') : NaN):(column('jobs')) with boxes lc rgb '#e08214' \
		title count(int(small)).' small jobs, each fits a group', \
	'' using (strcol('class') eq 'large' ? column('nodes') : NaN):(column('jobs')) with boxes lc rgb '#5e72b8' \
		title count(int(large)).' large jobs'
