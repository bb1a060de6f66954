# cielo -- GS-01 and GS-02: run times of miniGhost's stencil and their range, by simulation.

BEGIN { needed["cielo"] = "set nodes traffic bytes algorithm swaps time_s" }

kind == "cielo" && ($at["algorithm"] == "geom" || $at["algorithm"] == "gsearch") {
	plan = $at["traffic"] " " $at["bytes"]
	key = plan SUBSEP $at["nodes"] SUBSEP $at["algorithm"]
	x = number("time_s")
	if (!((plan, $at["nodes"]) in cielo_known)) {
		cielo_known[plan, $at["nodes"]] = 1
		cielo_size[plan, ++cielo_sizes[plan]] = $at["nodes"]
	}
	cielo_sum[key] += x
	if (!cielo_runs[key]++ || x < cielo_least[key]) cielo_least[key] = x
	if (x > cielo_most[key]) cielo_most[key] = x
	if ($at["algorithm"] == "gsearch") cielo_swaps[plan, $at["nodes"]] += number("swaps")
}

# Of GSEARCH's mean time over GEOM's, less one.
function cielo_gain(plan, nodes) { return cielo_sum[plan, nodes, "gsearch"] / cielo_sum[plan, nodes, "geom"] - 1 }

# cielo_faster(PLAN): is it no slower at any size, and faster up to 2K nodes wherever it swaps at all?
function cielo_faster(plan,    s, nodes, gain) {
	for (s = 1; s <= cielo_sizes[plan]; s++) {
		nodes = cielo_size[plan, s]
		gain = cielo_gain(plan, nodes)
		if (!judge(gain <= 0 && (nodes > 2048 || cielo_swaps[plan, nodes] == 0 || gain < 0))) miss(nodes " nodes " signed(gain))
		cielo_text = cielo_text (s > 1 ? ", " : "") nodes " " signed(gain)
		if (s == 1 || gain < cielo_best) { cielo_best = gain; cielo_best_at = nodes }
		if (s == 1 || gain > cielo_worst) { cielo_worst = gain; cielo_worst_at = nodes }
	}
}

# The ranges of all sizes together, GSEARCH's over GEOM's.
function cielo_ranges(plan,    s, nodes, geom, gsearch) {
	for (s = 1; s <= cielo_sizes[plan]; s++) {
		nodes = cielo_size[plan, s]
		geom += cielo_most[plan, nodes, "geom"] - cielo_least[plan, nodes, "geom"]
		gsearch += cielo_most[plan, nodes, "gsearch"] - cielo_least[plan, nodes, "gsearch"]
	}
	return geom > 0 ? gsearch / geom : ""
}
function cielo_mean_gain(plan,    s, sum) {
	for (s = 1; s <= cielo_sizes[plan]; s++) sum += cielo_gain(plan, cielo_size[plan, s])
	return cielo_sizes[plan] ? sum / cielo_sizes[plan] : ""
}

# The other plans, in words.
function cielo_beside(ranges,    n, i, plan, label) {
	n = split("alone 32768|busy 8192", plan, "|")
	split("without messages of others|with messages of 8 KiB", label, "|")
	for (i = 1; i <= n; i++)
		if (cielo_sizes[plan[i]])
			tell(label[i] " " (ranges ? sprintf("%.2f", cielo_ranges(plan[i])) : signed(cielo_mean_gain(plan[i])) " over all sizes"))
}

END {
	cielo_plan = "busy 32768"
	cielo_faster(cielo_plan)
	if (cielo_text) tell("mean time against GEOM's by nodes: " cielo_text "; mean of the sizes " signed(cielo_mean_gain(cielo_plan)))
	cielo_beside(0)
	claim("GS-01", signed(cielo_worst) " (" cielo_worst_at " nodes) to " signed(cielo_best) " (" cielo_best_at ")", "GSEARCH's mean run time over the sets is at no size above GEOM's, and up to 2K nodes " \
		"below it wherever GSEARCH makes a swap; 32 KiB a face, among other jobs with messages")
	cielo_ratio = cielo_ranges(cielo_plan)
	if (cielo_ratio != "") {
		our_tolerance("about")
		judge(cielo_ratio >= 0.5 && cielo_ratio <= 5 / 6)
		cielo_beside(1)
	}
	claim("GS-02", sprintf("%.2f", cielo_ratio), "The longest less the shortest run time over the sets, summed over all sizes, GSEARCH's over GEOM's, is 2/3 within 1/6")
}
