#!/usr/bin/env bash
# t456-routings -- routings that draw a way for each packet: dimension-order-ties, -either and random-up among shortest ways, valiant
# and ugal-l on lattices by way of any router.
#
# Each spreads what static routes crowd: the ties of an even ring, the ways up that d-mod-k names, tornado traffic.
# (Which ways there are, that they cannot close a circle, that the choices are those of hopline-routings.7: unit/netsim/lattice-routes.c,
# lattice-detours.c, fattree-routes.c, deadlock-*.c, reference.c.)
. "$(dirname "$0")/../lib.sh"

# way MACHINE ROUTING FROM TO SEED: the routers and nodes of a packet's way
way() { netsim --machine "$1" --routing "$2" --route "$3" "$4" --seed "$5" --no-preamble | column to | paste -sd' '; }
# drawn N MACHINE ROUTING FROM TO: the different ways with seeds 1 to N, and behind each the channels of its links between routers
drawn() {
	local n=$1 seed
	shift
	for ((seed = 1; seed <= n; seed++)); do netsim --machine "$1" --routing "$2" --route "$3" "$4" --seed $seed --no-preamble; done | awk -F, '
		function tell() { if (NR > 1) print to ":" channels; to = channels = "" }
		/,to,/ { tell(); for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ to = to (to == "" ? "" : " ") $at["to"]; if ($2 != "node") channels = channels (channels == "" ? "" : " ") $5 }
		END { tell() }' | sort -u
}
# offer MACHINE NODES PATTERN LOAD ROUTING OPTION...: open-loop traffic
offer() { load "${@:1:4}" enough 40e-6 --routing "${@:5}"; }
accepts() { offer "$@" | column accepted_load; }
saturated() { offer "$@" | column saturated; }
# all_to_all MACHINE NODES ROUTING ITERATIONS OPTION...: all nodes to all, 64 B each
all_to_all() {
	printf 'job,nodes,tasks,pattern,bytes,iterations,node_list\na,%s,%s,alltoall,64,%s,0-%s\n' "$2" "$2" "$4" $(($2 - 1)) >all.csv
	netsim --machine "$1" --routing "$3" "${@:5}" all.csv
}
# carried CLASS: the least and the most packets that links of the class carry, of links.csv
carried() {
	awk -F, -v class="$1" '$3 == class { if (!n++ || $6 < least) least = $6; if ($6 > most) most = $6 } END { print least, most }' links.csv
}
# even CLASS WITHIN: the most is at most so many times the least
even() { carried "$1" | awk -v within="$2" '{ print; exit !($1 > 0 && $2 <= within * $1) }'; }

# --- ways

t 'ties: half-way round a ring up or down, channel 0 up to the end of the ring, 1 behind it' '
	printf "%s\n" "r0 r1 r2 r3 r4 n4:1 1 1 1" "r0 r7 r6 r5 r4 n4:0 1 1 1" >want && drawn 30 torus:k=8 dimension-order-ties 0 4 >got && cmp want got &&
	printf "%s\n" "r6 r5 r4 r3 r2 n2:1 1 1 1" "r6 r7 r0 r1 r2 n2:0 0 1 1" >want && drawn 30 torus:k=8 dimension-order-ties 6 2 >got && cmp want got'
t 'ties: a bit a dimension, x before y' '
	drawn 32 torus:k=4x4 dimension-order-ties 0 10 | cut -d: -f1 >got &&
	printf "%s\n" "r0 r1 r2 r14 r10 n10" "r0 r1 r2 r6 r10 n10" "r0 r3 r2 r14 r10 n10" "r0 r3 r2 r6 r10 n10" >want && cmp want got'
t 'ties: elsewhere the way of dimension-order' '
	for to in 3 5 24 43 61; do
		drawn 8 torus:k=8x8 dimension-order-ties 0 $to >got && drawn 1 torus:k=8x8 dimension-order 0 $to >want && cmp want got || return 1
	done'
t 'either: of an express mesh the farthest link or the next router, a bit a dimension; straight to the destination where a link goes there' '
	drawn 30 expressmesh:k=10,gap=3 dimension-order-either 0 9 >got && printf "%s\n" "r0 r1 r2 r9 n9:0 0 0" "r0 r7 r8 r9 n9:0 0 0" >want && cmp want got &&
	drawn 30 expressmesh:k=10,gap=3 dimension-order-either 9 1 >got && printf "%s\n" "r9 r2 r1 n1:0 0" "r9 r8 r1 n1:0 0" >want && cmp want got &&
	drawn 9 expressmesh:k=10,gap=3 dimension-order-either 0 7 >got && echo "r0 r7 n7:0" | cmp - got &&
	drawn 40 expressmesh:k=5x5,gap=2 dimension-order-either 0 24 | cut -d: -f1 >got &&
	printf "%s\n" "r0 r1 r4 r9 r24 n24" "r0 r1 r4 r19 r24 n24" "r0 r3 r4 r9 r24 n24" "r0 r3 r4 r19 r24 n24" | sort >want && cmp want got'
t 'either: where every pair of a row has its link, the way of dimension-order' '
	for to in 3 9 24; do
		drawn 8 expressmesh:k=5x5,gap=1 dimension-order-either 0 $to >got && drawn 1 expressmesh:k=5x5,gap=1 dimension-order 0 $to >want && cmp want got || return 1
	done'
t 'adaptive on an express mesh takes the short hop, too' '
	drawn 30 expressmesh:k=10,gap=2 adaptive 0 6 | cut -d: -f1 >got && printf "%s\n" "r0 r1 r6 n6" "r0 r5 r6 n6" >want && cmp want got &&
	drawn 30 expressmesh:k=10,gap=2 adaptive-farthest 0 6 | cut -d: -f1 >got && echo "r0 r5 r6 n6" | cmp - got'
t 'random-up: by way of every switch above both leaves, then the only way down; nca is another name' '
	drawn 32 fattree:k=2,n=3 random-up 0 7 | cut -d: -f1 >got && printf "%s\n" "r0 r4 r8 r6 r3 n7" "r0 r4 r9 r6 r3 n7" "r0 r5 r10 r7 r3 n7" "r0 r5 r11 r7 r3 n7" | sort >want && cmp want got &&
	drawn 32 fattree:k=2,n=3 nca 0 7 | cut -d: -f1 | cmp want - && offer fattree:k=2,n=3 8 uniform 0.1 nca | column routing | grep -qx random-up'
t 'random-up: no higher than need be' '
	drawn 32 fattree:k=2,n=3 random-up 0 3 | cut -d: -f1 >got && printf "%s\n" "r0 r4 r1 n3" "r0 r5 r1 n3" >want && cmp want got &&
	[ "$(way fattree:k=2,n=3 random-up 0 1 5)" = "r0 n1" ]'
t 'valiant: on a row of four by way of each router, the second half on other channels' '
	printf "%s\n" "r1 r0 r1 r2 n2:0 1 1" "r1 r2 n2:1" "r1 r2 r3 r2 n2:0 0 1" >want && drawn 40 mesh:k=4 valiant 1 2 >got && cmp want got'
t 'valiant: in a ring four channels' '
	drawn 80 torus:k=3x3 valiant 0 8 >got && cut -d: -f2 got | tr " " "\n" | sort -u | paste -sd" " | grep -qx "0 1 2 3" && ! cut -d: -f2 got | grep -q "[23] .*[01]"'
t 'ugal-l: on an idle network straight on' '
	for to in 5 7 19; do
		drawn 8 expressmesh:k=5x4,gap=2 ugal-l 0 $to | cut -d: -f1 >got && drawn 1 expressmesh:k=5x4,gap=2 dimension-order 0 $to | cut -d: -f1 >want && cmp want got || return 1
	done'

# --- what links carry

t 'uniform on an even torus: dimension-order has 5 packets up for 3 down, with ties at random all links carry alike' '
	all_to_all torus:k=8x8 64 dimension-order 8 --links links.csv >out && [ "$(carried x) $(carried y)" = "384 640 384 640" ] &&
	all_to_all torus:k=8x8 64 dimension-order-ties 8 --links links.csv >out && even x 1.25 && even y 1.25'
t 'uniform on a fat-tree: random-up loads all links of a height alike, about' '
	all_to_all fattree:k=4,n=3 64 random-up 16 --links links.csv >out && even leaf-spine 1.25 && even spine-core 1.4'
t 'tornado round a ring: dimension-order leaves the links down idle, valiant uses all alike' '
	offer torus:k=8 8 tornado 0.3 dimension-order --links links.csv >out && [ "$(carried x | cut -d" " -f1)" = 0 ] &&
	offer torus:k=8 8 tornado 0.3 valiant --links links.csv >out && even x 1.5'

# --- what a network accepts

t 'uniform on torus 8x8: dimension-order ends at 63/80, with ties at random the bound is 63/64' '
	[ "$(saturated torus:k=8x8 64 uniform 0.85 dimension-order) $(saturated torus:k=8x8 64 uniform 0.85 dimension-order-ties)" = "yes no" ] &&
	holds "$(accepts torus:k=8x8 64 uniform 1 dimension-order-ties) > 0.88 * 63 / 64 && $(accepts torus:k=8x8 64 uniform 1 dimension-order-ties) < 63 / 64"'
t 'uniform round a ring of 16: 15/36 and 15/32' '
	[ "$(saturated torus:k=16 16 uniform 0.46 dimension-order) $(saturated torus:k=16 16 uniform 0.43 dimension-order-ties) $(saturated torus:k=16 16 uniform 0.5 dimension-order-ties)" = "yes no yes" ]'
t 'tornado round a ring of 8: 1/3 by dimension-order, 1/2 by valiant, whatever the pattern' '
	[ "$(saturated torus:k=8 8 tornado 0.36 dimension-order) $(saturated torus:k=8 8 tornado 0.44 valiant) $(saturated torus:k=8 8 tornado 0.56 valiant)" = "yes no yes" ] &&
	[ "$(saturated torus:k=8 8 uniform 0.44 valiant) $(saturated torus:k=8 8 uniform 0.56 valiant)" = "no yes" ]'
t 'tornado on torus 8x8: valiant and ugal-l carry what dimension-order does not' '
	[ "$(saturated torus:k=8x8 64 tornado 0.36 dimension-order) $(saturated torus:k=8x8 64 tornado 0.44 valiant)" = "yes no" ] &&
	[ "$(saturated torus:k=8x8 64 tornado 0.36 ugal-l)" = no ]'
t 'HyperX, all nodes of a router to one other: 1/4 by the one link; valiant and ugal-l have others' '
	holds "$(accepts expressmesh:k=8,gap=1,p=4 32 tornado 1 dimension-order) < 0.255" &&
	holds "$(accepts expressmesh:k=8,gap=1,p=4 32 tornado 1 valiant) > 0.6" && holds "$(accepts expressmesh:k=8,gap=1,p=4 32 tornado 1 ugal-l) > 0.6"'
t 'ugal-l carries uniform traffic as dimension-order does, valiant half of it' '
	order=$(accepts expressmesh:k=4x4,gap=1,p=8 128 uniform 0.5 dimension-order) &&
	holds "$(accepts expressmesh:k=4x4,gap=1,p=8 128 uniform 0.5 ugal-l) > 0.92 * $order && $(accepts expressmesh:k=4x4,gap=1,p=8 128 uniform 0.5 valiant) < 0.6 * $order"'
t 'a fat-tree, transposed: d-mod-k has a link for four, random-up carries all patterns as it does uniform traffic' '
	holds "$(accepts fattree:k=4 64 transpose 0.8 d-mod-k) < 0.35" &&
	for pattern in uniform transpose permutation bitcomplement; do
		[ "$(saturated fattree:k=4 64 $pattern 0.8 random-up)" = no ] || { echo $pattern; return 1; }
	done'

# --- no deadlock, nothing that depends on what else is run

new='expressmesh:k=6x5,gap=2/30/dimension-order-either torus:k=8/8/dimension-order-ties torus:k=4x6,p=2/48/dimension-order-ties fattree:k=3/27/random-up fattree:radix=8,pods=3,taper=3/36/random-up'
for machine in torus:k=6/6 torus:k=4x5/20 torus:k=3x4x2/24 mesh:k=5x4,p=2/40 expressmesh:k=9x3,gap=3/27 expressmesh:k=5x5,gap=1/25 hypercube:n=5/32; do
	new+=" $machine/valiant $machine/ugal-l"
done
export new
t 'with buffers of one packet everything arrives, wherever routers queue' '
	for one in $new; do
		IFS=/ read -r machine n routing <<<"$one" &&
		for where in output input; do
			all_to_all $machine $n $routing 2 --packet 64B --set vc-buffer=64B --router $where >out && [ $(column packets out) = $((2 * n * (n - 1))) ] || { echo $one $where; return 1; }
		done
	done'
t 'cases by themselves are as they are together' '
	for one in torus:k=4x4/16/dimension-order-ties fattree:k=3/27/random-up torus:k=4x3/12/valiant expressmesh:k=4x4,gap=1/16/ugal-l; do
		IFS=/ read -r machine n routing <<<"$one" &&
		for case in 1 2 3; do printf "%s,a,%s,%s,alltoall,900,0-%s\n" $case $n $n $((n - 1)); done | sed "1i case,job,nodes,tasks,pattern,bytes,node_list" >in.csv &&
		netsim --machine $machine --routing $routing --packet 250B in.csv >out && rows out >together &&
		for case in 3 1 2; do awk -F, -v c=$case "NR == 1 || \$1 == c" in.csv | netsim --machine $machine --routing $routing --packet 250B | rows; done | sort | cmp - together &&
		[ "$(column comm_time_s out | sort -u | wc -l)" -gt 1 ] || { echo $one; return 1; }
	done'
t 'the seed draws the ways' '
	for one in torus:k=4x4/16/dimension-order-ties fattree:k=3/27/random-up torus:k=4x3/12/valiant; do
		IFS=/ read -r machine n routing <<<"$one" &&
		all_to_all $machine $n $routing 1 --seed 1 --links one.csv >out && all_to_all $machine $n $routing 1 --seed 2 --links two.csv >out && ! cmp -s one.csv two.csv || { echo $one; return 1; }
	done'

done_testing
