# dots -- gnuplot's SVG with the points that follow one another in one colour as one path.
#	awk -f dots.awk IN.svg >OUT.svg
#
# gnuplot writes a hundred bytes for each point.  A line without length and with round ends is
# a circle in fifteen; a short one with square ends is a square, and slanted a diamond.
function flush() {
	if (path) print "\t<path d='" path "' stroke='" colour "' stroke-width='" width "' stroke-linecap='" cap "'/>"
	path = ""
}

match($0, /^\t<use xlink:href='#gpPt(4|6|12)' transform='translate\([0-9.,]*\) scale\([0-9.]*\)' color='[^']*'\/>$/) {
	split($0, part, "'")
	split(part[4], number, /[(),]/)
	split(part[4], scale, /scale\(/)
	kind = substr(part[2], 6) + 0
	how = part[2] part[6] scale[2]
	if (how != before) flush()
	before = how
	colour = part[6]
	gsub(/ /, "", colour)
	cap = kind == 6 ? "round" : "square"
	width = sprintf("%.4g", (kind == 6 ? 2 : 2.2) * scale[2])
	path = path sprintf("M%.1f %.1f%s", number[2], number[3], kind == 6 ? "h0" : kind == 4 ? "h.1" : "l.1.1")
	next
}
{ flush(); before = ""; print }
