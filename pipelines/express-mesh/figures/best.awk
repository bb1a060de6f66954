# best -- of the mappings of tasks that were tried, the one with the highest rate.
#	awk -F, -f best.awk CSV		(pattern,network,routing,mapping,rate_bytes_per_s)
#
# Several rates of a mapping count with their mean.  In the order of the first rows.

BEGIN { OFS = "," }
NR == 1 { print $0; next }
{
	run = $1 OFS $2 OFS $3
	if (!(run in tried)) order[++runs] = run
	if (!((run, $4) in count)) tried[run] = tried[run] " " $4
	count[run, $4]++
	sum[run, $4] += $5
}
END {
	for (k = 1; k <= runs; k++) {
		run = order[k]
		n = split(tried[run], mapping, " ")
		best = 0
		for (i = 1; i <= n; i++) {
			rate = sum[run, mapping[i]] / count[run, mapping[i]]
			if (!best || rate > highest) { best = i; highest = rate }
		}
		printf "%s,%s,%.9g\n", run, mapping[best], highest
	}
}
