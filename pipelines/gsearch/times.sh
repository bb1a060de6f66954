# times -- how good mappings are and how long map takes for them: what quality and matrices share; they source it.
#
# A table here has a case for each job, `case` as its first column, no quoted cells, no preamble; $machine is its machine, $most_jobs how
# many jobs are mapped at most to see how long one takes.
# shellcheck shell=bash disable=SC2154 # machine and most_jobs are set by those who source it
source "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
# The seconds that a time must be long to count; the test of the study takes any.
export long_enough=${GSEARCH_ENOUGH:-$([ "$scale" = full ] && echo 0.1 || echo 0.02)}

# copies TABLE N: a file with the table's rows N times, in cases of their own
copies() {
	local many=$1.x$2
	[ -f "$many" ] || awk -v n="$2" '
		NR == 1 { print; next }
		{ row[NR - 1] = $0 }
		END { for (k = 1; k <= n; k++) for (i = 1; i < NR; i++) print k "-" row[i] }' "$1" >"$many"
	echo "$many"
}

# seconds OPTION... FILE: processor time of map; its output goes to `placed`
seconds() {
	local TIMEFORMAT='%U %S'
	{ time map --quiet --no-preamble --machine "$machine" "$@" >placed 2>messages; } 2>taken || { cat messages taken >&2; return 1; }
	awk '{ print $1 + $2 }' taken
}

# linear_seconds FILE: that of reading and writing it; asked for again and again
linear_seconds() {
	[ -f "$1.linear" ] || seconds --algorithm linear "$1" >"$1.linear"
	cat "$1.linear"
}

# placed_hops FILE: average hops, hop-bytes and rows of mapped jobs, means over them
placed_hops() {
	metrics mapping --no-preamble --machine "$machine" "$1" | metrics select --no-preamble --columns links_mean,hop_bytes |
		awk -F, 'NR > 1 { hops += $1; bytes += $2 } END { n = NR - 1; printf "%.9g,%.9g,%d\n", hops / n, bytes / n, n }'
}

# measured TABLE SEEDS METHOD: average hops, hop-bytes and processor seconds a job, of SEEDS copies of the table.
# Reading and writing the table does not count, which `linear` does as well; where the rest is too short to be told from
# it, eight times as many copies are mapped, and so on.  METHOD is map's algorithm, with options; the mapped first copies
# stay in `first`.
measured() {
	local copies=$2 method table base all hops rows

	read -ra method <<<"$3"
	table=$(copies "$1" "$copies")
	base=$(linear_seconds "$table")
	all=$(seconds --algorithm "${method[@]}" "$table")
	mv placed first
	IFS=, read -r hops bytes rows < <(placed_hops first)
	rows=$((rows / copies))
	if [ "$3" = linear ]; then
		echo "$hops,$bytes,0"
		return
	fi
	while awk -v all="$all" -v base="$base" -v enough="$long_enough" 'BEGIN { exit all - base >= enough }' && [ $((copies * rows)) -lt "$most_jobs" ]; do
		copies=$((8 * copies))
		table=$(copies "$1" "$copies")
		base=$(linear_seconds "$table")
		all=$(seconds --algorithm "${method[@]}" "$table")
	done
	awk -v hops="$hops" -v bytes="$bytes" -v all="$all" -v base="$base" -v jobs=$((copies * rows)) '
		BEGIN { printf "%s,%s,%.3g\n", hops, bytes, (all > base ? (all - base) / jobs : 0) }'
}
export -f copies seconds linear_seconds placed_hops measured
