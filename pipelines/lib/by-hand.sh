# by-hand.sh -- the command of a cell.
# shellcheck shell=bash

# arrange GRID ROW: the cell's arguments into $arguments, COLUMN=VALUE for all columns but id
arrange() {
	local -a names values
	local i

	IFS=, read -ra names <"$1"
	IFS=, read -ra values <<<"$2"
	arguments=()
	for ((i = 1; i < ${#names[@]}; i++)); do
		arguments+=("${names[i]}=${values[i]-}")
	done
}

# by_hand BIN CELL: a line that repeats the cell
by_hand() {
	printf 'HOPLINE_BIN=%q %q' "$1" "$2"
	printf ' %q' "${arguments[@]}"
	printf '\n'
}
