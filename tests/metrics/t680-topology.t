#!/usr/bin/env bash
# metrics topology: lists of real networks become the tables of a machine of kind graph.
source "$(dirname "$0")/../lib.sh"

q="'"
# the lists of these cases
aries() { cat "$HOPLINE_ROOT/tests/cases/topology/aries/in"; }
infiniband() { cat "$HOPLINE_ROOT/tests/cases/topology/ibnetdiscover/in"; }
# refused FORMAT 'MESSAGE' <list: exit status 1 and these words behind "metrics: "
refused() {
	exits 1 metrics topology --from "$1" >out 2>err || return 1
	case $(cat err) in "metrics: $2"*) ;; *) cat err; return 1 ;; esac
	[ ! -s out ]
}
export q
export -f aries infiniband refused

cases topology
t 'the preamble says how the links were made' '
	aries >list && metrics topology --from aries list | sed -n 1,2p >out && printf "%s\n" "#hopline 1" \
		"#run metrics $(metrics --version | sed "s/.* //;1q") topology --from aries list" | diff - out'
t 'the lines may come in any order, with CRLF, gzipped' '
	aries >list && metrics topology --from aries --no-preamble --nodes a list >b &&
	sort -r list | sed "s/\$/\r/" | gzip >list.gz && metrics topology --from aries --no-preamble --nodes c list.gz >d && cmp a c && cmp b d'
t 'graph:topology=LIST is the network of the tables, its hosts the nodes, the speed of nodes that of most' '
	for row in aries:aries ibnetdiscover:ibnetdiscover dual-port:ibnetdiscover twins:ibnetdiscover; do
		cp "$HOPLINE_ROOT/tests/cases/topology/${row%:*}/in" list && metrics topology --from ${row#*:} --nodes n.csv list >l.csv 2>said &&
		nics=$(sed -n "s/.*wants nics=\([0-9]*\).*/\1/p" said) && for m in links=l.csv,nodes=n.csv,nics=${nics:-1} topology=list,node-bw=8Gb/s; do
			metrics topology --to links --nodes ${m%%=*}.n --no-preamble --machine graph:$m >${m%%=*}.l && metrics nodes --no-preamble --machine graph:$m >${m%%=*}.o || exit 1
		done 2>err && cmp links.l topology.l && cmp links.n topology.n && cmp links.o topology.o || exit 1
	done && metrics machine --machine graph:topology=list 2>err | cells nominal_bits_per_s,nics | grep -qx "4e+11 [48]e+[0-9]*,2" &&
	metrics nodes --machine graph:topology=list,nics=1 2>said | cells name | paste -sd" " | grep -qx "H-a088c20300000030 H-a088c20300000099 H-a088c20300000031" &&
	grep -q "hosts left out, which have not 1 adapter: 2" said && refuses 1 "metrics: list: no node of 3 adapters" metrics machine --machine graph:topology=list,nics=3 &&
	refuses 2 "name: '$q'x'$q': names a topology of a topology.yaml" metrics machine --machine graph:topology=list,name=x'
t 'two lines of standard error in front are not YAML' '
	{ echo "ibwarn: [77] mad_rpc: no answer"; echo "ibwarn: [77] query_node: no answer"; infiniband; } >list && metrics machine --machine graph:topology=list 2>said | cells nodes |
		diff - <(infiniband >l && metrics machine --machine graph:topology=l 2>/dev/null | cells nodes) && grep -q "lines of standard error: 2" said'
t 'both make machines' '
	printf "job,nodes\n1,3\n" >jobs.csv && aries | metrics topology --from aries --nodes an.csv >al.csv &&
	alloc --policy rrn --machine graph:links=al.csv,p=1 jobs.csv 2>err; grep -q "needs a machine with groups" err &&
	infiniband | metrics topology --from ibnetdiscover --nodes in.csv >il.csv &&
	alloc --policy simple --machine graph:links=il.csv,nodes=in.csv jobs.csv | map | rows | grep -q "0-2x2\$"'

t 'aries: an unknown line' '
	{ aries; echo "c0-0c0s0a0l05(0:0:0) red -> unused"; } |
		refused aries "<stdin>:21: ${q}c0-0c0s0a0l05(0:0:0) red -> unused$q: must be a tile, as " &&
	echo "c0-0c0s0a0l05(0:0) blue -> unused" | refused aries "<stdin>:1: " &&
	echo "c0-0c0s0a0l08(0:0:0) blue -> unused" | refused aries "<stdin>:1: " &&
	echo "c0-0c0s0a0l05(0:0:0) blue -> processor" | refused aries "<stdin>:1: " &&
	echo "c0-0c0s0a0l05(0:0:0) ptile -> c0-0c0s0a0l06(0:0:0)" | refused aries "<stdin>:1: " &&
	echo "c0-0c0s0a0l05(0:0:0) blue -> unused, or so" | refused aries "<stdin>:1: " &&
	printf "c0-0c0s0a0l05(0:0:0) blue -> unused\0x\n" | refused aries "<stdin>:1: " &&
	infiniband | refused aries "<stdin>:1: "'
t 'aries: a tile twice, a cable with one end, one that leads elsewhere, of two colours, home' '
	{ aries; aries | sed -n 1p; } | refused aries "<stdin>:21: c0-0c0s0a0l00: line 1 has this port already" &&
	aries | sed /^c0-0c0s1a0l17/d | refused aries "<stdin>:1: c0-0c0s0a0l00 leads to c0-0c0s1a0l17, which no line lists" &&
	aries | sed "2s/l01(0:1/l02(0:1/" | refused aries "<stdin>:2: c0-0c0s0a0l01 leads to c0-0c1s0a0l02, which line 11 leads to c0-0c0s0a0l02" &&
	aries | sed 2s/black/green/ | refused aries "<stdin>:2: c0-0c0s0a0l01 leads to c0-0c1s0a0l01 as local-row, line 10 says local-column" &&
	printf "%s\n" "c0-0c0s0a0l01(0:0:0) green -> c0-0c0s0a0l02(0:0:0)" "c0-0c0s0a0l02(0:0:0) green -> c0-0c0s0a0l01(0:0:0)" |
		refused aries "<stdin>:1: c0-0c0s0a0l01 leads to c0-0c0s0a0l02 of its own"'
t 'aries: a router at two places, two at one, half a node' '
	aries | sed "6s/0:0:0/0:0:9/" | refused aries "<stdin>:6: c0-0c0s0a0 is at (0:0:9), and at (0:0:0) in line 1" &&
	aries | sed "s/3:0:0/0:0:1/" | refused aries "<stdin>:4: c2-0c0s0a0 is at (0:0:1), where c0-0c0s1a0 is in line 1" &&
	aries | sed 7d | refused aries "<stdin>:1: c0-0c0s0a0 has 1 tiles to the processor, and 2 serve a node"'

t 'ibnetdiscover: an unknown line' '
	infiniband | sed "s/^vendid=0x2c9/vendor/" | refused ibnetdiscover "<stdin>:22: ${q}vendor$q: must be a switch, an adapter (${q}Ca$q), " &&
	infiniband | sed "9s/.S-a./S-a/" | refused ibnetdiscover "<stdin>:9: " &&
	infiniband | sed "9s/.7./[x]/" | refused ibnetdiscover "<stdin>:9: " &&
	infiniband | sed "s/^Switch/Bridge/" | refused ibnetdiscover "<stdin>:8: " &&
	infiniband | sed 8d | refused ibnetdiscover "<stdin>:8: " &&
	aries | refused ibnetdiscover "<stdin>:1: "'
t 'ibnetdiscover: a switch twice, a cable with one end, a node on two routers, nodes alone' '
	infiniband | sed "s/36 \"S-a/36 \"S-b/" | refused ibnetdiscover "<stdin>:15: S-b is in line 8 already" &&
	infiniband | sed 20d | refused ibnetdiscover "<stdin>:9: S-b[1] leads to S-a[7], which no line lists" &&
	infiniband | sed "12i [31]	\"H-1\"[1](10)" | sed "26i [1](10)	\"S-b\"[31]" |
		metrics topology --from ibnetdiscover --nodes n.csv 2>&1 >/dev/null | grep -qx "metrics: <stdin>: hosts left out, which have not 1 adapter as most: 1" &&
	rows n.csv | cut -d, -f3 | paste -sd, | grep -qx "n2,n3" &&
	printf "%s\n" "Ca	1 \"H-1\"" "[1] \"H-2\"[1]" "Ca	1 \"H-2\"" "[1] \"H-1\"[1]" "Switch	1 \"S\"" |
		refused ibnetdiscover "<stdin>:2: H-1[1] leads to H-2[1]: two nodes without a router between them"'
t 'ibnetdiscover: a node that is not cabled is left out, with a word' '
	{ infiniband; printf "Ca\t1 \"H-4\"\n"; } | metrics topology --from ibnetdiscover --nodes n.csv 2>err >/dev/null &&
	[ "$(rows n.csv | wc -l)" = 3 ] && [ "$(cat err)" = "metrics: <stdin>:34: H-4 has no link and is left out" ]'
t 'ibnetdiscover: a speed that is not known leaves the bandwidth to the machine' '
	infiniband | sed "s/QDR/???/" | metrics topology --from ibnetdiscover | rows | grep -q "^0,1,4x???,,2,"'

t 'nothing to read' '
	refused aries "<stdin>: no router" </dev/null && printf "# a comment\n" | refused ibnetdiscover "<stdin>: no router" &&
	exits 1 metrics topology --from aries none 2>err && grep -q "^metrics: cannot open .none.: " err'
t 'the command line' '
	exits 2 metrics topology --from cray list 2>err && grep -q "^metrics: --from: .cray.: unknown format; known: aries, ibnetdiscover" err &&
	refuses 2 "metrics: --from FORMAT is required, or --to FORMAT" metrics topology list &&
	refuses 2 "metrics: --machine: " metrics topology --from aries --machine mesh:k=3 list'

t '--to slurm: what it writes is read again as the same tree, and all policies of Slurm choose the same nodes' '
	awk "BEGIN { srand(5); print \"case,job,nodes,switches\"; for (c = 1; c <= 12; c++) for (j = left = 24; left > 0; left -= n) { n = 1 + int(rand() * 8); if (n > left) n = left; print c \",\" j++ \",\" n \",\" (rand() < 0.2 ? 2 : \"\") } }" >jobs.csv &&
	for m in dragonfly:g=5,a=3,p=4 fattree:k=3,n=3 fattree:radix=8,levels=4,pods=3 torus:k=4x3,p=3 slimfly:q=5,p=2 "graph:topology=$HOPLINE_ROOT/data/reference/slurm/uneven.conf"; do
		metrics topology --to slurm --machine "$m" >again.conf || exit 1
		for policy in slurm-tree slurm-tree-fit slurm-tree-linear slurm-dragonfly slurm-dragonfly-fit slurm-none slurm-block; do
			alloc --quiet --on-full skip --policy $policy --machine "$m" jobs.csv | rows >out && [ "$(grep -c ",0,[0-9]" out)" -gt 40 ] &&
			alloc --quiet --on-full skip --policy $policy --machine graph:topology=again.conf jobs.csv | rows | cmp out - || { echo "$m $policy"; exit 1; }
		done
	done'
t '--to slurm: names, nodes that take no job, what is no tree' '
	printf "%s\n" "SwitchName=a Nodes=x9,x10" "SwitchName=b Nodes=y[1-3]" "SwitchName=top Switches=b,a" >t.conf &&
	prints "metrics topology --to slurm --machine graph:topology=t.conf" "# graph:topology=t.conf" "SwitchName=leaf0 Nodes=x[9-10]" "SwitchName=leaf1 Nodes=y[1-3]" "SwitchName=top Switches=leaf[0-1]" &&
	prints "metrics topology --to slurm --machine torus:k=3,other=1@0" "# torus:k=3,other=1@0" "SwitchName=leaf1 Nodes=n1" "SwitchName=leaf2 Nodes=n2" "SwitchName=top Switches=leaf[1-2]" &&
	printf "%s\n" "SwitchName=a Nodes=n1" "SwitchName=b Switches=a" "SwitchName=c Switches=a" >t.conf &&
	refuses 1 "metrics: --to slurm: wants a tree of switches, and ${q}graph:topology=t.conf$q lists its switch 0 below several" metrics topology --to slurm --machine graph:topology=t.conf &&
	refuses 2 "metrics: --to: ${q}pbs$q: unknown format; known: ibnetdiscover, links, slurm" metrics topology --to pbs &&
	refuses 2 "metrics: --to slurm writes a machine, and takes no --from" metrics topology --to slurm --from aries --machine mesh:k=3'

# A machine, and the graph that --to links makes of it; the keys of nodes' links go along.
t '--to links: what it writes is read again as a machine of the same structure' '
	for m in dragonfly:g=5,a=3,p=4,h=3,local-bw=3Gb/s fattree:k=3,n=3 fattree:radix=8,taper=3 torus:k=4x3,p=3,latency=7ns slimfly:q=5,p=2 dragonflyplus:g=5,leaves=3,spines=2,p=2,h=4 expressmesh:k=6x4,gap=2; do
		metrics topology --to links --nodes nodes.csv --machine "$m" >links.csv && for machine in "$m" graph:links=links.csv,nodes=nodes.csv; do
			metrics machine --machine "$machine" | metrics select --no-preamble --columns routers,links,degree_min,degree_max,nodes,diameter,links_mean >structure.${machine%%:*} || exit 1
		done && diff structure.${m%%:*} structure.graph &&
		metrics topology --to links --nodes again-nodes.csv --machine graph:links=links.csv,nodes=nodes.csv | rows >again && rows links.csv | cmp - again && cmp nodes.csv again-nodes.csv || { echo "$m"; exit 1; }
	done'
t '--to links: where there is one way between two nodes messages take the same picoseconds' '
	for m in mesh:k=7 dragonfly:g=1,a=5,p=2,local-bw=3Gb/s,local-latency=7ns,vc-buffer=64KB dragonflyplus:g=6,leaves=1,p=3,spines=1,vc-buffer=64KB; do
		metrics topology --to links --nodes nodes.csv --machine "$m" >links.csv || exit 1
		buffer=$(echo "$m" | grep -o ",vc-buffer=.*") n=$(metrics machine --machine "$m" | column nodes)
		for machine in "$m" "graph:links=links.csv,nodes=nodes.csv$buffer"; do
			printf "job,nodes,pattern,bytes,iterations\na,$n,alltoall,9000,2\n" | alloc --policy simple --machine "$machine" | map | netsim --routing minimal | column comm_time_s >>times
		done
	done && test "$(wc -l <times)" = 6 && test "$(uniq times | wc -l)" = 3'
t '--to links: what has no link, broken parts' '
	m=dragonfly:g=5,a=4,p=1,broken=links:0.2:1 && metrics topology --to links --nodes nodes.csv --machine $m >links.csv &&
	is "$(metrics machine --machine graph:links=links.csv,nodes=nodes.csv | metrics select --no-preamble --columns links,nodes,diameter)" "$(metrics machine --machine $m | metrics select --no-preamble --columns links,nodes,diameter)" &&
	refuses 1 "has broken routers, and those of a graph are numbered without gaps; broken links can be written" metrics topology --to links --machine dragonfly:g=5,a=4,p=1,broken=r3 &&
	refuses 1 "metrics: --to links: ${q}mesh:k=1,p=3$q has one router, and no link" metrics topology --to links --machine mesh:k=1,p=3'

data=$HOPLINE_ROOT/data/topologies
export data
t 'Theta: as many cables, between the same routers, as an independent decoding of the same list has' '
	metrics topology --from aries --nodes nodes.csv "$data/theta.interconnect.gz" >links.csv &&
	rows links.csv | cut -d, -f1-3,5 | sort >ours &&
	zcat "$data/theta.links.csv.gz" | sed "1d;s/,row,/,local-row,/;s/,col,/,local-column,/" | awk -F, "\$1 < \$2" | sort >theirs &&
	cmp ours theirs && [ "$(wc -l <ours)" = 9504 ] && [ "$(rows links.csv | awk -F, "{ n += \$5 } END { print n }")" = 14688 ] &&
	rows links.csv | cut -d, -f3-5 | sort -u >classes &&
	printf "%s\n" global,37.5Gb/s,2 local-column,42Gb/s,3 local-row,42Gb/s,1 | diff - classes &&
	[ "$(rows nodes.csv | wc -l)" = 3456 ] && printf "job,nodes\n1,3456\n" >jobs.csv &&
	alloc --policy rrn --machine graph:links=links.csv,nodes=nodes.csv jobs.csv | rows | grep -q ",0 384 768 1152 "'
t 'X5: 11 switches, 89 nodes, and every link that the list has' '
	metrics topology --from ibnetdiscover --nodes nodes.csv "$data/X5.topofile" >links.csv &&
	[ "$(rows nodes.csv | wc -l)" = 89 ] && [ "$(rows links.csv | awk -F, "{ n += 2 * \$5 } END { print n }")" = \
		"$(grep -c "^\[[0-9]*\][^(]*\"S-" "$data/X5.topofile")" ] &&
	printf "job,nodes\n1,89\n" >jobs.csv && alloc --policy level-spread --machine graph:links=links.csv,nodes=nodes.csv jobs.csv | rows | grep -q "^1,89,"'

done_testing
