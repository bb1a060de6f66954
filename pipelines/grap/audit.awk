# audit -- GRAP's rules, counted anew from a played table: the nodes, times and groups of its jobs.
#	awk -v group=NODES -v label=CELLS -f lists.awk -f audit.awk PLAYED
#
# A row for each case, with the cells of `label`, which say what was played, at its end: how often, as jobs came, a group had more nodes in use than it has, a small job was in more than one group,
# a large job came into a group that had one, a group's circuits got a second owner, or circuit_groups were not the groups of the
# nodes.  At one time jobs leave first.

BEGIN {
	FS = ","
	print "case,jobs,large,too_many_nodes,small_apart,two_large,two_owners,other_groups,workload,system,speedups,mpi_share,reconfigure"
}
/^#/ && !header { next }
!header { for (i = 1; i <= NF; i++) at[$i] = i; header = 1; next }
$at["case"] != current { report(); current = $at["case"] }
$at["node_list"] != "" {
	jobs++
	large_jobs += $at["nodes"] > group
	wanted[jobs] = $at["nodes"]
	nodes[jobs] = $at["node_list"]
	circuits[jobs] = $at["circuit_groups"]
	# Ends before starts, padded so that they sort as text.
	event[++events] = sprintf("%018.6f 0 %d", $at["end_s"], jobs)
	event[++events] = sprintf("%018.6f 1 %d", $at["start_s"], jobs)
}

# runs(LIST): its runs of numbers, run_first[1..n] and run_last[1..n]; n
function runs(text,    n, k, item, part) {
	n = split(text, item, " ")
	for (k = 1; k <= n; k++) {
		split(item[k] "-" item[k], part, "-")
		run_first[k] = part[1] + 0
		run_last[k] = part[2] + 0
	}
	return n
}
# spread(LIST, IN): in[G], how many of its nodes are in group G; how many groups
function spread(text, in_group,    n, k, G, first, last, count) {
	n = runs(text)
	for (k = 1; k <= n; k++)
		for (G = int(run_first[k] / group); G <= int(run_last[k] / group); G++) {
			if (!(G in in_group)) count++
			first = G * group > run_first[k] ? G * group : run_first[k]
			last = G * group + group - 1 < run_last[k] ? G * group + group - 1 : run_last[k]
			in_group[G] += last - first + 1
		}
	return count + 0
}
# Job j comes (by = 1) or leaves (by = -1).
function move(j, by,    here, count, G, n, k, owned) {
	count = spread(nodes[j], here)
	for (G in here) if ((used[G] += by * here[G]) > group && by > 0) too_many++
	n = runs(circuits[j])
	if (wanted[j] <= group) {
		apart += by > 0 && (count > 1 || n)
		return
	}
	for (G in here) if ((large[G] += by) > 1 && by > 0) crowded++
	for (k = 1; k <= n; k++)
		for (G = run_first[k]; G <= run_last[k]; G++) {
			if ((owner[G] += by) > 1 && by > 0) stolen++
			if (by > 0 && !(G in here)) others++
			owned++
		}
	others += by > 0 && owned != count
}

function report(    i, part) {
	if (jobs) {
		in_order(event, events)
		for (i = 1; i <= events; i++) {
			split(event[i], part, " ")
			move(part[3], part[2] ? 1 : -1)
		}
		printf "%s,%d,%d,%d,%d,%d,%d,%d,%s\n", current, jobs, large_jobs, too_many, apart, crowded, stolen, others, label
	}
	jobs = large_jobs = events = too_many = apart = crowded = stolen = others = 0
	split("", used)
	split("", large)
	split("", owner)
}
END { report() }
