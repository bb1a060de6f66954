# network -- GR-01 to GR-07: latencies, and how exchanges on the two networks compare.
#
# Performance is that of the mean message; that of the slowest is told beside it.

BEGIN {
	needed["latencies"] = "network pair routers latency_s printed_s"
	needed["performance"] = "pattern mode groups group_nodes system noise performance performance_slowest"
	needed["bytes_performance"] = "pattern mode groups group_nodes bytes system circuits noise performance"
	needed["hops"] = "system routing tasks noise routers packets"
}

kind == "latencies" {
	latencies++
	latencies_same += sprintf("%.6e", $at["latency_s"]) == sprintf("%.6e", $at["printed_s"])
	if ($at["network"] == "reconfigurable") latency_text = latency_text sprintf("%s%.9g", latency_text ? " " : "", $at["latency_s"] * 1e6)
}

kind == "performance" {
	series = $at["pattern"] " " $at["mode"] " " $at["group_nodes"]
	size = $at["groups"] + 0
	if (!((series, size) in size_seen)) { size_seen[series, size] = 1; size_of[series, ++sizes[series]] = size }
	performance["", series, size, $at["system"], $at["noise"]] = number("performance")
	performance["slowest", series, size, $at["system"], $at["noise"]] = number("performance_slowest")
	if ($at["pattern"] == "stencil") { stencil = series; all_groups = size > all_groups ? size : all_groups; group_nodes = $at["group_nodes"] }
	if (series ~ /^alltoall adaptive/) adaptive = series
	if (series ~ /^alltoall custom-balance/) balanced = series
	if ($at["pattern"] == "neighboring" && !(series in neighbour)) { neighbour[series] = 1; neighbours[++neighbour_series] = series }
}
kind == "bytes_performance" && $at["system"] == "rdn" && $at["circuits"] == ($at["pattern"] == "alltoall" ? "balanced" : "matched") {
	by_bytes[$at["pattern"]] = by_bytes[$at["pattern"]] sprintf("%s%s %s", by_bytes[$at["pattern"]] ? ", " : "", $at["bytes"], signed(number("performance")))
}
kind == "hops" {
	run = $at["routing"] " " $at["tasks"] " " $at["noise"]
	hop_packets[run] += number("packets")
	hop_sum[run] += $at["routers"] * $at["packets"]
	if ($at["routers"] > 3) hop_far[run] += $at["packets"]
}

# The paper's machine, not one of the other scales?
function whole() { return all_groups == 288 && group_nodes == 288 }
# Of a series, by the mean message ("") or the slowest: the share of performance that noise takes from the fixed dragonfly, and from the
# reconfigurable one.
function fixed_loss(by, series, size) { return 1 - 1 / (1 + performance[by, series, size, "tdn", "no"]) }
function free_loss(by, series, size) { return 1 - (1 + performance[by, series, size, "rdn", "yes"]) / (1 + performance[by, series, size, "rdn", "no"]) }
function gain(by, series, size) { return performance[by, series, size, "rdn", "yes"] }
# Means, least and most of a series: low, high, mean
function range(by, series,    k, x) {
	low = 1e9; high = -1e9; mean = 0
	for (k = 1; k <= sizes[series]; k++) {
		x = gain(by, series, size_of[series, k])
		low = x < low ? x : low
		high = x > high ? x : high
		mean += x / sizes[series]
	}
	return percent(mean) " (" percent(low) " to " percent(high) ")"
}
function by_size(series,    k, text) {
	for (k = 1; k <= sizes[series]; k++) text = text (k > 1 ? ", " : "") size_of[series, k] " " signed(gain("", series, size_of[series, k]))
	return text
}

# A loss at 2 to 8 groups, of all series.
function losses(by,    s, part, series, k, size, loss, n, sum, most, least, free) {
	for (s in size_seen) {
		split(s, part, SUBSEP)
		series = part[1]; size = part[2]
		if (size > 8) continue
		loss = fixed_loss(by, series, size)
		sum += loss; n++
		most = n == 1 || loss > most ? loss : most
		least = n == 1 || loss < least ? loss : least
		loss = free_loss(by, series, size)
		free = loss > free ? loss : free
	}
	loss = percent(sum / n) " ; at most " percent(free)
	if (by == "") {
		judge(near(sum / n, 0.10, 5, "about"))
		if (!judge(free <= 0.01)) miss("the most that noise takes on the reconfigurable dragonfly, " percent(free))
		tell("on the fixed dragonfly from " percent(least) " to " percent(most))
		tell("by the slowest message " losses("slowest"))
	}
	return loss
}
function stable(series, printed) {
	range("", series)
	if (!judge(near(mean, printed, 10, "about"))) miss(series " nodes a group, mean " percent(mean))
	if (!judge(high - low <= 0.10)) miss(series " nodes a group, from " percent(low) " to " percent(high))
	tell("groups, " series " nodes in each: " by_size(series))
	tell("by the slowest message " range("slowest", series))
}
function hops_of(run) { return hop_sum[run] / hop_packets[run] }
function hops_against(run) {
	return signed(hops_of(run) / hops_of(fixed_run) - 1) " ; " (hop_far[run] ? percent(1 - hop_far[run] / hop_packets[run]) " within 3" : "all within 3")
}
function judge_hops(    run, other, n, k) {
	run = free_run
	judge(near(hops_of(run) / hops_of(fixed_run) - 1, -0.47, 10))
	if (!judge(!hop_far[run])) miss(percent(hop_far[run] / hop_packets[run]) " of the packets pass more than 3 routers")
	judge(hop_far[fixed_run] > hop_packets[fixed_run] / 2)
	judge(near(hops_of(run), hops_of("tago-shortest ordered no"), 1))
	tell(sprintf("%.2f routers on the fixed dragonfly, %.2f on the other", hops_of(fixed_run), hops_of(run)))
	tell(percent(hop_far[fixed_run] / hop_packets[fixed_run]) " of the fixed one's packets pass more than 3")
	n = split("tago-shortest shuffled,tago-all ordered,tago ordered,tago shuffled", other, ",")
	for (k = 1; k <= n; k++) if ((other[k] " yes") in hop_packets) tell("under " other[k] " " hops_against(other[k] " yes"))
	return hops_against(run)
}
function judge_modes(    k, size, x, most) {
	for (k = 1; k <= sizes[adaptive]; k++) {
		size = size_of[adaptive, k]
		x = (1 + gain("", adaptive, size)) / (1 + gain("", balanced, size)) - 1
		x = x < 0 ? -x : x
		our_tolerance("no difference")
		if (!judge(x <= 0.03)) miss(size " groups, " percent(x))
		most = x > most ? x : most
	}
	return "at most " percent(most) " apart"
}

END {
	if (latencies) judge(latencies_same == latencies && latencies == 10)
	claim("GR-01", latency_text " us", "Times of a byte on both idle networks, to the picosecond, less that in which the byte goes onto a link")

	if (whole()) loss_text = losses("")
	claim("GR-02", loss_text, "Jobs of 2 to 8 groups of all patterns: the mean loss of the fixed dragonfly within 5 points of 10%, none of the reconfigurable one above 1%")

	if (whole()) {
		judge(near(gain("", adaptive, 2), 0.32, 10))
		if (!judge(near(gain("", adaptive, 288), 0, 5))) miss("all groups")
		tell("groups: " by_size(adaptive))
		tell("by the slowest message " signed(gain("slowest", adaptive, 2)) " ; " signed(gain("slowest", adaptive, 288)))
		if (by_bytes["alltoall"]) tell("with other bytes at 8 groups " by_bytes["alltoall"])
		alltoall_text = signed(gain("", adaptive, 2)) " ; " signed(gain("", adaptive, 288))
	}
	claim("GR-03", alltoall_text, "Two groups within 10 points of what is printed, all groups within 5")

	if (whole()) {
		stable(stencil, 0.30)
		if (by_bytes["stencil"]) tell("with other bytes at 8 groups " by_bytes["stencil"])
		stencil_text = range("", stencil)
	}
	claim("GR-04", stencil_text, "Mean over the sizes within 10 points of 30%, and no two sizes more than 10 points apart")

	if (whole()) {
		for (k = 1; k <= neighbour_series; k++) {
			stable(neighbours[k], 0.16)
			neighbour_text = neighbour_text (k > 1 ? " ; " : "") range("", neighbours[k])
		}
		if (by_bytes["neighboring"]) tell("with other bytes at 8 groups " by_bytes["neighboring"])
	}
	claim("GR-05", neighbour_text, "Mean over the sizes within 10 points of 16%, and no two sizes more than 10 points apart, with 288 and with 216 nodes a group")

	fixed_run = "par ordered yes"; free_run = "tago-shortest ordered yes"
	if (hop_packets[free_run] && (!all_groups || whole())) hop_text = judge_hops()
	claim("GR-06", hop_text, "Mean within 10 points of what is printed, the same with noise and without; on the reconfigurable dragonfly no packet passes more than three routers, on the fixed one most do")

	if (whole() && balanced) mode_text = judge_modes()
	claim("GR-07", mode_text, "At every size within 3%: groups of 240 and 272 nodes in turn against 256 in each")
}
