#!/usr/bin/env bash
# The same jobs in another simulator: validate, on very little input.
source "$(dirname "$0")/lib.sh"
studies=$HOPLINE_ROOT/pipelines
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}
mkdir "$shared_dir/reference"

head_of() { sed -n 1p "$1"; }

# Two of the reference's kinds of run: one seed, four policies, minimal routing; and ugal.
(
	cd "$HOPLINE_ROOT/data/reference" || exit 1
	{ sed -n 1p jobs.csv; grep -E '^C1,4,4,17,17,.*,(simple|rdn|rdg|level-spread),1,|^C2,4,4,17,17,.*,ugal,' jobs.csv; } >"$shared_dir/reference/jobs.csv"
	cp jobs_nodes.csv "$shared_dir/reference"
)

t 'validate makes a row for each run of the reference, with their time and ours' '
	"$studies/validate/jobs" "$shared_dir/reference" out &&
	test "$(head_of out/jobs.csv)" = set,workload,pattern,nodes,their_routing,routing,router,alloc,their_seed,their_s,our_s,our_over_their &&
	test "$(sed 1d out/jobs.csv | wc -l)" = 24 &&
	test "$(cut -d, -f5-7 out/jobs.csv | sed 1d | sort -u | grep input | paste -sd " ")" = "minimal,minimal,input ugal,minimal,input ugal,ugal-l,input" &&
	awk -F, "NR > 1 && !(\$10 > 0 && \$11 > 0 && \$12 > 0) { exit 1 }" out/jobs.csv &&
	test "$(head_of out/policies.csv)" = set,workload,pattern,nodes,their_routing,routing,router,alloc,seeds,their_s,our_s,our_over_their,their_to_simple,our_to_simple,their_rank,our_rank &&
	test "$(sed 1d out/policies.csv | wc -l)" = 24 &&
	test "$(head_of out/agreement.csv)" = set,workload,pattern,nodes,their_routing,routing,router,policies,spearman,apart,same_order,ratio_mean_percent,ratio_most_percent &&
	test "$(sed 1d out/agreement.csv | wc -l)" = 6 &&
	"$studies/validate/show" out >shown && test "$(grep -c "^C[12] " shown)" = 54'

t 'our time is the mean over the jobs of one case, in rounds; the ratio is ours to theirs' '
	"$studies/validate/jobs" "$shared_dir/reference" out && "$studies/validate/runs" "$shared_dir/reference" . &&
	metrics select --where case=2 minimal.jobs | netsim --schedule mpi --routing minimal --router input --set vc-buffer=14KB --no-preamble | column comm_time_s |
		awk "{ sum += \$1 } END { printf \"%.6g,%.4f\n\", sum / NR, sum / NR / 0.00023951 }" >want &&
	metrics select --no-preamble --where alloc=rdn --where their_routing=minimal --where router=input --columns our_s,our_over_their out/jobs.csv |
		awk -F, "NR > 1 { printf \"%.6g,%s\n\", \$1, \$2 }" | diff - want'

t 'the jobs of a run have the nodes, sizes and messages of the reference' '
	"$studies/validate/runs" "$shared_dir/reference" . && test "$(ls)" = "$(printf "%s\n" minimal.jobs ugal-l.jobs)" &&
	metrics select --no-preamble --where case=1 --where job=3 --columns nodes,workload,pattern,bytes,iterations,alloc,their_s,node_list minimal.jobs | sed 1d >got &&
	echo "16,17x16,alltoall,1000,1,rdg,0.00012373,$(sed -n "s/^17x16,rdg,1,3,//p" "$shared_dir/reference/jobs_nodes.csv")" | diff - got'

t 'all runs of the reference find their nodes' '
	"$studies/validate/runs" "$HOPLINE_ROOT/data/reference" . &&
	test "$(cat ./*.jobs | awk -F, "/^[0-9]/ { print \$1 }" | sort -u | wc -l)" = 88'

t 'a routing, a pattern or a run without nodes that are not known are errors with their place' '
	mkdir bad && cp "$shared_dir/reference/jobs_nodes.csv" bad/ &&
	sed "2s/minimal/magic/" "$shared_dir/reference/jobs.csv" >bad/jobs.csv &&
	exits 1 "$studies/validate/runs" bad . 2>err && grep -q "jobs.csv:2: routing: .magic. is not known here" err &&
	sed "3s/alltoall/gossip/" "$shared_dir/reference/jobs.csv" >bad/jobs.csv &&
	exits 1 "$studies/validate/runs" bad . 2>err && grep -q "jobs.csv:3: pattern: .gossip." err &&
	cp "$shared_dir/reference/jobs.csv" bad/ && sed -i "/^17x16,rdn,1,/d" bad/jobs_nodes.csv &&
	exits 1 "$studies/validate/runs" bad . 2>err && grep -q "no nodes for 17x16 under rdn, seed 1" err'

t 'rankings: equal times share a rank, Spearman of the ranks, pairs 5% apart' '
	echo set,workload,pattern,nodes,their_routing,routing,router,alloc,column,count,mean >in &&
	for row in simple,100,10 slurm,100,10 rdn,200,30 rrn,300,20; do
		IFS=, read -r alloc their our <<<"$row"
		printf "S,w,alltoall,16,minimal,minimal,input,%s,%s,1,%s\n" $alloc their_s $their $alloc our_s $our
	done >>in &&
	awk -F, -f "$studies/validate/rank.awk" -v policies=p -v agreement=a in &&
	printf "%s\n" S,w,alltoall,16,minimal,minimal,input,4,0.778,5,4,54.2,125.0 | diff - <(sed 1d a) &&
	cut -d, -f8,13- p | sed 1d >got &&
	printf "%s\n" simple,1.000,1.000,1.5,1.5 slurm,1.000,1.000,1.5,1.5 rdn,2.000,3.000,3,4 rrn,3.000,2.000,4,3 | diff - got'

done_testing
