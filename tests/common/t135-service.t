#!/usr/bin/env bash
# t135-service -- machines with service nodes, regions of another kind, lists of nodes and packs, as tools see them.
. "$(dirname "$0")/../lib.sh"

machines=$HOPLINE_ROOT/data/machines
map=$HOPLINE_ROOT/data/topologies/titan.map.gz
q="'"
export machines map q
# of_machine MACHINE COLUMN...: of metrics machine, by blanks
of_machine() { metrics machine --no-preamble --machine "$1" | metrics select --no-preamble --columns "$(IFS=,; echo "${*:2}")" | sed 1d | tr , ' '; }
# labels MACHINE KIND: the nodes of that kind
labels() { metrics nodes --machine "$1" | awk -F, -v kind="$2" '/^#/ { next } !at { for (i = 1; i <= NF; i++) if ($i == "kind") at = i; next } $at == kind { print $1 }'; }
kinds='compute_nodes service_nodes other_nodes absent_nodes down_nodes'
export kinds
export -f of_machine labels

t 'Blue Waters: as many nodes of each kind as the paper says' '
	[ "$(of_machine "$machines/bluewaters.conf" nodes routers $kinds)" = "26496 13248 22752 672 3072 0 0" ]'
t 'Titan: as many as its list says' '
	[ "$(of_machine "$machines/titan.conf" nodes routers $kinds)" = "19200 9600 18688 512 0 0 0" ]'
t 'other machines have no such columns' '
	metrics machine --machine torus:k=4x4,p=2,unavailable=3 | grep "^kind," >out && ! grep -q service_nodes out'
t 'nodes that are down are counted beside the kinds' '
	[ "$(of_machine torus:k=2x2x2,p=2,other=1x1x2@0+0+0,service=blades:4,unavailable=0-15 $kinds)" = "8 4 4 0 8" ]'

t 'Titan: the list of its nodes comes back' '
	metrics nodes --no-preamble --machine "$machines/titan.conf" | awk -F, "NR > 1 { print \$9, \$8, \$6, \$3, \$4, \$5 }" | sort -n >got &&
	gzip -dc "$map" | diff -q - got'
t 'Titan: a blade is two routers adjacent in y, a cage eight in z: the packs of its links' '
	gzip -dc "$map" | awk "{ b = \$2; sub(/n[0-3]\$/, \"\", b); c = b; sub(/s[0-7]\$/, \"\", c); y = \$4 \" \" int(\$5 / 2) \" \" \$6; z = int(\$6 / 8)
		if ((b in blade && blade[b] != y) || (c in cage && cage[c] != z)) exit bad = 1; blade[b] = y; cage[c] = z } END { exit bad }"'
t 'the label of a node is its place, whatever its nid' '
	metrics nodes --no-preamble --machine "$machines/titan.conf" | awk -F, "NR > 1 && \$1 != 2 * (\$3 + 25 * (\$4 + 16 * \$5)) + (NR % 2) { exit bad = 1 } END { exit bad }"'

t 'no policy gives a service node, and all others can be had' '
	m=torus:k=6x6x4,p=2,service=blades:24,other=2x2x2@4+4+0 && labels $m compute >want && n=$(wc -l <want) && [ $n = 248 ] &&
	for policy in simple rdn rdr slurm; do
		printf "job,nodes\n1,$n\n" | alloc --policy $policy --machine $m >out && printf "job,nodes\n1,$((n + 1))\n" >more &&
		exits 1 alloc --policy $policy --machine $m more >none 2>err || exit 1
		column node_list out | tr " " "\n" | awk -F- "{ for (v = \$1; v <= \$NF; v++) print v }" | sort -n | diff - want || exit 1
	done'
t 'a job that comes with a service node is refused' '
	m=torus:k=4x4,p=2,service=blades:4 && v=$(labels $m service | head -1) && printf "job,nodes,node_list\n1,1,$v\n" >jobs.csv &&
	for tool in "alloc --policy simple" map; do
		exits 1 $tool --machine $m jobs.csv 2>err && grep -q "node_list: $q$v$q: node $v is unavailable" err || exit 1
	done'
t 'the same service nodes in all tools, whatever their --seed' '
	m=torus:k=6x6x4,p=2,service=blades:96 && printf "job,nodes\n1,9\n" | alloc --policy rdn --seed 9 --machine $m | map --seed 8 >out &&
	metrics nodes --no-preamble --seed 7 out >got && metrics nodes --no-preamble --machine $m | cmp - got &&
	labels $m service | diff - <(printf "%s\n" $(labels $m,service-seed=1 service)) && ! labels $m service | diff -q - <(labels $m,service-seed=2 service)'

t 'a machine file names its list beside itself; a spec, --set and a stream where the tool runs' '
	mkdir -p a/b c && gzip -dc "$map" >a/list && printf "kind=torus\nk=25x16x24\np=2\nmap=../list\n" >a/b/m.conf && printf "job,nodes\n1,2\n" >jobs.csv &&
	alloc --policy simple --machine a/b/m.conf jobs.csv >out && grep -qx "#machine torus:k=25x16x24,p=2,map=a/b/../list" out &&
	map out >/dev/null && map --set map=a/list out >/dev/null && cd c && exits 1 map ../out 2>err && grep -q "cannot open .a/b/../list.: " err &&
	alloc --policy simple --machine ../a/b/m.conf ../jobs.csv | grep -qx "#machine torus:k=25x16x24,p=2,map=../a/b/../list" &&
	printf "kind=torus\nk=25x16x24\np=2\nmap=%s\n" "$map" >m.conf && alloc --policy simple --machine m.conf ../jobs.csv | grep -qxF "#machine torus:k=25x16x24,p=2,map=$map"'
t 'a graph in a machine file, too' '
	mkdir net && printf "from,to\n0,1\n" >net/links.csv && printf "kind=graph\nlinks=links.csv\n" >net/m.conf &&
	metrics machine --machine net/m.conf | grep -qx "#machine graph:links=net/links.csv"'

t 'a list that is wrong: status 1, file and line, in every tool' '
	printf "0 a compute 0 0\n1 b compute 0 0\n2 c compute 0 0\n" >list && printf "job,nodes,node_list\n1,1,0\n" >jobs.csv && m=torus:k=3x3,p=2,map=list &&
	for tool in "alloc --policy simple" map netsim "metrics machine" "metrics nodes"; do
		exits 1 $tool --machine $m jobs.csv >out 2>err && ! test -s out &&
		[ "$(cat err)" = "${tool%% *}: list:3: the router there has 2 nodes already, as many as the machine${q}s p says" ] || exit 1
	done && exits 1 gen-workload uniform --machine $m --job-nodes 1 2>err && grep -q "^gen-workload: list:3: " err'
t 'a list that is cut short or not there' '
	head -c 5000 "$map" >cut.gz && exits 1 metrics nodes --machine torus:k=25x16x24,p=2,map=cut.gz >out 2>err && ! test -s out &&
	grep -q "^metrics: cannot read .cut.gz.: the gzip file is cut short" err &&
	exits 1 metrics nodes --machine torus:k=3x3,map=none 2>err && grep -q "^metrics: cannot open .none.: " err'
t 'Titan on a torus that is too small for it, and with one node a router' '
	exits 1 metrics nodes --machine torus:k=24x16x24,p=2,map="$map" 2>err && grep -q ":[0-9]*: x: .24.: must be 0 to 23$" err &&
	exits 1 metrics nodes --machine torus:k=25x16x24,map="$map" 2>err && grep -q ":2: the router there has 1 node already" err'

# A message of 1000 bytes from node to node: three links of 40 ns, two routers of 100 ns, and its bytes over the link between these.
t 'a link inside a pack is as fast as the pack says' '
	cross() { printf "job,nodes,tasks,pattern,bytes,node_list\n1,2,2,broadcast,1000,$2\n" | map --machine "$1" | netsim | column comm_time_s; } &&
	m=mesh:k=6,cores=1,node-bw=1TB/s,pack=x:2:16Gb/s && [ "$(cross $m 0-1) $(cross $m 1-2) $(cross $m 2-3)" = "8.2e-07 1.32e-06 8.2e-07" ] &&
	[ "$(cross ${m/mesh/torus} "0 5") $(cross ${m/mesh/torus} "5 4")" = "1.32e-06 8.2e-07" ]'
t 'bisection: links of a pack count with their own bandwidth' '
	[ "$(of_machine mesh:k=4,pack=x:2:16Gb/s bisection_links bisection_bits_per_s bisection_bits_kind)" = "1 8e+09 bound" ] &&
	[ "$(of_machine mesh:k=4,pack=x:3:16Gb/s bisection_links bisection_bits_per_s)" = "1 1.6e+10" ] &&
	[ "$(of_machine mesh:k=4,pack=x:2:8Gb/s bisection_bits_per_s bisection_bits_kind)" = "8e+09 exact" ]'

done_testing
