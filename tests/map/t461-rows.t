#!/usr/bin/env bash
# t461-rows -- dragonflies whose groups are rows and columns: Theta's own cables, routings, bad input.
source "$(dirname "$0")/../lib.sh"
q="'"
# pairs: each pair of routers of a list of links, and how many links they have; the column of these is $1
pairs() { awk -F, -v n="$1" '/^#/ || /^from/ { next } { print ($1 < $2 ? $1 "," $2 : $2 "," $1) "," $n }' | sort; }
export q
export -f pairs

t 'Theta: the file has every pair of routers of the list of its cables, and as many links of each' '
	zcat "$HOPLINE_ROOT/data/topologies/theta.links.csv.gz" | awk -F, "NR > 1 && \$1 < \$2 { print \$1 \",\" \$2 \",\" \$4 }" | sort >decoded &&
	metrics topology --from aries --nodes nodes.csv "$HOPLINE_ROOT/data/topologies/theta.interconnect.gz" | pairs 5 >list &&
	metrics topology --to links --machine theta | pairs 6 >ours && test "$(wc -l <ours)" = 9504 && cmp ours decoded && cmp ours list'
t 'Theta: nodes, links, and at most five links between two routers' '
	is "$(metrics machine --machine theta | metrics select --no-preamble --columns nodes,routers,links,diameter | tail -1 | cut -d, -f1-3)" 3456,864,14688 &&
	awk "BEGIN { exit !($(metrics machine --machine theta | metrics select --no-preamble --columns diameter | tail -1) <= 5) }"'
t 'a router is joined to those of its row, of its column, and to other groups' '
	metrics topology --to links --machine dragonfly:g=3,a=6,p=1,h=2,rows=2,row-links=2,column-links=3 | rows >l.csv &&
	is "$(awk -F, "\$3 == \"local\" && \$1 < 6 && \$2 < 6 { print \$1 \"-\" \$2 \"x\" \$6 }" l.csv | sort | xargs)" "0-1x2 0-2x2 0-3x3 1-2x2 1-4x3 2-5x3 3-4x2 3-5x2 4-5x2" &&
	is "$(awk -F, "\$3 == \"global\" { x = int(\$1 / 6); y = int(\$2 / 6); n[x < y ? x \",\" y : y \",\" x] += \$6 } END { for (p in n) print p, n[p] }" l.csv | sort | xargs)" "0,1 6 0,2 6 1,2 6"'
t 'global-block: routers of a block lead to the same groups, each cable of a router to another one' '
	metrics topology --to links --machine dragonfly:g=5,a=8,p=1,h=2,rows=2,global-block=2 | rows >l.csv &&
	is "$(awk -F, "\$3 == \"global\" && \$1 < 8 { print \$1, int(\$2 / 8) }" l.csv | sort | xargs)" "0 1 0 3 1 1 1 3 2 2 2 4 3 2 3 4 4 1 4 3 5 1 5 3 6 2 6 4 7 2 7 4"'
t 'routings: all messages arrive; on the graph that it is they take as long' '
	m=dragonfly:g=4,a=6,p=2,h=2,rows=2,column-links=2 && printf "job,nodes,pattern,bytes\na,16,alltoall,3000\n" >in.csv &&
	metrics topology --to links --nodes nodes.csv --machine $m >links.csv &&
	for routing in minimal valiant ugal-l ugal-g; do for machine in $m graph:links=links.csv,nodes=nodes.csv; do
		alloc --policy rdn --machine $machine in.csv | map | netsim --routing $routing | metrics select --no-preamble --columns packets,comm_time_s | tail -1
	done; done >out && test "$(cut -d, -f1 out | sort -u | wc -l)" = 1 && test "$(wc -l <out)" = 8 &&
	alloc --policy level-spread --machine $m in.csv | map | exits 2 netsim --routing par 2>err && grep -q "a dragonfly has: minimal, valiant, ugal-l, ugal-g" err'
t 'broken parts, service groups and interfaces go with rows' '
	printf "job,nodes,pattern,bytes\na,8,alltoall,3000\n" >in.csv && for more in broken=links:0.1:1 io-groups=1 nics=2; do
		alloc --policy simple --machine dragonfly:g=4,a=6,p=2,h=2,rows=2,$more in.csv | map | netsim >out || exit 1
	done'
t 'what cannot be, and the nearest that can' '
	for bad in "dragonfly:g=3,a=6,p=1,rows=4|rows: ${q}4$q: 6 routers do not make whole rows; 3 would do" \
		"dragonfly:g=3,a=6,p=1,h=3,rows=2,global-links=2|global-links: ${q}2$q: the 3 global ports of a router" \
		"dragonfly:g=4,a=6,p=1,h=2,rows=2,global-block=4|global-block: ${q}4$q: blocks of so many routers with 2 cables each do not lead to 3 other groups alike" \
		"dragonfly:g=3,a=6,p=1,column-links=2|column-links: ${q}2$q: is for groups of several rows (rows)" \
		"dragonfly:g=3,a=6,p=1,rows=2,row-links=2147483647|g: ${q}3$q: makes the machine too large" \
		"dragonfly:g=3,a=6,p=1,rows=0|rows: ${q}0$q: must be at least 1" "dragonfly:g=3,a=6,p=1,h=2,rows=2,planes=2|planes: ${q}2$q: is for groups that are all alike, of one row"; do
		exits 2 metrics machine --machine "${bad%%|*}" 2>err && grep -qF "${bad#*|}" err || { cat err; exit 1; }
	done && printf "job,nodes\na,2\n" | exits 1 alloc --policy grap --machine dragonfly:g=3,a=6,p=1,h=2,rows=2 2>err'

done_testing
