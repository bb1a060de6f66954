#!/usr/bin/env bash
# t331-mesh-policies -- snake-best-fit, mc1x1 and contiguous: worked examples (policies-mesh.c has them all against re-statements).
. "$(dirname "$0")/../lib.sh"

# gets POLICY MACHINE BUSY NODES LIST: a job of so many nodes gets this list beside a job that has BUSY
gets() {
	local count
	count=$(for item in $3; do seq "${item%-*}" "${item#*-}"; done | wc -l)
	{
		printf '#hopline 1\n#machine %s\njob,nodes,node_list\n' "$2"
		[ "$count" = 0 ] || echo "busy,$count,$3"
		echo "j,$4,"
	} | alloc --quiet --on-full skip --policy "$1" | metrics select --where job=j --columns node_list | rows >got
	echo "$5" | diff - got
}

# --- the snake: shortest axis fastest, up and down in turn

t 'along one row' 'gets snake-best-fit mesh:k=6 "" 3 0-2'
t 'the shorter axis is the fast one, and turns' '
	gets snake-best-fit mesh:k=4x3 "" 12 "0 4 8-9 5 1-2 6 10-11 7 3" && gets snake-best-fit mesh:k=3x4 "" 12 "0-2 5 4 3 6-8 11 10 9"'
t 'three axes: a step is a step in the mesh' '
	gets snake-best-fit mesh:k=2x3x4 "" 24 "0-1 3 2 4-5 11 10 8-9 7 6 12-13 15 14 16-17 23 22 20-21 19 18"'
t 'of axes of one length the lower is the faster: 24x24x16 has all three' '
	gets snake-best-fit mesh:k=24x24x16 "" 34 "$(seq -s" " 0 576 8064) 8640-8641 $(seq -s" " 8065 -576 577) 1-2 578" &&
	printf "#hopline 1\n#machine mesh:k=24x24x16\njob,nodes\nj,9216\n" | alloc --policy snake-best-fit | column node_list | tr " " "\n" |
		awk -F- "NF == 2 { for (v = \$1; v <= \$2; v++) print v; next } { print }" >walk && [ "$(sort -nu walk | wc -l)" = 9216 ] &&
	awk "NR > 1 { d = 0; for (i = 1; i <= 3; i++) { a = at(\$1, i) - at(last, i); d += a < 0 ? -a : a }; if (d != 1) exit 1 } { last = \$1 }
		function at(v, i) { return i == 1 ? v % 24 : i == 2 ? int(v / 24) % 24 : int(v / 576) }" walk'
t 'the nodes of a router follow one another' 'gets snake-best-fit mesh:k=3x2,p=2 "" 12 "0-1 6-9 2-5 10-11"'
t 'best fit: the smallest interval that is large enough, the first of equals, its low end' '
	gets snake-best-fit mesh:k=20 "5 8 12 16" 3 9-11 && gets snake-best-fit mesh:k=20 "5 8 12 16" 2 6-7 && gets snake-best-fit mesh:k=20 "5 8 12 16" 4 0-3'
t 'no interval is large enough: the least span, the first of equals' '
	gets snake-best-fit mesh:k=12 "2 4 7" 5 "5-6 8-10" && gets snake-best-fit mesh:k=9 "2 5" 4 "0-1 3-4"'
t 'on a torus the curve has ends too' 'gets snake-best-fit torus:k=8 "2-5" 4 "0-1 6-7"'

# --- shells

t 'mc1x1: a square in the corner' 'gets mc1x1 mesh:k=5x5 "" 4 "0-1 5-6" && gets mc1x1 mesh:k=5x5 "" 9 "6 0-2 5 7 10-12"'
t 'mc1x1: where the shells are full' 'gets mc1x1 mesh:k=5x5 "0 2 6 10 12" 5 "3-4 7-9" && gets mc1x1 mesh:k=7 "1 4" 3 "2-3 0"'
t 'mc1x1: round the end of a ring' 'gets mc1x1 torus:k=7 "2-4" 4 "0-1 6 5" && gets mc1x1 mesh:k=7 "2-4" 4 "1 0 5-6"'
t 'mc1x1: all nodes of a router are in its shell' 'gets mc1x1 mesh:k=4,p=3 "0-1" 5 "3-5 2 6" && gets mc1x1 mesh:k=4,p=3 "" 4 0-3'

# --- cuboids

t 'contiguous: compact rather than exact' 'gets contiguous mesh:k=4x4x4 "" 7 "0-1 4-5 16-17 20" && gets em-cuboid mesh:k=7x7x7 "" 7 0-6'
t 'contiguous: any free cuboid, if there is no better one' 'gets contiguous mesh:k=4x4 "5 10" 4 "2-3 6-7" && gets contiguous mesh:k=4x4 "5 10" 3 0-2'
t 'contiguous: refuses where there is none' '
	gets contiguous mesh:k=4x4 "5 10" 5 "\"\"" && printf "#hopline 1\n#machine mesh:k=4x4\njob,nodes,node_list\nb,2,5 10\nj,5,\n" >in.csv &&
	exits 1 alloc --policy contiguous in.csv 2>err >out.csv && echo "alloc: in.csv:5: nodes: '\''5'\'': job '\''j'\'': no cuboid of routers without another job is large enough" | diff - err'
t 'contiguous: routers that the job leaves are open to others, em-cuboid closes them' '
	printf "#hopline 1\n#machine mesh:k=2x2x2\njob,nodes\na,7\nb,1\n" >in.csv && alloc --policy contiguous in.csv | column node_list >got && printf "%s\n" 0-6 7 | diff - got &&
	exits 1 alloc --policy em-cuboid in.csv >out.csv 2>err'

# --- where

for policy in snake-best-fit mc1x1 contiguous; do
	t "$policy is for lattices" '
		printf "%s\n" job,nodes a,1 >in.csv && exits 1 alloc --policy $policy --machine dragonfly:g=2,a=2,p=2 in.csv 2>err >out.csv &&
		grep -q "^alloc: policy .$policy. is defined for machines of kind mesh torus hypercube expressmesh, not for" err &&
		for m in mesh:k=3x3 torus:k=3x3 hypercube:n=3 expressmesh:k=4x4,gap=1; do alloc --policy $policy --machine $m in.csv | column node_list >got && echo 0 | diff - got || exit 1; done'
	t "$policy: unavailable nodes are left out" '
		printf "%s\n" job,nodes a,2 b,2 >in.csv && alloc --policy $policy --machine mesh:k=6,unavailable=0+3 in.csv | column node_list | sort >got && printf "%s\n" 1-2 4-5 | diff - got'
done

done_testing
