#!/usr/bin/env bash
# t860-faults -- what is not the data's fault: files that cannot be read or written, closed ones, full disks, signals, machines and
# counts far too large.  (Short of memory: t861.  Tools of which more is asked: t100, t550, t730.)
# shellcheck disable=SC2016,SC2034,SC2086 # the tests' commands are quoted; a tool and its options are words
. "$(dirname "$0")/../lib.sh"

q="'"
export q
# placed: a small table that every tool below takes
placed() {
	printf '%s\n' '#hopline 1' '#machine dragonfly:g=3,a=2,p=2' case,job,nodes,submit_s,runtime_s,tasks,pattern,node_list,alloc,comm_time_s,start_s,end_s,task_nodes \
		1,a,2,0,5,2,alltoall,0-1,x,1e-6,0,5,0-1 1,b,3,1,9,3,broadcast,4-6,x,2e-6,1,10,4-6 2,a,2,0,5,2,alltoall,0-1,x,1e-6,0,5,0-1
}
tables='alloc --policy simple
map
netsim
gen-workload background --load 0.1
metrics select --where job=a
metrics summary --of comm_time_s
metrics schedule
metrics mapping
metrics machine
metrics nodes
metrics plot nodes --case 1 --format text'
logs='gen-workload swf --machine torus:k=4 --procs-per-node 8
gen-workload log --machine torus:k=4 --regex (?<job>\S+)\s(?<nodes>\d+)\s(?<submit>\d+)\s(?<runtime>\d+)
metrics topology --from aries'
export tables logs
# each LIST FUNCTION: FUNCTION COMMAND... for each line
each() {
	local line
	while read -r line <&3; do
		$2 $line || { echo "with: $line"; return 1; }
	done 3<<<"$1"
}
# fails MESSAGE COMMAND...: exit 1, no output, one line that matches
fails() {
	local message=$1
	shift
	exits 1 "$@" >out 2>err && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] && grep -q "^${2##*/}[^:]*: $message" err || { cat err; return 1; }
}
# one COMMAND...: the same, whichever file it is
one() { exits 1 "$@" >out 2>err && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] && grep -q "^$1: $message" err || { cat err; return 1; }; }
export -f placed each fails one

# --- what is read

t 'a folder for a file, named or as standard input' '
	named() { one "$@" .; }; piped() { one "$@" <.; } &&
	message=".*[Ii]s a directory$" && each "$tables" named && each "$tables" piped && each "$logs" named && each "$logs" piped'
t 'a file that is not there' 'named() { one "$@" no-such.csv; }; message="cannot open .no-such.csv.: No such file or directory$" && each "$tables" named && each "$logs" named'
if [ "$(id -u)" = 0 ]; then
	skip 'a file that may not be read' 'root may read everything'
else
	t 'a file that may not be read' 'named() { one "$@" f.csv; }; placed >f.csv && chmod 0 f.csv && message="cannot open .f.csv.: Permission denied$" && each "$tables" named && each "$logs" named'
fi
t 'a program, a NUL in the second row: no table' '
	named() { one "$@" f.csv; }; { printf "\177ELF\002\001\001\000\000\n"; placed; } >f.csv && message="f.csv:1: this looks like a program" && each "$tables" named &&
	{ placed | head -n 4 && printf "1,b\000,3\n"; } >f.csv &&
	for c in map netsim; do exits 1 $c f.csv >out 2>err && grep -q "^$c: f.csv:5: a NUL byte$" err && [ -z "$(rows out)" ] || return 1; done'
t 'files that options name: a folder, nothing there' '
	placed | sed 2d >in.csv && for c in "alloc --policy grap --machine rdragonfly:g=3,a=2,p=2,h=2 --schedule fcfs --speedup" "gen-workload uniform --machine torus:k=4 --matrix" "netsim --machine" "metrics grid --columns" "metrics claims --claims" \
			"map --nodes n[1-4] --dims 2x2 --topology"; do
		for f in . no/such; do
			case $c in *topology) set -- ;; gen-workload*) set -- ;; *) set -- in.csv ;; esac
			$c $f "$@" >out 2>err && { echo "$c"; return 1; }
			[ ! -s out ] && grep -qi "directory" err || { echo "$c $f"; cat err; return 1; }
		done
	done'

# --- standard files that are closed

t 'standard input closed' 'shut() { one "$@" <&-; }; message="cannot read .<stdin>.: Bad file descriptor$" && each "$tables" shut'
t 'standard output closed: exit 1, and said so' '
	shut() { exits 1 "$@" in.csv >&- 2>err && grep -q "^$1: write error: Bad file descriptor$" err || { cat err; return 1; }; } && placed >in.csv && each "$tables" shut'
t 'standard error closed: what fails fails, what works works' '
	shut() { exits 0 "$@" in.csv >out 2>&- && "$@" in.csv >want 2>/dev/null && cmp out want && exits 1 "$@" no-such.csv >none 2>&-; } && placed >in.csv && each "$tables" shut'
t 'a file does not take the place of a standard one that is closed' '
	placed >in.csv && netsim --links want.csv in.csv >table.csv &&
	exits 1 netsim --links links.csv <in.csv >&- 2>err && ! grep -q "^#" links.csv && grep -q "Bad file descriptor" err &&
	netsim --links links.csv --vcs 3 in.csv 2>&- >out.csv && netsim --links quiet.csv --vcs 3 -q in.csv >out.csv && cmp links.csv quiet.csv &&
	exits 1 netsim --links links.csv <in.csv >&- 2>&- && ! grep -q "^#" links.csv'

# --- full disks

if [ -w /dev/full ]; then
	t 'a full disk for standard output' '
		full() { exits 1 "$@" in.csv >/dev/full 2>err && grep -q "^$1: write error: No space left on device$" err || { cat err; return 1; }; } && placed >in.csv && each "$tables" full'
	t 'a full disk for every other file' '
		placed >in.csv && placed | sed "s/,x,/,y,/" | sed 1,3d | cat in.csv - >two.csv && for c in "netsim --links" "netsim --job-links" "netsim --routers" "netsim --latencies" "netsim --stats" "alloc --policy simple --schedule fcfs --fragments" "metrics compare --baseline x --points" \
				"map --algorithm gsearch --machine mesh:k=4x3 --swaps-trace"; do
			case $c in map*) sed "2d; s/alltoall/halo2d/; s/broadcast/halo2d/" in.csv >f.csv ;; *compare*) cp two.csv f.csv ;; *) cp in.csv f.csv ;; esac
			exits 1 $c /dev/full f.csv >out 2>err && grep -qE "^${c%% *}: .*(No space left on device|cannot write)$" err || { echo "$c"; cat err; return 1; }
		done'
else
	skip 'a full disk for standard output' 'no /dev/full here'
	skip 'a full disk for every other file' 'no /dev/full here'
fi
# A disk of 64 KB: what is written before it is full ends with whole rows.
if small=$(mktemp -d) && mount -t tmpfs -o size=64k tmpfs "$small" 2>/dev/null; then
	export small
	t 'a disk that becomes full' '
		{ placed | head -n 3; for i in $(seq 3000); do echo "$i,a,2,0,5,2,alltoall,0-1,x,1e-6,0,5,0-1"; done; } >in.csv && netsim in.csv >want &&
		exits 1 netsim in.csv >$small/out 2>err && grep -q "^netsim: write error: No space left on device$" err && [ "$(stat -c %s $small/out)" -gt 0 ]'
	umount "$small"
else
	skip 'a disk that becomes full' 'no tmpfs may be mounted here'
fi
rmdir "$small"

# --- signals and pipes

# begun: a table of two short cases and one that is not over before the next week
begun() {
	printf '%s\n' '#hopline 1' '#machine dragonfly:g=3,a=2,p=2' case,job,nodes,pattern,bytes,iterations,node_list
	printf '%s,a,12,alltoall,%s,%s,0-11\n' 1 100 1 2 100 1 3 1000000 2000000
}
# told SIGNAL COMMAND...: begins it on in.csv, waits for the header, sends the signal: how it ended
told() {
	local signal=$1 i status=0
	shift
	# a caller that ignores a signal (nohup; a shell's background) hands that down
	perl -e '$SIG{$_} = "DEFAULT" for qw(INT HUP TERM); exec @ARGV' "$@" in.csv >out 2>err &
	for i in $(seq 200); do
		[ ! -s out ] || break
		sleep 0.05
	done
	kill -"$signal" $!
	wait $! || status=$?
	echo $status
}
# begins WHAT WANT: the file WHAT is the beginning of WANT, and ends with a line
begins() { head -c "$(stat -c %s "$1")" "$2" | cmp - "$1" && [ -z "$(tail -c 1 "$1")" ]; }
export -f begun told begins
t 'SIGTERM, SIGHUP, SIGKILL in a long case: ended by the signal, whole rows of the cases before, nothing of it' '
	begun >in.csv && head -n 5 in.csv >short.csv && netsim --no-preamble --links want-links.csv short.csv >want && for signal in TERM:143 HUP:129 KILL:137; do
		got=$(told ${signal%:*} netsim --no-preamble --links links.csv) && [ "$got" = "${signal#*:}" ] || { echo "$signal: $got"; return 1; }
		begins out want && begins links.csv want-links.csv && [ ! -s err ] || return 1
	done'
t 'SIGINT: the same' '
	begun >in.csv && head -n 5 in.csv | netsim --no-preamble >want && got=$(told INT netsim --no-preamble) && [ "$got" = 130 ] && begins out want'
t 'a reader that goes away: ended by SIGPIPE' '
	{ placed | head -n 3; for i in $(seq 5000); do echo "$i,a,2,0,5,2,alltoall,0-1,x,1e-6,0,5,0-1"; done; } >in.csv &&
	for c in "alloc --policy simple" map netsim "gen-workload background --load 0.1" "metrics select --where job=a" "metrics mapping"; do
		{ $c in.csv 2>err; echo $? >status; } | sed 1q >first && [ "$(cat status)" = 141 ] && [ ! -s err ] && [ "$(cat first)" = "#hopline 1" ] || { echo "$c"; cat status err; return 1; }
	done'

# --- far too large

# too_large MACHINE: within ten seconds, one line that says so
too_large() {
	local c got
	printf 'job,nodes,node_list\na,1,0\n' >in.csv
	for c in 'metrics machine' 'alloc --policy simple' map netsim; do
		got=0
		timeout 10 $c --machine "$1" in.csv >out 2>err || got=$?
		{ [ "$got" = 2 ] || [ "$got" = 1 ]; } && [ ! -s out ] && head -n 1 err | grep -qE "^${c%% *}: .*(too large|must be at most|out of memory)" || { echo "$c $1: $got"; cat err; return 1; }
	done
}
export -f too_large
t 'machines that cannot be numbered' '
	for m in dragonfly:g=100000,a=64,p=32 rdragonfly:g=100000,a=24,p=12,h=12 torus:k=30000x30000 mesh:k=2000x2000x2000 expressmesh:k=4096x4096,gap=1 hypercube:n=31 \
			fattree:k=1000 fattree:radix=100000 slimfly:q=1009; do
		too_large $m || return 1
	done'
# That take 40 GB and more.
if [ "$(awk '/^MemTotal:/ { print int($2 / 1000000) }' /proc/meminfo 2>/dev/null || echo 100)" -lt 40 ]; then
	t 'machines that do not fit in memory' '
		for m in dragonfly:g=40000,a=200,p=4,h=200 torus:k=1500x1500x250 mesh:k=30000x25000 expressmesh:k=60000,gap=1 hypercube:n=27 slimfly:q=997; do
			too_large $m || return 1
		done'
else
	skip 'machines that do not fit in memory' 'this computer has 40 GB'
fi
t 'counts that overflow: nodes, tasks, iterations, bytes' '
	head=job,nodes,tasks,pattern,bytes,iterations,node_list && M="--machine torus:k=4,cores=2147483647" &&
	for row in 4,4294967296,alltoall,1,1 4,4294967295,alltoall,1,1 4,4,alltoall,9223372036854775808,1 4,4,alltoall,1000000000000001,1 4,4,alltoall,1,9223372036854775807 \
			4294967296,4,alltoall,1,1 99999999999999999999,4,alltoall,1,1; do
		printf "%s\na,%s,0-3\n" $head $row >in.csv && exits 1 netsim $M in.csv >out 2>err && [ -z "$(rows out)" ] && [ "$(wc -l <err)" = 1 ] && grep -q "^netsim: in.csv:2: [a-z]*: .*must be at most [0-9]*$" err ||
			{ echo $row; cat err; return 1; }
	done &&
	printf "job,nodes\na,4294967295\n" | exits 1 alloc --policy simple --machine torus:k=4 2>err >out && grep -q "^alloc: <stdin>:2: nodes: .4294967295.: job .a. wants 4294967295 nodes, 4 idle$" err'

# --- found by fuzzing (tests/fuzz)

t 'ibnetdiscover: a port whose comment has no quotes' '
	printf "%s\n" "Switch	2 \"S-a\"" "[1]	\"S-b\"[1]	# lid 16 4xQDR" "" "Switch	2 \"S-b\"" "[1]	\"S-a\"[1]" "[2]	\"H-1\"[1]" "" "Ca	1 \"H-1\"" "[1]	\"S-b\"[2]" >l.txt &&
	metrics topology --from ibnetdiscover --nodes n.csv l.txt >out 2>err; status=$?; ! grep -q "runtime error" err && [ $status -le 1 ]'

done_testing
