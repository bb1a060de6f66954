# beside -- our points beside theirs, in cycles; and where each curve begins and ends.
#
#	awk -F, -v points=FILE -v sets=FILE -f beside.awk BOUNDS WHOLE FLITS
#
# BOUNDS is a table of ../curves/bounds whose networks are numbers of curves; WHOLE what netsim made of the
# jobs of loads.awk; FLITS the same with every flit a packet of its own, so that packets may interleave.
#
# A latency is brought to their conventions.  Of their packets `self_share` go to their own source, over
# one router.  Their sources make at most one packet a cycle and a node, at its beginning; ours at any
# time, which makes them wait load / (2 (1 - load)) cycles longer at their node.

BEGIN { cycle = 40e-9 }

function over_one_router() { return 3 + $at["router_cycles"] + $at["flits"] - 1 }

# The mean latency of this row in cycles, as theirs count.
function as_theirs(seconds,    load, self) {
	load = $at["load"]
	self = $at["self_share"]
	return (1 - self) * (seconds / cycle - (load < 1 ? load / (2 * (1 - load)) : 0)) + self * over_one_router()
}

function ratio(ours, theirs) { return ours == "" || theirs == "" ? "" : sprintf("%.3f", ours / theirs) }
function apart(ours, theirs) { return ours > theirs ? ours / theirs - 1 : 1 - ours / theirs }

FNR == 1 { file++; delete at; for (i = 1; i <= NF; i++) at[$i] = i; next }
file == 1 { bound[$at["network"]] = $at["bound"]; zero[$at["network"]] = $at["zero_load_s"]; next }
file == 3 { flits_latency[$at["curve"], $at["case"]] = as_theirs($at["latency_mean_s"]); next }
{
	n = $at["curve"]
	i = ++loads[n]
	if (i == 1) {
		order[++curves] = n
		name[n] = $at["set"] "," $at["network"] "," $at["routing"] "," $at["pattern"] "," $at["flits"]
		self[n] = $at["self_share"]
		zero[n] = (1 - self[n]) * zero[n] / cycle + self[n] * over_one_router()
		their_zero[n] = $at["their_zero_load"]
	}
	load[n, i] = $at["their_load"]
	their_status[n, i] = $at["their_status"]
	their_latency[n, i] = $at["their_latency"]
	their_note[n, i] = $at["their_note"]
	latency[n, i] = as_theirs($at["latency_mean_s"])
	measured[n, i] = $at["latency_mean_s"] / cycle
	accepted[n, i] = $at["accepted_load"] / (1 - self[n])
	saturated[n, i] = $at["saturated"]
}

function write_points(n,    i, flits) {
	for (i = 1; i <= loads[n]; i++) {
		flits = (n, i) in flits_latency ? flits_latency[n, i] : ""
		printf "%s,%s,%s,%s,%.2f,%.2f,%s,%s,%s,%.4f,%s,%s\n", name[n], load[n, i], their_status[n, i], their_latency[n, i],
			measured[n, i], latency[n, i], ratio(latency[n, i], their_latency[n, i]),
			flits == "" ? "" : sprintf("%.2f", flits), ratio(flits, their_latency[n, i]), accepted[n, i], saturated[n, i], their_note[n, i] >points
	}
}

function percent(x) { return x == "" ? "" : sprintf("%.1f", 100 * x) }

function write_set(n,    i, theirs, ours, most, most_flits, d) {
	for (i = 1; i <= loads[n]; i++) {
		if (their_status[n, i] == "ok") theirs = load[n, i]
		if (saturated[n, i] == "no") ours = load[n, i]
	}
	for (i = 1; i <= loads[n]; i++) {
		if (load[n, i] > 0.8 * theirs) continue
		d = apart(latency[n, i], their_latency[n, i])
		if (d > most) most = d
		if (!((n, i) in flits_latency)) continue
		d = apart(flits_latency[n, i], their_latency[n, i])
		if (d > most_flits) most_flits = d
	}
	printf "%s,%s,%.3f,%s,%s,%.2f,%s,%.4g,%s,%s,%s,%s,%s,%.4f\n", name[n], their_zero[n], zero[n], load[n, 1], their_latency[n, 1], latency[n, 1],
		ratio(latency[n, 1], their_latency[n, 1]), 0.8 * theirs, percent(most), percent(most_flits),
		theirs, ours, load[n, loads[n]], bound[n] / (1 - self[n]) >sets
}

END {
	print "set,network,routing,pattern,flits,load,their_status,their_latency,our_measured,our_latency,our_over_theirs,as_flits_latency,as_flits_over_theirs,our_accepted,our_saturated,their_note" >points
	print "set,network,routing,pattern,flits,their_zero_load,our_zero_load,lowest_load,their_lowest,our_lowest,our_over_theirs,up_to_load,apart_percent,as_flits_apart_percent,their_last_stable,our_last_stable,last_load,bound" >sets
	for (k = 1; k <= curves; k++) {
		write_points(order[k])
		write_set(order[k])
	}
}
