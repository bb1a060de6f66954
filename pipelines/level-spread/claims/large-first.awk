# large-first -- LS-19: large jobs allocated first; against each baseline.
#
# At least as well: the mean cut is not below 0 (by more than one point of noise), and Level-Spread is
# strictly better no less often than the baseline.

function large_first(v,    n, i, policy, cut, ours, theirs, good) {
	n = split(grouping " " spreading, policy, " ")
	for (i = 1; i <= n; i++) if (!((v, "random", "large", "", policy[i], "mean_cut") in contest)) return
	for (i = 1; i <= n; i++) {
		cut = contest[v, "random", "large", "", policy[i], "mean_cut"]
		ours = contest[v, "random", "large", "", policy[i], "baseline_better_share"]
		theirs = contest[v, "random", "large", "", policy[i], "other_better_share"]
		if (cut >= -0.01 && ours >= theirs) good++
		tell(v, policy[i] " " percent(cut) " (" percent(ours) " against " percent(theirs) ")")
	}
	put(v, 1, good + 0)
	judge_cases(v, good + 0, n)
}

END {
	for (v = 1; v <= variants; v++) large_first(v)
	claim("LS-19", "# of 7", "Against every baseline Level-Spread's mean cut is at least -1%, and it is strictly better in no fewer points than the baseline; partly when against half of them")
}
