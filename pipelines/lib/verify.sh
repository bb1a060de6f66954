# verify.sh -- sweep --verify: whether every result is there and as its record says.
# shellcheck shell=bash disable=SC2154,SC2034

verify_grid() {
	local bad

	states >"$tmp/states"
	{
		awk '$2 != "good" { print $1, $2 == "none" ? "missing" : $2 == "changed" ? "is not what its record says" : "has no record" }' "$tmp/states"
		odd_headers
	} | while read -r id why; do echo "results/$id.csv: $why"; done >"$tmp/bad"
	makers=$(awk '$2 == "good" { print $3 }' "$tmp/states" | sort -u | wc -l)
	((makers <= 1)) || echo "the results are of $makers versions of the programs" >>"$tmp/bad"
	cat "$tmp/bad" >&2
	bad=$(wc -l <"$tmp/bad")
	[[ $bad = 0 ]] || die 1 "$bad of $cells results are not as they should be"
	echo "$(several "$cells" result) as recorded"
}

# odd_headers: good results whose columns are not those of the first of their series
odd_headers() {
	local series=id

	sed -n 1p "$grid" | tr , '\n' | grep -qx series && series=series
	grid_columns id "$series" | awk -v series="$series" '{ print $1, series == "id" ? "all" : $2 }' >"$tmp/series"
	headers | awk -F '\t' '
		FNR == NR { split($0, word, " "); series[word[1]] = word[2]; next }
		!(series[$1] in first) { first[series[$1]] = $2; next }
		first[series[$1]] != $2 { print $1, "has other columns than the first of its kind" }' "$tmp/series" -
}

# headers: "ID<tab>HEADER" of the good results, in the grid's order
headers() {
	awk '$2 == "good" { printf "results/%s.csv%c", $1, 0 }' "$tmp/states" >"$tmp/good-files"
	[[ -s $tmp/good-files ]] || return 0
	(cd "$out" && xargs -0 awk 'FNR == 1 { print substr(FILENAME, 9, 16) "\t" $0; nextfile }' <"$tmp/good-files")
}
