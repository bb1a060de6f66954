# structure -- EM-01 to EM-05: what the networks are made of.

# least(FAMILY, COLUMN, NODES), most(...): over the machines with at least so many nodes; "" where there are none
function least(family, column, nodes) { return extreme(family, column, nodes, -1) }
function most(family, column, nodes) { return extreme(family, column, nodes, 1) }
function extreme(family, column, nodes, sign,    k, x, best) {
	for (k = 1; k <= rows; k++) {
		if (row[k, "family"] != family || row[k, "nodes"] < nodes) continue
		x = column == "share" ? row[k, "bisection_links"] / row[k, "nodes"] : row[k, column] + 0
		if (best == "" || sign * x > sign * best) best = x
	}
	return best
}

function diameters() {
	if (least("em1", "nodes", 0) == "") return
	judge(most("em1", "diameter", 0) <= 3)
	judge(most("em2", "diameter", 0) <= 6)
}

function prototypes(    k, printed, good) {
	for (k = 1; k <= rows; k++) {
		if (kind_of[k] != "table1") continue
		printed = row[k, "printed_radix"] - (row[k, "network"] == "dragonfly")
		good = row[k, "nodes"] == row[k, "printed_nodes"] && row[k, "radix_max"] == printed
		judge(good)
		table1 = table1 (table1 ? " " : "") row[k, "nodes"] "/" row[k, "radix_max"]
		if (!good) miss(title[row[k, "network"]])
	}
}

# A mean, over all sizes from 10,000 nodes on, within two bounds.
function hops(family, low, high,    a, b) {
	a = least(family, "links_mean", 10000)
	b = most(family, "links_mean", 10000)
	if (a == "") return
	if (!judge(a >= low && b < high)) miss(title[family])
	hops_text = hops_text (hops_text ? "; " : "") title[family] sprintf(" %.2f to %.2f", a, b)
}

function low_share(a, b,    x, y) { x = least(a, "share", 10000); y = least(b, "share", 10000); return x < y ? x : y }
function high_share(a, b,    x, y) { x = most(a, "share", 10000); y = most(b, "share", 10000); return x > y ? x : y }
function bisections(    n, i, family) {
	if (least("em1", "nodes", 10000) == "") return
	judge(low_share("fattree", "hypercube") > high_share("em2", "slimfly"))
	judge(low_share("em2", "slimfly") > high_share("em1", "dragonfly"))
	n = split("fattree hypercube em2 slimfly em1 dragonfly", family, " ")
	for (i = 1; i <= n; i++)
		tell(title[family[i]] sprintf(" %.3f to %.3f", least(family[i], "share", 10000), most(family[i], "share", 10000)))
	tell("the hypercube has one node a router, by Eq. 3 with its diameter; with two, by its mean hops, it would have 0.250")
}

function ports(family, nodes, above, limit,    x) {
	x = least(family, "radix_max", nodes)
	if (x == "") return
	if (!judge(above ? x > limit : x <= limit)) miss(title[family] " " x)
	ports_text = ports_text (ports_text ? "; " : "") title[family] " " x
}

END {
	diameters()
	claim("EM-01", "3 and 6 links at most with gaps 1 and 2", \
		"Links, HyperX and the bound n x gap against a slow restatement of Eq. 1 and 2: tests/unit/lib/machine/lattice.c; here the diameters of all machines of Fig. 5")
	prototypes()
	claim("EM-02", table1, "Nodes and radix are as printed, but for the dragonfly's radix: 14 + 7 + 7 ports are 28 and not 29")
	hops("slimfly", 1.9, 2.05); hops("em1", 2.7, 3); hops("dragonfly", 2.7, 3); hops("em2", 3.5, 4.5)
	claim("EM-03", hops_text, "From 10,000 nodes on the mean is near 2 for Slim Fly (1.9 to 2.05), between 2.7 and 3 for G1 EM and dragonfly, and rounds to 4 for G2 EM (our tolerance for \"close to\")")
	bisections()
	claim("EM-04", held == judged ? "as stated" : "not as stated", "Links of the bisection for each node, from 10,000 nodes on: the least of fat-tree and hypercube is above the most of G2 EM and Slim Fly, " \
		"and their least above the most of G1 EM and dragonfly")
	ports("fattree", 27001, 1, 50); ports("em1", 27001, 1, 50); ports("slimfly", 27001, 1, 50)
	ports("em2", 100000, 0, 48); ports("dragonfly", 100000, 0, 48)
	claim("EM-05", ports_text, "The least radix over all machines with more than 27,000 nodes is above 50 for fat-tree, G1 EM and Slim Fly, and over those with " \
		"100,000 nodes or more at most 48 for G2 EM and dragonfly")
}
