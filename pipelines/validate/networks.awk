# networks -- what of ours stands for what of theirs: networks.csv, the first file of an awk that has columns.awk and this before it.
#
# A row says which machine, routing, pattern, router and further options of netsim stand for a topology of
# theirs under a routing and traffic; several rows of the same topology, routing and traffic are curves beside each
# other.  `channels` is over how many channels of a link the bytes of theirs are divided: a number, where theirs may take any of several,
# or `theirs`, so that a channel has as many as one of theirs.
# `stands` says which is the model of theirs, and which a stand-in, with less of it.
# `speedup` is a number, or `theirs` for what each of their curves has; so is what stands behind --vc-allocation in `options`.
# The variable `simulator` says whose rows count.

# The speedup of the crossbar of our i-th network for this curve; none where routers queue at the outputs.
function speedup_of(kind, i, theirs) { return speedup[kind, i] == "theirs" ? theirs + 0 : speedup[kind, i] }

# Over how many channels of a link of our i-th network the bytes of one of theirs are divided, where theirs has `channels`.
function channels_of(kind, i, theirs) { return channels[kind, i] == "theirs" ? theirs : channels[kind, i] }

# The options of our i-th network, with the time that their routers take to allocate a channel.
function own_options(kind, i, theirs,    text) {
	text = options[kind, i]
	sub(/--vc-allocation theirs/, "--vc-allocation " allocation(theirs), text)
	return text
}

function options_of(kind, i, theirs,    s) {
	s = speedup_of(kind, i, theirs)
	return (router[kind, i] == "output" ? "" : "--router " router[kind, i] " ") (s == "" ? "" : "--speedup " s " ") own_options(kind, i, theirs)
}

# What a curve is besides its set, packet and pattern, for the tables of jobs.
function curve_names() { return "network,their_routing,our_routing,our_router,our_speedup,our_options,stands" }
function curve_cells(kind, i, theirs) {
	return network[kind, i] "," their_routing[kind] "," routing[kind, i] "," router[kind, i] "," speedup_of(kind, i, theirs) "," own_options(kind, i, theirs) "," stands[kind, i]
}

# A new table of jobs for the i-th of our networks beside a curve of theirs: N.jobs, and its line in `list`, both in the folder `dir`.
function new_table(set, kind, i, spec, bytes, theirs, columns,    n, out) {
	n = curve[set, i] = ++curves
	out = dir "/" n ".jobs"
	print n "," spec "," routing[kind, i] "," pattern[kind, i] "," bytes "," options_of(kind, i, theirs) >(dir "/list")
	gsub(/ /, ",", spec)
	print "#hopline 1\n#machine " spec >out
	print columns >out
}

# How many runs of so many packets of a load are made: so many that they have 100,000 together.
function runs_of(packets) { return packets < 1e5 ? int(1e5 / packets + 0.999) : 1 }

FNR == 1 && FILENAME == ARGV[1] {
	header_with("simulator topology params their_routing traffic network machine routing pattern channels router speedup options stands")
	next
}
FILENAME == ARGV[1] {
	if ($at["simulator"] != simulator) next
	if ($at["router"] != "input" && $at["router"] != "output") bad("router", "must be input or output")
	if ($at["stands"] != "model" && $at["stands"] != "stand-in") bad("stands", "must be model or stand-in")
	kind = $at["topology"] SUBSEP $at["params"] SUBSEP $at["their_routing"] SUBSEP $at["traffic"]
	i = ++ours[kind]
	network[kind, i] = $at["network"]
	machine[kind, i] = $at["machine"]
	routing[kind, i] = $at["routing"]
	pattern[kind, i] = $at["pattern"]
	channels[kind, i] = $at["channels"]
	router[kind, i] = $at["router"]
	speedup[kind, i] = $at["speedup"]
	options[kind, i] = $at["options"]
	stands[kind, i] = $at["stands"]
	their_routing[kind] = $at["their_routing"]
	next
}
END { if (failed) exit 1 }
