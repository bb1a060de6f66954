#!/usr/bin/env bash
# t685-program -- metrics program: what programs come to, by hand and beside netsim on one node; jobs as GOAL, which netsim plays to the
# same picosecond as their patterns.
. "$(dirname "$0")/lib.sh"

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
done_testing
