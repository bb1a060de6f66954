# beside -- our points beside theirs, in their unit and conventions: the table of points.
#
#	awk -F, -v simulator=NAME -f columns.awk -f NAME-times.awk -f beside.awk BOUNDS N.flits... N.whole...
#
# BOUNDS is a table of ../curves/bounds whose networks are numbers of curves; N.whole what netsim made of the
# N-th table of jobs of NAME-loads.awk; N.flits the same with every flit a packet of its own, so that packets may interleave.

BEGIN { print "simulator," curve_columns ",unit,their_idle,our_idle,load,their_status,their_latency,our_measured,our_latency,our_over_theirs,as_flits_latency,as_flits_over_theirs,their_accepted,our_accepted,our_saturated,bound,their_note" }

function number(format, x) { return x == "" ? "" : sprintf(format, x) }
function ratio(ours, theirs) { return ours == "" || theirs == "" ? "" : sprintf("%.3f", ours / theirs) }

# A row's measurements to those of its point: of a load there are `runs` runs, one behind the other.
function add_run() {
	runs++
	if ($at["latency_mean_s"] != "") {
		measured++
		latency += $at["latency_mean_s"]
	}
	accepted += $at["accepted_load"]
	saturated += $at["saturated"] == "yes"
}

# Is this row the last run of its load?  Then the sums become the means of its runs.
function is_point() {
	if (runs < $at["runs"]) return 0
	latency = measured ? latency / measured : ""
	accepted /= runs
	# What single runs say of few packets is chance; of all together the loss counts, or that most saw a packet that did not arrive.
	saturated = accepted < 0.95 * $at["load"] || saturated > runs / 2 ? "yes" : "no"
	return 1
}

function forget_runs() { runs = measured = latency = accepted = saturated = 0 }

# A point of interleaved packets, kept until its curve's row comes.
function keep_flits() { flits[$at["curve"], $at["their_load"]] = latency == "" ? "" : as_theirs(latency) }

function write_point(    n, ours, apart) {
	n = $at["curve"]
	ours = latency == "" ? "" : as_theirs(latency)
	apart = flits[n, $at["their_load"]]
	printf "%s,%s,%s,%s,%s,", simulator, cells(curve_columns), unit, number("%.3f", their_idle()), number("%.3f", idle_as_theirs(zero[n]))
	printf "%s,%s,%s,%s,%s,%s,%s,%s,%s,%.4f,%s,%.4f,%s\n", $at["their_load"], $at["their_status"], $at["their_latency"], latency == "" ? "" : number("%.3f", in_units(latency)),
		number("%.3f", ours), ratio(ours, $at["their_latency"]), number("%.3f", apart), ratio(apart, $at["their_latency"]), $at["their_accepted"],
		accepted_as_theirs(accepted), saturated, accepted_as_theirs(bound[n]), $at["their_note"]
}

FNR == 1 { file++; header(); next }
file == 1 { n = $at["network"]; bound[n] = $at["bound"]; zero[n] = $at["zero_load_s"]; hops[n] = $at["routers_mean"]; next }
{ add_run() }
is_point() {
	if (FILENAME ~ /flits$/) keep_flits()
	else write_point()
	forget_runs()
}
