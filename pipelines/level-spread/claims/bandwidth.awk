# bandwidth -- LS-05: faster global links bring the policies together and leave their order.
#
# Steps are from ratio 1/4 to 1 and from 1 to 4, for each pattern and both sizes of jobs.  How far
# policies are apart is the longest mean time over the shortest; two points of noise are
# allowed.  For the order only pairs of policies count that are 5% apart at both ends of a step.

function bandwidth(    workload, n, i, list, counts, kept) {
	for (workload = 16; workload <= 64; workload *= 4) {
		n = pick("series=tables g=17 a=4 utilization=0.9 bytes=1000 workload=" workload, list)
		for (i = 1; i <= n; i++)
			bandwidth_step(list[i], twin(list[i], "global_gbps", 4 * field[list[i], "global_gbps"]), workload == 16 ? "small" : "large", counts)
	}
	if (!counts["steps"]) return ""
	kept = counts["pairs"] ? counts["kept"] / counts["pairs"] : 1
	judge(counts["narrower"] == counts["steps"])
	judge(kept >= 0.95)
	tell(counts["pairs"] + 0 " pairs; from ratio 1/4 to 1 the longest time over the shortest goes from a mean of " bandwidth_means(counts, 2) \
		"; from 1 to 4 from " bandwidth_means(counts, 8))
	return "narrower in " counts["narrower"] + 0 " of " counts["steps"] "; " percent(kept) " in order"
}
function bandwidth_means(counts, gbps) {
	if (!counts[gbps]) return "nowhere"
	return sprintf("%.2f to %.2f", counts[gbps, "before"] / counts[gbps], counts[gbps, "after"] / counts[gbps])
}

function bandwidth_step(slow, fast, class, counts,    gbps, before, after, over, there) {
	if (!fast || !span(slow, eight, class, over) || !span(fast, eight, class, there)) return
	gbps = field[slow, "global_gbps"]
	before = over["most"] / over["least"]
	after = there["most"] / there["least"]
	counts["steps"]++
	if (after <= before + 0.02) counts["narrower"]++
	else miss(field[slow, "workload"] "-node " field[slow, "pattern"] " from ratio " ratio(gbps) sprintf(" (%.2f to %.2f)", before, after))
	counts[gbps]++
	counts[gbps, "before"] += before
	counts[gbps, "after"] += after
	order_kept(slow, fast, class, counts)
}

# Count the pairs of policies that are apart in both, and those in the same order.
function order_kept(s, t, class, counts,    n, policy, i, j, x, y, x2, y2) {
	n = split(eight, policy, " ")
	for (i = 1; i < n; i++)
		for (j = i + 1; j <= n; j++) {
			x = time[s, policy[i], class]; y = time[s, policy[j], class]
			x2 = time[t, policy[i], class]; y2 = time[t, policy[j], class]
			if (!apart(x, y) || !apart(x2, y2)) continue
			counts["pairs"]++
			if ((x < y) == (x2 < y2)) counts["kept"]++
		}
}

END {
	claim("LS-05", bandwidth(), \
		"The longest mean time of the policies over the shortest falls at each step from ratio 1/4 to 1 to 4 (two points of noise allowed), " \
		"and 95% of the pairs of policies that are 5% apart keep their order; partly when one of these is so (our tolerance)")
}
