#!/usr/bin/env bash
# metrics fit: what benchmarks print, what is wrong with it, and numbers that are found again.
source "$(dirname "$0")/../lib.sh"

M=fattree:k=4,n=2,leaf-spine-bw=400Gb/s,node-bw=100Gb/s
osu() { printf '# OSU MPI %s Test v5.8\n# Size          %s\n' "$1" "$2"; cat; }
imb() { printf '# Benchmarking %s \n# #processes = %s \n%s\n       #bytes #repetitions      t[usec]   Mbytes/sec\n' "$1" "$2" "$3"; cat; }
held() { metrics fit --machine $M --held "$1"; }
judged() { metrics fit --machine $M --no-preamble --held "$1" | cut -d, -f1-4,6,8; }

t "OSU's ping-pong, skipping what a launcher adds" "printf '0 1.5\n1024   2.5\n{\"x\": 1}\n4096 9\n' | osu Latency 'Latency (us)' >in &&
	judged in | sed 1d | sort >got && printf '%s\n' pingpong,,2,1,0,1.5e-06 pingpong,,2,1,1024,2.5e-06 >want && diff want got"
t "OSU's bandwidth as a time a message" "echo '1000000 10000' | osu Bandwidth 'Bandwidth (MB/s)' >in && judged in | grep -x bandwidth,,2,1,1000000,0.0001"
t "OSU's collective where the operand says where it ran" "echo '64 20' | osu 'Allreduce Latency' 'Avg Latency(us)' >in &&
	judged nodes=4,ranks_per_node=2,algorithm=ring:in | grep -x allreduce,ring,4,2,64,2e-05"
t "IMB's ping-pong" "echo ' 8 1000 1.75 4.3' | imb PingPong 2 '' >in && judged in | grep -x pingpong,,2,1,8,1.75e-06"
t "IMB's collective: the mean over ranks, ranks a node from its processes" "printf '# Benchmarking Bcast\n# #processes = 8\n #bytes #repetitions t_min[usec] t_max[usec] t_avg[usec]\n 8 1000 1 3 2\n' >in &&
	judged nodes=4:in | grep -x broadcast,default,4,2,8,2e-06"
t "NCCL's tree has a longer name here" "printf 'benchmark,nodes,ranks_per_node,algorithm,bytes,median\nallreduce,4,1,nccl-tree,1024,20\n' >in &&
	held in >out && grep -q '^allreduce,double-binary-tree,' out"
t "nccl-tests" "printf '# Collective test starting: all_reduce_perf\n#  (B)  (elements)   (us)  (GB/s)\n 1024 256 float sum -1 34.5 0 0 0\n' >in &&
	judged nodes=4,ranks_per_node=1:in | grep -x allreduce,default,4,1,1024,3.45e-05"
t "PICO's iterations: the median, bytes by the name" "printf 'highest\n3000\n1000\n2000\n' >64_ring_over_int32.csv &&
	judged benchmark=allreduce,nodes=4,ranks_per_node=1:64_ring_over_int32.csv | grep -x allreduce,ring,4,1,256,2e-06"
t "runs in several files are repeats, and their median counts" "for v in 2 9 3; do echo 8 \$v | osu Latency 'Latency (us)' >\$v; done &&
	metrics fit --machine \$M 2 9 3 --residuals r >/dev/null && grep -q ',8,3,3e-06,' r"

# what is wrong
t "a collective without its nodes" "echo '64 20' | osu 'Allreduce Latency' 'Avg Latency(us)' >in && refuses 1 'on how many nodes this allreduce ran' held in"
t "milliseconds" "echo '64 20' | osu Latency 'Latency (ms)' >in && refuses 1 \"the unit is 'ms': must be us\" held in"
t "a bandwidth in a table of times" "echo '64 20' | osu Latency 'Bandwidth (MB/s)' >in && refuses 1 'a pingpong has times, not bandwidths' held in"
t "a table that is cut short" "printf '64 20\n128   ' | osu Latency 'Latency (us)' >in && refuses 1 'the table is cut short' held in"
t "two outputs in one" "printf '64 20\n8 20\n' | osu Latency 'Latency (us)' >in && refuses 1 'size 8 comes behind 64' held in"
t "IMB with ranks that wait" "echo ' 8 1000 0.3 4.3' | imb PingPong 2 '# ( 126 additional processes waiting in MPI_Barrier )' >in &&
	refuses 1 'these two may be on one node' held in && judged nodes=1:in | grep -x pingpong,,1,2,8,3e-07"
t "two ranks on one node taken for two nodes" "echo '8 0.4' | osu Latency 'Latency (us)' >in && judged in 2>err >/dev/null && grep -q 'less than between two nodes' err"
t "ranks that are not nodes times ranks a node" "echo ' 8 1000 2 1' | imb Allreduce 10 '' >in && refuses 1 '10 ranks are not 4 nodes' held nodes=4,ranks_per_node=2:in"
t "buffers on a device" "printf '# Send Buffer on DEVICE (D) and Receive Buffer on DEVICE (D)\n# Size Latency (us)\n8 2\n' >rest && { echo '# OSU MPI-CUDA Latency Test'; cat rest; } >in &&
	judged in 2>err >/dev/null && grep -q \"GPU's memory\" err"
t "a benchmark that is not predicted" "{ echo '8 2' | osu Latency 'Latency (us)'; echo '8 2' | osu 'Bi-Directional Bandwidth' 'Bandwidth (MB/s)'; } >in &&
	judged in 2>err | grep -c , | grep -x 2 && grep -q \"left out: 'Bi-Directional Bandwidth'\" err"
t "more ranks a node than the machine has cores" "echo '64 20' | osu 'Allreduce Latency' 'Avg Latency(us)' >in && refuses 1 'the machine has 2 cores on each: --set cores=96' held nodes=4,ranks_per_node=96:in &&
	metrics fit --machine \$M --set cores=96 --quiet --held nodes=4,ranks_per_node=8:in | grep -q ^allreduce"
t "rows of two machines" "printf 'system,benchmark,bytes,median\na,osu_latency,8,2\nb,osu_latency,8,2\n' >in && refuses 1 \"must be 'a' as before\" held in"
t "a table's unit" "printf 'benchmark,bytes,median,unit\nosu_latency,8,2,ms\n' >in && refuses 1 'must be us' held in"
t "no measurement" "printf 'hello\n' >in && refuses 1 'no table of OSU' held in && : >in && refuses 1 empty held in"
t "--stages: what took place on one node, as collectives read it" "echo '64 20' | osu 'Allreduce Latency' 'Avg Latency(us)' >in &&
	metrics fit --no-preamble --stages nodes=1,ranks_per_node=8:in >one.csv && printf '%s\n' collective,bytes,us allreduce,64,20 | diff - one.csv &&
	refuses 1 'no collective was measured on one node' metrics fit --stages nodes=2,ranks_per_node=4:in"
t "--keys with a name that is none" "printf '8 2\\n' | osu Latency 'Latency (us)' >in && refuses 2 \"no key 'eagre'; did you mean 'eager'\" metrics fit --machine \$M --keys eagre in"
t "an operand with an unknown key" "refuses 2 'must be one of' held node=4:in"

# numbers that are found again: what one machine predicts is what another is fitted to, with repeats of 5%
table_of_two() {
	echo benchmark,nodes,ranks_per_node,place,algorithm,bytes,median
	for b in 8 1024 16384 1048576; do printf 'pingpong,2,1,%s,,%s,1\n' near $b far $b; done
	for b in 8 256 65536; do echo bandwidth,2,1,near,,$b,1; done
}
# found TRUTH: noisy runs of the machine with these keys, into `in`
found() {
	table_of_two >rows
	metrics fit --machine $M,"$1" --no-preamble --held rows | awk -F, '
		function noise(k) { return exp(0.05 * (((NR * 7 + k * 5) % 10) - 4.5) / 2.87) }
		NR == 1 { print "benchmark,place,bytes,median"; next }
		{ for (k = 0; k < 10; k++) { t = $9 * noise(k); print $1 "," $5 "," $6 "," ($1 == "bandwidth" ? $6 / t / 1e6 : t * 1e6) } }' >in
}
# within KEY VALUE: the interval of a key in `out` holds the value
within() { sed -n "s/^$1 = .*measured: \([0-9.]*\)[^0-9.]* to \([0-9.]*\).*/\1 \2/p" out | awk -v v="$2" '{ n++; ok = $1 <= v && v <= $2 } END { exit !(n && ok) }'; }
t "overhead, latency, hop and bandwidth of a machine, each within its interval" "found send-overhead=500ns,recv-overhead=500ns,node-latency=333ns,router-latency=150ns &&
	metrics fit --machine \$M --keys overhead,node-latency,router-latency,node-bw in >out && cat out &&
	within send-overhead 500 && within recv-overhead 500 && within node-latency 333 && within router-latency 150 && within node-bw 12.5"
# few MACHINES: how many of the intervals of four keys, by three runs with normal noise, hold the truth
few() {
	local i truth
	for ((i = 1; i <= $1; i++)); do
		truth=$((90 * i)),$((40 + 45 * (i % 4))),$((60 + 35 * (i % 3)))
		IFS=, read -r o n r <<<"$truth"
		table_of_two >rows && metrics fit --machine $M,send-overhead=${o}ns,recv-overhead=${o}ns,node-latency=${n}ns,router-latency=${r}ns --no-preamble --held rows |
			awk -F, -v seed=$((1234567 * i)) 'function normal(  z, j) { for (j = 0; j < 12; j++) { seed = seed * 16807 % 2147483647; z += seed / 2147483647 } return z - 6 }
				NR == 1 { print "benchmark,place,bytes,median"; next }
				{ for (k = 0; k < 3; k++) { t = $9 * exp(0.05 * normal())
					print $1 "," $5 "," $6 "," ($1 == "bandwidth" ? $6 / t / 1e6 : t * 1e6) } }' >in
		metrics fit --machine $M --keys overhead,node-latency,router-latency,node-bw in >out
		within send-overhead $o && echo in; within node-latency $n && echo in; within router-latency $r && echo in; within node-bw 12.5 && echo in
	done | wc -l
}
many=10 && ! checked || many=1
t "three runs each: of forty intervals 35 at least hold the truth" "held=\$(few $many); echo \"\$held of $((4 * many))\"; [ \"\$held\" -ge $((35 * many / 10)) ]"
t "a handshake behind a large size is little of the time there, yet of sizes far apart it is found" '
	{ table_of_two; for b in 64 256 4096 65536 262144; do echo pingpong,2,1,near,,$b,1; done; } >rows &&
	metrics fit --machine $M,send-overhead=400ns,recv-overhead=400ns,eager=65536B,copy-bw=4.5GB/s,rendezvous=1.8 --no-preamble --held rows |
		awk -F, "NR == 1 { print \"benchmark,place,bytes,median\"; next } { print \$1 \",\" \$5 \",\" \$6 \",\" (\$1 == \"bandwidth\" ? \$6 / \$9 / 1e6 : \$9 * 1e6) }" >in &&
	metrics fit --machine $M --keys overhead,copy-bw,rendezvous,eager in >out; cat out; grep -q "^eager = 65536B" out'
t "what is fitted predicts what it was fitted to" "found send-overhead=500ns,recv-overhead=500ns && metrics fit --machine \$M --keys overhead in >mine.conf &&
	metrics fit --machine mine.conf --held in --limit 0.05 >/dev/null && exits 1 metrics fit --machine \$M --held in --limit 0.05 2>err >out && grep -q 'above the limit' err && grep -q '^pingpong' out"
t "what is free is predicted as a picosecond, and not within a limit" "printf '8 1\\n64 1.1\\n' | osu Latency 'Latency (us)' >in &&
	exits 1 metrics fit --machine \$M --held nodes=1:in --limit 0.5 2>err >out && grep -q 'above the limit' err"
t "one run each has no interval, and says so" "table_of_two | sed 's/,1$/,2.5/' | sed '/bandwidth/d' >in && metrics fit --machine \$M --keys overhead in >out && grep -q 'One run of each' out &&
	! grep -q 95% out"
t "a ping-pong at one distance tells a sum, which is the overhead's" "printf '8 2\n64 2.1\n' | osu Latency 'Latency (us)' >in && metrics fit --machine \$M in >out &&
	grep -q '^send-overhead = .*measured' out && grep -q 'what it explains, overhead explains' out"

done_testing
