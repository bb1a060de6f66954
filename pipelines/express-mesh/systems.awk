# systems -- balanced machines of seven families, from a thousand nodes to 131,072.
#	awk -f systems.awk
#
# Prints `family machine`, a line a machine.  Balanced (Jain and others, IPDPS 2017, II-B, Eq. 3)
# is a machine whose routers have p nodes and p times its mean hops, or its diameter, of links; the
# paper names the share of a router's ports that the nodes get, but not the machines of its
# Fig. 5.  Ours:
#
#	torus, hypercube	of five dimensions, as Blue Gene/Q; of n.  One node a router: with the diameter
#				Eq. 3 gives a hypercube one (with its mean hops, two), a torus one or less
#	fattree			three levels; half of a leaf's ports; as many pods as a pod has leaves
#	slimfly			a third: half the links of a router, rounded up, as its authors do
#	em1, em2		three dimensions; with a gap of 1 a quarter, of 2 a fifth: the least
#				number of nodes that is as near to it as any
#	dragonfly		a quarter: p = h, a = 2h + 1; all groups that the global links
#				reach, but an even number
#
# Sides are even, which Fig. 5c wants, and differ by at most 2.  Table I's machines are among them.

BEGIN {
	least = 1000
	most = 131072
	lattices("torus", 5)
	for (n = 10; n <= 17; n++) show("hypercube", "hypercube:n=" n, 2 ^ n)
	for (radix = 20; radix <= 100; radix += 4) show("fattree", "fattree:radix=" radix ",levels=3,pods=" radix / 2, (radix / 2) ^ 3)
	slimflies("9 11 13 16 17 19 23 25 27 29 31 32 37 41 43")
	lattices("em1", 3)
	lattices("em2", 3)
	for (h = 3; h <= 14; h++) dragonfly(h)
}

function show(family, machine, nodes) {
	if (nodes >= least && nodes <= most) print family, machine
}

function ceil(x) { return x > int(x) ? int(x) + 1 : int(x) }

# Prime powers: a router has (3q - 1) / 2 links when q = 4w + 1, (3q + 1) / 2 when 4w - 1, 3q / 2 when 4w.
function slimflies(list,    n, i, q, links, of) {
	n = split(list, of, " ")
	for (i = 1; i <= n; i++) {
		q = of[i]
		links = q % 4 == 1 ? (3 * q - 1) / 2 : q % 4 == 3 ? (3 * q + 1) / 2 : 3 * q / 2
		show("slimfly", "slimfly:q=" q ",p=" ceil(links / 2), 2 * q * q * ceil(links / 2))
	}
}

function dragonfly(h,    a, g) {
	a = 2 * h + 1
	g = a * h + 1
	g -= g % 2
	show("dragonfly", "dragonfly:g=" g ",a=" a ",p=" h ",h=" h, g * a * h)
}

# Links of a router along an even side, at most.
function along(family, side) { return family == "torus" ? 2 : family == "em1" ? side - 1 : side / 2 }

# Nodes of a router that has these links: p = (links + p) / share, rounded.
function nodes_of(family, links,    share) {
	if (family == "torus") return 1
	share = family == "em1" ? 4 : 5
	return ceil((links - share / 2) / (share - 1))
}

# From a cube of side 4 on, one side after the other two longer.
function lattices(family, dims,    side, grown, d, k, links, routers, p) {
	for (d = 1; d <= dims; d++) side[d] = 4
	for (routers = 0; routers <= most; grown++) {
		if (grown) side[(grown - 1) % dims + 1] += 2
		k = ""
		routers = 1
		links = 0
		for (d = 1; d <= dims; d++) {
			k = k "x" side[d]
			routers *= side[d]
			links += along(family, side[d])
		}
		p = nodes_of(family, links)
		show(family, (family == "torus" ? "torus" : "expressmesh") ":k=" substr(k, 2) ",p=" p \
			(family == "torus" ? "" : ",gap=" substr(family, 3)), routers * p)
	}
}
