#!/usr/bin/env bash
# map --algorithm geom-mj, greedy, hilbert: what the command line makes of them.  The mappings themselves: tests/unit/map/rivals.c.
. "$(dirname "$0")/../lib.sh"

# job MACHINE PATTERN DIMS NODES LIST [TASKS]: a table with one job
job() {
	printf '#hopline 1\n#machine %s\njob,nodes,tasks,pattern,dims,node_list\na,%s,%s,%s,%s,%s\n' "$1" "$4" "${6:-}" "$2" "$3" "$5"
}
# placed ARGS...: where the tasks of the job on standard input go
placed() { map --no-preamble "$@" | column task_nodes; }
# by ALGORITHM WANT [ARGS...]: does the job on standard input get these nodes?
by() {
	local algorithm=$1 want=$2
	shift 2
	placed --algorithm "$algorithm" "$@" >got && echo "$want" | diff - got
}
export scattered='0 2 5 7-8 11 13 20-22 26 29 31 36 38-40 44 49 50 53 58 60-61 63'	# 25 nodes of a mesh of 8x8

# --- geom-mj

t 'geom-mj: a job on an allocation of its shape, turned' '
	job mesh:k=4x3,cores=1 halo2d 4x3 12 0-11 | by geom-mj 0-11 && job mesh:k=2x4,cores=1 halo2d 4x2 8 0-7 | by geom-mj "0 2 4 6 1 3 5 7"'
t 'geom-mj: across the end of a ring coordinates begin after the gap; geom begins at 0' '
	job torus:k=8,cores=1 cartesian 4 4 "0 1 6 7" >in.csv && by geom-mj "6-7 0-1" <in.csv && by geom "0-1 6-7" <in.csv'
t 'geom-mj: a mesh has no such gap' 'job mesh:k=8,cores=1 cartesian 4 4 "0 1 6 7" | by geom-mj "0-1 6-7"'
t 'geom-mj: of equal gaps the one at the end of the ring' 'job torus:k=8,cores=1 cartesian 4 4 "0 2 4 6" | by geom-mj "0 2 4 6"'
t 'geom-mj: slices of one size, each cut on its own' '
	job mesh:k=6x6,cores=1 halo2d 3x2 6 "0 2 9 20 29 35" | by geom-mj "0 9 29 2 20 35"'
t 'geom-mj: several nodes a router, several ranks a node, more ranks than tasks' '
	job mesh:k=2x2,p=2,cores=2 halo2d 4x4 8 0-7 | placed --algorithm geom-mj >got && legal 16 "$(cat got)" 0-7 2 &&
	job mesh:k=4,cores=4 halo2d 3x2 3 1-3 6 >in.csv && for a in linear geom-mj; do nodes_of "$(placed --algorithm $a in.csv)" | sort >$a; done && diff linear geom-mj'
t 'geom-mj: --rank-tie-order, --task-order' '
	job mesh:k=2x2,cores=1 alltoall 4x1 4 0-3 >in.csv && by geom-mj "0 2 1 3" <in.csv && by geom-mj "2 0 3 1" --rank-tie-order desc <in.csv &&
	job mesh:k=4x2,cores=1 alltoall 4x2 8 0-7 >in.csv && by geom-mj 0-7 <in.csv && by geom-mj "0 4 1 5 2 6 3 7" --task-order last <in.csv'
t 'geom-mj: --cut-tie machine orders ranks of one coordinate by the axes of the machine' '
	job mesh:k=3x3x3,cores=1 alltoall 3x2 6 "0 2 4 10 13 22" >in.csv && by geom-mj "0 10 2 4 13 22" <in.csv && by geom-mj "0 4 2 10 13 22" --cut-tie machine <in.csv'

# --- greedy

t 'greedy: of a chain task 1 begins, at the edge; then 0, 2 and 3, as near as can be to those placed' '
	job mesh:k=8,cores=1 cartesian 4 4 "0 1 2 6" | by greedy "2 6 1 0"'
t 'greedy: several ranks a node are filled before the next' 'job mesh:k=8,cores=2 cartesian 6 3 "0 1 4" | by greedy "4x2 1x2 0x2"'
t 'greedy: with bytes as weights it is another mapping than with pairs counted' '
	printf "%s\n" "#hopline 1" "#machine mesh:k=8x8,cores=1" job,nodes,pattern,dims,bytes,edge_bytes,node_list "a,25,halo3d26,5x5x1,1,100000,$scattered" >in.csv &&
	placed --algorithm greedy --objective hops in.csv >one && placed --algorithm greedy in.csv >other &&
	legal 25 "$(cat one)" "$scattered" && legal 25 "$(cat other)" "$scattered" && ! cmp -s one other'
t 'greedy: tasks that talk to nobody' 'job mesh:k=8,cores=1 pairs "" 5 "0 1 2 4 7" >in.csv && placed --algorithm greedy in.csv >got && legal 5 "$(cat got)" "0-2 4 7"'

# --- hilbert

t 'hilbert: the curve of 4x4, tasks without a grid in order' '
	job mesh:k=4x4,cores=1 alltoall "" 16 0-15 | by hilbert "0-1 5 4 8 12-13 9-10 14-15 11 7 6 2-3"'
t 'hilbert: tasks with a grid in the order of theirs' '
	job mesh:k=4x4,cores=1 alltoall 4x4 16 0-15 | by hilbert 0-15 && job mesh:k=8,cores=1 halo2d 2x4 8 0-7 | by hilbert "0-1 3 2 4 7 5-6"'
t 'hilbert: --task-order' '
	job mesh:k=8,cores=1 alltoall 4x2 8 0-7 >in.csv && placed --algorithm hilbert in.csv >one && ! placed --algorithm hilbert --task-order last in.csv | cmp -s one -'
t 'hilbert: --planes goes plane by plane, of tasks and of ranks' '
	job mesh:k=4x4,cores=1 halo2d 2x4 8 "0-3 7 11 14-15" >in.csv && by hilbert "0-3 7 11 14-15" --planes y <in.csv && ! by hilbert "0-3 7 11 14-15" <in.csv 2>/dev/null &&
	job mesh:k=2x2x2,cores=1 halo3d 2x2x2 8 0-7 | by hilbert 0-7 --planes z &&
	refuses 2 "map: algorithm '\''geom'\'' does not take --planes" map --algorithm geom --planes y in.csv'
t 'hilbert: --planes across an axis that the machine has not' '
	job mesh:k=4x4,cores=1 halo2d 2x4 8 0-7 >in.csv && refuses 2 "map: --planes: '\''z'\'': '\''mesh:k=4x4,cores=1'\'' has no such axis, but 2 dimensions" map --algorithm hilbert --planes z <in.csv &&
	job mesh:k=8,cores=1 halo2d 2x4 8 0-7 >in.csv && refuses 2 "map: --planes: '\''y'\'': '\''mesh:k=8,cores=1'\'' has no such axis, but 1 dimension" map --algorithm hilbert --planes y in.csv &&
	refuses 2 "map: --planes: '\''t'\'': must be x, y or z" map --algorithm hilbert --planes t in.csv && by hilbert "0 4 1 5 2 6 3 7" --planes x <in.csv'
t 'hilbert: nodes of a router in the order of the list, ranks of a node together' '
	job mesh:k=2,p=2,cores=2 alltoall "" 4 "3 1 2 0" | by hilbert "1x2 0x2 3x2 2x2"'

# --- all

t 'they are listed, and the column map names them' '
	job mesh:k=8x8,cores=1 halo2d 5x5 25 "$scattered" >in.csv && for a in geom-mj greedy hilbert; do
		map --list | grep -q "^$a  " && [ "$(map --algorithm $a in.csv | column map)" = $a ] || exit 1
	done'
t 'no seed changes them' '
	job mesh:k=8x8,cores=1 halo2d 5x5 25 "$scattered" >in.csv && for a in geom-mj greedy hilbert; do
		placed --algorithm $a in.csv >one && legal 25 "$(cat one)" "$scattered" && placed --algorithm $a --seed 9 in.csv | diff one - || exit 1
	done'
t 'searches begin with them' '
	job mesh:k=8x8,cores=1 halo2d 5x5 25 "$scattered" >in.csv && for a in geom-mj greedy hilbert; do
		placed --algorithm $a in.csv >one && placed --algorithm gsearch --max-swaps 0 --from $a in.csv | diff one - || exit 1
	done'

# Three routers in a row with two nodes each, and one without.
graph() {
	printf "%s\n" from,to 0,1 1,2 2,3 >links.csv && printf "%s\n" node,router 0,0 1,0 2,1 3,1 4,3 5,3 >nodes.csv
}
t 'machines of every kind, two ranks a node' '
	graph && for m in mesh:k=6x4,cores=2 torus:k=6x4,cores=2 dragonfly:g=9,a=4,p=2,cores=2 fattree:k=3,n=3,cores=2 slimfly:q=5,p=2,cores=2 \
		expressmesh:k=6x6,gap=2,cores=2 hypercube:n=6,cores=2 graph:links=links.csv,nodes=nodes.csv,cores=2; do
		case $m in graph*) nodes="0 1 2 3 4 5" ;; *) nodes="0 1 3 4 5 7 9 10 11 13 15 17 18 20 22 23" ;; esac
		n=$(wc -w <<<"$nodes")
		job $m halo2d "$n"x2 $n "$nodes" >in.csv
		case $m in mesh* | torus* | expressmesh* | hypercube*) algorithms="geom-mj greedy hilbert" ;; *) algorithms=greedy ;; esac
		for a in $algorithms; do
			placed --algorithm $a in.csv >got && legal $((2 * n)) "$(cat got)" "$nodes" 2 || { echo "$m $a"; cat got; exit 1; }
		done
	done'
t 'jobs of one task and of none' '
	{ job mesh:k=4,cores=1 halo2d 1x1 1 2 && echo "b,2,,halo2d,,"; } >in.csv && for a in geom-mj greedy hilbert; do
		placed --algorithm $a in.csv | diff - <(printf "%s\n" 2 "") || exit 1
	done'
t 'geom-mj and hilbert refuse machines without coordinates' '
	graph && for m in dragonfly:g=3,a=2,p=4,cores=1 fattree:k=3,n=3,cores=1 graph:links=links.csv,nodes=nodes.csv,cores=1; do for a in geom-mj hilbert; do
		job $m halo2d 2x2 4 0-3 >in.csv && exits 1 map --algorithm $a in.csv 2>err &&
		grep -q "^map: algorithm .$a. needs a machine with coordinates, and .${m%%,*}" err || { cat err; exit 1; }
	done; done'
t 'geom-mj refuses a pattern without a grid' '
	job mesh:k=4,cores=1 alltoall "" 4 0-3 >in.csv && exits 1 map --algorithm geom-mj in.csv 2>err && grep -q "^map: in.csv:4: pattern: .alltoall.: has no process grid" err'
t 'rows without a closed-loop pattern are refused' '
	job mesh:k=4,cores=1 uniform "" 4 0-3 >in.csv && for a in geom-mj greedy hilbert; do
		exits 1 map --algorithm $a in.csv >out 2>err && [ -z "$(rows out)" ] && grep -q "^map: in.csv:4: " err || { cat err; exit 1; }
	done'

done_testing
