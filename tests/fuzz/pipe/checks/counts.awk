# counts.awk -- conservation, from pattern to result: awk -v placed=TABLE -v file=RESULT -v links=… -v job_links=… -v options='netsim …'
#
# Of each closed-loop job messages, bytes and packets are those that its pattern sends between its tasks where they sit; each node's
# link carried, both ways, what its tasks send and get; and the job took at least as long as its fullest link of a node, and its
# computing.

BEGIN {
	load_table(placed)
	load_table(file)
	load_table(links)
	load_table(job_links)
	read_options()
	for (i = 1; i <= rows[links]; i++)
		if (of_row(links, i, "class", "") == "node") {
			from[of_row(links, i, "case", ""), of_row(links, i, "link", "")] = of_row(links, i, "from", "")
			to[of_row(links, i, "case", ""), of_row(links, i, "link", "")] = of_row(links, i, "to", "")
		}
	for (i = 1; i <= rows[job_links]; i++)
		note_link(of_row(job_links, i, "case", ""), of_row(job_links, i, "job", ""), of_row(job_links, i, "link", ""))
	for (i = 1; i <= rows[placed] && breaches < 5; i++)
		if (of_row(placed, i, "load", "") == "" && place_tasks())
			check_job()
	exit breaches > 0
}

function read_options()
{
	packet = match(options, /--packet [0-9]+/) ? substr(options, RSTART + 9, RLENGTH - 9) + 0 : 2048
	one_by_one = options ~ /--schedule mpi/
	cores = match(preamble[placed], /cores=[0-9]+/) ? substr(preamble[placed], RSTART + 6, RLENGTH - 6) : 2
	nics = match(preamble[placed], /nics=[0-9]+/) ? substr(preamble[placed], RSTART + 5, RLENGTH - 5) : 1
	domain = match(preamble[placed], /domain=[0-9]+/) ? substr(preamble[placed], RSTART + 7, RLENGTH - 7) : 1
	node_bw = nics * (match(preamble[placed], /node-bw=[0-9.]+G[bB]/) ? bits(substr(preamble[placed], RSTART + 8, RLENGTH - 8)) : 8e9)
}

function bits(text) { return text * 1e9 * (text ~ /B$/ ? 8 : 1) }

# What a job had on the links of a node.
function note_link(case_, job, link,   key, out, node)
{
	if (!((case_, link) in from))
		return
	out = from[case_, link] ~ /^n/
	node = substr(out ? from[case_, link] : to[case_, link], 2)
	sub(/\.[0-9]+$/, "", node)
	key = case_ SUBSEP job SUBSEP (out ? "out" : "in") SUBSEP node
	link_packets[key] += number(job_links, i, "packets", 0)
	link_bytes[key] += number(job_links, i, "bytes", 0)
}

# at_node of row i's tasks, as netsim places them; false where it has no nodes.
function place_tasks(   n, share, k)
{
	split("", at_node)
	nodes = read_list(of_row(placed, i, "node_list", ""), list)
	tasks = number(placed, i, "tasks", number(placed, i, "nodes", 0) * cores)
	if (of_row(placed, i, "task_nodes", "") != "")
		return read_list(of_row(placed, i, "task_nodes", ""), at_node)
	if (!nodes)
		return 0
	share = int((tasks + nodes - 1) / nodes)
	for (k = 0; k < tasks; k++)
		at_node[k] = list[int(k / share)]
	return tasks
}

function check_job(   times)
{
	case_ = of_row(placed, i, "case", 1)
	job = of_row(placed, i, "job", "")
	title = "case '" case_ "', job '" job "' (" of_row(placed, i, "pattern", "") "): "
	times = number(placed, i, "iterations", 1)
	count_pattern(placed, i, tasks, one_by_one)
	if (drawn)
		check_drawn(times)
	else
		check_exactly(times)
	check_time(times)
}

function differ(what, got, want)
{
	if (got + 0 != want)
		broken(title got " " what ", " want " by its pattern")
}

function check_exactly(times,   key)
{
	differ("messages", of_row(file, i, "messages", ""), messages * times)
	differ("bytes", of_row(file, i, "comm_bytes", ""), payload * times)
	differ("packets", of_row(file, i, "packets", ""), packets * times)
	for (key in out_packets)
		check_link("out", key, out_packets[key] * times, out_bytes[key] * times)
	for (key in in_packets)
		check_link("in", key, in_packets[key] * times, in_bytes[key] * times)
}

function check_link(way, node, packets_, bytes_)
{
	differ("packets " way " of node " node, link_packets[case_, job, way, node] + 0, packets_)
	differ("bytes " way " of node " node, link_bytes[case_, job, way, node] + 0, bytes_)
}

# What is certain of a pattern that draws.
function check_drawn(times,   bytes, got, each)
{
	bytes = number(placed, i, "bytes", 1000)
	got = number(file, i, "comm_bytes", 0)
	differ("messages", of_row(file, i, "messages", ""), messages * times)
	if (drawn != "sizes")
		differ("bytes", got, payload * times)
	else if (got < messages * times * int(bytes / 2) || got > messages * times * (1.5 * bytes + 1))
		broken(title got " bytes in " messages * times " messages of about " bytes)
	each = int(((drawn == "sizes" ? 1.5 * bytes + 1 : bytes) + packet - 1) / packet)
	if (number(file, i, "packets", 0) > messages * times * each)
		broken(title number(file, i, "packets", 0) " packets of " messages * times " messages")
	if (drawn !~ /^(sizes|steps)$/ && number(file, i, "packets", 0) % (each * times) != 0)
		broken(title number(file, i, "packets", 0) " packets, " each " a message, " times " iterations")
}

# No job is faster than the link of one of its nodes, nor than its computing.
function check_time(times,   took, computing, key, part, least)
{
	took = number(file, i, "comm_time_s", 0) * (1 + 1e-8) + 1e-12
	computing = number(placed, i, "compute_s", 0)
	least = computing * times
	for (key in link_bytes) {
		split(key, part, SUBSEP)
		if (part[1] == case_ && part[2] == job && computing + link_bytes[key] * 8 / node_bw > least)
			least = computing + link_bytes[key] * 8 / node_bw
	}
	if (took < least)
		broken(title "took " of_row(file, i, "comm_time_s", "") " s, and " least " s is the least")
}
