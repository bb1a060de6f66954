# numbers -- arithmetic that several claims need.

function percent(x) {
	x = sprintf("%.1f%%", 100 * x)
	return x == "-0.0%" ? "0.0%" : x
}
function signed(x) { return (x < 0 ? "" : "+") percent(x) }

# Is x within so many percentage points of what is printed?  No paper says how many; `word`: it says so ("about").
function near(x, printed, points, word) {
	our_tolerance(word)
	return x >= printed - points / 100 - 1e-9 && x <= printed + points / 100 + 1e-9
}

# Insertion sort of list[1..n].
function sort(list, n,    i, j, x) {
	for (i = 2; i <= n; i++) {
		x = list[i]
		for (j = i; j > 1 && list[j - 1] > x; j--) list[j] = list[j - 1]
		list[j] = x
	}
}

# median(list, n), which it sorts
function median(list, n) {
	sort(list, n)
	return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}
