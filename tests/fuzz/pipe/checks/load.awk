# load.awk -- open-loop traffic: awk -v placed=TABLE -v file=RESULT -v options='netsim …'
#
# What was accepted in the window was sent, and is no more than what is offered: load, what the warm-up may have left in the queues, and
# six standard deviations of a Poisson count; where messages come at equal times, no more than fit in.

BEGIN {
	load_table(placed)
	load_table(file)
	node_bw = match(preamble[placed], /node-bw=[0-9.]+G[bB]/) ? bits(substr(preamble[placed], RSTART + 8, RLENGTH - 8)) : 8e9
	nics = match(preamble[placed], /nics=[0-9]+/) ? substr(preamble[placed], RSTART + 5, RLENGTH - 5) : 1
	packet = match(options, /--packet [0-9]+/) ? substr(options, RSTART + 9, RLENGTH - 9) + 0 : 2048
	for (i = 1; i <= rows[file]; i++)
		if (of_row(file, i, "accepted_load", "") != "")
			check_row()
	exit breaches > 0
}

function bits(text) { return text * 1e9 * (text ~ /B$/ ? 8 : 1) }

function check_row(   nodes, load, window, warm, accepted, bytes, most)
{
	title = "case '" of_row(file, i, "case", 1) "', job '" of_row(file, i, "job", "") "': "
	nodes = nics * number(placed, i, "nodes", 0)	# each interface sends on its own
	load = number(placed, i, "load", 0)
	accepted = number(file, i, "accepted_load", 0)
	bytes = number(placed, i, "bytes", packet)
	window = number(placed, i, "duration_s", 0)
	warm = number(placed, i, "warmup_s", 0)
	if (window == 0)
		return		# background: how long it was measured is not in the table
	if (accepted * window * nodes * node_bw / 8 > number(file, i, "messages", 0) * bytes + number(file, i, "packets", 0) * packet)
		broken(title "accepted " accepted ", more than its " number(file, i, "messages", 0) " messages")
	most = most_created(load * (window + warm) * node_bw / 8 / bytes, nodes)
	if (accepted * window * nodes * node_bw / 8 / bytes > most * (1 + 1e-8))
		broken(title "accepted " accepted " of a load of " load)
	if (accepted > 1 + 1e-9 + packet * 8 / node_bw / window)
		broken(title "accepted " accepted ", more than the links of its nodes carry")
}

# How many messages so many interfaces create by the end of the window, when the mean is `each` of each.
function most_created(each, nodes,   most, got)
{
	if (of_row(placed, i, "arrivals", "") != "periodic")
		return each * nodes + 6 * sqrt(each * nodes) + 6
	most = nodes * (int(each + 1e-6) + 1)
	got = number(file, i, "messages", 0)
	if (got > most)
		broken(title got " messages, periodic: " each " of each of " nodes " interfaces")
	return most
}
