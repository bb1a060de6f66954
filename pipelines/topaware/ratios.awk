# ratios -- a row for each placement, schedule and site_bytes of an application that printed.csv compares with another placement.
#	awk -f ratios.awk printed.csv TABLE...
#
# comm_ratio: the other's exchange over this one's, each times its nodes where the paper compares what a node does (per node).
# share_needed: the share of communication in the other's run with which run times have the printed ratio; empty when the
# exchange alone does not have it.  run_ratio: of run times, with the paper's share.
# Sizes: where there is none of the paper's nodes, as at smaller scales, nothing is printed beside.

BEGIN { FS = OFS = "," }
FNR == 1 { split("", at); for (i = 1; i <= NF; i++) at[$i] = i; file++; next }
file == 1 {
	plan = $at["application"] SUBSEP $at["placement"]
	against[plan] = $at["against"]
	per[plan] = $at["per"]
	ratio[plan, $at["nodes"]] = $at["ratio"]
	share[plan, $at["nodes"]] = $at["share"]
	next
}
{
	key = $at["application"] SUBSEP $at["placement"] SUBSEP $at["schedule"] SUBSEP $at["site_bytes"]
	size = $at["application"] == "s3d" ? $at["nodes"] : "any"
	time[key, size] = $at["comm_time_s"]
	nodes[key, size] = $at["nodes"]
	order[++rows] = key SUBSEP size
}
function per_run(k, plan) { return time[k] * (per[plan] == "node" ? nodes[k] : 1) }
END {
	print "application", "nodes", "placement", "against", "per", "schedule", "site_bytes", "comm_ratio", "printed_ratio", "share_needed", "paper_share", "run_ratio"
	for (i = 1; i <= rows; i++) {
		k = order[i]
		split(k, part, SUBSEP)
		plan = part[1] SUBSEP part[2]
		if (!(plan in against)) continue
		other = part[1] SUBSEP against[plan] SUBSEP part[3] SUBSEP part[4] SUBSEP part[5]
		r = per_run(other, plan) / per_run(k, plan)
		# The paper's Adaptive Layout ran on the set, whose size is the machine's.
		n = part[2] == "adaptive-layout" && nodes[other] == 4116 ? 4116 : nodes[k]
		R = ratio[plan, n]
		s = share[plan, n]
		needed = R == "" || r <= R ? "" : sprintf("%.4f", (1 - 1 / R) / (1 - 1 / r))
		print part[1], nodes[k], part[2], against[plan], per[plan], part[3], part[4], sprintf("%.4f", r), R, needed, s, s == "" ? "" : sprintf("%.4f", 1 / (1 - s + s / r))
	}
}
