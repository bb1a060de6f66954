# report.sh -- what a sweep says at its end, and its exit status.
# shellcheck shell=bash disable=SC2154,SC2034

# not_done: the cells of this sweep that were to run and have no result
not_done() {
	[[ ! -s $tmp/todo ]] || awk 'FILENAME ~ /my-states$/ { state[$1] = $2; next } state[$1] != "good" { print $1 }' "$tmp/my-states" "$tmp/todo"
}

# report: leaves the sweep
report() {
	local id failed=0 unrun=0

	if [[ $stopped ]]; then
		summary "stopped by SIG$stopped; the same command goes on from here"
		exit $((128 + $(kill -l "$stopped")))
	fi
	for id in $(not_done); do
		if report_cell "$id"; then failed=$((failed + 1)); else unrun=$((unrun + 1)); fi
	done
	summary "$failed failed$([[ $unrun = 0 ]] || echo ", $unrun not run")"
	if ((parallel_status > 128 && parallel_status < 255)); then
		say "parallel was ended by SIG$(kill -l "$parallel_status")"
	fi
	((parallel_status <= 101)) || exit "$parallel_status"
	((failed > 0 || unrun == 0)) || exit $((parallel_status ? parallel_status : 1))
	((failed > 0)) || exit "$unwritten"
	exit $((failed > 100 ? 101 : failed))
}

# keep_ends: reports of cells that were ended and left none, by --timeout say
keep_ends() {
	local id end

	for id in $(not_done); do
		[[ ! -e $out/failed/$id ]] || continue
		read -ra end < <(end_of "$id") || continue
		keep_end "$id" "${end[@]}" || true
	done
}

# end_of ID: how parallel says that this cell ended badly, "SECONDS EXIT SIGNAL"; nothing when it knows of no such end
end_of() {
	awk -F '\t' -v since="$logged" -v cell="'$1," '
		NR > since && index($0, cell) { end = $7 || $8 ? $4 + 0 " " $7 + 0 " " $8 + 0 : "" }
		END { if (end) print end }' "$out/joblog"
}

# keep_end ID SECONDS EXIT SIGNAL
keep_end() {
	local arguments how="exit status $3"

	arrange "$grid" "$(awk -F, -v id="$1" '$1 == id' "$grid")"
	[[ $4 = 0 && $3 -le 128 ]] || how="killed by SIG$(kill -l "$(($4 ? $4 : $3))")"
	[[ $3 != 143 && $3 != -1 ]] || how='ended by SIGTERM, as --timeout does it,'
	{
		by_hand "$bin" "$study_dir/cell"
		echo "$how after $2 s"
	} >"$out/failed/$1"
}

# report_cell ID: whether it has failed; else it did not run
report_cell() {
	local end from text

	if [[ -e $out/failed/$1 ]]; then
		[[ -s $out/failed/$1 ]] && end=: || end=', and its report could not be kept'
		say "cell $1 failed$end"
		mapfile text <"$out/failed/$1"
		((from = ${#text[@]} > 12 ? ${#text[@]} - 10 : 2)) || true
		printf %s "${text[@]:0:2}" "${text[@]:from}" >&2
	elif compgen -G "$out/results/.$1.*" >"$tmp/drafts"; then
		say "cell $1 ended, or was left alone, without a word; was it killed?"
	else
		return 1
	fi
}

# summary END: what was done in this sweep
summary() {
	if [[ ! -s $tmp/todo ]]; then
		say "nothing to do: $(several "$(wc -l <"$tmp/mine")" cell) done"
		return
	fi
	say "$(awk -v from="$start" -v to="$EPOCHREALTIME" '
		FILENAME ~ /my-states$/ { state[$1] = $2; next }
		state[$1] == "good" { cells++; simulations += $2 }
		END {
			rate = simulations / (to - from)
			printf "%d cell%s, %.0f simulation%s in %.0f s (%s/s)", cells, cells == 1 ? "" : "s", simulations, simulations == 1 ? "" : "s", to - from, sprintf(rate < 10 ? "%.1f" : "%.0f", rate)
		}' "$tmp/my-states" "$tmp/todo"); $1"
}
