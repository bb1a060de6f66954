# random -- Fig. 9: how many random allocations took so many swaps, for cubes of five sizes, under two readings of the paper.
#	draw DIR fig9, from random.csv
# Counts are scaled to 100,000 allocations of each size; those of few allocations are averaged over several swaps.
width = 1100; height = 460; load here.'/style.gp'
sizes = '64 216 512 1000 1728'
array name_of[5] = ['4×4×4', '6×6×6', '8×8×8', '10×10×10', '12×12×12']
array colour_of[5] = ['#d7301f', '#f1b500', '#1a9641', '#2171b5', '#7a5ab5']
readings = 'machine lowest'
array title_of[2] = ["in the machine's frame, the main reading", 'ties as map breaks them']
array total[5]
array wide[5]
mine(k) = strcol('reading') eq word(readings, r) && strcol('tasks') eq word(sizes, k)
note(k) = mine(k) ? (total[k] = total[k] + column('allocations'), 1) : 1
step(n, of) = of > 50000 ? 1 : int(ceil(n ** 0.5 / (of > 1500 ? 8.0 : 3.0)))
set xlabel 'swaps'
set ylabel 'allocations, of 100,000'
set key top right Right noreverse
set xrange [0:500]
set yrange [0:*]
set multiplot layout 1,2 title '{/:Bold '.title.'}' font ',15'
unset title
do for [r = 1:2] {
	set title title_of[r]
	do for [k = 1:5] {
		total[k] = 0
		stats [*:*] [*:*] table using (note(k)) nooutput
		wide[k] = step(word(sizes, k) + 0, total[k])
	}
	plot for [k = 1:5] table using (mine(k) ? (floor(column('swaps') / wide[k]) + 0.5) * wide[k] : NaN):(column('allocations') * 1e5 / total[k] / wide[k]) \
		smooth frequency with lines lw 1.6 lc rgb colour_of[k] title name_of[k]
}
unset multiplot
