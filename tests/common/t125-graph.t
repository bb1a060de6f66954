#!/usr/bin/env bash
# t125-graph -- machines of kind graph as tools see them: two tables name a network.
. "$(dirname "$0")/../lib.sh"

q="'"
line() { sed -n 's/^#machine //p'; }	# of a stream
# Two routers with three nodes, one between them with none; the same in groups.
tables() {
	printf '%s\n' from,to,class,bandwidth,count 0,1,up,4Gb/s,2 2,1,up,4Gb/s,2 0,2,across,,1 >links.csv
	printf '%s\n' node,router 0,0 1,0 2,0 3,2 4,2 5,2 >nodes.csv
	printf '%s\n' node,router,group 0,0,0 1,0,0 2,0,0 3,2,1 4,2,1 5,2,1 >groups.csv
	printf '%s\n' job,nodes 1,2 2,3 >jobs.csv
}
export q
export -f line tables

t 'alloc and map: the machine stays in the stream' '
	tables && m=graph:links=links.csv,nodes=nodes.csv &&
	for policy in simple slurm slurm-fit slurm-tree slurm-tree-fit slurm-tree-linear slurm-dragonfly slurm-dragonfly-fit slurm-none rdn rdr level-spread; do
		for algorithm in linear random random-nodes; do
			alloc --policy $policy --machine $m jobs.csv | map --algorithm $algorithm >out || exit 1
			[ "$(line <out)" = $m ] && [ "$(rows out | wc -l)" = 2 ] || exit 1
		done
	done'

# far LINKS NODES...: links between tasks 0 and 1 there
far() { printf "%s\n" "#hopline 1" "#machine graph:links=$1,cores=1" job,pattern,dims,task_nodes "a,halo2d,2x1,${*:2}" | metrics mapping | column hops_max; }
export -f far
t 'distance: a link that counts for several; the shortest way by these, whatever it is in links' '
	printf "%s\n" from,to,distance 0,1,10 1,2, 2,0,3 2,3,1000 >links.csv &&
	is "$(far links.csv 0 1) $(far links.csv 1 0) $(far links.csv 0 2) $(far links.csv 3 0)" "4 4 3 1003"'
t 'a link of distance 10 is as a chain of ten' '
	{ echo from,to,distance; for i in 0 1 2; do echo $i,3,10; done; } >star.csv &&
	{ echo from,to; n=4; for i in 0 1 2; do p=$i; for k in 1 2 3 4 5 6 7 8 9; do echo $p,$n; p=$n; n=$((n + 1)); done; echo $p,3; done; } >chain.csv &&
	{ echo node,router; for v in 0 1 2 3 4 5; do echo $v,$((v / 2)); done; } >seats.csv && for links in star chain; do
		printf "%s\n" "#hopline 1" "#machine graph:links=$links.csv,nodes=seats.csv,cores=4" job,nodes,tasks,pattern,dims,node_list "a,6,24,halo3d,4x3x2,0-5" |
			map --algorithm anneal | tee $links | metrics mapping | column hop_bytes >$links.far && column task_nodes $links >$links.at || exit 1
	done && diff star.at chain.at && diff star.far chain.far'
t 'no such distance' '
	for far in 0 1001 -1 1.5 x; do
		printf "%s\n" from,to,distance 0,1,$far >links.csv &&
		exits 1 metrics machine --machine graph:links=links.csv 2>err && grep -q "^metrics: links.csv:2: distance: $q$far$q: must be " err || exit 1
	done'

# refused KIND KEY: a stream whose machine names something that is no file there; nothing is read and nothing waits
refused() {
	local name
	mkfifo pipe && mkdir folder && for name in /dev/zero pipe folder; do
		printf "%s\n" "#hopline 1" "#machine $1$2=$name" job,nodes 1,2 >in.csv &&
		exits 1 timeout 20 alloc --policy simple in.csv >out 2>err && ! grep . out &&
		grep -qx "alloc: in.csv: #machine: $2: $q$name$q: must be the name of a regular file, as a stream names it" err || { cat err; return 1; }
	done
}
export -f refused
t 'a stream names regular files only: links' 'tables && refused graph: links'
t 'a stream names regular files only: nodes' 'tables && refused graph:links=links.csv, nodes'
t 'a stream names regular files only: topology' 'refused graph: topology'
t 'a stream names regular files only: map' 'refused mesh:k=4, map'
t 'on the command line a pipe will do, also over a stream' '
	tables && alloc --policy simple --machine graph:links=<(cat links.csv),nodes=nodes.csv jobs.csv >out && [ "$(rows out | wc -l)" = 2 ] &&
	printf "job,nodes\n1,3\n" | alloc --policy simple --machine <(echo kind=graph; echo links=$PWD/links.csv) | sed "s/^#machine .*/#machine graph:links=\/dev\/zero/" |
		map --set links=<(cat links.csv) >out && [ "$(rows out | wc -l)" = 1 ] && ln -s links.csv other &&
	alloc --policy simple --machine graph:links=other,nodes=nodes.csv jobs.csv | map >out && [ "$(rows out | wc -l)" = 2 ]'
t 'a file of a machine that has no end' '
	tables && exits 1 alloc --policy simple --machine /dev/zero jobs.csv 2>err && grep -qx "alloc: /dev/zero:1: a line of more than 256 MiB" err &&
	printf "kind=graph\nlinks=/dev/zero\n" >m.conf && exits 1 alloc --policy simple --machine m.conf jobs.csv 2>err && grep -qx "alloc: /dev/zero:1: a NUL byte" err &&
	printf "kind=torus\nk=4\0\n" >m.conf && exits 1 alloc --policy simple --machine m.conf jobs.csv 2>err && grep -qx "alloc: m.conf:2: a NUL byte" err'

t 'a router without nodes takes no job' '
	tables && printf "job,nodes\n1,6\n" | alloc --policy slurm --machine graph:links=links.csv,nodes=nodes.csv | rows | grep -q ",0-5\$"'

t 'p nodes a router: 1 when nothing is said, and then not written' '
	tables && printf "job,nodes\n1,3\n" | alloc --policy simple --machine graph:links=links.csv,p=1 >out &&
	rows out | grep -q ",0-2\$" && [ "$(line <out)" = graph:links=links.csv ] &&
	printf "job,nodes\n1,4\n" | exits 1 alloc --policy simple --machine graph:links=links.csv 2>/dev/null &&
	printf "job,nodes\n1,12\n" | alloc --policy simple --machine graph:p=4,links=links.csv | rows | grep -q ",0-11\$"'

t 'groups: policies that need them' '
	tables && m=graph:links=links.csv,nodes=groups.csv &&
	printf "job,nodes\n1,4\n" | alloc --policy rrn --machine $m | rows | grep -q ",0 3 1 4\$" &&
	printf "job,nodes\n1,3\n" | alloc --policy rdg --machine $m | rows | grep -q -e ",0-2\$" -e ",3-5\$"'

t 'no groups: they say so' '
	tables && m=graph:links=links.csv,nodes=nodes.csv &&
	for policy in rdg rrn rrr jokanovic jokanovic-as-published jokanovic-boundary; do
		exits 1 alloc --policy $policy --machine $m jobs.csv 2>err || exit 1
		[ "$(cat err)" = "alloc: policy ${q}$policy$q needs a machine with groups, and $q$m$q has none" ] || exit 1
	done'

t 'a machine file, --set' '
	tables && printf "kind=graph\nlinks=links.csv # the cables\nnodes=nodes.csv\nlatency=30ns\n" >m.conf &&
	alloc --policy simple --machine m.conf jobs.csv >out && [ "$(line <out)" = graph:links=links.csv,nodes=nodes.csv,latency=30ns ] &&
	[ "$(map --set nodes=groups.csv --set latency=40ns out | line)" = graph:links=links.csv,nodes=groups.csv ]'

t 'the table may be a stream: it may have a preamble' '
	tables && { printf "#hopline 1\n#run made by hand\n"; cat links.csv; } >l.csv &&
	alloc --policy simple --machine graph:links=l.csv,nodes=nodes.csv jobs.csv >/dev/null'

t 'what is wrong with a table is not the command line'\''s fault' '
	tables && echo 1,1,up,,1 >>links.csv && exits 1 alloc --policy simple --machine graph:links=links.csv jobs.csv 2>err &&
	[ "$(cat err)" = "alloc: links.csv:5: to: ${q}1$q: a link leads to another router" ]'
t 'a link that is listed twice' '
	tables && echo 1,2,up,,1 >>links.csv && exits 1 alloc --policy simple --machine graph:links=links.csv jobs.csv 2>err &&
	[ "$(cat err)" = "alloc: links.csv:5: routers 1 and 2: line 3 links them already; the column ${q}count$q says that links are parallel" ]'
t 'a graph that is not connected' '
	tables && printf "%s\n" 3,4,up,,1 5,3,up,,1 4,5,up,,1 >>links.csv && exits 1 alloc --policy simple --machine graph:links=links.csv jobs.csv 2>err &&
	[ "$(cat err)" = "alloc: links.csv: the graph is not connected: no way leads from router 0 to router 3" ]'
t 'a node on two routers' '
	tables && echo 4,0 >>nodes.csv && exits 1 alloc --policy simple --machine graph:links=links.csv,nodes=nodes.csv jobs.csv 2>err &&
	[ "$(cat err)" = "alloc: nodes.csv:8: node: ${q}4$q: line 6 has it already, and a node sits on one router" ]'
t 'no such file' '
	tables && exits 1 alloc --policy simple --machine graph:links=none.csv jobs.csv 2>err && grep -q "^alloc: cannot open .none.csv.: " err'
t 'both nodes and p; standard input; no links: the command line'\''s fault' '
	tables && exits 2 alloc --policy simple --machine graph:links=links.csv,nodes=nodes.csv,p=2 jobs.csv 2>err && grep -q "^alloc: --machine: p: " err &&
	exits 2 alloc --policy simple --machine graph:links=- jobs.csv 2>err && grep -q "^alloc: --machine: links: .-.: must be the name of a file" err &&
	exits 2 alloc --policy simple --machine graph:p=2 jobs.csv 2>err && grep -q "^alloc: --machine: links: must be given" err'
t 'the stream'\''s machine: its files are looked for here' '
	tables && alloc --policy simple --machine graph:links=links.csv,p=2 jobs.csv >out && rm links.csv && exits 1 map out 2>err &&
	grep -q "^map: cannot open .links.csv.: " err'

done_testing
