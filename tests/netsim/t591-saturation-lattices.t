#!/usr/bin/env bash
# t591-saturation-lattices -- what meshes, tori, express meshes and hypercubes accept, against what their channels
# can carry.
#
# The bound of uniform traffic is counted from the routes of all pairs.  Dimension order sends all of a transposed row
# through one link (Dally and Towles, 3.2), and half-way round a ring everything the same way; adaptive
# routing must do better there, and no worse elsewhere.
. "$(dirname "$0")/../lib.sh"

# offer MACHINE NODES PATTERN LOAD OPTION...: open-loop traffic
offer() { load "${@:1:4}" enough 40e-6 "${@:5}"; }
# accepts, saturated: of offer, with its arguments
accepts() { offer "$@" | column accepted_load; }
saturated() { offer "$@" | column saturated; }
# meets_bound BOUND MACHINE NODES [MOST]: stable below it, not above, where about as much is accepted; up to MOST times as
# much, where not all links are as busy as the busiest
meets_bound() {
	local b
	b=$(bound "$2" "$3") && near "$b" "$1" 1e-5 &&
	[ "$(saturated "$2" "$3" uniform "$(awk "BEGIN { print 0.9 * $b }")")" = no ] &&
	offer "$2" "$3" uniform "$(awk "BEGIN { x = 1.25 * $b; print (x > 1 ? 1 : x) }")" >above && [ "$(column saturated above)" = yes ] &&
	holds "$(column accepted_load above) > 0.9 * $b && $(column accepted_load above) < ${4:-1.1} * $b"
}

# --- uniform traffic: the busiest link's pairs

t 'mesh 8x8: 4 x 32 of 64 x 63 pairs cross the middle of a row' 'meets_bound 63/128 mesh:k=8x8 64'
t 'torus 8x8: up is as near as down to the farthest, and is taken: 10 x 8 pairs' 'meets_bound 63/80 torus:k=8x8 64'
t 'torus 9x3, two nodes a router: 10 x 3 x 4 pairs' 'meets_bound 53/120 torus:k=9x3,p=2 54'
t 'hypercube: no bound but the nodes' '
	near "$(bound hypercube:n=6 64)" 63/32 1e-5 && [ "$(saturated hypercube:n=6 64 uniform 0.85)" = no ]'
t 'HyperX 6x6 with twelve nodes a router: 12 x 72 of 432 x 431 pairs' 'meets_bound 431/864 expressmesh:k=6x6,gap=1,p=12 432'
t 'an express mesh of gap 2: three times a mesh of such routers' '
	b=$(bound expressmesh:k=8x8,gap=2,p=4 256) && meets_bound $b expressmesh:k=8x8,gap=2,p=4 256 1.25 &&
	holds "$b > 3 * $(bound mesh:k=8x8,p=4 256)"'

# --- where dimension order is at its worst

t 'mesh 8x8, transposed: seven of a row through one link, 1/7' '
	[ "$(saturated mesh:k=8x8 64 transpose 0.13) $(saturated mesh:k=8x8 64 transpose 0.2)" = "no yes" ]'
t 'adaptive carries twice that' '
	[ "$(saturated mesh:k=8x8 64 transpose 0.28 --routing adaptive)" = no ]'

# opposite LOAD OPTION...: what four pairs of nodes accept, on a ring of 8 routers those that are opposite one another
opposite() {
	local load=$1 i
	shift
	printf 'job,nodes,pattern,load,duration_s,warmup_s,node_list\n' >in.csv
	for i in 0 1 2 3; do printf '%s,2,bitcomplement,%s,400e-6,40e-6,%s %s\n' $i "$load" $i $((i + 4)); done >>in.csv
	netsim --machine torus:k=8 --packet 256B "$@" in.csv | column accepted_load | awk '{ sum += $1 } END { print sum / 4 }'
}
t 'half-way round a ring: 1/4; adaptive goes both ways, 1/2' '
	near "$(opposite 0.22)" 0.22 0.05 && holds "$(opposite 0.27) < 0.255" &&
	near "$(opposite 0.45 --routing adaptive)" 0.45 0.05 && holds "$(opposite 0.55 --routing adaptive) < 0.51"'
t 'just short of that, all go the same way: 1/3, adaptive too, which takes shortest ways only' '
	for routing in dimension-order adaptive; do
		[ "$(saturated torus:k=8 8 tornado 0.32 --routing $routing) $(saturated torus:k=8 8 tornado 0.36 --routing $routing)" = "no yes" ] || return 1
	done'
t 'HyperX, all nodes of a router to one other: one link; adaptive has no other either' '
	near "$(accepts expressmesh:k=4,gap=1,p=4 16 tornado 1)" 1/4 0.01 && near "$(accepts expressmesh:k=4,gap=1,p=4 16 tornado 1 --routing adaptive)" 1/4 0.01'
t 'in two dimensions it has, transposed' '
	adaptive=$(accepts expressmesh:k=8x8,gap=1,p=4 256 transpose 1 --routing adaptive) &&
	holds "$adaptive > 1.5 * $(accepts expressmesh:k=8x8,gap=1,p=4 256 transpose 1)"'

# --- adaptive elsewhere

t 'uniform: adaptive accepts no less, and its packets make as many hops' '
	for m in mesh:k=8x8 torus:k=8x8 expressmesh:k=8x8,gap=2 hypercube:n=6; do
		offer $m 64 uniform 0.3 >order && offer $m 64 uniform 0.3 --routing adaptive >adaptive &&
		[ "$(column routers_mean order) $(column saturated adaptive)" = "$(column routers_mean adaptive) no" ] &&
		holds "$(column latency_mean_s adaptive) < 1.01 * $(column latency_mean_s order)" &&
		holds "$(accepts $m 64 uniform 1 --routing adaptive) > 0.97 * $(accepts $m 64 uniform 1)" || return 1
	done'

# --- no deadlock

for routing in dimension-order adaptive; do
	t "$routing with buffers of one packet: everything arrives" "
		for m in torus:k=6/6 torus:k=4x5,p=2/40 torus:k=3x4x2/24 mesh:k=5x4,p=2/40 expressmesh:k=9x3,gap=3/27 expressmesh:k=5x5,gap=1/25 hypercube:n=5/32; do
			n=\${m#*/} &&
			everyone \${m%/*} \$n --packet 100B --set vc-buffer=100B --routing $routing >out &&
			[ \$(column packets out) = \$((n * (n - 1))) ] || { echo \$m; return 1; }
		done"
done

# --- names

t 'minimal is dimension-order, and the column says so; other names are refused' '
	[ "$(offer mesh:k=3 3 uniform 0.1 --routing minimal | column routing)" = dimension-order ] &&
	exits 2 netsim --machine expressmesh:k=5,gap=2 --routing par in.csv 2>err &&
	grep -qx "netsim: --routing: .par.: an expressmesh has: dimension-order, dimension-order-either, adaptive, adaptive-farthest, valiant, ugal-l, and minimal for dimension-order" err'

t 'a way of more routers than a packet can count is refused' '
	exits 1 netsim --machine mesh:k=65536x2 --route 0 1 2>err && grep -q "a packet counts at most 65535 routers" err &&
	netsim --machine mesh:k=65535 --route 0 65534 --no-preamble | tail -1 | grep -q ",n65534,"'

done_testing
