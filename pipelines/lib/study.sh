# study.sh -- what studies made of parts have in common: a part writes tables into a folder, pictures are drawn from these,
# and the claims are measured by them.
#
# The study's settings.sh comes first: $here is its folder, $root the project's.
# shellcheck shell=bash disable=SC2154

# run_parts DIR PART...: one after the other; false when one failed
run_parts() {
	local dir=$1 part status=0 began
	shift
	for part; do
		[ -x "$here/$part" ] || { echo "reproduce: no part '$part'" >&2; status=1; continue; }
		began=$SECONDS
		"$here/$part" "$dir" || { echo "reproduce: $part failed" >&2; status=1; }
		echo "$part: $((SECONDS - began)) s" >&2
	done
	return $status
}

# draw_all DIR: every figure of drawings.csv whose table is there; false when one failed
draw_all() {
	local dir=$1 figure table status=0
	while IFS=, read -r figure _ table; do
		[ ! -f "$dir/${table%% *}" ] || "$here/draw" "$dir" "$figure" || status=1
	done < <(sed 1d "$here/drawings.csv")
	return $status
}

# show_claims DIR: the claims beside what was measured, for people, and where the pictures are
show_claims() {
	echo
	metrics claims --no-preamble --format text --claims "$root/data/claims/claims.csv" "$1/measured.csv"
	"$root/pipelines/lib/made" "$1"
}

# measure_claims DIR: DIR/measured.csv from the tables of the parts, and DIR/claims.csv, joined with what the papers claim.
# claims/*.awk have the rules; a table that a rule needs and that is not there has nothing to say, and the claim is not measured.
# `holds` is yes when all that a claim says does, no when nothing, partly otherwise; `why` says the rule and the numbers that
# decide, and ends with what reasons.csv knows of a claim that does not hold.
measure_claims() {
	local dir=$1 tmp table kind rule inputs=() programs=()
	for table in "$dir"/*.csv; do
		kind=${table##*/} kind=${kind%.csv}
		[ ! -f "$table" ] || inputs+=("kind=${kind//-/_}" "$table")
	done
	[ ${#inputs[@]} -gt 0 ] || { echo "measure: $dir: no table of any part" >&2; return 1; }
	for rule in "$here"/../lib/{lists,claims/{tables,numbers,verdict,reasons}}.awk "$here"/claims/*.awk; do programs+=(-f "$rule"); done
	tmp=$(mktemp -d)
	# shellcheck disable=SC2064
	trap "rm -rf $(printf %q "$tmp")" EXIT
	awk "${programs[@]}" kind=reasons "$here/reasons.csv" "${inputs[@]}" >"$tmp/rows"
	{ sed -n 1p "$tmp/rows"; sed 1d "$tmp/rows" | sort -t, -k1,1; } >"$tmp/measured.csv"
	metrics claims --no-preamble --claims "$root/data/claims/claims.csv" "$tmp/measured.csv" >"$tmp/claims.csv"
	mv "$tmp"/{measured,claims}.csv "$dir"
}
