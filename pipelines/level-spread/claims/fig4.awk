# fig4 -- LS-03, LS-04: how much shorter jobs of one size communicate where a policy suits them.
#
# A range holds when both its ends are within five points of the printed ones.

# The cuts are between single policies: the text compares policies, not means of them.
function fig4a(v,    list, n, i, s, low, high, cut, panels, shorter, mean_low, mean_high) {
	n = pick(v, "series=tables g=17 a=4 utilization=0.9 bytes=1000 workload=16", list)
	low = mean_low = 1
	high = mean_high = -1e9
	for (i = 1; i <= n; i++) {
		s = list[i]
		if (!has(s, eight, "small")) continue
		panels++
		cut = 1 - longest(s, "level-spread " grouping, "small") / shortest(s, spreading, "small")
		if (cut > 0) shorter++; else miss(v, title(s))
		if (cut < low) low = cut
		cut = 1 - shortest(s, "level-spread " grouping, "small") / longest(s, spreading, "small")
		if (cut > high) high = cut
		cut = 1 - average(s, "level-spread " grouping, "small") / average(s, spreading, "small")
		if (cut < mean_low) mean_low = cut
		if (cut > mean_high) mean_high = cut
	}
	if (!panels) return
	put(v, 1, percent(low)); put(v, 2, percent(high))
	judge(v, near(low, 0.15, 5) && near(high, 0.89, 5) ? YES : NO)
	tell(v, "the four are all shorter in " shorter + 0 " of " panels " panels; mean against mean " percent(mean_low) " to " percent(mean_high))
}

function fig4b(v,    list, n, i, s, low, high, cut, panels) {
	n = pick(v, "series=tables g=17 a=4 utilization=0.9 bytes=1000 workload=64 global_gbps=8", list)
	low = 1
	high = -1e9
	for (i = 1; i <= n; i++) {
		s = list[i]
		if (!has(s, "level-spread simple", "large")) continue
		panels++
		cut = 1 - relative(s, "level-spread", "large")
		if (cut < low) low = cut
		if (cut > high) high = cut
		tell(v, field[s, "pattern"] " " percent(cut))
	}
	if (!panels) return
	put(v, 1, percent(low)); put(v, 2, percent(high))
	judge(v, near(low, 0.22, 5) && near(high, 0.54, 5) ? YES : NO)
}

END {
	for (v = 1; v <= variants; v++) fig4a(v)
	claim("LS-03", "# to #", "The least and the largest cut of any of Level-Spread, Simple, Slurm, RDG against any of RDR, RRR, RDN, RRN, " \
		"over patterns and bandwidth ratios, are within 5 points of the paper")
	for (v = 1; v <= variants; v++) fig4b(v)
	claim("LS-04", "# to #", "The least and the largest cut of Level-Spread against Simple over patterns are within 5 points of the paper")
}
