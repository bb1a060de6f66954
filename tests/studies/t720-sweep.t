#!/usr/bin/env bash
# sweep: what runs, what is kept, what is said; parts, other programs, refused grids.
source "$(dirname "$0")/../sweep-lib.sh"
there() { [ -e "$1" ]; }

# a sweep that is done, which the tests only read
SIGNS=$shared_dir/signs && mkdir "$SIGNS"
grid 3 1 2 >"$shared_dir/grid.csv"
g=$shared_dir/grid.csv done_dir=$shared_dir/done
"$sweep" "$g" "$done_dir" -j2 2>"$shared_dir/said"

t 'each cell runs once, and the last line says so' '
	sort "$SIGNS/runs" | cmp - <(seq 3) && test "$(ls "$done_dir/results" | wc -l)" = 3 &&
	test "$(wc -l <"$shared_dir/said")" = 1 && grep -q "^sweep: 3 cells, 30 simulations in [0-9]* s ([0-9.]*/s); 0 failed$" "$shared_dir/said"'

t 'what is done is not done again' '
	signs && "$sweep" "$g" "$done_dir" 2>err && grep -qx "sweep: nothing to do: 3 cells done" err && test ! -e "$SIGNS/runs"'

t 'a result is what the cell wrote, and its record tells its sum, size, host, times and programs' '
	id=$(id_of "$g" 2) && printf "n,square,note\n2,4,\n" | cmp - "$done_dir/results/$id.csv" &&
	IFS=, read -r name sum bytes host start wall cpu programs <"$done_dir/records/$id" &&
	test "$name,$sum,$bytes,$host" = "$id,$(sha256sum <"$done_dir/results/$id.csv" | cut -c 1-64),19,$HOSTNAME" &&
	awk -v start="$start" -v wall="$wall" -v cpu="$cpu" "BEGIN { exit !(start > 1e9 && wall > 0 && cpu >= 0 && wall < 60) }" &&
	[[ $programs =~ ^[0-9a-f]{16}$ ]]'

t 'the manifest: counts, host, programs; its sums are those of the grid and of all results' '
	m=$done_dir/MANIFEST && grep -qx "study: squares" $m && grep -q "^host: $HOSTNAME, .*, [0-9]* cores$" $m && grep -qx "cells: 3" $m &&
	grep -qx "simulations: 30 of 30" $m && grep -qx "done: 3" $m && grep -qx "failed: 0" $m && grep -qx "to do: 0" $m &&
	grep -q "^version: netsim [0-9]" $m && grep -q "^parallel: 20" $m &&
	grep -qx "programs: $(cut -d , -f 8 "$done_dir/records/$(id_of "$g" 1)")" $m &&
	grep -v ": " $m >sums && test "$(wc -l <sums)" = 4 && (cd "$done_dir" && sha256sum -c --quiet) <sums'

t 'the grid is kept in its normal form under its sum; the joblog has all runs' '
	"$HOPLINE_BIN/metrics" grid --columns "$HOPLINE_STUDIES/squares/columns.csv" "$g" >normal.csv &&
	cmp normal.csv "$done_dir/grids/$(sha256sum <normal.csv | cut -c 1-16).csv" && test "$(wc -l <"$done_dir/joblog")" = 4'

t '--join: one header, the order of the grid' '
	"$sweep" --join "$g" "$done_dir" >got && printf "n,square,note\n3,9,\n1,1,\n2,4,\n" | cmp - got'

t '--join COLUMN=VALUE: the cells with these columns' '
	"$sweep" --join "$g" "$done_dir" n=1 series=a >got && printf "n,square,note\n1,1,\n" | cmp - got &&
	exits 1 "$sweep" --join "$g" "$done_dir" n=1 series=b >got 2>err && test ! -s got && grep -q "no results" err &&
	exits 2 "$sweep" --join "$g" "$done_dir" m=1 2>err && grep -q "m" err && exits 2 "$sweep" --join "$g" "$done_dir" m 2>err'

t '--join refuses what is not whole, unless --partial' '
	grid 3 5 1 >more.csv && exits 1 "$sweep" --join more.csv "$done_dir" >got 2>err && test ! -s got && grep -q "1 result missing" err &&
	"$sweep" --partial --join more.csv "$done_dir" >got && printf "n,square,note\n3,9,\n1,1,\n" | cmp - got'

t 'results with different columns are not joined; within a series --verify finds them' '
	grid 1 2 >g.csv && sed "s/,a,2,/,wide,2,/" g.csv >two.csv && "$sweep" two.csv out && "$sweep" --verify two.csv out &&
	exits 1 "$sweep" --join two.csv out 2>err && grep -q "different columns" err &&
	"$sweep" --join two.csv out series=wide >got && printf "n,square,cube\n2,4,8\n" | cmp - got &&
	printf "n,square,cube\n1,1,1\n" >odd.csv && "$sweep" g.csv other && id=$(id_of g.csv 1) && cp odd.csv other/results/$id.csv &&
	sed -i "s/,[0-9a-f]*,/,$(sha256sum <odd.csv | cut -c 1-64),/" other/records/$id &&
	exits 1 "$sweep" --verify g.csv other 2>err && grep -q "other columns than the first" err'

t '--join by a cell with any character' '
	note="a\\n%2B\$(id)'"'"';*" && grid "1:leave:$note" 2 >g.csv && sed -i "s/leave//" g.csv && "$sweep" g.csv out 2>err && "$sweep" --join g.csv out "note=$note" >got && printf "n,square,note\n1,1,%s\n" "$note" | cmp - got'
t 'after the first cell it says how long the others will take, once, and not for a moment' '
	progress=$HOPLINE_ROOT/pipelines/lib/progress && seq -f "%.0f 1 1000" 100 >cells && sed "s/$/ none -/" cells >states && mkdir results && touch results/.2.x &&
	(sleep 1 && echo done 1 && sleep 1.2 && echo done 2 && sleep 0.5) | "$progress" cells cells states results 2>err && grep -qx "sweep: 1 of 100 cells after [0-9]* s; the others: about [0-9 mins]*" err && test "$(wc -l <err)" = 1 &&
	(echo done 1 && sleep 1.2 && echo done 2) | "$progress" cells <(head -n 2 cells) states results 2>err && test ! -s err'
t '--verify of what is right' 'test "$("$sweep" --verify "$g" "$done_dir")" = "3 results as recorded"'
t '--verify of what is not there' '
	exits 1 "$sweep" --verify "$g" out 2>err && test "$(grep -c "results/[0-9a-f]*.csv: missing" err)" = 3 && test ! -e out'

t '--status: done, failed, to do; whether it runs' '
	"$sweep" --status "$g" "$done_dir" >got && printf "done 3 of 3 cells (30 of 30 simulations)\nfailed 0\nto do 0\nrunning: no\n" | cmp - <(sed -n 1,4p got) &&
	grep -q "^time [0-9]* s, processor time [0-9]* s" got &&
	"$sweep" --status "$g" nowhere >got && printf "done 0 of 3 cells (0 of 30 simulations)\nfailed 0\nto do 3\nrunning: no\n" | cmp - <(sed -n 1,4p got) && test ! -e nowhere'

t 'a failing cell: the others go on; its command, status and error output are told; it can be repeated by hand' '
	signs && grid 1 2:fail 3:fail 4 >g.csv && exits 2 "$sweep" g.csv out -j2 2>err && ran 1 2 3 4 &&
	grep -q "^sweep: cell $(id_of g.csv 2) failed:" err && grep -q "exit status 3 on $HOSTNAME" err && grep -qx "no square of 2 today" err &&
	grep -q "2 cells, 20 simulations .*; 2 failed$" err && "$sweep" --status g.csv out >got &&
	printf "done 2 of 4 cells (20 of 40 simulations)\nfailed 2\nto do 0\n" | cmp - <(sed -n 1,3p got) &&
	sed -n 1p out/failed/$(id_of g.csv 3) >again && exits 3 bash again 2>err && grep -qx "no square of 3 today" err &&
	touch "$SIGNS/mended" && test "$(bash again)" = "$(printf "n,square,note\n3,9,")" &&
	rm "$SIGNS/runs" && "$sweep" g.csv out && ran 2 3 && ! ls out/failed | grep . && same_results g.csv out'

t 'more than a hundred failures are 101' '
	signs && grid $(seq -f %.0f:fail 102) | sed "s/,[-0-9]*$/,1/; 1s/.*/note,study,series,n,act,simulations,cost/" >g.csv &&
	exits 101 "$sweep" g.csv out -j4 2>err && grep -q "102 failed" err'

t 'a result that is no table is a failure' '
	grid 1:empty 2:bare 3 >g.csv && exits 2 "$sweep" g.csv out 2>err && test "$(grep -c "not a table with a header line" err)" = 2 &&
	test "$(ls -A out/results)" = "$(id_of g.csv 3).csv"'

t 'parts are disjoint, complete, and every m-th cell' '
	signs && grid 1 2 3 4 5 6 7 >g.csv && "$sweep" --part 2/3 g.csv out && ran 2 5 && rm "$SIGNS/runs" && "$sweep" --part=1/3 g.csv out && ran 1 4 7 &&
	grep -qx "done: 5" out/MANIFEST && rm "$SIGNS/runs" && "$sweep" --part 3/3 g.csv out && ran 3 6 && grep -qx "done: 7" out/MANIFEST &&
	"$sweep" --part 9/9 g.csv out 2>err && grep -q "nothing to do: 0 cells" err && same_results g.csv out'

t 'parts of the same m run side by side; all else waits' '
	signs && grid 1:hold 2 3 4 >g.csv && { "$sweep" --part 1/2 g.csv out >printed 2>said & first=$!; } && soon there "$SIGNS/at-1" &&
	"$sweep" --no-wait --part 2/2 g.csv out && exits 75 "$sweep" --no-wait --part 1/2 g.csv out 2>err && grep -q "process $first, since .*, part 1/2" err &&
	exits 75 "$sweep" --no-wait --part 2/3 g.csv out 2>err && exits 75 "$sweep" --no-wait g.csv out 2>err && grep -q "is in use by" err &&
	"$sweep" --status g.csv out | grep -q "^running: $HOSTNAME" && touch "$SIGNS/go" && wait $first && "$sweep" --no-wait --part 2/3 g.csv out && ran 1 2 3 4'

t '--dry-run prints the commands and changes nothing' '
	signs && "$sweep" "$g" out --dry-run >plan && test "$(wc -l <plan)" = 3 && test "$(grep -c "lib/run-cell.*/out/runs/.*$(id_of "$g" 1),," plan)" = 1 && test ! -e out &&
	cp -a "$done_dir" out && echo >>out/results/$(id_of "$g" 1).csv && find out | sort >before && "$sweep" "$g" out --dry-run >plan && test "$(wc -l <plan)" = 1 &&
	find out | sort | cmp - before && test ! -e "$SIGNS/runs"'

t 'options after OUT go to parallel, and so do those in $PARALLEL' '
	signs && grid 1:fail >g.csv && exits 1 "$sweep" g.csv out --retries 3 2>err && ran 1 1 1 && rm "$SIGNS/runs" &&
	{ PARALLEL="--retries 2" exits 1 "$sweep" g.csv out 2>err; } && ran 1 1 && exits 255 "$sweep" g.csv out --no-such-option 2>err && grep -q "no-such-option" err &&
	grid 2 3 >h.csv && "$sweep" h.csv out -j 1 --nice=1 --delay 0 --tagstring x --retries=1 && "$sweep" --verify h.csv out'

t 'a word after OUT that is no option is refused, as parallel would run it' '
	signs && for words in "series=tables" "n=1 --bar" "--bar n=1" "-j 2 n=1" "-j2 touch" "--dry-run touch no" "-- touch no" "::: no" ":::: no" "-" "--timeout 9 touch no" "-k touch no"; do
		exits 2 "$sweep" "$g" out $words 2>err && grep -q "^sweep: .* after OUT is no option of GNU parallel.*--join" err && test ! -e out && test ! -e no || { echo "$words"; cat err; exit 1; }
	done && test ! -e "$SIGNS/runs" &&
	for words in --status --verify --join --partial --renew --no-wait "--part 1/2" --part=1/2; do
		exits 2 "$sweep" "$g" out $words 2>err && grep -q "^sweep: .${words% *}.: this option comes before GRID" err && test ! -e out &&
		exits 2 "$sweep" "$g" $words 2>err && test ! -e out && ! ls -d -- -* || { echo "$words"; cat err; exit 1; }
	done && exits 2 "$sweep" "$g" --status 2>err && grep -q "^sweep: .--status. is in the place of OUT" err && mkdir -- -o && "$sweep" "$g" ./-o && test -e ./-o/MANIFEST'

t 'a line break in a name is refused before anything runs' '
	signs && n="
touch no
" && cp "$g" "a${n}b.csv" && exits 2 "$sweep" "$g" "out$n" 2>err && grep -q "line break in a name" err && exits 2 "$sweep" "a${n}b.csv" out 2>err && grep -q "line break in a name" err &&
	mkdir "bin$n" "studies$n" "tmp$n" && cp "$HOPLINE_BIN"/* "bin$n" && cp -r "$HOPLINE_STUDIES"/* "studies$n" &&
	HOPLINE_BIN="$PWD/bin$n/." exits 2 "$sweep" "$g" out 2>err && grep -q "line break in a name" err && HOPLINE_STUDIES="$PWD/studies$n/." exits 2 "$sweep" "$g" out 2>err &&
	grep -q "line break in a name" err && TMPDIR="$PWD/tmp$n/." exits 2 "$sweep" "$g" out 2>err && grep -q "line break in a name" err &&
	test ! -e "$SIGNS/runs" && test ! -e out && test ! -e no'

t 'a grid with a UTF-8 mark and CRLF, one whose name looks like an assignment, and a TMPDIR with a backslash, a quote and a relative one' '
	signs && awk -F, -v OFS=, "{ t = \$1; \$1 = \$2; \$2 = t; print }" "$g" >plain.csv && sed "1s/^study/\xef\xbb\xbf&/; s/\$/\r/" plain.csv >marked.csv && ! cmp -s plain.csv marked.csv &&
	"$sweep" marked.csv out && "$sweep" --verify plain.csv out && cp "$g" n=1.csv && timeout 60 "$sweep" n=1.csv out </dev/null 2>err && grep -q "nothing to do" err &&
	rm "$SIGNS/runs" && dir="a\\tb\\n=it'\''s" && mkdir "$dir" && export TMPDIR="$dir" && "$sweep" "$g" "out-$dir" -j2 && ran 1 2 3 &&
	"$sweep" --verify "$g" "out-$dir" && "$sweep" --join "$g" "out-$dir" >got && test "$(wc -l <got)" = 4 && "$sweep" --status "$g" "out-$dir" | grep -qx "done 3 of 3 cells (30 of 30 simulations)" &&
	! ls "$dir" | grep .'

t 'odd names and values' '
	dir="a b'\''\"\$(touch no)*{}" && mkdir "$dir" && values="1::x y 2::it'\''s 3::\$(touch_no) 4::a\\\\nb 5::*" &&
	grid 1 "2::it'\''s" "3::\$(touch no)" "4::a\\\\nb" "5::{#}" "6:: *" >"$dir/my grid.csv" &&
	"$sweep" "$dir/my grid.csv" "$dir/my out" -j2 && "$sweep" --verify "$dir/my grid.csv" "$dir/my out" && ! find . -name no | grep . &&
	"$sweep" --join "$dir/my grid.csv" "$dir/my out" | cut -d , -f 3 | cmp - <(cut -d , -f 1 "$dir/my grid.csv") &&
	cp -r "$HOPLINE_STUDIES" "$dir/studies" && HOPLINE_STUDIES="$dir/studies" "$sweep" "$dir/my grid.csv" "$dir/second"'

t 'the grid may come through a pipe; the order of its columns does not matter' '
	signs && "$sweep" <(cat "$g") "$done_dir" && awk -F, -v OFS=, "{ print \$7, \$6, \$5, \$4, \$3, \$2, \$1 }" "$g" >turned.csv &&
	"$sweep" turned.csv "$done_dir" 2>err && grep -q "nothing to do" err && test ! -e "$SIGNS/runs"'

refused() {	# GRID WHAT IT SAYS
	exits 2 "$sweep" "$1" out 2>err && grep -q "$2" err && test ! -e out
}
t 'a grid that is not right is refused before anything runs' '
	signs && sed "1s/\$/,colour/; 2,\$s/\$/,red/" "$g" >bad.csv && refused bad.csv colour &&
	cut -d , -f 1-4,6- "$g" >bad.csv && refused bad.csv act && { cat "$g"; tail -n 1 "$g"; } >bad.csv && refused bad.csv "bad.csv:5" &&
	sed "s/,2,,/,two,,/" "$g" >bad.csv && refused bad.csv "bad.csv:4: n: .two." &&
	sed "1s/study/studies/" "$g" >bad.csv && refused bad.csv "no column .study." && sed "2s/squares/circles/" "$g" >bad.csv && refused bad.csv "more than one study" &&
	sed "s/squares/circles/" "$g" >bad.csv && refused bad.csv "circles.: no columns.csv and cell" && sed "s/squares/..\/squares/" "$g" >bad.csv && refused bad.csv "not the name of a folder" &&
	refused missing.csv "cannot read grid .missing.csv." && test ! -e "$SIGNS/runs"'

t 'a command line that is not right' '
	for line in "" "$g" "--part 0/2 $g out" "--part 3/2 $g out" "--part x $g out" "--colour $g out" "-j2 $g out" "--status --verify $g out" "--status $g out -j2" \
		"--partial $g out" "--renew --join $g out" "--part 1/2 --status $g out"; do
		exits 2 "$sweep" $line 2>err && grep -q "^sweep: " err && test ! -e out || { echo "$line"; exit 1; }
	done; "$sweep" --help | grep -q "^Usage: sweep"'

t 'results of other programs are refused; --renew runs them again' '
	signs && cp -r "$HOPLINE_STUDIES" studies && export HOPLINE_STUDIES=$PWD/studies && grid 1 2 >g.csv && "$sweep" g.csv out && rm "$SIGNS/runs" &&
	echo "# mended" >>studies/squares/cell && grid 1 2 3 >more.csv && exits 1 "$sweep" more.csv out 2>err && grep -q "^sweep: 2 results .*--renew" err && test ! -e "$SIGNS/runs" &&
	"$sweep" --renew more.csv out && ran 1 2 3 && "$sweep" more.csv out 2>err && grep -q "nothing to do" err && "$sweep" --verify more.csv out &&
	mkdir bin && cp "$HOPLINE_BIN"/* bin && echo >>bin/netsim && HOPLINE_BIN=$PWD/bin exits 1 "$sweep" more.csv out 2>err && grep -q "^sweep: 3 results" err'

t 'what a cell says that it uses belongs to its programs; without a word, the *.sh do' '
	cp -r "$HOPLINE_STUDIES" studies && export HOPLINE_STUDIES=$PWD/studies && s=studies/squares && echo >$s/a.sh && echo >$s/b.csv && "$sweep" "$g" out &&
	echo >>$s/b.csv && "$sweep" "$g" out && echo >>$s/a.sh && exits 1 "$sweep" "$g" out &&
	sed -i "1a # uses: simulate b.csv" $s/cell && "$sweep" --renew "$g" out && echo >>$s/a.sh && "$sweep" "$g" out && echo >>$s/b.csv && exits 1 "$sweep" "$g" out'

t 'a program that is replaced in the middle fails the cells that it may have made' '
	signs && mkdir bin && cp "$HOPLINE_BIN"/* bin && grid 1 2:hold 3 >g.csv && { HOPLINE_BIN=$PWD/bin "$sweep" g.csv out -j1 >printed 2>said & pid=$!; } &&
	soon there "$SIGNS/at-2" && cp bin/netsim new && mv new bin/netsim && touch "$SIGNS/go" && exits 2 wait $pid &&
	test "$(grep -c "netsim was replaced after the sweep began" said)" = 2 && "$sweep" g.csv out && same_results g.csv out'

t 'verify tells results of two versions apart' '
	signs && cp -r "$HOPLINE_STUDIES" studies && export HOPLINE_STUDIES=$PWD/studies && grid 1 >g.csv && "$sweep" g.csv out &&
	echo "# mended" >>studies/squares/cell && grid 2 >h.csv && "$sweep" h.csv out && grid 1 2 >both.csv &&
	exits 1 "$sweep" --verify both.csv out 2>err && grep -q "2 versions of the programs" err'

on_a_terminal() { script -qec "$1" typescript >printed; }
if script -qec true /dev/null >/dev/null 2>&1; then
	t 'progress on a terminal: done, rate, ETA and failures in one line; none with an option of parallel for it' '
		signs && grid 1 2:fail 3 4 >g.csv && ! on_a_terminal "$sweep g.csv out -j1" && tr "\r" "\n" <printed >lines &&
		grep -q "^3/4 cells, [0-9]*%, [0-9]* simulations/s, ETA [0-9]* s, 1 failed" lines && grep -q "^sweep: 3 cells, 30 simulations" lines &&
		touch "$SIGNS/mended" && on_a_terminal "$sweep g.csv out --eta" && ! grep -q "simulations/s" printed'
else
	skip 'progress on a terminal' 'no program script, or no pseudo-terminals'
fi

t 'progress: what it reads that is no event is passed on; an hour is an hour' '
	printf "%s 10 1\n" a b c >cells && cp cells todo && printf "%s none -\n" a b c >states &&
	printf "done a\nhello\nfailed b\n" | "$HOPLINE_ROOT/pipelines/lib/progress" --show cells todo states >got 2>err && test "$(cat got)" = hello &&
	tr "\r" "\n" <err | grep -q "^1/3 cells, 66%, .*, 1 failed"'

t 'no word about a sweep when nothing is asked of the terminal; the manifest has the compiler of the tools themselves' '
	signs && HOPLINE_BIN=$REAL_BIN "$sweep" "$g" out >printed 2>err && test ! -s printed && test "$(wc -l <err)" = 1 &&
	grep -q "^compiler: GCC\|^compiler: clang" out/MANIFEST'

done_testing
