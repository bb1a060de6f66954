#!/usr/bin/env bash
# t530-netsim-files -- --links, --job-links, --latencies and --stats, against the
# results and against each other.
. "$(dirname "$0")/../lib.sh"

M=dragonfly:g=3,a=2,p=2
export M
# sum CONDITION EXPRESSION FILE: over the rows of a table with the columns of --links
sum() { awk -F, "NR > 1 && $1 { n += $2 } END { printf \"%.0f\\n\", n }" "$3"; }
# add: the numbers on standard input
add() { awk '{ n += $1 } END { printf "%.0f\n", n }'; }

# Two cases of three jobs that get in each other's way, under a routing that spreads.
busy() {
	cat >in.csv <<-END
	case,job,nodes,tasks,pattern,bytes,node_list
	1,a,4,8,alltoall,5000,0 2 5 8
	1,b,3,6,fft3d,700,1 3 10
	1,c,4,4,halo2d,20000,4 6 7 9
	2,d,12,12,alltoall,3000,0-11
	END
	sim --routing ${1:-ugal-l} --links l.csv --job-links j.csv --latencies h.csv --stats s.csv in.csv >out.csv
}

t 'the tables, for one message' '
	printf "case,job,nodes,tasks,pattern,bytes,node_list\nx,a,2,2,broadcast,1000,0 4\n" >in.csv &&
	sim --links l.csv --job-links j.csv --latencies h.csv --stats s.csv in.csv >out.csv &&
	{ sed 1q l.csv && awk -F, "\$6" l.csv | tail -n +2; } >used &&
	cat >want <<-END && diff want used && is "$(rows l.csv | wc -l)" 36 &&
	case,link,class,from,to,packets,bytes,busy_s,stalls,stall_s
	x,3,global,r0,r2,1,1000,1e-06,0,0
	x,8,node,r2,n4,1,1000,1e-06,0,0
	x,24,node,n0,r0,1,1000,1e-06,0,0
	END
	cat >want <<-END && diff want j.csv &&
	case,job,link,packets,bytes
	x,a,3,1,1000
	x,a,8,1,1000
	x,a,24,1,1000
	END
	cat >want <<-END && diff want h.csv &&
	case,job,low_s,high_s,messages
	x,a,1.318912e-06,1.327104e-06,1
	END
	is "$(cut -d, -f2-5 s.csv | paste -sd" ")" "packet_hops,packets,messages,simulated_s 2,1,1,1.32e-06"'

t 'empty ports are no links; every cable is there in both directions' '
	printf "job,nodes,pattern,node_list\na,1,alltoall,0\n" >in.csv &&
	netsim --machine dragonfly:g=4,a=2,p=1 --links l.csv in.csv >out && is "$(rows l.csv | cut -d, -f3 | sort | uniq -c | awk "{ print \$2 \$1 }" | paste -sd" ")" "global12 local8 node16" &&
	rows l.csv | cut -d, -f4 | sort >from && rows l.csv | cut -d, -f5 | sort | diff from -'

for r in minimal valiant ugal-l ugal-g par ugal-router; do
export r
t "$r: packets on links are packets times hops; bytes are what was sent" '
	busy $r && hops=$(column packet_hops s.csv) && packets=$(column packets s.csv) &&
	is "$(sum "\$4 ~ /^r/" "\$6" l.csv)" $hops && is "$(sum "\$4 ~ /^n/" "\$6" l.csv)" $packets && is "$(sum "\$5 ~ /^n/" "\$6" l.csv)" $packets &&
	is "$(column packets out.csv | add)" $packets &&
	is "$(awk -F, "NR > 1 { n += \$12 * \$13 } END { printf \"%.0f\", n }" out.csv)" $hops &&
	is "$(sum "\$4 ~ /^n/" "\$7" l.csv)" $((48 * 5000 + 12 * 700 + 8 * 20000 + 132 * 3000)) &&
	is "$(sum "\$5 ~ /^n/" "\$7" l.csv)" "$(sum "\$4 ~ /^n/" "\$7" l.csv)"'
t "$r: the jobs' shares of the links add up to the links" '
	busy $r && awk -F, "NR > 1 { p[\$1 \",\" \$3] += \$4; b[\$1 \",\" \$3] += \$5 } END { for (k in p) print k \",\" p[k] \",\" b[k] }" j.csv | sort >jobs &&
	awk -F, "NR > 1 && \$6 { print \$1 \",\" \$2 \",\" \$6 \",\" \$7 }" l.csv | sort | diff jobs - && [ -s jobs ]'
done

t 'a link is busy for its bytes, at its speed' '
	M=$M,global-bw=2Gb/s busy && awk -F, "NR > 1 { x = \$7 * (\$3 == \"global\" ? 4e-9 : 1e-9); if (\$8 - x > 1e-14 || x - \$8 > 1e-14) { print; exit 1 } n += \$6 } END { exit !n }" l.csv'

t 'no link is busy, or stalled, for longer than its case lasted' '
	busy valiant && max1=$(awk -F, "\$1 == 1 && \$9 > m { m = \$9 } END { print m }" out.csv) && max2=$(awk -F, "\$1 == 2 { print \$9 }" out.csv) &&
	awk -F, -v a=$max1 -v b=$max2 "NR > 1 && \$8 + \$10 > (\$1 == 1 ? a : b) + 1e-12 { print; exit 1 }" l.csv'

t 'stalls: a packet that is ready, a link that is free, and no credit' '
	printf "job,nodes,tasks,pattern,bytes,node_list\na,2,2,broadcast,10000,0-1\n" >in.csv &&
	sim --packet 1000B --set vc-buffer=1000B --links l.csv in.csv >out &&
	is "$(awk -F, "NR > 1 && \$9" l.csv)" 1,24,node,n0,r0,10,10000,1e-05,9,1.62e-06 &&
	sim --packet 1000B --set vc-buffer=2000B --links l.csv in.csv >out && is "$(awk -F, "NR > 1 && \$9" l.csv)" ""'

t 'latencies: as many as messages through the network, in buckets of at most 1/128' '
	busy && awk -F, "NR > 1 { n[\$2] += \$5; if (\$4 <= \$3 || \$4 - \$3 > \$3 / 128 * 1.000001) { print; exit 1 } } END { print n[\"a\"], n[\"b\"], n[\"c\"], n[\"d\"] }" h.csv >got &&
	is "$(cat got)" "48 12 8 132"'

t 'latencies: mean, 99th percentile and maximum agree with the columns' '
	busy && awk -F, "FNR == 1 { next } NR == FNR { mean[\$2] = \$14; p[\$2] = \$15; max[\$2] = \$16; next }
		{ n[\$2] += \$5; low[\$2] += \$3 * \$5; high[\$2] += \$4 * \$5; line[\$2] = line[\$2] \" \" \$4 \":\" \$5; first[\$2] = \$3 }
		END { for (j in n) { jobs++
			if (mean[j] < low[j] / n[j] || mean[j] > high[j] / n[j]) { print \"mean\", j; exit 1 }
			rank = int(0.99 * n[j]); rank += rank < 0.99 * n[j]; seen = 0; k = split(line[j], b, \" \")
			for (i = 1; i <= k && seen < rank; i++) { split(b[i], at, \":\"); seen += at[2] }
			want = at[1] < max[j] ? at[1] : max[j]
			if (want / p[j] > 1 + 2e-8 || p[j] / want > 1 + 2e-8) { print \"p99\", j, want, p[j]; exit 1 }
			if (max[j] < first[j] || max[j] >= at[1] * 1.1) { print \"max\", j; exit 1 } }
			exit jobs != 4 }" out.csv h.csv'

t '--stats: one row, the whole run' '
	busy && is "$(sed 1q s.csv)" events,packet_hops,packets,messages,simulated_s,cpu_s,max_rss_bytes,threads,efficiency,setup_s && is "$(rows s.csv | wc -l)" 1 &&
	is "$(column messages s.csv)" "$(column messages out.csv | add)" &&
	awk -F, "FNR == 1 { next } NR == FNR { if (\$9 > end[\$1]) end[\$1] = \$9; next }
		{ d = (end[1] + end[2]) / \$5 - 1; exit d > 2e-8 || d < -2e-8 || \$1 < \$3 || \$6 < 0 || \$7 < 1000000 }" out.csv s.csv'

t 'what is written beside changes no result' '
	for r in minimal valiant ugal-l ugal-g par ugal-router; do
		busy $r && sim --routing $r in.csv | diff out.csv - || return 1
	done'

t 'parts of a stream make parts of the files' '
	busy && cp l.csv l1 && cp j.csv j1 && cp h.csv h1 && cp in.csv all.csv &&
	for c in 1 2; do
		grep -e "^case" -e "^$c," all.csv >in.csv && sim --routing ugal-l --links l.csv --job-links j.csv --latencies h.csv in.csv >out.csv &&
		rows l.csv >>l2 && rows j.csv >>j2 && rows h.csv >>h2 || return 1
	done && for f in l j h; do rows ${f}1 | diff - ${f}2 || return 1; done'

t '--task-times: when task 0 ends, and tasks on average, as --ranks says of each; two columns behind comm_time_s, and no other is changed' '
	table $M job,nodes,tasks,pattern,start_s,load,duration_s a,3,6,broadcast,0,, b,4,7,alltoall,2e-6,, c,1,1,halo2d,,, d,2,2,uniform,,0.1,20e-6 |
		alloc --policy simple | map >in.csv && netsim --schedule mpi --no-preamble in.csv >plain.csv &&
	netsim --schedule mpi --no-preamble --task-times --ranks ranks.csv in.csv >out.csv && cut -d, -f1-12,15- out.csv | diff plain.csv - &&
	rows ranks.csv | awk -F, "!n[\$2]++ { first[\$2] = \$4 } { sum[\$2] += \$4 } \$4 > last[\$2] { last[\$2] = \$4 }
		END { for (j in n) printf \"%s,%.9g,%.9g,%.9g\\n\", j, last[j], first[j], sum[j] / n[j]; print \"d,,,\" }" | sort >want &&
	metrics select --no-preamble --columns job,comm_time_s,comm_time_first_s,comm_time_mean_s out.csv | sed 1d | diff want - &&
	holds "$(grep ^a, want | cut -d, -f3) < 0.5 * $(grep ^a, want | cut -d, -f2)" &&
	refuses 2 "netsim: --task-times: ranks end, and with --steady they do not" netsim --steady 2 --task-times in.csv'

done_testing
