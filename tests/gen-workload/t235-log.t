#!/usr/bin/env bash
# gen-workload log: logs of any format, a record a line.
. "$(dirname "$0")/../lib.sh"

gen() { gen-workload log --machine "${machine:-torus:k=4x8x8}" --pattern halo3d "$@"; }
export simple='^(?<job>\S+) (?<nodes>\S*) (?<submit>\S*) (?<start>\S*) (?<end>\S*) (?<runtime>\S*) (?<walltime>\S*)'
export -f cells

export sacct='^(?<job>[0-9_]+)\|(?<user>[^|]*)\|(?<partition>[^|]*)\|(?<submit>[^|]*)\|(?<start>[^|]*)\|(?<end>[^|]*)\|(?<runtime>[^|]*)\|(?<walltime>[^|]*)\|(?<nodes>\d+)\|(?<state>\w+)'

cases logs
if reads_json; then cases json; else skip 'logs in JSON' 'built without jansson'; fi
t 'sacct --parsable2: steps and the header do not match, Unknown and UNLIMITED say nothing' '
	printf "%s\n" "JobID|User|Partition|Submit|Start|End|Elapsed|Timelimit|NNodes|State" \
		"1001|ann|batch|2024-03-01T08:00:00|2024-03-01T08:00:10|2024-03-01T09:00:10|01:00:00|02:00:00|4|COMPLETED" \
		"1001.batch||batch|2024-03-01T08:00:10|2024-03-01T08:00:10|2024-03-01T09:00:10|01:00:00||1|COMPLETED" \
		"1001.0||batch|2024-03-01T08:00:11|2024-03-01T08:00:11|2024-03-01T09:00:09|00:59:58||4|COMPLETED" \
		"1002_1|bob|batch|2024-02-28T08:01:00|2024-02-28T09:00:10|2024-02-29T10:00:10|1-01:00:00|1-06:00:00|8|COMPLETED" \
		"1003|ann|debug|2024-03-01T08:02:00|Unknown|2024-03-01T08:05:00|00:00:00|00:30:00|2|CANCELLED by 1000" \
		"1004|cy|debug|2024-03-01T08:03:00|2024-03-01T08:03:00|2024-03-01T08:13:00|10:00|UNLIMITED|1|TIMEOUT" >l.txt &&
	gen --regex "$sacct" l.txt >w 2>err && [ "$(cells job,nodes,submit_s,runtime_s,walltime_s,log_start_s,user,partition,state <w)" = "1002_1,8,0,90000,108000,3550,bob,batch,COMPLETED
1001,4,172740,3600,7200,172750,ann,batch,COMPLETED
1004,1,172920,600,,172920,cy,debug,TIMEOUT" ] &&
	grep -q "l.txt:1: first of 3 records left out: the expression does not match" err && grep -q "l.txt:6: first of 1 record left out: runtime" err &&
	grep -q "l.txt:5: first of 1 record submitted before the record in front" err && grep -q "l.txt:7: first of 1 record without a requested time" err &&
	! grep -q "cannot be read" err && grep -q "l.txt: 3 jobs submitted from 0 to 172920 s, the widest on 8 of 256 nodes" err'

export alcf='^[^,]*,"?(?<job>\d+)"?,[^,]*,"?(?<submit>[^",]*)"?,[^,]*,"?(?<start>[^",]*)"?,[^,]*,"?(?<end>[^",]*)"?,[^,]*,"?(?<user>[^",]*)"?,"?(?<project>[^",]*)"?,"?(?<queue>[^",]*)"?,"?(?<walltime>[^",]*)"?,"?(?<runtime>[^",]*)"?,"?(?<nodes>[^",]*)"?'
t 'the CSV of the ALCF, gzipped; dates of a log' '
	printf "%s\n" "\"JOB_NAME\",\"COBALT_JOBID\",\"MACHINE_NAME\",\"QUEUED_TIMESTAMP\",\"QUEUED_DATE_ID\",\"START_TIMESTAMP\",\"START_DATE_ID\",\"END_TIMESTAMP\",\"END_DATE_ID\",\"USERNAME_GENID\",\"PROJECT_NAME_GENID\",\"QUEUE_NAME\",\"WALLTIME_SECONDS\",\"RUNTIME_SECONDS\",\"NODES_USED\"" \
		"\"1.mira\",\"1724830\",\"mira\",\"2019-01-01 07:14:22\",20190101,\"2019-01-01 09:14:23\",20190101,\"2019-01-01 10:15:12\",20190101,57948927142633,71848090445552,\"prod-short\",\"7200.0\",\"3649.0\",\"512.0\"" \
		"3.mira,1724832,mira,2019-01-01 07:16:22,20190101,2019-01-01 09:16:22,20190101,2019-01-01 10:16:22,20190101,5,7,backfill,7200,3600,8192" \
		"\"2.mira\",\"1724831\",\"mira\",\"2019-01-01 07:15:06.5\",20190101,\"2019-01-01 09:15:06.5\",20190101,\"2019-01-01 10:15:49.5\",20190101,57948927142633,71848090445552,\"prod-long\",\"7200.0\",\"3643.0\",\"1024.0\"" | gzip >l.csv.gz &&
	export machine=torus:k=16x32x32 && [ "$(gen --regex "$alcf" l.csv.gz -q | cells job,nodes,submit_s,runtime_s,walltime_s,log_start_s,user,queue)" = "1724830,512,0,3649,7200,7201,57948927142633,prod-short
1724831,1024,44.5,3643,7200,7244.5,57948927142633,prod-long
1724832,8192,120,3600,7200,7320,5,backfill" ] && g() { gen --regex "$alcf" l.csv.gz -q "$@" | cells job | xargs; } &&
	[ "$(g --match "queue=prod-l.*")" = 1724831 ] && [ "$(g --from 2019-01-01T07:15:00 --to 2019-01-01T07:16:22)" = 1724831 ] && [ "$(g --to 44.5)" = 1724830 ] &&
	exits 2 gen --regex "$alcf" --match who=x l.csv.gz 2>err && grep -q -- "--match: .who.: the expression has no such group" err'

t 'one field serves in place of another' '
	export regex="^(?<job>\S+) (?<nodes>\S*) (?<processors>\S*) (?<submit>\S*) (?<wait>\S*) (?<start>\S*) (?<runtime>\S*) (?<end>\S*)$" &&
	printf "%s\n" "a 2 - 100 - 110 20 -" "b - 17 100 30 - 20 -" "c - - 100 - - 20 -" "d 2 - - 50 180 - 200" "e 2 99 - - 180 20 -" "f 0 8 100 - - 20 150" \
		"g 1.5 - 100 0 - 20 -" "h 1 - 100 - - - 150" "i 1 - 100 5 - - 150" "j 1 - 200 - 90 20 -" "k 1 - - - - 20 150" "l 1 - 0 - 0 0 50" >l.txt &&
	gen --procs-per-node 8 --regex "$regex" l.txt 2>err >w && [ "$(cells job,nodes,submit_s,log_start_s,runtime_s <w | sort | xargs)" = \
		"a,2,100,110,20 b,3,100,130,20 d,2,130,180,20 e,2,180,180,20 f,1,100,100,20 g,2,100,100,20 i,1,100,105,45 j,1,200,200,20" ] &&
	for m in ":11: first of 1 record left out: neither a submit" ":3: first of 1 record left out: neither nodes" ":8: first of 2 records left out: runtime" ":7: first of 1 record with a fraction of a node" \
		":6: first of 1 record without a start" ":10: first of 1 record with a start before" ":6: first of 1 record ending more than"; do grep -q "l.txt$m" err || { echo "no: $m"; cat err; exit 1; }; done'

t 'without processors a node, processors are not enough' '
	printf "1 2 0 9\n2 - 0 9 16\n" >l.txt && exits 2 gen --regex "^(?<job>\S+) (?<nodes>\S+) (?<submit>\S+) (?<runtime>\S+)( (?<processors>\d+))?" l.txt 2>err &&
	grep -q "procs-per-node is required: l.txt:2 says processors only" err'

t 'values that cannot be read are counted, with the first of them' '
	printf "%s\n" "a 2 yesterday 10 20 10 -" "b two 0 0 9 9 -" "c 2 0 0 9 soon 1:2:3:4" "d 2 0 0 9 9 -" >l.txt &&
	gen --regex "$simple" l.txt >w 2>err && [ "$(cells job,submit_s,runtime_s <w | xargs)" = "c,0,9 d,0,9 a,10,10" ] &&
	grep -q "l.txt:1: first of 4 values that cannot be read, submit .yesterday.: taken as unknown" err && grep -q "l.txt:2: first of 1 record left out: neither nodes" err'

t 'a runtime that alloc would refuse is refused, at its line: as a span, and from start to end' '
	printf "%s\n" "a 1 0 0 9 9 -" "b 1 0 0 - 11575-00:00:00 -" >l.txt && refuses 1 "gen-workload: l.txt:2: runtime: '\''1000080000'\'': must be at most 1000000000 seconds" gen --regex "$simple" l.txt &&
	printf "%s\n" "a 1 2000-01-01 2000-01-01 2032-01-01 - -" >l.txt && refuses 1 "gen-workload: l.txt:1: runtime: '\''1009843200'\'': must be at most 1000000000 seconds" gen --regex "$simple" l.txt'

t 'a job that is there twice, a NUL, blank lines, CRLF, a line that goes on' '
	printf "a 1 0 0 9 9 -\r\n\n  \nb 1 0 0 9 9 -\r\nb 2 0 0 9 9 -\nc 1 0 0\0 9 9 -\nd 1 0 0 9 9 - and more" >l.txt && gen --regex "$simple" l.txt >w 2>err &&
	[ "$(cells job,nodes,walltime_s <w | xargs)" = "a,1,? b,1,? d,1,?" ] && grep -q "l.txt:5: first of 1 record left out: the job was there before" err &&
	grep -q "l.txt:6: first of 1 record left out: a NUL" err && ! grep -q "does not match" err'

t 'without a group job the line is its name; groups of one name after (?J)' '
	printf "A 2 at 5 for 7\nB for 8 at 4 on 3\n" >l.txt &&
	[ "$(gen -q --regex "(?J)^A (?<nodes>\d+) at (?<start>\d+) for (?<runtime>\d+)|^B for (?<runtime>\d+) at (?<start>\d+) on (?<nodes>\d+)" l.txt | cells job,nodes,log_start_s,runtime_s | xargs)" = "2,3,0,8 1,2,1,7" ]'

t 'other groups become columns, quoted as need be; empty ones are left out' '
	printf "1;2;0;9;x,\"y\";;\n2;2;1;9;;;\n" >l.txt && gen -q --regex "^(?<job>.*?);(?<nodes>.*?);(?<submit>.*?);(?<runtime>.*?);(?<what>.*?);(?<void>.*?);" l.txt >w &&
	sed -n 4p w | grep -q "log_start_s,what$" && sed -n 5p w | grep -q ",\"x,\"\"y\"\"\"$" && sed -n 6p w | grep -q ",1,$"'

t 'dims of the log, where they are a grid of the tasks' '
	export machine=torus:k=4x8x8,cores=1 && printf "%s\n" "1 8 2x2x2" "2 8 4x2" "3 8 3x3" "4 8 " "5 8 9x" "6 12 99999x99999x99999" >l.txt &&
	sed "s/^/0 9 /" l.txt >m.txt && r="^(?<submit>\d+) (?<runtime>\d+) (?<job>\d+) (?<nodes>\d+) (?<dims>\S*)$" &&
	gen --regex "$r" m.txt 2>err | cells dims >d && [ "$(xargs <d)" = "2x2x2 4x2 2x2x2 2x2x2 2x2x2 3x2x2" ] && grep -q "m.txt:3: first of 3 jobs with dims that are no process grid of its tasks, .3x3. of 8: left out" err &&
	[ "$(gen -q --regex "$r" --pattern alltoall m.txt | cells dims | xargs)" = "2x2x2 4x2" ]'

# lost OPTION...: what the preamble of a log's jobs says was left out, whether or not gen-workload speaks
lost() { gen -q --regex "$simple" "$@" l.txt >w && losses w; }
t 'what is left out stands in the preamble, by its reason and first line, though --quiet' '
	printf "%s\n" "a 2 0 0 3600 3600 -" none "b 4 10 10 3610 3600 -" "c 0 20 20 30 10 -" "d 8 30 30 3630 3600 -" "e 1 40 40 40 0 -" "f 300 50 50 3650 3600 -" "a 2 0 0 3600 3600 -" >l.txt && odd="not-a-record 1 2;no-nodes 1 4;no-runtime 1 6;recorded-twice 1 8" &&
	is "$(lost)" "$odd;too-wide 1 7" && sed -n "/^#run/,/^case/p" w | sed "1d;\$d" | tail -n 1 | grep -qx "#read 8 jobs 3 node-hours 14 of 314" &&
	is "$(lost --nodes-most machine)" "$odd;nodes-above-most 1 7" && grep -qx "#read 8 jobs 4 node-hours 270 of 314" w && is "$(lost --nodes-times 0.5)" "$odd" && grep -qx "#read 8 jobs 4 node-hours 157 of 157" w &&
	is "$(lost --match nodes=. --from 10 --to 30)" "$odd;not-matched 1 7;before-from 1 1;after-to 1 5" && is "$(lost --min-nodes 4 --max-jobs 1)" "$odd;below-min-nodes 1 1;beyond-max-jobs 1 5;too-wide 1 7" &&
	is "$(lost --at 20 --nodes-most 100)" "$odd;other-moment 2 5;nodes-above-most 1 7" && ! grep "#read" w &&
	sed "s/ 40 40 40 0/ 90000 90000 90001 1/" l.txt >m && mv m l.txt && is "$(lost --resample 2)" "not-a-record 1 2;no-nodes 1 4;recorded-twice 1 8;too-wide 1 7;behind-last-span 1 6" && grep -qx "#read 8 jobs 3 node-hours 14 of 314.000278" w &&
	printf "%s\n" "a 2 0 0 9 9 -" >l.txt && is "$(lost)" "" && ! grep "#read" w'
t 'other tools keep these lines, and add their own below their #run' '
	printf "%s\n" "a 2 0 0 9 9 -" "b 9 0 0 9 9 -" "c 8 20 20 29 9 -" "d 1 40 40 49 - -" >l.txt && machine=mesh:k=8 && gen -q --regex "$simple" l.txt | alloc -q --policy simple --on-full skip | alloc -q --policy simple --on-full skip >w &&
	sed "/^case/,\$d;s/^#run \([^ ]*\).*/\1/" w | sed "1,2d" | paste -sd " " | diff <(echo "gen-workload #left-out too-wide 1 2 #read 4 jobs 3 node-hours 0.0275 of 0.05 alloc #left-out no-room 1 8 alloc #left-out no-room 1 10") -'

t 'more busy nodes than there are, and no list that says why, is said' '
	printf "%s\n" "a 2 0 0 9 9 -" "b 3 5 5 14 9 -" "c 4 9 9 18 9 -" >l.txt && machine=mesh:k=6 && gen --regex "$simple" l.txt 2>err >w && grep -qx "gen-workload: l.txt: up to 7 nodes are busy at one time, of 6: the log.s machine has more, or jobs share nodes" err && grep -qx "#overfull 7 of 6" w &&
	machine=mesh:k=7 && gen --regex "$simple" l.txt 2>err >w && ! grep -e overfull -e "at one time" w err'

t 'what an expression must have' '
	: >l.txt && lacks() { refuses 2 "--regex: $1" gen --regex "$2" l.txt; } &&
	lacks "'\''(?<nodes>\d+'\'': missing closing parenthesis, at offset 12" "(?<nodes>\d+" && lacks "'\''x'\'': needs a group (?<nodes>...) or (?<processors>...)" x &&
	lacks "'\''(?<nodes>x)'\'': needs a group (?<submit>...) or (?<start>...)" "(?<nodes>x)" && lacks "'\''(?<nodes>x)(?<submit>y)(?<end>z)'\'': needs a group (?<runtime>...)" "(?<nodes>x)(?<submit>y)(?<end>z)" &&
	lacks "a group '\''tasks'\'' would be a column" "(?<nodes>x)(?<submit>y)(?<runtime>z)(?<tasks>t)" &&
	exits 2 gen --regex "$simple" --regex "$simple" l.txt 2>err && grep -q -- "--regex is given twice" err'

t 'a log that begins like one of a known format needs no --format: the same jobs' '
	plain() { gen-workload log --machine mesh:k=10000 --procs-per-node 1 --unfinished --no-preamble "${@:1:$#-1}" <"${!#}"; } &&
	for of in logs/pbs:pbs logs/torque:pbs logs/lsf:lsf logs/alcf:alcf logs/batsim:batsim logs/sacct-columns:sacct logs/sacct-commas:sacct logs/squeue-words:squeue \
		logs/multi-cluster:sacct json/batsim:batsim json/sacct:sacct json/squeue:squeue; do
		in=$HOPLINE_ROOT/tests/cases/${of%:*}/in && plain --format "${of#*:}" "$in" >asked 2>asked.err && plain "$in" >got 2>got.err && diff asked got && diff asked.err got.err || exit 1
	done && in=$HOPLINE_ROOT/data/swf/KTH-SP2-1996-2.1-cln.swf.gz && gen-workload swf -q --max-jobs 50 --machine mesh:k=128 --no-preamble "$in" >asked &&
	gen-workload log -q --max-jobs 50 --machine mesh:k=128 --no-preamble "$in" | diff asked - && zcat "$in" | grep -v "^;" | gen-workload log -q --max-jobs 50 --procs-per-node 1 --machine mesh:k=128 --no-preamble | diff asked - &&
	for head in "JobID|AllocNodes|Submit" "Submit|NNodes|JobID" "JobIDRaw|ReqNodes|Start" "cluster|jobid|ncpus|start" "# a comment
JobID|NCPUS|Start"; do
		echo "$head" >x && gen-workload log --machine mesh:k=4 x 2>err; grep -q "x: no job" err || { echo "$head"; cat err; exit 1; }
	done && echo "<?xml version=\"1.0\"?>" >x && refuses 1 "<stdin>:1: this looks like XML: must be a job log" plain x'
t 'logs without a job, files that are none' '
	: >l.txt && exits 1 gen --regex "$simple" l.txt 2>err && grep -q "l.txt: no job with nodes, a submit time or start, and a runtime" err &&
	echo x >l.txt && exits 1 gen --regex "$simple" l.txt 2>err && grep -q "l.txt:1: first of 1 record left out: the expression does not match" err &&
	exits 1 gen --regex "$simple" none.txt 2>err && grep -q "cannot open .none.txt." err && exits 1 gen --regex "$simple" . 2>err && head -c 100000 /dev/urandom >l.txt && exits 1 gen --regex "$simple" l.txt 2>err'

t 'an expression that takes for ever is an error, not a line less' '
	{ printf "a 1 0 0 9 9 -\n"; head -c 400000 /dev/zero | tr "\0" a; echo; } >l.txt && exits 1 gen --regex "^(?:(?<nodes>\d) (?<submit>\d) (?<runtime>\d)|(a+)+b)" l.txt 2>err && grep -q "l.txt:2: --regex: " err'

t 'a Standard Workload Format log by an expression is the same' '
	a=$HOPLINE_ROOT/data/swf/theta-2023.std.swf.gz && export machine=dragonfly:g=9,a=122,p=4 && w=submit_s,runtime_s,walltime_s,log_start_s,job,nodes,pattern,user &&
	gen-workload swf -q --machine $machine $a | cells $w >want &&
	gen-workload log -q --machine $machine --regex "^(?<job>\d+) (?<submit>\d+) (?<wait>\S+) (?<runtime>\S+) (?<nodes>\S+) \S+ \S+ \S+ (?<walltime>\S+) \S+ \S+ (?:-1|(?<user>\d+))" $a | cells $w | cmp - want && [ $(wc -l <want) = 23387 ]'

t 'one moment of a log' '
	printf "%s\n" "a 2 0 0 9 9 -" "b 3 5 5 20 15 -" "c 4 9 9 11 2 -" >l.txt && [ "$(gen --regex "$simple" -q --at 6 l.txt | cells job,nodes | xargs)" = "a,2 b,3" ] &&
	[ "$(gen --regex "$simple" -q --at fullest l.txt | cells job,runtime_s,log_start_s | xargs)" = "b,15,5 c,2,9" ]'

# shared_of OPTION...: job, pattern and comm_share of a log of 40 jobs, whose own shares are in the fifth word
shared_of() {
	for ((i = 1; i <= 40; i++)); do echo "$i 2 $i 9 $((i % 5 ? 0 : i))"; done | sed 's/ 0$/ -/; s/ 5$/ 0.75/; s/ [1-9][05]$/ -/' >l.txt
	gen-workload log -q --machine torus:k=4x8x8 --pattern halo3d,stencil,alltoall --regex '^(?<job>\S+) (?<nodes>\S*) (?<submit>\S*) (?<runtime>\S*) -?(?<'"${own:-other}"'>\S*)' "$@" l.txt >w &&
		cells job,pattern,comm_share <w
}
t 'shares: by pattern, one for the others, none; what else is drawn stays' '
	shared_of --comm-share 0.1,halo3d=0.3,stencil=0 >a && awk -F, "{ want[\"halo3d\"] = 0.3; want[\"stencil\"] = 0; want[\"alltoall\"] = 0.1; n[\$2]++; if (\$3 \"\" != want[\$2] \"\") exit 1 } END { exit length(n) != 3 }" a &&
	shared_of --comm-share halo3d=0.3 >b && awk -F, "\$3 \"\" != (\$2 == \"halo3d\" ? \"0.3\" : \"\") { exit 1 }" b && shared_of | cut -d, -f1,2 >c && cut -d, -f1,2 a | diff c - && ! head -n 9 w | grep -q comm_share'
t 'shares: the log'\''s own go first' '
	own=comm_share shared_of --comm-share 0.5 >a && awk -F, "\$3 \"\" != (\$1 == 5 ? \"0.75\" : \"0.5\") { exit 1 }" a && own=comm_share shared_of >b && awk -F, "\$3 \"\" != (\$1 == 5 ? \"0.75\" : \"\") { exit 1 }" b'
t 'shares: what is wrong' '
	no() { is "$(gen --regex "$simple" --comm-share "$1" 2>&1 </dev/null | head -n 1)" "gen-workload: --comm-share: $2"; } &&
	no 1.5 "'\''1.5'\'': must be a share from 0 to 1" && no halo3d=x "'\''x'\'': must be a share from 0 to 1" && no 0.1,0.2 "'\''0.2'\'': one share only" &&
	no halo3d=0.1,halo3d=0.2 "'\''0.2'\'': one share for halo3d" && no uniform=0.1 "$(gen --regex "$simple" --pattern uniform 2>&1 </dev/null | head -n 1 | sed "s/.*--pattern: //")"'

done_testing
