#!/usr/bin/env bash
# alloc: what a job may ask of the policies of Slurm, in time and without, and what cannot be.
source "$(dirname "$0")/../lib.sh"
export q="'"

# Leaves of four nodes, three levels.
tree() { table fattree:k=4,n=3 "$@"; }
export -f tree

t 'switches: what is chosen has too many leaves; no other choice is sought' '
	tree job,nodes,switches a,4,1 b,8,2 c,5,2 d,9,3 >in.csv && gives node_list "alloc --policy slurm-tree in.csv" 0-3 4-11 16-20 "21 24-31" &&
	tree job,nodes,switches a,5,1 >in.csv && refuses 1 "alloc: in.csv:4: nodes: ${q}5$q: job ${q}a$q: its nodes would be on 2 leaf switches, more than 1" alloc --policy slurm-tree in.csv &&
	tree job,nodes,node_list,switches r,36,"0-2 4-6 8-10 12-14 16-18 20-22 24-26 28-30 32-34 36-38 40-42 44-46", a,5,,2 >in.csv &&
	gives node_list "alloc --policy slurm-tree in.csv" "$(sed -n "4s/.*,\(0-2.*\),.*/\1/p" in.csv)" 48-52 &&
	gives node_list "alloc --policy slurm-tree:22.05 in.csv" "$(sed -n "4s/.*,\(0-2.*\),.*/\1/p" in.csv)" "3 48-51"'
t 'dragonflies heed 1 alone' '
	table dragonfly:g=3,a=2,p=2 job,nodes,switches a,5,2 b,2,1 >in.csv && gives node_list "alloc --policy slurm-dragonfly in.csv" "0 2 4 6 8" 10-11 &&
	gives node_list "alloc --policy slurm-dragonfly-fit in.csv" "0 2 4 6 8" 10-11 &&
	table dragonfly:g=3,a=2,p=2 job,nodes,switches a,3,1 >in.csv && refuses 1 "alloc: in.csv:4: nodes: ${q}3$q: job ${q}a$q: its nodes would be on 3 leaf" alloc --policy slurm-dragonfly in.csv'
t 'contiguous: the shortest run that is enough, for those that heed it' '
	tree job,nodes,node_list,contiguous r,4,"6 12 20-21", a,6,,1 >in.csv && gives node_list "alloc --policy slurm-tree in.csv" "6 12 20-21" 0-5 &&
	gives node_list "alloc --policy slurm-dragonfly in.csv" "6 12 20-21" 0-5 && gives node_list "alloc --policy slurm-none in.csv" "6 12 20-21" 0-5 &&
	gives node_list "alloc --policy slurm-tree-linear in.csv" "6 12 20-21" "4-5 7 13-15" &&
	tree job,nodes,node_list,contiguous r,16,"$(seq -s " " 3 4 63)", a,4,,1 >in.csv &&
	refuses 1 "alloc: in.csv:5: nodes: ${q}4$q: job ${q}a$q: no run of consecutive idle nodes is long enough" alloc --policy slurm-tree in.csv'
t 'switches_wait_s: so long a job waits for its switches, then it goes without' '
	tree job,nodes,submit_s,runtime_s,walltime_s,switches,switches_wait_s a,48,0,1000,1000,, b,5,10,50,50,1,30 c,3,20,10,10,, d,4,25,10,10,1, >in.csv &&
	gives start_s "alloc --policy slurm-tree --schedule fcfs in.csv" 0 40 40 40 && gives start_s "alloc --policy slurm-tree --schedule easy in.csv" 0 40 20 25 &&
	tree job,nodes,submit_s,runtime_s,switches,switches_wait_s a,5,0,10,1, >in.csv &&
	refuses 1 "alloc: in.csv:4: nodes: ${q}5$q: job ${q}a$q: its nodes would be on 2 leaf switches, more than 1, even when every job that ends has left" alloc --policy slurm-tree --schedule easy in.csv &&
	tree job,nodes,submit_s,runtime_s,switches,switches_wait_s a,5,0,10,1,2.5 >in.csv && gives start_s,end_s "alloc --quiet --policy slurm-tree --schedule easy in.csv" 2.5,12.5'
t 'a job leaves in time: it gets its switches' '
	tree job,nodes,submit_s,runtime_s,walltime_s,switches,switches_wait_s a,62,0,20,20,, b,2,10,50,50,1,30 >in.csv && gives start_s,node_list "alloc --policy slurm-tree --schedule easy in.csv" "0,0-61" "10,62-63" &&
	table mesh:k=4,p=2 job,nodes,node_list,submit_s,runtime_s,switches,switches_wait_s r,1,0,,20,, s,1,2,,40,, t,4,4-7,,100,, a,2,,10,5,1,30 >in.csv &&
	gives start_s "alloc --quiet --policy slurm-tree --schedule easy in.csv" "\"\"" "\"\"" "\"\"" 20'
t 'wrong cells' '
	tree job,nodes,switches a,5,0 >in.csv && refuses 1 "alloc: in.csv:4: switches: ${q}0$q: must be at least 1" alloc --policy slurm-tree in.csv &&
	tree job,nodes,switches,switches_wait_s a,5,1,-3 >in.csv && refuses 1 "alloc: in.csv:4: switches_wait_s: ${q}-3$q: must be at least 0" alloc --policy slurm-tree in.csv &&
	tree job,nodes,contiguous a,5,yes >in.csv && refuses 1 "alloc: in.csv:4: contiguous: ${q}yes$q: must be an integer" alloc --policy slurm-tree in.csv'
t 'a machine whose switches are no tree' '
	printf "%s\n" "SwitchName=a Nodes=n1" "SwitchName=b Switches=a" "SwitchName=c Switches=a" >t.conf && table graph:topology=t.conf job,nodes a,1 >in.csv &&
	refuses 1 "alloc: policy ${q}slurm-tree$q wants a tree of switches, and ${q}graph:topology=t.conf$q lists its switch 0 below several" alloc --policy slurm-tree in.csv &&
	gives node_list "alloc --policy slurm-none in.csv" 0'
t 'leaves by the order of the file, nodes by name' '
	printf "%s\n" "SwitchName=z Nodes=n10,n9" "SwitchName=top Switches=z,a,b" "SwitchName=b Nodes=n[1-2]" "SwitchName=a Nodes=n[3-4]" >t.conf &&
	table graph:topology=t.conf job,nodes a,1 b,2 c,1 >in.csv && alloc --policy slurm-tree:24.11 in.csv | cells node_list | diff <(printf "%s\n" 1 2-3 0) - &&
	alloc --policy slurm-tree in.csv | cells node_list | diff <(printf "%s\n" 2 "1 0" 3) -'

# Six blocks of four nodes.
row_of() { table mesh:k=6,p=4 "$@"; }
export -f row_of
t 'slurm-block: one block, pairs of blocks in a row, all; of equals the last' '
	row_of job,nodes,node_list r,6,"0-1 4 12-14" a,3, >in.csv && gives node_list "alloc --policy slurm-block:4+8 in.csv" "0-1 4 12-14" 5-7 &&
	row_of job,nodes,node_list r,2,"0 4" a,8, >in.csv && gives node_list "alloc --policy slurm-block:4+8 in.csv" "0 4" 16-23 &&
	row_of job,nodes,node_list r,3,"0 8 16" a,8, >in.csv && gives node_list "alloc --policy slurm-block:4+16 in.csv" "0 8 16" "4-7 12-15" &&
	row_of job,nodes,node_list r,3,"0 8 16" a,8, >in.csv && refuses 1 "alloc: in.csv:5: nodes: ${q}8$q: job ${q}a$q: no blocks have room for its 8 nodes" alloc --policy slurm-block:4+8 in.csv &&
	row_of job,nodes,node_list r,6,"0 4 8 12 16 20" a,4, >in.csv && refuses 1 "alloc: in.csv:5: nodes: ${q}4$q: job ${q}a$q: no blocks have room for its 4 nodes" alloc --policy slurm-block in.csv'
t 'slurm-block: segments, blocks without another job' '
	row_of job,nodes,node_list,segment r,6,"0 4 8 12 16 20", a,4,,2 b,6,,3 >in.csv && gives node_list "alloc --policy slurm-block in.csv" "0 4 8 12 16 20" "17-18 21-22" "9-11 13-15" &&
	row_of job,nodes,exclusive a,2, b,2,topo c,2, d,13, >in.csv &&
	gives node_list "alloc --policy slurm-block in.csv" 20-21 16-17 22-23 "0 4-15" &&
	row_of job,nodes,node_list,exclusive r,6,"0 4 8 12 16 20", a,2,,topo >in.csv && refuses 1 "alloc: in.csv:5: nodes: ${q}2$q: job ${q}a$q: no blocks without another job have room for its 2 nodes" alloc --policy slurm-block in.csv'
t 'slurm-block: segments one a block, or in one aggregated block, from 26.05 on' '
	row_of job,nodes,segment,spread_segments,consolidate_segments a,4,2,1, b,4,1,,1 >in.csv &&
	gives node_list "alloc --policy slurm-block:26.05+4+8 in.csv" "16-17 20-21" 12-15 && gives node_list "alloc --policy slurm-block:24.11+4+8 in.csv" 20-23 16-19 &&
	row_of job,nodes,segment,consolidate_segments a,2,2,yes >in.csv && gives node_list "alloc --policy slurm-block:24.11 in.csv" 20-21 &&
	refuses 1 "alloc: in.csv:4: consolidate_segments: ${q}yes$q: must be an integer" alloc --policy slurm-block in.csv'
t 'one node: the lowest of all, from 26.05 on' '
	tree job,nodes,node_list,switches,contiguous r,5,"0 4-7",, a,1,,1, b,1,,,1 c,1,,, >in.csv &&
	for p in slurm-tree slurm-dragonfly slurm-none slurm-block; do gives node_list "alloc --policy $p in.csv" "0 4-7" 1 2 3 || exit 1; done &&
	gives node_list "alloc --policy slurm-tree:24.11 in.csv" "0 4-7" 1 2 3 && tree job,nodes,node_list r,4,"0 4-6" a,1, >in.csv && gives node_list "alloc --policy slurm-tree:22.05 in.csv" "0 4-6" 7 &&
	printf "%s\n" "SwitchName=x Nodes=n[1-2]" "SwitchName=y Nodes=n3" "SwitchName=z Switches=y" >t.conf && table graph:topology=t.conf job,nodes a,1 >in.csv &&
	gives node_list "alloc --policy slurm-tree in.csv" 0 && gives node_list "alloc --policy slurm-tree:24.11 in.csv" 2'
t 'slurm-block: why a job has no nodes' '
	why() { table mesh:k=12,p=2 job,nodes,node_list,segment "${@:3}" >in.csv && alloc --policy "slurm-block:$1" --on-full skip in.csv 2>&1 >out | grep -qF "job ${q}a$q$2; skipped" || { echo "no: $2"; return 1; }; } &&
	why 24.11 " is refused: 24.11 takes no segments of more nodes, 5, than a base block has, 2" a,10,,5 && why 26.05 " is refused: it wants 25 nodes, and the machine has 24" a,25,, &&
	why 24.11+2+16 " is refused: of complete blocks of 16 nodes 1 may serve its 22 nodes, and there is no room" a,22,, &&
	why 24.11+2+8 ": of complete blocks of 8 nodes 2 may serve its 14 nodes, and there is no room" r,6,0-1\ 8-9\ 16-17, a,14,, &&
	why 24.11+2+8 ": one of the 4 blocks in a row that would give all idle nodes to its 10 nodes has none" r,6,0-1\ 8-9\ 16-17, a,10,,'
t 'a job that waits and one that is refused: at once, or after all that end' '
	row_of job,nodes,node_list,segment r,5,"0 4 8 12 16", a,8,,3 b,12,,4 c,20,,5 d,10,,4 e,6,,2 >in.csv && skipped() { alloc --policy slurm-block --on-full skip in.csv 2>err >out; } && skipped &&
	is "$(losses out)" "refused 3 5;waits 1 6" && grep -qF "job ${q}a$q is refused: its segments of 3 nodes do not divide its 8" err &&
	grep -qF "job ${q}b$q: no blocks have room for its 3 segments of 4 nodes" err && grep -qF "job ${q}c$q is refused: the blocks, all idle, would have no room for its 4 segments of 5 nodes" err &&
	row_of job,nodes,submit_s,runtime_s,segment a,16,0,10, b,12,1,5,4 c,8,2,5,3 >in.csv && alloc --policy slurm-block --schedule easy --on-full skip in.csv 2>err >out && is "$(losses out)" "refused 1 6" &&
	alloc --quiet --policy slurm-block --schedule easy --on-full skip in.csv 2>err | cells start_s | diff <(printf "%s\n" 0 10 "") - &&
	printf "%s\n" "SwitchName=x Nodes=n[1-4]" "SwitchName=y Nodes=n[5-7]" >t.conf && table graph:topology=t.conf job,nodes a,5 >in.csv &&
	refuses 1 "job ${q}a$q is refused: it wants 5 nodes, and no fabric has more than 4" alloc --policy slurm-tree in.csv'
t 'releases and sizes that are none, a release that has it not' '
	row_of job,nodes a,10 >in.csv && for p in slurm-tree:25.05 slurm-none:26.05.5 slurm-dragonfly:26.05+4 slurm-tree:; do
		refuses 2 "alloc: policy $q$p$q must name a release of Slurm that was observed: 22.05, 24.11 or 26.05" alloc --policy $p in.csv || exit 1; done &&
	for p in slurm-tree-fit:24.11 slurm-tree-linear:26.05 slurm-linear:26.05; do refuses 2 "$q is history: no release after 22.05 has what it does" alloc --policy $p in.csv || exit 1; done &&
	for p in slurm-block:4+12 slurm-block:25.11 slurm-block:8+4 slurm-block:24.11+ slurm-block:0 slurm-block:4,8; do refuses 2 "alloc: policy $q$p$q wants a release (24.11, 26.05) or sizes of blocks" alloc --policy $p in.csv || exit 1; done &&
	refuses 2 "alloc: policy ${q}slurm-block:22.05$q does as Slurm 24.11 or 26.05: topology/block came with 23.11" alloc --policy slurm-block:22.05 in.csv &&
	refuses 2 "alloc: policy ${q}slurm-block:24.11+5$q has base blocks of 5 nodes, and one has 4: only 26.05 takes that" alloc --policy slurm-block:24.11+5 in.csv &&
	row_of job,nodes,exclusive a,1,1 >in.csv && refuses 1 "alloc: in.csv:4: exclusive: ${q}1$q: must be topo, or empty" alloc --policy slurm-block in.csv'
t 'slurm-block: the sizes of a topology.conf, or the least block doubled; sizes larger than the machine' '
	printf "%s\n" "BlockName=a Nodes=n[1-5]" "BlockName=b Nodes=n[6-10]" "BlockSizes=4,8" >t.conf && table graph:topology=t.conf job,nodes a,8 >in.csv &&
	gives node_list "alloc --policy slurm-block in.csv" "0-2 5-9" && gives node_list "alloc --policy slurm-block:26.05+5+20 in.csv" "0-2 5-9" &&
	row_of job,nodes,node_list r,3,"0 8 16" a,7, >in.csv && gives node_list "alloc --policy slurm-block in.csv" "0 8 16" 17-23 &&
	gives node_list "alloc --policy slurm-block:4+8+16 in.csv" "0 8 16" 17-23'

done_testing
