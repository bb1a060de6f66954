#!/usr/bin/env bash
# map --nodes: a job without a table, on the machine of a topology.conf of Slurm or any other; and machines made of a topology.conf.
. "$(dirname "$0")/../lib.sh"

# Three leaves of four nodes; two of them meet below the top.
tree() {
	cat <<-'END'
	# the machine room
	SwitchName=leaf0 Nodes=n[00-03] LinkSpeed=100
	switchname=leaf1	NODES=n[04-07]   # by the door

	SwitchName=leaf2 \
	    Nodes="n[08-11]"
	SwitchName=mid Switches=leaf[0-1]
	SwitchName = top Switches=mid,leaf2
	END
}
# fails MESSAGE COMMAND...: exits 1, says that first and prints nothing
fails() { says 1 "$1" "${@:2}" && [ ! -s out.csv ]; }
# wrong MESSAGE LINE...: a topology.conf with those lines is refused
wrong() {
	local message=$1
	shift
	printf '%s\n' "$@" >t.conf
	fails "map: t.conf$message" map --nodes n1 --topology t.conf --dims 1
}
# hops X Y: the sum over neighbours of the grid X x Y of the links between their hosts, a host a task on standard input
hops() {
	awk -v X="$1" -v Y="$2" '
		function leaf(h) { return int(substr(h, 2) / 4) }
		function far(a, b) { return a == b ? 0 : a + b == 1 ? 2 : 3 }
		{ at[NR - 1] = leaf($1) }
		END {
			for (i = 0; i < NR; i++) {
				if (i % X < X - 1) sum += far(at[i], at[i + 1])
				if (i + X < NR) sum += far(at[i], at[i + X])
			}
			print sum, NR
		}'
}
q="'"
export q


cases nodes
cases trees
t 'switches are routers in the order of lines, and the nodes numbered and named as listed' '
	tree >t.conf && metrics machine --no-preamble --machine graph:topology=t.conf >got &&
	for c in routers=5 links=4 nodes=12 router_nodes_min=0 router_nodes_max=4 diameter=3; do [ "$(column ${c%=*} got)" = ${c#*=} ] || { cat got; exit 1; }; done &&
	printf "%s\n" from,to 3,0 3,1 4,3 4,2 >links.csv &&
	{ echo node,router; for v in 0 1 2 3 4 5 6 7 8 9 10 11; do echo $v,$((v / 4)); done; } >nodes.csv &&
	metrics machine --no-preamble --machine graph:links=links.csv,nodes=nodes.csv | sed "s/graph:links=links.csv,nodes=nodes.csv/graph:topology=t.conf/; s/\"//g" | diff - <(sed "s/\"//g" got)'
t 'such a machine is simulated like any other' '
	tree >t.conf && printf "%s\n" "#hopline 1" "#machine graph:topology=t.conf" job,nodes,pattern,bytes a,6,alltoall,1000 |
		alloc --policy simple | map --algorithm local | netsim | column comm_time_s | awk "\$1 > 0 { n++ } END { exit n != 1 }"'
t 'a switch below several others' '
	printf "%s\n" "SwitchName=a Nodes=n[1-2]" "SwitchName=b Nodes=n[3-4]" "SwitchName=s1 Switches=a,b" "SwitchName=s2 Switches=a,b" >t.conf &&
	metrics machine --no-preamble --machine graph:topology=t.conf | column links | grep -qx 4'
t 'one switch' '
	echo "SwitchName=a Nodes=n[1-4]" >t.conf && map --nodes "n[2,4]" --topology t.conf --dims 2 --format hostfile --no-preamble >got &&
	printf "%s\n" n2 n4 | diff - got'

t 'a table of one job; the same mapping as from a table' '
	tree >t.conf && map --nodes "n[01,05,09,02]" --topology t.conf --dims 2x4 --algorithm local >got &&
	[ "$(sed -n "s/^#machine //p" got)" = graph:topology=t.conf ] &&
	rows got | cut -d, -f1-9 >row && echo "job,4,8,cartesian,4x2,,,1 5 9 2,local" | diff - row &&
	{ grep "^#machine\|^#hopline" got; printf "%s\n" job,nodes,pattern,dims,node_list "job,4,cartesian,4x2,1 5 9 2"; } |
		map --algorithm local --count-node-links yes | column task_nodes | diff - <(column task_nodes got)'
t 'better than the launcher on its own' '
	tree >t.conf && nodes="n[00,08,04,01,09,05,02,10,06,03,11,07]" && for a in linear local; do
		map --nodes "$nodes" --topology t.conf --dims 8x6 --algorithm $a --no-preamble --format hostfile | hops 6 8 >$a || exit 1
	done && [ "$(cut -d" " -f2 local)" = 48 ] && [ "$(cut -d" " -f1 local)" -lt "$(($(cut -d" " -f1 linear) * 3 / 4))" ] || { cat linear local; exit 1; }'
t 'without --algorithm it is auto; geom-or-linear is linear there' '
	tree >t.conf && map --nodes "n[00-11]" --topology t.conf --dims 4x3 >got && map --nodes "n[00-11]" --topology t.conf --dims 4x3 --algorithm auto --no-preamble |
		column task_nodes | diff - <(column task_nodes got) &&
	map --nodes "n[00-11]" --topology t.conf --dims 4x3 --moves 9 >got && is "$(column map got)" auto &&
	map --nodes "n[00-11]" --topology t.conf --dims 4x3 --algorithm geom-or-linear --no-preamble | column task_nodes | grep -qx "0-11" &&
	fails "map: algorithm ${q}geom$q needs a machine with coordinates, and ${q}graph:topology=t.conf,cores=1$q has none" \
		map --nodes "n[00-11]" --topology t.conf --dims 4x3 --algorithm geom'
t 'tasks a node: as many as are needed, or --tasks-per-node' '
	tree >t.conf && map --nodes "n[00-03]" --topology t.conf --dims 5x2 | grep -q "^#machine graph:topology=t.conf,cores=3\$" &&
	map --nodes "n[00-03]" --topology t.conf --dims 5x2 --tasks-per-node 5 --algorithm linear | column task_nodes | grep -qx "0-2x3 3" &&
	map --nodes "n[00-03]" --topology t.conf --pattern alltoall --tasks-per-node 2 --algorithm linear | column task_nodes | grep -qx "0-3x2" &&
	map --nodes 0-3 --machine mesh:k=4,cores=3 --pattern alltoall --tasks-per-node 2 --algorithm linear >got && grep -q "^#machine mesh:k=4\$" got && column task_nodes got | grep -qx "0-3x2" &&
	says 2 "map: 10 tasks on 4 nodes with 2 processors; see --tasks-per-node" map --nodes "n[00-03]" --topology t.conf --dims 5x2 --tasks-per-node 2'
t '--pattern, --periodic' '
	tree >t.conf && map --nodes "n[00-07]" --topology t.conf --dims 2x2x2 --pattern halo3d | rows | grep -q "^job,8,8,halo3d,2x2x2,,," &&
	map --nodes "n[00-07]" --topology t.conf --dims 8x1 --periodic x | rows | grep -q "^job,8,8,cartesian,1x8,y,,"'
t 'options that no algorithm takes that runs are refused' '
	for o in "--max-swaps 3" "--cell 2" "--cut-tie machine" "--radius 2" "--time 1s"; do
		says 2 "map: algorithm ${q}linear$q does not take ${o% *}" map --nodes 0-3 --machine mesh:k=4 --dims 4 --algorithm linear $o || exit 1
	done; says 2 "map: algorithm ${q}gsearch$q does not take --radius" map --nodes 0-3 --machine mesh:k=4 --dims 4 --algorithm gsearch --radius 2 &&
	map --nodes 0-3 --machine mesh:k=4 --dims 4 --algorithm gsearch --cut-tie machine --max-swaps 3 >got &&
	says 2 "map: --swaps-trace: $q-$q: must be the name of a file" map --nodes 0-3 --machine mesh:k=4 --dims 4 --algorithm gsearch --swaps-trace -'
t '--matrix: as many tasks as it has ranks' '
	tree >t.conf && printf "%s\n" rank_a,rank_b,bytes 0,5,1000 1,4,1000 2,3,1000 >m.csv &&
	map --nodes "n[00-01,08-09]" --topology t.conf --matrix m.csv --format hostfile --no-preamble >got && [ "$(wc -l <got)" = 6 ] &&
	for pair in "1 6" "2 5" "3 4"; do set -- $pair; [ "$(sed -n $1p got | cut -c 1-2)" = "$(sed -n $2p got | cut -c 1-2)" ] || { cat got; exit 1; }; done'
t 'on any machine: nodes by number, or by the names that --hosts gives' '
	map --nodes "4-7 0-3" --machine mesh:k=4x4,cores=1 --dims 2x4 --algorithm geom | column node_list | grep -qx "4-7 0-3" &&
	map --nodes "nid[0005-0008]" --hosts "nid[0001-0016]" --machine mesh:k=4x4,cores=1 --dims 2x2 --algorithm geom --format nodelist | grep -qxF "nid[0005-0008]" &&
	map --nodes "4-7" --hosts "b[1-4]" --machine mesh:k=4x4,cores=1 --dims 4 --algorithm linear --format hostfile --no-preamble | paste -sd, | grep -qx b1,b2,b3,b4'

t '--count-node-links: partners stay on their node; yes with --nodes, and in a table where nodes have several cores' '
	printf "%s\n" "SwitchName=a Nodes=n[00-03]" >t.conf && off() {
		awk "{ at[NR - 1] = \$1 } END { for (i = 0; i < NR; i++) { if (i % 8 < 7) n += at[i] != at[i + 1]; if (i + 8 < NR) n += at[i] != at[i + 8] } print n }"
	} && m="map --nodes n[00-03] --topology t.conf --dims 8x8 --algorithm gsearch --from random --no-preamble" &&
	$m --format hostfile | off >usual && $m --format hostfile --count-node-links yes | off | diff usual - && $m --format hostfile --count-node-links no | off >no || exit 1
	[ "$(cat usual)" -lt "$(($(cat no) * 3 / 4))" ] || { cat usual no; exit 1; }
	{ printf "%s\n" "#hopline 1" "#machine graph:topology=t.conf,cores=16" job,nodes,pattern,dims,node_list "job,4,cartesian,8x8,0-3"; } >in.csv &&
	map --algorithm gsearch --from random --count-node-links no in.csv | column task_nodes >got && $m --count-node-links no | column task_nodes | diff got - &&
	map --algorithm gsearch --from random in.csv | column task_nodes >got && $m | column task_nodes | diff got - &&
	says 2 "map: --count-node-links: ${q}2$q: must be no or yes" map --count-node-links 2 in.csv'

t 'nodes that are no such nodes' '
	tree >t.conf && m="--topology t.conf --dims 2" && of=graph:topology=t.conf,cores=1 &&
	says 2 "map: --nodes: ${q}n12$q: no node of ${q}$of$q has this name; did you mean ${q}n02$q?" map --nodes "n[11-12]" $m &&
	says 2 "map: --nodes: ${q}n1$q: no node of ${q}$of$q has this name; did you mean ${q}n01$q?" map --nodes "n1,n02" $m &&
	says 2 "map: --nodes: ${q}n03$q: listed twice" map --nodes "n[03-04],n03" --topology t.conf --dims 3 &&
	says 2 "map: --nodes: character 3: ${q}03-01$q: a range must ascend" map --nodes "n[03-01]" $m &&
	says 2 "map: --nodes: character 2: ${q}[$q: a bracket without its end" map --nodes "n[03" $m &&
	says 2 "map: --nodes: ${q}n03$q: is unavailable" map --nodes "n[02-03]" $m --set unavailable=3 &&
	says 2 "map: --nodes: ${q}4$q: 4 is not below 4 (nodes are given by number here: the machine${q}s have no names)" map --nodes 4 --machine mesh:k=4 --dims 1 &&
	says 2 "map: --nodes: ${q}3$q: listed twice" map --nodes "1-3 3" --machine mesh:k=4 --dims 1'
t 'options that do not go together' '
	tree >t.conf && says 2 "map: --topology: ${q}t.conf$q: is for a job without a table, and --nodes is missing" map --topology t.conf &&
	says 2 "map: --dims: ${q}4$q: is for a job without a table, and --nodes is missing" map --dims 4 &&
	says 2 "map: ${q}jobs.csv$q: with --nodes no table is read" map --nodes n01 --topology t.conf --dims 1 jobs.csv &&
	says 2 "map: --job: ${q}a$q: with --nodes there is one job" map --nodes n01 --topology t.conf --dims 1 --format nodelist --job a &&
	says 2 "map: --topology: ${q}t.conf$q: --machine names another" map --nodes n01 --topology t.conf --dims 1 --machine mesh:k=4 &&
	says 2 "map: no machine: --topology or --machine is missing" map --nodes 0-3 --dims 1 &&
	says 2 "map: --topology: ${q}a,b$q: the name of a machine${q}s file holds no comma" map --nodes n01 --dims 1 --topology a,b'
t 'jobs that are none' '
	tree >t.conf && m="map --nodes n[00-03] --topology t.conf" &&
	says 2 "map: --dims: ${q}2y2$q: must be 1 to 4 extents, as 8x8x4" $m --dims 2y2 &&
	says 2 "map: --dims: ${q}70000x70000$q: more than 4294967294 tasks" $m --dims 70000x70000 &&
	says 2 "map: --tasks-per-node: ${q}0$q: must be an integer from 1 to 2147483647" $m --dims 4 --tasks-per-node 0 &&
	says 2 "map: how do its tasks talk? --dims, --matrix or --pattern is missing" $m &&
	says 2 "map: --matrix: ${q}none.csv$q: pattern ${q}halo2d$q reads no matrix" $m --dims 2x2 --matrix none.csv --pattern halo2d &&
	says 2 "map: --pattern: ${q}matrix$q: --matrix is missing" $m --dims 2x2 --pattern matrix &&
	{ $m --dims 2x2 --pattern halo3d 2>err; [ "$(sed -n 1p err)" = "map: --dims: ${q}2x2$q: must have 3 dimensions for ${q}halo3d$q" ] || { cat err; exit 1; }; } &&
	{ $m --dims 2x2 --periodic z 2>err; grep -q "^map: --periodic: ${q}z$q: must name dimensions of the process grid, which has xy" err || { cat err; exit 1; }; } &&
	fails "map: cannot open ${q}none.csv$q: No such file or directory" $m --matrix none.csv'

t 'topology.conf: nodes and switches twice, undefined, without anything' '
	wrong ":1: Nodes: ${q}n1$q: switch ${q}a$q in line 1 has it already" "SwitchName=a Nodes=n[1-2],n1" &&
	wrong ":2: SwitchName: ${q}a$q: line 1 has it already" "SwitchName=a Nodes=n1" "SwitchName=a Nodes=n2" &&
	wrong ":2: Switches: ${q}c$q: no line defines this switch" "SwitchName=a Nodes=n1" "SwitchName=b Switches=a,c" &&
	wrong ":2: Switches: ${q}a$q: listed twice" "SwitchName=a Nodes=n1" "SwitchName=b Switches=a,a" &&
	wrong ":1: switch ${q}a$q must have Nodes or Switches" "SwitchName=a" &&
	wrong ":2: Nodes: ${q}n2$q: no switch that ${q}b$q lists has it" "SwitchName=a Nodes=n1" "SwitchName=b Nodes=n[1-2] Switches=a" &&
	wrong ":1: a SwitchName is missing" "Nodes=n1" && wrong ": no switch; where Slurm has no topology, map without --topology takes one" "# nothing"'
t 'topology.conf: cycles' '
	wrong ":1: switch ${q}a$q is below itself" "SwitchName=a Switches=a" &&
	wrong ":2: switch ${q}a$q is below itself; the way up is ${q}c$q, ${q}b$q" "SwitchName=x Nodes=n1" "SwitchName=a Switches=b,x" "SwitchName=b Switches=c" "SwitchName=c Switches=a"'
t 'topology.conf: blocks' '
	wrong ":2: a switch in a file of blocks: it must have either blocks or switches" "BlockName=b Nodes=n[1-4]" "SwitchName=a Nodes=n5" &&
	wrong ":2: a block in a file of switches: it must have either blocks or switches" "SwitchName=a Nodes=n5" "BlockName=b Nodes=n[1-4]" &&
	wrong ":1: a line of blocks has BlockName and Nodes, or BlockSizes" "BlockName=b Switches=a" &&
	wrong ":1: a BlockName is missing" "Nodes=n1 BlockSizes=1" && wrong ": no switch; where Slurm has no topology, map without --topology takes one" "BlockSizes=4" &&
	wrong ":2: Nodes: ${q}n4$q: block ${q}b$q in line 1 has it already" "BlockName=b Nodes=n[1-4]" "BlockName=c Nodes=n[4-8]" &&
	for sizes in 4,12 4,4 0 x 4, 8,4; do
		wrong ":2: BlockSizes: $q$sizes$q: must be numbers of nodes, each of them 2, 4, 8 or another power of two times the first, ascending" "BlockName=b Nodes=n[1-4]" "BlockSizes=$sizes" || exit 1
	done'
t 'topology.conf: Include stands for the lines of a file beside it' '
	mkdir sub && echo "SwitchName=a Nodes=n[1-4]" >sub/a.conf && printf "%s\n" "include  a.conf # here" "SwitchName=b Nodes=n[5-8]" "Include sub2/top.conf" >sub/all.conf &&
	mkdir sub/sub2 && echo "SwitchName=top Switches=a,b" >sub/sub2/top.conf && sed "s/include.*/SwitchName=a Nodes=n[1-4]/;s/Include.*/SwitchName=top Switches=a,b/" sub/all.conf >flat.conf &&
	for m in sub/all.conf flat.conf; do metrics nodes --no-preamble --machine graph:topology=$m >$(basename $m).csv || exit 1; done && cmp all.conf.csv flat.conf.csv &&
	wrong ":1: ${q}Include$q: must be Include and the name of one file" Include && wrong ":1: ${q}Include a b$q: must be Include and the name of one file" "Include a b" &&
	mkfifo pipe && for name in /dev/zero pipe sub; do wrong ":1: Include: $q$name$q: must be the name of a regular file" "Include $name" || exit 1; done &&
	echo "SwitchName=a Nodes=n5" >b.conf && printf "%s\n" "SwitchName=a Nodes=n[1-4]" "Include b.conf" >t.conf &&
	exits 1 metrics nodes --machine graph:topology=t.conf >out 2>err && is "$(cat err)" "metrics: b.conf:1: SwitchName: ${q}a$q: line 1 has it already" &&
	echo "Include t.conf" >t.conf && exits 1 metrics nodes --machine graph:topology=t.conf 2>err && grep -q "more than 256 files are included; does one include itself" err'
t 'topology.conf: keys and values' '
	wrong ":1: Node: unknown key; known: SwitchName, Nodes, Switches, LinkSpeed, BlockName, BlockSizes, RingName, and those of \`scontrol show topology\`" "SwitchName=a Node=n1" &&
	wrong ":1: nodes: ${q}n2$q: given twice" "SwitchName=a Nodes=n1 nodes=n2" && wrong ":1: ${q}n1$q: must be Key=value" "SwitchName=a n1" &&
	wrong ":1: Nodes: a quote without its end" "SwitchName=a Nodes=\"n1" && wrong ":1: Nodes: character 2: ${q}[$q: a bracket without its end" "SwitchName=a Nodes=n[1" &&
	wrong ":1: Nodes: character 1: a host${q}s name is missing" "SwitchName=a Nodes=" &&
	wrong ":2: SwitchName: ${q}b[1-2]$q: must be the name of one switch" "" "SwitchName=b[1-2] Nodes=n1" &&
	wrong ":1: Nodes: character 2: ${q}\$$q: must be a letter, a digit or one of -_.: of a host${q}s name, or a comma between two" "SwitchName=a Nodes=n\$(reboot)" &&
	wrong ":1: Nodes: character 6: a host${q}s name begins with no ${q}-$q, as an option would" "SwitchName=a Nodes=-x[1]" &&
	wrong ":2: Switches: character 2: ${q};$q: must be a letter, a digit or one of -_.: of a host${q}s name, or a comma between two" "SwitchName=a Nodes=n1" "SwitchName=b Switches=a;b" &&
	wrong ":1: SwitchName: ${q}a\`b$q: must be the name of one switch" "SwitchName=a\`b Nodes=n1" &&
	long=$(printf %065d 0) && wrong ":1: SwitchName: ${q}$long$q: longer than 64 characters" "SwitchName=$long Nodes=n1" &&
	wrong ":3: Nodes: character 3: ${q}3-1$q: a range must ascend" "# one" "# two \\" "SwitchName=a \\" "Nodes=n[3-1]"'
t 'a topology.conf beside other keys of the machine' '
	tree >t.conf && for key in links=t.conf nodes=t.conf p=2; do
		says 2 "map: --machine: ${key%=*}: ${q}${key#*=}$q: the network is that of the file t.conf" map --nodes n1 --dims 1 --machine graph:topology=t.conf,$key || exit 1
	done && says 2 "map: --machine: links: must be given, or topology" map --nodes n1 --dims 1 --machine graph:p=2'
t 'a hostfile: by any path, by its plain name, which is said, on standard input; a folder is none' '
	printf "%s slots=2\n" n1 n2 >hosts && mkdir n1 below && cp hosts below/ &&
	for from in ./hosts "$PWD/hosts" below/hosts below/../hosts hosts -; do
		map --nodes "$from" --dims 2x2 --hosts "n[1-2]" --no-preamble <hosts >out 2>err && cut -d, -f2,3,8 out | sed 1d >got && is "$(cat got)" 2,4,0-1 || exit 1
		is "$(grep -c "^map: --nodes: ${q}hosts$q is a file, which is read$" err)" "$([ "$from" = hosts ] && echo 1 || echo 0)" || exit 1
	done && cp hosts 0-1 && for none in "n1" "0-1 --machine mesh:k=2,cores=2"; do map --nodes $none --dims 2x2 >out 2>err && ! grep -q "is a file" err || exit 1; done &&
	for from in ./none ../none none/such; do says 1 "map: cannot open $q$from$q: No such file or directory" map --nodes "$from" --dims 2x2 || exit 1; done'
t 'no nodes: an empty list, as of a variable that is not set, an empty file, one of comments' '
	: >empty && echo "# none" >comments &&
	for from in "" " " empty - comments; do refuses 2 "map: --nodes: names no nodes" map --nodes "$from" --dims 2x2 || exit 1; done &&
	says 2 "map: PBS_NODEFILE: names no nodes" env PBS_NODEFILE=empty map --nodes --dims 2x2'

done_testing
