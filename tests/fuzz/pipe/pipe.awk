# pipe.awk -- draws a whole pipe from a number, into the current directory: awk -v seed=N -v choices=FILE -f …
#
#	0.csv     the jobs, if they were typed; else
#	head      the command that makes them
#	stages    the commands that they go through, a line each
#	nodes.csv the machine's nodes; and the files that the machine, a pattern or a command names

BEGIN {
	random_seed(seed)
	read_choices()
	draw_machine()
	draw_files()
	story = random_word("typed typed typed typed made made played played")
	if ("box" in tag && spec !~ /map=|other=|service=/ && random_yes(0.5))
		story = "prism"
	if ("plane" in tag && random_yes(0.15))
		story = "layout"
	played = story == "played"
	draw_commands()
	if (story == "made")
		draw_head()
	else if (played && !grid_needed && !cell_text && random_yes(0.4))
		draw_log_head()
	else
		draw_table()
	write_stages()
}

function read_choices(   line, part)
{
	while ((getline line <choices) > 0) {
		if (line ~ /^(#|$)/)
			continue
		split(line, part, " ")
		known[part[1]] = known[part[1]] " " part[2]
		where[part[1], part[2]] = part[3]
		if (part[1] == "pattern")
			grid_of[part[2]] = part[4]
	}
}

# One of the names of a sort that fit the machine; of patterns: open or closed ones.
function pick(what, sort,   part, n, i, list)
{
	n = split(known[what], part, " ")
	for (i = 1; i <= n; i++)
		if (what == "machine" || (tagged(where[what, part[i]]) && (sort == "" || (sort == "open") == (grid_of[part[i]] == "open"))))
			list = list " " part[i]
	for (i = 1; i <= n; i++)	# what fits few machines, more often where it does
		if (what != "pattern" && where[what, part[i]] != "any" && tagged(where[what, part[i]]))
			list = list " " part[i] " " part[i]
	return random_word(list)
}

# A matrix of what ranks send, for the pattern of that name.
function draw_files(   i, from, to, n, bytes)
{
	ranks = random_from(2, 12)
	print "src,dst,bytes" >"ranks.csv"
	n = random_from(1, 40)
	for (i = 0; i < n; i++) {
		from = random_below(ranks)
		to = random_below(ranks)
		bytes = random_word("1 100 1000 2500 7001")
		if (from != to)
			print from "," to "," bytes >"ranks.csv"
	}
	print ranks - 1 ",0,77" >"ranks.csv"
	close("ranks.csv")
}

function draw_commands()
{
	seed_option = random_yes(0.4) ? " --seed " random_from(2, 9) : ""
	machine_option = story != "made" && random_yes(0.1)
	stages = 0
	draw_mapping()
	draw_policy()
	draw_middle()
	if (!played)
		draw_netsim()
}

# Which mapping, and what it asks of the jobs: cell_text and cell_part, grid_needed.
function draw_mapping(   d)
{
	do
		mapping = story == "prism" ? "topaware" : story == "layout" ? "adaptive-layout" : pick("mapping")
	while (story !~ /prism|layout/ && mapping ~ /topaware|adaptive-layout/)
	if (story == "made" && mapping ~ /geom|gsearch|hilbert|grid-order/)
		mapping = "auto"
	grid_needed = mapping ~ /geom|^gsearch/
	map_options = "--algorithm " mapping
	if (mapping == "topaware" || mapping == "grid-order") {
		for (d = 1; d <= 3; d++)
			cell_part[d] = 1
		if (mapping == "topaware")	# the nodes of a pair share its cell equally
			cell_part[random_from(1, 3)] = seats * (cores > 1 && random_yes(0.5) ? random_from(1, cores) : 1)
		else
			cell_part[random_from(1, 3)] = random_from(1, 2)
		cell_text = cell_part[1] "x" cell_part[2] "x" cell_part[3]
		map_options = map_options " --cell " cell_text
	}
	if (mapping ~ /^(local|anneal|gsearch)/ && random_yes(0.4))
		map_options = map_options " --from " random_word("linear random greedy random-nodes")
	if (mapping ~ /^(local|anneal|gsearch|greedy|metis)/ && random_yes(0.2))
		map_options = map_options " --node-links yes"
	if (mapping == "anneal")
		map_options = map_options " --moves " random_from(1, 200)
	if (kind == "rdragonfly" && random_yes(0.9))
		map_options = map_options " --circuits " random_word("balanced matched")
}

function draw_policy(   d, shape, options)
{
	do
		policy = mapping == "topaware" ? "topaware" : kind == "rdragonfly" && random_yes(0.8) ? "grap" : pick("policy")
	while ((policy == "topaware") != (mapping == "topaware") || (policy == "ft-isolated" && fat_levels > 3))
	options = policy
	if (policy == "em-blocks") {
		for (d = 1; d <= dims; d++)
			shape = shape (d > 1 ? "x" : "") divisor(extent[d])
		options = options ":" shape
	}
	if (policy == "grap" && random_yes(0.5))
		options = options ":" random_word("partial round-robin partial+round-robin")
	if (random_yes(played ? 1 : 0.9))
		options = options " --on-full skip"
	if (played) {
		options = options " --schedule " random_word("fcfs easy log") (random_yes(0.3) ? " --overrun kill" : "")
		if (policy == "grap" && random_yes(0.5))
			options = options " --reconfigure 20ms"
		if (random_yes(0.5))
			options = options " --fragments fragments.csv"
	}
	stage("alloc --policy " options seed_option)
}

# Between alloc and netsim: background before or after map, or no map at all, and what metrics adds.
function draw_middle(   background, mapped)
{
	background = !played && random_yes(0.2) ? "gen-workload background --load " random_word("0.05 0.26 0.9") \
		" --pattern " pick("pattern", "open") (random_yes(0.5) ? " --lead 2us" : "") (random_yes(0.5) ? " --bytes 512" : "") : ""
	if (background != "" && random_yes(0.5) && mapping != "adaptive-layout") {
		stage(background)
		background = ""
	}
	mapped = story ~ /prism|layout/ || map_options ~ /circuits/ || random_yes(0.85)
	if (mapped)
		stage("map " map_options seed_option)
	if (background != "")
		stage(background)
	if (mapped && random_yes(0.2))
		stage("metrics mapping" seed_option)
	if (random_yes(0.1))
		stage("metrics select")
}

# netsim's routings for the machine's kind, and its options, as it lists them itself.
function ask_netsim(   line, part, list, n, i, of)
{
	while (("netsim --list" | getline line) > 0) {
		split(line, part, " ")
		list = line
		if (!sub(/:.*/, "", list))
			continue
		n = split(list, of, " ")
		for (i = 2; i <= n; i++)
			if (of[i] == kind)
				routings = routings " " part[1]
	}
	while (("netsim --help" | getline line) > 0)
		if (match(line, /--[a-z-]+=/))
			has[substr(line, RSTART + 2, RLENGTH - 3)] = 1
}

function draw_netsim(   packet, options, routing)
{
	packet = random_word("64 256 300 1000 2048 2048")
	if (packet > vc_buffer)
		packet = 256
	options = " --packet " packet "B"
	ask_netsim()
	routing = random_word(routings)
	if (random_yes(0.85))
		options = options " --routing " routing
	else
		routing = ""
	if (random_yes(0.5))
		options = options " --schedule " random_word("burst mpi")
	if (random_yes(0.2))
		options = options " --vcs " random_from(2, 8)
	if ("router" in has && random_yes(0.4)) {
		options = options " --router input" (random_yes(0.6) ? " --speedup " random_word("1 1.5 2 3") : "")
		if ("vc-allocation" in has && random_yes(0.3))
			options = options " --vc-allocation " random_word("10ns 100ns")
	}
	if ("bias" in has && routing ~ /ugal|par/ && random_yes(0.3))
		options = options " --bias " random_word("100B 2KB")
	if (random_yes(0.3))
		options = options " --keep-lists"
	stage("netsim" options seed_option " --links links.csv --job-links job-links.csv --hops hops.csv --latencies latencies.csv")
}

function stage(command) { command_at[++stages] = command }

function write_stages(   i)
{
	if (machine_option)
		command_at[1] = command_at[1] " --machine " spec
	for (i = 1; i <= stages; i++)
		print command_at[i] >"stages"
}
