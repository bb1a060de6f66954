# states.sh -- what OUT holds of each cell of the grid.
# shellcheck shell=bash disable=SC2154,SC2034
#
# states prints "ID STATE PROGRAMS" in the grid's order, where STATE is
#	good		there, and as its record says
#	unrecorded	there without a record
#	changed		there, but not what its record says: cut, overwritten
#	none		not there
# and PROGRAMS is the record's hash of the programs ("-": no record).  All files are read
# by one sha256sum, which is why this may run at the start of each sweep.

states() {
	files_of results .csv >"$tmp/result-files"
	files_of records '' >"$tmp/record-files"
	: >"$tmp/records"
	: >"$tmp/sums"
	[[ ! -s $tmp/result-files && ! -s $tmp/record-files ]] || (
		cd "$out" 2>/dev/null || exit 0
		xargs grep -Hs '' <"$tmp/record-files" >"$tmp/records" || true
		xargs sha256sum <"$tmp/result-files" >"$tmp/sums" 2>/dev/null || true
	)
	records=$tmp/records sums=$tmp/sums there=$tmp/result-files awk '
		function id_of(path) { sub(/.*\//, "", path); return substr(path, 1, 16) }
		BEGIN {
			while ((getline line <ENVIRON["records"]) > 0) {
				id = substr(line, 9, 16)		# records/ID:ID,SHA,...
				n = split(substr(line, 26), field, ",")
				if (n == 8 && field[1] == id && !(id in recorded)) { recorded[id] = field[2]; programs[id] = field[8] }
			}
			while ((getline line <ENVIRON["sums"]) > 0) sum[substr(line, 75, 16)] = substr(line, 1, 64)
			while ((getline line <ENVIRON["there"]) > 0) result[id_of(line)]
		}
		{
			if (!($1 in result)) state = "none"
			else if (!($1 in recorded)) state = "unrecorded"
			else state = sum[$1] == recorded[$1] ? "good" : "changed"
			print $1, state, ($1 in programs) ? programs[$1] : "-"
		}' "$tmp/cells"
}

declare -A is_cell=()

# files_of FOLDER SUFFIX: the files of the grid's cells in a folder of OUT, a line each.
# One look at the folder costs less than one at each file, above all over a network.
files_of() {
	local file id found=()

	if [[ ${#is_cell[@]} = 0 ]]; then while read -r id _; do is_cell[$id]=yes; done <"$tmp/cells"; fi
	for file in "$out/$1"/*"$2"; do
		id=${file##*/} id=${id%"$2"}
		[[ ! ${is_cell["$id"]-} ]] || found+=("$1/$id$2")
	done
	[[ ${#found[@]} = 0 ]] || printf '%s\n' "${found[@]}"
}

# cells_in STATE: how many
cells_in() { awk -v state="$1" '$2 == state { n++ } END { print n + 0 }' "$tmp/states"; }

# sum_of COLUMN STATES...: the sum of simulations (2) or cost (3) over the cells in these states
sum_of() {
	awk -v column="$1" -v states=" ${*:2} " '
		FNR == NR { amount[$1] = $column; next }
		index(states, " " $2 " ") { sum += amount[$1] }
		END { printf "%.0f\n", sum }' "$tmp/cells" "$tmp/states"
}
