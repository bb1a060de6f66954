# speedups -- see the script.
#	awk -v group=NODES -v all=GROUPS -v sizes='GROUPS ...' -v shares='SHARE ...' -f speedups.awk printed.csv network.csv

BEGIN {
	FS = ","
	share_count = split(shares, share, " ")
	print "source,mode,nodes,time_saved,mpi_share"
}
FNR == 1 { file++; split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }

function row(source, mode, nodes, saved,    k) {
	for (k = 1; k <= share_count; k++) printf "%s,%s,%d,%.6g,%s\n", source, mode, nodes, saved, share[k]
}
# Custom balance is for the same programs as minimal balance.
function rows(source, mode, nodes, saved) {
	row(source, mode, nodes, saved)
	if (mode == "minimal-balance") row(source, "custom-balance", nodes, saved)
}

file == 1 {
	nodes = ($at["groups"] == "all" ? all : $at["groups"]) * group
	s = $at["speedup"]
	rows("printed", $at["mode"], nodes, s / (1 + s))
	rows("printed-share", $at["mode"], nodes, s)
}
file == 2 && $at["noise"] == "yes" && ($at["pattern"] != "neighboring" || $at["group_nodes"] == group) && !($at["pattern"] == "alltoall" && $at["mode"] != "adaptive") {
	time["measured", $at["system"], $at["mode"], $at["groups"]] = $at["latency_mean_s"]
	time["measured-slowest", $at["system"], $at["mode"], $at["groups"]] = $at["comm_time_s"]
}
END {
	mode_count = split("minimal-balance adaptive custom", mode, " ")
	size_count = split(sizes, size, " ")
	source_count = split("measured measured-slowest", source, " ")
	for (i = 1; i <= source_count; i++)
		for (m = 1; m <= mode_count; m++)
			for (k = 1; k <= size_count; k++)
				rows(source[i], mode[m], size[k] * group, 1 - time[source[i], "rdn", mode[m], size[k]] / time[source[i], "tdn", mode[m], size[k]])
}
