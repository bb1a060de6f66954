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
	picture("changes", "What changes against " today, "Bars below 0 are better. The line on each bar is its 95% interval: where it crosses 0, the periods do not decide.")
	fill("some jobs")
	tables("small", "Small jobs: those that fit into one group, pod or switch of the machine")
	tables("large", "Large jobs")
	tables("within-limits", "Without the jobs that ended at their time limit: nobody knows how long those would have run")
	print "</section>"
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
	if (hours_in < 0.95 * hours_all) slot["share_in"] = percent(int(1000 * hours_in / hours_all) / 1000)
	answers()
	n = value[routing[1] SUBSEP "all" SUBSEP today SUBSEP "turnaround_mean_s", "cases"]	# periods that had a job under every policy
	if (n < given("periods")) slot["counted"] = "Only " n " of " given("periods") " periods had jobs to compare."
	fill("begin")
}

# A share of today's value.
function relative(k, what) { return value[k, what] == "" ? "" : value[k, what] / value[k, "baseline"] }

function percent(x) { return sprintf("%.1f%%", 100 * (x < 0 ? -x : x)) }

# A sentence: how one measure changes under a policy.
function sentence(key, noun, less, more,    change, half) {
	if (!((key, "ratio") in value) || value[key, "ratio"] == "") return ""
	change = relative(key, "difference")
	half = relative(key, "difference_half")
	return noun " " percent(change) " " (change < 0 ? less : more) (half != "" ? sprintf(" (95%% interval %+.1f to %+.1f%%)", 100 * (change - half), 100 * (change + half)) : "")
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

function shown(measure, x) {
	if (x == "") return ""
	return measure ~ /_s$/ ? sprintf("%.3g", x / 3600) : measure ~ /utilization/ ? sprintf("%.1f", 100 * x) : measure ~ /node_hours/ ? sprintf("%.0f", x) : sprintf(x < 10 ? "%.3f" : "%.1f", x)
}

function with_sign(text) { return text ~ /^-/ ? "−" substr(text, 2) : "+" text }

# How a measure differs from today's: in percent where that means something, else as it is.
function change_of(k, measure) {
	if (measure ~ /node_hours_lost|utilization/ || value[k, "ratio"] == "")
		return with_sign(shown(measure, value[k, "difference"])) " ± " shown(measure, value[k, "difference_half"])
	return with_sign(sprintf("%.1f", 100 * relative(k, "difference"))) " ± " sprintf("%.1f%%", 100 * relative(k, "difference_half"))
}

function cell_of(key, measure, own,    k, verdict) {
	k = key SUBSEP measure
	verdict = value[k, "verdict"]
	slot["text"] = shown(measure, value[k, "mean"]) (value[k, "half"] != "" ? " ± " shown(measure, value[k, "half"]) : "")
	slot["change"] = own || verdict == "" ? "" : "<small>" (verdict == "equal" ? "equal" : change_of(k, measure) (verdict == "undecided" ? "" : badge(verdict))) "</small>"
	return filled("cell")
}

# A table for each routing of what became of a class of jobs.
function tables(class, title,    r, i, m, n, measure, name) {
	n = split("wait_mean_s turnaround_mean_s slowdown_mean network_slowdown_mean node_hours_lost utilization_alone", measure, " ")
	split("wait, h;turnaround, h;slowdown;run time over alone;node-hours lost;work done, %", name, ";")
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

function strip() {
	slot["instead_shares"] = others(", with ", "other_shares", "of the run time in communication in place of " given("shares"))
	slot["instead_bytes"] = others(given("other_shares") == "" ? ", with " : "; with ", "other_bytes", "a message in place of " given("bytes"))
	fill("strip")
	picture("strip-turnaround", "Turnaround", "Where the bars of a policy change sides, the decision hangs on what the log does not say.")
	picture("strip-node-hours", "Node-hours", "Node-hours that the same work takes.")
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
	for (i = 1; i <= n; i++) slot["variables"] = slot["variables"] (i % 3 == 1 && i > 1 ? " \\\n   " : "") " " name[i] "=" quoted(given(tolower(name[i])))
	fill("end")
}
