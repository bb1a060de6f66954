#!/usr/bin/env bash
# t870-pipe -- the whole-pipe fuzzer (tests/fuzz/pipe): some of its streams hold, it draws all that the tools have, and each of its
# invariants is seen to break.
# shellcheck disable=SC2016,SC2030,SC2031 # the tests' commands are quoted, and each runs by itself
. "$(dirname "$0")/../lib.sh"

pipe=$HOPLINE_ROOT/tests/fuzz/pipe
q="'"
export pipe q
source "$pipe/play.sh"
source "$pipe/verify.sh"

t 'ten streams, whatever they are' 'HOPLINE_BIN=$(dirname "$(command -v netsim)") "$pipe/run" 10 1 "$PWD/streams"'

t 'a number draws the same stream again, another one another' '
	mkdir a b c && for d in a b; do (cd $d && draw 7); done && (cd c && draw 8) && diff -r a b && ! diff -rq a c >/dev/null'

# listed SORT: the names of that sort that pipe.awk may draw, a policy without its release
listed() { awk -v sort="$1" '$1 == sort { if (sort == "policy") sub(/:.*/, "", $2); print $2 }' "$pipe/choices" | sort -u; }
# names TOOL: of all that it lists
names() { "$1" --list | cut -d" " -f1 | sort -u; }
export -f listed names

t 'policies, mappings and workloads are those that the tools list' '
	names alloc | diff - <(listed policy) && names map | diff - <(listed mapping) &&
	{ listed workload; listed pattern; } | sort -u | diff - <(names gen-workload)'
t 'patterns, machines and routings are those of netsim' '
	kinds=$(listed machine | paste -sd"|" -) &&
	for list in pattern machine; do listed $list | sort -u | diff - <(netsim --list ${list}s | cut -d" " -f1 | sort -u) || exit 1; done &&
	! netsim --list routings | grep -vE "^[^ ]+ +(($kinds) ?)+: "'

# A stream of two cases that plays, to break: closed-loop and open-loop jobs, a node that is not to be had, a column of the user's.
stream() {
	echo '#hopline 1
#machine dragonfly:g=4,a=2,p=2,unavailable=3
case,note,job,nodes,tasks,pattern,bytes,load,duration_s,warmup_s
1,"a, b",x,3,5,alltoall,3000,,,
1,,y,4,8,halo3d,100,,,
2,c,x,2,4,fft3d,700,,,
2,d,z,6,,uniform,,0.3,1e-05,5e-06' >0.csv
	printf '%s\n' 'alloc --policy rdn' 'map --algorithm random' \
		'netsim --packet 500B --links links.csv --job-links job-links.csv --routers routers.csv --latencies latencies.csv' >stages
	metrics nodes --machine dragonfly:g=4,a=2,p=2,unavailable=3 >nodes.csv
	play
}
# edit FILE ROW COLUMN TEXT: another cell, in a row counted from 1; a TEXT of +N adds
edit() {
	local program='BEGIN {
		open_table(file)
		printf "%s%s\n", preamble[file], header_text[file]
		while (next_row(file)) {
			if (++n == at)
				cell[column[file, title]] = text ~ /^\+/ ? cell[column[file, title]] + substr(text, 2) : text
			for (i = 1; i <= cells; i++)
				printf "%s%s", cell[i] ~ /,/ ? "\"" cell[i] "\"" : cell[i], i < cells ? "," : "\n"
		}
	}'
	awk -v file="$1" -v at="$2" -v title="$3" -v text="$4" -f "$pipe/table.awk" -f <(printf "%s\n" "$program") >"$1.new" && mv "$1.new" "$1"
}
# broken INVARIANT TEXT: verifying that finds a breach, which says so
broken() { ! verify "$1" && grep -qF -- "$2" breaches || { echo "not found: $2"; cat breaches; return 1; }; }
export -f stream edit broken

t 'the stream as it is' 'stream && verify && [ ! -e refused ]'

t 'counts: a packet, a message, a byte, a job too fast' '
	stream && cp 3.csv whole && edit 3.csv 1 packets +-1 && broken results "packets, " &&
	cp whole 3.csv && edit 3.csv 2 messages +1 && broken results " messages, " &&
	cp whole 3.csv && edit 3.csv 3 comm_bytes +7 && broken results " bytes, " &&
	cp whole 3.csv && edit 3.csv 1 comm_time_s 1e-08 && broken results "s is the least"'
t 'counts: a task that sat elsewhere' 'stream && edit 2.csv 1 task_nodes "$(metrics select --where case=1 --where job=y --columns node_list 2.csv | tail -n 1 | cut -d" " -f1)x5" && broken results "by its pattern"'
t 'links: a packet that a router swallowed, a byte, a share' '
	stream && cp links.csv whole && edit links.csv 1 packets +1 && broken results "links: " && cp whole links.csv && edit links.csv 1 bytes +1 && broken results "links: " &&
	cp whole links.csv && edit job-links.csv 2 bytes +1 && broken results "jobs have"'
t 'links: hops and latencies that are not those of the packets' '
	stream && cp routers.csv whole && edit routers.csv 1 packets +1 && broken results "packets by hops and in all" && cp whole routers.csv &&
	edit latencies.csv 1 messages +999 && broken results "latencies of"'
t 'cells: negative, no number, a time without messages' '
	stream && cp 3.csv whole &&
	for text in -1e-06 nan inf; do cp whole 3.csv && edit 3.csv 1 latency_mean_s $text && broken results "latency_mean_s is ${q}$text$q" || return 1; done &&
	cp whole 3.csv && edit 3.csv 1 messages "" && broken results "no messages, but times" &&
	cp whole 3.csv && edit 3.csv 1 latency_max_s 1 && broken results "a message took 1"'
t 'load: more accepted than offered' 'stream && edit 3.csv 4 accepted_load 0.9 && broken results "load: case"'

t 'nodes: shared, twice, not to be had, too few' '
	stream && cp 1.csv whole && edit 1.csv 1 node_list "0 1 2" && edit 1.csv 2 node_list "2 4-6" && broken placement "node 2 is also job" &&
	edit 1.csv 1 node_list "0 1 0" && broken placement "node 0 twice" && edit 1.csv 1 node_list "0 1 3" && broken placement "node 3 is not to be had" &&
	edit 1.csv 1 node_list "0 1" && broken placement "2 nodes in node_list, 3 wanted"'
t 'nodes: a task on another node, too many on one, too few' '
	stream && edit 2.csv 1 task_nodes "3x5" && broken placement "task 0 is on node 3" && broken placement "more than 2 tasks on node 3" &&
	edit 2.csv 1 task_nodes "0-1" && broken placement "2 tasks are placed, of 5"'

# A played log: two jobs that cannot be on the machine at once.
log() {
	echo 'job,nodes,submit_s,runtime_s
a,3,0,10
b,3,2,10' >0.csv
	echo 'alloc --policy simple --schedule fcfs --machine mesh:k=4' >stages
	metrics nodes --machine mesh:k=4 >nodes.csv
	play
}
export -f log
t 'schedule: as it is, a start before the submit, two jobs on a node, a job too long' '
	log && verify && cp 1.csv whole && edit 1.csv 2 start_s 1 && broken placement "before it came" && edit 1.csv 2 start_s 5 && broken placement "at that time" &&
	cp whole 1.csv && edit 1.csv 2 end_s 30 && broken placement "runtime 10"'

t 'kept: a cell, a column, a row' '
	stream && cp 2.csv whole && edit 2.csv 1 note "a,b" && broken kept "note: ${q}a, b$q became" && sed "s/^case,note/note,case/" whole >2.csv && broken kept "is not where it was" &&
	sed "s/,task_nodes/,tasks_nodes/" whole >2.csv && broken kept "a new column" && sed "\$d" whole >2.csv && broken kept "3 of 4 are left"'

# with SCRIPT: the stream with a further stage, an awk program on lines
with() { printf '%s\n' "$1" >"$PWD/more.awk" && stream && echo "awk -f $PWD/more.awk" >>stages && play; }
export -f with
t 'split: a tool that counts the rows it has seen' 'with "/^#/ || !head++ { print; next } { sub(/,0\\.[0-9]+,/, \",\" ++n \",\"); print \$0 n }" && broken split "alone/2/4.csv is not cases 2"'
t 'split: a tool that looks at the last row' 'with "{ if (NR > 1) print last; last = \$0 } END { print last \"!\" }" && broken split "is not cases"'
t 'cat: a header that follows from the rows' 'with "/^case/ { head = \$0; next } /^#/ { print; next } head != \"\" { print head substr(\$0, 1, 1); head = \"\" } { print }" && broken split "together: metrics: "'
t 'repeat: a tool that counts its runs' 'with "BEGIN { srand(); f = \"'"$shared_dir"'/runs\"; getline n <f; print n + 1 >f; print \"#run \" n } { print }" && broken repeat "other bytes the second time"'
t 'threads: other rows, other words, another status by several' '
	stream && verify && [ -e threaded/3.csv ] && mkdir bin && real=$(command -v netsim) && for but in "sed s/,x,/,y,/" "tee /dev/stderr" "sh -c \"cat && false\""; do
		printf "%s\n" "#!/bin/bash" "set -o pipefail" "case \"\$*\" in *--threads*) \"$real\" \"\$@\" | $but ;; *) \"$real\" \"\$@\" ;; esac" >bin/netsim && chmod +x bin/netsim &&
		(PATH=$PWD/bin:$PATH && case $but in sed*) broken threads "another 3.csv" ;; tee*) broken threads "another 3.err" ;; *) broken threads "status 1" ;; esac) || return 1; done'
t 'refused: by a crash, and with other words than those known' '
	stream && echo "sh -c kill\${IFS}-SEGV\${IFS}\$\$" >>stages && play && broken refused "status 139" && stream && echo "map --algorithm adaptive-layout" >>stages && play && broken refused "status 1"'
t 'refused: with words that are known' 'stream && sed -i "s/,6,,uniform/,99,,uniform/" 0.csv && play && [ -e refused ] && verify'
t 'metrics: a mean that is not that of the rows' 'stream && verify && edit summary.csv 1 mean +1e-07 && ! holds summary -v file=3.csv -v summary=summary.csv; grep -q "mean .*, by the rows" breaches'

t 'run shows the stream that breaks, keeps it and ends with 1' '
	mkdir bin && for tool in gen-workload alloc map metrics netsim; do ln -s "$(command -v $tool)" bin; done && rm bin/netsim &&
	printf "%s\n" "#!/bin/sh" "\"$(command -v netsim)\" \"\$@\" | sed \"s/,1,/,2,/\"" >bin/netsim && chmod +x bin/netsim &&
	HOPLINE_BIN=$PWD/bin exits 1 "$pipe/run" 4 1 "$PWD/streams" >out && grep -q "^stream [0-9]* in $PWD/streams/" out && grep -q "| netsim " out && grep -q . streams/*/breaches'


t 'links: what --stats counts' '
	stream && sed -i "3s/\$/ --stats stats.csv/" stages && play && verify && cp stats.csv whole && edit stats.csv 1 packets +-1 && broken results "packets, jobs have" &&
	cp whole stats.csv && edit stats.csv 1 packet_hops +999 && broken results "hops, links carried"'
t 'load: more messages at equal times than fit in' '
	stream && sed -i "s/,warmup_s\$/,warmup_s,arrivals/; s/5e-06\$/5e-06,periodic/; 4,7s/,\$/,,/" 0.csv && play && verify && edit 3.csv 4 messages +99 && broken results "messages, periodic"'
t 'apart: two jobs on a link' '
	printf "%s\n" job,nodes,pattern a,4,alltoall b,4,alltoall >0.csv && printf "%s\n" "alloc --policy em-cuboid --machine mesh:k=8" "netsim --keep-lists --links links.csv --job-links job-links.csv --routers routers.csv --latencies latencies.csv" >stages &&
	metrics nodes --machine mesh:k=8 >nodes.csv && play && verify && link=$(metrics select --where job=a --columns link job-links.csv | grep -vxf <(metrics select --where class=node --columns link links.csv) | grep -m 1 "^[0-9]") &&
	echo "1,b,$link,1,1" >>job-links.csv && broken results "share it under"'

# A message alone, and one behind another, by models of a router that differ in nothing but what the lines say.
idle() {
	printf "%s\n" case,job,nodes,tasks,pattern,bytes,matrix,node_list 1,a,2,2,broadcast,500,,"0 5" 2,a,2,2,broadcast,1,,"3 1" 3,a,2,2,broadcast,2000,,"0 7" \
		4,a,3,3,matrix,,blocked.csv,"2 1 0" >idle.csv
	printf "%s\n" src,dst,bytes 0,1,900 0,2,900 2,1,900 >blocked.csv
	set -- "netsim --machine mesh:k=3,p=3" "$@"
	printf "%s\n" "$1" "$1 --router input" "$1 --router input --speedup 2" "$1 --router input --vc-allocation 3us" "$1 --router input --crossbar-bw 90Gb/s --output-buffer 4KB" "netsim --route 0 7 --packet 2000B ${1#* }" >idle
	[ $# = 1 ] || sed -i "$2" idle
}
export -f idle
t 'idle: as it is; a router, a speedup, a channel, a way that are others' '
	stream && idle && verify && idle "2s/\$/ --set router-latency=300ns/" && broken idle "message 1" && idle "3s/--speedup 2/--speedup 1/" && broken idle "blocked: " &&
	idle "4s/3us/0us/" && broken idle "channels given slowly" && idle "5s/90Gb/1Gb/" && broken idle "message 1" && idle "6s/0 7/0 4/" && broken idle "by --route"'

t 'launch: as it is in each format; a task that the file has elsewhere, a node' '
	stream && sed -i "2s/random/linear/" stages && play && for format in rankfile hostfile mpich-rank-order nodelist; do for names in machine job; do
		echo "2 $format $names" >launch && verify || return 1; done; done &&
	cp 2.csv whole && for row in 1 2 3 4; do edit 2.csv $row task_nodes 14x2 || return 1; done && for format in rankfile hostfile mpich-rank-order; do
		echo "2 $format job" >launch && broken launch "$format: " || return 1; done &&
	cp whole 2.csv && for row in 1 2 3 4; do edit 2.csv $row node_list "14 15" || return 1; done && echo "2 nodelist machine" >launch && broken launch "nodelist: "'
t 'trace: swaps that make the sum more' '
	stream && printf "%s\n" case,job,swaps,links_mean 1,a,0,2 1,a,100,1.5 1,b,0,3 >trace.csv && sed -i "2s/random/gsearch --from random --swaps-trace trace.csv/" stages && verify placement && echo 1,b,100,3.1 >>trace.csv && broken placement "links_mean went from"'

# Large jobs on a reconfigurable dragonfly, in all modes.
grap() {
	printf "%s\n" job,nodes,mode,groups,group_nodes "a,8,custom,,3 4 1" b,7,custom-balance,2, c,6,minimal-balance,, d,5,adaptive,, >0.csv
	echo "alloc --policy grap --machine rdragonfly:g=9,a=2,p=2,h=4" >stages
	metrics nodes --machine rdragonfly:g=9,a=2,p=2,h=4 >nodes.csv
	play
}
export -f grap
t 'shares: as they are; other shares, other groups, a group of two jobs' '
	grap && verify && cp 1.csv whole && edit 1.csv 1 group_nodes "4 3 1" && broken placement "share 1 is 3 nodes" && cp whole 1.csv && edit 1.csv 2 groups 3 && broken placement "2 shares of" &&
	cp whole 1.csv && edit 1.csv 3 circuit_groups "$(metrics select --where job=d --columns circuit_groups whole | tail -n 1)" && broken placement "owns group" &&
	cp whole 1.csv && edit 1.csv 4 mode small && broken placement "its mode is"'
t 'schedule: a speedup, and a job that ends early' '
	grap && sed -i "s/\$/,0,80/; 1s/,0,80/,submit_s,runtime_s/" 0.csv && sed -i "s/\$/ --schedule fcfs --speedup gains.csv/" stages &&
	for mode in adaptive minimal-balance custom custom-balance; do echo $mode,8,0.25,0.5; done | cat <(echo mode,nodes,time_saved,mpi_share) - >gains.csv &&
	play && verify && edit 1.csv 1 end_s 80 && broken placement "runtime 70" && edit 1.csv 1 end_s 60 && broken placement "runtime 70"'

# Jobs of a log.
swf() {
	for i in 1 2 3 4; do echo $i $((i * 10)) 0 5 $i -1 -1 $i 60 -1 1 $((i % 3)) 1 1 1 1 -1 -1; done >log
	printf "gen-workload swf log --procs-per-node 1 --machine mesh:k=9 %s\n" "$1" >head
	command_line "$(<./head)" >0.csv 2>head.err
	echo "alloc --policy simple --schedule fcfs" >stages
	metrics nodes --machine mesh:k=9 >nodes.csv
	play
}
export -f swf
t 'log: as it is; a job not asked for, one missing, a width, a time' '
	swf "--from 10 --nodes-times 1.5 --nodes-most 5" && verify && sed -i "s/--from 10/--from 20/" head && broken log "was not asked for" && swf "" && verify &&
	cp 0.csv whole && sed -i "\$d" 0.csv && broken log "jobs, of 4" && cp whole 0.csv && edit 0.csv 2 nodes 7 && broken log "by the log" &&
	cp whole 0.csv && edit 0.csv 2 submit_s 11 && broken log "comes at" && swf "--max-jobs 2" && verify && sed -i "s/--max-jobs 2/--max-jobs 1/" head && broken log "--max-jobs 1"'
t 'tails: a row that select should not have written' '
	stream && echo "metrics select --where nodes<=3 3.csv" >tails && verify && tail -n 1 tail1.csv >>tail1.csv && ! holds tails -v table=3.csv; grep -q "meet it" breaches'
t 'split: a header that is another one' '
	stream && verify && cp alone/1/2.csv whole && sed "s/^case,note,job/case,note,jobs/" whole >alone/1/2.csv && awk -v stages=2 -f "$pipe/table.awk" -f "$pipe/cases.awk" -f "$pipe/same.awk" folders | grep -q "has the header"'

done_testing
