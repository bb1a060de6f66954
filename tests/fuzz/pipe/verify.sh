# shellcheck shell=bash
# verify.sh -- the invariants of a stream that was played in the current folder; each breach is a line in `breaches`.

# breach INVARIANT TEXT
breach() { printf '%s: %s\n' "$1" "$2" >>breaches; }

# holds INVARIANT -v NAME=VALUE...: run its checker
holds() {
	local name=$1 text
	local -a library=(-f "$pipe/table.awk")
	shift
	[ "$name" != counts ] || library+=(-f "$pipe/checks/patterns.awk")
	text=$(awk "$@" "${library[@]}" -f "$pipe/checks/$name.awk" 2>&1) || breach "$name" "${text:-the checker failed}"
}

# verify [INVARIANT...]: all of them, or these
verify() {
	local name
	local -a stage
	mapfile -t stage <stages
	rm -f breaches
	[ $# -gt 0 ] || set -- refused kept placement results split repeat metrics
	for name; do "verify_$name"; done
	[ ! -e breaches ]
}

# A stage may refuse a stream only for what `refusals` lists; what it wrote until then is not looked at.
verify_refused() {
	local status k rest
	[ -e refused ] || return 0
	read -r status k rest <refused
	grep -v -e '^#' -e '^$' "$pipe/refusals" >.refusals
	if [ "$status" -gt 2 ] || ! sed '/: warning: /d' "$k.err" | grep -qEf .refusals; then
		breach refused "status $status: $rest: $(tail -n 3 "$k.err")"
	fi
	rm .refusals
}

# done_stages: how many stages were played to their end
done_stages() {
	local status k rest
	if [ -e refused ]; then read -r status k rest <refused; echo $((k - 1)); else wc -l <stages; fi
}

verify_kept() {
	local k
	for ((k = 1; k <= $(done_stages); k++)); do
		holds kept -v before=$((k - 1)).csv -v after=$k.csv -v tool="${stage[k - 1]}"
	done
}

# After each stage that places.
verify_placement() {
	local k played=''
	if grep -q '^alloc.*--schedule' stages; then played=1; fi
	for ((k = 1; k <= $(done_stages); k++)); do
		case ${stage[k - 1]} in alloc* | map* | gen-workload*) holds nodes -v file=$k.csv -v nodes=nodes.csv -v played=$played ;; esac
		case ${stage[k - 1]} in *--schedule\ [fel]*) holds schedule -v file=$k.csv ;; esac
	done
}

verify_results() {
	local k
	k=$(done_stages)
	[[ $k -gt 0 && ${stage[k - 1]} = netsim* ]] || return 0
	holds cells -v file=$k.csv
	holds counts -v placed=$((k - 1)).csv -v file=$k.csv -v links=links.csv -v job_links=job-links.csv -v options="${stage[k - 1]}"
	holds links -v file=$k.csv -v links=links.csv -v job_links=job-links.csv -v hops=hops.csv -v latencies=latencies.csv
	holds load -v placed=$((k - 1)).csv -v file=$k.csv -v options="${stage[k - 1]}"
}

# shuffled N: the numbers 1 to N in some order
shuffled() {
	awk -v n="$1" -f "$pipe/random.awk" -f <(echo 'BEGIN {
		random_seed(n)
		for (i = 1; i <= n; i++)
			c[i] = i
		random_shuffle(c, n)
		for (i = 1; i <= n; i++)
			printf "%s ", c[i]
	}')
}

# Each case alone; all in another order; cut in two, and the parts with their preambles as one stream again, before and after.
verify_split() {
	local cases c cut k all text file files=''
	cases=$(cut_cases 0.csv '')
	[[ ! -e refused && $cases -gt 1 ]] || return 0
	rm -rf alone shuffled part1 part2 joined cat folders
	mkdir alone cat
	all=$(seq -s ' ' "$cases")
	for c in $all; do
		play_in alone/$c $c
		printf 'alone/%s\t%s\n' $c $c >>folders
	done
	play_in shuffled "$(shuffled "$cases")"
	printf 'shuffled\t%s\n' "$(shuffled "$cases")" >>folders
	cut=$((1 + ($(wc -c <0.csv) % (cases - 1))))
	play_in part1 "$(seq -s ' ' $cut)"
	play_in part2 "$(seq -s ' ' $((cut + 1)) "$cases")"
	play_in joined '' < <(cat part1/0.csv part2/0.csv)
	for file in links job-links hops latencies fragments; do
		[ -e $file.csv ] || continue
		files+=" $file"
		cat part1/$file.csv part2/$file.csv >cat/$file.csv
	done
	for ((k = 1; k <= ${#stage[@]}; k++)); do
		cat part1/$k.csv part2/$k.csv | metrics select >cat/$k.csv 2>cat/err || breach cat "the parts' $k.csv together: $(cat cat/err)"
	done
	printf '%s\t%s\n' joined "$all" cat "$all" >>folders
	text=$(awk -v stages=${#stage[@]} -v files="$files" -f "$pipe/table.awk" -f "$pipe/cases.awk" -f "$pipe/same.awk" folders 2>&1) ||
		breach split "$text"
}

# The same seeds, as one real pipe: the same bytes, preamble included.
verify_repeat() {
	local line command='' k=0
	[ ! -e refused ] || return 0
	rm -rf again
	play_in again '' <0.csv
	while read -r line; do
		k=$((k + 1))
		cmp -s $k.csv again/$k.csv || { breach repeat "$line: other bytes the second time"; return; }
		command+=" | command_line '$line' 2>>piped.err"
	done <stages
	(cd again && eval "cat 0.csv $command" >piped.csv)
	cmp -s $k.csv again/piped.csv || breach repeat "the stages as one pipe write other bytes"
	[ ! -e head ] || verify_head
}

# What gen-workload makes, again, and its cases in two parts.
verify_head() {
	local made part first=1
	made=$(cat head)
	command_line "$made" 2>/dev/null | cmp -s - 0.csv || breach repeat "$made: other bytes the second time"
	[[ $made =~ --cases\ ([2-9]) ]] || return 0
	for part in 1-1 2-"${BASH_REMATCH[1]}"; do
		command_line "${made/--cases ?/--cases $part}" 2>/dev/null | grep -v '^#' | tail -n +$first
		first=2
	done >head.parts
	grep -v '^#' 0.csv | cmp -s - head.parts || breach split "$made: its first case and the others"
}

# What metrics makes of it.
verify_metrics() {
	local k
	k=$(done_stages)
	[[ ! -e refused ]] || return 0
	if [[ ${stage[k - 1]} != netsim* ]]; then
		metrics schedule $k.csv >schedule.csv 2>metrics.err || breach metrics "schedule: $(cat metrics.err)"
		return
	fi
	metrics rate $k.csv >rate.csv 2>metrics.err || breach metrics "rate: $(cat metrics.err)"
	metrics links links.csv >sums.csv 2>metrics.err || breach metrics "links: $(cat metrics.err)"
	metrics interference --job-links job-links.csv $k.csv >shared.csv 2>metrics.err || breach metrics "interference: $(cat metrics.err)"
	if awk '!/^#/ { exit !/case/ }' $k.csv; then
		metrics summary --by case --of comm_time_s $k.csv >summary.csv 2>metrics.err || breach metrics "summary: $(cat metrics.err)"
		holds summary -v file=$k.csv -v summary=summary.csv
	fi
}
