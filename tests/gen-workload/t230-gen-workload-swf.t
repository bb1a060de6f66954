#!/usr/bin/env bash
# gen-workload swf: a job log, all of it or one moment.
. "$(dirname "$0")/../lib.sh"

atlas=$HOPLINE_ROOT/data/swf/LLNL-Atlas-2006-2.1-cln.swf.gz
gen() { gen-workload swf --machine "${machine:-dragonfly:g=36,a=8,p=4}" "$@"; }
# log: the records of small logs, "job submit wait run procs [requested [status]]" a line
log() { awk '{ print $1, $2, $3, $4, $5, -1, -1, $6 == "" ? -1 : $6, -1, -1, $7 == "" ? 1 : $7, 1, 1, 1, 1, 1, -1, -1 }'; }
# intervals: start, end, nodes, number of every job of the Atlas log, in rebased seconds
intervals() {
	gzip -dc "$atlas" | awk '!/^;/ && NF { if (first == "" || $2 < first) first = $2; line[++n] = $0 }
		END { for (i = 1; i <= n; i++) { $0 = line[i]; p = $5 > 0 ? $5 : $8
			if (p > 0 && $4 > 0) print $2 - first, $2 - first + $4, int((p + 7) / 8), $1 } }'
}
intervals >"$shared_dir/intervals"
# busy: the moments of that, "nodes jobs time", a quadratic restatement avoided by sorting text
busy() {
	awk '{ print $1, $3, 1; print $2, -$3, -1 }' "$shared_dir/intervals" | sort -n -k1,1 |
	awk 'NR > 1 && $1 != t { print b, j, t } { t = $1; b += $2; j += $3 } END { print b, j, t }'
}
running() { awk -v t="$1" '$1 <= t && t < $2 { print $1, $4, $3 }' "$shared_dir/intervals" | sort -n -k1,1 -k2,2; }
busy >"$shared_dir/busy"

# Where accesses are checked, one moment of Atlas shows what three do.
checked || t 'Atlas: the fullest moment that fits, against a plain computation' '
	best=$(awk "\$1 <= 1152" "$shared_dir/busy" | sort -k1,1nr -k3,3n | sed -n 1p) &&
	set -- $best && running $3 >want && gen --procs-per-node 8 --at fullest --min-jobs 1 $atlas >w 2>err &&
	rows w | awk -F, "{ print \$10, \$2, \$4 }" | cmp - want && grep -q "at $3 s $2 jobs\? on $1 of 1152 nodes" err &&
	[ "$1 $2 $3" = "1140 1 6900684" ]'

checked || t 'Atlas: the fullest moment with twenty jobs' '
	best=$(awk "\$1 <= 1152 && \$2 >= 20" "$shared_dir/busy" | sort -k1,1nr -k3,3n | sed -n 1p) &&
	set -- $best && running $3 >want && gen --procs-per-node 8 --at fullest --min-jobs 20 $atlas >w 2>err &&
	rows w | awk -F, "{ print \$10, \$2, \$4 }" | cmp - want && grep -q "at $3 s $2 jobs on $1 of 1152 nodes" err &&
	[ "$(rows w | wc -l)" = "$2" ] && [ "$(column class w | sort -u | xargs)" = "large small" ]'

# mix: of the moments with two jobs or more, the fullest first, the one at which no job has more than half of the busy nodes
mix() {
	awk '$1 <= 1152 && $2 >= 2' "$shared_dir/busy" | sort -k1,1nr -k3,3n | awk '
		NR == FNR { start[++n] = $1; end[n] = $2; nodes[n] = $3; next }
		{ most = 0; for (i = 1; i <= n; i++) if (start[i] <= $3 && $3 < end[i] && nodes[i] > most) most = nodes[i] }
		2 * most <= $1 { print; exit }' "$shared_dir/intervals" -
}

t 'Atlas: by default the fullest moment has a mix, against a plain computation' '
	set -- $(mix) && running $3 >want && gen --procs-per-node 8 --at fullest $atlas >w 2>err &&
	rows w | awk -F, "{ print \$10, \$2, \$4 }" | cmp - want && grep -q "at $3 s $2 jobs on $1 of 1152 nodes" err && ! grep -q "half of the busy" err &&
	is "$1 $2 $3" "1098 6 5105220"'

t 'Theta: so it has, where one job fills the machine at another moment' '
	theta=$HOPLINE_ROOT/data/swf/theta-2023.std.swf.gz && export machine=dragonfly:g=9,a=122,p=4 &&
	is "$(gen --at fullest --min-jobs 1 -q $theta | cells nodes | xargs)" 4392 &&
	gen --at fullest -q $theta | cells nodes | awk "{ n += \$1; if (\$1 > most) most = \$1 } END { print NR, n, most; exit !(NR > 1 && 2 * most <= n) }"'

t 'without a mix: the fullest moment with two jobs, and it says so; of one job alone only by --min-jobs 1' '
	printf "%s\n" "1 0 0 100 7" "2 5 0 10 1" "3 50 0 10 2" "4 200 0 9 20" | log >l.swf && g() { gen --procs-per-node 1 --at fullest "$@" l.swf 2>err | column job | xargs; } &&
	is "$(g)" "1 3" && grep -qx "gen-workload: l.swf: at every moment one job has more than half of the busy nodes: this is the fullest with two jobs or more" err &&
	is "$(g --min-jobs 1)" 4 && ! grep half err && is "$(g --min-jobs 2)" "1 3" && ! grep half err &&
	printf "5 51 0 5 5\n" | log >>l.swf && is "$(g)" "1 3 5" && ! grep half err'

t 'Atlas: any moment' '
	for at in 8000000 $(checked || echo 10000000 4600000); do
		running $at >want && [ -s want ] && gen --procs-per-node 8 --at $at -q $atlas | rows | awk -F, "{ print \$10, \$2, \$4 }" | cmp - want || exit 1
	done'

t 'Atlas: what is left out is counted, by reason' '
	gen --procs-per-node 8 --at fullest $atlas 2>err >/dev/null &&
	grep -q "LLNL-Atlas-2006-2.1-cln.swf.gz:33: first of 4571 records left out: no processors" err &&
	grep -q "first of 2607 records left out: runtime" err && grep -q "first of 36600 records without a wait" err &&
	grep -q "moments passed over: more than 1152 nodes busy, up to 3762" err &&
	gen --procs-per-node 8 --at fullest --quiet $atlas 2>err >/dev/null && ! [ -s err ]'

if checked; then
	skip 'a gzipped line without end' 'the checkers need memory of their own'
else
	t 'a gzipped line without end is refused, in a memory that has a bound' '
		head -c 300000000 /dev/zero | gzip -1 >zeros.gz && ulimit -v 1200000 && exits 1 gen zeros.gz >out 2>err && ! rows out | grep . &&
		grep -qx "gen-workload: zeros.gz:1: a line of more than 256 MiB" err &&
		exits 1 metrics topology --from aries zeros.gz 2>err && grep -qx "metrics: zeros.gz:1: a line of more than 256 MiB" err'
fi
t 'gzipped, plain and standard input are the same' '
	gen --procs-per-node 8 --at 8000000 -q $atlas | rows >a && gzip -dc $atlas >plain.swf &&
	gen --procs-per-node 8 --at 8000000 -q plain.swf | rows | cmp - a &&
	gen --procs-per-node 8 --at 8000000 -q <plain.swf | rows | cmp - a &&
	gen --procs-per-node 8 --at 8000000 -q - <$atlas | rows | cmp - a'

t 'a job starts after its wait, times count from the first submit, ends come before starts' '
	printf "%s\n" "1 100 -1 50 8" "2 110 5 100 16" "3 150 0 10 24" | log >l.swf &&
	at() { gen --procs-per-node 8 --at $1 -q l.swf | rows | awk -F, "{ print \$2 \":\" \$4 \":\" \$9 \":\" \$10 }" | xargs; } &&
	[ "$(at 0)" = 1:1:50:0 ] && [ "$(at 14)" = 1:1:50:0 ] && [ "$(at 15)" = "1:1:50:0 2:2:100:15" ] &&
	[ "$(at 49.5)" = "1:1:50:0 2:2:100:15" ] && [ "$(at 50)" = "2:2:100:15 3:3:10:50" ] && [ "$(at 60)" = 2:2:100:15 ]'

t 'the fullest moment: the earliest of several, over-full ones passed over' '
	export machine=dragonfly:g=2,a=2,p=2 &&
	printf "%s\n" "1 0 0 10 5" "2 5 0 10 9" "3 20 0 10 4" "4 22 0 2 2" "5 40 0 5 6" "6 42 0 5 3" | log >l.swf &&
	gen --procs-per-node 1 --at fullest l.swf 2>err >w && [ "$(column job w | xargs)" = "3 4" ] &&
	grep -q "at 22 s 2 jobs on 6 of 8 nodes" err && grep -q "l.swf: 1 moments\? passed over: more than 8 nodes busy, up to 9" err &&
	grep -q "l.swf:2: first of 1 job left out: wider than 8 nodes" err'

t 'rows are in the order of the start, then of the number' '
	printf "%s\n" "7 0 30 100 8" "9 20 0 100 8" "3 30 0 100 8" "2 10 -1 100 8" | log >l.swf &&
	[ "$(gen --procs-per-node 8 --at 40 -q l.swf | column job | xargs)" = "2 9 3 7" ]'

t 'a part of a node is a node; small jobs fit a group' '
	printf "%s\n" "1 0 0 9 1" "2 0 0 9 8" "3 0 0 9 9" "4 0 0 9 256" "5 0 0 9 257" | log >l.swf &&
	[ "$(gen --procs-per-node 8 --at 0 -q l.swf | rows | cut -d, -f3-5 | xargs)" = "small,1,2 small,1,2 small,2,4 small,32,64 large,33,66" ]'

t 'liberal: tabs, CRLF, fractions, missing and further fields, no order, no final newline' '
	printf ";Computer: a machine\r\n; Note: x\r\n\r\n2\t110\t0\t10.5\t-1\t-1\t-1\t16\r\n 1  100.25 0.5 20.0  8\r\n3 101 -1 30 4.0 -1 -1 -1 -1 -1 1 1 1 1 1 1 1 1 99 98\n4 102 0 9 8 -1 -1 x" >l.swf &&
	gen --procs-per-node 8 --at 10 l.swf >w 2>err &&
	[ "$(rows w | awk -F, "{ print \$2, \$4, \$9, \$10 }" | xargs)" = "1 1 20 0.5 3 1 30 0.75 4 1 9 1.75 2 2 10.5 9.75" ] &&
	grep -q "l.swf: a machine: at 10 s 4 jobs on 5 of" err && grep -q "l.swf:4: first of 1 record with processors from field 8" err &&
	grep -q "l.swf:5: first of 1 record submitted before the record in front" err && grep -q "l.swf:6: first of 1 record without a wait" err'

t 'odd records are left out one by one, each counted with its first line' '
	{ printf "%s\n" "1 0 0 100 8" "2 0 0 0 8" "3 0 0 -1 8" "4 0 0 9 0" "5 -1 0 9 8" "1 0 0 9 8" "6 0 0 9 8 -1 2" "7 0 0 9 8 -1 4" "-1 0 0 9 8" "9 0 0 9 9999999999" | log
	  printf "8 0 0 nine 8\n10 0\n11 0 0 9 8\0\n0x10 0 0 9 8\n12 0 0 nan 8\n13 0 0 9 8\n"; } >l.swf &&
	gen --procs-per-node 8 --at 0 l.swf >w 2>err && [ "$(column job w | xargs)" = "1 13" ] &&
	for m in "l.swf:9: first of 6 records left out: fields 1 to 5" "l.swf:7: first of 2 records left out: parts" "l.swf:5: first of 1 record left out: no submit" \
		"l.swf:4: first of 2 records left out: no processors" "l.swf:2: first of 2 records left out: runtime" "l.swf:6: first of 1 record left out: the job.s number"; do
		grep -q "$m" err || { echo "no: $m"; cat err; exit 1; }
	done'

t 'patterns are drawn by job and seed, whatever the moment; sizes too' '
	gen --procs-per-node 8 --at 8047543 -q $atlas | rows | cut -d, -f2,6 | sort >a &&
	gen --procs-per-node 8 --at 8047575 -q --bytes 1KB,10KB $atlas >w && rows w | cut -d, -f2,6 | sort >b &&
	[ $(comm -12 a b | wc -l) -gt 20 ] && [ $(join -t, a b | awk -F, "\$2 != \$3" | wc -l) = 0 ] &&
	[ $(cut -d, -f2 a | sort -u | wc -l) -ge 4 ] && [ "$(column bytes w | sort -u | xargs)" = "1000 10000" ] &&
	gen --procs-per-node 8 --at 8047543 -q --seed 2 $atlas | rows | cut -d, -f2,6 | sort >c && ! cmp -s a c &&
	[ "$(gen --procs-per-node 8 --at 8047543 -q --pattern halo2d $atlas | column pattern | sort -u)" = halo2d ]'

t 'drawn over many jobs, each pattern and size comes about as often' '
	seq 1 600 | awk "{ print \$1, 0, 0, 9, 1 }" | log >l.swf &&
	gen --procs-per-node 1 --at 0 -q --pattern alltoall,halo2d,fft3d --bytes 1,2,fft3d=7 l.swf >w &&
	rows w | cut -d, -f6,7 | sort | uniq -c | awk "{ n[\$2] = \$1 } END { for (k in n) print k, n[k]; exit !(n[\"fft3d,7\"] > 150 && n[\"fft3d,7\"] < 250 &&
		n[\"alltoall,1\"] > 65 && n[\"alltoall,2\"] > 65 && n[\"halo2d,1\"] > 65 && n[\"halo2d,2\"] > 65) }"'

t 'repeat: the same jobs again' '
	gen --procs-per-node 8 --at 8000000 -q --repeat 2 $atlas >w && n=$(($(rows w | wc -l) / 2)) &&
	cmp <(rows w | head -$n | cut -d, -f3-) <(rows w | tail -$n | cut -d, -f3-) && [ "$(column rep w | uniq | xargs)" = "1 2" ]'

torus() { machine=torus:k=8x12x12 gen --pattern halo3d "$@"; }
# whole FIELDS: cells of the rows of a whole log, by column names joined by ','
whole() {
	awk -F, -v want="$1" '/^#/ { next } !n { n = split(want, w, ","); for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ s = ""; for (i = 1; i <= n; i++) s = s (i > 1 ? "," : "") (w[i] in at ? $at[w[i]] : "?"); print s }'
}

t 'Atlas, whole: every job with processors and a runtime, against a plain computation' '
	gzip -dc $atlas | awk "!/^;/ && NF { if (f == \"\" || \$2 < f) f = \$2; l[++n] = \$0 }
		END { for (i = 1; i <= n; i++) { \$0 = l[i]; p = \$5 > 0 ? \$5 : \$8; if (p > 0 && \$4 > 0)
			print \$1 \",\" int((p + 7) / 8) \",\" \$2 - f \",\" \$4 \",\" (\$9 > 0 ? \$9 : \"\") \",\" \$2 - f \",\" \$12 \",\" \$14 \",\" \$11 } }" >want &&
	torus $atlas >w 2>err && [ "$(wc -l <want)" = 36600 ] && whole job,nodes,submit_s,runtime_s,walltime_s,log_start_s,user,executable,status <w | sort >a &&
	sed "s/,-1,/,,/g" want | sort | cmp - a && [ "$(rows w | cut -d, -f1 | sort -u)" = 1 ] &&
	! awk "/^case/" w | grep -q -e ",group" -e ",queue"'

checked || t 'Atlas, whole: rows are in the order of their submit, and what is odd is counted' '
	torus $atlas >w 2>err && whole submit_s <w >s && sort -n s | cmp - s &&
	grep -q "8 processors a node (MaxProcs: 9216, MaxNodes: 1152)" err && grep -q ":33: first of 4571 records left out: no processors" err &&
	grep -q ":38: first of 2607 records left out: runtime" err && grep -q "first of 36600 records without a wait" err &&
	grep -q "first of 5352 records without a requested time" err && grep -q "first of 3351 records that ran longer than they asked for" err &&
	grep -q "Linux cluster (Atlas): 36600 jobs submitted from 6267 to 16677811 s, the widest on 1140 of 1152 nodes" err &&
	torus -q $atlas 2>err >/dev/null && ! [ -s err ]'

t 'Theta, whole: its own starts fill the machine and never more' '
	machine=dragonfly:g=9,a=122,p=4 gen --pattern halo3d $HOPLINE_ROOT/data/swf/theta-2023.std.swf.gz >w 2>err && [ $(rows w | wc -l) = 23387 ] &&
	whole log_start_s,runtime_s,nodes <w | awk -F, "{ print \$1, 1, \$3; print \$1 + \$2, 0, -\$3 }" | sort -n -k1,1 -k2,2 |
	awk "{ b += \$3; if (b > m) m = b } END { print m, b }" >peak && [ "$(cat peak)" = "4392 0" ] &&
	[ "$(whole job,submit_s,log_start_s,walltime_s,user <w | sed -n 1,3p | xargs)" = "632190,0,3962980,21600, 634597,1126233,3970633,21600, 636183,1914397,3963715,21600,1" ]'

t 'a whole log is in the order of submit, then of the file; times count from the first submit of all' '
	printf "%s\n" "7 130 4 9 8" "9 120 -1 9 8" "3 130 0 9 16" "2 100 0 0 8" "4 120 0 9 8" | log >l.swf &&
	[ "$(gen --procs-per-node 8 -q l.swf | whole job,submit_s,log_start_s,nodes | xargs)" = "9,20,20,1 4,20,20,1 7,30,34,1 3,30,30,2" ]'

t 'the header says how many processors a node has; without a whole number the option is needed' '
	job="1 0 0 9 24" &&
	{ printf ";MaxNodes: 338 (batch partition, 430 in all)\n;MaxProcs:2704\n"; echo $job | log; } >l.swf && gen l.swf 2>err | whole nodes | grep -qx 3 &&
	grep -q "8 processors a node (MaxProcs: 2704, MaxNodes: 338 (batch partition, 430 in all))" err && [ "$(gen -q --procs-per-node 5 l.swf | whole nodes)" = 5 ] &&
	for h in "MaxNodes: 338;MaxProcs: 430" "MaxProcs: 430" "MaxNodes: 0;MaxProcs: 8" "MaxNodes: many;MaxProcs: 8"; do
		{ echo "; ${h/;/$'\''\n'\'';}"; echo $job | log; } >l.swf && exits 2 gen l.swf 2>err && grep -q "procs-per-node is required: l.swf:[23] says processors only" err || exit 1
	done'

t '--from, --to, --min-nodes, --max-jobs: which jobs, and how many were not asked for' '
	printf "%s\n" "1 50 0 9 8" "2 60 0 9 80" "3 70 0 9 16" "4 80 0 9 24" "5 90 0 9 8" | log >l.swf && g() { gen --procs-per-node 8 "$@" l.swf 2>err | whole job | xargs; } &&
	[ "$(g --from 10 --to 40)" = "2 3 4" ] && [ "$(g --from 10)" = "2 3 4 5" ] && [ "$(g --to 10)" = 1 ] && [ "$(g --min-nodes 2)" = "2 3 4" ] &&
	[ "$(g --max-jobs 2)" = "1 2" ] && [ "$(g --from 10 --min-nodes 3 --max-jobs 9)" = "2 4" ] && g --from 5 --min-nodes 3 >/dev/null &&
	grep -q "l.swf: 3 of 5 jobs not asked for" err && g >/dev/null && ! grep -q "not asked" err &&
	exits 1 gen --procs-per-node 8 --from 1000 l.swf 2>err && grep -q "l.swf: none of its 5 jobs is left" err &&
	exits 2 gen --procs-per-node 8 --from 40 --to 10 l.swf 2>err && grep -q -- "--from must be before --to" err'

t 'dates count from UnixStartTime' '
	{ echo "; UnixStartTime: 1546326862"; printf "%s\n" "1 50 0 9 8" "2 3650 0 9 80" "3 90000 0 9 16" | log; } >l.swf && g() { gen --procs-per-node 8 -q "$@" l.swf | whole job,submit_s | xargs; } &&
	[ "$(g --from 2019-01-01T08:15:12Z)" = "2,3600 3,89950" ] && [ "$(g --to "2019-01-01 08:15:12")" = 1,0 ] && [ "$(g --from 2019-01-02)" = 3,89950 ] &&
	[ "$(g --from 2019-01-01T09:15:12+01:00 --to 2019-01-02)" = 2,3600 ] &&
	sed 1d l.swf >m.swf && exits 1 gen --procs-per-node 8 --from 2019-01-01 m.swf 2>err && grep -q "m.swf: no UnixStartTime in the header, so --from must be in seconds" err'

t '--match: any field, whole, all of them, named or numbered' '
	awk "BEGIN { for (i = 1; i <= 20; i++) print i, 0, 0, 9, 8, -1, -1, 8, -1, -1, 1, i, 1, -1, i % 2, 1, -1, -1, \"x\" i % 3 }" >l.swf && g() { gen --procs-per-node 8 -q "$@" l.swf | whole job | xargs; } &&
	[ "$(g --match "user=1")" = 1 ] && [ "$(g --match "user=1[0-2]")" = "10 11 12" ] && [ "$(g --match 12=1.)" = "10 11 12 13 14 15 16 17 18 19" ] &&
	[ "$(g --match queue=1 --match user=.)" = "1 3 5 7 9" ] && [ "$(g --match "queue=(?!1$).*" --match user=.)" = "2 4 6 8" ] &&
	[ "$(g --match 19=x0)" = "3 6 9 12 15 18" ] && [ "$(g --match 20= --match job=7)" = 7 ] &&
	for x in "" user "=1" "user=(" "who=1" "0=1" "65=1"; do exits 2 gen --procs-per-node 8 --match "$x" l.swf 2>err && grep -q -- "--match: " err || exit 1; done'

t '--field: a field of the format is elsewhere in this log' '
	echo "1 0 0 100 8 500 -1 16 -1 -1 1 1 1 -1 -1 -1 -1 -1" >l.swf && gen --procs-per-node 8 l.swf 2>err >w && ! head -5 w | grep -q walltime_s &&
	grep -q "first of 1 record without a requested time, but with at least the runtime in field 6 (if that is it: --field walltime=6)" err &&
	gen --procs-per-node 8 --field walltime=6 --field processors=8 l.swf 2>err | whole nodes,walltime_s | grep -qx 2,500 && ! grep -q "requested time" err &&
	gen --procs-per-node 8 --field user=6 --match user=500 -q l.swf | whole user | grep -qx 500 && exits 1 gen --procs-per-node 8 --match user=500 -q l.swf 2>err &&
	for x in "" 6 walltime wall=6 =6 walltime=0 walltime=65 walltime=x; do exits 2 gen --procs-per-node 8 --field "$x" l.swf 2>err && grep -q -- "--field: " err || exit 1; done'

t 'odd fields of jobs that are kept are counted' '
	printf "%s\n" "1 0 0 100 8.5 -1 -1 -1 50 -1 1 1 1 -1 -1 -1 -1 -1" "2 0 0 9 8 -1 -1 8 -1 x 1 ann 1 -1 -1 -1 -1 -1" "3 0 0 9 8 -1 -1 8 -1 -1 1 1 1 -1 -1 -1 -1 -1 4" "4 0 0 9 8 -1 -1 8 -1" >l.swf &&
	gen --procs-per-node 8 l.swf 2>err >w && [ "$(whole job,nodes,walltime_s,user <w | xargs)" = "1,2,50,1 2,1,,ann 3,1,,1 4,1,," ] &&
	for m in ":1: first of 1 record with a fraction" ":1: first of 1 record that ran longer" ":2: first of 3 records without a requested" ":2: first of 1 value that cannot be read, memory_requested .x.:" \
		":3: first of 1 record with more than 18" ":4: first of 1 record with fewer than 18"; do grep -q "l.swf$m" err || { echo "no: $m"; cat err; exit 1; }; done'

t 'times that alloc would refuse are refused, at their line of the log' '
	machine=mesh:k=8 && most="must be at most 1000000000 seconds" &&
	record() { printf "%s\n" "; a comment" "1 5 0 9 8 -1 -1 8 -1" "$@" >l.swf; } && refused() { refuses 1 "gen-workload: l.swf:3: $1" gen --procs-per-node 8 "${@:2}" l.swf; } &&
	record "2 6 0 1000000001 8" && refused "runtime: '\''1000000001'\'': $most" && refused "runtime: '\''1000000001'\'': $most" --at 7 &&
	record "2 6 0 2e9 8 -1 -1 8 3e9" && refused "runtime: '\''2000000000'\'': $most" && record "2 6 0 9 8 -1 -1 8 1000000000.5" && refused "walltime: '\''1000000000.5'\'': $most" &&
	record "2 1000000005.5 0 9 8" && refused "submit: '\''1000000000.5'\'': $most after the first submit" && record "2 6 1e9 9 8" && refused "start: '\''1000000001'\'': $most after the first submit"'
t 'the longest times that alloc takes go through both' '
	printf "%s\n" "1 5 0 1e9 8 -1 -1 8 1e9" "2 1000000005 0 9 8 -1 -1 8 9" "3 6 0 2e9 80 -1 -1 80 2e9" >l.swf && machine=mesh:k=8 gen --procs-per-node 8 l.swf --match processors=8 >w &&
	alloc --policy simple --schedule fcfs w | cells job,start_s,end_s | xargs >got && is "$(cat got)" "1,0,1000000000 2,1000000000,1000000009"'

t 'dims: the most cubic grid of the tasks where the pattern has one' '
	printf "%s\n" "1 0 0 9 1" "2 0 0 9 6" "3 0 0 9 7" "4 0 0 9 64" "5 0 0 9 96" | log >l.swf && g() { machine=torus:k=8x12x12,cores=1 gen --procs-per-node 1 -q "$@" l.swf; } &&
	[ "$(g --pattern halo3d | whole tasks,dims | xargs)" = "1,1x1x1 6,3x2x1 7,7x1x1 64,4x4x4 96,6x4x4" ] && [ "$(g --pattern halo2d | whole dims | xargs)" = "1x1 3x2 7x1 8x8 12x8" ] &&
	g --pattern alltoall >w && ! head -5 w | grep -q dims && [ "$(g --pattern halo2d,alltoall | whole pattern,dims | grep -c "alltoall,$")" -gt 0 ]'

t '--dims-order: which axis has the longest dimension' '
	g() { machine=torus:k=8x12x12,cores=1 gen --procs-per-node 1 -q "$@" l.swf; } && printf "%s\n" "1 0 0 9 1" "2 0 0 9 6" "3 0 0 9 7" "4 0 0 9 64" "5 0 0 9 96" | log >l.swf &&
	[ "$(g --pattern halo3d --dims-order zxy | whole dims | xargs)" = "1x1x1 2x1x3 1x1x7 4x4x4 4x4x6" ] && [ "$(g --pattern halo3d --dims-order yxz | whole dims | xargs)" = "1x1x1 2x3x1 1x7x1 4x4x4 4x6x4" ] &&
	[ "$(g --pattern halo2d --dims-order zyx | whole dims | xargs)" = "1x1 2x3 1x7 8x8 8x12" ] && g --pattern halo3d >a && g --pattern halo3d --dims-order xyz | grep -v "^#run" | diff <(grep -v "^#run" a) - &&
	for wrong in xy xyzx xyy xya ""; do exits 2 g --pattern halo3d --dims-order "$wrong" 2>err && grep -q "^gen-workload: --dims-order: .$wrong.: must be the letters" err || return 1; done &&
	exits 2 g --pattern halo3d --dims-order yxz --at 0 2>err && grep -q "with --at no grids" err && exits 2 g --pattern alltoall --dims-order yxz 2>err && grep -q "has a process grid" err'
t 'a job draws the same pattern in a whole log as at a moment' '
	gen --procs-per-node 8 --at 8047543 -q $atlas | whole job,pattern | sort >a && gen --procs-per-node 8 -q $atlas | whole job,pattern | sort >b && [ -s a ] && [ "$(comm -23 a b | wc -l)" = 0 ]'

t 'moments of the jobs asked for' '
	printf "%s\n" "1 0 0 10 8" "2 0 0 10 16" "3 5 0 10 24" | log >l.swf && g() { gen --procs-per-node 8 -q "$@" l.swf | whole job,nodes | xargs; } &&
	[ "$(g --at 0)" = "1,1 2,2" ] && [ "$(g --at 0 --min-nodes 2)" = 2,2 ] && [ "$(g --at fullest --to 5)" = "1,1 2,2" ] && [ "$(g --at fullest --match job=[13])" = "1,1 3,3" ]'

t 'the logs in data/ are the ones that their README describes' '
	for f in $HOPLINE_ROOT/data/swf/*.gz; do grep -q "$(basename $f).*$(sha256sum <$f | cut -d" " -f1)" $HOPLINE_ROOT/data/swf/README.md || exit 1; done'

done_testing
