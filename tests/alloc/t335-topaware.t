#!/usr/bin/env bash
# t335-topaware -- alloc topaware (prisms of node pairs around service nodes) and default: worked examples, the columns of a policy's
# own, what is wrong (tests/unit/alloc/prism.c has the selection against a re-statement).
. "$(dirname "$0")/../lib.sh"

# sites X Y Z LIST: the routers x y z of the pairs of a list, in their order, after the check that both nodes of each are there
sites() {
	nodes_of "$4" | awk -v X="$1" -v Y="$2" '
		NR % 2 { low = $1; if (low % 2) exit 1; next }
		$1 != low + 1 { exit 1 }
		{ r = low / 2; print r % X, int(r / X) % Y, int(r / X / Y) }'
}

# --- Fig. 2: x downwards, z to the right, # a service node; what is numbered is what is to be chosen

cat >"$shared_dir/fig2" <<'END'
0 1 2 3 4 5 6 .
7 # 8 9 10 11 12 13
14 15 16 17 18 19 # 20
21 22 23 24 25 26 27 .
28 29 # 30 31 32 33 34
. # . . # . . .
35 36 37 38 39 40 41 .
42 43 44 45 46 # 47 48
END
# fig2 KIND [P]: the machine
fig2() {
	local p=${2:-2}
	echo "$1:k=8x1x8,p=$p,unavailable=$(awk -v p="$p" '{ for (z = 0; z < 8; z++) if ($(z + 1) == "#") {
		r = NR - 1 + 8 * z; printf "%s%d-%d", sep, r * p, r * p + p - 1; sep = "+" } }' "$shared_dir/fig2")"
}
# the routers x z of the numbers, in their order
awk '{ for (z = 0; z < 8; z++) if ($(z + 1) ~ /[0-9]/) print $(z + 1), NR - 1, z }' "$shared_dir/fig2" | sort -n >"$shared_dir/numbers"

for kind in mesh torus; do
	t "Fig. 2 on a $kind: the 7x7 pairs of the figure, in its order" '
		table $(fig2 $kind) job,nodes a,98 >in.csv && alloc --policy topaware:7x1x7@0+0+0 in.csv >out.csv &&
		sites 8 1 8 "$(column node_list out.csv)" | awk "{ print NR - 1, \$1, \$3 }" | diff "$shared_dir/numbers" - &&
		gives prism,prism_start,planes_skipped,rows_skipped,prism_hops "alloc --policy topaware:7x1x7@0+0+0 in.csv" 7x1x7,0+0+0,0,1,3'
done
t 'Fig. 2: pairs 34 and 41 are 3 hops apart; of the 84 neighbours 54 are adjacent, 25 two hops, 5 three' '
	table $(fig2 mesh) job,nodes a,98 >in.csv && alloc --policy topaware:7x1x7@0+0+0 in.csv >out.csv &&
	sites 8 1 8 "$(column node_list out.csv)" | awk "
		{ x[NR - 1] = \$1; z[NR - 1] = \$3 }
		function abs(v) { return v < 0 ? -v : v }
		function hops(a, b) { return abs(x[a] - x[b]) + abs(z[a] - z[b]) }
		END {
			for (i = 0; i < 49; i++) {
				if (i % 7 < 6) n[hops(i, i + 1)]++
				if (i < 42) n[hops(i, i + 7)]++
			}
			print hops(34, 41), n[1], n[2], n[3], n[4] + 0
		}" >got && echo 3 54 25 5 0 | diff - got'
t 'all nodes of a router are one pair, however many they are' '
	for p in 1 3; do
		table $(fig2 mesh $p) job,nodes a,$((49 * p)) >in.csv && alloc --policy topaware:7x1x7@0+0+0 in.csv >out.csv &&
		nodes_of "$(column node_list out.csv)" | awk -v p=$p "{ host = (NR - 1) % p; if (\$1 % p != host) exit 1 } !host { r = \$1 / p; print n++, r % 8, int(r / 8) }" |
			diff "$shared_dir/numbers" - || exit 1
	done'

# --- the paper's machine and its largest run

t 'Fig. 1: 14x7x21 pairs on Blue Waters, neighbours at most 3 hops apart' '
	printf "%s\n" job,nodes milc,4116 | alloc --machine "$HOPLINE_ROOT/data/machines/bluewaters.conf" --policy topaware:14x7x21 >in.csv &&
	metrics select --no-preamble --columns prism,planes_skipped,rows_skipped,prism_hops in.csv | sed 1d >got && echo 14x7x21,0,0,3 | diff - got &&
	sites 23 24 24 "$(column node_list in.csv)" >at && awk "
		{ key = \$2 \" \" \$1; if (key != last) { rows++; if (\$2 != plane) planes++; if (n != 21 && NR > 1) exit 1; n = 0 } n++; last = key; plane = \$2 }
		END { exit !(n == 21 && rows == 98 && planes == 7) }" at'
t 'on an empty machine: straight rows, planes without gaps' '
	table torus:k=6x5x4,p=2 job,nodes a,48 >in.csv && alloc --policy topaware:3x4x2 in.csv >out.csv &&
	for y in 0 1 2 3; do for x in 0 1 2; do for z in 0 1; do echo $x $y $z; done; done; done >want &&
	sites 6 5 4 "$(column node_list out.csv)" | diff want - && gives prism_start,prism_hops "alloc --policy topaware:3x4x2 in.csv" 0+0+0,1'

# --- which nodes: on mesh:k=2x3x3 the pair x,y,z is router x + 2y + 6z

t 'a pair is available when both nodes are: a busy or unavailable one takes the other with it' '
	table mesh:k=2x3x3,p=2,unavailable=25 job,nodes,node_list held,1,0 a,4, >in.csv && gives node_list "alloc --policy topaware:1x1x2@0+0+0 --quiet --on-full skip in.csv" 0 "2-3 14-15" &&
	table mesh:k=1x1x4,p=2,unavailable=3 job,nodes a,6 >in.csv && gives node_list,prism_hops "alloc --policy topaware:1x1x3 in.csv" "0-1 4-7,2"'
t 'a plane with too few rows is skipped, and so are rows with too few pairs' '
	table mesh:k=3x3x2,p=1,unavailable=0-1+3 job,nodes a,8 >in.csv &&
	gives node_list,prism_start,planes_skipped,rows_skipped,prism_hops "alloc --policy topaware:2x2x2@0+0+0 in.csv" "4 13 5 14 6 15 7 16,0+0+0,1,1,2"'
t 'planes skipped are counted, the rows in them are not' '
	table mesh:k=2x3x2,p=1,unavailable=2+9 job,nodes a,8 >in.csv &&
	gives node_list,planes_skipped,rows_skipped,prism_hops "alloc --policy topaware:2x2x2 in.csv" "0 6 1 7 4 10 5 11,1,0,2"'
t 'a start' '
	table mesh:k=4x4x4,p=1 job,nodes a,8 >in.csv && gives node_list,prism_start "alloc --policy topaware:2x2x2@1+2+1 in.csv" "25 41 26 42 29 45 30 46,1+2+1"'
t 'without a start: the first that skips nothing, y before x before z' '
	table mesh:k=3x3x3,p=1 job,nodes a,1 b,1 c,1 d,1 e,24 >in.csv &&
	gives prism_start,node_list "alloc --quiet --on-full skip --policy topaware:1x1x1 in.csv" 0+0+0,0 0+0+0,9 0+0+0,18 0+1+0,3 , &&
	table mesh:k=2x4x2,p=1,unavailable=2 job,nodes a,8 >in.csv && gives prism_start,planes_skipped,rows_skipped "alloc --policy topaware:2x2x2 in.csv" 0+2+0,0,0 &&
	gives prism_start,planes_skipped,rows_skipped "alloc --policy topaware:2x2x2@0+0+0 in.csv" 0+0+0,1,0'
t 'of starts that skip as little, the one whose neighbours are closer' '
	table mesh:k=1x2x4,p=1,unavailable=2 job,nodes a,3 >in.csv && gives prism_start,prism_hops "alloc --policy topaware:1x1x3 in.csv" 0+1+0,1 &&
	gives prism_start,prism_hops "alloc --policy topaware:1x1x3@0+0+0 in.csv" 0+0+0,2'
t 'no prism goes round the end of a ring, unless asked to' '
	table torus:k=4x4x4,p=1 job,nodes a,8 >in.csv && says 1 "alloc: in.csv:4: nodes: '\''8'\'': job '\''a'\'': no prism 2x2x2 from 3+3+3: 0 of 2 planes; plane y=3 falls short by 2 of 2 rows of 2 pairs; the largest is 1x1x1 from there, 2x2x2 from anywhere" \
		alloc --policy topaware:2x2x2@3+3+3 in.csv &&
	gives node_list,prism_hops "alloc --policy topaware:2x2x2@3+3+3w in.csv" "63 15 60 12 51 3 48 0,1"'
t 'a ring of two routers has no end to go round' '
	table torus:k=2x4x4,p=1 job,nodes a,8 >in.csv && exits 1 alloc --policy topaware:2x2x2@1+0+0w in.csv 2>err >out.csv && grep -q "plane y=0 falls short by 1 of 2 rows" err'

# --- the column prism

t 'jobs of one table have prisms of their own' '
	table mesh:k=4x4x4,p=2 job,nodes,prism a,8,1x2x2 b,16,2x2x2@2+0+0 c,12,1x2x3 >in.csv &&
	gives alloc,prism,prism_start "alloc --policy topaware in.csv" topaware,1x2x2,0+0+0 topaware,2x2x2,2+0+0 topaware,1x2x3,0+2+0'
t 'the argument and the column may say the same, the one more than the other' '
	table mesh:k=4x4x4,p=1 job,nodes,prism a,2,1x1x2 b,2,1x1x2@0+0+2 c,2, >in.csv && gives prism_start "alloc --policy topaware:1x1x2@0+0+2 --quiet --on-full skip in.csv" 0+0+2 0+0+2 0+0+2 &&
	table mesh:k=4x4x4,p=1 job,nodes,prism a,2,1x1x2 >in.csv && gives prism_start "alloc --policy topaware:1x1x2 in.csv" 0+0+0'
for cell in 1x2x1 1x1x2@1+0+0 1x1x2w; do
	t "$cell contradicts 1x1x2" '
		table torus:k=4x4x4,p=1 job,nodes,prism a,2,$cell >in.csv && says 1 "alloc: in.csv:4: prism: '\''$cell'\'': --policy says '\''1x1x2'\''" alloc --policy topaware:1x1x2 in.csv'
done
t 'neither' '
	table mesh:k=4x4x4 job,nodes,prism a,2, >in.csv && says 1 "alloc: in.csv:4: prism: '\'\'': job '\''a'\'' needs a prism, here or with --policy topaware:14x7x21" alloc --policy topaware in.csv &&
	table mesh:k=4x4x4 job,nodes a,2 >in.csv && says 1 "alloc: in.csv:4: job '\''a'\'' needs a prism, here or with --policy topaware:14x7x21" alloc --policy topaware in.csv'

# --- columns of a policy's own

t 'they follow the usual ones, and are left alone in rows that came with nodes' '
	table mesh:k=2x2x2 job,nodes,node_list,site held,1,7,here a,2,,there >in.csv && alloc --no-preamble --policy topaware:1x1x2 in.csv >got &&
	printf "%s\n" job,nodes,node_list,site,alloc,start_s,prism,prism_start,planes_skipped,rows_skipped,prism_hops \
		held,1,7,here,,,,,,, "a,2,0 4,there,topaware:1x1x2,0,1x1x2,0+0+0,0,0,1" | diff - got'
t 'a job that is skipped has none, but what its row came with' '
	table mesh:k=2x2x2 job,nodes,prism a,5,1x1x2 b,2,1x1x2 >in.csv && gives job,node_list,prism,prism_start,prism_hops "alloc --quiet --on-full skip --policy topaware in.csv" a,,1x1x2,, "b,0 4,1x1x2,0+0+0,1"'
t 'with a schedule they say what the job got when it started' '
	table mesh:k=1x2x2 job,nodes,submit_s,runtime_s a,2,0,10 b,2,1,10 c,2,2,5 d,3,3,1 >in.csv &&
	for schedule in fcfs easy; do
		gives job,start_s,end_s,node_list,prism,prism_start "alloc --quiet --on-full skip --policy topaware:1x1x2 --schedule $schedule in.csv" \
			"a,0,10,0 2,1x1x2,0+0+0" "b,1,11,1 3,1x1x2,0+1+0" "c,10,15,0 2,1x1x2,0+0+0" d,,,,, &&
		grep -m 1 "^job," out.csv >header && grep -q ",start_s,end_s,node_list,prism,prism_start,planes_skipped,rows_skipped,prism_hops$" header || exit 1
	done'
t 'EASY asks for a job that it does not start after all' '
	table mesh:k=1x1x4 job,nodes,submit_s,runtime_s,walltime_s,prism a,2,0,10,10,1x1x2 b,3,1,10,10,1x1x3 c,2,2,20,20,1x1x2 d,2,3,5,5,1x1x2 >in.csv &&
	gives job,start_s,node_list,prism "alloc --policy topaware --schedule easy in.csv" "a,0,0-1,1x1x2" "b,10,0-2,1x1x3" "c,20,0-1,1x1x2" "d,3,2-3,1x1x2"'
t 'policies without columns add none' '
	table mesh:k=2x2x2 job,nodes a,2 >in.csv && alloc --no-preamble --policy simple in.csv >got && printf "%s\n" job,nodes,alloc,start_s,node_list a,2,simple,0,0-1 | diff - got'
t 'cases one by one give the rows of the whole, and the same input the same bytes' '
	awk "BEGIN { srand(3); print \"#hopline 1\n#machine torus:k=5x4x6,p=2,unavailable=14-17+60-63+100\ncase,job,nodes,prism\"
		for (c = 1; c <= 30; c++) for (j = 1; j <= 3; j++) { x = 1 + int(rand() * 4); y = 1 + int(rand() * 3); z = 1 + int(rand() * 5)
			print c \",\" j \",\" 2 * x * y * z \",\" x \"x\" y \"x\" z (rand() < .3 ? \"w\" : \"\") } }" >in.csv &&
	alloc --quiet --on-full skip --policy topaware in.csv >one && alloc --quiet --on-full skip --policy topaware in.csv >two && cmp one two &&
	for c in $(seq 30); do awk -F, -v c=$c "/^#/ || !n++ || \$1 == c" in.csv | alloc --quiet --on-full skip --policy topaware || exit 1; done >parts &&
	rows one >whole && grep -v "^#\|^case" parts | diff whole - && [ "$(grep -c ",topaware,0," whole)" -gt 40 ]'

# --- what is wrong

t 'the prism and the nodes do not agree' '
	table mesh:k=4x4x4,p=2 job,nodes a,15 >in.csv && says 1 "alloc: in.csv:4: nodes: '\''15'\'': job '\''a'\'': a prism of 2x2x2 pairs has 16 nodes, not 15" alloc --policy topaware:2x2x2 in.csv'
t 'no prism: which plane falls short by how much, and the largest there is' '
	table $(fig2 mesh) job,nodes a,112 >in.csv &&
	says 1 "alloc: in.csv:4: nodes: '\''112'\'': job '\''a'\'': no prism 8x1x7: 0 of 1 planes; plane y=0 falls short by 1 of 8 rows of 7 pairs; the largest is 7x1x7" alloc --policy topaware:8x1x7 in.csv &&
	table mesh:k=2x3x2,p=1,unavailable=2+3+11 job,nodes a,8 >in.csv &&
	says 1 "alloc: in.csv:4: nodes: '\''8'\'': job '\''a'\'': no prism 2x2x2: 1 of 2 planes; plane y=2 falls short by 1 of 2 rows of 2 pairs; the largest is 2x1x2" alloc --policy topaware:2x2x2 in.csv'
t 'planes that end before they are enough' '
	table mesh:k=2x3x2,p=1 job,nodes a,8 >in.csv &&
	says 1 "alloc: in.csv:4: nodes: '\''8'\'': job '\''a'\'': no prism 2x2x2 from 0+2+0: 1 of 2 planes; the largest is 2x1x2 from there, 2x2x2 from anywhere" alloc --policy topaware:2x2x2@0+2+0 in.csv'
t 'no pair is available' '
	table mesh:k=2x1x1,p=2,unavailable=0+3 job,nodes a,2 >in.csv && exits 1 alloc --policy topaware:1x1x1 in.csv 2>err >out.csv && grep -q "; no pair is available$" err'
t 'machines of other kinds and dimensions' '
	table dragonfly:g=2,a=2,p=2 job,nodes a,2 >in.csv && says 1 "alloc: policy '\''topaware'\'' is defined for machines of kind mesh torus, not for '\''dragonfly:g=2,a=2,p=2'\''" alloc --policy topaware:1x1x1 in.csv &&
	table torus:k=4x4 job,nodes,prism a,2,1x1x1 >in.csv && says 1 "alloc: policy '\''topaware'\'' needs a machine of three dimensions; '\''torus:k=4x4'\'' has 2" alloc --policy topaware in.csv'
for prism in "2x2" "2x2x2@0" "0x2x2" "2x2x2x2" "2x2x2@0+0+0+0" "2x2x2 " "" ; do
	t "'$prism' is no prism" '
		table mesh:k=4x4x4 job,nodes a,8 >in.csv && exits 2 alloc --policy "topaware:$prism" in.csv 2>err >out.csv &&
		grep -qF "alloc: policy '\''topaware:$prism'\'' wants pairs along x, y and z, as 14x7x21, with a start as 14x7x21@0+0+0" err'
done
t 'a prism that the machine has no room for' '
	table mesh:k=4x5x6 job,nodes,prism a,8,1x6x1 >in.csv && says 1 "alloc: in.csv:4: prism: '\''1x6x1'\'': wants 6 pairs along y; '\''mesh:k=4x5x6'\'' has 5" alloc --policy topaware in.csv &&
	table mesh:k=4x5x6 job,nodes,prism a,8,1x1x1@0+0+6 >in.csv && says 1 "alloc: in.csv:4: prism: '\''1x1x1@0+0+6'\'': wants to start at z = 6; '\''mesh:k=4x5x6'\'' has z = 0 to 5" alloc --policy topaware in.csv &&
	says 2 "alloc: policy '\''topaware:1x1x1w'\'' wants to go round rings; '\''mesh:k=4x5x6'\'' has none" alloc --policy topaware:1x1x1w in.csv'

# --- default

t 'default: the labels, on a machine without an order of its own' '
	table torus:k=2x2x2,p=2,unavailable=2-3 job,nodes a,3 b,2 >in.csv && gives alloc,node_list "alloc --policy default in.csv" "default,0-1 4" default,5-6'
t 'default: the order of the numbers in the machine'\''s map' '
	printf "%s\n" "7 a compute 0 0 0" "3 b compute 1 0 0" "9 c compute 0 1 0" "1 d service 1 1 0" "4 e compute 0 0 0" "20 f compute 1 1 0" >nodes.map &&
	table mesh:k=2x2x1,p=2,map=nodes.map job,nodes a,3 b,2 >in.csv && gives node_list "alloc --policy default in.csv" "2 0-1" "4 7"'

done_testing
