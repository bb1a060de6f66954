# beside -- our points beside theirs, in their unit and conventions: the table of points.
#
#	awk -F, -v simulator=NAME -f columns.awk -f NAME-times.awk -f beside.awk BOUNDS N.flits... N.whole...
#
# BOUNDS is a table of ../curves/bounds whose networks are numbers of curves; N.whole what netsim made of the
# N-th table of jobs of NAME-loads.awk; N.flits the same with every flit a packet of its own, so that packets may interleave.

BEGIN { print "simulator," curve_columns ",unit,their_idle,our_idle,load,their_status,their_latency,our_measured,our_latency,our_over_theirs,as_flits_latency,as_flits_over_theirs,their_accepted,our_accepted,our_saturated,bound,their_note" }

function number(format, x) { return x == "" ? "" : sprintf(format, x) }
function ratio(ours, theirs) { return ours == "" || theirs == "" ? "" : sprintf("%.3f", ours / theirs) }

# A point of interleaved packets, kept until its curve's row comes.
function keep_flits() { flits[$at["curve"], $at["case"]] = as_theirs($at["latency_mean_s"]) }

function write_point(    n, ours, apart) {
	n = $at["curve"]
	ours = as_theirs($at["latency_mean_s"])
	apart = (n, $at["case"]) in flits ? flits[n, $at["case"]] : ""
	printf "%s,%s,%s,%s,%s,", simulator, cells(curve_columns), unit, number("%.3f", their_idle()), number("%.3f", idle_as_theirs(zero[n]))
	printf "%s,%s,%s,%.3f,%.3f,%s,%s,%s,%s,%.4f,%s,%.4f,%s\n", $at["their_load"], $at["their_status"], $at["their_latency"], in_units($at["latency_mean_s"]),
		ours, ratio(ours, $at["their_latency"]), number("%.3f", apart), ratio(apart, $at["their_latency"]), $at["their_accepted"],
		accepted_as_theirs(), $at["saturated"], accepted_as_theirs() / $at["accepted_load"] * bound[n], $at["their_note"]
}

FNR == 1 { file++; header(); next }
file == 1 { n = $at["network"]; bound[n] = $at["bound"]; zero[n] = $at["zero_load_s"]; hops[n] = $at["routers_mean"]; next }
FILENAME ~ /flits$/ { keep_flits(); next }
{ write_point() }
