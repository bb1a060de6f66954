#!/usr/bin/env bash
# t128-interfaces -- nodes with several network interfaces, and domains of nodes with a network of their own: places, times, bad input.
. "$(dirname "$0")/../lib.sh"

q="'"
# jobs ROW...: a table of closed-loop jobs
jobs() { printf '%s\n' job,nodes,tasks,pattern,bytes,iterations "$@"; }
# times MACHINE [OPTION...]: comm_time_s of the rows of in.csv, in order on its nodes
times() {
	local m=$1
	shift
	alloc --policy simple --machine "$m" in.csv | map | netsim "$@" | metrics select --no-preamble --columns comm_time_s | tail -n +2 | xargs
}
# plus A B: the sum
plus() { awk "BEGIN { printf \"%.9g\", $1 + $2 }"; }
export q
export -f jobs times plus

t 'two interfaces pass a message in half the time, by turns or as they are free; a task has one of its own' '
	jobs a,2,2,pairs,409600,1 >in.csv && m=fattree:k=8,n=2 && is "$(times $m)" 0.00040978 && is "$(times $m,nics=2,nic-choice=least)" 0.00020498 &&
	is "$(times $m,nics=2,nic-choice=round-robin)" 0.00020498 && is "$(times $m,nics=2)" 0.00040978 &&
	printf "num_ranks 4\nrank 0 {\na: send 409600b to 2 tag 1\n}\nrank 1 {\na: send 409600b to 3 tag 1\n}\nrank 2 {\na: recv 409600b from 0 tag 1\n}\nrank 3 {\na: recv 409600b from 1 tag 1\n}\n" >p.goal &&
	printf "job,nodes,tasks,pattern,program\na,2,4,program,p.goal\n" >in.csv && is "$(times $m)" 0.00081938 && is "$(times $m,nics=2)" 0.00040978'
t 'a message of one packet takes as long as with one interface' '
	jobs a,2,2,pairs,256,1 >in.csv && for m in mesh:k=1,p=8 torus:k=4,p=8; do
		for choice in task least round-robin; do is "$(times $m,nics=4,nic-choice=$choice)" "$(times $m)" || exit 1; done
	done'
t 'a message is whole with its last byte, by whatever interface that comes: 243 bytes in three packets on three' '
	jobs a,2,2,pairs,243,1 >in.csv && is "$(times mesh:k=1,p=6,nics=3,nic-choice=least --packet 100)" 2.8e-07'
t 'nic-stride: next to each other on one router; or rails, interface k of all on the k-th' '
	jobs a,4,4,alltoall,4000,1 >in.csv && where() { alloc --policy simple --machine "$1" in.csv | map | netsim --links l.csv >/dev/null && metrics select --no-preamble --columns to,from l.csv | sed -n "s/^n\([0-3][.].\),/n\1 /p" | sort | xargs; } &&
	is "$(where fattree:k=4,n=2,nics=2,nic-choice=least)" "n0.0 r0 n0.1 r0 n1.0 r0 n1.1 r0 n2.0 r1 n2.1 r1 n3.0 r1 n3.1 r1" &&
	is "$(where fattree:k=4,n=2,nics=2,nic-stride=4,nic-choice=least)" "n0.0 r0 n0.1 r1 n1.0 r0 n1.1 r1 n2.0 r0 n2.1 r1 n3.0 r0 n3.1 r1"'
t 'rails: what stays on a rail crosses one router, what changes it three' '
	m=fattree:k=4,n=2,nics=4,nic-stride=4,cores=4 && hops() { alloc --policy simple --machine "$1" | map | netsim | metrics select --no-preamble --columns routers_mean | tail -1; } &&
	is "$(jobs a,4,4,alltoall,256,1 | hops $m)" 1 && is "$(jobs a,2,8,alltoall,256,1 | hops $m)" 2.5 &&
	is "$(jobs a,2,8,alltoall,256,1 | hops $m,nic-choice=least)" 1'
t 'open loop: a load is a share of all that a node has' '
	printf "job,nodes,pattern,bytes,load,duration_s\na,4,uniform,256,0.5,0.002\n" >in.csv &&
	accepted() { alloc --policy simple --machine "$1" in.csv | map | netsim | metrics select --no-preamble --columns accepted_load,packets | tail -1; } &&
	one=$(accepted fattree:k=8,n=2) && two=$(accepted fattree:k=8,n=2,nics=2) &&
	awk "BEGIN { exit !(${one%,*} > 0.48 && ${two%,*} > 0.48 && ${two#*,} > 1.9 * ${one#*,}) }"'
t 'any number of threads gives the same bytes; interfaces far apart play in one' '
	jobs a,8,32,alltoall,3000,2 b,4,8,unstructured,9000,1 >in.csv && for m in fattree:k=4,n=3,nics=2,nic-choice=least,cores=4 fattree:k=4,n=3,nics=4,nic-stride=4,cores=4 dragonfly:g=9,a=4,p=4,h=2,nics=2,nic-choice=round-robin,domain=2,domain-bw=9Gb/s,cores=4; do
		alloc --policy rdn --machine $m in.csv | map >placed.csv && for n in 1 2 3 7; do netsim --threads $n --ranks r$n placed.csv 2>err | grep -v "^#" >t$n && test ! -s err || { cat err; exit 1; }; done &&
		cmp t1 t2 && cmp t1 t3 && cmp t1 t7 || exit 1
	done &&
	alloc --policy rdn --machine mesh:k=4x4,p=4,nics=2,nic-stride=32,cores=4 in.csv | map | netsim --threads 2 2>&1 >out | grep -q "one thread plays: the interfaces of a node are at routers far apart"'
t 'programs: the same operations, and each rank by its own interface' '
	printf "num_ranks 2\nrank 0 {\na: send 512000b to 1 tag 1\n}\nrank 1 {\nb: recv 512000b from 0 tag 1\n}\n" >p.goal &&
	for rule in "" left; do printf "job,nodes,tasks,pattern,program,send_completes\na,2,2,program,p.goal,$rule\n" >in.csv &&
		is "$(times fattree:k=8,n=2,nics=2,nic-choice=least)" 0.00025618 && is "$(times fattree:k=8,n=2,nics=2)" 0.00051218 || exit 1; done'
t 'programs: a message leaves by the interface that it names, and comes in by the one that its receive names; with one interface all is one' '
	printf "num_ranks 2\nrank 0 {\nsend 1000000b to 1 tag 1 nic 0\nsend 1000000b to 1 tag 1 nic 1\n}\nrank 1 {\nrecv 1000000b from 0 tag 1 nic 0\nrecv 1000000b from 0 tag 1 nic 1\n}\n" >p.goal &&
	printf "job,nodes,tasks,pattern,program\na,2,2,program,p.goal\n" >in.csv && m=mesh:k=1,p=8 && is "$(times $m)" 0.00200018 &&
	for choice in task round-robin least; do is "$(times $m,nics=2,nic-choice=$choice)" 0.00100018 || exit 1; done &&
	sed -i "s/^\(recv.*\) nic 1/\1 nic 0/" p.goal && for choice in task round-robin least; do is "$(times $m,nics=2,nic-choice=$choice)" 0.00200018 || exit 1; done &&
	is "$(times $m,planes=2)" 0.00100018 && is "$(times $m,planes=2,nics=4)" 0.00200018 && is "$(times $m,domain=2,domain-bw=8Gb/s,nics=2)" 0.002 &&
	sed -i "s/^\(send.*\) nic 1/\1/" p.goal && is "$(times $m,nics=2)" 0.00200018 && sed -i "s/^\(send.*\)/\1 nic 1/; s/nic 0 nic 1/nic 0/; s/^\(recv.*\) nic 0/\1/" p.goal &&
	is "$(times $m,nics=2)" 0.00200018 && is "$(times $m,nics=2,nic-choice=least)" 0.00100018'
t 'programs: an interface that a node has not is an error where there are several, at the first line that names one' '
	printf "num_ranks 2\nrank 0 {\nsend 8b to 1 nic 1\nsend 8b to 1 nic 2\nsend 8b to 1 nic 7\n}\nrank 1 {\nrecv 8b from 0 nic 4\nrecv 8b from 0\nrecv 8b from 0\n}\n" >p.goal &&
	printf "job,nodes,tasks,pattern,program\na,2,2,program,p.goal\n" | alloc --policy simple --machine mesh:k=1,p=8 | map >in.csv &&
	netsim in.csv >out && says 1 "netsim: p.goal:4: nic: ${q}2$q: must be one of the machine${q}s 2 interfaces a node, 0 to 1" netsim --set nics=2 in.csv &&
	says 1 "netsim: p.goal:5: nic: ${q}7$q: must be one of the machine${q}s 4 interfaces a node, 0 to 3" netsim --set nics=4 in.csv && netsim --set nics=8 --set p=16 in.csv >out'
t 'a domain: bytes over its bandwidth and its latency, no packet; others take the network' '
	jobs a,2,2,pairs,1000000,1 >in.csv && m=dragonfly:g=5,a=4,p=4,domain=4,domain-bw=400Gb/s,domain-latency=500ns && is "$(times $m)" 2.05e-05 &&
	alloc --policy simple --machine $m in.csv | map | netsim | metrics select --no-preamble --columns messages,packets | tail -1 | grep -qx 2,0 &&
	jobs a,1,1,pairs,1,1 b,2,2,pairs,1,1 c,2,2,pairs,1000000,1 >in.csv && is "$(times $m | cut -d" " -f3)" "$(times dragonfly:g=5,a=4,p=4 | cut -d" " -f3)"'
t 'a port of a domain passes one message after the other, out and in' '
	printf "num_ranks 4\nrank 0 {\na: send 50000b to 3 tag 0\nb: send 50000b to 3 tag 1\n}\nrank 1 {\na: send 50000b to 3 tag 0\n}\nrank 2 {\na: send 50000b to 0 tag 0\n}\nrank 3 {\na: recv 50000b from 0 tag 0\nb: recv 50000b from 0 tag 1\nc: recv 50000b from 1 tag 0\n}\n" | sed "s/^rank 0 {/&\nd: recv 50000b from 2 tag 0/" >p.goal &&
	printf "job,nodes,tasks,pattern,program\na,4,4,program,p.goal\n" | alloc --policy simple --machine mesh:k=1,p=4,domain=4,domain-bw=400Gb/s,domain-latency=1us | map | netsim --ranks ranks.csv >out &&
	is "$(rows ranks.csv | cut -d, -f3,4 | xargs)" "0,2e-06 1,0 2,0 3,4e-06"'
t 'jobs that keep going: a task that only sends into its domain waits for those who hear it' '
	printf "job,nodes,tasks,pattern,algorithm,bytes\na,3,3,reduce,linear,4000\n" | alloc --policy simple --machine fattree:k=3,n=2,cores=1,domain=3,domain-bw=1GB/s,domain-latency=100ns | map |
		timeout 20 netsim --steady 2 | metrics select --no-preamble --columns iteration_time_s | tail -1 | grep -qx "8.1e-06"'
t 'Scotch: as many places as routers are no whole machine where the places are nodes' '
	printf "job,nodes,tasks,pattern,bytes\na,2,6,alltoall,1000\n" | alloc --policy rdn --machine torus:k=2x1,p=3,cores=3 | map --algorithm scotch >out && rows out | grep -q scotch'
t 'map keeps together in a domain what talks most; metrics and policies count nodes' '
	m=dragonfly:g=5,a=4,p=4,nics=4,domain=4,domain-bw=1Tb/s && metrics nodes --machine $m | rows | wc -l | grep -qx 20 &&
	metrics machine --machine $m | metrics select --no-preamble --columns nodes,routers | tail -1 | grep -qx 20,20 &&
	is "$(metrics machine --machine $m | metrics select --no-preamble --columns nics,domain | tail -1)" 4,4 &&
	printf "job,nodes\na,21\n" | exits 1 alloc --policy simple --machine $m 2>err &&
	inside() { printf "job,nodes,tasks,pattern,dims,bytes\na,16,16,halo2d,4x4,1000\n" | alloc --policy simple --machine torus:k=16,cores=1,domain=4,domain-bw=1Tb/s | map --algorithm $1 | metrics mapping | metrics select --no-preamble --columns inside_bytes | tail -1; } &&
	is "$(inside linear) $(inside anneal)" "24000 32000"'
t 'expected loads: the interfaces of a node share what it sends; a domain sends nothing' '
	jobs a,4,4,alltoall,1000,1 >in.csv && fullest() { alloc --policy simple --machine "$1" in.csv | map | metrics mapping | metrics select --no-preamble --columns fullest_link_s | tail -1; } &&
	one=$(fullest mesh:k=1,p=8) && two=$(fullest mesh:k=1,p=8,nics=2) && is "$(awk "BEGIN { print $one / $two }")" 2 &&
	is "$(fullest mesh:k=1,p=8,domain=4,domain-bw=1Gb/s)" 0'
t 'OpenSM gives each interface a LID; broken routers take the nodes with them' '
	jobs a,4,8,alltoall,3000,1 >in.csv && m=fattree:k=4,n=2,nics=2 && for r in opensm-minhop opensm-ftree; do times $m --routing $r >out && times $m,nic-stride=4 --routing $r >out || exit 1; done &&
	metrics nodes --machine fattree:k=4,n=2,nics=2,nic-stride=4,broken=r1 | rows | cut -d, -f1- | grep -c absent | grep -qx 4'
t 'planes: each a network of its own; a packet stays in the plane of its interface' '
	is "$(metrics machine --machine dragonfly:g=5,a=4,p=2,planes=2 | metrics select --no-preamble --columns nodes,routers,links,diameter,bisection_links,nics,planes | tail -1)" 40,40,80,3,16,2,2 &&
	is "$(metrics machine --machine fattree:k=4,n=2,planes=2,nics=4,nic-stride=4 | metrics select --no-preamble --columns nodes,routers,nics | tail -1)" 8,16,4 &&
	jobs a,8,16,alltoall,10000,2 >in.csv && for m in dragonfly:g=5,a=4,p=2 slimfly:q=3,p=2 torus:k=20 fattree:k=4,n=2 twistedtorus:k=4x2,p=2; do for routing in minimal valiant ugal-l ugal-g; do
		alloc --policy rdn --machine $m,planes=2 in.csv | map | netsim --routing $routing --links l.csv >out && metrics select --no-preamble --columns packets out | tail -1 &&
		is "$(grep "node,n" l.csv | grep -vc ",0,0,0,0,0\$")" 16 || exit 1
	done; done >counts && is "$(sort -u counts | grep -c .)" 1'
t 'policies that give jobs links of their own want one interface a node' '
	printf "job,nodes\na,4\n" | exits 1 alloc --policy jigsaw --machine fattree:k=4,n=3,nics=2 2>err && grep -q "has several interfaces a node" err'
t 'rails without a spine: planes of one router; loads by plane' '
	jobs a,4,4,alltoall,1000,1 >in.csv && alloc --policy simple --machine mesh:k=1,p=4,planes=4,cores=4 in.csv | map | netsim | metrics select --no-preamble --columns routers_mean | tail -1 | grep -qx 1 &&
	for m in dragonfly:g=5,a=4,p=2 mesh:k=1,p=8 torus:k=4x4 fattree:k=2,n=3; do metrics plot machine --machine $m,planes=2 --format svg >out.svg || exit 1; done &&
	exits 1 metrics topology --to links --machine torus:k=4,planes=2 2>err && grep -q "has several planes, and a graph is in one piece" err'
t 'what cannot be, and the nearest that can' '
	for bad in "fattree:k=4,n=2,nics=3|nics: ${q}3$q: 16 interfaces do not make whole nodes of 3; 2 would do" \
		"fattree:k=4,n=2,nics=2,nic-stride=5|nic-stride: ${q}5$q: 16 interfaces do not make whole nodes of 2, one in each run of so many; 4 would do" \
		"fattree:k=4,n=2,nics=3,nic-stride=2|nics: ${q}3$q: 16 interfaces do not make nodes of 3" \
		"fattree:k=4,n=2,domain=2,domain-bw=1Gb/s,send-overhead=1us|domain: ${q}2$q: does not go with what messages cost a rank" \
		"fattree:k=4,n=2,nics=0|nics: ${q}0$q: must be at least 1" "fattree:k=4,n=2,nics=65|nics: ${q}65$q: must be at most 64" \
		"fattree:k=4,n=2,nic-stride=2|nic-stride: ${q}2$q: is for nodes with several interfaces (nics)" \
		"fattree:k=4,n=2,nic-choice=least|nic-choice: ${q}least$q: is for nodes with several interfaces (nics)" \
		"fattree:k=4,n=2,nics=2,nic-choice=most|nic-choice: ${q}most$q: " \
		"fattree:k=4,n=2,domain=3,domain-bw=1Gb/s|domain: ${q}3$q: 16 nodes do not make whole domains; 2 would do" \
		"fattree:k=4,n=2,domain=1,domain-bw=1Gb/s|domain: ${q}1$q: must be at least 2" \
		"fattree:k=4,n=2,domain=4|domain: ${q}4$q: needs the bandwidth of a node${q}s port into it (domain-bw)" \
		"fattree:k=4,n=2,domain-bw=1Gb/s|domain-bw: ${q}1Gb/s$q: is for domains of several nodes (domain)" \
		"fattree:k=4,n=2,planes=2,nics=3|nics: ${q}3$q: must be as many in each of 2 planes; 4 would do" \
		"fattree:k=4,n=2,planes=2,broken=r0|broken: ${q}r0$q: is for machines of one plane" \
		"rdragonfly:g=4,a=2,p=2,h=2,ocs=1,planes=2|planes: ${q}2$q: circuits, which a run brings, join the groups of one plane" \
		"graph:links=$HOPLINE_ROOT/tests/vectors/graph.links.csv,planes=2|planes: ${q}2$q: a graph is joined as its file says, and so may be planes" \
		"rdragonfly:g=4,a=2,p=2,h=2,ocs=1,nics=2|nics: ${q}2$q: circuits join groups for nodes of one interface"; do
		exits 2 metrics machine --machine "${bad%%|*}" 2>err && grep -qF "${bad#*|}" err || { cat err; exit 1; }
	done'

done_testing
