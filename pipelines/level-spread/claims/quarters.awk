# quarters -- LS-09: four jobs of a quarter of the machine, on each machine, beside Fig. 4b (64-node jobs on 272 nodes).
#
# Very close is: the policies are in the same order where they are 5% apart (90% of the pairs), and
# half of their times relative to Simple's differ by less than 10%.

function quarters(    n, i, k, m, list, printed, machine, counts, moves, policy, kept, per) {
	n = pick("series=tables utilization=0.9 bytes=1000 workload=quarters", list)
	m = split(eight, policy, " ")
	for (i = 1; i <= n; i++) {
		k = pick("series=tables g=17 a=4 utilization=0.9 bytes=1000 workload=64 global_gbps=" field[list[i], "global_gbps"] \
			" pattern=" field[list[i], "pattern"], printed)
		if (!k || !has(list[i], eight, "large") || !has(printed[1], eight, "large")) continue
		counts["panels"]++
		order_kept(printed[1], list[i], "large", counts)
		for (k = 1; k <= m; k++)
			if (policy[k] != "simple") moves[++moves["count"]] = change(relative(list[i], policy[k], "large"), relative(printed[1], policy[k], "large"))
	}
	if (!counts["panels"]) return ""
	kept = counts["pairs"] ? counts["kept"] / counts["pairs"] : 1
	in_order(moves, moves["count"])
	per = quantile(moves, moves["count"], 0.5)
	judge(kept >= 0.9)
	judge(per < 0.1)
	tell(counts["panels"] " panels; 95% of the relative times differ by less than " percent(quantile(moves, moves["count"], 0.95)))
	return percent(kept) " in order; " percent(per) " off"
}

END {
	claim("LS-09", quarters(), "90% of the pairs of policies that are 5% apart are in the order of Fig. 4b, and half of the times relative to Simple's differ " \
		"by less than 10% from those there; partly when one of these is so (our tolerances)")
}
