# jokanovic -- LS-20, LS-21: against the policy that has small jobs on one side of the machine and large ones on the other.

function jokanovic_small_first(v,    ours, theirs) {
	if (!((v, "random", "small", "", "jokanovic", "points") in contest)) return
	ours = contest[v, "random", "small", "", "jokanovic", "baseline_better_share"]
	theirs = contest[v, "random", "small", "", "jokanovic", "other_better_share"]
	put(v, 1, percent(ours)); put(v, 2, percent(theirs))
	judge(v, (near(ours, 0.64, 3) + near(theirs, 0, 3)) / 2)
	tell(v, contest[v, "random", "small", "", "jokanovic", "points"] " points; mean cut " percent(contest[v, "random", "small", "", "jokanovic", "mean_cut"]))
}

function jokanovic_large_first(v,    ours, theirs, cut) {
	if (!((v, "random", "large", "", "jokanovic", "points") in contest)) return
	ours = contest[v, "random", "large", "", "jokanovic", "baseline_better_share"]
	theirs = contest[v, "random", "large", "", "jokanovic", "other_better_share"]
	cut = contest[v, "random", "large", "", "jokanovic", "mean_cut"]
	put(v, 1, percent(ours)); put(v, 2, percent(theirs)); put(v, 3, percent(cut))
	judge(v, ((ours > theirs) + (cut > 0)) / 2)
	tell(v, contest[v, "random", "large", "", "jokanovic", "points"] " points")
}

END {
	for (v = 1; v <= variants; v++) jokanovic_small_first(v)
	claim("LS-20", "# ; #", "The shares of workloads in which both kinds of jobs are faster under Level-Spread, and under Jokanovic's policy, " \
		"are within 3 points of the paper; partly when one is")
	for (v = 1; v <= variants; v++) jokanovic_large_first(v)
	claim("LS-21", "# against #; cut #", \
		"Level-Spread is strictly better in more workloads than Jokanovic's policy, and its mean cut is above 0; partly when one of these is so")
}
