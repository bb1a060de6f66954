#!/usr/bin/env bash
# What messages cost a rank: the parameters of LogGOPS, on one router, by hand and beside LogGOPSim.
source "$(dirname "$0")/../lib.sh"
goal=$HOPLINE_ROOT/tests/vectors/goal

# ends PROGRAM RANKS COSTS: when each rank of a program ends, in ns, on a crossbar of 1 us and 1 ns a byte
ends() {
	printf 'case,job,tasks,nodes,node_list,pattern,program\n1,a,%d,%d,0-%d,program,%s\n' "$2" "$2" "$(($2 - 1))" "$1" |
		netsim -q --machine "dragonfly:g=1,a=1,p=$(($2 * ${NICS:-1})),nics=${NICS:-1},node-latency=450ns,router-latency=100ns,node-bw=8Gb/s,vc-buffer=1GB$3" \
			--routing minimal --packet 2048 --ranks ranks >/dev/null && sed 1d ranks | awk -F, '{ printf "%s%.0f", sep, $4 * 1e9; sep = " " }'
}

# program TEXT...: a line each, of rank 0 and, behind |, of rank 1
program() {
	local line at=0
	echo "num_ranks 2"
	echo "rank 0 {"
	for line; do
		if [ "$line" = "|" ]; then echo "}"; echo "rank 1 {"; else echo "$line"; fi
	done
	echo "}"
}

t 'a send and a receive take their overheads of the processor' '
	program "send 500b to 1" "|" "recv 500b from 0" >p && is "$(ends p 2 ,send-overhead=200ns,recv-overhead=300ns)" "200 2000"'

t 'bytes keep the sender behind the posting, the receiver as they come' '
	program "send 500b to 1" "|" "recv 500b from 0" >p && is "$(ends p 2 ,overhead-per-byte=4ns)" "2000 3000" &&
	is "$(ends p 2 ,overhead-per-byte=500ps)" "250 1500"'

t 'a send beyond the eager size ends not before it has cost what it does' '
	program "send 500b to 1" "|" "recv 500b from 0" >p && is "$(ends p 2 ,overhead-per-byte=10ns,eager=100)" "6000 6000" &&
	is "$(ends p 2 ,overhead-per-byte=1ns,eager=100)" "1500 1500"'

t 'messages up to the eager size are copied at both ends, larger ones are not' '
	program "send 500b to 1" "|" "recv 500b from 0" >p && is "$(ends p 2 ,copy-bw=4Gb/s)" "1000 3500" &&
	is "$(ends p 2 ,copy-bw=4Gb/s,send-overhead=200ns,recv-overhead=300ns,eager=500)" "1200 4000" && is "$(ends p 2 ,copy-bw=4Gb/s,eager=499)" "1500 1500"'

t 'a receive that adds up takes its time by its size, another none' '
	program "send 500b to 1" "|" "recv 500b from 0 sum" >p && is "$(ends p 2 "")" "0 1500" && is "$(ends p 2 ,sum-bw=16Gb/s)" "0 1750" &&
	is "$(ends p 2 ,sum-bw=16Gb/s,sum-bw-large=499B:8Gb/s)" "0 2000" && is "$(ends p 2 ,sum-bw=16Gb/s,sum-bw-large=500B:8Gb/s)" "0 1750" &&
	program "send 500b to 1" "|" "recv 500b from 0" >q && is "$(ends q 2 ,sum-bw=16Gb/s)" "0 1500"'

t 'what adds up is marked in GOAL where sums take time' '
	machine=dragonfly:g=1,a=1,p=2
	printf "job,tasks,nodes,node_list,pattern,algorithm,bytes\na,2,2,0-1,allreduce,recursive-doubling,500\n" >in &&
	metrics program --to goal --machine $machine in >plain && ! grep sum plain &&
	metrics program --to goal --machine $machine,sum-bw=1GB/s in >marked && grep -c " sum" marked | grep -x 2 && sed "s/ sum//" marked | cmp - plain &&
	metrics program --to goal --goal marked | cmp - marked'

# Sums that each rank makes: (n - 1)/n B around a ring or halving; log2 n B doubling; below the root of a binomial tree of 8 ranks 3 B one after the other.
t 'sums of collectives take what their algorithms add up' '
	while read -r pattern algorithm sums; do
		printf "job,tasks,nodes,node_list,pattern,algorithm,bytes\na,8,8,0-7,%s,%s,8000\n" $pattern $algorithm >in
		for rate in 0 1; do
			netsim -q --packet 1MB --machine dragonfly:g=1,a=1,p=8,vc-buffer=1GB$([ $rate = 0 ] || echo ,sum-bw=8GB/s) in >out && column comm_time_s out
		done | awk -v want="$sums" -v what="$pattern $algorithm" "{ t[NR] = \$1 * 1e9 } END { d = t[2] - t[1] - want; if (d * d > 1e-6) { print what, t[2] - t[1], want; exit 1 } }" || exit 1
	done <<-E
		allreduce ring 875
		allreduce rabenseifner 875
		allreduce recursive-doubling 3000
		reduce rabenseifner 875
		reduce binomial 3000
		reduce-scatter ring 7000
		reduce-scatter recursive-halving 7000
		reduce-scatter butterfly 7000
		allgather ring 0
		broadcast binomial 0
	E'

t 'nodes of two interfaces: a rank that sends by one pays what it pays with one' '
	export NICS=2
	program "send 500b to 1" "send 500b to 1" "|" "recv 500b from 0" "recv 500b from 0" >p && is "$(ends p 2 ,send-overhead=200ns,recv-overhead=300ns)" "400 2800" &&
	is "$(ends p 2 ,message-gap=900ns)" "0 2900"
	program "send 500b to 1 nic 0" "send 500b to 1 nic 1" "|" "recv 500b from 0 nic 0" "recv 500b from 0 nic 1" >q && is "$(ends q 2 "")" "0 1500" &&
	is "$(ends q 2 ,message-gap=900ns)" "0 2900"'

t 'keys of sums and copies say what they need' '
	printf "job,tasks,nodes,node_list,pattern\\na,2,2,0-1,pairs\\n" >in
	for bad in "sum-bw-large=1MB:1GB/s|is for machines whose sums take time (sum-bw)" "sum-bw=1GB/s,sum-bw-large=1MB|must be bytes, a colon and a bandwidth" \
		"rendezvous=1|needs the size above which" "eager=1,rendezvous=-1|must be a number of round trips" "eager=1,rendezvous=1us|must be a number of round trips" "sum-bw=0|must be a bandwidth" "copy-bw=fast|must be a bandwidth"; do
		netsim -q --machine "dragonfly:g=1,a=1,p=2,${bad%%|*}" in 2>err
		is "$?" 2 && grep -qF "${bad#*|}" err || exit 1
	done'

t 'what costs waits for the processor, and a calc for what costs' '
	program "calc 1000" "send 500b to 1" "|" "recv 500b from 0" "calc 400" >p &&
	is "$(ends p 2 ,send-overhead=200ns)" "1200 1700" && is "$(ends p 2 ,recv-overhead=300ns)" "1000 1800"'

t 'between two messages of a rank there is a gap, on the way out and in' '
	program "send 500b to 1" "send 500b to 1" "|" "recv 500b from 0" "recv 500b from 0" >p && is "$(ends p 2 ,message-gap=900ns)" "0 2900"
	printf "num_ranks 3\nrank 0 {\nsend 500b to 2\n}\nrank 1 {\nsend 500b to 2\n}\nrank 2 {\nrecv 500b from 0\nrecv 500b from 1\n}\n" >q &&
	is "$(ends q 3 ,message-gap=900ns)" "0 0 2900"'

t 'a send beyond the eager size ends when its message is received' '
	program "calc 5000" "recv 400b from 1" "|" "send 400b to 0" >p && is "$(ends p 2 "")" "5000 0" && is "$(ends p 2 ,eager=399)" "5000 1400" &&
	is "$(ends p 2 ,eager=400)" "5000 0" &&
	program "a: calc 5000" "b: recv 400b from 1" "b requires a" "|" "send 400b to 0" >p && is "$(ends p 2 ,eager=399)" "5000 5000"'

# One router: a way takes 1 us.  Asked at 0, there at 1, answered at 2, or 1 us behind the receive at 5; 400 ns and 1 us later it is there.
t 'beyond the eager size a handshake waits for the receive, for round trips of the network' '
	program "send 400b to 1" "|" "recv 400b from 0" >p && is "$(ends p 2 ,eager=399,rendezvous=1)" "3400 3400" &&
	is "$(ends p 2 ,eager=399,rendezvous=0.5)" "2400 2400" && is "$(ends p 2 ,eager=400,rendezvous=1)" "0 1400" && is "$(ends p 2 ,eager=399,rendezvous=0)" "1400 1400" &&
	program "send 400b to 1" "|" "a: calc 5000" "b: recv 400b from 0" "b requires a" >q && is "$(ends q 2 ,eager=399,rendezvous=1)" "7400 7400"'

t 'a handshake on every routing of a machine: each has a way on the idle network' '
	for m in fattree:k=4,n=3 dragonfly:g=3,a=2,p=2 torus:k=4x4 slimfly:q=5,p=2; do
		gen-workload uniform -q --machine $m --job-nodes 8 --pattern halo3d --bytes 10KB | alloc -q --policy simple >jobs && kind=${m%%:*} &&
		routings=$(netsim --list | sed -n "/^routings/,/^collectives/p" | awk -v k="$kind:" "\$2 == k { print \$1 }") && test -n "$routings" &&
		for r in $routings; do netsim -q --routing $r --set eager=0B --set rendezvous=2 jobs >out || { echo "$m $r"; exit 1; }; done || exit 1
	done'

t 'a small message behind a large one of its stream is received behind it, though it comes first' '
	program "send 400b to 1" "send 100b to 1" "|" "a: recv 400b from 0" "b: recv 100b from 0" "calc 0" >p && is "$(ends p 2 ,eager=399,rendezvous=1,recv-overhead=1ns)" "3400 3401" &&
	program "send 400b to 1" "send 100b to 1" "|" "recv 100b from 0" "recv 100b from 0" >q && is "$(ends q 2 ,eager=399,rendezvous=1)" "3400 3400"'

t 'a handshake scales with the distance' '
	printf "job,tasks,nodes,node_list,pattern,program\na,2,2,0 4,program,p\n" >in && program "send 400b to 1" "|" "recv 400b from 0" >p
	for trips in 0 1 2; do netsim -q --machine mesh:k=5,node-bw=8Gb/s,bw=8Gb/s,node-latency=50ns,latency=100ns,router-latency=20ns,eager=0B,rendezvous=$trips in >out && column comm_time_s out; done |
		awk "{ printf \"%.0f \", \$1 * 1e9 }" >times && is "$(cat times)" "1000 2200 3400 "'

t 'ranks that all send large messages before they receive still end, where they post receives first' '
	{ echo "num_ranks 8"; for r in {0..7}; do echo "rank $r {"; for k in {1..7}; do echo "s$k: send 9000b to $(((r + k) % 8))"; echo "r$k: recv 9000b from $(((r + 8 - k) % 8))"
		[ $k = 1 ] || for a in s r; do for b in s r; do echo "$a$k requires $b$((k - 1))"; done; done; done; echo "}"; done; } >p &&
	for more in "" ,interface-order=shared ,message-gap=100ns ,message-gap=100ns,interface-order=shared; do ends p 8 ,eager=100,rendezvous=1,send-overhead=100ns$more >out || exit 1; done'

t 'two sends that wait for each other are named' '
	program "a: send 400b to 1" "b: recv 400b from 1" "b requires a" "|" "c: send 400b to 0" "d: recv 400b from 0" "d requires c" >p &&
	for more in "" ,rendezvous=1; do
		! ends p 2 ,eager=100$more 2>err && grep -q "rank 0: .a: send 400b to 1 tag 0. waits for a receive that does not come" err || exit 1
	done'

t 'several threads say that they play as one where sends wait for receives' '
	printf "case,job,tasks,nodes,node_list,pattern,bytes\n1,a,4,4,0-3,alltoall,100\n" |
		netsim --machine dragonfly:g=2,a=2,p=2,eager=10 --threads 2 2>err >/dev/null && grep -q "one thread plays: sends end when their message is received" err'

t 'patterns take the same picoseconds as programs, whatever shares the nodes' '
	for pattern in alltoall broadcast fft3d halo3d stencil unstructured pairs; do
		for schedule in burst mpi; do
			gen-workload uniform --machine dragonfly:g=5,a=4,p=2 --job-nodes 8 --pattern "$pattern" --bytes 3000 --iterations 2 |
				alloc -q --policy random | map -q --algorithm random >in || exit 1
			netsim -q --no-preamble --packet 512B --schedule "$schedule" in >plain &&
				netsim -q --no-preamble --packet 512B --schedule "$schedule" --set eager=1GB in >program && cmp plain program || exit 1
		done
	done'

# By hand: rank 0 posts at 300, 800, 1300 ns, whole at rank 1 420 ns later.  Its cpu is done with the first at 820 and has received it at 1820; with
# the second, from 1820 on, at 2020, while the rank computes until 2120, and has received it at 3120; with the third at 3320; 3420 + 1000.
t 'bytes of a message that comes while the rank computes keep its cpu meanwhile' '
	printf "job,nodes,pattern,bytes,iterations,compute_s,node_list\na,2,broadcast,100,3,3e-7,0-1\n" >in &&
	netsim --machine mesh:k=2,cores=1,overhead-per-byte=2ns,recv-overhead=1us in >out && is "$(column comm_time_s out)" 4.42e-06'

# LogGOPSim's README: a dissemination among 16 ends at 22,000 ns, 4 rounds of 2 o + L + (s - 1) G.  Here s G count: 6.001 ns more a round.
t 'the example of LogGOPSim'"'"'s documentation, and a byte a round' '
	tar xzf "$goal/schedules.tar.gz" && printf "job,tasks,nodes,node_list,pattern,program\na,16,16,0-15,program,schedules/dissemination_16_1.goal\n" >in &&
	netsim -q --machine dragonfly:g=1,a=1,p=16,node-latency=0ns,router-latency=2500ns,node-bw=1333333333b/s,send-overhead=1500ns,recv-overhead=1500ns,message-gap=1000ns,eager=65535 in >out &&
	is "$(column comm_time_s out)" 2.2024004e-05'

# Ends of whole programs, ns: LogGOPSim with L 2500, o 1500, g 1000, G 6 a byte, O 0, S 65535; with L 1000, o 200, g 300, G 1, O 4, S 65535; with
# L 1000, o 500, g 10000, G 1.
t 'trees, rings, pairs, gather and scatter agree with LogGOPSim within 1%, and a byte a message' '
	tar xzf "$goal/schedules.tar.gz" && test "$(wc -l <"$goal/loggops.csv")" -gt 100 && sed 1d "$goal/loggops.csv" | while IFS=, read -r file ranks set end; do
		case $set in
		A) L=2500 G=1333333333 costs=,send-overhead=1500ns,recv-overhead=1500ns,message-gap=1000ns,eager=65535 byte=6 ;;
		F) L=1000 G=8000000000 costs=,send-overhead=200ns,recv-overhead=200ns,message-gap=300ns,overhead-per-byte=4ns,eager=65535 byte=1 ;;
		G) L=1000 G=8000000000 costs=,send-overhead=500ns,recv-overhead=500ns,message-gap=10us byte=1 ;;
		esac
		printf "case,job,tasks,nodes,node_list,pattern,program\n1,a,%d,%d,0-%d,program,%s\n" "$ranks" "$ranks" "$((ranks - 1))" "schedules/$file.goal" |
			netsim -q --no-preamble --machine "dragonfly:g=1,a=1,p=$ranks,node-latency=0ns,router-latency=${L}ns,node-bw=${G}b/s,vc-buffer=1GB$costs" \
				--routing minimal --packet 2048 | awk -F, -v want="$end" -v byte="$byte" -v file="$file $set" -v ranks="$ranks" '\''
				NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
				NR == 2 { got = $at["comm_time_s"] * 1e9
					if (got < 0.99 * want || got - 2 * ranks * byte > 1.01 * want) { print file, got, want; exit 1 } }'\'' || exit 1
	done'

done_testing
