#!/usr/bin/env bash
# t715-booksim -- BookSim's load curves beside ours, on very little input.
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/validate
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}
reference=$HOPLINE_ROOT/data/reference

# Two loads of four curves, of which one has packets of 16 flits, and two are overloaded at the second load.
mkdir "$shared_dir/reference"
{ sed -n 1p "$reference/booksim.csv"; grep -E '^(mesh8x8_p16_dor_uni,.*,16,0.0[25],|fattree4_3_p1_nca_uni,.*,1,0.[34],|df72_p1_min_adv,.*,1,0.(02|2),|df72_p1_min_uni_su1,.*,1,0.[38],)' "$reference/booksim.csv"; } >"$shared_dir/reference/booksim.csv"
results=$shared_dir/out

# jobs_of BOOKSIM.CSV [NETWORKS.CSV]: its jobs in this directory
jobs_of() { awk -F, -v simulator=booksim -v dir=. -f "$study/columns.awk" -f "$study/networks.awk" -f "$study/booksim-loads.awk" "${2:-$study/networks.csv}" "$1"; }
# cell NAME ROW FILE: of a table without quotes
cell() { column "$1" "$3" | sed -n "$2p"; }
# of SET ROUTER NAME FILE: the cells of a table's rows of that curve and router of ours
of() { awk -F, -v set="$1" -v router="$2" -v name="$3" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["set"] == set && $at["our_router"] == router { print $at[name] }' "$4"; }

t 'a row for each load of each curve and router beside it, and the picture' '
	"$study/booksim" "$shared_dir/reference" "$results" 2>err && ! test -s err &&
	test "$(wc -l <"$results/booksim.csv")" = 17 && test "$(wc -l <"$results/booksim-curves.csv")" = 9 &&
	for set in df72_p1_min_adv df72_p1_min_uni_su1 fattree4_3_p1_nca_uni mesh8x8_p16_dor_uni; do
		test "$(of $set input load "$results/booksim.csv")" = "$(of $set output load "$results/booksim.csv")" || exit 1
	done && test "$(of mesh8x8_p16_dor_uni input load "$results/booksim.csv" | paste -sd" ")" = "0.02 0.05" &&
	grep -q "4-ary 3-tree" "$results/booksim.svg" && grep -q "</svg>" "$results/booksim.svg"'

t 'on an idle network both say the same' '
	awk -F, "NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i; next } \$at[\"idle_percent\"] ^ 2 > 1 { exit 1 }" "$results/booksim-curves.csv" &&
	test "$(of df72_p1_min_adv input our_idle "$results/booksim-curves.csv")" = 125.000'

t 'at a low load too, within three in a hundred; interleaved flits only where a packet has several and routers queue at the outputs' '
	awk -F, "NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i; next } \$at[\"set\"] !~ /su1/ && \$at[\"lowest_percent\"] ^ 2 > 9 { exit 1 }" "$results/booksim-curves.csv" &&
	awk -F, "NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i; next }
		(\$at[\"as_flits_latency\"] != \"\") != (\$at[\"packet\"] == \"16 flits\" && \$at[\"our_router\"] == \"output\") { exit 1 }" "$results/booksim.csv"'

t 'what is overloaded there is so here, at the bound of the link between two groups' '
	for router in input output; do
		test "$(of df72_p1_min_adv $router our_saturated "$results/booksim.csv" | tail -n 1)" = yes && test "$(of df72_p1_min_adv $router saturation_met "$results/booksim-curves.csv")" = yes &&
		test "$(of df72_p1_min_adv $router bound "$results/booksim-curves.csv")" = 0.1250 && test "$(of df72_p1_min_adv $router saturation_by "$results/booksim-curves.csv")" = accepted || exit 1
	done'

t 'a slow crossbar ends where theirs does with queues at the inputs, and far from there without' '
	test "$(of df72_p1_min_uni_su1 input our_speedup "$results/booksim-curves.csv")" = 1 && test "$(of df72_p1_min_uni_su1 input saturation_met "$results/booksim-curves.csv")" = yes &&
	test "$(of df72_p1_min_uni_su1 output saturation_met "$results/booksim-curves.csv")" = no'

t 'their parameters in ours: flits, cycles, latencies, buffers, crossbars and the load without the source itself' '
	jobs_of "$shared_dir/reference/booksim.csv" &&
	grep -qx "#machine dragonfly:g=9,a=4,p=2,local-latency=400ns,global-latency=4000ns,router-latency=80ns,vc-buffer=10240B" 1.jobs &&
	grep -qx "#machine dragonfly:g=9,a=4,p=2,local-latency=400ns,global-latency=4000ns,router-latency=120ns,vc-buffer=10240B" 3.jobs &&
	grep -qx "#machine fattree:k=4,n=3,router-latency=80ns,vc-buffer=640B" 5.jobs && grep -qx "#machine fattree:k=4,n=3,router-latency=80ns,vc-buffer=2560B" 6.jobs &&
	test "$(cell load 1 1.jobs)" = 0.02 && test "$(cell load 1 5.jobs)" = 0.2953125 && test "$(cell bytes 1 7.jobs)" = 640 &&
	sed -n 3p list | grep -q ",--router input --speedup 1 .*--vc-allocation 40ns$" && sed -n 4p list | grep -q ",40,$" && sed -n 5p list | grep -q -e "--router input --speedup 2 --vcs 4$"'

# windows FILE: of each load: how many runs, how long, after how long, of 40 ns
windows() { awk -F, '/^#/ { next } !n++ { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["their_load"], $at["runs"], $at["duration_s"] / 40e-9, $at["warmup_s"] / 40e-9 }' "$1" | uniq -c | awk '{ print $2, $1, $3, $4, $5 }'; }

# Theirs ran 12,040 cycles and 16,046; 20,265 with a mean latency of 266, so six periods of 2,000 after three, not seven; 26,478, of which
# nine, not ten, as there are twelve at most.  It does not say how long it ran where it was overloaded.
t 'ours are measured as long as theirs, after as long a warm-up: in as many runs as have 100,000 packets' '
	{ sed -n 1p "$reference/booksim.csv"; grep -E "^(mesh8x8_p16_dor_uni,.*,16,0.(02|05|5),|df72_p1_min_uni,.*,1,0.(85|9),|hyperx8x8c4_p16_ugal_uni,.*,16,0.9,)" "$reference/booksim.csv"; } >some.csv &&
	jobs_of some.csv && for n in 1 3 5; do windows $n.jobs; done >got &&
	printf "%s\n" "0.85 1 1 12000 6000" "0.9 1 1 15000 15000" "0.9 3 3 3000 1800" "0.02 125 125 10000 6000" "0.05 84 84 6000 6000" "0.5 3 3 18000 6000" | diff - got &&
	is "$(grep -c near_or_past_saturation_not_stationary some.csv)" 2 &&
	sed "2s/,20265,/,,/" some.csv >a.csv && exits 1 jobs_of a.csv 2>err && grep -q "a.csv:2: cycles: .. must be a number" err &&
	sed "2s/,20265,/,7000,/" some.csv >b.csv && exits 1 jobs_of b.csv 2>err && grep -q "b.csv:2: cycles: .7000. is less than its warm-up and a sample period" err'

t 'all sets of the reference have a counterpart, with either router; a channel on the dragonfly has their 256 flits, of two, three or four' '
	jobs_of "$reference/booksim.csv" && for n in $(cut -d, -f1 list); do sed -n 4p $n.jobs | cut -d, -f11,16,19; done | sort >got &&
	sed 1d "$reference/booksim.csv" | cut -d, -f1 | sort -u | sed "s/.*/&,input,model\n&,output,stand-in/" | sort | diff - got &&
	test "$(grep -h -o "^#machine dragonfly.*" [0-9]*.jobs | grep -o "vc-buffer=.*" | sort -u)" = vc-buffer=10240B'

t 'a row says router, speedup and options' '
	printf "%s\n" simulator,topology,params,their_routing,traffic,network,machine,routing,pattern,channels,router,speedup,options,stands \
		"booksim,mesh,k=8;n=2,dor,uniform,m,mesh:k=8x8,dimension-order,uniform,2,input,1.5,--vcs 2 --seed 3,model" other,mesh,k=8\;n=2,dor,uniform,m,mesh:k=8x8,dimension-order,uniform,1,output,,,stand-in >networks.csv &&
	{ sed -n 1p "$reference/booksim.csv"; grep ^mesh "$shared_dir/reference/booksim.csv"; } >mesh.csv && jobs_of mesh.csv networks.csv &&
	test "$(cat list)" = "1,mesh:k=8x8 router-latency=80ns vc-buffer=5120B,dimension-order,uniform,640,--router input --speedup 1.5 --vcs 2 --seed 3" &&
	sed "s/input/sideways/" networks.csv >bad.csv && exits 1 jobs_of mesh.csv bad.csv 2>err && grep -q "bad.csv:2: router: .sideways. must be input or output" err &&
	sed "s/,model/,both/" networks.csv >bad.csv && exits 1 jobs_of mesh.csv bad.csv 2>err && grep -q "bad.csv:2: stands: .both. must be model or stand-in" err'

# points ROWS: the table of points of such runs
points() {
	printf "%s\n" network,pattern,bound,routers_mean,zero_load_s 1,uniform,0.75,2,4e-7 >bounds
	{ echo curve,set,network,their_routing,our_routing,pattern,our_router,our_speedup,our_options,stands,packet,flits,router_cycles,self_share,case,load,their_load,their_status,their_latency,their_accepted,their_idle,their_note,runs,latency_mean_s,accepted_load,saturated
	printf "1,s,n,min,minimal,uniform,input,2,,model,1 flit,1,2,0.25,%s\n" "$@"; } >1.whole
	awk -F, -v simulator=booksim -f "$study/columns.awk" -f "$study/booksim-times.awk" -f "$study/beside.awk" bounds 1.whole | sed 1d
}

# A latency of 1 us is 25 cycles; at load 0.5 ours wait half a cycle longer; of 4 nodes, 1/4 of theirs is over one router: 5 cycles.
t 'latencies are brought to their conventions' '
	points 1,0.5,0.6667,ok,20,0.66,8.75,,1,1e-6,0.5,no >got &&
	echo "booksim,s,n,uniform,1 flit,min,minimal,input,2,,model,cycles,8.750,8.750,0.6667,ok,20,25.000,19.625,0.981,,,0.66,0.6667,no,1.0000," | diff - got'

t 'a point is the mean of its runs; saturated, where all together lose 5%, or most have a packet that does not arrive' '
	head=0.5,0.6667,ok,20,0.66,8.75,,3 && one() { points "$@" | cut -d, -f15-18,24-25 | tr "\n" " "; } && export -f one points &&
	is "$(one 1,$head,8e-7,0.4,no 2,$head,1e-6,0.5,yes 3,$head,1.2e-6,0.54,)" "0.6667,ok,20,25.000,0.6400,no " &&
	is "$(one 1,$head,8e-7,0.4,no 2,$head,1e-6,0.5,yes 3,$head,1.2e-6,0.6,yes)" "0.6667,ok,20,25.000,0.6667,yes " &&
	is "$(one 1,$head,,0.47,, 2,$head,,0.47,, 3,$head,1e-6,0.47,)" "0.6667,ok,20,25.000,0.6267,yes " &&
	is "$(one 1,$head,1e-6,0.48,, 2,$head,1e-6,0.48,, 3,$head,1e-6,0.48, 4,0.6,0.8,ok,20,0.66,8.75,,1,2e-6,0.6,no | tr -s " ")" "0.6667,ok,20,25.000,0.6400,no 0.8,ok,20,50.000,0.8000,no "'

t 'what has no counterpart, or another speed, is an error with its place' '
	sed "2s/,min,/,magic,/" "$shared_dir/reference/booksim.csv" >a.csv && exits 1 jobs_of a.csv 2>err && grep -q "booksim: a.csv:2: routing: .magic. on this topology" err &&
	awk -F, -v OFS=, "NR > 1 { \$29 = 4 } { print }" "$shared_dir/reference/booksim.csv" >b.csv && exits 1 jobs_of b.csv 2>err && grep -q "b.csv:2: internal_speedup: .4. must be 1 or 2" err &&
	sed "s/all=1/all=3/" "$shared_dir/reference/booksim.csv" >c.csv && exits 1 jobs_of c.csv 2>err && grep -q "c.csv:6: link_lat: .all=3. must be all=1" err &&
	sed "1s/,flag,/,flags,/" "$shared_dir/reference/booksim.csv" >d.csv && exits 1 jobs_of d.csv 2>err && grep -q "d.csv:1: flag: .. is missing" err'

t 'a simulator that fails leaves no tables' '
	mkdir bin && cp "$HOPLINE_BIN"/{gen-workload,alloc,map,metrics} bin/ && printf "#!/bin/sh\nexit 1\n" >bin/netsim && chmod +x bin/netsim &&
	! HOPLINE_BIN=$PWD/bin "$study/booksim" "$shared_dir/reference" fails 2>err && ! find fails -type f | grep .'

t 'show prints a row for each curve and router, and counts the aims' '
	"$study/show-curves" "$results" >shown && test "$(grep -c "^fattree4_3_p1_nca_uni " shown)" = 2 && grep -q booksim.svg shown && grep -q "^models: 4 curves; " shown && grep -q "^stand-ins with output queues: 4 curves; " shown'

done_testing
