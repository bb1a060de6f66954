# drawings -- what drawings.csv says of a figure; reproduce, watch and draw source it.

# drawing FIGURE COLUMN: its command (2), or COLUMN=VALUE... of the cells that it is drawn from (3)
drawing() {
	awk -F, -v figure="$1" -v column="$2" '$1 == figure { print $column; found = 1 } END { exit !found }' "$here/drawings.csv" ||
		{ echo "${0##*/}: no figure '$1' in drawings.csv" >&2; return 2; }
}
