# rules -- how simulations become cells.
#
# A cell is what one pipe simulates: the workloads of one network, routing and policy, as many as a good half minute
# takes.  The cost of a simulation is estimated from its packets and the routers that they pass.

BEGIN {
	networks = "dragonfly fattree slimfly em1 em2"
	patterns = "sub-alltoall spread unstructured stencil pairs"	# the dearest first
	enough = 40000			# ms: a cell need not be longer
	ms_cell = 60			# to begin and end a cell
	ms_simulation["small"] = 10; ms_simulation["paper"] = 200	# to begin and end one
	ms_hop["small"] = 0.0004; ms_hop["paper"] = 0.0014	# a packet through a router, on one core of 2.45 GHz
	cores = 4
	jobs = 5			# of a mixed workload, on average
	routers["dragonfly"] = 4.3; routers["fattree"] = 4; routers["slimfly"] = 3.4; routers["em1"] = 3.2; routers["em2"] = 4.2
	print "study,series,set,scale,network,routing,router,alloc,mapping,pattern,nodes,unit,cases,iterations,seed,simulations,cost"
}

# Packets that a task of a job of n tasks sends in an iteration: see the sizes in settings.sh.
function packets(pattern, n) {
	if (pattern == "mixed") return (30 + 24 + 24 + 32 + packets("sub-alltoall", n / jobs)) / 5
	if (pattern == "sub-alltoall") return 2 * (sqrt(n) - 1)
	return pattern == "spread" ? 32 : pattern == "unstructured" ? 30 : 24
}

# Estimated ms of a simulation of c; of series constant all jobs but one are mixed.
function cost(c,    tasks, pattern) {
	tasks = c["nodes"] * cores
	pattern = c["series"] == "constant" ? "mixed" : c["pattern"]
	return ms_simulation[c["scale"]] + (router == "input" ? 2 : 1) * ms_hop[c["scale"]] * tasks * c["iterations"] * packets(pattern, tasks) * routers[c["network"]]
}

# Print cells: workloads 1 to `last` of c in pieces.
function cells(c, last,    first, end, piece, ms) {
	ms = cost(c)
	piece = int(enough / ms) + 1
	piece = ceil(last / ceil(last / piece))		# of equal length
	for (first = 1; first <= last; first += piece) {
		end = first + piece - 1 < last ? first + piece - 1 : last
		print "express-mesh," c["series"] "," c["set"] "," c["scale"] "," c["network"] "," c["routing"] "," router "," c["alloc"] "," c["mapping"] "," \
			c["pattern"] "," c["nodes"] "," c["unit"] "," first "-" end "," c["iterations"] "," seed "," end - first + 1 "," \
			ceil(ms_cell + ms * (end - first + 1))
	}
}
function ceil(x) { return int(x) == x ? x : int(x) + 1 }

# What the series have in common: eleven units of nodes, which every network has: an express mesh is twelve building blocks of a unit, and
# of a fat-tree one pod (small) or two hold a unit.
function base(c, series, scale) {
	c["series"] = series; c["scale"] = scale; c["set"] = ""
	c["alloc"] = "clustered"; c["mapping"] = "linear"; c["pattern"] = "mixed"
	c["unit"] = scale == "paper" ? 900 : 32
	c["nodes"] = 11 * c["unit"]
	c["iterations"] = 1
}
