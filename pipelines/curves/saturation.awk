# saturation -- where each curve begins and ends, from the tables of bounds and points.
#
# A row for each network, pattern and routing: the first load that is saturated and the
# highest that is not (a routing may recover in between; loads of too few messages to say are neither); the most that was accepted at
# a load that is not saturated, and what was accepted at the highest load offered; what
# the channels allow static routes; and the mean latency at the lowest load, beside the time of packets
# that pass as many routers on an idle network: H routers of 100 ns, H + 1 links of 40 ns, 256 B at 1 GB/s.

function zero_load(hops) { return (hops + 1) * 40e-9 + hops * 100e-9 + 256e-9 }

FNR == 1 { delete at; for (i = 1; i <= NF; i++) at[$i] = i; next }
FILENAME == ARGV[1] { bound[$at["network"], $at["pattern"]] = $at["bound"]; next }
{
	curve = $at["network"] "," $at["pattern"] "," $at["routing"]
	if (!(curve in allowed)) {
		order[++curves] = curve
		allowed[curve] = $at["routing"] ~ /^(minimal|dimension-order|d-mod-k)$/ ? bound[$at["network"], $at["pattern"]] : ""
	}
	if ($at["saturated"] == "no") {
		stable[curve] = $at["load"]
		if ($at["accepted_load"] + 0 > carried[curve] + 0) carried[curve] = $at["accepted_load"]
	} else if ($at["saturated"] == "yes" && !(curve in first)) {
		first[curve] = $at["load"]
	}
	if (!(curve in lowest) || $at["load"] + 0 < lowest[curve] + 0) {
		lowest[curve] = $at["load"]
		latency[curve] = $at["latency_mean_s"]
		idle[curve] = zero_load($at["routers_mean"])
	}
	last[curve] = $at["load"]
	accepted[curve] = $at["accepted_load"]
}
END {
	print "network,pattern,routing,first_saturated,highest_stable,stable_accepted,last_load,last_accepted,bound,lowest_load,lowest_latency_s,zero_load_s,latency_over_zero_load"
	for (i = 1; i <= curves; i++) {
		curve = order[i]
		printf "%s,%s,%s,%s,%s,%.4f,%s,%s,%.6g,%.6g,%.4f\n", curve, first[curve], stable[curve],
			curve in carried ? sprintf("%.4f", carried[curve]) : "", last[curve], accepted[curve], allowed[curve],
			lowest[curve], latency[curve], idle[curve], latency[curve] / idle[curve]
	}
}
