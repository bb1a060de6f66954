# intensity -- LS-13: one size of jobs sends more, the other the same: who is hurt?
#
# The most that the grid has is compared with equal messages.  A policy hurts jobs when their time grows by more than a
# tenth; Level-Spread and a grouping policy protect small jobs when these grow no more than under the
# spreading policies on average (one point of noise allowed).

# growth(PATTERN, SMALL, LARGE, POLICY, CLASS): a time with those factors on the messages over that
# with equal messages; 0 if one is not known
function growth(pattern, small, large, policy, class,    list, equal) {
	if (!pick("series=intensity pattern=" pattern " small_times=" small " large_times=" large, list) ||
	    !pick("series=intensity pattern=" pattern " small_times=1 large_times=1", equal)) return 0
	if (!has(list[1], policy, class) || !has(equal[1], policy, class)) return 0
	return time[list[1], policy, class] / time[equal[1], policy, class]
}
# The largest factor of a column that a pattern was run with.
function most_times(pattern, which,    n, i, list, most) {
	n = pick("series=intensity pattern=" pattern, list)
	for (i = 1; i <= n; i++) if (field[list[i], which] + 0 > most) most = field[list[i], which] + 0
	return most
}

function intensity(   n, i, pattern, small, large, counts) {
	n = split(six, pattern, " ")
	for (i = 1; i <= n; i++) {
		small = most_times(pattern[i], "small_times")
		large = most_times(pattern[i], "large_times")
		if (large > 1) intensity_hurt(pattern[i], 1, large, "small", counts)
		if (small > 1) intensity_hurt(pattern[i], small, 1, "large", counts)
		if (large > 1) intensity_protected(pattern[i], large, counts)
	}
	if (!counts["all"]) return ""
	judge_cases(counts["good"] + 0, counts["all"])
	tell("small jobs hurt in " intensity_share(counts, "small") ", large jobs in " intensity_share(counts, "large") \
		", small jobs protected in " intensity_share(counts, "protected") \
		sprintf("; small jobs grow up to %.2f fold under Level-Spread and the grouping policies, up to %.2f fold under the others", \
		counts["most protected"], counts["most small"]))
	return counts["good"] + 0 " of " counts["all"]
}
function intensity_share(counts, what) { return counts[what] + 0 " of " counts[what " of"] + 0 }

function intensity_count(so, counts, what, pattern, policy, g) {
	counts["all"]++
	counts[what " of"]++
	if (g > counts["most " what]) counts["most " what] = g
	if (so) { counts["good"]++; counts[what]++ }
	else miss(what " " pattern " " policy sprintf(" (%.2f)", g))
}

function intensity_hurt(pattern, small, large, class, counts,    n, i, policy, g) {
	n = split(spreading, policy, " ")
	for (i = 1; i <= n; i++)
		if ((g = growth(pattern, small, large, policy[i], class))) intensity_count(g > 1.1, counts, class, pattern, policy[i], g)
}

function intensity_protected(pattern, large, counts,    n, i, policy, g, sum) {
	n = split(spreading, policy, " ")
	for (i = 1; i <= n; i++) {
		if (!(g = growth(pattern, 1, large, policy[i], "small"))) return
		sum += g / n
	}
	n = split("level-spread " grouping, policy, " ")
	for (i = 1; i <= n; i++)
		if ((g = growth(pattern, 1, large, policy[i], "small"))) intensity_count(g <= sum + 0.01, counts, "protected", pattern, policy[i], g)
}

END {
	claim("LS-13", intensity(), "When only the other jobs' messages grow, by the most that was run: small and large jobs' times grow by more than 10% (our tolerance) under each of RDR, RRR, RDN, RRN (hurt); " \
		"small jobs' times grow under each of Level-Spread, Simple, Slurm, RDG no more than under those four on average " \
		"(protected, one point of noise allowed); pattern by pattern; partly in half of the cases")
}
