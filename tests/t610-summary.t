#!/usr/bin/env bash
# metrics summary: every figure against hand-made ones.
source "$(dirname "$0")/lib.sh"

# 1 2 4 8 without its mean of 3.75: squares 7.5625 3.0625 .0625 18.0625, sum 28.75
t 'every figure of four values' '
	printf "%s\n" t 8 1 4 2 | metrics summary --of t --no-preamble >out &&
	awk "BEGIN { sd = sqrt(28.75 / 3); e = 3.182446305284 * sd / 2
		print \"count,empty,mean,sd,min,q1,median,q3,max,ci95_low,ci95_high\"
		printf \"4,0,3.75,%.9g,1,1.75,3,5,8,%.9g,%.9g\n\", sd, 3.75 - e, 3.75 + e }" | diff - out'
t 'one value: no deviation and no interval' '
	printf "%s\n" t 8 | metrics summary --of t --no-preamble | sed 1d >out && echo "1,0,8,,8,8,8,8,8,," | diff - out'
t 'no value: nothing but counts' '
	printf "%s\n" a,t x, x, | metrics summary --by a --of t --no-preamble | sed 1d >out && echo "x,0,2,,,,,,,,," | diff - out'
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
t 'the same column twice, an empty name: exit 2' '
	exits 2 metrics summary --of t,t </dev/null 2>err && grep -q "^metrics: --of: .t.: named twice" err &&
	exits 2 metrics summary --of t --by a,,b </dev/null 2>err && grep -q "^metrics: --by: .a,,b.: " err'

done_testing
