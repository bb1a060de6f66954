# single -- LS-18: random workloads of one pattern; how often a baseline is strictly better.

function single(v,    n, i, pattern, printed, x, good) {
	n = split("alltoall halo3d halo3d26 halo2d broadcast", pattern, " ")
	split("0.01 0.01 0.03 0.04 0.08", printed, " ")
	for (i = 1; i <= n; i++) if (!((v, "single", "small", pattern[i], "all", "other_better_share") in contest)) return
	for (i = 1; i <= n; i++) {
		x = contest[v, "single", "small", pattern[i], "all", "other_better_share"]
		put(v, i, percent(x))
		if (near(x, printed[i], 3)) good++
		else miss(v, pattern[i])
	}
	judge_cases(v, good + 0, n)
	tell(v, contest[v, "single", "small", "alltoall", "all", "points"] " points a pattern")
}

END {
	for (v = 1; v <= variants; v++) single(v)
	claim("LS-18", "# # # # #", "The share of points in which both kinds of jobs are faster under a baseline is within 3 points of the paper in every pattern; partly when in three of five")
}
