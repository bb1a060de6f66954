#!/usr/bin/env bash
# t697-moment -- metrics moment: the jobs of a schedule at its moments; and what netsim says of jobs that never meet.
. "$(dirname "$0")/../lib.sh"

q="'"
head=case,job,nodes,pattern,submit_s,alloc,start_s,end_s,node_list,site
export q head
# two_cases: on twelve nodes; c has no time, d and e never ran, f takes none
two_cases() {
	printf '%s\n' '#hopline 1' '#machine mesh:k=12' $head '1,a,4,alltoall,0,x,0,100.5,0-3,"p,q"' '1,b,3,alltoall,10,x,50,150,4-6,' '1,c,5,alltoall,20,x,,,7-11,' \
		'1,d,5,alltoall,20,x,60,90,,' '1,f,1,alltoall,70,x,70,70,11,' '1,g,2,alltoall,150,x,150,400,0-1,' '2,a,6,alltoall,-5,x,-5,60,0-5,' '2,b,2,alltoall,5,x,7.25,99,6-7,'
}
# moments OPTION...: rows of those of in.csv's, "CASE:JOB" each, and of the moments
moments() { metrics moment "$@" in.csv | cells case,job | sed 's/,/:/' | xargs; }
# fails STATUS MESSAGE OPTION...
fails() {
	local status=$1 message=$2
	shift 2
	refuses "$status" "metrics: $message" metrics moment "$@"
}

t 'the rows of a moment as they come, in a case of its own; case, start_s and moment_s are new' '
	two_cases >in.csv && metrics moment --at 60 in.csv >out && { two_cases | sed 2q; printf "%s\n" "#run metrics $(cat "$HOPLINE_ROOT/VERSION") moment --at 60 in.csv" \
		$head,moment_s "1@60,a,4,alltoall,0,x,0,100.5,0-3,\"p,q\",60" "1@60,b,3,alltoall,10,x,0,150,4-6,,60" "2@60,b,2,alltoall,5,x,0,99,6-7,,60"; } | diff - out'
t 'a job is there at its start and not at its end; one without times, nodes or runtime never is' '
	two_cases >in.csv && is "$(moments --at 49.999999)" "1@49.999999:a 2@49.999999:a 2@49.999999:b" && is "$(moments --at 50)" "1@50:a 1@50:b 2@50:a 2@50:b" &&
	is "$(moments --at 70)" "1@70:a 1@70:b 2@70:b" && is "$(moments --at 100.5 -q)" "1@100.5:b" && is "$(moments --at 150 -q)" "1@150:g" && is "$(moments --at -5 -q)" "2@-5:a"'
t 'without a column case all is case 1, and the column comes at the right; - and standard input' '
	printf "%s\n" nodes,start_s,end_s,node_list,job 2,0,5,0-1,x >in.csv && metrics moment --no-preamble --at 1 in.csv >out &&
	printf "%s\n" nodes,start_s,end_s,node_list,job,case,moment_s 2,0,5,0-1,x,1@1,1 | diff - out && metrics moment --no-preamble --at 1 <in.csv | diff out - && metrics moment --no-preamble --at 1 - <in.csv | diff out -'
t 'fullest: with a mix, each case its own' '
	printf "%s\n" case,job,nodes,start_s,end_s,node_list 1,a,9,0,10,0-8 1,b,1,0,20,9 1,c,3,12,20,0-2 1,d,3,14,20,3-5 1,e,3,14,16,6-8 2,a,2,3,9,0-1 2,b,2,4,9,2-3 >in.csv &&
	is "$(moments --at fullest)" "1@14:b 1@14:c 1@14:d 1@14:e 2@4:a 2@4:b" && is "$(moments --at fullest --min-jobs 1)" "1@0:a 1@0:b 2@4:a 2@4:b" &&
	is "$(moments --at fullest --min-jobs 3 2>err)" "1@14:b 1@14:c 1@14:d 1@14:e" && grep -qx "metrics: in.csv: 1 of 2 moments left out: at no time do 3 jobs or more run" err'
t 'fullest without a mix: with two jobs, and it says so; of one job only by --min-jobs 1' '
	printf "%s\n" case,job,nodes,start_s,end_s,node_list 1,a,7,0,10,0-6 1,b,1,5,20,7 1,c,9,30,40,0-8 2,a,2,3,9,0-1 2,b,2,4,9,2-3 >in.csv && is "$(moments --at fullest 2>err)" "1@5:a 1@5:b 2@4:a 2@4:b" &&
	grep -qx "metrics: in.csv: in 1 of 2 cases one job has more than half of the busy nodes at every moment: there it is the fullest with two jobs or more" err &&
	is "$(moments --at fullest -q 2>&1)" "1@5:a 1@5:b 2@4:a 2@4:b" && is "$(moments --at fullest --min-jobs 1 2>&1)" "1@30:c 2@4:a 2@4:b" &&
	sed -n "1p;4p" in.csv >one.csv && fails 1 "one.csv: at no time do 2 jobs or more run; --min-jobs 1 takes one alone" --at fullest one.csv'
t '--every: from when the first job comes, before the last end; as metrics schedule samples' '
	two_cases >in.csv && is "$(moments --every 50s 2>err)" "1@0:a 1@50:a 1@50:b 1@100:a 1@100:b 1@150:g 1@200:g 1@250:g 1@300:g 1@350:g 2@-5:a 2@45:a 2@45:b 2@95:b" && [ ! -s err ] &&
	awk "BEGIN { srand(3); print \"case,job,nodes,submit_s,start_s,end_s,node_list\"; for (i = 0; i < 400; i++) { s = int(rand() * 1e6) / 10; w = int(rand() * 9e3) / 10
		print int(i / 200) \",\" i \",\" 1 + int(rand() * 9) \",\" s \",\" s + w \",\" s + w + 1 + int(rand() * 5e4) / 10 \",0\" } }" >in.csv &&
	for e in 1h 90min 777.7s 0.05d; do
		metrics moment --every $e in.csv 2>err | cells case,moment_s,nodes | awk -F, "{ sub(/@.*/, \"\", \$1); k = \$1 \",\" \$2; if (!(k in n)) o[++m] = k; n[k]++; b[k] += \$3 }
			END { for (i = 1; i <= m; i++) print o[i] \",\" n[o[i]] \",\" b[o[i]] }" >got &&
		metrics schedule --machine mesh:k=999 --series --every $e in.csv | cells case,time_s,running,busy | grep -v ",0,0$" | diff - got && [ "$(wc -l <got)" -gt 20 ] || exit 1
	done'
t '--count: the middles of equal parts; a moment without a job is left out, and counted' '
	two_cases >in.csv && is "$(moments --count 1)" "1@200:g 2@47:a 2@47:b" && is "$(moments --count 4)" "1@50:a 1@50:b 1@150:g 1@250:g 1@350:g 2@8:a 2@8:b 2@34:a 2@34:b 2@60:b 2@86:b" &&
	printf "%s\n" job,nodes,start_s,end_s,node_list a,1,0,1.5,0 b,1,9,10,0 >in.csv &&
	is "$(moments --count 5 2>err)" "1@1:a 1@9:b" && grep -qx "metrics: in.csv: 3 of 5 moments left out: no job runs" err && printf "%s\n" job,nodes,start_s,end_s,node_list a,1,5,5.000003,0 >in.csv &&
	is "$(moments --count 99)" "1@5:a 1@5.000001:a 1@5.000002:a"'
t 'Theta as logged: the moments that gen-workload finds in the log' '
	theta=$HOPLINE_ROOT/data/swf/theta-2023.std.swf.gz m="--machine dragonfly:g=9,a=122,p=4" && gen-workload swf $m -q --max-jobs 6000 $theta | alloc --policy simple --schedule log -q >played.csv &&
	for at in fullest "fullest --min-jobs 20" 5000000 6666666.5; do
		metrics moment --at $at played.csv >got && gen-workload swf $m -q --max-jobs 6000 --at $at $theta >want && cells job,nodes,pattern,bytes <want | sort >w && [ "$(wc -l <w)" -gt 3 ] &&
		cells job,nodes,pattern,bytes <got | sort | cmp - w || exit 1
	done'
t 'jobs that the network slows are there until their end_s, and keep its columns on the way through netsim' '
	printf "%s\n" job,nodes,pattern,submit_s,runtime_s,start_s,end_s,node_list,runtime_alone_s,network_slowdown a,2,alltoall,0,10,0,15,0-1,10,1.5 b,2,alltoall,0,10,0,10,2-3,10,1 c,2,alltoall,5,9,10,18,2-3,9,0.888888889 >in.csv &&
	is "$(moments --at 12)" "1@12:a 1@12:c" && metrics moment --at 12 in.csv | map --machine mesh:k=4 | netsim | cells job,runtime_alone_s,network_slowdown >got && printf "%s\n" a,10,1.5 c,9,0.888888889 | diff - got'
t 'parts of a stream make parts of the result' '
	two_cases >in.csv && metrics moment --every 20s in.csv | rows >whole && [ "$(wc -l <whole)" -gt 20 ] && for c in 1 2; do grep -e "^#" -e "^case" -e "^$c," in.csv >part.csv && metrics moment --every 20s part.csv | rows || exit 1; done | cmp - whole'
t 'a header alone' 'two_cases | sed 3q >in.csv && metrics moment --count 3 in.csv >out && is "$(sed "\$!d" out)" $head,moment_s'
t 'what is wrong with the table' '
	two_cases >in.csv && fails 1 "in.csv: no job runs at 1000 s" --at 1000 in.csv && sed "s/,50,150,/,50,49,/" in.csv >bad.csv && fails 1 "bad.csv:5: end_s: ${q}49$q: is before start_s" --at 1 bad.csv &&
	sed "s/^1,a,4/1,a,/" in.csv >bad.csv && fails 1 "bad.csv:4: nodes: $q$q: must be given" --at 1 bad.csv && sed "s/,50,150,/,50,soon,/" in.csv >bad.csv && fails 1 "bad.csv:5: end_s: ${q}soon$q: must be a number" --at 1 bad.csv &&
	for c in nodes start_s end_s node_list; do sed "s/\<$c\>/x/" in.csv >bad.csv && fails 1 "bad.csv:3: $c: this column is missing" --at 1 bad.csv || exit 1; done &&
	metrics moment --at 60 in.csv >once.csv && fails 1 "once.csv: moment_s: these are moments of a schedule already" --at 60 once.csv &&
	fails 1 "--every: the schedule of case ${q}1$q spans 400 s, which makes more than 1048576 moments" --every 1us in.csv'
t 'the command line' '
	two_cases >in.csv && fails 2 "--at, --every or --count: which moments?" in.csv && fails 2 "--at and --count: one of them says which moments" --at 5 --count 2 in.csv &&
	fails 2 "--every and --every: one of them" --every 1h --every 2h in.csv && for x in now "" 1s inf 1e10; do fails 2 "--at: $q$x$q: must be a number of seconds or fullest" --at "$x" in.csv || exit 1; done &&
	for x in 0 5 1y -1h "" 1ns 12d; do fails 2 "--every: $q$x$q: must be a time of whole microseconds, as 6h or 90s" --every "$x" in.csv || exit 1; done &&
	for x in 0 -1 x 1048577; do fails 2 "--count: $q$x$q: must be an integer from 1 to 1048576" --count "$x" in.csv || exit 1; done && fails 2 "--min-jobs goes with --at fullest" --at 5 --min-jobs 2 in.csv &&
	fails 2 "--machine: " --machine mesh:k=4 --at 5 in.csv && exits 2 metrics moment --at 5 in.csv in.csv 2>err'

# --- jobs that never meet

# played: three jobs of a schedule of hours, on nodes of their own
played() {
	printf '%s\n' job,nodes,submit_s,runtime_s,pattern,bytes a,8,0,9000,alltoall,5000 b,8,60,9000,alltoall,5000 c,8,3600,9000,alltoall,5000 |
		alloc --machine torus:k=5x5 --policy rdn --schedule easy
}

t 'a moment of a schedule is what its jobs are when they run together' '
	played >p.csv && metrics moment --at 4000 p.csv | map | netsim 2>err | cells job,comm_time_s,latency_mean_s >got && [ ! -s err ] &&
	sed "s/^\(\([^,]*,\)\{7\}\)[^,]*,/\10,/" p.csv | map | netsim | cells job,comm_time_s,latency_mean_s | diff - got &&
	map p.csv | netsim -q | cells job,comm_time_s,latency_mean_s >apart && paste -d, got apart | awk -F, "{ if (\$2 <= \$5) { print; exit 1 } }"'
t 'netsim warns where starts lie so far apart that jobs cannot meet, and does its work' '
	played | metrics select --where "start_s<=4000" --where "end_s>4000" | map >in.csv && netsim in.csv >out 2>err && [ "$(rows out | wc -l)" = 3 ] &&
	grep -qx "netsim: in.csv:8: start_s: ${q}60$q: case ${q}1$q: all jobs that started earlier have ended [0-9.]* s before, so they never meet; ${q}metrics moment$q takes the jobs of one moment of a schedule" err &&
	[ "$(wc -l <err)" = 1 ] && netsim -q in.csv 2>err | rows | diff - <(rows out) && [ ! -s err ]'
# pair CASE STARTS: a case of jobs on two nodes each, with these starts
pair() {
	local id=$1 start n=0
	shift
	for start; do echo "$id,j$n,2,2,broadcast,1000,$start,$n-$((n + 1))"; n=$((n + 2)); done
}
# told: what netsim says of cases on standard input
told() { { echo case,job,nodes,tasks,pattern,bytes,start_s,node_list; cat; } | netsim --machine mesh:k=6 2>err >out; cat err; }
t 'a job that starts within the time of others, or shortly after, is no reason to warn' '
	for s in 7 7.000001 7.000002; do is "$({ pair 1 0 0; pair 2 7 $s; pair 3 7 7.000002 7.000004; } | told)" "" || exit 1; done &&
	pair 2 7 7.00001 | told | grep -q "^netsim: <stdin>:3: start_s: .7.00001.: case .2.: " && pair 2 7 7 8 | told | grep -q "^netsim: <stdin>:4: " && pair 2 8 7 7 | told | grep -q "^netsim: <stdin>:2: "'
t 'cases like that are counted, the first is told' '
	{ pair 1 0 0; pair 2 0 3600; pair 3 5 5; pair 4 0 3600 3600; } | told >said && [ "$(wc -l <said)" = 2 ] && sed -n 1p said | grep -q "^netsim: <stdin>:5: start_s: .3600.: case .2.: " &&
	is "$(sed -n 2p said)" "netsim: <stdin>: in 2 of 4 cases jobs start so far apart that they never meet"'
t 'background does not count, nor a job of no messages' '
	printf "%s\n" job,nodes,tasks,pattern,start_s,node_list a,2,2,alltoall,0,0-1 b,1,2,alltoall,900,2 | netsim --machine mesh:k=6 2>err >out && [ ! -s err ] &&
	printf "%s\n" job,nodes,tasks,pattern,node_list a,2,2,alltoall,0-1 | gen-workload background --machine mesh:k=6 --load 0.1 --lead 1ms | netsim 2>err >out && [ ! -s err ]'
t 'a node that two rows hold at different times: every tool that minds says what to do' '
	printf "%s\n" job,nodes,tasks,pattern,alloc,start_s,node_list a,2,2,alltoall,x,0,0-1 b,2,2,alltoall,x,60,1-2 >in.csv && hint="; ${q}metrics moment$q takes the jobs of one moment of a schedule" &&
	says 1 "netsim: in.csv:3: node_list: ${q}1-2$q: node 1 is already held by job ${q}a$q, which starts at another time$hint" netsim --machine mesh:k=4 in.csv &&
	says 1 "alloc: in.csv:3: node_list: ${q}1-2$q: node 1 is already held by job ${q}a$q, which starts at another time$hint" alloc --policy simple --machine mesh:k=4 in.csv &&
	says 1 "gen-workload: in.csv:3: node_list: ${q}1-2$q: node 1 is already held by job ${q}a$q, which starts at another time$hint" gen-workload background --load 1 --machine mesh:k=4 in.csv &&
	sed -i s/,60,/,0.0,/ in.csv && says 1 "netsim: in.csv:3: node_list: ${q}1-2$q: node 1 is already held by job ${q}a$q" netsim --machine mesh:k=4 in.csv &&
	printf "%s\n" job,nodes,tasks,pattern,start_s,node_list a,2,2,alltoall,1000001,0-1 >in.csv && says 1 "netsim: in.csv:2: start_s: ${q}1000001$q: must be at most 1000000$hint" netsim --machine mesh:k=4 in.csv'

done_testing
