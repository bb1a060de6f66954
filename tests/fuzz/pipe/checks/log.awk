# log.awk -- the jobs that gen-workload took from a log, told again from its manual: awk -v made='gen-workload …'
#
# All jobs of 0.csv are jobs of `log` that were asked for, as wide as --nodes-times and --nodes-most make them; played, they stand in
# the order of their submit, and unless some are wanted only, none is missing.  Of resampled months each has the time of day that it
# had.

BEGIN {
	swf = made ~ /^gen-workload swf/
	per_node = swf ? option("procs-per-node", 1) : 1
	read_log()
	load_table("0.csv")
	resampled = made ~ /--resample /
	for (i = 1; i <= rows["0.csv"]; i++)
		check_row()
	count = made ~ /--repeat 2/ ? rows["0.csv"] / 2 : rows["0.csv"]
	if (made ~ /--max-jobs/ && !resampled && count > option("max-jobs", 0))
		broken(count " jobs, and --max-jobs " option("max-jobs", 0))
	if (made !~ /--(at|resample|max-jobs) / && count != asked)
		broken(count " jobs, of " asked " in the log that were asked for")
	exit breaches > 0
}

function option(name, otherwise,   text)
{
	if (!match(made, "--" name " [^ ]+"))
		return otherwise
	return substr(made, RSTART + length(name) + 3, RLENGTH - length(name) - 3) + 0
}

function read_log(   line, f, n, nodes)
{
	load_table("nodes.csv")
	for (n = 1; n <= rows["nodes.csv"]; n++)
		machine += of_row("nodes.csv", n, "available", "yes") == "yes"
	while ((getline line <"log") > 0) {
		split(line, f, " ")
		nodes = swf ? int((f[5] + per_node - 1) / per_node) : f[2]
		if (!known_jobs++)
			first = swf ? f[2] : f[3]
		submit[f[1]] = (swf ? f[2] : f[3]) - first
		runtime[f[1]] = swf ? f[4] : f[5]
		wide[f[1]] = width(nodes)
		wanted[f[1]] = wide[f[1]] <= machine && nodes >= option("min-nodes", 1) && submit[f[1]] >= option("from", 0) && \
			submit[f[1]] < option("to", 1e9) && (made !~ /--match/ || (swf ? f[12] : f[7]) ~ /[01]$/)
		asked += wanted[f[1]]
	}
}

function width(nodes,   times, most)
{
	times = option("nodes-times", 1)
	nodes = int(nodes * times) + (int(nodes * times) < nodes * times)
	most = made ~ /--nodes-most machine/ ? machine : option("nodes-most", 1e9)
	return nodes > most ? most : nodes
}

function check_row(   job, name, later)
{
	job = of_row("0.csv", i, "job", "")
	name = job
	if (resampled)
		sub(/\.[0-9]+$/, "", name)
	if (!wanted[name])
		return broken("job '" job "' is not in the log, or was not asked for")
	if (number("0.csv", i, "nodes", 0) != wide[name])
		broken("job '" job "' has " of_row("0.csv", i, "nodes", "") " nodes, and " wide[name] " by the log")
	if (number("0.csv", i, "runtime_s", 0) != runtime[name])
		broken("job '" job "' runs for " of_row("0.csv", i, "runtime_s", "") ", and for " runtime[name] " by the log")
	if (made ~ /--at /)
		return
	later = number("0.csv", i, "submit_s", 0) - submit[name]
	if (resampled ? (later + option("from", 0)) % 86400 != 0 || of_row("0.csv", i, "resampled", "") != "yes" : later != 0)
		broken("job '" job "' comes at " of_row("0.csv", i, "submit_s", "") ", and at " submit[name] " by the log")
	if (of_row("0.csv", i, "case", 1) == case_ && number("0.csv", i, "submit_s", 0) < before)
		broken("job '" job "' stands behind one that comes later")
	case_ = of_row("0.csv", i, "case", 1)
	before = number("0.csv", i, "submit_s", 0)
}
