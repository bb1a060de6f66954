#!/usr/bin/env bash
# t330-alloc-schedule -- alloc in time: first come first served, EASY, the starts of a log; what is odd in the times.
. "$(dirname "$0")/../lib.sh"

# plays OPTIONS ROW...: job,start_s,end_s,node_list of in.csv
plays() { gives job,start_s,end_s,node_list "alloc --policy simple $1 in.csv" "${@:2}"; }
# tiny: the worked example
tiny() {
	table mesh:k=10 job,submit_s,nodes,runtime_s,walltime_s 1,0,6,100,100 2,1,6,100,100 3,2,4,50,50 4,3,4,200,200 5,4,4,30,99 6,5,2,60,40
}

# --- what starts when

t 'EASY: the worked example' 'tiny >in.csv && plays "--quiet --schedule easy" 1,0,100,0-5 2,100,200,0-5 3,2,52,6-9 4,52,252,6-9 5,200,230,0-3 6,200,260,4-5'
t 'first come first served: nobody overtakes' '
	tiny >in.csv && plays "--schedule fcfs" 1,0,100,0-5 2,100,200,0-5 3,100,150,6-9 4,150,350,6-9 5,200,230,0-3 6,200,260,4-5'
t 'a job that asked for less than it runs: it runs on, or is killed' '
	tiny >in.csv && plays "--schedule fcfs --overrun kill" 1,0,100,0-5 2,100,200,0-5 3,100,150,6-9 4,150,350,6-9 5,200,230,0-3 6,200,240,4-5 &&
	alloc --policy simple --schedule easy in.csv 2>err >out.csv &&
	echo "alloc: in.csv: 1 job with more runtime_s than walltime_s; they run on, and what EASY expected was wrong; the first: line 9" | diff - err'
t 'the head is promised what is asked for, and gets it earlier when jobs end earlier' '
	table mesh:k=4 job,submit_s,nodes,runtime_s,walltime_s a,0,3,10,100 b,1,4,5,5 c,2,1,90,90 d,3,1,99,99 >in.csv &&
	plays "--schedule easy" a,0,10,0-2 b,92,97,0-3 c,2,92,3 d,97,196,0'
t 'backfilling beside the head: nodes that it leaves over at its shadow time' '
	table mesh:k=5 job,submit_s,nodes,runtime_s a,0,3,10 b,1,4,5 c,2,1,50 d,3,1,50 >in.csv && plays "--schedule easy --quiet" a,0,10,0-2 b,10,15,0-2\ 4 c,2,52,3 d,15,65,0'
t 'what ends just by the shadow time may start; a second more may not' '
	table mesh:k=4 job,submit_s,nodes,runtime_s a,0,3,10 b,1,4,5 c,2,1,8 >in.csv && plays "--schedule easy --quiet" a,0,10,0-2 b,10,15,0-3 c,2,10,3 &&
	sed -i "s/^c,2,1,8/c,2,1,9/" in.csv && plays "--schedule easy --quiet" a,0,10,0-2 b,10,15,0-3 c,15,24,0'
t 'at one time: ends, then arrivals, then starts' '
	table mesh:k=4 job,submit_s,nodes,runtime_s a,0,4,10 b,10,4,10 >in.csv && plays "--schedule fcfs" a,0,10,0-3 b,10,20,0-3'
t 'ties in submit_s go by row; rows need not be in the order of time' '
	table mesh:k=4 job,submit_s,nodes,runtime_s late,9,1,1 x,5,4,2 y,5,4,2 early,0,4,1 >in.csv && plays "--schedule fcfs" late,9,10,0 x,5,7,0-3 y,7,9,0-3 early,0,1,0-3'
t 'jobs of no runtime start and end at one time, one after another' '
	table mesh:k=2 job,submit_s,nodes,runtime_s a,3,2,0 b,3,2,0 c,3,2,4 >in.csv && plays "--schedule fcfs" a,3,3,0-1 b,3,3,0-1 c,3,7,0-1'
t 'times keep their digits' '
	table mesh:k=2 job,submit_s,nodes,runtime_s a,6003282.087,2,0.000001 b,21852864.25,1,1e3 >in.csv && plays "--schedule fcfs" a,6003282.087,6003282.087001,0-1 b,21852864.25,21853864.25,0'
t 'cases are played apart, and one by one' '
	table mesh:k=4 case,job,submit_s,nodes,runtime_s 1,a,0,4,10 1,b,0,4,10 2,a,0,4,10 >in.csv && plays "--schedule easy --quiet" a,0,10,0-3 b,10,20,0-3 a,0,10,0-3 &&
	rows out.csv >whole && for c in 1 2; do awk -F, -v c=$c "/^#/ || !n++ || \$1 == c" in.csv | alloc --quiet --policy simple --schedule easy | rows; done | diff whole -'
t 'columns: end_s is written, others stay' '
	table mesh:k=4 end_s,job,note,submit_s,nodes,runtime_s 7,a,x,0,4,10 | alloc --no-preamble --policy simple --schedule fcfs >got &&
	printf "%s\n" end_s,job,note,submit_s,nodes,runtime_s,alloc,start_s,node_list 10,a,x,0,4,10,simple,0,0-3 | diff - got'
t 'a header alone' 'table mesh:k=4 job,submit_s,nodes,runtime_s | alloc --no-preamble --policy simple --schedule easy >got && echo job,submit_s,nodes,runtime_s,alloc,start_s,end_s,node_list | diff - got'

# --- the starts of a log

t 'a log: each starts when it says' '
	table mesh:k=4 job,log_start_s,nodes,runtime_s a,5,2,10 b,0,2,3 c,6,2,1 >in.csv && plays "--schedule log" a,5,15,0-1 b,0,3,0-1 c,6,7,2-3'
t 'a log that starts too much: who finds no room waits, and holds up nobody' '
	table mesh:k=4 job,log_start_s,nodes,runtime_s a,0,3,10 b,1,4,5 c,2,1,20 d,4,2,3 e,11,2,1 >in.csv && plays "--schedule log" a,0,10,0-2 b,22,27,0-3 c,2,22,3 d,10,13,0-1 e,13,14,0-1 2>err &&
	echo "alloc: in.csv: 3 jobs had no room at log_start_s and waited, at most 21 s; the first: line 7" | diff - err'
t 'who waits comes before who starts now' '
	table mesh:k=4 job,log_start_s,nodes,runtime_s a,0,4,10 b,1,4,5 c,10,4,1 >in.csv && plays "--schedule log --quiet" a,0,10,0-3 b,10,15,0-3 c,15,16,0-3'

# --- jobs that came with nodes

t 'they are busy before all others, until they end' '
	table mesh:k=4 job,submit_s,nodes,runtime_s,node_list,start_s,end_s a,0,2,5,,, b,0,2,5,,, held,,2,,1-2,-7,8 | alloc --no-preamble --policy simple --schedule fcfs >got &&
	printf "%s\n" job,submit_s,nodes,runtime_s,node_list,start_s,end_s,alloc a,0,2,5,0\ 3,0,5,simple b,0,2,5,0\ 3,5,10,simple held,,2,,1-2,-7,8, | diff - got'
t 'without end_s: start_s and runtime_s say, and end_s is written; without these they stay' '
	table mesh:k=4 job,submit_s,nodes,runtime_s,node_list,start_s a,0,4,5,, held,,2,9,1-2,-7 >in.csv && plays "--schedule fcfs" a,2,7,0-3 held,-7,2,1-2 &&
	table mesh:k=4 job,submit_s,nodes,runtime_s,node_list a,0,2,5, held,,2,,1-2 b,0,2,5, >in.csv && plays "--schedule fcfs" a,0,5,"0 3" held,,,1-2 b,5,10,"0 3"'
t 'EASY: their walltime_s counts from their start_s' '
	table mesh:k=4 job,submit_s,nodes,runtime_s,walltime_s,node_list,start_s held,,3,9,12,0-2,-2 head,0,4,5,5,, fill,0,1,10,10,, late,0,1,11,11,, >in.csv &&
	plays "--schedule easy" held,-2,7,0-2 head,10,15,0-3 fill,0,10,3 late,15,26,0'
t 'a job that nodes are held from for good can never be served' '
	table mesh:k=4 job,submit_s,nodes,runtime_s,node_list a,0,3,5, held,,2,,1-2 >in.csv &&
	says 1 "alloc: in.csv:4: nodes: '\''3'\'': job '\''a'\'' wants 3 nodes, 2 idle, even when every job that ends has left" alloc --policy simple --schedule fcfs in.csv'
t 'what a job that came with nodes closes stays closed while it is there, also when the first of two leaves' '
	table dragonfly:g=2,a=2,p=2 job,submit_s,nodes,runtime_s,node_list a,0,1,5, one,,1,3,0 two,,1,9,1 b,4,3,2, >in.csv &&
	alloc --policy df-group --schedule fcfs in.csv | metrics select --columns job,start_s,node_list | rows >got && printf "%s\n" a,0,4 one,,0 two,,1 b,5,4-6 | diff - got'

# --- policies that refuse, and their queues

t 'EASY asks the policy: the head has room when a whole group has' '
	table dragonfly:g=2,a=2,p=2 job,submit_s,nodes,runtime_s a,0,1,10 b,0,2,20 c,1,4,5 d,2,3,8 e,2,3,9 >in.csv &&
	alloc --quiet --policy df-group --schedule easy in.csv | metrics select --columns job,start_s,node_list | rows >got && printf "%s\n" a,0,0 b,0,4-5 c,10,0-3 d,15,0-2 e,20,4-6 | diff - got'
t 'EASY asks again who was in the head'\''s way when others have started: c then has a group that the head does not wait for' '
	table rdragonfly:g=3,a=2,p=2 job,submit_s,nodes,runtime_s long,0,2,1000 full,0,4,1000 short,0,3,10 head,1,4,100 c,2,1,500 b,2,1,5 d,4,12,10 >in.csv &&
	alloc --quiet --policy grap --schedule easy in.csv | metrics select --columns job,start_s,node_list | rows >got &&
	printf "%s\n" long,0,0-1 full,0,4-7 short,0,8-10 head,10,8-11 c,4,2 b,2,11 d,1000,0-11 | diff - got'
t 'a job that the policy never serves' '
	table dragonfly:g=2,a=2,p=2 job,submit_s,nodes,runtime_s a,0,1,10 b,0,5,20 c,1,4,5 >in.csv &&
	says 1 "alloc: in.csv:5: nodes: '\''5'\'': job '\''b'\'': more than a group has, even when every job that ends has left" alloc --policy df-group --schedule easy in.csv &&
	alloc --quiet --on-full skip --policy df-group --schedule easy in.csv | metrics select --columns job,alloc,start_s,end_s,node_list | rows >got &&
	printf "%s\n" a,df-group,0,10,0 b,df-group,,, c,df-group,1,6,4-7 | diff - got'
t 'the boundary of jokanovic-boundary goes back when the large job leaves' '
	table dragonfly:g=3,a=2,p=2 job,submit_s,nodes,runtime_s large,0,8,10 low,0,1,99 small,1,3,99 large2,12,5,5 >in.csv &&
	alloc --policy jokanovic-boundary --schedule fcfs in.csv | metrics select --columns job,start_s,node_list | rows >got &&
	printf "%s\n" "large,0,11 10 9 8 7 6 5 4" low,0,0 small,1,1-3 "large2,12,11 10 9 8 7" | diff - got &&
	{ cat in.csv; echo small2,18,2,5; } | alloc --policy jokanovic-boundary --schedule fcfs | metrics select --where job=small2 --columns node_list | rows >got && echo 4-5 | diff - got'

# --- what is odd

t 'jobs without times are left out, and counted' '
	table mesh:k=4 job,submit_s,nodes,runtime_s,walltime_s a,,1,5,5 b,-1,1,5,5 c,0,1,,5 d,0,1,-1,5 e,0,1,5, f,0,1,5,-1 >in.csv &&
	alloc --policy simple --schedule easy in.csv 2>err >out.csv && metrics select --no-preamble --columns job,alloc,start_s,end_s,node_list out.csv | sed 1d >got &&
	printf "%s\n" a,simple,,, b,simple,,, c,simple,,, d,simple,,, e,simple,0,5,0 f,simple,0,5,1 | diff - got &&
	printf "alloc: in.csv: %s\n" "2 jobs without submit_s, left out; the first: line 4" "2 jobs without runtime_s, left out; the first: line 6" \
		"2 jobs without walltime_s, taken as the runtime_s; the first: line 8" | diff - err && is "$(losses out.csv)" "no-submit 2 4;no-runtime 2 6"'
t '--quiet says nothing of it' 'table mesh:k=4 job,submit_s,nodes,runtime_s a,,1,5 >in.csv && alloc --quiet --policy simple --schedule easy in.csv 2>err >out.csv && [ ! -s err ]'
t 'without log_start_s' '
	table mesh:k=4 job,log_start_s,nodes,runtime_s a,,1,5 >in.csv && alloc --policy simple --schedule log in.csv 2>err >out.csv &&
	echo "alloc: in.csv: 1 job without log_start_s, left out; the first: line 4" | diff - err && is "$(losses out.csv)" "no-start 1 4"'
t 'a time that is no number' '
	table mesh:k=4 job,submit_s,nodes,runtime_s a,0,1,soon >in.csv && says 1 "alloc: in.csv:4: runtime_s: '\''soon'\'': must be a number" alloc --policy simple --schedule fcfs in.csv'
t 'a column that the schedule needs' '
	table mesh:k=4 job,nodes,runtime_s a,1,1 >in.csv && for s in fcfs easy; do exits 1 alloc --policy simple --schedule $s in.csv 2>err && grep -q submit_s err || exit 1; done &&
	exits 1 alloc --policy simple --schedule log in.csv 2>err && grep -q log_start_s err'
t 'more nodes than there are: an error, or left out' '
	table mesh:k=4 job,submit_s,nodes,runtime_s a,0,5,5 b,0,4,5 >in.csv &&
	says 1 "alloc: in.csv:4: nodes: '\''5'\'': job '\''a'\'' wants 5 nodes, 4 idle, even when every job that ends has left" alloc --policy simple --schedule fcfs in.csv &&
	plays "--quiet --on-full skip --schedule fcfs" a,,, b,0,5,0-3'
t 'the preamble counts who is left out, over all cases' '
	table dragonfly:g=2,a=2,p=2 case,job,submit_s,nodes,runtime_s 1,a,0,9,5 1,b,0,5,5 2,a,0,10,5 2,b,0,4,5 >in.csv && skip="alloc -q --on-full skip --policy" && $skip df-group --schedule fcfs in.csv >w &&
	is "$(losses w)" "too-wide 2 4;refused 1 5" && is "$(cells case,job,start_s <w | xargs)" "1,a, 1,b, 2,a, 2,b,0" && is "$($skip simple in.csv | losses)" "no-room 2 4" && is "$($skip simple --no-preamble in.csv | losses)" "" &&
	sed "s/,9,/,8,/;s/,10,/,8,/" in.csv | alloc --policy simple --schedule fcfs >w && is "$(losses w)" ""'
t 'the command line' '
	says 2 "alloc: unknown schedule '\''sjf'\''; known: fcfs easy log" alloc --policy simple --schedule sjf &&
	says 2 "alloc: --overrun: '\''no'\'': must be keep or kill" alloc --policy simple --overrun no &&
	says 2 "alloc: --overrun: without --schedule no job ends" alloc --policy simple --overrun kill'

# --- whole logs

# theta, atlas: the logs as tables, by awk
theta() {
	zcat "$HOPLINE_ROOT/data/swf/theta-2023.std.swf.gz" |
		awk 'BEGIN { print "job,nodes,submit_s,runtime_s,walltime_s,log_start_s" } !/^;/ { print $1 "," $5 "," $2 "," $4 "," $9 "," $2 + $3 }'
}
atlas() {
	zcat "$HOPLINE_ROOT/data/swf/LLNL-Atlas-2006-2.1-cln.swf.gz" | awk 'BEGIN { print "job,nodes,submit_s,runtime_s,walltime_s,log_start_s" }
		!/^;/ && (p = $5 > 0 ? $5 : $8) > 0 && $4 > 0 { print $1 "," int((p + 7) / 8) "," $2 "," $4 "," ($9 > 0 ? $9 : "") "," $2 }'
}
# crowd: the most nodes that are busy at one time, of rows job start_s end_s nodes
crowd() {
	awk -F, '$3 > $2 { printf "%.6f 1 %d\n%.6f 0 %d\n", $2, $4, $3, -$4 }' | sort -k1,1n -k2,2n |
		awk '{ n += $3; if (n > most) most = n } END { print most + 0 }'
}
export -f theta atlas crowd

t 'the Theta log at its own waits fills the machine, 4392 nodes, and never more' '
	theta | alloc --policy simple --machine mesh:k=4392 --schedule log >out.csv 2>err && [ ! -s err ] &&
	metrics select --no-preamble --columns job,start_s,end_s,nodes out.csv | sed 1d >got && [ "$(wc -l <got)" = 23387 ] && [ "$(crowd <got)" = 4392 ] &&
	metrics select --no-preamble --where start_s= out.csv | sed 1d | cmp - /dev/null &&
	metrics select --no-preamble --columns start_s,log_start_s out.csv | awk -F, "NR > 1 && \$1 != \$2 { exit 1 }"'
t 'the Atlas log starts more than there is room for: some wait' '
	atlas | alloc --policy simple --machine mesh:k=1152 --schedule log >out.csv 2>err && cat err && grep -q "^alloc: <stdin>: [0-9]* jobs had no room at log_start_s" err && [ "$(wc -l <err)" = 1 ] &&
	metrics select --no-preamble --columns job,start_s,end_s,nodes out.csv | sed 1d >got && [ "$(wc -l <got)" = 36600 ] && [ "$(crowd <got)" = 1152 ]'

# stream SEED: 300 jobs for 48 nodes
stream() {
	awk -v seed="$1" 'BEGIN { srand(seed); print "job,nodes,submit_s,log_start_s,runtime_s,walltime_s"
		for (i = 1; i <= 300; i++) { t += int(rand() * 6); r = int(rand() * 40); print i "," 1 + int(rand() * (rand() < .5 ? 4 : 20)) "," t "," t + int(rand() * 9) "," r "," r + int(rand() * 40) } }'
}
# apart: no node has two jobs at one time, of rows start_s end_s node_list
apart() {
	awk -F, '{ n = split($3, item, " "); for (i = 1; i <= n; i++) { split(item[i] "-" item[i], end, "-"); for (v = end[1]; v <= end[2]; v++) print v, $1, $2 } }' |
		sort -k1,1n -k2,2n -k3,3n | awk '$1 == v && $2 < to { bad = 1; print } { if ($1 != v || $3 > to) to = $3; v = $1 } END { exit bad }'
}
for schedule in fcfs easy log; do
	for policy in simple rdn level-spread df-group; do
		t "$schedule, $policy: no node has two jobs at one time" '
			for seed in 1 2 3; do
				stream $seed | alloc --quiet --on-full skip --policy $policy --machine dragonfly:g=4,a=4,p=3 --schedule $schedule >out.csv &&
				metrics select --no-preamble --where "start_s>=0" --columns start_s,end_s,node_list out.csv | sed 1d >got && [ "$(wc -l <got)" -gt 150 ] && apart <got || exit 1
			done'
	done
	for policy in contiguous em-cuboid snake-best-fit mc1x1; do
		t "$schedule, $policy: no node has two jobs at one time" '
			stream 4 | alloc --quiet --policy $policy --machine torus:k=4x3x2,p=2 --schedule $schedule >out.csv &&
			metrics select --no-preamble --columns start_s,end_s,node_list out.csv | sed 1d >got && [ "$(wc -l <got)" = 300 ] && apart <got'
	done
done
t 'the same input gives the same bytes' 'for i in 1 2; do stream 5 | alloc --quiet --policy rdn --machine mesh:k=48 --schedule easy >$i; done && cmp 1 2'

done_testing
