# heads.awk -- draws the gen-workload at the head of a pipe, and the logs that it reads.

function closed_patterns(n,   list, i, one, seen)
{
	for (i = 0; i < n; i++) {
		do
			one = pick("pattern", "closed")
		while (one == "matrix" || one == "lattice" || one == "neighboring" || one == "cartesian")
		if (!(one in seen))
			list = list (list == "" ? "" : ",") one
		seen[one] = 1
	}
	return list
}

function sizes()
{
	return (random_yes(0.6) ? " --bytes " random_word("1 100 1KB 3000") : "") (random_yes(0.3) ? " --edge-bytes 128 --corner-bytes 8" : "") \
		(random_yes(0.3) ? " --allreduce-bytes " random_word("8 1KB") : "") (random_yes(0.5) ? " --iterations " random_from(1, 3) : "") \
		(random_yes(0.3) ? " --repeat 2" : "")
}

function head(command) { print "gen-workload " command " --machine " spec seed_option >"head" }

function draw_head(   workload, n)
{
	do
		workload = pick("workload")
	while (workload == "background")
	n = random_from(1, int(nodes_free / 2) + 1)
	if (workload == "uniform")
		draw_uniform(n)
	else if (workload == "mix")
		head("mix --small " random_from(1, 2) " --large " random_from(3, 5) " --pattern " closed_patterns(2) sizes())
	else if (workload == "random")
		head("random --cases " random_from(1, 5) " --pattern " closed_patterns(3) sizes())
	else if (workload == "fill")
		head("fill --cases " random_from(1, 4) " --pattern " closed_patterns(3) sizes() (random_yes(0.3) ? " --constant " n : ""))
	else if (workload == "synthetic")
		head("synthetic --pattern " pick("pattern", "open") " --load " random_word("0.1 0.5,1 0.2,0.4") \
			" --duration 10us --warmup 5us" (random_yes(0.3) ? " --bytes 500" : "") (random_yes(0.5) ? " --job-nodes " n : ""))
	else if (workload == "application")
		draw_application(n < 12 ? n : 12)
	else {
		draw_log(workload)
		head(log_command(workload) " --at fullest --pattern " closed_patterns(2) sizes_of_log())
	}
}

function draw_uniform(n,   shape)
{
	shape = random_below(4)
	if (shape == 0)
		head("uniform --job-nodes " n " --utilization 1 --pattern " closed_patterns(2) sizes())
	else if (shape == 1)
		head("uniform --quarters --pattern " closed_patterns(2) sizes())
	else if (shape == 2)
		head("uniform --matrix ranks.csv --utilization 1" (random_yes(0.5) ? " --min-bytes 500" : ""))
	else
		head("uniform --dims " random_word("2x2 4x2x1 3 2x2x2") " --periodic x --utilization 1 --bytes 700" (random_yes(0.5) ? " --repeat 3" : ""))
}

function draw_application(n,   name, lattice, a)
{
	name = random_word("milc vpic s3d wrf")
	lattice = name == "milc" ? "8x6x6x12" : name == "wrf" ? "36x30" : "12x10x8"
	a = "application " name " --nodes " n " --tasks-per-node " random_from(1, cores) " --lattice " lattice " --site-bytes " random_word("8 96")
	head(a (random_yes(0.3) ? " --iterations 2" : "") (random_yes(0.3) ? " --compute 2us" : "") (random_yes(0.3) ? " --repeat 2" : ""))
}

function sizes_of_log() { return random_yes(0.5) ? " --bytes " random_word("100,1KB 3000 1KB") : "" }

function draw_log_head(   workload)
{
	workload = random_word("swf log")
	draw_log(workload)
	head(log_command(workload) (random_yes(0.5) ? " --pattern " closed_patterns(2) : "") sizes_of_log())
}

function log_command(workload)
{
	if (workload == "swf")
		return "swf log --procs-per-node " random_word("1 2")
	return "log log --regex (?<job>\\S+)\\s(?<nodes>\\d+)\\s(?<submit>\\S+)\\s(?<start>\\S+)\\s(?<runtime>\\S+)\\s(?<walltime>\\S+)\\s(?<user>\\S+)"
}

function draw_log(workload,   i, n, submit, wait, run, nodes)
{
	n = random_from(3, 20)
	for (i = 1; i <= n; i++) {
		submit += random_below(20)
		wait = random_below(30)
		run = random_from(1, 90)
		nodes = random_from(1, int(nodes_free / 3) + 1)
		if (workload == "swf")
			print i, submit, wait, run, nodes, -1, -1, nodes, random_word("10 60 100 -1"), -1, 1, i % 3, 1, 1, 1, 1, -1, -1 >"log"
		else
			print "j" i, nodes, submit, submit + wait, run, random_word("10 60 100 -"), "user" i % 3 >"log"
	}
	close("log")
}
