# shares.awk -- grap's shares: awk -v file=TABLE -v played=… ; nodes.csv and the spec's groups
#
# The nodes of a large job stand share by share: in custom as group_nodes says them, in custom-balance as many shares as groups says, of
# sizes that differ by one at most, in minimal-balance whole groups but the last, in adaptive the least number of groups, ascending.
# Each share is in a group of its own, circuit_groups are these groups, and unless a log is played no two large jobs have one group.

BEGIN {
	load_table(file)
	size = key("a") * key("p")
	for (i = 1; i <= rows[file]; i++)
		if (of_row(file, i, "alloc", "") ~ /^grap/ && of_row(file, i, "circuit_groups", "") != "")
			check_job()
	exit breaches > 0
}

function key(name) { return match(preamble[file], "[:,]" name "=[0-9]+") ? substr(preamble[file], RSTART + 3, RLENGTH - 3) + 0 : 1 }

function check_job(   n, k, g, last, mode, nodes, owned, seen)
{
	case_ = of_row(file, i, "case", 1)
	title = "case '" case_ "', job '" of_row(file, i, "job", "") "': "
	mode = of_row(file, i, "mode", "")
	nodes = number(file, i, "nodes", 0)
	n = read_list(of_row(file, i, "node_list", ""), list)
	shares = 0
	last = -1
	for (k = 0; k < n; k++) {
		g = int(list[k] / size)
		if (g != last && g in seen)
			broken(title "has nodes of group " g " in two places of its list")
		if (g != last)
			share_of[++shares] = 0
		if (g < last && mode == "adaptive")
			broken(title "adaptive, and group " g " is behind group " last)
		seen[g] = 1
		last = g
		share_of[shares]++
	}
	check_mode(mode, nodes)
	n = read_list(of_row(file, i, "circuit_groups", ""), owned)
	if (n != shares)
		broken(title "owns " n " groups and has nodes in " shares)
	for (k = 0; k < n; k++) {
		if (!(owned[k] in seen))
			broken(title "owns group " owned[k] ", where it has no nodes")
		if (!played && (case_, owned[k]) in holder)
			broken(title "owns group " owned[k] ", which job '" holder[case_, owned[k]] "' owns")
		holder[case_, owned[k]] = of_row(file, i, "job", "")
	}
}

function check_mode(mode, nodes,   k, n, part, most, least)
{
	most = 0
	least = nodes
	for (k = 1; k <= shares; k++) {
		most = share_of[k] > most ? share_of[k] : most
		least = share_of[k] < least ? share_of[k] : least
	}
	if (mode == "custom") {
		n = split(of_row(file, i, "group_nodes", ""), part, " ")
		for (k = 1; k <= n || k <= shares; k++)
			if (part[k] + 0 != share_of[k])
				broken(title "share " k " is " share_of[k] " nodes, group_nodes '" of_row(file, i, "group_nodes", "") "'")
	} else if (mode == "custom-balance") {
		if (shares != number(file, i, "groups", 0) || most - least > 1)
			broken(title shares " shares of " least " to " most " nodes, groups " of_row(file, i, "groups", ""))
	} else if (mode == "minimal-balance") {
		if (shares != int((nodes + size - 1) / size))
			broken(title "minimal-balance, and has nodes in " shares " groups")
		for (k = 1; k < shares; k++)
			if (share_of[k] != size)
				broken(title "minimal-balance, and share " k " is " share_of[k] " of " size)
	} else if (mode == "adaptive") {
		if (shares > int((nodes + size - 1) / size))
			broken(title "adaptive, and has nodes in " shares " groups")
	} else
		broken(title "large, and its mode is '" mode "'")
}
