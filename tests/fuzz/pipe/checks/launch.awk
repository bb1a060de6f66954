# launch.awk -- a launcher's file says what the table does: awk -v file=TABLE -v at=N -v format=NAME -v hosts=HOSTLIST
#
# launch.out puts each task of that row on the node that task_nodes has, and no two on one processor.  mpich-rank-order may refuse in
# launch.err what it cannot say: nodes before the last one that have fewer tasks than others.

BEGIN {
	load_table(file)
	load_table("nodes.csv")
	cores = match(preamble[file], /cores=[0-9]+/) ? substr(preamble[file], RSTART + 6, RLENGTH - 6) : 2
	nodes = read_list(of_row(file, at, "node_list", ""), list)
	tasks = read_list(of_row(file, at, "task_nodes", ""), at_node)
	for (k = 1; k <= rows["nodes.csv"]; k++)
		named[of_row("nodes.csv", k, "node", "")] = of_row("nodes.csv", k, "name", "")
	for (k = 0; k < nodes; k++)
		host[list[k]] = hosts ~ /^n/ ? "n" list[k] : hosts ~ /^j/ ? "j" k + 1 : named[list[k]]
	for (i = 0; i < tasks; i++)
		here[at_node[i]]++
	while ((getline line <"launch.out") > 0)
		if (line !~ /^#/)
			text[++lines] = line
	if (format == "hostfile")
		check_hostfile()
	else if (format == "rankfile")
		check_rankfile()
	else if (format == "machinefile")
		check_machinefile()
	else if (format == "nodelist")
		check_nodelist()
	else
		check_order()
	exit breaches > 0
}

function differ(what, got, want)
{
	if (got != want)
		broken(format ": " what " is '" got "', and '" want "' by the table")
}

function check_hostfile(   i)
{
	differ("the number of lines", lines + 0, tasks)
	for (i = 0; i < tasks; i++)
		differ("task " i "'s host", text[i + 1], host[at_node[i]])
}

function check_rankfile(   i, slot)
{
	differ("the number of lines", lines + 0, tasks)
	for (i = 0; i < tasks; i++) {
		slot = text[i + 1]
		sub(/.* slot=/, "", slot)
		differ("rank " i, text[i + 1], "rank " i "=" host[at_node[i]] " slot=" slot)
		if (slot !~ /^[0-9]+$/ || slot + 0 >= cores || (at_node[i], slot) in taken)
			broken("rankfile: rank " i " has slot '" slot "', of " cores " a node")
		taken[at_node[i], slot] = 1
	}
}

# Each line as many tasks in a row as it says, and the next of another host.
function check_machinefile(   i, k, part)
{
	for (i = k = 1; k <= lines; k++) {
		split(text[k], part, ":")
		differ("the host of line " k, part[1] == host[at_node[i - 2]] ? "the same as before" : part[1], host[at_node[i - 1]])
		for (; part[2] > 0; part[2]--)
			differ("task " i - 1 "'s host", part[1], host[at_node[i++ - 1]])
	}
	differ("the number of tasks", i - 1, tasks)
}

# All nodes, no matter which have tasks, as one hostlist.
function check_nodelist(   name, n, k, wanted)
{
	differ("the number of lines", lines + 0, 1)
	n = expand(text[1], name)
	differ("the number of hosts", n, nodes)
	for (k = 0; k < nodes; k++)
		wanted[host[list[k]]] = 1
	for (k = 1; k <= n; k++)
		if (!(name[k] in wanted))
			broken("nodelist: host '" name[k] "' is none of the job's")
}

# The hosts of a list with at most one group in brackets each, in name[1 …]; how many.
function expand(text, name,   n, group, prefix, part, parts, p, ends, v)
{
	while (text != "") {
		group = match(text, /^[^,[]*\[[^]]*\]/)
		if (!group)
			match(text, /^[^,]*/)
		prefix = substr(text, 1, RLENGTH)
		text = substr(text, RLENGTH + 2)
		if (!group) {
			name[++n] = prefix
			continue
		}
		group = index(prefix, "[")
		parts = split(substr(prefix, group + 1, length(prefix) - group - 1), part, ",")
		prefix = substr(prefix, 1, group - 1)
		for (p = 1; p <= parts; p++) {
			if (split(part[p], ends, "-") == 1)
				ends[2] = ends[1]
			for (v = ends[1] + 0; v <= ends[2] + 0; v++)
				name[++n] = prefix sprintf("%0" length(ends[1]) "d", v)
		}
	}
	return n
}

# The ranks of a node a line, in the order of node_list; nodes without a task have none.
function check_order(   k, n, part, item, line)
{
	if (!lines)
		return check_refused()
	for (k = 0; k < nodes; k++) {
		if (!here[list[k]])
			continue
		line = text[++n]
		gsub(/,/, " ", line)
		differ("the number of ranks in line " n, split_ranks(line), here[list[k]])
		for (item in rank)
			differ("the node of rank " rank[item], list[k], at_node[rank[item]])
	}
	differ("the number of lines", lines, n)
}

function split_ranks(line) { split("", rank); return read_list(line, rank) }

function check_refused(   k, left, slots)
{
	left = tasks
	slots = here[list[0]] + 0
	for (k = 0; k < nodes && left > 0; k++) {
		if (here[list[k]] + 0 != slots && !(here[list[k]] > 0 && here[list[k]] < slots && here[list[k]] == left))
			return
		left -= here[list[k]]
	}
	getline line <"launch.err"
	broken("mpich-rank-order refuses " tasks " tasks, " slots " a node: " line)
}
