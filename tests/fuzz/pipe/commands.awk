# commands.awk -- draws the stages that jobs go through, from alloc to netsim.

function draw_commands()
{
	seed_option = random_yes(0.4) ? " --seed " random_from(2, 9) : ""
	machine_option = story !~ /made|launched/ && random_yes(0.1)
	stages = 0
	draw_mapping()
	if (story != "launched")
		draw_policy()
	draw_middle()
	if (!played || random_yes(0.3))
		draw_netsim()
}

# What any stage may be told: a seed, no warnings, another machine from here on.
function common_options() { return seed_option option(0.07, "quiet") option(0.05, "set router-latency=" random_word("0ns 77ns")) }

# Which mapping, and what it asks of the jobs: cell_text and cell_part, grid_needed.
function draw_mapping(   d)
{
	do
		mapping = story == "prism" ? "topaware" : story == "layout" ? "adaptive-layout" : pick("mapping")
	while (story !~ /prism|layout/ && mapping ~ /topaware|adaptive-layout/ || story == "launched" && mapping == "grid-order")
	if (story == "made" && mapping ~ /geom|gsearch|hilbert|grid-order/)
		mapping = "auto"
	grid_needed = mapping ~ /geom|^gsearch/
	map_options = "--algorithm " mapping
	if (mapping == "topaware" || mapping == "grid-order") {
		for (d = 1; d <= 3; d++)
			cell_part[d] = 1
		split_axis = random_from(1, 3)
		if (mapping == "topaware")	# the nodes of a pair share its cell equally
			cell_part[split_axis] = seats * (cores > 1 && random_yes(0.5) ? random_from(1, cores) : 1)
		else
			cell_part[split_axis] = random_from(1, 2)
		cell_text = cell_part[1] "x" cell_part[2] "x" cell_part[3]
		map_options = map_options " --cell " cell_text
	}
	if (mapping == "topaware") {
		map_options = map_options option(0.3, "split " random_word(split_axis - 1 " " substr("xyz", split_axis, 1)))
		along = random_yes(0.4) ? random_word("xzy yxz yzx zxy zyx") : ""
		if (along != "")
			map_options = map_options " --axes " along
	}
	map_options = map_options algorithm_options()
	if (kind == "rdragonfly" && random_yes(0.9))
		map_options = map_options " --circuits " random_word("balanced matched")
}

# Options of algorithms; those that one algorithm takes another refuses.
function algorithm_options(   text)
{
	if (mapping ~ /^(local|anneal|gsearch)/)
		text = text option(0.4, "from " random_word("linear random greedy random-nodes"))
	if (mapping ~ /^(local|anneal|auto|gsearch|greedy|metis|multisection|scotch|best-start)/)
		text = text option(0.2, "count-node-links " random_word("yes no")) \
			option(0.3, "objective " random_word("hops hop-bytes" (kind == "rdragonfly" ? "" : " congestion")))
	if (mapping == "anneal")
		text = text " --moves " random_from(1, 200)
	if (mapping ~ /^(geom|auto)/)
		text = text option(0.3, "cut-tie " random_word("lowest extent machine")) option(0.3, "rank-tie-order " random_word("asc desc")) option(0.2, "rank-tie-axes " random_word("first last"))
	if (mapping ~ /^(geom|gsearch|hilbert|topaware|grid-order|auto)/)
		text = text option(0.3, "task-order " random_word("first last"))
	if (mapping ~ /^gsearch/)
		text = text option(0.3, "max-swaps " random_word("0 3 500 2n 0.35n+2")) option(0.4, "swaps-trace trace.csv")
	if (mapping ~ /^(local|adaptive-layout)$/)
		text = text option(0.4, "radius " random_from(1, 4))
	return text
}

function draw_policy(   d, shape, options)
{
	do
		policy = mapping == "topaware" ? "topaware" : kind == "rdragonfly" && random_yes(0.8) ? "grap" : pick("policy")
	while ((policy == "topaware") != (mapping == "topaware") || (policy == "ft-isolated" && fat_levels > 3) || (policy == "jigsaw" && (fat_levels > 3 || fat_taper)) || (policy == "search" && kind == "rdragonfly") || ((routed != kind || several) && policy ~ /^(em-|df-group|sf-subgroup|ft-isolated|jigsaw)/))
	options = policy
	if (policy == "search") {
		read_netsim()
		options = options ":" random_word(routings) (random_yes(0.3) ? "+random" : "")
	}
	if (policy == "em-blocks") {
		for (d = 1; d <= dims; d++)
			shape = shape (d > 1 ? "x" : "") divisor(extent[d])
		options = options ":" shape
	}
	if (policy == "grap" && random_yes(0.5))
		options = options ":" random_word("partial round-robin partial+round-robin reject reject+round-robin")
	if (random_yes(played ? 1 : 0.9))
		options = options " --on-full skip"
	if (played)
		options = options draw_schedule()
	stage("alloc --policy " options common_options())
}

function draw_schedule(   text)
{
	text = " --schedule " random_word("fcfs easy log") option(0.4, "overrun " random_word("keep kill"))
	if (policy != "grap" && text !~ /log/ && random_yes(0.2))
		return text draw_network()
	if (policy == "grap") {
		text = text option(0.5, "reconfigure 20ms")
		if (random_yes(0.5)) {
			draw_gains()
			text = text " --speedup gains.csv"
		}
	}
	return text option(0.5, "fragments fragments.csv")
}

# The running jobs ask the network: `question` answers.
function draw_network()
{
	return " --network question --comm-share " random_word("0 0.1 0.5 1") option(0.5, "network-every " random_word("1s 60s")) \
		option(0.5, "network-reference " random_word("own simple rdn")) option(0.2, "network-busy")
}

# A table of speedups by which every large job runs for 7/8 of its runtime.
function draw_gains(   mode, n, i, size)
{
	print "nodes,time_saved,mode,mpi_share" >"gains.csv"
	n = split("adaptive minimal-balance custom custom-balance", mode, " ")
	for (i = 1; i <= n; i++)
		for (size = 2; size <= 32; size *= 4)
			print size ",0.25," mode[i] ",0.5" >"gains.csv"
	close("gains.csv")
}

# Between alloc and netsim: background before or after map, or no map at all, and what metrics adds.
function draw_middle(   background, mapped)
{
	background = !played && random_yes(0.2) ? "gen-workload background --load " random_word("0.05 0.26 0.9") \
		" --pattern " pick("pattern", "open") option(0.5, "lead 2us") option(0.5, "bytes 512") option(0.3, "job others") : ""
	crowded = background != ""	# small packets of all other nodes would take most of the time
	if (background != "" && random_yes(0.5) && mapping != "adaptive-layout") {
		stage(background)
		background = ""
	}
	mapped = story ~ /prism|layout/ || map_options ~ /circuits/ || random_yes(0.85)
	if (story == "launched")
		mapped = 0	# it comes mapped
	if (mapped) {
		stage("map " map_options common_options())
		if (mapping != "adaptive-layout" && map_options !~ /circuits|trace/ && random_yes(0.6))
			print stages, random_word("mpich-rank-order rankfile hostfile machinefile nodelist"), \
				random_word(node_name[free[1]] != "" ? "own own machine job" : "machine job") >"launch"
	}
	if (background != "")
		stage(background)
	if ((mapped || story == "launched") && random_yes(0.2))
		stage("metrics mapping" seed_option)
	if (random_yes(0.1))
		stage("metrics select")
}

# netsim's routings for the machine's kind, and its options, as it lists them itself.
function read_netsim(   line, n, i, part, list, of, k, m)
{
	routings = ""
	n = split(ENVIRON["netsim_can"], line, "\n")
	for (i = 1; i <= n; i++) {
		if (match(line[i], /--[a-z-]+=/))
			has[substr(line[i], RSTART + 2, RLENGTH - 3)] = 1
		split(line[i], part, " ")
		list = line[i]
		if (!sub(/:.*/, "", list))
			continue
		m = split(list, of, " ")
		for (k = 2; k <= m; k++)
			if (of[k] == routed && (part[1] !~ /^opensm/ || kind == "fattree" || kind == "graph"))
				routings = routings " " part[1]
	}
}

function draw_netsim(   packet, options, routing, input)
{
	packet = random_word(crowded ? "300 1000 2048" : "64 256 300 1000 2048 2048")
	if (packet > vc_buffer)
		packet = 256
	options = " --packet " packet "B"
	read_netsim()
	routing = random_word(routings)
	if (random_yes(0.85))
		options = options " --routing " routing
	else
		routing = ""
	if (random_yes(0.2))
		options = options " --vcs " random_from(2, 8)
	if ("bias" in has && routing ~ /^(ugal|par|tago)/ && random_yes(0.4))
		options = options " --bias " random_word("0B 100B 2KB")
	if (nodes_free > 1 && kind != "rdragonfly" && random_yes(0.3))
		draw_idle(options, routing, packet)
	if ("router" in has && random_yes(0.4))
		input = " --router input" ("crossbar-bw" in has && random_yes(0.3) ? " --crossbar-bw " random_word("1Gb/s 8Gb/s 30Gb/s") \
			: option(0.6, "speedup " random_word("1 1.5 2 3 1000"))) \
			("output-buffer" in has ? option(0.4, "output-buffer " (packet + random_word("0 1000 30000")) "B") : "") \
			("vc-allocation" in has ? option(0.4, "vc-allocation " random_word("0ns 10ns 100ns")) : "")
	if (played)
		options = options " --play"
	else if (!crowded && random_yes(0.15))
		options = options " --steady " random_word("1 2 3,50us 2,1ms")
	options = options input option(0.5, "schedule " random_word("burst mpi")) option(0.3, "keep-lists") (played ? "" : option(0.1, "max-time 1s")) \
		(played ? "" : option(0.05, "no-preamble")) option(0.3, "stats stats.csv")
	stage("netsim" options common_options() " --links links.csv --job-links job-links.csv --routers routers.csv --latencies latencies.csv")
}

# Messages of a packet, and the commands that they go through: every model of a router, and of the last single message its way as netsim
# works it out, where the routing draws nothing.
#
# Cases 1 to 3 are single messages.  In case 4 the nodes 0, 1 and 2 of a router send from 0 to 1 and then 2, and from 2 to 1, node 0 by
# the port that comes last: a crossbar lets the packet from 2 go first, and that from 0 to 2 waits behind the one that waits.
function draw_idle(options, routing, packet,   c, from, to)
{
	options = options without_costs
	print "case,job,nodes,tasks,pattern,bytes,matrix,node_list" >"idle.csv"
	for (c = 1; c <= 3; c++) {
		from = free[random_from(1, nodes_free)]
		do
			to = free[random_from(1, nodes_free)]
		while (to == from)
		print c ",a,2,2,broadcast," (c == 3 ? packet : random_from(1, packet)) ",," from " " to >"idle.csv"
	}
	draw_blocked(packet < vc_buffer / 4 ? packet : int(vc_buffer / 4))
	close("idle.csv")
	print "netsim --machine " spec options >"idle"
	print "netsim --machine " spec options " --router input" >"idle"
	print "netsim --machine " spec options " --router input --speedup " random_word("1.25 2 7 1000") >"idle"
	print "netsim --machine " spec options " --router input --vc-allocation 3us" >"idle"
	print "netsim --machine " spec options " --router input --crossbar-bw 900Gb/s --output-buffer " 2 * packet "B" >"idle"
	sub(/ --bias [^ ]+/, "", options)
	if (routing !~ /valiant|random-up|nca|ties/ && !(kind == "torus" && routing ~ /ugal/))
		print "netsim --route " from " " to " --machine " spec options >"idle"
}

function draw_blocked(bytes,   i, router, at, part)
{
	for (i = 1; i <= rows["nodes.csv"]; i++) {
		if (of_row("nodes.csv", i, "available", "yes") != "yes")
			continue
		at = of_row("nodes.csv", i, "node", "") (of_row("nodes.csv", i, "router", "") == router ? " " at : "")
		router = of_row("nodes.csv", i, "router", "")
		if (split(at, part, " ") == 3)
			break
	}
	if (split(at, part, " ") < 3)
		return
	print "4,a,3,3,matrix,,blocked.csv," at >"idle.csv"
	print "src,dst,bytes\n0,1," bytes "\n0,2," bytes "\n2,1," bytes >"blocked.csv"
	close("blocked.csv")
}
