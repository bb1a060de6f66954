# milc-links -- how long links along each dimension are busy in an exchange of MILC: of those that carry something the mean, and the most.
#	draw DIR milc-links, from milc-links.csv
width = 900; height = 400
load lib.'/style.gp'
array label[5] = ["default", "grid order", "grid order,\n4 planes", "Adaptive\nLayout", "Topaware"]
stands(p) = p eq 'default' ? 0 : p eq 'grid-order' ? 1 : p eq 'grid-order-set' ? 2 : p eq 'adaptive-layout' ? 3 : 4
array colour[3] = ['#2171b5', '#d7301f', '#1a9641']
at(class, k, name) = strcol('class') eq class ? stands(strcol('placement')) + (k - 2) * 0.26 : NaN
set style fill solid 1
set boxwidth 0.24
set xrange [-0.6:4.6]
set yrange [0:*]
set xtics ()
set bmargin 3.5
do for [k = 0:4] { set xtics add (label[k + 1] k) }
set ylabel 'busy (ms)'
set key top right
plot for [k = 1:3] table using (at(word('x y z', k), k, '')):(column('busy_mean_s') * 1e3) with boxes lc rgb colour[k] title 'along '.word('x y z', k), \
	for [k = 1:3] table using (at(word('x y z', k), k, '')):(column('busy_max_s') * 1e3) with points pt 2 ps 0.8 lw 1.5 lc rgb colour[k], NaN with points pt 2 ps 0.8 lw 1.5 lc rgb '#636363' title 'the busiest link'
