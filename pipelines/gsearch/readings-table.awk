# readings-table -- what the readings of the paper come to, as the table of README: a row a reading, a column a claim; bold is within the
# claim's tolerance.
#	awk -f numbers.awk -f readings-table.awk histogram.csv readings.csv

BEGIN {
	FS = ","
	histogram["lowest", "mesh"] = "default"; histogram["lowest", "torus"] = "torus"; histogram["machine-desc", "torus"] = "paper-machine"
	print "| reading | a job's dimensions | options of `map` | GS-04: 49.7% | GS-06: n/4 | GS-09: 12; 4, mesh | torus | GS-11: 12% | GS-12: 35% | GS-13: 0.2% |"
	print "|---|---|---|---|---|---|---|---|---|---|"
}
FNR == 1 { split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
"allocations" in at { if ($at["swaps"] + 0 >= most[$1] + 0) { most[$1] = $at["swaps"]; last[$1] = $at["allocations"] }; next }

function our_tolerance(word) { return word }	# numbers.awk tells it whose a tolerance is; here nobody asks
function bold(text, so) { return so ? "**" text "**" : text }
function count(reading, topology,    name) {
	name = (reading, topology) in histogram ? histogram[reading, topology] : topology "-" reading
	return name in most ? bold(most[name] "; " last[name], most[name] == 12 && last[name] == 4) : ""
}
{
	order = $at["dims_order"]
	x = $at["better"] / $at["jobs"]
	n = $at["cube_swaps"] / 512
	far = $at["rank_hops"] ^ 2 > $at["best_hops"] ^ 2 ? $at["rank_hops"] : $at["best_hops"]
	printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", $at["reading"], substr(order, 1, 1) " ≥ " substr(order, 2, 1) " ≥ " substr(order, 3, 1),
		$at["options"] == "" ? "" : "`" $at["options"] "`", bold(sprintf("%.1f%%", 100 * x), near(x, 0.497, 3)), bold(sprintf("%.3f", n), n >= 0.2 && n < 0.25),
		order == "xyz" ? count($at["reading"], "mesh") : "", order == "xyz" ? count($at["reading"], "torus") : "",
		bold(sprintf("%.1f%%", 100 * $at["rank_fewer"]), near($at["rank_fewer"], 0.12, 3)), bold(sprintf("%.1f%%", 100 * $at["best_fewer"]), near($at["best_fewer"], 0.35, 5)),
		bold(sprintf("%+.2f%%", 100 * far), far ^ 2 <= 0.002 ^ 2)
}
