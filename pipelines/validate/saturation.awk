# saturation -- where each curve begins and ends, theirs and ours: a row a curve, from tables of beside.awk.
#
#	awk -F, -f columns.awk -f saturation.awk booksim.csv sst.csv
#
# Saturation is defined once for both simulators and ours, from the points that all have:
#
# - accepted: where theirs was overloaded at some of the loads (they say so, or it accepted less than 0.95 of the load), what was
#   accepted there: the mean over these loads, of theirs and of ours at the same ones.  Where ours carried all of such a
#   load, its saturation lies above what is said, and `our_saturation` begins with `>`.
# - latency: else the load at which the latency reaches three times that of the idle network, theirs (ours, where
#   there is no formula for theirs).  Between two loads 1/latency is taken as linear, as it is in a queue; it is 0 at a load
#   that is saturated.  Who does not reach it is `>` the last load.
# - neither: no load of the reference is that high.
#
# Loads of which theirs says that they were not stationary (`their_note`) count like the others: ours were measured over the same window
# after the same warm-up, from an empty network (booksim-loads.awk), so both have filled for as long.
#
# Differences are of ours, in percent of theirs.  `apart_percent` is the largest one of the latencies at loads up to
# 0.8 of their saturation (of the last load, where neither reaches it).  `idle_met` is whether
# the idle times, or those at the lowest load where there is no formula, are within 1%; `saturation_met`, whether saturations are within 5%.

BEGIN {
	print "simulator," curve_columns ",their_idle,our_idle,idle_percent,lowest_load,their_lowest,our_lowest,lowest_percent,saturation_by,their_saturation,our_saturation,saturation_percent,bound,up_to_load,apart_percent,as_flits_apart_percent,idle_met,saturation_met"
}

function percent(ours, theirs) { return ours == "" || theirs == "" ? "" : 100 * (ours / theirs - 1) }
function number(format, x) { return x == "" ? "" : sprintf(format, x) }
function size(x) { return x < 0 ? -x : x }
function within(x, most) { return x == "" ? "" : size(x) <= most ? "yes" : "no" }

FNR == 1 { header(); next }
{
	c = cells("simulator," curve_columns)
	if (!(c in loads)) order[++curves] = c
	i = ++loads[c]
	if (i == 1) their_idle[c] = $at["their_idle"]	# with the hops sampled at the lowest load
	our_idle[c] = $at["our_idle"]
	bound[c] = $at["bound"]
	load[c, i] = $at["load"]
	their_latency[c, i] = $at["their_latency"]
	our_latency[c, i] = $at["our_latency"]
	flits_latency[c, i] = $at["as_flits_latency"]
	their_accepted[c, i] = $at["their_accepted"]
	our_accepted[c, i] = $at["our_accepted"]
	their_end[c, i] = $at["their_status"] != "ok"
	our_end[c, i] = $at["our_saturated"] == "yes"
}

# Accepted at the loads where theirs was overloaded.
function by_accepted(c,    i, n, theirs, ours) {
	our_more = ""
	for (i = 1; i <= loads[c]; i++) {
		if (!their_end[c, i]) continue
		n++
		theirs += their_accepted[c, i]
		ours += our_accepted[c, i]
		if (!our_end[c, i]) our_more = ">"
	}
	if (!n) return 0
	saturation["their"] = theirs / n
	saturation["our"] = ours / n
	return 1
}

# The load at which a latency reaches `most`; "": none does.
function crossing(c, latency, end, most,    i, now, before) {
	for (i = 1; i <= loads[c]; i++) {
		now = end[c, i] || latency[c, i] == "" ? 0 : 1 / latency[c, i]
		if (now <= 1 / most)
			return i == 1 ? load[c, 1] : load[c, i] - (load[c, i] - load[c, i - 1]) * (1 / most - now) / (before - now)
		before = now
	}
	return ""
}

function by_latency(c,    most, last) {
	most = 3 * (their_idle[c] == "" ? our_idle[c] : their_idle[c])
	if (!most) return 0
	saturation["their"] = crossing(c, their_latency, their_end, most)
	saturation["our"] = crossing(c, our_latency, our_end, most)
	their_more = saturation["their"] == "" ? ">" : ""
	our_more = saturation["our"] == "" ? ">" : ""
	last = load[c, loads[c]]
	if (their_more && our_more) return 0
	if (their_more) saturation["their"] = last
	if (our_more) saturation["our"] = last
	return 1
}

# The largest difference of the latencies at loads up to `most`.
function apart(c, latency, most,    i, d, largest) {
	for (i = 1; i <= loads[c]; i++) {
		if (load[c, i] > most || their_end[c, i] || their_latency[c, i] == "" || latency[c, i] == "") continue
		d = percent(latency[c, i], their_latency[c, i])
		if (largest == "" || size(d) > size(largest)) largest = d
	}
	return largest
}

# Is saturation within 5%?  Where one of them is only a bound: no, where it is too far away already; else not known.
function met(d) {
	if (their_more == our_more && our_more == "") return within(d, 5)
	if (our_more && d > 5 || their_more && d < -5) return "no"
	return ""
}

END {
	for (k = 1; k <= curves; k++) {
		c = order[k]
		their_more = our_more = ""
		how = by_accepted(c) ? "accepted" : by_latency(c) ? "latency" : "neither"
		theirs = how == "neither" ? "" : saturation["their"]
		ours = how == "neither" ? "" : saturation["our"]
		if (how == "neither") their_more = our_more = ""
		most = 0.8 * (theirs == "" ? load[c, loads[c]] : theirs)
		idle = percent(our_idle[c], their_idle[c])
		lowest = percent(our_latency[c, 1], their_latency[c, 1])
		printf "%s,%s,%s,%s,%s,%s,%.3f,%s,", c, their_idle[c], our_idle[c], number("%.2f", idle), load[c, 1], their_latency[c, 1], our_latency[c, 1], number("%.2f", lowest)
		d = percent(ours, theirs)
		printf "%s,%s,%s,%s,%s,%.4g,%s,%s,%s,%s\n", how, number(their_more "%.4f", theirs), number(our_more "%.4f", ours), number("%.1f", d), bound[c], most,
			number("%.1f", apart(c, our_latency, most)), number("%.1f", apart(c, flits_latency, most)), within(idle == "" ? lowest : idle, 1), met(d)
	}
}
