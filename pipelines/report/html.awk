# html -- text as HTML, and the small pieces that every part of the page uses.

function escape(text) {
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	gsub(/>/, "\\&gt;", text)
	gsub(/"/, "\\&quot;", text)
	return text
}

# A line of Markdown: code and bold stay, links become their text.
function rich(text,    out, part, piece, n, i) {
	while (match(text, /\[[^\]]*\]\([^)]*\)/)) {
		part = substr(text, RSTART + 1, RLENGTH - 1)
		sub(/\]\(.*/, "", part)
		text = substr(text, 1, RSTART - 1) part substr(text, RSTART + RLENGTH)
	}
	n = split(escape(text), piece, "`")
	for (i = 1; i <= n; i++) out = out (i % 2 ? piece[i] : "<code>" piece[i] "</code>")
	n = split(out, piece, /\*\*/)
	out = piece[1]
	for (i = 2; i <= n; i++) out = out (i % 2 ? "</b>" : "<b>") piece[i]
	return out
}

# A word for ids and anchors.
function slug(text) {
	text = tolower(text)
	gsub(/[^a-z0-9]+/, "-", text)
	gsub(/^-|-$/, "", text)
	return text
}

# A command with a line for each stage of its pipe.
function stages(command) {
	gsub(/ \| /, " |\n    ", command)
	return command
}

function is_number(text) { return text ~ /^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?%?$/ }

# A number for people: four digits are enough of those that have nine.
function short(text) { return is_number(text) && text ~ /[.eE]/ && length(text) > 7 && text !~ /%$/ ? sprintf("%.4g", text) : text }

# A box that scrolls by itself where what it holds is wider than the screen.
function box(label) { return "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"" escape(label) "\">" }

# A box for a picture; on a phone the picture fits the screen, until the reader asks for its full size.
function picture_box(label) {
	return "<label class=\"zoom\"><input type=\"checkbox\" /> full size</label>\n" box(label)
}

# A CSV file as a table; one that is longer than people read is only counted.
function table(file, label,    at, cell, name, column, words, n, i, rows, line, head, body) {
	if (!(n = csv_header(file, at))) return 0
	while (csv_row(file, cell) > 0) {
		if (++rows > 600) continue
		line = ""
		for (i = 1; i <= n; i++) {
			if (cell[i] != "" && !is_number(cell[i])) words[i] = 1
			line = line (is_number(cell[i]) ? "<td class=\"n\">" : "<td>") escape(short(cell[i])) "</td>"
		}
		body = body "<tr>" line "</tr>\n"
	}
	close(file)
	if (rows > 600) {
		print "<p>" rows " rows, too many for this page.</p>"
		return 1
	}
	for (name in at) column[at[name]] = name
	for (i = 1; i <= n; i++) head = head "<th scope=\"col\"" (i in words ? "" : " class=\"n\"") ">" escape(column[i]) "</th>"
	print box(label) "<table>\n<thead><tr>" head "</tr></thead>\n<tbody>\n" body "</tbody></table></div>"
	return 1
}

# A part of a bar of verdicts.
function bar(kind, n) { return n ? sprintf("<span class=\"%s\" style=\"flex-grow:%d\"></span>", kind, n) : "" }
