#!/usr/bin/env bash
# t480-circuits -- map --circuits: what it writes, that netsim takes it, and what it refuses.  How good the circuits are:
# tests/unit/map/circuit-choice.c.
. "$(dirname "$0")/../lib.sh"

# 8 groups of 4 routers with 2 nodes, 16 global links at 16 OCSes
machine=rdragonfly:g=8,a=4,p=2,h=4,cores=1
# jobs COLUMNS ROW...: a table on it
jobs() { printf '#hopline 1\n#machine %s\njob,nodes,%s\n' "$machine" "$1"; shift; printf '%s\n' "$@"; }
choose() { map --no-preamble --circuits "$@"; }
# counts [FILE]: circuits of each two groups of the last column circuits, "G H N" a line; ports used twice or at two OCSes on the way fail
counts() {
	column circuits "$@" | tr ' ' '\n' | awk -v links="${links:-16}" -v share="${share:-1}" '$0 == "" { next }
		{
			split($0, side, ":"); split(side[1], x, "[.-]"); split(side[2], y, "[.-]")
			if (x[3] == "") { x[3] = x[2]; y[3] = y[2] }
			if (x[3] - x[2] != y[3] - y[2] || x[3] >= links || y[3] >= links || x[1] >= y[1]) exit 1
			for (i = 0; i <= x[3] - x[2]; i++) {
				if (used[x[1], x[2] + i]++ || used[y[1], y[2] + i]++) exit 1
				if (int((x[2] + i) / share) != int((y[2] + i) / share)) exit 1
				n[x[1] " " y[1]]++
			}
		}
		END { for (pair in n) print pair, n[pair] }' | sort -n -k1,1 -k2,2
}

t 'balanced: two groups have all links of both, four have as many for every two' '
	jobs node_list 2,16,0-15 4,32,16-47 | choose balanced >got && head -1 got | grep -qx "job,nodes,node_list,map,task_nodes,circuits,circuit_load,circuit_bound" &&
	is "$(column circuits got | head -1)" "0.0-15:1.0-15" && head -3 got | sed 2d >four && is "$(counts four | xargs)" "2 3 5 2 4 5 2 5 6 3 4 6 3 5 5 4 5 5"'

t 'an odd number of groups: one idles at each OCS; with two ports none does' '
	jobs node_list 3,24,0-23 >in && choose balanced in >got && is "$(counts got | xargs)" "0 1 5 0 2 5 1 2 6" &&
	choose balanced --set ocs=8 in >got && share=2 && is "$(counts got | xargs)" "0 1 8 0 2 8 1 2 8"'

t 'a job within a group needs none, a job without nodes neither; what was in the columns goes' '
	printf "circuits,job,nodes,node_list,circuit_bound\nold,a,8,8-15,7\nold,b,9,,7\n" | choose balanced --machine $machine >got &&
	is "$(rows got | tr "\n" " ")" ",a,8,8-15,,linear,8-15, ,b,9,,,linear,, "'

t 'all groups of circuit_groups are joined, those without a node too; without, those of the nodes' '
	jobs node_list,circuit_groups "a,9,16-24,2-3 6" >in && choose balanced in >got && is "$(counts got | xargs)" "2 3 5 2 6 5 3 6 6" &&
	jobs node_list,circuit_groups a,9,16-24, | choose balanced >got && is "$(counts got | xargs)" "2 3 16"'
# fullest LINKS FILE: the bytes that netsim --links says went from a group to another, over their circuits, of any two groups the most; groups of
# 4 routers, and no byte outside circuits
fullest() {
	{ counts "$2" && rows "$1"; } | awk '/^[0-9]+ / { n[$1, $2] = n[$2, $1] = $3; next }
		{ split($0, cell, ",") }
		cell[3] == "global" { bytes[int(substr(cell[4], 2) / 4), int(substr(cell[5], 2) / 4)] += cell[7] }
		END { for (pair in bytes) { if (!n[pair]) exit 1; load = bytes[pair] / n[pair]; if (load > most) most = load } print most }'
}

t 'matched: links go where the bytes go; the load is what the fullest circuit carries, and the bound is reached' '
	printf "src,dst,bytes\n0,1,4\n1,0,1\n0,2,1\n2,1,1\n" >m && printf "job,nodes,pattern,matrix,node_list\na,3,matrix,m,0 2 4\n" >in &&
	links=6 && choose matched --machine rdragonfly:g=3,a=2,p=1,h=3,cores=1 in >got && is "$(counts got | xargs)" "0 1 4 0 2 1 1 2 1" &&
	is "$(column circuit_load got) $(column circuit_bound got)" "1 1" && choose balanced --machine rdragonfly:g=3,a=2,p=1,h=3,cores=1 in >got &&
	is "$(counts got | xargs)" "0 1 2 0 2 2 1 2 2" && is "$(column circuit_load got) $(column circuit_bound got)" "2 1"'

t 'a circuit carries as much each way at once: of two groups the direction that sends more counts' '
	printf "src,dst,bytes\n" >m && for i in 0 1 2 3; do printf "%d,%d,%d\n" $i $((i + 4)) 2400 $((i + 4)) $((i + 8)) 1200 $((i + 8)) $((i + 4)) 1200; done >>m &&
	m=rdragonfly:g=3,a=4,p=1,h=3,cores=1 && printf "job,nodes,pattern,matrix,node_list\na,12,matrix,m,0-11\n" >in && choose matched --machine $m in >got &&
	is "$(links=12 counts got | xargs)" "0 1 8 1 2 4" && is "$(column circuit_load got) $(column circuit_bound got)" "1200 1200" &&
	netsim --machine $m --routing tago --links l got >out && is "$(fullest l got)" 1200 && choose balanced --machine $m in >got &&
	is "$(column circuit_load got) $(column circuit_bound got)" "2400 1200" && netsim --machine $m --routing tago --links l got >out && is "$(links=12 fullest l got)" 2400 &&
	jobs node_list,pattern a,30,0-29,unstructured b,20,32-51,spread >in && choose matched in >got && for job in 2 3; do
		sed "$((5 - job))d" got >one && netsim --machine $machine --routing tago --links l one >out && is "$(fullest l one)" "$(column circuit_load one)" || exit 1
	done'

t 'groups that exchange nothing are connected all the same' '
	printf "src,dst,bytes\n0,1,4000\n1,0,4000\n2,3,8000\n" >m && printf "job,nodes,pattern,matrix,node_list\na,4,matrix,m,0 2 4 6\n" >in && m=rdragonfly:g=4,a=2,p=1,h=2,cores=1 &&
	links=4 && choose matched --machine $m in >got && is "$(counts got | xargs)" "0 1 3 0 2 1 2 3 3" && is "$(column circuit_load got) $(column circuit_bound got)" "2666.66667 2666.66667" &&
	netsim --machine $m --routing tago got >out && is "$(column comm_bytes out)" 16000'

t 'tasks count where --algorithm puts them' '
	jobs node_list,pattern,dims a,32,0-31,halo2d,8x4 >in && is "$(choose matched in | counts | wc -l)" 3 &&
	choose matched --algorithm random in >got && is "$(counts got | wc -l)" 6 && netsim --machine $machine --routing tago got >out'

t 'an alltoall is counted by groups: as all of its rounds one by one, however many tasks' '
	jobs node_list,pattern,rounds a,20,0-19,alltoall, >one && jobs node_list,pattern,rounds a,20,0-19,alltoall,19 >other &&
	choose matched one >got && choose matched other >want && for c in circuits circuit_load circuit_bound; do is "$(column $c got)" "$(column $c want)" || exit 1; done &&
	is "$(column circuit_load got)" "$(echo $((8 * 8 * 1000 / 8)))" &&
	printf "job,nodes,pattern,node_list\na,18432,alltoall,0-18431\n" | choose matched --machine "$HOPLINE_ROOT/data/machines/grap-rdragonfly.conf" >got && is "$(column circuit_load got)" 20736000'

t 'open-loop traffic within groups needs none, between all groups some for every two; bytes an iteration there are none' '
	jobs load,pattern,node_list a,32,0.5,group-uniform,0-31 b,32,0.5,uniform,32-63 >in && for c in balanced matched; do
		choose $c in >got && is "$(column circuits got | head -1)" "" && is "$(counts got | wc -l)" 6 && is "$(rows got | sed "s/.*,,/,,/" | tr "\n" " ")" ",, ,, " || exit 1
	done && jobs load,pattern,node_list a,32,0.5,adversarial,0-31 | choose matched >got && is "$(counts got | xargs)" "0 1 8 0 3 8 1 2 8 2 3 8"'

t 'netsim takes what is chosen, of several jobs in a case, whatever they send' '
	jobs pattern,node_list,circuit_groups a,16,alltoall,0-15,0-1 b,24,halo3d,16-39,2-4 c,20,unstructured,40-59,5-7 d,4,alltoall,60-63, >in &&
	for c in balanced matched; do choose $c in >got && netsim --machine $machine --routing tago got >out && netsim --machine $machine --routing minimal got >out &&
		is "$(column messages out | xargs)" "240 $(sed s/rdragonfly/dragonfly/ in | netsim | column messages | sed 1d | xargs)" || exit 1; done &&
	awk -F, "NR > 1 { exit !(\$(NF - 1) >= \$NF) }" got'

t 'a row depends on itself: alone, behind others, again' '
	jobs case,pattern,node_list a,24,1,spread,0-23 b,24,2,spread,24-47 a,40,2,spread,0-23\ 48-63 >in && choose matched in >all && choose matched in | cmp - all &&
	sed 4d in | choose matched | tail -2 >got && tail -2 all | cmp - got && ! choose matched --seed 2 in | cmp -s - all'

t 'all 288 groups of the machine of the paper: 41,472 circuits, in one and the other way' '
	printf "job,nodes,pattern,dims,node_list\na,82944,stencil,48x48x36,0-82943\n" >in && for c in balanced $(checked || echo matched); do
		choose $c --machine "$HOPLINE_ROOT/data/machines/grap-rdragonfly.conf" in >$c && links=288 counts $c >n && is "$(awk "{ print \$1 \"\\n\" \$2 }" n | sort -u | wc -l)" 288 || exit 1; done &&
	is "$(links=288 counts balanced | awk "{ n += \$3; c[\$3]++ } END { print n, c[1], c[2] }")" "41472 41184 144" && { checked || { is "$(column circuit_load matched)" "$(column circuit_bound matched)" &&
	awk -v b="$(column circuit_load balanced)" -v m="$(column circuit_load matched)" "BEGIN { exit !(m < b / 50) }"; }; }'

t 'a job that options describe' '
	choose balanced --machine $machine --nodes 0-15 --dims 4x4 >got && is "$(column circuits got)" "0.0-15:1.0-15" && is "$(column circuit_load got)" 250'

t 'machines and options that do not go with it' '
	jobs node_list a,16,0-15 >in && refuses 2 "map: --circuits: '\''some'\'': must be balanced or matched" choose some in &&
	refuses 1 "map: --circuits: needs a machine with optical circuit switches (rdragonfly), and '\''dragonfly:g=8,a=4,p=2'\'' has none" choose balanced --machine dragonfly:g=8,a=4,p=2 <(grep -v "^#" in) &&
	refuses 2 "map: --circuits: is for columns of a table, and --format writes none" choose balanced --format rankfile in'

t 'rows that cannot be served' '
	small=rdragonfly:g=9,a=2,p=1,h=2 && printf "job,nodes,pattern,node_list\na,18,alltoall,0-17\n" >in &&
	refuses 1 "map: in:2: job: '\''a'\'': has 9 groups with 4 global links each, at 4 OCSes: too few for balanced circuits, between every two" choose balanced --machine $small in &&
	refuses 1 "map: in:2: job: '\''a'\'': group 0 exchanges messages with 8 groups and has 4 global links" choose matched --machine $small in &&
	printf "job,nodes,pattern,node_list\na,6,alltoall,0-5\n" >in &&
	refuses 1 "map: in:2: job: '\''a'\'': has 3 groups with 2 global links each, at 2 OCSes: too few to connect them, and every two that exchange messages" choose matched --machine rdragonfly:g=3,a=2,p=1,h=1 in &&
	jobs node_list a,16,0-15 >in && refuses 1 "map: in:4: a column '\''pattern'\'' is needed" choose matched in'

t 'traffic that cannot be counted: matched is refused, balanced has no load' '
	printf "job,nodes,pattern,rounds,node_list\na,18432,alltoall,10000,0-18431\n" >in && m=$HOPLINE_ROOT/data/machines/grap-rdragonfly.conf &&
	refuses 1 "map: in:2: pattern: '\''alltoall'\'': is more than 134217728 messages an iteration, too many to count for --circuits matched; balanced needs no count" choose matched --machine "$m" in &&
	choose balanced --machine "$m" in >got && is "$(column circuit_load got),$(column circuit_bound got)" "," &&
	jobs load,pattern,node_list a,16,0.5,alltoall,0-15 >in && refuses 1 "map: in:4: pattern: '\''alltoall'\'': must be an open-loop pattern, for the row has a load" choose balanced in'

t 'matched: groups that exchange nothing but empty messages have a circuit, too' '
	for seed in 1 2 3; do
		jobs pattern a,20,barrier >in && alloc --policy rdn --seed $seed in | choose matched --machine $machine >got && is "$(column circuits got | grep -c :)" 1 &&
		netsim --machine $machine got >out || exit 1
	done'

t 'groups that are wrong' '
	while IFS="|" read -r groups message; do
		jobs node_list,circuit_groups "a,16,0-15,$groups" >in && refuses 1 "map: in:4: circuit_groups: '\''$groups'\'': $message" choose balanced in || exit 1
	done <<-END
	0|node 8 is in group 1, which is not among them
	0 1 0|group 0 is listed twice
	0-8|
	1-0|
	END'

done_testing
