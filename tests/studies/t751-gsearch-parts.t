#!/usr/bin/env bash
# Parts of the mapping study: simulation, random allocations, counts, variants; and the rules of their claims.
# shellcheck disable=SC2015,SC2016,SC2034 # the tests' commands are quoted
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/gsearch
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin} study shared_dir
unset GSEARCH_SCALE GSEARCH_ALLOCATIONS GSEARCH_CUBES GSEARCH_SETS GSEARCH_SIZES GSEARCH_LOG

# --- gsearch-longest

# replays JOB SIDE: the sequence of a table of gsearch-longest, on a square mesh: does each swap lower the sum of hops?
replays() {
	awk -F, -v job="$1" -v side="$2" '
		function far(u, v,    x, y) {
			x = u % side - v % side; y = int(u / side) - int(v / side)
			return (x < 0 ? -x : x) + (y < 0 ? -y : y)
		}
		function total(    i, sum) {
			for (i = 0; i < wide * high; i++) {
				if (i % wide) sum += far(node[i], node[i - 1])
				if (i >= wide) sum += far(node[i], node[i - wide])
			}
			return sum
		}
		NR == 2 {
			split(job, extent, "x"); wide = extent[1]; high = extent[2]
			n = split($7, word, " ")
			for (i = 1; i <= n; i++) { if (word[i] in taken || word[i] >= side * side) exit 1; taken[word[i]] = 1; node[i - 1] = word[i] }
			if (n != wide * high || split($8, swap, " ") != $5) exit 1
			for (k = 1; k <= $5; k++) {
				before = total()
				split(swap[k], pair, "-")
				x = node[pair[1]]; node[pair[1]] = node[pair[2]]; node[pair[2]] = x
				if (total() >= before) exit 1
			}
			good = 1
		}
		END { exit !good }' "$3"
}
# plain JOB SIDE: without tables and symmetries, by depth-first search with a memory, of all allocations
plain() {
	awk -v job="$1" -v side="$2" '
		function far(u, v,    x, y) { x = u % side - v % side; y = int(u / side) - int(v / side); return (x < 0 ? -x : x) + (y < 0 ? -y : y) }
		function total(text,    i, sum, node) {
			split(text, node, " ")
			for (i = 1; i <= n; i++) {
				if ((i - 1) % wide) sum += far(node[i], node[i - 1])
				if (i > wide) sum += far(node[i], node[i - wide])
			}
			return sum
		}
		function swapped(text, i, j,    node, x, k, out) {
			split(text, node, " ")
			x = node[i]; node[i] = node[j]; node[j] = x
			for (k = 1; k <= n; k++) out = out (k > 1 ? " " : "") node[k]
			return out
		}
		function longest(text, cost,    i, j, other, lower, best, x) {
			if (text in memory) return memory[text]
			for (i = 1; i < n; i++) for (j = i + 1; j <= n; j++) {
				other = swapped(text, i, j)
				lower = total(other)
				if (lower >= cost) continue
				x = 1 + longest(other, lower)
				if (x > best) best = x
			}
			return memory[text] = best + 0
		}
		function mappings(text, left,    v, x) {	# every choice and order of nodes
			if (left == 0) { x = longest(text, total(text)); if (x > most) most = x; return }
			for (v = 0; v < side * side; v++)
				if (!(v in used)) { used[v] = 1; mappings(text (text == "" ? "" : " ") v, left - 1); delete used[v] }
		}
		BEGIN { split(job, extent, "x"); wide = extent[1]; n = extent[1] * extent[2]; mappings("", n); print most }'
}
t 'longest: the longest sequence is that of a plain search' '
	for job in 2x2 4x1 1x3; do
		gsearch-longest --machine mesh:k=3x3,cores=1 --job $job >got && test "$(tail -n1 got | sed "s/\"[^\"]*\"/m/" | cut -d, -f5)" = "$(plain $job 3)" || return
	done'
t 'longest: its swaps lower the sum of hops, one by one' '
	gsearch-longest --machine mesh:k=4x4,cores=1 --job 2x3 | sed "s/\"[^\"]*\"/m/" >exact && replays 2x3 4 exact &&
	gsearch-longest --machine mesh:k=5x5,cores=1 --job 3x4 --climb 2 --width 30 | sed "s/\"[^\"]*\"/m/" >beam && replays 3x4 5 beam &&
	! awk -F, -v OFS=, "NR == 2 { \$8 = \$8 \" 0-1 0-1\"; \$5 += 2 } { print }" exact >wrong; ! replays 2x3 4 wrong'
t 'longest: one allocation of each class: 1,051 of the 8,008 of six nodes of 4x4' '
	gsearch-longest | sed "s/\"[^\"]*\"/m/" | tail -n1 | cut -d, -f2-6 | grep -qx "2x3,6,1051,15,yes"'
t 'longest: what a beam keeps is a lower bound, here the same' '
	gsearch-longest --job 3x3 --machine mesh:k=3x3,cores=1 >exact && gsearch-longest --job 3x3 --machine mesh:k=3x3,cores=1 --width 50 >beam &&
	sed "s/\"[^\"]*\"/m/" exact | tail -n1 | cut -d, -f5,6 | grep -qx 17,yes && sed "s/\"[^\"]*\"/m/" beam | tail -n1 | cut -d, -f5,6 | grep -qx 17,no'
t 'longest: a climb looks at one allocation more than it has steps, and the seed decides which' '
	gsearch-longest --climb 5 --job 3x2 >one && sed "s/\"[^\"]*\"/m/" one | tail -n1 | cut -d, -f4,6 | grep -qx 6,no &&
	gsearch-longest --climb 5 --job 3x2 --seed 2 >two && ! cmp -s one two && gsearch-longest --climb 5 --job 3x2 | diff one -'
bad() { local message=$1; shift; exits 2 gsearch-longest "$@" >out 2>err && test ! -s out && grep -qF -- "$message" err || { cat err; return 1; }; }
t 'longest refuses what it cannot do' '
	bad "at most 63 nodes" --machine mesh:k=8x8,cores=1 && bad "of one processor" --machine mesh:k=4x4 && bad "must be a lattice" --machine dragonfly:g=3,a=2,p=4,cores=1 &&
	bad "2 to 16 tasks" --job 17 && bad "2 to 16 tasks" --job 1 && bad "than the machine has" --machine mesh:k=2x2,cores=1 &&
	bad "--job: '\''2y3'\''" --job 2y3 && bad "--width: '\''0'\''" --width 0 --job 5x2 && bad "--climb: '\''-1'\''" --climb -1 && bad operand file'
t 'longest: the part has a row for each region, the least jobs first' '
	mkdir stub && ln -s "$HOPLINE_BIN"/* stub/ && rm stub/gsearch-longest &&
	printf "%s\n" "#!/bin/sh" "exec $HOPLINE_BIN/gsearch-longest \"\$@\" --climb 1 --width 5" >stub/gsearch-longest && chmod +x stub/gsearch-longest &&
	HOPLINE_BIN=$PWD/stub "$study/longest" out 2>err && test ! -s err && cut -d, -f1,3 out/longest.csv | sort | diff - <(printf "%s\n" \
		job,region 2x3,16 2x3,2x3 2x3,4x4 3x3,16 3x3,3x3 3x3,3x4 3x4,3x4 3x4,6x6 | sort) && cut -d, -f2 out/longest.csv | sed 1d | sort -nc'

# --- histogram, boxes

t 'histogram: a row for each count of each reading' '
	mkdir stub && ln -s "$HOPLINE_BIN"/* stub/ && rm stub/gsearch-exhaust &&
	printf "%s\n" "#!/bin/sh" "exec $HOPLINE_BIN/gsearch-exhaust \"\$@\" --job 2x1x1" >stub/gsearch-exhaust && chmod +x stub/gsearch-exhaust &&
	HOPLINE_BIN=$PWD/stub "$study/histogram" out 2>err && test ! -s err &&
	awk -F, "NR == 1 { exit \$1 \$7 \$8 != \"readingswapsallocations\" }" out/histogram.csv &&
	awk -F, "NR > 1 { n[\$1] += \$8 } END { for (r in n) { if (n[r] != 496) exit 1; k++ } exit k != 16 }" out/histogram.csv &&
	grep -q "^paper,torus,lowest,desc,last,continue,0," out/histogram.csv && grep -q "^default,mesh,lowest,asc,first,continue,0," out/histogram.csv'
t 'boxes: all shapes and orders, all perfect' '
	"$study/boxes" out && head -1 out/boxes.csv | grep -qx box,job,tasks,geom_hops && test "$(sed 1d out/boxes.csv | wc -l)" = 544 &&
	test "$(sed 1d out/boxes.csv | sort -u | wc -l)" = 544 && grep -qx 2x3x4,4x2x3,24,1 out/boxes.csv && ! sed 1d out/boxes.csv | grep -vq ",1\$"'

# --- random allocations

t 'random: as many allocations of each size and reading as asked for, and their means' '
	GSEARCH_ALLOCATIONS=3 "$study/random" out 2>err && test ! -s err &&
	awk -F, "FNR == 1 { file++; next } file == 1 { n[\$1, \$3] += \$5; s[\$1, \$3] += \$4 * \$5; if (\$4 > m[\$1, \$3]) m[\$1, \$3] = \$4; next }
		{ rows++; if (n[\$1, \$3] != 3 || \$4 != 3 || (s[\$1, \$3] / 3 - \$5) ^ 2 > 1e-9 || m[\$1, \$3] != \$7 || \$10 > \$9) exit 1 } END { exit rows != 15 }" \
		out/random.csv out/random-means.csv && cut -d, -f2 out/random-means.csv | sed 1d | uniq | tr "\n" " " | grep -qx "64 216 512 1000 1728 "'
t 'random: what an allocation takes is what map says of it' '
	GSEARCH_ALLOCATIONS=1 "$study/random" out && printf "%s\n" case,job,nodes,pattern,dims 1,cube6,216,halo3d,6x6x6 |
		alloc --policy random --machine mesh:k=16x24x24,cores=1 | map --algorithm gsearch --cut-tie machine --swaps-trace trace >/dev/null &&
	grep -qx "6x6x6,216,machine,$(tail -n1 trace | cut -d, -f3),1" out/random.csv'

# --- the simulation

export GSEARCH_SETS=1 GSEARCH_SIZES='4 1x4x1 64 4x8x2'
t 'cielo: a row for each run' '
	"$study/cielo" "$shared_dir/cielo" 2>err && test ! -s err && cut -d, -f1-5 "$shared_dir/cielo/cielo.csv" | diff - <(printf "%s\n" set,nodes,traffic,bytes,algorithm \
		1,4,alone,32768,geom 1,4,alone,32768,gsearch 1,64,alone,32768,geom 1,64,alone,32768,gsearch \
		1,4,busy,32768,geom 1,4,busy,32768,gsearch 1,4,busy,32768,linear 1,64,busy,32768,geom 1,64,busy,32768,gsearch 1,64,busy,32768,linear)'
t 'cielo: alone is no slower than among others; GSEARCH has no more hops; GEOM communicates for 30% of the time' '
	awk -F, "NR == 1 { next } { key = \$1 \",\" \$2 \",\" \$5; hops[key, \$3] = \$7; time[key, \$3] = \$8; if (\$5 == \"geom\") { comm[\$3] += \$8; all[\$3] += \$9 } }
		END {
			for (n = 4; n <= 64; n += 60) {
				if (time[\"1,\" n \",geom\", \"alone\"] > time[\"1,\" n \",geom\", \"busy\"] || hops[\"1,\" n \",gsearch\", \"busy\"] > hops[\"1,\" n \",geom\", \"busy\"]) exit 1
				if (hops[\"1,\" n \",geom\", \"alone\"] != hops[\"1,\" n \",geom\", \"busy\"]) exit 1
			}
			for (t in comm) { traffics++; if ((comm[t] / all[t] - 0.3) ^ 2 > 1e-12) exit 1 }
			exit traffics != 2
		}" "$shared_dir/cielo/cielo.csv"'
t 'cielo: hops of packets are those of the trace' '
	awk -f "$study/cielo-log.awk" -v set=1 -v machine=torus:k=16x12x24,p=2,cores=1 | alloc --policy snake-best-fit --schedule fcfs --no-preamble |
		awk -f "$study/cielo-room.awk" -v set=1 -v at=6000 -v nodes=9216 -v idle=922 -v sizes="64 4x8x2" -v machine=torus:k=16x12x24,p=2,cores=1 -v bytes=1 -v iterations=1 -v period=1 |
		alloc --policy snake-best-fit | metrics select --where job=measured | map --algorithm gsearch --swaps-trace trace >/dev/null &&
	awk -F, "FNR == 1 { next } FILENAME == \"trace\" { hops = \$4; swaps = \$3; next } \$2 == 64 && \$5 == \"gsearch\" && (\$6 != swaps || (\$7 / hops - 1) ^ 2 > 1e-12) { exit 1 }" trace "$shared_dir/cielo/cielo.csv"'
t 'cielo: a tenth of the machine stays idle, or more' '
	awk -f "$study/cielo-log.awk" -v set=2 -v machine=torus:k=16x12x24,p=2,cores=1 | alloc --policy snake-best-fit --schedule fcfs --no-preamble |
		awk -f "$study/cielo-room.awk" -v set=2 -v at=6000 -v nodes=9216 -v idle=922 -v sizes="4 1x4x1 4096 16x32x8" -v machine=torus:k=16x12x24,p=2,cores=1 -v bytes=1 -v iterations=1 -v period=1 >room &&
	awk -F, "/^#/ || /^case/ { next } { used[\$1] += \$3; if (\$2 == \"measured\") own++; else if (\$10 == \"\" || \$9 < 0 || \$9 >= 1) exit 1 }
		END { exit own != 2 || used[\"2-4\"] > 8294 || used[\"2-4\"] < 7000 || used[\"2-4096\"] > 8294 || used[\"2-4096\"] < 6000 }" room'
t 'cielo: tables of the figures' '
	printf "%s\n" set,nodes,traffic,bytes,algorithm,swaps,links_mean,comm_time_s,time_s 1,4,busy,1,geom,,1,1,5 1,4,busy,1,gsearch,2,1,1,4 \
		2,4,busy,1,geom,,1,1,8 2,4,busy,1,gsearch,5,1,1,4.5 2,4,busy,2,gsearch,9,1,1,9 2,4,alone,1,gsearch,9,1,1,9 >runs &&
	for figure in fig4 fig5 fig7; do awk -f "$study/cielo-figures.awk" -v figure=$figure -v bytes=1 runs; done | diff - <(printf "%s\n" nodes,geom_time_s,gsearch_time_s 4,6.5,4.25 \
		nodes,geom_range_s,gsearch_range_s 4,3,0.5 nodes,swaps_mean,swaps_max 4,3.5,5)'
# The nodes, swaps and hops of a job do not depend on the others, which take most of the time to simulate: they are only looked for.
t 'limits: a row for each limit; none stops it early but by its limit, and fewer swaps leave more hops' '
	mkdir stub && ln -s "$HOPLINE_BIN"/* stub/ && rm stub/netsim &&
	printf "%s\n" "#!/bin/sh" "t=\$(mktemp) && cat >\$t && grep -q ,other \$t && metrics select --where job=measured \$t | $HOPLINE_BIN/netsim \"\$@\"" >stub/netsim && chmod +x stub/netsim &&
	HOPLINE_BIN=$PWD/stub TMPDIR=$PWD GSEARCH_SIZES="64 4x8x2" "$study/limits" . 2>err && test ! -s err && cut -d, -f1-3 limits.csv | diff - <(echo set,nodes,limit; printf "1,64,%s\n" none 0 0.05n 0.1n 0.2n 0.35n+20) &&
	awk -F, "NR == 1 { next } { swaps[\$3] = \$4; hops[\$3] = \$5 } END { exit swaps[0] || swaps[\"0.05n\"] != 3 || swaps[\"0.1n\"] != 4 || hops[0] <= hops[\"0.05n\"] ||
		hops[\"0.05n\"] <= hops[\"0.1n\"] || swaps[\"none\"] != swaps[\"0.2n\"] || hops[\"none\"] != hops[\"0.2n\"] }" limits.csv &&
	grep "^1,64,none" limits.csv | cut -d, -f4-6 | diff - <(grep "^1,64,alone,32768,gsearch," "$shared_dir/cielo/cielo.csv" | cut -d, -f6-8)'
unset GSEARCH_SETS GSEARCH_SIZES

# --- variants

t 'variants: each search on each set, with the swaps that map makes' '
	printf "%s\n" "; MaxProcs: 9216" "1 0 -1 50 24 -1 -1 -1 -1 -1 1 1 1 1 1 -1 -1 -1" >log.swf &&
	GSEARCH_CUBES="4 4 6 2" GSEARCH_LOG=$PWD/log.swf "$study/variants" out 2>err && test ! -s err && cut -d, -f1-3 out/variants.csv | diff - <(echo set,algorithm,jobs
		for set in random,6 random-machine,6 reference-random,6 reference-snake,6 atlas,1 atlas-machine,1; do for a in "" -rank -best; do echo "${set%,*},gsearch$a,${set#*,}"; done; done) &&
	awk -F, "\$1 == \"reference-random\" { n[\$2] = \$4 } END { exit n[\"gsearch\"] != 809 }" out/variants.csv'

# --- claims

# judged KIND TABLE...: id,measured,holds of the study's rules
judged() {
	local args=()
	while [ $# -gt 0 ]; do args+=("kind=$1" "$2"); shift 2; done
	awk -f "$study/../lib/claims/tables.awk" -f "$study/../lib/claims/numbers.awk" -f "$study/../lib/claims/verdict.awk" -f "$study/../lib/claims/reasons.awk" \
		-f "$study/claims/cielo.awk" -f "$study/claims/random.awk" -f "$study/claims/exact.awk" -f "$study/claims/readings.awk" -f "$study/claims/variants.awk" "${args[@]}" >rows && metrics select --no-preamble --columns id,measured,holds rows
}
t 'claims: nothing is measured where there is no table' '
	printf "x\n1\n" >none && judged other none | awk -F, "NR > 1 && (\$2 != \"not measured\" || \$3 != \"\") { exit 1 } END { exit NR != 12 }"'
t 'claims: slower or less even at a size' '
	printf "%s\n" set,nodes,traffic,bytes,algorithm,swaps,time_s 1,4,busy,32768,geom,,10 1,4,busy,32768,gsearch,1,9 2,4,busy,32768,geom,,13 2,4,busy,32768,gsearch,1,11 >cielo &&
	judged cielo cielo >got && grep -q "^GS-01,.*,yes\$" got && grep -qx "GS-02,0.67,yes" got &&
	printf "%s\n" 1,8,busy,32768,geom,,10 1,8,busy,32768,gsearch,1,10 2,8,busy,32768,geom,,10 2,8,busy,32768,gsearch,1,12 >>cielo &&
	judged cielo cielo >got && grep -q "^GS-01,.*,partly\$" got && grep -qx "GS-02,1.33,no" got'
t 'claims: swaps on random nodes' '
	printf "%s\n" dims,tasks,reading,allocations,swaps_mean,swaps_max,swaps_deviation 4x4x4,64,machine,9,15,44,6 8x8x8,512,machine,9,120,199,15 12x12x12,1728,machine,9,400,520,27.1 >random_means &&
	judged random_means random_means >got && grep -q "^GS-06,0.231 to 0.234 n,yes" got && grep -qx "GS-07,all,yes" got && grep -qx "GS-08,\"120 in 9 allocations; 133 or more in 100,000: chance 4.5%\",yes" got &&
	grep "^GS-07" rows | grep -q "exceed it: 44 swaps of 64 tasks" && sed -i "s/9,15/9,17/; s/120,199/120,200/; s/520,27.1/520,20/" random_means && judged random_means random_means >got && grep -q "^GS-06,.*,no" got && grep -qx "GS-07,not all,partly" got && grep -q "^GS-08,.*,no\$" got'
t 'claims: counts' '
	printf "%s\n" reading,swaps,allocations paper,0,10518296 paper,12,4 mesh-machine,0,10518299 mesh-machine,10,1 >histogram && printf "%s\n" job,region,allocations,swaps,exact 2x3,4x4,9,15,yes 3x3,4x4,9,22,no >longest &&
	printf "%s\n" box,job,geom_hops 1x2,2x1,1 2x2,2x2,1.5 >boxes && judged histogram histogram longest longest boxes boxes >got &&
	grep -qx "GS-09,\"10 ; 1, and 12 ; 4 on a torus, ties descending\",partly" got && grep -qx "GS-10,15 22,partly" got && grep -qx "GS-15,1 of 2 are perfect,no" got'
t 'claims: variants' '
	printf "%s\n" set,algorithm,jobs,swaps,links_mean,search_s atlas,gsearch,1,100,2,1 atlas,gsearch-rank,1,88,2.003,1.02 atlas,gsearch-best,1,65,2.01,3.5 >variants &&
	judged variants variants >got && grep -qx "GS-11,atlas 12.0% ; 1.02x,yes" got && grep -qx "GS-12,atlas 35.0% ; 3.50x,partly" got && grep -qx "GS-13,within 0.50%,partly" got'

done_testing
