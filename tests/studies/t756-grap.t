#!/usr/bin/env bash
# t756-grap -- the study of GRAP: every part at the scale tiny, its pictures, and the rules of its claims.
# shellcheck disable=SC2016,SC2034 # the tests' commands are quoted
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/grap
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin} GRAP_SCALE=tiny done_dir=$shared_dir/out


t 'every part runs, and the whole is drawn and measured' '
	"$study/reproduce" "$done_dir" 2>err || { cat err; exit 1; }
	cut -d: -f1 err | diff - <(printf "%s\n" latencies network settings bytes hops speedups schedule) &&
	sed 1d "$study/drawings.csv" | cut -d, -f1 | while read -r figure; do grep -q "</svg>" "$done_dir/$figure.svg" || { echo "$figure"; exit 1; }; done &&
	column id "$done_dir/measured.csv" | diff - <(printf "GR-%02d\n" $(seq 11)) && test "$(sed -n 1p "$done_dir/claims.csv")" = id,where,claim,paper_value,measured,holds,why'

# --- exchanges

t 'GR-01: ten latencies as printed; one that is not' '
	test "$(wc -l <"$done_dir/latencies.csv")" = 11 && awk -F, "NR > 1 && sprintf(\"%.5e\", \$6) != sprintf(\"%.5e\", \$7) { exit 1 }" "$done_dir/latencies.csv" &&
	grep -q "^GR-01,1.57 1.87 2.07 2.37 2.67 us,yes" "$done_dir/measured.csv" &&
	cut -d, -f1,3 "$done_dir/latencies.csv" | sed 1d | diff - <(for n in fixed reconfigurable; do printf "$n,%s\n" 1 2 2 3 4; done) &&
	sed "s/1.87e-06,1.87/1.870001e-06,1.87/" "$done_dir/latencies.csv" >latencies.csv && "$study/measure" . && grep -q "^GR-01,.*,no," measured.csv'
t 'network: every pattern in its modes at each size, on both networks, alone and among noise' '
	cut -d, -f1-8 "$done_dir/network.csv" | sed 1d >got && for groups in 2 4 6; do for job in alltoall,adaptive,7 alltoall,custom-balance,7 stencil,minimal-balance,8 neighboring,custom,8 neighboring,custom,6; do
		IFS=, read -r pattern mode each <<<"$job"
		for system in tdn, rdn,$([ $pattern = alltoall ] && echo balanced || echo matched); do printf "%s\n" $pattern,$mode,$groups,$each,$((groups * each)),$system,no $pattern,$mode,$groups,$each,$((groups * each)),$system,yes; done
	done; done | diff - got && awk -F, "NR > 1 && !(\$12 > 0 && \$15 > 0) { exit 1 }" "$done_dir/network.csv"'
machines='tdn=$(metrics machine --machine "$HOPLINE_ROOT/data/machines/grap-dragonfly.conf" --set g=6 --set a=4 --set p=2 --set h=2 | sed -n "s/^#machine //p")
	rdn=$(metrics machine --machine "$HOPLINE_ROOT/data/machines/grap-rdragonfly.conf" --set g=6 --set a=4 --set p=2 --set h=2 --set ocs=8 --set ocs-ports=6 | sed -n "s/^#machine //p")'
t 'rows are what netsim says' "$machines"' &&
	job() { printf "%s\n" "job,nodes,pattern,dims,bytes,rounds,iterations,mode,groups,group_nodes" "job,$1"; } &&
	job "32,neighboring,2x4x2x2,4096,,4,custom,4,8 8 8 8" >a && alloc --machine "$tdn" --policy random a | gen-workload background --load 0.26 --bytes 4096B --lead 10us | netsim --routing par --packet 4096B >b &&
	grep "^neighboring,custom,4,8,.*tdn,,yes" "$done_dir/network.csv" | cut -d, -f12 | diff - <(metrics select --no-preamble --where job=job --columns comm_time_s b | sed 1d) &&
	alloc --machine "$rdn" --policy grap a | map --circuits matched | gen-workload background --pattern group-uniform --load 0.26 --bytes 4096B --lead 10us | netsim --routing tago-shortest --packet 4096B --routers h >b &&
	grep "^neighboring,custom,4,8,.*rdn,matched,yes" "$done_dir/network.csv" | cut -d, -f12 | diff - <(metrics select --no-preamble --where job=job --columns comm_time_s b | sed 1d) &&
	grep ",rdn,tago-shortest,ordered,yes," "$done_dir/hops.csv" | cut -d, -f11,12 | diff - <(metrics select --no-preamble --where job=job --columns routers,packets h | sed 1d) &&
	job "14,alltoall,,4096,4,1,custom,2,8 6" >a && alloc --machine "$rdn" --policy grap a | map --algorithm random --circuits balanced | netsim --routing tago-shortest --packet 4096B --schedule mpi >b &&
	grep "^alltoall,adaptive,2,.*rdn,balanced,no" "$done_dir/network.csv" | cut -d, -f12 | diff - <(column comm_time_s b)'
t 'jobs: counts in turn, near squares, and all jobs of all scales have nodes' '
	for s in full small tiny; do
		(export GRAP_SCALE=$s && source "$study/runs.sh" && for groups in $group_counts; do
			while read -r pattern mode each; do
				job $pattern $mode $groups $each 4096 | sed "1s/^/case,wanted,/; 2s/^/$pattern-$mode-$groups-$each,$((groups * each)),/"
			done < <(patterns)
		done | awk "NR == 1 || !/^case/" | alloc --quiet --machine "$machine_rdn" --policy grap | metrics select --no-preamble --columns wanted,nodes,circuit_groups >got && test "$(wc -l <got)" = $((5 * $(wc -w <<<"$group_counts") + 1)) &&
			awk -F, "NR > 1 && (\$1 != \$2 || \$3 == \"\") { exit 1 }" got) || { echo "scale $s"; exit 1; }
	done && (source "$study/runs.sh" && test "$(counts 5 7 1)" = "8 6 8 6 7" && test "$(counts 3 8 0)" = "8 8 8" && test "$(near_square 288)" = 18x16 && test "$(near_square 2)" = 2x1 && test "$(near_square 7)" = 7x1)'
t 'performance: against the fixed dragonfly among noise, of the same job, by the mean message and the slowest' '
	printf "%s\n" pattern,mode,groups,group_nodes,bytes,system,circuits,noise,comm_time_s,latency_mean_s a,m,2,8,1,tdn,,no,4,1 a,m,2,8,1,tdn,,yes,5,1 a,m,2,8,1,rdn,x,yes,2,0.5 a,m,2,6,1,tdn,,yes,1,1 a,m,2,6,1,rdn,x,yes,4,2 |
		awk -f "$study/performance.awk" | cut -d, -f4,6,8- | diff - <(printf "%s\n" group_nodes,system,noise,performance,performance_slowest 8,tdn,no,0.000000,0.250000 8,tdn,yes,0.000000,0.000000 8,rdn,yes,1.000000,1.500000 6,tdn,yes,0.000000,0.000000 6,rdn,yes,-0.500000,-0.750000)'
t 'settings: one thing changed at a time; beside the main setting' '
	cut -d, -f1 "$done_dir/settings.csv" | sed 1d | sort | uniq -c | awk "{ print \$2, \$1 }" | diff - <(printf "%s\n" "shuffled 3" "tago 4" "tago-all 4" "threshold-16KiB 8") &&
	h=pattern,mode,groups,group_nodes,system,noise,comm_time_s,latency_mean_s && printf "%s\n" $h a,m,2,8,tdn,no,4,3 a,m,2,8,tdn,yes,5,4 a,m,2,8,rdn,yes,2,2 >one && printf "%s\n" setting,$h s,a,m,2,8,tdn,yes,6,5 u,a,m,2,8,rdn,yes,5,1 >two &&
	awk -f "$study/settings.awk" one two | sed 1d | diff - <(printf "%s\n" main,a,m,2,8,1.000000,1.500000,0.250000,0.200000 s,a,m,2,8,1.500000,2.000000,0.400000,0.333333 u,a,m,2,8,3.000000,0.000000,0.250000,0.200000)'
t 'shuffled: all nodes of each group, the groups in their order' '
	printf "%s\n" "#hopline 1" job,node_list,x "a,0-7 16-23,y" | awk -v group=8 -f "$study/../lib/lists.awk" -f "$study/shuffle.awk" >got && sed -n 3p got | cut -d, -f2 | tr " " "\n" >list && head -8 list | sort -n | diff - <(seq 0 7) &&
	tail -8 list | sort -n | diff - <(seq 16 23) && ! diff list <(seq 0 7; seq 16 23) >diff && sed -n 3p got | grep -q ",y\$"'

# --- schedules

t 'speedups: the share of time saved, of each mode, measured and printed' '
	printf "%s\n" pattern,mode,groups,speedup stencil,minimal-balance,2,0.25 stencil,minimal-balance,all,0.6 >printed.csv &&
	{ echo pattern,mode,groups,group_nodes,system,noise,latency_mean_s,comm_time_s; for m in stencil,minimal-balance alltoall,adaptive neighboring,custom; do for groups in 2 4; do printf "%s\n" $m,$groups,8,tdn,yes,5,8 $m,$groups,8,tdn,no,9,9 $m,$groups,8,rdn,yes,$groups,$groups; done; done
		printf "%s\n" neighboring,custom,2,6,rdn,yes,99,99 alltoall,custom-balance,2,8,rdn,yes,99,99; } >network.csv &&
	awk -v group=8 -v all=6 -v sizes="2 4" -v shares=0.5 -f "$study/speedups.awk" printed.csv network.csv >got &&
	for m in minimal-balance custom-balance adaptive custom; do printf "%s\n" measured,$m,16,0.6,0.5 measured,$m,32,0.2,0.5; done | sort >want && grep "^measured," got | sort | diff want - &&
	for m in minimal-balance custom-balance adaptive custom; do printf "%s\n" measured-slowest,$m,16,0.75,0.5 measured-slowest,$m,32,0.5,0.5; done | sort >want && grep "^measured-slowest" got | sort | diff want - &&
	grep "^printed" got | sort | diff <(for m in minimal-balance custom-balance; do printf "%s\n" printed,$m,16,0.2,0.5 printed,$m,48,0.375,0.5 printed-share,$m,16,0.25,0.5 printed-share,$m,48,0.6,0.5; done | sort) -'
t 'runtimes: what a played table had, asked for as the log has it' '
	printf "%s\n" "#hopline 1" case,job,nodes,submit_s,runtime_s,start_s,end_s 1,a,4,7,100,10,90.5 | awk -f "$study/runtimes.awk" | diff - <(printf "%s\n" case,job,nodes,submit_s,runtime_s,walltime_s 1,a,4,7,80.500000,100)'
t 'cuts: waits against those of the same month and week' '
	printf "%s\n" case,wait_mean_s,utilization,closed,workload,system,speedups,mpi_share,reconfigure 1,100,0.9,0,january,slurm-tres,,, 1,50,0.8,0,made,slurm-tres,,, 1,75,0.7,0.05,january,grap,measured,0.4, 1,60,0.6,0.1,made,grap,,, >a &&
	printf "%s\n" period,wait_mean_s,utilization,workload,system,speedups,mpi_share,reconfigure 0,0,0.9,january,slurm-tres,,, 0,3,0.5,january,grap,,, >b &&
	awk -f "$study/cuts.awk" a b | sed 1d | diff - <(printf "%s\n" january,1,grap,measured,0.4,,100,75,0.250000,0.9,0.7,0.75 made,1,grap,,,,50,60,-0.200000,0.8,0.6,0.7 week,0,grap,,,,0,3,,0.9,0.5,)'
t 'schedule: all plans; a system by hand; counting policies wait alike' "$machines"' &&
	test "$(sed 1d "$done_dir/schedule.csv" | wc -l)" = $((5 * 3 + 10)) && test "$(cut -d, -f2 "$done_dir/schedule.csv" | sed 1d | sort -u | wc -l)" -ge 2 &&
	test "$(grep -E "january,(slurm-tres|slurm-linear|rrn|rdn),,," "$done_dir/schedule.csv" | cut -d, -f3 | sort | uniq -c | awk "{ print \$1 }")" = 4 &&
	awk -F, "NR == 1 || (\$1 == \"measured\" && \$5 == 0.4)" "$done_dir/speedups.csv" >speedups &&
	gen-workload swf -q --machine "$rdn" --procs-per-node 1 --nodes-times 0.001157407 --nodes-most machine --modes minimal-balance=0.4,adaptive=0.4,custom-balance=0.1,custom=0.1 --modes-for 16-37 --to 345600 "$HOPLINE_ROOT/data/swf/mira-2019-01.std.swf.gz" >jobs &&
	alloc -q --policy grap --schedule easy --speedup speedups jobs | metrics schedule | metrics select --no-preamble --columns wait_mean_s,utilization | sed 1d >want &&
	grep "january,grap,measured,0.4,\$" "$done_dir/schedule.csv" | cut -d, -f3,8 | diff - want'
# played: three jobs on groups of 8 nodes, the last of them after the second has left
played() { printf "%s\n" case,job,nodes,start_s,end_s,node_list,circuit_groups 1,a,12,0,100,0-11,0-1 1,b,3,0,50,12-14, 1,c,20,50,100,16-35,2-4; }
audit() { awk -v group=8 -v label=x -f "$study/../lib/lists.awk" -f "$study/audit.awk" | sed 1d; }
t 'audit: rules that hold, and each that does not' '
	played | audit | grep -qx 1,3,2,0,0,0,0,0,x &&
	played | sed "s/,12-14,/,14-16,/" | audit | grep -qx 1,3,2,0,1,0,0,0,x && played | sed "s/16-35,2-4/8-27,1-3/" | audit | grep -qx 1,3,2,1,0,1,1,0,x &&
	played | sed "s/16-35,2-4/16-35,2-5/" | audit | grep -qx 1,3,2,0,0,0,0,2,x && played | sed "s/16-35,2-4/14-15 24-41,1 3-5/" | audit | grep -qx 1,3,2,0,0,1,1,0,x &&
	played | sed "s/,50,100,/,100,200,/; s/16-35,2-4/8-27,1-3/" | audit | grep -qx 1,3,2,0,0,0,0,0,x && played | sed "s/12-14,\$/12-14,1/" | audit | grep -qx 1,3,2,0,1,0,0,0,x'

t 'prompts: idle nodes of each group, and groups without a large job' '
	printf "%s\n" "#hopline 1" case,job,nodes,submit_s,start_s,end_s,node_list,circuit_groups 1,a,12,0,0,100,0-11,0-1 1,b,3,0,0,50,12-14, 1,c,5,0,50,100,16-20, >played.csv &&
	"$study/prompts" played.csv 10 2>err | sed 1d | cut -d, -f2- | diff - <(printf "%s\n" 0,0,yes 1,1,yes 2,8,no 3,8,no 4,8,no 5,8,no) && grep -q ": 4 groups without a large job, 32 idle nodes in them" err &&
	"$study/prompts" played.csv 60 2>err | grep -q ",2,3,no\$" && grep -q ", 27 idle nodes" err'

# --- the claims

# performance LOSS TWO ALL STENCIL NEIGHBORING BALANCED FREE: of the full machine
performance() {
	local groups alltoall
	echo pattern,mode,groups,group_nodes,bytes,system,circuits,noise,performance,performance_slowest
	for groups in 2 8 288; do
		alltoall=$([ $groups = 288 ] && echo "$3" || echo "$2")
		for job in alltoall,adaptive,256,$alltoall alltoall,custom-balance,256,$(awk "BEGIN { print (1 + $alltoall) * (1 + $6) - 1 }") stencil,minimal-balance,288,"$4" neighboring,custom,288,"$5" neighboring,custom,216,"$5"; do
			IFS=, read -r pattern mode each gain <<<"$job"
			printf "$pattern,$mode,$groups,$each,4096,%s,0.5\n" "tdn,,no,$(awk "BEGIN { print 1 / (1 - $1) - 1 }")" tdn,,yes,0 "rdn,x,no,$(awk "BEGIN { print (1 + $gain) / (1 - $7) - 1 }")" "rdn,x,yes,$gain"
		done
	done
}
verdict() { "$study/measure" . && metrics select --no-preamble --columns id,measured,holds measured.csv | grep "^$1,"; }
t 'GR-02 to GR-05 and GR-07: as printed, and off' '
	performance 0.10 0.32 0.00 0.30 0.16 0 0 >performance.csv && for k in 2 3 4 5 7; do verdict GR-0$k | grep -q ",yes\$" || { cat measured.csv; exit 1; }; done &&
	verdict GR-02 | grep -qx "GR-02,10.0% ; at most 0.0%,yes" && verdict GR-03 | grep -qx "GR-03,+32.0% ; 0.0%,yes" || verdict GR-03 | grep -qx "GR-03,+32.0% ; +0.0%,yes" &&
	performance 0.20 0.50 0.00 0.45 0.30 0.05 0.02 >performance.csv && verdict GR-02 | grep -q ",no\$" && verdict GR-03 | grep -q ",partly\$" && verdict GR-04 | grep -q ",partly\$" && verdict GR-05 | grep -q ",partly\$" && verdict GR-07 | grep -q ",no\$" &&
	performance 0.10 0.32 0.00 0.30 0.16 0 0 | sed "s/^\(stencil,.*,288,288,.*rdn,x,yes\),.*/\1,0.1,0.1/" >performance.csv && verdict GR-04 | grep -q ",partly\$" && grep -q "^GR-04.*Not so: .*from 10.0% to 30.0%" measured.csv &&
	sed -i "/,288,2[58][68],/d" performance.csv && verdict GR-03 | grep -qx "GR-03,not measured,"'
# hops MEAN FAR: of the reconfigurable one, and packets of it beyond three routers
hops() {
	echo system,routing,tasks,noise,routers,packets
	for noise in no yes; do
		printf "%s\n" tdn,par,ordered,$noise,3,10 tdn,par,ordered,$noise,5,90 rdn,tago-shortest,ordered,$noise,1,$((100 - $1)) rdn,tago-shortest,ordered,$noise,3,"$1" rdn,tago-shortest,ordered,$noise,4,"$2" rdn,tago,shuffled,$noise,4,1
	done
}
t 'GR-06: the mean and the farthest' '
	hops 75 0 >hops.csv && verdict GR-06 | grep -qx "GR-06,-47.9% ; all within 3,yes" && grep -q "^GR-06.*under tago shuffled -16.7% ; 0.0% within 3" measured.csv && hops 75 2 >hops.csv && verdict GR-06 | grep -qx "GR-06,-47.3% ; 98.0% within 3,partly" && hops 0 0 >hops.csv && verdict GR-06 | grep -q ",partly\$"'
# cuts CUT...: of the months, the last with a utilization that is higher
cuts() {
	local k=0 cut
	echo workload,month,system,speedups,mpi_share,reconfigure,fixed_wait_s,wait_s,cut,fixed_utilization,utilization,charged
	for cut; do echo made,$((++k)),grap,measured,0.4,,100,50,"$cut",0.9,"$([ "$cut" = 0.53 ] && echo 0.91 || echo 0.8)",0.85; done
}
t 'GR-08 and GR-09: twelve months' '
	cuts 0.09 0.52 0.26 0.26 0.26 0.26 0.26 0.26 0.26 0.26 0.26 0.26 >cuts.csv && verdict GR-08 | grep -qx "GR-08,26.7% ; 9.0% to 52.0%,yes" && verdict GR-09 | grep -qx "GR-09,80.0% against 90.0%,yes" && grep -q "^GR-09.*85.0% with the nodes" measured.csv &&
	cuts -0.05 0.52 0.26 0.26 0.26 0.26 0.26 0.26 0.26 0.26 0.26 0.53 >cuts.csv && verdict GR-08 | grep -q ",partly\$" && grep -q "^GR-08.*Not so: a month waits longer" measured.csv && verdict GR-09 | grep -q ",no\$" &&
	cuts 0.09 0.52 >cuts.csv && verdict GR-08 | grep -qx "GR-08,not measured,"'
# accelerated SPEEDUP...: of the months, half of it saved; the paper's of one
accelerated() {
	local x
	echo speedup,saved,workload,speedups,mpi_share
	for x; do echo "$x,$(awk "BEGIN { print $x / 2 }"),made,measured,0.4"; done
	printf '%s\n' 0.5,0.5,made,measured,0.2 0.5,0.5,january,measured,0.4 0.08,0.07,made,printed,0.4
}
t 'GR-11: how much faster jobs run, month by month' '
	accelerated 0.09 0.11 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 >accelerated.csv && verdict GR-11 | grep -qx "GR-11,9.0% to 11.0%,yes" && grep -q "^GR-11.*10% would be with 0.73 of the time in MPI; with the paper.s speedups 8.0% to 8.0%, and 10% with 0.52" measured.csv &&
	accelerated 0.08 0.11 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 >accelerated.csv && verdict GR-11 | grep -q ",no\$" && accelerated 0.1 >accelerated.csv && verdict GR-11 | grep -qx "GR-11,not measured," &&
	printf "%s\n" "#hopline 1" case,runtime_s,start_s,end_s 1,100,0,80 1,100,0,100 2,0,5,5 2,10,5,10 | awk -v label=x -f "$study/accelerated.awk" | diff - <(printf "%s\n" 1,2,0.125000,0.100000,x 2,1,1.000000,0.500000,x)'
t 'GR-10: one violation is enough' '
	cp "$done_dir/audit.csv" . && verdict GR-10 | grep -qx GR-10,invariant,yes && sed -i "2s/^\([^,]*,[^,]*,[^,]*,[^,]*,[^,]*\),0/\1,1/" audit.csv && verdict GR-10 | grep -qx "GR-10,1 violations,no"'

# --- pictures, and what people see

t 'pictures have their words' '
	for f in fig4a fig4c fig4d; do texts "$done_dir/$f.svg" | grep -qx "groups of the job" || exit 1; done && texts "$done_dir/fig4a.svg" | grep -qx "reconfigurable, balance, noise" && texts "$done_dir/fig4b.svg" | grep -qx "routers passed" &&
	texts "$done_dir/fig5a.svg" | grep -qx "GRAP without speedups" && texts "$done_dir/fig5b.svg" | grep -qx January && texts "$done_dir/bytes.svg" | grep -qx "64 KiB" && texts "$done_dir/shares.svg" | grep -qx "share of time in MPI" &&
	exits 2 "$study/draw" "$done_dir" fig99 2>err && grep -q "no figure .fig99." err && exits 1 "$study/draw" . fig4a 2>err && grep -q "performance.csv: no such file" err'
t 'every drawing is a figure of the report, and every claim a figure' '
	awk -f "$HOPLINE_ROOT/pipelines/report/csv.awk" -v file="$study/figures.csv" -f <(echo "BEGIN { csv_header(file, at); while (csv_row(file, cell) > 0) print cell[at[\"file\"]], cell[at[\"claims\"]] }") >figures &&
	awk -F, "NR > 1 { print \$1 \".svg\" }" "$study/drawings.csv" | while read -r file; do grep -q "^$file" figures || { echo "$file"; exit 1; }; done &&
	cut -d" " -f2- figures | tr " " "\n" | sort -u | sed "/^\$/d" | diff - <(printf "GR-%02d\n" $(seq 11))'
t 'show: exchanges, waits and claims; keep: all tables and pictures, and their sums' '
	"$study/show" "$done_dir" >shown && test "$(grep -c "^GR-" shown)" = 11 && test "$(grep -cE "^(alltoall|stencil|neighboring) " shown)" = 15 && test "$(grep -cE "^(grap|slurm-tres|slurm-linear|rrn|rdn) " shown)" = 14 &&
	GRAP_RESULTS=$PWD/kept "$study/keep" "$done_dir" && test -s kept/fig5b.svg && test -s kept/schedule.csv && cd kept && grep -v ": " MANIFEST | sha256sum -c --quiet && grep -q "^made by: make grap-full" MANIFEST'
t 'what is wrong is told' '
	exits 2 env GRAP_SCALE=huge "$study/reproduce" . 2>err && grep -q "GRAP_SCALE: .huge." err && exits 1 "$study/reproduce" . nosuch 2>err && grep -q "no part .nosuch." err && exits 1 "$study/measure" /nowhere 2>err && grep -q "no table" err &&
	exits 1 "$study/speedups" . 2>err && grep -q "network.csv: no such file" err && exits 1 "$study/schedule" . 2>err && grep -q "speedups.csv: no such file" err'
t 'the command lines of the report work and print rows' '
	awk -f "$HOPLINE_ROOT/pipelines/report/csv.awk" -v file="$study/figures.csv" -f <(echo "BEGIN { csv_header(file, at); while (csv_row(file, cell) > 0) if (cell[at[\"pipe\"]] != \"\") print cell[at[\"pipe\"]] }") >lines && test -s lines &&
	cd "$HOPLINE_ROOT" && while IFS= read -r line; do bash -o pipefail -c "$line" </dev/null >"$shared_dir/got" 2>"$shared_dir/err" && test "$(rows "$shared_dir/got" | wc -l)" -ge 1 || { echo "$line"; cat "$shared_dir/err"; exit 1; }; done <"$OLDPWD/lines"'

done_testing
