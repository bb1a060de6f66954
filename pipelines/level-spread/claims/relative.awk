# relative -- LS-06, LS-12: two runs that differ in one column: how far the policies' times relative to Simple's move, and how many pairs
# of policies keep their order.
#
# Negligible is: 95% of the pairs of policies that are 5% apart in both keep their order, and half of the relative times change by
# less than 5%.  (No threshold is printed; these are our tolerances.)

# drift(FILTER, COLUMN, VALUE): over what the filter says and its twins with VALUE in COLUMN: the changes of relative times, sorted, in
# moves; how many fold the times are, sorted, in folds; counts of pairs.  Returns how many changes there are; folds["count"]
function drift(filter, changed, value,    n, i, k, list, class, other) {
	n = pick(filter, list)
	split("small large", class, " ")
	split("", moves); split("", folds); split("", counts)
	for (i = 1; i <= n; i++) {
		other = twin(list[i], changed, value)
		for (k = 1; k <= 2; k++)
			if (other && has(list[i], eight, class[k]) && has(other, eight, class[k])) drift_of(list[i], other, class[k])
	}
	in_order(moves, moves["count"] + 0)
	in_order(folds, folds["count"] + 0)
	return moves["count"] + 0
}

function drift_of(s, t, class,    n, i, policy) {
	order_kept(s, t, class, counts)
	n = split(eight, policy, " ")
	for (i = 1; i <= n; i++) {
		folds[++folds["count"]] = time[t, policy[i], class] / time[s, policy[i], class]
		if (policy[i] != "simple") moves[++moves["count"]] = change(relative(t, policy[i], class), relative(s, policy[i], class))
	}
}

# negligible(n): judges, and says the numbers
function negligible(n,    typical, kept) {
	typical = quantile(moves, n, 0.5)
	kept = counts["pairs"] ? counts["kept"] / counts["pairs"] : 1
	judge(kept >= 0.95)
	judge(typical < 0.05)
	tell(n " relative times, 95% of them change by less than " percent(quantile(moves, n, 0.95)) ", at most by " percent(moves[n]))
	return counts["kept"] + 0 " of " counts["pairs"] + 0 " pairs in order; change " percent(typical)
}

END {
	rule = "95% of the pairs of policies that are 5% apart keep their order, and the times relative to Simple's change by a median below 5% (our tolerances)"
	n = drift("series=tables bytes=1000 utilization=0.9", "utilization", 0.7)
	claim("LS-06", n ? negligible(n) : "", "From 90% to 70% utilization " rule)
	said = ""
	if ((n = drift("series=tables bytes=1000", "bytes", 100000))) {
		low = quantile(folds, folds["count"], 0.05); high = quantile(folds, folds["count"], 0.95)
		judge(low >= 80 && high <= 125)
		said = sprintf("%.0fx; ", quantile(folds, folds["count"], 0.5)) negligible(n)
		tell(sprintf("%d times; 90%% of them %.0f to %.0f fold", folds["count"], low, high))
	}
	claim("LS-12", said, "90% of the times grow 80 to 125 fold; " rule)
}
