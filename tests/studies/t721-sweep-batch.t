#!/usr/bin/env bash
# sweep --batch: cells that are alike go through one process; their results and failures are those that they have alone.
source "$(dirname "$0")/../sweep-lib.sh"
there() { [ -e "$1" ]; }
gone() { ! kill -0 "$1" 2>/dev/null; }

# A cell that takes a batch, and says in `batches` of how many; with act=twice a batch has its result twice, with act=other under
# another name, with act=torn its last line has no end.
sed -i '2i\
# together: series\
if [ "${1-}" = --batch ]; then\
	set -euo pipefail\
	IFS=, read -ra names\
	mapfile -t rows\
	echo ${#rows[@]} >>"$SIGNS/batches"\
	for row in "${rows[@]}"; do\
		IFS=, read -ra values <<<"$row"\
		for i in "${!names[@]}"; do values[i]=${names[i]}=${values[i]-}; done\
		case ,$row, in *,other,*) echo "#cell 0000000000000000" ;; *) echo "#cell ${row%%,*}" ;; esac\
		"$0" "${values[@]}"\
		case ,$row, in *,twice,*) "$0" "${values[@]}"; echo "#cell ${row%%,*}" ;; *,torn,*) echo -n 1,2 ;; esac\
	done\
	exit\
fi' "$HOPLINE_STUDIES/squares/cell"
sed -i 's/^act,hold/act,twice|other|torn|hold/' "$HOPLINE_STUDIES/squares/columns.csv"

# batches N...: whether batches of so many cells were run, and no other
batches() { printf '%s\n' "$@" | sort -n >wanted-batches && sort -n "$SIGNS/batches" | diff wanted-batches -; }

t 'each cell runs once, up to so many in a process, and every byte is as without' '
	signs && grid 1 2 3 4 5 6 7 >g.csv && "$sweep" --batch 3 g.csv out -j2 2>err && ran 1 2 3 4 5 6 7 && batches 3 3 &&
	grep -q "^sweep: 7 cells, 70 simulations in .*; 0 failed$" err && test "$(wc -l <err)" = 1 && test "$(wc -l <out/joblog)" = 4 && same_results g.csv out &&
	rm "$SIGNS"/* && "$sweep" --batch=100 g.csv other && batches 7 && same_results g.csv other && "$sweep" --batch 7 g.csv other 2>err && grep -q "nothing to do" err'

t 'cells of a batch are alike in the columns that the study names, and in the order of the grid' '
	signs && grid 1 2 3 4 5 >g.csv && sed "s/,a,\([24]\),/,wide,\1,/" g.csv >two.csv && "$sweep" --batch 2 two.csv out -j1 && printf "%s\n" 1 3 2 4 5 | cmp - "$SIGNS/runs" &&
	batches 2 2 && "$sweep" --verify two.csv out && "$sweep" --join two.csv out series=wide >got && printf "n,square,cube\n2,4,8\n4,16,64\n" | cmp - got'

t 'times of a batch are shared out by cost: in all what it took' '
	signs && grid 10 20 90 >g.csv && "$sweep" --batch 3 g.csv out && awk -F "\t" "NR == 2 { print \$4 }" out/joblog >took &&
	for n in 10 20 90; do cut -d, -f5,6 out/records/$(id_of g.csv $n); done | tr , " " | awk -v took="$(cat took)" "
		{ wall += \$2; w[NR] = \$2; apart += NR > 1 && (\$1 - end) ^ 2 > 1e-9; end = \$1 + \$2 }
		END { exit !(!apart && wall > 0 && wall <= took + 0.01 && (w[1] / w[3] - 9) ^ 2 < 0.01 && (w[2] / w[3] - 8) ^ 2 < 0.01) }"'

t 'a cell that fails is told by its name; those beside it are done' '
	signs && grid 1 2:fail 3 4 >g.csv && exits 1 "$sweep" --batch 4 g.csv out 2>err && batches 4 &&
	grep -q "^run-cell: a batch of 4 cells ended with exit status 3; each is run alone: $(id_of g.csv 1) $(id_of g.csv 2) " err &&
	grep -q "^sweep: cell $(id_of g.csv 2) failed:" err && grep -qx "no square of 2 today" err && grep -q "3 cells, 30 simulations .*; 1 failed$" err &&
	sed -n 1p out/failed/$(id_of g.csv 2) >again && exits 3 bash again 2>err && ls out/results >got && test "$(wc -l <got)" = 3 && ! find out -name ".*" -type f | grep . &&
	touch "$SIGNS/mended" && rm "$SIGNS/runs" && "$sweep" --batch 4 g.csv out && ran 2 && same_results g.csv out'

t 'a cell that failed before is run alone' '
	signs && grid 1 2:fail 3:fail >g.csv && exits 2 "$sweep" g.csv out 2>err && touch "$SIGNS/mended" && rm "$SIGNS/runs" && grid 1 2:fail 3:fail 4 5 >more.csv &&
	"$sweep" --batch 9 more.csv out --dry-run >plan && test "$(wc -l <plan)" = 3 && "$sweep" --batch 9 more.csv out 2>err && ran 2 3 4 5 && batches 2 && same_results more.csv out'

for act in empty bare; do
	t "a result that is no table ($act): its cell fails, those beside it are done" '
		signs && grid 1 2:'$act' 3 >g.csv && exits 1 "$sweep" --batch 3 g.csv out 2>err && grep -q "^sweep: cell $(id_of g.csv 2) failed:" err &&
		grep -q "not a table with a header line" err && "$sweep" --partial --join g.csv out >got && printf "n,square,note\n1,1,\n3,9,\n" | cmp - got &&
		! find out -name ".*" -type f | grep .'
done
for act in twice other torn; do
	t "a batch that is not as it should be ($act) is not believed" '
		signs && grid 1 2:'$act' >g.csv && "$sweep" --batch 2 g.csv out 2>err && grep -q "^run-cell: a batch of 2 cells ended with exit status 0; each is run alone" err &&
		batches 2 && "$sweep" --verify g.csv out && "$sweep" --join g.csv out >got && printf "n,square,note\n1,1,\n2,4,\n" | cmp - got && ! find out -name ".*" -type f | grep .'
done

for signal in INT TERM; do
	t "SIG$signal in the middle of a batch: nothing of it stays, and the same command goes on" '
		signs && grid 1 2 3:hold 4 5 >g.csv && in_the_background --batch 3 g.csv out -j1 && soon there "$SIGNS/at-3" && kill -'$signal' $pid &&
		exits $((128 + $(kill -l '$signal'))) wait $pid && soon gone "$(cat "$SIGNS/at-3")" && grep -q "stopped by SIG'$signal'" said &&
		! ls -A out/results | grep . && ! find out -name ".*" -type f | grep . && touch "$SIGNS/go" && rm "$SIGNS/runs" &&
		"$sweep" --batch 3 --no-wait g.csv out && ran 1 2 3 4 5 && same_results g.csv out'
done

t 'SIGKILL of what runs a batch: its cells are told, and what it left is removed by the next sweep, which runs each alone' '
	signs && grid 1 2:hold 3 4 >g.csv && in_the_background --batch 3 g.csv out -j1 && soon there "$SIGNS/at-2" &&
	kill -KILL "$(parent "$(parent "$(parent "$(cat "$SIGNS/at-2")")")")" && touch "$SIGNS/go" && exits 3 wait $pid &&
	for n in 1 2 3; do grep -q "^sweep: cell $(id_of g.csv $n) failed:" said || exit; done && find out/results -name ".*" | grep -q . &&
	rm "$SIGNS"/{runs,batches} && "$sweep" --batch 3 g.csv out && ran 1 2 3 && ! there "$SIGNS/batches" && same_results g.csv out'

t '--timeout ends a batch: its cells are told, and run alone next time' '
	signs && grid 1 2:hold 3 >g.csv && exits 2 "$sweep" --batch 2 g.csv out -j1 --timeout 5 2>said && soon gone "$(cat "$SIGNS/at-2")" &&
	for n in 1 2; do grep -q "^sweep: cell $(id_of g.csv $n) failed:$" said || exit; done && test "$(grep -c "^ended by SIGTERM, as --timeout does it, after" said)" = 2 &&
	"$sweep" --status g.csv out | grep -qx "failed 2" && ! find out -name ".*" -type f | grep . && touch "$SIGNS/go" && rm "$SIGNS/batches" &&
	"$sweep" --batch 2 g.csv out --timeout 60 && ! there "$SIGNS/batches" && same_results g.csv out'

t 'parts, and what --batch cannot do' '
	signs && grid 1 2 3 4 5 6 >g.csv && "$sweep" --part 1/2 --batch 2 g.csv out && ran 1 3 5 && batches 2 && "$sweep" --part 2/2 --batch 3 g.csv out && same_results g.csv out &&
	for n in 0 101 x 1.5 ""; do exits 2 "$sweep" --batch "$n" g.csv new 2>err && grep -q "^sweep: --batch: .$n.: wanted a number of cells" err || exit; done &&
	exits 2 "$sweep" --batch 2 --status g.csv out 2>err && exits 2 "$sweep" g.csv out --batch 2 2>err && grep -q "this option comes before GRID" err && ! there new &&
	cp -r "$HOPLINE_STUDIES" studies && export HOPLINE_STUDIES=$PWD/studies && sed -i "/^# together/d" studies/squares/cell &&
	exits 2 "$sweep" --batch 2 g.csv new 2>err && grep -q "^sweep: --batch: the cells of study .squares. run one at a time" err && ! there new &&
	"$sweep" --batch 1 g.csv new && sed -i "2i # together: series nosuch" studies/squares/cell && exits 2 "$sweep" --batch 2 g.csv newer 2>err && grep -q nosuch err && ! there newer'

done_testing
