# claims -- what the paper claims, what was measured, and the verdict.
#
# The claims of the study's paper come from data/claims/claims.csv; DIR/claims.csv, by
# `metrics claims`, has those that the study measured: after paper_value a column for each variant,
# then measured, holds, why.

function claims_load(    at, cell, i, name, id, file) {
	file = ENVIRON["claims"]
	if (csv_header(file, at))
		while (csv_row(file, cell) > 0)
			if (cell[at["paper"]] == study) claim_known(cell[at["id"]], cell[at["where"]], cell[at["claim"]], cell[at["paper_value"]])
	close(file)
	file = dir "/claims.csv"
	if (csv_header(file, at)) {
		for (name in at) head_of[at[name]] = name
		while (csv_row(file, cell) > 0) {
			id = cell[at["id"]]
			claim_known(id, cell[at["where"]], cell[at["claim"]], cell[at["paper_value"]])
			measured[id] = cell[at["measured"]]
			holds[id] = cell[at["holds"]]
			why[id] = cell[at["why"]]
			for (i = at["paper_value"] + 1; i < at["measured"]; i++)
				if (cell[i] != "") {
					variants[id]++
					by_variant[id] = by_variant[id] "<div><dt>" escape(head_of[i]) "</dt> <dd>" escape(cell[i]) "</dd></div>"
				}
		}
	}
	close(file)
	reasons_load()
}

function claim_known(id, where, text, paper_value) {
	if (!(id in claim)) claim_id[++claims] = id
	claim[id] = text
	claim_where[id] = where
	printed[id] = paper_value
}

# yes, partly, no; none: not measured
function verdict(id) { return holds[id] ~ /^(yes|partly|no)$/ ? holds[id] : "none" }

function badge(kind,    text) {
	text = kind == "yes" ? "✓ holds" : kind == "partly" ? "◐ holds in part" : kind == "no" ? "✗ does not hold" : "– not measured"
	return "<span class=\"badge " kind "\">" text "</span>"
}

# How many claims have which verdict: in words, and as a bar.
function count_verdicts(count,    i) {
	split("", count)
	for (i = 1; i <= claims; i++) count[verdict(claim_id[i])]++
}

function claims_count(    count) {
	count_verdicts(count)
	return (count["yes"] + 0) " hold, " (count["partly"] + 0) " in part, " (count["no"] + 0) " do not" (count["none"] ? ", " count["none"] " not measured" : "")
}

function claims_bar(    i, k, kind, count) {
	count_verdicts(count)
	k = split("yes partly no none", kind, " ")
	print "<div class=\"bar\" aria-hidden=\"true\">"
	for (i = 1; i <= k; i++) if (count[kind[i]]) printf "<span class=\"%s\" style=\"flex-grow:%d\"></span>", kind[i], count[kind[i]]
	print "</div>\n<ul class=\"legend\">"
	for (i = 1; i <= k; i++) printf "<li><b>%d</b> %s</li>\n", count[kind[i]], badge(kind[i])
	print "</ul>"
}

function claims_table(    i, id) {
	print "<section class=\"claims\" id=\"" study "-claims\">\n<h3>What the paper claims, and what came out</h3>"
	claims_bar()
	print "<table class=\"claims\" role=\"table\">\n<thead role=\"rowgroup\"><tr role=\"row\">" \
		"<th role=\"columnheader\" scope=\"col\">Claim</th><th role=\"columnheader\" scope=\"col\">The paper</th>" \
		"<th role=\"columnheader\" scope=\"col\">Printed</th><th role=\"columnheader\" scope=\"col\">Measured</th>" \
		"<th role=\"columnheader\" scope=\"col\">Verdict</th></tr></thead>\n<tbody role=\"rowgroup\">"
	for (i = 1; i <= claims; i++) {
		id = claim_id[i]
		print "<tr role=\"row\" id=\"" slug(id) "\">"
		print "<th role=\"rowheader\" scope=\"row\">" escape(id) "<span class=\"where\">" escape(claim_where[id]) "</span></th>"
		print "<td role=\"cell\" class=\"claim\">" escape(claim[id])
		claim_more(id)
		print "</td>"
		print "<td role=\"cell\" data-label=\"Printed\">" escape(printed[id]) "</td>"
		print "<td role=\"cell\" data-label=\"Measured\">" (measured[id] == "" ? "–" : escape(measured[id])) "</td>"
		print "<td role=\"cell\" class=\"verdict\">" badge(verdict(id)) "</td>\n</tr>"
	}
	print "</tbody></table>\n</section>"
}

# Reasons that people found are told apart from how the claim was judged: `why` ends with them.
function reasons_load(    at, cell, id, n) {
	if (!csv_header(ENVIRON["reasons"], at)) return
	while (csv_row(ENVIRON["reasons"], cell) > 0) {
		id = cell[at["id"]]
		n = length(why[id]) - length(cell[at["reason"]])
		if (n < 0 || substr(why[id], n + 1) != cell[at["reason"]]) continue
		reason[id] = cell[at["reason"]]
		why[id] = substr(why[id], 1, n)
		sub(/[ .]+$/, "", why[id])
	}
	close(ENVIRON["reasons"])
}

# A sentence: its first letter large, a full stop at its end.
function sentence(text) { return toupper(substr(text, 1, 1)) substr(text, 2) (text ~ /[.!?]$/ ? "" : ".") }

# What there is to say of a claim beyond its verdict, folded.
function claim_more(id) {
	if (variants[id] < 2 && why[id] reason[id] == "") return
	print "<details class=\"made\">\n<summary>" (reason[id] != "" ? "Why" : "How it was judged") "</summary>"
	if (reason[id] != "") print "<p>" escape(sentence(reason[id])) "</p>"
	if (variants[id] > 1) print "<dl class=\"variants\">" by_variant[id] "</dl>"
	if (why[id] != "") print "<p class=\"why\">" (reason[id] != "" ? "How it was judged: " : "") escape(sentence(why[id])) "</p>"
	print "</details>"
}

# A line for the summary: see summary.awk.
function summary(    i, count, at, cell, file, both, alike, missed) {
	count_verdicts(count)
	for (i = 1; i <= claims; i++) if (verdict(claim_id[i]) == "no") missed = missed (missed == "" ? "" : " ") claim_id[i]
	file = dir "/routers.csv"
	if (csv_header(file, at))
		while (csv_row(file, cell) > 0) {
			both++
			alike += cell[at["output_holds"]] == cell[at["input_holds"]]
		}
	close(file)
	printf "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n", study, ENVIRON["name"], count["yes"], count["partly"], count["no"], count["none"], both, alike, missed >>ENVIRON["summaries"]
}

# The claims that a figure bears on: ids, parted by spaces.
function claims_of(ids,    n, i, id, list) {
	n = split(ids, list, " ")
	if (n) print "<ul class=\"verdicts\">"
	for (i = 1; i <= n; i++) {
		id = list[i]
		print "<li><a href=\"#" slug(id) "\">" escape(id) "</a> " badge(verdict(id)) \
			(verdict(id) == "none" ? "" : " <span>printed " escape(printed[id]) ", here " escape(measured[id]) "</span>") "</li>"
	}
	if (n) print "</ul>"
}
