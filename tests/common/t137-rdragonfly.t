#!/usr/bin/env bash
# t137-rdragonfly -- the reconfigurable dragonfly as tools see it: its keys, what has none of its circuits, the paper's instance.
. "$(dirname "$0")/../lib.sh"

q="'"
export q
small=rdragonfly:g=5,a=4,p=3
export small
# describe SPEC COLUMNS: these columns of the machine, commas between
describe() {
	metrics machine --no-preamble --machine "$1" >described.csv && metrics select --no-preamble --columns "$2" described.csv | rows
}
# wrong KEYS MESSAGE: refused with that one line, on the command line and as a stream's machine
wrong() {
	printf '#hopline 1\n#machine rdragonfly:%s\njob,nodes,node_list\na,1,0\n' "$1" >wrong.csv
	exits 2 metrics machine --machine "rdragonfly:$1" >out 2>err && [ ! -s out ] &&
	[ "$(sed -n 1p err)" = "metrics: --machine: $2" ] || { cat err; return 1; }
	exits 1 map wrong.csv >out 2>err && [ ! -s out ] && [ "$(cat err)" = "map: wrong.csv: #machine: $2" ] || { cat err; return 1; }
}

t 'the paper'\''s instance: 82,944 nodes, 6,912 switches of 47 ports, apart without circuits' '
	conf=$HOPLINE_ROOT/data/machines/grap-rdragonfly.conf
	columns=nodes,routers,radix_min,radix_max,degree_min,degree_max,links,router_nodes_max,diameter
	[ "$(describe "$conf" $columns)" = 82944,6912,47,47,23,23,79488,12,2 ] &&
	[ "$(describe rdragonfly:g=288,a=24,p=12,h=12,ocs=288,ocs-ports=288 $columns)" = 82944,6912,47,47,23,23,79488,12,2 ]'

t 'the fixed dragonfly beside it: as many nodes and ports, and the same speeds' '
	conf=$HOPLINE_ROOT/data/machines/grap-dragonfly.conf
	[ "$(describe "$conf" nodes,routers,radix_max,degree_max)" = 82944,6912,47,35 ] &&
	speeds() { sed "s/#.*//" "$1" | tr -d "[:blank:]" | grep -vE "^(kind|arrangement|ocs|ocs-ports)=" | grep .; }
	speeds "$conf" >fixed && speeds "${conf%dragonfly.conf}rdragonfly.conf" | diff fixed -'

t 'what is the default is left out of the spec' '
	for more in "" ,h=1 ,ocs=4 ,h=1,ocs=4,ocs-ports=5; do [ "$(describe $small$more machine)" = "\"$small\"" ] || return 1; done
	[ "$(describe $small,ocs-ports=320,ocs=2,h=2 machine)" = "\"$small,h=2,ocs=2,ocs-ports=320\"" ]'

t 'by default as many global ports as a dragonfly has' '
	for shape in g=2,a=1,p=1 g=9,a=4,p=2 g=10,a=4,p=2 g=33,a=8,p=4; do
		[ "$(describe rdragonfly:$shape radix_max)" = "$(describe dragonfly:$shape radix_max)" ] || return 1
	done'

t 'distances are the least that circuits could give' '
	[ "$(describe $small diameter,links_mean_all)" = 2,$(awk "BEGIN { printf \"%.9g\", (4 * 3 + 4 * (4 + 12 * 2)) / 80 }") ] &&
	[ "$(describe $small,ocs=1 diameter,links_mean_all)" = 1,0.95 ] &&
	[ "$(describe $small,ocs=2 diameter,links_mean_all)" = 2,$(awk "BEGIN { printf \"%.9g\", (4 * 3 + 4 * (8 + 8 * 2)) / 80 }") ]'

t 'without circuits halves of whole groups cut nothing' '
	[ "$(describe rdragonfly:g=6,a=4,p=2 bisection_links)" = 0 ] && [ "$(describe rdragonfly:g=5,a=4,p=2 bisection_links)" = 4 ]'

t 'nodes are the dragonfly'\''s: routers and groups' '
	metrics nodes --no-preamble --machine $small >r.csv && metrics nodes --no-preamble --machine dragonfly:g=5,a=4,p=3 | diff - r.csv'

t 'policies choose the nodes that they choose on a dragonfly, mappings map' '
	gen-workload random --machine $small --cases 3 >jobs.csv && sed "/^#machine/s/rdragonfly/dragonfly/" jobs.csv >fixed.csv
	for policy in simple slurm slurm-fit slurm-tree slurm-tree-fit slurm-tree-linear slurm-dragonfly slurm-dragonfly-fit slurm-none rdn rdr rdg rrn rrr random level-spread jokanovic jokanovic-as-published jokanovic-boundary; do
		for from in jobs fixed; do alloc --policy $policy $from.csv | rows >$from.out || return 1; done
		[ -s jobs.out ] && cmp jobs.out fixed.out || { echo $policy; return 1; }
	done
	for algorithm in linear random random-nodes greedy local "gsearch --from random" anneal $(present metis scotch); do
		alloc --policy rdn jobs.csv | map --algorithm $algorithm >mapped.csv || { echo $algorithm; return 1; }
		[ "$(rows mapped.csv | wc -l)" = "$(rows jobs.csv | wc -l)" ] || return 1
	done'

t 'switches that cannot be' '
	wrong g=5,a=4,p=2,h=2,ocs=3 "ocs: ${q}3$q: must divide the 8 global links of a group" &&
	wrong g=5,a=4,p=2,h=2,ocs=16 "ocs: ${q}16$q: must divide the 8 global links of a group" &&
	wrong g=5,a=4,p=2,h=2,ocs=0 "ocs: ${q}0$q: must divide the 8 global links of a group" &&
	wrong g=5,a=4,p=2,h=2,ocs=2,ocs-ports=19 "ocs-ports: ${q}19$q: must be at least 20, the links that end at each switch" &&
	wrong g=5,a=4,p=2,ocs-ports=0 "ocs-ports: ${q}0$q: must be at least 5, the links that end at each switch" &&
	describe rdragonfly:g=5,a=4,p=2,h=2,ocs=2,ocs-ports=20 nodes'

t 'groups that cannot be' '
	wrong g=2,a=4,p=2,h=0 "h: ${q}0$q: must be at least 1: without global links a group reaches no other" &&
	wrong g=0,a=4,p=2 "g: ${q}0$q: must be at least 1" && wrong g=3,a=0,p=2 "a: ${q}0$q: must be at least 1" && wrong g=3,a=2,p=0 "p: ${q}0$q: must be at least 1" &&
	wrong a=4,p=2 "g: must be given" && wrong g=5,a=300,p=2,h=300 "h: ${q}300$q: makes 90000 global links a group, at most 65536 can be numbered" &&
	wrong g=16385,a=1,p=1,h=1 "g: ${q}16385$q: must be at most 16384" &&
	wrong g=16384,a=1000,p=1000,h=1 "g: ${q}16384$q: makes the machine too large: nodes and links must stay below 4294967295" &&
	describe rdragonfly:g=1,a=4,p=2 nodes && describe rdragonfly:g=1,a=4,p=2,h=3,ocs=2 nodes'

t 'a key that only the dragonfly has' '
	exits 2 metrics machine --machine $small,arrangement=relative 2>err &&
	grep -q "^metrics: --machine: arrangement: unknown key; rdragonfly has: g, a, p, h, ocs, ocs-ports, local-bw, " err'

done_testing
