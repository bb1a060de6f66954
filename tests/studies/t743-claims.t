#!/usr/bin/env bash
# The verdicts on LS-01 to LS-22, on small tables whose verdicts were worked out by hand.
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/level-spread
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}
# shellcheck disable=SC2016 # the tests' commands are quoted

# eight [COLUMN=VALUE...] TIME...: rows of means.csv for Level-Spread, Simple, Slurm, RDG, RDR, RRR, RDN, RRN
eight() {
	local series=tables variant=main g=17 a=4 gbps=8 utilization=0.9 workload=16 order=small bytes=1000 small=1 large=1
	local pattern=alltoall class=small policies='level-spread simple slurm rdg rdr rrr rdn rrn' policy
	while [[ $1 == *=* ]]; do local "$1" && shift; done
	for policy in $policies; do
		echo "$series,$variant,$g,$a,4,$gbps,$utilization,$workload,$order,$bytes,$small,$large,$pattern,$policy,$class,2,$1,0"
		shift
	done
}

# means: ROWS of means.csv on standard input
means() {
	mkdir -p d
	{ echo series,variant,g,a,p,global_gbps,utilization,workload,order,bytes,small_times,large_times,pattern,alloc,class,repeats,mean_s,sd_s; cat; } >d/means.csv
}

# contests: rows series,order,pattern,alloc,points,baseline_better_share,other_better_share,mean_cut,best_cut, of 100 workloads, with intervals of
# one, two and three points
contests() {
	mkdir -p d
	echo setting,series,order,pattern,alloc,points,baseline_better_share,other_better_share,mean_cut,best_cut,workloads,baseline_better_half,other_better_half,cut_half >d/contests.csv
	sed 's/^/main,/; s/$/,100,0.01,0.02,0.03/' >>d/contests.csv
}

# link WORKLOAD CLASS COLUMN FIGURES FIGURES: rows of links.csv, MIN,MEDIAN,MAX,MEAN of Simple, Slurm and RDG, and of the other five;
# of Level-Spread too the first with workload 16
link() {
	local policy figures
	for policy in level-spread simple slurm rdg rdr rrr rdn rrn; do
		figures=$5
		case $1,$policy in *,simple | *,slurm | *,rdg | 16,level-spread) figures=$4 ;; esac
		echo "$1,$policy,$2,$3,$figures"
	done
}
links() {
	mkdir -p d
	{ echo workload,alloc,class,column,min,median,max,mean; cat; } >d/links.csv
}

# comes_to ID TEXT: measure d, and the row of a claim is TEXT: what it came to, and whether the claim holds
comes_to() {
	"$study/measure" d && metrics select --no-preamble --where "id=$1" --columns measured,holds d/measured.csv | sed 1d >said &&
		echo "$2" | diff - said
}
# because ID TEXT: the row of a claim has TEXT in it
because() { grep "^$1," d/measured.csv >row && { grep -qF -- "$2" row || { cat row; return 1; }; }; }

pair() {	# RDG RDN RDG RDN: 16-node jobs, quarters
	eight series=pair utilization=1 policies='rdg rdn' "$1" "$2"
	eight series=pair utilization=1 policies='rdg rdn' workload=quarters class=large "$3" "$4"
}
t 'LS-01, LS-02: RDG against RDN' '
	pair 2 4 10 7.2 | means && comes_to LS-01 0.50,yes && comes_to LS-02 28.0%,yes && pair 4.2 4 10 6.8 | means && comes_to LS-01 1.05,no && comes_to LS-02 32.0%,yes &&
	pair 3 4 10 7.4 | means && comes_to LS-01 0.75,yes && comes_to LS-02 26.0%,no && pair 2 4 10 9 | means && comes_to LS-02 10.0%,no'
t 'another setting has no say' '
	{ pair 2 4 10 7.2; pair 2 1 10 10 | sed "s/,main,/,minimal,/"; } | means && comes_to LS-01 0.50,yes && comes_to LS-02 28.0%,yes &&
	echo random,small,,all,700,0.54,0.04,0.16,0.73 | contests && sed "s/^main,/minimal,/; s/0.54/0.59/" d/contests.csv | sed 1d >row && cat row >>d/contests.csv && comes_to LS-15 "54.0% ± 1.0%,no"'

t 'LS-03: from the least cut to the largest, over panels and pairs of policies' '
	{ eight 1 1 1 1 1.2 1.25 1.3 1.3; eight gbps=2 1 1 1 1 5 6 8 10; } | means && comes_to LS-03 "16.7% to 90.0%,yes" &&
	because LS-03 "shorter in 2 of 2 panels"'
t 'LS-03: one policy that is not faster, and a machine and a utilization that are not in Fig. 4' '
	{ eight 1 1 1 1.3 1.3 1.5 1.5 1.5; eight gbps=2 1 1 1 1 5 6 8 10; eight g=33 2 2 2 2 1 1 1 1; eight utilization=0.7 2 2 2 2 1 1 1 1; } | means &&
	comes_to LS-03 "0.0% to 90.0%,partly" && because LS-03 "shorter in 1 of 2 panels"'
t 'LS-03: a range that ends below the printed one, and one that begins below it too' '
	{ eight 1 1 1 1 1.2 1.25 1.3 1.3; eight gbps=2 1 1 1 1 5 6 5 6; } | means && comes_to LS-03 "16.7% to 83.3%,partly" &&
	{ eight 1 1 1 1 1.1 1.25 1.3 1.3; eight gbps=2 1 1 1 1 5 6 5 6; } | means && comes_to LS-03 "9.1% to 83.3%,no"'
t 'a setting in which a policy is missing does not count' '
	eight policies="level-spread simple slurm rdg rdr rrr rdn" 1 1 1 1 5 6 8 | means && comes_to LS-03 "not measured," &&
	because LS-03 "not measured" && because LS-03 "No data"'

large() { eight workload=64 class=large "$@"; }
t 'LS-04: cuts against Simple' '
	{ large 0.75 1 1 1 1 1 1 1; large pattern=halo2d 0.5 1 1 1 1 1 1 1; large gbps=2 0.1 1 1 1 1 1 1 1; } | means && comes_to LS-04 "25.0% to 50.0%,yes" &&
	because LS-04 "alltoall 25.0%, halo2d 50.0%"'
t 'LS-04: a range that begins below the printed one' '
	{ large 0.9 1 1 1 1 1 1 1; large pattern=halo2d 0.5 1 1 1 1 1 1 1; } | means && comes_to LS-04 "10.0% to 50.0%,partly"'

bandwidths() {	# TIME TIME: at ratio 4, of the first four and of the others
	eight gbps=2 1 1 1 1 2 2 2 2
	eight 1 1 1 1 1.5 1.5 1.5 1.5
	eight gbps=32 "$1" "$1" "$1" "$1" "$2" "$2" "$2" "$2"
}
t 'LS-05: narrower and in order; narrower only; neither' '
	bandwidths 1 1.2 | means && comes_to LS-05 "narrower in 2 of 2; 100.0% in order,yes" &&
	bandwidths 1.2 1 | means && comes_to LS-05 "narrower in 2 of 2; 50.0% in order,partly" &&
	bandwidths 3 1 | means && comes_to LS-05 "narrower in 1 of 2; 50.0% in order,no" && because LS-05 "alltoall from ratio 1 (1.50 to 3.00)"'
t 'LS-05: two points of noise are allowed, more not; what is less than 5% apart has no order' '
	bandwidths 1 1.519 | means && comes_to LS-05 "narrower in 2 of 2; 100.0% in order,yes" &&
	bandwidths 1 1.53 | means && comes_to LS-05 "narrower in 1 of 2; 100.0% in order,partly" &&
	bandwidths 1.04 1 | means && comes_to LS-05 "narrower in 2 of 2; 100.0% in order,yes"'

t 'LS-06: utilization: in order and the same relative to Simple, one of them, none' '
	{ eight 1 1 1 1 2 2 2 2; eight utilization=0.7 3.06 3 3 3 6 6 6 6; } | means && comes_to LS-06 "16 of 16 pairs in order; change 0.0%,yes" &&
	because LS-06 "7 relative times, 95% of them change by less than 1.4%, at most by 2.0%" &&
	{ eight 1 1 1 1 2 2 2 2; eight utilization=0.7 3 3 3 3 9 9 9 9; } | means && comes_to LS-06 "16 of 16 pairs in order; change 50.0%,partly" &&
	{ eight 1 1 1 1 2 2 2 2; eight utilization=0.7 2 2 2 2 1 1 1 1; } | means && comes_to LS-06 "0 of 16 pairs in order; change 75.0%,no"'

links16() {	# FIGURES of the four that group, FIGURES of the others, of their stalls
	link 16 local packets "$1" "$2"; link 16 global packets "$1" "$2"
	link 16 local stalls "$3" "$4"; link 16 global stalls "$3" "$4"
}
t 'LS-07: fewer packets and stalls; where nobody stalls there is nothing to be better at' '
	links16 0,1,2,1 0,2,4,2 0,0,1,0.1 0,0,1,0.2 | links && comes_to LS-07 "4 of 4,yes" &&
	links16 0,1,2,1 0,2,4,2 0,0,0,0 0,0,0,0 | links && comes_to LS-07 "2 of 4,partly" && because LS-07 "Not so: mean of stalls on local links 0 against 0" &&
	links16 0,2,4,2 0,1,2,1 0,0,0,0 0,0,0,0 | links && comes_to LS-07 "0 of 4,no"'
t 'LS-07: the worst of the four counts; equal is not worse' '
	links16 0,1,2,1 0,2,4,2 0,0,0,0 0,0,0,2 | sed "/,rdn,local,stalls,/s/2$/0/" | links && comes_to LS-07 "4 of 4,yes" &&
	links16 0,1,2,1 0,2,4,2 0,0,1,1 0,0,1,2 | sed "/,slurm,local,stalls,/s/1$/3/" | links && comes_to LS-07 "3 of 4,partly"'

links64() {	# as links16, with MIN,MEDIAN,MAX,MEAN
	link 64 local packets "$1" "$2"; link 64 global packets "$1" "$2"
	link 64 local stalls "$3" "$4"; link 64 global stalls "$3" "$4"
}
t 'LS-08: a higher median, a smaller range, fewer stalls' '
	links64 0,1,7,4 3,4,8,4 0,0,9,2 0,0,9,1 | links && comes_to LS-08 "6 of 6,yes" &&
	links64 0,1,7,4 3,4,8,4 0,0,9,2 0,0,9,1 | sed "/,level-spread,local,stalls,/s/1$/3/" | links && comes_to LS-08 "5 of 6,partly" &&
	links64 0,3,9,4 1,3,6,4 0,0,9,1 0,0,9,1 | links && comes_to LS-08 "2 of 6,no" && because LS-08 "median of packets on local links 3 against 3" &&
	links64 0,3,9,4 1,4,6,4 0,0,9,1 0,0,9,1 | links && comes_to LS-08 "4 of 6,partly"'

quarters() { eight workload=quarters class=large "$@"; }
t 'LS-09: quarter-machine jobs beside 64-node jobs on the smallest machine' '
	{ large 1 2 2 2 1 1 1 1; quarters 1.1 2 2 2 1 1 1 1; quarters g=33 2 4 4 4 2 2 2 2; quarters a=8 gbps=2 9 1 1 1 9 9 9 9; } | means &&
	comes_to LS-09 "100.0% in order; 0.0% off,yes" && because LS-09 "2 panels;"'
t 'LS-09: in order but far off; neither' '
	{ large 1 2 2 2 1 1 1 1; quarters 1 4 4 4 1 1 1 1; } | means && comes_to LS-09 "100.0% in order; 50.0% off,partly" &&
	{ large 1 2 2 2 1 1 1 1; quarters 2 1 1 1 2 2 2 2; } | means && comes_to LS-09 "0.0% in order; 300.0% off,no"'

mix() {	# COLUMNS -- SMALL JOBS OF LEVEL-SPREAD ITS LARGE JOBS: where grouping gives 1 and 2, spreading 2 and 1
	eight workload=mix "${@:1:$#-2}" "${@: -2:1}" 1 1 1 2 2 2 2
	eight workload=mix class=large "${@:1:$#-2}" "${@: -1}" 2 2 2 1 1 1 1
}
t 'LS-10: all subfigures, half of them, none; others than those of Fig. 7 do not count' '
	{ mix 1 1; mix gbps=2 1.1 1.1; mix g=33 0.9 0.9; mix g=33 gbps=2 2 2; mix order=large 2 2; } | means && comes_to LS-10 "3 of 3,yes" &&
	{ mix 1 1.11; mix gbps=32 1 1; } | means && comes_to LS-10 "1 of 2,partly" && because LS-10 "Not so: alltoall on 272 nodes at ratio 1 (1.00, 1.11)" &&
	mix 1.2 1 | means && comes_to LS-10 "0 of 1,no" && because LS-10 "at most 1.20 times"'

t 'LS-11: on the largest machine, against the mean of the policies that spread' '
	{ mix g=33 a=8 1.3 1; mix g=33 a=8 pattern=halo2d 0.7 1; mix 5 5; } | means && comes_to LS-11 "35.0% to 65.0%,yes" &&
	because LS-11 "alltoall 35.0%, halo2d 65.0%; against rdr" && because LS-11 "against simple -30.0% to 30.0%; against all seven 17.3% to 55.5%" &&
	{ mix g=33 a=8 1.1 1; mix g=33 a=8 pattern=halo2d 0.7 1; } | means && comes_to LS-11 "45.0% to 65.0%,partly" &&
	{ mix g=33 a=8 1.3 1; mix g=33 a=8 pattern=halo2d 1 1; } | means && comes_to LS-11 "35.0% to 50.0%,partly"'

t 'LS-12: a hundred fold and the same; in order only; nothing' '
	{ eight 1 1 1 1 2 2 2 2; eight bytes=100000 99 100 100 100 200 200 200 202; } | means && comes_to LS-12 "100x; 16 of 16 pairs in order; change 0.0%,yes" &&
	because LS-12 "8 times; 90% of them 99 to 101 fold" &&
	{ eight 1 1 1 1 2 2 2 2; eight bytes=100000 50 50 50 50 100 100 100 100; } | means && comes_to LS-12 "50x; 16 of 16 pairs in order; change 0.0%,partly" &&
	{ eight 1 1 1 1 2 2 2 2; eight bytes=100000 200 200 200 200 100 100 100 100; } | means && comes_to LS-12 "125x; 0 of 16 pairs in order; change 75.0%,no"'

intensity() { eight series=intensity workload=mix "$@"; }
t 'LS-13: who is hurt by the other jobs, and who is protected' '
	{ intensity 1 1 1 1 1 1 1 1; intensity class=large 1 1 1 1 1 1 1 1
	intensity large=10 9 9 9 9 1 1 1 1; intensity large=100 1.1 1 1.2 1 2 2 2 3; intensity small=100 class=large 3 1 1 1 1.2 1.2 1.2 1.2; } | means &&
	comes_to LS-13 "12 of 12,yes" && because LS-13 "small jobs hurt in 4 of 4, large jobs in 4 of 4, small jobs protected in 4 of 4; small jobs grow up to 1.20 fold"'
t 'LS-13: half of it; less than half; nothing to compare' '
	{ intensity 1 1 1 1 1 1 1 1; intensity class=large 1 1 1 1 1 1 1 1
	intensity large=100 2 1 1 1 1 1 1.1 1.2; intensity small=100 class=large 1 1 1 1 1 1.2 1.2 1.2; } | means &&
	comes_to LS-13 "7 of 12,partly" && because LS-13 "small jobs hurt in 1 of 4, large jobs in 3 of 4, small jobs protected in 3 of 4" &&
	{ intensity 1 1 1 1 1 1 1 1; intensity large=100 2 2 2 2 1 1 1 1; } | means && comes_to LS-13 "0 of 8,no" &&
	intensity large=100 1 1 1 1 1 1 1 1 | means && comes_to LS-13 "not measured,"'

t 'LS-14 to LS-17: shares and cuts of random workloads, with their intervals' '
	{ echo random,small,,all,700,0.54,0.04,0.16,0.73; echo random,large,,all,700,0.9,0.9,0.9,0.9; echo random,small,,rdn,100,0,0,0,0; } | contests &&
	comes_to LS-14 "4.0% ± 2.0%,yes" && comes_to LS-15 "54.0% ± 1.0%,no" && comes_to LS-16 "16.0% ± 3.0%,yes" && comes_to LS-17 "73.0%,yes" && because LS-17 "700 points of 100 workloads"'
t 'LS-17: what else "best" may mean' '
	echo random,small,,all,700,0.54,0.04,0.16,0.73 | contests &&
	printf "%s\n" series,order,pattern,case,alloc,small,large random,small,,1,rdn,4,2 random,small,,1,rdr,2,1 random,small,,1,jokanovic,9,9 random,large,,1,rdn,9,9 >d/points.csv &&
	comes_to LS-17 "73.0%,yes" && because LS-17 "large jobs alone 50.0%, small jobs alone 75.0%, against the mean of the seven 66.7%"'
t 'LS-14 to LS-17: printed numbers hold within three points, not more' '
	echo random,small,,all,700,0.62,0.06,0.19,0.68 | contests && comes_to LS-14 "6.0% ± 2.0%,yes" && comes_to LS-15 "62.0% ± 1.0%,yes" && comes_to LS-16 "19.0% ± 3.0%,yes" && comes_to LS-17 68.0%,yes &&
	echo random,small,,all,700,0.621,0.061,0.129,0.741 | contests && comes_to LS-14 "6.1% ± 2.0%,no" && comes_to LS-15 "62.1% ± 1.0%,no" && comes_to LS-16 "12.9% ± 3.0%,no" && comes_to LS-17 74.1%,no'

single() {
	local pattern
	for pattern in alltoall halo3d halo3d26 halo2d broadcast; do echo "single,small,$pattern,all,700,0.5,$1,0.1,0.5" && shift; done
}
t 'LS-18: pattern by pattern' '
	single 0 0.04 0.06 0.01 0.05 | contests && comes_to LS-18 "0.0% 4.0% 6.0% 1.0% 5.0%,yes" &&
	single 0.05 0.01 0.03 0.04 0 | contests && comes_to LS-18 "5.0% 1.0% 3.0% 4.0% 0.0%,partly" && because LS-18 "Not so: alltoall 5.0% ± 2.0%, broadcast 0.0% ± 2.0%" &&
	single 0.3 0.3 0.3 0.04 0.08 | contests && comes_to LS-18 "30.0% 30.0% 30.0% 4.0% 8.0%,no" &&
	single 0 0.04 0.06 0.01 0.05 | sed /broadcast/d | contests && comes_to LS-18 "not measured,"'

large_first() {	# ROW...: baseline_better_share,other_better_share,mean_cut of the baselines in turn, the last for all that are left
	local policy
	for policy in simple slurm rdg rdr rrr rdn rrn; do
		echo "random,large,,$policy,1000,$1,0.5"
		[ $# = 1 ] || shift
	done
}
t 'LS-19: at least as well as each baseline' '
	large_first 0.2,0.2,-0.01 0.3,0.1,0.2 | contests && comes_to LS-19 "7 of 7,yes" &&
	large_first 0.3,0.1,-0.02 0.1,0.2,0.2 0.2,0.2,0.2 | contests && comes_to LS-19 "5 of 7,partly" && because LS-19 "simple -2.0% (30.0% against 10.0%)" &&
	large_first 0.3,0.1,-0.02 | contests && comes_to LS-19 "0 of 7,no"'

jokanovic() { echo "random,$1,,jokanovic-as-published,1000,$2,0.9"; echo "random,$1,,jokanovic,1000,0.47,0,-0.2,0.9"; }
t 'LS-20: both numbers of the policy as published, one, none; the correct one is told' '
	jokanovic small 0.62,0.02,0.1 | contests && comes_to LS-20 "62.0% ± 1.0% ; 2.0%,yes" && because LS-20 "mean cut 10.0%; with the correct policy 47.0% ± 1.0% ; 0.0%, mean cut -20.0%" &&
	jokanovic small 0.3,0,0.1 | contests && comes_to LS-20 "30.0% ± 1.0% ; 0.0%,partly" &&
	jokanovic small 0.3,0.04,0.1 | contests && comes_to LS-20 "30.0% ± 1.0% ; 4.0%,no"'
t 'LS-21: ahead in workloads and in time, in one, in neither' '
	jokanovic large 0.3,0.2,0.1 | contests && comes_to LS-21 "30.0% ± 1.0% ; 20.0%; cut 10.0% ± 3.0%,yes" &&
	jokanovic large 0.3,0.2,-0.1 | contests && comes_to LS-21 "30.0% ± 1.0% ; 20.0%; cut -10.0% ± 3.0%,partly" &&
	jokanovic large 0.2,0.2,-0.1 | contests && comes_to LS-21 "20.0% ± 1.0% ; 20.0%; cut -10.0% ± 3.0%,no"'

t 'LS-22: the nodes of Fig. 3, by alloc itself' 'contests </dev/null && comes_to LS-22 "3 of 3,yes"'
t 'LS-22: with an alloc that does otherwise' '
	mkdir bin && cp "$HOPLINE_BIN/metrics" bin && contests </dev/null &&
	printf "#!/bin/sh\nexec \"$HOPLINE_BIN/alloc\" --policy simple\n" >bin/alloc && chmod +x bin/alloc &&
	HOPLINE_BIN=$PWD/bin comes_to LS-22 "1 of 3,no"'

t 'what was not simulated is not measured; every claim has its row, joined with the paper' '
	contests </dev/null && "$study/measure" d && column id d/measured.csv >got && seq -f "LS-%02g" 22 | diff - got &&
	test "$(grep -c "^LS-..,not measured,," d/measured.csv)" = 21 &&
	test "$(rows d/claims.csv | wc -l)" = 22 && grep -q "^LS-15,.*,59%," d/claims.csv'
t 'a reason is given where a claim does not hold, and only there' '
	mkdir -p copy/pipelines copy/data && cp -r "$study" "$study/../lib" copy/pipelines/ && cp -r "$HOPLINE_ROOT/data/claims" copy/data/ && study=copy/pipelines/level-spread &&
	printf "%s\n" id,reason LS-14,nobody "LS-15,\"ties, mostly \"\"small\"\" jobs\"" LS-16,unsaid >$study/reasons.csv &&
	echo random,small,,all,700,0.4,0.04,0.16,0.73 | contests && "$study/measure" d &&
	grep -q "^LS-15,.* 700 points of 100 workloads. ties, mostly \"\"small\"\" jobs\"$" d/measured.csv && ! grep -E "nobody|unsaid" d/measured.csv &&
	printf "%s\n" id,reason LS-15,a LS-15,b >$study/reasons.csv && ! "$study/measure" d 2>err && grep -q "reasons.csv: row 3: id: .LS-15.: twice" err &&
	printf "%s\n" id,reason LS-15,a,b >$study/reasons.csv && ! "$study/measure" d 2>err && grep -q "reasons.csv: row 2: reason: .a,b.: wanted in quotes" err'

t 'tables that cannot be right are refused, and nothing is written' '
	exits 2 "$study/measure" 2>err &&
	eight 1 1 1 x 1 1 1 1 | means && exits 1 "$study/measure" d 2>err && grep -q "means.csv: row 5: mean_s: .x.: wanted a number" err &&
	echo workload,column >d/links.csv && eight 1 1 1 1 1 1 1 1 | means && exits 1 "$study/measure" d 2>err && grep -q "links.csv: no column alloc" err &&
	! test -e d/measured.csv && ! test -e d/claims.csv'
# said AWK: the rows of claims made by these statements, without their ids
said() { awk -f "$HOPLINE_ROOT/pipelines/lib/claims/verdict.awk" -f "$HOPLINE_ROOT/pipelines/lib/claims/numbers.awk" -f <(echo "END { $1 }") /dev/null | sed "1d; s/^X,//"; }
t 'a tolerance that is ours stands in the row, with the word of the paper that it is for' '
	said "judge(near(0.12, 0.1, 3)); claim(\"X\", 1, \"Within 3 points\"); judge(1); claim(\"X\", 2, \"Above\")" | diff - <(printf "%s\n" "1,yes,Within 3 points (our tolerance)" "2,yes,Above") &&
	said "judge(near(0.2, 0.1, 3, \"about\")); judge(near(0.1, 0.1, 3)); claim(\"X\", 1, \"Near\")" | diff - <(echo "1,partly,\"Near (our tolerance for \"\"about\"\")\"") &&
	said "judge(near(0.1, 0.1, 3)); claim(\"X\", 1, \"Near (our tolerance)\"); our_tolerance(\"a few\"); claim(\"X\", 1, \"Soon\")" | diff - <(printf "%s\n" "1,yes,Near (our tolerance)" "X,not measured,,Soon. No data" | sed "s/^X,//")'

t 'gsearch: the readings as a table, by the command of its README' '
	printf "%s\n" reading,topology,tie,rank_tie,task_order,scan,swaps,allocations default,mesh,lowest,asc,first,continue,10,1 >h.csv &&
	printf "%s\n" reading,dims_order,options,jobs,better,worse,geom_hops,gsearch_hops,swaps_mean,cubes,cube_swaps,rank_fewer,best_fewer,rank_hops,best_hops \
		lowest,xyz,--x,100,49,0,2,2,9,4,100,0.12,0.2,0.001,-0.002 >r.csv &&
	awk -f "$HOPLINE_ROOT/pipelines/lib/claims/numbers.awk" -f "$HOPLINE_ROOT/pipelines/gsearch/readings-table.awk" h.csv r.csv >table &&
	is "$(sed -n 3p table)" "| lowest | x ≥ y ≥ z | \`--x\` | **49.0%** | 0.195 | 10; 1 |  | **12.0%** | 20.0% | **-0.20%** |"'
done_testing
