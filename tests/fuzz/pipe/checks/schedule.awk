# schedule.awk -- a played log: awk -v file=TABLE
#
# No node has two jobs at one time, no job starts before it came, ends are starts and at most runtimes (and what circuits take), and
# a job that started has nodes.  With --network they are what the network's slowdown makes of the runtime.

BEGIN {
	load_table(file)
	charge = preamble[file] ~ /--reconfigure 20ms/ ? 0.02 : 0
	logged = preamble[file] ~ /--schedule log/
	faster = preamble[file] ~ /--speedup gains.csv/
	networked = preamble[file] ~ /--network /
	killed = preamble[file] ~ /--overrun kill/
	for (i = 1; i <= rows[file]; i++) {
		case_ = of_row(file, i, "case", 1)
		title = "case '" case_ "', job '" of_row(file, i, "job", "") "': "
		if (of_row(file, i, "start_s", "") != "")
			check_job()
		else if (of_row(file, i, "end_s", "") of_row(file, i, "node_list", "") != "")
			broken(title "nodes or an end, but no start")
	}
	exit breaches > 0
}

# The runtime as the network has it: never less than what computes.
function check_network(took, runs,   share, slowdown)
{
	share = number(file, i, "comm_share", 0)
	slowdown = number(file, i, "network_slowdown", 1)
	if (killed)
		return took < runs * slowdown ? took : runs * slowdown
	if (slowdown < 1 - share - 1e-9 || slowdown <= 0)
		broken(title "slowdown " slowdown " at a share of " share)
	return slowdown * number(file, i, "runtime_alone_s", 0)
}

function check_job(   runs, start, end, came, late, n, k, j)
{
	start = number(file, i, "start_s", 0)
	end = number(file, i, "end_s", 0)
	came = number(file, i, logged ? "log_start_s" : "submit_s", 0)
	late = of_row(file, i, "reconfigured", "") == "yes" ? charge : 0
	if (start < came)
		broken(title "starts at " start ", before it came at " came)
	runs = number(file, i, "runtime_s", 0)
	if (faster && of_row(file, i, "mode", "") !~ /^(small)?$/)
		runs *= 0.875
	if (networked)
		runs = check_network(end - start, runs)
	if (end < start || end - start - late > runs + 1e-6 || (!killed && end - start - late < runs - 1e-6))
		broken(title "from " start " to " end ", runtime " runs)
	n = read_list(of_row(file, i, "node_list", ""), list)
	if (n != number(file, i, "nodes", 0))
		broken(title "runs on " n " nodes, of " number(file, i, "nodes", 0))
	for (k = 0; k < n; k++) {
		for (j = 1; j <= stays[case_, list[k]]; j++)
			if (start < until[case_, list[k], j] && from[case_, list[k], j] < end)
				broken(title "node " list[k] " is job '" whose[case_, list[k], j] "'s at that time")
		j = ++stays[case_, list[k]]
		from[case_, list[k], j] = start
		until[case_, list[k], j] = end
		whose[case_, list[k], j] = of_row(file, i, "job", "")
	}
}
