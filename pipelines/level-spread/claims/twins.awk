# twins -- two settings that differ in one column: how far the policies' times relative to Simple's move.
#
# A change is negligible when half of the policies' relative times change by less than 5%, and 95% of them
# by less than 15%.  (No threshold is printed.)

# drift(v, FILTER, COLUMN, VALUE, moves, folds): over the settings of the filter and their twins with VALUE in
# COLUMN: the changes, sorted; how many fold the times are, sorted.  Returns how many changes there are; folds["count"]
function drift(v, filter, changed, value, moves, folds,    n, i, k, list, class, other) {
	n = pick(v, filter, list)
	class[1] = "small"; class[2] = "large"
	split("", moves); split("", folds)
	for (i = 1; i <= n; i++) {
		other = twin(list[i], changed, value)
		for (k = 1; k <= 2 && other; k++) drift_setting(list[i], other, class[k], moves, folds)
	}
	sort(moves, moves["count"] + 0)
	sort(folds, folds["count"] + 0)
	return moves["count"] + 0
}

function drift_setting(s, t, class, moves, folds,    n, i, policy) {
	if (!has(s, "simple", class) || !has(t, "simple", class)) return
	n = split(eight, policy, " ")
	for (i = 1; i <= n; i++) {
		if (!has(s, policy[i], class) || !has(t, policy[i], class)) continue
		folds[++folds["count"]] = time[t, policy[i], class] / time[s, policy[i], class]
		if (policy[i] != "simple") moves[++moves["count"]] = change(relative(t, policy[i], class), relative(s, policy[i], class))
	}
}

function negligible(moves, n) { return quantile(moves, n, 0.5) < 0.05 && quantile(moves, n, 0.95) < 0.15 }
