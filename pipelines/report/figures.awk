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
		fold("The same: " variant)
		print picture_box(figure[k, "figure"] ", " variant)
		svg(dir "/" list[i], id, figure[k, "figure"] ", " variant ": " figure[k, "title"], \
			"What " figure[k, "figure"] " shows, in another form or of other runs: " variant "." \
			(figure[k, "table"] == "" ? "" : " Its numbers are in " figure[k, "table"] "."))
		print "</div>\n</details>"
	}
}

function fold(text, open) {
	slot["summary"] = text
	slot["open"] = open ? " open=\"open\"" : ""
	fill("folded")
}

# How the figure came about: the commands that its table names, or one pipe to try, and the cells of the study's grid.
function made(k,    runs) {
	runs = csv_runs[dir "/" figure[k, "table"]] csv_runs[dir "/" figure[k, "file"]]
	if (runs figure[k, "pipe"] figure[k, "cells"] == "") return
	sub(/\n$/, "", runs)
	gsub(/\n/, " | ", runs)
	slot["runs"] = stages(runs)
	slot["pipe"] = stages(figure[k, "pipe"])
	slot["cells"] = figure[k, "cells"]
	slot["whole"] = slot["first"] = ""
	if (slot["cells"] != "") cells_of(slot["cells"])
	fill("made")
}

# The rows of the grid that meet all of COLUMN=VALUE ...
function cells_of(conditions,    at, cell, n, i, k, name, wanted, part, count, simulations) {
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
		if (!count++) for (i = 1; i <= n; i++) if (head_of[i] != "id") slot["first"] = slot["first"] " " head_of[i] "=" cell[i]
	}
	close(ENVIRON["grid"])
	if (count) slot["whole"] = counted(simulations, "simulation") " in " counted(count, "cell") " of " ENVIRON["which_grid"]
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
	if (file ~ /\.svg$/) {
		print picture_box(figure[k, "figure"])
		svg(dir "/" file, figure[k, "id"] "-plot", figure[k, "figure"] ": " figure[k, "title"], figure[k, "seen"])
		print "</div>"
	} else {
		fold("The table: " file, rows_of(dir "/" file) <= 15)
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
	put(figure, k, "id figure title file")
	slot["here"] = figure[k, "here"] ? "yes" : ""
	slot["open"] = is_open(k) ? " open=\"open\"" : ""
	fill("figure")
	if (figure[k, "here"]) figure_picture(k)
	slot["printed"] = rich(figure[k, "printed"])
	slot["seen"] = figure[k, "here"] ? "<p>" rich(figure[k, "seen"]) "</p>" : ""
	slot["verdicts"] = claims_of(figure[k, "claims"])
	fill("caption")
	others(k)
	numbers = figure[k, "table"]
	if (numbers != "" && is_here(numbers)) {
		fold("The numbers: " numbers)
		table(dir "/" numbers, numbers)
		print "</details>"
	}
	made(k)
	print "</details>\n</article>"
}
