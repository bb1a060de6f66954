# bench-quality -- a panel for each kind of machine: mean distance by bytes over that of the best recorded mapping, against processor seconds
width = 1000; height = 660; load lib.'/style.gp'
set multiplot layout 2,4 title 'Mean distance by bytes over that of the best recorded mapping, against time' margins 0.08,0.98,0.18,0.88 spacing 0.05,0.13
set logscale xy 10
set xrange [0.01:5]
set format x '%g'
set yrange [0.92:3.1]
set ytics (1, 1.1, 1.2, 1.5, 2, 3)
set mytics 1
groups = 'starts anneal gmap kahip'
colours = '#999999 #1f6f8b #c0504d #e0a030'
called = '"constructions" "anneal" "gmap, recorded" "KaHIP, recorded"'
kinds = 'H FC FR DC DL T TR TM'
titles = '"hierarchy" "fat-tree" "fat-tree, random nodes" "dragonfly" "dragonfly, Level-Spread" "torus" "torus, random nodes" "torus, 4 cores a node"'
shape(j) = j < 3 ? 7 : 5
set key at screen 0.53,0.035 center maxrows 1 samplen 0 noautotitle
do for [i = 1:8] {
	set title word(titles, i)
	set xlabel (i > 4 ? 'processor seconds' : '')
	set ylabel (i % 4 == 1 ? 'over the best recorded' : '') offset 1
	if (i == 8) {
		plot for [j = 1:4] work.'/TM-'.word(groups, j).'.csv' using 1:2:3 with points pt shape(j) ps variable lc rgb word(colours, j) notitle, \
			for [j = 1:4] keyentry with points pt shape(j) ps 0.9 lc rgb word(colours, j) title word(called, j)
	} else {
		plot for [j = 1:4] work.'/'.word(kinds, i).'-'.word(groups, j).'.csv' using 1:2:3 with points pt shape(j) ps variable lc rgb word(colours, j) notitle
	}
}
unset multiplot
