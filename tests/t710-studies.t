#!/usr/bin/env bash
# The two smaller studies, curves and validate, on very little input.
source "$(dirname "$0")/lib.sh"
studies=$HOPLINE_ROOT/pipelines
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}
curves=$shared_dir/curves
mkdir "$shared_dir/reference"

cat >"$shared_dir/grid.csv" <<'END'
g,a,p,pattern,routings,loads,warmup,duration
5,2,2,uniform,minimal ugal-l,0.1 0.9,5us,10us
5,2,2,adversarial,minimal,0.05 1,5us,10us
END
head_of() { sed -n 1p "$1"; }

t 'curves makes a row for each network, pattern, routing and load, and the picture' '
	"$studies/curves/curves" "$shared_dir/grid.csv" "$curves" -j2 2>err && ! test -s err &&
	test "$(head_of "$curves/curves.csv")" = network,pattern,routing,load,accepted_load,saturated,latency_mean_s,latency_p99_s,hops_mean,packets,warmup_s,duration_s &&
	cut -d, -f1-4 "$curves/curves.csv" | sed 1d >got &&
	printf "5/2/2,%s\n" uniform,minimal,0.1 uniform,minimal,0.9 uniform,ugal-l,0.1 uniform,ugal-l,0.9 adversarial,minimal,0.05 adversarial,minimal,1 | cmp - got &&
	grep -q "</svg>" "$curves/curves.svg" && grep -q "adversarial traffic" "$curves/curves.svg" && grep -q "1/4" "$curves/curves.svg"'

t 'minimal routes carry no more adversarial traffic than the link between two groups' '
	metrics select --no-preamble --where pattern=adversarial --where load=1 --columns accepted_load,saturated "$curves/curves.csv" >got &&
	awk -F, "NR == 2 { ok = \$1 > 0 && \$1 < 0.3 && \$2 == \"yes\" } END { exit !ok }" got'

# g 5, a 2, p 2: from router 0 to router 1 of a group go 4 packets for its nodes, 16 for the two groups
# beyond it, and 16 from the two groups beyond router 0: 19/36.  g 3, a 1, p 2: 4 a global link, 5/4.
t 'the bounds are those of the links, as counted by hand' '
	printf "%s\n" "5 2 2" "3 1 2" | "$studies/curves/bounds" >got &&
	printf "%s\n" network,pattern,bound 5/2/2,uniform,0.5278 5/2/2,adversarial,0.2500 3/1/2,uniform,1.2500 3/1/2,adversarial,0.5000 | diff - got'

t 'saturation says where a curve ends, a gap in it included' '
	echo network,pattern,bound >bounds && echo 5/2/2,uniform,0.5 >>bounds &&
	echo network,pattern,routing,load,accepted_load,saturated >points &&
	printf "5/2/2,uniform,%s\n" minimal,0.1,0.1,no minimal,0.2,0.15,yes minimal,0.3,0.3,no minimal,0.9,0.4,yes par,0.1,0.1,no valiant,0.1,0.01,yes >>points &&
	awk -F, -f "$studies/curves/saturation.awk" bounds points >got &&
	printf "%s\n" network,pattern,routing,first_saturated,highest_stable,stable_accepted,last_load,last_accepted,bound \
		5/2/2,uniform,minimal,0.2,0.3,0.3000,0.9,0.4000,0.5 5/2/2,uniform,par,,0.1,0.1000,0.1,0.1000, 5/2/2,uniform,valiant,0.1,,,0.1,0.0100, | diff - got'

t 'curves are the same bytes one after another and side by side' '
	"$studies/curves/curves" "$shared_dir/grid.csv" again -j1 &&
	for table in curves bounds saturation; do cmp "$curves/$table.csv" "again/$table.csv" || exit 1; done'

t 'a simulator that fails leaves no curves' '
	mkdir bin && cp "$HOPLINE_BIN"/{gen-workload,alloc,map,metrics} bin/ && printf "#!/bin/sh\nexit 1\n" >bin/netsim && chmod +x bin/netsim &&
	! HOPLINE_BIN=$PWD/bin "$studies/curves/curves" "$shared_dir/grid.csv" out 2>err && ! find out -type f | grep .'

t 'show prints a row for each curve' '
	"$studies/curves/show" "$curves" >out && test "$(grep -c "^5/2/2 " out)" = 3'

# Two of the reference's kinds of run: one seed, four policies, minimal routing; and ugal.
(
	cd "$HOPLINE_ROOT/data/reference"
	{ sed -n 1p jobs.csv; grep -E '^C1,4,4,17,17,.*,(simple|rdn|rdg|level-spread),1,|^C2,4,4,17,17,.*,ugal,' jobs.csv; } >"$shared_dir/reference/jobs.csv"
	cp jobs_nodes.csv "$shared_dir/reference"
)

t 'validate makes a row for each run of the reference, with their time and ours' '
	"$studies/validate/jobs" "$shared_dir/reference" out &&
	test "$(head_of out/jobs.csv)" = set,workload,pattern,nodes,their_routing,routing,alloc,their_seed,their_s,our_s,our_over_their &&
	test "$(sed 1d out/jobs.csv | wc -l)" = 8 &&
	test "$(cut -d, -f5,6 out/jobs.csv | sed 1d | sort -u | paste -sd " ")" = "minimal,minimal ugal,ugal-l" &&
	awk -F, "NR > 1 && !(\$9 > 0 && \$10 > 0 && \$11 > 0) { exit 1 }" out/jobs.csv &&
	test "$(head_of out/policies.csv)" = set,workload,pattern,nodes,their_routing,routing,alloc,seeds,their_s,our_s,our_over_their,their_to_simple,our_to_simple,their_rank,our_rank &&
	test "$(sed 1d out/policies.csv | wc -l)" = 8 &&
	test "$(head_of out/agreement.csv)" = set,workload,pattern,nodes,their_routing,routing,policies,spearman,apart,same_order &&
	test "$(sed 1d out/agreement.csv | wc -l)" = 2 &&
	"$studies/validate/show" out >shown && test "$(grep -c "^C[12] " shown)" = 18'

t 'our time is the mean over the jobs of one case, in rounds; the ratio is ours to theirs' '
	"$studies/validate/jobs" "$shared_dir/reference" out && "$studies/validate/runs" "$shared_dir/reference" . &&
	metrics select --where case=2 minimal.jobs | netsim --schedule mpi --routing minimal --no-preamble | column comm_time_s |
		awk "{ sum += \$1 } END { printf \"%.6g,%.4f\n\", sum / NR, sum / NR / 0.00023951 }" >want &&
	metrics select --no-preamble --where alloc=rdn --where routing=minimal --columns our_s,our_over_their out/jobs.csv |
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
	echo set,workload,pattern,nodes,their_routing,routing,alloc,column,count,mean >in &&
	for row in simple,100,10 slurm,100,10 rdn,200,30 rrn,300,20; do
		IFS=, read -r alloc their our <<<"$row"
		printf "S,w,alltoall,16,minimal,minimal,%s,%s,1,%s\n" $alloc their_s $their $alloc our_s $our
	done >>in &&
	awk -F, -f "$studies/validate/rank.awk" -v policies=p -v agreement=a in &&
	printf "%s\n" S,w,alltoall,16,minimal,minimal,4,0.778,5,4 | diff - <(sed 1d a) &&
	cut -d, -f7,12- p | sed 1d >got &&
	printf "%s\n" simple,1.000,1.000,1.5,1.5 slurm,1.000,1.000,1.5,1.5 rdn,2.000,3.000,3,4 rrn,3.000,2.000,4,3 | diff - got'

done_testing
