#!/usr/bin/env bash
# t510-netsim-times -- cases small enough to compute by hand, to the picosecond.
#
# The machine has 3 groups of 2 routers of 2 nodes, all links 8Gb/s: 1000 B take
# 1 us.  Routers 0 1 | 2 3 | 4 5, node v at router v/2; the global links lead
# from 0 to 2, 1 to 4, 3 to 5 and back.  The zero-load time (hopline-model.7, "The network") of 1000 B:
# 1.18 us to the same router, 0.14 us more for every link between routers.
. "$(dirname "$0")/../lib.sh"

M=dragonfly:g=3,a=2,p=2
export M

# shows COLUMN VALUES: that column of the table on standard input, joined by blanks
shows() {
	local got
	got=$(column "$1" | paste -sd' ')
	[ "$got" = "$2" ] || { echo "$1: '$got', not '$2'"; return 1; }
}
pair='job,nodes,tasks,pattern,bytes,node_list|a,2,2,broadcast'
export pair

# --- one packet: paths of one to four routers

t 'same router, a local link, a global link' '
	lasts 1.18e-06 "$pair,1000,0-1" && shows routers_mean 1 <lasts.out &&
	lasts 1.32e-06 "$pair,1000,0 2" && shows routers_mean 2 <lasts.out &&
	lasts 1.32e-06 "$pair,1000,0 4" && shows routers_mean 2 <lasts.out'

t 'local and global, both orders; local, global, local' '
	lasts 1.46e-06 "$pair,1000,2 4" && shows routers_mean 3 <lasts.out &&
	lasts 1.46e-06 "$pair,1000,0 6" && shows routers_mean 3 <lasts.out &&
	lasts 1.6e-06 "$pair,1000,2 6" && shows routers_mean 4 <lasts.out'

t 'one byte takes a nanosecond' 'lasts 1.81e-07 "$pair,1,0-1"'

t 'messages, packets, hops and latencies of one message' '
	sim_table "$pair,1000,2 6" >out && shows messages 1 <out && shows packets 1 <out && shows routers_mean 4 <out &&
	shows latency_mean_s 1.6e-06 <out && shows latency_p99_s 1.6e-06 <out && shows latency_max_s 1.6e-06 <out'

t 'links of unequal speed: latencies, router latencies, x_0 and what the links grow' '
	lasts 1.742858e-06 "$pair,1000,2 6" --set global-bw=7Gb/s &&	# 120 + 480 + 1000 + 142.858 ns
	lasts 2.6e-06 "$pair,1000,2 6" --set global-bw=4Gb/s &&		# + 1 us
	lasts 2.5e-06 "$pair,1000,2 6" --set global-bw=80Gb/s &&	# waits 0.9 us for its tail
	lasts 5.6e-06 "$pair,1000,2 6" --set global-bw=4Gb/s --set local-bw=8000Mb/s --set node-bw=4Gb/s --set local-latency=540ns'

t 'node, local, global and router latency each count as often as they are met' '
	lasts 1.662e-06 "$pair,1000,2 6" --set node-latency=71ns &&
	lasts 1.664e-06 "$pair,1000,2 6" --set local-latency=72ns &&
	lasts 1.633e-06 "$pair,1000,2 6" --set global-latency=73ns &&
	lasts 1.2e-06 "$pair,1000,2 6" --set router-latency=0'

# --- --route

t '--route tells the same, link by link' '
	netsim --machine $M --set global-bw=7Gb/s --packet 1000B --no-preamble --route 2 6 >out &&
	cat >want <<-END &&
	link,class,from,to,channel,start_ps,head_ps,tail_ps
	26,node,n2,r1,0,0,40000,1040000
	6,local,r1,r0,0,140000,180000,1180000
	3,global,r0,r2,0,280000,320000,1462858
	10,local,r2,r3,1,562858,602858,1602858
	12,node,r3,n6,0,702858,742858,1742858
	END
	diff want out'

t '--route between all pairs: the formula, from the classes of the links it names' '
	for s in 0 3; do for d in 0 1 2 3 4 5 6 7 8 9 10 11; do
		[ $s = $d ] || netsim --machine $M --set global-bw=3Gb/s --set local-bw=17Gb/s --packet 999B --no-preamble --route $s $d >out || return 1
		[ $s = $d ] || awk -F, "BEGIN { x[\"node\"] = 999000; x[\"local\"] = 470118; x[\"global\"] = 2664000 }
			NR > 1 { t += 40000 + (NR > 2) * 100000 + (NR == 2 ? x[\$2] : x[\$2] > before ? x[\$2] - before : 0); before = x[\$2]; end = \$8 }
			END { if (t != end) { print t, end; exit 1 } }" out || return 1
	done; done'

t '--route by valiant passes a third group' '
	netsim --machine $M --routing valiant --packet 1000B --no-preamble --route 0 4 >out &&
	[ "$(column class out | grep -c global)" = 2 ] && [ "$(column to out | tail -1)" = n4 ]'

# --- messages of many packets; one link's bandwidth

t 'n packets at full speed: the first one, then n - 1 times its length' '
	lasts 0.00020498 "$pair,204800,0-1" && shows packets 100 <lasts.out && shows messages 1 <lasts.out'

t 'the last packet is shorter' 'lasts 1.018e-05 "$pair,10000,0-1" && shows packets 5 <lasts.out'

t '--packet cuts messages' '
	lasts 1.018e-05 "$pair,10000,0-1" --packet 1000B && shows packets 10 <lasts.out &&
	lasts 1.018e-05 "$pair,10000,0-1" --packet 1KiB && shows packets 10 <lasts.out &&
	lasts 1.018e-05 "$pair,10000,0-1" --packet 10kB && shows packets 1 <lasts.out'

t 'a slow link in the middle sets the pace' '
	lasts 2.032e-05 "$pair,10000,0 4" --packet 1000B --set global-bw=4Gb/s'

t 'a buffer of one packet: the next one starts when the credit is back' '
	lasts 1.18e-05 "$pair,10000,0-1" --packet 1000B --set vc-buffer=1000B &&	# each 140 + 1000 + 40 ns later
	lasts 1.018e-05 "$pair,10000,0-1" --packet 1000B --set vc-buffer=2000B'

# --- links shared

t 'two senders, one link: the lower port first, the other when the link is free' '
	lasts "1.32e-06 2.32e-06" "$pair,1000,0 4|b,2,2,broadcast,1000,1 5" &&
	lasts "1.32e-06 2.32e-06 3.46e-06" "$pair,1000,0 4|b,2,2,broadcast,1000,1 5|c,2,2,broadcast,1000,2 6"'

t 'senders at other outputs do not meet' '
	lasts "1.32e-06 1.32e-06 1.18e-06" "$pair,1000,0 4|b,2,2,broadcast,1000,1 2|c,2,2,broadcast,1000,10-11"'

t 'long messages share a link packet by packet, first come first served' '
	lasts "1.932e-05 2.032e-05" "$pair,10000,0 4|b,2,2,broadcast,10000,1 5" --packet 1000B'

t 'start_s sets jobs apart; only the differences count' '
	lasts "1.32e-06 1.82e-06" "job,nodes,tasks,pattern,bytes,start_s,node_list|a,2,2,broadcast,1000,10,0 4|b,2,2,broadcast,1000,10.0000005,1 5" &&
	lasts "1.82e-06 1.32e-06" "job,nodes,tasks,pattern,bytes,start_s,node_list|a,2,2,broadcast,1000,5e-7,0 4|b,2,2,broadcast,1000,,1 5" &&
	lasts "1.32e-06 1.32e-06" "job,nodes,tasks,pattern,bytes,start_s,node_list|a,2,2,broadcast,1000,0,0 4|b,2,2,broadcast,1000,2e-6,1 5"'

# --- tasks of one node

t 'messages within a node: no cost, no packet, no latency, but messages' '
	sim_table "job,nodes,tasks,pattern,bytes,node_list|a,1,2,alltoall,1000,3" >out && shows comm_time_s 0 <out && shows messages 2 <out &&
	shows packets 0 <out && shows routers_mean "" <out && shows latency_mean_s "" <out && shows latency_p99_s "" <out && shows latency_max_s "" <out'

t 'or what memory-latency and memory-bw say' '
	lasts 5e-08 "job,nodes,tasks,pattern,bytes,node_list|a,1,2,alltoall,1000,3" --set memory-latency=50ns &&
	lasts 5.5e-07 "job,nodes,tasks,pattern,bytes,node_list|a,1,2,alltoall,1000,3" --set memory-latency=50ns --set memory-bw=2GB/s &&
	shows messages 2 <lasts.out && shows packets 0 <lasts.out && shows latency_mean_s "" <lasts.out &&
	lasts 2.5e-06 "job,nodes,tasks,pattern,bytes,iterations,node_list|a,1,2,alltoall,1000,5,3" --set memory-bw=2GB/s'

t 'a job of one task has nothing to send' '
	lasts 0 "job,nodes,tasks,pattern,bytes,node_list|a,1,1,alltoall,1000,3" && shows messages 0 <lasts.out &&
	lasts 1.5e-06 "job,nodes,tasks,pattern,compute_s,iterations,node_list|a,1,1,halo3d,5e-7,3,3"'

t 'tasks of a node share its link packet by packet' '
	sim_table "job,nodes,tasks,pattern,dims,bytes,node_list|a,2,4,halo2d,2x2,4096,0-1" >out &&	# 3 and 4 packets of 2.048 us
	shows messages 8 <out && shows packets 8 <out && shows comm_time_s 8.372e-06 <out &&
	shows latency_mean_s 7.348e-06 <out && shows latency_max_s 8.372e-06 <out'

# --- programs

t 'broadcast in a burst: one after the other' '
	sim_table "job,nodes,tasks,pattern,bytes,node_list|a,4,4,broadcast,1000,0-2 4" >out && shows comm_time_s 3.32e-06 <out &&
	shows messages 3 <out && shows routers_mean 1.66666667 <out && shows latency_mean_s 2.27333333e-06 <out &&
	shows latency_max_s 3.32e-06 <out && shows latency_p99_s 3.32e-06 <out && shows schedule burst <out'

t 'broadcast as MPI does it: a tree' '
	sim_table "job,nodes,tasks,pattern,bytes,node_list|a,4,4,broadcast,1000,0-2 4" --schedule mpi >out && shows comm_time_s 2.5e-06 <out &&
	shows messages 3 <out && shows latency_mean_s 1.60666667e-06 <out && shows schedule mpi <out'

t 'all-to-all: in a burst, and in rounds, the next when both messages are through' '
	lasts 2.46e-06 "job,nodes,tasks,pattern,bytes,node_list|a,3,3,alltoall,1000,0 2 4" && shows messages 6 <lasts.out &&
	lasts 2.92e-06 "job,nodes,tasks,pattern,bytes,node_list|a,3,3,alltoall,1000,0 2 4" --schedule mpi && shows messages 6 <lasts.out'

t 'halo in a burst, and dimension by dimension' '
	lasts 3.32e-06 "job,nodes,tasks,pattern,dims,bytes,node_list|a,4,4,halo2d,2x2,1000,0-3" &&
	lasts 3.5e-06 "job,nodes,tasks,pattern,dims,bytes,node_list|a,4,4,halo2d,2x2,1000,0-3" --schedule mpi'

t 'iterations: a task goes on when its own part is done, without a barrier' '
	lasts 3.18e-06 "job,nodes,tasks,pattern,bytes,iterations,node_list|a,2,2,broadcast,1000,3,0-1" && shows messages 3 <lasts.out &&
	lasts 3.54e-06 "job,nodes,tasks,pattern,bytes,iterations,node_list|a,2,2,alltoall,1000,3,0-1" && shows messages 6 <lasts.out'

t 'compute_s passes before each iteration' '
	lasts 5.04e-06 "job,nodes,tasks,pattern,bytes,iterations,compute_s,node_list|a,2,2,alltoall,1000,3,5e-7,0-1" &&
	shows latency_mean_s 1.18e-06 <lasts.out'

t 'an allreduce after each iteration: up a tree, and down' '
	lasts 2.54e-06 "job,nodes,tasks,pattern,bytes,allreduce_bytes,node_list|a,2,2,halo2d,1000,500,0-1" && shows messages 4 <lasts.out &&
	lasts 4.9e-06 "job,nodes,tasks,pattern,bytes,allreduce_bytes,iterations,node_list|a,2,2,halo2d,1000,500,2,0-1" && shows messages 8 <lasts.out &&	# the root goes on when the result has left
	lasts 1.18e-06 "job,nodes,tasks,pattern,bytes,allreduce_bytes,node_list|a,2,2,alltoall,1000,500,0-1"'

t 'halo3d26: bytes for faces, edge_bytes, corner_bytes' '
	sim_table "job,nodes,tasks,pattern,bytes,edge_bytes,corner_bytes,node_list|a,8,8,halo3d26,1000,300,10,0-7" --links l.csv >out &&
	shows messages 56 <out && [ "$(awk -F, "\$4 ~ /^n[0-7]\$/ { print \$7 }" l.csv | uniq -c)" = "      8 3910" ] &&
	sim_table "job,nodes,tasks,pattern,bytes,node_list|a,8,8,halo3d26,1000,0-7" --links l.csv >out &&
	[ "$(awk -F, "\$4 ~ /^n[0-7]\$/ { print \$7 }" l.csv | uniq -c)" = "      8 7000" ]'

t 'defaults: 1000 bytes, one iteration, all processors' '
	sim_table "job,nodes,pattern,node_list|a,2,broadcast,0 4" >out && shows messages 3 <out && shows packets 2 <out &&
	shows comm_time_s 2.32e-06 <out'

# --- bytes

t 'comm_bytes: of all messages, those within a node, those of an allreduce, of every iteration' '
	sim_table "$pair,1000,0-1" >out && shows comm_bytes 1000 <out && sim_table "job,nodes,tasks,pattern,bytes,node_list|a,1,2,alltoall,1000,3|b,2,4,alltoall,700,0 5|c,1,1,alltoall,1000,7" >out &&
	shows comm_bytes "2000 8400 0" <out && sim_table "job,nodes,tasks,pattern,bytes,allreduce_bytes,iterations,node_list|a,2,2,halo2d,1000,500,1,0-1|b,2,2,halo2d,1000,500,3,4-5" >out &&
	shows comm_bytes "3000 9000" <out && sim_table "job,nodes,tasks,pattern,bytes,edge_bytes,corner_bytes,node_list|a,8,8,halo3d26,1000,300,10,0-7" >out && shows comm_bytes 31280 <out &&
	sim_table "case,job,nodes,tasks,pattern,bytes,node_list|1,a,2,2,broadcast,1000,0-1|2,a,2,2,broadcast,50,0-1" >out && shows comm_bytes "1000 50" <out'

t 'comm_bytes: with a task a node, what the nodes send, for every pattern and both schedules' '
	for p in alltoall broadcast fft3d halo2d halo3d halo3d26 unstructured stencil pairs spread sub-alltoall; do echo $p,a,12,12,$p,3001,0-11; done >jobs &&
	for s in burst mpi; do
		sim_table "case,job,nodes,tasks,pattern,bytes,node_list|$(paste -sd"|" jobs)" --schedule $s --links l.csv >out && shows comm_bytes "$(awk -F, "\$4 ~ /^n/ { if (\$1 != last && last) print n; n = last == \$1 ? n + \$7 : \$7; last = \$1 } END { print n }" l.csv | paste -sd" ")" <out &&
		[ "$(column comm_bytes out | awk "\$1 > 0" | wc -l)" = 11 ] || return 1
	done'

done_testing
