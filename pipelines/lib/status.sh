# status.sh -- sweep --status: how far it is.  Reads no result, so that it may be asked often.
# shellcheck shell=bash disable=SC2154,SC2034

status_grid() {
	quick_states >"$tmp/states"
	echo "done $(cells_in good) of $cells cells ($(sum_of 2 good) of $(sum_of 2 good failed none) simulations)"
	echo "failed $(cells_in failed)"
	echo "to do $(cells_in none)"
	if in_use; then echo "running: $(holder "$out/locks/all")"; else echo "running: no"; fi
	times_of_records 'time %.0f s, processor time %.0f s\n'
}

# quick_states: "ID good|failed|none", from names alone
quick_states() {
	for of in results records failed; do
		files_of "$of" "$(suffix_of "$of")"
	done | awk '
		names { split($0, at, "/"); has[at[1], substr(at[2], 1, 16)]; next }
		{
			state = "none"
			if (("results", $1) in has && ("records", $1) in has) state = "good"
			else if (("failed", $1) in has) state = "failed"
			print $1, state
		}' names=1 - names=0 "$tmp/cells"
}

suffix_of() { if [[ $1 = results ]]; then echo .csv; fi; }

# times_of_records FORMAT: for how long cells ran, and their processor time, in seconds.  The first is
# the time in which at least one ran, however many sweeps and hosts there were.
times_of_records() {
	files_of records '' >"$tmp/record-files"
	# shellcheck disable=SC2059 # a format
	[[ -s $tmp/record-files ]] || { printf "$1" 0 0; return; }
	(cd "$out" && xargs cat <"$tmp/record-files" 2>/dev/null || true) |
		sort -t, -k5,5n | awk -F, -v format="$1" '
			NF != 8 { next }
			{ cpu += $7 }
			$5 > end { busy += end - begin; begin = $5; end = $5 + $6; next }
			$5 + $6 > end { end = $5 + $6 }
			END { printf format, busy + end - begin, cpu }'
}
