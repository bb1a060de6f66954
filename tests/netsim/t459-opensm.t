#!/usr/bin/env bash
# t459-opensm -- the routings opensm-minhop and opensm-ftree, and machines written as subnets of InfiniBand.
# The tables themselves: tests/unit/netsim/opensm-tables.c.
# shellcheck disable=SC2016
. "$(dirname "$0")/../lib.sh"
reference=$HOPLINE_ROOT/data/reference/opensm
export reference
q="'"
export q

t 'both carry traffic of a fat-tree on one channel' '
	for r in opensm-minhop opensm-ftree; do
		printf "job,nodes,tasks,pattern,bytes,iterations,node_list\na,16,16,alltoall,7000,2,0-15\n" |
			netsim --machine fattree:k=4,n=2 --routing $r --vcs 1 --no-preamble >$r || exit 1
	done
	[ "$(column routing <opensm-ftree)" = opensm-ftree ] && [ "$(wc -l <opensm-minhop)" = 2 ]'
t 'minhop: a torus as a graph needs a channel for each turn' '
	says 2 "netsim: --vcs: ${q}1$q: opensm-minhop on a graph needs at least 3 (link links)" netsim --machine "graph:links=$reference/torus.csv" --routing opensm-minhop --vcs 1 --route 0 29 &&
	netsim --machine "graph:links=$reference/torus.csv" --routing opensm-minhop --vcs 3 --route 0 29 >out'
t 'minhop: where channels do not suffice, it says so' '
	awk "BEGIN { print \"from,to\"; for (r = 0; r < 34; r++) print r \",\" (r + 1) % 34 }" >ring.csv &&
	says 2 "netsim: --routing: ${q}opensm-minhop$q: not for this machine: its ways have up to 17 links, and could wait for one another in a circle: at most 15 links have channels enough" \
		netsim --machine graph:links=ring.csv --routing opensm-minhop --route 0 1'
t 'ftree: what is no fat-tree, and why' '
	says 2 "netsim: --routing: ${q}opensm-ftree$q: not for this machine: a tree has 2 to 8 levels of switches, not 1" netsim --machine "graph:links=$reference/torus.csv" --routing opensm-ftree --route 0 1 &&
	says 2 "netsim: --routing: ${q}opensm-ftree$q: not for this machine: routers 0 and 1, as far from the leaves, have 3 and 4 switches up" \
		netsim --machine fattree:k=4,n=2,broken=r0-r4 --routing opensm-ftree --route 0 15 &&
	netsim --machine fattree:k=4,n=2,broken=r4 --routing opensm-ftree --route 0 15 >out'
t '--to ibnetdiscover: read again it is the same machine' '
	metrics topology --to ibnetdiscover --machine fattree:k=4,n=3,taper=2 >list &&
	metrics topology --from ibnetdiscover --nodes nodes.csv list >links.csv &&
	[ "$(grep -c . nodes.csv)" = 129 ] &&
	prints "metrics machine --machine graph:links=links.csv,nodes=nodes.csv | column nodes" "$(metrics machine --machine fattree:k=4,n=3,taper=2 | column nodes)" &&
	prints "metrics machine --machine graph:links=links.csv,nodes=nodes.csv | column diameter" "$(metrics machine --machine fattree:k=4,n=3,taper=2 | column diameter)"'
t '--to ibnetdiscover: broken parts are not there' '
	metrics topology --to ibnetdiscover --machine fattree:k=2,n=2,broken=r0 >list &&
	! grep -q "\"node 0\"\|\"router 0\"" list && [ "$(grep -c ^Switch list)" = 3 ] && [ "$(grep -c ^Ca list)" = 2 ]'
t '--to ibnetdiscover: what no subnet can be' '
	says 1 "metrics: a switch has at most 254 ports, but router 0 has 300" metrics topology --to ibnetdiscover --machine mesh:k=1,p=300 &&
	says 1 "metrics: a subnet has at most 49151 LIDs, but there are 40000 switches and 40000 nodes" metrics topology --to ibnetdiscover --machine mesh:k=200x200'
done_testing
