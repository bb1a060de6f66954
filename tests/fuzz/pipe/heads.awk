# heads.awk -- draws the command at the head of a pipe: gen-workload, or map with a job of options; the logs are those of logs.awk.

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
	return random_yes(0.1) ? "mixed" : list
}

function sizes()
{
	return option(0.6, "bytes " random_word("1 100 1KB 3000 1KB,broadcast=80,halo3d=2KiB")) option(0.3, "edge-bytes 128 --corner-bytes 8") \
		option(0.3, "allreduce-bytes " random_word("8 1KB halo3d=8")) option(0.5, "iterations " random_from(1, 3)) option(0.3, "repeat 2")
}

function head(command) { print command " --machine " spec common_options() >"head" }
function gen_workload(command) { head("gen-workload " command) }

function draw_head(   workload, n)
{
	do
		workload = pick("workload")
	while (workload == "background")
	n = random_from(1, int(nodes_free / 2) + 1)
	if (workload == "uniform")
		draw_uniform(n)
	else if (workload == "mix")
		gen_workload("mix --small " random_from(1, 2) " --large " random_from(3, 5) " --pattern " closed_patterns(2) sizes() \
			option(0.3, "order " random_word("small large")) option(0.3, "small-times " random_from(1, 3)) \
			option(0.3, "large-times " random_from(1, 3)) option(0.3, "utilization " random_word("0.5 1 0.75")))
	else if (workload == "random")
		draw_random()
	else if (workload == "fill")
		gen_workload("fill --cases " random_from(1, 4) " --pattern " closed_patterns(3) sizes() \
			option(0.3, "constant " n (random_yes(0.5) ? "," closed_pattern() : "")) option(0.3, "unit " random_from(1, 4)))
	else if (workload == "synthetic")
		gen_workload("synthetic --pattern " pick("pattern", "open") " --load " random_word("0.1 0.5,1 0.2,0.4") " --duration 10us --warmup " \
			random_word("5us 0us") option(0.3, "bytes 500") option(0.5, "job-nodes " n) option(0.2, "repeat 2"))
	else if (workload == "application")
		draw_application(n < 12 ? n : 12)
	else
		draw_moment(workload)
}

# The jobs of one moment of a log.
function draw_moment(workload,   fullest)
{
	fullest = random_yes(0.6)
	draw_log(workload, 1)
	gen_workload(log_command(workload) " --at " (fullest ? "fullest" option(0.2, "min-jobs " random_from(1, 3)) : random_below(100)) \
		" --pattern " closed_patterns(2) sizes_of_log() log_options(1))
}

function closed_pattern(   one)
{
	do
		one = closed_patterns(1)
	while (one == "mixed")
	return one
}

function draw_random(   patterns)
{
	patterns = closed_patterns(3)
	gen_workload("random --cases " random_from(1, 5) " --pattern " patterns sizes() (patterns ~ /,|mixed/ ? option(0.5, "distinct") : "") \
		option(0.3, "order " random_word("small large")))
}

function draw_uniform(n,   shape)
{
	shape = random_below(5)
	if (shape == 0)
		gen_workload("uniform --job-nodes " n " --utilization 1 --pattern " closed_patterns(2) sizes())
	else if (shape == 1)
		gen_workload("uniform --quarters --pattern " closed_patterns(2) sizes())
	else if (shape == 2)
		gen_workload("uniform --matrix ranks.csv --utilization 1" option(0.5, "min-bytes 500"))
	else if (shape == 3)
		gen_workload("uniform --dims " random_word("2x2 4x2x1 3 2x2x2") " --periodic x --utilization 1 --bytes 700" option(0.5, "repeat 3"))
	else
		gen_workload("uniform --lattice " random_word("9x4 7x5x3 6 4x4x4x3") " --site-bytes " random_word("1 96 1KB") " --utilization 1 --job-nodes 1" \
			option(0.5, "periodic x") option(0.3, "iterations 2"))
}

# The grid is the application's own, or one for a block of sites each.
function draw_application(n,   name, lattice, a, tasks)
{
	name = random_word("milc vpic s3d wrf")
	lattice = name == "milc" ? "8x6x6x12" : name == "wrf" ? "36x30" : "12x10x8"
	tasks = random_from(1, cores)
	a = "application " name " --" random_word("nodes job-nodes") " " n " --tasks-per-node " tasks
	if (random_yes(0.3))
		a = a " --block " (name == "milc" ? "2x3x1x4" : name == "wrf" ? "5x4" : "4x2x3")
	else
		a = a " --lattice " lattice
	if (random_yes(0.2))
		a = a " --dims " (name == "wrf" ? "1x" : name == "milc" ? "1x1x1x" : "1x1x") n * tasks
	a = a " --site-bytes " random_word("8 96") option(0.3, "periodic " random_word("none x xy"))
	a = a (random_yes(0.3) ? option(1, "compute 2us") : option(0.3, "comm 1us --share " random_word("0.5 0.08")))
	gen_workload(a option(0.3, random_word("iterations steps") " 2") option(0.3, "repeat 2"))
}

# A job whose nodes and grid are options of map.
function draw_launched(   i, first, n, command, pattern, tasks, names)
{
	first = i = random_from(1, nodes_free)
	while (i < nodes_free && free[i + 1] == free[i] + 1 && random_yes(0.8))
		i++
	n = i - first + 1
	names = free[first] "-" free[i]
	if (node_name[free[first]] != "")
		for (names = node_name[free[first]]; first < i; )
			names = names "," node_name[free[++first]]
	command = "map --nodes " names
	jobs = 1
	if (ranks <= n * cores && random_yes(0.3)) {
		command = command " --matrix ranks.csv"
		if (grid_needed)
			command = command " --dims " ranks
	} else {
		do
			pattern = pick("pattern", "closed")
		while (pattern ~ /matrix|lattice/)
		tasks = draw_grid(pattern, grid_of[pattern], 1, n * cores)
		if (tasks > n * cores) {
			pattern = "cartesian"
			made[1, "dims"] = made[1, "periodic"] = ""
		}
		command = command " --dims " (made[1, "dims"] == "" ? 1 : made[1, "dims"]) " --pattern " pattern
		if (made[1, "periodic"] != "")
			command = command " --periodic " made[1, "periodic"]
	}
	head(command " --tasks-per-node " cores " " (random_yes(0.7) ? map_options : "--moves 9"))
}
