# plans -- which simulations each grid holds.

# Fig. 6: one pattern on 40,000 tasks, or 1,400 on the small networks.
function single(scale, routings, mappings,    n, i, pattern) {
	base(c, "single", scale)
	c["alloc"] = "linear"
	c["nodes"] = scale == "paper" ? 10000 : 350
	c["unit"] = c["nodes"]
	n = split(patterns, pattern, " ")
	for (i = 1; i <= n; i++) {
		c["pattern"] = pattern[i]
		each("mapping", mappings, networks, routings, 1)
	}
}

# Fig. 7 and 9; the bottom of Fig. 13, where jobs are kept apart.  Static routing, of Fig. 9 only, in the first `few`.
function multi(scale, cases, few) {
	base(c, "multi", scale)
	each("alloc", "clustered", networks, "adaptive", cases)
	each("alloc", "isolated", "fattree em1", "adaptive", cases)
	if (few)
		each("alloc", "clustered", shared, "static", few)
}

# What the links carry in the first of these workloads.
function loads(scale, cases) {
	base(c, "loads", scale)
	each("alloc", "clustered", networks, "adaptive", cases)
	each("alloc", "isolated", "fattree em1", "adaptive", cases)
}

# Fig. 8.
function spread(scale, routings, cases) {
	base(c, "spread", scale)
	c["pattern"] = "spread"
	each("alloc", "clustered", shared, routings, cases)
}

# The top of Fig. 13.
function constant(scale, sets, cases,    n, i, set, pattern) {
	base(c, "constant", scale)
	split("sub-alltoall stencil spread", pattern, " ")
	n = split(sets, set, " ")
	for (i = 1; i <= n; i++) {
		c["set"] = set[i]
		c["pattern"] = pattern[set[i]]
		each("alloc", "clustered", shared, "adaptive", cases)
		each("alloc", "isolated", "fattree em1", "adaptive", cases)
	}
}

# The cells for each of some values of a column, some networks and some routings.
function each(column, values, nets, routings, cases,    i, j, k, n, m, l, value, network, routing) {
	n = split(values, value, " ")
	m = split(nets, network, " ")
	l = split(routings, routing, " ")
	for (i = 1; i <= n; i++)
		for (j = 1; j <= m; j++)
			for (k = 1; k <= l; k++) {
				c[column] = value[i]
				c["network"] = network[j]
				c["routing"] = routing[k]
				cells(c, cases)
			}
}

# All figures: 30 workloads as the paper says of Fig. 7; how many Fig. 8 and 9 have is not said, but that averages settle
# within ten.
function study(scale) {
	single(scale, "static adaptive", "linear random")
	multi(scale, 30, 4)
	loads(scale, 3)
	spread(scale, "static adaptive", 12)
	constant(scale, "1 2 3", 6)
}

# Routers that queue at outputs and at inputs, on a part of these workloads and on the small networks.
function both_routers(scale,    k) {
	for (k = 1; k <= 2; k++) {
		router = k == 1 ? "" : "input"
		single(scale, "static adaptive", "linear random")
		multi(scale, 12, 0)
		spread(scale, "adaptive", 12)
		constant(scale, "1 2 3", 2)
	}
}

BEGIN {
	shared = "dragonfly slimfly fattree em1"	# those of Fig. 8, 9 and 13
	if (plan == "demo") {
		single("small", "static adaptive", "linear")
		multi("small", 5, 0)
		constant("small", "3", 6)
	} else if (plan == "routers")
		both_routers("small")
	else
		study(plan == "full" ? "paper" : "small")
}
