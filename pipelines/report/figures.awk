# figures -- the figures of a study: picture, what the paper printed, what came out, how it was made.
#
# pipelines/STUDY/figures.csv has a row for each: figure, file, title, claims, table, cells,
# printed, seen, pipe; README.md says what they are.

function figures_load(    at, cell, name, needed, n, i) {
	if (!csv_header(ENVIRON["figures"], at)) return
	n = split("figure file title claims table cells printed seen pipe", needed, " ")
	for (i = 1; i <= n; i++) if (!(needed[i] in at)) csv_bad(ENVIRON["figures"], "no column " needed[i])
	while (csv_row(ENVIRON["figures"], cell) > 0) {
		figures++
		for (name in at) figure[figures, name] = cell[at[name]]
		figure[figures, "id"] = study "-" slug(figure[figures, "figure"])
		figure[figures, "here"] = is_here(figure[figures, "file"])
		missing += !figure[figures, "here"]
	}
}

function is_here(file,    line, found) {
	found = (getline line <(dir "/" file)) > 0
	close(dir "/" file)
	return found
}

# fig4a.svg and fig4a-minimal-burst.svg: minimal-burst; "": not the same figure
function variant_of(file, picture,    stem) {
	stem = picture
	sub(/\.svg$/, "-", stem)
	if (substr(file, 1, length(stem)) != stem) return ""
	sub(/\.svg$/, "", file)
	return substr(file, length(stem) + 1)
}

function others(k,    n, i, list, variant, id) {
	n = split(ENVIRON["pictures"], list, "\n")
	for (i = 1; i <= n; i++) {
		if ((variant = variant_of(list[i], figure[k, "file"])) == "") continue
		id = figure[k, "id"] "-" slug(variant)
		print "<details>\n<summary>The same: " escape(variant) "</summary>\n" picture_box(figure[k, "figure"] ", " variant)
		svg(dir "/" list[i], id, figure[k, "figure"] ", " variant ": " figure[k, "title"], \
			"What " figure[k, "figure"] " shows, in another form or of other runs: " variant "." \
			(figure[k, "table"] == "" ? "" : " Its numbers are in " figure[k, "table"] "."))
		print "</div>\n</details>"
	}
}

# How the figure came about: the commands that its table names, or one pipe to try, and the cells of the study's grid.
function made(k,    runs) {
	runs = csv_runs[dir "/" figure[k, "table"]] csv_runs[dir "/" figure[k, "file"]]
	if (runs figure[k, "pipe"] figure[k, "cells"] == "") return
	print "<details class=\"made\">\n<summary>How it was made</summary>"
	if (runs != "") {
		sub(/\n$/, "", runs)
		gsub(/\n/, " | ", runs)
		print "<p>Made by:</p>\n" box("command") "<pre><code>" pipe(runs) "</code></pre></div>"
	}
	if (figure[k, "pipe"] != "")
		print "<p>A part of it by hand:</p>\n" box("command") "<pre><code>" pipe(figure[k, "pipe"]) "</code></pre></div>"
	if (figure[k, "cells"] != "") cells_of(figure[k, "cells"])
	print "</details>"
}

# The rows of the grid that meet all of COLUMN=VALUE ...
function cells_of(conditions,    at, cell, n, i, k, name, wanted, part, count, simulations, first) {
	if (!(n = csv_header(ENVIRON["grid"], at))) return
	for (name in at) head_of[at[name]] = name
	k = split(conditions, wanted, " ")
	while (csv_row(ENVIRON["grid"], cell) > 0) {
		for (i = 1; i <= k; i++) {
			split(wanted[i], part, "=")
			if (!(part[1] in at)) csv_bad(ENVIRON["figures"], "cells: the grid has no column " part[1])
			if (cell[at[part[1]]] != part[2]) break
		}
		if (i <= k) continue
		simulations += cell[at["simulations"]]
		if (!count++) for (i = 1; i <= n; i++) if (head_of[i] != "id") first = first " " head_of[i] "=" cell[i]
	}
	close(ENVIRON["grid"])
	if (!count) return
	printf "<p>The whole of it: %s in %s of %s (<code>%s</code>). One cell:</p>\n", \
		counted(simulations, "simulation"), counted(count, "cell"), ENVIRON["which_grid"], escape(conditions)
	print box("command") "<pre><code>pipelines/" study "/cell" escape(first) "</code></pre></div>"
}

# 1 cell, 12,345 cells
function counted(n, what,    text) {
	text = n ""
	while (text ~ /[0-9][0-9][0-9][0-9](,|$)/) {
		match(text, /[0-9][0-9][0-9](,|$)/)
		text = substr(text, 1, RSTART - 1) "," substr(text, RSTART)
	}
	return text " " what (n == 1 ? "" : "s")
}

function figure_picture(k,    file) {
	file = figure[k, "file"]
	if (!figure[k, "here"])
		print "<p class=\"missing\"><b>Missing.</b> <code>" escape(file) "</code> is not among these results.</p>"
	else if (file ~ /\.svg$/) {
		print picture_box(figure[k, "figure"])
		svg(dir "/" file, figure[k, "id"] "-plot", figure[k, "figure"] ": " figure[k, "title"], figure[k, "seen"])
		print "</div>"
	} else {
		print "<details" (rows_of(dir "/" file) <= 15 ? " open=\"open\"" : "") ">\n<summary>The table: " escape(file) "</summary>"
		table(dir "/" file, figure[k, "figure"])
		print "</details>"
	}
}

function rows_of(file,    at, cell, rows) {
	csv_header(file, at)
	while (csv_row(file, cell) > 0) rows++
	close(file)
	return rows
}

# A figure is open where there is something to explain: a claim that does not hold as printed, a file that is missing; and a study's first.
function is_open(k,    n, i, list) {
	if (k == 1 || !figure[k, "here"]) return 1
	n = split(figure[k, "claims"], list, " ")
	for (i = 1; i <= n; i++) if (verdict(list[i]) ~ /^(partly|no)$/) return 1
	return 0
}

function figure_write(k,    numbers) {
	print "<article class=\"figure\" id=\"" figure[k, "id"] "\">\n<details class=\"whole\"" (is_open(k) ? " open=\"open\"" : "") ">"
	print "<summary><h4><span class=\"number\">" escape(figure[k, "figure"]) "</span> " escape(figure[k, "title"]) "</h4></summary>\n<figure>"
	figure_picture(k)
	print "<figcaption>"
	if (figure[k, "printed"] != "") print "<div class=\"printed\"><h5>The paper</h5><p>" rich(figure[k, "printed"]) "</p></div>"
	print "<div class=\"seen\"><h5>Here</h5>" (figure[k, "here"] ? "<p>" rich(figure[k, "seen"]) "</p>" : "")
	claims_of(figure[k, "claims"])
	print "</div>\n</figcaption>\n</figure>"
	others(k)
	numbers = figure[k, "table"]
	if (numbers != "" && is_here(numbers)) {
		print "<details>\n<summary>The numbers: " escape(numbers) "</summary>"
		table(dir "/" numbers, numbers)
		print "</details>"
	}
	made(k)
	print "</details>\n</article>"
}
