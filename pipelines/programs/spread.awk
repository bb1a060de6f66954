# spread -- how many leaves the groups of a training job are on at most: replicas of one part of the model, and stages of one replica.
#
#	awk -v tp= -v pp= -v dp= -v leaf= -v order=dp-pp|pp-dp -f spread.awk		the field task_nodes on standard input

# add NODES TIMES: the next tasks' node
function add(node, times) {
	while (times-- > 0)
		place[tasks++] = int(node / leaf)
}

# the most leaves of a group; the members of group g are told by group[task]
function most(    task, key, count, best) {
	for (task = 0; task < tasks; task++)
		if (!((group[task], place[task]) in seen)) {
			seen[group[task], place[task]]
			if (++count[group[task]] > best)
				best = count[group[task]]
		}
	split("", seen)
	return best
}

{
	n = split($0, item, " ")
	for (i = 1; i <= n; i++) {
		times = 1
		if (split(item[i], part, "x") == 2)
			times = part[2]
		ends = split(part[1], range, "-")
		for (node = range[1] + 0; node <= range[ends] + 0; node++)
			add(node, times)
	}
	for (task = 0; task < tasks; task++) {
		outer = int(task / tp)
		d = order == "pp-dp" ? int(outer / pp) : outer % dp
		s = order == "pp-dp" ? outer % pp : int(outer / dp)
		group[task] = task % tp "," s
		pipeline[task] = task % tp "," d
	}
	replicas = most()
	for (task = 0; task < tasks; task++)
		group[task] = pipeline[task]
	print replicas "," most()
}
