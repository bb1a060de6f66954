# multi -- EM-11, EM-14: thirty workloads of many jobs.

# The median rate of the workloads; "" without any.
function middle(network, alloc,    k, n, list) {
	n = count[network, "adaptive", alloc]
	for (k = 1; k <= n; k++) list[k] = rates[network, "adaptive", alloc, k]
	return n ? median(list, n) : ""
}

function medians(    n, i, network, x, low, high, rest) {
	n = split("em1 em2 slimfly dragonfly fattree", network, " ")
	for (i = 1; i <= n; i++) {
		x[i] = middle(network[i], "clustered")
		if (x[i] == "") return
		medians_text = medians_text (medians_text ? "; " : "") title[network[i]] sprintf(" %.1f TB/s", x[i] / 1e12)
		if (i == 1 || x[i] < low) low = x[i]
		if (i == 1 || x[i] > high) high = x[i]
	}
	rest = x[4] > x[5] ? x[4] : x[5]
	if (!judge(x[1] == high)) miss("G1 EM is not the highest")
	if (!judge(x[2] > rest && x[3] > rest)) miss("G2 EM and Slim Fly are not both above dragonfly and fat-tree")
	if (!judge(low >= 0.8 * high)) miss("the lowest is " percent(1 - low / high) " below the highest")
}

function apart(network, printed,    x, y) {
	x = middle(network, "isolated")
	y = middle(network, "clustered")
	if (x == "" || y == "") return
	judge(near(x / y - 1, printed, 10))
	apart_text = apart_text (apart_text ? "; " : "") title[network] " " signed(x / y - 1)
}

END {
	medians()
	claim("EM-11", medians_text, "Adaptive routing, clustered: the median rate is highest on G1 EM; those of G2 EM and Slim Fly are above those of dragonfly and fat-tree; the lowest is at most 20% below the highest (the paper's \"all within 20%\")")
	apart("fattree", 0.71); apart("em1", 0.07)
	claim("EM-14", apart_text, "Adaptive routing: the median rate under the isolated policy over that under clustered is within 10 points of the paper")
}
