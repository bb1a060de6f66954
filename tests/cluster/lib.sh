# lib.sh -- hosts, a small study and what the cluster tests ask of them; needs ../lib.sh first.
# shellcheck shell=bash disable=SC2154,SC2046,SC2209
#
# $work is a directory of this test's own.  It is gone at the end, however the end comes, and so
# is every process that host_up or background started.

here=$HOPLINE_ROOT/tests/cluster
PATH=$HOPLINE_ROOT/pipelines:$PATH:/usr/sbin:/sbin
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}
export HOPLINE_STUDIES=$here/studies
work=$(mktemp -d)
export TMPDIR=$work/tmp		# a sweep that is killed leaves its files there
gate=$work/gate
mkdir "$gate" "$TMPDIR" "$work/up" "$work/background"
unset PARALLEL

cluster_stop() {
	local status=$? file
	trap '' INT TERM HUP
	for file in "$work"/background/*; do [ ! -e "$file" ] || kill -KILL "${file##*/}" 2>/dev/null || true; done
	for file in "$work"/up/*; do [ ! -e "$file" ] || host_kill "${file##*/}"; done
	rm -rf "$work" "$shared_dir"
	exit $status
}
trap cluster_stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# skip_all REASON: nothing of this file can be tested here
skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

# needs PROGRAM...
needs() {
	local program
	for program; do
		command -v "$program" >/dev/null || skip_all "no $program here (tools/setup cluster installs it)"
	done
}

# eventually COMMAND...: waits until it succeeds, for a minute at most
eventually() {
	local tries
	for ((tries = 0; tries < 1200; tries++)); do
		if "$@" >/dev/null 2>&1; then return 0; fi
		sleep 0.05
	done
	echo "waited a minute in vain: $*"
	return 1
}

# free_ports N: sets port to the first of N ports that nobody listens on
free_ports() {
	local try address used
	for ((port = 20000 + $$ % 10000; port < 32000; port += $1)); do
		used=''
		for ((try = port; try < port + $1; try++)); do
			for address in 127.0.0.1 127.0.0.2 127.0.0.3; do
				if (: <>"/dev/tcp/$address/$try") 2>/dev/null; then used=yes; fi
			done
		done
		[ -n "$used" ] || return 0
	done
	skip_all "no free port"
}

# fill NAME=VALUE... <TEMPLATE: @NAME@ becomes VALUE
fill() {
	local pair text
	text=$(cat)
	for pair; do text=${text//@${pair%%=*}@/${pair#*=}}; done
	printf '%s\n' "$text"
}

# hosts NAME...: their /etc/hosts, and /etc/passwd and shadow in which this user has an empty home, bash and no lock: what
# somebody's own shell does at its start is no part of the test, and takes its time.
hosts() {
	mkdir -p "$work/etc" "$work/home"
	printf '127.0.0.1 localhost %s\n' "$*" >"$work/etc/hosts"
	{ getent passwd "$(id -un)" && cat /etc/passwd; } |
		awk -F: -v OFS=: -v home="$work/home" -v shell="$BASH" 'NR == 1 { user = $1; $6 = home; $7 = shell; print } $1 != user' >"$work/etc/passwd"
	printf '%s:*:::::::\n' "$(id -un)" >"$work/etc/shadow"
}

# host_up NAME COMMAND...: a host whose daemon is COMMAND; see host
host_up() {
	local name=$1
	"$here/host" "$1" "$work/etc" "${@:2}" </dev/null >>"$work/$1.log" 2>&1 &
	echo $! >"$work/up/$name"
	disown
}

# host_first NAME: the process that is the first one on that host
host_first() { pgrep -P "$(<"$work/up/$1")"; }

# host_processes NAME: the numbers of all its processes
host_processes() {
	local space process
	space=$(readlink "/proc/$(host_first "$1")/ns/pid") || return 1
	for process in /proc/[0-9]*; do
		[ "$(readlink "$process/ns/pid" 2>/dev/null)" != "$space" ] || echo "${process#/proc/}"
	done
}

# gone PID: it has ended, whether or not somebody has taken note
gone() { ! grep -q '^State:.[^ZX]' "/proc/$1/status" 2>/dev/null; }

# host_kill NAME: its power fails
host_kill() {
	local first
	first=$(host_first "$1") || true
	kill -KILL "$(<"$work/up/$1")" 2>/dev/null || true
	rm "$work/up/$1"
	[ -z "$first" ] || eventually gone "$first"
}

# host_freeze NAME, host_thaw NAME: it stops answering; it goes on as if nothing had been
host_freeze() { kill -STOP $(host_processes "$1"); }
host_thaw() { kill -CONT $(host_processes "$1"); }

# hosts_or_skip: what host does is allowed here
hosts_or_skip() {
	hosts probe
	"$here/host" probe "$work/etc" true >"$work/probe.log" 2>&1 ||
		skip_all "namespaces are not allowed here: $(head -n 1 "$work/probe.log")"
}

# background COMMAND...: starts it; sets pid; its output is in $work/output.  A function that starts its last
# command by $exec is that command from then on, so that signals to pid reach it.
background() {
	exec=exec "$@" >"$work/output" 2>&1 &
	pid=$!
	: >"$work/background/$pid"
}

# finished STATUS: the background command ends, and with this status
finished() {
	local got=0
	wait "$pid" || got=$?
	rm -f "$work/background/$pid"
	[ "$got" = "$1" ] || { echo "exit status $got, not $1:"; cat "$work/output"; return 1; }
}

# small_grid CELLS: a grid of the small study
small_grid() {
	echo study,policy,case,gate,simulations,cost
	awk -v cells="$1" -v gate="$gate" 'BEGIN {
		split("simple rdn level-spread", policy, " ")
		for (i = 1; i <= cells; i++) printf "small,%s,%d,%s,1,%d\n", policy[i % 3 + 1], i, gate, cells + 1 - i
	}'
}

# hold CASE: that cell waits at the gate; held CASE: it does, and says on which host
hold() { rm -f "$gate/held.$1" && : >"$gate/hold.$1"; }
held() { cat "$gate/held.$1"; }
release() { rm "$gate/hold.$1"; }

# no_cells: no cell of this test is left running
no_cells() { ! pgrep -f "gate=$gate" >/dev/null; }

# row CASE OUT: the number of the cell, and where it was run
row() { metrics grid --no-preamble --columns "$here/studies/small/columns.csv" "$work/grid.csv" | awk -F, -v c="$1" '$4 == c { print $1 }'; }
ran_on() { cut -d, -f4 "$2/records/$(row "$1")"; }

# same OUT LOCAL: all results of the one are those of the other, byte for byte, and their records are right
same() {
	diff <(cd "$2/results" && sha256sum -- *.csv) <(cd "$1/results" && sha256sum -- *.csv) &&
		sweep --verify "${grid:-$work/grid.csv}" "$1"
}
