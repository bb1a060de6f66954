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
	cut -d ' ' -f 1 "$tmp/cells" >"$tmp/ids"
	files_of results .csv >"$tmp/result-files"
	files_of records '' >"$tmp/record-files"
	(
		cd "$out" 2>/dev/null || exit 0
		xargs -0 grep -Hs '' <"$tmp/record-files" >"$tmp/records" || true
		xargs -0 sha256sum <"$tmp/result-files" >"$tmp/sums" 2>/dev/null || true
	)
	tr '\0' '\n' <"$tmp/result-files" >"$tmp/there"
	records=$tmp/records sums=$tmp/sums there=$tmp/there awk '
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
		}' "$tmp/ids"
}

# files_of FOLDER SUFFIX: the files of the grid's cells in a folder of OUT, ended by NUL.
# One look at the folder costs less than one at each file, above all over a network.
files_of() {
	[[ -d $out/$1 ]] || return 0
	find "$out/$1" -maxdepth 1 -type f -printf '%f\n' |
		ids=$tmp/ids awk -v folder="$1" -v suffix="$2" '
			BEGIN { while ((getline id <ENVIRON["ids"]) > 0) wanted[id suffix] }
			$0 in wanted { printf "%s/%s%c", folder, $0, 0 }'
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
