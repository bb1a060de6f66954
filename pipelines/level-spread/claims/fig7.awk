# fig7 -- LS-10, LS-11: jobs of 16 and of 64 nodes together.

# Is it a subfigure of Fig. 7a (272 nodes, all ratios) or 7b (ratio 1, all machines)?
function in_fig7(s) { return field[s, "g"] == 17 && field[s, "a"] == 4 || field[s, "global_gbps"] == 8 }

function fig7(    n, i, list, s, small, large, panels, good, worst_small, worst_large, grouped, spread) {
	n = pick("series=tables workload=mix order=small utilization=0.9 bytes=1000", list)
	for (i = 1; i <= n; i++) {
		s = list[i]
		if (!in_fig7(s) || !has(s, eight, "small") || !has(s, eight, "large")) continue
		panels++
		span(s, grouping, "small", grouped)
		span(s, spreading, "large", spread)
		small = time[s, "level-spread", "small"] / grouped["mean"]
		large = time[s, "level-spread", "large"] / spread["mean"]
		if (small <= 1.1 && large <= 1.1) good++; else miss(title(s) sprintf(" (%.2f, %.2f)", small, large))
		if (small > worst_small) worst_small = small
		if (large > worst_large) worst_large = large
	}
	if (!panels) return ""
	judge_cases(good + 0, panels)
	tell(sprintf("at most %.2f times the grouping policies' mean for small jobs and %.2f times the spreading ones' for large jobs", worst_small, worst_large))
	return good + 0 " of " panels
}

END {
	claim("LS-10", fig7(), "In every subfigure of 7a and 7b Level-Spread's small jobs take at most 1.1 times the mean of Simple, Slurm, RDG, " \
		"and its large jobs at most 1.1 times that of RDR, RRR, RDN, RRN; partly when in half of them (our tolerance)")
	# The paper does not say against what: against the four it can only be where a policy spreads small jobs.
	largest = "series=tables workload=mix order=small utilization=0.9 bytes=1000 g=33 a=8 global_gbps=8"
	if ((range = cuts(largest, "small", spreading))) {
		judge(near(low, 0.32, 5))
		judge(near(high, 0.64, 5))
		tell(each)
		n = split(spreading " simple", other, " ")
		for (i = 1; i <= n; i++) if ((one = cuts(largest, "small", other[i]))) tell("against " other[i] " " one)
		tell("against all seven " cuts(largest, "small", grouping " " spreading))
	}
	claim("LS-11", range, "The least and the largest cut of small jobs over patterns against the mean of RDR, RRR, RDN, RRN (the paper does not say against what) " \
		"are each within 5 points of the paper (our tolerance)")
}
