#!/usr/bin/env bash
# alloc: the table it reads and writes, what it refuses.
. "$(dirname "$0")/../lib.sh"

M=dragonfly:g=3,a=2,p=4	# 3 groups, 2 routers each, 4 nodes each
export M
simple() { alloc --policy simple "$@"; }

# refuses_table MESSAGE LINE...: alloc refuses that table
refuses_table() { table $M "${@:2}" >in.csv && says 1 "alloc: in.csv:$1" simple in.csv; }

t 'adds alloc, start_s and node_list at the right' '
	table $M job,nodes a,3 b,2 | simple --no-preamble >got &&
	printf "%s\n" job,nodes,alloc,start_s,node_list a,3,simple,0,0-2 b,2,simple,0,3-4 | diff - got'

t 'the preamble names the machine and this run' '
	table $M job,nodes a,3 | alloc --seed 7 --policy rdn | grep "^#" >got &&
	printf "%s\n" "#hopline 1" "#machine dragonfly:g=3,a=2,p=4" "#run alloc $(alloc --version | cut -d" " -f2) --seed 7 --policy rdn" | diff - got'

t 'columns are found by name, unknown ones are kept in place' '
	table $M site,nodes,why,job x,3,"\"a, b\"",j | simple --no-preamble >got &&
	printf "%s\n" site,nodes,why,job,alloc,start_s,node_list "x,3,\"a, b\",j,simple,0,0-2" | diff - got'

t 'its own columns are overwritten in place' '
	table $M alloc,job,node_list,nodes,start_s old,j,,3,9 | simple --no-preamble >got &&
	printf "%s\n" alloc,job,node_list,nodes,start_s simple,j,0-2,3,0 | diff - got'

t 'a row that comes with nodes keeps them, alloc and start_s, and has them first' '
	table $M job,nodes,node_list,start_s,alloc a,3,,, b,2,"4 1",, c,1,5,2.50,site | simple --no-preamble | rows >got &&
	printf "%s\n" "a,3,0 2-3,0,simple" "b,2,4 1,," c,1,5,2.50,site | diff - got'

t 'alloc run on its own output changes no row' '
	table $M case,job,nodes 1,a,3 1,b,20 2,a,24 | simple >one && simple <one | rows >two && rows one | diff - two'

t 'cases do not meet' '
	table $M case,job,nodes x,a,24 y,a,24 y2,a,1 | simple | rows >got &&
	printf "%s\n" x,a,24,simple,0,0-23 y,a,24,simple,0,0-23 y2,a,1,simple,0,0 | diff - got'

t 'unavailable nodes are left out' '
	table $M job,nodes a,3 b,19 | simple --set unavailable=1-2 --no-preamble | column node_list >got &&
	printf "%s\n" "0 3-4" 5-23 | diff - got'

t '--machine makes up for a missing preamble' '
	printf "job,nodes\na,3\n" | simple --machine dragonfly:g=3,a=2,p=4 >got && grep -q "^#machine dragonfly:g=3,a=2,p=4$" got'

t 'without a machine: exit 2' 'printf "job,nodes\na,3\n" | exits 2 alloc --policy simple'

t 'a header alone gives a header' '
	table $M job,nodes | simple --no-preamble >got && echo job,nodes,alloc,start_s,node_list | diff - got'

t 'CRLF and a missing last newline are read' '
	printf "job,nodes\r\na,3\r\nb,1" | simple --machine dragonfly:g=3,a=2,p=4 | rows >got &&
	printf "%s\n" a,3,simple,0,0-2 b,1,simple,0,3 | diff - got'

# --- jobs that do not fit

t 'a job that does not fit is an error that names it' '
	refuses_table "5: nodes: '\''30'\'': job '\''b'\'' wants 30 nodes, 21 idle" job,nodes a,3 b,30'

t 'a case that fails leaves no row, the cases before it do' '
	table $M case,job,nodes 1,a,3 2,a,3 2,b,30 3,a,1 >in.csv && exits 1 simple in.csv >got 2>err &&
	[ "$(rows got)" = 1,a,3,simple,0,0-2 ]'

t '--on-full skip leaves node_list empty, warns, goes on' '
	table $M job,nodes,start_s a,3, b,30,7 c,21, d,1, >in.csv && simple --on-full skip --no-preamble in.csv >got 2>err &&
	printf "%s\n" job,nodes,start_s,alloc,node_list a,3,0,simple,0-2 b,30,,simple, c,21,0,simple,3-23 d,1,,simple, | diff - got &&
	printf "alloc: in.csv:5: nodes: '\''30'\'': job '\''b'\'' wants 30 nodes, 21 idle; skipped\nalloc: in.csv:7: nodes: '\''1'\'': job '\''d'\'' wants 1 node, 0 idle; skipped\n" | diff - err'

t '--quiet keeps the warning back' '
	table $M job,nodes b,30 >in.csv && simple --quiet --on-full skip in.csv 2>&1 >got | cmp - /dev/null'

# --- bad cells

t 'nodes: zero' '
	table $M job,nodes a,0 >in.csv && exits 1 simple in.csv >out 2>err && grep -q "^alloc: in.csv:4: nodes: '\''0'\'': must be" err && [ -z "$(rows out)" ]'

for bad in -1 1.5 two 3x ' 3' 99999999999999999999 4294967296 ''; do
	t "nodes: '$bad'" '
		table $M "job,nodes,x" "a,3,1" "b,$bad,1" >in.csv && refuses 1 "alloc: in.csv:5: nodes: '\''$bad'\''" simple in.csv'
done

t 'no column nodes' '
	table $M job,node 1,2 >in.csv && exits 1 simple in.csv 2>err && grep -q "^alloc: in.csv:3: .*nodes" err'
t 'no column job' '
	table $M id,nodes 1,2 >in.csv && exits 1 simple in.csv 2>err && grep -q "^alloc: in.csv:3: .*job" err'
t 'a job twice in a case' '
	table $M job,nodes a,1 a,2 >in.csv && exits 1 simple in.csv >out 2>err && grep -q "^alloc: in.csv:5: job: '\''a'\''" err && [ -z "$(rows out)" ]'
t 'a case that reappears' '
	table $M case,job,nodes 1,a,1 2,a,2 1,b,1 >in.csv && exits 1 simple in.csv 2>err && grep -q "^alloc: in.csv:6: case: '\''1'\''" err'

# --- rows that come with nodes

t 'a node listed twice' '
	refuses_table "4: node_list: '\''3 5 3'\'': node 3 is listed twice" job,nodes,node_list "a,3,3 5 3"'
t 'a node of two jobs, whatever their order' '
	refuses_table "6: node_list: '\''7 2'\'': node 2 is already held by job '\''a'\''" job,nodes,node_list "a,4,0-3" b,1, "c,2,7 2"'
t 'a node outside the machine' '
	table $M job,nodes,node_list "a,2,23-24" >in.csv && exits 1 simple in.csv 2>err && grep -q "^alloc: in.csv:4: node_list: '\''23-24'\''" err'
t 'an unavailable node' '
	table $M job,nodes,node_list "a,2,3-4" >in.csv &&
	says 1 "alloc: in.csv:4: node_list: '\''3-4'\'': node 4 is unavailable" simple --set unavailable=4 in.csv'
t 'another number of nodes than the column says' '
	refuses_table "4: nodes: '\''3'\'': node_list has 2 nodes" job,nodes,node_list a,3,3-4'
for bad in 4-3 '1  2' ' 1' '1 ' 01 +1 -1 1x2 1,2 0-4294967296; do
	t "node_list: '$bad'" '
		table $M job,nodes,node_list "a,2,\"$bad\"" >in.csv && refuses 1 "alloc: in.csv:4: node_list: '\''$bad'\''" simple in.csv'
done

# --- what a policy is told

t 'jokanovic-boundary: large jobs that came with nodes move the boundary' '
	table $M job,nodes,node_list large,9,15-23 small,4,0-3 next,5, >in.csv &&
	alloc --policy jokanovic in.csv | rows | sed -n 3p >got && alloc --policy jokanovic-boundary in.csv | rows | sed -n 3p >>got &&
	printf "%s\n" next,5,8-12,jokanovic,0 next,5,4-8,jokanovic-boundary,0 | diff - got'
t 'random numbers are of their case and of their job' '
	table $M case,job,nodes 1,a,9 2,a,9 | alloc --policy rdn | rows | cut -d, -f6 >cases && [ "$(sort -u cases | wc -l)" = 2 ] &&
	table $M case,job,nodes 1,b,9 | alloc --policy rdn | rows | cut -d, -f6 | cat - cases >jobs && [ "$(sort -u jobs | wc -l)" = 3 ]'
t 'golden: what the random policies draw does not change' '
	for policy in rdn rdr rdg; do
		table $M job,nodes a,6 b,4 | alloc --policy $policy --no-preamble | column node_list
	done >got && printf "%s\n" "19 14 16 12 7 18" "13 9 21 15" "16-19 12-13" "14-15 4-5" 16-21 8-11 | diff - got'

# --- the command line

t '--policy is required' 'table $M job,nodes a,1 >in.csv && says 2 "alloc: --policy NAME is required; --list shows them" alloc in.csv'
t 'an unknown policy: the message lists the known ones' '
	exits 2 alloc --policy rnd </dev/null 2>err && grep -q "^alloc: unknown policy '\''rnd'\''; did you mean '\''rdn'\''? known: simple slurm .* level-spread" err'
t '--on-full takes error or skip' 'exits 2 alloc --policy simple --on-full no </dev/null 2>err && grep -q "^alloc: --on-full: '\''no'\''" err'
t '--list shows exactly the policies of the files in policies/' '
	alloc --list | cut -d" " -f1 | sort >got &&
	sed -n "s/^const policy policy_\([a-z0-9_]*\) = {.*/\1/p" "$HOPLINE_ROOT"/tools/alloc/policies/*.c | tr _ - | sort | diff - got'
t '--list has a sentence each' 'alloc --list | awk "NF < 4 { exit 1 }"'
t 'a missing file' 'exits 1 simple none.csv 2>err && grep -q "^alloc: .*none.csv" err'
t 'a full disk' '[ ! -e /dev/full ] || { table $M job,nodes a,1 >in.csv && exits 1 simple in.csv >/dev/full; }'
t 'a full disk, --list' '[ ! -e /dev/full ] || exits 1 alloc --list >/dev/full'

# --- many cases: what every policy promises

# Machines of 57 nodes or more of each kind that some policy is for.  A policy goes by what --list says of it: to the first kind
# that it is "only on", else to the dragonfly; with its example of an argument when it "wants" one; with --on-full skip when it
# "may refuse".  So a new one is tested without a word here, unless it is for a kind that has no machine yet.
machines='dragonfly:g=5,a=4,p=3 mesh:k=8x4x4 fattree:k=4 slimfly:q=3,p=4 rdragonfly:g=5,a=4,p=3'
random='rdn rdr rdg clustered search'	# what these choose depends on --seed, and on the other ones' it must not

# many: 20 cases of 4 jobs on part of a machine that some other job holds
many() {
	awk 'BEGIN { srand(5); print "#hopline 1\n#machine dragonfly:g=5,a=4,p=3\ncase,job,nodes,node_list"
		for (c = 1; c <= 20; c++) {
			low = int(rand() * 50)
			print c ",held,7," low "-" low + 6
			for (j = 1; j <= 4; j++) print c "," j "," 1 + int(rand() * (rand() < .5 ? 4 : 13)) ","
		} }'
}
many >"$shared_dir/many.csv"

# said WORDS: what --list says of $name behind these words, up to the next ';'
listed=$(alloc --list)
said() { sed -n "s/^$name  .*; $1\([^;]*\).*/\1/p" <<<"$listed"; }

# machine_of KIND: the machine of that kind
machine_of() { printf '%s\n' $machines | grep "^$1:"; }

names=$(cut -d' ' -f1 <<<"$listed")
few=6	# cases that are asked one by one
! checked || few=2
for name in $names; do
	[ "$name" != topaware ] || continue	# each job must say its prism: t335
	[ "$name" != as-logged ] || continue	# and here its nodes: t237
	[[ $name != slurm-@(ring|torus3d) ]] || continue	# these want a topology.yaml: t129
	kind=$(said 'only on ' | cut -d' ' -f1)
	policy=$(said 'wants an argument, as ')
	policy=${policy:-$name}
	options=
	[[ $listed = *"$name  "*([^$'\n'])"; may refuse"* ]] && options='--quiet --on-full skip'
	cases=$shared_dir/$name.csv
	sed "s/^#machine.*/#machine $(machine_of "${kind:-dragonfly}")/" "$shared_dir/many.csv" >"$cases"
	t "$policy: there is a machine of kind '${kind:-dragonfly}' in this file" 'machine_of "${kind:-dragonfly}"'
	t "$policy: jobs get as many nodes as they want, idle and available ones, or none where it may refuse" '
		alloc $options --policy $policy "$cases" >"$cases.whole" && test "$(rows "$cases.whole" | wc -l)" = 100 && cells job,node_list <"$cases.whole" >lists &&
		grep -v "^held," lists | grep -q ",." && alloc --policy simple --on-full skip --quiet "$cases.whole" >/dev/null'
	t "$policy: the same input gives the same bytes" '
		alloc $options --policy $policy "$cases" | cmp "$cases.whole" -'
	t "$policy: cases one by one give the rows of the whole" '
		rows "$cases.whole" >all && awk -F, "\$1 <= $few" all >whole && test "$(wc -l <all) $(wc -l <whole)" = "100 $((5 * few))" &&
		awk -F, "/^#/ || !n++ { head = head \$0 \"\n\"; next } \$1 <= $few { if (!begun[\$1]++) printf \"%s\", head >\"case-\" \$1; print >\"case-\" \$1 }" "$cases" &&
		for ((c = 1; c <= few; c++)); do alloc $options --policy $policy case-$c || exit 1; done >parts.csv && grep -v "^#\|^case" parts.csv | diff whole - &&
		map <parts.csv | rows | cut -d, -f1-6 >again && cut -d, -f1-6 whole | diff - again'
	case " $random " in *" $name "*) differ='! cmp -s' gives='other rows' ;; *) differ=cmp gives='the same rows' ;; esac
	t "$policy: another seed gives $gives" '
		rows "$cases.whole" >one && test -s one && alloc $options --seed 2 --policy $policy "$cases" | rows >two &&
		'"$differ"' one two ||
		{ echo "a policy that draws stands in \$random of t300-alloc.t, no other"; exit 1; }'
done

done_testing
