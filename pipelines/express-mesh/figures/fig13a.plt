# fig13a -- a bar a network in three sets of workloads.
#	draw DIR fig13a, from fig13a.csv
width = 900
height = 450
load here.'/style.gp'
sets = '"set 1: Sub A2A" "set 2: Stencil" "set 3: Spread"'
set boxwidth 0.8
set xtics scale 0 ()

# Where a bar stands: six a set, and one's room between the sets.
at(s, network) = 7 * (s - 1) + place(apart, network) + 0.5
of_job(s, network, name) = strcol('set') eq sprintf('%d', s) && strcol('network') eq network ? column(name) / TB : NaN
job(s, network, name) = sprintf("of_job(%d, '%s', '%s')", s, network, name)
bar(s, network) = sprintf("in using (%g):(%s) with boxes lc rgb '%s' lw 1.6 fs transparent solid %g border rgb '%s'", \
	at(s, network), job(s, network, 'mean'), colour(network), starred(network) ? 0.15 : 1, colour(network))
range(s, network) = sprintf("in using (%g):(%s):(0):(%s - %s) with vectors heads size screen 0.006,90 lw 1.6 lc rgb 'black'", \
	at(s, network), job(s, network, 'min'), job(s, network, 'max'), job(s, network, 'min'))

set multiplot
set label 1 '{/:Bold Fig. 13 (top): the job that is the same in all workloads of a set}' at screen 0.5, y(24) center font ',16'
set label 2 'its mean rate, and the least and the most; *: jobs kept apart, else clustered' at screen 0.5, y(50) center
eval panel(76, 76, 804, 290)
set ylabel 'rate of the job (TB/s)'
set yrange [0:*]
set xrange [0.5:21.5]
bars = ''
do for [s = 1:3] {
	set xtics add (word(sets, s) 7 * s - 3)
	do for [network in apart] { bars = bars.bar(s, network).', '.range(s, network).', ' }
}
eval 'plot '.bars.'NaN'
legend = apart
symbol_of(network) = starred(network) ? 4 : 5
load here.'/legend.gp'
unset multiplot
