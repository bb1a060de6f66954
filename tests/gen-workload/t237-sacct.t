#!/usr/bin/env bash
# t237-sacct -- gen-workload log --format sacct and squeue, and where their jobs were: log_node_list, node_list, alloc's as-logged.
#
# The tables in vectors/slurm are what Slurm 22.05.8 wrote on a cluster of six nodes: steps, an array, heterogeneous jobs, jobs
# cancelled, suspended, requeued and out of time, a node that failed, jobs that wait, and one called "a b|c".
. "$(dirname "$0")/../lib.sh"
tables=$HOPLINE_ROOT/tests/vectors/slurm
export tables
printf '%s\n' 'SwitchName=s0 Nodes=nid[001-003]' 'SwitchName=s1 Nodes=nid[004-006]' 'SwitchName=t Switches=s[0-1]' >"$shared_dir/topology.conf"
machine=graph:topology=$shared_dir/topology.conf

gen() { gen-workload log --machine "$machine" --pattern alltoall "$@"; }
sacct() { gen --format sacct "$@"; }
squeue() { gen --format squeue "$@"; }
# said LINE...: what gen-workload said in err, all of it, without the tool's name
said() { printf 'gen-workload: %s\n' "$@" | diff - err; }
# sacct_table ROW...: sacct's, with these columns
sacct_table() { printf '%s\n' "JobID|Submit|Start|End|Timelimit|NNodes|State|NodeList" "$@"; }
day=2024-03-01T
# ran JOB NODES LIST: a row of that, one of those that ran from 12:00 to 13:00
ran() { echo "$1|${day}12:00:00|${day}12:00:00|${day}13:00:00|2:00:00|$2|COMPLETED|$3"; }

# --- what Slurm wrote

wanted='1,2,0,3,1800,1,COMPLETED,0-1
4+0,1,0,4,1800,7,COMPLETED,0
4+1,2,0,4,1800,7,COMPLETED,1-2
2_1,1,0,3,1800,1,COMPLETED,2
2_2,1,0,3,1800,1,COMPLETED,3
2_3,1,0,3,1800,1,COMPLETED,4
8,2,12,73,3600,13,NODE_FAIL,0-1
10,1,12,4,1800,13,REQUEUED,3
11,1,12,4,1800,13,CANCELLED by 0,4
12,1,12,71,60,13,TIMEOUT,5'
seen=job,nodes,submit_s,runtime_s,walltime_s,log_start_s,state,log_node_list
export wanted seen

t 'sacct --parsable2: who ran, when and where; what is left out, by its reason' '
	cp "$tables/sacct-parsable2.txt" l && sacct l 2>err | cells $seen | diff <(echo "$wanted") - &&
	said "l:6: first of 1 record left out: its fields are not those of the header" "l:3: first of 19 records left out: steps of a job" \
		"l:31: first of 5 records left out: pending" "l:23: first of 1 record left out: suspended" "l:35: first of 1 record left out: runtime 0 or unknown" \
		"l:8: first of 4 records of heterogeneous jobs: each component is a job of its own" \
		"l:29: first of 1 record that ran longer than they asked for" "l:37: first of 3 jobs left out: still running (--at takes them)" \
		"l: 10 jobs submitted from 0 to 12 s, the widest on 2 of 6 nodes"'
t 'the preamble counts them, too' 'sacct -q "$tables/sacct-parsable2.txt" >w && is "$(losses w)" "not-a-record 1 6;part-of-job 19 3;pending 5 31;suspended 1 23;no-runtime 1 35;still-running 3 37"'
t 'sacct --parsable: a bar behind the last column, too' 'sed "s/$/|/" "$tables/sacct-parsable2.txt" | sacct -q | cells $seen | diff <(echo "$wanted") -'
t 'sacct --delimiter: a name may have a bar' '
	cp "$tables/sacct-delimiter.txt" l && sacct --delimiter @@ l 2>err | cells $seen | diff <(echo "$wanted") - &&
	grep -qF "l:3: first of 2 records left out: runtime 0 or unknown" err && ! grep -q "those of the header" err'
t 'columns in any order, and by their other names' '
	grep -v "a b.c" "$tables/sacct-parsable2.txt" >l && sacct -q l >whole &&
	for of in "19 2 7 4 18 11 10 6 5" "18 19 12 5 4 6 8 9 2"; do
		awk -F"|" -v of="$of" "{ n = split(of, k, \" \"); for (i = 1; i <= n; i++) printf \"%s%s\", \$k[i], i < n ? \"|\" : \"\n\" }" l | sacct >got 2>err &&
		cells submit_s,runtime_s,walltime_s,log_start_s,nodes,log_node_list <got | diff <(cells submit_s,runtime_s,walltime_s,log_start_s,nodes,log_node_list <whole) - &&
		cells job <got | diff <(cells jobidraw <whole) - || exit 1
	done'
t 'pieces of a table, each with its header' '
	head -n 20 "$tables/sacct-parsable2.txt" >l && { cat l; sed -n 1p l; echo; sed -n "21,\$p" "$tables/sacct-parsable2.txt"; } | sacct -q | cells $seen | diff <(echo "$wanted") -'

t 'squeue, its -l, -o and --Format: the present state' '
	for f in squeue squeue-long squeue-o; do
		squeue --at now "$tables/$f.txt" 2>err | cells job,nodes,log_node_list,node_list | diff <(printf "%s\n" 19+0,1,2,2 19+1,1,3,3 21,1,4,4) - &&
		grep -q "$f.txt: now 3 jobs on 3 of 6 nodes" err && grep -qE "first of 7 records left out: pending" err && grep -q "first of 1 record left out: suspended" err || exit 1
	done && squeue --at now "$tables/squeue-format.txt" 2>err | cells job,nodes,log_node_list,node_list | diff <(printf "%s\n" 19,1,2,2 20,1,3,3 21,1,4,4) -'
t 'squeue without dates: how long jobs have run says in which order they began' '
	squeue -q --at now "$tables/squeue.txt" | cells job,log_start_s | xargs | grep -qx "19+0,0 19+1,0 21,60"'
t 'squeue: cut names, whatever they are; a field that reaches into the next' '
	f="%18.18s %9.9s %8.8s %8.8s %2.2s %10.10s %6.6s %s\n" &&
	{ printf "$f" JOBID PARTITION NAME USER ST TIME NODES "NODELIST(REASON)" 1 all " my  job" ann R 1:00:00 2 "nid[001-002]"
	  printf "$f" 2 all "" "" R 1-01:00:00 1 nid003; printf "$f" 3 all job ann R 1:00:00 1 nid004 | sed "s/ nid/_nid/"; } >l && squeue --at now l >w 2>err &&
	cells job,nodes,log_start_s,node_list <w | diff <(printf "%s\n" 2,1,0,2 1,2,86400,0-1) - && said "l:4: first of 1 record left out: its fields are not those of the header" "l: now 2 jobs on 3 of 6 nodes"'
t 'the sacct of running jobs alone: their moment' '
	{ sed -n 1p "$tables/sacct-parsable2.txt"; grep "|RUNNING|" "$tables/sacct-parsable2.txt"; } >l &&
	for at in now fullest 100; do sacct --at $at l 2>err | cells job,node_list,runtime_s | diff <(printf "%s\n" 19+0,2,? 19+1,3,? 21,4,?) - || exit 1; done'

# --- times, states, lists

t 'durations and times that say nothing' '
	{ echo "JobID|Submit|Start|End|Elapsed|Timelimit|NNodes|State"
	  for x in "1|10:30|UNLIMITED" "2|01:10:30|Partition_Limit" "3|2-01:10:30|1-00:00:00" "4|2-01|30:00" "5|00:00:07|INVALID"; do
		IFS="|" read -r job elapsed limit <<<"$x" && echo "$job|${day}12:00:00|${day}12:00:01|Unknown|$elapsed|$limit|1|FAILED"; done
	  echo "6|N/A|${day}12:00:00|${day}12:00:09|00:00:09|None|1|FAILED"; echo "7|${day}12:00:00|None|Unknown|00:00:00|None|1|PENDING"; } >l &&
	sacct l 2>err | cells job,submit_s,log_start_s,runtime_s,walltime_s | diff <(printf "%s\n" 1,0,1,630, 2,0,1,4230, 3,0,1,177030,86400 4,0,1,176400,1800 5,0,1,7, 6,0,0,9,) - &&
	grep -qF "l:2: first of 4 records without a requested time" err && grep -qF "l:8: first of 1 record left out: pending" err && ! grep -q "cannot be read" err'
t 'Elapsed holds where it differs from End - Start, and that is counted' '
	{ echo "JobID|Start|End|Elapsed|NNodes"; echo "1|${day}12:00:00|${day}13:00:00|00:30:00|1"; } >l && [ "$(sacct l 2>err | cells runtime_s)" = 1800 ] &&
	grep -qF "l:2: first of 1 record ending more than a second off start + runtime" err'
t 'states: whole, with more behind them, cut, as codes' '
	had="COMPLETED FAILED TIMEOUT NODE_FAIL OUT_OF_MEMORY PREEMPTED DEADLINE BOOT_FAIL REQUEUED CANCELLED+ COMP+ OUT_OF_ME+ COMPLETE TIMEO CD F TO NF OOM PR DL BF RQ CA cancelled" &&
	has="RUNNING CONFIGURING COMPLETING STAGE_OUT SIGNALING RESIZING STOPPED COMPLETI RUN+ R CF CG SO SI RS ST" && waits="PENDING REQUEUE_HOLD SPECIAL_EXIT PD RH SE PEND+" &&
	{ sacct_table; n=0; for state in $had $has $waits SUSPENDED SUSPENDE S; do n=$((n + 1))
		end=${day}13:00:00; case " $had " in *" $state "*) ;; *) end=Unknown ;; esac; echo "$n|${day}12:00:00|${day}12:00:00|$end||1|$state|"; done
	  echo "99|${day}12:00:00|${day}12:00:00|${day}13:00:00||1|CANCELLED by 1000|"; } >l &&
	sacct l 2>err | cells state | diff <(printf "%s\n" $had "CANCELLED by 1000") - && ! grep -q "cannot be read" err &&
	grep -q "first of $(wc -w <<<"$waits") records left out: pending" err && grep -q "first of 3 records left out: suspended" err &&
	grep -q "first of $(wc -w <<<"$has") jobs left out: still running" err'
t 'a state that nobody knows goes by its end, and is counted' '
	{ sacct_table; echo "1|${day}12:00:00|${day}12:00:00|${day}13:00:00||1|ODDITY|"; echo "2|${day}12:00:00|${day}12:00:00|Unknown||1|ODDITY|"; } >l && sacct l 2>err | cells job | diff <(echo 1) - &&
	grep -qF "l:2: first of 2 values that cannot be read, State '\''ODDITY'\'': taken as unknown" err && grep -qF "l:3: first of 1 record left out: runtime 0 or unknown" err'
t 'without a state a job runs that began and has no end' '
	{ echo "JobID|Submit|Start|End|NNodes"; echo "1|${day}12:00:00|${day}12:00:00|Unknown|2"; echo "2|${day}12:00:00|Unknown|Unknown|2"; } >l && sacct --at now l 2>err | cells job | diff <(echo 1) -'
t 'lists of nodes: why log_node_list is empty, with the first line of each' '
	{ sacct_table; ran 1 3 "nid[001-002,004]"; ran 2 1 nid006; ran 3 2 "nid005,nid003"; ran 4 1 "None assigned"; ran 5 1 "(null)"; ran 6 1 ""; ran 7 2 "nid[001-00"; ran 8 2 "nid[006-007]"
	  ran 9 2 nid001; ran 10 2 "nid001,nid001"; ran 11 1 login1; } >l && sacct l 2>err | cells job,log_node_list | diff <(printf "%s\n" "1,0-1 3" 2,5 "3,4 2" 4, 5, 6, 7, 8, 9, 10, 11,) - &&
	said "l:8: first of 1 value that cannot be read, NodeList '\''nid[001-00'\'': taken as unknown" "l:5: first of 3 records without a list of nodes: log_node_list left empty" \
		"l:9: first of 3 records with a node that the machine does not have, or has twice: log_node_list left empty (the first: '\''nid007'\'')" \
		"l:10: first of 1 record with a list of more or fewer nodes than they have: log_node_list left empty" "l: 11 jobs submitted from 0 to 0 s, the widest on 3 of 6 nodes"'
t 'a machine whose nodes have no names: one warning, no column; other lengths than the log: an empty cell' '
	{ sacct_table; ran 1 2 "nid[001-002]"; ran 2 1 nid003; } >l && (machine=mesh:k=6; sacct l 2>err >w; sacct -q --at now l >x; exits 1 sacct --at now l 2>/dev/null) &&
	! grep -q node_list w && grep -qF "l:1: NodeList: the machine'\''s nodes have no names, so log_node_list is left out" err && [ "$(grep -c names err)" = 1 ] &&
	sacct -q --nodes-times 1.5 l | cells job,nodes,log_node_list | diff <(printf "%s\n" 1,3, 2,2,) - && sacct -q --nodes-most 1 l | cells job,nodes,log_node_list | diff <(printf "%s\n" 1,1, 2,1,2) -'
t 'NCPUS where there are no nodes: a list says how many, else --procs-per-node' '
	{ echo "JobID|Start|Elapsed|NCPUS|NodeList"; echo "1|${day}12:00:00|10|8|nid[001-003]"; echo "2|${day}12:00:00|10|8|"; } >l && sacct -q --procs-per-node 4 l | cells job,nodes,log_node_list | diff <(printf "%s\n" 1,3,0-2 2,2,) -'
t 'other columns stay, in lower case; Hopline'\''s own names get a log_; --match goes by the header' '
	{ echo "JobID|QOS|Tasks|JobName|Start|Elapsed|NNodes|QOS|nodes|"; echo "1|high|7|\"x\", y|${day}12:00:00|10|1|low|3|"; echo "2|low|||${day}12:00:00|10|1|||"; } >l && sacct -q l >w &&
	grep -q "log_start_s,qos,log_tasks,jobname,log_nodes$" w && rows w | sed -n 1p | grep -qF ",high,7,\"\"\"x\"\", y\",3" && [ "$(sacct -q --match qos=low l | cells job)" = 2 ] &&
	exits 2 sacct --match who=x l 2>err && grep -qF -- "--match: '\''who'\'': the header has no such column" err'

# --- which records are one job

vector() { cp "$HOPLINE_ROOT/tests/vectors/logs/$1" l; }
t 'one JobID on two clusters is two jobs, and a filter finds either' '
	vector 08-multi-cluster.sacct && sacct l 2>err | cells job,nodes,cluster | diff <(printf "%s\n" 100,2,east 100@2,4,west) - && said "l: 2 jobs submitted from 0 to 0 s, the widest on 4 of 6 nodes" &&
	sacct -q --match cluster=west l >w && cells job,nodes <w | diff <(echo 100,4) - && is "$(losses w)" "not-matched 1 3" && sacct -q l | alloc -q --policy simple --schedule easy | cells job,end_s | diff <(printf "%s\n" 100,3600 100@2,3600) -'
t 'squeue -M names the cluster above its jobs' '
	for c in east west; do printf "%s\n" "CLUSTER: $c" "JOBID|ST|TIME|NODES" "7|R|1:00|2"; done >l && squeue --at now l 2>err | cells job,nodes | diff <(printf "%s\n" 7,2 7@2,2) - && said "l: now 2 jobs on 4 of 6 nodes"'
# runs ROW...: job,state,submit_s of "ID SUBMIT START END STATE [CLUSTER]" a row, in minutes, of jobs on a node
runs() {
	{ echo "JobID|Submit|Start|End|State|Cluster|NNodes"; for row in "$@"; do read -r id submit start end state cluster <<<"$row"
		printf "$id|${day}12:%02d:00|${day}12:%02d:00|%s|$state|$cluster|1\n" $submit $start "$([ $end = - ] && echo Unknown || printf "${day}12:%02d:00" $end)"; done; } >l
	sacct "${options[@]}" l 2>err >w; cells job,state,submit_s <w | paste -sd " "
}
t 'of a job that was requeued the last run counts, in whatever order; the others are listed' '
	is "$(runs "5 0 1 2 NODE_FAIL" "6 1 2 3 COMPLETED" "5 0 3 4 FAILED" "5 0 9 10 COMPLETED" "5 0 4 5 PREEMPTED")" "5,COMPLETED,0 6,COMPLETED,60" && is "$(losses w)" "earlier-run 3 2" && grep -qx "#read 5 jobs 2 node-hours 0.0333333333 of 0.0333333333" w &&
	said "l:2: first of 3 records left out: the job ran again, and its last run counts: '\''5'\'' in line 2, '\''5'\'' in line 4, '\''5'\'' in line 6" "l:2: first of 4 records without a requested time" "l: 2 jobs submitted from 0 to 60 s, the widest on 1 of 6 nodes" &&
	is "$(runs "5 0 1 2 REQUEUED" "5 2 3 4 COMPLETED")" "5,COMPLETED,120" && is "$(runs "5 2 3 4 COMPLETED" "5 0 1 2 RQ")" "5,COMPLETED,120" && is "$(runs "5 0 1 2 REQUEUED")" "5,REQUEUED,0"'
t 'filters come first: the run that they leave counts' '
	options=(--match "state=FAILED|PENDING"); is "$(runs "5 0 1 2 FAILED" "5 0 3 4 COMPLETED" "7 0 1 2 FAILED")" "5,FAILED,0 7,FAILED,0" && is "$(losses w)" "not-matched 1 3"'
t 'an ID that comes again with another submit is another job; the same record in two files is one, and knows its end' '
	is "$(runs "5 0 1 2 COMPLETED" "5 9 9 10 COMPLETED" "5 0 1 2 COMPLETED a" "5 0 1 2 COMPLETED a")" "5,COMPLETED,0 5@3,COMPLETED,0 5@2,COMPLETED,540" && is "$(losses w)" "recorded-twice 1 5" &&
	is "$(runs "5 0 1 - RUNNING" "5 0 1 2 COMPLETED" "5 0 1 - RUNNING")" "5,COMPLETED,0" && is "$(losses w)" "recorded-twice 2 2" && is "$(runs "5 0 3 - RUNNING" "5 0 1 2 NODE_FAIL" "6 0 1 2 F")" "6,F,0" && is "$(losses w)" "earlier-run 1 3;still-running 1 2"'
t 'Slurm shortens numbers of nodes and processors' '
	{ echo "JobID|Start|Elapsed|AllocNodes|NCPUS|NodeList"; i=0; for n in 1K 2K 1.5K 1.54K 1M 0 "" Unknown M K 1KK -1K 7; do i=$((i + 1)); echo "$i|${day}12:00:00|10|$n||"; done; echo "98|${day}12:00:00|10||1K|"; echo "99|${day}12:00:00|10|0|8|nid[001-002]"; } >l &&
	(machine=mesh:k=2097152; sacct --procs-per-node 16 l 2>err | cells job,nodes | xargs >n) && is "$(cat n)" "1,1024 2,2048 3,1536 4,1577 5,1048576 13,7 98,64 99,2" && grep -q "l:10: first of 4 values that cannot be read, nodes .M.:" err && grep -q "l:7: first of 7 records left out: neither nodes" err'

# --- jobs that share nodes

shared() { gen-workload log --format sacct --machine graph:topology=$HOPLINE_ROOT/tests/vectors/logs/tc.conf "$@"; }
t '32 jobs four to a node: packed by default, as logged and played; it is said, and counted' '
	vector 01-shared-nodes.sacct && shared l >w 2>err && said "l:3: first of 32 jobs that share nodes with others: what a node holds is one job (--shared pack|whole|drop)" "l: 8 jobs submitted from 0 to 28 s, the widest on 1 of 8 nodes" &&
	grep -qx "#shared pack 32 3" w && cells job,nodes,submit_s,log_start_s,runtime_s,walltime_s,log_node_list <w | sed -n 2p | grep -qx 104,1,4,60,3600,7200,1 &&
	alloc --schedule log --policy as-logged w | cells start_s,end_s,node_list | diff <(for i in 0 1 2 3 4 5 6 7; do echo 60,3660,$i; done) - && alloc --schedule easy --policy simple w | metrics schedule | cells jobs,wait_mean_s | diff <(echo 8,0) -'
t '--shared whole, drop; a machine without names; a log without lists' '
	vector 01-shared-nodes.sacct && shared --shared whole l >w 2>err && grep -qx "#shared whole 32 3" w && grep -qx "#overfull 32 of 8" w && [ "$(rows w | wc -l)" = 32 ] && alloc --schedule easy --policy simple w | metrics schedule | cells jobs,wait_mean_s | diff <(echo 32,5388) - &&
	refuses 1 "l: none of its 32 jobs is left" shared --shared drop l && grep -q "l:3: first of 32 jobs that share nodes with others: left out" err && { cat l; ran 7 1 n01 | sed "s/2024-03/2024-05/g" | awk -F"|" "{ print \$1 \"|\" \$2 \"|\" \$3 \"|\" \$4 \"|COMPLETED|8|1|n01|2:00:00\" }"; } >m &&
	shared -q --shared drop m >w && is "$(losses w)" "shared-nodes 32 3" && grep -qx "#read 33 jobs 1 node-hours 1 of 33" w && cells job <w | diff <(echo 7) - &&
	gen-workload log -q --format sacct --machine mesh:k=8 l >w && [ "$(rows w | wc -l)" = 8 ] && ! grep -q node_list w && cut -d"|" -f1-7 l | shared - 2>err >w && grep -qx "#overfull 32 of 8" w && grep -q "up to 32 nodes are busy at one time, of 8: the log.s machine has more, or jobs share nodes" err &&
	cut -d"|" -f1-7 l | refuses 2 "gen-workload: --shared: <stdin> has no lists of nodes" shared --shared pack && says 2 "gen-workload: --shared: '\''all'\'': must be pack, whole or drop" shared --shared all'
# on JOB NODES START END LIST [SUBMIT]: a row, in minutes
on() { printf "$1|${day}12:%02d:00|${day}12:%02d:00|${day}12:%02d:00|1:00:00|$2|COMPLETED|$5\n" "${6:-$3}" "$3" "$4"; }
t 'pack: stretches of nodes, to the widest of their jobs; others stay as they are' '
	{ sacct_table; on a 3 0 10 "nid[003,001-002]"; on b 1 5 20 nid003 2; on c 1 19 25 nid003 3; on d 1 25 30 nid003; on e 2 10 12 "nid[001-002]"; on f 2 40 50 "nid[004-005]"; on g 2 45 55 "nid[004-005]"; on h 1 41 44 nid006; } >l && sacct l 2>err >w &&
	cells job,nodes,submit_s,log_start_s,runtime_s,walltime_s,log_node_list <w | diff <(printf "%s\n" a,2,0,0,600,3600,0-1 a:2,1,0,0,1500,4740,2 e,2,600,600,120,3600,0-1 d,1,1500,1500,300,3600,2 f,2,2400,2400,900,3900,3-4 h,1,2460,2460,180,3600,5) - &&
	alloc --schedule log --policy as-logged w 2>err | cells start_s,node_list | diff <(cells log_start_s,log_node_list <w) - && [ ! -s err ] && sacct -q --nodes-times 2 l | cells job,nodes,log_node_list | sed -n 1,2p | diff <(printf "%s\n" a,4, a:2,2,) - &&
	sacct -q --min-nodes 2 l >v && grep -q "#shared pack 2 7" v && cells job,nodes <v | xargs | grep -qx "a,3 e,2 f,2"'
t 'pack: no node has two jobs, and none is busy when it was not, in random logs' '
	for seed in 1 2 3 4 5; do
		awk -v seed=$seed "BEGIN { srand(seed); for (i = 1; i <= 40; i++) { n = 1 + int(rand() * 3); v = 1 + int(rand() * (7 - n)); s = int(rand() * 40); print i, n, s, s + 1 + int(rand() * 15), \"nid00\" v, v + n - 1 } }" >r &&
		{ sacct_table; while read -r i n s e v to; do on $i $n $s $e "nid[${v#nid}-00$to]"; done <r; } >l && sacct -q l >w && grep -q "#shared" w && alloc --schedule log --policy as-logged w >p 2>err && [ ! -s err ] &&
		busy() { awk "{ for (v = \$3; v <= \$4; v++) for (t = \$1; t < \$2; t++) if (!had[v, t]++) n++ } END { print n, length(had) }"; } &&
		awk "{ print \$3, \$4, substr(\$5, 6), \$6 }" r | busy >want && cells log_start_s,runtime_s,log_node_list <w | awk -F, "{ k = split(\$3, x, \" \"); for (i = 1; i <= k; i++) { m = split(x[i], y, \"-\"); print \$1 / 60, (\$1 + \$2) / 60, y[1], y[m] } }" | awk "{ print \$1 + least, \$2 + least, \$3 + 1, \$4 + 1 }" least=$(cut -d" " -f3 r | sort -n | sed -n 1p) |
		busy | diff want - && is "$(cells job <w | sort | uniq -d)" "" || exit 1
	done'
t 'a moment: who shares a node is merged, and the next job goes elsewhere' '
	vector 01-shared-nodes.squeue && now() { gen-workload log --format squeue --at now --machine graph:topology=$HOPLINE_ROOT/tests/vectors/logs/tc.conf "$@" l; } && now 2>err | metrics select --columns job,nodes,node_list >now.csv && { cat now.csv; echo next,4,; } | alloc --policy slurm-tree | cells job,node_list | diff <(printf "%s\n" 100,0-1 next,4-7) - &&
	said "l:3: first of 3 jobs that share nodes with others: what a node holds is one job (--shared pack|whole|drop)" "l: now 1 job on 2 of 8 nodes" && now -q --shared whole | cells job,nodes,node_list | diff <(printf "%s\n" 101,1,? 102,1,? 100,2,?) - &&
	{ sacct_table; on a 2 0 20 "nid[001-002]"; on b 3 10 30 "nid[002-004]"; on c 1 12 40 nid004; on d 1 25 50 nid006; } >l && sacct -q --at 900 l | cells job,nodes,runtime_s,node_list | diff <(printf "%s\n" a,1,1200,0 b,3,1200,1-3) - && sacct --at fullest --min-jobs 2 l 2>err | cells job,node_list | diff <(printf "%s\n" a,0 b,1-3) - && grep -q "at 600 s 2 jobs on 4 of 6 nodes" err'

# --- a moment

t 'a moment of a log with jobs that run: they count until the end of time' '
	{ sacct_table; ran 1 2 "nid[001-002]"; echo "2|${day}12:10:00|${day}12:30:00|Unknown|2:00:00|3|RUNNING|nid[003-005]"; } >l &&
	sacct l 2>err | cells job | diff <(echo 1) - && grep -qF "l:3: first of 1 job left out: still running (--at takes them)" err &&
	sacct -q --at 1800 l | cells job,runtime_s,log_start_s,node_list | diff <(printf "%s\n" 1,3600,0,0-1 2,,1800,2-4) - && sacct -q --at 3600 l | cells job,log_node_list,node_list | diff <(echo 2,2-4,2-4) - &&
	sacct -q --at now l | cells job,node_list | diff <(echo 2,2-4) - && [ "$(sacct -q --at 0 l | cells job,node_list)" = 1,0-1 ]'
t 'now: nobody, or more than there are' '
	{ sacct_table; ran 1 2 "nid[001-002]"; } >l && says 1 "gen-workload: l: no job runs now" sacct --at now l &&
	{ echo "JOBID|ST|NODES|TIME"; echo "1|R|7|1:00"; } >l && exits 1 squeue --at now l 2>err && echo "gen-workload: l:2: first of 1 job left out: wider than 6 nodes" | diff - <(sed -n 1p err)'
t 'a new job among those that run' '
	squeue -q --at now "$tables/squeue.txt" | metrics select --columns job,nodes,node_list >now.csv && { cat now.csv; echo new,2,; } | alloc --policy slurm-linear | cells job,node_list |
	diff <(printf "%s\n" 19+0,2 19+1,3 21,4 new,0-1) -'

# --- what is no such table

t 'headers that lack something, or are none' '
	: >l && says 1 "gen-workload: l: no line is a header with the column JobID and others behind a delimiter, as sacct --parsable2 writes it" sacct l &&
	printf "JobID  Start  NNodes\n------ ------\n1 2 3\n" >l && says 1 "gen-workload: l:1: the header has none of the columns NNodes AllocNodes ReqNodes NCPUS AllocCPUS ReqCPUS" sacct l &&
	printf "JobID  Start  NNodes\n1 2 3\n" >l && says 1 "gen-workload: l: no line is a header with the column JobID and others behind a delimiter, as sacct --parsable2 writes it" sacct l &&
	echo "JOBID ST NODES" >l && says 1 "gen-workload: l:1: the header has none of the columns SUBMIT_TIME START_TIME TIME" squeue l && echo "1|2|3" >l && says 1 "gen-workload: l: no line is a header with the column JobID" squeue l &&
	echo "JobID|NNodes" >l && says 1 "gen-workload: l:1: the header has none of the columns Submit Start" sacct l &&
	echo "JobID|Start" >l && says 1 "gen-workload: l:1: the header has none of the columns NNodes AllocNodes ReqNodes NCPUS AllocCPUS ReqCPUS" sacct l &&
	echo "JOBID|NODES|TIME" >l && says 1 "gen-workload: l:1: the header has none of the columns STATE ST" squeue l &&
	echo "JobID|Start|NNodes" >l && says 1 "gen-workload: l: no job with a number of nodes, a submit time or start, and a runtime" sacct l &&
	printf "JobID|Start|NNodes\n1|2\0|3\n" >l && says 1 "gen-workload: l:2: first of 1 record left out: a NUL in the line" sacct l'
t 'sacct -n and squeue -h: leave that out; a header further down will do' '
	vector 17-no-header.sacct && says 1 "gen-workload: l:2: a job, and no header above it: leave out sacct'\''s -n (--noheader)" sacct l && sed "s/|/ /g" l | says 1 "gen-workload: <stdin>:2: a job, and no header above it: leave out sacct'\''s -n (--noheader)" sacct &&
	for f in squeue squeue-long squeue-o; do grep -v JOBID "$tables/$f.txt" | grep -v "^[A-Z]" >l; refuses 1 "a job, and no header above it: leave out squeue'\''s -h (--noheader)" squeue --at now l || exit 1; done &&
	{ sed -n 19p "$tables/sacct-parsable2.txt"; cat "$tables/sacct-parsable2.txt"; } | sacct -q | cells $seen | diff <(echo "$wanted") -'
t 'the command line' '
	says 2 "gen-workload: --format: '\''slurm'\'': must be sacct, squeue, batsim, pbs, lsf or alcf" gen --format slurm l && echo x >l && says 1 "gen-workload: l: its beginning does not tell what log it is: --format or --regex says it" gen l && : >l && says 1 "gen-workload: l: empty input" gen l &&
	says 2 "gen-workload: --regex and --format: give one of them" sacct --regex "(?<nodes>)(?<start>)(?<runtime>)" l && says 2 "gen-workload: --delimiter goes with --format" gen --regex "(?<nodes>)(?<start>)(?<runtime>)" --delimiter , l &&
	says 2 "gen-workload: --delimiter: '\'''\'': must be a character or several" sacct --delimiter "" l'

# --- as logged

t 'there and back: alloc --schedule log --policy as-logged has each job when and where it was' '
	sacct -q "$tables/sacct-parsable2.txt" | alloc --schedule log --policy as-logged >out.csv 2>err && [ ! -s err ] && [ "$(rows out.csv | wc -l)" = 10 ] &&
	cells node_list,start_s <out.csv | diff <(cells log_node_list,log_start_s <out.csv) - && cells alloc <out.csv | sort -u | diff <(echo as-logged) - && cells node_list <out.csv | grep -qx 1-2'
t 'the nodes stay in the order of the log' '
	{ sacct_table; ran 1 3 "nid006,nid[001-002]"; } | sacct -q | alloc --schedule log --policy as-logged | cells log_node_list,node_list | diff <(echo "5 0-1,5 0-1") -'

# logged ROW...: a table for six nodes
logged() { printf '%s\n' '#hopline 1' '#machine mesh:k=6' job,nodes,log_start_s,runtime_s,log_node_list "$@"; }
export -f logged
t 'a node that two jobs had at one time: the line, the column, the node and whose it was' '
	logged a,3,0,10,0-2 b,2,10,5,1-2 c,1,12,9,5 "d,2,14,1,3 1" >in.csv && says 1 "alloc: in.csv:7: log_node_list: '\''3 1'\'': job '\''d'\'': node 1 is already held by job '\''b'\''" alloc --schedule log --policy as-logged in.csv &&
	says 1 "alloc: in.csv:5: log_node_list: '\''1-2'\'': job '\''b'\'': node 1 is already held by job '\''a'\''" alloc --policy as-logged in.csv'
t 'it is found where the others fill the machine, too; --on-full skip leaves out who came last' '
	logged a,5,0,10,0-4 b,2,5,5,4-5 c,1,6,1,5 >in.csv && says 1 "alloc: in.csv:5: log_node_list: '\''4-5'\'': job '\''b'\'': node 4 is already held by job '\''a'\''" alloc --schedule log --policy as-logged in.csv &&
	says 0 "alloc: in.csv:5: log_node_list: '\''4-5'\'': job '\''b'\'': node 4 is already held by job '\''a'\''; skipped" alloc --on-full skip --schedule log --policy as-logged in.csv &&
	cells job,alloc,start_s,end_s,node_list <out.csv | diff <(printf "%s\n" a,as-logged,0,10,0-4 b,as-logged,,, c,as-logged,6,7,5) -'
t 'who ends when another starts is gone, also one without a runtime' '
	logged a,2,0,5,0-1 b,2,5,0,0-1 c,2,5,1,0-1 d,2,5,0,2-3 >in.csv && alloc --schedule log --policy as-logged in.csv 2>err | cells job,start_s,end_s | diff <(printf "%s\n" a,0,5 b,5,5 c,5,6 d,5,5) - && [ ! -s err ]'
t 'a row without a list' '
	logged a,3,0,10,0-2 b,2,10,5, >in.csv && for s in "" "--schedule log"; do says 1 "alloc: in.csv:5: log_node_list: '\'''\'': job '\''b'\'': the log does not say which nodes it had" alloc $s --policy as-logged in.csv || exit 1; done &&
	alloc -q --on-full skip --schedule log --policy as-logged in.csv | cells job,start_s,node_list | diff <(printf "%s\n" a,0,0-2 b,,) -'
t 'lists that are none, nodes that are not to be had' '
	no() { logged "a,$1,0,10,$2" >in.csv; says 1 "alloc: in.csv:4: $3" alloc --policy as-logged --schedule log --set unavailable=3 in.csv; } &&
	no 2 2-6 "log_node_list: '\''2-6'\'': 6 is not below 6" && no 2 1-1x "log_node_list: '\''1-1x'\'': must be items a or a-b" && no 2 1 "nodes: '\''2'\'': log_node_list has 1 nodes" &&
	no 2 "1 1" "log_node_list: '\''1 1'\'': job '\''a'\'': node 1 is listed twice" && no 2 2-3 "log_node_list: '\''2-3'\'': job '\''a'\'': node 3 is unavailable" &&
	printf "%s\n" job,nodes a,1 >in.csv && exits 1 alloc --machine mesh:k=6 --policy as-logged in.csv 2>err && grep -q "log_node_list: this column is missing" err'
t 'who came with nodes has them; under another schedule jobs wait for those that they had' '
	{ logged | sed "s/job,/node_list,submit_s,job,/"; printf "%s\n" "0,,r,1,,,0" ",0,a,1,3,5,0"; } >in.csv &&
	says 1 "alloc: in.csv:5: log_node_list: '\''0'\'': job '\''a'\'': node 0 is already held by job '\''r'\''" alloc --schedule log --policy as-logged in.csv &&
	{ logged | sed "s/job,/submit_s,job,/"; printf "%s\n" 0,a,2,0,9,0-1 1,b,2,0,5,1-2 2,c,1,0,1,5; } >in.csv &&
	alloc -q --schedule easy --policy as-logged in.csv | cells job,start_s,node_list | diff <(printf "%s\n" a,0,0-1 b,9,1-2 c,2,5) -'
t 'alloc --list says what it wants' 'alloc --list | grep -q "^as-logged .*; wants a column log_node_list; may refuse$"'

done_testing
