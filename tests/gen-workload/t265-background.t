#!/usr/bin/env bash
# gen-workload background: traffic on the nodes that the jobs of a placed table leave.
. "$(dirname "$0")/../lib.sh"

bg() { gen-workload background --load 0.26 "$@"; }
# complement NODES UNAVAILABLE COLUMN: does the last row of each case have what is left, and every node once?  UNAVAILABLE: "|" around each.
cat >"$shared_dir/complement.awk" <<'EOF'
function take(text, into,    n, item, i, part, v, k) {
	k = 0
	n = split(text, item, " ")
	for (i = 1; i <= n; i++) {
		sub(/x.*/, "", item[i])
		split(item[i], part, "-")
		if (item[i] !~ /-/) part[2] = part[1]
		for (v = part[1]; v <= part[2]; v++) { into[v]++; k++ }
	}
	return k
}
function close_case(    v, want) {
	for (v = 0; v < nodes; v++) {
		want = !(v in job) && index(gone, "|" v "|") == 0
		if ((rest[v] + 0) != want) { print "case " id ": node " v; bad = 1 }
	}
	for (v in rest) if (v >= nodes) bad = 1
	split("", job); split("", rest); cases++
}
$1 != id && NR > 1 { close_case() }
{ id = $1 }
$2 == "background" { if (take($4, rest) != $3) { print "case " id ": nodes"; bad = 1 } next }
{ take($4, job) }
END { close_case(); print cases; exit bad }
EOF
complement() { cells "case,job,nodes,$3" | awk -F, -v nodes="$1" -v gone="$2" -f "$shared_dir/complement.awk"; }

t 'all nodes that no job has, on machines of every sort, with nodes that nobody may have' '
	for w in "dragonfly:g=9,a=4,p=4 144 level-spread" "rdragonfly:g=9,a=4,p=4,h=2 144 rdn" "torus:k=6x5x4,p=2,unavailable=3+17-19+200 240 simple" "fattree:radix=8 64 simple" \
		"slimfly:q=5,p=3,unavailable=149 150 simple" "dragonfly:g=9,a=4,p=4,unavailable=0-15+100 144 rrn"; do
		set -- $w && gone=$(echo "$1" | awk -F"unavailable=" "NF > 1 { n = split(\$2, x, \"+\"); for (i = 1; i <= n; i++) { split(x[i], p, \"-\"); if (x[i] !~ /-/) p[2] = p[1]; for (v = p[1]; v <= p[2]; v++) printf \"|%d|\", v } }") &&
		gen-workload fill --machine "$1" --cases 12 --utilization 0.8 | alloc -q --policy $3 >a && bg a >b && [ "$(complement $2 "$gone" node_list <b)" = 12 ] || { echo "$w"; exit 1; }
	done'

t 'the jobs are as they were, the cell of the background empty but for its own' '
	gen-workload fill --machine dragonfly:g=9,a=4,p=4 --cases 5 --utilization 0.7 | alloc --policy rdn | map --algorithm random >m && bg m >b && cmp <(rows m | sed "s/$/,/") <(rows b | grep -v ",background,") &&
	[ "$(grep "^case" b)" = "$(grep "^case" m),load" ] && [ "$(cells class,tasks,bytes,iterations,alloc,start_s,map,task_nodes,load,pattern <b | grep "uniform$" | sort -u)" = ",,,,,0,,,0.26,uniform" ] &&
	[ "$(rows b | grep -c ,background,)" = 5 ] && sed "/^#run gen-workload [^ ]* background/d" b | head -5 | cmp - <(head -5 m | sed "s/^case.*/&,load/") && bg <m | cmp - <(sed "s/ m$//" b)'

t 'columns that are missing are added, others stay where they are' '
	printf "%s\n" "nodes,job,node_list,bytes" "2,a,0 5," "1,b,3,7" >l.csv && m="--machine torus:k=2x4,p=1" && [ "$(bg $m --no-preamble l.csv)" = "nodes,job,node_list,bytes,pattern,load,start_s
2,a,0 5,,,,
1,b,3,7,,,
5,background,1-2 4 6-7,,uniform,0.26,0" ] && bg $m --bytes 4KiB --pattern tornado --job noise --no-preamble l.csv | tail -n 1 | grep -qx "5,noise,1-2 4 6-7,4096,tornado,0.26,0"'

t 'a lead: the jobs begin later, the background when the first of them did' '
	printf "%s\n" "case,job,nodes,node_list,start_s" "x,a,1,0,0.00001" "x,b,1,3,3.123456789012" "x,c,1,4,0.000004" "y,a,1,1," >l.csv && bg --machine torus:k=2x3,p=1 --lead 20us l.csv >b &&
	[ "$(cells job,start_s,warmup_s <b | xargs)" = "a,3e-05, b,3.123476789012, c,2.4e-05, background,4e-06,2e-05 a,2e-05, background,0,2e-05" ] &&
	bg --machine torus:k=2x3,p=1 l.csv >c && [ "$(cells job,start_s,warmup_s <c | xargs)" = "a,0.00001,? b,3.123456789012,? c,0.000004,? background,4e-06,? a,,? background,0,?" ]'

t 'netsim: with a lead the jobs take as long, and what is measured begins with them' '
	printf "%s\n" "job,nodes,tasks,pattern,iterations,bytes,node_list" "a,4,4,alltoall,5,10000,0-3" >l.csv && m=torus:k=8,p=4,cores=1 &&
	bg --machine $m --lead 50us --pattern permutation --bytes 1000 l.csv | netsim --routing dimension-order >b && netsim --machine $m --routing dimension-order l.csv >a && [ "$(cells comm_time_s <a)" = "$(cells comm_time_s <b | head -1)" ] &&
	cells accepted_load <b | tail -n 1 | awk "{ exit !(\$1 > 0.15 && \$1 < 0.35) }" && [ "$(cells start_s <b | xargs)" = "5e-05 0" ]'

t 'netsim: background makes a job slower that shares its links' '
	printf "%s\n" "job,nodes,pattern,bytes,node_list" "a,8,alltoall,20000,0-3 8-11" >l.csv && m="--machine torus:k=6,p=4,cores=1" && q=$(netsim $m l.csv | cells comm_time_s) &&
	bg $m --lead 20us l.csv | netsim | cells comm_time_s | head -n 1 | awk -v q=$q "{ exit !(\$1 > 1.1 * q) }"'

t 'tasks placed without a list of nodes; jobs that alloc left out take nothing' '
	printf "%s\n" "job,nodes,tasks,task_nodes" "a,2,4,1 3x2 1" "b,2,2,4-5" >l.csv && [ "$(bg --machine torus:k=2x4,p=1,cores=2 l.csv | cells node_list | tail -n 1)" = "0 2 6-7" ] &&
	printf "%s\n" "job,nodes" "a,8" "b,9" "c,10" "d,1" >w &&
	alloc -q --machine torus:k=5x4,p=1 --policy simple --on-full skip w >a && [ "$(cells job,node_list <a | grep -c ",$")" = 1 ] && bg a | complement 20 "" node_list | grep -qx 1 &&
	[ "$(bg --lead 1us a | cells job,start_s | xargs)" = "a,1e-06 b,1e-06 c, d,1e-06 background,0" ]'

t 'cases without a free node, or without a job that has any, are counted and have no background' '
	printf "%s\n" "case,job,nodes,alloc,node_list" "x,a,4,simple,0-3" "y,a,3,simple,0-2" "z,a,4,simple,0-3" "v,a,9,simple," >l.csv && bg --machine torus:k=4,p=1 l.csv >b 2>err && [ "$(cells case,job <b | xargs)" = "x,a y,a y,background z,a v,a" ] &&
	grep -qx "gen-workload: l.csv: 3 of 4 cases without background, case .x. first: no node is left, or no job has any" err && bg -q --machine torus:k=4,p=1 l.csv 2>err >c && ! [ -s err ] && cmp <(rows b) <(rows c) && [ "$(wc -l <err)" = 0 ]'

t 'a cut stream, concatenated, is the whole' '
	gen-workload random --machine dragonfly:g=9,a=4,p=4 --cases 6 | alloc --policy rdn >m && { grep -v "^[456]," m | bg --lead 1us | rows; grep -v "^[123]," m | bg --lead 1us | rows; } | cmp - <(bg --lead 1us m | rows)'

t 'mapped afterwards, and a stream twice' '
	gen-workload random --machine dragonfly:g=9,a=4,p=4 --cases 2 | alloc --policy rdn | bg | map --algorithm linear | netsim >a && [ "$(cells case,job <a | grep -c background)" = 2 ] &&
	printf "%s\n" "job,nodes,node_list" "a,2,0 5" >l.csv && bg --machine torus:k=2x4,p=1 l.csv | bg --job more --machine torus:k=2x4,p=1 2>err | cells job | xargs | grep -qx "a background" && grep -q "no node is left" err'

t 'what is wrong with the command' '
	printf "%s\n" "job,nodes,node_list" "a,2,0 5" >l.csv && g="gen-workload background --machine torus:k=2x4,p=1" &&
	refuses 2 "gen-workload: --load is required" $g l.csv && for x in 0 1.01 -0.1 x "" nan; do refuses 2 "gen-workload: --load: '\''$x'\'': must be a number above 0 and at most 1" $g --load "$x" l.csv || exit 1; done &&
	for x in 5 -1us 1h ""; do refuses 2 "gen-workload: --lead: '\''$x'\'': must be a time" $g --load 1 --lead "$x" l.csv || exit 1; done &&
	refuses 2 "gen-workload: --bytes: '\''0'\'': must be a size" $g --load 1 --bytes 0 l.csv && refuses 2 "gen-workload: --job: '\'''\'': must be a name" $g --load 1 --job "" l.csv &&
	refuses 2 "gen-workload: --pattern: '\''alltoall'\'' is not an open-loop pattern; here one of: uniform" $g --load 1 --pattern alltoall l.csv &&
	exits 2 gen-workload background --load 1 l.csv 2>err && grep -q machine err && exits 2 $g --load 1 l.csv m.csv 2>err'

t 'what is wrong with the table' '
	g="gen-workload background --load 1 --machine torus:k=2x4,p=1,unavailable=7,cores=2" && bad() { local m=$1; shift; printf "%s\n" "$@" >l.csv && refuses 1 "gen-workload: l.csv:$m" $g l.csv; } &&
	bad "3: job: '\''background'\'': is the name of the background: choose another with --job" "job,nodes,node_list" "a,2,0 5" "background,1,3" &&
	bad "2: job: '\''a'\'': has no nodes yet: alloc comes first" "job,nodes,node_list" "a,2," && bad "2: job: '\''a'\'': has no nodes yet" "job,nodes,task_nodes,alloc" "a,2,," &&
	bad "3: node_list: '\''4-5'\'': node 5 is already held by job '\''a'\''" "job,nodes,node_list" "a,2,0 5" "b,2,4-5" && bad "2: node_list: '\''1 0-1'\'': node 1 is listed twice" "job,nodes,node_list" "a,3,1 0-1" &&
	bad "2: node_list: '\''6-7'\'': node 7 is unavailable" "job,nodes,node_list" "a,2,6-7" && bad "2: node_list: '\''6-8'\'': 8 is not below 8" "job,nodes,node_list" "a,2,6-8" &&
	bad "2: task_nodes: '\''x'\'': must be numbers" "job,nodes,task_nodes" "a,2,x" && bad "2: start_s: '\''-1'\'': must be" "job,nodes,node_list,start_s" "a,2,0-1,-1" &&
	bad "1: node_list: this column is missing" "job,nodes" "a,2"'

t 'an empty table, a full disk' '
	printf "#hopline 1\n#machine torus:k=4,p=1\njob,nodes,node_list\n" | bg | tail -n 1 | grep -qx "job,nodes,node_list,pattern,load,start_s" &&
	printf "job,nodes,node_list\na,1,0\n" >l.csv && exits 1 bg --machine torus:k=4,p=1 l.csv >/dev/full 2>err && grep -q "No space left" err'

done_testing
