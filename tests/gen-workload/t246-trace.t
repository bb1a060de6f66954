#!/usr/bin/env bash
# gen-workload trace: SimGrid's time-independent traces and those of data/tracing, as programs, matrices and rows.
. "$(dirname "$0")/../lib.sh"

M=torus:k=4x4,cores=2
TRACES=$HOPLINE_ROOT/tests/vectors/traces
# lines LINE...: a trace of these
lines() { printf '%s\n' "$@" >trace.ti; }
# trace ARGS...: its row
trace() { gen-workload trace --machine $M --no-preamble --out p.goal "$@"; }
# goal LINE...: the program of trace.ti, calcs in ps and labels left out
goal() { trace trace.ti >row && printf '%s\n' "$@" | diff - <(grep -vE '^$|requires|^[}]' p.goal | sed 's/^l[0-9]*: //'); }
# after LABEL...: what the operation of that number in its rank requires, as "2:1 3:1,2"
needs() {
	trace trace.ti >row && is "$(awk '/requires/ { sub(/l/, "", $1); sub(/l/, "", $3); had[$1] = had[$1] (had[$1] ? "," : "") $3 }
		END { for (i = 1; i < 99; i++) if (i in had) printf "%s%s:%s", n++ ? " " : "", i, had[i] }' p.goal)" "$1"
}
# fails WHAT LINE...: the trace is refused so
fails() { lines "${@:2}" && refuses 1 "trace.ti:$1" trace trace.ti && [ ! -e p.goal ]; }
# ends COLUMN...: what netsim makes of the row
ends() { gen-workload trace --machine $M --out p.goal "$@" | alloc --policy simple | map --algorithm linear | netsim --no-preamble | column comm_time_s; }
export M TRACES
export -f lines trace goal needs fails ends

t 'a send, a receive, computing; a row that names the program, with as few nodes as hold the ranks' '
	lines "0 init" "0 compute 1000" "0 send 1 7 80 0" "0 finalize" "1 init" "1 recv 0 7 10 0" "1 compute 5e3" "2 init" "2 finalize" &&
	goal "num_ranks 3" "rank 0 {" "calc 1000" "send 640b to 1 tag 7" "rank 1 {" "recv 80b from 0 tag 7" "calc 5000" "rank 2 {" &&
	is "$(cat row)" "case,job,nodes,tasks,pattern,program,iterations
1,1,2,3,program,p.goal,1"'

t 'what blocks makes the rest wait; what goes on at once is waited for where its wait stands' '
	lines "0 compute 9" "0 isend 1 1 8" "0 irecv 1 2 8" "0 compute 5" "0 wait 1 0 2" "0 compute 6" "0 waitall" "0 send 1 3 8" \
		"1 recv 0 1 8" "1 send 0 2 8" "1 recv 0 3 8" >/dev/null && sed -i "/^1 /d" trace.ti && echo "1 init" >>trace.ti &&
	needs "2:1 3:1 4:1 5:3,4 6:2,5"'

t 'waitall ends all that is under way, whatever it counts; a wait takes the oldest such message' '
	lines "0 irecv 0 1 8" "0 irecv 0 1 9" "0 isend 0 1 8" "0 isend 0 1 9" "0 wait 0 0 1" "0 compute 5" "0 waitall 1" "0 compute 6" &&
	needs "5:1 6:2,3,4,5"'

t 'a test ends what nothing waits for; a wait does where there is one' '
	lines "0 irecv 0 1 8" "0 send 0 1 8" "0 test 0 0 1" "0 compute 5" "0 test 0 0 1" "0 compute 6" && needs "3:2 4:1,3" &&
	lines "0 irecv 0 1 8" "0 send 0 1 8" "0 test 0 0 1" "0 compute 5" "0 wait 0 0 1" "0 compute 6" && needs "3:2 4:1,3"'

t 'sizes are counts of types: bytes, or doubles where init says so, or what is named' '
	lines "0 init" "0 send 1 0 10" "0 send 1 0 10 1" "0 send 1 0 10 26" "1 init 1" "1 recv 0 0 1" "1 recv 0 0 2 3" "1 recv 0 0 5 6" &&
	goal "num_ranks 2" "rank 0 {" "send 10b to 1" "send 40b to 1" "send 160b to 1" "rank 1 {" "recv 8b from 0" "recv 4b from 0" "recv 5b from 0"'

t 'wildcards; of any tag it is the one that all messages to a rank have' '
	lines "0 send 1 4 8" "0 send 2 5 8" "0 send 2 6 8" "1 recv -333 -444 8" "2 recv -1 -1 8" "2 recv 0 -444 8" &&
	goal "num_ranks 3" "rank 0 {" "send 8b to 1 tag 4" "send 8b to 2 tag 5" "send 8b to 2 tag 6" "rank 1 {" "recv 8b from -1 tag 4" \
		"rank 2 {" "recv 8b from -1 tag -1" "recv 8b from 0 tag -1"'

t 'names without regard to case, comments, blank lines, tabs, a gzipped file, standard input' '
	printf "# version: 1.0\n\n0\tSEND 1 0 8\r\n1 Recv 0 0 8\n" >trace.ti && goal "num_ranks 2" "rank 0 {" "send 8b to 1" "rank 1 {" "recv 8b from 0" &&
	cp p.goal a.goal && gzip trace.ti && trace trace.ti.gz >row && cmp p.goal a.goal && trace <trace.ti.gz >row && cmp p.goal a.goal'

t 'a gzipped program is the same' '
	trace $TRACES/simgrid/index >row && cp p.goal a.goal && gen-workload trace --machine $M --out p.goal.gz $TRACES/simgrid/index >row &&
	gzip -cd p.goal.gz | cmp - a.goal'

t 'flops a second, and computing scaled' '
	lines "0 compute 2e6" "0 sleep 0.5" && trace --flops 1e6 --compute-scale 0.25 trace.ti >row && grep -q "calc 625000000$" p.goal &&
	is "$(ends --flops 1e6 --compute-scale 0.25 trace.ti)" 0.625 && is "$(ends --compute-scale 0 trace.ti)" 0'

t 'a barrier lets nobody go before all have come' '
	lines "0 compute 3e6" "0 barrier" "0 compute 1e6" "1 barrier" "1 compute 1e6" "2 compute 2e6" "2 barrier" "2 compute 1e6" &&
	near "$(ends trace.ti)" 0.004 0.001'

t 'what goes on at once does so beside computing' '
	lines "0 isend 1 0 100e6" "0 compute 1e6" "0 waitall" "1 irecv 0 0 100e6" "1 compute 50e6" "1 waitall" &&
	sed s/waitall/compute\ 0/ trace.ti >none.ti && is "$(ends --tasks-per-node 1 trace.ti)" "$(ends --tasks-per-node 1 none.ti)" && near "$(ends --tasks-per-node 1 trace.ti)" 0.1 0.001 &&
	lines "0 iallreduce 1e6 0" "0 compute 3e6" "0 wait 0 0 -5" "0 compute 1" "1 iallreduce 1e6 0" "1 compute 3e6" "1 wait 0 0 -5" "1 compute 1" &&
	holds "$(ends --tasks-per-node 1 trace.ti) < 0.0031" && sed s/iall/all/ trace.ti | grep -v wait >blocks.ti && holds "$(ends --tasks-per-node 1 blocks.ti) > 0.0039"'

t 'SimGrid and mpi-trace recorded the same program' '
	trace --matrix a.csv $TRACES/simgrid/index >row && cp p.goal a.goal && trace --matrix b.csv $TRACES/mpi-trace/index >row && cmp a.csv b.csv &&
	order() { sed -E "s/^l[0-9]+: //" $1 | grep -E "^(send|recv|rank)" | sed "s/tag 2147483647/tag 5/"; } &&
	diff <(order a.goal) <(order p.goal) | grep "^[<>]" >other;
	is "$(cat other)" "< recv 4000b from -1 tag 8
> recv 44b from -1 tag 8"'

t 'the bytes of pairs are those of the sends, as long as nothing is done together' '
	for r in 0 1 2 3; do grep -vE " (barrier|bcast|i?(all)?reduce|alltoallv?|(all)?gatherv?|scatterv?|reducescatter|(ex)?scan|wait . . -3)( |$)" $TRACES/mpi-trace/rank-$r; done >trace.ti &&
	trace --matrix m.csv trace.ti >row && awk "\$2 ~ /^i?send$/ { b[\$1 \",\" \$3] += \$5 } END { for (k in b) print k \",\" b[k] }" trace.ti |
	sort >sends && tail -n +2 m.csv | diff - sends'

t 'another communicator: its members, their order, its tags, a cancelled receive' '
	trace --matrix m.csv $TRACES/halves/index >row && printf "%s\n" src,dst,bytes 0,1,744 0,2,464 1,2,620 1,3,464 2,0,312 2,3,620 3,0,620 3,1,312 | diff - m.csv &&
	! grep -qE "tag (9|10)$" p.goal && is $(grep -c "recv 240b" p.goal) 4 && holds "$(ends --tasks-per-node 1 $TRACES/halves/index) > 0"'

t 'parts that differ' '
	is "$(for what in "gatherv 8 8 16 24 0" "gatherv 16 0 0 0 0" "gatherv 24 0 0 0 0"; do echo $((n++)) $what; done >trace.ti; trace --matrix m.csv trace.ti >row; tail -n +2 m.csv | xargs)" "1,0,16 2,0,24" &&
	lines "0 scatterv 8 16 24 8 0" "1 scatterv 0 0 0 16 0" "2 scatterv 0 0 0 24 0" && trace --matrix m.csv trace.ti >row && is "$(tail -n +2 m.csv | xargs)" "0,1,16 0,2,24" &&
	lines "0 alltoallv 9 1 2 3 9 1 4 7" "1 alltoallv 9 4 5 6 9 2 5 8" "2 alltoallv 9 7 8 0 9 3 6 0" && trace --matrix m.csv trace.ti >row &&
	is "$(tail -n +2 m.csv | xargs)" "0,1,2 0,2,3 1,0,4 1,2,6 2,0,7 2,1,8" &&
	lines "0 allgatherv 1 1 2 4" "1 allgatherv 2 1 2 4" "2 allgatherv 4 1 2 4" && trace --matrix m.csv trace.ti >row && is "$(tail -n +2 m.csv | xargs)" "0,1,5 1,2,3 2,0,6" &&
	lines "0 reducescatter 1 2 4 0" "1 reducescatter 1 2 4 0" "2 reducescatter 1 2 4 0" && trace --matrix m.csv trace.ti >row && is "$(tail -n +2 m.csv | xargs)" "0,1,6 1,2,5 2,0,3" &&
	lines "0 scan 8 0" "1 scan 8 0" "2 scan 8 0" && trace --matrix m.csv trace.ti >row && is "$(tail -n +2 m.csv | xargs)" "0,1,8 1,2,8"'

t 'nothing to do in one, by ranks that come to it backwards' '
	for r in 0 1 2 3; do printf "$r %s\n" barrier "compute 9" "bcast 0" "bcast 8"; done >trace.ti &&
	trace --matrix m.csv trace.ti >row && is "$(tail -n +2 m.csv | wc -l)" 3'

t 'flops behind a reduction are computed' '
	lines "0 allreduce 8 1e6" "1 allreduce 8 1e6" && near "$(ends --tasks-per-node 1 trace.ti)" 0.001 0.001 &&
	lines "0 reducescatter 8 8 1e6" "1 reducescatter 8 8 1e6" && near "$(ends --tasks-per-node 1 trace.ti)" 0.001 0.001'

t 'sendrecv meets sendrecv' '
	lines "0 sendRecv 10 1 20 1 1 1" "1 sendRecv 20 0 10 0 1 1" "1 compute 1" && trace --matrix m.csv trace.ti >row && is "$(tail -n +2 m.csv | xargs)" "0,1,40 1,0,80" &&
	holds "$(ends --tasks-per-node 1 trace.ti) > 0"'

t 'a send that is over when it has left; nodes, ranks a node, iterations, cases' '
	lines "0 send 1 0 1e6" "0 compute 1e6" "1 recv 0 0 1e6" && near "$(ends --tasks-per-node 1 trace.ti)" 0.001 0.001 && near "$(ends --tasks-per-node 1 --send-completes left trace.ti)" 0.002 0.01 &&
	trace --send-completes left --job-nodes 3 --iterations 4 --repeat 2 trace.ti >row && is "$(cat row)" "case,rep,job,nodes,tasks,pattern,send_completes,program,iterations
1,1,1,3,2,program,left,p.goal,4
2,2,1,3,2,program,left,p.goal,4"'

t 'lines that say nothing that is known' '
	fails "2: '"'snd'"': is not an action; did you mean '"'send'"'?" "0 init" "0 snd 1 0 8" && fails "1: '"'x'"': must be a rank from 0 to 1048575" "0" && true
	fails "1: '"'0'"': must be a rank and an action" "0" && fails "2: '"'p1'"': must be a rank" "0 init" "p1 init" &&
	fails "1: '"'-1'"': must be a rank" "-1 init" || [ -e trace.ti ]'

t 'values that are missing, too many, or out of range' '
	fails "1: '"'send'"': too few values; simgrid_convert_TI_traces" "0 send 1 100" && fails "1: '"'send'"': 1 values too many" "0 send 1 0 8 0 9" &&
	fails "1: '"'-8'"': must be at least 0" "0 send 1 0 -8" && fails "1: '"'1e16'"': must be a number up to 1e15" "0 send 1 0 1e16" &&
	fails "1: '"'-2'"': must be a tag from 0 to 2147483647" "0 send 1 -2 8" && fails "1: '"'-7'"': must be a rank from 0" "0 recv -7 0 8" &&
	fails "1: '"'send'"': must be to one rank" "0 send -1 0 8" && fails "1: type '"'-1'"': a derived type" "0 send 1 0 8 -1" &&
	fails "1: type '"'51'"': is not one of SimGrid'"'"'s" "0 send 1 0 8 51" && fails "1: '"'compute'"': must have one value" "0 compute -5" &&
	fails "1: computing takes more than 1000000 s" "0 compute 1e20" && fails "1: rank 0: rank 1 is not among the 1 of the trace" "0 send 1 0 8" &&
	fails "1: '"'alltoallv'"': too few values" "0 alltoallv 1 2" "1 barrier" && fails "1: '"'gatherv'"': too few values" "0 gatherv" &&
	fails "1: rank 0: '"'broadcast'"' of 1000000000000 bytes: MPI has none" "0 bcast 1e12" "1 bcast 1e12"'

t 'what the format does not tell' '
	fails "1: '"'waitany'"': the trace does not say which request ended" "0 waitAny 3" && fails "1: '"'start'"': the trace does not say" "0 Start 1 2 3" &&
	fails "1: '"'comm_split'"': the trace does not say which ranks are together" "0 comm_split"'

t 'ranks that do not go together' '
	fails "2: rank 1: '"'broadcast'"', root 0, where rank 0 has '"'barrier'"', root 0 (trace.ti:1)" "0 barrier" "1 bcast 8" &&
	fails "1: rank 0: '"'barrier'"' waits for rank 1, which has no collective left" "0 barrier" "1 init" &&
	fails "2: rank 1: its root 7 is not in the communicator" "1 init" "1 bcast 8 7" "0 bcast 8 7" || fails "3: rank 0: its root 7" "1 init" "1 bcast 8 7" "0 bcast 8 7" &&
	lines "0 init" "2 init" && refuses 1 "trace.ti: rank 1 is missing: there are lines of rank 2" trace trace.ti && : >trace.ti && refuses 1 "trace.ti: no rank does anything" trace trace.ti'

t 'communicators that are not known, or told in two ways' '
	fails "1: '"'@3'"': no line says yet which ranks" "0 barrier @3" && fails "1: '"'@x'"': must be @ and the number" "0 barrier @x" &&
	fails "1: '"'communicator'"': rank 0 is not in its own" "0 communicator 3 1 2" &&
	fails "2: '"'3'"': another rank says that communicator has other ranks" "0 communicator 3 0 1" "1 communicator 3 1 0" &&
	fails "3: rank 0: '"'barrier'"' waits for rank 1, which waits in another communicator" "0 communicator 3 0 1" "1 barrier" "0 barrier @3"'

t 'an index whose files are missing, or have each other'"'"'s ranks' '
	echo gone >index && refuses 1 "cannot open '"'gone'"'" trace index && echo "0 init" >a && echo "0 init" >b && printf "a\nb\n" >index &&
	refuses 1 "b:1: '"'0'"': the calls of this rank are in a" trace index && mkdir sub && mv index a sub && cp sub/a sub/b && sed -i s/0/1/ sub/b && trace sub/index >row &&
	echo /dev/zero >index && refuses 1 "index:1: '"'"'/dev/zero'"'"': must be a regular file" trace index'

t 'a machine without room, options that do not fit' '
	lines "0 init" "1 init" "2 init" && refuses 2 "--job-nodes: '"'1'"': 3 ranks need 2 nodes" trace --job-nodes 1 trace.ti &&
	refuses 2 "--tasks-per-node: '"'3'"': the machine'"'"'s nodes have 2 processors" trace --tasks-per-node 3 trace.ti &&
	refuses 2 "the machine has 16 nodes" trace --job-nodes 17 trace.ti && refuses 2 "--flops: '"'0'"': must be a number above 0" trace --flops 0 trace.ti &&
	refuses 2 "--compute-scale: '"'-1'"': must be a number from 0" trace --compute-scale -1 trace.ti &&
	refuses 2 "--out" gen-workload trace --machine $M trace.ti && refuses 2 "" trace --out trace.ti trace.ti'

t 'a program that cannot be written' '
	lines "0 init" && refuses 1 "" trace --out /dev/full trace.ti && refuses 1 "" trace --out no/where trace.ti'

if reads_json; then cases chakra; else skip "Chakra's traces" 'built without jansson'; fi
if gen-workload trace --machine $M --out "$shared_dir/p" "$shared_dir/none.otf2" 2>&1 | grep -q 'has no OTF2'; then
	skip 'OTF2: a file that is none' 'built without OTF2'
else
	t 'OTF2: a file that is none' '
		refuses 1 "cannot open '"'none.otf2'"'" trace none.otf2 && echo x >none.otf2 && refuses 1 "none.otf2" trace none.otf2'
fi

done_testing
