# jokanovic -- LS-20, LS-21: against the policy that has small jobs on one side of the machine and large ones on the other, as the authors'
# program has it; and as that program should.

# rival(POLICY, ORDER): what it came to; sets ours, theirs and cut
function rival(policy, order) {
	if (!(("random", order, "", policy, "points") in contest)) return ""
	ours = contest["random", order, "", policy, "baseline_better_share"]
	theirs = contest["random", order, "", policy, "other_better_share"]
	cut = contest["random", order, "", policy, "mean_cut"]
	return share("random", order, "", policy, "baseline_better_share") " ; " percent(theirs)
}

END {
	text = rival("jokanovic-as-published", "small")
	if (text) {
		judge(near(ours, 0.64, 3))
		judge(near(theirs, 0, 3))
		tell(contest["random", "small", "", "jokanovic-as-published", "points"] " workloads; mean cut " percent(cut))
		correct = rival("jokanovic", "small")
		if (correct) tell("with the correct policy " correct ", mean cut " percent(cut))
	}
	claim("LS-20", text, "The shares of workloads in which both kinds of jobs are faster under Level-Spread, and under Jokanovic's policy as the authors' program has it, " \
		"are within 3 points of the paper (our tolerance); partly when one is")
	text = rival("jokanovic-as-published", "large")
	if (text) {
		judge(ours > theirs)
		judge(cut > 0)
		text = text "; cut " share("random", "large", "", "jokanovic-as-published", "mean_cut")
		tell(contest["random", "large", "", "jokanovic-as-published", "points"] " workloads")
		correct = rival("jokanovic", "large")
		if (correct) tell("with the correct policy " correct ", mean cut " percent(cut))
	}
	claim("LS-21", text, "Level-Spread is strictly better in more workloads than Jokanovic's policy as the authors' program has it, and its mean cut is above 0; " \
		"partly when one of these is so")
}
