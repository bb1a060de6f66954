#!/usr/bin/env bash
# t762-machines -- the machines of today: their files say where each number is from, and their counts are those kept.
source "$(dirname "$0")/../lib.sh"
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}
export today='aurora frontier fugaku gpu-pod leonardo lumi perlmutter summit tapered theta tpu-v4'
kept=$HOPLINE_ROOT/data/results/machines
export kept

t 'each key has a comment that names a source or an assumption' '
	for m in $today; do
		file=$HOPLINE_ROOT/data/machines/$m.conf
		test "$(grep -c "^[a-z]" "$file")" -ge 8 && ! grep "^[a-z]" "$file" | grep -vE "#.{3,}" || exit 1
	done'

t 'the manual page names each file' '
	for m in $today; do grep -qx ".It Pa $m.conf" "$HOPLINE_ROOT/tools/hopline/hopline-machines.7" || exit 1; done'

t 'the study makes the table and the checks that are kept' '
	"$HOPLINE_ROOT/pipelines/machines/table" out && diff "$kept/table.csv" out/table.csv && diff "$kept/checks.csv" out/checks.csv'

t 'every machine is in the table, and two figures differ from what is published' '
	for m in $today; do grep -q "^$m," "$kept/table.csv" || exit 1; done &&
	is "$(grep -c ,agrees "$kept/checks.csv")" 18 && is "$(grep ,differs "$kept/checks.csv" | cut -d, -f1,2 | xargs)" "aurora-compute,global_TBps gpu-pod,routers"'

t 'spread: a network, two routings, five policies; the kept table has three networks' '
	"$HOPLINE_ROOT/pipelines/machines/spread" out 1 leonardo && cut -d, -f1-5 out/spread.csv >got && is "$(wc -l <got)" 11 &&
	grep -E "^network|^leonardo" "$kept/spread.csv" | cut -d, -f1-5 | sed "s/,20$/,1/" | diff - got && is "$(wc -l <"$kept/spread.csv")" 31'

t 'a machine that comes with Hopline is known by its name; a file of that name comes first' '
	metrics machine --machine frontier | metrics select --no-preamble --columns kind,nodes | tail -1 >got && grep -qx "dragonfly,9472" got || { cat got; exit 1; }
	printf "job,nodes\na,3\n" | alloc --policy simple --machine summit | grep "^#machine fattree:radix=36" >got || exit 1
	echo kind=mesh >frontier && echo k=3 >>frontier && metrics machine --machine frontier | metrics select --no-preamble --columns kind,nodes | tail -1 | grep -qx mesh,3 &&
	for name in frontie ../frontier Frontier ""; do exits 2 metrics machine --machine "$name" 2>err && grep -q "no kind of machine" err || { echo "$name"; cat err; exit 1; }; done'

done_testing
