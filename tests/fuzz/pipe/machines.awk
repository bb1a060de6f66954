# machines.awk -- draws a small machine: spec, kind, tag[], cores, vc_buffer, and of lattices dims, extent[], seats (nodes a router);
# writes the files that it names.

function tagged(list,   part, n, i)
{
	n = split(list, part, ",")
	for (i = 1; i <= n; i++)
		if (part[i] in tag)
			return 1
	return 0
}

function key(text) { spec = spec (spec ~ /:/ ? "," : ":") text }
function maybe(share, text) { if (random_yes(share)) key(text) }
function bandwidth() { return random_word("8Gb/s 8Gb/s 1GB/s 2.5GB/s 4Gb/s 12Gb/s 3.7Gb/s") }
function latency() { return random_word("0ns 40ns 40ns 100ns 1us 13.7ns") }

function draw_machine(   draw_kind)
{
	kind = pick("machine")
	spec = kind
	tag["any"] = tag[kind] = 1
	seats = 1
	if (kind == "dragonfly" || kind == "rdragonfly")
		draw_dragonfly()
	else if (kind == "dragonflyplus")
		draw_dragonflyplus()
	else if (kind == "fattree")
		draw_fattree()
	else if (kind == "slimfly")
		draw_slimfly()
	else if (kind == "graph")
		draw_graph()
	else if (kind == "twistedtorus" || kind == "cubetorus")
		draw_twisted()
	else
		draw_lattice()
	draw_common_keys()
	draw_unavailable()
	draw_broken()
	draw_interfaces()
}

function draw_dragonfly(   g, a, h)
{
	tag["groups"] = 1
	g = random_from(kind == "dragonfly" ? 1 : 2, 7)
	a = random_from(1, 4)
	h = int((g - 1 + a - 1) / a) + (random_yes(0.3) ? random_from(0, 3) : 0)
	if (kind == "rdragonfly" && h == 0)
		h = 1
	key("g=" g)
	key("a=" a)
	group_size = random_from(1, 3)
	key("p=" group_size)
	group_size *= a
	if (kind == "rdragonfly" || (h > 0 && random_yes(0.6)))
		key("h=" h)
	if (kind == "dragonfly") {
		maybe(0.5, "arrangement=" random_word("absolute relative circulant random"))
		maybe(0.3, spec ~ /,h=/ ? "links-per-arc=1" : "links-per-arc=" random_from(1, 3))
	} else
		maybe(0.6, "ocs=" divisor(a * h))
	maybe(0.4, "local-bw=" bandwidth())
	maybe(0.4, "global-bw=" bandwidth())
	maybe(0.4, "local-latency=" latency())
	maybe(0.4, "global-latency=" latency())
}

function draw_dragonflyplus(   g, leaves, spines)
{
	tag["groups"] = 1
	g = random_from(1, 6)
	leaves = random_from(1, 3)
	spines = random_yes(0.5) ? leaves : random_from(1, 3)
	group_size = random_from(1, 3)
	key("g=" g)
	key("leaves=" leaves)
	if (spines != leaves)
		key("spines=" spines)
	key("p=" group_size)
	group_size *= leaves
	maybe(0.4, "h=" int((g - 1 + spines - 1) / spines) + random_from(0, 3))
	maybe(0.5, "arrangement=" random_word("absolute relative circulant"))
	maybe(0.4, "local-bw=" bandwidth())
	maybe(0.4, "global-bw=" bandwidth())
	maybe(0.4, "local-latency=" latency())
	maybe(0.4, "global-latency=" latency())
}

function divisor(n,   d, list)
{
	for (d = 1; d <= n; d++)
		if (n % d == 0)
			list = list " " d
	return random_word(list)
}

function draw_fattree(   levels)
{
	if (random_yes(0.5)) {
		levels = random_from(1, 4)
		key("k=" (levels == 1 ? random_from(2, 12) : levels == 2 ? random_from(1, 5) : levels == 3 ? random_from(1, 3) : 2))
		key("n=" levels)
		fat_taper = levels > 1 && levels < 4 && random_yes(0.3)
		if (fat_taper)
			key("taper=2")
	} else {
		fat_taper = 0
		levels = random_from(2, 3)
		key("radix=" (levels == 2 ? random_word("2 4 6 8") : random_word("2 4 6")))
		key("levels=" levels)
		maybe(0.4, "pods=" random_from(1, 2))
	}
	maybe(0.4, "leaf-spine-bw=" bandwidth())
	maybe(0.4, "leaf-spine-latency=" latency())
	maybe(0.3, "spine-core-bw=" bandwidth())
	fat_levels = levels
}

function draw_slimfly()
{
	key("q=" random_word("3 3 4 5"))
	maybe(0.7, "p=" random_from(1, 3))
	maybe(0.4, "local-bw=" bandwidth())
	maybe(0.4, "global-bw=" bandwidth())
}

function draw_lattice(   d, k, gaps, routers)
{
	tag["coordinates"] = 1
	if (kind == "hypercube") {
		dims = random_from(1, 5)
		for (d = 1; d <= dims; d++)
			extent[d] = 2
		key("n=" dims)
	} else {
		dims = random_word(kind == "expressmesh" ? "1 2 2 3" : "1 2 2 3 3 3 4")
		do {
			routers = 1
			k = gaps = ""
			for (d = 1; d <= dims; d++) {
				extent[d] = random_from(kind == "expressmesh" ? 3 : 1, dims == 1 ? 12 : dims == 2 ? 6 : 4)
				routers *= extent[d]
				k = k (d > 1 ? "x" : "") extent[d]
				gaps = gaps (d > 1 ? "x" : "") random_from(1, extent[d] - 2)
			}
		} while (routers < 2 || routers > 60)
		key("k=" k)
		if (kind == "expressmesh")
			key("gap=" (random_yes(0.5) ? 1 : gaps))
	}
	if (dims == 2 || dims == 3)
		tag["plane"] = 1
	if (dims == 3 && (kind == "mesh" || kind == "torus"))
		tag["box"] = 1
	if ((kind == "mesh" || kind == "torus") && random_yes(0.35))
		draw_special_nodes(routers)
	else {
		seats = random_from(1, routers > 30 ? 2 : 3)
		key("p=" seats)
	}
	maybe(0.4, "bw=" bandwidth())
	maybe(0.4, "latency=" latency())
	if ((kind == "mesh" || kind == "torus") && extent[1] > 2)
		maybe(0.2, "pack=x:2:9GB/s")
}

# Nodes that take no job: blades of service nodes, a corner of another kind, or a map of places.
function draw_special_nodes(routers,   d, r, n, rest, at, nid)
{
	seats = 2
	if (dims >= 2 && extent[2] > 1 && routers >= 8 && random_yes(0.5)) {
		key("p=2")
		key("service=blades:" 4 * random_from(1, int(routers / 8)))
		maybe(0.5, "service-seed=" random_from(1, 99))
	} else if (routers >= 4 && random_yes(0.5)) {
		key("p=2")
		at = n = ""
		for (d = 1; d <= dims; d++) {
			n = n (d > 1 ? "x" : "") 1
			at = at (d > 1 ? "+" : "") random_below(extent[d])
		}
		key("other=" n "@" at)
	} else {
		key("p=2")
		key("map=places")
		for (r = 0; r < routers; r++)
			for (n = 0; n < 2; n++) {
				if (r > 0 && random_yes(0.15))
					continue
				at = ""
				rest = r
				for (d = 1; d <= dims; d++) {
					at = at " " rest % extent[d]
					rest = int(rest / extent[d])
				}
				nid = (routers - r) * 2 + n + 10
				printf "%d c%d-%d %s%s\n", nid, r, n, (r > 1 && random_yes(0.15) ? random_word("service other") : "compute"), at >"places"
			}
		close("places")
	}
}

# Extents of a and 2a, or any with a twist of their own.
function draw_twisted(   d, a, k, long, twist)
{
	dims = random_from(2, 3)
	a = random_from(2, dims == 2 ? 4 : 3)
	twist = random_word("half half none own")
	long = random_from(1, dims)
	for (d = 1; d <= dims; d++) {
		extent[d] = twist == "half" ? (d == long ? 2 * a : a) : random_from(2, 5 - (dims == 3))
		k = k (d > 1 ? "x" : "") extent[d]
	}
	if (kind == "twistedtorus")
		key("k=" k)
	else {
		key("cubes=" k)
		key("cube=" (dims == 2 ? "1x1" : "1x1x1"))
		maybe(0.4, "circuit-bw=" bandwidth())
		maybe(0.4, "circuit-latency=" latency())
	}
	key("twist=" (twist == "own" ? "y:x:" random_from(1, extent[1] - 1) : twist))
	seats = random_from(1, 2)
	key("p=" seats)
	maybe(0.4, "bw=" bandwidth())
	maybe(0.4, "latency=" latency())
}

function draw_graph()
{
	if (random_yes(0.25))
		draw_switches()
	else
		draw_cables()
	maybe(0.3, "bw=" bandwidth())
	maybe(0.3, "latency=" latency())
}

# A topology.conf: leaves below one or two switches, or a middle layer.
function draw_switches(   leaves, i, first, n)
{
	key("topology=topology.conf")
	leaves = random_from(2, 6)
	for (i = 1; i <= leaves; i++) {
		n = random_from(1, 4)
		printf "SwitchName=leaf%d Nodes=nid[%03d-%03d]\n", i, first + 1, first + n >"topology.conf"
		first += n
	}
	if (leaves > 3 && random_yes(0.5)) {
		printf "SwitchName=mid1 Switches=leaf[1-2]\nSwitchName=mid2 Switches=leaf[3-%d]\nSwitchName=top Switches=mid[1-2]\n", leaves >"topology.conf"
	} else
		printf "SwitchName=top Switches=leaf[1-%d]\n", leaves >"topology.conf"
	close("topology.conf")
}

# A random tree of routers and some more cables.
function draw_cables(   routers, r, from, to, extra, classes, linked, speeds, count, groups, group, n, i, seat)
{
	key("links=cables.csv")
	routers = random_from(2, 14)
	classes = random_yes(0.4)
	speeds = random_yes(0.4)
	count = random_yes(0.3)
	print "from,to" (classes ? ",class" : "") (speeds ? ",bandwidth,latency" : "") (count ? ",count" : "") >"cables.csv"
	extra = random_below(routers)
	for (r = 1; r < routers + extra; r++) {
		to = r < routers ? r : random_below(routers)
		from = r < routers ? random_below(r) : random_below(routers)
		if (from == to || (from, to) in linked)
			continue
		linked[from, to] = linked[to, from] = 1
		print from "," to (classes ? "," random_word("copper light") : "") (speeds ? "," bandwidth() "," latency() : "") \
			(count ? "," random_word("1 1 2 3") : "") >"cables.csv"
	}
	close("cables.csv")
	if (random_yes(0.5)) {
		seats = random_from(1, 3)
		key("p=" seats)
		return
	}
	key("nodes=seats.csv")
	groups = random_yes(0.6) ? random_from(1, routers) : 0
	if (groups)
		tag["groups"] = 1
	print "node,router" (groups ? ",group" : "") >"seats.csv"
	for (r = 0; r < routers; r++) {
		group = r < groups ? r : random_below(groups)
		n = random_from(r < groups || r == 0 ? 1 : 0, 3) + (routers == 2)
		for (i = 0; i < n; i++)
			print seat++ "," r (groups ? "," group : "") >"seats.csv"
	}
	close("seats.csv")
}

function draw_common_keys()
{
	cores = 2
	if (random_yes(0.7)) {
		cores = random_from(1, 4)
		key("cores=" cores)
	}
	node_bw = random_yes(0.3) ? bandwidth() : ""
	if (node_bw != "")
		key("node-bw=" node_bw)
	maybe(0.3, "node-latency=" latency())
	maybe(0.3, "router-latency=" random_word("0ns 50ns 100ns 333ns"))
	if (random_yes(0.2)) {
		key("memory-latency=" random_word("0ns 100ns 1us"))
		maybe(0.5, "memory-bw=" random_word("1GB/s 100Gb/s"))
	}
	without_costs = ""
	if (random_yes(0.15)) {
		without_costs = " --set send-overhead=0 --set recv-overhead=0 --set overhead-per-byte=0 --set message-gap=0"
		maybe(0.5, "send-overhead=" latency())
		maybe(0.5, "recv-overhead=" latency())
		maybe(0.4, "overhead-per-byte=" random_word("1ps 300ps 2ns"))
		maybe(0.4, "message-gap=" latency())
		maybe(0.3, "eager=" random_word("0 100 1000 100000"))
	}
	vc_buffer = 14000
	if (random_yes(0.5)) {
		vc_buffer = random_word("300 1000 2048 5000 64000")
		key("vc-buffer=" vc_buffer "B")
	}
}

# The nodes as metrics lists them, in nodes.csv: free[1 … nodes_free] can have jobs, node_name[]
# is what they are called, if they are.
function list_nodes(   i)
{
	if (system("exec metrics nodes --machine '" spec "' >nodes.csv") != 0 || !load_table("nodes.csv")) {
		print "draw: '" spec "' is no machine" >"/dev/stderr"
		exit 1
	}
	nodes_free = 0
	for (i = 1; i <= rows["nodes.csv"]; i++) {
		node_name[of_row("nodes.csv", i, "node", "")] = of_row("nodes.csv", i, "name", "")
		if (of_row("nodes.csv", i, "available", "yes") == "yes")
			free[++nodes_free] = of_row("nodes.csv", i, "node", "")
	}
	nodes_all = rows["nodes.csv"]
}

# Broken parts, unless they cut the machine into pieces or leave few nodes: its routings are then those of a graph.
function draw_broken(   parts, i)
{
	routed = kind
	if (kind == "rdragonfly" || random_yes(0.8))
		return
	parts = random_word("links routers") ":" random_word("0.02 0.05 0.1") ":" random_below(1000)
	if (random_yes(0.3))
		parts = parts "+links:0.05:" random_below(1000)
	if (system("metrics machine --machine '" spec ",broken=" parts "' 2>refusal | grep -q broken_links") != 0)
		return
	key("broken=" parts)
	for (i in free)
		delete free[i]
	list_nodes()
	routed = "graph"
}

# Several interfaces a node, planes, domains, where these divide the machine; of planes the routings are those of a graph.
function draw_interfaces(   keys, nics, i)
{
	several = 0
	if (kind !~ /^(fattree|slimfly|twistedtorus|dragonfly)$/ || routed != kind || spec ~ /,(unavailable|io-groups)=/ || without_costs != "" || random_yes(0.7))
		return
	nics = kind == "dragonfly" ? 1 : random_from(1, 3)
	keys = random_yes(0.3) ? ",planes=2,nics=" 2 * nics : nics > 1 ? ",nics=" nics : ""
	if (keys != "" && random_yes(0.5))
		keys = keys ",nic-choice=" random_word("task least round-robin")
	if (nics > 1 && random_yes(0.3))
		keys = keys ",nic-stride=" random_from(1, 4)
	if (random_yes(0.4))
		keys = keys ",domain=" random_from(2, 4) ",domain-bw=" bandwidth() ",domain-latency=" latency()
	if (keys == "" || system("metrics machine --machine '" spec keys "' >machine.csv 2>refusal") != 0)
		return
	spec = spec keys
	several = keys ~ /nics/
	if (keys ~ /planes/)
		routed = "graph"
	for (i in free)
		delete free[i]
	list_nodes()
}

function draw_unavailable(   n, i, mark, v, text)
{
	list_nodes()
	if (nodes_free < 4 || random_yes(0.6))
		return
	n = random_from(1, int(nodes_free / 4))
	for (i = 0; i < n; i++)
		mark[free[random_from(1, nodes_free)]] = 1
	for (v = 0; v < nodes_all; v++)
		if (v in mark)
			text = text (text == "" ? "" : "+") v
	key("unavailable=" text)
	list_nodes()
}
