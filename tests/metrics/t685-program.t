#!/usr/bin/env bash
# t685-program -- metrics program: what programs come to, by hand and beside netsim on one node; jobs as GOAL, which netsim plays to the
# same picosecond as their patterns.
. "$(dirname "$0")/../lib.sh"

# goal FILE LINE...: a file of these lines
goal() { printf '%s\n' "${@:2}" >"$1"; }
# figures FILE: those of a program, from ranks on
figures() { metrics program --no-preamble --goal "$1" | sed 1d | cut -d, -f3-; }
# job PROGRAM RANKS [COLUMNS CELLS]: a table with one job, all of whose ranks are on a node
job() { table mesh:k=2,cores=64 "job,nodes,tasks,pattern,program,task_nodes${3:+,$3}" "a,1,$2,program,$1,0x$2${4:+,$4}"; }
# random SEED: a program of four ranks: calcs on two cpus, messages, self messages too; what an operation waits for was drawn before it, so
# that all ends
random() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		for (i = 0; i < 60; i++) {
			from = int(4 * rand()); to = int(4 * rand())
			if (rand() < 0.4)
				add(from, "calc " int(1000 * rand()) (rand() < 0.3 ? " cpu 1" : ""))
			else {
				add(from, "send " int(1000 * rand()) "b to " to " tag " i)
				add(to, "recv 1b from " (rand() < 0.2 ? -1 : from) " tag " i)
			}
		}
		print "num_ranks 4"
		for (r = 0; r < 4; r++)
			print "rank " r " {\n" text[r] "}"
	}
	function add(r, op, k) {
		text[r] = text[r] "x" n[r] + 0 ": " op "\n"
		for (k = int(3 * rand()); n[r] && k; k--)
			text[r] = text[r] "x" n[r] (rand() < 0.3 ? " irequires x" : " requires x") int(n[r] * rand()) "\n"
		n[r]++
	}'
}

# again FILE [OPTION...]: a table that plays the jobs of a placed one as GOAL, into again.csv
again() {
	metrics program --to goal --out goals "${@:2}" "$1" >figures.csv &&
		{ sed -n '/^#/p' "$1"
		paste -d, <(metrics select --no-preamble --columns job,nodes,tasks,task_nodes "$1") \
			<(metrics select --no-preamble --columns program figures.csv | sed '1s/$/,pattern,send_completes/; 1!s/$/,program,left/'); } >again.csv
}
# as_much FILE: what netsim says of the jobs
as_much() { metrics select --no-preamble --columns job,comm_time_s,messages,comm_bytes,packets,routers_mean,latency_mean_s,latency_p99_s,latency_max_s "$1"; }
# plays_alike FILE ROUTING [OPTION...]: the jobs as they are and as GOAL take the same time, each rank of them
plays_alike() {
	local routing=$2
	netsim --ranks ranks --routing $routing "${@:3}" "$1" >out && again "$1" "${@:3}" && netsim --ranks ranks2 --routing $routing again.csv >out2 &&
		as_much out >much && as_much out2 | diff much - && diff ranks ranks2
}

t 'by hand: a cpu computes one after the other, a chain over two ranks, distances weighed by bytes' '
	goal x.goal "num_ranks 3" "rank 0 {" "a: calc 100" "calc 50" "b: send 10b to 1" "b requires a" "recv 30b from 2" "}" \
		"rank 1 {" "c: recv 10b from 0" "d: calc 70" "d requires c" "}" "rank 2 {" "e: send 30b to 0" "calc 20 cpu 3" "calc 100 cpu 2" "}" &&
	is "$(figures x.goal)" 3,9,2,40,1.5e-07,4,1.7e-07,1.75'
t 'by hand: irequires waits for a begin, behind others of its cpu' '
	goal x.goal "num_ranks 1" "rank 0 {" "calc 100" "a: calc 40" "b: calc 90 cpu 1" "b irequires a" "c: send 5b to 0" "c irequires b" "d: recv 5b from 0" "}" &&
	is "$(figures x.goal)" 1,5,1,5,2.3e-07,4,1.9e-07,0'
t 'by hand: iterations, each of which begins behind compute_s; ranks are not in step' '
	goal x.goal "num_ranks 2" "rank 0 {" "a: calc 100" "send 10b to 1" "}" "rank 1 {" "recv 10b from 0" "calc 300" "}" &&
	job "$PWD/x.goal" 2 iterations,compute_s 5,1e-6 >in.csv &&
	gives ranks,operations,messages,bytes,computing_s,depth,critical_path_s "metrics program in.csv" 2,30,5,50,6.5e-06,11,6.5e-06'
t 'by hand: a ring goes round, also a million times' '
	goal x.goal "num_ranks 3" "rank 0 {" "a: send 1b to 1" "b: recv 1b from 2" "}" "rank 1 {" "a: recv 1b from 0" "b: calc 7" "b requires a" "c: send 1b to 2" "c requires b" "}" \
		"rank 2 {" "a: recv 1b from 1" "c: send 1b to 0" "c requires a" "calc 1 cpu 1" "}" &&
	job "$PWD/x.goal" 3 iterations 1000000 >in.csv &&
	gives operations,messages,depth,critical_path_s,distance_mean "metrics program in.csv" 10999997,3000000,7999999,0.007,1.33333333'
t 'by hand: who takes from anyone takes what comes first' '
	goal x.goal "num_ranks 4" "rank 0 {" "a: recv 1b from -1 tag -1" "b: calc 100" "b requires a" "c: recv 1b from -1" "c requires b" "d: calc 10" "d requires c" \
		"e: recv 1b from 1 tag 1" "f: calc 500" "f requires e" "}" "rank 1 {" "a: calc 30" "b: send 1b to 0 tag 1" "b requires a" "}" "rank 2 {" "a: calc 20" \
		"b: send 1b to 0" "b requires a" "}" "rank 3 {" "a: calc 10" "b: send 1b to 0" "b requires a" "}" &&
	is "$(figures x.goal)" 4,12,3,3,6.1e-07,6,6.2e-07,2'
t 'on one node, where messages are free, netsim takes as long: random programs, one and three iterations of them' '
	for seed in {1..30}; do
		random $seed >x.goal && for i in "1," 3,1e-7; do
			job x.goal 4 iterations,compute_s $i >in.csv && metrics program in.csv >got && netsim --ranks ranks.csv in.csv >out &&
			is "$(column bytes got) $(column messages got)" "$(column comm_bytes out) $(column messages out)" &&
			is "$(column critical_path_s got)" "$(column end_s ranks.csv | sort -g | tail -1)" || exit 1
		done || exit 1
	done'
t 'what waits in vain is named, by rank and label, where the job is named, too' '
	goal one.goal "num_ranks 2" "rank 0 {" "a: send 8b to 1 tag 3" "}" "rank 1 {" "calc 1" "}" && says 1 "metrics: one.goal: no rank receives the message of rank 0, '"'a: send 8b to 1 tag 3'"'" \
		metrics program --goal one.goal &&
	goal two.goal "num_ranks 2" "rank 0 {" "send 8b to 1" "}" "rank 1 {" "b: recv 8b from 0 tag 4" "}" && job two.goal 2 >in.csv &&
	says 1 "metrics: in.csv:4: job '"'a'"': two.goal: rank 1 waits for a message that does not come, '"'b: recv 8b from 0 tag 4'"'" metrics program in.csv &&
	metrics program --goal two.goal --to goal | grep -q "^b: recv 8b from 0 tag 4"'
t '--distances: bytes and messages by how far apart their ranks are; they add up' '
	goal x.goal "num_ranks 3" "rank 0 {" "send 7b to 2" "send 1b to 0" "send 2b to 1" "recv 1b from -1 tag -1" "recv 1b from -1 tag -1" "}" \
		"rank 1 {" "recv 2b from 0" "send 5b to 0" "}" "rank 2 {" "recv 7b from 0" "}" && job x.goal 3 iterations 10 >in.csv &&
	metrics program --distances d.csv in.csv >out && prints "cat d.csv" case,job,distance,messages,bytes 1,a,0,10,10 1,a,1,20,70 1,a,2,10,70'
t 'as GOAL: phases wait for a calc 0, tags are phases, receives name their senders, iterations begin behind compute_s' '
	table mesh:k=4 job,nodes,tasks,pattern,bytes,iterations,compute_s a,2,2,pairs,70,2,3e-6 >in.csv && prints "metrics program --to goal in.csv" "num_ranks 2" "" \
		"rank 0 {" "l1: calc 3000" "l2: send 70b to 1" "l3: recv 70b from 1" "l4: calc 3000" "l5: send 70b to 1 tag 1" "l6: recv 70b from 1 tag 1" \
		"l2 requires l1" "l3 requires l1" "l4 requires l2" "l4 requires l3" "l5 requires l4" "l6 requires l4" "}" "" \
		"rank 1 {" "l1: calc 3000" "l2: send 70b to 0" "l3: recv 70b from 0" "l4: calc 3000" "l5: send 70b to 0 tag 1" "l6: recv 70b from 0 tag 1" \
		"l2 requires l1" "l3 requires l1" "l4 requires l2" "l4 requires l3" "l5 requires l4" "l6 requires l4" "}" &&
	table mesh:k=4 job,nodes,tasks,pattern,bytes,allreduce_bytes a,2,2,pairs,70,8 b,2,2,broadcast,9, >in.csv &&
	metrics program --to goal --out there in.csv >out && is "$(column program out | xargs)" "there/a.goal there/b.goal" &&
	prints "cat there/b.goal" "num_ranks 2" "" "rank 0 {" "send 9b to 1" "}" "" "rank 1 {" "recv 9b from 0" "}"'
t 'compute_s is rounded to ns, and it says so' '
	table mesh:k=4 job,nodes,tasks,pattern,compute_s a,2,1,alltoall,2.5e-9 >in.csv && metrics program --to goal in.csv 2>err | grep -qx "calc 3" &&
	is "$(cat err)" "metrics: job '"'a'"': compute_s is not a whole number of ns, which is what GOAL counts: rounded"'
patterns=('alltoall,5,10,2000,2,1e-6,,,,,,' 'alltoall,1,1,2000,3,1e-6,,,,,,' 'broadcast,7,7,5000,3,,,,,,,' 'fft3d,6,12,3000,2,,,,,,,' 'halo2d,6,12,20000,2,2e-6,100,4x3,x,,,'
	'halo3d,8,12,4096,2,,8,,,,,' 'halo3d26,6,12,700,1,,,3x2x2,,,,' 'unstructured,8,16,2000,2,,,,,,,' 'stencil,8,16,3000,2,1e-5,,,,,,' 'pairs,7,14,9000,3,,,,,,,'
	'spread,9,18,1000,2,,,,,,,' 'sub-alltoall,6,12,1500,2,1e-9,,,,,,' 'cartesian,8,16,2500,2,,50,2x2x2x2,xyzw,,,' 'neighboring,12,24,800,1,,,4x3x2x1,,,,'
	'matrix,4,8,,2,,,,,m.csv,,' 'lattice,6,6,,2,,,3x2,xy,,7x5,10')
for where in "dragonfly:g=9,a=4,p=4,cores=2 minimal" "torus:k=6x5x4,cores=2 dimension-order" "fattree:radix=16,cores=2,memory-latency=200ns,memory-bw=80Gb/s d-mod-k"; do
	for schedule in burst mpi; do
		first "$schedule" || continue
		t "every pattern as GOAL, to the picosecond: ${where% *}, --schedule $schedule" '
			printf "%s\n" src,dst,bytes 0,1,5000 1,0,70 2,0,4097 7,3,9 0,2,1 >m.csv &&
			for p in "${patterns[@]}"; do echo "j$((++n)),$p"; done >cells &&
			table '"${where% *}"' job,pattern,nodes,tasks,bytes,iterations,compute_s,allreduce_bytes,dims,periodic,matrix,lattice,site_bytes $(<cells) |
				alloc --policy rdn | map --algorithm random >in.csv && is "$(rows in.csv | wc -l)" ${#patterns[@]} &&
			plays_alike in.csv '"${where#* } --schedule $schedule"
	done
done
t 'collectives as GOAL, to the picosecond' '
	table dragonfly:g=9,a=4,p=2,cores=2 job,pattern,nodes,tasks,bytes,iterations,compute_s,send_completes a,allreduce,8,13,5000,2,1e-6,left b,reduce-scatter,8,16,70000,1,,left \
		c,allgather,5,9,3000,3,,left d,reduce,7,7,90000,2,,left e,barrier,9,18,,5,1e-7,left f,allreduce,16,32,1000000,1,,left |
		alloc --policy rdn | map --algorithm random >in.csv && plays_alike in.csv minimal'
t 'iterations of a program as GOAL, to the picosecond; and again as GOAL' '
	for seed in 1 2 3; do
		random $seed >x.goal && table torus:k=4x4 job,nodes,tasks,pattern,program,send_completes,iterations,compute_s a,4,4,program,x.goal,left,4, b,4,4,program,x.goal,left,2,1e-7 |
			alloc --policy rdn | map --algorithm linear >in.csv && plays_alike in.csv dimension-order || exit 1
	done && metrics program --goal goals/a.goal --to goal | cmp - goals/a.goal'
t 'what comes of a table comes of its GOAL' '
	table mesh:k=8x8,cores=2 job,nodes,tasks,pattern,bytes,iterations,compute_s,allreduce_bytes a,6,12,halo3d,500,3,1e-6,8 b,9,18,spread,1000,1,, c,5,10,alltoall,50,4,, |
		metrics program --to goal --out goals >out && rows out | while IFS=, read -r _ job rest; do is "$(figures goals/$job.goal)" "${rest%,*}" || exit 1; done'
t 'iterations that repeat others in turns of two, or not at once, are counted as if they were played' '
	goal two.goal "num_ranks 2" "rank 0 {" "a: calc 100" "b: send 1b to 1" "b requires a" "c: recv 1b from 1 tag 1" "d: calc 60 cpu 1" "d requires c" "}" \
		"rank 1 {" "a: calc 10" "b: send 1b to 0 tag 1" "b requires a" "c: recv 1b from 0" "d: calc 50 cpu 1" "d requires c" "}" &&
	for p in two 1 2 3 4 5 6 7 8; do
		[ $p = two ] || random $p >$p.goal && job $p.goal 4 iterations 77 >in.csv && metrics program --to goal in.csv >all.goal &&
		is "$(figures all.goal)" "$(metrics program in.csv | rows | cut -d, -f3-)" || exit 1
	done && job two.goal 2 iterations 1000001 >in.csv && gives critical_path_s "metrics program in.csv" 0.11000015'
t 'jobs of the open loop have no figures, and cases are in the names of files' '
	table mesh:k=4x4,cores=1 case,job,nodes,pattern,load 7,a,4,pairs, 7,b,4,uniform,0.1 7,c,1,, 8,a,4,pairs, >in.csv &&
	gives case,job,messages,program "metrics program --to goal --out g in.csv" 7,a,4,g/7-a.goal 7,b,, 7,c,, 8,a,4,g/8-a.goal'
t 'what cannot be: several jobs on standard output, none, names with a slash, options that say nothing' '
	table mesh:k=4x4 job,nodes,pattern,load a,4,pairs, b,4,uniform,0.1 c,2,pairs, >in.csv &&
	exits 1 metrics program --to goal in.csv >out 2>err && grep -qx "metrics: in.csv:6: job: '"'c'"': is a second job: several of them need a directory, --out DIR" err &&
	table mesh:k=4x4 job,nodes,pattern,load a,4,uniform,0.1 >open.csv && says 1 "metrics: open.csv: has no job with a closed-loop pattern" metrics program --to goal open.csv &&
	table mesh:k=4x4 job,nodes,pattern a/b,4,pairs >in.csv && says 1 "metrics: '"'d/a/b.goal'"': a job must have a name without '"'/'"' to be a file of --out" \
		metrics program --to goal --out d in.csv &&
	refuses 2 "--out: '"'d'"': is where --to goal writes the jobs of a table" metrics program --out d in.csv &&
	refuses 2 "--distances: '"'d'"': --to goal writes no figures without --out" metrics program --to goal --distances d in.csv &&
	refuses 2 "--goal: '"'x'"': the jobs are those of '"'in.csv'"'" metrics program --goal x in.csv && refuses 2 "--to: '"'dot'"': must be goal" metrics program --to dot in.csv &&
	refuses 2 "must be burst or mpi" metrics program --schedule x in.csv &&
	table mesh:k=4x4,cores=1 job,nodes,pattern,iterations a,3,fft3d,2147483647 >in.csv && gives messages,depth "metrics program in.csv" 12884901882,6442450940 &&
	says 1 "metrics: a: has more than 2^31 operations in 2147483647 iterations" metrics program --to goal in.csv &&
	table mesh:k=4x4,cores=1 job,nodes,pattern,iterations,allreduce_bytes a,3,halo2d,2147483647,1 >in.csv &&
	says 1 "metrics: job '"'a'"': has more phases in all its iterations than GOAL has tags, 2^32 - 1" metrics program --to goal in.csv'
done_testing
