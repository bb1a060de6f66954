#!/usr/bin/env bash
# map --format: files for launchers, from a table.  What each says of random mappings: tests/unit/map/launch.c; what real
# launchers make of them: tests/cluster/c300-launchers.t.
. "$(dirname "$0")/../lib.sh"

# Two jobs of a case, one of another; three nodes of a mesh of 4x2, two processors each.
jobs() {
	printf '%s\n' '#hopline 1' '#machine mesh:k=4x2' case,job,nodes,tasks,node_list 1,a,3,6,'5 0-1' 1,b,1,2,7 2,a,2,3,'2-3' 2,none,2,4,
}
one() { printf '%s\n' '#hopline 1' '#machine mesh:k=4x2' job,nodes,tasks,node_list "${1:-a,3,6,5 0-1}"; }
# A machine whose nodes have names.
named() {
	printf '%s\n' from,to 0,1 >links.csv
	printf '%s\n' node,router,name 0,0,nid08 1,0,nid09 2,1,nid10 3,1,"${1-nid11}" >nodes.csv
	printf '%s\n' '#hopline 1' '#machine graph:links=links.csv,nodes=nodes.csv' job,nodes,tasks,node_list "a,3,5,3 0-1"
}
# fails MESSAGE COMMAND...: exits 1, says that first and prints nothing
fails() { says 1 "$1" "${@:2}" && [ ! -s out.csv ]; }
q="'"
export q

t 'mpich-rank-order: ranks in the order of slots, a line a node' '
	one | map --format mpich-rank-order --no-preamble >got && printf "%s\n" 0-1 2-3 4-5 | diff - got &&
	one "a,1,2,7" | map --format mpich-rank-order --algorithm random --seed 1 --no-preamble >got && echo 1,0 | diff - got'
t 'rankfile: host and slot; hosts by --hosts, as many as the job has nodes' '
	one | map --format rankfile --hosts "n[8-9],b" --no-preamble >got &&
	printf "%s\n" "rank 0=n8 slot=0" "rank 1=n8 slot=1" "rank 2=n9 slot=0" "rank 3=n9 slot=1" "rank 4=b slot=0" "rank 5=b slot=1" | diff - got'
t 'hostfile: a host a task; hosts by --hosts, as many as the machine has nodes' '
	one | map --format hostfile --hosts "n[1-8]" --no-preamble >got && printf "%s\n" n6 n6 n1 n1 n2 n2 | diff - got'
t 'nodelist: sorted and short; nothing in front of it' '
	one | map --format nodelist --hosts "n[1-8]" >got && echo "n[1-2,6]" | diff - got'
t 'the names of the machine: the column name of its nodes' '
	named >in.csv && map --format hostfile --no-preamble in.csv >got && printf "%s\n" nid11 nid11 nid08 nid08 nid09 | diff - got &&
	map --format nodelist in.csv >got && echo "nid[08-09,11]" | diff - got &&
	map --format nodelist --hosts "n[1-4]" in.csv >got && echo "n[1-2,4]" | diff - got'
t 'a comment says how the file was made, unless --no-preamble' '
	one >in.csv && for f in mpich-rank-order rankfile hostfile; do
		map --format $f --hosts "n[1-8]" in.csv >got && map --format $f --hosts "n[1-8]" --no-preamble in.csv >bare || exit 1
		{ echo "# map $(map --version | cut -d" " -f2) --format $f --hosts ${q}n[1-8]$q in.csv"; cat bare; } | diff - got || exit 1
	done'
t 'the mapping is that of the table' '
	one "a,8,13,0-7" >in.csv && for a in linear random random-nodes; do
		map --algorithm $a --seed 3 --format hostfile --hosts "n[0-7]" --no-preamble in.csv >got && [ "$(wc -l <got)" = 13 ] &&
		map --algorithm $a --seed 3 --no-preamble in.csv | column task_nodes | tr " " "\n" | awk "{
			times = 1; if (split(\$0, item, \"x\") == 2) times = item[2]
			ends = split(item[1], end, \"-\")
			for (v = end[1]; v <= end[ends]; v++) for (k = 0; k < times; k++) print \"n\" v
		}" | diff - got || exit 1
	done'

t 'one of several jobs: --job, --case' '
	jobs >in.csv && map --format hostfile --hosts "n[0-7]" --no-preamble --job b in.csv >got && printf "%s\n" n7 n7 | diff - got &&
	map --format hostfile --hosts "n[0-7]" --no-preamble --job a --case 2 in.csv >got && printf "%s\n" n2 n2 n3 | diff - got'
t 'several jobs and none picked, no such job, a job without nodes, no job' '
	jobs >in.csv && fails "map: in.csv:5: job: ${q}b$q: is a second job, and --format mpich-rank-order writes one; --job picks it" map --format mpich-rank-order in.csv &&
	fails "map: in.csv:6: job: ${q}a$q: is in case ${q}1$q, too; --case picks one" map --format nodelist --hosts "n[0-7]" --job a in.csv &&
	fails "map: in.csv: no job ${q}c$q" map --format nodelist --job c in.csv &&
	fails "map: in.csv: no job ${q}b$q in case 2" map --format nodelist --job b --case 2 in.csv &&
	fails "map: in.csv:7: node_list: ${q}$q: job ${q}none$q has no nodes" map --format nodelist --job none in.csv &&
	sed -i 4,\$d in.csv && fails "map: in.csv: no job" map --format nodelist in.csv'
t 'options that mean nothing' '
	one >in.csv && says 2 "map: --job: ${q}a$q: is for --format" map --job a in.csv &&
	says 2 "map: --case: ${q}1$q: is for --format" map --case 1 in.csv &&
	says 2 "map: --hosts: ${q}n1$q: is for --format and --nodes" map --hosts n1 in.csv &&
	says 2 "map: --format: ${q}slurm$q: unknown format; known: mpich-rank-order rankfile hostfile machinefile taskmap nodelist" map --format slurm in.csv'

t 'names that are missing, too few, shared or of no use' '
	one >in.csv && says 2 "map: the nodes of ${q}mesh:k=4x2$q have no names; --hosts gives them" map --format rankfile in.csv &&
	says 2 "map: --hosts: has 4 names; the job has 3 nodes, and the machine 8" map --format rankfile --hosts "n[1-4]" in.csv &&
	says 2 "map: --hosts: ${q}n2$q: two nodes have this name" map --format rankfile --hosts "n[1-2],n2" in.csv &&
	says 2 "map: --hosts: character 3: ${q}3-1$q: a range must ascend" map --format rankfile --hosts "n[3-1]" in.csv &&
	m=graph:links=links.csv,nodes=nodes.csv && named "" >in.csv && fails "map: $m: node 3 has no name" map --format hostfile in.csv &&
	named nid08 >in.csv && fails "map: $m: ${q}nid08$q: two nodes have this name" map --format hostfile in.csv &&
	named "n 3" >in.csv && fails "map: $m: node 3 is called ${q}n 3$q, which is no host${q}s name" map --format hostfile in.csv'
t 'names that a shell or a launcher would take for more than a name' '
	m=graph:links=links.csv,nodes=nodes.csv && while read -r name; do
		named "$name" >in.csv && for f in rankfile hostfile machinefile nodelist; do
			fails "map: $m: node 3 is called ${q}$name$q, which is no host${q}s name" map --format $f in.csv || exit 1
		done
		one | exits 2 map --format hostfile --hosts "$name,n[1-7]" >out 2>err && grep -q "^map: --hosts: character [0-9]*: .*a host${q}s name" err || { cat err; exit 1; }
	done <<\END
$(reboot)
n;reboot
n`reboot`
n|sh
n&
n>x
n/x
~root
n{1..9}
-oProxyCommand
END'
t 'each format says for which launcher it is, and how that is told of it, in a line; not with --quiet' '
	one >in.csv && while IFS="|" read -r format said; do
		map --format $format --hosts "n[1-8]" in.csv 2>err >out && is "$(cat err)" "map: $format: for $said" && map --quiet --format $format --hosts "n[1-8]" in.csv 2>err >out && [ ! -s err ] || exit 1
	done <<-END
	hostfile|Slurm: SLURM_HOSTFILE=FILE srun --distribution=arbitrary -n 6 ./a.out
	rankfile|Open MPI: mpirun --rankfile FILE -n 6 ./a.out
	machinefile|MPICH and Intel MPI: mpiexec -f FILE -n 6 ./a.out
	nodelist|Slurm: srun --nodelist=LIST -n 6 ./a.out
	mpich-rank-order|HPE Cray MPI, as MPICH_RANK_ORDER: MPICH_RANK_REORDER_METHOD=3 srun --distribution=block -n 6 ./a.out
	END'
t '--launcher: its own format; another whose order it loses is refused' '
	one >in.csv && m="map --hosts n[1-8] in.csv --no-preamble --launcher" && for p in srun,hostfile mpirun,rankfile mpiexec,machinefile; do
		$m ${p%,*} >got && map --hosts "n[1-8]" --no-preamble --format ${p#*,} in.csv | cmp - got && $m ${p%,*} --format ${p#*,} | cmp - got && $m ${p%,*} --format nodelist >got || exit 1
		for other in hostfile rankfile machinefile; do
			[ $other = ${p#*,} ] || says 2 "map: --format: ${q}$other$q: ${p%,*} would lose its order; its own is --format ${p#*,}" $m ${p%,*} --format $other || exit 1; done
	done; says 2 "map: --launcher: ${q}prun$q: must be srun, mpirun, mpiexec, prterun, flux or pals" $m prun'
t 'where Open MPI starts the tasks a file that it would read and lose the order of is refused; an allocation of Slurm has srun for it, too' '
	one >in.csv && m="map --hosts n[1-8] in.csv --format" && for set in OMPI_COMM_WORLD_SIZE=4 OMPI_MCA_btl=tcp,self PRTE_MCA_x=1 OMPI_HOME=/opt "SLURM_CONF=x OMPI_CC=cc" \
		"SLURM_JOB_ID=3 OMPI_COMM_WORLD_RANK=0" "SLURM_JOB_NODELIST=n[1-8] PRTE_LAUNCHED=1"; do
		name=${set##* }; for f in hostfile machinefile mpich-rank-order; do
			says 2 "map: --format: ${q}$f$q: mpirun would lose its order, and ${name%%=*} speaks of Open MPI; its own is --format rankfile, and --launcher names another" env $set $m $f || exit 1; done
		env $set $m rankfile >out && env $set $m hostfile --launcher srun >out && env $set $m nodelist >out && env $set map --hosts "n[1-8]" in.csv --launcher mpiexec >out || exit 1
	done; for set in SLURM_JOB_ID=3 "SLURM_JOB_NODELIST=n[1-8] OMPI_MCA_btl=tcp" "SLURM_JOB_ID=3 OMPI_HOME=/opt PRTE_MCA_x=1" SLURM_CONF=x; do env $set $m hostfile >out && [ -s out ] || exit 1; done'
t 'machinefile: a name with a colon would end there' '
	one >in.csv && for name in fe80::1 2001:db8::a b:2; do
		fails "map: job ${q}a$q: machinefile: ${q}$name$q: behind a ${q}:$q it has how many tasks a host gets; rankfile and hostfile take such names" map --format machinefile --hosts "n[1-2],$name" in.csv &&
		map --format hostfile --no-preamble --hosts "n[1-2],$name" in.csv >got && printf "%s\n" n1 n1 n2 n2 $name $name | diff - got || exit 1
	done; map --format rankfile --no-preamble --hosts "n[1-2],fe80::1" in.csv | grep -qx "rank 5=fe80::1 slot=1"'
t 'a rank order cannot say which slots stay empty' '
	printf "%s\n" "#hopline 1" "#machine mesh:k=4,cores=3" job,nodes,tasks,node_list a,4,7,0-3 >in.csv &&
	map --format mpich-rank-order --no-preamble in.csv >got && printf "%s\n" 0-1 2-3 4-5 6 | diff - got &&
	for seed in 1 2 3 4 5 6; do map --algorithm random --seed $seed --format mpich-rank-order in.csv >out 2>err || break; done
	[ ! -s out ] && grep -q "^map: job ${q}a$q: mpich-rank-order: tasks on its first node: [0-3], on number [1-4]: [0-3]; a launcher puts as many on each, and fewer only on the last\$" err'
t 'a full disk' '[ ! -e /dev/full ] || { one | exits 1 map --format mpich-rank-order >/dev/full; }'

t 'taskmap: expanded as RFC 34 of Flux says, the nodes of the hostfile; its launcher writes it' '
	for a in linear random random-nodes "hilbert"; do m="map --nodes n[1-6] --hosts n[1-8] --machine mesh:k=2x4,cores=3 --dims 3x5 --algorithm $a --no-preamble --quiet"
		$m --launcher flux >map.json && $m --format hostfile >hosts && tr -d "[]" <map.json | awk -v RS=, "{ v[NR] = \$1 } END { for (i = 1; i <= NR; i += 4) for (r = 0; r < v[i + 3]; r++)
			for (n = 0; n < v[i + 1]; n++) for (t = 0; t < v[i + 2]; t++) print \"n\" v[i] + n + 1 }" | diff - hosts || exit 1
	done && for l in "prterun|prterun --map-by rankfile:file=FILE" "pals|MPICH_RANK_REORDER_METHOD=3 mpiexec --ppn N"; do
		map --nodes 0-3 --machine mesh:k=2x4,cores=3 --dims 3x4 --hosts n[1-4] --algorithm linear --launcher ${l%%|*} >out 2>err && grep -qF "for ${l%%|*}: ${l#*|} -n 12 ./a.out" err || { cat err; exit 1; }
	done'
t 'machinefile: hosts that come again are counted' '
	m="map --machine mesh:k=4,cores=2 --nodes 0-1 --dims 4 --hosts n[1-2] --format machinefile" && $m --algorithm linear >out 2>err && ! grep "come again" err &&
	for seed in 1 2 3 4 5 6; do $m --algorithm random --seed $seed >out 2>err; again=$(grep -v "#" out | cut -d: -f1 | sort | uniq -c | awk "{ n += \$1 - 1 } END { print n }")
		if [ $again -gt 0 ]; then found=yes; grep -q "lines of hosts that come again: $again (the first: .n[12]." err || { cat out err; exit 1; }; else ! grep "come again" err || exit 1; fi
	done && [ "$found" = yes ]'

done_testing
