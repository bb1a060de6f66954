# page -- the decision as a page: what was asked, what came out, how sure it is, what was assumed, how to repeat it.

function given(name) { return ENVIRON[name] }

BEGIN {
	dir = given("dir")
	today = given("today")
	read_decision(dir "/decision.csv")
	read_losses(dir "/read")
	page_begin()
	first_look()
	lacking()
	answer()
	table_of("all", "All jobs")
	picture("changes", "What changes against " today, "Bars below 0 are better. The line on each bar is its 95% interval: where it crosses 0, the periods do not decide.")
	print "<section class=\"study\"><h2>Some jobs only</h2>"
	table_of("small", "Small jobs: those that fit into one group, pod or switch of the machine")
	table_of("large", "Large jobs")
	table_of("within-limits", "Without the jobs that ended at their time limit: nobody knows how long those would have run")
	print "</section>"
	if (given("other_periods") > 1) strip()
	was_read()
	assumed()
	repeat()
	print "</main>\n<footer><p>Made by Hopline " escape(given("version")) ", <code>" escape(given("asked_as")) "</code>.</p></footer>\n</body>\n</html>"
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

function page_begin(    line) {
	print "<!DOCTYPE html>\n<html lang=\"en-GB\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\" />"
	print "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\" />"
	print "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n<meta name=\"color-scheme\" content=\"light dark\" />"
	print "<title>" headline() " " escape(name_of(given("log"))) "</title>\n<link rel=\"icon\" href=\"data:,\" />\n<style>"
	while ((getline line <given("style")) > 0) print line
	print ".badge { margin-left: 0.4rem } td, th { padding-right: 0.6rem } .notice { border-left: 0.3rem solid; padding: 0.4rem 0.8rem } td small { display: block; color: var(--soft) } .plot { min-width: 0; width: 100%; max-width: 44rem } .figure h3 { margin-top: 0.5rem }\n</style>\n</head>\n<body>"
	print "<a class=\"skip\" href=\"#main\">Skip to the answer</a>\n<header>\n<p class=\"brand\">Hopline</p>\n<h1>" headline() "</h1>"
	print "<p class=\"lead\">What would other policies do to waits and run times on <code>" escape(given("machine")) "</code>, with the jobs of <code>" \
		escape(name_of(given("log"))) "</code>? Each policy places the same jobs; the network is simulated packet by packet whenever the running jobs change, and a job whose messages" \
		" take longer runs longer.</p>\n</header>\n<main id=\"main\">"
	print "<dl class=\"facts\">"
	fact("today’s policy", today)
	fact("policies", given("policies"))
	fact("routing", given("routings"))
	fact("schedule", given("schedule") ", jobs that run late: " given("overrun"))
	fact("periods", given("periods") " of " given("period") ", each made of days of the log, after " given("warmup") " that are not counted")
	print "</dl>"
}

function headline() { return given("most") == "" ? "Which placement policy?" : "A first look: which placement policy?" }

function name_of(path) { sub(/.*\//, "", path); return path }

function notice(text) { print "<p class=\"notice\"><b>" text "</p>" }

# What a first look leaves out of the question.
function first_look() {
	if (given("most") == "") return
	notice("A first look.</b> Only " given("periods") " periods of " given("period") ", and " (given("most") == 0 ? \
		"no message was simulated: what differs is the schedule alone." : \
		"of each only the " given("most") " jobs with the most node-hours send messages and are counted; the network was asked every " given("every") ".") \
		" It says in which direction to look. The page of the whole question takes its place as soon as that is played.")
}

# What gen-workload said of the log.  Records that may have been jobs and lack what a job needs have the node-hours of a job in the mean: nobody knows
# them.
function read_losses(file,    line, word, unknown) {
	while ((getline line <file) > 0) {
		split(line, word, " ")
		if (word[1] != "#read") {
			reason[++reasons] = word[1] == "#shared" ? "jobs that share nodes: " word[2] : word[2]
			records[reasons] = word[3]
			first_line[reasons] = word[4]
			if (word[2] ~ /^(not-a-record|torn-line|no-submit|no-nodes|still-running)$/) unknown += word[3]
		} else {
			jobs_in = word[4]
			hours_in = word[6]
			hours_all = word[8]
		}
	}
	close(file)
	if (jobs_in == "") csv_bad(file, "does not say what was read")
	hours_all += unknown * hours_in / jobs_in
}

# At the top, where it may change the answer.
function lacking() {
	if (hours_in < 0.95 * hours_all)
		notice("Only " percent(int(1000 * hours_in / hours_all) / 1000) " of the log’s node-hours are in.</b> The rest was left out or cut: <a href=\"#read\">what was read</a>.")
}

function was_read(    i, asked) {
	print "<section class=\"study\" id=\"read\"><h2>What was read</h2>\n<p><code>" escape(given("log")) "</code>" (given("read") == "" ? "" : ", with <code>" escape(given("read")) "</code>") \
		": " jobs_in " jobs" sprintf(", %.0f node-hours", hours_in) (reasons ? sprintf(" of about %.0f. Left out, or cut:", hours_all) : ". Nothing was left out.") "</p>"
	if (reasons) {
		print box("What was left out") "<table>\n<thead><tr><th scope=\"col\">why</th><th scope=\"col\" class=\"n\">records</th><th scope=\"col\" class=\"n\">line of the first</th></tr></thead>\n<tbody>"
		for (i = 1; i <= reasons; i++) {
			asked = reason[i] ~ /^(not-matched|before-from|after-to|below-min-nodes|beyond-max-jobs)$/ ? "<small>as asked</small>" : ""
			print "<tr><td>" escape(reason[i]) asked "</td><td class=\"n\">" escape(records[i]) "</td><td class=\"n\">" escape(first_line[i]) "</td></tr>"
		}
		print "</tbody></table></div>\n<p class=\"note\">hopline-logs(7) says what the reasons mean. Jobs wider than the machine are played on all of its nodes. Records of which" \
			" nobody knows the node-hours count as a job in the mean; those without a runtime as none.</p>"
	}
	print "</section>"
}

function fact(what, text) { print "<div><dt>" escape(what) "</dt><dd>" escape(text) "</dd></div>" }

# A share of today's value.
function relative(k, what) { return value[k, what] == "" ? "" : value[k, what] / value[k, "baseline"] }

function percent(x) { return sprintf("%.1f%%", 100 * (x < 0 ? -x : x)) }

# How many periods had a job under every policy.
function counted(    n) {
	n = value[routing[1] SUBSEP "all" SUBSEP today SUBSEP "turnaround_mean_s", "cases"]
	return n < given("periods") ? "Only " n " of " given("periods") " periods had jobs to compare." : ""
}

# A sentence: how one measure changes under a policy.
function sentence(key, noun, less, more,    change, half) {
	if (!((key, "ratio") in value) || value[key, "ratio"] == "") return ""
	change = relative(key, "difference")
	half = relative(key, "difference_half")
	return noun " " percent(change) " " (change < 0 ? less : more) (half != "" ? sprintf(" (95%% interval %+.1f to %+.1f%%)", 100 * (change - half), 100 * (change + half)) : "")
}

function badge(verdict) {
	return "<span class=\"badge " (verdict == "better" ? "yes" : verdict == "worse" ? "no" : "none") "\">" verdict "</span>"
}

function answer(    r, i, key, n) {
	print "<section><h2>The answer</h2>\n<ul class=\"verdicts\">"
	for (r = 1; r <= routings; r++)
		for (i = 1; i <= policies; i++) {
			if (policy[i] == today) continue
			key = routing[r] SUBSEP "all" SUBSEP policy[i] SUBSEP
			print "<li><b>" escape(policy[i]) "</b>" (routings > 1 ? " with " escape(routing[r]) : "") ": " \
				sentence(key "turnaround_mean_s", "turnaround", "shorter", "longer") badge(value[key "turnaround_mean_s", "verdict"]) "; " \
				sentence(key "node_hours", "node-hours", "fewer", "more") badge(value[key "node_hours", "verdict"]) "</li>"
		}
	print "</ul>"
	print "<p>Turnaround is from submit to end. <b>better</b> and <b>worse</b> are beyond doubt as far as these periods and assumptions go (95%, Holm’s method over the policies);" \
		" <b>undecided</b> means that the difference may be chance: more periods would narrow it. " counted() "</p></section>"
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

function cell_of(key, measure, own,    k, text) {
	k = key SUBSEP measure
	text = shown(measure, value[k, "mean"]) (value[k, "half"] != "" ? " ± " shown(measure, value[k, "half"]) : "")
	if (!own && value[k, "verdict"] != "")
		text = text "<small>" (value[k, "verdict"] == "equal" ? "equal" : change_of(k, measure) \
			(value[k, "verdict"] == "undecided" ? "" : badge(value[k, "verdict"]))) "</small>"
	return "<td class=\"n\">" text "</td>"
}

function table_of(class, title,    r, i, m, n, measure, name, key) {
	n = split("wait_mean_s turnaround_mean_s slowdown_mean network_slowdown_mean node_hours_lost utilization_alone", measure, " ")
	split("wait, h;turnaround, h;slowdown;run time over alone;node-hours lost;work done, %", name, ";")
	for (r = 1; r <= routings; r++) {
		if (!((routing[r], class, today, measure[1], "mean") in value)) continue
		print "<section class=\"figure\"><h3>" escape(title) (routings > 1 ? ", " escape(routing[r]) : "") "</h3>\n" box(title) "<table>\n<thead><tr><th scope=\"col\">policy</th>"
		for (m = 1; m <= n; m++) print "<th scope=\"col\" class=\"n\">" escape(name[m]) "</th>"
		print "</tr></thead>\n<tbody>"
		for (i = 1; i <= policies; i++) {
			key = routing[r] SUBSEP class SUBSEP policy[i]
			printf "<tr><td>%s%s</td>", escape(policy[i]), policy[i] == today ? "<small>today</small>" : ""
			for (m = 1; m <= n; m++) printf "%s", cell_of(key, measure[m], policy[i] == today)
			print "</tr>"
		}
		print "</tbody></table></div>\n<p class=\"note\">Means over the periods with 95% intervals; below them the difference to " escape(today) \
			", period by period, marked where it is beyond doubt, in percent where no unit fits better. Slowdown is bounded: (wait + run time) over a run time of 10 s or more. Work done: the share of the machine’s nodes that this work would keep busy if no message ever waited.</p></section>"
	}
}

function picture(name, title, text) {
	print "<section class=\"figure\"><h3>" escape(title) "</h3>\n<figure>" box(title)
	if (!svg(dir "/" name ".svg", name, title, text)) csv_bad(dir "/" name ".svg", "no such picture")
	print "</div><figcaption><p>" escape(text) "</p></figcaption></figure></section>"
}

# The values of a variable as a part of a sentence; nothing where there are none.
function others(before, name, after,   text) {
	text = given(name)
	gsub(/ +/, " or ", text)
	return text == "" ? "" : escape(before text " " after)
}

function strip() {
	print "<section class=\"study\"><h2>If the assumptions are wrong</h2>\n<p>The same in " escape(given("other_periods")) " periods" \
		others(", with ", "other_shares", "of the run time in communication in place of " given("shares")) \
		others(given("other_shares") == "" ? ", with " : "; with ", "other_bytes", "a message in place of " given("bytes")) ".</p>"
	picture("strip-turnaround", "Turnaround", "Where the bars of a policy change sides, the decision hangs on what the log does not say.")
	picture("strip-node-hours", "Node-hours", "Node-hours that the same work takes.")
	print "</section>"
}

function assumed() {
	print "<section class=\"study\"><h2>What was assumed</h2>\n<ul>"
	print "<li>No log says what jobs send. Each draws one of " escape(given("patterns")) ", with messages of " escape(given("bytes")) \
		", and communicates for a share of " escape(given("shares")) " of its run time; each period draws anew, so that the intervals contain what this choice adds.</li>"
	print "<li>A run time of the log is that of the job alone on the machine, placed by <code>" escape(given("reference")) "</code>. Time limits stay as they were.</li>"
	print "<li>Each period is made of days of the log, drawn with replacement: what lasts longer than a day is lost, and " escape(given("warmup")) " before each fills the machine.</li>"
	print "<li>The network is asked " (given("every") == "0s" ? "whenever the running jobs have changed" : "every " escape(given("every"))) ": " escape(given("steady")) \
		(given("steady") == 1 ? " iteration" : " iterations") " of every job behind its first, within " escape(given("limit")) " of simulated time; packets of " escape(given("packet")) ".</li>"
	if (given("min_nodes") > 1) print "<li>Jobs of fewer than " escape(given("min_nodes")) " nodes are left out.</li>"
	print "<li>Jobs only disturb one another on the network: not on file systems, not in memory.</li>\n</ul></section>"
}

# A value as a shell takes it.
function quoted(text) {
	if (text ~ /^[-A-Za-z0-9_.,:=\/+@%]+$/) return text
	gsub(/'/, "'\\''", text)
	return "'" text "'"
}

function repeat(    n, i, name, line) {
	n = split("LOG MACHINE READ POLICIES ROUTINGS SCHEDULE OVERRUN REFERENCE BUSY PERIOD WARMUP PERIODS PATTERNS BYTES SHARES MIN_NODES PACKET STEADY LIMIT EVERY OTHER_SHARES OTHER_BYTES OTHER_PERIODS" (given("most") != "" ? " MOST FIRST" : ""), name, " ")
	for (i = 1; i <= n; i++) line = line (i % 3 == 1 && i > 1 ? " \\\n   " : "") " " name[i] "=" quoted(given(tolower(name[i])))
	print "<section class=\"study\"><h2>To repeat it</h2>\n" box("command") "<pre>" escape(given("asked_as") line) "</pre></div>\n<p>The same numbers come out on every machine.</p></section>"
}
