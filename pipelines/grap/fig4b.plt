# fig4b -- Fig. 4b: how many routers packets of neighbours pass.
#	draw DIR fig4b, from hops.csv
width = 640; height = 380
load lib.'/style.gp'
array routing_of[5] = ['par', 'par', 'tago-shortest', 'tago-shortest', 'tago-shortest']
array noise_of[5] = ['no', 'yes', 'no', 'yes', 'yes']
array tasks_of[5] = ['ordered', 'ordered', 'ordered', 'ordered', 'shuffled']
# Packets of a run by routers, in percent of all
array packets[5]
of_run(k) = strcol('routing') eq routing_of[k] && strcol('noise') eq noise_of[k] && strcol('tasks') eq tasks_of[k]
note(k) = of_run(k) ? (packets[k] = packets[k] + column('packets'), 1) : 1
do for [k = 1:5] {
	packets[k] = 0
	stats table using (note(k)) nooutput
}
share(k) = of_run(k) ? 100 * column('packets') / packets[k] : NaN
set style fill solid 1
set boxwidth 0.17
set xtics 1
set xlabel 'routers passed'
set ylabel 'packets (%)'
set yrange [0:*]
set key outside below horizontal maxrows 3 height 1
set xrange [0.4:7.6]
plot table using (column('routers') - 0.36):(share(1)) with boxes lc rgb '#fc9272' title 'fixed', \
	table using (column('routers') - 0.18):(share(2)) with boxes lc rgb '#d7301f' title 'fixed, noise', \
	table using 'routers':(share(3)) with boxes lc rgb '#9ecae1' title 'reconfigurable', \
	table using (column('routers') + 0.18):(share(4)) with boxes lc rgb '#2171b5' title 'reconfigurable, noise', \
	table using (column('routers') + 0.36):(share(5)) with boxes lc rgb '#41ab5d' title 'reconfigurable, noise, tasks shuffled'
