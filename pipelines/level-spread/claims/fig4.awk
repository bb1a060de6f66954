# fig4 -- LS-03, LS-04: how much shorter jobs of one size communicate where a policy suits them.
#
# An end of a range holds when it is within five points of the printed one (our tolerance).

# The cuts are between single policies: the text compares policies, not means of them.
function fig4a(    list, n, i, s, low, high, cut, panels, shorter, one, others) {
	n = pick("series=tables g=17 a=4 utilization=0.9 bytes=1000 workload=16", list)
	low = 1
	high = -1e9
	for (i = 1; i <= n; i++) {
		s = list[i]
		if (!span(s, "level-spread " grouping, "small", one) || !span(s, spreading, "small", others)) continue
		panels++
		cut = 1 - one["most"] / others["least"]
		if (cut > 0) shorter++; else miss(title(s))
		if (cut < low) low = cut
		cut = 1 - one["least"] / others["most"]
		if (cut > high) high = cut
	}
	if (!panels) return ""
	judge(near(low, 0.15, 5))
	judge(near(high, 0.89, 5))
	tell("the four are all shorter in " shorter + 0 " of " panels " panels")
	return percent(low) " to " percent(high)
}

# cuts(FILTER, CLASS, OTHERS): Level-Spread's cut against the mean of others, over patterns: from low to high
function cuts(filter, class, others,    list, n, i, cut, over) {
	n = pick(filter, list)
	low = 1
	high = -1e9
	each = ""
	for (i = 1; i <= n; i++) {
		if (!has(list[i], "level-spread", class) || !span(list[i], others, class, over)) continue
		cut = 1 - time[list[i], "level-spread", class] / over["mean"]
		if (cut < low) low = cut
		if (cut > high) high = cut
		each = each (each ? ", " : "") field[list[i], "pattern"] " " percent(cut)
	}
	return high > -1e9 ? percent(low) " to " percent(high) : ""
}

END {
	claim("LS-03", fig4a(), "The least and the largest cut of any of Level-Spread, Simple, Slurm, RDG against any of RDR, RRR, RDN, RRN, " \
		"over patterns and bandwidth ratios, are each within 5 points of the paper (our tolerance)")
	if ((range = cuts("series=tables g=17 a=4 utilization=0.9 bytes=1000 workload=64 global_gbps=8", "large", "simple"))) {
		judge(near(low, 0.22, 5))
		judge(near(high, 0.54, 5))
		tell(each)
	}
	claim("LS-04", range, "The least and the largest cut of Level-Spread against Simple over patterns are each within 5 points of the paper (our tolerance)")
}
