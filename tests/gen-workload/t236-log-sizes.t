#!/usr/bin/env bash
# gen-workload swf, log: jobs made wider, GRAP's modes drawn, months made of a log's days; and the log of Mira.
. "$(dirname "$0")/../lib.sh"

export mira=$HOPLINE_ROOT/data/swf/mira-2019-01.std.swf.gz grap=dragonfly:g=288,a=24,p=12,h=12,cores=1
gen() { gen-workload swf --machine "${machine:-$grap}" --pattern alltoall "$@"; }
# log: the records of small logs, "job submit run nodes" a line
log() { awk '{ print $1, $2, 0, $3, $4, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, -1, -1 }'; }
gzip -dc "$mira" | awk '!/^;/' >"$shared_dir/mira"
awk 'BEGIN { for (i = 1; i <= 2000; i++) print i, i, 100, 1 + (i * 7919) % 320 }' | log >"$shared_dir/any.swf"
export any=$shared_dir/any.swf plain=$shared_dir/mira
export mix=minimal-balance=0.4,adaptive=0.4,custom-balance=0.1,custom=0.1

t 'Mira: 3,000 jobs of powers of two, January 2019, nothing asked for in time' '
	gen $mira >w 2>err && [ "$(cells nodes <w | sort -n | uniq -c | xargs)" = "1460 512 689 1024 375 2048 281 4096 168 8192 27 16384" ] &&
	cells job,nodes,submit_s,runtime_s,walltime_s <w >a && awk "{ print \$1 \",\" \$5 \",\" \$2 \",\" \$4 \",?\" }" $plain | cmp - a && [ $(wc -l <a) = 3000 ] &&
	grep -q "first of 3000 records without a requested time" err && grep -q "1 processor a node (MaxProcs: 49152, MaxNodes: 49152)" err &&
	[ $(gen -q --from 2019-01-01 --to 2019-01-31 $mira | rows | wc -l) = 3000 ] && [ $(gen -q --from 2019-01-30T17:55:12Z $mira | cells submit_s | tail -n 1) = 2544050 ]'

t 'Mira, played: a job that asked for no time gets its runtime' '
	gen -q --max-jobs 300 $mira | alloc --policy simple --schedule easy -q | cells start_s,end_s,runtime_s >a && [ $(wc -l <a) = 300 ] && awk -F, "\$2 - \$1 != \$3 { exit 1 }" a'

t 'Mira for another machine: twice the nodes, then cut, to the node' '
	for most in 5000 20000 32768 82944 machine; do
		gen --nodes-times 2 --nodes-most $most $mira 2>err | cells job,nodes >a && awk -v most=${most/machine/82944} "{ n = 2 * \$5; if (n > most) { n = most; cut++ } print \$1 \",\" n }
			END { print cut + 0 > \"cut\" }" $plain | cmp - a && grep -q "gz: $(cat cut) jobs cut to ${most/machine/82944} nodes" err && grep -q "gz: jobs have 2 times the nodes" err || exit 1
	done'

t 'a factor is exact and rounds up; the cut comes after it, the machine after that' '
	printf "%s\n" "1 0 9 1" "2 0 9 3" "3 0 9 10" "4 0 9 100" | log >l.swf && g() { machine=torus:k=8x8x4,cores=1 gen -q --procs-per-node 1 "$@" l.swf | cells nodes | xargs; } &&
	[ "$(g)" = "1 3 10 100" ] && [ "$(g --nodes-times 1.1)" = "2 4 11 110" ] && [ "$(g --nodes-times 0.5)" = "1 2 5 50" ] && [ "$(g --nodes-times 0.000000001)" = "1 1 1 1" ] &&
	[ "$(g --nodes-times 2.56)" = "3 8 26 256" ] && [ "$(g --nodes-times 2.57)" = "3 8 26" ] && [ "$(g --nodes-times 999999.999999999 --nodes-most machine)" = "256 256 256 256" ] &&
	[ "$(g --nodes-most 7)" = "1 3 7 7" ] && [ "$(g --nodes-times 3 --nodes-most 20)" = "3 9 20 20" ] && [ "$(g --nodes-times 3 --nodes-most 290)" = "3 9 30" ] &&
	[ "$(g --nodes-times 4 --min-nodes 4)" = 40 ] && [ "$(g --nodes-times 2 --at 3)" = "2 6 20 200" ]'

t 'processors become nodes first; in other logs too' '
	printf "%s\n" "1 0 9 17" | log >l.swf && [ "$(gen -q --procs-per-node 8 --nodes-times 1.5 l.swf | cells nodes)" = 5 ] &&
	echo "7 0 9" >l.txt && [ "$(gen-workload log -q --machine $grap --nodes-times 3 --nodes-most 20 --regex "^(?<nodes>\d+) (?<submit>\d+) (?<runtime>\d+)" l.txt | cells nodes)" = 20 ]'

t 'modes: the shares are those asked for, within four standard deviations' '
	for seed in 1 2 3; do
		gen -q --seed $seed --nodes-times 2 --modes $mix --modes-for 576-65536 $mira | cells mode >m &&
		sort m | uniq -c | awk "{ p = \$2 == \"custom\" || \$2 == \"custom-balance\" ? 0.1 : 0.4; d = \$1 - 3000 * p; if (d * d > 16 * 3000 * p * (1 - p)) exit 1; n++ } END { exit n != 4 }" || { sort m | uniq -c; exit 1; }
	done && gen -q --seed 4 --nodes-times 2 --modes $mix $mira | cells mode | cmp -s - m && exit 1; true'

t 'modes: all in one; those outside the range have the first; those that fit a group have none' '
	g() { gen -q --procs-per-node 1 --modes "$@" $any | cells nodes,mode; } && export machine=dragonfly:g=9,a=9,p=4,h=4 &&
	[ "$(g adaptive | awk -F, "{ print (\$1 > 36), \$2 }" | sort -u | xargs)" = "0 1 adaptive" ] &&
	g custom=0,adaptive=1 --modes-for 100-200 | awk -F, "{ w = \$1 <= 36 ? \"\" : \$1 >= 100 && \$1 <= 200 ? \"adaptive\" : \"custom\"; if (\$2 != w) exit 1 } END { exit NR < 1900 }"'

t 'modes: groups and their nodes' '
	for machine in $grap dragonfly:g=9,a=9,p=4,h=4 dragonfly:g=9,a=9,p=4,h=4,unavailable=0-39+80 dragonfly:g=5,a=33,p=2; do
		export machine && log=$mira times=2 && [ $machine = $grap ] || log=$any times=1
		gen -q --procs-per-node 1 --nodes-times $times --nodes-most machine --modes $mix $log >w && case $machine in $grap) G=288 g=288;; *unavail*) G=36 g=8;; *g=9*) G=36 g=9;; *) G=66 g=5;; esac &&
		cells nodes,mode,groups,group_nodes <w | awk -F, -v G=$G -v g=$g "
			function bad(why) { print \"bad: \" why \": \" \$0; wrong = 1; exit 1 }
			{ n = \$1; least = int((n + G - 1) / G); count[\$2]++ }
			\$2 !~ /custom/ && (\$3 \$4) != \"\" { bad(\"groups\") }
			\$2 == \"custom-balance\" { if (\$4 != \"\" || \$3 < least || \$3 > g || \$3 > 1.5 * least) bad(\"how many\")
				for (k = least; k < \$3; k++) if (n % k == 0) bad(\"fewer do\")
				if (n % \$3 && \$3 != least) bad(\"uneven\")
				if (n % \$3) for (k = least; k <= 1.5 * least && k <= g; k++) if (n % k == 0) bad(\"even ones are there\") }
			\$2 == \"custom\" { k = split(\$4, x, \" \"); sum = 0; for (i = 1; i <= k; i++) sum += x[i]
				if (k != \$3 || k > g || sum != n) bad(\"sum\")
				kind = x[1]; for (i = 1; i < k; i++) if (x[i] != kind) bad(\"shares\")
				if (kind != G && kind != int(3 * G / 4)) bad(\"kind\"); if (x[k] > kind || x[k] < 1) bad(\"the last\"); kinds[kind]++ }
			END { if (wrong) exit 1; if (!kinds[G] || !kinds[int(3 * G / 4)] || !count[\"adaptive\"]) exit 1
				d = kinds[G] / count[\"custom\"]; if (d < 0.35) exit 1 }" || exit 1
	done'

t 'modes: a job draws the same whatever the others are, and what else is drawn stays' '
	g() { gen -q --nodes-times 2 --modes $mix "$@" | cells job,mode,groups,group_nodes | sort; } && g $mira >a && g --max-jobs 100 $mira >b && [ $(comm -12 a b | wc -l) = 100 ] &&
	{ gzip -dc $mira | grep "^;"; sort -k5,5n -k1,1nr $plain; } >l.swf && g l.swf | cmp - a && g --seed 2 $mira >c && [ $(comm -12 a c | wc -l) -lt 1800 ] &&
	gen -q --pattern mixed --bytes 1,2,3 $mira | cells job,pattern,bytes >p && gen -q --pattern mixed --bytes 1,2,3 --modes $mix --nodes-times 2 $mira | cells job,pattern,bytes | cmp - p &&
	[ "$(gen -q --at fullest --modes $mix $mira | cells mode | sort -u | wc -l)" -gt 1 ] && gen -q --modes $mix --repeat 2 $mira >r && [ "$(rows r | cut -d, -f3- | sort | uniq -c | awk "{ print \$1 }" | sort -u)" = 2 ]'

t 'modes: columns that no mode needs are left out' '
	h() { gen -q --modes "$1" $mira | grep "^case" | grep -o "mode.*"; } && [ "$(h minimal-balance=0.5,adaptive=0.5)" = mode ] && [ "$(h custom-balance)" = mode,groups ] && [ "$(h custom)" = mode,groups,group_nodes ] &&
	! gen -q $mira | grep "^case" | grep -q mode'

t 'modes: what is wrong' '
	say() { refuses 2 "gen-workload: $1" gen-workload swf --machine ${machine:-$grap} "${@:2}" $mira; } &&
	say "--modes: unknown mode '\''balance'\''; known: minimal-balance adaptive custom-balance custom" --modes balance=1 && say "--modes: unknown mode '\'''\''; known" --modes adaptive=1, &&
	say "--modes: '\''adaptive'\'' is named twice" --modes adaptive=0.5,adaptive=0.5 && say "--modes: '\''custom=0.5,adaptive=0.4'\'': the shares must add up to 1, not 0.9" --modes custom=0.5,adaptive=0.4 &&
	say "--modes: '\''custom,adaptive'\'': the shares must add up to 1, not 2" --modes custom,adaptive &&
	for x in "" -1 2 x 40%; do say "--modes: '\''$x'\'': must be a share from 0 to 1" --modes adaptive="$x" || exit 1; done &&
	for x in "" 5 5- -5 9-5 a-b 0-5 1-2-3; do say "--modes-for: '\''$x'\'': must be LOW-HIGH" --modes adaptive --modes-for "$x" || exit 1; done &&
	say "--modes-for goes with --modes" --modes-for 1-5 && machine=torus:k=32x32x16 && say "--modes: the machine has no groups" --modes adaptive'

t 'sizes: what is wrong' '
	for x in 0 -1 1e3 1000000 .5 1. 01 0.0 1.0000000001 x "" 99999999999; do refuses 2 "gen-workload: --nodes-times: '\''$x'\'': must be a decimal number above 0" gen-workload swf --machine $grap --nodes-times "$x" $mira || exit 1; done &&
	for x in 0 -1 1.5 all ""; do refuses 2 "gen-workload: --nodes-most: '\''$x'\'': must be an integer from 1" gen-workload swf --machine $grap --nodes-most "$x" $mira || exit 1; done'

# days of a table by the log's first submit: "case slot shift" for each slot of resampled cases, or an error
cat >"$shared_dir/blocks.awk" <<'EOF'
# The log first (job submit), then rows: case, job, submit, start.  A slot holds one span whole, moved by whole spans.
FNR == NR { submit[$1] = $2; if ($2 >= from) size[int(($2 - from) / span)]++; next }
{
	k = $1; name = $2; slot = name; sub(/\.[0-9]+$/, "", name); sub(/.*\./, "", slot)
	if (k == last && $3 < before || ($3 != $4)) exit bad = 1
	day = int((submit[name] - from) / span); move = $3 - submit[name]
	if (move != (slot - 1 - day) * span - from || seen[k, name, slot]++) exit bad = 1
	if (((k, slot) in of) && of[k, slot] != day) exit bad = 1
	of[k, slot] = day; rows[k, slot]++; last = k; before = $3
}
END { if (bad) exit 1; for (s in of) if (rows[s] != size[of[s]]) exit 1; for (s in of) { split(s, part, SUBSEP); print part[1], part[2], of[s] } }
EOF
# blocks SPAN FROM FILE: the spans of a resampled table
blocks() { awk -v span="$1" -v from="$2" -f "$shared_dir/blocks.awk" <(awk '{ print $1, $2 }' "$plain") <(cells case,job,submit_s,log_start_s <"$3" | tr , ' '); }

t 'resampled months: whole days of the log, moved by whole days' '
	gen --resample 20 $mira >w 2>err && blocks 86400 0 w >b && [ $(wc -l <b) = 580 ] && [ "$(cells resampled <w | sort -u)" = yes ] &&
	[ "$(cut -d" " -f1 b | sort -n | uniq -c | awk "{ print \$1 }" | sort -u)" = 29 ] && grep -q "resampled from 29 spans of 86400 s, 2908 jobs; 92 behind the last left out" err &&
	[ "$(awk "\$3 > 28" b | wc -l)" = 0 ] && cut -d" " -f3 b | sort -n | uniq -c | awk "{ if (\$1 < 5 || \$1 > 42) exit 1 } END { exit NR != 29 }" &&
	[ $(sort -k2,2n -k1,1n b | awk "{ s[\$1] = s[\$1] \" \" \$3 } END { for (k in s) print s[k] }" | sort -u | wc -l) = 20 ]'

t 'resampled: weeks, and a period' '
	gen -q --resample 3 --resample-span 7d $mira >w && blocks 604800 0 w >b && [ $(wc -l <b) = 12 ] &&
	gen -q --resample 3 --from 2019-01-02 --to 2019-01-30 $mira >w && blocks 86400 60338 w >b && [ $(wc -l <b) = 84 ] && cells submit_s <w | awk "\$1 < 0 || \$1 >= 28 * 86400 { exit 1 }"'

t 'resampled: weeks made of the days of a month' '
	gen -q --resample 3 --resample-length 7d $mira >w && blocks 86400 0 w >b && [ $(wc -l <b) = 21 ] && cells submit_s <w | awk "\$1 < 0 || \$1 >= 7 * 86400 { exit 1 }" &&
	gen -q --resample 40 --resample-length 60d --resample-span 2d $mira >w && cells submit_s <w | awk "\$1 > 58 * 86400 { late = 1 } END { exit !late }"'

t 'resampled: case k depends on the seed and on k alone' '
	gen -q --resample 6 $mira | rows >a && gen -q --resample 4-6 $mira | rows >b && grep "^[456]," a | cmp - b && gen -q --resample 6 --seed 2 $mira | rows >c && ! cmp -s a c &&
	gen -q --resample 2 --repeat 2 $mira >r && [ "$(cells case,workload,rep <r | uniq | xargs)" = "1,1,1 2,1,2 3,2,1 4,2,2" ] && cmp <(rows r | grep "^1," | cut -d, -f4-) <(rows r | grep "^2," | cut -d, -f4-)'

t 'resampled: with sizes and modes; a job is the same on each of its days' '
	gen -q --resample 5 --nodes-times 2 --nodes-most 20000 --modes $mix $mira >w && cells job,nodes,mode,groups <w | sed "s/\.[0-9]*,/,/" | sort -u >a &&
	[ "$(cut -d, -f1 a | uniq -d | wc -l)" = 0 ] && gen -q --nodes-times 2 --nodes-most 20000 --modes $mix $mira | cells job,nodes,mode,groups | sort >b && [ $(comm -23 a b | wc -l) = 0 ] && [ $(wc -l <a) -gt 2000 ]'

t 'resampled: what is wrong' '
	for x in 0 5-3 x ""; do refuses 2 "gen-workload: --resample: '\''$x'\'': must be N or A-B" gen-workload swf --machine $grap --resample "$x" $mira || exit 1; done &&
	for x in 0d 7 d 1h -1d "" 1.5d; do refuses 2 "gen-workload: --resample-span: '\''$x'\'': must be whole days" gen-workload swf --machine $grap --resample 2 --resample-span "$x" $mira || exit 1; done &&
	refuses 2 "gen-workload: --resample-span goes with --resample" gen-workload swf --machine $grap --resample-span 2d $mira &&
	refuses 2 "gen-workload: --resample-length goes with --resample" gen-workload swf --machine $grap --resample-length 2d $mira &&
	refuses 2 "gen-workload: --resample-length: 7d: must be a multiple of the span of 2d" gen-workload swf --machine $grap --resample 2 --resample-length 7d --resample-span 2d $mira && refuses 2 "gen-workload: --resample makes a period" gen-workload swf --machine $grap --resample 2 --at 5 $mira &&
	refuses 1 "gen-workload: --resample: the period of 2544050 s has no whole span of 30 days" gen-workload swf -q --machine $grap --resample 2 --resample-span 30d $mira && [ ! -s out.csv ]'

t 'alloc grap takes every mode that is drawn' '
	for m in rdragonfly:g=9,a=9,p=4,h=4 rdragonfly:g=9,a=9,p=4,h=4,unavailable=37; do
		machine=$m gen -q --procs-per-node 1 --nodes-times 1 --nodes-most 280 --modes $mix $any | alloc -q --policy grap --schedule easy >a && cells mode,groups,end_s <a >m && [ $(wc -l <m) = 2000 ] && ! grep -q ",$" m || exit 1
	done'

done_testing
