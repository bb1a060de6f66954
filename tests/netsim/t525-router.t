#!/usr/bin/env bash
# t525-router -- routers that queue at their inputs (netsim --router input, --speedup, --crossbar-bw, --output-buffer,
# --vc-allocation), and the bias of routings that weigh detours.
. "$(dirname "$0")/../lib.sh"

# The kinds, each with narrow links somewhere, and a graph.
graph="graph:links=$HOPLINE_ROOT/tests/vectors/graph.links.csv,nodes=$HOPLINE_ROOT/tests/vectors/graph.nodes.csv"
kinds="dragonfly:g=5,a=2,p=2,h=2,global-bw=4Gb/s mesh:k=4x3,p=2,bw=16Gb/s/4Gb/s torus:k=4x3x2,bw=4Gb/s expressmesh:k=9,gap=3,p=2,bw=7Gb/s
	hypercube:n=4,p=2 fattree:k=3,n=2,taper=3 fattree:radix=4,leaf-spine-bw=3Gb/s slimfly:q=3,p=1,local-bw=4Gb/s $graph"
export graph kinds

# routings MACHINE: the names of those that it has
routings() { netsim --machine "$1" --routing none --route 0 1 2>&1 | sed -n '1s/.* has: //p' | sed 's/, and .*//; s/,//g' | grep .; }
export -f routings

t 'every kind has routings, which the tests below go through' '
	for m in $kinds; do routings "$m" >list || { echo "$m"; return 1; }; done'

# --- options

t '--router is output or input' '
	refuses 2 "netsim: --router: '\''sideways'\'': must be output or input" netsim --router sideways </dev/null'

t '--speedup and --vc-allocation are for --router input' '
	for o in "--speedup 2" "--router output --speedup 2"; do
		refuses 2 "netsim: --speedup: is for --router input" netsim $o </dev/null || return 1
	done &&
	for o in "--vc-allocation 3ns" "--router output --vc-allocation 3ns"; do
		refuses 2 "netsim: --vc-allocation: is for --router input" netsim $o </dev/null || return 1
	done'

t '--speedup is 1 to 1000' '
	for s in 0.99 0 -1 1001 two ""; do
		refuses 2 "netsim: --speedup: '\''$s'\'': must be a number, 1 to 1000" netsim --router input --speedup "$s" </dev/null || return 1
	done'

t '--vc-allocation is a time' '
	for s in 3 -3ns soon; do
		refuses 2 "netsim: --vc-allocation: '\''$s'\'': must be a time, as 20ns" netsim --router input --vc-allocation $s </dev/null || return 1
	done'

t '--crossbar-bw and --output-buffer are for --router input' '
	refuses 2 "netsim: --crossbar-bw: is for --router input" netsim --crossbar-bw 1GB/s </dev/null &&
	refuses 2 "netsim: --output-buffer: is for --router input" netsim --router output --output-buffer 14KB </dev/null'

t '--crossbar-bw is a bandwidth, and not beside --speedup' '
	refuses 2 "netsim: --crossbar-bw: '\''2'\'': must be a bandwidth, as 8Gb/s or 1GB/s" netsim --router input --crossbar-bw 2 </dev/null &&
	refuses 2 "netsim: --crossbar-bw: the crossbar has a bandwidth of its own or a --speedup, not both" \
		netsim --router input --crossbar-bw 1GB/s --speedup 1 </dev/null'

pair='job,nodes,tasks,pattern,bytes,node_list\na,2,2,broadcast,1000,0-1\n'
export pair

t '--output-buffer is a size that holds a packet' '
	for s in 0 -1KB much; do
		refuses 2 "netsim: --output-buffer: '\''$s'\'': must be a size of at least 1 byte, as 14KB" netsim --router input --output-buffer $s </dev/null || return 1
	done &&
	printf "$pair" >in.csv && refuses 2 "netsim: --output-buffer: '\''2047B'\'': must hold a packet of 2048 bytes (--packet)" \
		netsim --router input --output-buffer 2047B --machine mesh:k=1,p=2 in.csv'

t '--bias and --threshold are sizes, for routings that weigh detours' '
	refuses 2 "netsim: --bias: '\''-1KiB'\'': must be a size, as 1KiB" netsim --routing ugal-l --bias -1KiB </dev/null &&
	refuses 2 "netsim: --threshold: '\''much'\'': must be a size, as 1KiB" netsim --routing ugal-l --threshold much </dev/null &&
	for r in minimal valiant; do
		for o in bias threshold; do
			printf "$pair" >in.csv && refuses 2 "netsim: --$o: '\''1024B'\'': is for routings that weigh detours; $r does not" \
				netsim --machine dragonfly:g=5,a=2,p=2 --routing $r --$o 1KiB in.csv || return 1
		done
	done'

t 'columns router and speedup: what was given' '
	printf "$pair" >in.csv && router() { netsim --machine mesh:k=1,p=2 --no-preamble "$@" in.csv | cells router,speedup; } &&
	is "$(router)" "?,?" && is "$(router --router output)" "output,?" && is "$(router --router input)" "input,?" &&
	is "$(router --router input --speedup 1.5)" "input,1.5" && is "$(router --router input --speedup 1 --vc-allocation 3ns)" "input,1" &&
	netsim --machine mesh:k=1,p=2 --no-preamble --router input --crossbar-bw 1GB/s --output-buffer 14KB in.csv >out &&
	is "$(cells router,speedup,crossbar_bits_per_s,output_buffer_bytes <out)" "input,?,8000000000,14000"'

# --- times

# One message of one packet a case, all between nodes of which the first is 0 or 3.
singles() {
	echo case,job,nodes,tasks,pattern,bytes,node_list
	for v in 1 2 5 7; do
		for bytes in 1 999 2048; do
			echo "0-$v-$bytes,a,2,2,broadcast,$bytes,0 $v"
			echo "3-$v-$bytes,a,2,2,broadcast,$bytes,3 $v"
		done
	done
}
export -f singles

t 'an idle network is as fast as with routers that queue at their outputs' '
	singles >in.csv && for m in $kinds; do
		for r in $(routings "$m"); do
			netsim --machine "$m" --routing $r --no-preamble in.csv | cells case,comm_time_s,latency_max_s,routers_mean >want || return 1
			for s in "speedup 1" "speedup 1.5" "speedup 1000" "crossbar-bw 16Gb/s" "output-buffer 14KB"; do
				netsim --machine "$m" --routing $r --no-preamble --router input --$s --vc-allocation 1us in.csv |
					cells case,comm_time_s,latency_max_s,routers_mean | cmp - want || { echo "$m $r $s"; return 1; }
			done
		done
	done'

# Four nodes at a router, links of 8Gb/s.  Node 0 sends 3000 B to node 2; node 1 sends A to node 2, behind it
# B to node 3, 1000 B each.  Heads come at 40 ns (B: 1040 ns), are ready at 140 ns (B: 1140 ns), and tails are there
# 40 ns after they have gone out.
# star OPTION...: the mean and the largest latency, in ns, of these three
star() {
	printf '%s\n' src,dst,bytes 0,2,3000 1,2,1000 1,3,1000 >m.csv
	printf '%s\n' job,nodes,tasks,pattern,matrix,node_list a,4,4,matrix,m.csv,0-3 >in.csv
	netsim --machine mesh:k=1,p=4,bw=8Gb/s --packet 3000B --no-preamble "$@" in.csv >star.out &&
	cells latency_mean_s,latency_max_s <star.out | awk -F, '{ printf "%.0f of 3, %.0f\n", 3e9 * $1, 1e9 * $2 }'
}
export -f star

t 'queues at outputs: B passes A, which waits for 3000 B' '
	is "$(star)" "$((3180 + 4180 + 2180)) of 3, 4180" && is "$(star --router output)" "$(star)"'

t 'queues at inputs: B waits behind A, then while A crosses' '
	is "$(star --router input)" "$((3180 + 4180 + 5180)) of 3, 5180"'

t 'on a channel of its own B waits for nobody' '
	is "$(star --router input --vcs 2)" "$((3180 + 4180 + 2180)) of 3, 4180"'

t 'allocation: A waits for the channel of its output, B for its own to have left' '
	is "$(star --router input --vc-allocation 100ns)" "$((3180 + 4280 + 5380)) of 3, 5380"'

t 'speedup 2: A crosses from 1640 ns on, then B' '
	is "$(star --router input --speedup 2)" "$((3180 + 4180 + 3180)) of 3, 4180"'

t 'speedup 10: A crosses at 440 ns; at 1140 ns where the output holds 5000 B and 2000 are left; at 3140 ns where it holds 3000 B' '
	is "$(star --router input --speedup 10)" "$((3180 + 4180 + 2180)) of 3, 4180" &&
	is "$(star --router input --speedup 10 --set vc-buffer=5000B)" "$((3180 + 4180 + 2280)) of 3, 4180" &&
	is "$(star --router input --speedup 10 --set vc-buffer=3000B)" "$((3180 + 4180 + 4280)) of 3, 4280"'

# A crossbar of 4Gb/s: A, ready at 140 ns, begins to cross when the 3000 B have, from 140 to 6140 ns; B when A has, at 8140 ns.  A packet
# crosses for 2000 ns and starts on its link 1000 ns after it has begun, so that it leaves with the last byte that has crossed.
t 'a crossbar of half the bandwidth: its ports are taken twice as long, and packets start as late as it keeps up' '
	is "$(star --router input --crossbar-bw 4Gb/s)" "$((6180 + 8180 + 10180)) of 3, 10180" &&
	is "$(star --router input --crossbar-bw 8Gb/s)" "$(star --router input)" && is "$(star --router input --crossbar-bw 16Gb/s)" "$(star --router input --speedup 2)"'

# Between unequal links: a port of the crossbar is taken for as long on the way to a fast link as to a slow one.
t 'a crossbar of one bandwidth between unequal links: by the bytes, whatever the link' '
	printf "%s\n" src,dst,bytes 0,4,1000 1,5,1000 0,5,1000 >m.csv &&
	printf "%s\n" job,nodes,tasks,pattern,matrix,node_list a,6,6,matrix,m.csv,0-5 >in.csv &&
	node() { netsim --machine mesh:k=1,p=6,node-bw=8Gb/s --no-preamble "$@" in.csv | cells comm_time_s; } &&
	is "$(node --router input --crossbar-bw 8Gb/s)" "$(node --router input)" && ! is "$(node --router input --crossbar-bw 800Mb/s)" "$(node --router input)"'

# Router 1 has room for 2000 B of what node 1 sends to node 3, which is busy with 9000 B of node 4: two more packets have to wait in
# router 0, before one to node 0.  Behind the crossbar they keep nobody from crossing.
t 'output buffers: packets without room in the next router wait behind the crossbar, and those behind them go on' '
	printf "%s\n" src,dst,bytes 4,3,9000 1,3,4000 1,0,1000 5,0,0 >m.csv &&
	printf "%s\n" job,nodes,tasks,pattern,matrix,node_list a,6,6,matrix,m.csv,0-5 >in.csv &&
	first_latency() { netsim --machine mesh:k=2,p=3,vc-buffer=2000B --packet 1000B --no-preamble --router input --latencies l.csv "$@" in.csv >out && cells low_s <l.csv | head -n 1; } &&
	echo "$(first_latency) $(first_latency --output-buffer 1000B) $(first_latency --output-buffer 2KB)" >took && cat took && awk "{ exit !(\$1 > 6e-6 && \$2 < 5.3e-6 && \$3 < 5.2e-6) }" took'

# A star of 4 nodes, three of which send to the fourth: with buffers that hold everything, each is served in turn.
t 'output buffers on an idle output change nothing; a full one holds as many as it has room for' '
	is "$(star --router input --output-buffer 3000B)" "$((3180 + 4180 + 5180)) of 3, 5180" &&
	is "$(star --router input --output-buffer 3999B)" "$((3180 + 4180 + 5180)) of 3, 5180" &&
	is "$(star --router input --speedup 10 --output-buffer 4000B)" "$((3180 + 4180 + 2180)) of 3, 4180" &&
	is "$(star --router input --speedup 10 --output-buffer 3999B)" "$((3180 + 4180 + 4280)) of 3, 4280"'

# What is behind the outputs of a crowded torus is always nearly full; small packets of one channel could take all that becomes free.
t 'speedup 2: packets of 1001 B are not kept waiting for ever by those of 512 B, which need less room' '
	printf "%s\n" job,nodes,tasks,pattern,bytes,iterations,start_s,node_list,load a,16,16,alltoall,1001,2,0,"$(seq -s" " 0 2 30)", \
		background,16,,permutation,512,,,"$(seq -s" " 1 2 31)",0.9 >in.csv &&
	for seed in 1 2 3; do
		netsim --machine torus:k=4x4,p=2,bw=4Gb/s --router input --speedup 2 --seed $seed --max-time 5ms in.csv >out || return 1
	done'

# --- load

# accepted OPTION...: what a router of 64 nodes takes of all that they can send, to nodes at random
accepted() {
	printf '%s\n' job,nodes,tasks,pattern,bytes,load,duration_s,warmup_s,node_list a,64,,uniform,64,1,4e-4,1e-4,0-63 |
		netsim --machine mesh:k=1,p=64 --routing dimension-order --router input --no-preamble "$@" | column accepted_load
}
export -f accepted

t 'a router of 64 ports passes 2 - sqrt 2 (Karol, Hluchyj and Morgan 1987)' '
	x=$(accepted) && echo "$x" && awk -v x="$x" "BEGIN { exit !(x > 0.576 && x < 0.596) }" && is "$(accepted --speedup 1)" "$x"'

t 'with a speedup of 2, all of it' '
	x=$(accepted --speedup 2) && echo "$x" && awk -v x="$x" "BEGIN { exit !(x > 0.98) }"'

# --- every run

# Three cases of all sorts of rows, on 16 nodes or more.
mixed() {
	echo case,job,nodes,tasks,pattern,bytes,iterations,load,duration_s,node_list
	echo '1,a,4,8,alltoall,3000,2,,,0-3'
	echo '1,b,4,,uniform,500,,0.4,2e-5,4-7'
	echo '2,a,8,16,halo3d,5000,3,,,0-7'
	echo '3,a,8,,uniform,300,,0.9,2e-5,0-7'
}
export -f mixed

t 'cases do not meet, and a run gives the same bytes twice' '
	mixed >all.csv && for c in 1 2 3; do awk -F, -v c=$c "NR == 1 || \$1 == c" all.csv >$c.csv; done && for m in $kinds; do
		for r in $(routings "$m"); do
			run() { netsim --machine "$m" --set vc-buffer=4KiB --routing $r --no-preamble --router input --speedup 1.5 --vc-allocation 13ns "$@"; }
			run --links all.links --latencies all.late all.csv >all.out && run --links again.links all.csv >again.out &&
			cmp all.out again.out && cmp all.links again.links || return 1
			for c in 1 2 3; do run --links $c.links $c.csv >$c.out || return 1; done
			awk "NR == 1 || FNR > 1" 1.out 2.out 3.out | cmp - all.out && awk "NR == 1 || FNR > 1" 1.links 2.links 3.links | cmp - all.links ||
				{ echo "$m $r"; return 1; }
		done
	done'

t 'conservation: what is sent arrives, over the links that the routing names' '
	mixed | awk -F, "NR == 1 || \$1 == 2" >in.csv && for m in $kinds; do
		for r in $(routings "$m"); do
			run() { netsim --machine "$m" --set vc-buffer=2KiB --routing $r --no-preamble --links $1.links "${@:2}" in.csv >$1.out; }
			run output && run input --router input --speedup 2 --vc-allocation 5ns &&
			is "$(cells messages,comm_bytes,packets <input.out)" "$(cells messages,comm_bytes,packets <output.out)" || return 1
			of=class,from,to,packets,bytes,busy_s
			case $r in
				minimal | dimension-order | d-mod-k) cells $of <output.links >want ;;
				*) cells $of <output.links | grep ^node >want ;;
			esac
			{ [ "$(wc -l <want)" = "$(cells $of <input.links | wc -l)" ] && cells $of <input.links || cells $of <input.links | grep ^node; } |
				cmp - want || { echo "$m $r"; return 1; }
		done
	done'

t '--bias: a UGAL goes straight on unless so much more waits there' '
	printf "%s\n" job,nodes,tasks,pattern,bytes,load,duration_s,node_list a,18,,adversarial,500,0.5,2e-5,0-17 >in.csv &&
	for o in "" "--router input --speedup 2"; do
		run() { netsim --machine dragonfly:g=9,a=2,p=1,h=4 --no-preamble --routers $1.csv $o "${@:2}" in.csv; } &&
		run minimal >minimal.out && for r in ugal-l ugal-g par; do
			run free --routing $r >free.out && run held --routing $r --bias 1GiB >held.out && cmp minimal.csv held.csv &&
			is "$(cells accepted_load,latency_mean_s,latency_max_s <held.out)" "$(cells accepted_load,latency_mean_s,latency_max_s <minimal.out)" &&
			! cmp -s minimal.csv free.csv && run zero --routing $r --bias 0B >zero.out && cmp free.out zero.out || return 1
		done
	done'

t '--threshold: no detour while no more waits, and above it all of it counts' '
	printf "%s\n" job,nodes,tasks,pattern,bytes,load,duration_s,node_list a,18,,adversarial,500,0.5,2e-5,0-17 >in.csv &&
	run() { netsim --machine dragonfly:g=9,a=2,p=1,h=4 --no-preamble --packet 500B --routers $1.csv "${@:2}" in.csv; } &&
	run minimal >minimal.out && for r in ugal-l ugal-g par; do
		run free --routing $r >free.out && run held --routing $r --threshold 1GiB >held.out && cmp minimal.csv held.csv &&
		run one --routing $r --threshold 499B >one.out && cmp free.out one.out && run two --routing $r --threshold 1000B >two.out && ! cmp -s free.csv two.csv &&
		run less --routing $r --bias 1000B >less.out && ! cmp -s less.csv two.csv || return 1
	done'

done_testing
