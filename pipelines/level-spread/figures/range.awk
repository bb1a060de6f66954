# range -- the axes of a scatter, one range for all panels: what its points need, up to 5 as in the paper.
#
#	awk -v panel_width=PIXELS -v panel_height=PIXELS -f range.awk fig7a.csv
#
# Writes left, right, bottom and top, and how high and how wide a text at the border of a panel of that size is.

BEGIN {
	FS = ","
	least["small"] = least["large"] = most["small"] = most["large"] = 1
}

NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
{ see("small", $at["small"] + 0); see("large", $at["large"] + 0) }
END {
	left = low("small"); right = high("small")
	bottom = low("large"); top = high("large")
	printf "%g %g %g %g %g %g\n", left, right, bottom, top, 14 * (top - bottom) / panel_height, 46 * (right - left) / panel_width
}

function see(name, value) {
	if (value < least[name]) least[name] = value
	if (value > most[name]) most[name] = value
}
function low(name,    fifths) {
	fifths = (least[name] - 0.04) * 5
	return (int(fifths) - (fifths < int(fifths))) / 5
}
function high(name,    fifths) {
	fifths = (most[name] + 0.04) * 5
	return fifths < 25 ? (int(fifths) + (fifths > int(fifths))) / 5 : 5
}
