#!/usr/bin/env bash
# Large messages of a task that leave in turn, or over several interfaces: closed forms on one router of 1 ns a byte.
source "$(dirname "$0")/../lib.sh"
flat=dragonfly:g=1,a=1,p=256,node-latency=10ns,router-latency=10ns,node-bw=8Gb/s

# times MACHINE COLUMN: of the rows in `in`, in packets of 1 MB
times() { netsim -q --packet 1MB --routing minimal --machine "$flat$1" in >out && column "$2" out; }

# Of the k messages of a binomial root each gets 1/k of its link, and the child with the largest tree the last turn but k - 1: 64 k - (k - 1)
# packets of 1 ms.  So trees of 2^n ranks take 64 n (n + 1)/2 less n (n - 1)/2; in order 64 n.  A 4-nomial root of 4^n ranks has 3 n children.
t 'broadcasts of 64 MB take 15, 36 and 30 message times where interfaces share, 5, 8 and 12 in order' '
	for k in 32,binomial 256,binomial 256,knomial; do
		printf "%s,%s,%s,0-%s,broadcast,%s,64000000\n" $k ${k%,*} ${k%,*} $((${k%,*} - 1)) ${k#*,}
	done | awk -F, "BEGIN { print \"case,job,tasks,nodes,node_list,pattern,algorithm,bytes\" } { print NR \",a,\" \$3 \",\" \$4 \",\" \$5 \",\" \$6 \",\" \$7 \",\" \$8 }" >in
	is "$(times ,interface-order=in-order comm_time_s | awk "{ printf \"%.0f \", \$1 * 1e3 }")" "320 512 768 " &&
	is "$(times ,interface-order=shared comm_time_s | awk "{ printf \"%.0f \", \$1 * 1e3 }")" "950 2276 1902 "'

# Rank 0 posts 4 MB to rank 1, 4 MB to 2, then twice 3 kB to 3: the first small one goes behind a packet of each, the second behind two.
t 'small messages take turns with all large ones together' '
	printf "num_ranks 4\nrank 0 {\nsend 4000000b to 1\nsend 4000000b to 2\nsend 3000b to 3\nsend 3000b to 3\n}\n" >p
	for k in 1 2 3; do printf "rank %d {\nrecv 1b from 0\n%s\n}\n" $k "$([ $k -lt 3 ] || echo recv 1b from 0)"; done >>p
	printf "job,tasks,nodes,node_list,pattern,program\na,4,4,0-3,program,p\n" >in
	ends() { netsim -q --packet 1MB --routing minimal --machine "$flat$1" --ranks ranks in >/dev/null && awk -F, "NR > 1 { printf \"%.0f \", \$4 * 1e6 }" ranks; }
	is "$(ends "")" "0 4000 8000 8006 " && is "$(ends ,interface-order=shared)" "0 7006 8006 2006 " &&
	is "$(ends ,interface-order=shared,eager=4kB)" "8006 7006 8006 4006 "'

# Each sends a packet, the first 44 their second ones while others begin; then all in order.
t 'at most 256 messages are in turn: of 300 the last 44 begin when others have ended' '
	{ echo "num_ranks 2"; echo "rank 0 {"; for k in {1..300}; do echo "send 2000b to 1 tag $k"; done; printf "}\nrank 1 {\n"
		for k in {1..300}; do echo "l$k: recv 2000b from 0 tag $k"; done; echo "}"; } >p
	printf "job,tasks,nodes,node_list,pattern,program\na,2,2,0-1,program,p\n" >in
	netsim -q --packet 1000 --routing minimal --machine "$flat,interface-order=shared" in >out && is "$(column latency_mean_s out | awk "{ printf \"%.1f\", \$1 * 1e9 }")" \
		"$(awk "BEGIN { for (k = 1; k <= 300; k++) s += 1000 * (k <= 44 ? 255 + 2 * k : k + 300); printf \"%.1f\", s / 300 + 30 }")"'

t 'threads play the same bytes' '
	printf "job,tasks,nodes,node_list,pattern,bytes\na,36,36,0-35,alltoall,9000\nb,30,36,36-71,spread,20000\n" >in
	for n in 1 2 3; do
		HOPLINE_MORE_THREADS=1 netsim -q --no-preamble --threads $n --packet 1000 --machine dragonfly:g=9,a=4,p=2,interface-order=shared in >out.$n || exit 1
	done; cmp out.1 out.2 && cmp out.1 out.3 && ! netsim -q --no-preamble --packet 1000 --machine dragonfly:g=9,a=4,p=2 in | cmp -s - out.1'

# 8 kB in 8 packets over 4 interfaces: two rounds, 2 us and the 30 ns of the way; by one 8 us.
t 'large messages are striped over the interfaces of a node, others are not' '
	printf "num_ranks 2\nrank 0 {\nsend 8000b to 1\n}\nrank 1 {\nrecv 8000b from 0\n}\n" >p && printf "job,tasks,nodes,node_list,pattern,program\na,2,2,0-1,program,p\n" >in
	for set in stripe=7999B,nics=4 stripe=8000B,nics=4 nics=4,nic-choice=least; do
		netsim -q --packet 1000 --routing minimal --machine "$flat,$set" in >out && column comm_time_s out
	done | awk "{ printf \"%.0f \", \$1 * 1e9 }" >times && is "$(cat times)" "2030 8030 2030 "'

t 'keys that do not go together are refused' '
	printf "job,tasks,nodes,node_list,pattern\na,2,2,0-1,pairs\n" >in
	for bad in "stripe=1KB|stripe: .1KB.: is for nodes with several interfaces" "nics=4,nic-choice=least,stripe=1KB|stripe: .1KB.: is for nic-choice=task" \
		"interface-order=any|interface-order: .any.: must be one of: in-order shared"; do
		netsim -q --machine "$flat,${bad%%|*}" in 2>err
		is "$?" 2 && grep -q "${bad#*|}" err || exit 1
	done'

done_testing
