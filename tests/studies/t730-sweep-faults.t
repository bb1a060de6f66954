#!/usr/bin/env bash
# sweep when things go wrong: killed at any point, a full disk, spoiled results, two at once,
# a grid that changes.  After each, the same command again ends with the undisturbed bytes.
#
# Cells that wait for a sign make "in the middle" certain.
source "$(dirname "$0")/../sweep-lib.sh"

# three cells of which the second and the third wait
grid 1 2:hold 3:hold 4 >"$shared_dir/grid.csv"
g=$shared_dir/grid.csv
there() { [ -e "$1" ]; }
gone() { ! kill -0 "$1" 2>/dev/null; }
runner() { parent "$(parent "$(cat "$SIGNS/at-$1")")"; }	# the run-cell of the cell with this n
# in_the_middle: starts a sweep in the background, with PID $pid, and waits until one cell
# has ended and two are under way
in_the_middle() {
	signs
	in_the_background "$g" out -j2
	soon there "$SIGNS/at-2" && soon there "$SIGNS/at-3"
}

for signal in INT TERM; do
	t "SIG$signal ends the sweep and its cells at once; the manifest says how far it is" '
		in_the_middle && kill -'$signal' $pid && soon gone $pid && { status=0; wait $pid || status=$?; } &&
		test "$status" = $((128 + $(kill -l '$signal'))) && grep -q "stopped by SIG'$signal'" said &&
		soon gone "$(cat "$SIGNS/at-2")" && soon gone "$(cat "$SIGNS/at-3")" &&
		grep -q "^done: 1$" out/MANIFEST && grep -q "^to do: 3$" out/MANIFEST &&
		! find out -name ".*" -type f | grep . && test "$(ls out/results)" = "$(id_of "$g" 1).csv" &&
		touch "$SIGNS/go" && "$sweep" --no-wait "$g" out -j2 && ran 1 2 2 3 3 4 && same_results "$g" out'
done

t 'SIGKILL of the sweep: what it started goes on, and the next sweep waits for that' '
	in_the_middle && kill -KILL $pid && { wait $pid || true; } &&
	exits 75 "$sweep" --no-wait "$g" out -j2 2>refused && grep -q "in use by $HOSTNAME, process $pid, since .*, which is gone; what it started still runs: .* run-cell" refused &&
	"$sweep" --status "$g" out | grep -q "^running: $HOSTNAME, process $pid," &&
	{ "$sweep" "$g" out -j2 >printed-next 2>said-next & next=$!; } &&
	soon said "; waiting" said-next && touch "$SIGNS/go" && wait $next &&
	test "$(grep -c waiting said-next)" = 1 && ran 1 2 3 4 && same_results "$g" out'

t 'SIGKILL of parallel: cells that run end well, and the next sweep waits for them' '
	in_the_middle && kill -KILL "$(descendant $pid parallel)" && exits 137 wait $pid &&
	grep -q "parallel was ended by SIGKILL" said && exits 75 "$sweep" --no-wait "$g" out -j2 2>refused &&
	grep -q "in use by $HOSTNAME, process $pid, since .*, ended, which has ended; what it started still runs: .* run-cell" refused &&
	{ "$sweep" "$g" out -j2 >printed-next 2>said-next & next=$!; } &&
	soon said "; waiting" said-next && touch "$SIGNS/go" && wait $next &&
	ran 1 2 3 4 && same_results "$g" out'

t 'SIGKILL of a simulation: its cell has failed, the others are done' '
	in_the_middle && kill -KILL "$(cat "$SIGNS/at-2")" && touch "$SIGNS/go" && exits 1 wait $pid &&
	grep -q "cell $(id_of "$g" 2) failed" said && grep -q "exit status 137" said && grep -q "3 cells, 30 simulations .*; 1 failed" said &&
	"$sweep" "$g" out -j2 && ran 1 2 2 3 4 && same_results "$g" out'

t 'SIGKILL of what runs a cell: reported, and what it left is removed by the next sweep' '
	in_the_middle && runner=$(runner 2) && kill -KILL $runner &&
	touch "$SIGNS/go" && exits 1 wait $pid && grep -q "cell $(id_of "$g" 2) failed:" said && grep -q "^killed by SIGKILL after" said &&
	find out/results -name ".*" | grep -q . && "$sweep" "$g" out -j2 && ran 1 2 2 3 4 && same_results "$g" out'

t 'SIGKILL of everything at once: the next sweep says whose lock it finds, and goes on' '
	in_the_middle && kill -KILL $pid "$(descendant $pid parallel)" $(runner 2) $(runner 3) "$(cat "$SIGNS/at-2")" "$(cat "$SIGNS/at-3")" && { wait $pid || true; } &&
	touch "$SIGNS/go" && "$sweep" --no-wait "$g" out -j2 2>next && grep -q "$HOSTNAME, process $pid, since .*, is gone without having ended; going on" next &&
	"$sweep" --no-wait "$g" out 2>next && ! grep -q gone next && same_results "$g" out'

t 'a cell that takes longer than --timeout has failed, with its command' '
	signs && grid 1 2:hold >h.csv && exits 1 "$sweep" h.csv out -j2 --timeout 5 2>said && id=$(id_of h.csv 2) &&
	grep -q "^sweep: cell $id failed:$" said && grep -q "^ended by SIGTERM, as --timeout does it, after [0-9.]* s$" said && grep -q "1 cell, .*; 1 failed$" said &&
	soon gone "$(cat "$SIGNS/at-2")" && ! find out -name ".*" -type f | grep . && grep -qx "failed: 1" out/MANIFEST &&
	"$sweep" --status h.csv out | grep -qx "failed 1" && sed -n 1p out/failed/$id >again && touch "$SIGNS/go" && test "$(bash again)" = "$(printf "n,square,note\n2,4,")" &&
	"$sweep" h.csv out --timeout 60 && ! ls out/failed | grep . && same_results h.csv out'

t 'a cell that is deaf to signals is ended all the same, after --timeout and when the sweep is stopped, and OUT is free' '
	signs && grid 1 2:deaf >h.csv && exits 1 "$sweep" h.csv out -j2 --timeout 5 2>said && grep -q "^sweep: cell $(id_of h.csv 2) failed:$" said &&
	soon gone "$(cat "$SIGNS/at-2")" && "$sweep" --status h.csv out | grep -qx "running: no" && rm "$SIGNS/at-2" &&
	in_the_background h.csv out && soon there "$SIGNS/at-2" && kill -TERM $pid && exits 143 wait $pid && soon gone "$(cat "$SIGNS/at-2")" &&
	"$sweep" --status h.csv out | grep -qx "running: no" && ! find out -name ".*" -type f | grep . &&
	touch "$SIGNS/go" && "$sweep" --no-wait h.csv out && same_results h.csv out'

t 'what a cell leaves running does not keep OUT in use' '
	signs && grid 1:leave 2 >h.csv && "$sweep" h.csv out && soon there "$SIGNS/at-1" && ! gone "$(cat "$SIGNS/at-1")" &&
	"$sweep" --status h.csv out | grep -qx "running: no" && "$sweep" --no-wait h.csv out 2>said && grep -q "nothing to do" said && touch "$SIGNS/go"'

# A disk of a few pages, in a mount namespace of its own.
on_a_small_disk() {
	mount -t tmpfs -o size=128k,nr_inodes=200 none out || exit
	fill() { cat /dev/zero >out/ballast 2>/dev/null; }
	eval "$1"
}
if unshare -rm sh -c 'mount -t tmpfs -o size=128k,nr_inodes=200 none /mnt' 2>/dev/null; then
	export -f on_a_small_disk in_the_middle in_the_background signs soon there exits parent of_process
	export sweep g
	t 'a disk that fills in the middle: cells fail and say so, what is there is whole' '
		mkdir out && unshare -rm bash -c "on_a_small_disk \"
			in_the_middle && fill; touch \\\$SIGNS/go && exits 3 wait \\\$pid &&
			exits 1 \\\$sweep --verify \\\$g out 2>verified && rm out/ballast && \\\$sweep \\\$g out && cp -a out kept\"" &&
		grep -q "No space left on device" said && test "$(grep -c "cell .* failed" said)" = 3 && test "$(grep -c missing verified)" = 3 &&
		same_results "$g" kept'
	t 'a disk that was full from the start: nothing is run' '
		mkdir out && signs && touch "$SIGNS/go" && unshare -rm bash -c "on_a_small_disk \"
			fill; exits 1 \\\$sweep \\\$g out 2>said && rm out/ballast && \\\$sweep \\\$g out && cp -a out kept\"" &&
		grep -q "No space left on device" said && ran 1 2 3 4 && same_results "$g" kept'
else
	skip 'a disk that fills in the middle' 'a file system cannot be mounted here'
	skip 'a disk that was full from the start' 'a file system cannot be mounted here'
fi

# spoiled "N SAYS: COMMAND"...: of a sweep that is done these cells are spoiled, by a command on $file, the result, and $record; --verify
# says so of each, --join refuses, and the sweep mends them
spoiled() {
	local way id ids=() results

	signs && touch "$SIGNS/go" && cp -a "$(undisturbed "$g")" out || return
	for way; do
		id=$(id_of "$g" "${way%% *}") file=out/results/$id.csv record=out/records/$id ids+=("$id")
		eval "${way#*: }" && way=${way%%: *} && echo "results/$id.csv: ${way#* }" || return
	done >wanted
	echo "sweep: $# of 4 results are not as they should be" >>wanted
	exits 1 "$sweep" --verify "$g" out 2>verified && diff wanted verified && exits 1 "$sweep" --join "$g" out >joined 2>refused && test ! -s joined &&
		"$sweep" "$g" out 2>said && ran "${@%% *}" && same_results "$g" out && results=(out/results/*) && [ ${#results[@]} = 4 ] &&
		for id in "${ids[@]}"; do grep -q "results/$id.csv .*set aside" said && test -e "out/rejected/$id.csv" || echo "$id"; done >lost
}
t 'results cut, emptied, overwritten, with one byte changed: set aside and made again' '
	spoiled "1 is not what its record says: truncate -s -2 \$file" "2 is not what its record says: : >\$file" \
		"3 is not what its record says: cp out/results/$(id_of "$g" 4).csv \$file" "4 is not what its record says: sed -i s/16/17/ \$file" && test ! -s lost'
t 'a record deleted, one cut, a result deleted, which leaves nothing to set aside' '
	spoiled "1 has no record: rm \$record" "2 has no record: truncate -s 30 \$record" "4 missing: rm \$file" && is "$(cat lost)" "$(id_of "$g" 4)"'
t 'a result spoiled twice: both are kept for a look' '
	spoiled "4 is not what its record says: truncate -s -2 \$file" && signs && echo x >out/results/$(id_of "$g" 4).csv && "$sweep" "$g" out && test "$(ls out/rejected | wc -l)" = 2 && same_results "$g" out'

t 'two sweeps at once: the second waits, and each cell runs once' '
	in_the_middle && { "$sweep" "$g" out -j2 >printed-next 2>said-next & next=$!; } && soon said "; waiting" said-next &&
	touch "$SIGNS/go" && wait $pid && wait $next && grep -q "nothing to do: 4 cells done" said-next &&
	ran 1 2 3 4 && same_results "$g" out'

t 'two sweeps at once of different grids with cells in common' '
	grid 3:hold 5 1 >other.csv && in_the_middle && { "$sweep" other.csv out -j2 >printed-next 2>said-next & next=$!; } &&
	soon said "; waiting" said-next && touch "$SIGNS/go" && wait $pid && wait $next &&
	ran 1 2 3 4 5 && same_results "$g" out && same_results other.csv out'

t 'a grid that gained, lost and reordered rows: only what is new runs, and nothing is lost' '
	signs && touch "$SIGNS/go" && "$sweep" "$g" out -j2 && rm "$SIGNS/runs" &&
	grid 5 4 3:hold 1 >other.csv && "$sweep" other.csv out && ran 5 && same_results other.csv out &&
	"$sweep" "$g" out 2>said && grep -q "nothing to do" said &&
	ran 5 && test "$(ls out/results | wc -l)" = 5 && same_results "$g" out'

t 'no GNU parallel: said at once, and nothing is made' '
	mkdir few && for program in bash dirname realpath readlink; do ln -s "$(command -v $program)" few || exit 1; done &&
	PATH=$PWD/few exits 1 "$(command -v bash)" "$sweep" "$g" out 2>refused && grep -q "^sweep: there is no GNU parallel here (Debian: parallel)$" refused &&
	! test -e out'

done_testing
