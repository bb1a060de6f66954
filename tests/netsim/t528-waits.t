#!/usr/bin/env bash
# t528-waits -- packets that wait in routers far longer than others: none does for want of room under adaptive routings, and
# where one does all the same, netsim says so.  (Bounds, and a packet that never leaves: unit/netsim/waits.c.)
. "$(dirname "$0")/../lib.sh"

# One of the first packets to wait here waited for as long as there was a background, 48 of 50 ms.  (Here the times count: not checked.)
checked || t 'adaptive on a torus: large packets go on, however many small ones there are' '
	gen-workload uniform --machine torus:k=4x4,p=4 --job-nodes 8 --utilization 0.5 --pattern alltoall --bytes 20KB |
		alloc --policy random | map | gen-workload background --load 1 --bytes 64 - >in.csv &&
	netsim --routing adaptive --packet 1KiB --max-time 5ms in.csv >out && [ "$(rows out | wc -l)" = 5 ]'

# chain ROUTERS BYTES LAST: each node of a row sends to the first of it; the last sends so many bytes
chain() {
	echo src,dst,bytes
	for ((i = 1; i < $1; i++)); do echo "$i,0,$((i == $1 - 1 ? $3 : $2))"; done
}
# waits ROUTERS NODES OPTION...: a job of so many nodes, a node a router, with what m.csv says
waits() {
	printf '%s\n' case,job,nodes,tasks,pattern,matrix,node_list "x,a,$2,$2,matrix,m.csv,0-$(($2 - 1))" "y,a,$2,$2,matrix,m.csv,0-$(($2 - 1))" >in.csv
	netsim --machine "mesh:k=$1" --set vc-buffer=100 --packet 100B --no-preamble "${@:3}" in.csv
}
export -f chain waits

# Where router 1 has a packet of its own for each that comes, half of the link is for those behind; the next router gives on half of that.
t 'a packet that waits longer than a million others take ends the case: job, router, port, channel' '
	chain 30 100000000 100 >m.csv && exits 1 waits 30 30 >out 2>err && [ -z "$(rows out)" ] && cat err &&
	grep -E "^netsim: in.csv:2: case .x.: starved: a packet of job .a. (waits|has waited) at router [0-9]+, port [0-9]+ \(x link to r[0-9]+\), channel 0, (since|from) .*: longer than 1000000 of the largest packets take\$" err'

t 'a wait of more than a thousand times the mean is said at the end, once' '
	{ chain 18 1000000 100; echo 18,19,1000000; echo 20,19,1000000; } >m.csv && waits 21 21 >out 2>err && [ "$(rows out | wc -l)" = 2 ] && cat err &&
	[ "$(grep -vc vc-buffer err)" = 1 ] && grep -E "^netsim: case .x.: a packet waited 0.00[0-9]+ s at router [0-9]+, port [0-9]+ \(x link to r[0-9]+\), channel 0, until 0.0[0-9]+ s: [0-9]+ times the mean wait of [0-9.e-]+ s \(and 1 more case with more than 1000 times\)\$" err &&
	{ checked || { waits 21 21 --quiet 2>err >again && [ ! -s err ] && cmp out again; }; }'

t 'ordinary crowds are no news' '
	for m in dragonfly:g=9,a=4,p=2 torus:k=4x4,p=2 fattree:k=4 expressmesh:k=4x4,gap=1,p=2 slimfly:q=3,p=2; do
		for r in minimal adaptive; do
			gen-workload uniform --machine $m --job-nodes 8 --pattern alltoall --bytes 10KB | alloc --policy random | netsim --routing $r >out 2>err && [ ! -s err ] || { cat err; return 1; }
		done
	done'

done_testing
