# page -- the decision: what was asked, what came out, how sure it is, what was assumed, how to repeat it.  page.html has its text.

function given(name) { return ENVIRON[name] }

BEGIN {
	dir = given("dir")
	today = given("today")
	template(given("head"))
	template(given("template"))
	read_decision(dir "/decision.csv")
	read_losses(dir "/read")
	begin()
	tables("all", "All jobs")
	fill("note")
	picture("changes", "What changes against " today, "A dot left of 0 is better than " today ". The line through it is its 95% interval: where it crosses 0, the periods do not decide.")
	fill("some jobs")
	tables("small", "Small jobs: those that fit into one group, pod or switch of the machine")
	tables("large", "Large jobs")
	tables("within-limits", "Without the jobs that ended at their time limit: nobody knows how long those would have run")
	print "</section>"
	if (given("shares") ~ /\//) shares()
	if (given("other_periods") > 1) strip()
	was_read()
	assumed()
}

# value[routing, class, policy, measure, "mean" …] of what was assumed; policies and routings in the order in which they were asked for.
function read_decision(file,    at, cell, key, i, n, name) {
	if (!csv_header(file, at)) csv_bad(file, "no such file")
	n = split("mean half baseline difference difference_half ratio ratio_half holm_p verdict cases", name, " ")
	while (csv_row(file, cell) > 0) {
		if (cell[at["bytes"]] != given("bytes") || cell[at["shares"]] != given("packed_shares")) continue
		key = cell[at["routing"]] SUBSEP cell[at["class"]] SUBSEP cell[at["alloc"]] SUBSEP cell[at["measure"]]
		for (i = 1; i <= n; i++) value[key, name[i]] = cell[at[name[i]]]
	}
	policies = split(given("policies"), policy, ",")
	routings = split(given("routings"), routing, ",")
}

# What gen-workload said of the log.  Records that may have been jobs and lack what a job needs have the node-hours of a job in the mean: nobody knows
# them.
function read_losses(file,    line, word, unknown) {
	while ((getline line <file) > 0) {
		split(line, word, " ")
		if (word[1] == "#read") {
			slot["jobs_in"] = word[4]
			hours_in = word[6]
			hours_all = word[8]
			continue
		}
		slot["reason"] = word[1] == "#shared" ? "jobs that share nodes: " word[2] : word[2]
		slot["as_asked"] = slot["reason"] ~ /^(not-matched|before-from|after-to|below-min-nodes|beyond-max-jobs)$/ ? "<small>as asked</small>" : ""
		slot["records"] = word[3]
		slot["first_line"] = word[4]
		slot["left_out"] = slot["left_out"] filled("left out") "\n"
		if (word[2] ~ /^(not-a-record|torn-line|no-submit|no-nodes|still-running)$/) unknown += word[3]
	}
	close(file)
	if (slot["jobs_in"] == "") csv_bad(file, "does not say what was read")
	hours_all += unknown * hours_in / slot["jobs_in"]
}

# All before the tables, and what may change the answer at the top of it.
function begin(    line, n) {
	slot["headline"] = given("most") == "" ? "Which placement policy?" : "A first look: which placement policy?"
	slot["log_name"] = given("log")
	sub(/.*\//, "", slot["log_name"])
	slot["title"] = slot["headline"] " " slot["log_name"]
	fill("head")
	while ((getline line <given("style")) > 0) print line
	slot["looked_at"] = given("most") == 0 ? "no message was simulated: what differs is the schedule alone." : \
		"of each only the " given("most") " jobs with the most node-hours send messages and are counted; the network was asked every " given("every") "."
	if (hours_in < 0.95 * hours_all) slot["share_in"] = sprintf("%.1f%%", int(1000 * hours_in / hours_all) / 10)
	slot["decision"] = decision()
	slot["jobs_read"] = slot["jobs_in"] " jobs, " sprintf("%.0f", hours_in) " node-hours"
	answers()
	n = value[routing[1] SUBSEP "all" SUBSEP today SUBSEP "turnaround_mean_s", "cases"]	# periods that had a job under every policy
	if (n < given("periods")) slot["counted"] = "Only " n " of " given("periods") " periods had jobs to compare."
	fill("begin")
}

# --- the sentence that decides

function in_words(n,    word) { return n <= split("one two three four five six seven eight nine ten eleven twelve", word, " ") ? word[n] : n }

# More periods, in words: weeks and days have names.
function more_periods(n,    unit) {
	unit = given("period") == "7d" ? "week" : given("period") == "1d" ? "day" : "period"
	return in_words(n) " more " unit (n > 1 ? "s" : "") (unit == "period" ? " of " given("period") : "")
}

# "better by 6 to 18%": by how much, between the ends of the interval.
function by_how_much(k,    a, half) {
	a = 100 * relative(k, "difference")
	half = 100 * relative(k, "difference_half")
	a = a < 0 ? -a : a
	return a - half <= 0 ? "by " digits(a) "%" : "by " digits(a - half) " to " digits(a + half) "%"
}

# How many periods more than now would settle what is undecided, if the difference stays and the interval shrinks with the root of
# their number; 0: none that anybody would play.
function periods_short(k,    d, half, n) {
	d = value[k, "difference"] + 0
	half = value[k, "difference_half"] + 0
	n = value[k, "cases"] + 0
	if (d == 0 || half == 0 || half * half > 16 * d * d) return 0
	n = int(n * half * half / (d * d)) + 1 - n
	return n < 1 ? 1 : n
}

# "a, b, c" as "a, b and c".
function in_a_row(names,    at) {
	at = match(names, /, [^,]*$/)
	return at ? substr(names, 1, at - 1) " and " substr(names, at + 2) : names
}

# What to do, by turnaround: one sentence for a routing.
function decide(routing,    i, k, verdict, tried, best, text, undecided, most, n, endless, wide, names) {
	for (i = 1; i <= policies; i++) {
		if (policy[i] == today) continue
		k = routing SUBSEP "all" SUBSEP policy[i] SUBSEP "turnaround_mean_s"
		if (!((k, "verdict") in value)) continue
		tried++
		verdict = value[k, "verdict"]
		if (verdict == "better" && (best == "" || value[k, "difference"] + 0 < value[best, "difference"] + 0)) { best = k; names = policy[i] }
		if (verdict == "better" || verdict == "worse") text = text (text == "" ? "" : ", ") policy[i] " is " verdict " " by_how_much(k) (text ~ /turnaround/ ? "" : " in turnaround")
		if (verdict == "equal") text = text (text == "" ? "" : ", ") policy[i] " is equal"
		if (verdict != "undecided") continue
		n = periods_short(k)
		if (n > most) most = n
		if (!n && size(relative(k, "difference_half")) > 0.1) wide = "yes"
		if (!n) endless = "yes"
		undecided = undecided (undecided == "" ? "" : ", ") policy[i]
	}
	if (!tried) return "Nothing was compared."
	if (undecided != "") text = text (text == "" ? "" : ", ") in_a_row(undecided) (undecided ~ /,/ ? " are" : " is") " undecided"
	if (undecided != "" && wide) text = text "; the intervals are too wide to say more"
	else if (undecided != "" && endless) text = text "; the difference is too small for more periods to settle it"
	else if (undecided != "") text = text "; " more_periods(most) " would settle it, if the difference stays"
	return (best != "" ? "Change to " names : undecided != "" && text !~ /worse/ ? "Nothing speaks for a change from " today : "Keep " today) \
		": of the " (tried == 1 ? "policy" : in_words(tried) " policies") " tried beside it, " text "."
}

function decision(    r, text, k) {
	for (r = 1; r <= routings; r++) text = text (r > 1 ? " " : "") (routings > 1 ? "With " routing[r] ": " : "") decide(routing[r])
	return text
}

# A share of today's value.
function relative(k, what) { return value[k, what] == "" ? "" : value[k, what] / value[k, "baseline"] }

function percent(x) { return digits(100 * size(x)) "%" }

# A sentence: how one measure changes under a policy.
function sentence(key, noun, less, more,    change, half) {
	if (!((key, "ratio") in value) || value[key, "ratio"] == "") return ""
	change = relative(key, "difference")
	half = relative(key, "difference_half")
	return noun " " percent(change) " " (change < 0 ? less : more) (half != "" ? " (95% interval " with_sign(digits(100 * (change - half))) " to " with_sign(digits(100 * (change + half))) "%)" : "")
}

function badge(verdict) {
	slot["kind"] = verdict == "better" ? "yes" : verdict == "worse" ? "no" : "none"
	slot["verdict"] = verdict
	return filled("badge")
}

function answers(    r, i, key) {
	for (r = 1; r <= routings; r++)
		for (i = 1; i <= policies; i++) {
			if (policy[i] == today) continue
			key = routing[r] SUBSEP "all" SUBSEP policy[i] SUBSEP
			slot["policy"] = policy[i]
			slot["with_routing"] = routings > 1 ? " with " routing[r] : ""
			slot["turnaround"] = sentence(key "turnaround_mean_s", "turnaround", "shorter", "longer")
			slot["turnaround_badge"] = badge(value[key "turnaround_mean_s", "verdict"])
			slot["hours"] = sentence(key "node_hours", "node-hours", "fewer", "more")
			slot["hours_badge"] = badge(value[key "node_hours", "verdict"])
			slot["answers"] = slot["answers"] filled("answer") "\n"
		}
}

function size(x) { return x < 0 ? 0 - x : x + 0 }

# Two digits of a number, more where it is large; what is below a thousandth is 0.
function digits(x,    s) {
	x += 0
	s = size(x)
	return sprintf(s >= 9.95 || s < 0.001 ? "%.0f" : s >= 0.995 ? "%.1f" : s >= 0.0995 ? "%.2f" : "%.1g", s < 0.001 ? 0 : x)
}

# The unit that fits a time in seconds; in unit_of, how many seconds it has.
function time_unit(x) {
	if (x < 100) { unit_of = 1; return "s" }
	if (x < 6000) { unit_of = 60; return "min" }
	if (x < 360000) { unit_of = 3600; return "h" }
	unit_of = 86400
	return "d"
}

# A value, with the half of its interval where it has one, in a unit that fits the larger.
function shown(measure, x, half,    unit) {
	if (x == "") return ""
	unit_of = 1
	if (measure ~ /_s$/) unit = " " time_unit(size(half) > size(x) ? size(half) : size(x))
	else if (measure ~ /utilization/) { unit = "%"; unit_of = 0.01 }
	else if (measure ~ /node_hours/) unit = " h"
	else if (measure ~ /slowdown/) return sprintf("%.2f", x) (half == "" ? "" : sprintf(" ± %.2f", half))
	return digits(x / unit_of) (half == "" ? "" : " ± " digits(half / unit_of)) unit
}

function with_sign(text) { return text ~ /^-/ ? "−" substr(text, 2) : "+" text }

# How a measure differs from today's: in percent where that means something, else as it is.  A percent of a wait that is next to nothing
# beside the turnaround means nothing.
function change_of(key, measure,    k, whole) {
	k = key SUBSEP measure
	whole = value[key SUBSEP "turnaround_mean_s", "baseline"]
	if (measure ~ /node_hours_lost|utilization/ || value[k, "ratio"] == "" || (measure ~ /_s$/ && value[k, "baseline"] + 0 < 0.01 * whole))
		return with_sign(shown(measure, value[k, "difference"], value[k, "difference_half"]))
	return with_sign(digits(100 * relative(k, "difference"))) " ± " digits(100 * relative(k, "difference_half")) "%"
}

function cell_of(key, measure, own,    k, verdict) {
	k = key SUBSEP measure
	verdict = value[k, "verdict"]
	slot["text"] = shown(measure, value[k, "mean"], value[k, "half"])
	sub(/^-/, "−", slot["text"])
	slot["change"] = own || verdict == "" ? "" : "<small>" (verdict == "equal" ? "equal" : change_of(key, measure) (verdict == "undecided" ? "" : badge(verdict))) "</small>"
	return filled("cell")
}

# A table for each routing of what became of a class of jobs.
function tables(class, title,    r, i, m, n, measure, name) {
	n = split("wait_mean_s turnaround_mean_s slowdown_mean network_slowdown_mean node_hours_lost utilization_alone", measure, " ")
	split("wait;turnaround;slowdown;run time over alone;node-hours lost;work done", name, ";")
	slot["title"] = title
	slot["box"] = filled("box")
	slot["heads"] = ""
	for (m = 1; m <= n; m++) { slot["name"] = name[m]; slot["heads"] = slot["heads"] filled("measure") "\n" }
	for (r = 1; r <= routings; r++) {
		if (!((routing[r], class, today, measure[1], "mean") in value)) continue
		slot["of_routing"] = routings > 1 ? ", " routing[r] : ""
		slot["rows"] = ""
		for (i = 1; i <= policies; i++) {
			slot["cells"] = ""
			for (m = 1; m <= n; m++) slot["cells"] = slot["cells"] cell_of(routing[r] SUBSEP class SUBSEP policy[i], measure[m], policy[i] == today)
			slot["policy"] = policy[i]
			slot["is_today"] = policy[i] == today ? "<small>today</small>" : ""
			slot["rows"] = slot["rows"] filled("row") "\n"
		}
		fill("table")
	}
}

function picture(name, title, text) {
	slot["title"] = title
	slot["caption"] = text
	slot["box"] = filled("box")
	fill("picture begins")
	if (!svg(dir "/" name ".svg", name, title, text)) csv_bad(dir "/" name ".svg", "no such picture")
	fill("picture ends")
}

# The values of a variable as a part of a sentence; nothing where there are none.
function others(before, name, after,   text) {
	text = given(name)
	gsub(/ +/, " or ", text)
	return text == "" ? "" : before text " " after
}

# What was estimated of the log: how much of its work tells its share by itself.
function shares(    file, at, cell, hours, told, all, i) {
	file = given("shares")
	if (!csv_header(file, at)) csv_bad(file, "no such file")
	while (csv_row(file, cell) > 0) {
		all = cell[1] == "all"
		for (i = 2; i < at["runs"]; i++) all = all && cell[i] == "all"
		if (all) {
			slot["share_all"] = digits(cell[at["comm_share"]]) " (" digits(cell[at["comm_share_low"]]) " to " digits(cell[at["comm_share_high"]]) ")"
			continue
		}
		hours += cell[at["node_hours"]]
		if (cell[at["information"]] == "yes") told += cell[at["node_hours"]]
	}
	slot["share_told"] = sprintf("%.0f%%", hours > 0 ? 100 * told / hours : 0)
	slot["share_runs"] = "yes"
	fill("shares")
	picture("shares", "What jobs communicate", "Kinds of job with the most node-hours: user, nodes, time limit and name as far as the log has them. The line is the 95% interval; each period draws a share from it.")
	print "</section>"
}

function strip() {
	slot["instead_shares"] = others(", with ", "other_shares", "of the run time in communication in place of " given("shares_said"))
	slot["instead_bytes"] = others(given("other_shares") == "" ? ", with " : "; with ", "other_bytes", "a message in place of " given("bytes"))
	fill("strip")
	picture("strip-turnaround", "Turnaround", "Where the dots of a policy change sides, the decision hangs on what the log does not say. The axis is that of the main result; an arrow points to what lies beyond.")
	picture("strip-node-hours", "Node-hours", "Node-hours that the same work takes. An arrow points to what lies beyond the axis.")
	print "</section>"
}

function was_read() {
	slot["read_with"] = given("read") == "" ? "" : ", with <code>" escape(given("read")) "</code>"
	slot["hours_in"] = sprintf("%.0f", hours_in)
	slot["of_all"] = slot["left_out"] != "" ? sprintf(" of about %.0f. Left out, or cut:", hours_all) : ". Nothing was left out."
	fill("read")
}

# A value as a shell takes it.
function quoted(text) {
	if (text ~ /^[-A-Za-z0-9_.,:=\/+@%]+$/) return text
	gsub(/'/, "'\\''", text)
	return "'" text "'"
}

function assumed(    n, i, name) {
	slot["asked"] = given("every") != "0s" ? "every " given("every") : given("tolerance") != "0%" ? "where a run time may else be off by more than " given("tolerance") : "whenever the running jobs have changed"
	slot["iterations"] = given("steady") == 1 ? "iteration" : "iterations"
	slot["narrower"] = given("min_nodes") > 1 ? "yes" : ""
	n = split("LOG MACHINE READ POLICIES ROUTINGS SCHEDULE OVERRUN REFERENCE BUSY PERIOD WARMUP PERIODS PATTERNS BYTES SHARES MIN_NODES PACKET STEADY LIMIT TOLERANCE EVERY OTHER_SHARES OTHER_BYTES OTHER_PERIODS" (given("most") != "" ? " MOST FIRST" : ""), name, " ")
	for (i = 1; i <= n; i++) slot["variables"] = slot["variables"] (i % 3 == 1 && i > 1 ? " \\\n   " : "") " " name[i] "=" quoted(name[i] == "SHARES" && given("shares") ~ /\// ? "estimate" : given(tolower(name[i])))
	fill("end")
}
