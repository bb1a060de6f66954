#!/usr/bin/env bash
# t761-programs -- the study of programs: its grids, its cells, leaves by hand, and its tables.
# shellcheck disable=SC2034 # the tests' commands are quoted
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/programs
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin} study

# spread NODES: the leaves of two nodes on which 8 tasks are, tp 1, pp 2, dp 4
spread() { echo "$1" | awk -v tp=1 -v pp=2 -v dp=4 -v leaf=2 -v order="$2" -f "$study/../lib/lists.awk" -f "$study/spread.awk"; }
# row COLUMN=VALUE...: a cell of the small machines, changed as said
row() { "$study/cell" study=programs series=beside scale=small network=leafspine alloc=simple mapping=linear order=dp-pp operation= seed=1 simulations=1 cost=1 "$@"; }

t 'the grids: five placements beside another job, four with five mappings and orders, two collectives on five networks' '
	for scale in small full; do
		"$study/grid" $scale >grid && metrics grid --no-preamble --columns "$study/columns.csv" grid | cmp - grid &&
		is "$(column series grid | sort | uniq -c | xargs)" "5 beside 10 collectives 20 left" && ! column id grid | sort | uniq -d | grep . || exit 1
	done && exits 2 "$study/grid" tiny 2>err && grep -q usage err'

t 'leaves of replicas and of stages, in both orders of the ranks' '
	is "$(spread "0-7" dp-pp)" 2,2 && is "$(spread "0-7" pp-dp)" 4,1 && is "$(spread "0-3x2" dp-pp)" 1,2 && is "$(spread "0 2 4 6 1 3 5 7" dp-pp)" 4,1 &&
	is "$(spread "0 1x2 2 5 5-6 1" dp-pp)" 3,2'

t 'beside: random nodes slow the training job down, and hardly the other one' '
	row >packed.csv && row alloc=rdn >random.csv && is "$(sed 1d packed.csv | cut -d, -f10-12)" "together,training,32
together,halo,32
alone,training,32
alone,halo,32" &&
	time_of() { awk -F, -v job=$2 "\$10 == \"together\" && \$11 == job { print \$13 }" $1; } &&
	holds "$(time_of random.csv training) > 1.2 * $(time_of packed.csv training)" && holds "$(time_of random.csv halo) < 1.02 * $(time_of packed.csv halo)"'

t 'left: a mapping finds leaves for the replicas, and the job is faster' '
	row series=left alloc=rdn | sed 1d >linear && row series=left alloc=rdn mapping=multisection | sed 1d >mapped &&
	holds "$(cut -d, -f15 mapped) < $(cut -d, -f15 linear)" && holds "$(cut -d, -f13 mapped) < 0.9 * $(cut -d, -f13 linear)"'

t 'collectives: a row for each algorithm and size' '
	row series=collectives network=torus operation=alltoall order= >got && is "$(sed 1d got | wc -l)" 15 &&
	is "$(sed 1d got | cut -d, -f6-8 | sort -u | wc -l)" 15 && awk -F, "NR > 1 && !(\$13 > 0) { exit 1 }" got'

t 'tables: times over the shortest of the same job, of all placements, of a network and size' '
	header=series,network,alloc,mapping,order,operation,algorithm,bytes,seed,situation,job,nodes,time_s,routers_mean,replicas_leaves,stages_leaves && mkdir d &&
	printf "%s\n" $header beside,l,simple,linear,dp-pp,,,,1,alone,training,4,2,1,1,1 beside,l,rdn,linear,dp-pp,,,,1,together,training,4,3,1,2,1 \
		beside,l,rdn,linear,dp-pp,,,,1,together,halo,4,8,1,, left,l,rdn,linear,dp-pp,,,,1,alone,training,4,5,1,2,1 left,l,rdn,scotch,dp-pp,,,,1,alone,training,4,4,1,1,1 \
		collectives,t,simple,linear,,allreduce,ring,8,1,alone,collective,4,9,1,, collectives,t,simple,linear,,allreduce,linear,8,1,alone,collective,4,6,1,, \
		collectives,u,simple,linear,,allreduce,ring,8,1,alone,collective,4,7,1,, >d/results.csv && "$study/tables" d &&
	is "$(sed 1d d/beside.csv | sed "s/.*,//" | xargs)" "1 1.5 1" && is "$(sed 1d d/left.csv | sed "s/.*,//" | xargs)" "1.25 1" &&
	is "$(sed 1d d/collectives.csv | sed "s/.*,//" | xargs)" "1.5 1 1" && "$study/draw" d 2>/dev/null; test -s d/beside.svg'

done_testing
