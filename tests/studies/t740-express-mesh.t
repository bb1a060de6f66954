#!/usr/bin/env bash
# t740-express-mesh -- the study of express meshes: its grids, its cells, the tables made of them, and the claims' numbers.
# shellcheck disable=SC2016,SC2034,SC2154 # the tests' commands are quoted; shared_dir is of lib.sh
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/express-mesh
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}

# row COLUMN=VALUE...: a cell of the small networks, changed as said
row() {
	"$study/cell" study=express-mesh series=multi set= scale=small network=em1 routing=adaptive alloc=clustered mapping=linear pattern=mixed \
		nodes=352 unit=32 cases=1-2 iterations=1 seed=1 simulations=2 cost=1 "$@"
}
# with SHELL COMMAND: something of settings.sh
with() { bash -c 'source "$1" && shift && "$@"' - "$study/settings.sh" "$@"; }
# simulations GRID CONDITIONS: how many a grid holds
simulations() { "$study/grid" "$@" | column simulations | awk '{ n += $1 } END { print n + 0 }'; }
header=series,set,network,routing,alloc,mapping,pattern,case,jobs,rate_bytes_per_s,mls,tls,constant_pattern,constant_nodes,constant_time_s,constant_rate

t 'the grids: long cells first, all ids different, each the hash of its row' '
	for grid in demo quick full; do
		"$study/grid" $grid >grid && column cost grid | sort -c -k1,1nr && ! column id grid | sort | uniq -d | grep . &&
		metrics grid --no-preamble --columns "$study/columns.csv" grid | cmp - grid || exit 1
	done && exits 2 "$study/grid" tiny 2>err && grep -q usage err && exits 2 "$study/grid" quick nosuch=1 2>err && grep -q "nosuch: this column is missing" err'

t 'full has the counts of the paper: 5 networks x 5 patterns x 2 routings x 2 mappings, 30 workloads, three sets of six' '
	test "$(simulations full series=single)" = 100 && test "$(simulations full series=multi alloc=clustered)" = 166 &&
	test "$(simulations full series=multi alloc=isolated)" = 60 && test "$(simulations full series=spread)" = 96 &&
	test "$(simulations full series=constant)" = $((3 * 6 * 6)) && ! "$study/grid" full | grep ,small, && ! "$study/grid" quick | grep ,paper, &&
	"$study/grid" full series=multi network=em1 alloc=isolated | column cases | tr - " " | sort -n |
		awk "\$1 != last + 1 { exit 1 } { last = \$2 } END { exit last != 30 }"'

t 'every figure with cells has some in quick and in full' '
	sed 1d "$study/drawings.csv" | while IFS=, read -r figure command cells; do
		for grid in quick full; do
			"$study/grid" $grid $cells | sed 1d | grep -q . || { echo "$figure $grid"; exit 1; }
		done
	done'

# A unit is a building block, one pod or two; eleven units are drawn.  All ways to part eleven units
# in jobs of one to four, largest first, and the same after a job of two that comes first.
partitions() {
	awk -v unit="$1" '
		function part(left, most, list,    i) {
			if (left == 0) { show(list); return }
			for (i = most < left ? most : left; i >= 1; i--) part(left - i, i, list " " i)
		}
		function show(list,    n, i, size) {
			cases++
			n = split(list, size, " ")
			for (i = 1; i <= n; i++) print cases "," i "," size[i] * unit
		}
		BEGIN { print "case,job,nodes"; part(11, 4, ""); part(9, 4, "2") }'
}
t 'the isolated policies can place every workload that there may be' '
	for scale in small paper; do
		partitions $([ $scale = small ] && echo 32 || echo 900) >jobs
		for network in em1 fattree; do
			alloc --machine "$(with network $scale $network)" --policy "$(with policy $scale $network isolated)" jobs >placed || exit 1
			test "$(rows placed | wc -l)" = "$(rows jobs | wc -l)" || exit 1
		done
	done'

t 'each network of the paper has room for 40,000 processes, each small one for 1,408' '
	for network in dragonfly fattree slimfly em1 em2; do
		printf "job,nodes\n1,10000\n" | alloc --machine "$(with network paper $network)" --policy linear >all || exit 1
		printf "job,nodes\n1,352\n" | alloc --machine "$(with network small $network)" --policy linear >all || exit 1
	done'

t 'a cell has a row a workload, with its rate and the links that its jobs share' '
	row >got && test "$(sed -n 1p got)" = $header && cut -d, -f1-8 got | sed 1d >key &&
	printf "multi,,em1,adaptive,clustered,linear,,%s\n" 1 2 | cmp - key && awk -F, "NR > 1 && !(\$10 > 1e11 && \$11 > 0 && \$12 > 0 && \$12 <= \$11) { exit 1 }" got'

t 'a cell says what the pipe says: rate and shared links of workload 2' '
	row | sed 1d | cut -d, -f8-12 | sed -n 2p >got &&
	gen-workload fill --machine mesh:k=352,cores=4 --unit 32 --cases 2-2 --no-preamble --bytes unstructured=4KiB,stencil=8KiB,pairs=48KiB,spread=3KiB,sub-alltoall=256B >drawn &&
	{ sed -n 1p drawn; sed 1d drawn | sort -t, -s -k3,3nr; } |
		alloc --machine "$(with network small em1)" --policy clustered | map | netsim --routing adaptive --job-links links >times &&
	metrics rate --no-preamble times | sed 1d | cut -d, -f1,2,4 | tr "\n" , >want && metrics interference --no-preamble --job-links links times | sed 1d | cut -d, -f3,4 >>want &&
	diff want got'

t 'a workload is the same however the cells are cut, and on every network' '
	row cases=1-3 >whole && { row cases=1-1; row cases=2-3 | sed 1d; } | cmp - whole &&
	row network=fattree alloc=isolated | column jobs >one && row network=dragonfly | column jobs | cmp - one'

t 'kept apart: nothing shared, and the constant job takes the same time in all cases, adaptive packets, which draw, within 4%; clustered it does not' '
	times() { column constant_time_s got | sort -g; }
	for network in em1 fattree; do for routing in static adaptive; do
		row series=constant set=3 pattern=spread network=$network routing=$routing alloc=isolated cases=1-4 >got &&
		column mls got | grep -vx 0; column tls got | grep -vx 0; holds "$(times | tail -1) <= $(times | head -1) * (1 + (\"$routing\" == \"adaptive\") * 0.04)" &&
		test "$(column constant_nodes got | sort -u)" = 64 && test "$(column constant_pattern got | sort -u)" = spread || exit 1
	done; done &&
	row series=constant set=3 pattern=spread routing=static cases=1-4 >got && test "$(times | sort -u | wc -l)" -gt 1'

t 'routing, mapping, pattern and iterations reach the tools' '
	row series=single pattern=pairs alloc=linear nodes=350 cases=1-1 >usual && grep -q "^single,,em1,adaptive,linear,linear,pairs,1,1," usual &&
	for change in routing=static mapping=random pattern=spread iterations=2 nodes=300 network=em2; do
		row series=single pattern=pairs alloc=linear nodes=350 cases=1-1 $change | column rate_bytes_per_s >got && ! column rate_bytes_per_s usual | cmp -s - got || { echo $change; exit 1; }
	done'

t 'a job that the policy refuses, a network without such a policy, a wrong series: errors' '
	! row network=fattree alloc=isolated nodes=380 unit=20 cases=1-9 2>err && grep -q "wants\|more than a pod" err &&
	! row network=em2 alloc=isolated 2>err && grep -q "em2: no policy keeps jobs of all sizes apart" err &&
	! row network=ring 2>err && grep -q "no small network .ring." err && ! row series=nosuch 2>err && grep -q "unknown series" err && ! "$study/cell" network=em1 2>err'

# A grid of its own, end to end.
{ "$study/grid" demo network=em1; "$study/grid" demo series=single network=dragonfly pattern=pairs | sed 1d
	"$study/grid" quick series=loads network=em1 alloc=clustered | sed 1d; } >"$shared_dir/grid.csv"
"$HOPLINE_ROOT/pipelines/sweep" "$shared_dir/grid.csv" "$shared_dir/runs" -j2 2>"$shared_dir/said"
export done_dir=$shared_dir/out
"$study/summarize" "$shared_dir/grid.csv" "$shared_dir/runs" "$done_dir"

t 'summarize: a row a simulated case; the constant jobs; what links carried' '
	test "$(sed -n 1p "$done_dir/rates.csv")" = series,set,network,routing,alloc,mapping,pattern,case,jobs,rate_bytes_per_s &&
	cut -d, -f1 "$done_dir/rates.csv" | sed 1d | sort | uniq -c | tr -s " " | tr "\n" ";" >got && echo " 12 constant; 10 multi; 12 single;" | tr -d "\n" | cmp - got &&
	test "$(sed -n 1p "$done_dir/constant.csv")" = set,network,routing,alloc,case,pattern,nodes,comm_time_s,rate_bytes_per_s &&
	test "$(rows "$done_dir/constant.csv" | wc -l)" = 12 &&
	test "$(sed -n 1p "$done_dir/loads.csv")" = series,network,routing,alloc,class,column,count,min,q1,median,q3,max,mean && grep -q "^multi,em1,adaptive,clustered,x,packets," "$done_dir/loads.csv"'

t 'summarize: moving averages over all cases of a network, in their order' '
	test "$(sed -n 1p "$done_dir/interference.csv")" = series,set,network,routing,alloc,case,jobs,mls,tls,mls_mean,tls_mean &&
	metrics select --no-preamble --where series=multi --where alloc=clustered "$done_dir/interference.csv" >curve &&
	column case curve | cmp - <(seq 5) &&
	awk -F, "NR > 1 { m += \$8; t += \$9; if ((\$10 - m / \$6) ^ 2 > 1e-10 || (\$11 - t / \$6) ^ 2 > 1e-10) exit 1 }" curve'

t 'measure: what these runs say of the claims; all fifteen are there' '
	cp "$done_dir"/*.csv . && "$study/measure" . && column id measured.csv | cmp - <(printf "EM-%02d\n" $(seq 15)) &&
	metrics select --no-preamble --columns id,measured,holds measured.csv >short && grep -qx "EM-13,0 ; 0,yes" short && grep -qx "EM-15,1 of 1 sets without variation,yes" short &&
	grep -qx "EM-06,proved by test,yes" short && grep -qx "EM-11,not measured," short && grep -qx "EM-02,not measured," short &&
	x=$(awk -F, "\$1 == \"single\" && \$4 == \"adaptive\" && \$7 == \"pairs\" { if (\$10 > best[\$3]) best[\$3] = \$10 } END { printf \"%+.1f%%\", 100 * (best[\"em1\"] / best[\"dragonfly\"] - 1) }" rates.csv) &&
	grep -q "^EM-08,G1 EM against dragonfly $x; ;" short'

t 'measure: numbers that do not hold are found out' '
	cp "$done_dir"/*.csv . && sed -i "/^multi,,em1,adaptive,isolated,3,/s/,0,0,0,0$/,12.5,3,1,1/" interference.csv &&
	awk -F, -v OFS=, "NR == 1 { print; next } \$4 == \"isolated\" && \$5 == 2 { \$9 *= 1.1 } { print }" constant.csv >x && mv x constant.csv &&
	"$study/measure" . && metrics select --no-preamble --columns id,measured,holds measured.csv >short && grep -qx "EM-13,12.5 ; 3,no" short && grep -qx "EM-15,0 of 1 sets without variation,no" short'

# Made-up tables: what decides EM-07 to EM-12 and EM-14, on both sides of the border.
made_up() {
	awk -v scale="$1" 'BEGIN {
		print "series,set,network,routing,alloc,mapping,pattern,case,jobs,rate_bytes_per_s"
		n = split("dragonfly fattree slimfly em1 em2", network, " "); m = split("unstructured stencil pairs spread sub-alltoall", pattern, " ")
		split("1 1.9189 1 1.42 1.1", pairs, " "); split("1.21 1 1.21 1.21 1", sub_alltoall, " ")
		for (i = 1; i <= n; i++) for (j = 1; j <= m; j++) {
			x = pattern[j] == "pairs" ? pairs[i] : pattern[j] == "sub-alltoall" ? sub_alltoall[i] : 1
			print "single,," network[i] ",adaptive,linear,linear," pattern[j] ",1,1," x "e12"
			print "single,," network[i] ",adaptive,linear,random," pattern[j] ",1,1," x / 2 "e12"
			print "single,," network[i] ",static,linear,linear," pattern[j] ",1,1," x / 1.1 * scale "e12"
		}
		split("8.5 8.2 9 10 9.5", median, " ")
		for (i = 1; i <= n; i++) for (k = 1; k <= 3; k++) {
			print "multi,," network[i] ",adaptive,clustered,linear,," k ",5," median[i] * scale ^ (i == 4) + k - 2 "e12"
			if (network[i] == "em1") print "multi,,em1,adaptive,isolated,linear,," k ",5," 10.7 + k - 2 "e12"
			if (network[i] == "fattree") print "multi,,fattree,adaptive,isolated,linear,," k ",5," 14.022 + k - 2 "e12"
		}
	}' >rates.csv
	awk -v scale="$1" 'BEGIN {
		print "series,set,network,routing,alloc,case,jobs,mls,tls,mls_mean,tls_mean"
		n = split("dragonfly fattree slimfly em1", network, " "); split("99 90 98 91", mls, " ")
		for (s = 1; s <= 2; s++) for (i = 1; i <= n; i++) for (k = 1; k <= 15; k++) {
			m = mls[i] / scale ^ (i == 2) + (k < 10 ? 20 : 0)
			print (s == 1 ? "multi" : "spread") ",," network[i] ",adaptive,clustered," k ",5,0,0," m "," m - 10
		}
	}' >interference.csv
}
verdicts() { "$study/measure" . && metrics select --no-preamble --columns id,holds measured.csv | sed 1d | tr '\n' ' '; }

t 'measure: the paper'\''s own numbers hold' '
	made_up 1 && verdicts >got && cat got && grep -q "EM-07,yes EM-08,yes EM-09,yes EM-10,yes EM-11,yes EM-12,yes EM-13, EM-14,yes EM-15, " got'

t 'measure: static routing ahead, G1 EM behind, the fat-tree sharing most: those do not' '
	made_up 1.2 && verdicts >got && cat got && grep -q "EM-07,no" got && grep -q "EM-08,yes" got &&
	made_up 0.8 && verdicts >got && cat got && grep -q "EM-11,partly" got && grep -q "EM-12,partly" got && grep -q "EM-14,partly" got'

done_testing
