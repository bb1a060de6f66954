#!/usr/bin/env bash
# metrics select: conditions, columns, streams.
source "$(dirname "$0")/../lib.sh"

jobs() { printf '%s\n' job,nodes,alloc,note 1,16,rdn,a 2,5,rdg,b 3,100,level-spread, 4,16.0,slurm,'"c,d"' 5,,rrr,x; }
# picks JOBS CONDITION...: these rows, no others
picks() {
	local want=$1 c got
	shift
	local args=()
	for c; do args+=(--where "$c"); done
	got=$(jobs | metrics select --no-preamble --columns job "${args[@]}") && [ "$(sed 1d <<<"$got" | tr '\n' ' ')" = "$want" ]
}

t 'numbers are compared as numbers: 100 is more than 16, 16.0 is 16' '
	picks "1 4 " nodes=16 && picks "1 4 " nodes==16 && picks "3 " "nodes>16" && picks "1 3 4 " "nodes>=16" && picks "2 " "nodes<16" &&
	picks "1 2 4 " "nodes<=16" && picks "1 4 " nodes=1.6e1'
t 'an absent value is neither less nor more, and not equal' '
	picks "5 " nodes= && picks "1 2 3 4 " nodes!= && picks "2 3 5 " nodes!=16 && picks "1 2 3 4 " "nodes>=-1e9"'
t 'texts are compared as texts, byte by byte' '
	picks "1 " alloc=rdn && picks "2 3 4 5 " alloc!=rdn && picks "2 3 " "alloc<rdn" && picks "1 4 5 " "alloc>=rdn" && picks "4 " note=c,d &&
	picks "1 " "note<b"'
t 'a text is not equal to a number; which is more cannot be said: exit 1' '
	picks "" alloc=16 && picks "1 2 3 4 5 " alloc!=16 &&
	jobs | exits 1 metrics select --where "alloc>16" 2>err && grep -q "^metrics: <stdin>:2: alloc: .rdn.: must be a number" err'
t 'whole numbers beyond 2^53 are told apart' '
	printf "%s\n" id 9007199254740992 9007199254740993 | metrics select --where id=9007199254740993 --no-preamble | sed 1d >out && test "$(cat out)" = 9007199254740993'
t 'regular expressions are searched for, anchors and all' '
	picks "1 2 5 " "alloc~^r" && picks "3 4 " "alloc!~^r" && picks "1 2 " "alloc~^rd[ng]\$" && picks "3 4 " "alloc~(?i)L" && picks "3 " "note~^\$"'
t 'they know UTF-8, and endure what is none' '
	printf "%s\n" n Zürich Zuerich | metrics select --where "n~^Z.rich\$" --no-preamble | sed 1d >out && test "$(cat out)" = Zürich &&
	printf "%s\n" n Zürich Zu-rich | metrics select --where "n~^\\w+\$" --no-preamble | sed 1d >out && test "$(cat out)" = Zürich &&
	printf "n\nZ\\377rich\nZurich\n" | metrics select --where "n~rich\$" --no-preamble | sed 1d | wc -l >out && test "$(cat out)" = 2'
t 'they see newlines and commas in cells' '
	printf "n\n\"a\nb\"\n\"a,b\"\nab\n" | metrics select --where "n~a[\n,]b" --no-preamble | sed 1d >out && printf "\"a\nb\"\n\"a,b\"\n" | diff - out'
t 'a bad pattern: exit 2 with the reason and its place' '
	jobs | exits 2 metrics select --where "alloc~r(d" 2>err >out && grep -q "^metrics: --where: .alloc~r(d.: missing closing parenthesis, at offset 3" err && ! test -s out'
t 'a pattern that takes too long: exit 1 with the cell named' '
	{ echo n; printf "%040d1\n" 0; } | exits 1 metrics select --where "n~^(0+|0+0)+\$" 2>err >out && grep -q "^metrics: <stdin>:2: n: .0*.*limit" err'
t 'all conditions must hold' 'picks "4 " nodes=16 alloc!=rdn && picks "" nodes=16 nodes=5 && picks "1 2 3 4 5 "'
t 'what is no condition: exit 2' '
	for c in nodes "" =16 "nodes!16" "nodes<" "nodes>=" "~x"; do
		jobs | exits 2 metrics select --where "$c" 2>err >out && grep -q "^metrics: --where: " err && ! test -s out || { echo "$c"; exit 1; }
	done'
t 'the first operator counts, and the longest there' '
	printf "%s\n" a "x=1" ">2" | metrics select --where "a=x=1" --no-preamble | sed 1d >out && test "$(cat out)" = "x=1" &&
	printf "%s\n" "a!b" 1 2 | metrics select --where "a!b!=1" --no-preamble | sed 1d >out && test "$(cat out)" = 2'
t '--columns: those, in that order' '
	jobs | metrics select --columns note,job --where "job>=4" --no-preamble >out && printf "%s\n" note,job "\"c,d\",4" x,5 | diff - out'
t 'a column that is not there: exit 1; one twice: exit 2' '
	jobs | exits 1 metrics select --columns job,size 2>err && grep -q "^metrics: <stdin>:1: size: " err &&
	jobs | exits 1 metrics select --where size=1 2>err && grep -q "^metrics: <stdin>:1: size: " err &&
	jobs | exits 2 metrics select --columns job,job 2>err'
t 'rows come through as they are' '
	jobs >a.csv && metrics select --no-preamble a.csv | sed "s/^4,16.0,slurm,c,d/&/" | diff a.csv -'
t 'the preamble of one stream comes through, so that it can go on down the pipe' '
	{ printf "#hopline 1\n#machine dragonfly:g=17,a=4,p=4\n#run x\n"; jobs; } >a.csv && metrics select --where job=1 a.csv | metrics select >out &&
	test "$(grep -c "^#run " out)" = 3 && test "$(sed -n 2p out)" = "#machine dragonfly:g=17,a=4,p=4"'
t 'several files: columns by name, none more and none less than in the first' '
	jobs >a.csv && printf "%s\n" note,alloc,nodes,job y,rdn,1,9 >b.csv && metrics select --where alloc=rdn --no-preamble a.csv b.csv >out &&
	printf "%s\n" job,nodes,alloc,note 1,16,rdn,a 9,1,rdn,y | diff - out &&
	printf "%s\n" job,nodes,alloc,note,site 1,1,rdn,,x >c.csv && exits 1 metrics select a.csv c.csv 2>err >out && grep -qx "metrics: c.csv: column .site. is not in a.csv" err &&
	exits 1 metrics select c.csv a.csv 2>err >out && grep -q "^metrics: a.csv:1: site: " err &&
	metrics select --columns job --no-preamble a.csv c.csv >out && test "$(wc -l <out)" = 7'
t 'it streams: a row is out before the input ends' '
	mkfifo in && (metrics select --no-preamble <in >out &) && exec 3>in && jobs >&3 && for i in $(seq 100); do test -s out && break; sleep 0.1; done && sleep 0.2 && jobs | sed 1d >&3 &&
	for i in $(seq 100); do test "$(wc -l <out)" -ge 6 && break; sleep 0.1; done && test "$(wc -l <out)" -ge 6 && exec 3>&-'
t '--to batsim: its columns; a job that waits, one without a time asked for, one that never ran' '
	printf "%s\n" job,nodes,submit_s,walltime_s,start_s,end_s,node_list,profile "a,3,0,20,0,10,0-2,p" "b,2,1.5,,10,15.5,0 4," "c,9,2,5,,,," >a.csv &&
	metrics select --to batsim --where nodes!=7 --no-preamble a.csv >out && diff - out <<-.
		job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,allocated_resources,consumed_energy,metadata
		a,w0,p,0,3,20,1,COMPLETED_SUCCESSFULLY,0,10,10,0,10,1,0-2,,
		b,w0,,1.5,2,-1,1,COMPLETED_SUCCESSFULLY,10,5.5,15.5,8.5,14,2.54545455,0 4,,
		c,w0,,2,9,5,0,REJECTED,,,,,,,,,
	.
	exits 2 metrics select --to batsim --columns job a.csv 2>err && exits 2 metrics select --to x a.csv 2>err && jobs | exits 1 metrics select --to batsim 2>err &&
	grep -q "start_s: this column is missing" err'

done_testing
