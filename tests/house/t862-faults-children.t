#!/usr/bin/env bash
# t862-faults-children -- commands that tools start and wait for (alloc --network, map --judge, gnuplot): a system that has no more processes,
# files or pipes is an error with its name, a time limit holds, and an answer that was cut is none.
# shellcheck disable=SC2016 # the tests' commands are quoted
. "$(dirname "$0")/../lib.sh"
q="'"
export q

table mesh:k=8 job,nodes,submit_s,runtime_s,comm_share a,2,0,100,1 b,2,0,50,1 >"$shared_dir/in.csv"
# filter: answers as a judge and a network should; net, judge: what asks it
filter="awk -F, ${q}!/^#/ && !n++ { print \"job,comm_time_s\"; next } !/^#/ { print \$1 \",1\" }$q"
net="alloc --policy simple --schedule fcfs --network"
judge="map --nodes 0-3 --machine mesh:k=4 --dims 2x2 --judge"
lack=
export filter net judge lack

# asked COMMAND...: the two doors that ask a filter, with this as its command: both exit 1 and say it
asked() {
	local said=$1
	refuses 1 "$said" timeout 60 env $lack $net "$2" "$shared_dir/in.csv" && exits 1 timeout 60 env $lack $judge "$2" >out 2>err && grep -qF -- "$said" err || { cat err; return 1; }
}

t 'of more questions than files may be open at once those that are asked are waited for' '
	for n in 8 128 1024; do (ulimit -n 64 && timeout 60 $net "$filter" --network-at-once $n "$shared_dir/in.csv") | rows >got.$n && [ -s got.$n ] || exit 1; done &&
	cmp got.8 got.128 && cmp got.8 got.1024'
t 'too few files: an error with its name' '
	{ table mesh:k=64 job,nodes,submit_s,runtime_s,comm_share; for i in $(seq 30); do echo "j$i,2,0,100,1"; done; } >many.csv &&
	for n in 40 1024; do (ulimit -n 32 && exec timeout 60 $net "sleep 0.1; $filter" --network-at-once $n many.csv) >out 2>err && exit 1
		grep -q "^alloc: .*cannot be started: Too many open files\$" err && [ "$(wc -l <err)" = 1 ] || { cat err; exit 1; }
	done'
for cut in "printf 'job,comm_time_s\\na,12'" "printf 'job,comm_time_s\\na,1\\nb,12'" "printf job,comm_time_s"; do
	t "an answer whose last line does not end: $cut" "asked 'the last line of its answer does not end: something was cut' \"$cut\""
done
t 'a judge that takes too long' '
	says 1 "map: ${q}sleep 1000${q} about job ${q}job$q of case ${q}1$q, linear: took more than 0.3 s, and was killed" \
		map --nodes 0-3 --machine mesh:k=4 --dims 2x2 --judge "sleep 1000" --judge-timeout 300ms'
t 'a filter that always has something to say takes too long, too' '
	refuses 1 "took more than 0.3 s, and was killed" $net "while sleep 0.05; do echo; done" --network-timeout 300ms "$shared_dir/in.csv"'
t 'no command is none; a limit without a judge, and one that is none' '
	for none in "" " "; do for o in --judge "--policy simple --schedule fcfs --network"; do
		tool=map && [ "$o" = --judge ] || tool=alloc; says 2 "$tool: --${o##*--}: $q$none$q: must be a command" $tool $o "$none" "$shared_dir/in.csv" || exit 1; done; done &&
	says 2 "map: --judge-timeout: goes with --judge" map --judge-timeout 1s "$shared_dir/in.csv" &&
	says 2 "map: --judge-timeout: ${q}0$q: must be a time above 0, such as 6h" map --judge netsim --judge-timeout 0 "$shared_dir/in.csv"'
t 'who starts a tool with SIGCHLD ignored' '
	env --ignore-signal=CHLD $net "$filter" "$shared_dir/in.csv" | rows >ignored && $net "$filter" "$shared_dir/in.csv" | rows | cmp - ignored && [ -s ignored ] &&
	refuses 1 "ended with status 3" env --ignore-signal=CHLD $net "$filter; exit 3" "$shared_dir/in.csv"'

# A system that has nothing left from the N-th request on: of fork (FAIL_FORK=N, and FAIL_SHELL in who leads a process group), pipe2 (FAIL_PIPE, of files of the process, FAIL_PIPES, of the
# system), memfd_create (FAIL_MEMORY), poll (FAIL_POLL), pthread_create (FAIL_THREAD).
cat >"$shared_dir/short.c" <<'END_OF_C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
static int none(const char *name, int *count)
{
	const char *at = getenv(name);
	return at && ++*count >= atoi(at);
}
pid_t fork(void)
{
	static int n, m;
	return none("FAIL_FORK", &n) || (getpgrp() == getpid() && none("FAIL_SHELL", &m)) ? (errno = EAGAIN, -1) : ((pid_t (*)(void))dlsym(RTLD_NEXT, "fork"))();
}
int pipe2(int end[2], int flags)
{
	static int n, m;
	if (none("FAIL_PIPE", &n)) return errno = EMFILE, -1;
	if (none("FAIL_PIPES", &m)) return errno = ENFILE, -1;
	return ((int (*)(int *, int))dlsym(RTLD_NEXT, "pipe2"))(end, flags);
}
int memfd_create(const char *name, unsigned flags)
{
	static int n;
	return none("FAIL_MEMORY", &n) ? (errno = EMFILE, -1) : ((int (*)(const char *, unsigned))dlsym(RTLD_NEXT, "memfd_create"))(name, flags);
}
int poll(struct pollfd *p, nfds_t n, int ms)
{
	static int k;
	return none("FAIL_POLL", &k) ? (errno = ENOMEM, -1) : ((int (*)(struct pollfd *, nfds_t, int))dlsym(RTLD_NEXT, "poll"))(p, n, ms);
}
int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *x)
{
	static int n;
	return none("FAIL_THREAD", &n) ? EAGAIN : ((int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create"))(t, a, f, x);
}
END_OF_C
if [ "${HOPLINE_CONFIG:-release}" != release ] || ! ${CC:-cc} -shared -fPIC -o "$shared_dir/short.so" "$shared_dir/short.c" -ldl 2>/dev/null; then
	skip 'a system that has nothing left' 'nothing can be put in front of the system here'
	done_testing
	exit
fi
short=$shared_dir/short.so
export short
# lacks VARIABLE=N MESSAGE: on such a system both doors say so
lacks() { lack="LD_PRELOAD=$short $1" asked "$2" "$filter"; }

t 'no process for the first, or for what it starts' '
	lacks FAIL_FORK=1 "cannot be started: Resource temporarily unavailable" && lacks FAIL_SHELL=1 ": cannot start a shell: Resource temporarily unavailable"'
t 'no file for the question, no pipe for the answer' '
	for n in 1 2; do lacks FAIL_MEMORY=$n "cannot be started: Too many open files" || exit 1; done &&
	for n in 1 2; do lacks FAIL_PIPE=$n "cannot be started: Too many open files" && lacks FAIL_PIPES=$n "cannot be started: Too many open files in system" || exit 1; done'
t 'nothing to wait with' 'lacks FAIL_POLL=1 "cannot wait for ${q}$filter$q: Cannot allocate memory"'
t 'no thread' '
	table mesh:k=8 job,nodes,tasks,pattern,node_list a,8,8,alltoall,0-7 >in.csv && map in.csv >mapped && (export LD_PRELOAD=$short FAIL_THREAD=1 && exits 1 netsim --threads 2 mapped) 2>err >out
	grep -q "^netsim: --threads: 2 threads cannot be started: Resource temporarily unavailable\$" err || { [ $(nproc) = 1 ] || { cat err; exit 1; }; }'
t 'a gnuplot that never ends' '
	mkdir bin && printf "%s\n" "#!/bin/sh" "shift 2; exec $(command -v timeout) 0.1 \"\$@\"" >bin/timeout && printf "%s\n" "#!/bin/sh" "exec sleep 1000" >bin/gnuplot && chmod +x bin/* &&
	printf "%s\n" "#hopline 1" a,v x,1 >in.csv &&
	(export PATH=$PWD/bin:$PATH && says 1 "metrics: gnuplot took more than 600 s, and was killed" metrics plot bars --x a --y v --output o.svg in.csv) && [ ! -e o.svg ]'

done_testing
