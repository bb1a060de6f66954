#!/usr/bin/env bash
# t450-graph-routing -- netsim on machines of kind graph: routings by tables.
. "$(dirname "$0")/../lib.sh"

q="'"
# A square of routers, two nodes each, one side of it double, one slow.
square() {
	printf '%s\n' from,to,class,bandwidth,latency,count 0,1,side,,,2 1,2,side,,,1 2,3,slow,2Gb/s,100ns,1 3,0,side,,,1 >links.csv
}
# row N: routers in a row
row() {
	seq 1 $(($1 - 1)) | awk 'BEGIN { print "from,to" } { print $1 - 1 "," $1 }' >links.csv
}
# alltoall MACHINE NODES ROUTING [OPTION...]: one job on all nodes
alltoall() {
	local machine=$1 nodes=$2 routing=$3
	shift 3
	gen-workload uniform --machine "$machine" --job-nodes "$nodes" --utilization 1 --pattern alltoall --bytes 1000 |
		alloc --policy simple | map --algorithm linear | netsim --routing "$routing" "$@"
}
export q
export -f square row alltoall

t 'every routing carries what is sent, the same each time' '
	square && for routing in minimal valiant ugal-l ugal-g adaptive; do
		alltoall graph:links=links.csv,p=2,cores=2 8 $routing >a && alltoall graph:links=links.csv,p=2,cores=2 8 $routing >b && cmp a b &&
			[ "$(column messages <a)" = 240 ] && [ "$(column packets <a)" = 224 ] || exit 1
	done'
t 'minimal is the default; adaptive is called ugal-l' '
	square && alltoall graph:links=links.csv,p=2 8 minimal >a && alltoall graph:links=links.csv,p=2 8 adaptive >b &&
	[ "$(column routing <a)" = minimal ] && [ "$(column routing <b)" = ugal-l ] &&
	netsim --route 0 5 --machine graph:links=links.csv,p=2 --no-preamble >c && netsim --route 0 5 --machine graph:links=links.csv,p=2 --routing minimal --no-preamble | cmp - c'
t 'a routing that it does not have' '
	square && exits 2 netsim --route 0 3 --machine graph:links=links.csv --routing par 2>err
	grep -q "^netsim: --routing: .par.: a graph has: minimal, valiant, ugal-l, ugal-g, opensm-minhop, and adaptive for ugal-l\$" err'

# By hand: 40 ns a link, 100 ns a router, 1 ns a byte; the slow link adds 60 ns, and 3 ns a byte.
t 'times on an idle network' '
	square && m=graph:links=links.csv,p=2 && last() { column tail_ps | tail -1; } &&
	[ "$(netsim --machine $m --packet 1000B --route 0 1 | last)" = 1180000 ] &&
	[ "$(netsim --machine $m --packet 1000B --route 0 3 | last)" = 1320000 ] &&
	[ "$(netsim --machine $m --packet 1000B --route 4 7 | last)" = 4380000 ]'
t 'messages go by shortest ways' '
	square && alltoall graph:links=links.csv,p=2 8 minimal | column routers_mean |
	awk "{ x = \$1 } END { exit !((x - (8 * 1 + 32 * 2 + 16 * 3) / 56) ^ 2 < 1e-12) }"'
t 'parallel links and equal ways are all used' '
	square && alltoall graph:links=links.csv,p=2 8 minimal --links used >out && ! metrics select --no-preamble --where packets=0 used | grep -v ^case'
t 'as many routers on the way as on the Slim Fly whose table it is' '
	{ echo from,to; sed 1d "$HOPLINE_ROOT/data/reference/mms_q5.edges.csv"; } >links.csv &&
	alltoall graph:links=links.csv,p=2 100 minimal | column routers_mean >a && alltoall slimfly:q=5,p=2 100 minimal | column routers_mean >b && cmp a b'

t 'a router without nodes is no detour' '
	square && printf "%s\n" node,router 0,0 1,1 2,2 >nodes.csv && alltoall graph:links=links.csv,nodes=nodes.csv 3 valiant --links used >out &&
	[ "$(awk -F, "\$4 == \"r3\" && \$5 != \"r3\" { n += \$6 } END { print n + 0 }" used)" = "$(awk -F, "\$5 == \"r3\" { n += \$6 } END { print n + 0 }" used)" ] &&
	netsim --machine graph:links=links.csv,nodes=nodes.csv --routing valiant --route 0 2 | grep -q ",r1,r2,"'
t 'between two routers with nodes, and within one, no detour' '
	square && printf "%s\n" node,router 0,0 1,0 2,2 >nodes.csv &&
	for routing in minimal valiant ugal-g; do
		alltoall graph:links=links.csv,nodes=nodes.csv 3 $routing | column routers_mean >$routing || exit 1
	done && cmp minimal valiant && cmp minimal ugal-g && [ "$(cat minimal)" = 2.33333333 ]'

t 'a long row: ways that need no more than the channels there are' '
	row 60 && for routing in minimal valiant ugal-l; do
		alltoall graph:links=links.csv,cores=1 60 $routing | column packets >got && [ "$(cat got)" = 3540 ] || exit 1
	done &&
	netsim --machine graph:links=links.csv --route 0 59 | column channel | sort -u | cmp - <(echo 0)'
t 'a ring with more links across than channels: nothing goes up behind a way down, and all arrives' '
	row 40 && echo 39,0 >>links.csv && alltoall graph:links=links.csv,cores=1 40 minimal --links used >out && [ "$(column packets <out)" = 1560 ] &&
	alltoall graph:links=links.csv,cores=1 40 valiant >out && [ "$(column packets <out)" = 1560 ]'
t 'one too long' '
	row 33000 && exits 1 netsim --machine graph:links=links.csv --route 0 1 2>err
	grep -q "^netsim: the machine is too long: a packet counts at most 65535 routers\$" err'

data=$HOPLINE_ROOT/data/topologies
export data
checked || t 'Theta, under every routing: ways of four links at most, or eight' '
	metrics topology --from aries --nodes nodes.csv "$data/theta.interconnect.gz" >links.csv && m=graph:links=links.csv,nodes=nodes.csv &&
	gen-workload synthetic --machine $m --pattern uniform --load 0.2 --warmup 1us --duration 2us | alloc --policy simple | map --algorithm linear >jobs &&
	for routing in minimal valiant ugal-l ugal-g; do
		netsim --routing $routing --packet 256B jobs >out && [ "$(column messages <out)" -gt 8000 ] || exit 1
		column routers_mean <out
	done >hops &&
	awk "NR == 1 { ok = \$1 > 4.1 && \$1 < 4.3 } NR == 2 { ok = ok && \$1 > 7 && \$1 < 7.8 } NR > 2 { ok = ok && \$1 > 4.1 && \$1 < 5 } END { exit !(ok && NR == 4) }" hops'

done_testing
