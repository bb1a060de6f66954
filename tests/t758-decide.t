#!/usr/bin/env bash
# t758-decide -- from a job log to a decision: the grid, a page of a small machine, and the schedule against whole simulations.
# shellcheck disable=SC2016,SC2034 # the tests' commands are quoted
source "$(dirname "$0")/lib.sh"
study=$HOPLINE_ROOT/pipelines/decide
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin} done_dir=$shared_dir/out
export LOG=$shared_dir/log.swf MACHINE=dragonfly:g=3,a=2,p=2 POLICIES=simple,rdn,level-spread PERIOD=1d WARMUP=1d PERIODS=3 \
	PATTERNS=halo3d,spread BYTES=10KB SHARES=0.5 PACKET=2KB OTHER_PERIODS=2 OTHER_SHARES=0.2 OTHER_BYTES=5KB

# Four days of six jobs a day, of 1 to 6 of 12 nodes, most of the day long.
awk 'BEGIN { print "; MaxNodes: 12\n; MaxProcs: 12"
	for (d = 0; d < 4; d++) for (j = 0; j < 6; j++) print ++n, d * 86400 + j * 9000, 0, 12000 + 3000 * (j + d) % 7, 1 + (5 * j + d) % 6, -1, -1, 1 + (5 * j + d) % 6, 36000, -1, 1, 1, 1, -1, 1, -1, -1, -1 }' >"$LOG"

t 'the grid: every policy in every period, then other shares and sizes' '
	"$study/grid" >grid && test "$(sed 1d grid | wc -l)" = $((9 + 6 + 6)) && test "$(column policy grid | sort | uniq -c | xargs)" = "7 level-spread 7 rdn 7 simple" &&
	test "$(column shares grid | sort | uniq -c | xargs)" = "6 0.2 15 0.5" && "$study/grid" --count | grep -qx "21 cells, 1050 questions or more"'
t 'what cannot be asked' '
	q="'\''" && for bad in "LOG=none.swf|LOG: ${q}none.swf$q: cannot be read" "PERIOD=1|PERIOD: ${q}1$q: must be whole days, as 7d" "PERIODS=1|PERIODS: ${q}1$q: an interval needs two periods or more" \
		"OTHER_PERIODS=1|OTHER_PERIODS: ${q}1$q: an interval needs two periods or more; 0: none" "OTHER_PERIODS=x|OTHER_PERIODS: ${q}x$q: must be a number"; do
		env "${bad%%|*}" "$study/grid" >o 2>e && exit 1
		grep -qxF "decide: ${bad#*|}" e || { cat e; exit 1; }
	done'
t 'a page: what was asked, a sentence and a row for each policy, pictures, assumptions' '
	"$study/decide" "$done_dir" 2>err || { cat err; exit 1; }
	xmllint --noout "$done_dir/decision.html" 2>/dev/null || ! command -v xmllint >/dev/null || { xmllint --noout "$done_dir/decision.html"; exit 1; }
	for what in "<b>rdn</b>: turnaround [0-9.]*% [a-z]* (95% interval" "<b>level-spread</b>: turnaround" "<tr><td>simple<small>today</small></td>" "id=\"changes-title\"" "id=\"strip-turnaround-title\"" \
		"Each draws one of halo3d,spread, with messages of 10KB" "make decide LOG=log.swf MACHINE=dragonfly:g=3,a=2,p=2"; do grep -q "$what" "$done_dir/decision.html" || { echo "$what"; exit 1; }; done'
t 'its numbers are those of the table, and these those of the tools' '
	gen-workload swf --quiet --machine $MACHINE --seed 2 --pattern $PATTERNS --bytes $BYTES --comm-share $SHARES --nodes-most machine --resample 2-2 --resample-length 2d "$LOG" |
		alloc --quiet --policy rdn --schedule easy --network "map --quiet | netsim --quiet --routing ugal-l --packet 2KB --steady 1,20ms" |
		metrics schedule --quiet --by case,alloc --from 86400 --to 172800 >mine &&
	awk "NR == 1 || /,10KB,0.5,2,rdn,all,/" "$done_dir/periods.csv" >theirs &&
	for c in jobs turnaround_mean_s node_hours network_slowdown_mean; do test -n "$(column $c mine)" && test "$(column $c mine)" = "$(column $c theirs)" || { echo $c; exit 1; }; done'
t 'a second time nothing runs, and the page is the same' '
	cp "$done_dir/decision.html" before && "$study/decide" "$done_dir" 2>err && grep -q "nothing to do\|0 cells\|all .* done" err || cat err; cmp before "$done_dir/decision.html"'
t 'two routings: a table for each, and bars for both' '
	ROUTINGS=ugal-l,minimal PERIODS=2 OTHER_PERIODS=0 "$study/decide" "$done_dir" 2>err || { cat err; exit 1; }
	for what in "turnaround (minimal)" "node-hours (ugal-l)"; do grep -q "^$what,rdn," "$done_dir/changes.csv" && grep -qF "$what" "$done_dir/changes.svg" || { echo "$what"; exit 1; }; done
	test "$(grep -c "<h3[^>]*>All jobs, " "$done_dir/decision.html")" = 2 || { grep -o "<h[0-9][^>]*>[^<]*" "$done_dir/decision.html"; exit 1; }'
t 'a log that has changed is another question' '
	cp "$LOG" other.swf && LOG=$PWD/other.swf "$study/grid" | sed -n 2p | tr , "\n" >row && echo ";" >>other.swf &&
	! "$study/cell" $(LOG=$PWD/other.swf "$study/grid" | awk -F, "NR == 1 { split(\$0, n) } NR == 2 { for (i = 2; i <= NF; i++) if (n[i] != \"log_hash\" && n[i] != \"read\") print n[i] \"=\" \$i; print \"log_hash=0000000000000000\"; print \"read=\" }") 2>e &&
	grep -q "is not the log that the grid was made of" e'
t 'schedules with the answers of the network are near whole simulations' '
	"$study/miniatures" 5-6 >rows && awk -F, "NR > 1 && \$10 > \$9 { e = (\$12 - \$11) / (\$10 - \$9) - 1; sum += e < 0 ? -e : e; alone = \$13 - 1; off += alone < 0 ? -alone : alone; n++ }
		END { print n, sum / n, off / n; exit !(n > 40 && sum / n < 0.08 && sum / n < off / n) }" rows'
done_testing
