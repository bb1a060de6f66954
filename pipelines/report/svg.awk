# svg -- a picture that gnuplot drew, as a part of the page.
#
#	svg(file, id, title, desc)	write it; 0 when the file is not there
#
# Only what gnuplot draws with comes onto the page: the elements and attributes listed here, references to parts of the same
# picture, text.  A picture with anything else (a script, a handler of events, a link) is refused.
#
# The article has the figure's title: that which a picture carries for those who copy it out is left out, and so are the names that
# gnuplot gives to what it draws, which browsers show on hover.
#
# gnuplot gives the same ids in every file, and black on white: here ids begin with
# `id`, light greys are thin shades of black, and black and white are left to the
# style sheet, which knows the page's colours.  Colours are written #rrggbb, for
# the style sheet to choose by.

BEGIN {
	svg_allow(svg_elements, "svg g defs title desc path line polyline polygon rect circle ellipse use text tspan" \
		" pattern clipPath linearGradient stop filter feFlood feComposite feGaussianBlur")
	svg_allow(svg_attributes, "id class x y x1 y1 x2 y2 dx dy cx cy r rx ry width height d points transform rotate viewBox version" \
		" style fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin stroke-miterlimit" \
		" color opacity font-family font-size font-weight font-style text-anchor text-decoration baseline-shift shape-rendering xml:space" \
		" clip-path clip-rule clipPathUnits filter filterUnits in in2 result operator stdDeviation flood-color flood-opacity" \
		" patternUnits patternTransform gradientUnits offset stop-color stop-opacity xmlns xmlns:xlink xlink:href")
}

function svg_allow(set, words,    n, i, list) {
	n = split(words, list, " ")
	for (i = 1; i <= n; i++) set[list[i]]
}

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

# svg_check(file, text): refuse a text that XML has not: an & that begins no character, control characters, bytes that are no UTF-8.
function svg_check(file, text) {
	gsub(/&(amp|lt|gt|quot|apos|#0*(3[2-9]|[4-9][0-9]|[1-9][0-9][0-9][0-9]?));/, "", text)
	gsub(/&#x0*([2-7][0-9A-Fa-f]|[1-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]|[1-9A-Ca-c][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]);/, "", text)
	gsub(/[\302-\337][\200-\277]/, "", text)
	gsub(/(\340[\240-\277]|[\341-\354\356\357][\200-\277]|\355[\200-\237])[\200-\277]/, "", text)
	gsub(/(\360[\220-\277]|[\361-\363][\200-\277]|\364[\200-\217])[\200-\277][\200-\277]/, "", text)
	if (text ~ /[&\001-\010\013\014\016-\037\177-\377]/) csv_bad(file, "a text that is none in XML: not as gnuplot writes it")
}

# svg_next(file): the next begin or end of an element into svg_name ("/g" is an end), svg_given (its attributes as they stand),
# svg_empty (it has no content), and the text behind it into svg_text.  0 at the end of the file, -1 when there is no file.
function svg_next(file,    record, at, name) {
	RS = "<"
	do at = (getline record <file); while (at > 0 && !svg_name && record ~ /^(\?xml [^>]*\?>)?[ \t\r\n]*$/)
	RS = "\n"
	if (at <= 0) return at
	if (!match(record, /^\/?[A-Za-z]+/)) csv_bad(file, "<" substr(record, 1, 1) ": not in a picture")
	svg_name = substr(record, 1, RLENGTH)
	name = svg_name
	sub(/^\//, "", name)
	if (!(name in svg_elements)) csv_bad(file, "<" svg_name ">: not in a picture")
	record = substr(record, RLENGTH + 1)
	svg_given = ""
	while (match(record, /^[ \t\r\n]+[A-Za-z][-A-Za-z0-9:]*[ \t\r\n]*=[ \t\r\n]*("[^"]*"|'[^']*')/)) {
		svg_given = svg_given substr(record, 1, RLENGTH)
		record = substr(record, RLENGTH + 1)
	}
	if (!match(record, /^[ \t\r\n]*\/?>/)) csv_bad(file, "<" svg_name ">: not as gnuplot writes it")
	svg_empty = substr(record, 1, RLENGTH) ~ /\//
	svg_text = substr(record, RLENGTH + 1)
	svg_check(file, svg_text)
	gsub(/>/, "\\&gt;", svg_text)
	if (svg_name != name && (svg_empty || svg_given)) csv_bad(file, "<" svg_name ">: not as gnuplot writes it")
	return 1
}

# svg_read(file, value): the attributes of svg_given: how many, their names in value[1..n], what they are in value[NAME]
function svg_read(file, value,    n, given, name, text) {
	split("", value)
	given = svg_given
	while (match(given, /=[ \t\r\n]*["']/)) {
		name = substr(given, 1, RSTART - 1)
		gsub(/[ \t\r\n]/, "", name)
		text = substr(given, RSTART + RLENGTH)
		RSTART = index(text, substr(given, RSTART + RLENGTH - 1, 1))
		given = substr(text, RSTART + 1)
		text = substr(text, 1, RSTART - 1)
		if (!(name in svg_attributes) || name in value || !svg_may_be(name, text))
			csv_bad(file, "<" svg_name " " name "=\"" substr(text, 1, 40) "\">: not in a picture")
		value[++n] = name
		value[name] = text
	}
	return n
}

# Plain values only; what refers to something refers to a part of this picture.
function svg_may_be(name, text) {
	if (text ~ /[<>&"'\\]/) return 0
	if (name == "id") return text ~ /^[A-Za-z][A-Za-z0-9_.-]*$/
	if (name == "xlink:href") return text ~ /^#[A-Za-z][A-Za-z0-9_.-]*$/
	if (name ~ /^xmlns/) return text ~ /^http:\/\/www\.w3\.org\/(2000\/svg|1999\/xlink)$/
	if (name == "style") return (text ";") ~ /^((fill|stroke|filter): ?(none|currentColor|rgb\([0-9, ]*\)|url\(#[A-Za-z][A-Za-z0-9_.-]*\)) ?; ?)+$/
	return text !~ /[uU][rR][lL]/ || text ~ /^url\(#[A-Za-z][A-Za-z0-9_.-]*\)$/
}

# svg_write(n, value, id): these attributes, as the page has them
function svg_write(n, value, id,    i, name, text, level, out) {
	for (i = 1; i <= n; i++) {
		name = value[i]
		text = value[name]
		if (name text ~ /^(font-familysans-serif|stroke-linecapbutt|stroke-linejoinmiter|classgridline|stroke-width1\.00)$/) continue	# as is without it
		if (name == "id") text = id "-" text
		if (name == "xlink:href") { name = "href"; text = "#" id "-" substr(text, 2) }
		gsub(/url\(#/, "&" id "-", text)
		if (name ~ /^(fill|stroke|flood-color|color)$/) {
			text = hex(text)
			level = grey(text)
			if (level >= 160 && level < 255 && svg_given !~ /opacity/ && (name == "fill" || name == "stroke"))
				text = "#000000\" " name "-opacity=\"" sprintf("%.2f", 1 - level / 255)
		}
		out = out " " name "=\"" text "\""
	}
	return out
}

# The picture's first tag, and what people hear of it.
function svg_begin(file, value, id, title, desc,    part) {
	svg_read(file, value)
	if (svg_name != "svg" || svg_empty) csv_bad(file, "not a picture")
	if (value["viewBox"] !~ /^[-0-9.]+ [-0-9.]+ [0-9.]+ [0-9.]+$/) csv_bad(file, "the picture has no viewBox")
	split(value["viewBox"], part, " ")
	svg_width = part[3]
	svg_height = part[4]
	printf "<svg class=\"plot\" role=\"img\" aria-labelledby=\"%s-title %s-desc\" width=\"%s\" height=\"%s\" viewBox=\"%s\" xmlns=\"http://www.w3.org/2000/svg\">\n", \
		id, id, svg_width, svg_height, value["viewBox"]
	printf "<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n", id, escape(title), id, escape(desc)
}

# Whether an element is left out: names, the background.
function svg_dull(value) {
	if (svg_name == "title" || svg_name == "desc") return 1
	return svg_name == "rect" && value["x"] == "0" && value["y"] == "0" && value["width"] == svg_width && value["height"] == svg_height && "fill" in value
}

# svg_print(text, title): some of the picture; of a text that is the title, or begins as one of the paper's figures, nothing
function svg_print(text, title) {
	if (text == "") return
	if (svg_name == "text") { svg_words = svg_held = ""; svg_in_text = 1 }
	if (!svg_in_text) { printf "%s", text; return }
	svg_held = svg_held text
	if (svg_name != "/text") { svg_words = svg_words svg_text; return }
	svg_in_text = 0
	gsub(/[ \t\r\n]+/, " ", svg_words)
	if (svg_words !~ /^ ?Fig\. [0-9]/ && !(length(svg_words) > 9 && index(escape(title), svg_words))) printf "%s", svg_held
}

function svg(file, id, title, desc,    value, n, depth, open, held, dull, skip, tag) {
	svg_name = ""
	if ((n = svg_next(file)) < 0) return 0
	if (!n) csv_bad(file, "the picture is cut short")
	svg_begin(file, value, id, title, desc)
	open[depth = 1] = "svg"
	while (depth && svg_next(file)) {
		skip = dull
		if (svg_name ~ /^\//) {
			if (svg_name != "/" open[depth--]) csv_bad(file, "<" svg_name ">: not as gnuplot writes it")
			dull = 0
			tag = "<" svg_name ">"
		} else {
			if (dull || svg_name == "svg") csv_bad(file, "<" svg_name "> in <" open[depth] ">: not in a picture")
			n = svg_read(file, value)
			skip = svg_dull(value)
			dull = skip && !svg_empty
			if (!svg_empty) open[++depth] = svg_name
			tag = "<" svg_name svg_write(n, value, id) (svg_empty ? "/>" : ">")
		}
		if (open[depth] !~ /^(text|tspan|title|desc)$/) {
			if (svg_text !~ /^[ \t\r\n]*$/) csv_bad(file, "text between shapes: not in a picture")
			if (svg_text != "") svg_text = "\n"
		}
		if (skip) continue
		# A group that nothing is drawn in goes.
		if (held != "" && svg_name == "/g") { held = ""; continue }
		printf "%s", held
		held = ""
		if (svg_name == "g" && !svg_empty) held = tag svg_text
		else svg_print(tag svg_text, title)
	}
	if (depth) csv_bad(file, "the picture is cut short")
	if (svg_next(file)) csv_bad(file, "more than a picture")
	close(file)
	return 1
}
