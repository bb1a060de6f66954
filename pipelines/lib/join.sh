# join.sh -- sweep --join: the results of the grid's cells as one table.
# shellcheck shell=bash disable=SC2154,SC2034

# join_grid [COLUMN=VALUE...]
join_grid() {
	states >"$tmp/states"
	narrow "$@"
	complete
	headers >"$tmp/headers"
	[[ -s $tmp/headers ]] || die 1 'no results to join'
	cut -f 2 "$tmp/headers" | sort -u >"$tmp/kinds"
	[[ $(wc -l <"$tmp/kinds") = 1 ]] || die 1 "results with different columns; choose some by COLUMN=VALUE"
	cat "$tmp/kinds"
	(cd "$out" && xargs -0 tail -q -n +2 -- <"$tmp/good-files")
}

# narrow [COLUMN=VALUE...]: the states of cells whose columns are so
narrow() {
	local condition

	for condition; do
		[[ $condition = ?*=* ]] || wrong "'$condition' is not COLUMN=VALUE"
		grid_columns id "${condition%%=*}" >"$tmp/column"
		value=${condition#*=} awk '
			FNR == NR { if (substr($0, index($0, " ") + 1) == ENVIRON["value"]) chosen[$1]; next }
			$1 in chosen' "$tmp/column" "$tmp/states" >"$tmp/narrowed"
		mv "$tmp/narrowed" "$tmp/states"
	done
}

# complete: whether all are there, unless some are enough
complete() {
	local lacking

	[[ ! $partial ]] || return 0
	lacking=$(($(wc -l <"$tmp/states") - $(cells_in good)))
	[[ $lacking = 0 ]] || die 1 "$(several "$lacking" result) missing or not as recorded; run the sweep again, or join with --partial"
}
