# single -- EM-07 to EM-10: one job on the whole machine, the better of linear and random mapping.

BEGIN { five = split("unstructured stencil pairs spread sub-alltoall", pattern, " ") }

function better(network, routing, pattern,    a, b) {
	a = rate["single", network, routing, "linear", pattern, "linear"]
	b = rate["single", network, routing, "linear", pattern, "random"]
	return a > b ? a + 0 : b + 0
}
# ratio(A, B, PATTERN): of two networks' rates under adaptive routing, less 1; "" where one is not known
function ahead(a, b, pattern,    x, y) {
	x = better(a, "adaptive", pattern)
	y = better(b, "adaptive", pattern)
	return x && y ? x / y - 1 : ""
}

# By how much adaptive routing beats static, on average over the patterns.
function gain(network,    i, x, y, sum) {
	for (i = 1; i <= five; i++) {
		x = better(network, "adaptive", pattern[i])
		y = better(network, "static", pattern[i])
		if (!x || !y) return ""
		sum += log(x / y)
		if (x < y && network != "fattree") miss(title[network] " in " pattern[i] " " signed(x / y - 1))
	}
	return exp(sum / five) - 1
}
function gains(    n, i, network, x) {
	n = split("dragonfly slimfly em1 em2", network, " ")
	for (i = 1; i <= n; i++) {
		x = gain(network[i])
		if (x == "") continue
		judge(x > 0)
		gains_text = gains_text (gains_text ? "; " : "") title[network[i]] " " signed(x)
	}
	x = gain("fattree")
	if (x != "") tell("on the fat-tree " signed(x))
}

# One printed number.
function against(a, b, pattern, printed,    x) {
	x = ahead(a, b, pattern)
	if (x == "") return ""
	judge(near(x, printed, 10))
	return title[a] " against " title[b] " " signed(x)
}

function worst(    i, x, low, which) {
	for (i = 1; i <= five; i++) {
		x = ahead("em2", "em1", pattern[i])
		if (x == "") return ""
		tell(pattern[i] " " signed(x))
		if (low == "" || x < low) low = x
	}
	judge(near(low, -0.30, 10, "up to"))
	return signed(low)
}

END {
	gains()
	claim("EM-07", gains_text, "Adaptive routing's rate over static routing's, geometric mean of the five patterns, is above 1 on each network but the fat-tree")
	text = against("em1", "dragonfly", "pairs", 0.42) "; " against("em1", "slimfly", "pairs", 0.42) "; " against("em1", "fattree", "pairs", -0.26)
	claim("EM-08", text, "Each is within 10 points of the paper")
	text = against("dragonfly", "fattree", "sub-alltoall", 0.21) "; " against("slimfly", "fattree", "sub-alltoall", 0.21) "; " \
		against("em1", "fattree", "sub-alltoall", 0.21)
	claim("EM-09", text, "Each is within 10 points of the paper")
	text = worst()
	claim("EM-10", text, "The worst of the five patterns is within 10 points of the paper")
}
