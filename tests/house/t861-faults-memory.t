#!/usr/bin/env bash
# t861-faults-memory -- memory exhausted: at every allocation in turn a tool either works or exits 1 and says so, in one line behind its
# warnings, and what it has written ends with a whole row.
# shellcheck disable=SC2016,SC2086 # the tests' commands are quoted; a tool and its options are words
. "$(dirname "$0")/../lib.sh"

if [ "${HOPLINE_CONFIG:-}" = asan ]; then
	skip 'memory exhausted' 'the sanitizer has an allocator of its own'
	done_testing
	exit
fi

# An allocator that has nothing left from the N-th request on (FAIL_AT=N); with FAIL_ONCE that one only is refused.
# A block that is made smaller stays where it is, as always.
cat >"$shared_dir/short.c" <<'END'
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
static int begun, once;
static long left;
static int none(void)
{
	if (!begun) {
		begun = 1;
		once = getenv("FAIL_ONCE") != NULL;
		left = getenv("FAIL_AT") ? atol(getenv("FAIL_AT")) : 0;
	}
	if (left == 0 || (left > 1 && left--))
		return 0;
	left = once ? 0 : 1;
	errno = ENOMEM;
	return 1;
}
void *malloc(size_t n) { return none() ? NULL : __libc_malloc(n); }
void *calloc(size_t a, size_t n) { return none() ? NULL : __libc_calloc(a, n); }
void *realloc(void *p, size_t n) { return !(p && n && malloc_usable_size(p) >= n) && none() ? NULL : __libc_realloc(p, n); }
void *aligned_alloc(size_t a, size_t n) { return none() ? NULL : __libc_memalign(a, n); }
void *reallocarray(void *p, size_t a, size_t n)
{
	size_t bytes;

	if (!__builtin_mul_overflow(a, n, &bytes))
		return realloc(p, bytes);
	errno = ENOMEM;
	return NULL;
}
END
if ! ${CC:-cc} -O1 -shared -fPIC -o "$shared_dir/short.so" "$shared_dir/short.c" 2>/dev/null || ! LD_PRELOAD=$shared_dir/short.so FAIL_AT=0 metrics --version >/dev/null 2>&1; then
	skip 'memory exhausted' 'no allocator can be put in front of the one of this system'
	done_testing
	exit
fi
short=$shared_dir/short.so
export short

# survived N STATUS: what there is to see of a run without memory: all of `want` in `out`, or some whole rows of it and a last word in `err`
survived() {
	local all got said
	mapfile all <want
	mapfile got <out
	mapfile -t said <err
	printf -v all %s "${all[@]}"
	printf -v got %s "${got[@]}"
	if [ "$2" = 0 ]; then
		[ "$got" = "$all" ]
	else
		[ "$2" = 1 ] && [[ ${said[*]: -1} =~ ^[a-z-]+:\ .*([Mm]emory|METIS|Scotch|SCOTCH) && $all = "$got"* && $got = @(|*$'\n') ]]
	fi || { echo "allocation $1: status $2"; cat err; return 1; }
}
# starves STEP COMMAND...: at every allocation up to the last, and from there on at every STEP-th only
starves() {
	local step=$1 n=1 status last=0 refused=0
	shift
	"$@" >want 2>/dev/null && ulimit -S -t 60 || return 1
	while [ $last = 0 ]; do
		status=0
		LD_PRELOAD=$short FAIL_AT=$n "$@" >out 2>err || status=$?
		survived $n $status || return 1
		if [ $status = 0 ]; then last=$n; else refused=$((refused + 1)); fi
		[ $n -lt 40 ] && n=$((n + 1)) || n=$((n + step))
	done
	[ $refused -gt 40 ] || { echo "only $refused allocations"; return 1; }
	for ((n = 1; n < last; n += step)); do
		status=0
		LD_PRELOAD=$short FAIL_AT=$n FAIL_ONCE=1 "$@" >out 2>err || status=$?
		survived $n $status || return 1
	done
}
printf '%s\n' '#hopline 1' '#machine dragonfly:g=3,a=2,p=2' case,job,nodes,tasks,pattern,submit_s,runtime_s,node_list,comm_time_s 1,a,2,2,alltoall,0,5,0-1,1e-6 1,b,3,3,broadcast,1,9,4-6,2e-6 \
	2,c,2,2,alltoall,0,5,8-9,1e-6 >"$shared_dir/in.csv"
printf '%s\n' '; MaxProcs: 8' '1 0 0 9 8 -1 -1 8 9 -1 1 1 1 1 1 1 -1 -1' '2 5 0 9 8 -1 -1 8 9 -1 1 1 1 1 1 1 -1 -1' >"$shared_dir/log.swf"
printf '%s\n' 'SwitchName=s0 Nodes=n[0-3]' 'SwitchName=s1 Nodes=n[4-7]' 'SwitchName=t Switches=s[0-1]' >"$shared_dir/topology.conf"
printf '%s\n' 'src,dst,bytes' 0,1,5 1,2,6 >"$shared_dir/m.csv"
export shared_dir

t 'alloc' 'starves 11 alloc --policy level-spread $shared_dir/in.csv'
t 'alloc in time' 'starves 11 alloc --policy simple --schedule easy $shared_dir/in.csv'
t 'map' 'starves 11 map --algorithm random $shared_dir/in.csv'
t 'map of a hostlist' 'starves 13 map --nodes "n[0-7]" --topology $shared_dir/topology.conf --dims 2x4 --format rankfile --algorithm greedy'
t 'netsim' 'starves 13 netsim --routing ugal-l $shared_dir/in.csv'
t 'gen-workload: drawn, of a log, of a matrix' '
	starves 11 gen-workload random --cases 2 --machine dragonfly:g=5,a=2,p=2 && starves 11 gen-workload swf --machine torus:k=4x4 --procs-per-node 8 $shared_dir/log.swf &&
	starves 13 gen-workload uniform --machine torus:k=4x4 --matrix $shared_dir/m.csv --job-nodes 3'
t 'metrics' '
	starves 17 metrics summary --by job --of comm_time_s $shared_dir/in.csv && starves 17 metrics select --columns job --where "nodes>2" $shared_dir/in.csv && starves 17 metrics nodes --machine dragonfly:g=3,a=2,p=2'

# So little that it ends somewhere: in the loader (127), or in the tool.
t 'ulimit -v: works, or exits 1 with a message, or does not even load' '
	for c in "alloc --policy simple" map netsim "metrics nodes"; do
		$c $shared_dir/in.csv >want && for kilobytes in 4000 4500 5000 5500 6000 7000 8000 10000 16000 32000; do
			status=0
			(ulimit -v $kilobytes && exec $c $shared_dir/in.csv >out 2>err) || status=$?
			[ $status = 127 ] || survived $kilobytes $status || return 1
		done && [ $status = 0 ] || return 1
	done'

done_testing
