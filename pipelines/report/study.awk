# study -- a study's section of the page on standard output, its entries of the contents in $contents; page.html has the text.
#
#	ENVIRON: study, dir (its results), name and lead (of its README), when, claims, reasons, figures,
#	grid, which_grid (its name), pictures (the SVG files in dir, a line each), manifest, contents, summaries (page.awk)

BEGIN {
	study = ENVIRON["study"]
	dir = ENVIRON["dir"]
	template(ENVIRON["template"])
	claims_load()
	figures_load()
	slot["name"] = rich(ENVIRON["name"])
	slot["lead"] = rich(ENVIRON["lead"])
	slot["claims"] = ""
	slot["missing"] = slot["count"] = slot["sums"] = ""
	verdicts_count()
	claims_rows()
	contents()
	facts()
	fill("study")
	for (k = 1; k <= figures; k++) figure_write(k)
	print "</section>\n</section>"
}

# The figures in the contents, and those that are missing.
function contents(    k) {
	for (k = 1; k <= figures; k++) {
		put(figure, k, "id figure title")
		slot["lacks"] = figure[k, "here"] ? "" : " <span class=\"missing\">missing</span>"
		add("entries", "entry")
		if (!figure[k, "here"])
			slot["missing"] = slot["missing"] (slot["missing"] ? ", " : "") "<a href=\"#" figure[k, "id"] "\">" escape(figure[k, "figure"]) "</a>"
	}
	print filled("contents") >ENVIRON["contents"]
}

# The study's MANIFEST: `key: value` lines, then sums of files.
function facts(    line, key) {
	while ((getline line <ENVIRON["manifest"]) > 0) {
		if (line ~ /^[0-9a-f]+  /) { slot["sums"] = slot["sums"] line "\n"; continue }
		key = line
		if (!sub(/: .*/, "", key)) continue
		slot["facts"] = slot["facts"] "<div><dt>" escape(key) "</dt><dd>" escape(substr(line, length(key) + 3)) "</dd></div>\n"
	}
}
