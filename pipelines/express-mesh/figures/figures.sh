# figures -- what the figures' scripts share; they source it.
# shellcheck shell=bash
source "$(dirname "${BASH_SOURCE[0]}")/../settings.sh"
source "$here/../lib/draw.sh"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# take FIGURE TABLE COLUMNS CONDITION...: rows of a table, which must be there
take() {
	local figure=$1 table=$2 columns=$3 condition where=()
	shift 3
	[ -f "$table" ] || { echo "$figure: $table: no such file" >&2; return 1; }
	for condition; do where+=(--where "$condition"); done
	metrics select --no-preamble --columns "$columns" "${where[@]}" "$table" >"$tmp/taken" || return
	[ "$(wc -l <"$tmp/taken")" -gt 1 ] || { echo "$figure: $table: no rows${1:+ with $*}" >&2; return 1; }
	cat "$tmp/taken"
}

# picture DIR FIGURE PLT [NAME=VALUE...]: DIR/FIGURE.svg, from DIR/FIGURE.csv
picture() {
	plot "$here/figures/$3" in="$1/$2.csv" out="$tmp/picture" "${@:4}"
	awk -f "$here/../lib/slim.awk" "$tmp/picture" >"$1/$2.svg"
}
