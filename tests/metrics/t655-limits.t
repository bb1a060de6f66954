#!/usr/bin/env bash
# t655-limits -- uniform traffic against the bisection of the machine, at several bandwidths.
#
# Of what each of N nodes sends, N/2 in N-1 goes to the other half.  So whatever the routing, and whoever gets more or less, of load 1
# no more is accepted than
#
#     4 (N-1) B / (N N b),   B the bandwidth between two halves, one way, b that of a node
#
# (Dally and Towles 2004, 3.3.1).  B is what `metrics machine` says; the law holds for any two halves, so for those that it finds where
# it knows no exact bisection too.  The same for other parts: what a leaf of a fat-tree of s nodes sends, N-s in N-1 of it, goes up.
# Targets are drawn: of 20,000 messages the share that crosses is off by less than 2 %, thrice its standard deviation.
# Buffers hold four packets, next to nothing of that.
. "$(dirname "$0")/../lib.sh"

# bisection_bound MACHINE NODES: by the bandwidth of its bisection
bisection_bound() {
	metrics machine --machine "$1" | metrics select --no-preamble --columns bisection_bits_per_s |
		awk -v n="$2" -v b=8e9 'NR == 2 { x = 4 * (n - 1) * $1 / (n * n * b); print (x > 1 ? 1 : x) }'
}
# accepts MACHINE NODES ROUTING WINDOW: of uniform traffic at load 1
accepts() { load "$1" "$2" uniform 1 "$4" "$4" --set vc-buffer=1024B --routing "$3" | column accepted_load; }

# keeps MACHINE NODES BOUND ROUTING LEAST ROUTING LEAST ...: each accepts no more than the bound, and LEAST of it
keeps() {
	local machine=$1 nodes=$2 b=$3 window got
	shift 3
	window=$(awk "BEGIN { print 20000 * 256e-9 / $nodes / $b }") || return 1
	while [ $# -gt 0 ]; do
		got=$(accepts "$machine" "$nodes" "$1" "$window") && echo "$1: $got of $b" && holds "$got <= 1.02 * $b && $got >= $2 * $b" || return 1
		shift 2
	done
}
# halves MACHINE NODES ROUTING LEAST ...: the machine's links have 1, 2 and 4 Gb/s (in its spec, $bw)
halves() {
	local bw b spec=$1 nodes=$2
	shift 2
	for bw in 1 2 4; do
		b=$(bisection_bound "${spec//\$bw/${bw}Gb/s}" "$nodes") && keeps "${spec//\$bw/${bw}Gb/s}" "$nodes" "$b" "$@" || return 1
	done
}
# leaves MACHINE NODES SIZE UP ROUTING LEAST ...: of a fat-tree whose leaves have SIZE nodes and UP links up
leaves() {
	local bw b spec=$1 nodes=$2 size=$3 up=$4
	shift 4
	for bw in 1 2 4; do
		b=$(awk "BEGIN { print $up * $bw / 8 / $size * ($nodes - 1) / ($nodes - $size) }") && keeps "${spec//\$bw/${bw}Gb/s}" "$nodes" "$b" "$@" || return 1
	done
}

# Near the bound come those who use every link between the halves alike: adaptive routing on a mesh does, and on HyperX; on tori
# dimension order takes one way round for all that is as near either way, so it does not.
t 'mesh, exact bisection' 'halves mesh:k=8x8,bw=\$bw 64 minimal 0.85 adaptive 0.95'
t 'torus, exact bisection' 'halves torus:k=8x8,bw=\$bw 64 minimal 0 adaptive 0.95'
t 'hypercube, exact bisection' 'halves hypercube:n=6,bw=\$bw 64 minimal 0.7 adaptive 0.85'
t 'HyperX, exact bisection' 'halves expressmesh:k=4x4,gap=1,p=4,bw=\$bw 64 minimal 0.8 adaptive 0.92'
t 'express mesh of gap 2, exact bisection' 'halves expressmesh:k=8x8,gap=2,bw=\$bw 64 minimal 0 adaptive 0'
# Between 8 groups, of 63 other nodes 32 are across; of the 24 in other groups of the half two in three detours go across and come back, the
# same on the other side: twice as many crossings each way.
t 'dragonfly, exact bisection: minimal is near it, valiant crosses twice as often' '
	halves dragonfly:g=8,a=4,p=2,h=2,global-bw=\$bw 64 minimal 0.9 ugal-g 0.9 ugal-l 0 par 0 &&
	for bw in 1 4; do
		b=$(bisection_bound dragonfly:g=8,a=4,p=2,h=2,global-bw=${bw}Gb/s 64) &&
		keeps dragonfly:g=8,a=4,p=2,h=2,global-bw=${bw}Gb/s 64 "$(awk "BEGIN { print $b / 2 }")" valiant 0 || return 1
	done'
t 'Slim Fly, a bound of the bisection' 'halves slimfly:q=5,p=2,global-bw=\$bw,local-bw=\$bw 100 minimal 0 valiant 0 ugal-l 0 ugal-g 0'
t 'fat-trees, exact bisection: half of what goes up comes down in the same half' '
	halves fattree:k=4,n=3,leaf-spine-bw=\$bw,spine-spine-bw=\$bw 64 minimal 0 adaptive 0 &&
	halves fattree:radix=12,levels=2,taper=3,pods=6,leaf-spine-bw=\$bw 54 minimal 0 adaptive 0'
t 'fat-trees, their leaves: both routings use all links up alike' '
	leaves fattree:k=4,n=3,leaf-spine-bw=\$bw,spine-spine-bw=\$bw 64 4 4 minimal 0.8 adaptive 0.85 &&
	leaves fattree:radix=12,levels=2,taper=3,pods=6,leaf-spine-bw=\$bw 54 9 3 minimal 0.85 adaptive 0.85'

done_testing
