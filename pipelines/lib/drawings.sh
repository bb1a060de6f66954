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

# take TABLE COLUMNS CONDITION...: these columns of the rows of a table in $dir; fails, and says so, where there are none
take() {
	[ -f "$dir/$1" ] || { echo "$figure: $dir/$1: no such file" >&2; return 1; }
	local conditions=("${@:3}")
	metrics select --no-preamble --columns "$2" "${conditions[@]/#/--where=}" "$dir/$1" >"$tmp/taken" || return
	[ "$(wc -l <"$tmp/taken")" -gt 1 ] || { echo "$figure: $dir/$1: no rows${3+ with ${*:3}}" >&2; return 1; }
	cat "$tmp/taken"
}

# drawn_of_cells FUNCTION [ARGUMENT]: DIR/FIGURE.csv, what that function of the study's figures/figures.sh writes, and $tmp/picture by the
# script of figures/ that it names in $picture, with values for it; by none where it has drawn itself
drawn_of_cells() {
	# shellcheck source=/dev/null
	source "$here/figures/figures.sh"
	local picture=("$figure.plt")
	"$@" >"$tmp/$figure.csv"
	mv "$tmp/$figure.csv" "$dir"
	[ ${#picture[@]} = 0 ] || plot "$here/figures/${picture[0]}" in="$dir/$figure.csv" out="$tmp/picture" "${picture[@]:1}"
}

# drawn_of_table COMMAND TABLE [CONDITION...]: $tmp/picture of that table in DIR
drawn_of_table() {
	local command=$1 table=$2 options conditions=("${@:3}")
	[ -f "$dir/$table" ] || { echo "draw: $dir/$table: no such file" >&2; return 1; }
	if [[ $command == 'metrics plot '* ]]; then
		read -r -a options <<<"${command#metrics plot }"
		metrics select "${conditions[@]/#/--where=}" "$dir/$table" |
			metrics plot "${options[@]}" --title "$(title_of "$figure")" --output "$tmp/picture"
	else
		# gnuplot 5.4 takes an empty cell at the end of a line for one of an earlier line.
		sed 's/,$/,""/' "$dir/$table" >"$tmp/table.csv"
		plot "$here/$command" table="$tmp/table.csv" dir="$dir" figure="$figure" title="$(title_of "$figure")" out="$tmp/picture"
	fi
}

# draw DIR FIGURE: DIR/FIGURE.svg, by its command: `metrics plot` with options, a gnuplot script, which reads `table`, or others in `dir`,
# or a function of figures/figures.sh with its argument
draw() {
	[ $# = 2 ] || usage 'draw DIR FIGURE'
	local dir=$1 figure=$2 command words
	command=$(drawing "$figure" 2)
	temporary
	if [[ $command == *.plt || $command == 'metrics plot '* ]]; then
		read -ra words < <(drawing "$figure" 3)
		drawn_of_table "$command" "${words[@]}"
	else
		read -ra words <<<"$command"
		drawn_of_cells "${words[@]}"
	fi
	[ ! -e "$tmp/picture" ] || awk -f "$here/../lib/slim.awk" "$tmp/picture" >"$tmp/$figure.svg"
	mv "$tmp/$figure"*.svg "$dir"
}
