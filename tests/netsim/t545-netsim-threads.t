#!/usr/bin/env bash
# t545-netsim-threads -- results, files and messages are the same bytes for any number of threads.  (How a machine is divided:
# unit/netsim/parts.c; random streams by several threads: fuzz/pipe.)
# shellcheck disable=SC2016 # the tests' commands are quoted
. "$(dirname "$0")/../lib.sh"

# stream NODES [CIRCUITS OF_A OF_B]: cases of all sorts on nodes 0 to NODES - 1: one closed-loop job; two that compute, one of them late; open
# loop, at random and at equal times; closed loop with background.  Circuits are those of a job on all nodes, and on either half.
stream() {
	local n=$1 half=$(($1 / 2)) of_all=${2//_/ } of_a=${3-} of_b=${4-}
	echo case,job,nodes,tasks,pattern,bytes,iterations,compute_s,start_s,load,duration_s,warmup_s,arrivals,node_list,circuits
	echo "closed,a,$n,$n,alltoall,700,,,,,,,,$half-$((n - 1)) 0-$((half - 1)),$of_all"
	echo "computes,a,$half,$half,halo3d26,2500,3,2e-6,,,,,,0-$((half - 1)),$of_a"
	echo "computes,b,$((n - half)),$((n - half)),fft3d,900,2,,3e-6,,,,,$half-$((n - 1)),$of_b"
	echo "random,a,$n,,uniform,300,,,,0.6,6e-6,2e-6,,0-$((n - 1)),$of_all"
	echo "periodic,a,$half,,bitcomplement,,,,,0.3,6e-6,2e-6,periodic,0-$((half - 1)),$of_a"
	echo "periodic,b,$((n - half)),,uniform,100,,,,0.2,5e-6,1e-6,,$half-$((n - 1)),$of_b"
	echo "background,a,$half,$half,spread,1500,2,1e-6,,,,,,0-$((half - 1)),$of_a"
	echo "background,b,2,2,pairs,100,,,,,,,,$half-$((half + 1)),"
	echo "background,noise,$((n - half - 2)),,uniform,200,,,,0.2,,1e-6,,$((half + 2))-$((n - 1)),$of_b"
}
# played FOLDER OPTION...: netsim on in.csv, with all that it may write; what is the same for any number of threads is in FOLDER
played() {
	local folder=$1 status=0
	shift
	mkdir "$folder"
	netsim --no-preamble --links "$folder/links" --job-links "$folder/job-links" --routers "$folder/routers" --latencies "$folder/latencies" \
		--stats stats.csv "$@" in.csv >"$folder/results" 2>"$folder/said" || status=$?
	[ $status != 0 ] || cells packet_hops,packets,messages,simulated_s <stats.csv >"$folder/stats"
	echo $status >"$folder/status"
}
# same_by THREADS,... OPTION...: so many threads do as one, without a word of their own
same_by() {
	local number
	rm -rf one by-*
	played one "${@:2}"
	for number in ${1//,/ }; do
		played "by-$number" --threads "$number" "${@:2}" && diff -r one "by-$number" || { echo "--threads $number ${*:2}"; return 1; }
	done
}
# everywhere MACHINE NODES CIRCUITS ROUTING...: all cases by all routings, in both models of a router, of jobs that end and that keep going; the first
# routing by $many and $several numbers of threads, any other by one of 2, 3 and 4, in turn.  What many threads cost is that they wait for each other.
everywhere() {
	local routing all=$many some=$several one at=0
	stream "$2" ${3//;/ } >in.csv
	for routing in "${@:4}"; do
		first threads || all=2 some=2
		if ! checked || [ $((at++ % 2)) = 0 ]; then	# else each routing with one model of a router
			same_by $all --machine "$1" --packet 512B --routing "$routing" && [ "$(rows one/results | wc -l)" = 9 ] &&
				same_by $some --machine "$1" --packet 512B --routing "$routing" --steady 2 && [ "$(<one/status)" = 0 ] || return 1
		fi
		if ! checked || [ $((at % 2)) = 0 ]; then
			same_by $some --machine "$1" --packet 512B --routing "$routing" --router input --speedup 2 --schedule mpi && [ "$(<one/status)" = 0 ] &&
				same_by $some --machine "$1" --packet 512B --routing "$routing" --router input --steady 5,40us && [ "$(<one/status)" = 0 ] || return 1
		fi
		one=$((one % 3 + 2)) all=$one some=$((one % 3 + 2))
	done
}
# on_one MESSAGE OPTION...: one thread plays, netsim says why first, and all is as without --threads
on_one() {
	rm -rf one several
	played one "${@:2}" && played several --threads 3 "${@:2}" && is "$(column threads stats.csv) $(column efficiency stats.csv)" "1 1" &&
		is "$(sed -n 1p several/said)" "netsim: --threads: one thread plays: $1" && sed -i 1d several/said && diff -r one several
}

graph=graph:links=$HOPLINE_ROOT/tests/vectors/graph.links.csv,nodes=$HOPLINE_ROOT/tests/vectors/graph.nodes.csv
q="'" newline='
'
export q newline
many=2,3,4,7,16 several=2,7	# of the first machine
while read -r machine nodes circuits routings; do
	[ "$circuits" != - ] || circuits=
	t "any number of threads: ${machine//$HOPLINE_ROOT/}: $routings" "everywhere $machine $nodes '$circuits' $routings"
	several=2 many=$(checked && echo 3 || echo 2,3,7)
done <<END
dragonfly:g=5,a=2,p=2,global-latency=300ns 20 - minimal valiant ugal-l par
dragonfly:g=4,a=3,p=1,h=1,local-bw=4Gb/s 12 - valiant-router ugal-router ugal-output adaptive-local
rdragonfly:g=4,a=2,p=2 16 0.0:1.0_2.0:3.0_0.1:2.1_1.1:3.1_0.2:3.2_1.2:2.2;0.3:1.3;2.3:3.3 minimal tago tago-all
fattree:k=4,n=2,taper=2 16 - d-mod-k random-up adaptive
slimfly:q=3,p=1 18 - minimal valiant ugal-l
mesh:k=4x3,p=2,latency=50ns 24 - dimension-order adaptive valiant ugal-l
torus:k=3x3x2,bw=4Gb/s 18 - dimension-order dimension-order-ties adaptive ugal-l
hypercube:n=4,vc-buffer=600B 16 - dimension-order adaptive
expressmesh:k=6x2,gap=2,p=2 24 - dimension-order dimension-order-either adaptive adaptive-farthest ugal-l
$graph 8 - minimal valiant ugal-l
END

t 'circuits that change from case to case, across the parts' '
	in=case,job,nodes,tasks,pattern,bytes,node_list,circuits &&
	for c in 0.0:1.0 0.0:1.1 0.3:1.2 "0.0:1.0 0.1:1.1" 0.0:1.0; do in+="|$((++i)),a,8,8,alltoall,3000,0-7,$c"; done && echo "${in//|/$newline}" >in.csv &&
	same_by 2,3,4,7 --machine rdragonfly:g=4,a=2,p=2 --routing tago && same_by 8 --machine rdragonfly:g=4,a=2,p=2 --router input'

t 'one thread plays, and netsim says why: ugal-g, links without time, routers without time, all nodes at one router' '
	stream 20 >in.csv && on_one "the routing looks at queues of other routers" --machine dragonfly:g=5,a=2,p=2 --routing ugal-g &&
	stream 16 >in.csv && for m in mesh:k=4x4,latency=0ns mesh:k=4x4,node-latency=0ns; do on_one "routers or some links take no time" --machine $m || return 1; done &&
	on_one "routers or some links take no time" --machine mesh:k=4x4 --set router-latency=0ns &&
	on_one "all nodes are at one router" --machine mesh:k=1,p=16 && netsim --quiet --threads 2 --machine mesh:k=1,p=16 in.csv 2>said >out && [ ! -s said ]'
t 'more threads than routers' '
	stream 8 >in.csv && same_by 1024 --machine mesh:k=2,p=4 && is "$(column threads stats.csv)" 2'
t 'no more threads than processors that the program may use' '
	first=$(taskset -cp $$ | sed "s/.*: //; s/[-,].*//") &&
	stream 20 >in.csv && netsim --machine dragonfly:g=5,a=2,p=2 --no-preamble in.csv >one && unset HOPLINE_MORE_THREADS &&
	for cpus in "$first" "$(taskset -cp $$ | sed "s/.*: //")"; do
		taskset -c "$cpus" netsim --machine dragonfly:g=5,a=2,p=2 --no-preamble --threads 7 --stats stats.csv in.csv >many 2>said && cmp one many && [ ! -s said ] &&
			is "$(column threads stats.csv)" "$(taskset -c "$cpus" nproc | awk "{ print \$1 < 7 ? \$1 : 7 }")" || return 1
	done'
t '--stats: threads, their efficiency, set-up' '
	stream 20 >in.csv && for n in 1 3; do netsim --machine dragonfly:g=5,a=2,p=2 --threads $n --stats stats.csv in.csv >out &&
		is "$(column threads stats.csv)" $n && e=$(column efficiency stats.csv) && holds "$e > 0 && $e <= 1" &&
		holds "$(column setup_s stats.csv) > 0 && $(column setup_s stats.csv) <= $(column cpu_s stats.csv)" || return 1; done'
t 'numbers that are none' '
	stream 8 >in.csv && for n in 0 -1 x 2.5 1025 ""; do says 2 "netsim: --threads: ${q}$n$q: must be an integer from 1 to 1024" netsim --threads "$n" --machine mesh:k=2,p=4 in.csv || return 1; done'

# --- cases that do not come to their end: the same status and words, and those before them are whole

t 'a case that lasts longer than --max-time' '
	stream 20 >in.csv && for time in 3us 9us 20us 31us; do same_by 2,3,7 --machine dragonfly:g=5,a=2,p=2 --packet 512B --max-time $time &&
		grep "^netsim: in.csv:[0-9]*: case .[a-z]*.: not over after" one/said && [ "$(<one/status)" = 1 ] || return 1; done'
t 'a packet that is starved' '
	{ echo src,dst,bytes; for i in $(seq 28); do echo $i,0,100000000; done; echo 29,0,100; } >m.csv &&
	printf "%s\n" job,nodes,tasks,pattern,matrix,node_list a,30,30,matrix,m.csv,0-29 >in.csv &&
	alone() { played one --threads 2 "$@"; } && $(checked && echo alone || echo same_by 2,4) --machine mesh:k=30,latency=2us --set vc-buffer=6000B --packet 100B && [ "$(<one/status)" = 1 ] && grep "starved: a packet of job .a. has waited at router" one/said'

done_testing
