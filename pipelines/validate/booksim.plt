# booksim -- latency against load, BookSim's as dots and ours as lines, a panel a row of networks.csv.
#	gnuplot -e "networks='networks.csv'; points='booksim.csv'; out='booksim.svg'" booksim.plt
# Our lines end with the last load that is not saturated.
rows_of_networks = int(system(sprintf("sed 1d '%s' | wc -l", networks)))
panel(k, name) = system(sprintf("awk -F, -v k=%d -v name=%s 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == k + 1 { print $at[name] }' '%s'", k, name, networks))
sets_of(network, routing, pattern) = system(sprintf("awk -F, '$2 == \"%s\" && $3 == \"%s\" && $4 == \"%s\" && !seen[$1]++ { print $1 }' '%s'", network, routing, pattern, points))
columns = 4
rows = (rows_of_networks + columns - 1) / columns
set terminal svg noenhanced size 350 * columns,60 + 330 * rows font 'sans-serif,12' background 'white'
set output out
set datafile separator ','
set border 3
set tics nomirror out
set logscale y
set yrange [8:1000]
set ytics (10, 20, 50, 100, 200, 500, 1000)
set grid ytics lc rgb '#e4e4e4'
set xrange [0:1]
set xtics 0, 0.2, 1
set xlabel 'offered load (flits a cycle and node)' offset 0,0.4
set ylabel 'mean latency (cycles)' offset 1,0
set key bottom right Left reverse samplen 1.2 font ',11'
one = '#2171b5'
sixteen = '#d7301f'

here(x) = strcol('network') eq network && strcol('routing') eq routing && strcol('pattern') eq pattern
load(flits) = here(0) && column('flits') == flits ? column('load') : NaN
ours(flits, s) = strcol('set') eq s && strcol('our_saturated') eq 'no' ? load(flits) : NaN

set multiplot layout rows,columns title 'BookSim (dots) and netsim (lines): packets of 1 flit and of 16' font ',15'
do for [k = 1:rows_of_networks] {
	network = panel(k, 'network')
	routing = panel(k, 'routing')
	pattern = panel(k, 'pattern')
	sets = sets_of(network, routing, pattern)
	set title sprintf("%s\n%s, %s", network, routing, pattern)
	plot for [s in sets] points using (ours(1, s)):'our_latency' with lines lw 1.6 lc rgb one notitle, \
	for [s in sets] points using (ours(16, s)):'our_latency' with lines lw 1.6 lc rgb sixteen notitle, \
	for [s in sets] points using (ours(16, s)):'as_flits_latency' with lines lw 1.2 dt 2 lc rgb sixteen notitle, \
	points using (load(1)):'their_latency' with points pt 7 ps 0.5 lc rgb one notitle, \
	points using (load(16)):'their_latency' with points pt 7 ps 0.5 lc rgb sixteen notitle, \
	NaN with lines lw 1.6 lc rgb one title k == rows_of_networks ? '1 flit' : '', \
	NaN with lines lw 1.6 lc rgb sixteen title k == rows_of_networks ? '16 flits' : '', \
	NaN with lines lw 1.2 dt 2 lc rgb sixteen title k == rows_of_networks ? '16, interleaved' : ''
}
unset multiplot
