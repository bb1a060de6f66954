# figures.sh -- what the scripts of single figures share: rows of a table, and the picture of a table.
#
# The study's settings.sh comes first.
# shellcheck shell=bash disable=SC2154

source "$root/pipelines/lib/draw.sh"
temporary

# take FIGURE TABLE COLUMNS CONDITION...: these columns of the rows of a table; fails, and says so, where there are none
take() {
	[ -f "$2" ] || { echo "$1: $2: no such file" >&2; return 1; }
	local conditions=("${@:4}")
	metrics select --no-preamble --columns "$3" "${conditions[@]/#/--where=}" "$2" >"$tmp/taken" || return
	[ "$(wc -l <"$tmp/taken")" -gt 1 ] || { echo "$1: $2: no rows${4+ with ${*:4}}" >&2; return 1; }
	cat "$tmp/taken"
}

# picture DIR FIGURE PLT [NAME=VALUE...]: DIR/FIGURE.svg, from DIR/FIGURE.csv
picture() {
	plot "$here/figures/$3" in="$1/$2.csv" out="$tmp/picture" "${@:4}"
	awk -f "$here/../lib/slim.awk" "$tmp/picture" >"$1/$2.svg"
}
