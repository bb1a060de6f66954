#!/usr/bin/env bash
# t127-twisted -- twisted tori, and tori of cubes that circuits join: published distances and halves, times, bad input.
. "$(dirname "$0")/../lib.sh"

q="'"
has() { metrics machine --machine "$1" | sed 's/"[^"]*"/the machine/' | cells "$2"; }
# refused SPEC MESSAGE: exit 2
refused() { exits 2 metrics machine --machine "$1" 2>err && grep -qF "metrics: --machine: $2" err || { cat err; return 1; }; }
jobs() { printf '%s\n' job,nodes,pattern,size "a,$1,alltoall,20KB"; }
export q
export -f has refused jobs

t '2a x a: diameter a and mean distance (4a^2-1)/6a, where the torus has 3a/2 and 3a/4' '
	for a in 2 4 6 8 10; do
		is "$(has twistedtorus:k=$((2 * a))x$a diameter,links_mean_all)" "$a,$(awk -v a=$a "BEGIN { printf \"%.9g\", (4 * a * a - 1) / (6 * a) }")" &&
		is "$(has torus:k=$((2 * a))x$a diameter,links_mean_all)" "$((3 * a / 2)),$(awk -v a=$a "BEGIN { printf \"%.9g\", 3 * a / 4 }")" || exit 1
	done'
t '2a x a: no halves are parted by fewer than 4a cables, twice those of the torus' '
	for a in 2 4 6; do is "$(has twistedtorus:k=$((2 * a))x$a bisection_links) $(has torus:k=$((2 * a))x$a bisection_links)" "$((4 * a)) $((2 * a))" || exit 1; done'
# least WxH BY: of all ways to part a twisted torus of 8 routers in halves, the least cables
t '4 x 2: all halves tried' '
	is "$(awk "BEGIN { for (s = 0; s < 256; s++) { n = cut = 0; for (r = 0; r < 8; r++) n += int(s / 2 ^ r) % 2; if (n != 4) continue
		for (r = 0; r < 8; r++) { x = r % 4; y = int(r / 4); here = int(s / 2 ^ r) % 2; right = int(s / 2 ^ (4 * y + (x + 1) % 4)) % 2
			up = y ? (x + 2) % 4 : 4 + x; cut += (here != right) + (here != int(s / 2 ^ up) % 2) }
		if (!least || cut < least) least = cut } print least }")" "$(has twistedtorus:k=4x2 bisection_links)"'
t '2a x a x a and 2a x 2a x a, as of TPU v4: diameter 3a/2, halves parted by twice as many cables' '
	is "$(has twistedtorus:k=8x4x4 diameter,bisection_links) $(has torus:k=8x4x4 diameter,bisection_links)" "6,64 8,32" &&
	is "$(has twistedtorus:k=8x8x4 diameter,bisection_links) $(has torus:k=8x8x4 diameter,bisection_links)" "6,128 10,64"'
t 'the order of the dimensions is no matter' '
	is "$(has twistedtorus:k=4x4x8 diameter,links_mean)" "$(has twistedtorus:k=8x4x4 diameter,links_mean)" &&
	is "$(has twistedtorus:k=4x8x4 diameter,links_mean)" "$(has twistedtorus:k=8x4x4 diameter,links_mean)"'
t 'cubes: the same torus, twisted or not' '
	is "$(has cubetorus:cubes=2x1x1 diameter,links,links_mean)" "$(has torus:k=8x4x4 diameter,links,links_mean)" &&
	is "$(has cubetorus:cubes=2x1x1,twist=half diameter,links,links_mean)" "$(has twistedtorus:k=8x4x4 diameter,links,links_mean)"'
t 'TPU v4: 4096 chips in 64 cubes; of two cubes each has 96 ends of circuits' '
	is "$(has cubetorus:cubes=4x4x4 routers,links,degree_min)" "4096,12288,6" &&
	jobs 64 >in.csv &&
	alloc --policy simple --machine cubetorus:cubes=2x1x1 in.csv | netsim --links links.csv >/dev/null &&
	is "$(grep -c ",circuit,r" links.csv)" "$((2 * 96))"'
t 'circuits have a speed of their own' '
	far() { printf "%s\n" "#hopline 1" "#machine cubetorus:cubes=2x1,cube=4x4,cores=1,$1" job,nodes,pattern,bytes,node_list "a,2,alltoall,2000,$2" | netsim --packet 2000 | column latency_max_s; } &&
	is "$(far latency=1us 0-1)" "$(far circuit-latency=1us 3-4)" && ! is "$(far circuit-latency=1us 0-1)" "$(far circuit-latency=1us 3-4)" >/dev/null'
t 'a level of cubes' 'metrics topology --to slurm --machine cubetorus:cubes=2x2,cube=2x2 | grep -q "SwitchName=cube3"'
t 'a torus without a twist: the times of a graph of the same links' '
	awk "BEGIN { print \"from,to\"; for (y = 0; y < 3; y++) for (x = 0; x < 6; x++) { print 6 * y + x \",\" 6 * y + (x + 1) % 6; print 6 * y + x \",\" (y < 2 ? 6 * y + 6 + x : (x + 3) % 6) } }" >links.csv &&
	jobs 18 >in.csv && for r in minimal valiant ugal-l ugal-g; do
		for m in twistedtorus:k=6x3 graph:links=links.csv; do
			alloc --policy rdn --machine $m in.csv | map --algorithm random | netsim --routing $r | rows >$r.${m%%:*} || exit 1
		done
		diff $r.twistedtorus $r.graph || exit 1
	done'
t 'routings of a torus are not those of a twisted one' '
	jobs 6 | alloc --policy simple --machine twistedtorus:k=4x2 >in.csv &&
	exits 2 netsim --routing dimension-order in.csv 2>err && grep -qF "a twistedtorus has: minimal, valiant, ugal-l, ugal-g" err'
t 'mappings by coordinates' '
	for a in geom hilbert geom-mj gsearch; do
		printf "%s\n" job,nodes,tasks,pattern,dims "a,32,32,halo2d,8x4" | alloc --policy simple --machine twistedtorus:k=8x4,cores=1 | map --algorithm $a >out || exit 1
		[ "$(rows out | wc -l)" = 1 ] || exit 1
	done'
t 'mappings go by the distances of the twist' '
	far() { printf "%s\n" "#hopline 1" "#machine $1,cores=1" job,pattern,dims,task_nodes "a,halo2d,2x1,0 $2" | metrics mapping | column hops_max; } &&
	is "$(far twistedtorus:k=8x4 28) $(far torus:k=8x4 28) $(far twistedtorus:k=8x4 24)" "1 5 3"'

t 'no such shape: the nearest that is' '
	refused twistedtorus:k=6x4 "k: ${q}6x4$q: cannot be twisted by half: some extents must be twice as long as the others, as 6x3" &&
	refused twistedtorus:k=4x4x4 "k: ${q}4x4x4$q: cannot be twisted by half: some extents must be twice as long as the others, as 4x4x2" &&
	refused cubetorus:cubes=3x1x1,twist=half "cubes: ${q}3x1x1$q: cannot be twisted by half" && refused twistedtorus:k=8 "k: ${q}8$q: one dimension cannot be twisted"'
t 'no such twist' '
	refused twistedtorus:k=8x4,twist=y:x "twist: ${q}y:x$q: must be none, half, or DIMENSION:ALONG:ROUTERS" &&
	refused twistedtorus:k=8x4,twist=y:y:1 "twist: ${q}y:y:1$q: rows of y cannot end further along y itself" &&
	refused twistedtorus:k=8x4,twist=z:x:1 "twist: ${q}z:x:1$q: has no dimension ${q}z$q, only x to y" &&
	refused twistedtorus:k=8x4,twist=y:x:8 "twist: ${q}y:x:8$q: ${q}8$q: rows of y can end 1 to 7 routers further along x" &&
	refused twistedtorus:k=8x4,twist=y:x:1+y:x:1 "twist: ${q}y:x:1+y:x:1$q: has rows of y along x twice" &&
	refused twistedtorus:k=8x4,twist= "twist: $q$q: must not be empty"'
t 'no such cubes' '
	refused cubetorus:cubes=4 "cubes: ${q}4$q: has 1 dimension, and a cube has 3" && refused cubetorus:p=1 "cubes: must be given" &&
	refused cubetorus:cubes=65536x65536x65536 "cubes: ${q}65536x65536x65536$q: makes the machine too large"'

done_testing
