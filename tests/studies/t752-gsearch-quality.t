#!/usr/bin/env bash
# t752-gsearch-quality -- quality against time, and the matrices of real runs: the last two parts of the mapping study.
# shellcheck disable=SC2016,SC2034 # the tests' commands are quoted
source "$(dirname "$0")/../lib.sh"
if [ "$(present metis scotch)" != 'metis scotch' ]; then
	skip 'quality and matrices' 'this build of map has not both METIS and Scotch'
	done_testing
	exit
fi
study=$HOPLINE_ROOT/pipelines/gsearch
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin} study shared_dir
unset GSEARCH_SCALE


# --- quality

printf '%s\n' '#!/bin/sh' 'test "$1" = instance && test -f "data/reference/instances/$2" && test "$3" = 1 || exit 1' \
	'echo "$2,time of the plain loop,0.25,s"' 'echo "$2,gsearch: time of the plain loop / time,9,1"' >"$shared_dir/plain"
chmod +x "$shared_dir/plain"
export GSEARCH_ENOUGH=0.001	# what stands in the tables is asked, not how long it took
GSEARCH_TASKS=128 GSEARCH_PLAIN=$shared_dir/plain "$study/quality" "$shared_dir/out" 2>"$shared_dir/err"
t 'quality: each method on each instance of the size, no message' '
	test ! -s "$shared_dir/err" && sed 1d "$shared_dir/out/quality.csv" | cut -d, -f1,2 | sort | diff - <(
		for machine in 16x24x24 24x24x16; do for kind in random snake; do
			for method in linear random geom geom-mj hilbert greedy metis scotch gsearch "plain loop" gsearch-rank gsearch-best local anneal "anneal --moves 32" "anneal --moves 128" "anneal --moves 512"; do
				echo "${machine}_4x8x4_${kind}_1,$method"
			done; done; done | sort)'
t 'quality: linear, geom and the searches of GSEARCH are as far as the other program says; random and Scotch are compared, too' '
	awk -F, "NR == 1 { exit \$0 != \"instance,method,links_mean,cpu_s,reference_hops\" }" "$shared_dir/out/quality.csv" &&
	awk -F, "\$2 ~ /^(linear|geom|gsearch.*)\$/ { n++; if (sprintf(\"%.5f\", \$3) != sprintf(\"%.5f\", \$5)) exit 1 } END { exit n != 20 }" "$shared_dir/out/quality.csv" &&
	awk -F, "\$2 ~ /^(random|metis|scotch|anneal)\$/ && \$5 > 1 { n++ } \$2 ~ /^(plain|local|greedy|hilbert|anneal .*)\$/ && \$5 != \"\" { exit 1 } END { exit n != 16 }" "$shared_dir/out/quality.csv"'
t 'quality: seconds are numbers, none for linear; the plain loop has those of the program, and the hops of GSEARCH' '
	awk -F, "NR > 1 && (\$4 !~ /^[0-9.]+(e-[0-9]+)?\$/ || \$2 == \"linear\" && \$4 != 0 || \$2 == \"plain loop\" && \$4 != 0.25) { exit 1 }
		\$2 == \"gsearch\" { hops[\$1] = \$3 } \$2 == \"plain loop\" && (!(\$1 in hops) || \$3 != hops[\$1]) { exit 1 }" "$shared_dir/out/quality.csv"'
t 'quality: the mean over the seeds of those that draw' '
	awk "NR == 1 { print \"case,job,nodes,pattern,dims,node_list\"; next } { list = list (NR > 2 ? \" \" : \"\") \$1 } END { for (k = 1; k <= 4; k++) print k \"-1,j,128,halo3d,4x8x4,\" list }" \
		"$HOPLINE_ROOT/data/reference/instances/16x24x24_4x8x4_snake_1.txt" | map --algorithm anneal --moves 128 --machine mesh:k=16x24x24,cores=1 |
		metrics mapping | metrics select --no-preamble --columns links_mean - | awk "NR > 1 { s += \$1 / 4 } END { printf \"%.9g\n\", s }" >want &&
	grep "^16x24x24_4x8x4_snake_1,anneal --moves 128," "$shared_dir/out/quality.csv" | cut -d, -f3 | diff want -'
t 'quality-means: geometric means over the instances of a size and way of allocation, by size' '
	printf "%s\n" instance,method,links_mean,cpu_s,reference_hops 2x2x2_1x16x16_snake_1,geom,2,0.1,2 2x2x2_1x16x16_snake_1,metis,4,0.1,8 2x2x2_1x16x16_snake_1,local,1,0,  \
		9x9x9_1x16x16_snake_1,geom,3,0.4,3 9x9x9_1x16x16_snake_1,metis,3,0.9,3 9x9x9_1x16x16_snake_1,local,3,1, 9x9x9_1x8x4_random_1,geom,3,1, >in.csv && awk -f "$study/quality-means.awk" in.csv |
		diff - <(printf "%s\n" allocation,tasks,method,instances,hops_over_geom,cpu_s,reference_over_geom random,32,geom,1,1,1, snake,256,geom,2,1,0.2,1 snake,256,metis,2,1.41421,0.3,2 snake,256,local,2,0.707107,,)'
t 'quality: both pictures, with what takes no time in the title and the plain loop where there is one' '
	"$study/draw" "$shared_dir/out" quality-snake 2>err && "$study/draw" "$shared_dir/out" quality-random 2>>err && test ! -s err &&
	texts "$shared_dir/out/quality-snake.svg" | grep -q "^128 tasks (linear 1\.4, random 4\.[0-9])" && texts "$shared_dir/out/quality-random.svg" | grep -q "^128 tasks (linear 2\.6, random 2\.[0-9])" &&
	for word in geom-mj scotch local "anneal by budget" "plain loop" "processor seconds"; do texts "$shared_dir/out/quality-random.svg" | grep -qx "$word" || return; done &&
	grep -v "plain loop" "$shared_dir/out/quality-means.csv" >quality-means.csv && "$study/draw" . quality-snake 2>err && test ! -s err && ! texts quality-snake.svg | grep -q "plain loop"'

# --- matrices

GSEARCH_MATRICES=stencil4d "$study/matrices" "$shared_dir/out" >"$shared_dir/shown" 2>"$shared_dir/err"
table=$shared_dir/out/matrices.csv
t 'matrices: every algorithm wherever it can be; those that need coordinates on the torus, each row with figures' '
	test ! -s "$shared_dir/err" && sed -n 1p "$table" | grep -qx matrix,machine,allocation,method,hop_bytes,links_mean,cpu_s,comm_time_s && sed 1d "$table" | cut -d, -f1-4 | sort | diff - <(
		for machine in torus dragonfly fattree; do for place in compact random; do
			printf "stencil4d-32,$machine,$place,%s\n" linear random greedy metis scotch "gsearch --from linear" "gsearch-rank --from linear" "gsearch-best --from linear" "gsearch --from scotch" "local --from linear" "anneal --from linear"
			test $machine != torus || printf "stencil4d-32,$machine,$place,%s\n" hilbert geom geom-mj gsearch
		done; done | sort) &&
	awk -F, "NR > 1 && (\$5 <= 0 || \$6 <= 0 || \$7 !~ /^[0-9.]+(e-[0-9]+)?\$/ || (\$8 != \"\") != (\$4 ~ /^(linear|metis|scotch|gsearch --from linear|anneal --from linear)\$/)) { exit 1 }" "$table"'
t 'matrices: hop-bytes are those of metrics, of the jobs as alloc places them; a search has none more than its start' '
	printf "%s\n" case,job,nodes,pattern,matrix,min_bytes "1,job,32,matrix,$HOPLINE_ROOT/data/comm/stencil4d-32.directed.csv,1024" "2,job,32,matrix,$HOPLINE_ROOT/data/comm/stencil4d-32.directed.csv,1024" |
		alloc --policy random --machine dragonfly:g=9,a=8,p=4,cores=1 >jobs && map --algorithm "gsearch" --from linear jobs | metrics mapping |
		metrics select --no-preamble --columns hop_bytes,links_mean - | awk -F, "NR > 1 { b += \$1 / 2; h += \$2 / 2 } END { printf \"%.9g,%.9g\n\", b, h }" >want &&
	grep "^stencil4d-32,dragonfly,random,gsearch --from linear," "$table" | cut -d, -f5,6 | diff want - &&
	awk -F, "{ b[\$2, \$3, \$4] = \$5 } \$4 ~ / --from / { split(\$4, w, \" --from \"); n++; if (\$5 > b[\$2, \$3, w[2]]) exit 1 } END { exit n != 36 }" "$table"'
t 'matrices: simulated are the jobs as they are mapped, with messages of 32 KiB' '
	printf "%s\n" case,job,nodes,pattern,matrix,min_bytes,bytes "1,job,32,matrix,$HOPLINE_ROOT/data/comm/stencil4d-32.directed.csv,1024,32768" |
		alloc --policy simple --machine fattree:radix=12,cores=1 | map --algorithm linear | netsim | column comm_time_s >want &&
	grep "^stencil4d-32,fattree,compact,linear," "$table" | cut -d, -f8 | awk "{ getline w <\"want\"; exit \$1 <= 0 || (\$1 / w - 1) ^ 2 > 1e-10 }"'
t 'matrices: what is printed: ratios, stars at the least, who is ahead, and time' '
	printf "%s\n" matrix,machine,allocation,method,hop_bytes,links_mean,cpu_s,comm_time_s a,torus,compact,linear,100,1,0,4 a,torus,compact,metis,50,1,0.5,2 \
		"a,torus,compact,gsearch --from linear,80,1,0.1,3" b,torus,random,linear,100,1,0,4 b,torus,random,metis,89.9,1,1.5,5 "b,torus,random,gsearch --from linear,89.95,1,0.1," \
		b,torus,random,geom,120,1,0.1, | awk -f "$study/matrices-table.awk" >got && grep -q "^torus  *compact  a  *0.500\* *0.800  *\$" got && grep -q "^torus  *random  *b  *0.899\* *0.900\* *1.200 \$" got &&
	grep -q "^metis  *least in  2 of  2, less than all of .* in  1; 1 s a job" got && grep -q "^geom  *least in  0 of  1, .* in  0; 0.1 s" got &&
	grep -q "^torus  *compact  *0.500  0.500  *0.800  0.750\$" got && grep -q "^torus  *random  *0.899  1.250  *\$" got && grep -qx "Of 3 mappings with fewer hop-bytes than linear 2 take less time" got && grep -q "^fattree  *random  *stencil4d-32 " "$shared_dir/shown"'
t 'quality and matrices: usage, and a scale that is none' '
	for part in quality matrices; do exits 2 "$study/$part" 2>err && grep -qx "usage: $part DIR" err && exits 2 env GSEARCH_SCALE=huge "$study/$part" out 2>err && grep -q "GSEARCH_SCALE" err || return; done'

done_testing
