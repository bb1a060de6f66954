# fig7 -- LS-10, LS-11: jobs of 16 and of 64 nodes together.

# Is it a subfigure of Fig. 7a (272 nodes, all ratios) or 7b (ratio 1, all machines)?
function in_fig7(s) { return field[s, "g"] == 17 && field[s, "a"] == 4 || field[s, "global_gbps"] == 8 }

function fig7(v,    n, i, list, s, small, large, panels, good, nearer, worst_small, worst_large) {
	n = pick(v, "series=tables workload=mix order=small utilization=0.9 bytes=1000", list)
	for (i = 1; i <= n; i++) {
		s = list[i]
		if (!in_fig7(s) || !has(s, eight, "small") || !has(s, eight, "large")) continue
		panels++
		small = time[s, "level-spread", "small"] / average(s, grouping, "small")
		large = time[s, "level-spread", "large"] / average(s, spreading, "large")
		if (small <= 1.1 && large <= 1.1) good++; else miss(v, title(s))
		if (fig7_nearer(s)) nearer++
		if (small > worst_small) worst_small = small
		if (large > worst_large) worst_large = large
	}
	if (!panels) return
	put(v, 1, good + 0); put(v, 2, panels)
	judge_cases(v, good + 0, panels)
	tell(v, "both nearer to these than to the others in " nearer + 0 "; at most " sprintf("%.2f", worst_small) " times the grouping policies' mean for small jobs and " \
		sprintf("%.2f", worst_large) " times the spreading ones' for large jobs")
}

# Is Level-Spread nearer to the grouping policies for small jobs and to the spreading ones for large jobs?
function fig7_nearer(s) {
	return time[s, "level-spread", "small"] <= (average(s, grouping, "small") + average(s, spreading, "small")) / 2 && \
		time[s, "level-spread", "large"] <= (average(s, grouping, "large") + average(s, spreading, "large")) / 2
}

# The paper does not say against what.  Simple, Slurm and RDG give a small job one group as
# Level-Spread does, so it can only be the mean of the other four.
function fig7b(v,    n, i, list, s, cut, low, high, panels) {
	n = pick(v, "series=tables workload=mix order=small utilization=0.9 bytes=1000 g=33 a=8 global_gbps=8", list)
	for (i = 1; i <= n; i++) {
		s = list[i]
		if (!has(s, eight, "small")) continue
		cut = 1 - time[s, "level-spread", "small"] / average(s, spreading, "small")
		if (!panels++ || cut < low) low = cut
		if (panels == 1 || cut > high) high = cut
		tell(v, field[s, "pattern"] " " percent(cut) " (all seven " percent(1 - time[s, "level-spread", "small"] / average(s, grouping " " spreading, "small")) ")")
	}
	if (!panels) return
	put(v, 1, percent(low)); put(v, 2, percent(high))
	judge(v, near(low, 0.32, 5) && near(high, 0.64, 5) ? YES : NO)
}

END {
	for (v = 1; v <= variants; v++) fig7(v)
	claim("LS-10", "# of #", "In every subfigure of 7a and 7b Level-Spread's small jobs take at most 1.1 times the mean of Simple, Slurm, RDG, " \
		"and its large jobs at most 1.1 times that of RDR, RRR, RDN, RRN; partly when in half of them")
	for (v = 1; v <= variants; v++) fig7b(v)
	claim("LS-11", "# to #", "The least and the largest cut of small jobs over patterns against the mean of RDR, RRR, RDN, RRN (the paper does not say against what) " \
		"are within 5 points of the paper")
}
