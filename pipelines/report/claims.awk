# claims -- what the paper claims, what was measured, and the verdict: claim[ID, COLUMN].
#
# The claims of the study's paper come from data/claims/claims.csv; DIR/claims.csv, by
# `metrics claims`, has those that the study measured: after paper_value a column for each variant,
# then measured, holds, why.

function claims_load(    at) {
	claims_read(ENVIRON["claims"], study, at)
	claims_read(dir "/claims.csv", "", at)
	reasons_load()
}

# The rows of a file, of one paper where it has several.
function claims_read(file, paper, at,    cell, name, id, i, head_of) {
	if (!csv_header(file, at)) return
	for (name in at) head_of[at[name]] = name
	while (csv_row(file, cell) > 0) {
		if (paper != "" && cell[at["paper"]] != paper) continue
		id = cell[at["id"]]
		if (!((id, "claim") in claim)) claim_id[++claims] = id
		for (name in at) claim[id, name] = cell[at[name]]
		for (i = at["paper_value"] + 1; i < at["measured"]; i++)
			if (cell[i] != "") {
				variants[id]++
				by_variant[id] = by_variant[id] "<div><dt>" escape(head_of[i]) "</dt> <dd>" escape(cell[i]) "</dd></div>"
			}
	}
	close(file)
}

# Reasons that people found are told apart from how the claim was judged: `why` ends with them.
function reasons_load(    at, cell, id, why, n) {
	if (!csv_header(ENVIRON["reasons"], at)) return
	while (csv_row(ENVIRON["reasons"], cell) > 0) {
		id = cell[at["id"]]
		why = claim[id, "why"]
		n = length(why) - length(cell[at["reason"]])
		if (n < 0 || substr(why, n + 1) != cell[at["reason"]]) continue
		claim[id, "reason"] = cell[at["reason"]]
		why = substr(why, 1, n)
		sub(/[ .]+$/, "", why)
		claim[id, "why"] = why
	}
	close(ENVIRON["reasons"])
}

# yes, partly, no; none: not measured
function verdict(id) { return claim[id, "holds"] ~ /^(yes|partly|no)$/ ? claim[id, "holds"] : "none" }

function badge(kind,    text) {
	text = kind == "yes" ? "✓ holds" : kind == "partly" ? "◐ holds in part" : kind == "no" ? "✗ does not hold" : "– not measured"
	return "<span class=\"badge " kind "\">" text "</span>"
}

# How many claims have which verdict: in words, as a bar, and as a line for page.awk.
function verdicts_count(    i, k, kind, count, missed) {
	for (i = 1; i <= claims; i++) {
		count[verdict(claim_id[i])]++
		if (verdict(claim_id[i]) == "no") missed = missed (missed == "" ? "" : " ") claim_id[i]
	}
	if (claims) slot["count"] = count["yes"] + 0 " hold, " count["partly"] + 0 " in part, " count["no"] + 0 " do not" (count["none"] ? ", " count["none"] " not measured" : "")
	k = split("yes partly no none", kind, " ")
	for (i = 1; i <= k; i++) {
		slot["bar"] = slot["bar"] bar(kind[i], count[kind[i]])
		slot["legend"] = slot["legend"] "<li><b>" count[kind[i]] + 0 "</b> " badge(kind[i]) "</li>\n"
	}
	summary(count, missed)
}

function summary(count, missed,    at, cell, file, both, alike) {
	file = dir "/routers.csv"
	if (csv_header(file, at))
		while (csv_row(file, cell) > 0) {
			both++
			alike += cell[at["output_holds"]] == cell[at["input_holds"]]
		}
	close(file)
	printf "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n", study, ENVIRON["name"], count["yes"], count["partly"], count["no"], count["none"], both, alike, missed >>ENVIRON["summaries"]
}

# A sentence: its first letter large, a full stop at its end.
function sentence(text) { return text == "" ? "" : toupper(substr(text, 1, 1)) substr(text, 2) (text ~ /[.!?]$/ ? "" : ".") }

# The rows of all claims; what there is to say of one beyond its verdict is folded.
function claims_rows(    i, id, reason) {
	for (i = 1; i <= claims; i++) {
		id = claim_id[i]
		reason = claim[id, "reason"]
		put(claim, id, "id where claim paper_value measured")
		slot["slug"] = slug(id)
		slot["more"] = variants[id] < 2 && claim[id, "why"] reason == "" ? "" : reason != "" ? "Why" : "How it was judged"
		slot["reason"] = sentence(reason)
		slot["variants"] = variants[id] > 1 ? by_variant[id] : ""
		slot["judged"] = reason != "" ? "How it was judged: " : ""
		slot["why"] = sentence(claim[id, "why"])
		if (slot["measured"] == "") slot["measured"] = "–"
		slot["badge"] = badge(verdict(id))
		add("claims", "claim")
	}
}

# The claims that a figure bears on: ids, parted by spaces.
function claims_of(ids,    n, i, id, list, text) {
	n = split(ids, list, " ")
	for (i = 1; i <= n; i++) {
		id = list[i]
		text = text "<li><a href=\"#" slug(id) "\">" escape(id) "</a> " badge(verdict(id)) \
			(verdict(id) == "none" ? "" : " <span>printed " escape(claim[id, "paper_value"]) ", here " escape(claim[id, "measured"]) "</span>") "</li>\n"
	}
	return text
}
