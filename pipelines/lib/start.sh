# start.sh -- what a sweep does before its first cell: which cells are to run.
# shellcheck shell=bash disable=SC2154,SC2034
#
# Nothing in OUT is trusted that does not match its record, and nothing is removed
# but what a dead sweep left half-written.

# choose_cells: the cells of this sweep (all, or its part) into mine: "ID SIMULATIONS COST"
choose_cells() {
	local r=${part%/*} m=${part#*/}

	awk -v r="${r:-1}" -v m="${m:-1}" 'NR % m == r % m' "$tmp/cells" >"$tmp/mine"
}

# look: the states of these cells
look() {
	states >"$tmp/states"
	awk 'FNR == NR { mine[$1]; next } $1 in mine' "$tmp/mine" "$tmp/states" >"$tmp/my-states"
}

# refuse_others: results of other programs are not mixed with ours without a word
refuse_others() {
	local others

	others=$(awk -v programs="$programs" '$2 == "good" && $3 != programs { n++ } END { print n + 0 }' "$tmp/my-states")
	[[ $others = 0 || $renew ]] ||
		die 1 "$(several "$others" result) in '$out' made by other versions of the programs; --renew runs them again"
}

# to_do: the cells to run, in the grid's order; and those that failed before
to_do() {
	local before

	files_of failed '' >"$tmp/failed-files"
	mapfile -t before <"$tmp/failed-files"
	printf '%s\n' "${before[@]##*/}" >"$tmp/failed-before"
	awk -v programs="$programs" '
		FNR == NR { good[$1] = $2 == "good" && $3 == programs; next }
		!good[$1]' "$tmp/my-states" "$tmp/mine" >"$tmp/todo"
}

prepare_folder() {
	mkdir -p "$out"/{results,records,failed,grids,runs,hosts} || exit 1
	if ! [[ -e $out/grids/$grid_hash.csv ]]; then
		cp "$grid" "$out/grids/.$grid_hash.$HOSTNAME.$$" &&
			mv "$out/grids/.$grid_hash.$HOSTNAME.$$" "$out/grids/$grid_hash.csv" || exit 1
	fi
	# appending, parallel writes no header
	[[ -e $out/joblog ]] || printf "%s\n" $'Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand' >"$out/joblog"
}

# remove_leftovers: what dead sweeps left half-written, and what they said of cells that
# run again now.  Our locks say that nobody writes these files.
remove_leftovers() {
	local file id rest left=()
	local -A mine=()

	while read -r id rest; do mine[$id]=yes; done <"$tmp/mine"
	for file in "$out"/{results,records,failed}/.?*; do
		id=${file##*/.}
		[[ ! -f $file || -L $file || $part && ! ${mine[${id:0:16}]-} ]] || left+=("$file")
	done
	[[ $part ]] || left+=("$out"/.MANIFEST.* "$out"/grids/.[0-9a-f]*)
	[[ ${#left[@]} = 0 ]] || printf '%s\0' "${left[@]}" | xargs -0 rm -f --
}

# forget_failures: of the cells that run again now
forget_failures() {
	local id

	while read -r id _; do
		[[ ! -e $out/failed/$id ]] || rm "$out/failed/$id"
	done <"$tmp/todo"
}

# set_aside: what does not match its record is kept for a look, and run again
set_aside() {
	local id state file why

	while read -r id state _; do
		file=results/$id.csv
		case $state in
		changed) why='is not what its record says' ;;
		unrecorded) why='has no record' ;;
		*) continue ;;
		esac
		mkdir -p "$out/rejected"
		mv --backup=numbered "$out/$file" "$out/rejected/$id.csv" || exit 1
		say "$file $why: set aside in rejected, to run again"
	done <"$tmp/my-states"
}

# remove_others: what --renew runs again
remove_others() {
	local id state by

	while read -r id state by; do
		[[ $state != good || $by = "$programs" ]] || rm "$out/results/$id.csv"
	done <"$tmp/my-states"
}
