# svg -- a picture that gnuplot drew, as a part of the page.
#
#	svg(file, id, title, desc)	write it; 0 when the file is not there
#
# gnuplot gives the same ids in every file, and black on white: here ids begin with
# `id`, light greys are thin shades of black, and black and white are left to the
# style sheet, which knows the page's colours.  Colours are written #rrggbb, for
# the style sheet to choose by.

function hex(text,    part) {
	if (text ~ /^#/) return tolower(text)
	if (text ~ /^rgb/) {
		gsub(/[^0-9,]/, "", text)
		split(text, part, ",")
		return sprintf("#%02x%02x%02x", part[1], part[2], part[3])
	}
	if (text == "black") return "#000000"
	if (text == "white") return "#ffffff"
	if (text == "blue") return "#0000ff"
	return text
}

# The level of a grey, 0 to 255; -1: it is a colour.
function grey(colour) {
	if (colour !~ /^#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]$/ || substr(colour, 2, 2) != substr(colour, 4, 2) || substr(colour, 2, 2) != substr(colour, 6))
		return -1
	return 16 * (index("0123456789abcdef", substr(colour, 2, 1)) - 1) + index("0123456789abcdef", substr(colour, 3, 1)) - 1
}

# The colours of a line of SVG.
function recolour(line,    out, name, value, level) {
	while (match(line, /(fill|stroke|flood-color|color) *= *("[^"]*"|'[^']*')/)) {
		out = out substr(line, 1, RSTART - 1)
		value = substr(line, RSTART, RLENGTH)
		line = substr(line, RSTART + RLENGTH)
		name = value
		sub(/ *=.*/, "", name)
		sub(/^[^"']*["']/, "", value)
		value = hex(substr(value, 1, length(value) - 1))
		level = grey(value)
		if (level >= 160 && level < 255 && line !~ /^[^>]*opacity/ && (name == "fill" || name == "stroke"))
			out = out name "=\"#000000\" " name "-opacity=\"" sprintf("%.2f", 1 - level / 255) "\""
		else out = out name "=\"" value "\""
	}
	return out line
}

function svg_line(line, id) {
	gsub(/ id="/, "&" id "-", line)
	gsub(/ id='/, "&" id "-", line)
	gsub(/xlink:href='#/, "href='#" id "-", line)
	gsub(/xlink:href="#/, "href=\"#" id "-", line)
	gsub(/url\(#/, "&" id "-", line)
	gsub(/ font-family="sans-serif"/, "", line)
	gsub(/<title>gnuplot_plot_[0-9]*[a-z]*<\/title>/, "", line)
	return line ~ /(fill|stroke|color) *=/ ? recolour(line) : line
}

function attribute(tag, name) {
	if (!match(tag, "[ \n]" name "=\"[^\"]*\"")) return ""
	return substr(tag, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
}

# The tag <svg ...>, which may take several lines; "" when there is none.
function svg_tag(file,    line, tag) {
	while ((getline line <file) > 0) {
		if (tag == "" && line !~ /<svg/) continue
		tag = tag line "\n"
		if (line ~ />/) return tag
	}
	return tag
}

function svg(file, id, title, desc,    tag, view, part, width, height, line, held, whole, heads) {
	if ((tag = svg_tag(file)) == "") return 0
	view = attribute(tag, "viewBox")
	if (split(view, part, " ") != 4) csv_bad(file, "the picture has no viewBox")
	width = part[3]
	height = part[4]
	printf "<svg class=\"plot\" role=\"img\" aria-labelledby=\"%s-title %s-desc\" width=\"%s\" height=\"%s\" viewBox=\"%s\" xmlns=\"http://www.w3.org/2000/svg\">\n", \
		id, id, width, height, view
	printf "<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n", id, escape(title), id, escape(desc)
	while ((getline line <file) > 0) {
		whole = whole || line ~ /<\/svg>/
		if (line ~ /^[ \t]*$/) continue
		if (heads < 2 && line ~ /^<(title|desc)>/ && ++heads) continue
		if (line ~ ("<rect x=\"0\" y=\"0\" width=\"" width "\" height=\"" height "\" fill=")) continue
		# A group that nothing is drawn in goes.
		if (held != "" && line ~ /^<\/g>$/) { held = ""; continue }
		if (held != "") print held
		held = svg_line(line, id)
		if (line !~ /^<g [^>]*>$/) { print held; held = "" }
	}
	close(file)
	if (!whole) csv_bad(file, "the picture is cut short")
	return 1
}
