#!/usr/bin/env bash
# map --algorithm grid-order: cells over nodes, the two public outputs of Cray's grid_order as rank orders, what is wrong.  Random grids:
# tests/unit/map/task-blocks.c.
. "$(dirname "$0")/../lib.sh"

# job PATTERN DIMS NODES CORES [LIST]: a table with one job that fills its nodes, 0 to NODES - 1 unless LIST says otherwise
job() {
	printf '#hopline 1\n#machine mesh:k=%s,cores=%s\njob,nodes,pattern,dims,node_list\na,%s,%s,%s,%s\n' 256 "$4" "$3" "$1" "$2" "${5:-0-$(($3 - 1))}"
}
placed() { map --no-preamble --algorithm grid-order "$@" | column task_nodes; }
# ranks LIST: the tasks in the order of their nodes, one task a node, as MPICH_RANK_ORDER has them
ranks() { nodes_of "$1" | awk '{ print $1, NR - 1 }' | sort -n | awk '{ printf "%s%d", sep, $2; sep = "," } END { print "" }'; }

t 'grid_order -R -c 32 -g 4,4,4, as NERSC documents it' '
	job alltoall 4x4x4 64 1 >in.csv && ranks "$(placed --task-order last --cell 32 in.csv)" >got && echo 0,1,2,3,16,17,18,19,32,33,34,35,48,49,50,51,4,5,6,7,20,21,22,23,36,37,38,39,52,53,54,55,8,9,10,11,24,25,26,27,40,41,42,43,56,57,58,59,12,13,14,15,28,29,30,31,44,45,46,47,60,61,62,63 |
	diff - got'
t 'on two nodes of 32 its two lines are the two nodes' '
	job alltoall 4x4x4 2 32 >in.csv && nodes_of "$(placed --task-order last --cell 32 in.csv)" | awk "{ print NR - 1, \$1 }" | awk "\$2 == 1 { printf \"%s%d\", sep, \$1; sep = \",\" } END { print \"\" }" >got &&
	echo 8,9,10,11,12,13,14,15,24,25,26,27,28,29,30,31,40,41,42,43,44,45,46,47,56,57,58,59,60,61,62,63 | diff - got'
t 'grid_order -R -c 128 -g 8,8,4, as ARCHER2 documents it' '
	job alltoall 8x8x4 256 1 >in.csv && ranks "$(placed --task-order last --cell 128 in.csv)" >got &&
	grep -q "^0,1,2,3,32,33,34,35,64,65,66,67,96,97,98,99,128,129,130,131,160,161,162,163,192,193,194,195,224,225,226,227,4,5,6,7,36,37,38,39," got'

t 'cells of 2x2 on nodes of four, the first dimension fastest' '
	job halo2d 4x4 4 4 >in.csv && placed --cell 2x2 in.csv >got && echo "0-1x2 0-3x2 2-3x2" | diff - got'
t 'in a cell, too' '
	job halo2d 4x4 16 1 >in.csv && ranks "$(placed --cell 2x2 in.csv)" >got && echo 0,1,4,5,2,3,6,7,8,9,12,13,10,11,14,15 | diff - got'
t '--task-order last: cells and tasks in them the other way, and the numbers of tasks where the pattern has no grid of its own' '
	job alltoall 4x4 16 1 >in.csv && ranks "$(placed --task-order last --cell 2x2 in.csv)" >got && echo 0,1,4,5,2,3,6,7,8,9,12,13,10,11,14,15 | diff - got &&
	job halo2d 4x4 16 1 >in.csv && ranks "$(placed --task-order last --cell 2x2 in.csv)" >got && echo 0,4,1,5,8,12,9,13,2,6,3,7,10,14,11,15 | diff - got'
t 'the order of the node list is that of the cells' '
	job halo2d 4x2 4 2 "7 3 200 0" >in.csv && placed --cell 1x2 in.csv >got && echo "7 3 200 0 7 3 200 0" | diff - got'
t 'cells smaller than a node, or larger' '
	job halo2d 4x2 2 4 >in.csv && placed --cell 1x2 in.csv >got && echo "0-1x2 0-1x2" | diff - got &&
	job halo2d 4x2 4 2 >in.csv && placed --cell 2x2 in.csv >got && echo "0x2 2x2 1x2 3x2" | diff - got'
t 'cells of one task are linear, and so is one cell of all' '
	job halo3d 4x3x2 6 4 >in.csv && map --no-preamble in.csv | column task_nodes >want && placed --cell 1x1x1 in.csv | diff want - && placed --cell 4x3x2 in.csv | diff want -'
t 'one dimension: cells of one number are cells' '
	job alltoall 8 8 1 >in.csv && placed --cell 2 in.csv >got && echo 0-7 | diff - got'

t 'without --cell' '
	job halo2d 4x4 4 4 >in.csv && says 2 "map: algorithm '\''grid-order'\'' needs --cell, as 2x2x4" map --algorithm grid-order in.csv &&
	says 2 "map: algorithm '\''grid-order'\'' needs --cell, as 2x2x4" map --algorithm local --from grid-order in.csv'
t 'cells that do not divide the grid' '
	job halo2d 4x6 6 4 >in.csv && says 1 "map: in.csv:4: dims: '\''4x6'\'': --cell 2x4 does not divide it: 6 / 4" map --algorithm grid-order --cell 2x4 in.csv'
t 'cells of another number of dimensions' '
	job halo2d 4x6 6 4 >in.csv && says 1 "map: in.csv:4: dims: '\''4x6'\'': --cell 2x2x2 has 3 dimensions, not 2" map --algorithm grid-order --cell 2x2x2 in.csv'
t 'a number alone that is not whole lines' '
	job halo2d 4x6 6 4 >in.csv && says 1 "map: in.csv:4: dims: '\''4x6'\'': --cell 6 alone must be whole lines of 4 tasks, or give 2 extents" map --algorithm grid-order --cell 6 in.csv'
t 'a grid that the row does not spell' '
	printf "%s\n" "#hopline 1" "#machine mesh:k=9,cores=1" job,nodes,pattern,node_list a,9,halo2d,0-8 >in.csv &&
	says 1 "map: in.csv:4: a process grid of 3x3: --cell 2x3 does not divide it: 3 / 2" map --algorithm grid-order --cell 2x3 in.csv'
t 'dims that do not multiply to the tasks, a pattern without a grid' '
	job halo2d 4x4 4 1 >in.csv && says 1 "map: in.csv:4: dims: '\''4x4'\'': must multiply to 4, the number of tasks" map --algorithm grid-order --cell 2x2 in.csv &&
	job alltoall "" 4 1 >in.csv && says 1 "map: in.csv:4: pattern: '\''alltoall'\'': has no process grid, which algorithm '\''grid-order'\'' needs; give dims" map --algorithm grid-order --cell 2x2 in.csv'
for cell in 0x2 2x 2x2x2x2x2 a ""; do
	t "'$cell' is no cell" '
		job halo2d 4x4 4 4 >in.csv && says 2 "map: --cell: '\''$cell'\'': must be 1 to 4 extents, as 2x2x4" map --algorithm grid-order --cell "$cell" in.csv'
done

done_testing
