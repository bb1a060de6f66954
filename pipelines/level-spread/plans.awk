# plans -- which simulations each grid holds.

# Tables I and II at one message size: every machine, bandwidth, utilization and workload.
function tables(variant, repeats, bytes) {
	base(c, "tables", variant)
	c["bytes"] = bytes
	for (c["a"] = 4; c["a"] <= 8; c["a"] += 4)
		for (c["g"] = 17; c["g"] <= 33; c["g"] += 16)
			for (c["gbps"] = 2; c["gbps"] <= 32; c["gbps"] *= 4)
				for (c["utilization"] = 0.9; c["utilization"] > 0.6; c["utilization"] -= 0.2)
					workloads("16 64 quarters mix", repeats)
}
function workloads(list, repeats,    n, i, workload) {
	n = split(list, workload, " ")
	for (i = 1; i <= n; i++) {
		c["workload"] = workload[i]
		configuration(c, patterns, policies, repeats)
	}
}

# Some of them: the smallest machine with every bandwidth, the others at ratio 1.
function tables_quick(variant) {
	base(c, "tables", variant)
	for (c["gbps"] = 2; c["gbps"] <= 32; c["gbps"] *= 4)
		workloads("16 64 mix", 2)
	c["gbps"] = 8
	workloads("quarters", 2)
	c["utilization"] = 0.7
	workloads("16 64 mix", 2)
	c["utilization"] = 0.9
	c["g"] = 33; workloads("mix", 1)
	c["a"] = 8; workloads("mix", 1)
	c["g"] = 17; workloads("mix", 1)
}

# Of the 100 KB half: the smallest machine at the given bandwidths, and the largest with
# the patterns that do not take hours.
function tables_sample(variant, low, high, repeats) {
	base(c, "tables", variant)
	c["bytes"] = 100000
	for (c["gbps"] = low; c["gbps"] <= high; c["gbps"] *= 4)
		workloads("16 64 mix", repeats)
	c["g"] = 33; c["a"] = 8; c["gbps"] = 8; c["workload"] = "mix"
	if (low < high)
		configuration(c, "halo3d26 halo3d halo2d broadcast", policies, repeats)
}

# Fig. 8: large jobs of 100 times the small ones' message size, of 10 times, and the reverse.
function intensity(variant, repeats, factor) {
	base(c, "intensity", variant)
	for (; factor > 1; factor /= 10) {
		c["large_times"] = factor
		configuration(c, patterns, policies, repeats)
		c["large_times"] = 1; c["small_times"] = factor
		configuration(c, patterns, policies, repeats)
		c["small_times"] = 1
	}
	configuration(c, patterns, policies, repeats)
}

# Fig. 9 to 13: random workloads, small jobs or large ones first.  Jokanovic's policy is what the
# authors' program does; `full` and `quick` have the one of the paper's text beside it.
function random(variant, last, order, who) {
	base(c, "random", variant)
	c["workload"] = "random"; c["utilization"] = 1; c["order"] = order
	randoms(c, "mixed", who, last, who ~ /[+]/ ? 25 : 200)
}
# VI-D's last paragraph: the same with one pattern.
function single(variant, last,    n, i, pattern) {
	base(c, "single", variant)
	c["workload"] = "random"; c["utilization"] = 1
	n = split(patterns, pattern, " ")
	for (i = 1; i <= n; i++)
		randoms(c, pattern[i], policies, last, 50)
}

# Fig. 5 and 6.
function links(variant, repeats) {
	base(c, "links", variant)
	c["workload"] = 16; configuration(c, "alltoall", policies, repeats)
	c["workload"] = 64; configuration(c, "alltoall", policies, repeats)
}
# Fig. 2: the full machine, RDG against RDN.
function pair(variant, repeats) {
	base(c, "pair", variant)
	c["utilization"] = 1
	c["workload"] = 16; configuration(c, "alltoall", "rdg+rdn", repeats)
	c["workload"] = "quarters"; configuration(c, "alltoall", "rdg+rdn", repeats)
}

# Some of that under routers that queue at outputs and at inputs.
function both_routers(variant,    k) {
	for (k = 1; k <= 2; k++) {
		router = k == 1 ? "" : "input"
		pair(variant, 10)
		links(variant, 10)
		tables(variant, 1, 1000)
		tables_sample(variant, 8, 8, 1)
		intensity(variant, 1, 100)
		random(variant, 500, "small", policies "+jokanovic")
		random(variant, 500, "large", policies "+jokanovic")
		single(variant, 50)
	}
}

END {
	first = name[1]			# ugal-l with bursts
	for (v = 1; v <= variants; v++) {
		n = name[v]
		if (plan == "demo") {
			pair(n, 10)
			random(n, 200, "small", policies "+jokanovic")
		} else if (plan == "quick") {
			pair(n, 10)
			links(n, 2)
			random(n, 100, "small", policies "+jokanovic")
			random(n, 100, "large", policies "+jokanovic")
			random(n, 100, "small", "jokanovic-boundary")
			random(n, 100, "large", "jokanovic-boundary")
		} else if (plan == "full") {
			pair(n, 10)
			links(n, 10)
			tables(n, n == first ? 10 : 2, 1000)
			tables_sample(n, n == first ? 2 : 8, n == first ? 32 : 8, 2)
			intensity(n, n == first ? 10 : 2, 100)
			random(n, 1000, "small", policies "+jokanovic")
			random(n, 1000, "large", policies "+jokanovic")
			random(n, 1000, "small", "jokanovic-boundary")
			random(n, 1000, "large", "jokanovic-boundary")
			single(n, 100)
		} else if (plan == "routers")
			both_routers(n)
	}
	if (plan == "quick") {
		tables_quick(first)
		intensity(first, 1, 10)
		single(first, 20)
	} else if (plan == "paper") {
		pair(first, 10)
		links(first, 10)
		tables(first, 10, 1000)
		tables(first, 10, 100000)
		intensity(first, 10, 100)
		random(first, 1000, "small", policies "+jokanovic")
		random(first, 1000, "large", policies "+jokanovic")
		single(first, 100)
	}
}
