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
	local name made='' done_stages
	local -a stage
	mapfile -t stage <stages
	done_stages=${#stage[@]}
	if [ -e refused ]; then
		read -r _ done_stages _ <refused
		done_stages=$((done_stages - 1))
	fi
	[ ! -e head ] || made=$(<./head)
	[ ! -e breaches ] || rm breaches
	[ $# -gt 0 ] || set -- refused log kept placement results idle launch threads split repeat metrics
	for name; do "verify_$name"; done
	[ ! -e breaches ]
}

# known FILE: are these messages of a refusal that `refusals` lists?
known() {
	[ "${refusals-}" ] || refusals=$(sed -e '/^#/d' -e '/^$/d' "$pipe/refusals")
	sed '/: warning: /d' "$1" | grep -qE "$refusals"
}

# A stage may refuse a stream only for what `refusals` lists; what it wrote until then is not looked at.
verify_refused() {
	local status k rest
	[ -e refused ] || return 0
	read -r status k rest <refused
	if [ "$status" -gt 2 ] || ! known "$k.err"; then
		breach refused "status $status: $rest: $(tail -n 3 "$k.err")"
	fi
}

verify_kept() {
	[ "$done_stages" -le 0 ] || holds kept -v "played=$done_stages"
}

# What gen-workload took from a log.
verify_log() {
	[[ -e log && $done_stages -ge 0 ]] || return 0
	holds log -v made="$made"
}

# After each stage that places.
verify_placement() {
	local k placed='' played=''
	[[ $made != map* ]] || placed=0.csv
	for ((k = 1; k <= done_stages; k++)); do
		case ${stage[k - 1]} in
		alloc* | map* | gen-workload*) placed+=" $k.csv" ;;&
		alloc*--schedule*) holds schedule -v file="$k.csv" && played=1 ;;&
		alloc*'--policy grap'*) holds shares -v file="$k.csv" -v played="$played" ;;&
		map*--swaps-trace*) holds trace -v file=trace.csv ;;
		esac
	done
	[ ! "$placed" ] || holds nodes -v files="$placed" -v nodes=nodes.csv -v played="$played"
}

verify_results() {
	local k=$done_stages of
	[[ $k -gt 0 && ${stage[k - 1]} = netsim* ]] || return 0
	of=(-v "placed=$((k - 1)).csv" -v "file=$k.csv" -v links=links.csv -v job_links=job-links.csv -v options="${stage[k - 1]}")
	holds cells "${of[@]}"
	[[ ${stage[k - 1]} = *--steady* ]] || holds counts "${of[@]}"	# how often these go round depends on all
	holds links "${of[@]}" -v hops=routers.csv -v latencies=latencies.csv
	holds load "${of[@]}"
	if grep -qE '^alloc --policy (em-|ft-isolated|df-group|sf-subgroup)' stages && [[ ${stage[k - 1]} != *--play* ]]; then holds apart "${of[@]}"; fi
}

# Messages of a packet through all models of a router.
verify_idle() {
	local k
	local -a run
	[ -e idle ] || return 0
	mapfile -t run <idle
	for ((k = 1; k <= ${#run[@]}; k++)); do
		command_line "${run[k - 1]}" <idle.csv >idle$k.csv 2>idle.err || {
			known idle.err || breach idle "${run[k - 1]}: $(<idle.err)"
			return 0
		}
	done
	holds idle -v files=${#run[@]}
}

# One job of the table that map made, as a file for a launcher.
verify_launch() {
	local k format hosts case_ job row
	[ -e launch ] || return 0
	read -r k format hosts <launch
	[ "$done_stages" -ge "$k" ] || return 0
	awk -v file="$k.csv" -v hosts="$hosts" -f "$pipe/table.awk" -f "$pipe/checks/launched.awk" >launched
	{ read -r row && read -r case_ && read -r job && read -r hosts; } <launched || return 0
	# shellcheck disable=SC2086 # a stage's words
	(set -f && ${stage[k - 1]} --format "$format" ${case_:+"--case=$case_"} "--job=$job" ${hosts:+--hosts=$hosts}) <$((k - 1)).csv >launch.out 2>launch.err ||
		[ "$format" = mpich-rank-order ] || { breach launch "${stage[k - 1]} --format $format --case=$case_ --job=$job: $(<launch.err)"; return; }
	holds launch -v file="$k.csv" -v at="$row" -v format="$format" -v hosts="$hosts"
}

# netsim by so many threads as the stream says: the same bytes, but for its command line, and the same words, but for those of --threads.
verify_threads() {
	local k=$((done_stages + 1)) file threads status=0
	[ -e refused ] || k=$done_stages
	[[ $k -gt 0 && ${stage[k - 1]} = netsim* ]] || return 0
	mkdir -p threaded
	give threaded
	threads=$([ ! -e threads ] || cat threads)
	(cd threaded && command_line "${stage[k - 1]} --threads ${threads:-3}" <../$((k - 1)).csv >$k.csv 2>$k.err) || status=$?
	[ -e refused ] || [ $status = 0 ] || breach threads "status $status with --threads ${threads:-3}: $(<threaded/$k.err)"
	for file in $k.csv $k.err links.csv job-links.csv routers.csv latencies.csv stats.csv; do
		[[ ! -e $file && ! -e threaded/$file ]] || cmp -s <(told $file) <(told threaded/$file) || breach threads "another $file with --threads ${threads:-3}"
	done
}

# told FILE: what any number of threads writes
told() {
	case $1 in
	*.err) grep -v -- '^netsim: --threads: ' "$1" ;;
	*stats.csv) cut -d, -f2-5 "$1" ;;
	*) grep -v '^#run netsim ' "$1" ;;
	esac
}

# Each case alone, or with others, and all in another order as two tables; and the cases as one stream again.
verify_split() {
	local folder k text file files='' all=''
	local -a folders=() parts=()
	[ ! -e refused ] || return 0
	mkdir -p alone/{1..4} shuffled cat again
	awk -v file=0.csv -f "$pipe/random.awk" -f "$pipe/table.awk" -f "$pipe/cases.awk" -f "$pipe/cut.awk" >folders
	while IFS=$'\t' read -r folder k; do
		folders+=("$folder")
		[ "$folder" = shuffled ] || { parts+=("$folder") && all+="$k "; }
	done <folders
	[ ${#folders[@]} -gt 0 ] || return 0
	give "${folders[@]}"
	for folder in "${folders[@]}"; do (cd "$folder" && play); done
	for file in links job-links routers latencies fragments trace; do
		[ ! -e $file.csv ] || files+=" $file"
	done
	k=${#stage[@]}
	cat "${parts[@]/%//$k.csv}" | metrics select >cat/$k.csv 2>cat/err || breach cat "the parts' $k.csv together: $(<cat/err)"
	printf 'cat\t%s\n' "$all" >>folders
	text=$(awk -v stages="$k" -v files="$files" -f "$pipe/table.awk" -f "$pipe/cases.awk" -f "$pipe/same.awk" folders 2>&1) ||
		breach split "$text"
}

# The same seeds, as one real pipe: the same bytes, preamble included.
verify_repeat() {
	local line command=''
	[ ! -e refused ] || return 0
	[ -d again ] || mkdir again
	give again
	for line in "${stage[@]}"; do command+="${command:+ | }command_line '$line'"; done
	(cd again && eval "$command" <../0.csv >piped.csv 2>piped.err)
	cmp -s ${#stage[@]}.csv again/piped.csv || breach repeat "other bytes the second time, with the stages as one pipe"
	[ ! -e head ] || verify_head
}

# What the head makes, again, and its cases in two parts.
verify_head() {
	local part first=1 option
	command_line "$made" 2>/dev/null | cmp -s - 0.csv || breach repeat "$made: other bytes the second time"
	[[ $made =~ --(cases|resample)\ ([2-9])\  ]] || return 0
	option=${BASH_REMATCH[1]}
	for part in 1-1 2-"${BASH_REMATCH[2]}"; do
		command_line "${made/--$option ?/--$option $part}" 2>/dev/null | grep -v '^#' | tail -n +$first
		first=2
	done >head.parts
	grep -v '^#' 0.csv | cmp -s - head.parts || breach split "$made: its first case and the others"
}

# has_cases FILE: a table with a column case
has_cases() {
	local line
	while read -r line && [[ $line = \#* ]]; do :; done <"$1"
	[[ ,$line, = *[,\"]case[,\"]* ]]
}

# What metrics makes of it: the commands of `tails`, and a summary that is that of the rows.
verify_metrics() {
	local k=${#stage[@]} line n=0
	[[ ! -e refused ]] || return 0
	if [ -e tails ]; then
		while read -r line <&3; do
			n=$((n + 1))
			command_line "$line" <$k.csv >tail$n.csv 2>metrics.err || known metrics.err || breach metrics "$line: $(<metrics.err)"
		done 3<tails
		holds tails -v table="$k.csv"
	fi
	if [[ ${stage[k - 1]} = netsim* ]] && has_cases "$k.csv"; then
		metrics summary --by case --of comm_time_s $k.csv >summary.csv 2>metrics.err || breach metrics "summary: $(<metrics.err)"
		holds summary -v file=$k.csv -v summary=summary.csv
	fi
}
