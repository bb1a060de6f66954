# random -- GS-06 to GS-08: swaps on random nodes of a mesh of 16x24x24.
#
# The paper does not say how ties at a cut are broken; the readings that do differ in how many swaps follow.

BEGIN {
	needed["random_means"] = "dims tasks reading allocations swaps_mean swaps_max swaps_deviation"
	random_title["lowest"] = "ties in the job's frame, map's default"
	random_title["machine"] = "ties in the machine's frame"
	random_title["paper"] = "ties in the machine's frame, descending"
}

kind == "random_means" {
	if (!($at["reading"] in random_sizes)) random_reading[++random_readings] = $at["reading"]
	n = ++random_sizes[$at["reading"]]
	random_tasks[$at["reading"], n] = number("tasks")
	random_count[$at["reading"], n] = number("allocations")
	random_mean[$at["reading"], n] = number("swaps_mean")
	random_max[$at["reading"], n] = number("swaps_max")
	random_sd[$at["reading"], n] = number("swaps_deviation")
}

# random_share(READING, SIGN): the least (-1) or largest (1) mean over the number of tasks
function random_share(reading, sign,    k, x, best) {
	for (k = 1; k <= random_sizes[reading]; k++) {
		x = random_mean[reading, k] / random_tasks[reading, k]
		if (best == "" || sign * x > sign * best) best = x
	}
	return best
}
function random_shares(reading) { return sprintf("%.3f to %.3f n", random_share(reading, -1), random_share(reading, 1)) }

# How many of all allocations, and of which reading, take more swaps than 0.35 n + 20.
function random_cover(    i, k, r, limit) {
	for (i = 1; i <= random_readings; i++) {
		r = random_reading[i]
		for (k = 1; k <= random_sizes[r]; k++) {
			limit = 0.35 * random_tasks[r, k] + 20
			if (!judge(random_max[r, k] <= limit)) miss(random_max[r, k] " swaps of " random_tasks[r, k] " tasks, " random_title[r])
			if (i == 1) tell(random_count[r, k] " allocations of " random_tasks[r, k])
			if (random_max[r, k] - limit > random_over || random_over == "") random_over = random_max[r, k] - limit
		}
	}
}

# The chance that of 100,000 normal numbers of a standard deviation one is so much above the mean, or more; the tail by the first two
# terms of its asymptotic series.
function random_chance(excess, sd,    z) {
	if (sd == 0) return 0
	z = excess / sd
	return 1 - exp(-100000 * exp(-z * z / 2) / (z * sqrt(2 * 3.14159265358979)) * (1 - 1 / (z * z)))
}

# The largest job: how far above the mean, and the chance of what is printed.
function random_excess(reading,    k) {
	k = random_sizes[reading]
	return sprintf("%.0f in %d allocations; 133 or more in 100,000: chance %.2g%%", random_max[reading, k] - random_mean[reading, k], random_count[reading, k], 100 * random_chance(133, random_sd[reading, k]))
}

END {
	if ("paper" in random_sizes) {
		judge(random_share("paper", -1) >= 0.2 && random_share("paper", 1) < 0.25)
		for (k = 1; k <= random_readings; k++)
			if (random_reading[k] != "paper") tell(random_title[random_reading[k]] ": " random_shares(random_reading[k]))
		random_text = random_shares("paper")
	}
	claim("GS-06", random_text, "With ties broken in the machine's frame, descending, the means of all sizes are between 0.2 n and 0.25 n")
	random_cover()
	claim("GS-07", random_over <= 0 ? "all" : "not all", "No allocation of any size takes more swaps than 0.35 n + 20, under each reading")
	if ("paper" in random_sizes) {
		k = random_sizes["paper"]
		x = random_chance(133, random_sd["paper", k])
		judge(x >= 0.01 && x <= 0.99)
		tell(sprintf("standard deviation %.1f", random_sd["paper", k]))
		if ("lowest" in random_sizes) tell(random_title["lowest"] ": " random_excess("lowest"))
		random_text = random_excess("paper")
	}
	claim("GS-08", random_text, "With ties in the machine's frame, descending, 100,000 normal numbers with the standard deviation of 12x12x12's swaps have " \
		"one that is 133 or more above the mean with a chance between 1% and 99%")
}
