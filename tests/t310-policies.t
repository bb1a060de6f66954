#!/usr/bin/env bash
# alloc: worked examples on dragonflies, as many as vectors/alloc.csv has; it says where they are from.  The jobs of a
# vector are allocated one after the other beside the nodes that are busy.  What is compared are
# node lists in their order, or, where only that is known, how many nodes of each group a job has.
. "$(dirname "$0")/lib.sh"
vectors=$HOPLINE_ROOT/tests/vectors/alloc.csv

# expand LIST: its nodes, one a line
expand() {
	local item
	for item in $1; do seq "${item%-*}" "${item#*-}"; done
}

# input VECTOR: the job table of its rows
input() {
	local busy
	awk -F, -v v="$1" '$1 == v { gsub(" ", ",", $2); print "#hopline 1\n#machine dragonfly:" $2; exit }' "$vectors"
	echo job,nodes,node_list
	busy=$(awk -F, -v v="$1" '$1 == v { print $3; exit }' "$vectors")
	[ -z "$busy" ] || echo "busy,$(expand "$busy" | wc -l),$busy"
	awk -F, -v v="$1" '$1 == v { print $5 "," $6 "," }' "$vectors"
}

# per_group NODES LIST: how many nodes of each group of NODES nodes are in the list
per_group() {
	expand "$2" | awk -v size="$1" '{ n[int($1 / size)]++ } END { for (d = 0; d in n; d++) printf "%s%d", d ? " " : "", n[d]; print "" }'
}

# wanted VECTOR: job, node list, nodes a group; check: the same of what came out
wanted() { awk -F, -v v="$1" '$1 == v { print $5 "," $7 "," $8 }' "$vectors"; }
check() {
	local job list groups got
	while IFS=, read -r job list groups; do
		got=$(awk -F, -v j="$job" '$1 == j { print $3 }' rows.csv)
		[ -n "$list$groups" ] && [ -n "$got" ] &&
		{ [ -z "$list" ] || [ "$got" = "$list" ]; } &&
		{ [ -z "$groups" ] || [ "$(per_group 16 "$got")" = "$groups" ]; } ||
			{ echo "job $job has '$got', not '$list${groups:+ ($groups a group)}'"; return 1; }
	done
}

for vector in $(sed '/^#/d' "$vectors" | sed 1d | cut -d, -f1 | uniq); do
	policy=$(awk -F, -v v="$vector" '$1 == v { print $4; exit }' "$vectors")
	t "$vector: $policy" '
		input $vector | alloc --policy $policy >out.csv && rows out.csv >rows.csv && wanted $vector >wanted.csv &&
		test -s wanted.csv && check <wanted.csv'
done

t 'all vectors of the file were there' 'is $count "$(sed "/^#/d" "$vectors" | sed 1d | cut -d, -f1 | sort -u | wc -l)" && test $count -ge 29'

done_testing
