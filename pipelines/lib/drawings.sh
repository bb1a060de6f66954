# drawings -- the figures of a study: a row each of its drawings.csv.  Scripts source it behind their settings.sh.
# shellcheck shell=bash disable=SC2154

# shellcheck source=/dev/null
source "$root/pipelines/lib/draw.sh"

# drawing FIGURE COLUMN: its command (2), or what it is drawn from (3): a table and, for `metrics plot`, conditions on its rows, or
# COLUMN=VALUE... of cells
drawing() {
	awk -F, -v figure="$1" -v column="$2" '$1 == figure { print $column; found = 1 } END { exit !found }' "$here/drawings.csv" ||
		{ echo "${0##*/}: no figure '$1' in drawings.csv" >&2; return 2; }
}

# title_of FIGURE: what figures.csv calls the picture FIGURE.svg
title_of() {
	awk -f "$root/pipelines/report/csv.awk" -f "$root/pipelines/lib/title.awk" "$here/figures.csv" "$1.svg"
}

# draw DIR FIGURE: DIR/FIGURE.svg, by its command: `metrics plot` with options, a gnuplot script, which reads `table`, or others in `dir`,
# or one of figures/ with its arguments
draw() {
	[ $# = 2 ] || { echo 'usage: draw DIR FIGURE' >&2; return 2; }
	local dir=$1 figure=$2 command script which table conditions options tmp
	command=$(drawing "$figure" 2)
	if [[ $command != *.plt && $command != 'metrics plot '* ]]; then
		read -r script which <<<"$command"
		"$here/figures/$script" "$dir" ${which:+"$which"}
		return
	fi
	read -r table conditions <<<"$(drawing "$figure" 3)"
	[ -f "$dir/$table" ] || { echo "draw: $dir/$table: no such file" >&2; return 1; }
	tmp=$(mktemp -d)
	# shellcheck disable=SC2064 # this one, not a later one
	trap "rm -rf $(printf %q "$tmp")" EXIT
	if [[ $command == 'metrics plot '* ]]; then
		read -r -a options <<<"${command#metrics plot }"
		read -r -a conditions <<<"$conditions"
		metrics select "${conditions[@]/#/--where=}" "$dir/$table" | metrics plot "${options[@]}" --title "$(title_of "$figure")" --output "$tmp/picture"
	else
		# gnuplot 5.4 takes an empty cell at the end of a line for one of an earlier line.
		sed 's/,$/,""/' "$dir/$table" >"$tmp/table.csv"
		plot "$here/$command" table="$tmp/table.csv" dir="$dir" figure="$figure" title="$(title_of "$figure")" out="$tmp/picture"
	fi
	awk -f "$here/../lib/slim.awk" "$tmp/picture" >"$tmp/$figure.svg"
	mv "$tmp/$figure.svg" "$dir"
}
