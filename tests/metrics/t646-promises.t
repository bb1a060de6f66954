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
done_testing
