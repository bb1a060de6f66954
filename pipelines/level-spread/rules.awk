# rules -- how simulations become cells.
#
# A cell is what one pipe simulates: the cheap patterns of a configuration together, so that
# starting it costs little beside it; a dear pattern alone, and policy by policy where it takes
# minutes.  The cost of a simulation is estimated from the packets of its jobs.

BEGIN {
	FS = ","
	patterns = "alltoall fft3d halo3d26 halo3d halo2d broadcast"	# the dearest first
	policies = "level-spread+simple+slurm+rdg+rdr+rrr+rdn+rrn"
	enough = 2000			# ms: a cell need not be longer
	most = 60000			# ms: a longer one is cut into policies
	ms_simulation = 1.2		# to begin and end one
	ms_packet = 0.0014		# on one core of 2.45 GHz
	ms_random = 20			# one of Fig. 10's workloads
	print "study,series,variant,routing,schedule,mapping,sizes,router,g,a,p,global_gbps,utilization,workload,order,patterns,bytes," \
		"small_times,large_times,policies,cases,repeats,seed,simulations,cost"
}

# The rows of variants.csv.
FNR > 1 { name[++variants] = $1; how[$1] = $0 }

# Messages of a job of n tasks.
function messages(pattern, n) {
	if (pattern == "alltoall") return n * (n - 1)
	if (pattern == "fft3d") return n * (n / 4 + 2)
	if (pattern == "halo3d26") return 26 * n
	if (pattern == "halo3d") return 6 * n
	if (pattern == "halo2d") return 4 * n
	return n
}

# Packets of the jobs of a workload; c has g, a, p, utilization, bytes and the factors.
function packets(c, pattern,    nodes, jobs, size) {
	nodes = c["g"] * c["a"] * c["p"]
	if (c["workload"] == "mix") {
		jobs = int(c["utilization"] * nodes / 80)
		return jobs * (messages(pattern, 32) * ceil(c["bytes"] * c["small_times"] / 2048) + \
			messages(pattern, 128) * ceil(c["bytes"] * c["large_times"] / 2048))
	}
	size = c["workload"] == "quarters" ? int(c["utilization"] * nodes / 4) : c["workload"]
	return int(c["utilization"] * nodes / size) * messages(pattern, 2 * size) * ceil(c["bytes"] / 2048)
}
function ceil(x) { return int(x) == x ? x : int(x) + 1 }

# Print a cell.
function cell(c, which, who, cases, repeats, simulations, ms) {
	print "level-spread," c["series"] "," how[c["variant"]] "," c["g"] "," c["a"] "," c["p"] "," c["gbps"] "," c["utilization"] "," \
		c["workload"] "," c["order"] "," which "," c["bytes"] "," c["small_times"] "," c["large_times"] "," who "," cases "," repeats "," \
		seed "," simulations "," ceil(ms)
}

# The cells of a configuration: all of `which` patterns, `repeats` times, under `who`.
function configuration(c, which, who, repeats,    n, m, i, k, one, list, sum, pattern, policy) {
	n = split(which, pattern, " ")
	m = split(who, policy, "+")
	for (i = 1; i <= n; i++) {
		one = repeats * (ms_simulation + ms_packet * packets(c, pattern[i]))
		if (one * m > most && sum == 0) {
			for (k = 1; k <= m; k++)
				cell(c, pattern[i], policy[k], "", repeats, repeats, one)
			continue
		}
		list = list (list ? "+" : "") pattern[i]
		sum += one * m
		if (sum >= enough || i == n) {
			cell(c, list, who, "", repeats, repeats * m * split(list, pattern_of, "+"), sum)
			list = ""
			sum = 0
		}
	}
}

# Random workloads 1 to `last` in pieces of some 400 simulations.
function randoms(c, which, who, last, repeats,    piece, first, end, n) {
	n = repeats * split(who, policy_of, "+")
	piece = ceil(400 / n)
	for (first = 1; first <= last; first += piece) {
		end = first + piece - 1 < last ? first + piece - 1 : last
		cell(c, which, who, first "-" end, repeats, (end - first + 1) * n, (end - first + 1) * n * (which ~ /mixed|alltoall/ ? ms_random : ms_random / 3))
	}
}

# The configuration from which the others differ.
function base(c, series, variant) {
	c["series"] = series; c["variant"] = variant
	c["g"] = 17; c["a"] = 4; c["p"] = 4; c["gbps"] = 8
	c["utilization"] = 0.9; c["workload"] = "mix"; c["order"] = "small"
	c["bytes"] = 1000; c["small_times"] = 1; c["large_times"] = 1
}
