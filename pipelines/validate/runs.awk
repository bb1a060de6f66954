# runs -- the three tables of `runs` as job tables.

BEGIN { dir = ENVIRON["dir"] }

function col(name) { return $at[name] }

# A number above 0, written as the shortest is.
function positive(name) {
	if (col(name) !~ /^[0-9.]+(e[-+]?[0-9]+)?$/ || col(name) + 0 <= 0) bad(name, "must be a number above 0")
	return col(name) + 0
}

function count(name) {
	if (positive(name) % 1) bad(name, "must be a whole number")
	return col(name) + 0
}

# Pattern, bytes and allreduce_bytes of a pattern at so many nominal bytes.
function traffic(bytes) {
	if (col("pattern") == "alltoall") return "alltoall," bytes ","
	if (col("pattern") == "bcast_author") return "broadcast," 8 * bytes ","
	if (col("pattern") != "halo3d") bad("pattern", "is not known here")
	if (bytes != 1000) bad("nominal_bytes", "must be 1000 with halo3d: what faces have then is known, and no more")
	return "halo3d,2048,8"
}

# Jobs by size, as jobs_nodes.csv names them: smallest first.
function add_size(run, size,    i) {
	for (i = ++sizes[run]; i > 1 && size_of[run, i - 1] > size; i--) size_of[run, i] = size_of[run, i - 1]
	size_of[run, i] = size
}
function workload(run,    i, text) {
	for (i = 1; i <= sizes[run]; i++) text = text (i > 1 ? "+" : "") jobs_of[run, size_of[run, i]] "x" size_of[run, i]
	return text
}

# The table of what stands i-th for their routing in runs of `network`, a machine and crossbar.
function table_of(network, theirs, i) {
	if (!((network, theirs, i) in table)) {
		table[network, theirs, i] = ++tables
		print tables "," routing[theirs, i] "," router[theirs, i] "," (router[theirs, i] == "input" ? "--crossbar-bw " crossbar[network] "GB/s " : "") options[theirs, i] >(dir "/list")
		print "#hopline 1\n#machine " machine[network] "\ncase,job,nodes,set,network,workload,nominal_bytes,iterations,global_GBps,crossbar_GBps,their_routing,options,stands,their_seed,pattern,bytes,allreduce_bytes,alloc,their_s,node_list" >(dir "/" tables ".jobs")
	}
	return dir "/" table[network, theirs, i] ".jobs"
}

# The jobs of `run`, at `key`, as case `number` of the table `out`.
function write_run(out, number, i,    job, n, list, theirs) {
	theirs = theirs_of[run]
	for (job = 1; job <= jobs[key]; job++) {
		n = split(nodes[key, job], list, " ")
		print number "," job - 1 "," n "," label[run, 1] "," workload(run) "," label[run, 2] "," theirs "," options[theirs, i] "," stands[theirs, i] "," label[run, 3] "," their_s[run, n] "," nodes[key, job] >out
	}
}

FNR == 1 && ++file == 1 { header_with("their_routing routing router options stands"); next }
FNR == 1 && file == 2 { header_with("workload alloc seed job nodes_in_order"); next }
FNR == 1 { header_with("set p a g jobs pattern nominal_bytes iterations global_bandwidth_GBps crossbar_GBps routing alloc seed job_nodes jobs_of_size mean_last_rank_s"); next }
file == 1 {
	if (col("router") !~ /^(input|output)$/) bad("router", "must be input or output")
	if (col("stands") !~ /^(model|stand-in)$/) bad("stands", "must be model or stand-in")
	theirs = col("their_routing")
	i = ++ways[theirs]
	routing[theirs, i] = col("routing")
	router[theirs, i] = col("router")
	options[theirs, i] = col("options")
	stands[theirs, i] = col("stands")
	next
}
file == 2 {
	key = col("workload") SUBSEP col("alloc") SUBSEP col("seed")
	nodes[key, ++jobs[key]] = col("nodes_in_order")
	next
}
{
	if (!(col("routing") in ways)) bad("routing", "has no row in routings.csv")
	dragonfly = "dragonfly " count("g") "/" count("a") "/" count("p")
	global = positive("global_bandwidth_GBps")
	xbar = positive("crossbar_GBps")
	bytes = count("nominal_bytes")
	kind = col("set") "," dragonfly
	of = bytes "," count("iterations") "," global "," xbar
	run = kind SUBSEP of SUBSEP col("jobs") SUBSEP col("pattern") SUBSEP col("routing") SUBSEP col("alloc") SUBSEP col("seed")
	# Sets tell runs of equal counts apart by the size of their jobs, when all are of one.
	if (count("jobs_of_size") == col("jobs")) run = run SUBSEP col("job_nodes")
	if (!(run in theirs_of)) {
		order[++runs] = run
		theirs_of[run] = col("routing")
		label[run, 1] = kind
		label[run, 2] = of
		label[run, 3] = col("seed") "," traffic(bytes) "," col("alloc")
		key_of[run] = SUBSEP col("alloc") SUBSEP col("seed")
		network_of[run] = dragonfly SUBSEP global SUBSEP xbar
		machine[network_of[run]] = "dragonfly:g=" col("g") ",a=" col("a") ",p=" col("p") (global == 1 ? "" : ",global-bw=" global "GB/s")
		crossbar[network_of[run]] = xbar
	}
	their_s[run, count("job_nodes")] = positive("mean_last_rank_s")
	jobs_of[run, col("job_nodes") + 0] = col("jobs_of_size") + 0
	add_size(run, col("job_nodes") + 0)
}
END {
	if (failed) exit 1
	for (number = 1; number <= runs; number++) {
		run = order[number]
		key = workload(run) key_of[run]
		if (!(key in jobs)) {
			split(key, part, SUBSEP)
			printf "runs: %s: no nodes for %s under %s, seed %s\n", ARGV[2], part[1], part[2], part[3] >"/dev/stderr"
			exit 1
		}
		for (i = 1; i <= ways[theirs_of[run]]; i++) write_run(table_of(network_of[run], theirs_of[run], i), number, i)
	}
}
