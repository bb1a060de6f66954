#!/usr/bin/env bash
# metrics promises: jobs that did not get what they asked for; what a policy promises it keeps.
source "$(dirname "$0")/../lib.sh"

# jobs SEED COLUMN VALUES NODES: sixty jobs that ask for more in that column, one of the VALUES each
jobs() {
	awk -v seed="$1" -v column="$2" -v values="$3" -v most="$4" 'BEGIN {
		srand(seed); n = split(values, v, " "); print "job,nodes,submit_s,runtime_s," column
		for (i = 1; i <= 60; i++) { k = v[int(rand() * n) + 1]; nodes = 1 + int(rand() * most)
			if (column == "segment") nodes = k * (1 + int(rand() * 3)); print i "," nodes "," i * 5 "," 50 + int(rand() * 100) "," k } }'
}
# kept MACHINE POLICY PROMISE: of the jobs on standard input all got that
kept() {
	alloc --machine "$1" --policy "$2" --schedule easy --on-full skip --quiet >played.csv &&
		is "$(metrics promises --no-preamble played.csv | awk -F, -v p="$3" '$1 == p { print ($2 > 20), $3 }')" "1 0"
}
export -f jobs kept
export q="'"

cases promises
t 'what Slurm promises its policies keep: segments, switches, runs, fabrics, rings' '
	data=$HOPLINE_ROOT/data/reference/slurm/26.05 && jobs 1 segment "4 8 12" 1 | kept mesh:k=6,p=18 slurm-block segment && jobs 2 switches "1 2 3" 30 | kept fattree:k=8,n=3 slurm-tree switches &&
	jobs 5 segment "9 11 12" 1 | kept graph:topology=$HOPLINE_ROOT/data/reference/slurm/later/unevenb.conf slurm-block segment &&
	jobs 3 contiguous "0 1 1" 20 | kept mesh:k=64 slurm-none contiguous && jobs 4 segment "2 4 8" 1 | kept graph:topology=$data/ring8.yaml slurm-ring segment'
t 'a job that waited out its switches was promised none' '
	printf "%s\n" job,nodes,node_list,submit_s,start_s,end_s,switches,switches_wait_s "a,2,0 4,0,5,9,1,5" "b,2,1 5,0,4,9,1,5" >in.csv &&
	gives promise,jobs,broken,first_job "metrics promises --machine mesh:k=4,p=4 in.csv" switches,1,1,b leaves,2,2,b'
t 'a log by its own columns; a job that ends before it starts' '
	printf "%s\n" job,nodes,log_node_list,log_start_s,runtime_s a,5,"0 4 8 12 16",0,10 b,2,0-1,10,5 >in.csv && gives promise,jobs,broken,first_line "metrics promises --machine mesh:k=8,p=4 in.csv" leaves,2,1,2 &&
	printf "%s\n" job,nodes,node_list,start_s,end_s a,1,0,5,5 >in.csv && refuses 1 "metrics: in.csv:2: end_s: ${q}5$q: must be later than its start" metrics promises --machine mesh:k=8 in.csv &&
	printf "%s\n" job,nodes a,1 >in.csv && refuses 1 "log_node_list" metrics promises --machine mesh:k=8 in.csv'
t 'by week and month: jobs go by their starts' '
	printf "%s\n" job,nodes,node_list,start_s,end_s a,2,"0 4",0,9 b,2,0-1,604800,604809 c,2,"0 4",604810,604820 d,2,"1 5",604811,604820 >in.csv && by="metrics promises --machine mesh:k=4,p=4 --per" &&
	gives period,promise,jobs,broken,first_job "$by week in.csv" 0,leaves,1,1,a 1,leaves,3,2,c && gives period,broken "$by week --since 2025-12-29 in.csv" 2026-W01,1 2026-W02,2 && gives period,broken "$by month --since 2025-12-30 in.csv" 2025-12,1 2026-01,2 &&
	refuses 2 "--since: without --per no date is asked for" metrics promises --machine mesh:k=4,p=4 --since 2025-12-30 in.csv && refuses 2 "months need --since" $by month in.csv'
t 'what the network charged, beside jobs of the same width and pattern to which the promise was kept' '
	printf "%s\n" job,nodes,node_list,start_s,end_s,network_slowdown,pattern a,2,"0 4",0,7200,2,x b,2,0-1,8000,15920,1.1,x c,3,4-6,8000,15200,1,x d,2,"0 4",20000,23600,1.5,y e,2,"0 4",700000,703600,1.25,x >in.csv &&
	gives jobs,broken,compared,node_hours,slowdown_broken,slowdown_kept,node_hours_lost "metrics promises --machine mesh:k=4,p=4 in.csv" 5,3,2,6,1.66666667,1.04,2.256 &&
	gives period,compared,node_hours_lost "metrics promises --per week --machine mesh:k=4,p=4 in.csv" 0,1,1.92 1,1,0.336'
t 'what is planted is found, and nothing else' '
	seq 300 | awk "{ n = 2 + \$1 * 7 % 34; print \$1 \",\" n \",\" \$1 * 3000 \",\" 3000 + \$1 * \$1 % 9000 \",\" (n > 8 && n % 8 == 0 ? 8 : \"\") }" | cat <(echo job,nodes,submit_s,runtime_s,segment) - >in.csv && m="graph:topology=$HOPLINE_ROOT/data/reference/slurm/26.05/b18x.conf" &&
	alloc --quiet --machine "$m" --policy slurm-block --schedule fcfs --no-preamble in.csv >played.csv && awk -v each=18 -v row=2 -v nodes=144 -v from=0 -v to=1 -v told=told -f "$HOPLINE_ROOT/pipelines/lib/lists.awk" -f "$HOPLINE_ROOT/pipelines/decide/plant.awk" played.csv >planted.csv &&
	metrics promises --quiet --machine "$m" --jobs found.csv planted.csv >out && sort <(cut -d, -f 2- told | sed 1d) >want && metrics select --no-preamble --where promise!=leaves --columns promise,job found.csv | sed 1d | sort | diff want - && is "$(cut -d, -f 1 want | sort -u | tr "\n" " ") $(($(wc -l <want) > 20))" "block segment  1"'
done_testing
