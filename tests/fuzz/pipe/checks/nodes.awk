# nodes.awk -- no overlap: awk -v files='PLACED …' -v nodes=nodes.csv -v played=…
#
# node_list has exactly `nodes` nodes, different, there, available and of no other job of the case, unless a log is played; task_nodes
# puts every task on one of them, at most the machine's cores on each.

BEGIN {
	load_table(nodes)
	for (n = split(files, part, " "); n; n--)
		check_table(part[n])
	exit breaches > 0
}

function check_table(table)
{
	file = table
	load_table(file)
	read_machine()
	split("", owner)
	for (i = 1; i <= rows[file]; i++) {
		case_ = of_row(file, i, "case", 1)
		title = file ": case '" case_ "', job '" of_row(file, i, "job", "") "': "
		count = check_nodes()
		if (of_row(file, i, "task_nodes", "") != "")
			check_tasks()
	}
}

function read_machine(   i, list, n, text)
{
	for (i = 1; i <= rows[nodes]; i++)
		if (of_row(nodes, i, "available", "yes") == "yes")
			available[of_row(nodes, i, "node", "")] = 1
	cores = match(preamble[file], /cores=[0-9]+/) ? substr(preamble[file], RSTART + 6, RLENGTH - 6) : 2
	if (match(preamble[file], /unavailable=[0-9+-]+/)) {	# as the spec says it, whatever metrics lists
		text = substr(preamble[file], RSTART + 12, RLENGTH - 12)
		gsub(/\+/, " ", text)
		n = read_list(text, list)
		for (i = 0; i < n; i++)
			if (list[i] in available)
				broken("node " list[i] " is listed as available")
	}
}

function check_nodes(   n, k, seen)
{
	split("", own)
	n = read_list(of_row(file, i, "node_list", ""), list)
	if (n && n != number(file, i, "nodes", 0))
		broken(title n " nodes in node_list, " number(file, i, "nodes", 0) " wanted")
	for (k = 0; k < n; k++) {
		if (list[k] in own)
			broken(title "node " list[k] " twice")
		else if ((case_, list[k]) in owner)
			broken(title "node " list[k] " is also job '" owner[case_, list[k]] "'s")
		if (!(list[k] in available))
			broken(title "node " list[k] " is not to be had")
		own[list[k]] = 1
		if (!played)
			owner[case_, list[k]] = of_row(file, i, "job", "")
	}
	return n
}

function check_tasks(   n, k, tasks, on)
{
	n = read_list(of_row(file, i, "task_nodes", ""), list)
	tasks = number(file, i, "tasks", of_row(file, i, "load", "") != "" ? count : count * cores)
	if (n != tasks)
		broken(title n " tasks are placed, of " tasks)
	for (k = 0; k < n; k++) {
		if (!(list[k] in own))
			broken(title "task " k " is on node " list[k] ", which is not the job's")
		if (++on[list[k]] == cores + 1)
			broken(title "more than " cores " tasks on node " list[k])
	}
}
