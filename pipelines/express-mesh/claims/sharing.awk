# sharing -- EM-12, EM-13, EM-15: how much of their links jobs share, and what it does to their times.
#
# A curve is what Fig. 8 and 9 show: the mean over the workloads so far, of a series, network and routing, for MLS and for TLS.

BEGIN { settled = 10; points = 5; draws = 0.05 }

kind == "interference" && $at["alloc"] == "clustered" && $at["series"] != "constant" {
	curve = $at["series"] SUBSEP $at["network"] SUBSEP $at["routing"]
	if (!(curve in length_of)) curve_name[++curves] = curve
	k = ++length_of[curve]
	mean[curve, "mls", k] = number("mls_mean")
	mean[curve, "tls", k] = number("tls_mean")
}
kind == "interference" && $at["alloc"] == "isolated" {
	isolated++
	if (number("mls") > most_mls) most_mls = number("mls")
	if (number("tls") > most_tls) most_tls = number("tls")
}

# The farthest that a curve is from its end, from workload `settled` on; "" where it is not longer.
function drift(curve, what,    n, k, x, far) {
	n = length_of[curve]
	if (n <= settled) return ""
	for (k = settled; k < n; k++) {
		x = mean[curve, what, k] - mean[curve, what, n]
		if (x < 0) x = -x
		if (x > far) far = x
	}
	return far + 0
}
function settle(    i, x, far, calm) {
	for (i = 1; i <= 2 * curves; i++) {
		x = drift(curve_name[int((i + 1) / 2)], i % 2 ? "mls" : "tls")
		if (x == "") continue
		if (x > far) far = x
		calm += x <= points
		drifts++
	}
	if (!drifts) return
	judge(calm == drifts)
	tell(calm " of " drifts " curves stay within " points " points of their end from workload " settled " on, the farthest " sprintf("%.1f", far))
}

# Under adaptive routing, at the end of a series: is the least of dragonfly and Slim Fly above the most of the others?
function final(series, network, what,    curve) {
	curve = series SUBSEP network SUBSEP "adaptive"
	return curve in length_of ? mean[curve, what, length_of[curve]] : ""
}
function highest(series, what, others,    n, i, network, x, low, high) {
	if (final(series, "dragonfly", what) == "" || final(series, "slimfly", what) == "") return
	low = final(series, "dragonfly", what)
	if (final(series, "slimfly", what) < low) low = final(series, "slimfly", what)
	n = split("fattree em1 em2", network, " ")
	for (i = 1; i <= n; i++) {
		x = final(series, network[i], what)
		if (x != "" && x > high) high = x
	}
	if (!judge(low >= high)) miss(toupper(what) " of series " series)
	tell(series " " toupper(what) sprintf(": dragonfly %.1f, Slim Fly %.1f, the others at most %.1f", final(series, "dragonfly", what), final(series, "slimfly", what), high))
}

function constants(    key, part, same, sets, low, high, more) {
	for (key in runs) {
		split(key, part, SUBSEP)
		if (runs[key] < 2) continue
		more = fastest[key] / slowest[key] - 1
		if (part[3] == "isolated") {
			sets++
			same += more <= draws
			if (more > draws) miss(title[part[2]] " in set " part[1] ": " percent(more))
			if (more > low) low = more
		} else if (more > high)
			high = more
	}
	if (!sets) return ""
	judge(same == sets)
	if (low) tell("the fastest of a set is up to " percent(low) " above the slowest")
	if (high) tell("with clustered allocation the fastest is up to " percent(high) " above the slowest")
	return same " of " sets " sets without variation"
}

END {
	settle()
	highest("spread", "mls"); highest("spread", "tls"); highest("multi", "mls"); highest("multi", "tls")
	claim("EM-12", held " of " judged, "From the tenth workload on no moving average is more than 5 points (our tolerance) from its last; under adaptive routing the last MLS and TLS of dragonfly and of Slim Fly are " \
		"at least those of the other networks, in Fig. 8 and in Fig. 9")
	if (isolated) judge(most_mls + most_tls == 0)
	claim("EM-13", most_mls + 0 " ; " most_tls + 0, "The largest MLS and TLS of " isolated + 0 " workloads under the isolated policies; over random workloads and all routings: tests/alloc/t325-apart.t and tests/metrics/t693-interference.t")
	text = constants()
	claim("EM-15", text, "Under the isolated policies the constant job's time is the same in all workloads of a set, but for " percent(draws) \
		": what adaptive packets draw is of the workload")
}
