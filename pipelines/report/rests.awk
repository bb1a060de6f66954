# rests -- see rests: a line a claim, a table a paper, and the count of verdicts.

function cell(text) {
	gsub(/\|/, "\\|", text)
	return text
}

# The first parts of what was measured: one line of a table
function short(text,    at) {
	if (length(text) <= 60) return text
	at = 60
	while (at > 30 && substr(text, at, 1) != ";") at--
	return at > 30 ? substr(text, 1, at - 1) " …" : substr(text, 1, 57) " …"
}

function paper(study, title,    file, at, row, n, k) {
	file = results "/" study "/claims.csv"
	csv_header(file, at)
	printf "\n### %s\n\n| claim | paper | here | verdict | what decides |\n|---|---|---|---|---|\n", title
	while (csv_row(file, row)) {
		if (!(row[at["id"]] in knob)) { print "rests: " row[at["id"]] ": not in knobs.csv" >"/dev/stderr"; failed = 1 }
		printf "| %s | %s | %s | %s | %s |\n", row[at["id"]], cell(row[at["paper_value"]]), cell(short(row[at["measured"]])), row[at["holds"]], knob[row[at["id"]]]
		count[row[at["holds"]]]++
		all++
	}
	close(file)
}

BEGIN {
	csv_header(knobs, at)
	while (csv_row(knobs, row)) knob[row[at["id"]]] = row[at["knob"]]
	paper("level-spread", "Level-Spread")
	paper("gsearch", "GSEARCH")
	paper("express-mesh", "Express Mesh")
	paper("grap", "GRAP")
	paper("topaware", "Topaware")
	printf "\nOf %d claims %d hold, %d partly, %d do not.\n", all, count["yes"], count["partly"], count["no"]
	exit failed
}
