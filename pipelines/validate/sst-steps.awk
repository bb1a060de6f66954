# sst-steps -- what a router and the link to it cost a packet in SST, from its single messages on an idle network.
#
#	awk -F, -v simulator=sst -f columns.awk -f sst-steps.awk sst_zero_load.csv
#
# Prints the seconds of a further router.  Software takes more than a microsecond of each message, so only differences
# say anything of the network.  Of the first, one step comes out; that the paths of three and four routers cost as
# many of it, whatever the length of the message, and that 2000 B take as long as 8 B, is made sure of.

BEGIN {
	routers["same_router"] = 1
	routers["same_group_1local"] = routers["global_direct(1 global)"] = 2
	routers["local+global"] = routers["global+local"] = 3
	routers["local+global+local"] = 4
}
NR == 1 { header(); next }
{
	bytes = $at["msg"]
	ns = $at["t_mean_ns"]
	if (!($at["tag"] in routers)) bad("tag", "is a path that is not known here")
	r = routers[$at["tag"]]
	if (r == 1) first[bytes] = ns
	else if (step == "") step = (ns - first[bytes]) / (r - 1)
	if (!(bytes in first)) bad("tag", "must come after same_router")
	if (r > 1 && (ns - first[bytes] - step * (r - 1)) ^ 2 > 1) bad("t_mean_ns", "is not " r - 1 " steps of " step " ns more than under one router")
	if (bytes < 2048 && ns != alone[r] && alone[r] != "") bad("t_mean_ns", "depends on the length of a message of one packet")
	if (bytes < 2048) alone[r] = ns
}
END {
	if (failed) exit 1
	if (step == "") {
		print "sst: no messages over two routers" >"/dev/stderr"
		exit 1
	}
	printf "%.9g\n", step * 1e-9
}
