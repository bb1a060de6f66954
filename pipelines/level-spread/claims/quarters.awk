# quarters -- LS-09: four jobs of a quarter of the machine, on each machine, beside Fig. 4b (64-node jobs on 272 nodes).
#
# Very close is: the policies are in the same order where they are 5% apart (90% of the pairs), and
# half of their times relative to Simple's differ by less than 10%.

function quarters(v,    n, i, k, list, printed, machine, counts, moves, per) {
	n = pick(v, "series=tables utilization=0.9 bytes=1000 workload=quarters", list)
	for (i = 1; i <= n; i++) {
		k = pick(v, "series=tables g=17 a=4 utilization=0.9 bytes=1000 workload=64 global_gbps=" field[list[i], "global_gbps"] \
			" pattern=" field[list[i], "pattern"], printed)
		if (!k || !has(list[i], eight, "large") || !has(printed[1], eight, "large")) continue
		machine[field[list[i], "g"] * field[list[i], "a"] * field[list[i], "p"]] = 1
		counts["panels"]++
		order_kept(printed[1], "large", list[i], "large", counts)
		quarters_moves(printed[1], list[i], moves)
	}
	if (!counts["panels"]) return
	k = counts["pairs"] ? counts["kept"] / counts["pairs"] : 1
	sort(moves, moves["count"])
	per = quantile(moves, moves["count"], 0.5)
	put(v, 1, percent(k)); put(v, 2, percent(per))
	judge(v, ((k >= 0.9) + (per < 0.1)) / 2)
	tell(v, counts["panels"] " panels on machines of" quarters_machines(machine) " nodes; 95% of the relative times differ by less than " \
		percent(quantile(moves, moves["count"], 0.95)))
}
function quarters_moves(s, t, moves,    n, i, policy) {
	n = split(eight, policy, " ")
	for (i = 1; i <= n; i++)
		if (policy[i] != "simple") moves[++moves["count"]] = change(relative(t, policy[i], "large"), relative(s, policy[i], "large"))
}
function quarters_machines(machine,    nodes, n, i, list, text) {
	for (nodes in machine) list[++n] = nodes + 0
	sort(list, n)
	for (i = 1; i <= n; i++) text = text " " list[i]
	return text
}

END {
	for (v = 1; v <= variants; v++) quarters(v)
	claim("LS-09", "# in order; # off", \
		"90% of the pairs of policies that are 5% apart are in the order of Fig. 4b, and half of the times relative to Simple's differ " \
		"by less than 10% from those there; partly when one of these is so")
}
