#!/usr/bin/env bash
# Progress: one line on a terminal when a run takes longer than two seconds, and nowhere else.
source "$(dirname "$0")/../lib.sh"

if ! script -qec true /dev/null >/dev/null 2>&1; then
	skip 'progress on a terminal' 'no program script, or no pseudo-terminals'
	done_testing
	exit
fi

# Six cases; the last comes some seconds late.
pause=4 valgrind=''
if [ "${HOPLINE_CONFIG-}" = valgrind ]; then pause=15 valgrind=yes; fi
cd "$shared_dir" || exit
printf '%s\n' '#machine mesh:k=4x4' case,job,nodes,pattern,node_list,submit_s,runtime_s {1..5},a,2,broadcast,0-1,0,1 >head
echo 6,a,2,broadcast,4-5,0,1 >tail
cat head tail >all.csv
sed '2,$s/,[0-9-]*,0,1$/,,0,1/' all.csv >jobs.csv
sed '$d' jobs.csv >jobs-head && tail -n 1 jobs.csv >jobs-tail
cd - >/dev/null || exit
slowly="{ cat '$shared_dir/head'; sleep $pause; cat '$shared_dir/tail'; }"
jobs_slowly="{ cat '$shared_dir/jobs-head'; sleep $pause; cat '$shared_dir/jobs-tail'; }"
export slowly jobs_slowly pause valgrind

# on_a_terminal COMMANDS: what a terminal gets from them into `printed`; what stands in its lines one after the other into `lines`
on_a_terminal() { script -qec "$1" typescript </dev/null >printed && tr '\r' '\n' <printed >lines; }
# gone: at the end blanks are over the line
gone() { tr '\r\n' '||' <printed | grep -q '[0-9] s| *|$'; }
# shows PATTERN: a line was so, whole
shows() { grep -qxE -- "$1" lines || { cat -A lines; return 1; }; }

t 'netsim: cases done, while it waits for the next; gone at the end; the same rows' '
	on_a_terminal "$slowly | netsim >out" && shows "netsim: [1-9] cases done, [0-9.]+ [a-z]+ simulated, [0-9]+ s" && gone &&
	netsim "$shared_dir/all.csv" | rows >want && rows out | cmp - want'

t 'netsim: the simulated time of a case that goes on and on' '
	printf "%s\n" "#machine mesh:k=4x4" job,nodes,pattern,node_list,iterations a,16,alltoall,0-15,2147483647 >long.csv &&
	script -qfec "netsim long.csv >out & echo \$! >pid; wait" typescript </dev/null >printed &
	for ((i = 0; i < 600; i++)); do
		! tr "\r" "\n" <typescript 2>/dev/null | grep -qxE "netsim: 0 cases done, [0-9]+\.[0-9]{2} (us|ms|s) simulated, [0-9]+ s" || break
		sleep 0.1
	done
	kill "$(cat pid)"; wait; test $i -lt 600'

t 'alloc: jobs played, jobs placed; map: jobs mapped' '
	on_a_terminal "$jobs_slowly | alloc --policy simple --schedule fcfs >1 & $jobs_slowly | alloc --policy simple >2 & $slowly | map >3 & wait" &&
	shows "alloc: [1-9] jobs played, [0-9]+ s" && shows "alloc: [1-9] jobs placed, [0-9]+ s" && shows "map: [1-9] jobs mapped, [0-9]+ s" &&
	map "$shared_dir/all.csv" | rows >want && rows 3 | cmp - want && alloc --policy simple "$shared_dir/jobs.csv" | rows >want && rows 2 | cmp - want'

t 'none with --quiet, where the output is a pipe, where standard error is a file' '
	on_a_terminal "$slowly | netsim --quiet >1 & $slowly | netsim | cat >2 & $slowly | netsim >3 2>err & wait" &&
	! test -s printed && ! test -s err && rows 1 >want && test -s want && rows 2 | cmp - want && rows 3 | cmp - want'

t 'none in a run that is soon done' '
	on_a_terminal "netsim $shared_dir/all.csv >out" && test -s out && { [ "$valgrind" ] || ! test -s printed; }'

t 'rows and messages on the same terminal have lines of their own' '
	on_a_terminal "$slowly | netsim; { cat $shared_dir/head; sleep $pause; echo 6,a,2,none,4-5,0,1; } | netsim >out" || true
	tr "\r" "\n" <printed >lines && shows "netsim: [1-9] cases done, .* s" && netsim "$shared_dir/all.csv" | rows >want && test "$(wc -l <want)" = 6 &&
	while read -r row; do shows "$row" || exit 1; done <want && shows "netsim: <stdin>:8: pattern: .none.: unknown pattern; .*"'

done_testing
