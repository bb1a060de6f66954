# saturation -- where each curve ends, from the tables of bounds and points.
#
# A row for each network, pattern and routing: the first load that is saturated and the
# highest that is not (a routing may recover in between); the most that was accepted at
# a load that is not saturated, and what was accepted at the highest load offered; and what
# the channels allow minimal routes.

FNR == 1 { delete at; for (i = 1; i <= NF; i++) at[$i] = i; next }
FILENAME == ARGV[1] { bound[$at["network"], $at["pattern"]] = $at["bound"]; next }
{
	curve = $at["network"] "," $at["pattern"] "," $at["routing"]
	if (!(curve in minimal)) {
		order[++curves] = curve
		minimal[curve] = $at["routing"] == "minimal" ? bound[$at["network"], $at["pattern"]] : ""
	}
	if ($at["saturated"] == "no") {
		stable[curve] = $at["load"]
		if ($at["accepted_load"] + 0 > carried[curve] + 0) carried[curve] = $at["accepted_load"]
	} else if (!(curve in first)) {
		first[curve] = $at["load"]
	}
	last[curve] = $at["load"]
	accepted[curve] = $at["accepted_load"]
}
END {
	print "network,pattern,routing,first_saturated,highest_stable,stable_accepted,last_load,last_accepted,bound"
	for (i = 1; i <= curves; i++) {
		curve = order[i]
		printf "%s,%s,%s,%s,%s,%.4f,%s\n", curve, first[curve], stable[curve],
			curve in carried ? sprintf("%.4f", carried[curve]) : "", last[curve], accepted[curve], minimal[curve]
	}
}
