# page -- what comes before the studies' sections: verdicts of all studies' claims, what holds under both router models, where to look.
#
#	ENVIRON: style; shown, the studies, parted by spaces; summaries, a file with a line for each: study, name, claims that hold, in part,
#	do not, not measured, judged under both router models, of these alike, those that do not hold (ids, parted by spaces); parted by tabs

BEGIN {
	FS = "\t"
	template(ENVIRON["template"])
	slot["title"] = "Hopline: what came out"
	fill("head")
	while ((getline <ENVIRON["style"]) > 0) print
	n = split(ENVIRON["shown"], study, " ")
	for (i = 1; i <= n; i++) slot["links"] = slot["links"] "<a href=\"#" study[i] "\">" study[i] "</a>\n"
	slot["rows"] = ""
	while ((getline <ENVIRON["summaries"]) > 0) {
		for (i = 3; i <= 8; i++) sum[i] += $i
		if ($3 + $4 + $5 + $6) row()
	}
	slot["claims"] = sum[3] + sum[4] + sum[5] + sum[6] ? sum[3] + sum[4] + sum[5] + sum[6] : ""
	slot["yes"] = sum[3]; slot["partly"] = sum[4]; slot["no"] = sum[5]
	slot["unmeasured"] = sum[6] ? "; " sum[6] " were not measured" : ""
	slot["both_routers"] = sum[7] ? " The verdict is the same with routers that queue at their outputs and at their inputs for " \
		sum[8] " of the " sum[7] " that were judged under both." : ""
	fill("report begins")
}

function row(    i, n, id) {
	slot["study"] = $1
	slot["name"] = rich($2)
	slot["bar"] = bar("yes", $3) bar("partly", $4) bar("no", $5) bar("none", $6)
	slot["yes"] = $3; slot["partly"] = $4; slot["no"] = $5
	slot["alike"] = $7 ? $8 " of " $7 " alike" : "–"
	n = split($9, id, " ")
	slot["missed"] = n ? "" : "–"
	for (i = 1; i <= n; i++) slot["missed"] = slot["missed"] (i > 1 ? " " : "") "<a href=\"#" slug(id[i]) "\">" escape(id[i]) "</a>"
	add("rows", "summary row")
}
