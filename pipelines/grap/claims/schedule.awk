# schedule -- GR-08 to GR-11: waits, utilization, the rules of the policy, and by how much jobs run faster.

BEGIN {
	needed["cuts"] = "workload month system speedups mpi_share reconfigure wait_s cut fixed_utilization utilization charged"
	needed["accelerated"] = "speedup saved workload speedups mpi_share"
	needed["audit"] = "jobs large too_many_nodes small_apart two_large two_owners other_groups"
}

kind == "cuts" {
	played = $at["system"] " " $at["speedups"] " " $at["mpi_share"] " " $at["reconfigure"]
	if ($at["workload"] == "january") january[played] = number("cut")
	if ($at["workload"] != "made") next
	n = ++made[played]
	made_cut[played] += number("cut")
	made_list[played, n] = number("cut")
	made_lower[played] += number("utilization") < number("fixed_utilization")
	made_used[played] += $at["utilization"]
	made_charged[played] += $at["charged"]
	made_fixed += played == "grap measured 0.4 " ? $at["fixed_utilization"] : 0
}
kind == "accelerated" && $at["workload"] == "made" && $at["mpi_share"] == 0.4 {
	x = number("speedup")
	n = ++months[$at["speedups"]]
	faster[$at["speedups"]] += x
	saved[$at["speedups"]] += number("saved")
	if (n == 1 || x < least_faster[$at["speedups"]]) least_faster[$at["speedups"]] = x
	if (n == 1 || x > most_faster[$at["speedups"]]) most_faster[$at["speedups"]] = x
}
kind == "audit" {
	audits++
	audit_jobs += $at["jobs"]
	audit_large += $at["large"]
	audit_wrong += $at["too_many_nodes"] + $at["small_apart"] + $at["two_large"] + $at["two_owners"] + $at["other_groups"]
}

# The mean cut of the months of a system, and its range
function cut_range(played,    k, list) {
	for (k = 1; k <= made[played]; k++) list[k] = made_list[played, k]
	sort(list, made[played])
	least_cut = list[1]
	most_cut = list[made[played]]
	mean_cut = made_cut[played] / made[played]
	return percent(mean_cut) " ; " percent(least_cut) " to " percent(most_cut)
}
function tell_cuts(label, played) { if (made[played]) tell(label " " cut_range(played)) }
function tell_january(label, source,    k, n, share, list) {
	n = split("0.2 0.4 0.6", share, " ")
	for (k = 1; k <= n; k++)
		if (("grap " source " " share[k] " ") in january)
			list = list (list ? ", " : "") percent(january["grap " source " " share[k] " "]) " with " share[k]
	if (list) tell(label " " list)
}
function judge_cuts(played,    text) {
	text = cut_range(played)
	judge(near(mean_cut, 0.26, 10))
	if (!judge(least_cut >= 0)) miss("a month waits longer")
	judge(near(least_cut, 0.09, 10) && near(most_cut, 0.52, 10))
	tell_cuts("with the paper's speedups", "grap printed 0.4 ")
	tell_cuts("without any speedup", "grap   ")
	tell_cuts("the speedups without the rules", "slurm-tres measured 0.4 ")
	tell_january("January itself by the share of time in MPI", "measured")
	tell_january("with the paper's speedups", "printed")
	return text
}

function faster_range(source) { return percent(least_faster[source]) " to " percent(most_faster[source]) }
# The share of time in MPI with which the mean of the months would be 10%: what is saved grows with it evenly.
function share_of_10(source) { return sprintf("%.2f", 0.4 * (0.1 / 1.1) / (saved[source] / months[source])) }
function judge_faster() {
	if (!judge(least_faster["measured"] >= 0.09 && most_faster["measured"] <= 0.11)) miss(faster_range("measured"))
	tell("mean " percent(faster["measured"] / months["measured"]) ", of the runtime " percent(saved["measured"] / months["measured"]))
	tell("10% would be with " share_of_10("measured") " of the time in MPI")
	if (months["printed"]) tell("with the paper's speedups " faster_range("printed") ", and 10% with " share_of_10("printed"))
	return faster_range("measured")
}

END {
	ours = "grap measured 0.4 "
	if (made[ours] >= 12) cuts_text = judge_cuts(ours)
	claim("GR-08", cuts_text, "Twelve months made of January's days, 0.4 of the time in MPI, measured speedups: the mean within 10 points of what is printed, least and most too, no month's mean longer")
	if (made[ours] >= 12) {
		if (!judge(made_lower[ours] == made[ours])) miss(made[ours] - made_lower[ours] " months")
		tell("lower in " made_lower[ours] " of " made[ours] " months")
		tell(percent(made_charged[ours] / made[ours]) " with the nodes that Minimal Balance charges for and a job does not use")
		if (made["grap   "]) tell("without speedups " percent(made_used["grap   "] / made["grap   "]))
		used_text = percent(made_used[ours] / made[ours]) " against " percent(made_fixed / made[ours])
	}
	claim("GR-09", used_text, "The mean share of nodes in use is lower in every month")
	if (audits) {
		judge(!audit_wrong)
		tell("counted from nodes, groups and times of " audit_jobs " jobs, " audit_large " of them large")
		audit_text = audit_wrong ? audit_wrong " violations" : "invariant"
	}
	claim("GR-10", audit_text, "Whenever a job comes: at most one large job a group, small jobs in one, no group's circuits with two owners, and no more nodes in use than there are")
	if (months["measured"] >= 12) faster_text = judge_faster()
	claim("GR-11", faster_text, "Twelve months made of January's days, 0.4 of the time in MPI, measured speedups: the mean over jobs of T/t - 1, every month from 9% to 11%, the paper's range")
}
