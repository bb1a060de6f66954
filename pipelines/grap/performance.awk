# performance -- how much faster than on the fixed dragonfly among noise each exchange is: T/t - 1, as Fig. 4 has it.
#	awk -f performance.awk network.csv

BEGIN { FS = ","; print "pattern,mode,groups,group_nodes,bytes,system,circuits,noise,performance" }
FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
{
	key = $at["pattern"] "," $at["mode"] "," $at["groups"] "," $at["group_nodes"] "," $at["bytes"]
	n++
	job[n] = key
	run[n] = key "," $at["system"] "," $at["circuits"] "," $at["noise"]
	time[n] = $at["comm_time_s"]
	if ($at["system"] == "tdn" && $at["noise"] == "yes") base[key] = $at["comm_time_s"]
}
END { for (i = 1; i <= n; i++) printf "%s,%.6f\n", run[i], base[job[i]] / time[i] - 1 }
