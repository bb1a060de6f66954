#!/usr/bin/env bash
# alloc: what slurmctld 24.11.5 and 26.05.5 chose, row by row; jobs that wait and jobs that are refused are told apart.
source "$(dirname "$0")/../lib.sh"

tables=$HOPLINE_ROOT/data/reference/slurm
declare -A policy=([block]=slurm-block [tree]=slurm-tree [forest]=slurm-tree [dragonfly]=slurm-dragonfly [flat64]=slurm-none [ring]=slurm-ring
	[torus]=slurm-torus3d)

# differ TABLE MACHINE: the cases in which alloc chooses other nodes, and how many there are
differ() {
	local table=$1 name=${1##*/} kind version conf=/dev/null
	kind=${name#*-} kind=${kind%%[-.]*} version=${name%%-*} version=:${version%.*}
	case $kind in ring | torus) version='' ;; esac	# of one release
	topology=$(sed -n '2s/^[^,]*,[^,]*,[^,]*,\([^,]*\),.*/\1/p' "$table") machine=mesh:k=64
	[ "$topology" = none ] || { conf=${table%/*}/$topology machine=graph:topology=$conf; }
	awk -v way=ask -f "$HOPLINE_ROOT/tests/alloc/recorded.awk" "$conf" "$table" >jobs.csv &&
		alloc --machine "$machine" --policy "${policy[$kind]}$version" --on-full skip --no-preamble jobs.csv >answers.csv 2>messages &&
		awk -v way=compare -f "$HOPLINE_ROOT/tests/alloc/recorded.awk" "$conf" "$table" messages answers.csv
}
for table in "$tables"/{26.05,later}/*.csv; do
	name=${table##*/} name=${name%.csv} kind=${name#*-}
	first "${kind%%-*}" || continue
	t "$name: $(($(wc -l <"$table") - 1)) choices" \
		'is "$(differ "$table")" "of $(($(wc -l <"$table") - 1))"'
done

done_testing
