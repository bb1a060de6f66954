#!/usr/bin/env bash
# t126-broken -- machines with broken links and routers: what is left, who may use it, how packets go round.
. "$(dirname "$0")/../lib.sh"

q="'"
has() { metrics machine --machine "$1" | sed 's/"[^"]*"/the machine/' | column "$2"; }
# refused SPEC MESSAGE: exit 2
refused() { exits 2 metrics machine --machine "$1" 2>err && grep -qF "metrics: --machine: broken: $2" err || { cat err; return 1; }; }
jobs() { printf '%s\n' job,nodes,pattern,size "a,$1,alltoall,20KB"; }
export q
export -f has refused jobs

t 'a link by name: both directions are gone' 'is "$(has torus:k=4x4 links) $(has torus:k=4x4,broken=r0-r1 links) $(has torus:k=4x4,broken=r1-r0 links)" "32 31 31"'
t 'a router by name: its cables go with it' 'is "$(has torus:k=4x4,broken=r5 links) $(has torus:k=4x4,broken=r5 broken_links) $(has torus:k=4x4,broken=r5 broken_routers)" "28 4 1"'
t 'its nodes are absent' 'is "$(has fattree:k=2,broken=r0 absent_nodes) $(has fattree:k=2,broken=r0 compute_nodes)" "2 6"'
t 'some of several parallel cables' '
	printf "%s\n" from,to,count 0,1,3 1,2,1 >links.csv &&
	is "$(has graph:links=links.csv,broken=r0-r1x2 links) $(has graph:links=links.csv,broken=r1-r0x1 links)" "2 3" &&
	refused graph:links=links.csv,broken=r0-r1x4 "${q}r0-r1x4$q: routers 0 and 1 have 3 cables between them"'
t 'by a rate: so many to the nearest whole number, the same ones again' '
	is "$(has hypercube:n=6,broken=links:0.1:7 broken_links) $(has hypercube:n=6,broken=routers:0.1:7 broken_routers)" "19 6" &&
	[ "$(has dragonfly:g=9,a=4,p=2,broken=links:0.1:7 links_mean)" = "$(has dragonfly:g=9,a=4,p=2,broken=links:0.1:7 links_mean)" ] &&
	[ "$(has dragonfly:g=9,a=4,p=2,broken=links:0.1:7 links_mean)" != "$(has dragonfly:g=9,a=4,p=2,broken=links:0.1:8 links_mean)" ]'
t 'nothing is broken at a rate of 0: the same as the whole' '
	[ "$(has mesh:k=4x4,broken=links:0:1 links_mean) $(has mesh:k=4x4,broken=links:0:1 bisection_kind)" = "$(has mesh:k=4x4 links_mean) exact" ]'
t 'distances are those of what is left' '
	is "$(has torus:k=6,broken=r0-r5 diameter) $(has torus:k=6,broken=r0-r5 links_mean)" "$(has mesh:k=6 diameter) $(has mesh:k=6 links_mean)"'
t 'a ring with a broken link is a row: the same times, to the picosecond' '
	jobs 6 >in.csv && for m in torus:k=6,broken=r0-r5 mesh:k=6; do
		alloc --policy simple --machine $m in.csv | map --algorithm linear | netsim --routing minimal | rows >$m || exit 1
	done && diff <(sed s/minimal/dimension-order/ torus:k=6,broken=r0-r5) mesh:k=6'
t 'a ring without one of its routers is a row, too' '
	jobs 4 >in.csv && for m in torus:k=5,broken=r2 mesh:k=4; do
		alloc --policy simple --machine $m in.csv | netsim --routing minimal | column messages >$m || exit 1
	done && diff torus:k=5,broken=r2 mesh:k=4'
t 'policies skip the nodes of broken routers' '
	jobs 14 >in.csv && for p in simple rdn mc1x1 snake-best-fit slurm-tree level-spread; do
		alloc --policy $p --machine torus:k=4x4,broken=r5+r9 in.csv | column node_list >out || exit 1
		! grep -qw -e 5 -e 9 out || exit 1
	done'
t 'a job that wants more than are left gets none' 'jobs 15 >in.csv && exits 1 alloc --policy simple --machine torus:k=4x4,broken=r5+r9 in.csv'
t 'a job on the node of a broken router' '
	printf "%s\n" "#hopline 1" "#machine torus:k=4x4,broken=r5" job,nodes,pattern,size,node_list a,2,alltoall,1KB,4-5 >in.csv &&
	exits 1 netsim in.csv 2>err && grep -q "node 5 is unavailable" err'
t 'policies that keep jobs apart are for whole machines' '
	jobs 2 >in.csv && for p in em-cuboid@torus:k=4x4 df-group@dragonfly:g=5,a=2,p=2 ft-isolated@fattree:k=2 jigsaw@fattree:k=2; do
		exits 1 alloc --policy ${p%@*} --machine ${p#*@},broken=r0 in.csv 2>err && grep -q "has broken parts" err || { echo $p; cat err; exit 1; }
	done'
t 'policies that reserve nodes alone serve them' '
	jobs 2 >in.csv && alloc --policy slurm-block --machine dragonfly:g=5,a=2,p=2,broken=r3 in.csv | column node_list >out && is "$(wc -l <out)" 1'
t 'all routings that go by tables, on all kinds' '
	jobs 6 >in.csv && for m in torus:k=4x4 mesh:k=3x3,p=2 hypercube:n=4 expressmesh:k=4x4,gap=1 dragonfly:g=5,a=2,p=2 fattree:k=2 slimfly:q=5; do
		for r in minimal valiant ugal-l ugal-g; do
			alloc --policy rdn --machine $m,broken=r3 in.csv | map --algorithm random | netsim --routing $r >out || exit 1
			[ "$(column messages out)" = 132 ] || { echo $m $r; cat out; exit 1; }
		done
	done'
t 'the routings of the kind do not hold: those that do are named' '
	jobs 6 | alloc --policy simple --machine dragonfly:g=5,a=2,p=2,broken=r3 >in.csv &&
	exits 2 netsim --routing par in.csv 2>err && grep -qF "a dragonfly with broken parts has: minimal, valiant, ugal-l, ugal-g" err'
t 'mappings know: a link that is gone counts for the way round it' '
	far() { printf "%s\n" "#hopline 1" "#machine $1,cores=1" job,pattern,dims,task_nodes "a,halo2d,2x1,0 1" | metrics mapping | column hops_max; } &&
	is "$(far torus:k=5) $(far torus:k=5,broken=r0-r1)" "1 4"'
t 'a topology.conf without the nodes of broken routers' '
	metrics topology --to slurm --machine fattree:k=2,broken=r0 >out && ! grep -qw "n0\|n\[0" out && grep -q "n\[2-3\]" out'
t 'the machine stays in the stream, as it was written' '
	jobs 6 | alloc --policy simple --machine torus:k=4x4,broken=r5+r0-r1+links:0.05:1 | grep -qx "#machine torus:k=4x4,broken=r5+r0-r1+links:0.05:1"'

t 'cut into pieces' 'refused mesh:k=4,broken=r1-r2 "${q}r1-r2$q: cuts the machine into pieces: no way is left from router 0 to router 2; break fewer parts"'
t 'no such cable' 'refused torus:k=4x4,broken=r0-r5 "${q}r0-r5$q: no cable joins routers 0 and 5"'
t 'nothing left' 'refused mesh:k=2,broken=r0+r1 "${q}r0+r1$q: leaves no node"'
t 'no such part' '
	for b in 5 r r16 r0- r0-r r0-r16 r0-r1x r0-r1x0 r0-r1y r0r1 links rooms:0.1:1 r0++r1 + r-1; do
		refused torus:k=4x4,broken=$b "$q$b$q: $q" && grep -q "must be a router, of r0 to r15" err || exit 1
	done'
t 'no such rate' '
	for b in links: links:0.1 links:0.1: links:2:1 links:-1:1 links:x:1 routers:0.1:x routers::1; do
		refused torus:k=4x4,broken=$b "$q$b$q: $q$b$q must have a rate from 0 to 1 and a seed, as ${b%%:*}:0.01:1" || exit 1
	done'
t 'circuits come with the run' 'refused rdragonfly:g=3,a=2,p=1,h=2,ocs=2,broken=r0 "${q}r0$q: circuits, which a run brings, join the groups of rdragonfly"'

done_testing
