# numbers -- arithmetic that several claims need.

function percent(x) {
	x = sprintf("%.1f%%", 100 * x)
	return x == "-0.0%" ? "0.0%" : x
}

# Is x within so many percentage points of what is printed?
function near(x, printed, points) { return x >= printed - points / 100 - 1e-9 && x <= printed + points / 100 + 1e-9 }

function change(x, y) { return x > y ? x / y - 1 : 1 - x / y }		# from y to x, as a share of y

# Do two times differ by more than a twentieth of the shorter?
function apart(x, y) { return x > 1.05 * y || y > 1.05 * x }

# Shellsort of list[1..n].
function sort(list, n,    gap, i, j, x) {
	for (gap = int(n / 2); gap > 0; gap = int(gap / 2))
		for (i = gap + 1; i <= n; i++) {
			x = list[i]
			for (j = i; j > gap && list[j - gap] > x; j -= gap) list[j] = list[j - gap]
			list[j] = x
		}
}

# quantile(list, n, q): of a sorted list, between neighbours in proportion
function quantile(list, n, q,    at, i) {
	at = 1 + q * (n - 1)
	i = int(at)
	return i < n ? list[i] + (at - i) * (list[i + 1] - list[i]) : list[n]
}
