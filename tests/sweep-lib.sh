# sweep-lib.sh -- what the tests of pipelines/sweep share: a study of their own, whose cells
# wait, fail and count themselves as the test wants.
#
# Cells talk through the folder $SIGNS: each adds its n to `runs`; one with act=hold says in
# `at-N` which process it is and waits for `go`, one with act=deaf does so and ignores signals, one with act=leave leaves such a
# process running; one with act=fail fails until there is `mended`.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=/dev/null
source "$HOPLINE_ROOT/pipelines/lib/by-hand.sh"
sweep=$HOPLINE_ROOT/pipelines/sweep
export REAL_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin} HOPLINE_BIN=$shared_dir/bin HOPLINE_STUDIES=$shared_dir/studies SIGNS
unset PARALLEL

# Short scripts that call the tools: each sweep reads all of the tools for their sum, and megabytes take it longer than the cells.
mkdir "$HOPLINE_BIN"
for tool in gen-workload alloc map netsim metrics; do
	printf '#!/bin/sh\nexec "$REAL_BIN/%s" "$@"\n' $tool >"$HOPLINE_BIN/$tool"
done
chmod +x "$HOPLINE_BIN"/*

mkdir -p "$HOPLINE_STUDIES/squares"
mkfifo "$HOPLINE_STUDIES/squares/never"		# nobody writes to it: to read from it with a time-out waits without a process
cat >"$HOPLINE_STUDIES/squares/columns.csv" <<'END'
column,values,meaning
study,squares,this folder
series,"[a-z]+",kind of result
n,"[0-9]+",the number to square
act,hold|deaf|leave|fail|empty|bare|,what else happens
note,"[^,]*",anything
simulations,[1-9][0-9]*,how many simulations
cost,[1-9][0-9]*,how long it takes
END
cat >"$HOPLINE_STUDIES/squares/simulate" <<'END'
#!/usr/bin/env bash
echo $$ >"$1/draft-$2" && mv "$1/draft-$2" "$1/at-$2"
until [ -e "$1/go" ]; do [ -d "$1" ] || exit; read -rt 0.05 <>"${0%/*}/never" || :; done	# no folder, no test
END
cat >"$HOPLINE_STUDIES/squares/cell" <<'END'
#!/usr/bin/env bash
set -euo pipefail
declare "$@"
echo "$n" >>"$SIGNS/runs"
case $act in
deaf) trap '' TERM HUP INT; echo $$ >"$SIGNS/draft" && mv "$SIGNS/draft" "$SIGNS/at-$n"; until [ -e "$SIGNS/go" ]; do [ -d "$SIGNS" ] || exit; read -rt 0.05 <>"${0%/*}/never" || :; done ;;
leave) setsid "$(dirname "$0")/simulate" "$SIGNS" "$n" >/dev/null 2>&1 & ;;
hold) "$(dirname "$0")/simulate" "$SIGNS" "$n" | cat ;;
fail) [ -e "$SIGNS/mended" ] || { echo "no square of $n today" >&2; exit 3; } ;;
empty) exit ;;
bare) echo -n "$n"; exit ;;
esac
[ "$series" != wide ] || { echo "n,square,cube"; echo "$n,$((n * n)),$((n * n * n))"; exit; }
echo n,square,note
echo "$n,$((n * n)),$note"
END
chmod +x "$HOPLINE_STUDIES"/squares/{cell,simulate}

# grid [N[:ACT[:NOTE]]]...: a grid with these cells, in series a
grid() {
	local cell n act note

	echo note,study,series,n,act,simulations,cost
	for cell; do
		IFS=: read -r n act note <<<"$cell"
		echo "$note,squares,a,$n,$act,10,$((100 - n))"
	done
}

# signs: a new, empty folder for the cells of this test to write to
signs() { SIGNS=$(mktemp -d -p "$PWD" signs.XXXXXX) && export SIGNS; }

# soon COMMAND...: waits until it succeeds, for a minute at most
soon() {
	local i

	for ((i = 0; i < 1200; i++)); do
		! "$@" || return 0
		read -rt 0.05 <>"$HOPLINE_STUDIES/squares/never"
	done
	echo "never: $*"
	return 1
}

# ran N...: whether cells ran so often: these, once each, and no other
ran() { printf '%s\n' "$@" | sort >wanted-runs && sort "$SIGNS/runs" 2>/dev/null | diff wanted-runs -; }

# id_of GRID N: the id of the cell with this n
id_of() { "$HOPLINE_BIN/metrics" grid --columns "$HOPLINE_STUDIES/squares/columns.csv" "$1" | awk -F, -v n="$2" '$5 == n { print $1 }'; }

# said TEXT FILE: the text stands in the file
said() { [[ $(<"$2") == *"$1"* ]]; }

# undisturbed GRID: the folder of an undisturbed run of it; run once for all tests of a script
undisturbed() {
	local kept making sum

	sum=$(sha256sum <"$1") kept=$shared_dir/undisturbed-${sum%% *}
	if [ ! -e "$kept" ]; then
		making=$(mktemp -d -p "$shared_dir" making.XXXXXX) && touch "$making/go" "$making/mended" &&
			SIGNS=$making "$sweep" "$1" "$making/out" 2>"$making/said" && mv "$making" "$kept" || return
	fi
	echo "$kept/out"
}

# expected GRID: the file with the sums of what its cells write by hand, undisturbed; made once for all tests of a script
expected() {
	local sum kept making row arguments

	sum=$(sha256sum <"$1") kept=$shared_dir/expected-${sum%% *}
	if [ ! -e "$kept" ]; then
		making=$(mktemp -d -p "$shared_dir" making.XXXXXX) && mkdir "$making/results" && touch "$making/go" "$making/mended" &&
			"$HOPLINE_BIN/metrics" grid --columns "$HOPLINE_STUDIES/squares/columns.csv" "$1" >"$making/grid" || return
		while IFS= read -r row; do
			arrange "$making/grid" "$row"
			SIGNS=$making "$HOPLINE_STUDIES/squares/cell" "${arguments[@]}" >"$making/results/${row%%,*}.csv" || return
		done < <(sed 1d "$making/grid")
		(cd "$making/results" && sha256sum -- *) >"$making/sums" && mv "$making/sums" "$kept" || return
	fi
	echo "$kept"
}

# same_results GRID OUT: whether all is there and every byte as in an undisturbed run
same_results() {
	local sums

	sums=$(expected "$1") && "$sweep" --verify "$1" "$2" && (cd "$2/results" && sha256sum -c --quiet "$sums") &&
		[ -z "$(find "$2" -name '.*' -type f)" ]
}

# The tree of processes, from /proc: ps is not everywhere.
# of_process PID: its name and what started it, into $name and $parent
of_process() {
	local line

	{ read -r line <"/proc/$1/stat"; } 2>/dev/null || return
	name=${line#*\(} name=${name%)*}
	read -r _ parent _ <<<"${line##*) }"
}
parent() {
	local name parent

	of_process "$1" && echo "$parent"
}

# descendant PID NAME: the process started by PID, or by what it started, with this name
descendant() {
	local dir pid name parent
	local -A started_by=() named=()

	for dir in /proc/[0-9]*; do
		pid=${dir#/proc/}
		of_process "$pid" || continue
		started_by[$pid]=$parent
		[ "$name" != "$2" ] || named[$pid]=yes
	done
	for pid in "${!named[@]}"; do
		for ((parent = started_by[$pid]; parent; parent = ${started_by[$parent]-0})); do
			[ "$parent" != "$1" ] || { echo "$pid"; return; }
		done
	done
}

# in_the_background ARGUMENTS OF SWEEP...: starts one, PID in $pid, what it says in `said`.
# A script starts what is in the background deaf to SIGINT, hence env.
in_the_background() {
	env --default-signal=INT "$sweep" "$@" >printed 2>said &
	pid=$!
}
