#!/usr/bin/env bash
# t750-gsearch -- the study of GSEARCH: its frame, and the jobs of a log on a small scale.
# shellcheck disable=SC2016,SC2034 # the tests' commands are quoted
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/gsearch
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin} done_dir=$shared_dir/out


# A log of thirteen jobs, two of them of 2,144 nodes: job,start,runtime,processors
log=$shared_dir/log.swf
{
	echo '; MaxProcs: 9216'
	for job in 1,0,100,8 2,5,300,2144 3,10,50,56 4,20,500,96 5,30,60,24 6,70,20,40 7,80,10,64 8,90,900,184 9,120,30,16 10,130,5,2144 11,140,5,48 12,150,5,32 13,160,5,480; do
		IFS=, read -r id start run processors <<<"$job"
		echo "$id $start 0 $run $processors -1 -1 $processors -1 -1 1 1 1 1 1 1 -1 -1"
	done
} >"$log"
export GSEARCH_LOG=$log GSEARCH_EVERY=1 GSEARCH_SAMPLE=4

t 'atlas makes three tables: all jobs, in bins, and those of 2,144 nodes; ties a sample under twelve readings' '
	"$study/atlas" "$done_dir" 2>err && grep -q "^atlas: 13 jobs" err && "$study/ties" "$done_dir" &&
	test "$(sed -n 1p "$done_dir/atlas.csv")" = job,nodes,dims,swaps,geom_hops,gsearch_hops && column job "$done_dir/atlas.csv" | cmp - <(seq 13) &&
	test "$(sed -n 1p "$done_dir/atlas-bins.csv")" = nodes_from,nodes_to,jobs,nodes_mean,better,worse,geom_hops,gsearch_hops,swaps_mean,swaps_max,over_limit &&
	test "$(cut -d, -f1-3 "$done_dir/atlas-bins.csv" | sed 1d | paste -sd " ")" = "1,200,10 401,600,1 2001,2200,2" &&
	test "$(sed -n 1p "$done_dir/atlas-2144.csv")" = job,swaps,links_mean,extreme && column job "$done_dir/atlas-2144.csv" | uniq | cmp - <(printf "%s\n" 2 10) &&
	test "$(sed -n 1p "$done_dir/ties.csv")" = lattice,tie,rank_tie,jobs,better,worse,swaps_mean,geom_hops,gsearch_hops &&
	test "$(column jobs "$done_dir/ties.csv" | sort -u)" = 4 && test "$(cut -d, -f1-3 "$done_dir/ties.csv" | sed 1d | sort -u | wc -l)" = 12'

# hops: for each job of a mapped table on mesh:k=24x24x16 its name and the mean distance of its grid neighbours
hops() {
	metrics select --no-preamble --columns job,dims,task_nodes | awk -F, '
		function away(a, b,    x, y, z) {
			x = a % 24 - b % 24; y = int(a / 24) % 24 - int(b / 24) % 24; z = int(a / 576) - int(b / 576)
			return (x < 0 ? -x : x) + (y < 0 ? -y : y) + (z < 0 ? -z : z)
		}
		NR > 1 {
			split($2, d, "x")
			n = 0
			m = split($3, part, " ")
			for (i = 1; i <= m; i++) {
				split(part[i], ends, "-")
				for (k = ends[1]; k <= (ends[2] == "" ? ends[1] : ends[2]); k++) node[n++] = k
			}
			sum = pairs = 0
			for (i = 0; i < n; i++) {
				if (i % d[1] < d[1] - 1) { sum += away(node[i], node[i + 1]); pairs++ }
				if (int(i / d[1]) % d[2] < d[2] - 1) { sum += away(node[i], node[i + d[1]]); pairs++ }
				if (int(i / d[1] / d[2]) < d[3] - 1) { sum += away(node[i], node[i + d[1] * d[2]]); pairs++ }
			}
			printf "%s %.6f\n", $1, sum / pairs
		}'
}

t 'the average hops are those of what map --algorithm geom and gsearch make of the jobs as they start in the log' '
	gen-workload swf --machine mesh:k=24x24x16,cores=1 --procs-per-node 1 --pattern halo3d -q "$log" | alloc --policy snake-best-fit --schedule log -q >placed &&
	for algorithm in geom gsearch; do
		map --algorithm $algorithm --cut-tie machine placed | hops >want &&
		metrics select --no-preamble --columns job,${algorithm}_hops "$done_dir/atlas.csv" | awk -F, "NR > 1 { printf \"%s %.6f\n\", \$1, \$2 }" | diff want - || exit 1
	done'

t 'ties: its row of the main reading is every fourth job of atlas.csv; the readings differ, and none makes a job worse' '
	awk -F, "NR > 1 && \$1 % 4 == 1 { n++; s += \$4; g += \$5; h += \$6; b += \$6 < \$5 } END { printf \"mesh:k=24x24x16,machine,asc,%d,%d,0,%.6g,%.6f,%.6f\n\", n, b, s / n, g / n, h / n }" "$done_dir/atlas.csv" >want &&
	grep mesh:k=24x24x16,machine,asc "$done_dir/ties.csv" | diff want - && column worse "$done_dir/ties.csv" | sort -u | grep -qx 0 &&
	test "$(cut -d, -f7- "$done_dir/ties.csv" | sed 1d | sort -u | wc -l)" -ge 5 &&
	gen-workload swf --machine mesh:k=24x16x24,cores=1 --procs-per-node 1 --pattern halo3d -q "$log" | alloc --policy snake-best-fit --schedule log -q |
		awk "/^(#|case)/ || n++ % 4 == 0" | map --algorithm gsearch --cut-tie machine --rank-tie-order desc --swaps-trace trace >mapped &&
	awk -F, "NR > 1 { if (\$3 == 0) { n++; g += \$4 } h[\$2] = \$4; s[\$2] = \$3 } END { for (j in h) { x += h[j]; y += s[j]; b += s[j] > 0 } printf \"mesh:k=24x16x24,machine,desc,%d,%d,0,%.6g,%.6f,%.6f\\n\", n, b, y / n, g / n, x / n }" trace >want &&
	grep mesh:k=24x16x24,machine,desc "$done_dir/ties.csv" | diff want -'

t 'readings: a row for each, of the jobs that atlas has, too; the cubes and the variants' '
	GSEARCH_READINGS="machine zxy" "$study/readings" . 2>err && ! test -s err && test "$(cut -d, -f1-4,6,10 readings.csv | paste -sd " ")" = \
		"reading,dims_order,options,jobs,worse,cubes machine,xyz,--cut-tie machine,4,0,20 zxy,zxy,,4,0,20" &&
	metrics select --no-preamble --columns better,swaps_mean --where reading=machine readings.csv | sed 1d >got &&
	grep mesh:k=24x24x16,machine,asc "$done_dir/ties.csv" | cut -d, -f5,7 | diff - got &&
	awk -F, "NR > 1 && (\$11 < 60 || \$11 > 140 || \$12 + 0 != \$12 || \$15 > 0.05) { exit 1 } END { exit NR != 3 }" readings.csv'
t 'atlas-bins: means, most, and how many are above 0.35 n + 20' '
	printf "%s\n" job,nodes,dims,swaps,geom_hops,gsearch_hops a,200,x,90,2,1 b,100,x,56,2,2 c,201,x,90,3,2.5 d,401,x,0,1,1.5 | awk -f "$study/atlas-bins.awk" >got &&
	printf "%s\n" nodes_from,nodes_to,jobs,nodes_mean,better,worse,geom_hops,gsearch_hops,swaps_mean,swaps_max,over_limit 1,200,2,150,1,0,2.000000,1.500000,73,90,1 \
		201,400,1,201,1,0,3.000000,2.500000,90,90,0 401,600,1,401,0,1,1.000000,1.500000,0,0,0 | diff - got'

t 'atlas-extremes: worst and best at the start and the end, most and least gain as a share, most swaps; the first of equals' '
	printf "%s\n" job,swaps,links_mean 1,0,4 1,100,3 1,150,2.8 2,0,3 2,90,1.5 3,0,5 3,160,2.5 4,0,5 4,20,4.9 >trace &&
	awk -f "$study/atlas-extremes.awk" trace trace >got && cut -d, -f1,4 got | uniq | diff - <(printf "%s\n" job,extreme 1, "2,most gain and best start and best end" \
		"3,worst start and most swaps" "4,worst end and least gain") && cut -d, -f1-3 got | diff trace -'

t 'draw: Fig. 6, 8 and 10' '
	for figure in 6 8 10; do "$study/draw" "$done_dir" fig$figure 2>err && ! test -s err || exit 1; done &&
	texts "$done_dir/fig6.svg" | grep -qx GSEARCH && texts "$done_dir/fig8.svg" | grep -qx "0.35 n + 20" && texts "$done_dir/fig10.svg" | grep -qx "job 2: .*" &&
	texts "$done_dir/fig10.svg" | grep -qx "swaps"'
t 'draw: an unknown figure, a table that is not there' '
	exits 2 "$study/draw" "$done_dir" fig99 2>err && grep -q "no figure .fig99." err && exits 2 "$study/draw" "$done_dir" 2>err &&
	exits 1 "$study/draw" . fig6 2>err && grep -q "atlas-bins.csv: no such file" err'
t 'every drawing has its script and is a figure of the report, and every figure of the report its claims' '
	awk -F, "NR > 1 { print \$2 }" "$study/drawings.csv" | sort -u | while read -r script; do test -f "$study/$script" || { echo "$script"; exit 1; }; done &&
	awk -f "$HOPLINE_ROOT/pipelines/report/csv.awk" -v file="$study/figures.csv" -f <(echo "BEGIN { csv_header(file, at); while (csv_row(file, cell) > 0) print cell[at[\"file\"]], cell[at[\"claims\"]] }") >figures &&
	awk -F, "NR > 1 { print \$1 \".svg\" }" "$study/drawings.csv" | while read -r file; do grep -q "^$file " figures || { echo "$file"; exit 1; }; done &&
	cut -d" " -f2- figures | tr " " "\n" | sort -u | sed "/^\$/d" | comm -23 - <(grep ",gsearch," "$HOPLINE_ROOT/data/claims/claims.csv" | cut -d, -f1 | sort) >lost && ! grep . lost'

t 'measure: all fifteen claims in order; where a table is missing they are not measured' '
	cp "$done_dir"/*.csv . && "$study/measure" . && column id measured.csv | cmp - <(printf "GS-%02d\n" $(seq 15)) &&
	metrics select --no-preamble --columns id,measured,holds measured.csv >short && grep -qx "GS-03,0 of 13 jobs above,yes" short && grep -q "^GS-04,.*% of 4 jobs," short &&
	test "$(grep -c ",not measured,\$" short)" = 11 && test "$(sed -n 1p claims.csv)" = id,where,claim,paper_value,measured,holds,why &&
	rm atlas-*.csv ties.csv && "$study/measure" . && test "$(grep -c ",not measured,," measured.csv)" = 15 && exits 1 "$study/measure" nowhere 2>err && grep -q "no table" err'

# bins JOBS,BETTER,WORSE,SWAPS...: of jobs of 200, 400, 600 ... nodes
bins() {
	echo nodes_from,nodes_to,jobs,nodes_mean,better,worse,geom_hops,gsearch_hops,swaps_mean,swaps_max,over_limit
	printf "%s\n" "$@" | awk -F, -v OFS=, "{ print NR * 200 - 199, NR * 200, \$1, NR * 200, \$2, \$3, 2, 1, \$4, \$4, 0 }"
}
# ties JOBS,WORSE: a sample of half better ones under one reading
ties() { printf "%s\n" lattice,tie,rank_tie,jobs,better,worse,swaps_mean,geom_hops,gsearch_hops "mesh:k=2x3,machine,desc,${1%,*},$((${1%,*} / 2)),${1#*,},1,2,2"; }
verdict() { metrics select --no-preamble --columns id,measured,holds measured.csv | grep "^$1,"; }
t 'GS-03 and GS-04: one job that is worse, of all or of the sample; shares at both sides of three points' '
	bins 600,300,0,1 400,167,0,1 >atlas-bins.csv && "$study/measure" . && verdict GS-03 | grep -qx "GS-03,0 of 1000 jobs above,yes" && verdict GS-04 | grep -qx "GS-04,46.7% of 1000 jobs,yes" &&
	bins 600,300,0,1 400,166,1,1 >atlas-bins.csv && "$study/measure" . && verdict GS-03 | grep -qx "GS-03,1 of 1000 jobs above,no" && verdict GS-04 | grep -qx "GS-04,46.6% of 1000 jobs,no" &&
	bins 1000,527,0,1 >atlas-bins.csv && ties 100,2 >ties.csv && "$study/measure" . && verdict GS-03 | grep -qx "GS-03,0 of 1000 jobs above,partly" && verdict GS-04 | grep -q "52.7%.*,yes\$" &&
	grep -q "^GS-04.*mesh 2x3 machine descending 50.0%" measured.csv && bins 1000,528,0,1 >atlas-bins.csv && "$study/measure" . && verdict GS-04 | grep -q ",no\$" &&
	bins 1000,many,0,1 >atlas-bins.csv && exits 1 "$study/measure" . 2>err && grep -q "atlas-bins.csv: row 2: better: .many.: wanted a number" err &&
	sed -i 1s/better/best/ atlas-bins.csv && exits 1 "$study/measure" . 2>err && grep -q "no column better" err'
t 'GS-05: more than half of the averages below 0.35 n, and growing' '
	bins 9,9,0,60 9,9,0,120 9,9,0,180 9,9,0,290 >atlas-bins.csv && "$study/measure" . && verdict GS-05 | grep -qx "GS-05,3 of 4 averages below 0.35 n; correlation with size 0.99,yes" &&
	bins 90,9,0,60 90,9,0,120 90,9,0,180 1,1,0,20 1,1,0,20 >atlas-bins.csv && "$study/measure" . && verdict GS-05 | grep -q "correlation with size 0.91,yes" &&
	grep -q "^GS-05.*have 100.0% of the jobs; with each average counted once the correlation is -0.41" measured.csv &&
	bins 9,9,0,60 9,9,0,150 9,9,0,220 9,9,0,260 >atlas-bins.csv && "$study/measure" . && verdict GS-05 | grep -q ",partly\$" &&
	bins 9,9,0,260 9,9,0,220 9,9,0,150 9,9,0,100 >atlas-bins.csv && "$study/measure" . && verdict GS-05 | grep -qx "GS-05,2 of 4 averages below 0.35 n; correlation with size -1.00,no"'
t 'GS-14: the gain so far within 15 points of the swaps so far' '
	{ echo job,swaps,links_mean,extreme; printf "%s\n" 1,0,4, 1,100,3.5, 1,200,3, 2,0,4, 2,100,3.36, 2,200,3,; } >atlas-2144.csv && "$study/measure" . && verdict GS-14 | grep -qx "GS-14,within 14.0 points in 2 jobs,yes" &&
	sed -i s/3.36/3.34/ atlas-2144.csv && "$study/measure" . && verdict GS-14 | grep -qx "GS-14,within 16.0 points in 2 jobs,no"'

t 'reproduce: a part that fails or is unknown is told, the rest is still drawn and measured' '
	cp "$done_dir"/*.csv . && exits 1 "$study/reproduce" . nosuch 2>err && grep -q "no part .nosuch." err && test -s fig6.svg && test -s claims.csv &&
	exits 1 env GSEARCH_LOG=/nowhere "$study/reproduce" . atlas 2>err && grep -q "atlas failed" err && test "$(wc -l <atlas.csv)" = 14 && exits 2 "$study/reproduce" 2>err &&
	exits 2 env GSEARCH_SCALE=huge "$study/reproduce" . 2>err && grep -q "GSEARCH_SCALE: .huge." err'
t 'show: the readings and the claims; keep: everything but the job by job table, and its sums' '
	cp "$done_dir"/*.csv "$done_dir"/fig*.svg . && "$study/measure" . && "$study/show" . >shown && test "$(grep -c "^GS-" shown)" = 15 && test "$(grep -c "^mesh:\|^torus:" shown)" = 12 &&
	GSEARCH_RESULTS=$PWD/kept "$study/keep" . && ls kept | cmp - <(printf "%s\n" MANIFEST atlas-2144.csv atlas-bins.csv claims.csv fig10.svg fig6.svg fig8.svg measured.csv ties.csv) &&
	cd kept && grep -v ": " MANIFEST | sha256sum -c --quiet && grep -q "^made by: make gsearch-full" MANIFEST'

# Fig. 10 and Fig. 11 take seconds each: here a smaller log and a smaller job stand in for theirs.
t 'the command lines of the report work and print rows' '
	awk -f "$HOPLINE_ROOT/pipelines/report/csv.awk" -v file="$study/figures.csv" -f <(echo "BEGIN { csv_header(file, at); while (csv_row(file, cell) > 0) if (cell[at[\"pipe\"]] != \"\") print cell[at[\"pipe\"]] }") >all && sed "/nodes=2144/s|data/swf/[^ ]*|$log|; /^gsearch-exhaust/s/\$/ --job 2x1x1/" all >lines && is "$(diff all lines | grep -c "^>")" 2 &&
	cd "$HOPLINE_ROOT" && while IFS= read -r line; do bash -o pipefail -c "$line" </dev/null >"$shared_dir/got" 2>"$shared_dir/err" && test "$(rows "$shared_dir/got" | wc -l)" -ge 1 || { echo "$line"; cat "$shared_dir/err"; exit 1; }; done <"$OLDPWD/lines"'

done_testing
