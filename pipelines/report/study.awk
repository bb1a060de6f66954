# study -- a study's section of the page on standard output, its entries of the contents in $contents.
#
#	ENVIRON: study, dir (its results), name and lead (of its README), when, claims, reasons, figures,
#	grid, which_grid (its name), pictures (the SVG files in dir, a line each), manifest, contents, summaries (summary.awk)

BEGIN {
	study = ENVIRON["study"]
	dir = ENVIRON["dir"]
	claims_load()
	figures_load()
	contents()
	summary()
	print "<section class=\"study\" id=\"" study "\">\n<h2>" rich(ENVIRON["name"]) "</h2>\n<p class=\"lead\">" rich(ENVIRON["lead"]) "</p>"
	facts()
	if (claims) claims_table()
	print "<section class=\"figures\">\n<h3>Figures</h3>"
	if (missing) missing_list()
	for (k = 1; k <= figures; k++) figure_write(k)
	print "</section>\n</section>"
}

function contents(    k) {
	print "<li><a href=\"#" study "\">" rich(ENVIRON["name"]) "</a>\n<ol>" >ENVIRON["contents"]
	if (claims) print "<li><a href=\"#" study "-claims\"><b>Claims</b> " claims_count() "</a></li>" >ENVIRON["contents"]
	for (k = 1; k <= figures; k++)
		print "<li><a href=\"#" figure[k, "id"] "\"><b>" escape(figure[k, "figure"]) "</b> " escape(figure[k, "title"]) \
			(figure[k, "here"] ? "" : " <span class=\"missing\">missing</span>") "</a></li>" >ENVIRON["contents"]
	print "</ol></li>" >ENVIRON["contents"]
}

function missing_list(    k, text) {
	for (k = 1; k <= figures; k++) if (!figure[k, "here"]) text = text (text ? ", " : "") "<a href=\"#" figure[k, "id"] "\">" escape(figure[k, "figure"]) "</a>"
	print "<p class=\"missing\"><b>Missing from these results:</b> " text ".</p>"
}

# The study's MANIFEST: `key: value` lines, then sums of files.
function facts(    line, key, sums) {
	print "<details class=\"made\">\n<summary>How these results came about</summary>\n<dl class=\"facts\">\n<div><dt>results of</dt><dd>" escape(ENVIRON["when"]) "</dd></div>"
	while ((getline line <ENVIRON["manifest"]) > 0) {
		if (line ~ /^[0-9a-f]+  /) { sums = sums line "\n"; continue }
		key = line
		if (!sub(/: .*/, "", key)) continue
		print "<div><dt>" escape(key) "</dt><dd>" escape(substr(line, length(key) + 3)) "</dd></div>"
	}
	print "</dl>"
	if (sums != "") print "<p>SHA-256 of the tables:</p>\n" box("sums") "<pre>" escape(sums) "</pre></div>"
	print "</details>"
}
