#!/usr/bin/env bash
# t716-sst -- SST's load curves beside ours, and where curves begin and end, on very little input.
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/validate
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}
results=$shared_dir/out

mkdir "$shared_dir/reference"
cat >"$shared_dir/reference/sst_uniform.csv" <<'EOF'
tag,p,a,g,nodes,routing,offered,pkt_B,link_GBs,global_GBs,xbar_GBs,buf,warmup_us,collect_us,pkts_received,accepted,avg_latency_us,min_us,max_us,src_backlog_us_mean
B,4,4,17,272,minimal,0.1,1024,1,1.0,1.0,14KB,100,200,5359,0.1009,2.151,0.202,9.570,0.000
B,4,4,17,272,minimal,0.6,1024,1,1.0,1.0,14KB,100,200,22419,0.4220,63.955,10.709,152.778,33.468
B,4,4,17,272,valiant,0.4,1024,1,1.0,1.0,14KB,100,200,14872,0.2799,70.229,0.202,204.226,3.854
B,4,4,17,272,minimal,0.6,1024,1,1.0,2.0,14KB,100,200,26640,0.5015,34.239,0.197,150.190,3.106
EOF
cat >"$shared_dir/reference/sst_zero_load.csv" <<'EOF'
tag,msg,t_mean_ns
same_router,8,1268
same_router,2000,1268
same_router,10000,9360
same_group_1local,8,1420
local+global,2000,1572
local+global+local,10000,9816
EOF

# step [FILE]: what a router and its link take
step() { awk -F, -v simulator=sst -f "$study/columns.awk" -f "$study/sst-steps.awk" "${1:-$shared_dir/reference/sst_zero_load.csv}"; }
# jobs_of SST_UNIFORM.CSV: its jobs in this directory
jobs_of() { awk -F, -v simulator=sst -v dir=. -v link_s=40e-9 -v step_s=152e-9 -f "$study/columns.awk" -f "$study/networks.awk" -f "$study/sst-loads.awk" "$study/networks.csv" "$1"; }
# of SET ROUTER|STANDS NAME: cells of the table of curves; of the router `input` those of the stand-in
of() { awk -F, -v set="$1" -v one="$2" -v name="$3" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["set"] == set && ($at["stands"] == one || $at["stands"] != "model" && $at["our_router"] == one) { print $at[name] }' "$results/sst-curves.csv"; }

t 'a further router costs what the idle network says, and it always says the same' '
	test "$(step)" = 1.52e-07 &&
	sed "s/1572/1575/" "$shared_dir/reference/sst_zero_load.csv" >a.csv && exits 1 step a.csv 2>err && grep -q "sst: a.csv:6: t_mean_ns: .1575. is not 2 steps of 152 ns" err &&
	sed "s/2000,1268/2000,1300/" "$shared_dir/reference/sst_zero_load.csv" >b.csv && exits 1 step b.csv 2>err && grep -q "b.csv:3: t_mean_ns: .1300. depends on the length" err &&
	sed "s/^local+global,/around,/" "$shared_dir/reference/sst_zero_load.csv" >c.csv && exits 1 step c.csv 2>err && grep -q "c.csv:6: tag: .around. is a path that is not known" err'

t 'their parameters in ours' '
	jobs_of "$shared_dir/reference/sst_uniform.csv" && test "$(wc -l <list)" = 9 &&
	grep -qx "#machine dragonfly:g=17,a=4,p=4,router-latency=112ns,vc-buffer=14000B" 1.jobs &&
	test "$(sed 1,3d 1.jobs | cut -d, -f2-11 | uniq -c | tr -s " ")" = " 19 1,272,uniform,1024,0.1,periodic,0.0002,0.0001,0-271,1
 4 1,272,uniform,1024,0.6,periodic,0.0002,0.0001,0-271,1" && test "$(sed 1,3d 1.jobs | cut -d, -f1 | sort -u | wc -l)" = 23 &&
	cut -d, -f3-6 list | diff - <(printf "%s,uniform,1024,%s\n" "minimal" "--router input --speedup 1 --output-buffer 14KB" minimal "--router input --speedup 1 " minimal "" \
		valiant "--router input --speedup 1 --output-buffer 14KB" valiant "--router input --speedup 1 " valiant "" \
		minimal "--router input --speedup 2 --output-buffer 14KB" minimal "--router input --speedup 2 " minimal "")'

t 'the models of their adaptive routings are their rules; beside them stands what they were taken for' '
	grep -E "^sst,.*,(ugal|adaptive-local),uniform,.*,input," "$study/networks.csv" | cut -d, -f4,8,13,14 >got &&
	printf "%s\n" "ugal,ugal-output,--output-buffer 14KB --bias 400B,model" "ugal,ugal-l,--bias 400B,stand-in" "adaptive-local,adaptive-local,--output-buffer 14KB,model" \
		"adaptive-local,minimal,,stand-in" | diff - got'

t 'a row for each load, a row for each curve and router, and the picture' '
	"$study/sst" "$shared_dir/reference" "$results" 2>err && ! test -s err && test "$(wc -l <"$results/sst.csv")" = 13 && test "$(wc -l <"$results/sst-curves.csv")" = 10 &&
	grep -q "</svg>" "$results/sst.svg"'

# 40 ns and 152 ns for each of the 923/271 routers of a pair of nodes in the mean.
t 'idle networks take the same, by both formulas; detours have none' '
	for router in model input output; do
		test "$(of dragonfly272_minimal_x1 $router our_idle)" = 0.558 && test "$(of dragonfly272_minimal_x1 $router their_idle)" = 0.558 && test -z "$(of dragonfly272_valiant_x1 $router their_idle)" || exit 1
	done'

t 'with queues at the inputs, and buffers at the outputs or none, saturation is within 5% of theirs' '
	for set in minimal_x1 minimal_x2 valiant_x1; do test "$(of dragonfly272_$set input saturation_met) $(of dragonfly272_$set model saturation_met)" = "yes yes" || exit 1; done &&
	test "$(of dragonfly272_minimal_x1 output saturation_met)" = no'

t 'what has no counterpart, or other speeds or buffers, is an error with its place' '
	sed "3s/,minimal,/,magic,/" "$shared_dir/reference/sst_uniform.csv" >a.csv && exits 1 jobs_of a.csv 2>err && grep -q "sst: a.csv:3: routing: .magic. on this dragonfly" err &&
	sed "2s/,1024,1,/,1024,2,/" "$shared_dir/reference/sst_uniform.csv" >b.csv && exits 1 jobs_of b.csv 2>err && grep -q "b.csv:2: link_GBs: .2. must be 1" err &&
	sed "2s/14KB/14kB/" "$shared_dir/reference/sst_uniform.csv" >c.csv && exits 1 jobs_of c.csv 2>err && grep -q "c.csv:2: buf: .14kB. must be a number of KB" err'

# Curves of loads 0.2, 0.4, ...: theirs,ours; the idle time is 10.
curve() {
	echo simulator,set,network,pattern,packet,their_routing,our_routing,our_router,our_speedup,our_options,stands,their_idle,our_idle,load,their_status,their_latency,our_latency,as_flits_latency,their_accepted,our_accepted,our_saturated,bound
	awk -v loads="$*" 'BEGIN { n = split(loads, l, " "); for (i = 1; i <= n; i++) { split(l[i], x, ":"); print "s,c,n,uniform,p,r,r,input,1,,model,10,10," i / 5 "," (x[1] ~ /s/ ? "saturated," : "ok," x[1]) "," x[2] + 0 ",," x[3] "," x[4] "," (x[2] ~ /s/ ? "yes" : "no") ",1" } }'
}
# ends LATENCIES...: saturation by, theirs, ours, difference, largest difference of latency, met
ends() { curve "$@" | awk -F, -f "$study/columns.awk" -f "$study/saturation.awk" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["saturation_by"], $at["their_saturation"], $at["our_saturation"], $at["saturation_percent"], $at["apart_percent"], $at["saturation_met"] }'; }

t 'saturation is what was accepted where theirs was overloaded' '
	test "$(ends 10:11:0.2:0.2 12:12:0.4:0.4 s:50s:0.5:0.51 s:90s:0.5:0.53)" = "accepted 0.5000 0.5200 4.0 10.0 yes" &&
	test "$(ends 10:9:0.2:0.2 12:12:0.4:0.4 s:50:0.5:0.6 s:90s:0.5:0.6)" = "accepted 0.5000 >0.6000 20.0 -10.0 no"'

# 1/latency falls from 1/20 to 1/40 and reaches 1/30 two thirds of the way, and from 1/20 to 0 a third of it.
t 'else the load of three times the idle latency; else neither reaches it' '
	test "$(ends 10:10 20:20 40:20s)" = "latency 0.5333 0.4667 -12.5 0.0 no" &&
	test "$(ends 10:10 20:20 40:25)" = "latency 0.5333 >0.6000 12.5 0.0 no" &&
	test "$(ends 10:10 20:20 25:35)" = "latency >0.6000 0.5556 -7.4 0.0 no" &&
	test "$(ends 10:10 20:22 25:29)" = "neither    10.0 "'

done_testing
