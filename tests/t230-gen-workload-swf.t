#!/usr/bin/env bash
# gen-workload swf: one moment of a job log.
. "$(dirname "$0")/lib.sh"

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
# busy: the moments of that, "nodes jobs time", a quadratic restatement avoided by sorting text
busy() {
	intervals | awk '{ print $1, $3, 1; print $2, -$3, -1 }' | sort -n -k1,1 |
	awk 'NR > 1 && $1 != t { print b, j, t } { t = $1; b += $2; j += $3 } END { print b, j, t }'
}
running() { intervals | awk -v t="$1" '$1 <= t && t < $2 { print $1, $4, $3 }' | sort -n -k1,1 -k2,2; }
intervals >"$shared_dir/intervals"
busy >"$shared_dir/busy"

t 'Atlas: the fullest moment that fits, against a plain computation' '
	best=$(awk "\$1 <= 1152" "$shared_dir/busy" | sort -k1,1nr -k3,3n | sed -n 1p) &&
	set -- $best && running $3 >want && gen --procs-per-node 8 --at fullest $atlas >w 2>err &&
	rows w | awk -F, "{ print \$10, \$2, \$4 }" | cmp - want && grep -q "at $3 s $2 jobs\? on $1 of 1152 nodes" err &&
	[ "$1 $2 $3" = "1140 1 6900684" ]'

t 'Atlas: the fullest moment with twenty jobs' '
	best=$(awk "\$1 <= 1152 && \$2 >= 20" "$shared_dir/busy" | sort -k1,1nr -k3,3n | sed -n 1p) &&
	set -- $best && running $3 >want && gen --procs-per-node 8 --at fullest --min-jobs 20 $atlas >w 2>err &&
	rows w | awk -F, "{ print \$10, \$2, \$4 }" | cmp - want && grep -q "at $3 s $2 jobs on $1 of 1152 nodes" err &&
	[ "$(rows w | wc -l)" = "$2" ] && [ "$(column class w | sort -u | xargs)" = "large small" ]'

t 'Atlas: any moment' '
	for at in 8000000 10000000 4600000; do
		running $at >want && [ -s want ] && gen --procs-per-node 8 --at $at -q $atlas | rows | awk -F, "{ print \$10, \$2, \$4 }" | cmp - want || exit 1
	done'

t 'Atlas: what is left out is counted, by reason' '
	gen --procs-per-node 8 --at fullest $atlas 2>err >/dev/null &&
	grep -q "LLNL-Atlas-2006-2.1-cln.swf.gz:33: first of 4571 records left out: no processors" err &&
	grep -q "first of 2607 records left out: runtime" err && grep -q "first of 36600 records without a wait" err &&
	grep -q "moments passed over: more than 1152 nodes busy, up to 3762" err &&
	gen --procs-per-node 8 --at fullest --quiet $atlas 2>err >/dev/null && ! [ -s err ]'

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

t 'the log in data/ is the one that its README describes' '
	grep -q "$(sha256sum <$atlas | cut -d" " -f1)" $HOPLINE_ROOT/data/swf/README.md'

done_testing
