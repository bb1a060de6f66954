#!/usr/bin/env bash
# t715-booksim -- BookSim's load curves beside ours, on very little input.
source "$(dirname "$0")/lib.sh"
study=$HOPLINE_ROOT/pipelines/validate
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}
reference=$HOPLINE_ROOT/data/reference

# Two loads of three curves, of which one has packets of 16 flits, and a saturated one.
mkdir "$shared_dir/reference"
{ sed -n 1p "$reference/booksim.csv"; grep -E '^(mesh8x8_p16_dor_uni,.*,16,0.0[25],|fattree4_3_p1_nca_uni,.*,1,0.[34],|df72_p1_min_adv,.*,1,0.(02|2),)' "$reference/booksim.csv"; } >"$shared_dir/reference/booksim.csv"
results=$shared_dir/out

# jobs_of BOOKSIM.CSV: its jobs in this directory
jobs_of() { awk -F, -v dir=. -f "$study/loads.awk" "$study/networks.csv" "$1"; }
# cell NAME ROW FILE: of a table without quotes
cell() { column "$1" "$3" | sed -n "$2p"; }

t 'a row for each load of each curve and network beside it, and the picture' '
	"$study/booksim" "$shared_dir/reference" "$results" 2>err && ! test -s err &&
	test "$(sed -n 1p "$results/booksim.csv")" = set,network,routing,pattern,flits,load,their_status,their_latency,our_measured,our_latency,our_over_theirs,as_flits_latency,as_flits_over_theirs,our_accepted,our_saturated,their_note &&
	cut -d, -f1-7 "$results/booksim.csv" | sed 1d >got &&
	printf "%s\n" "df72_p1_min_adv,dragonfly 9/4/2,minimal,adversarial,1,0.02,ok" "df72_p1_min_adv,dragonfly 9/4/2,minimal,adversarial,1,0.2,saturated" \
		"fattree4_3_p1_nca_uni,4-ary 3-tree,d-mod-k,uniform,1,0.3,ok" "fattree4_3_p1_nca_uni,4-ary 3-tree,d-mod-k,uniform,1,0.4,ok" \
		"fattree4_3_p1_nca_uni,4-ary 3-tree as a graph,minimal,uniform,1,0.3,ok" "fattree4_3_p1_nca_uni,4-ary 3-tree as a graph,minimal,uniform,1,0.4,ok" \
		"mesh8x8_p16_dor_uni,mesh 8x8,dimension-order,uniform,16,0.02,ok" "mesh8x8_p16_dor_uni,mesh 8x8,dimension-order,uniform,16,0.05,ok" | diff - got &&
	grep -q "4-ary 3-tree as a graph" "$results/booksim.svg" && grep -q "</svg>" "$results/booksim.svg"'

t 'on an idle network both say the same' '
	awk -F, "NR > 1 && (\$7 - \$6) ^ 2 > 0.25 ^ 2 { exit 1 }" "$results/booksim-sets.csv" && test "$(cell our_zero_load 1 "$results/booksim-sets.csv")" = 125.000'

t 'at a low load too, within three in a hundred; interleaved packets only where a packet has several flits' '
	awk -F, "NR > 1 && \$7 == \"ok\" && (\$11 - 1) ^ 2 > 0.03 ^ 2 { exit 1 }" "$results/booksim.csv" &&
	awk -F, "NR > 1 && (\$12 != \"\") != (\$5 > 1) { exit 1 }" "$results/booksim.csv"'

t 'what is saturated there is so here, at the bound of the link between two groups' '
	test "$(cell our_saturated 2 "$results/booksim.csv")" = yes && test "$(cell bound 1 "$results/booksim-sets.csv")" = 0.1250 &&
	awk "BEGIN { exit !(($(cell our_accepted 2 "$results/booksim.csv") - 0.125) ^ 2 < 0.002 ^ 2) }"'

t 'their parameters in ours: flits, cycles, latencies, buffers and the load without the source itself' '
	jobs_of "$shared_dir/reference/booksim.csv" &&
	grep -qx "#machine dragonfly:g=9,a=4,p=2,local-latency=400ns,global-latency=4000ns,router-latency=80ns,vc-buffer=10240B" 1.jobs &&
	grep -qx "#machine fattree:k=4,n=3,router-latency=80ns,vc-buffer=2560B" 2.jobs &&
	test "$(cell load 1 1.jobs)" = 0.02 && test "$(cell load 1 2.jobs)" = 0.2953125 && test "$(cell bytes 1 4.jobs)" = 640 && test "$(cell duration_s 1 4.jobs)" = 0.05'

t 'all sets of the reference have a counterpart' '
	jobs_of "$reference/booksim.csv" && test "$(wc -l <list)" = 27 && test "$(awk -F, "/^[0-9]/ { print \$10 }" ./*.jobs | sort -u | wc -l)" = 25'

# A latency of 1 us is 25 cycles; at load 0.5 ours wait half a cycle longer; of 4 nodes, 1/4 of theirs is over one router: 5 cycles.
t 'latencies are brought to their conventions' '
	printf "%s\n" network,pattern,bound,hops_mean,zero_load_s 1,uniform,0.75,2,4e-7 >bounds &&
	printf "%s\n" curve,set,network,routing,pattern,flits,router_cycles,self_share,case,load,their_load,their_status,their_latency,their_zero_load,their_note,latency_mean_s,accepted_load,saturated \
		1,s,n,minimal,uniform,1,2,0.25,1,0.5,0.6667,ok,20,8.75,,1e-6,0.5,no >whole && sed 1q whole >flits &&
	awk -F, -v points=points -v sets=sets -f "$study/beside.awk" bounds whole flits &&
	echo s,n,minimal,uniform,1,0.6667,ok,20,25.00,19.62,0.981,,,0.6667,no, | diff - <(sed 1d points) &&
	test "$(cell our_zero_load 1 sets)" = 8.750 && test "$(cell bound 1 sets)" = 1.0000'

t 'what has no counterpart, or another speed, is an error with its place' '
	sed "2s/,min,/,magic,/" "$shared_dir/reference/booksim.csv" >a.csv && exits 1 jobs_of a.csv 2>err && grep -q "booksim: a.csv:2: routing: .magic. on this topology" err &&
	awk -F, -v OFS=, "NR > 1 { \$29 = 4 } { print }" "$shared_dir/reference/booksim.csv" >b.csv && exits 1 jobs_of b.csv 2>err && grep -q "b.csv:2: internal_speedup: .4. must be 1 or 2" err &&
	sed "s/all=1/all=3/" "$shared_dir/reference/booksim.csv" >c.csv && exits 1 jobs_of c.csv 2>err && grep -q "c.csv:4: link_lat: .all=3. must be all=1" err &&
	sed "1s/,flag,/,flags,/" "$shared_dir/reference/booksim.csv" >d.csv && exits 1 jobs_of d.csv 2>err && grep -q "d.csv:1: flag: .. is missing" err'

t 'a simulator that fails leaves no tables' '
	mkdir bin && cp "$HOPLINE_BIN"/{gen-workload,alloc,map,metrics} bin/ && printf "#!/bin/sh\nexit 1\n" >bin/netsim && chmod +x bin/netsim &&
	! HOPLINE_BIN=$PWD/bin "$study/booksim" "$shared_dir/reference" fails 2>err && ! find fails -type f | grep .'

t 'show prints a row for each curve' '
	"$study/show-booksim" "$results" >shown && test "$(grep -c "^fattree4_3_p1_nca_uni " shown)" = 2 && grep -q booksim.svg shown'

done_testing
