#!/usr/bin/env bash
# map --algorithm metis, multisection and scotch: what the command line makes of them.  Their mappings: tests/unit/map/partitioners.c.
. "$(dirname "$0")/../lib.sh"

if [ "$(present metis scotch)" != 'metis scotch' ]; then
	skip 'metis and scotch' 'this build of map has not both libraries'
	done_testing
	exit
fi

# job MACHINE PATTERN DIMS NODES LIST [TASKS [MATRIX]]: a table with one job
job() {
	printf '#hopline 1\n#machine %s\njob,nodes,tasks,pattern,dims,matrix,node_list\na,%s,%s,%s,%s,%s,%s\n' "$1" "$4" "${6:-}" "$2" "$3" "${7:-}" "$5"
}
# placed ARGS...: where the tasks of the job on standard input go
placed() { map --no-preamble "$@" | column task_nodes; }
# Three routers in a row with two nodes each, and one without.
graph() {
	printf "%s\n" from,to 0,1 1,2 2,3 >links.csv && printf "%s\n" node,router 0,0 1,0 2,1 3,1 4,3 5,3 >nodes.csv
}
export scattered='0 2 5 7-8 11 13 20-22 26 29 31 36 38-40 44 49 50 53 58 60-61 63'	# 25 nodes of a mesh of 8x8

t 'every machine, several ranks a node, tasks fewer than ranks' '
	graph && for m in mesh:k=8x8 torus:k=6x6 dragonfly:g=9,a=4,p=2 fattree:k=3,n=3 slimfly:q=5,p=2 expressmesh:k=6x6,gap=2 hypercube:n=6 \
		graph:links=links.csv,nodes=nodes.csv; do
		case $m in graph*) nodes="0 1 2 3 4 5" ;; *) nodes="0 1 3 4 5 7 9 10 11 13 15 17 18 20 22 23" ;; esac
		n=$(wc -w <<<"$nodes")
		for tasks in $((3 * n)) $((2 * n - 1)) $((n - 2)); do
			job $m,cores=3 alltoall "" $n "$nodes" $tasks >in.csv
			for a in metis multisection scotch; do
				list=$(placed --algorithm $a in.csv) && legal $tasks "$list" "$nodes" 3 || { echo "$m $a $tasks: $list"; exit 1; }
			done
		done
	done'
t 'jobs of one task, of two, of three' '
	for n in 1 2 3; do
		job mesh:k=4x4,cores=1 alltoall "" 3 "3 9 15" $n >in.csv &&
		for a in metis multisection scotch; do list=$(placed --algorithm $a in.csv) && legal $n "$list" "3 9 15" || exit 1; done
	done'
t 'tasks that talk sit together: a chain of pairs, named apart, on pairs of nodes far apart' '
	{ echo rank_a,rank_b,bytes; for i in 0 1 2 3; do echo $i,$((i + 4)),1000; done; } >m.csv &&
	job mesh:k=100,cores=1 matrix "" 8 "0-1 30-31 60-61 90-91" 8 m.csv >in.csv && for a in metis multisection scotch; do
		nodes_of "$(placed --algorithm $a in.csv)" | awk "{ at[NR - 1] = int(\$1 / 10) } END { for (i = 0; i < 4; i++) if (at[i] != at[i + 4]) exit 1 }" || exit 1
	done'
t 'weights are heeded, unless --objective hops counts pairs' '
	{ echo rank_a,rank_b,bytes; for i in {0..15}; do for j in {0..15}; do [ $i -ge $j ] || echo $i,$j,$((j == i + 8 ? 1000000 : 1)); done; done; } >m.csv &&
	job torus:k=8,cores=2 matrix "" 8 0-7 16 m.csv >in.csv && for a in metis multisection scotch; do
		nodes_of "$(placed --algorithm $a in.csv)" | awk "{ at[NR - 1] = \$1 } END { for (i = 0; i < 8; i++) if (at[i] != at[i + 8]) exit 1 }" &&
		! nodes_of "$(placed --algorithm $a --objective hops in.csv)" | awk "{ at[NR - 1] = \$1 } END { for (i = 0; i < 8; i++) if (at[i] != at[i + 8]) exit 1 }" || exit 1
	done'
t 'tasks that talk to nobody, and a job in which only two do' '
	printf "rank_a,rank_b,bytes\n3,17,1000\n" >m.csv && job mesh:k=8x8,cores=1 matrix "" 25 "$scattered" 25 m.csv >in.csv &&
	for a in metis multisection scotch; do list=$(placed --algorithm $a in.csv) && legal 25 "$list" "$scattered" || exit 1; done'
t 'the same input, the same mapping, whatever jobs are before it and however many threads there may be; the seed does not matter' '
	job mesh:k=8x8,cores=1 halo2d 5x5 25 "$scattered" >in.csv && { cat in.csv; rows in.csv | sed s/^a/b/; rows in.csv | sed s/^a/c/; } >three.csv && for a in metis multisection scotch; do
		placed --algorithm $a in.csv >one && placed --algorithm $a --seed 2 in.csv | diff one - &&
		[ "$(placed --algorithm $a three.csv | sort -u)" = "$(cat one)" ] &&
		SCOTCH_PTHREAD_NUMBER=4 placed --algorithm $a in.csv | diff one - || exit 1
	done'
t 'others improve on them' '
	job mesh:k=8x8,cores=1 halo2d 5x5 25 "$scattered" >in.csv && for a in metis multisection scotch; do
		map --algorithm gsearch --from $a in.csv | column map >got && echo gsearch:$a | diff - got || exit 1
	done'
t 'rows without a closed-loop pattern are refused' '
	job mesh:k=4,cores=1 uniform "" 4 0-3 >in.csv && for a in metis multisection scotch; do
		exits 1 map --algorithm $a in.csv >out 2>err && [ -z "$(rows out)" ] && grep -q "^map: in.csv:4: " err || { cat err; exit 1; }
	done'

done_testing
