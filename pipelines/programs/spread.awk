# spread -- how many leaves the groups of a training job are on at most: replicas of one part of the model, and stages of one replica.
#
#	awk -v tp= -v pp= -v dp= -v leaf= -v order=dp-pp|pp-dp -f lists.awk -f spread.awk		the field task_nodes on standard input

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
	tasks = expand($0, node)
	for (task = 0; task < tasks; task++) {
		place[task] = int(node[task + 1] / leaf)
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
