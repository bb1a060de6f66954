# random -- LS-14 to LS-17: random workloads, small jobs first, all seven baselines.

function random_number(v, figure, printed,    x) {
	if (!((v, "random", "small", "", "all", figure) in contest)) return
	x = contest[v, "random", "small", "", "all", figure]
	put(v, 1, percent(x))
	judge(v, near(x, printed, 3) ? YES : NO)
	tell(v, contest[v, "random", "small", "", "all", "points"] " points")
}

function random_claim(id, figure, printed, rule,    v) {
	for (v = 1; v <= variants; v++) random_number(v, figure, printed)
	claim(id, "#", rule " is within 3 points of the paper")
}

END {
	random_claim("LS-14", "other_better_share", 0.03, "The share of points in which both kinds of jobs are faster under a baseline")
	random_claim("LS-15", "baseline_better_share", 0.59, "The share of points in which both kinds of jobs are faster under Level-Spread")
	random_claim("LS-16", "mean_cut", 0.16, "The mean of 1 - Level-Spread's time / the baseline's")
	random_claim("LS-17", "best_cut", 0.71, "The largest cut of all workloads, baselines and kinds of jobs")
}
