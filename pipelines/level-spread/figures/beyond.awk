# beyond -- the points of a scatter that lie outside its axes, as texts at the border.
#
#	awk -v by='COLUMN...' -v right=X -v top=Y -v bottom=Y -v line=Y -v room=X \
#		-f beyond.awk fig7a.csv
#
# `line` and `room` are how high and how wide a text is.  Writes, apart by blanks, row, pattern, alloc, side, x, y,
# text: side is the border that the text is at, right or top, and the text how far away the point is.

BEGIN { FS = "," }

NR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	keys = split(by, key, " ")
	next
}

{
	x = $at["small"]
	y = $at["large"]
	panel = $at[key[1]]
	for (i = 2; i <= keys; i++) panel = panel "/" $at[key[i]]
	panel = panel " " $at["pattern"]
	if (x > right || y > top) {
		line_of[++texts] = panel " " $at["alloc"]
		place[texts] = panel
		across[texts] = x
		up[texts] = y
	} else if (x > right - room)
		taken[panel, ++n[panel]] = y
}

END {
	for (done = 1; done <= texts; done++) write(lowest())
}

# The lowest text that has no place yet: from below upwards they keep their order.
function lowest(    i, l) {
	for (i = 1; i <= texts; i++)
		if (!(i in placed) && (!l || up[i] < up[l])) l = i
	placed[l] = 1
	return l
}

function write(i,    x, y) {
	x = across[i]
	y = up[i]
	if (x <= right) print line_of[i], "top", x, free(place[i], y), sprintf("%.1f\302\240↑", y)
	else print line_of[i], "right", right, free(place[i], y), sprintf("%.1f\302\240→", x) (y > top ? sprintf("\302\240%.1f\302\240↑", y) : "")
}

# The height nearest to y that no text or point of the panel has.
function free(panel, y,    d, h, k, clear) {
	if (y > top - line / 2) y = top - line / 2
	if (y < bottom + line / 2) y = bottom + line / 2
	for (d = 0; d < top - bottom; d = d > 0 ? -d : -d + line / 8) {
		h = y + d
		clear = h >= bottom + line / 2 && h <= top - line / 2
		for (k = 1; k <= n[panel] && clear; k++)
			clear = h - taken[panel, k] >= line || taken[panel, k] - h >= line
		if (clear) break
	}
	if (!clear) h = y
	taken[panel, ++n[panel]] = h
	return h
}
