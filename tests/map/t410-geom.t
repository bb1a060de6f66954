#!/usr/bin/env bash
# map --algorithm geom: what the command line makes of it.  The mappings themselves: tests/unit/map/geom.c.
. "$(dirname "$0")/../lib.sh"

# job MACHINE PATTERN DIMS NODES LIST [TASKS]: a table with one job
job() {
	printf '#hopline 1\n#machine %s\njob,nodes,tasks,pattern,dims,node_list\na,%s,%s,%s,%s,%s\n' "$1" "$4" "${6:-}" "$2" "$3" "$5"
}
# placed ARGS...: where the tasks of the job on standard input go
placed() { map --no-preamble "$@" | column task_nodes; }

t 'a job on an allocation of its shape: task and node correspond' '
	job mesh:k=4x3,cores=1 halo2d 4x3 12 0-11 | placed --algorithm geom >got && echo 0-11 | diff - got'
t 'the job is turned to the shape of its allocation' '
	job mesh:k=2x4,cores=1 halo2d 4x2 8 0-7 | placed --algorithm geom >got && echo "0 2 4 6 1 3 5 7" | diff - got'
t 'the order of the node list does not matter where nodes have places of their own' '
	job mesh:k=4x4x2,cores=1 halo3d 4x2x1 8 "4 5 7 15 16 22 26 31" | placed --algorithm geom >one &&
	job mesh:k=4x4x2,cores=1 halo3d 4x2x1 8 "31 4 22 16 7 26 5 15" | placed --algorithm geom | diff one - &&
	echo "16 5 7 15 4 22 26 31" | diff - one'
t 'the larger part comes first: 3 tasks are cut 2 and 1' '
	job mesh:k=8,cores=1 alltoall 3 3 "0 1 7" | placed --algorithm geom >got && echo "0-1 7" | diff - got'
t '2-D jobs on 3-D machines' '
	job mesh:k=3x3x3,cores=1 halo2d 3x3 9 "9-17" | placed --algorithm geom >got && echo 9-17 | diff - got'
t 'more dimensions than the machine has: no extent along those' '
	job mesh:k=8,cores=1 halo3d 2x2x2 8 0-7 | placed --algorithm geom >got && echo "0 4 2 6 1 5 3 7" | diff - got'
t 'several nodes a router and several ranks a node' '
	job mesh:k=2x2,p=2,cores=2 halo2d 4x4 8 0-7 | placed --algorithm geom >got && echo "0-3 0-7 4-7" | diff - got'
t 'with more ranks than tasks the ones that linear uses' '
	job mesh:k=4,cores=4 halo2d 3x2 3 1-3 6 >in.csv && for a in linear geom; do
		placed --algorithm $a in.csv | tr " " "\n" | sed "s/\(.*\)x2/\1\n\1/" | sort >$a
	done && diff linear geom'

t '--cut-tie extent cuts where the nodes extend most' '
	job mesh:k=12x7,cores=1 halo2d 4x2 8 "0 25 50 75 8-11" >in.csv && placed --algorithm geom in.csv >got &&
	placed --algorithm geom --cut-tie extent in.csv >>got && printf "%s\n" "0 50 8 10 25 75 9 11" "0 25 8 10 50 75 9 11" | diff - got'
t '--rank-tie-order desc orders ranks of one coordinate the other way' '
	job mesh:k=2x2,cores=1 alltoall 4x1 4 0-3 >in.csv && placed --algorithm geom in.csv >got &&
	placed --algorithm geom --rank-tie-order desc in.csv >>got && printf "%s\n" "0 2 1 3" "2 0 3 1" | diff - got'
t '--rank-tie-axes last: of the other axes the last decides first' '
	job mesh:k=2x2x2,cores=1 alltoall 8x1x1 8 0-7 >in.csv && placed --algorithm geom in.csv >got && placed --algorithm geom --rank-tie-axes last in.csv >>got &&
	placed --algorithm geom-mj --rank-tie-axes last in.csv >>got && printf "%s\n" "0 4 2 6 1 5 3 7" "0 2 4 6 1 3 5 7" "0 2 4 6 1 3 5 7" | diff - got'
t '--cut ratio: where the nodes are longer and thinner than the job, it is cut along them' '
	job mesh:k=16,cores=1 halo2d 4x4 16 0-15 >in.csv && placed --algorithm geom in.csv >got && placed --algorithm geom --cut ratio in.csv >>got &&
	printf "%s\n" "0 2 8 10 1 3 9 11 4 6 12 14 5 7 13 15" "0 4 8 12 1 5 9 13 2 6 10 14 3 7 11 15" | diff - got'
t '--task-order last: the grid of a pattern without one of its own is numbered otherwise' '
	job mesh:k=4x2,cores=1 alltoall 4x2 8 0-7 >in.csv && placed --algorithm geom in.csv >got &&
	placed --algorithm geom --task-order last in.csv >>got && printf "%s\n" 0-7 "0 4 1 5 2 6 3 7" | diff - got'
t '--task-order last: that of halo2d is as it is' '
	job mesh:k=4x2,cores=1 halo2d 4x2 8 0-7 | placed --algorithm geom --task-order last >got && echo 0-7 | diff - got'

t 'the dimensions are the most cubic ones where none are given' '
	job mesh:k=4x4,cores=1 halo2d "" 16 0-15 | placed --algorithm geom >got && echo 0-15 | diff - got'
t 'a pattern without a grid: refused' '
	job mesh:k=4,cores=1 alltoall "" 4 0-3 >in.csv && exits 1 map --algorithm geom in.csv 2>err &&
	grep -q "^map: in.csv:4: pattern: .alltoall.*has no process grid" err'
t 'dimensions that are not the tasks: refused' '
	job mesh:k=4,cores=1 halo2d 3x2 4 0-3 >in.csv && exits 1 map --algorithm geom in.csv 2>err && grep -q "^map: in.csv:4: dims: .3x2" err'
t 'a machine without coordinates: refused' '
	job dragonfly:g=3,a=2,p=4,cores=1 halo2d 2x2 4 0-3 >in.csv && exits 1 map --algorithm geom in.csv 2>err && grep -q "needs a machine with coordinates" err'

done_testing
