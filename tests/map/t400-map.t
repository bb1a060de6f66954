#!/usr/bin/env bash
# map: the table it reads and writes, its algorithms, what it refuses.
. "$(dirname "$0")/../lib.sh"


M=dragonfly:g=3,a=2,p=4	# 24 nodes with 2 processors each
export M
# refuses_table MESSAGE LINE...: map refuses that table
refuses_table() { table $M "${@:2}" >in.csv && says 1 "map: in.csv:$1" map in.csv; }

# tasks_of LIST: the node of each task, one a line, tasks in order
tasks_of() {
	tr ' ' '\n' <<<"$1" | awk -F'[-x]' '/./ {
		for (node = $1; node <= (/-/ ? $2 : $1); node++)
			for (times = /x/ ? $NF : 1; times > 0; times--)
				print node
	}'
}
# tasks_on LIST: how many tasks each node has, "tasks node" a line
tasks_on() { tasks_of "$1" | sort -n | uniq -c; }

# --- columns

t 'adds map and task_nodes at the right' '
	table $M job,nodes,node_list "a,3,5 0-1" b,1,9 | map --no-preamble >got &&
	printf "%s\n" job,nodes,node_list,map,task_nodes "a,3,5 0-1,linear,5x2 0-1x2" b,1,9,linear,9x2 | diff - got'

t 'the preamble names the machine and this run' '
	table $M job,nodes,node_list a,1,9 | map --algorithm random --seed 7 | grep "^#" >got &&
	printf "%s\n" "#hopline 1" "#machine dragonfly:g=3,a=2,p=4" "#run map $(map --version | cut -d" " -f2) --algorithm random --seed 7" | diff - got'

t 'columns are found by name, unknown ones are kept in place' '
	table $M node_list,why,nodes,job "5,\"a, b\",1,j" | map --no-preamble >got &&
	printf "%s\n" node_list,why,nodes,job,map,task_nodes "5,\"a, b\",1,j,linear,5x2" | diff - got'

t 'its own columns are overwritten in place' '
	table $M task_nodes,job,map,nodes,node_list 1-3,j,old,1,5 | map --no-preamble >got &&
	printf "%s\n" task_nodes,job,map,nodes,node_list 5x2,j,linear,1,5 | diff - got'

t 'a header alone gives a header' '
	table $M job,nodes,node_list | map --no-preamble >got && echo job,nodes,node_list,map,task_nodes | diff - got'

t 'CRLF and a missing last newline are read' '
	printf "job,nodes,node_list\r\na,1,3\r\nb,1,4" | map --machine dragonfly:g=3,a=2,p=4 | rows >got &&
	printf "%s\n" a,1,3,linear,3x2 b,1,4,linear,4x2 | diff - got'

t 'an empty node_list gives empty task_nodes: a job that alloc skipped' '
	table $M job,nodes a,3 b,30 c,1 | alloc --policy simple --on-full skip --quiet | map --no-preamble |
		cut -d, -f1,5- >got &&
	printf "%s\n" job,node_list,map,task_nodes a,0-2,linear,0-2x2 b,,linear, c,3,linear,3x2 | diff - got'

t 'what alloc writes map reads, and every job has its tasks on its nodes' '
	gen-workload random --cases 5 --machine dragonfly:g=17,a=4,p=4 | alloc --policy rdn |
		map --algorithm random --no-preamble >got &&
	cells tasks,node_list,task_nodes <got | awk -F, "
		function expand(list, on,    i, k, v, n, items, item, ends, total) {
			n = split(list, items, \" \")
			for (i = 1; i <= n; i++) {
				times = split(items[i], item, \"x\") == 2 ? item[2] : 1
				k = split(item[1], ends, \"-\")
				for (v = ends[1]; v <= ends[k] + 0; v++) { on[v + 0]; total += times }
			}
			return total
		}
		{
			delete want; delete got
			expand(\$2, want)
			if (expand(\$3, got) != \$1) exit 1
			for (v in want) if (!(v in got)) exit 1
			for (v in got) if (!(v in want)) exit 1
		}" && test "$(column nodes got | wc -l)" -ge 10'

# --- how many tasks

t 'tasks default to nodes x cores' '
	table $M job,nodes,tasks,node_list a,2,,3-4 | map --set cores=3 --no-preamble | column task_nodes >got && echo 3-4x3 | diff - got'
t 'open-loop rows default to a task a node' '
	table $M job,nodes,load,node_list a,2,0.5,3-4 b,2,,5-6 | map --no-preamble | column task_nodes >got &&
	printf "%s\n" 3-4 5-6x2 | diff - got'
t 'open-loop rows may say otherwise' '
	table $M job,nodes,load,tasks,node_list a,2,0.5,4,3-4 | map --no-preamble | column task_nodes >got && echo 3-4x2 | diff - got'

# --- linear

linear() {	# TASKS LIST: map of 4 nodes, 4 processors each
	table $M job,nodes,tasks,node_list "a,4,$1,9 2-3 5" | map --set cores=4 --no-preamble | column task_nodes >got && echo "$2" | diff - got
}
t 'linear: task i on node i / ceil(tasks / nodes)' '
	linear 16 "9x4 2-3x4 5x4" && linear 8 "9x2 2-3x2 5x2" && linear 4 "9 2-3 5" && linear 1 9'
t 'linear: the last node has fewer' 'linear 7 "9x2 2-3x2 5" && linear 15 "9x4 2-3x4 5x3"'
t 'linear: the last nodes have none' 'linear 2 "9 2" && linear 6 "9x2 2-3x2" && linear 9 "9x3 2-3x3"'
t 'linear is the default' '
	table $M job,nodes,tasks,node_list "a,4,7,9 2-3 5" >in.csv && map in.csv | rows >one && test -s one && map --algorithm linear in.csv | rows | diff one -'
t 'linear: the seed changes nothing' '
	table $M job,nodes,node_list "a,4,9 2-3 5" >in.csv && map in.csv | rows >one && test -s one && map --seed 2 in.csv | rows | diff one -'

# --- random

wide='a,20,3-7 22-23 9-21'
t 'random: full, every node has its cores' '
	table $M job,nodes,node_list "$wide" | map --algorithm random --no-preamble | column task_nodes >got &&
	test "$(tasks_of "$(cat got)" | wc -l)" = 40 && ! tasks_on "$(cat got)" | awk "{ print \$1 }" | grep -vx 2 &&
	test "$(tasks_on "$(cat got)" | wc -l)" = 20'
t 'random: never more than cores on a node' '
	for tasks in 1 2 7 20 39; do
		table $M job,nodes,node_list,tasks "$wide,$tasks" | map --algorithm random --no-preamble | column task_nodes >got &&
		test "$(tasks_of "$(cat got)" | wc -l)" = $tasks && tasks_on "$(cat got)" | awk "\$1 > 2 { exit 1 }" || exit 1
	done'
t 'random-nodes: consecutive tasks stay together, all nodes are used' '
	table $M job,nodes,node_list "$wide" | map --algorithm random-nodes --no-preamble | column task_nodes >got &&
	test "$(tasks_of "$(cat got)" | uniq | wc -l)" = 20 && test "$(tasks_of "$(cat got)" | sort -u | wc -l)" = 20 &&
	test "$(tasks_of "$(cat got)" | wc -l)" = 40'
t 'random-nodes: the nodes are shuffled' '
	table $M job,nodes,node_list "$wide" | map --algorithm random-nodes --no-preamble | column task_nodes >got && test -s got &&
	! tasks_of "$(cat got)" | uniq | cmp -s - <(tasks_of "3-7 22-23 9-21")'

# --- a row's result is its own

# many: 20 cases of 3 jobs, nodes drawn
many() {
	awk 'BEGIN { srand(3); print "#hopline 1\n#machine dragonfly:g=5,a=4,p=3\ncase,job,nodes,tasks,node_list"
		for (c = 1; c <= 20; c++)
			for (j = 1; j <= 3; j++) {
				n = 2 + int(rand() * 9); low = (j - 1) * 20 + int(rand() * 8)
				print c "," j "," n "," (rand() < .5 ? "" : 1 + int(rand() * 2 * n)) "," low + n - 1 " " low "-" low + n - 2
			} }' | sed 's/\([0-9]*\)-\1$/\1/'
}
many >"$shared_dir/many.csv"
# its cases, and its first ten rows, as tables of their own: case-1 ..., row-1 ...
awk -F, -v dir="$shared_dir" '
	/^#/ || !n++ { head = head $0 "\n"; next }
	{ case_file = dir "/case-" $1; row_file = dir "/row-" ++rows }
	$1 != last { printf "%s", head >case_file; last = $1 }
	{ print >case_file }
	rows <= 10 { printf "%s%s\n", head, $0 >row_file; close(row_file) }' "$shared_dir/many.csv"

# those that place tasks whatever they send; t410 and on test the others
plain="linear random random-nodes"
for algorithm in $plain; do
	t "$algorithm: the same input gives the same bytes" '
		map --algorithm $algorithm "$shared_dir/many.csv" >one && map --algorithm $algorithm "$shared_dir/many.csv" | cmp one - &&
		test "$(rows one | wc -l)" = 60'
	t "$algorithm: cases one by one give the rows of the whole, and cat of them is a stream" '
		map --algorithm $algorithm "$shared_dir/many.csv" | rows >whole &&
		for c in {1..20}; do map --algorithm $algorithm "$shared_dir/case-$c" || exit 1; done >parts.csv && grep -v "^#\|^case" parts.csv | diff whole - &&
		map --algorithm $algorithm parts.csv | rows | diff whole -'
	t "$algorithm: rows one by one, too" '
		map --algorithm $algorithm "$shared_dir/many.csv" | rows | sed -n 1,10p >whole &&
		for r in {1..10}; do map --algorithm $algorithm --no-preamble "$shared_dir/row-$r" | sed 1d || exit 1; done | diff whole -'
	case $algorithm in random*) differ='! cmp -s' ;; *) differ='cmp' ;; esac
	t "$algorithm: another seed $([ "$differ" = cmp ] || echo does not give) the same rows" '
		map --algorithm $algorithm "$shared_dir/many.csv" | rows >one && map --seed 2 --algorithm $algorithm "$shared_dir/many.csv" | rows >two &&
		'"$differ"' one two'
done

t 'random numbers are of their case and of their job' '
	table $M case,job,nodes,node_list 1,a,12,0-11 2,a,12,0-11 1x,b,12,0-11 | map --algorithm random | rows | cut -d, -f6 >got &&
	table $M case,job,nodes,node_list 1,b,12,0-11 | map --algorithm random | rows | cut -d, -f6 >>got &&
	[ "$(sort -u got | wc -l)" = 4 ]'
t 'golden: what the random algorithms draw does not change' '
	for algorithm in random random-nodes; do
		table $M job,nodes,node_list "a,4,9 2-3 5" | map --algorithm $algorithm --no-preamble | column task_nodes
	done >got && printf "%s\n" "3 5 2 9x2 5 2-3" "9x2 2x2 5x2 3x2" | diff - got'

# --- bad cells

t 'more tasks than processors' '
	refuses_table "5: tasks: '\''5'\'': job '\''b'\'' has 4 processors on 2 nodes" job,nodes,tasks,node_list a,2,4,0-1 b,2,5,2-3'
t 'a case that fails leaves no row, the cases before it do' '
	table $M case,job,nodes,tasks,node_list 1,a,1,2,0 2,a,1,2,0 2,b,1,3,1 3,a,1,1,0 >in.csv && exits 1 map in.csv >got 2>err &&
	test "$(rows got)" = 1,a,1,2,0,linear,0x2'
for bad in 0 -1 1.5 two 3x 99999999999999999999; do
	t "tasks: '$bad'" '
		table $M job,nodes,tasks,node_list "a,2,$bad,0-1" >in.csv && refuses 1 "map: in.csv:4: tasks: '\''$bad'\''" map in.csv'
done
for bad in 0 -1 two 4294967296 ''; do
	t "nodes: '$bad'" '
		table $M job,nodes,node_list "a,$bad,0-1" >in.csv && refuses 1 "map: in.csv:4: nodes: '\''$bad'\''" map in.csv'
done
for bad in 4-3 '1  2' ' 1' '1 ' 01 +1 -1 1x2 1,2 0-4294967296; do
	t "node_list: '$bad'" '
		table $M job,nodes,node_list "a,2,\"$bad\"" >in.csv && refuses 1 "map: in.csv:4: node_list: '\''$bad'\''" map in.csv'
done
t 'another number of nodes than the column says' 'refuses_table "4: nodes: '\''3'\'': node_list has 2 nodes" job,nodes,node_list a,3,3-4'
t 'a node listed twice' 'refuses_table "4: node_list: '\''3 5 3'\'': node 3 is listed twice" job,nodes,node_list "a,3,3 5 3"'
t 'a node outside the machine' '
	table $M job,nodes,node_list a,2,23-24 >in.csv && exits 1 map in.csv 2>err && grep -q "^map: in.csv:4: node_list: '\''23-24'\''" err'
t 'an unavailable node' '
	table $M job,nodes,node_list a,2,3-4 >in.csv &&
	says 1 "map: in.csv:4: node_list: '\''3-4'\'': node 4 is unavailable" map --set unavailable=4 in.csv'

for missing in job nodes node_list; do
	t "no column $missing" '
		table $M "$(echo job,nodes,node_list | sed "s/\<$missing\>/other/")" a,1,1 >in.csv && exits 1 map in.csv 2>err &&
		grep -q "^map: in.csv:3: .*\<$missing\>" err'
done
t 'a column twice' 'table $M job,nodes,node_list,nodes a,1,1,1 >in.csv && exits 1 map in.csv 2>err && grep -q "^map: in.csv:3: .*nodes" err'
t 'a ragged row' 'table $M job,nodes,node_list a,1 >in.csv && refuses 1 "map: in.csv:4: " map in.csv'
t 'an empty file' ': >in.csv && refuses 1 "map: in.csv" map --machine dragonfly:g=3,a=2,p=4 in.csv && [ ! -s out.csv ]'

# --- the command line

t 'an unknown algorithm: the message lists the known ones' '
	says 2 "map: unknown algorithm '\''liner'\''; did you mean '\''linear'\''? known: $(map --list | cut -d" " -f1 | paste -sd" ")" map --algorithm liner </dev/null'
t 'without a machine: exit 2' 'printf "job,nodes,node_list\na,1,3\n" | exits 2 map'
t 'two files: exit 2' 'exits 2 map a.csv b.csv'
t '--list shows exactly the algorithms in algorithms/' '
	map --list | cut -d" " -f1 | sort >got &&
	sed -n "/^const mapping/,/^}/s/.*\.name = \"\([^\"]*\)\".*/\1/p" "$HOPLINE_ROOT"/tools/map/algorithms/*.c | sort | diff - got'
t '--list has a sentence each' 'map --list >got && test -s got && awk "NF < 4 { exit 1 }" got'
t 'a missing file' 'exits 1 map none.csv 2>err && grep -q "^map: .*none.csv" err'
t 'a full disk' '[ ! -e /dev/full ] || { table $M job,nodes,node_list a,1,3 >in.csv && exits 1 map in.csv >/dev/full; }'
t 'a full disk, --list' '[ ! -e /dev/full ] || exits 1 map --list >/dev/full'
t 'a closed pipe ends it without a word' '
	seq 100000 | awk "BEGIN { print \"case,job,nodes,node_list\" } { print \$1 \",a,1,3\" }" >in.csv &&
	{ exits 141 map --machine dragonfly:g=3,a=2,p=4 in.csv 2>err >&3 3>&-; echo $? >status; } 3> >(sed -n 1q) &&
	test "$(cat status)" = 0 && test ! -s err'

q="'"
export q
t 'open-loop rows, which no partners are known of: in order, by whatever looks for partners' '
	printf "%s\n" "#machine mesh:k=4x4" job,nodes,pattern,load,node_list a,2,alltoall,,0-1 b,3,uniform,0.3,"5 2 9" >in.csv &&
	for a in auto greedy local anneal $(present metis scotch) hilbert "gsearch --from linear"; do map --algorithm $a in.csv | column task_nodes >got && [ "$(sed -n 2p got)" = "5 2 9" ] || { echo $a; return 1; }; done &&
	printf "%s\n" "#machine mesh:k=4x4" job,nodes,pattern,dims,load,node_list a,2,halo3d,2x2x1,,0-1 b,3,uniform,,0.3,"5 2 9" >in.csv &&
	for a in geom geom-mj gsearch "grid-order --cell 1x1x1"; do map --algorithm $a in.csv | column task_nodes >got && [ "$(sed -n 2p got)" = "5 2 9" ] || { echo $a; return 1; }; done'
t 'sub-alltoall whose last row is short has no process grid' '
	printf "%s\n" "#machine mesh:k=4x4" job,nodes,pattern,node_list a,7,sub-alltoall,0-6 >in.csv &&
	for a in auto local anneal hilbert "gsearch --from linear"; do map --algorithm $a in.csv | column task_nodes >got && [ -s got ] || { echo $a; return 1; }; done &&
	for a in geom geom-mj gsearch; do says 1 "map: in.csv:3: pattern: ${q}sub-alltoall$q: has no process grid, which algorithm ${q}$a$q needs; give dims" map --algorithm $a in.csv || return 1; done'

done_testing
