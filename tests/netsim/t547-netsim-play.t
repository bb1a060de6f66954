#!/usr/bin/env bash
# t547-netsim-play -- jobs that have nodes one after the other (--play).
# shellcheck disable=SC2016 # the tests' commands are quoted
. "$(dirname "$0")/../lib.sh"

M=mesh:k=8,cores=1	# 1 GB/s: 100 kB to the next node take 100.32 us
q="'"
head=job,nodes,tasks,pattern,bytes,node_list,start_s
export M q head

# played TABLE [OPTION...]: when each job started and ended
played() { sim_table "$1" --play "${@:2}" >played.out && cells job,played_start_s,played_end_s <played.out; }

t 'each waits for the one before it on any of its nodes' '
	prints "played \"$head|a,2,2,alltoall,100000,0-1,0|b,2,2,alltoall,100000,1-2,1e-5|c,2,2,alltoall,100000,2-3,2e-5|d,2,2,alltoall,100000,5-6,5e-6\"" \
		a,0,0.00010032 b,0.00010032,0.00020064 c,0.00020064,0.00030096 d,5e-06,0.00010532 &&
	is "$(cells comm_time_s <played.out | sort -u)" 0.00010032'
t 'for the last of several' '
	prints "played \"$head|a,2,2,alltoall,100000,0-1,0|b,2,2,alltoall,300000,3-4,0|c,2,2,alltoall,100000,1 3,0|d,1,1,alltoall,100,1,0\"" \
		a,0,0.00010032 b,0,0.00030032 c,0.00030032,0.00040078 d,0.00040078,0.00040078'
t 'the earlier start comes first, of two alike the earlier row' '
	prints "played \"$head|a,2,2,alltoall,100000,0-1,2e-6|b,2,2,alltoall,100000,0-1,1e-6|c,2,2,alltoall,100000,0-1,2e-6\" | cut -d, -f1,2" \
		a,0.00010132 b,1e-06 c,0.00020164'
t 'by the clock of the table' '
	prints "played \"$head|a,2,2,alltoall,100000,0-1,7|b,2,2,alltoall,100000,1-2,7\"" a,7,7.00010032 b,7.00010032,7.00020064'
t 'a start at the very end of the one before, a picosecond sooner or later' '
	for start in 0.000100319999:0.00010032 0.00010032:0.00010032 0.000100320001:0.000100320001; do
		is "$(played "$head|a,2,2,alltoall,100000,0-1,0|b,2,2,alltoall,100000,0-1,${start%:*}" | cut -d, -f2 | tail -1)" "$(printf %.9g "${start#*:}")" &&
		is "$(column comm_time_s played.out | tail -1)" 0.00010032 || exit 1
	done'
t 'a node that is held counts, without tasks too' '
	prints "played \"job,nodes,tasks,pattern,bytes,node_list,task_nodes,start_s|a,3,2,alltoall,100000,0-2,0-1,0|b,1,1,alltoall,100,2,2,0|c,2,2,alltoall,100000,,2-3,0\"" \
		a,0,0.00010032 b,0.00010032,0.00010032 c,0.00010032,0.00020064'
t 'a job that computes, and one that is silent' '
	prints "played \"$head,compute_s|a,1,1,halo2d,100000,0,0,1e-3|b,2,2,alltoall,100000,0-1,0,1e-4\"" a,0,0.001 b,0.001,0.00120032'
t 'several tasks a node, which the next job places otherwise' '
	M=mesh:k=8,cores=2 && sim_table "job,nodes,tasks,pattern,bytes,task_nodes,start_s|a,2,4,alltoall,20000,0 1 0 1,0|b,2,3,alltoall,30000,1 0 1,0" --play >both &&
	{ sim_table "job,nodes,tasks,pattern,bytes,task_nodes|a,2,4,alltoall,20000,0 1 0 1" && sim_table "job,nodes,tasks,pattern,bytes,task_nodes|b,2,3,alltoall,30000,1 0 1"; } >alone &&
	is "$(cells comm_time_s <both | paste -sd" ")" "$(grep "^[ab]" alone | cut -d, -f8 | paste -sd" ")"'

# crowd SEED: 60 jobs on a dragonfly that share its nodes
crowd() {
	printf "#hopline 1\n#machine dragonfly:g=5,a=4,p=2\njob,nodes,tasks,pattern,bytes,iterations,compute_s,start_s,node_list\n"
	awk -v seed="$1" 'BEGIN { srand(seed); split("alltoall unstructured halo3d fft3d spread", pattern, " ")
		for (i = 1; i <= 60; i++) {
			n = 2 + int(rand() * 8)
			printf "%d,%d,%d,%s,%d,%d,%g,%.9g,", i, n, n, pattern[1 + int(rand() * 5)], 500 + int(rand() * 9000), 1 + int(rand() * 3), int(rand() * 2) * 3e-6, int(rand() * 300) * 1e-6
			for (v in node) delete node[v]
			for (k = 0; k < n;) { v = int(rand() * 40); if (!(v in node)) { node[v]; printf "%s%d", k++ ? " " : "", v } }
			print ""
		} }'
}
export -f crowd
t 'no node has two jobs at once, and none waits longer than it must' '
	for seed in 1 2 3; do
		crowd $seed >in.csv && netsim --play --routing ugal-l --packet 512B --keep-lists in.csv >out.csv && cells job,start_s,played_start_s,played_end_s,node_list <out.csv | sort -t, -g -k2,2 -k1,1 |
			awk -F, "{ n = split(\$5, v, \" \"); want = \$2 + 0; for (i = 1; i <= n; i++) if (end[v[i]] > want) want = end[v[i]]
				if (want < \$3 - 1e-12 || want > \$3 + 1e-12) { print \"job \" \$1 \" started at \" \$3 \", not \" want; exit 1 }
				for (i = 1; i <= n; i++) end[v[i]] = \$4 }" || exit 1
	done'
t 'where all know when they start, it is played so' '
	crowd 4 >in.csv && netsim --play --routing ugal-l in.csv >out.csv &&
	cells played_start_s <out.csv >starts &&
	{ sed 3q in.csv && rows in.csv | paste -d, starts - | awk -F, -v OFS=, "{ \$9 = \$1; sub(/^[^,]*,/, \"\"); print }"; } >known.csv &&
	netsim --play --routing ugal-l known.csv | cells job,comm_time_s,packets,latency_mean_s,played_start_s,played_end_s >again &&
	cells job,comm_time_s,packets,latency_mean_s,played_start_s,played_end_s <out.csv | diff - again'
t 'jobs that share no node are what they are without' '
	table dragonfly:g=5,a=4,p=2 case,job,nodes,tasks,pattern,bytes,start_s,load,duration_s,node_list "1,a,4,4,alltoall,9000,,,,0-3" "1,b,8,8,unstructured,5000,1e-6,,,4-11" "1,c,9,,uniform,500,,0.3,1e-5,12-20" \
		"2,a,4,8,fft3d,9000,,,,0-3" "2,b,8,8,spread,5000,2e-5,,,4-11" "2,c,9,,uniform,500,,0.3,,12-20" >in.csv &&
	for o in "" "--router input" "--schedule mpi" "--routing ugal-l"; do
		netsim -q --no-preamble $o --links l1 --job-links j1 in.csv >o1 && netsim -q --no-preamble $o --play --links l2 --job-links j2 in.csv >o2 &&
		cmp l1 l2 && cmp j1 j2 && sed "s/,[^,]*,[^,]*$//" o2 | diff o1 - || exit 1
	done'
t 'cases are apart' '
	crowd 5 | sed "3s/^/case,/; 4,\$s/^/1,/" >one.csv && crowd 6 | sed "3s/^/case,/; 4,\$s/^/2,/" >two.csv && { cat one.csv && rows two.csv; } >both.csv &&
	{ netsim --no-preamble --play one.csv && netsim --play two.csv | rows; } >apart && netsim --no-preamble --play both.csv | diff - apart'
t 'a program on nodes that a job without one has before or after it' '
	printf "num_ranks 2\nrank 0 {\nl1: send 100b to 1 tag 0\n}\nrank 1 {\nl1: recv 100b from 0 tag 0\n}\n" >pair.goal &&
	p="job,nodes,tasks,pattern,bytes,program,node_list,start_s" a="a,2,2,program,,pair.goal,0-1" b="b,2,2,alltoall,100000,,0-1" &&
	prints "played \"$p|$b,0|$a,1e-6\" | cut -d, -f1,2" b,0 a,0.00010032 &&
	prints "played \"$p|$a,0|$b,1e-9\" | cut -d, -f1" a b && is "$(column comm_time_s played.out | tail -1)" 0.00010032'
t 'one thread plays' '
	crowd 7 >in.csv && netsim --no-preamble --play in.csv >one && netsim --no-preamble --play --threads 2 in.csv >two 2>err && cmp one two &&
	is "$(cat err)" "netsim: --threads: one thread plays: jobs start when others end"'

t 'without it, and for open-loop rows, two jobs on a node are an error' '
	table $M $head,load,duration_s a,2,2,alltoall,1000,0-1,,, b,2,,uniform,1000,1-2,1,0.5,1e-3 >in.csv &&
	for o in "" --play; do refuses 1 "netsim: in.csv:5: node_list: ${q}1-2$q: node 1 is already held by job ${q}a$q" netsim $o in.csv || exit 1; done &&
	table $M $head,load,duration_s b,2,,uniform,1000,1-2,1,0.5,1e-3 a,2,2,alltoall,1000,0-1,,, >in.csv &&
	refuses 1 "netsim: in.csv:5: node_list: ${q}0-1$q: node 1 is already held by job ${q}b$q" netsim --play in.csv &&
	table $M $head a,2,2,alltoall,1000,0-1,0 b,2,2,alltoall,1000,1-2,0 >in.csv && refuses 1 "node 1 is already held by job" netsim in.csv'
t 'a node twice in one job is one, too' '
	table $M $head "a,2,2,alltoall,1000,0 0," >in.csv && says 1 "netsim: in.csv:4: node_list: ${q}0 0$q: node 0 is listed twice" netsim --play in.csv'
t 'jobs that keep going do not end' 'says 2 "netsim: --play: jobs end, and with --steady they do not" netsim --play --steady 2'
done_testing
