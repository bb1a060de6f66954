#!/usr/bin/env bash
# map --algorithm local and anneal: what the command line makes of them.  The searches themselves: tests/unit/map/local.c, anneal.c, neighbour-lists.c.
. "$(dirname "$0")/../lib.sh"

# job MACHINE PATTERN DIMS NODES LIST [TASKS]: a table with one job
job() {
	printf '#hopline 1\n#machine %s\njob,nodes,tasks,pattern,dims,node_list\na,%s,%s,%s,%s,%s\n' "$1" "$4" "${6:-}" "$2" "$3" "$5"
}
# placed ARGS...: where the tasks of the job on standard input go
placed() { map --no-preamble "$@" | column task_nodes; }
# hops X LIST DIMS: the mean distance of neighbours of the halo2d DIMS on a mesh of X columns
hops() {
	nodes_of "$2" | awk -v X="$1" -v dims="$3" '
		function far(a, b,   dx, dy) {
			dx = a % X - b % X; dy = int(a / X) - int(b / X)
			return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy)
		}
		{ at[NR - 1] = $1 }
		END {
			split(dims, d, "x")
			for (i = 0; i < NR; i++) {
				if (i % d[1] < d[1] - 1) { sum += far(at[i], at[i + 1]); pairs++ }
				if (i + d[1] < NR) { sum += far(at[i], at[i + d[1]]); pairs++ }
			}
			print sum / pairs
		}'
}
# less A B: A is a number below B
less() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a < b) }' || { echo "$1, $2"; return 1; }; }
export scattered='0 2 5 7-8 11 13 20-22 26 29 31 36 38-40 44 49 50 53 58 60-61 63'	# 25 nodes of a mesh of 8x8

t 'both improve on geom, and anneal more' '
	job mesh:k=8x8,cores=1 halo2d 5x5 25 "$scattered" >in.csv &&
	for a in geom local anneal; do list=$(placed --algorithm $a in.csv) && legal 25 "$list" "$scattered" && hops 8 "$list" 5x5 >$a || exit 1; done &&
	less "$(cat local)" "$(cat geom)" && less "$(cat anneal)" "$(cat local)"'
t 'up to eight tasks: the best of all, whatever --moves says; by bytes and by pairs; from there on by links' '
	printf "%s\n" src,dst,bytes 0,2,1 0,3,1 1,3,1000 2,0,2081 2,1,100 2,3,1 3,0,100 3,1,10 4,1,10 4,2,10 >m.csv &&
	table torus:k=11,cores=1 job,nodes,tasks,pattern,matrix,node_list "1,5,5,matrix,m.csv,2 3 10 1 5" >in.csv &&
	for options in "" "--moves 1" "--from random --seed 3"; do map --algorithm anneal $options in.csv | metrics mapping | column hop_bytes | grep -qx 4669 || exit 1; done &&
	is "$(map --algorithm anneal in.csv | column task_nodes)" "2 1 3 10 5" && is "$(map --algorithm anneal --objective hops in.csv | metrics mapping | column links_mean)" 2 &&
	map --algorithm auto in.csv | column task_nodes >got && map --algorithm anneal --objective congestion in.csv | column task_nodes | diff - got'
t 'up to eight tasks: free nodes count, and no node gets more tasks than the launcher gives one' '
	job mesh:k=8x8,cores=2 halo2d 2x2 8 "0 7 9 18 19 26-27 63" 4 >in.csv && is "$(placed --algorithm anneal in.csv)" "18-19 26-27" && is "$(placed --algorithm linear in.csv)" "0 7 9 18" &&
	job mesh:k=8x8,cores=2 halo2d 2x2 3 "0 7 9" 4 >in.csv && list=$(placed --algorithm anneal in.csv) && legal 4 "$list" "0 9" 2'
t 'the column map says which algorithm, and from what' '
	job mesh:k=8x8,cores=1 halo2d 5x5 25 "$scattered" >in.csv &&
	map --algorithm local in.csv | column map >got && map --algorithm anneal --moves 9 --from random in.csv | column map >>got &&
	printf "%s\n" local anneal:random | diff - got'
t 'geom-or-linear: geom where there is a grid, and linear where there is none; local begins with it' '
	job mesh:k=8x8,cores=1 halo2d 5x5 25 "$scattered" >in.csv && job mesh:k=8x8,cores=1 alltoall "" 25 "$scattered" >none.csv &&
	placed --algorithm geom-or-linear in.csv >got && placed --algorithm geom in.csv | diff - got &&
	placed --algorithm geom-or-linear none.csv >got && placed --algorithm linear none.csv | diff - got &&
	placed --algorithm local in.csv >got && placed --algorithm local --from geom in.csv | diff - got'
t 'best-start: of those that place, the one with the fewest hops; anneal begins with it' '
	job mesh:k=8x8,cores=1 halo2d 5x5 25 "$scattered" >in.csv && best=$(hops 8 "$(placed --algorithm best-start in.csv)" 5x5) &&
	for a in linear geom greedy $(present multisection scotch); do
		now=$(hops 8 "$(placed --algorithm $a in.csv)" 5x5) && ! less "$now" "$best" || exit 1
		less "$best" "$now" || echo $a
	done >equal && [ -s equal ] &&
	placed --algorithm anneal in.csv >got && placed --algorithm anneal --from best-start in.csv | diff - got'
t 'anneal where all mappings are alike: the start stays' '
	job mesh:k=1x1,p=25,cores=1 alltoall "" 25 0-24 >in.csv && placed --algorithm anneal --from random in.csv >got && placed --algorithm random in.csv | diff - got'
t 'from any start' '
	job mesh:k=8x8,cores=1 halo2d 5x5 25 "$scattered" >in.csv && for from in linear random geom local; do for a in local anneal; do
		list=$(placed --algorithm $a --from $from in.csv) && legal 25 "$list" "$scattered" &&
		! less "$(hops 8 "$(placed --algorithm $from in.csv)" 5x5)" "$(hops 8 "$list" 5x5)" || exit 1
	done; done'

t 'the same input and seed, the same mapping; anneal depends on the seed' '
	job mesh:k=8x8,cores=1 halo2d 5x5 25 "$scattered" >in.csv && for a in local anneal; do
		placed --algorithm $a in.csv >one && placed --algorithm $a in.csv | diff one - || exit 1
	done && placed --algorithm anneal --from linear --moves 20 in.csv >one && ! placed --algorithm anneal --from linear --moves 20 --seed 2 in.csv | cmp -s one - &&
	placed --algorithm local >one <in.csv && placed --algorithm local --seed 2 in.csv | diff one -'
t '--moves: more proposals, fewer hops' '
	job mesh:k=8x8,cores=1 halo2d 5x5 25 "$scattered" >in.csv && for n in 1 1000; do
		hops 8 "$(placed --algorithm anneal --from linear --moves $n in.csv)" 5x5 >$n || exit 1
	done && less "$(cat 1000)" "$(cat 1)"'
t '--time: it ends, legal and no worse than its start' '
	job mesh:k=8x8,cores=1 halo2d 5x5 25 "$scattered" >in.csv && list=$(placed --algorithm anneal --time 10ms in.csv) &&
	legal 25 "$list" "$scattered" && ! less "$(hops 8 "$(placed --algorithm geom in.csv)" 5x5)" "$(hops 8 "$list" 5x5)"'
t '--radius is heeded' '
	job mesh:k=40,cores=1 halo2d 24x1 24 "0-7 9 11-12 14 16-17 19 22-24 26 29-30 33 35 39" >in.csv &&
	placed --algorithm local --from random --radius 1 in.csv >one && ! placed --algorithm local --from random --radius 12 in.csv | cmp -s one -'

# Three routers in a row with two nodes each, and one without.
graph() {
	printf "%s\n" from,to 0,1 1,2 2,3 >links.csv && printf "%s\n" node,router 0,0 1,0 2,1 3,1 4,3 5,3 >nodes.csv
}
t 'any machine that knows distances: dragonfly, fat-tree, Slim Fly, express mesh, hypercube, graph' '
	graph && for m in dragonfly:g=9,a=4,p=2,cores=2 fattree:k=3,n=3,cores=2 slimfly:q=5,p=2,cores=2 expressmesh:k=6x6,gap=2,cores=2 hypercube:n=6,cores=2 \
		graph:links=links.csv,nodes=nodes.csv,cores=2; do
		case $m in graph*) nodes="0 1 2 3 4 5" ;; *) nodes="0 1 3 4 5 7 9 10 11 13 15 17 18 20 22 23" ;; esac
		n=$(wc -w <<<"$nodes")
		job $m halo2d "$n"x2 $n "$nodes" >in.csv
		for a in local anneal; do
			placed --algorithm $a --from random in.csv >got && legal $((2 * n)) "$(cat got)" "$nodes" 2 || { echo "$m $a"; cat got; exit 1; }
		done
	done'
t 'several ranks a node: a chain is folded, two tasks a node; at its best it stays' '
	job mesh:k=8,cores=2 halo2d 16x1 8 0-7 >in.csv && hops 8 "$(placed --algorithm random in.csv)" 16x1 >start && for a in local anneal; do
		placed --algorithm $a --from random in.csv >got && legal 16 "$(cat got)" 0-7 2 && less "$(hops 8 "$(cat got)" 16x1)" "$(cat start)" &&
		placed --algorithm $a --from linear in.csv >got && echo 0-7x2 | diff - got || exit 1
	done'
t 'a task without partners and a job of one task' '
	job mesh:k=4,cores=1 halo2d 1x1 1 2 >in.csv && for a in local anneal; do placed --algorithm $a in.csv || exit 1; done >got && printf "%s\n" 2 2 | diff - got'
t 'rows without a closed-loop pattern are refused' '
	job mesh:k=4,cores=1 uniform "" 4 0-3 >in.csv && for a in local anneal; do
		exits 1 map --algorithm $a in.csv >out 2>err && [ -z "$(rows out)" ] && grep -q "^map: in.csv:4: " err || { cat err; exit 1; }
	done'

t '--radius, --moves, --time: what is no such number is refused' '
	for o in --radius=0 --radius=x --moves=0 --moves=-1 --moves=1.5 --time=0s --time=5 --time=soon; do
		job mesh:k=4,cores=1 halo2d 2x2 4 0-3 | exits 2 map --algorithm anneal $o 2>err || exit 1
		grep -q "^map: ${o%=*}: .${o#*=}.: must be" err || { cat err; exit 1; }
	done'

done_testing
