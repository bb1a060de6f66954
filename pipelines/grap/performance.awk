# performance -- how much faster than on the fixed dragonfly among noise each exchange is, T/t - 1, as Fig. 4 has it: by the mean message, and by the slowest.
#	awk -f performance.awk network.csv

BEGIN { FS = ","; print "pattern,mode,groups,group_nodes,bytes,system,circuits,noise,performance,performance_slowest" }
FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
{
	key = $at["pattern"] "," $at["mode"] "," $at["groups"] "," $at["group_nodes"] "," $at["bytes"]
	n++
	job[n] = key
	run[n] = key "," $at["system"] "," $at["circuits"] "," $at["noise"]
	mean[n] = $at["latency_mean_s"]
	slowest[n] = $at["comm_time_s"]
	if ($at["system"] == "tdn" && $at["noise"] == "yes") base[key] = n
}
END { for (i = 1; i <= n; i++) printf "%s,%.6f,%.6f\n", run[i], mean[base[job[i]]] / mean[i] - 1, slowest[base[job[i]]] / slowest[i] - 1 }
