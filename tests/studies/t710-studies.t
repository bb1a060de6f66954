#!/usr/bin/env bash
# The same jobs in another simulator: validate, on very little input.
source "$(dirname "$0")/../lib.sh"
studies=$HOPLINE_ROOT/pipelines
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}
mkdir "$shared_dir/reference"

head_of() { sed -n 1p "$1"; }

# Some of the reference's kinds of run: four policies under minimal routing, one seed; ugal; and other links and crossbars.
(
	cd "$HOPLINE_ROOT/data/reference" || exit 1
	{ sed -n 1p jobs.csv; grep -E '^C1,4,4,17,17,.*,(simple|rdn|rdg|level-spread),1,|^C2,4,4,17,17,.*,ugal,|^C3,4,4,17,17,.*,(simple|rdn),' jobs.csv; } >"$shared_dir/reference/jobs.csv"
	cp jobs_nodes.csv "$shared_dir/reference"
)
results=$shared_dir/out
kind=set,network,workload,pattern,nominal_bytes,iterations,nodes,global_GBps,crossbar_GBps,their_routing,routing,router,options,stands
figures=apart,same_order,ratio_mean_percent,ratio_most_percent,our_over_their_least,our_over_their_most
export results kind figures

# of COLUMNS WHERE... FILE: those columns of the rows where all of WHERE hold
of() { local columns=$1 where=(); shift; while [ $# -gt 1 ]; do where+=(--where "$1"); shift; done; metrics select --no-preamble "${where[@]}" --columns "$columns" "$1" | sed 1d; }
# changed SED: the reference so changed, in bad/
changed() { mkdir -p bad && cp "$shared_dir/reference/jobs_nodes.csv" bad/ && sed "$1" "$shared_dir/reference/jobs.csv" >bad/jobs.csv; }
# runs_say MESSAGE: what runs says of bad/, its only line
runs_say() { exits 1 "$studies/validate/runs" bad . 2>err && test "$(wc -l <err)" = 1 && { grep -q "$1" err || { cat err; exit 1; }; }; }

t 'validate makes a row for each run of the reference and each of ours beside it, with their time and ours' '
	"$studies/validate/jobs" "$shared_dir/reference" "$results" && cd "$results" &&
	is "$(head_of jobs.csv)" $kind,alloc,their_seed,their_s,our_s,our_over_their && is "$(sed 1d jobs.csv | wc -l)" 72 &&
	awk -F, "NR > 1 && !(\$17 > 0 && \$18 > 0 && \$19 > 0) { exit 1 }" jobs.csv &&
	is "$(head_of policies.csv)" $kind,alloc,seeds,their_s,our_s,our_over_their,their_to_simple,our_to_simple,their_rank,our_rank &&
	is "$(sed 1d policies.csv | wc -l)" 72 &&
	is "$(head_of agreement.csv)" $kind,policies,spearman,$figures && is "$(sed 1d agreement.csv | wc -l)" 21 &&
	is "$(head_of models.csv)" their_routing,routing,router,options,stands,kinds,$figures && is "$(sed 1d models.csv | wc -l)" 15'

t 'show prints every row, and what all rows say only once' '
	"$studies/validate/show" "$results" >shown && is "$(grep -c "^C[123] " shown)" 165 && is "$(grep -cE "^(minimal|ugal) .* (model|stand-in) +[13] " shown)" 15 &&
	is "$(grep -c "(network dragonfly 17/4/4, workload 17x16, pattern alltoall, nominal_bytes 1000, iterations 1, nodes 16" shown)" 3'

t 'all that stands for a routing is side by side, and which is the model is said: one of each' '
	of routing,router,options,stands set=C2 "$results/agreement.csv" >got && sed -n "s/^ugal,//p" "$studies/validate/routings.csv" | diff - got && is "$(wc -l <got)" 12 &&
	cut -d, -f1-5 "$results/models.csv" | sed 1d | sort | diff - <(grep -E "^(minimal|ugal)," "$studies/validate/routings.csv" | sort) &&
	sed 1d "$studies/validate/routings.csv" | cut -d, -f1 | sort -u | diff - <(sed -n "s/,.*,model$//p" "$studies/validate/routings.csv" | sort)'

t 'under the models policies whose times are 5% apart come in their order, and times are near theirs' '
	of set,apart,same_order,our_over_their_least,our_over_their_most stands=model "$results/agreement.csv" >got && is "$(wc -l <got)" 4 &&
	awk -F, "\$2 == 0 || \$2 != \$3 || \$4 < 0.9 || \$5 > 1.05 { print; exit 1 }" got'

t 'so do messages of 10 KB under an adaptive routing' '
	mkdir ten && { sed -n 1p "$HOPLINE_ROOT/data/reference/jobs.csv"; grep -E "^C10,.*,adaptive-local," "$HOPLINE_ROOT/data/reference/jobs.csv"; } >ten/jobs.csv && cp "$shared_dir/reference/jobs_nodes.csv" ten &&
	grep -E "^their_routing|,model$" "$studies/validate/routings.csv" >models.csv && ROUTINGS=$PWD/models.csv "$studies/validate/jobs" ten out &&
	of set,nominal_bytes,routing,apart,same_order,our_over_their_least,our_over_their_most out/agreement.csv >got &&
	awk -F, "END { exit !(NR == 1 && \$1 == \"C10\" && \$2 == 10000 && \$3 == \"adaptive-local\" && \$4 == 1 && \$5 == 1 && \$6 > 0.97 && \$7 < 1.03) }" got'

t 'our time is the mean over the jobs of one case, in rounds; the ratio is ours to theirs' '
	"$studies/validate/runs" "$shared_dir/reference" . && sed -n 1p list | grep -qx "1,minimal,input,--crossbar-bw 1GB/s --output-buffer 14KB" &&
	metrics select --where alloc=rdn 1.jobs | netsim --schedule mpi --routing minimal --router input --crossbar-bw 1GB/s --output-buffer 14KB --set vc-buffer=14KB --no-preamble | column comm_time_s |
		awk "{ sum += \$1 } END { printf \"%.6g,%.4f\n\", sum / NR, sum / NR / 0.00023951 }" >want &&
	of our_s,our_over_their set=C1 alloc=rdn stands=model "$results/jobs.csv" | awk -F, "{ printf \"%.6g,%s\n\", \$1, \$2 }" | diff - want'

t 'the jobs of a run have the nodes, sizes, messages, machine and crossbar of the reference' '
	"$studies/validate/runs" "$shared_dir/reference" . && is "$(ls *.jobs | wc -l)" 21 && is "$(wc -l <list)" 21 &&
	of nodes,network,workload,pattern,bytes,iterations,alloc,their_s,node_list case=1 job=3 1.jobs >got &&
	echo "16,dragonfly 17/4/4,17x16,alltoall,1000,1,rdg,0.00012373,$(sed -n "s/^17x16,rdg,1,3,//p" "$shared_dir/reference/jobs_nodes.csv")" | diff - got &&
	is "$(grep -h "^#machine" $(sed -n "s/,minimal,input,--crossbar-bw 4GB.s --o.*/.jobs/p" list))" "#machine dragonfly:g=17,a=4,p=4,global-bw=4GB/s" &&
	grep -h "^#machine" *.jobs | sort | uniq -c | awk "{ print \$1, \$3 }" >got && printf "%s\n" "15 dragonfly:g=17,a=4,p=4" "3 dragonfly:g=17,a=4,p=4,global-bw=0.25GB/s" "3 dragonfly:g=17,a=4,p=4,global-bw=4GB/s" | diff - got'

t 'nominal bytes: N of alltoall, 8 N of the broadcast; of halo3d only 1000 is known' '
	changed "2s/,alltoall,1000,/,alltoall,2500.0,/;3s/,alltoall,1000,/,bcast_author,2000,/;4s/,alltoall,/,halo3d,/" && "$studies/validate/runs" bad . &&
	of nominal_bytes,pattern,bytes,allreduce_bytes "case<=3" 1.jobs | sort -u | diff - <(printf "%s\n" 1000,halo3d,2048,8 2000,broadcast,16000, 2500,alltoall,2500, | sort) &&
	changed "4s/,alltoall,1000,/,halo3d,2000,/" && runs_say "jobs.csv:4: nominal_bytes: .2000. must be 1000 with halo3d"'

t 'all runs of the reference find their nodes; sizes come in any order' '
	"$studies/validate/runs" "$HOPLINE_ROOT/data/reference" . &&
	test "$(cat ./*.jobs | awk -F, "/^[0-9]/ { print \$1 }" | sort -u | wc -l)" = 114 && mkdir up turned && mv *.jobs up &&
	{ sed -n 1p "$HOPLINE_ROOT/data/reference/jobs.csv"; sed 1d "$HOPLINE_ROOT/data/reference/jobs.csv" | tac; } >turned/jobs.csv && cp "$HOPLINE_ROOT/data/reference/jobs_nodes.csv" turned &&
	"$studies/validate/runs" turned . && for d in up .; do cat $d/*.jobs | sed -n "s/^[0-9]*,//p" | sort >$d/all; done && test "$(wc -l <all)" -gt 1000 && cmp all up/all'

t 'a routing, a pattern, a number or a run without nodes that are not known are one error each, with its place' '
	changed "2s/minimal/magic/" && runs_say "^runs: .*jobs.csv:2: routing: .magic. has no row in routings.csv" &&
	changed "3s/alltoall/gossip/" && runs_say "jobs.csv:3: pattern: .gossip. is not known here" &&
	changed "3s/,1.0,1.0,/,1.0,fast,/" && runs_say "jobs.csv:3: crossbar_GBps: .fast. must be a number above 0" &&
	changed "3s/,1.0,1.0,/,0,1.0,/" && runs_say "jobs.csv:3: global_bandwidth_GBps: .0. must be a number above 0" &&
	changed "3s/,1000,/,1000.5,/" && runs_say "jobs.csv:3: nominal_bytes: .1000.5. must be a whole number" &&
	changed "1s/,crossbar_GBps,/,xbar,/" && runs_say "jobs.csv:1: crossbar_GBps: .. is missing" &&
	changed "" && sed -i "/^17x16,rdn,1,/d" bad/jobs_nodes.csv && runs_say "no nodes for 17x16 under rdn, seed 1"'

t 'another table of routings, and options, say what else to run; a bad one is an error with its place' '
	printf "%s\n" their_routing,routing,router,options,stands minimal,minimal,input,--vcs\ 3,stand-in >routings.csv &&
	{ sed -n 1p "$shared_dir/reference/jobs.csv"; sed -n "/^C1,/p" "$shared_dir/reference/jobs.csv"; } | sed 4q >few && mkdir few.d && mv few few.d/jobs.csv && cp "$shared_dir/reference/jobs_nodes.csv" few.d &&
	ROUTINGS=$PWD/routings.csv "$studies/validate/jobs" few.d out && cut -d, -f10-14 out/jobs.csv | sed 1d | sort -u | diff - <(echo minimal,minimal,input,--vcs 3,stand-in) &&
	ROUTINGS=$PWD/routings.csv "$studies/validate/jobs" few.d wide --set local-bw=8GB/s && ! cmp -s out/jobs.csv wide/jobs.csv &&
	sed -i "2s/stand-in/perhaps/" routings.csv && exits 1 env ROUTINGS=routings.csv "$studies/validate/runs" few.d . 2>err && grep -q "routings.csv:2: stands: .perhaps. must be model or stand-in" err &&
	sed -i "2s/input/sideways/" routings.csv && exits 1 env ROUTINGS=routings.csv "$studies/validate/runs" few.d . 2>err && grep -q "routings.csv:2: router: .sideways. must be input or output" err'

t 'rankings: equal times share a rank, Spearman of the ranks, pairs 5% apart; and over all kinds' '
	echo set,their_routing,routing,router,options,stands,alloc,column,count,mean >in &&
	for row in S,simple,100,10 S,slurm,100,10 S,rdn,200,30 S,rrn,300,20 T,simple,10,9 T,rdn,20,19; do
		IFS=, read -r set alloc their our <<<"$row"
		printf "$set,theirs,minimal,input,,model,%s,%s,1,%s\n" $alloc their_s $their $alloc our_s $our
	done >>in &&
	awk -F, -f "$studies/validate/columns.awk" -f "$studies/validate/rank.awk" -v kind=set,their_routing,routing,router,options,stands -v policies=p -v agreement=a -v models=m in &&
	printf "%s,theirs,minimal,input,,model,%s\n" S 4,0.778,5,4,54.2,125.0,0.0667,0.1500 T 2,1.000,1,1,5.6,5.6,0.9000,0.9500 | diff - <(sed 1d a) &&
	echo theirs,minimal,input,,model,2,6,5,47.2,125.0,0.0667,0.9500 | diff - <(sed 1d m) &&
	grep ^S, p | cut -d, -f7,12- >got &&
	printf "%s\n" simple,1.000,1.000,1.5,1.5 slurm,1.000,1.000,1.5,1.5 rdn,2.000,3.000,3,4 rrn,3.000,2.000,4,3 | diff - got'

done_testing
