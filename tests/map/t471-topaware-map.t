#!/usr/bin/env bash
# map --algorithm topaware, behind alloc --policy topaware: worked examples, Fig. 2, 3 and 4, and what is wrong.  The folding and all sorts of
# grids: tests/unit/map/topaware.c.
. "$(dirname "$0")/../lib.sh"
exec 3>&1		# for figures beside the results

# job MACHINE NODES PATTERN DIMS PRISM: a job with the nodes that alloc's topaware chooses
job() {
	table "$1" job,nodes,pattern,dims "a,$2,$3,$4" | alloc --quiet --policy "topaware:$5"
}
# tasks ARGS...: the node of each task of in.csv, one a line
tasks() { nodes_of "$(map --no-preamble --algorithm topaware "$@" in.csv | column task_nodes)"; }
# far X Y DIMS [P]: of the nodes of all tasks on standard input, on X x Y x … routers of P nodes (2): how many neighbours in the grid are how many
# links apart, those of one pair not counted, as "1:160 3:12"
far() {
	awk -v X="$1" -v Y="$2" -v dims="$3" -v P="${4:-2}" '
		function abs(v) { return v < 0 ? -v : v }
		function away(a, b,  p, q) {
			p = int(a / P); q = int(b / P)
			return abs(p % X - q % X) + abs(int(p / X) % Y - int(q / X) % Y) + abs(int(p / X / Y) - int(q / X / Y))
		}
		{ node[NR - 1] = $1 }
		END {
			D = split(dims, n, "x")
			for (i = 0; i < NR; i++)
				for (step = d = 1; d <= D; step *= n[d++])
					if (int(i / step) % n[d] + 1 < n[d] && (h = away(node[i], node[i + step]))) {
						count[h]++
						if (h > most) most = h
					}
			for (h = 1; h <= most; h++) if (count[h]) printf "%s%d:%d", sep++ ? " " : "", h, count[h]
			print ""
		}'
}
# full N: do the tasks on standard input fill the nodes that they are on, N each?
full() { sort -n | uniq -c | awk -v n="$1" '$1 != n { exit 1 }'; }
# unmapped MESSAGE ARGS...: map refuses the first row of in.csv
unmapped() { says 1 "map: in.csv:$(awk '/^#/ { next } header++ { print NR; exit }' in.csv): $1" map --algorithm topaware "${@:2}" in.csv; }

# --- three dimensions

t 'each pair takes its cell, each node its half' '
	job mesh:k=2x2x2,p=2,cores=4 16 halo3d 4x4x4 2x2x2 >in.csv && tasks --cell 2x2x2 >got &&
	awk "BEGIN { for (z = 0; z < 4; z++) for (y = 0; y < 4; y++) for (x = 0; x < 4; x++) print 2 * (int(x / 2) + 2 * int(y / 2) + 4 * int(z / 2)) + x % 2 }" | diff - got'
t '--split: the dimension divided between the nodes, counted or named; by default the longest that divides, of equals the lowest' '
	job mesh:k=1x1x1,p=2,cores=6 2 halo3d 2x2x3 1x1x1 >in.csv &&
	for d in 0 x; do tasks --split $d --cell 2x2x3 | tr "\n" " " >got && echo "0 1 0 1 0 1 0 1 0 1 0 1 " | tr -d "\n" | diff - got || exit 1; done &&
	for d in 1 y; do tasks --split $d --cell 2x2x3 | tr "\n" " " >got && echo "0 0 1 1 0 0 1 1 0 0 1 1 " | tr -d "\n" | diff - got || exit 1; done &&
	tasks --cell 2x2x3 >one && tasks --split x --cell 2x2x3 | diff one - &&
	job mesh:k=1x1x1,p=2,cores=8 2 halo3d 2x4x2 1x1x1 >in.csv && tasks --cell 2x4x2 >one && tasks --split y --cell 2x4x2 | diff one -'
t 'VPIC: 48x48x32 partitions on 12x12x16 pairs, 4x4x2 a pair: 2x4x2 a node' '
	job mesh:k=12x12x16,p=2,cores=16 4608 halo3d 48x48x32 12x12x16 >in.csv && tasks --cell 4x4x2 >got && full 16 <got &&
	far 12 12 48x48x32 <got >hops && echo "1:$((11 * 48 * 32 + 11 * 48 * 32 + 15 * 48 * 48))" | diff - hops && sed -n "1,5p;49p" got | tr "\n" " " >first && printf "0 0 1 1 2 0 " | diff - first'
t '--axes: the dimensions along other axes, as the paper wished for VPIC' '
	job mesh:k=3x2x4,p=2,cores=4 48 halo3d 6x8x4 3x2x4 >in.csv && tasks --axes xzy --cell 2x2x2 >got && full 4 <got && far 3 2 6x8x4 <got >hops &&
	echo "1:$((2 * 8 * 4 + 3 * 6 * 4 + 6 * 8))" | diff - hops && unmapped "dims: '\''6x8x4'\'': in cells of 2x2x2 it is 3x4x2 pairs, and the prism has 3x2x4" --cell 2x2x2'
t '--task-order last: tasks are numbered with the last dimension fastest' '
	job mesh:k=2x1x2,p=2,cores=1 8 alltoall 4x1x2 2x1x2 >in.csv && tasks --task-order last --cell 2x1x1 | tr "\n" " " >got && printf "0 4 1 5 2 6 3 7 " | diff - got'
t 'around service nodes: Fig. 2, where 34 and 41 are three links apart' '
	blades=$(printf "%s\n" 1:1 2:6 4:2 5:1 5:4 7:5 | awk -F: "{ printf \"%s%d\", s, \$1 + 8 * \$2; s = \"+\" }") &&
	job mesh:k=8x1x8,p=1,cores=1,unavailable=$blades 49 halo3d 7x1x7 7x1x7@0+0+0 >in.csv && tasks --cell 1x1x1 >got && full 1 <got &&
	far 8 1 7x1x7 1 <got >hops && echo "1:54 2:25 3:5" | diff - hops &&
	awk "NR == 6 * 7 + 4 + 1 || NR == 6 * 7 + 5 + 1 { print \$1 % 8, int(\$1 / 8) }" got >pairs && printf "%s\n" "4 7" "6 6" | diff - pairs'

# --- spare nodes (I-B)

# spare NODES LIST: the nodes of the tasks of a prism of 2x1x3 pairs, one task a node, on a mesh of 3x1x4 routers of two nodes; router x + 3 z
spare() {
	table mesh:k=3x1x4,p=2,cores=1 job,nodes,tasks,pattern,dims,node_list,prism "a,$1,12,halo3d,2x1x6,$2,2x1x3" >in.csv && tasks --cell 1x1x2
}
t 'more nodes than the prism: half pairs are passed over, and straight rows preferred' '
	is "$(spare 23 "0-6 8-23" | xargs)" "2 4 3 5 8 10 9 11 14 16 15 17" && is "$(spare 23 "23 0-6 22 8-21" | xargs)" "2 4 3 5 8 10 9 11 14 16 15 17" &&
	is "$(spare 22 "0-6 8-16 18-23" | xargs)" "0 2 1 3 12 8 13 9 18 14 19 15"'
t 'as alloc would choose them on a machine that has no other nodes' '
	table mesh:k=6x4x5,p=2,cores=2,unavailable=7+33+100-101+130 job,nodes,tasks,pattern,dims a,160,160,halo3d,5x4x8 >raw.csv &&
	alloc --policy topaware:5x4x4 raw.csv >in.csv && tasks --cell 1x1x2 >want &&
	table mesh:k=6x4x5,p=2,cores=2 job,nodes,tasks,pattern,dims,node_list,prism "a,235,160,halo3d,5x4x8,0-6 8-32 34-99 102-129 131-239,5x4x4" >in.csv && tasks --cell 1x1x2 | diff want -'
t 'nodes among which there is no such prism' '
	table mesh:k=3x1x4,p=2,cores=1 job,nodes,tasks,pattern,dims,node_list,prism "a,13,12,halo3d,2x1x6,0-11 22,2x1x3" >in.csv &&
	unmapped "prism: '\''2x1x3'\'': the job'\''s 13 nodes have no such prism among them; the largest is 2x1x2" --cell 1x1x2'

# --- four dimensions

t 'MILC: 14x14x21x16 on 14x7x21 pairs, 1x2x1x16 a pair: 1x2x1x8 a node, time stays on the pair' '
	table mesh:k=14x7x21,p=2,cores=16 job,nodes,tasks,pattern,dims a,4116,65856,alltoall,14x14x21x16 | alloc --policy topaware:14x7x21 >in.csv &&
	tasks --cell 1x2x1x16 >got && full 16 <got && far 14 7 14x14x21x16 <got >hops && echo "1:$((13 * 14 * 21 * 16 + 14 * 6 * 21 * 16 + 14 * 14 * 20 * 16))" | diff - hops &&
	awk "NR % 4116 == 1 { print \$1 }" got | uniq -c | awk "{ print \$1, \$2 }" >times && printf "%s\n" "8 0" "8 1" | diff - times'
t 'four dimensions across pairs are one too many' '
	job mesh:k=2x2x2,p=2,cores=16 16 alltoall 4x4x4x4 2x2x2 >in.csv && unmapped "dims: '\''4x4x4x4'\'': in cells of 2x2x2x2 it is 2x2x2x2 pairs, and the prism has 2x2x2; a cell must span all but three dimensions" --cell 2x2x2x2'

t 'on five drawings of Blue Waters the tasks of MILC are as far apart as alloc says of the pairs (TA-02)' '
	for seed in 1 2 3 4 5; do
		printf "%s\n" job,nodes,tasks,pattern,dims a,4116,8232,alltoall,14x14x21x2 >raw.csv &&
		alloc --machine "$HOPLINE_ROOT/data/machines/bluewaters.conf" --set service-seed=$seed --policy topaware:14x7x21 raw.csv >in.csv &&
		tasks --cell 1x2x1x2 >got && full 2 <got && far 23 24 14x14x21x2 <got >hops && { tr "\n" " " <hops; echo "links:neighbours, drawing $seed"; } >>seen &&
		sed "s/.* //; s/:.*//" hops | diff - <(column prism_hops in.csv) && [ "$(column prism_hops in.csv)" -le 4 ] || exit 1
	done; sed "s/^/# /" seen >&3'

# --- two dimensions

# the layers of the super-tiles of a sheet of 8x12 pairs, on 3x8x4
fold() { job mesh:k="$1",p=2,cores=2 192 halo2d 16x24 "$1" >in.csv; }
t 'Fig. 3: 2x4 super-tiles, folded once along z and three times along x (TA-08)' '
	fold 3x8x4 && tasks --cell 2x2 >got && full 2 <got &&
	awk "NR % 8 == 1 && int((NR - 1) / 16) % 6 == 0 { print int(\$1 / 2 / 3) % 8 }" got | tr "\n" " " >layers && printf "0 1 3 2 4 5 7 6 " | diff - layers &&
	far 3 8 16x24 <got >hops && echo "1:$((160 * 2)) 3:$((12 * 2))" | diff - hops'
t 'the same with the axes of x and z exchanged' '
	fold 4x8x3 && tasks --cell 2x2 >got && far 4 8 16x24 <got >hops && echo 1:320 3:24 | diff - hops'
t 'where both ways fit: the first dimension along x, unless --axes or --fold say otherwise' '
	job mesh:k=4x4x8,p=2,cores=1 256 halo2d 32x8 4x4x8 >in.csv && tasks --cell 2x1 >one && far 4 4 32x8 <one >hops && echo "1:$((15 * 8 + 7 * 32))" | diff - hops &&
	for how in "--axes xz" "--fold one"; do tasks $how --cell 2x1 | diff one - || exit 1; done &&
	tasks --fold both --cell 2x1 >two && far 4 4 32x8 <two >hops && echo "1:$((15 * 8 + 7 * 32 - 16)) 3:16" | diff - hops &&
	tasks --axes zx --cell 2x1 | diff two -'
t '--fold one refuses sheets that are folded in both' '
	fold 3x8x4 && unmapped "dims: '\''16x24'\'': in cells of 2x2 it is 8x12 pairs, and super-tiles of that, folded across one dimension, do not make the prism of 3x8x4" --fold one --cell 2x2'
t 'WRF: 384x190 partitions on 16x8x19 pairs, 6x5 a pair: 3x5 a node; 4x2 super-tiles' '
	job mesh:k=16x8x19,p=2,cores=15 4864 halo2d 384x190 16x8x19 >in.csv && tasks --cell 6x5 >got && full 15 <got &&
	far 16 8 384x190 <got >hops && echo "1:$((63 * 190 + 37 * 384 - 3 * 95)) 3:$((3 * 95))" | diff - hops'

# links OFFSET X Y Z: how many messages of a sheet of 2x4 super-tiles pass each y link at most, one each way for all neighbours in different planes of equal x and z
t 'staggered (Fig. 4): planes 1, 2, 5 and 6 begin one x further, and no y link carries two joints' '
	for s in "" s2; do
		job mesh:k=4x8x4,p=2,cores=1 192 halo2d 16x12 3x8x4$s >in.csv && tasks --cell 2x1 >got && full 1 <got &&
		awk "{ node[NR - 1] = \$1 } END {
			for (i = 0; i + 16 < NR; i++) {	# second dimension: the joints along x
				p = int(node[i] / 2); q = int(node[i + 16] / 2)
				a = int(p / 4) % 8; b = int(q / 4) % 8
				if (a > b) { t = a; a = b; b = t }
				for (y = a; y < b; y++) { n = ++load[p % 4, y, int(p / 32)]; if (n > most) most = n }
			}
			print most }" got >>most || exit 1
	done && printf "%s\n" 4 2 | diff - most'
t 'which alloc writes into the column prism' '
	column prism <<<"$(job mesh:k=4x8x4,p=2,cores=1 192 halo2d 16x12 3x8x4s2)" >got && echo 3x8x4s2 | diff - got &&
	job mesh:k=2x4x1,p=1,cores=1 4 halo2d 4x1 1x4x1s2 | column node_list >got && echo "0 3 5-6" | diff - got'
t 'what alloc staggered must be what is folded first' '
	job mesh:k=6x8x4,p=2,cores=1 192 halo2d 16x12 3x8x4s4 >in.csv && unmapped "prism: '\''3x8x4s4'\'': planes are staggered for 4 super-tiles in a fold, and there are 2" --cell 2x1 &&
	job mesh:k=3x2x2,p=2,cores=1 16 halo3d 4x2x2 2x2x2s2 >in.csv && unmapped "prism: '\''2x2x2s2'\'': planes are staggered for 2 super-tiles in a fold, and there is 1" --cell 2x1x1'
t 'alloc refuses planes that are no multiple of the fold, and has no room for a displacement at the end' '
	table mesh:k=3x3x2,p=1 job,nodes a,6 >in.csv && says 2 "alloc: policy '\''topaware:1x3x2s2'\'' wants planes staggered by 2, and 3 planes are no multiple of that" alloc --policy topaware:1x3x2s2 in.csv &&
	table mesh:k=3x2x2,p=1 job,nodes a,12 >in.csv && says 1 "alloc: in.csv:4: nodes: '\''12'\'': job '\''a'\'': no prism 3x2x2s2: 1 of 2 planes; plane y=1 falls short by 1 of 3 rows of 2 pairs; the largest is 3x2x2, not staggered" alloc --policy topaware:3x2x2s2 in.csv'

# --- what is wrong

t 'no column prism, or nothing in it' '
	table mesh:k=2x2x2,p=2,cores=4 job,nodes,pattern,dims,node_list a,16,halo3d,4x4x4,0-15 >in.csv &&
	unmapped "job '\''a'\'' needs a prism for algorithm '\''topaware'\'': let alloc choose its nodes with --policy topaware" --cell 2x2x2 &&
	table mesh:k=2x2x2,p=2,cores=4 job,nodes,pattern,dims,node_list,prism a,16,halo3d,4x4x4,0-15, >in.csv &&
	unmapped "prism: '\'''\'': job '\''a'\'' needs a prism for algorithm '\''topaware'\'': let alloc choose its nodes with --policy topaware" --cell 2x2x2'
for prism in 2x2 2x2x2x2 0x2x2 2x2x2z 2x2x2s1 2x2x2s; do
	t "'$prism' is no prism" '
		table mesh:k=2x2x2,p=2,cores=4 job,nodes,pattern,dims,node_list,prism a,16,halo3d,4x4x4,0-15,$prism >in.csv && unmapped "prism: '\''$prism'\'': must be pairs along x, y and z, as 14x7x21" --cell 2x2x2'
done
t 'a row that came with its nodes may say where its prism begins' '
	table mesh:k=2x2x2,p=2,cores=4 job,nodes,pattern,dims,node_list,prism "a,16,halo3d,4x4x4,0-3 8-11 4-7 12-15,2x2x2@0+0+0w" >in.csv && tasks --cell 2x2x2 >got && full 4 <got'
t 'nodes that are not whole pairs' '
	table mesh:k=2x2x2,p=2,cores=4 job,nodes,pattern,dims,node_list,prism a,12,halo3d,4x4x3,0-11,2x2x2 >in.csv && unmapped "prism: '\''2x2x2'\'': 12 nodes are not whole pairs for 2 x 2 x 2" --cell 2x2x2 &&
	table mesh:k=2x2x2,p=2,cores=4 job,nodes,pattern,dims,node_list,prism "a,4,halo3d,4x2x2,0 2 1 3,2x1x1" >in.csv && unmapped "node_list: '\''0 2 1 3'\'': nodes 0 and 2 are to be a pair, and are not at one router" --cell 2x2x2'
t 'cells that do not divide the grid, or have too many tasks for a pair' '
	job mesh:k=2x2x2,p=2,cores=4 16 halo3d 4x4x4 2x2x2 >in.csv && unmapped "dims: '\''4x4x4'\'': --cell 2x3x2 does not divide it: 4 / 3" --cell 2x3x2 &&
	unmapped "dims: '\''4x4x4'\'': --cell 4x4x2 has 32 tasks, the 2 nodes of a pair have 8 processors" --cell 4x4x2'
t 'cells that do not divide between the nodes of a pair' '
	job mesh:k=2x2x2,p=2,cores=32 16 halo3d 6x6x6 2x2x2 >raw.csv; table mesh:k=2x2x2,p=2,cores=16 job,nodes,tasks,pattern,dims a,16,216,halo3d,6x6x6 | alloc --policy topaware:2x2x2 >in.csv &&
	unmapped "dims: '\''6x6x6'\'': --cell 3x3x3: none of its extents divides between the 2 nodes of a pair" --cell 3x3x3 &&
	unmapped "dims: '\''6x6x6'\'': --split 1: 3 tasks of --cell 6x3x1 do not divide between the 2 nodes of a pair" --split y --cell 6x3x1 &&
	unmapped "dims: '\''6x6x6'\'': --split 3: there are 3 dimensions, counted from 0" --split t --cell 2x3x3'
t 'tasks that do not fill the pairs' '
	table mesh:k=2x2x2,p=2,cores=16 job,nodes,tasks,pattern,dims a,16,48,halo3d,4x4x3 | alloc --policy topaware:2x2x2 >in.csv &&
	unmapped "dims: '\''4x4x3'\'': in cells of 2x2x3 it is 2x2x1 pairs, and the prism has 2x2x2" --cell 2x2x3 &&
	unmapped "dims: '\''4x4x3'\'': in cells of 2x2x1 it is 2x2x3 pairs, and the prism has 2x2x2" --cell 2x2x1'
t 'super-tiles that do not divide the sheet' '
	table mesh:k=3x4x4,p=2,cores=4 job,nodes,tasks,pattern,dims a,96,192,halo2d,48x4 | alloc --policy topaware:3x4x4 >in.csv &&
	unmapped "dims: '\''48x4'\'': in cells of 2x2 it is 24x2 pairs, and super-tiles of that do not make the prism of 3x4x4" --cell 2x2'
t 'a sheet that does not fill the planes, folded' '
	fold 3x8x4 && unmapped "dims: '\''16x24'\'': in cells of 2x1 it is 8x24 pairs, and the prism has 3x8x4" --fold both --cell 2x1'
t 'only sheets are folded' '
	job mesh:k=2x2x2,p=2,cores=4 16 halo3d 4x4x4 2x2x2 >in.csv && unmapped "dims: '\''4x4x4'\'': in cells of 2x2x2 it is 2x2x2 pairs: only grids of two dimensions are folded" --fold one --cell 2x2x2'
t 'options that are none' '
	fold 3x8x4 && says 2 "map: algorithm '\''topaware'\'' needs --cell, as 2x2x4" map --algorithm topaware in.csv &&
	says 2 "map: --fold: '\''none'\'': must be one or both" map --fold none in.csv &&
	says 2 "map: --split: '\''v'\'': must be a dimension, 0 to 3 or x, y, z or t" map --split v in.csv && says 2 "map: --split: '\'''\'': must be a dimension, 0 to 3 or x, y, z or t" map --split "" in.csv &&
	says 2 "map: --axes: '\''x'\'': must be two or three of x, y and z" map --axes x in.csv && says 2 "map: --axes: '\''xyx'\'': names x twice" map --axes xyx in.csv'
t 'a job that alloc skipped has nothing to place' '
	table mesh:k=2x2x2,p=2,cores=4 job,nodes,pattern,dims a,16,halo3d,4x4x4 b,16,halo3d,4x4x4 | alloc --quiet --on-full skip --policy topaware:2x2x2 >in.csv &&
	map --no-preamble --algorithm topaware --cell 2x2x2 in.csv | column task_nodes | sed -n 2p | grep -qx ""'

done_testing
