#!/usr/bin/env bash
# map --algorithm gsearch, gsearch-rank, gsearch-best: the command line, the trace; and gsearch-exhaust, which counts the
# swaps of every allocation.  The searches swap by swap: tests/unit/map/gsearch.c.
. "$(dirname "$0")/../lib.sh"

# jobs MACHINE PATTERN DIMS LIST...: a table with a job for each list
jobs() {
	local machine=$1 pattern=$2 dims=$3 list nodes n=0
	shift 3
	printf '#hopline 1\n#machine %s\njob,nodes,pattern,dims,node_list\n' "$machine"
	for list; do
		read -ra nodes <<<"$list"
		echo "j$((++n)),${#nodes[@]},$pattern,$dims,$list"
	done
}
# placed ARGS...: the tasks' nodes, one job a line, nothing shortened
placed() {
	map --no-preamble "$@" | column task_nodes | awk '{
		out = ""
		for (i = 1; i <= NF; i++) {
			n = split($i, range, "-")
			for (v = range[1]; v <= range[n]; v++) out = out (out == "" ? "" : " ") v
		}
		print out }'
}
# scattered: 216 nodes of a mesh 12x12x12, in no order, each once
scattered() { awk 'BEGIN { for (i = 0; i < 216; i++) printf "%s%d", i ? " " : "", i * 677 % 1728 }'; }
jobs mesh:k=12x12x12,cores=1 halo3d 6x6x6 "$(scattered)" >"$shared_dir/scattered.csv"
# last FILE: swaps and average hops of the last line of a trace
last() { tail -n1 "$1" | cut -d, -f3-; }

t 'an example by hand: one swap' '
	jobs mesh:k=4x4x2,cores=1 halo3d 4x2x1 "4 5 7 15 16 22 26 31" "0 1 2 3 4 5 6 7" >in.csv && placed --algorithm gsearch in.csv >got &&
	printf "%s\n" "4 5 7 15 16 22 26 31" "0 1 2 3 4 5 6 7" | diff - got'
for algorithm in gsearch gsearch-rank gsearch-best; do
	t "$algorithm: the column map names it, and what it began with" '
		map --algorithm $algorithm "$shared_dir/scattered.csv" | column map >got &&
		map --algorithm $algorithm --from linear "$shared_dir/scattered.csv" | column map >>got && printf "%s\n" $algorithm $algorithm:linear | diff - got'
	t "$algorithm: no seed changes it" '
		placed --algorithm $algorithm "$shared_dir/scattered.csv" >one && [ -s one ] && placed --seed 7 --algorithm $algorithm "$shared_dir/scattered.csv" | diff one -'
	t "$algorithm: begun with its own result it changes nothing" '
		map --algorithm $algorithm --swaps-trace one "$shared_dir/scattered.csv" >/dev/null &&
		map --algorithm $algorithm --from $algorithm --swaps-trace two "$shared_dir/scattered.csv" >/dev/null &&
		[ "$(last one)" != "0,$(last one | cut -d, -f2)" ] && [ "$(last two)" = "0,$(last one | cut -d, -f2)" ]'
	t "$algorithm: on a machine without coordinates, from linear" '
		jobs dragonfly:g=5,a=3,p=2,cores=1 halo2d 4x3 "$(seq -s " " 0 2 22)" >in.csv &&
		map --algorithm $algorithm --from linear --swaps-trace trace in.csv >/dev/null &&
		awk -F, "NR > 1 { if (NR > 2 && \$4 >= hops) exit 1; hops = \$4 } END { exit NR < 3 }" trace'
done
t 'gsearch-rank --partners all: a task has its swaps with lower ones, too; others do not take it' '
	map --algorithm gsearch-rank --swaps-trace one "$shared_dir/scattered.csv" >/dev/null && map --algorithm gsearch-rank --partners above --swaps-trace two "$shared_dir/scattered.csv" >/dev/null &&
	cmp one two && map --algorithm gsearch-rank --partners all --swaps-trace two "$shared_dir/scattered.csv" >/dev/null && ! cmp -s one two &&
	exits 2 map --algorithm gsearch --partners all "$shared_dir/scattered.csv" 2>err && grep -q "does not take --partners" err'
t 'gsearch begins with geom, which needs coordinates' '
	jobs dragonfly:g=3,a=2,p=4,cores=1 halo2d 2x2 "0 1 2 3" >in.csv && exits 1 map --algorithm gsearch in.csv 2>err && grep -q "geom.*needs a machine with coordinates" err'

# --- the trace and the limit

t 'the trace: the start, every 100 swaps, the end, falling' '
	map --algorithm gsearch --from random --swaps-trace trace "$shared_dir/scattered.csv" >/dev/null &&
	[ "$(sed -n 1p trace)" = case,job,swaps,links_mean ] &&
	awk -F, "NR == 1 { next } { n++ } \$1 != 1 || \$2 != \"j1\" { exit 1 }
		n > 1 && (\$4 >= hops || (\$3 != 100 * (n - 1) && was_end++)) { exit 1 } \$3 % 100 { was_end++ } { hops = \$4 } END { exit n < 4 }" trace'
t 'the trace ends with the average hops of the mapping' '
	jobs mesh:k=8,cores=1 halo2d 4x1 "0 3 5 7" >in.csv && map --algorithm gsearch --from random --swaps-trace trace in.csv >/dev/null && [ "$(last trace | cut -d, -f2)" = 2.33333333 ]'
t 'the trace has names as cells' '
	printf "%s\n" "#hopline 1" "#machine mesh:k=8,cores=1" case,job,nodes,pattern,dims,node_list "\"a, \"\"b\"\"\",j,2,halo2d,2x1,0 3" >in.csv &&
	map --algorithm gsearch --swaps-trace trace in.csv >/dev/null && [ "$(sed -n 2p trace)" = "\"a, \"\"b\"\"\",j,0,3" ]'
t '--max-swaps: so many and no more' '
	map --algorithm gsearch --max-swaps 7 --swaps-trace trace "$shared_dir/scattered.csv" >/dev/null && [ "$(last trace | cut -d, -f1)" = 7 ] &&
	map --algorithm gsearch --max-swaps 0.01n+2.9 --swaps-trace trace "$shared_dir/scattered.csv" >/dev/null && [ "$(last trace | cut -d, -f1)" = 5 ]'
t '--max-swaps 0 is geom' '
	placed --algorithm geom "$shared_dir/scattered.csv" >one && [ -s one ] && placed --algorithm gsearch --max-swaps 0 "$shared_dir/scattered.csv" | diff one -'
t '--max-swaps 100n is no limit here' '
	placed --algorithm gsearch "$shared_dir/scattered.csv" >one && [ -s one ] && placed --algorithm gsearch --max-swaps 100n "$shared_dir/scattered.csv" | diff one -'

# --- every allocation

t 'gsearch-exhaust: all allocations of 2x2 on 4x2, counted' '
	gsearch-exhaust --machine mesh:k=4x2,cores=1 --job 2x2 >got && sed -n 1p got | grep -qx machine,job,tie,rank_tie,task_order,scan,swaps,allocations &&
	[ "$(sed 1d got | sed "s/\"[^\"]*\"/m/" | awk -F, "{ n += \$8 } END { print n }")" = 70 ]'

# same FILE FILE: equal; else shows where they begin to differ
same() { diff "$1" "$2" >differ.txt || { head -n 8 differ.txt; return 1; }; }
# agrees EVERY MACHINE JOB OPTIONS...: of each EVERY-th allocation, mappings and swaps are those of map
agrees() {
	local every=$1 machine=$2 dims=$3 pattern=halo2d list lists=()
	shift 3
	[[ $dims != *x*x* ]] || pattern=halo3d
	gsearch-exhaust --machine "$machine" --job "$dims" --every "$every" "$@" | sed 1d >all
	[ "$(wc -l <all)" -ge 50 ] || return
	while IFS=, read -r list _; do lists+=("$list"); done <all
	jobs "$machine" "$pattern" "$dims" "${lists[@]}" >in.csv
	placed --algorithm geom "$@" in.csv >geom
	placed --algorithm gsearch --swaps-trace trace "$@" in.csv >gsearch
	awk -F, 'NR > 1 { swaps[$2] = $3 } END { for (i = 1; ("j" i) in swaps; i++) print swaps["j" i] }' trace >swaps
	same <(cut -d, -f2 all) geom && same <(cut -d, -f4 all) gsearch && same <(cut -d, -f3 all) swaps
}
t 'gsearch-exhaust and map agree: 4x2x1 on 4x4x2' 'agrees 200003 mesh:k=4x4x2,cores=1 4x2x1'
t 'the same as the paper counts: a torus, ties descend, the last dimension is fastest' '
	agrees 200003 torus:k=4x4x2,cores=1 4x2x1 --rank-tie-order desc --task-order last'
t 'the same with --cut-tie extent' 'agrees 200003 mesh:k=4x4x2,cores=1 2x2x2 --cut-tie extent --rank-tie-order desc'
t 'the same with --cut-tie machine' '
	agrees 200003 mesh:k=4x4x2,cores=1 4x2x1 --cut-tie machine && agrees 200003 mesh:k=2x4x4,cores=1 2x2x2 --cut-tie machine --rank-tie-order desc &&
	agrees 70001 torus:k=4x2x4,cores=1 2x4x1 --cut-tie machine --rank-tie-order desc --task-order last'
t 'the same with --rank-tie-axes last, with --cut ratio' '
	agrees 200003 mesh:k=4x4x2,cores=1 4x2x1 --rank-tie-axes last --cut-tie machine && agrees 90001 torus:k=2x4x4,cores=1 2x2x2 --rank-tie-axes last --rank-tie-order desc &&
	agrees 90001 mesh:k=4x4x2,cores=1 2x4x1 --cut ratio && agrees 90001 mesh:k=2x4x4,cores=1 2x2x2 --cut ratio --cut-tie machine --rank-tie-axes last'
t 'the same in two dimensions' 'agrees 2111 torus:k=5x4,cores=1 3x3 --task-order last'
t 'the same of a job larger than one word of costs' 'agrees 211 mesh:k=6x3,cores=1 4x3 --cut-tie extent'

t 'gsearch-exhaust --scan restart differs, but keeps the mapping of those with one swap' '
	for scan in continue restart; do gsearch-exhaust --scan $scan --every 50021 --machine torus:k=4x4x2,cores=1 >$scan; done &&
	! cmp -s continue restart && paste -d, continue restart | awk -F, "\$3 <= 1 && (\$3 != \$7 || \$4 != \$8) { exit 1 }"'

bad() { local message=$1; shift; exits 2 gsearch-exhaust "$@" >out 2>err && test ! -s out && grep -qF -- "$message" err || { cat err; return 1; }; }
t 'gsearch-exhaust refuses what is too large' '
	bad "at most 63 nodes" --machine mesh:k=4x4x4,cores=1 && bad "at most 63 nodes" --machine mesh:k=4x4 --job 2x2 &&
	bad "all nodes must be available" --machine mesh:k=3x3,cores=1,unavailable=0-3 --job 2x2 && bad "at most 63 nodes" --machine dragonfly:g=3,a=2,p=4,cores=1 && bad "at most 16 tasks" --job 17x1 &&
	bad "at most 16 tasks" --machine mesh:k=2x2,cores=1 --job 5x1'
t 'gsearch-exhaust refuses what it does not know' '
	bad "--cut-tie: '\''most'\''" --cut-tie most && bad "--every: '\''0'\''" --every 0 && bad "--job: '\''4x'\''" --job 4x && bad "operand" file'

done_testing
