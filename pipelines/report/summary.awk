# summary -- the top of the page: verdicts of all studies' claims, what holds under both router models, where to look.
#
#	ENVIRON: summaries, a file with a line for each study: study, name, claims that hold, in part, do not, not measured, judged under
#	both router models, of these alike, the first that do not hold (ids, parted by spaces); parted by tabs

BEGIN {
	FS = "\t"
	print "<section id=\"summary\">\n<h2>Summary</h2>"
	while ((getline <ENVIRON["summaries"]) > 0) {
		for (i = 3; i <= 8; i++) sum[i] += $i
		rows = rows row()
	}
	if (sum[3] + sum[4] + sum[5] + sum[6]) verdicts()
	print "</section>"
}

function verdicts() {
	print "<p class=\"lead\">Of " sum[3] + sum[4] + sum[5] + sum[6] " claims " sum[3] " hold, " sum[4] " hold in part and " sum[5] " do not" \
		(sum[6] ? "; " sum[6] " were not measured" : "") "." \
		(sum[7] ? " The verdict is the same with routers that queue at their outputs and at their inputs for " sum[8] " of the " sum[7] " that were judged under both." : "") "</p>"
	print box("Verdicts by study") "<table class=\"summary\">\n<thead><tr><th scope=\"col\">Study</th><th scope=\"col\">Verdicts</th>" \
		"<th scope=\"col\">Both router models</th><th scope=\"col\">Where to look: what does not hold</th></tr></thead>\n<tbody>\n" rows "</tbody></table></div>"
}

function row(    i, n, id, links) {
	if ($3 + $4 + $5 + $6 == 0) return ""
	n = split($9, id, " ")
	for (i = 1; i <= n; i++) links = links (i > 1 ? " " : "") "<a href=\"#" slug(id[i]) "\">" escape(id[i]) "</a>"
	return "<tr><th scope=\"row\"><a href=\"#" $1 "\">" rich($2) "</a></th><td>" bar($3, $4, $5, $6) $3 " hold, " $4 " in part, " $5 " do not</td>" \
		"<td>" ($7 ? $8 " of " $7 " alike" : "–") "</td><td class=\"ids\">" (links == "" ? "–" : links) "</td></tr>\n"
}

function bar(yes, partly, no, none) {
	return "<div class=\"bar\" aria-hidden=\"true\">" piece("yes", yes) piece("partly", partly) piece("no", no) piece("none", none) "</div>"
}

function piece(kind, n) { return n ? sprintf("<span class=\"%s\" style=\"flex-grow:%d\"></span>", kind, n) : "" }
