#!/usr/bin/env bash
# t485-gain -- map --report and --judge: what a mapping is worth beside the launcher's own order.
. "$(dirname "$0")/../lib.sh"
q="'"

# square: four tasks in a row of 4 nodes on a mesh, one of two processors, worst in the order given
square() { table mesh:k=8 job,nodes,tasks,pattern,dims,bytes,node_list a,2,4,halo2d,4x1,1000,"0 7" b,2,2,alltoall,,500,"2-3"; }
# sentence TEXT COMMAND...: it says this on standard error, and nothing else
sentence() { "${@:2}" >out 2>err && is "$(cat err)" "map: job 'job', last dimension fastest as in MPI_Cart_create, against the launcher's own order: $1"; }

t 'a row for the order of launchers, and one for the mapping' '
	square >in.csv && map --algorithm random-nodes --seed 3 --report report.csv in.csv >out.csv &&
	printf "%s\n" case,job,map,nodes,tasks,bytes,inside_bytes,hop_bytes,fullest_link_s 1,a,linear,2,4,6000,4000,14000,1e-06 1,a,random-nodes,2,4,6000,4000,14000,1e-06 \
		1,b,linear,2,2,1000,0,1000,5e-07 1,b,random-nodes,2,2,1000,0,1000,5e-07 | diff - report.csv'
t 'its figures are those of metrics mapping' '
	table dragonfly:g=5,a=4,p=2 job,nodes,pattern,dims,bytes a,12,halo3d,3x4x2,2000 b,9,spread,,700 | alloc --policy rdn >in.csv && map --algorithm anneal --report report.csv in.csv >out.csv &&
	for m in linear anneal; do map --algorithm $m in.csv | metrics mapping | metrics select --columns inside_bytes,fullest_link_s | rows; done | sort >want &&
	metrics select --columns inside_bytes,fullest_link_s report.csv | rows | sort | diff want -'
t 'the judge sees the job alone, once in each order' '
	table mesh:k=8 case,job,nodes,tasks,pattern,dims,bytes,node_list 1,a,2,4,halo2d,4x1,1000,"0 7" 2,b,2,2,alltoall,,500,"2-3" >in.csv &&
	map --algorithm random --seed 3 --quiet --judge "tee -a seen | netsim" --report report.csv in.csv >out.csv &&
	for m in linear random; do map --algorithm $m --seed 3 in.csv | netsim | column comm_time_s | sed "s/^/$m,/"; done | sort >want &&
	metrics select --columns map,comm_time_s report.csv | rows | sort | diff want - && is $(grep -c "^#machine mesh:k=8$" seen) 4 && is $(grep -c "^[12],[ab],2" seen) 4'
t 'one job by its nodes: a sentence, by default' '
	sentence "bytes between nodes 0%, bytes times links -33%, the fullest link 0%" map --nodes 0-7 --dims 4x4 --machine dragonfly:g=9,a=4,p=2,h=2'
t 'with a judge its time, too' '
	sentence "bytes between nodes 0%, bytes times links -33%, the fullest link 0%, time -2%" map --nodes 0-7 --dims 4x4 --machine dragonfly:g=9,a=4,p=2,h=2 --judge netsim'
t 'where the judge finds it slower the order of the launcher stays, unless an algorithm was named' '
	slower="awk -F, '"'"'/^#/ { next } !m { for (i = 1; i <= NF; i++) if (\$i == \"map\") m = i; print \"comm_time_s\"; next } { print \$m == \"linear\" ? 1 : 2 }'"'"'" && on=(map --nodes 0-7 --dims 4x4 --machine dragonfly:g=9,a=4,p=2,h=2) &&
	sentence "bytes between nodes 0%, bytes times links -33%, the fullest link 0%, time +100%; so that order stays" "${on[@]}" --judge "$slower" && column task_nodes out >kept && "${on[@]}" --algorithm linear | column task_nodes | diff - kept &&
	sentence "bytes between nodes 0%, bytes times links -33%, the fullest link 0%, time +100%" "${on[@]}" --algorithm auto --judge "$slower" && ! column task_nodes out | cmp -s - kept'
t 'not with --quiet, nor of the launcher'"'"'s own order' '
	map --nodes 0-7 --dims 4x4 --machine dragonfly:g=9,a=4,p=2,h=2 --quiet 2>err >out && [ ! -s err ] && map --nodes 0-7 --dims 4x4 --machine dragonfly:g=9,a=4,p=2,h=2 --algorithm linear 2>err >out && [ ! -s err ]'
t 'by the ways of a routing' '
	table dragonfly:g=4,a=2,p=2,h=2 job,nodes,pattern,bytes a,8,alltoall,1000 | alloc --policy simple >in.csv && for r in minimal valiant; do map --report $r.csv --routing $r in.csv >out.csv; done &&
	holds "$(column fullest_link_s valiant.csv | head -1) != $(column fullest_link_s minimal.csv | head -1)"'
t 'circuits: nobody knows the links beforehand' '
	table rdragonfly:g=5,a=2,p=2,h=2,ocs=2 job,nodes,pattern,bytes a,8,alltoall,1000 | alloc --policy simple >in.csv && map --report report.csv in.csv >out.csv && is "$(column fullest_link_s report.csv | sort -u)" ""'

says_judge() { square >in.csv && says 1 "map: $1" map --algorithm random --judge "$2" in.csv; }
t 'a judge that fails' 'says_judge "'"'exit 3'"' about job '"'a'"' of case '"'1'"', linear: ended with status 3" "exit 3"'
t 'one that says no time' 'says_judge "'"'echo comm_time_s; echo fast'"' about job '"'a'"' of case '"'1'"', linear:2: comm_time_s: '"'fast'"': must say how long job '"'a'"' takes" "echo comm_time_s; echo fast"'
t 'one that says nothing' 'says_judge "'"'echo comm_time_s'"' about job '"'a'"' of case '"'1'"', linear: the answer has no row" "echo comm_time_s"'
t 'a routing that the machine has not' '
	square >in.csv && says 2 "map: --routing: '"'adaptiv'"': unknown on this machine; did you mean '"'adaptive'"'? known: dimension-order adaptive valiant ugal-l" map --routing adaptiv --report r.csv in.csv'
t 'nothing is asked for that nobody would see' '
	square >in.csv && for o in "" "--quiet" "--format mpich-rank-order --job a --quiet" "--algorithm linear --format mpich-rank-order --job a"; do
		says 2 "map: --routing: ${q}minimal$q: is for --objective congestion and time, --report, --judge, and what is said of one job" map --algorithm random --routing minimal $o in.csv || exit 1
	done && says 2 "map: --judge: ${q}netsim$q: with --quiet its answer is lost; --report FILE keeps it" map --quiet --judge netsim in.csv &&
	map --routing minimal --algorithm local --format mpich-rank-order --job b in.csv >out 2>err && grep -q "fullest" err && map --quiet --judge netsim --report r.csv in.csv >out && [ -s r.csv ]'

done_testing
