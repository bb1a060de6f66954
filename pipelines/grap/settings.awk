# settings -- performance of the reconfigurable dragonfly among noise, and what noise takes from the fixed one, by setting.
#	awk -f settings.awk network.csv settings.csv

BEGIN { FS = ","; print "setting,pattern,mode,groups,group_nodes,performance,performance_slowest,fixed_loss,fixed_loss_slowest" }
FNR == 1 { file++; split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
{
	setting = file == 1 ? "main" : $at["setting"]
	job = $at["pattern"] "," $at["mode"] "," $at["groups"] "," $at["group_nodes"]
	run = setting SUBSEP job SUBSEP $at["system"] SUBSEP $at["noise"]
	mean[run] = $at["latency_mean_s"]
	slowest[run] = $at["comm_time_s"]
	if (file == 2 && !((setting, job) in seen)) { seen[setting, job] = 1; order[++n] = setting SUBSEP job; if (!(job in with)) { with[job] = 1; jobs[++count] = job } }
}
# The run of a setting, or of the main one where it is no other
function of(setting, job, network, noise) {
	return (setting, job, network, noise) in mean ? setting SUBSEP job SUBSEP network SUBSEP noise : "main" SUBSEP job SUBSEP network SUBSEP noise
}
function row(setting, job,    fixed, free, alone) {
	fixed = of(setting, job, "tdn", "yes")
	alone = of(setting, job, "tdn", "no")
	free = of(setting, job, "rdn", "yes")
	printf "%s,%s,%.6f,%.6f,%.6f,%.6f\n", setting, job, mean[fixed] / mean[free] - 1, slowest[fixed] / slowest[free] - 1,
		1 - mean[alone] / mean[fixed], 1 - slowest[alone] / slowest[fixed]
}
END {
	for (i = 1; i <= count; i++) row("main", jobs[i])
	for (i = 1; i <= n; i++) { split(order[i], part, SUBSEP); row(part[1], part[2]) }
}
