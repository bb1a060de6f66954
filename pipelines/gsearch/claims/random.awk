# random -- GS-06 to GS-08: swaps on random nodes of a mesh of 16x24x24.
#
# The paper does not say how ties at a cut are broken; the readings that do differ in how many swaps follow.  The main one is
# `machine` (README, "Readings").  Fig. 9's cubes have 8, 10 and 12 tasks a side; those of 4 and 6 are ours.

BEGIN {
	needed["random_means"] = "dims tasks reading allocations swaps_mean swaps_max swaps_deviation"
	random_title["lowest"] = "ties in the job's frame, map's default"
	random_title["machine"] = "ties in the machine's frame"
	random_main = "machine"
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

# Which cubes take more swaps than 0.35 n + 20, under which reading: judged of the paper's sizes, told of ours.
function random_cover(    i, k, r, limit, added) {
	for (i = 1; i <= random_readings; i++) {
		r = random_reading[i]
		for (k = 1; k <= random_sizes[r]; k++) {
			limit = 0.35 * random_tasks[r, k] + 20
			if (random_tasks[r, k] < 512) {
				if (random_max[r, k] > limit) added = added (added ? ", " : "") random_max[r, k] " swaps of " random_tasks[r, k] " tasks, " random_title[r]
				continue
			}
			if (!judge(random_max[r, k] <= limit)) miss(random_max[r, k] " swaps of " random_tasks[r, k] " tasks, " random_title[r])
			if (i == 1) tell(random_count[r, k] " allocations of " random_tasks[r, k])
			if (random_max[r, k] - limit > random_over || random_over == "") random_over = random_max[r, k] - limit
		}
	}
	if (added) tell("The cubes of 4 and 6 a side, which the paper does not have, exceed it: " added)
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
	if (random_main in random_sizes) {
		judge(random_share(random_main, -1) >= 0.2 && random_share(random_main, 1) < 0.25)
		for (k = 1; k <= random_readings; k++)
			if (random_reading[k] != random_main) tell(random_title[random_reading[k]] ": " random_shares(random_reading[k]))
		random_text = random_shares(random_main)
	}
	claim("GS-06", random_text, "With ties broken in the machine's frame, the means of all sizes are between 0.2 n and 0.25 n (our tolerance for \"a bit below\")")
	random_cover()
	claim("GS-07", random_over <= 0 ? "all" : "not all", "No allocation of 8x8x8, 10x10x10 or 12x12x12 takes more swaps than 0.35 n + 20, under each reading")
	if (random_main in random_sizes) {
		k = random_sizes[random_main]
		x = random_chance(133, random_sd[random_main, k])
		judge(x >= 0.01 && x <= 0.99)
		tell(sprintf("standard deviation %.1f", random_sd[random_main, k]))
		for (x = 1; x <= random_readings; x++)
			if (random_reading[x] != random_main) tell(random_title[random_reading[x]] ": " random_excess(random_reading[x]))
		random_text = random_excess(random_main)
	}
	claim("GS-08", random_text, "With ties in the machine's frame, 100,000 normal numbers with the standard deviation of 12x12x12's swaps have " \
		"one that is 133 or more above the mean with a chance between 1% and 99%")
}
