# sweep-lib.sh -- what the tests of pipelines/sweep share: a study of their own, whose cells
# wait, fail and count themselves as the test wants.
#
# Cells talk through the folder $SIGNS: each adds its n to `runs`; one with act=hold says in
# `at-N` which process it is and waits for `go`, one with act=deaf does so and ignores signals, one with act=leave leaves such a
# process running; one with act=fail fails until there is `mended`.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
sweep=$HOPLINE_ROOT/pipelines/sweep
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin} HOPLINE_STUDIES=$shared_dir/studies SIGNS
unset PARALLEL

mkdir -p "$HOPLINE_STUDIES/squares"
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
until [ -e "$1/go" ]; do [ -d "$1" ] || exit; sleep 0.05; done	# no folder, no test
END
cat >"$HOPLINE_STUDIES/squares/cell" <<'END'
#!/usr/bin/env bash
set -euo pipefail
declare "$@"
echo "$n" >>"$SIGNS/runs"
case $act in
deaf) trap '' TERM HUP INT; echo $$ >"$SIGNS/draft" && mv "$SIGNS/draft" "$SIGNS/at-$n"; until [ -e "$SIGNS/go" ]; do [ -d "$SIGNS" ] || exit; sleep 0.05; done ;;
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
		sleep 0.05
	done
	echo "never: $*"
	return 1
}

# ran N...: whether cells ran so often: these, once each, and no other
ran() { printf '%s\n' "$@" | sort >wanted-runs && sort "$SIGNS/runs" 2>/dev/null | diff wanted-runs -; }

# id_of GRID N: the id of the cell with this n
id_of() { "$HOPLINE_BIN/metrics" grid --columns "$HOPLINE_STUDIES/squares/columns.csv" "$1" | awk -F, -v n="$2" '$5 == n { print $1 }'; }

# undisturbed GRID: the folder of an undisturbed run of it, verified, with what --join writes beside it; run once for all tests of a script
undisturbed() {
	local kept making

	kept=$shared_dir/undisturbed-$(sha256sum <"$1" | cut -c 1-16)
	if [ ! -e "$kept" ]; then
		making=$(mktemp -d -p "$shared_dir" making.XXXXXX) && touch "$making/go" "$making/mended" &&
			SIGNS=$making "$sweep" "$1" "$making/out" 2>"$making/said" && "$sweep" --verify "$1" "$making/out" >&2 &&
			"$sweep" --join "$1" "$making/out" >"$making/joined.csv" && mv "$making" "$kept" || return
	fi
	echo "$kept/out"
}

# same_results GRID OUT: whether all is there and every byte as in an undisturbed run
same_results() {
	local all id

	all=$(undisturbed "$1") && "$sweep" --verify "$1" "$2" && "$sweep" --join "$1" "$2" >disturbed.csv &&
		cmp disturbed.csv "$all/../joined.csv" &&
		for id in $("$HOPLINE_BIN/metrics" grid --columns "$HOPLINE_STUDIES/squares/columns.csv" "$1" | sed '1d; s/,.*//'); do
			cmp "$2/results/$id.csv" "$all/results/$id.csv" || return
		done &&
		! find "$2" -name '.*' -type f | grep .
}

# The tree of processes, from /proc: ps is not everywhere.
stat_of() { sed 's/^.*) //' "/proc/$1/stat" 2>/dev/null; }
parent() { stat_of "$1" | cut -d ' ' -f 2; }

# descendant PID NAME: the process started by PID, or by what it started, with this name
descendant() {
	local dir pid

	for dir in /proc/[0-9]*; do
		pid=${dir#/proc/}
		[ "$(parent "$pid")" = "$1" ] || continue
		if [ "$(cat "$dir/comm")" = "$2" ]; then echo "$pid"; return; fi
		descendant "$pid" "$2"
	done
}

# in_the_background ARGUMENTS OF SWEEP...: starts one, PID in $pid, what it says in `said`.
# A script starts what is in the background deaf to SIGINT, hence env.
in_the_background() {
	env --default-signal=INT "$sweep" "$@" >printed 2>said &
	pid=$!
}
