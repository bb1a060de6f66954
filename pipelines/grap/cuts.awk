# cuts -- by how much waits are shorter than on the fixed dragonfly: 1 - wait / its wait, of jobs that came in the same month or week.
#	awk -f cuts.awk schedule.csv weeks.csv

BEGIN { FS = ","; print "workload,month,system,speedups,mpi_share,reconfigure,fixed_wait_s,wait_s,cut,fixed_utilization,utilization,charged" }
FNR == 1 { file++; split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
{
	part = file == 1 ? $at["case"] : $at["period"]
	workload = file == 1 ? $at["workload"] : "week"
	played = $at["system"] "," $at["speedups"] "," $at["mpi_share"] "," $at["reconfigure"]
	if (played == "slurm-tres,,,") {
		fixed[workload, part] = $at["wait_mean_s"]
		used[workload, part] = $at["utilization"]
		next
	}
	n++
	month[n] = workload SUBSEP part
	charged = file == 1 ? $at["utilization"] + $at["closed"] : ""	# with the nodes that jobs close beside their own
	printf "%s,%s,%s,%s,%s,%s,%s,%s,%s\n", workload, part, played, fixed[month[n]], $at["wait_mean_s"],
		(fixed[month[n]] > 0 ? sprintf("%.6f", 1 - $at["wait_mean_s"] / fixed[month[n]]) : ""), used[month[n]], $at["utilization"], charged
}
