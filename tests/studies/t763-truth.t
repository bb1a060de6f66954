#!/usr/bin/env bash
# t763-truth -- what is hidden is found again: shares in a played log (metrics estimate), the keys of a machine (metrics fit); one of each.
# shellcheck disable=SC2016 # the tests' commands are quoted
source "$(dirname "$0")/../lib.sh"
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin} study=$HOPLINE_ROOT/pipelines

t 'estimate-truth: five users a log and play, four of whose shares at least lie in their intervals in the end' '
	PLAYS=3 "$study/decide/estimate-truth" "$shared_dir/truth" 1 >page && cat page && grep -qE "^\| all \| 5 \| (80|100)\.0% \|" page && grep -qE "^\| all, by the first play \| 5 \|" page &&
	awk -F, "NR == 1 { next } { plays[\$2]++; out += \$6 <= 0 || \$6 >= 0.8; last = \$2 } END { for (p in plays) out += plays[p] != 5; exit out || last != 3 }" "$shared_dir/truth/estimate-truth.csv"'
t 'what is there is not played again' '
	echo 1,1,none,u1,30,0.5,0.05,1,0,0.2,0.5,0.4,0.6,yes >"$shared_dir/truth/logs/1.csv" && "$study/decide/estimate-truth" "$shared_dir/truth" 1 | grep -qE "^\| all \| 1 \| 100\.0%"'
t 'recovered: of fourteen intervals twelve at least hold the truth, and eager is found' '
	"$study/hardware/recovered" machines 1 >page && cat page && grep -qF "| all | eager | 1 of 1 | 100.0% |" page &&
	awk -F, "NR > 1 && \$3 != \"eager\" { n++; held += \$8 } END { exit !(n == 14 && held >= 12) }" machines/recovered.csv'

done_testing
