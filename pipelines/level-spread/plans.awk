# plans -- which simulations each grid holds.

# Tables I and II at one message size: every machine, bandwidth, utilization and workload; in `part` 70% on the smallest machine only.
function tables(repeats, bytes) {
	base(c, "tables", "main")
	c["bytes"] = bytes
	for (c["a"] = 4; c["a"] <= 8; c["a"] += 4)
		for (c["g"] = 17; c["g"] <= 33; c["g"] += 16)
			for (c["gbps"] = 2; c["gbps"] <= 32; c["gbps"] *= 4)
				for (c["utilization"] = 0.9; c["utilization"] > (plan == "part" && c["g"] * c["a"] > 68 ? 0.8 : 0.6); c["utilization"] -= 0.2)
					workloads("16 64 quarters mix", patterns, repeats)
}
function workloads(list, which, repeats,    n, i, workload) {
	n = split(list, workload, " ")
	for (i = 1; i <= n; i++) {
		c["workload"] = workload[i]
		configuration(c, which, policies, repeats)
	}
}

# Of the 100 KB half the smallest machine at ratio 1, in `part` without All-to-all, which alone would take longer than the others.
function tables_sample(repeats) {
	base(c, "tables", "main")
	c["bytes"] = 100000
	workloads("16 64 mix", plan == "part" ? substr(patterns, index(patterns, " ") + 1) : patterns, repeats)
}

# Fig. 8: large jobs of 100 times the small ones' message size, of 10 times, and the reverse.
function intensity(repeats,    factor) {
	base(c, "intensity", "main")
	for (factor = 100; factor > 1; factor /= 10) {
		c["large_times"] = factor
		configuration(c, patterns, policies, repeats)
		c["large_times"] = 1; c["small_times"] = factor
		configuration(c, patterns, policies, repeats)
		c["small_times"] = 1
	}
	configuration(c, patterns, policies, repeats)
}

# Fig. 9 to 13: random workloads, small jobs or large ones first, also under both of Jokanovic's policies.
function random(variant, last, order, repeats) {
	base(c, "random", variant)
	c["workload"] = "random"; c["utilization"] = 1; c["order"] = order
	randoms(c, "mixed", policies "+jokanovic+jokanovic-as-published", last, repeats)
}
# VI-D's last paragraph: the same with one pattern.
function single(last, repeats,    n, i, pattern) {
	base(c, "single", "main")
	c["workload"] = "random"; c["utilization"] = 1
	n = split(patterns, pattern, " ")
	for (i = 1; i <= n; i++)
		randoms(c, pattern[i], policies, last, repeats)
}

# Fig. 5 and 6.
function links(repeats) {
	base(c, "links", "main")
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
# What moves the numbers: the other settings, on a part of the workloads.
function others(    v) {
	for (v = 2; v <= variants; v++) {
		pair(name[v], 10)
		random(name[v], 60, "small", 3)
	}
}

END {
	pair("main", 10)
	if (plan == "demo")
		random("main", 60, "small", 3)
	else if (plan == "part") {
		links(2)
		tables(1, 1000)
		tables_sample(1)
		intensity(1)
		random("main", 200, "small", 10)
		random("main", 60, "large", 10)
		single(100, 1)
		others()
	} else {
		links(10)
		tables(10, 1000)
		if (plan == "paper") tables(10, 100000); else tables_sample(2)
		intensity(10)
		random("main", 1000, "small", 10)
		random("main", 1000, "large", 10)
		single(100, 10)
		others()
	}
}
