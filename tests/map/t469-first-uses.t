#!/usr/bin/env bash
# map: from what people have in their hands to an order of ranks, in one command, as one types it the first time.
# shellcheck disable=SC2016 # the tests' commands are quoted
source "$(dirname "$0")/../lib.sh"

# scontrol: what `scontrol show topology` prints on a cluster without configuration files: 8 leaves of 16 nodes
scontrol() {
	echo 'SwitchName=core Level=1 LinkSpeed=1 Nodes=n[0-127] Switches=leaf[0-7]'
	for ((i = 0; i < 8; i++)); do echo "SwitchName=leaf$i Level=0 LinkSpeed=1 Nodes=n[$((16 * i))-$((16 * i + 15))]"; done
}
# fabric: the same network as ibnetdiscover prints it, two links for each of a leaf's to the core
fabric() {
	scontrol >conf && metrics topology --to ibnetdiscover --machine graph:topology=conf | sed 's/"node \([0-9]*\)"/"n\1 mlx5_0"/'
}
# monitoring RANKS: what pml_monitoring of Open MPI writes where each sends most to the rank half of them away
monitoring() {
	for ((i = 0; i < $1; i++)); do
		printf 'E\t%d\t%d\t131072 bytes\t4 msgs sent\t0,0,0,4\nE\t%d\t%d\t64 bytes\t1 msgs sent\t1\nD\tMPI_COMM_WORLD\tprocs: %s\n' \
			$i $(((i + $1 / 2) % $1)) $i $(((i + 1) % $1)) "$(seq -s, 0 $(($1 - 1)))"
	done
}
# fair FILE HOSTS N: the order has each of so many hosts N times, and Open MPI's file each rank once
fair() {
	if grep -q ^rank "$1"; then
		is "$(sed -n 's/^rank \([0-9]*\)=.*/\1/p' "$1" | sort -n | paste -sd' ')" "$(seq -s' ' 0 $(($2 * $3 - 1)))" || return 1
	fi
	is "$(sed '/^#/d; s/^rank [0-9]*=//; s/ .*//' "$1" | sort | uniq -c | awk '{ print $1 }' | sort | uniq -c | xargs)" "$2 $3"
}
export -f scontrol fabric monitoring fair

t 'Slurm without configuration files: scontrol show topology, in a job' '
	SLURM_JOB_NODELIST="n[3-9,30-38]" SLURM_TASKS_PER_NODE="16(x16)" map --nodes --topology <(scontrol show topology) --dims 8x8x4 --launcher srun >hosts 2>said &&
	fair hosts 16 16 && grep -q "those of SLURM_JOB_NODELIST, which take 16 tasks each" said && grep -Eq "the fullest link -[1-9]" said'
t 'Slurm that knows no topology' '
	SLURM_JOB_NODELIST="n[3-9,30-38]" refuses 1 "no switch; where Slurm has no topology, map without --topology takes one" map --nodes --topology <(:) --dims 8x8x4 --launcher srun &&
	SLURM_JOB_NODELIST="n[3-9,30-38]" map --nodes --dims 8x8x4 --launcher srun >hosts 2>said && fair hosts 16 16'
t 'PBS: the nodes alone' '
	for n in 3 4 5 6 7 8 9 30 31 32 60 61 62 63 64 65; do yes n$n.site.org | head -n 16; done >nodefile &&
	PBS_NODEFILE=$PWD/nodefile map --nodes --dims 8x8x4 --launcher mpirun >ranks 2>said && fair ranks 16 16 && grep -q "n3.site.org" ranks &&
	grep -q "without --topology the nodes are taken to be on one switch" said && grep -Eq "bytes between nodes -[1-9]" said &&
	is "$(grep -v "^#" ranks)" "$(scontrol | sed -n "2{s/leaf0 .*/one Nodes=$(sort -u nodefile | paste -sd,)/p}" >one && map --nodes "$(uniq nodefile | paste -sd,)" --topology one --dims 8x8x4 --launcher mpirun -q | grep -v "^#")"'
t 'InfiniBand: ibnetdiscover and the names of hosts' '
	fabric >fabric.txt && map --nodes "n[3-9,30-38]" --topology fabric.txt --dims 8x8x4 --launcher mpirun >ranks 2>said && fair ranks 16 16 &&
	grep -Eq "the fullest link -[1-9]" said && map --nodes "n[3-9,30-38]" --topology conf --dims 8x8x4 --launcher mpirun 2>same | sed 1d | diff - <(sed 1d ranks)'
t 'Open MPI: a dump of its monitoring, by rank, of all, or among what a run prints' '
	monitoring 64 >all.prof && map --nodes n3,n4,n40,n41 --topology <(scontrol) --matrix all.prof --launcher mpirun >ranks 2>said && fair ranks 4 16 &&
	grep -q "bytes between nodes -100%" said && { echo "Hello, world"; cat all.prof; } | sed "s/^/[1,0]<stdout>:/" >out.txt &&
	map --nodes n3,n4,n40,n41 --topology <(scontrol) --matrix out.txt --launcher mpirun 2>said | sed 1d | diff - <(sed 1d ranks) &&
	grep -q "left out: lines that are not of Open MPI.s monitoring: 1$" said && grep -P "^(E|D)\t(0\t|MPI)" all.prof | sort -u >rank0.prof &&
	map --nodes n3,n4,n40,n41 --topology <(scontrol) --matrix rank0.prof --launcher mpirun 2>&1 >ranks | grep -q "rank 0 alone says what it sent, of 64; where each rank has a file: cat them into one"'
t 'hosts by the names of their interfaces: the nearest is offered' '
	fabric >fabric.txt && refuses 2 "n3-ib0'"'"': no node of '"'"'graph:topology=fabric.txt'"'"' has this name; did you mean '"'"'n3'"'"'?" map --nodes n3-ib0 --topology fabric.txt --dims 2'
t 'hosts twice, no hosts' '
	refuses 2 "two nodes have this name" map --nodes n1,n1 --dims 2 && refuses 2 "--dims, --matrix or --pattern is missing" map --nodes n1,n2'

done_testing
