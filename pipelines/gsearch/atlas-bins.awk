# atlas-bins -- jobs of like size, from atlas.csv: jobs of 1 to 200 nodes, of 201 to 400 and so on.
#
# nodes_mean is that of the jobs; over_limit is how many made more swaps than 0.35 n + 20.

BEGIN { FS = ","; width = 200 }
NR == 1 { next }
{
	bin = int(($2 - 1) / width)
	if (bin > last) last = bin
	jobs[bin]++
	nodes[bin] += $2
	geom[bin] += $5
	gsearch[bin] += $6
	better[bin] += $6 < $5
	worse[bin] += $6 > $5
	swaps[bin] += $4
	if ($4 > most[bin]) most[bin] = $4
	over[bin] += $4 > 0.35 * $2 + 20
}
END {
	print "nodes_from,nodes_to,jobs,nodes_mean,better,worse,geom_hops,gsearch_hops,swaps_mean,swaps_max,over_limit"
	for (bin = 0; bin <= last; bin++)
		if (n = jobs[bin])
			printf "%d,%d,%d,%.6g,%d,%d,%.6f,%.6f,%.6g,%d,%d\n", bin * width + 1, (bin + 1) * width, n, nodes[bin] / n, better[bin], worse[bin], \
				geom[bin] / n, gsearch[bin] / n, swaps[bin] / n, most[bin], over[bin]
}
