#!/usr/bin/env bash
# metrics summary: every figure against hand-made ones.
source "$(dirname "$0")/../lib.sh"

# 1 2 4 8 without its mean of 3.75: squares 7.5625 3.0625 .0625 18.0625, sum 28.75
t 'every figure of four values' '
	printf "%s\n" t 8 1 4 2 | metrics summary --of t --no-preamble >out &&
	awk "BEGIN { sd = sqrt(28.75 / 3); e = 3.182446305284 * sd / 2
		print \"count,empty,mean,sd,min,q1,median,q3,max,ci95_low,ci95_high,units\"
		printf \"4,0,3.75,%.9g,1,1.75,3,5,8,%.9g,%.9g,4\n\", sd, 3.75 - e, 3.75 + e }" | diff - out'
t 'one value: no deviation and no interval' '
	printf "%s\n" t 8 | metrics summary --of t --no-preamble | sed 1d >out && echo "1,0,8,,8,8,8,8,8,,,1" | diff - out'
t 'no value: nothing but counts' '
	printf "%s\n" a,t x, x, | metrics summary --by a --of t --no-preamble | sed 1d >out && echo "x,0,2,,,,,,,,,,0" | diff - out'
t 'empty cells are left out and counted' '
	printf "%s\n" a,t x,1 x, x,3 y, | metrics summary --by a --of t --no-preamble | cut -d, -f1-4 >out &&
	printf "%s\n" a,count,empty,mean x,2,1,2 y,0,1, | diff - out'
t 'groups come in the order of their first rows, whether they are contiguous or not' '
	printf "%s\n" a,b,t z,1,5 a,1,7 z,1,6 z,2,8 a,1,8 | metrics summary --by a,b --of t --no-preamble | cut -d, -f1-5 >out &&
	printf "%s\n" a,b,count,empty,mean z,1,2,0,5.5 a,1,2,0,7.5 z,2,1,0,8 | diff - out'
t 'the order of --by is that of the columns; several --by add up' '
	printf "%s\n" a,b,t z,1,5 | metrics summary --by b --by a --of t --no-preamble | sed 1q | grep -q "^b,a,count"'
t 'cells are groups by themselves: ab,c is not a,bc' '
	printf "%s\n" a,b,t ab,c,1 a,bc,2 | metrics summary --by a,b --of t --no-preamble | sed 1d | wc -l >out && test "$(cat out)" = 2'
t 'several columns: a row each, named in column' '
	printf "%s\n" a,t,u z,5,50 y,6,60 z,7,70 | metrics summary --by a --of u,t --no-preamble | cut -d, -f1-5 >out &&
	printf "%s\n" a,column,count,empty,mean z,u,2,0,60 z,t,2,0,6 y,u,1,0,60 y,t,1,0,6 | diff - out'
t 'negative numbers and exponents' '
	printf "%s\n" t -1.5e-6 1.5e-6 -3e-6 | metrics summary --of t --no-preamble | sed 1d | cut -d, -f3,5,7,9 >out && echo "-1e-06,-3e-06,-1.5e-06,1.5e-06" | diff - out'
t 'the order of the rows moves no digit' '
	awk "BEGIN { srand(5); print \"t\"; for (i = 0; i < 999; i++) print exp(40 * rand() - 20) }" >a.csv &&
	{ sed 1q a.csv; sed 1d a.csv | sort; } >b.csv && metrics summary --of t --no-preamble a.csv >1 && metrics summary --of t --no-preamble b.csv >2 && cmp 1 2'
t 'thousands of groups and values, against awk' '
	awk "BEGIN { srand(7); print \"g,h,t\"; for (i = 0; i < 40000; i++) printf \"%d,%d,%.9g\n\", 100 * rand(), 30 * rand(), rand() }" >a.csv &&
	metrics summary --by g,h --of t --no-preamble a.csv | awk -F, "NR > 1 { printf \"%s,%s,%d,%.6f,%.6f,%.6f\n\", \$1, \$2, \$3, \$5, \$7, \$11 }" | sort >got &&
	awk -F, "NR > 1 { k = \$1 \",\" \$2; n[k]++; s[k] += \$3; if (n[k] == 1 || \$3 < lo[k]) lo[k] = \$3; if (n[k] == 1 || \$3 > hi[k]) hi[k] = \$3 }
		END { for (k in n) printf \"%s,%d,%.6f,%.6f,%.6f\n\", k, n[k], s[k] / n[k], lo[k], hi[k] }" a.csv | sort >want &&
	test "$(wc -l <want)" = 3000 && diff want got'

# interval OPTION...: the column "mean" and those of the interval
interval() { metrics summary --no-preamble "$@" | metrics select --no-preamble --columns mean,ci95_low,ci95_high,units - | sed 1d; }
# totals 3, 6, 9 of 2, 1, 3 values, mean 3: they are off by -3, 3 and 0
three='a,1 a,2 b,6 c,3 c,3 c,3'
t 'rows of cases: the interval of a ratio of case totals' '
	printf "%s\n" case,t $three | interval --of t >out &&
	awk "BEGIN { e = 4.302652729750 * sqrt(3 / 2 * 18) / 6; printf \"3,%.9g,%.9g,3\n\", 3 - e, 3 + e }" | diff - out'
t 'a case may come again, in another file or later in one; the order of rows moves no digit' '
	printf "%s\n" case,t $three | interval --of t >want && printf "%s\n" case,t a,2 c,3 c,3 >1 && printf "%s\n" case,t c,3 b,6 a,1 >2 && interval --of t 2 1 | diff want - &&
	awk "BEGIN { srand(6); print \"case,t\"; for (i = 0; i < 999; i++) printf \"%d,%.17g\n\", 30 * rand(), exp(40 * rand() - 20) }" >a.csv &&
	{ sed 1q a.csv; sed 1d a.csv | sort -t, -k2; } >b.csv && interval --of t a.csv >1 && interval --of t b.csv >2 && cmp 1 2 && grep -q ",30$" 1'
t 'cases of one row each, and no column case: every row is a unit' '
	printf "%s\n" case,t 1,8 2,1 3,4 4,2 >a.csv && sed "s/[^,]*,//" a.csv >b.csv && interval --of t a.csv >1 && interval --of t b.csv | diff 1 - && grep -q "^3.75,-1.17.*,8.67.*,4$" 1'
t 'a file without the column beside one with it: its rows are case 1' '
	printf "%s\n" case,t 1,8 2,1 >a.csv && printf "%s\n" t 4 2 >b.csv && printf "%s\n" case,t 1,8 2,1 1,4 1,2 | interval --of t >want &&
	interval --of t a.csv b.csv | diff want - && interval --of t b.csv a.csv | diff want - && grep -q ",2$" want'
t 'a group of one case has no interval, however many rows' '
	printf "%s\n" case,a,t 1,x,8 1,x,2 2,y,3 3,y,5 3,x, | metrics summary --by a --of t --no-preamble | cut -d, -f1,2,4,11- | sed 1d >out &&
	awk "BEGIN { e = 12.706204736175; printf \"x,2,5,,,1\ny,2,4,%.9g,%.9g,2\n\", 4 - e, 4 + e }" | diff - out &&
	printf "%s\n" case,t 1,8 1,2 2,3 | interval --by case --of t | diff - <(printf "%s\n" 5,,,1 3,,,1)'
t '--case names the columns that make a case, which must be there' '
	printf "%s\n" seed,case,t 1,a,1 1,a,2 2,a,6 3,c,3 3,c,3 3,c,3 >in.csv && printf "%s\n" case,t $three | interval --of t >want &&
	interval --of t --case seed,case in.csv | diff want - && interval --of t --case seed in.csv | diff want - && ! interval --of t in.csv | cmp -s want &&
	exits 1 metrics summary --of t --case rep in.csv 2>err && grep -q "^metrics: in.csv:1: rep: " err'
t 'the interval of jobs in workloads is wider than that of as many workloads of one job' '
	gen-workload random --cases 12 --machine dragonfly:g=17,a=4,p=4 | alloc --policy simple | netsim >a.csv && interval --of comm_time_s a.csv >cases && grep -q ",12$" cases &&
	metrics select --no-preamble --columns comm_time_s a.csv | interval --of comm_time_s >rows &&
	cat cases rows | awk -F, "{ half[NR] = \$3 - \$1 } END { print half[1], half[2]; exit !(half[1] > 1.2 * half[2]) }"'
t 'figures beyond the range of a number are empty: no tool reads inf' '
	printf "%s\n" t -1.7e308 1.7e308 | metrics summary --of t --no-preamble | sed 1d >out && echo "2,0,0,,-1.7e+308,-8.5e+307,0,8.5e+307,1.7e+308,,,2" | diff - out'
t 'the same column twice, an empty name: exit 2' '
	exits 2 metrics summary --of t,t </dev/null 2>err && grep -q "^metrics: --of: .t.: named twice" err &&
	exits 2 metrics summary --of t --by a,,b </dev/null 2>err && grep -q "^metrics: --by: .a,,b.: " err'

done_testing
