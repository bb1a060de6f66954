# booksim-loads -- BookSim's load curves as open-loop jobs, a table for each curve of theirs and network of ours beside it.
#
#	awk -F, -v simulator=booksim -v dir=DIR -f columns.awk -f networks.awk -f booksim-loads.awk networks.csv booksim.csv
#
# Makes DIR/N.jobs for N = 1, 2, ..., a case for each run of a load, and DIR/list, a line for each N: the machine (with
# blanks for commas), routing, pattern, bytes of a packet, further options of netsim.  What theirs had travels along in
# columns `their_...`; latencies are in cycles.
#
# A flit is 40 B and a cycle 40 ns: so our links have their bandwidth, a flit a cycle, and their
# latency of one cycle, by default.  Their routers take 2 cycles with a crossbar twice as fast as
# the links, else 3.  A channel has as many bytes of buffer as theirs, or, where theirs may take any of several and ours has
# others, a link as many in all (`channels` of networks.csv).
#
# Their uniform traffic includes the source itself, ours does not: of n nodes ours get (n - 1) / n of
# the load, and `self_share` is what this leaves out.

BEGIN { flit = 40; cycle = 40e-9; cycle_ns = 40 }

# The latency in cycles of a link, of "all=1" or "inj=1;ej=1;local=10;global=100".
function link_cycles(name,    list, pair, n, i) {
	n = split($at["link_lat"], list, ";")
	for (i = 1; i <= n; i++) {
		split(list[i], pair, "=")
		if (pair[1] == name || pair[1] == "all") return pair[2]
	}
	bad("link_lat", "does not say " name)
}

function router_cycles() {
	if ($at["internal_speedup"] == 2) return 2
	if ($at["internal_speedup"] == 1) return 3
	bad("internal_speedup", "must be 1 or 2")
}

# Their routers allocate a channel in so many cycles of their own clock, which is that of the links times the speedup.
function allocation(speedup) { return $at["vc_alloc_delay"] * cycle_ns / speedup "ns" }

# Our machine as theirs was set up.
function as_theirs(spec, channels) {
	if (spec ~ /^dragonfly/) {
		if (link_cycles("inj") != 1 || link_cycles("ej") != 1) bad("link_lat", "must have inj=1;ej=1")
		spec = spec " local-latency=" link_cycles("local") * cycle_ns "ns global-latency=" link_cycles("global") * cycle_ns "ns"
	} else if (link_cycles("all") != 1)
		bad("link_lat", "must be all=1")
	return spec " router-latency=" router_cycles() * cycle_ns "ns vc-buffer=" int($at["num_vcs"] * $at["vc_buf_size"] * flit / channels) "B"
}

# A new table of jobs for the i-th of our networks beside this curve.
function new_curve(set, kind, i) {
	new_table(set, kind, i, as_theirs(machine[kind, i], channels_of(kind, i, $at["num_vcs"])), $at["packet_size"] * flit, $at["internal_speedup"],
		"case,job,nodes,pattern,bytes,load,duration_s,warmup_s,node_list,curve,set,packet," curve_names() \
		",their_load,their_status,their_latency,their_accepted,their_idle,their_note,runs,flits,router_cycles,self_share")
}

# How long this load is measured, `window`, after how long, `warmup`, in cycles: as long as theirs, for where a network is nearly full, it fills for as
# long as it runs.  Theirs takes three sample periods after those of its warm-up, and goes on, to `max_samples` in all, for as long as latency or
# what is accepted changes by more than 5% from one to the next.  Then it drains, which takes some time: at least what a packet does in
# the mean.  So as many periods as its cycles have room for beside that.  (How many it took where it was overloaded it does not say.)
function set_window(    periods) {
	periods = 3
	if ($at["status"] == "ok") {
		if ($at["cycles"] !~ /^[0-9]+$/) bad("cycles", "must be a number")
		periods = int(($at["cycles"] - $at["plat_avg"]) / $at["sample_period"]) - $at["warmup_periods"]
		if (periods > $at["max_samples"] - $at["warmup_periods"]) periods = $at["max_samples"] - $at["warmup_periods"]
		if (periods < 1) bad("cycles", "is less than its warm-up and a sample period")
	}
	warmup = $at["warmup_periods"] * $at["sample_period"]
	window = periods * $at["sample_period"]
}

# This load of a curve: as many runs as have 100,000 packets together.
function write_load(set, kind, i,    n, nodes, flits, self, runs, run) {
	n = curve[set, i]
	nodes = $at["nodes"]
	flits = $at["packet_size"]
	self = pattern[kind, i] == "uniform" ? 1 / nodes : 0
	set_window()
	runs = runs_of(window * nodes * $at["load_offered_flits"] / flits)
	for (run = 1; run <= runs; run++) write_run(n, kind, i, nodes, flits, self, runs)
}

function write_run(n, kind, i, nodes, flits, self, runs) {
	printf "%d,1,%d,%s,%d,%.9g,%.6g,%.6g,0-%d,%d,%s,%d flit%s,%s,", ++cases[n], nodes, pattern[kind, i], flits * flit,
		$at["load_offered_flits"] * (1 - self), window * cycle, warmup * cycle, nodes - 1, n, $at["set"], flits, flits == 1 ? "" : "s",
		curve_cells(kind, i, $at["internal_speedup"]) >(dir "/" n ".jobs")
	printf "%s,%s,%s,%s,%s,%s,%d,%d,%d,%.9g\n", $at["load_offered_flits"], $at["status"], $at["plat_avg"],
		$at["status"] == "ok" ? $at["acc_flit_rate"] : $at["thr_acc_flit_rate"], $at["t0_formula"], $at["flag"], runs, flits, router_cycles(), self >(dir "/" n ".jobs")
}

FNR == 1 { header_with("set topology params nodes routing traffic packet_size load_offered_flits status plat_avg acc_flit_rate thr_acc_flit_rate num_vcs vc_buf_size sample_period warmup_periods max_samples cycles internal_speedup vc_alloc_delay link_lat flag t0_formula"); next }
{
	kind = $at["topology"] SUBSEP $at["params"] SUBSEP $at["routing"] SUBSEP $at["traffic"]
	if (!(kind in ours)) bad("routing", "on this topology, with this traffic, has no row in networks.csv")
	for (i = 1; i <= ours[kind]; i++) {
		if (!(($at["set"], i) in curve)) new_curve($at["set"], kind, i)
		write_load($at["set"], kind, i)
	}
}
