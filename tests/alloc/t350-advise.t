#!/usr/bin/env bash
# t350-advise -- wait or go: when a job of a log would start and end, the intervals of held starts, and `hopline advise`.
source "$(dirname "$0")/../lib.sh"

cd "$shared_dir" || exit 1
# hopline advise SETTING...: its script, with the tools of the path
hopline() { "$HOPLINE_ROOT/pipelines/$1" "${@:2}"; }
# Ten nodes.  Job a (6) runs from 0 and has used half of its limit, b (6) waits for it, c is asked about; every run that has ended used half of
# its limit.
printf '%s\n' '#hopline 1' '#machine mesh:k=10' job,nodes,submit_s,log_start_s,runtime_s,walltime_s \
	p,1,0,0,500,1000 q,1,0,0,500,1000 r,1,100,100,500,1000 a,6,1000,1000,,400 b,6,1050,,,1000 c,4,,,,150 d,5,,,,1000 >queue.csv
# row FILE N: of its N-th row the moment, the start, the end and whether it is the best
row() { sed '/^#/d' "$1" | awk -F, -v n="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == n + 1 { print $at["at_s"], $at["start_s"], $at["end_s"], $at["best"] }'; }

t 'who fits now and is gone before the head starts goes now; who would delay it waits for it' '
	cd "$shared_dir" && alloc --policy simple --advise c --advise-at 1100 queue.csv >out 2>err && row out 1 >got &&
	alloc --policy simple --advise d --advise-at 1100 queue.csv 2>>err >out && row out 1 >>got &&
	printf "%s\n" "1100 1100 1175 yes" "1100 1700 2200 yes" | diff - got && grep -q "^alloc: start now on .* done in 1 min" err &&
	grep -q "^alloc: starts in 10 min" err && grep -q "too few jobs" err'

t 'nothing of what comes behind the moment is used' '
	cd "$shared_dir" && { cat queue.csv; printf "%s\n" late,9,1101,1102,7,9 later,9,1200,1300,9000,9000; } >more.csv &&
	for log in queue more; do alloc -q --policy rdn --no-preamble --advise d --advise-at 1100 $log.csv || exit 1; done >two && sed -n 1,2p two >one && sed -n 3,4p two | diff one -'

t 'a play is the schedule: where limits are run times, no jobs come, and all have nodes, the start is that of --schedule easy' '
	cd "$shared_dir" && awk "BEGIN { srand(3); print \"job,nodes,submit_s,log_start_s,runtime_s,walltime_s\"
		for (i = 0; i < 40; i++) { n = 1 + int(9 * rand()); w = 100 + int(900 * rand()); print \"j\" i \",\" n \",\" i \",,\" w \",\" w } }" >all.csv &&
	alloc -q --no-preamble --machine mesh:k=10 --policy simple --schedule easy all.csv | metrics select --no-preamble --columns job,start_s >starts &&
	sed "s/,[0-9]*\(,[0-9]*\)\$/,\1/" all.csv >waiting.csv && for j in j5 j20 j39; do
		alloc -q --machine mesh:k=10 --policy simple --advise $j --advise-at 39 waiting.csv >out && start=$(row out 1 | cut -d" " -f2) &&
		sed "s/,[0-9]*,,/,39,,/" all.csv >at-once.csv && want=$(alloc -q --no-preamble --machine mesh:k=10 --policy simple --schedule easy at-once.csv |
			metrics select --no-preamble --columns job,start_s | grep "^$j," | cut -d, -f2) && [ "$start" = "$want" ] || { echo "$j: $start, not $want"; exit 1; }
	done'

# A switch of four nodes is free when e has gone, two halves are now.
printf '%s\n' '#hopline 1' '#machine dragonfly:g=3,a=2,p=4' job,nodes,submit_s,log_start_s,runtime_s,walltime_s,node_list,pattern,bytes \
	e,2,0,0,,500,0-1,alltoall,1000 f,2,0,0,,9000,4-5,alltoall,1000 h,16,0,0,,9000,8-23,alltoall,1000 g,4,,,,1000,,alltoall,100000 >switches.csv
t 'fewer switches: the wait for them, when it pays, and with a network and much to send the status 3' '
	cd "$shared_dir" && alloc --policy simple --advise g --advise-at 100 --comm-share 0.5 switches.csv >out 2>err && row out 1 >got && row out 2 >>got &&
	printf "%s\n" "100 100 1100 yes" "100 500 1500 no" | diff - got && grep -q "wait for 1 switch: 23 min .* pays if communication takes 1.8 times as long on 2 switches" err &&
	exits 3 alloc --policy simple --advise g --advise-at 100 --comm-share 1 --network "map | sed \"s/,4-5,/,&/\" | netsim" --set local-bw=100Mb/s switches.csv >out 2>err &&
	grep -q "wait for 1 switch" err && [ "$(row out 2 | cut -d" " -f4)" = yes ]'

t 'intervals of 90% hold 88 to 92% of the held starts of a part of a log, far more than those of the plays alone' '
	cd "$shared_dir" && gen-workload swf -q --machine mesh:k=100 --max-jobs 6000 "$HOPLINE_ROOT/data/swf/KTH-SP2-1996-2.1-cln.swf.gz" >kth.csv &&
	alloc --policy simple --advise-check $(checked && echo 80 || echo 800) kth.csv >held 2>said && awk -v few="$(checked && echo 1)" "{ for (i = 1; i <= NF; i++) if (sub(\"%\", \"\", \$i)) p[++n] = \$i }
		END { exit !(n == 4 && (few || p[1] >= 88 && p[1] <= 92 && p[2] >= 88 && p[4] < 60)) }" said || { cat said; exit 1; }'

t 'the table of squeue: jobs that wait and run, with --unfinished; the clock of the sentence; JSON' '
	cd "$shared_dir" && printf "%s\n" "JOBID|STATE|NODES|SUBMIT_TIME|START_TIME|TIME|TIME_LIMIT" "1|RUNNING|6|2024-03-01T10:00:00|2024-03-01T11:00:00|1:00:00|2:00:00" \
		"2|PENDING|6|2024-03-01T11:30:00|2024-03-01T13:00:00|0:00|1:00:00" >squeue.txt &&
	gen-workload log -q --format squeue --unfinished --machine mesh:k=10 squeue.txt >log.csv && grep -qx "#since 1709287200" log.csv && grep -qx "#now 7200" log.csv &&
	hopline advise LOG=squeue.txt MACHINE=mesh:k=10 NODES=6 LIMIT=30:00 2>/dev/null >said && grep -q "^starts at 14:00 .*: done by 14:30 (" said &&
	hopline advise LOG=squeue.txt MACHINE=mesh:k=10 JOB=2 TO=json 2>/dev/null | grep -q "\"start_s\":10800" &&
	hopline advise LOG=- MACHINE=mesh:k=10 NODES=4 LIMIT=1 POLICIES=simple,rdn <squeue.txt 2>/dev/null | cut -d" " -f1-3 | diff <(printf "%s\n" "simple: start now" "rdn: start now") -'

t '--advise-check of a log in which no job has ended is an error' '
	printf "%s\n" "#hopline 1" "#machine mesh:k=10" job,nodes,submit_s,log_start_s,runtime_s,walltime_s a,6,0,0,,400 b,6,50,,,1000 >in.csv &&
	refuses 1 "in.csv: --advise-check: no job has started and ended" alloc --policy simple --advise-check 2 in.csv'

t 'JSON of squeue and of sacct are told apart' '
	for what in squeue sacct; do
		hopline advise LOG="$HOPLINE_ROOT/tests/cases/json/$what/in" MACHINE=mesh:k=10 NODES=2 LIMIT=1:00:00 READ="--procs-per-node 32" >said 2>err; got=$?
		case $got in 0 | 3) grep -q "done" said || exit 1 ;; *) cat err; exit 1 ;; esac
	done'

printf '%s\n' '#hopline 1' '#machine mesh:k=10' job,nodes,submit_s,log_start_s,runtime_s,walltime_s d,5,10,,,9 >later.csv
printf '%s\n' '#hopline 1' '#machine dragonfly:g=3,a=2,p=4' job,nodes,submit_s,log_start_s,runtime_s,walltime_s g,5,10,,,9 >wide.csv
t 'what cannot be asked' '
	cd "$shared_dir" && while IFS="|" read -r status args message; do
		exits "$status" alloc --policy simple $args 2>err >out && grep -q -- "$message" err || { echo "$args"; cat err; exit 1; }
	done <<-END
	1|--advise x queue.csv|no job .x.
	2|--advise d --advise-at 5 later.csv|comes later
	2|--advise p --advise-at 10 queue.csv|has started by then
	2|--advise d --advise-check 3 queue.csv|give one of them
	2|--advise-at 3 queue.csv|goes with --advise
	2|--advise d --schedule log queue.csv|does not go with
	2|--advise d --advise-switches 0 queue.csv|no job has 0 switches
	2|--advise g --advise-switches 1 wide.csv|on 2 switches of an idle machine
	END'
done_testing
