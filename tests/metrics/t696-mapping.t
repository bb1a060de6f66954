#!/usr/bin/env bash
# t696-mapping -- metrics mapping: how far apart tasks are that talk, by hand, by awk, and beside another program.
. "$(dirname "$0")/../lib.sh"

# job MACHINE PATTERN DIMS TASK_NODES [BYTES]: a table with one job
job() {
	printf '#hopline 1\n#machine %s\njob,pattern,dims,bytes,task_nodes\na,%s,%s,%s,%s\n' "$1" "$2" "$3" "${5:-100}" "$4"
}
# figures [OPTION...] FILE: pairs, links_mean, hops_max, hop_bytes, weighted_hops
figures() { metrics mapping "$@" | metrics select --no-preamble --columns pairs,links_mean,hops_max,hop_bytes,weighted_hops - | sed 1d; }
# measures FILE ROW...: its figures
measures() { prints "figures $1" "${@:2}"; }
# fails MESSAGE OPTION...
fails() { says 1 "metrics: $1" metrics mapping "${@:2}"; }

t 'by hand: a square of tasks, two on one node, 0 + 4 + 2 + 6 links, 200 bytes both ways' '
	job mesh:k=4x4,cores=2 halo2d 2x2 "0 0 5 15" >in.csv && measures in.csv 4,3,6,2400,3'
t '--count-node-links: two more between two nodes, none within one' '
	job mesh:k=4x4,cores=2 halo2d 2x2 "0 0 5 15" >in.csv && figures --count-node-links yes in.csv >got && echo 4,4.5,8,3600,4.5 | diff - got &&
	figures --count-node-links no in.csv >got && echo 4,3,6,2400,3 | diff - got &&
	refuses 2 "must be no or yes" metrics mapping --count-node-links maybe in.csv'
t 'a torus is as short as it is' 'job torus:k=4x4,cores=2 halo2d 2x2 "0 0 5 15" >in.csv && measures in.csv 4,2,4,1600,2'
t 'links on minimal routes where there are no coordinates' '
	job dragonfly:g=3,a=2,p=2 halo2d 4x1 "0 1 2 11" >in.csv && measures in.csv 3,1,2,600,1'
t 'two sizes: hop-bytes and their mean weigh them, average hops does not' '
	printf "%s\n" rank,rank,bytes 0,1,1000 1,2,3000 >who.csv && printf "%s\n" "#hopline 1" "#machine mesh:k=8" job,pattern,matrix,task_nodes a,matrix,who.csv,"0 1 7" >in.csv &&
	figures in.csv >got && awk -F, "{ exit !(\$1 == 2 && \$2 == 3.5 && \$3 == 6 && \$4 == 19000 && \$5 == 4.75) }" got || { cat got; exit 1; }'
t 'both ways are one pair, an allreduce counts' '
	printf "%s\n" "#hopline 1" "#machine mesh:k=4" job,pattern,bytes,allreduce_bytes,task_nodes "a,alltoall,10,,0-2" "b,halo2d,10,3,0-1" >in.csv &&
	measures in.csv 3,1.33333333,2,80,1.33333333 1,1,1,26,1'
t 'the columns come at the right, the rest stays' '
	job mesh:k=4x4,cores=2 halo2d 2x2 "0 0 5 15" | metrics mapping >got &&
	printf "%s\n" "#hopline 1" "#machine mesh:k=4x4,cores=2" "#run metrics $(cat "$HOPLINE_ROOT/VERSION") mapping" \
		job,pattern,dims,bytes,task_nodes,pairs,links_mean,hops_max,hop_bytes,weighted_hops,inside_bytes,fullest_link_s "a,halo2d,2x2,100,0 0 5 15,4,3,6,2400,3,200,2e-07" | diff - got'
# fullest OPTION...: the busiest link of netsim's own count
fullest() { netsim --links links.csv "$@" in.csv >/dev/null && awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["busy_s"] > most { most = $at["busy_s"] } END { print most }' links.csv; }
for where in "mesh:k=4x3,cores=2 dimension-order" "torus:k=5x4,p=2,node-bw=40Gb/s dimension-order" "fattree:radix=4 d-mod-k" "dragonfly:g=5,a=4,p=2,global-bw=2Gb/s minimal" "slimfly:q=5 minimal"; do
	t "the fullest link is the one that netsim finds busiest: $where" '
		table '"${where% *}"' job,pattern,nodes,bytes x,alltoall,7,1500 | alloc --policy rdn | map --algorithm random >in.csv &&
		near "$(metrics mapping --routing '"${where#* }"' in.csv | column fullest_link_s)" $(fullest --routing '"${where#* }"' --packet 500B) 1e-8'
done
t 'a routing that the machine has not' '
	job mesh:k=4x4,cores=2 halo2d 2x2 "0 0 5 15" >in.csv && says 2 "metrics: --routing: '"'adaptiv'"': unknown on this machine; did you mean '"'adaptive'"'? known: dimension-order adaptive valiant ugal-l" metrics mapping --routing adaptiv in.csv'
t 'figures that are there are written anew, in their place' '
	job mesh:k=4x4,cores=2 halo2d 2x2 "0 0 5 15" | metrics mapping - >one && sed "s/,3,6,/,9,9,/" one | metrics mapping --no-preamble - >two && sed "/^#/d" one | diff - two'
t 'no mapping, no talk, open loop: empty cells' '
	printf "%s\n" "#hopline 1" "#machine mesh:k=4" job,pattern,load,dims,task_nodes,hops_max a,halo2d,,2x1,, b,uniform,0.3,,0-1,7 c,,,,0-1, d,halo2d,,1x1,3, >in.csv &&
	measures in.csv ,,,, ,,,, ,,,, 0,,,,'
t 'several files, each with its machine' '
	job mesh:k=8 halo2d 2x1 "0 7" >one.csv && job torus:k=8 halo2d 2x1 "0 7" >two.csv && metrics mapping one.csv two.csv | column links_mean >got && printf "%s\n" 7 1 | diff - got'
t 'the machine of the command line, where the table names none' '
	job mesh:k=8 halo2d 2x1 "0 7" | sed 2d >in.csv && metrics mapping --machine mesh:k=8 in.csv | column hops_max >got && echo 7 | diff - got &&
	exits 2 metrics mapping in.csv >out 2>err && is "$(sed -n 1p err)" "metrics: in.csv: no machine: the stream has no line #machine, and --machine is missing"'
t 'a pattern that is drawn is drawn as netsim and map draw it: by seed, case and job' '
	printf "%s\n" "#hopline 1" "#machine mesh:k=8x8,cores=1" case,job,nodes,pattern,node_list 1,a,40,pairs,0-39 2,a,40,pairs,0-39 >in.csv &&
	map --algorithm gsearch --from linear --seed 5 --swaps-trace trace in.csv | metrics mapping --seed 5 | column links_mean >got &&
	awk -F, "NR > 1 { hops[\$1] = \$4 } END { print hops[1]; print hops[2] }" trace | diff - got && ! awk "NR == 1 { a = \$1 } NR == 2 { exit a != \$1 }" got'

# Another program's figures: data/reference/mapping.csv
# instance FILE: the job of it, on its nodes in order
instance() {
	awk 'NR == 1 { printf "#hopline 1\n#machine mesh:k=%dx%dx%d,cores=1\njob,nodes,pattern,dims,node_list\nj,%d,halo3d,%dx%dx%d,", $1, $2, $3, $5 * $6 * $7, $5, $6, $7; next }
		{ printf "%s%s", (NR > 2 ? " " : ""), $1 } END { print "" }' "$1"
}
for method in default GEOM; do
	case $method in default) algorithm=linear ;; GEOM) algorithm=geom ;; esac
	t "16 instances, $algorithm: average hops and the longest distance are those of another program" '
		for f in "$HOPLINE_ROOT"/data/reference/instances/*.txt; do
			instance "$f" | map --algorithm $algorithm | metrics mapping --no-preamble - | metrics select --no-preamble --columns links_mean,hops_max - |
				awk -F, -v name="${f##*/}" "NR > 1 { printf \"%s,%.5f,%d\\n\", name, \$1, \$2 }"
		done >got && [ "$(wc -l <got)" = 16 ] && awk -F, -v m=$method "\$2 == m { printf \"%s,%.5f,%d\\n\", \$1, \$3, \$4 }" "$HOPLINE_ROOT/data/reference/mapping.csv" | sort | diff - got'
done

# The same again: every message of halo3d, in awk.
restated='
	function far(a, b,   d, sum) {
		sum = 0
		for (d = 1; d <= 3; d++) {
			gap = int(a / below[d]) % k[d] - int(b / below[d]) % k[d]
			gap = gap < 0 ? -gap : gap
			sum += torus && k[d] - gap < gap ? k[d] - gap : gap
		}
		return sum
	}
	function talk(i, j,   links) { links = far(at[i], at[j]); pairs++; hops += links; if (links > most) most = links }
	BEGIN { below[1] = 1; for (d = 1; d <= 3; d++) below[d + 1] = below[d] * k[d] }
	{ at[NR - 1] = int($1 / p) }
	END {
		for (i = 0; i < NR; i++) {
			if (i % x < x - 1) talk(i, i + 1)
			if (int(i / x) % y < y - 1) talk(i, i + x)
			if (i + x * y < NR) talk(i, i + x * y)
		}
		printf "%d,%.9g,%d,%d,%.9g\n", pairs, hops / pairs, most, hops * 2 * bytes, hops / pairs
	}'
export restated
for kind in mesh torus; do
	t "against awk: 5x4x6 tasks on random nodes of a $kind, two a router, two processors each" '
		for seed in 1 2 3; do
			awk -v seed=$seed "BEGIN { srand(seed); while (n < 120) { v = int(rand() * 420); if (taken[v]++ < 2) { print v; n++ } } }" >nodes &&
			job $kind:k=7x6x5,p=2,cores=2 halo3d 5x4x6 "$(paste -sd" " nodes)" 300 >in.csv && figures in.csv >got &&
			awk -v torus=$([ $kind = torus ] && echo 1 || echo 0) -v p=2 -v x=5 -v y=4 -v bytes=300 "BEGIN { k[1] = 7; k[2] = 6; k[3] = 5 } $restated" nodes | diff - got || exit 1
		done'
done

t 'what is no mapping is refused' '
	job mesh:k=4 halo2d 2x1 "0 4" >in.csv && fails "in.csv:4: task_nodes: '\''0 4'\'': 4 is not below 4" in.csv &&
	job mesh:k=4,cores=1 halo2d 2x1 "1 1" >in.csv && fails "in.csv:4: task_nodes: '\''1 1'\'': more than 1 tasks on node 1" in.csv &&
	job mesh:k=4,unavailable=2 halo2d 2x1 "1 2" >in.csv && fails "in.csv:4: task_nodes: '\''1 2'\'': node 2 is unavailable" in.csv &&
	job mesh:k=4 halo2d 2x1 "0 1 2" >in.csv && exits 1 metrics mapping in.csv 2>err && grep -q "^metrics: in.csv:4: dims: .2x1.: " err &&
	printf "%s\n" job,tasks,pattern,task_nodes a,3,alltoall,0-1 >in.csv && fails "in.csv:2: task_nodes: '\''0-1'\'': places 2 tasks of 3" --machine mesh:k=4 in.csv &&
	job mesh:k=4 halo4d 2x1 "0 1" >in.csv && exits 1 metrics mapping in.csv 2>err && grep -q "^metrics: in.csv:4: pattern: .halo4d.: " err'
t 'tables that lack a column are refused' '
	printf "%s\n" job,pattern a,halo2d | exits 1 metrics mapping --machine mesh:k=4 2>err && grep -q "task_nodes" err'

done_testing
