#!/usr/bin/env bash
# alloc: pbs-sets and kueue: what the tests of OpenPBS and of Kueue want, what a job may ask for, and what it cannot.
source "$(dirname "$0")/../lib.sh"
export q="'" kueue=$HOPLINE_ROOT/data/reference/kueue script=$HOPLINE_ROOT/tests/alloc/kueue.awk

# answers TREE LEVELS: how many cases of the table alloc answers as Kueue, after those that it does not
answers() {
	local levels=${2//host/1}
	levels=${levels//rack/2}
	awk -v way=conf -v tree="$1" -f "$script" "$kueue/trees.csv" >t.conf &&
		{ echo case,job,nodes,topology_mode,topology_level,slice_size,slice_level &&
			awk -v way=jobs -v tree="$1" -v levels="$2" -f "$script" "$kueue/cases.csv"; } >jobs.csv &&
		alloc --machine graph:topology=t.conf --policy "kueue:${levels//block/3}" --on-full skip --no-preamble jobs.csv >answers.csv 2>messages &&
		awk -v way=answers -v tree="$1" -v levels="$2" -f "$script" "$kueue/trees.csv" "$kueue/cases.csv" answers.csv
}
export -f answers
while IFS=, read -r tree levels; do
	t "kueue: $tree by $levels, as Kueue" \
		'is "$(answers '"$tree $levels"')" "$(grep -c "^'"$tree,$levels"'," "$kueue/cases.csv" | sed "s/.*/& of &/")"'
done < <(tail -n +2 "$kueue/cases.csv" | cut -d, -f1,2 | sort -u)

# openpbs, commit 0ae5917, test/tests/functional/pbs_multi_sched.py: nodes 0-2 have switch A, 3-4 B, the next one is the rest, a set too.
sets() { printf "%s\n" "SwitchName=A Nodes=n[0-2]" "SwitchName=B Nodes=n[3-4]" "SwitchName=rest Nodes=n5" "SwitchName=top Switches=A,B${1:+,$1}" >t.conf; }
export -f sets
t 'pbs-sets: as OpenPBS: the smallest set first, then the next; what an idle set would hold waits' '
	sets rest && table graph:topology=t.conf job,nodes a,1 b,2 c,3 >in.csv && gives node_list "alloc --policy pbs-sets in.csv" 5 3-4 0-2 &&
	printf "%s\n" "SwitchName=A Nodes=n[0-2]" "SwitchName=B Nodes=n[3-4]" "SwitchName=top Switches=A,B" >t.conf &&
	table graph:topology=t.conf job,nodes a,1 b,2 >in.csv && gives node_list "alloc --policy pbs-sets in.csv" 3 0-1 &&
	sets rest && table graph:topology=t.conf job,nodes,node_list r,2,"0 3" c,3, >in.csv && alloc --policy pbs-sets --on-full skip in.csv >out 2>err &&
	is "$(losses out)" "waits 1 5" && grep -qF "job ${q}c$q: no placement set has 3 idle nodes" err'
t 'pbs-sets: as OpenPBS: larger jobs span sets, unless they may not' '
	sets rest && table graph:topology=t.conf job,nodes a,4 >in.csv && gives node_list "alloc --policy pbs-sets in.csv" 0-3 &&
	refuses 1 "job ${q}a$q is refused: no placement set has 4 nodes, and no job spans two" alloc --policy pbs-sets:do_not_span_psets in.csv &&
	gives node_list "alloc --policy pbs-sets:1+2+do_not_span_psets in.csv" 0-3'
t 'pbs-sets: sets of several levels; the job names one; nodes in the order of their names' '
	table dragonfly:g=3,a=2,p=2 job,nodes,place_group a,1, b,2, c,2,2 d,3,1 >in.csv && gives node_list "alloc --policy pbs-sets in.csv" 0 2-3 4-5 "1 6-7" &&
	table dragonfly:g=3,a=2,p=2 job,nodes,node_list,place_group r,2,"0 2", a,2,, b,2,,2 c,4,, >in.csv &&
	gives node_list "alloc --policy pbs-sets in.csv" "0 2" 4-5 "1 3" 8-11 && gives node_list "alloc --policy pbs-sets:1 in.csv" "0 2" 4-5 "1 3" 6-9 &&
	printf "%s\n" "SwitchName=x Nodes=n3,n1" "SwitchName=y Nodes=n2,n4" "SwitchName=z Switches=x,y" >t.conf && table graph:topology=t.conf job,nodes a,1 b,3 >in.csv &&
	gives node_list "alloc --policy pbs-sets in.csv" 1 "2 0 3"'
t 'kueue: nothing asked, the lowest level: nodes in order, or the leaves with the fewest' '
	table dragonfly:g=2,a=2,p=3 job,nodes,node_list r,2,"0 6" a,1, b,4, >in.csv && gives node_list "alloc --policy kueue in.csv" "0 6" 1 2-5 &&
	gives node_list "alloc --policy kueue:1 in.csv" "0 6" 1 "2-3 7-8"'
t 'kueue: a level preferred or required, slices in a level' '
	table dragonfly:g=3,a=2,p=2 job,nodes,topology_level,topology_mode,slice_size,slice_level a,3,2,required,, b,1,1,required,, c,4,1,preferred,, d,2,,,2,1 >in.csv &&
	gives node_list "alloc --policy kueue in.csv" 0-2 3 4-7 8-9 &&
	table dragonfly:g=3,a=2,p=2 job,nodes,node_list,topology_level,slice_size,slice_level r,3,"0 4 8",,, a,4,,2,2,1 b,2,,1,, >in.csv &&
	refuses 1 "job ${q}a$q: the topology has no room" alloc --policy kueue:1 in.csv; refuses 1 "topology_level: ${q}2$q: is no level of the topology" alloc --policy kueue:0+1 in.csv &&
	gives node_list "alloc --policy kueue in.csv" "0 4 8" "2-3 6-7" 10-11'
t 'a job that waits and one that is refused' '
	table dragonfly:g=2,a=2,p=2 job,nodes,node_list,topology_level,topology_mode,slice_size,slice_level r,2,"0 4",,,, a,4,,2,required,, b,5,,2,required,, c,4,,,,2,1 d,4,,,,4,1 e,5,,,,2,1 >in.csv &&
	alloc --policy kueue --on-full skip in.csv >out 2>err && is "$(losses out)" "waits 1 5;refused 3 6" &&
	grep -qF "job ${q}a$q: no domain of its level has room for its 4 nodes" err && grep -qF "job ${q}b$q is refused: no domain of its level has room for its 5 nodes" err &&
	grep -qF "job ${q}d$q is refused: the topology has no room for its 1 slice of 4 nodes" err && grep -qF "job ${q}e$q is refused: its slices of 2 nodes do not divide its 5" err &&
	table dragonfly:g=2,a=2,p=2,unavailable=7 job,nodes,submit_s,runtime_s a,4,0,10 b,2,1,5 c,2,2,5 d,8,3,5 >in.csv &&
	alloc --policy pbs-sets --schedule fcfs --on-full skip in.csv 2>err | cells start_s | diff <(printf "%s\n" 0 1 6 "") - &&
	grep -qF "job ${q}d$q is refused: it wants 8 nodes, and jobs may have 7" err'
t 'wrong cells and arguments, a machine whose switches are no tree' '
	wrong() { table dragonfly:g=3,a=2,p=2 job,nodes,topology_level,topology_mode,slice_size,slice_level,place_group "a,2,$1" >in.csv && refuses 1 "$2" alloc --policy "${3:-kueue}" in.csv; } &&
	wrong 3,,,, "topology_level: ${q}3$q: is no level of the topology" && wrong 4,,,, "topology_level: ${q}4$q: must be at most 3" && wrong rack,,,, "must be an integer" &&
	wrong 1,strict,,, "topology_mode: ${q}strict$q: must be required, preferred or unconstrained" && wrong ,required,,, "topology_mode: ${q}required$q: wants a topology_level" &&
	wrong 1,unconstrained,,, "topology_mode: ${q}unconstrained$q: goes without a topology_level" && wrong 1,,2,, "slice_size: ${q}2$q: wants a slice_level" &&
	wrong 1,,2,2, "slice_level: ${q}2$q: is above the topology_level" && wrong 1,,0,1, "slice_size: ${q}0$q: must be at least 1" &&
	wrong ,,,,0 "place_group: ${q}0$q: must be at least 1" pbs-sets && wrong ,,,,4 "place_group: ${q}4$q: must be at most 3" pbs-sets &&
	for p in kueue:4 kueue:rack kueue: kueue:1+ kueue:-1; do refuses 2 "alloc: policy $q$p$q wants levels of switches from 0 to 3, a + between two" alloc --policy $p in.csv || exit 1; done &&
	for p in pbs-sets:0 pbs-sets:1+span; do refuses 2 "alloc: policy $q$p$q wants levels of switches from 1 to 3, a + between two, or do_not_span_psets" alloc --policy $p in.csv || exit 1; done &&
	printf "%s\n" "SwitchName=a Nodes=n1" "SwitchName=b Switches=a" "SwitchName=c Switches=a" >t.conf && table graph:topology=t.conf job,nodes a,1 >in.csv &&
	for p in kueue pbs-sets; do refuses 1 "wants a tree of switches" alloc --policy $p in.csv || exit 1; done'

done_testing
