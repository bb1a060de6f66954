#!/usr/bin/env bash
# The study of Theta's network, on little input.
source "$(dirname "$0")/../lib.sh"
theta=$HOPLINE_ROOT/pipelines/theta
results=$shared_dir/theta
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin} theta results
export THETA_LOADS='0.05 0.2' THETA_SIDE=4

t 'uniform traffic and LULESH, each under two routings, and both pictures' '
	"$theta/theta" "$results" -j2 2>err && ! test -s err &&
	cut -d, -f1,2,4 "$results/uniform.csv" | diff - <(printf "%s\n" load,routing,saturated 0.05,minimal,no 0.2,minimal,no 0.05,ugal-l,no 0.2,ugal-l,no) &&
	cut -d, -f1-3,8 "$results/lulesh.csv" | sed 1d | diff - <(for a in linear random; do for r in minimal ugal-l; do printf "%s\n" $a,64,32,$r $a,64,32,$r; done; done) &&
	test "$(wc -l <"$results/classes.csv")" = 19 && test "$(wc -l <"$results/shares.csv")" = 1819 &&
	grep -q "</svg>" "$results/uniform.svg" && grep -q "</svg>" "$results/links.svg"'
t 'uniform traffic keeps optical links busier than copper, and every packet counts at a link' '
	awk -F, "\$1 == \"uniform\" && \$2 == \"minimal\" { busy[\$3] = \$6; bytes += \$9 } END { exit !(busy[\"global\"] > 2 * busy[\"local-row\"] && busy[\"local-row\"] > busy[\"local-column\"]) }" "$results/classes.csv" &&
	awk -F, "FNR == NR { if (\$1 == 0.2 && \$2 == \"minimal\") want = 1024 * \$8 * (\$7 - 1); next } \$1 == \"uniform\" && \$2 == \"minimal\" { bytes += \$9 } END { exit !(want > 0 && (bytes / want - 1) ^ 2 < 1e-8) }" \
		"$results/uniform.csv" "$results/classes.csv"'
t 'show has a row for each' '
	"$theta/show" "$results" >shown && test "$(grep -cE "^ +(minimal|ugal-l) " shown)" = 4 && test "$(grep -cE "^lulesh-(linear|random) |^uniform " shown)" = 18'

t 'the network has the latency of each class' '
	"$theta/network" . && cut -d, -f3,8 <links.csv | sort | uniq -c | awk "{ print \$1, \$2 }" | diff - <(printf "%s\n" "1 class,latency" "864 global,75ns" "2160 local-column,10ns" "6480 local-row,5ns" | sort -k2) &&
	metrics machine --machine theta.conf | tail -1 | grep -q ",864,14688,"'
t 'shares: percentiles by nearest rank, of the time of the job' '
	printf "%s\n" comm_time_s,load,warmup_s,duration_s 2,,, >closed && printf "%s\n" comm_time_s,load,warmup_s,duration_s ,0.1,1,3 >open &&
	{ echo class,bytes,busy_s; printf "%s\n" b,10,1 a,1,0.5 node,99,2 a,2,0.25 a,3,1 a,4,2; } >links &&
	"$theta/shares" closed links >got && grep -cE "^[ab],[14],[0-9]+," got | grep -qx 202 &&
	grep -E "^(a,4,(0|25|26|50|51|75|76|100)|b,1,0)," got | diff - <(printf "%s\n" a,4,0,0.125000,10 a,4,25,0.125000,10 a,4,26,0.250000,10 a,4,50,0.250000,10 a,4,51,0.500000,10 a,4,75,0.500000,10 \
		a,4,76,1.000000,10 a,4,100,1.000000,10 b,1,0,0.500000,10) &&
	"$theta/shares" open links | grep -qx a,4,100,0.500000,10'
t 'halo: bytes of a face, an edge and a corner; other tables are refused' '
	head -1 "$theta/lulesh-64.csv" >small && printf "%s\n" 0,1,2008 0,5,416 0,21,40 0,2,8 1,2,2000 >>small &&
	test "$(awk -F, -f "$theta/halo.awk" -v iterations=10 small)" = "100 21 2" &&
	! { cat small; echo 0,3,100; } | awk -F, -f "$theta/halo.awk" -v iterations=10 2>err && grep -q "tasks 0 and 3 are no neighbours" err &&
	! { cat small; echo 5,6,3000; } | awk -F, -f "$theta/halo.awk" -v iterations=10 2>err && grep -q "tasks 5 and 6 exchanged 3000 bytes" err &&
	test "$(awk -F, -f "$theta/halo.awk" -v iterations=5008 "$theta/lulesh-64.csv")" = "91610 1728 48"'

done_testing
