#!/usr/bin/env bash
# t545-netsim-threads -- results, files and messages are the same bytes for any number of threads.  (How a machine is divided:
# unit/netsim/parts.c; random streams by several threads: fuzz/pipe.)
# shellcheck disable=SC2016 # the tests' commands are quoted
. "$(dirname "$0")/lib.sh"

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
	[ $status != 0 ] || metrics select --no-preamble --columns packet_hops,packets,messages,simulated_s stats.csv >"$folder/stats"
	echo $status >"$folder/status"
}
# same_by THREADS... -- OPTION...: so many threads do as one, without a warning of theirs
same_by() {
	local -a threads=()
	while [ "$1" != -- ]; do threads+=("$1") && shift; done
	shift
	rm -rf one
	played one "$@"
	for count in "${threads[@]}"; do
		rm -rf several
		played several --threads "$count" "$@" && diff -r one several && [ "$(column threads stats.csv)" -le "$count" ] || { echo "--threads $count $*"; return 1; }
	done
}
# everywhere MACHINE NODES CIRCUITS ROUTING...: all cases by all routings, in both models of a router
everywhere() {
	local routing
	local -a all=(2 3 4 7 16) some=(3 7)
	! checked || all=(3) some=(2)
	stream "$2" $3 >in.csv
	for routing in "${@:4}"; do
		same_by "${all[@]}" -- --machine "$1" --packet 512B --routing "$routing" && [ "$(rows one/results | wc -l)" = 9 ] &&
			same_by "${some[@]}" -- --machine "$1" --packet 512B --routing "$routing" --router input --speedup 2 --schedule mpi && [ "$(<one/status)" = 0 ] || return 1
	done
}
export -f stream played same_by everywhere

graph=graph:links=$HOPLINE_ROOT/tests/vectors/graph.links.csv,nodes=$HOPLINE_ROOT/tests/vectors/graph.nodes.csv
while read -r machine nodes circuits routings; do
	[ "$circuits" != - ] || circuits=
	circuits=${circuits//;/ }
	t "any number of threads: ${machine//$HOPLINE_ROOT/}: $routings" "everywhere $machine $nodes '$circuits' $routings"
done <<END
dragonfly:g=5,a=2,p=2,global-latency=300ns 20 - minimal valiant ugal-l par
dragonfly:g=4,a=3,p=1,h=1,local-bw=4Gb/s 12 - valiant-router ugal-router ugal-output adaptive-local
rdragonfly:g=4,a=2,p=2 16 0.0:1.0_2.0:3.0_0.1:2.1_1.1:3.1_0.2:3.2_1.2:2.2;0.3:1.3;2.3:3.3 minimal tago
fattree:k=4,n=2,taper=2 16 - d-mod-k random-up adaptive
slimfly:q=3,p=1 18 - minimal valiant ugal-l
mesh:k=4x3,p=2,latency=50ns 24 - dimension-order adaptive valiant ugal-l
torus:k=3x3x2,bw=4Gb/s 18 - dimension-order dimension-order-ties adaptive ugal-l
hypercube:n=4,vc-buffer=600B 16 - dimension-order adaptive
expressmesh:k=6x2,gap=2,p=2 24 - dimension-order adaptive ugal-l
$graph 8 - minimal valiant ugal-l
END

done_testing
