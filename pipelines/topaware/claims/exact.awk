# exact -- TA-02, TA-03, TA-06, TA-07 and TA-08: the selection, the formulas, Adaptive Layout's time and the folding.

BEGIN {
	needed["fig2"] = "x z printed chosen"
	needed["distances"] = "start seed planes_skipped rows_skipped prism_hops"
	needed["advice"] = "for shape all_at_once_gain one_at_a_time_gain"
	needed["layout"] = "tasks blocks most map_s"
	needed["fig3"] = "tile_x tile_z plane"
	needed["fold_hops"] = "over hops neighbours of_one_x_and_z"
}

kind == "fig2" {
	fig2_places++
	fig2_same += $at["printed"] == $at["chosen"]
	if ($at["chosen"] == 34 || $at["chosen"] == 41) { fig2_x[$at["chosen"]] = $at["x"]; fig2_z[$at["chosen"]] = $at["z"] }
}
function apart(a, b) { return a > b ? a - b : b - a }

kind == "distances" {
	maps[$at["start"]]++
	if ($at["prism_hops"] == "") { none[$at["start"]]++; next }
	distances[$at["start"], $at["prism_hops"]]++
	if ($at["prism_hops"] > distance_most) distance_most = $at["prism_hops"]
	if ($at["start"] == "any" && $at["seed"] == 1) first_map = $at["prism_hops"]
}
function maps_with(start, h) { return (start, h) in distances ? distances[start, h] : 0 }
# "2 on 1.6%, 3 on 89.7%" of the maps
function spread(start,    h, text) {
	for (h = 1; h <= distance_most; h++)
		if ((start, h) in distances) text = text (text ? ", " : "") h " on " percent(distances[start, h] / maps[start])
	return text (none[start] ? ", no prism on " percent(none[start] / maps[start]) : "")
}

kind == "advice" && $at["for"] == "ideal" && $at["shape"] == "optimum" { gain_all = number("all_at_once_gain"); gain_one = number("one_at_a_time_gain") }
kind == "layout" { layout_tasks = number("tasks"); layout_s = number("map_s"); layout_most = number("most") }

kind == "fig3" { fold_plane[$at["tile_x"], $at["tile_z"]] = $at["plane"]; fold_tiles++ }
kind == "fold_hops" {
	n = number("neighbours")
	folded += n
	if ($at["over"] == "within") { if (number("hops") == 1) within += n; within_all += n }
	else { over += n; over_straight += number("of_one_x_and_z") }
	hops_of[$at["hops"]] += n
}
# Do the super-tiles lie as Fig. 3 has them?  Its stack, from below: (0,0) (0,1) (1,1) (1,0) (2,0) (2,1) (3,1) (3,0).
function stacked(    k, n, part, tile) {
	n = split("0 0|0 1|1 1|1 0|2 0|2 1|3 1|3 0", tile, "|")
	for (k = 1; k <= n; k++) {
		split(tile[k], part, " ")
		if (fold_plane[part[1], part[2]] != k - 1) return 0
	}
	return fold_tiles == n
}

END {
	if (first_map) {
		judge(first_map == 3)
		judge(maps_with("any", 2) + maps_with("any", 3) >= 0.8 * maps["any"])
		tell("over " maps["any"] " maps of service nodes " spread("any"))
		if (maps["8+0+0"]) tell("if it begins at 8+0+0 whatever is there " spread("8+0+0"))
	}
	claim("TA-02", first_map ? first_map " hops" : "", "On data/machines/bluewaters.conf exactly 3; at most 3 on 80% or more (our tolerance) of the maps of service nodes, drawn as whole blades")

	if (fig2_places) {
		judge(fig2_same == 64)
		judge(apart(fig2_x[34], fig2_x[41]) + apart(fig2_z[34], fig2_z[41]) == 3)
		fig2_text = fig2_same " of 64 places as printed ; " apart(fig2_x[34], fig2_x[41]) + apart(fig2_z[34], fig2_z[41]) " hops"
	}
	claim("TA-03", fig2_text, "Every pair of the figure has the number that is printed, and 41 and 34 are three links apart")

	if (gain_all) {
		judge(sprintf("%.1f", gain_all) == "1.6")
		judge(sprintf("%.2f", gain_one) == "1.06")
		gains_text = sprintf("%.3fx ; %.3fx", gain_all, gain_one)
	}
	claim("TA-06", gains_text, "The best grid of real numbers over the cube rounds to what is printed")

	if (layout_tasks >= 60000) {	# smaller scales have fewer
		judge(layout_s <= 5)
		tell("on one core; the most that a task holds is " sprintf("%.2f", layout_most) " blocks")
		layout_text = sprintf("%.2f s for %d tasks", layout_s, layout_tasks)
	}
	claim("TA-07", layout_text, "Processor time of map, the table read and written, at most five seconds (our tolerance for \"a few seconds\")")

	if (folded) {
		judge(stacked())
		judge(within == within_all)
		judge(over_straight == over)
		judge(hops_of[1] == 160 && hops_of[3] == 12 && folded == 172)
		fold_text = sprintf("%d neighbours at 1 hop, %d at 3", hops_of[1], hops_of[3])
		if (!stacked()) miss("the stack")
	}
	claim("TA-08", fold_text, "Super-tiles are stacked as in the figure, neighbours within one are adjacent, and neighbours over a fold differ in y only")
}
