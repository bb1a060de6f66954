# random -- LS-14 to LS-18: random workloads, small jobs first, all seven baselines.

# share(SERIES, ORDER, PATTERN, POLICY, FIGURE): as text, with half of its interval where it has one; empty where it is not known
function share(series, order, pattern, policy, figure,    half) {
	if (!((series, order, pattern, policy, figure) in contest)) return ""
	half = figure
	sub(/_share$/, "_half", half)
	sub(/^mean_cut$/, "cut_half", half)
	return percent(contest[series, order, pattern, policy, figure]) \
		(half != figure ? " ± " percent(contest[series, order, pattern, policy, half]) : "")
}

function random_claim(id, figure, printed, rule,    text) {
	text = share("random", "small", "", "all", figure)
	if (text) {
		judge(near(contest["random", "small", "", "all", figure], printed, 3))
		tell(contest["random", "small", "", "all", "points"] " points of " contest["random", "small", "", "all", "workloads"] " workloads")
	}
	claim(id, text, rule " is within 3 points of the paper (our tolerance)")
}

# What "best" may mean besides: of the large or of the small jobs alone, or against the mean of the seven in a workload.
kind == "points" && $at["series"] == "random" && $at["order"] == "small" && $at["alloc"] !~ /^jokanovic/ && $at["small"] != "" && $at["large"] != "" {
	of_seven[$at["case"]]++
	for (i = split("small large", class, " "); i > 0; i--) {
		sum[$at["case"], class[i]] += $at[class[i]]
		if (1 - 1 / $at[class[i]] > best[class[i]]) best[class[i]] = 1 - 1 / $at[class[i]]
	}
}
function best_of_means(    c, k, most) {
	for (c in of_seven)
		for (k in best) if (1 - of_seven[c] / sum[c, k] > most) most = 1 - of_seven[c] / sum[c, k]
	return most
}

function single(    n, i, pattern, printed, good, text) {
	n = split("alltoall halo3d halo3d26 halo2d broadcast", pattern, " ")
	split("0.01 0.01 0.03 0.04 0.08", printed, " ")
	for (i = 1; i <= n; i++) if (!(("single", "small", pattern[i], "all", "points") in contest)) return ""
	for (i = 1; i <= n; i++) {
		x = contest["single", "small", pattern[i], "all", "other_better_share"]
		if (near(x, printed[i], 3)) good++
		else miss(pattern[i] " " share("single", "small", pattern[i], "all", "other_better_share"))
		text = text (i > 1 ? " " : "") percent(x)
	}
	judge(good >= 3)
	judge(good == n)
	tell(contest["single", "small", "alltoall", "all", "workloads"] " workloads a pattern")
	return text
}

END {
	random_claim("LS-14", "other_better_share", 0.03, "The share of points in which both kinds of jobs are faster under a baseline")
	random_claim("LS-15", "baseline_better_share", 0.59, "The share of points in which both kinds of jobs are faster under Level-Spread")
	random_claim("LS-16", "mean_cut", 0.16, "The mean of 1 - Level-Spread's time / the baseline's")
	if ("large" in best) tell("large jobs alone " percent(best["large"]) ", small jobs alone " percent(best["small"]) ", against the mean of the seven " percent(best_of_means()))
	random_claim("LS-17", "best_cut", 0.71, "The largest cut of all workloads, baselines and kinds of jobs")
	claim("LS-18", single(), "The share of points in which both kinds of jobs are faster under a baseline is within 3 points of the paper in every pattern " \
		"(our tolerance); partly when in three of five")
}
