# sst-loads -- SST's load curves as open-loop jobs, a table for each curve of theirs and network of ours beside it.
#
#	awk -F, -v simulator=sst -v dir=DIR -v step_s=S -v link_s=S -f columns.awk -f networks.awk -f sst-loads.awk networks.csv sst_uniform.csv
#
# As booksim-loads.awk; latencies are in microseconds.  A router of ours takes what is left of a step when the link is taken off.
# Their sources are not random: each node makes a packet every packet / load, all nodes at the same time, to
# another node at random.  The window and what runs before it are as long as theirs;
# as many runs as have 100,000 packets together.

# A speed in bytes a second must be that of our default links.
function default_speed(column) { if ($at[column] != 1) bad(column, "must be 1, our default") }

function allocation(speedup) { return "0ns" }

function buffer_bytes() {
	if ($at["buf"] !~ /^[0-9]+KB$/) bad("buf", "must be a number of KB")
	return ($at["buf"] + 0) * 1000
}

function new_curve(set, kind, i) {
	default_speed("link_GBs")
	default_speed("global_GBs")
	new_table(set, kind, i, machine[kind, i] " router-latency=" (step_s - link_s) * 1e9 "ns vc-buffer=" \
		int(buffer_bytes() / channels_of(kind, i, 1)) "B", $at["pkt_B"], $at["xbar_GBs"],
		"case,job,nodes,pattern,bytes,load,arrivals,duration_s,warmup_s,node_list,curve,set,packet," curve_names() \
		",their_load,their_status,their_latency,their_accepted,their_idle,their_note,runs,tail_s")
}

function write_load(set, kind, i,    runs, run) {
	runs = runs_of($at["nodes"] * $at["offered"] * $at["collect_us"] / ($at["pkt_B"] * 1e-3))
	for (run = 1; run <= runs; run++) write_run(set, kind, i, curve[set, i], runs)
}

function write_run(set, kind, i, n, runs) {
	printf "%d,1,%d,%s,%d,%s,periodic,%.6g,%.6g,0-%d,%d,%s,%d B,%s,", ++cases[n], $at["nodes"], pattern[kind, i], $at["pkt_B"], $at["offered"],
		1e-6 * $at["collect_us"], 1e-6 * $at["warmup_us"], $at["nodes"] - 1, n, set, $at["pkt_B"], curve_cells(kind, i, $at["xbar_GBs"]) >(dir "/" n ".jobs")
	printf "%s,%s,%s,%s,,,%d,%.9g\n", $at["offered"], $at["accepted"] < 0.95 * $at["offered"] ? "saturated" : "ok", $at["avg_latency_us"], $at["accepted"], runs, $at["pkt_B"] * 1e-9 >(dir "/" n ".jobs")
}

FNR == 1 { header_with("p a g nodes routing offered pkt_B link_GBs global_GBs xbar_GBs buf warmup_us collect_us accepted avg_latency_us"); next }
{
	kind = "dragonfly" SUBSEP "p=" $at["p"] ";a=" $at["a"] ";g=" $at["g"] SUBSEP $at["routing"] SUBSEP "uniform"
	if (!(kind in ours)) bad("routing", "on this dragonfly has no row in networks.csv")
	set = "dragonfly" $at["nodes"] "_" $at["routing"] "_x" $at["xbar_GBs"] + 0
	for (i = 1; i <= ours[kind]; i++) {
		if (!((set, i) in curve)) new_curve(set, kind, i)
		write_load(set, kind, i)
	}
}
