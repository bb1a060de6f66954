# plant -- a played log whose blocks were not kept for some jobs: one node of each goes to another block, where it is idle as long as the job runs.
#
#	awk -v each=NODES -v row=BLOCKS -v from=WEEK -v to=WEEK -v told=FILE -f lists.awk -f plant.awk PLAYED
#
# PLAYED is a CSV without preamble, in the order of starts; blocks have so many nodes each, `row` of them are an aggregated one.  In
# weeks from … to-1 every fifth job is such a one, in others every fiftieth.  FILE gets week,promise,job of each.  Jobs with segments are of one
# size of blocks, others of at most two blocks.
BEGIN { FS = OFS = ","; print "week,promise,job" >told }

# The node that the job may have in place of one of its own, outside the blocks that hold it; "": none.
function other(job,    mine, busy, own, n, i, k, count) {
	n = expand(list[job], mine)
	for (i = 1; i <= n; i++)
		own[int(mine[i] / each / row)] = 1
	for (k = job; k > 1 && start[k] >= start[job] - longest; k--)
		;
	for (; k <= jobs && start[k] < end[job]; k++)
		if (end[k] > start[job]) {
			count = expand(list[k], node)
			for (i = 1; i <= count; i++)
				busy[node[i]] = 1
		}
	for (i = 0; i < nodes; i++)
		if (!(i in busy) && !(int(i / each / row) in own))
			return i
	return ""
}

NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print; next }
{
	line[++jobs] = $0
	name[jobs] = $at["job"]; wide[jobs] = $at["nodes"]; segment[jobs] = $at["segment"]
	start[jobs] = $at["start_s"]; end[jobs] = $at["end_s"]; list[jobs] = $at["node_list"]
	if (end[jobs] - start[jobs] > longest)
		longest = end[jobs] - start[jobs]
}
END {
	for (job = 1; job <= jobs; job++) {
		week = int(start[job] / 604800)
		if (list[job] != "" && wide[job] > 1 && wide[job] <= each * row && ++seen % (week >= from && week < to ? 5 : 50) == 0 && (goes = other(job)) != "") {
			n = expand(list[job], node)
			text = ""
			for (i = 2; i <= n; i++)
				text = text node[i] " "
			list[job] = text goes
			print week, segment[job] ? "segment" : "block", name[job] >told
		}
		$0 = line[job]
		$at["node_list"] = list[job]
		print
	}
}
