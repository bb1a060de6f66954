# exact -- GS-09, GS-10 and GS-15: what is counted over all cases.

BEGIN {
	needed["histogram"] = "reading swaps allocations"
	needed["longest"] = "job region allocations swaps exact"
	needed["boxes"] = "box job geom_hops"
}

kind == "histogram" {
	if (!($at["reading"] in histogram_most) || number("swaps") > histogram_most[$at["reading"]]) {
		histogram_most[$at["reading"]] = number("swaps")
		histogram_last[$at["reading"]] = number("allocations")
	}
	histogram_all[$at["reading"]] += number("allocations")
}
function histogram_end(reading) { return histogram_most[reading] " ; " histogram_last[reading] }

function histogram_as_printed(reading) { return histogram_all[reading] == 10518300 && histogram_most[reading] == 12 && histogram_last[reading] == 4 }

kind == "longest" {
	if (number("swaps") > longest_best[$at["job"]]) { longest_best[$at["job"]] = $at["swaps"]; longest_region[$at["job"]] = $at["region"] }
	longest_text[$at["job"]] = longest_text[$at["job"]] (longest_text[$at["job"]] ? ", " : "") ($at["exact"] == "yes" ? "" : "at least ") $at["swaps"] " on " \
		($at["region"] ~ /x/ ? $at["region"] : "a line of " $at["region"])
}

kind == "boxes" {
	boxes++
	if (number("geom_hops") == 1) boxes_perfect++
	else boxes_miss = boxes_miss (boxes_miss ? ", " : "") $at["job"] " on " $at["box"]
}

END {
	if ("mesh-machine" in histogram_most) {
		judge(histogram_as_printed("mesh-machine"))
		judge(histogram_as_printed("paper"))
		n = split("default torus torus-machine mesh-paper", histogram_name, " ")
		split("a mesh with map's own ties:a torus with them:a torus, ties in the machine's frame:a mesh, ties that descend, the last dimension of tasks fastest", histogram_says, ":")
		for (k = 1; k <= n; k++)
			if (histogram_name[k] in histogram_most) tell((k > 1 ? "" : "On ") histogram_says[k] " " histogram_end(histogram_name[k]))
	}
	claim("GS-09", histogram_end("mesh-machine") ", and " histogram_end("paper") " on a torus, ties descending", "Exactly so many of all 10,518,300 allocations: on a mesh, with ties " \
		"in the machine's frame; on a torus, with ties that descend and the last dimension of tasks fastest")

	n = split("2x3 3x3 3x4", longest_job, " ")
	split("14 23 31", longest_printed, " ")
	for (k = 1; k <= n; k++)
		if (longest_job[k] in longest_best) {
			judge(longest_best[longest_job[k]] >= longest_printed[k])
			tell(longest_job[k] ": " longest_text[longest_job[k]])
			longest_all = longest_all (longest_all ? " " : "") longest_best[longest_job[k]]
		}
	claim("GS-10", longest_all, "Sequences at least as long as those printed, which were made by hand, are found. The longest over all mappings to begin with, " \
		"and over all allocations of a region or those that a climb came to")

	if (boxes) {
		judge(boxes_perfect == boxes)
		if (boxes_miss) miss(boxes_miss)
	}
	claim("GS-15", boxes ? boxes_perfect " of " boxes " are perfect" : "", "Average hops are 1 for every box of nodes and each order of its extents as the job's dimensions")
}
