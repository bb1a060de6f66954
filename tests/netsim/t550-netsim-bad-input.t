#!/usr/bin/env bash
# t550-netsim-bad-input -- what netsim refuses: with file, line, column and the
# offending text, and without a row of the case at fault.
. "$(dirname "$0")/../lib.sh"

M=dragonfly:g=3,a=2,p=2	# 12 nodes
export M
# refuses_table MESSAGE LINE...: netsim refuses that table
refuses_table() { table $M "${@:2}" >in.csv && says 1 "netsim: in.csv:$1" netsim in.csv; }
q="'"
head=job,nodes,tasks,pattern,node_list
open=job,nodes,pattern,load,duration_s,warmup_s,iterations,node_list
export q head open

# --- nodes

t 'a node listed twice' 'refuses_table "4: node_list: ${q}0 3 0$q: node 0 is listed twice" $head "a,3,3,alltoall,0 3 0"'
t 'a node that two jobs have' '
	refuses_table "5: node_list: ${q}4-6$q: node 5 is already held by job ${q}a$q" $head "a,2,2,alltoall,5 9" "b,3,3,alltoall,4-6" &&
	table $M case,$head "1,a,2,2,alltoall,5 9" "2,b,3,3,alltoall,4-6" | netsim >out && [ "$(rows out | wc -l)" = 2 ]'
t 'a node outside the machine' '
	refuses_table "4: node_list: ${q}11-12$q: 12 is not below 12" $head a,2,2,alltoall,11-12 &&
	refuses_table "4: task_nodes: ${q}11-12$q: 12 is not below 12" job,nodes,tasks,pattern,task_nodes a,2,2,alltoall,11-12'
t 'an unavailable node' '
	table $M $head "a,2,2,alltoall,3-4" >in.csv &&
	says 1 "netsim: in.csv:4: node_list: ${q}3-4$q: node 4 is unavailable" netsim --set unavailable=4-5 in.csv'
t 'as many nodes as the column nodes says' '
	refuses_table "4: nodes: ${q}2$q: node_list has 3 nodes" $head a,2,2,alltoall,0-2'
t 'lists that are none' '
	for list in "0  1" "0 1 " " 0 1" "+0 1" "-1" "1-0" "0-1x2" "00 1" "0,1" "0;1" "a" "0-" "99999999999999999999"; do
		table $M $head "a,2,2,alltoall,\"$list\"" >in.csv && refuses 1 "netsim: in.csv:4: node_list: ${q}$list$q: " netsim in.csv || { echo "list: $list"; cat err; return 1; }
	done'

# --- tasks

t 'more tasks than processors' '
	refuses_table "4: tasks: ${q}5$q: job ${q}a$q has 4 processors on 2 nodes" $head a,2,5,alltoall,0-1'
t 'task_nodes of another length' '
	refuses_table "4: task_nodes: ${q}0-1$q: places 2 tasks of 3" job,nodes,tasks,pattern,task_nodes a,2,3,alltoall,0-1'
t 'more tasks on a node than it has processors' '
	refuses_table "4: task_nodes: ${q}0 0 0 1$q: more than 2 tasks on node 0" job,nodes,tasks,pattern,task_nodes "a,2,4,alltoall,0 0 0 1"'
t 'task_nodes outside node_list, on nodes of another job' '
	refuses_table "4: task_nodes: ${q}0-1 7$q: node 7 is not in node_list" $head,task_nodes "a,3,3,alltoall,0-2,0-1 7" &&
	refuses_table "5: task_nodes: ${q}2 1$q: node 1 is already held by job ${q}a$q" job,nodes,tasks,pattern,task_nodes a,2,2,alltoall,0-1 "b,2,2,alltoall,2 1"'

# --- columns and cells

t 'missing columns' '
	refuses_table "3: pattern: this column is missing" job,nodes,node_list a,1,0 &&
	refuses_table "3: job: this column is missing" nodes,pattern,node_list 1,alltoall,0 &&
	refuses_table "3: nodes: this column is missing" job,pattern,node_list a,alltoall,0 &&
	refuses_table "3: node_list: this column is missing: no job has nodes; pipe it through alloc" job,nodes,pattern a,1,alltoall'
t 'a column twice, without a name' '
	refuses_table "3: nodes: two columns have this name" job,nodes,pattern,nodes,node_list a,1,alltoall,1,0 &&
	refuses_table "3: column 3 has no name" job,nodes,,node_list a,1,alltoall,0'
t 'no pattern, no number of nodes' '
	refuses_table "4: pattern: $q$q: must be given" $head a,2,2,,0-1 &&
	refuses_table "4: nodes: $q$q: must be given" $head a,,2,alltoall,0-1'
t 'an unknown pattern: the known ones are named' '
	table $M $head a,2,2,all-to-all,0-1 >in.csv && exits 1 netsim in.csv >out 2>err && [ -z "$(rows out)" ] &&
	grep "^netsim: in.csv:4: pattern: .all-to-all.: unknown pattern; did you mean .alltoall.? known: .*alltoall.*halo3d26" err'
t 'dims: another product, no dimensions, too many' '
	refuses_table "4: dims: ${q}2x3$q: must multiply to 4, the number of tasks" $head,dims a,4,4,halo2d,0-3,2x3 &&
	refuses_table "4: dims: ${q}2by2$q: must be 1 to 4 extents, as 4x4x2" $head,dims a,4,4,halo2d,0-3,2by2 &&
	refuses_table "4: dims: ${q}2x2$q: must have 3 dimensions for ${q}halo3d$q" $head,dims a,4,4,halo3d,0-3,2x2 &&
	refuses_table "4: dims: ${q}4294967296x4294967296$q: must be 1 to 4 extents, as 4x4x2" $head,dims a,4,4,halo2d,0-3,4294967296x4294967296'
t 'numbers: junk, signs, zero, overflow' '
	for bad in 1k -1 0 1.5 "1 " 0x1 1e3 99999999999999999999; do for column in bytes iterations nodes tasks edge_bytes; do
		case $column in
			nodes) table $M $head "a,$bad,2,halo3d26,0-1" ;;
			tasks) table $M $head "a,2,$bad,halo3d26,0-1" ;;
			*) table $M $head,$column "a,2,2,halo3d26,0-1,$bad" ;;
		esac >in.csv && exits 1 netsim in.csv >out 2>err && [ -z "$(rows out)" ] && [ "$(wc -l <err)" = 1 ] &&
		grep -F "netsim: in.csv:4: $column: $q$bad$q: " err || { echo "$column: $bad"; cat err; return 1; }
	done; done'
t 'times: junk, negative, not a number, over the limit' '
	for bad in 1s -1 nan inf 1e7 0x1p3 1e999 " 1"; do for column in start_s compute_s; do
		table $M $head,$column "a,2,2,alltoall,0-1,$bad" "b,1,1,alltoall,2," >in.csv &&
		exits 1 netsim in.csv >out 2>err && [ -z "$(rows out)" ] && [ "$(wc -l <err)" = 1 ] &&
		grep -F "netsim: in.csv:4: $column: $q$bad$q: " err || { echo "$column: $bad"; cat err; return 1; }
	done; done'

# --- open loop

t 'a load that is none' '
	for load in 0 -0.1 1.01 x nan 1e-999; do
		table $M $open "a,2,uniform,$load,1e-6,,,0-1" >in.csv && refuses 1 "netsim: in.csv:4: load: $q$load$q: " netsim in.csv || { echo "load: $load"; cat err; return 1; }
	done'
t 'a load and iterations' '
	refuses_table "4: iterations: ${q}2$q: contradicts the load: an open-loop row has a duration_s" $open a,2,uniform,0.1,1e-6,,2,0-1'
t 'a load and a closed-loop pattern, and the other way round' '
	refuses_table "4: pattern: ${q}alltoall$q: is no open-loop pattern, but the row has a load" $open a,2,alltoall,0.1,1e-6,,,0-1 &&
	refuses_table "4: pattern: ${q}uniform$q: is an open-loop pattern: the row must have a load" $open a,2,uniform,,,,,0-1 &&
	table $M $open a,2,none,0.1,1e-6,,,0-1 >in.csv && exits 1 netsim in.csv >out 2>err && [ -z "$(rows out)" ] && grep "^netsim: in.csv:4: pattern: .none.: unknown pattern; " err'
t 'a duration or a warm-up without a load' '
	refuses_table "4: duration_s: ${q}1e-6$q: is for open-loop rows, which have a load" $open a,2,alltoall,,1e-6,,,0-1 &&
	refuses_table "4: warmup_s: ${q}1e-6$q: is for open-loop rows, which have a load" $open a,2,alltoall,,,1e-6,,0-1'
t 'a duration of nothing; a negative warm-up' '
	refuses_table "4: duration_s: ${q}0$q: must be more than 0" $open a,2,uniform,0.1,0,,,0-1 &&
	table $M $open a,2,uniform,0.1,1e-6,-1,,0-1 >in.csv && exits 1 netsim in.csv >out 2>err && [ -z "$(rows out)" ] && grep "^netsim: in.csv:4: warmup_s: .-1.: " err'
t 'a background without a foreground' '
	refuses_table "4: load: ${q}0.1$q: needs a duration_s: no closed-loop job in its case ends it" $open a,2,uniform,0.1,,,,0-1'
t 'adversarial and tornado want two groups' '
	refuses_table "4: pattern: ${q}adversarial$q: needs nodes in at least two groups" $open a,4,adversarial,0.1,1e-6,,,0-3 &&
	refuses_table "4: pattern: ${q}tornado$q: needs nodes in at least two groups" $open a,4,tornado,0.1,1e-6,,,0-3'

# --- files

t 'a ragged row, a NUL, an unfinished quote' '
	refuses_table "4: 4 cells, the header has 5" $head a,2,2,alltoall &&
	{ table $M $head && printf "a,2,2,all\000toall,0-1\n"; } >in.csv && says 1 "netsim: in.csv:4: a NUL byte" netsim in.csv &&
	refuses_table "4: an unfinished quote" $head "a,2,2,\"alltoall,0-1"'
t 'empty input, a preamble without a header, a missing file' '
	exits 1 netsim --machine $M </dev/null 2>err && grep "^netsim: <stdin>: empty input" err &&
	printf "#hopline 1\n" | exits 1 netsim --machine $M 2>err && grep "^netsim: <stdin>:1: a preamble without a header$" err &&
	exits 1 netsim nothing.csv 2>err && grep "^netsim: cannot open .nothing.csv.: No such file" err'
t 'a case that comes back, a job twice' '
	table $M case,$head 1,a,2,2,alltoall,0-1 2,a,2,2,alltoall,0-1 1,b,2,2,alltoall,0-1 >in.csv &&
	exits 1 netsim in.csv >out 2>err && [ "$(cat err)" = "netsim: in.csv:6: case: ${q}1$q: came before and ended" ] && [ "$(rows out | wc -l)" = 2 ] &&
	refuses_table "5: job: ${q}a$q: this job is already in case ${q}1$q" $head a,2,2,alltoall,0-1 a,2,2,alltoall,2-3'
t 'whole cases come out before a bad one, nothing of it or behind it' '
	table $M case,$head 1,a,2,2,broadcast,0-1 2,a,2,2,broadcast,0-1 2,b,2,2,nothing,2-3 3,a,2,2,broadcast,0-1 >in.csv &&
	exits 1 netsim --links l.csv in.csv >out 2>err && [ "$(rows out | cut -d, -f1-7)" = 1,a,2,2,broadcast,minimal,burst ] && grep "^netsim: in.csv:6: " err'

t 'a full disk: exit 1, for every file' '
	table $M $head a,2,2,broadcast,0-1 >in.csv && exits 1 netsim in.csv >/dev/full 2>err && grep "^netsim: write error: No space left on device$" err &&
	for option in --links --job-links --latencies --stats; do
		exits 1 netsim $option /dev/full in.csv >out 2>err && grep "^netsim: .*No space left on device$" err || { echo $option; cat err; return 1; }
	done && exits 1 netsim --route --machine $M 0 1 >/dev/full 2>err && grep "^netsim: write error: No space left on device$" err'
t 'a file that cannot be made: exit 1, before the work' '
	table $M $head a,2,2,broadcast,0-1 >in.csv &&
	for option in --links --job-links --latencies --stats; do
		exits 1 netsim $option no/such/file in.csv >out 2>err && [ ! -s out ] && grep "^netsim: .*no/such/file.*No such file or directory$" err || { echo $option; cat err; return 1; }
	done'
t 'a closed pipe ends it by SIGPIPE, or is exit 1 where that is ignored' '
	{ table $M case,$head; seq 5000 | sed "s/$/,a,2,2,broadcast,0-1/"; } >in.csv &&
	for how in DEFAULT:141 IGNORE:1; do
		{ perl -e "\$SIG{PIPE} = q(${how%:*}); exec @ARGV" netsim in.csv 2>err; echo $? >status; } | sed 1q >out &&
		[ "$(cat status)" = ${how#*:} ] || return 1
	done && grep "^netsim: write error: Broken pipe$" err'

# --- command line and machine

t 'an unknown routing: exit 2, the known ones are named' '
	table $M $head a,2,2,broadcast,0-1 >in.csv && exits 2 netsim --routing mnimal in.csv >out 2>err && [ ! -s out ] &&
	[ "$(sed -n 1p err)" = "netsim: --routing: ${q}mnimal$q: did you mean ${q}minimal$q? a dragonfly has: minimal, valiant, ugal-l, ugal-g, par, valiant-router, ugal-router, ugal-output, adaptive-local, and adaptive for ugal-l" ]'
t 'a schedule, a packet, a time that is none' '
	table $M $head a,2,2,broadcast,0-1 >in.csv &&
	says 2 "netsim: --schedule: ${q}later$q: must be burst or mpi" netsim --schedule later in.csv &&
	for packet in 0 0B -1B x 3GB 1.5B "1 B" ""; do
		refuses 2 "netsim: --packet: $q$packet$q: " netsim --packet "$packet" in.csv || { echo "$packet"; return 1; }
	done &&
	for time in 0 -1us 1 x 1e9s; do
		refuses 2 "netsim: --max-time: $q$time$q: " netsim --max-time "$time" in.csv || { echo "$time"; return 1; }
	done'
t 'a packet larger than a vc-buffer that was given; buffers that were not hold it' '
	table $M $head a,2,2,broadcast,0-1 >in.csv &&
	says 2 "netsim: --packet: ${q}14001B$q: must be at most the machine${q}s vc-buffer of 14000 bytes" netsim --set vc-buffer=14000B --packet 14001B in.csv &&
	netsim --set vc-buffer=14000B --packet 14000B in.csv >out && netsim --packet 1MB in.csv >out && exits 2 netsim --set vc-buffer=2047B in.csv 2>err'
t 'no machine; one that contradicts the stream; --set without one' '
	printf "$head\n" >in.csv && exits 2 netsim in.csv 2>err && grep "^netsim: .*machine" err &&
	table $M $head >in.csv && exits 2 netsim --machine dragonfly:g=3,a=2,p=3 in.csv >out 2>err && [ ! -s out ] && grep "^netsim: --machine: " err'
t '--route: no, one, the same or no nodes' '
	for operands in "" 0 "0 12" "0 x" "-- -1 0" "0 0" "0 1 2"; do
		exits 2 netsim --machine $M --route $operands >out 2>err && [ ! -s out ] && grep "^netsim: " err || { echo "$operands"; return 1; }
	done'
t 'two files' '
	table $M $head >in.csv && exits 2 netsim in.csv in.csv 2>err && grep "^netsim: .in.csv.: " err'

# --- time

t '--max-time ends a case with an error; the cases before it are whole' '
	table $M case,$head,bytes 1,a,2,2,broadcast,0-1,1000 2,a,2,2,broadcast,0-1,100000 3,a,2,2,broadcast,0-1,1000 >in.csv &&
	exits 1 netsim --max-time 50us in.csv >out 2>err && [ "$(rows out | cut -d, -f1-2)" = 1,a ] &&
	grep "^netsim: in.csv:5: case .2.: not over after 5e-05 s of simulated time (--max-time)" err &&
	netsim --max-time 101us in.csv >out && [ "$(rows out | wc -l)" = 3 ]'
t '--max-time says since when the oldest packet waits, and where' '
	M=mesh:k=2,p=2 && start=$(netsim --machine $M --route 0 2 | cells link,start_ps | grep ^2, | cut -d, -f2) && [ "$start" = 140000 ] &&
	table $M $head,bytes a,2,2,broadcast,"0 2",2048 b,2,2,broadcast,"1 3",2048 >in.csv &&
	exits 1 netsim --max-time 2us in.csv >out 2>err && grep " waits is at router 0, port 2 (x link to r1), channel 0, since 1.4e-07 s\$" err &&
	M=mesh:k=2,p=3 && table $M $head,bytes a,2,2,broadcast,"0 3",2048 b,2,2,broadcast,"1 4",2048 c,2,2,broadcast,"2 5",2048 >in.csv &&
	exits 1 netsim --routing adaptive --set vc-buffer=2048B --max-time 2us in.csv >out 2>err && grep " router 0, for room on any channel to n5, since 4e-08 s\$" err'
t '--max-time bounds open loop too' '
	table $M $open a,12,uniform,0.1,1e-3,,,0-11 >in.csv && exits 1 netsim --max-time 100us in.csv >out 2>err && [ -z "$(rows out)" ] && grep "(--max-time)" err'


# --- links

t 'a link on which a packet takes longer than any case' '
	table $M $head a,2,2,broadcast,0-1 >in.csv && says 1 "netsim: a packet of 1000000 bytes takes more than 1e+06 s on a link of 7 bits a second" \
		netsim --set vc-buffer=1MB --packet 1MB --set local-bw=7b/s in.csv'
t 'slow links, large packets, a slow crossbar: no sum overflows' '
	table $M $head,bytes "a,4,4,alltoall,0 3 6 9,3000000" >in.csv &&
	for o in "" "--router input" "--router input --speedup 1000" "--router input --crossbar-bw 1kb/s" "--router input --crossbar-bw 1Gb/s --output-buffer 2GB"; do
		for r in minimal ugal-g par; do
			netsim --routing $r $o --set vc-buffer=2GB --set node-bw=1kb/s --set global-bw=900Tb/s --packet 2MB in.csv >out || return 1
		done
	done'
done_testing
