# cielo-room -- of a log that was played, the jobs that run at a moment, less as many of them as make room for one more.
#	awk -f cielo-room.awk -v set=N -v at=SECONDS -v nodes=NODES -v idle=NODES -v sizes='N DIMS N DIMS …' -v machine=SPEC
#		-v bytes=B -v iterations=N -v period=SECONDS
# Jobs leave in a random order until `idle` nodes more than the new one wants are idle.  A case SET-N for each size: the
# job `measured` without nodes, which are alloc's to find, and the others, which begin at some time of the first period.

function random() { x = x * 16807 % 2147483647; return x / 2147483647 }

BEGIN {
	FS = OFS = ","
	x = set * 104729 + 7
	for (i = 0; i < 10; i++) random()
	count = split(sizes, size, " ")
	print "#hopline 1"
	print "#machine " machine
	print "case,job,nodes,pattern,dims,bytes,iterations,compute_s,start_s,node_list"
}
/^#/ { next }
!header { for (i = 1; i <= NF; i++) at_column[$i] = i; header = 1; next }
$at_column["start_s"] != "" && $at_column["start_s"] <= at && $at_column["end_s"] > at {
	name[++jobs] = $at_column["job"]
	wants[jobs] = $at_column["nodes"]
	list[jobs] = $at_column["node_list"]
	busy += $at_column["nodes"]
}
END {
	for (i = 1; i <= jobs; i++) order[i] = i
	for (i = jobs; i > 1; i--) {
		j = int(random() * i) + 1
		k = order[i]; order[i] = order[j]; order[j] = k
	}
	for (i = 1; i <= jobs; i++) begin[i] = sprintf("%.9f", random() * period)
	compute = sprintf("%.9f", period * 0.7)
	for (s = 1; s < count; s += 2) {
		print set "-" size[s], "measured", size[s], "halo3d", size[s + 1], bytes, iterations, compute, 0, ""
		left = busy
		for (i = 1; i <= jobs && nodes - left < size[s] + idle; i++) left -= wants[order[i]]
		for (; i <= jobs; i++) {
			k = order[i]
			print set "-" size[s], name[k], wants[k], "halo3d", "", bytes, iterations + 2, compute, begin[k], list[k]
		}
	}
}
