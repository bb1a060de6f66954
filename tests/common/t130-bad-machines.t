#!/usr/bin/env bash
# t130-bad-machines -- shapes that no machine has: every tool says what is wrong with which key, and what may be said;
# and routings that a machine does not have.  (Tables of a graph: t125. Lists of real networks: t680.)
. "$(dirname "$0")/../lib.sh"

q="'"
export q
# wrong MACHINE MESSAGE: status 2 of the command line, 1 of a stream, and that one line, in one of the tools that take a machine, which
# the lengths of the texts pick, as all read it by the same words
wrong() {
	local tools=('alloc --policy simple' map netsim 'metrics machine' 'gen-workload uniform --job-nodes 1')
	wrong_in "$1" "$2" "${tools[(${#1} + ${#2}) % 5]}"
}
# wrong_in MACHINE MESSAGE TOOL...: in each of these
wrong_in() {
	local machine=$1 message=$2 tool
	printf 'job,nodes,node_list\na,2,0-1\n' >plain.csv
	{ printf '#hopline 1\n#machine %s\n' "$machine" && cat plain.csv; } >stream.csv
	for tool in "${@:3}"; do
		if [[ $tool = gen-workload* ]]; then
			says 2 "gen-workload: --machine: $message" $tool --machine "$machine" || return
		else
			says 2 "${tool%% *}: --machine: $message" $tool --machine "$machine" plain.csv && [[ $(<err) = *$'\n'"Try "* ]] || return
			exits_bare 1 $tool stream.csv && is "$(<err)" "${tool%% *}: stream.csv: #machine: $message" && [ ! -s out.csv ] || return
		fi
	done
}

extents="must be 1 to 8 numbers, each at least 1, with an 'x' between, as 16x12x24"
export extents
for shape in 0 4x0 0x4 4x x4 4xx4 -4 4x-4 4.5 four 4x4x4x4x4x4x4x4x4 2147483648 4/4; do
	t "mesh, torus: no machine has $shape routers a dimension" '
		wrong mesh:k='$shape' "k: ${q}'$shape'$q: $extents" && wrong torus:k='$shape' "k: ${q}'$shape'$q: $extents"'
done
t 'every tool that takes a machine says so, of its command line and of a stream' '
	for tool in "alloc --policy simple" map netsim "metrics machine" "gen-workload uniform --job-nodes 1"; do
		wrong_in mesh:k=4x0 "k: ${q}4x0$q: $extents" "$tool" && wrong_in dragonfly:g=3,a=2 "p: must be given" "$tool" || return 1
	done'
t 'no dimension at all' '
	wrong mesh:k= "k: $q$q: $extents" && wrong mesh:p=2 "k: must be given" && wrong expressmesh:gap=1 "k: must be given" &&
	wrong hypercube:n=0 "n: ${q}0$q: must be at least 1" && wrong hypercube:p=1 "n: must be given"'
t 'a router without nodes' 'wrong torus:k=3x3,p=0 "p: ${q}0$q: must be at least 1"'
t 'more routers than can be numbered' '
	large="makes the machine too large: nodes and links must stay below 4294967295" &&
	wrong mesh:k=65536x65536 "k: ${q}65536x65536$q: $large" && wrong mesh:k=2147483647x2147483647x2147483647 "k: ${q}2147483647x2147483647x2147483647$q: $large" &&
	wrong hypercube:n=33 "n: ${q}33$q: $large"'
t 'speeds of dimensions that are not there' '
	wrong mesh:k=4x4,bw=8Gb/s/8Gb/s/8Gb/s "bw: ${q}8Gb/s/8Gb/s/8Gb/s$q: has 3 values where one is wanted, or one for each of 2 dimensions" &&
	wrong torus:k=4,latency=1ns/2ns "latency: ${q}1ns/2ns$q: has 2 values where one is wanted, or one for each of 1 dimension"'

t 'express mesh: no gap, one of 0, one that is no number' '
	wrong expressmesh:k=4x4 "gap: must be given" && for gap in 0 2x0 -1 2/2 two; do wrong expressmesh:k=8x8,gap=$gap "gap: $q$gap$q: $extents" || return 1; done'
t 'express mesh: a gap that no link can have' '
	wrong expressmesh:k=8x4,gap=7 "gap: ${q}7$q: must be at most 6, the longest dimension having 8 routers: no express link is longer" &&
	wrong expressmesh:k=8x4,gap=6x3 "gap: ${q}6x3$q: must be at most 2 in dimension y, which has 4 routers: no express link is longer" &&
	wrong expressmesh:k=3,gap=2 "gap: ${q}2$q: must be at most 1, the longest dimension having 3 routers: no express link is longer"'
t 'express mesh: the longest gaps that links have' '
	for m in k=8x4,gap=6 k=8x4,gap=6x2 k=3,gap=1 k=1x4,gap=1x2; do metrics machine --machine expressmesh:$m >out || return 1; done'
t 'express mesh: gaps of other dimensions than it has' '
	wrong expressmesh:k=8x8x8,gap=2x2 "gap: ${q}2x2$q: has 2 values where one is wanted, or one for each of 3 dimensions"'

t 'Slim Fly: a q that is no prime power; which are near' '
	none="no MMS graph has it, only prime powers from 3 on; the" && wrong slimfly:q=0 "q: ${q}0$q: $none nearest is 3" &&
	wrong slimfly:q=2 "q: ${q}2$q: $none nearest is 3" && wrong slimfly:q=6 "q: ${q}6$q: $none nearest are 5 and 7" &&
	wrong slimfly:q=18 "q: ${q}18$q: $none nearest are 17 and 19" && wrong slimfly:q=26 "q: ${q}26$q: $none nearest are 25 and 27" &&
	wrong slimfly:p=3 "q: must be given"'
t 'Slim Fly: their neighbours have one' '
	for n in 3 4 5 7 8 9 11 13 16 17 25 27; do metrics machine --machine slimfly:q=$n >out || return 1; done'

t 'fat-tree: odd ports, pods that no port is left for, both ways to say it, neither' '
	wrong fattree:radix=5 "radix: ${q}5$q: must be even: half the ports of a switch lead up" &&
	wrong fattree:radix=44,pods=45 "pods: ${q}45$q: must be at most 44, the ports of a top switch" &&
	wrong fattree:k=3,radix=4 "radix: ${q}4$q: does not go with k and n: a fat-tree has radix, levels and pods, or k and n" &&
	wrong fattree:taper=2 "radix: must be given, as radix=44, or k, as k=22" && wrong fattree:k=4,taper=0 "taper: ${q}0$q: must be at least 1"'

# offers MACHINE NAMES: a routing that the machine does not have is refused with those that it has, for jobs and for a
# packet, and each of those is taken
offers() {
	local machine=$1 names=$2 name what hint
	printf 'job,nodes,tasks,pattern,node_list\na,2,2,alltoall,0-1\n' >in.csv
	for name in '' none Minimal 'minimal '; do
		hint=''
		[[ $name != ?inimal* ]] || hint="did you mean 'minimal'? "
		for what in in.csv '--route 0 1'; do
			exits_bare 2 netsim --machine "$machine" --routing "$name" $what &&
			is "$(<err)" "netsim: --routing: '$name': $hint$names"$'\n'"Try 'netsim --help'." || return 1
		done
	done
	for name in $(echo "$names" | sed 's/.* has: //; s/and \([^ ]*\) for [^ ]*/\1/g; s/,//g'); do
		netsim --machine "$machine" --routing "$name" in.csv >out || { echo "$name"; return 1; }
	done
}
lattice='has: dimension-order, adaptive, valiant, ugal-l, and minimal for dimension-order'
express='has: dimension-order, dimension-order-either, adaptive, adaptive-farthest, valiant, ugal-l, and minimal for dimension-order'
ring='has: dimension-order, dimension-order-ties, adaptive, valiant, ugal-l, and minimal for dimension-order'
export lattice express ring
t 'a routing that a machine does not have: the list of those it has' '
	offers mesh:k=4x3 "a mesh $lattice" && offers torus:k=4x3 "a torus $ring" && offers expressmesh:k=5x5,gap=3 "an expressmesh $express" &&
	offers hypercube:n=3 "a hypercube $lattice" && offers fattree:k=3 "a fattree has: d-mod-k, random-up, adaptive, opensm-minhop, opensm-ftree, and minimal for d-mod-k, and nca for random-up" &&
	offers slimfly:q=3 "a slimfly has: minimal, valiant, ugal-l, ugal-g, and adaptive for ugal-l" &&
	offers dragonflyplus:g=3,leaves=2,p=2 "a dragonflyplus has: minimal, valiant, ugal-l, ugal-g, par, and adaptive for ugal-l" &&
	offers dragonfly:g=3,a=2,p=2 "a dragonfly has: minimal, valiant, ugal-l, ugal-g, par, valiant-router, ugal-router, ugal-output, adaptive-local, and adaptive for ugal-l"'
t 'a routing that another machine has' '
	printf "job,nodes,tasks,pattern,node_list\na,2,2,alltoall,0-1\n" >in.csv &&
	for has in expressmesh:k=9x4,gap=3/dimension-order-ties mesh:k=4/dimension-order-either mesh:k=4/par torus:k=4/d-mod-k fattree:k=3/valiant slimfly:q=3/par dragonfly:g=3,a=2,p=2/dimension-order; do
		exits 2 netsim --machine "${has%/*}" --routing "${has#*/}" in.csv 2>err && grep -q "^netsim: --routing: .${has#*/}.: an\? ${has%%:*} has: " err || return 1
	done'

done_testing
