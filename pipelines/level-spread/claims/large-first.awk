# large-first -- LS-19: large jobs allocated first; against each baseline.
#
# At least as well: the mean cut is not below 0 (by more than one point of noise), and Level-Spread is
# strictly better no less often than the baseline.

function large_first(    n, i, policy, cut, ours, theirs, good) {
	n = split(grouping " " spreading, policy, " ")
	for (i = 1; i <= n; i++) if (!(("random", "large", "", policy[i], "mean_cut") in contest)) return ""
	for (i = 1; i <= n; i++) {
		cut = contest["random", "large", "", policy[i], "mean_cut"]
		ours = contest["random", "large", "", policy[i], "baseline_better_share"]
		theirs = contest["random", "large", "", policy[i], "other_better_share"]
		if (cut >= -0.01 && ours >= theirs) good++
		tell(policy[i] " " percent(cut) " (" percent(ours) " against " percent(theirs) ")")
	}
	judge_cases(good + 0, n)
	return good + 0 " of 7"
}

END {
	claim("LS-19", large_first(), "Against every baseline Level-Spread's mean cut is at least -1% (our tolerance), and it is strictly better in no fewer points than the baseline; " \
		"partly when against half of them")
}
