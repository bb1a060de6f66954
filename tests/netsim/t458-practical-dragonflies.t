#!/usr/bin/env bash
# t458-practical-dragonflies -- so many links between two groups, random arrangements, groups for input and output.
source "$(dirname "$0")/../lib.sh"
q="'"
export q
# cables MACHINE: how many links join each two groups, each number once
cables() {
	metrics topology --to links --nodes nodes.csv --machine "$1" >links.csv &&
	awk -F, -v a="$2" '/^#/ || /^from/ { next } $3 == "global" { x = int($1 / a); y = int($2 / a); n[x < y ? x "," y : y "," x] += $6 } END { for (pair in n) print n[pair] }' links.csv | sort -n | uniq -c | xargs
}
export -f cables

t 'links-per-arc: so many links between each two groups, whatever the ports are, and as few ports as do' '
	is "$(cables dragonfly:g=10,a=8,p=2,links-per-arc=3 8)" "45 3" && is "$(cables dragonfly:g=10,a=8,p=2,h=7,links-per-arc=3 8)" "45 3" &&
	is "$(cables dragonfly:g=10,a=8,p=2,h=7 8)" "45 6" &&
	is "$(metrics machine --machine dragonfly:g=10,a=8,p=2,links-per-arc=3 | metrics select --no-preamble --columns radix_max | tail -1)" "$((2 + 7 + 4))"'
t 'the machine of the stream keeps links-per-arc, so that all tools see the same' '
	printf "job,nodes\na,3\n" | alloc --policy simple --machine dragonfly:g=10,a=8,p=2,links-per-arc=3 | grep -qx "#machine dragonfly:g=10,a=8,p=2,links-per-arc=3"'
t 'a random arrangement: each two groups are linked as often, others by another seed, the same by the same' '
	is "$(cables dragonfly:g=9,a=4,p=2,h=4,arrangement=random 4)" "36 2" && rows links.csv >one && cables dragonfly:g=9,a=4,p=2,h=4,arrangement=random,arrangement-seed=2 4 >out && rows links.csv >two && ! cmp -s one two &&
	cables dragonfly:g=9,a=4,p=2,h=4,arrangement=random 4 >out && rows links.csv | cmp - one && cables dragonfly:g=9,a=4,p=2,h=4 4 >out && ! rows links.csv | cmp -s - one'
t 'io-groups: the nodes of the last groups take no job, and are said to be for service' '
	printf "job,nodes\na,24\n" >in.csv && m=dragonfly:g=5,a=4,p=2,io-groups=2 && gives node_list "alloc --policy simple --machine $m in.csv" 0-23 &&
	printf "job,nodes\na,25\n" | exits 1 alloc --policy simple --machine $m 2>err && metrics nodes --machine $m | rows | grep -c ",service" | grep -qx 16 &&
	printf "job,nodes\na,16\n" >in.csv && alloc --policy simple --machine dragonflyplus:g=3,leaves=4,p=2,io-groups=1 in.csv | rows | grep -q "0-15\$"'
t 'router-arrangement: as many links between each two groups; next to each other, to one group, or dealt in turn' '
	leads() { cables "$1" 8 >out && is "$(cat out)" "10 8" && awk -F, "\$3 == \"global\" && \$1 < 3 { print \$1 \":\" int(\$2 / 8) \"x\" \$6 }" links.csv | sort | xargs; } && m=dragonfly:g=5,a=8,p=1,h=4 &&
	is "$(leads $m)" "0:1x1 0:2x1 0:3x1 0:4x1 1:1x1 1:2x1 1:3x1 1:4x1 2:1x1 2:2x1 2:3x1 2:4x1" && is "$(leads $m,router-arrangement=parallel | sed "s/ 0:1x1//g")" "0:1x4 1:1x4 2:2x4" &&
	is "$(leads $m,router-arrangement=dealt)" "0:1x4 1:2x4 2:3x4" && printf "job,nodes,pattern,bytes\na,30,alltoall,3000\n" >in.csv &&
	for how in parallel dealt; do for routing in minimal valiant ugal-l ugal-g par; do
		alloc --policy rdn --machine dragonfly:g=6,a=4,p=2,h=4,arrangement=relative,router-arrangement=$how in.csv | map | netsim --routing $routing | metrics select --no-preamble --columns packets | tail -1
	done; done >counts && is "$(sort -u counts | wc -l) $(wc -l <counts)" "1 10"'
t 'routings on them: all messages arrive, on the machine and, minimal, on the graph that it is' '
	for m in dragonfly:g=6,a=4,p=1,h=3,links-per-arc=2,arrangement=random dragonflyplus:g=4,leaves=2,p=2,links-per-arc=2,arrangement=random; do
		for routing in minimal valiant ugal-l ugal-g par; do
			printf "job,nodes,pattern,bytes\na,12,alltoall,3000\n" | alloc --policy rdn --machine $m | map | netsim --routing $routing | metrics select --no-preamble --columns packets | tail -1
		done
	done >counts && test "$(wc -l <counts)" = 10 && test "$(sort -u counts | wc -l)" = 1'
t 'what cannot be, and the nearest that can' '
	for bad in "dragonfly:g=10,a=8,p=2,links-per-arc=3,h=2|links-per-arc: ${q}3$q: 8 routers with 2 global ports each have 1 for each of 9 other groups; h must be at least 4" \
		"dragonfly:g=4,a=2,p=1,arrangement-seed=2|arrangement-seed: ${q}2$q: is for arrangement=random" \
		"dragonfly:g=10,a=8,p=2,links-per-arc=0|links-per-arc: ${q}0$q: must be at least 1" "dragonfly:g=4,a=2,p=1,router-arrangement=palm|router-arrangement: ${q}palm$q: " "dragonfly:g=4,a=4,p=1,h=3,rows=2,router-arrangement=dealt|router-arrangement: ${q}dealt$q: is for groups of one row" "dragonfly:g=4,a=2,p=1,io-groups=4|io-groups: ${q}4$q: must be at most 3" \
		"dragonfly:g=4,a=2,p=1,arrangement=palm|arrangement: ${q}palm$q: "; do
		exits 2 metrics machine --machine "${bad%%|*}" 2>err && grep -qF "${bad#*|}" err || { cat err; exit 1; }
	done'

done_testing
