#!/usr/bin/env bash
# metrics compare: points and shares against hand-made ones.
source "$(dirname "$0")/../lib.sh"

# One policy's results: "CASE SMALL LARGE" a line; a mean of two jobs around each small one.
results() {
	echo case,job,class,alloc,comm_time_s
	awk -v alloc="$1" '{
		if ($2 != "-") printf "%s,1,small,%s,%s\n%s,2,small,%s,%s\n", $1, alloc, $2 * 0.5, $1, alloc, $2 * 1.5
		if ($3 != "-") printf "%s,3,large,%s,%s\n", $1, alloc, $3
	}'
}
# in case      1     2     3     4     5     6        7
# for rdn it's worse better small large tie  no large  worse, small only
reference() { printf '%s\n' '1 4 10' '2 4 10' '3 4 10' '4 4 10' '5 4 10' '6 4 10' '7 4 -' | results ls; }
other() { printf '%s\n' '1 8 40' '2 2 5' '3 2 20' '4 8 5' '5 4 5' '6 2 -' '7 16 -' | results rdn; }
tables() { reference >ls.csv; other >rdn.csv; }
names='alloc,points,incomplete,baseline_better_share,other_better_share,tie_share,mixed_share,only_small,only_large,mean_cut,best_cut'

t 'points are means divided by those of the baseline, a column a class' '
	tables && metrics compare --baseline ls --points - --no-preamble ls.csv rdn.csv 2>err >out &&
	printf "%s\n" case,alloc,small,large 1,rdn,2,4 2,rdn,0.5,0.5 3,rdn,0.5,2 4,rdn,2,0.5 5,rdn,1,0.5 7,rdn,4, | diff - out'
t 'shares: every outcome once in six points, the one that is incomplete left out' '
	tables && metrics compare --baseline ls --no-preamble ls.csv rdn.csv 2>err | cut -d, -f1-11 >out &&
	# cuts: 1/2 3/4, -1 -1, -1 1/2, 1/2 -1, 0 -1, 3/4
	awk -v names="'$names'" "BEGIN { s = 1 / 6; cut = (1/2 + 3/4 - 1 - 1 - 1 + 1/2 + 1/2 - 1 + 0 - 1 + 3/4) / 11
		print names; for (i = 0; i < 2; i++)
		printf \"%s,6,1,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,0.75\n\", i ? \"all\" : \"rdn\", 2 * s, s, s, 2 * s, s, s, cut }" | diff - out'
t 'what is left out is said: how many, and why the first' '
	tables && metrics compare --baseline ls ls.csv rdn.csv 2>err >out &&
	echo "metrics: 1 of 7 points are left out; the first: case '\''6'\'', class '\''large'\'': 0 values of '\''rdn'\'', 1 of '\''ls'\''" | diff - err &&
	metrics compare --quiet --baseline ls ls.csv rdn.csv 2>err >out && ! test -s err'
t 'the points in a file and the shares on standard output, at once' '
	tables && metrics compare --baseline ls --no-preamble ls.csv rdn.csv >shares 2>err && metrics compare --baseline ls --points - --no-preamble ls.csv rdn.csv >points 2>err &&
	metrics compare --baseline ls --points file --no-preamble ls.csv rdn.csv >out 2>err && cmp shares out && cmp points file'
t 'one stream is as good as several files, in any order of rows' '
	tables && metrics compare --baseline ls --no-preamble ls.csv rdn.csv >want 2>err &&
	cat ls.csv rdn.csv | metrics compare --baseline ls --no-preamble 2>err | diff want - &&
	{ sed 1q ls.csv; { sed 1d ls.csv; sed 1d rdn.csv; } | sort -t, -k1,1n -k4,4r; } | metrics compare --baseline ls --no-preamble 2>err | diff want -'
t 'every other policy, in the order of its first row, then all of them' '
	tables && printf "%s\n" "1 2 5" | results rdg >rdg.csv && printf "%s\n" "1 5 11" | results rrr >rrr.csv && printf "%s\n" "1 4 10" | results ls >one.csv &&
	metrics compare --baseline ls --no-preamble rrr.csv one.csv rdg.csv | cut -d, -f1-5,10,11 >out &&
	awk "BEGIN { print \"alloc,points,incomplete,baseline_better_share,other_better_share,mean_cut,best_cut\"
		printf \"rrr,1,0,1,0,%.9g,0.2\nrdg,1,0,0,1,-1,-1\nall,2,0,0.5,0.5,%.9g,0.2\n\", (1/5 + 1/11) / 2, (1/5 + 1/11 - 2) / 4 }" | diff - out &&
	metrics compare --baseline ls --against rdg,rrr --no-preamble rrr.csv one.csv rdg.csv | cut -d, -f1 | tr "\n" " " >order && test "$(cat order)" = "alloc rdg rrr all " &&
	metrics compare --baseline ls --against rdg --no-preamble rrr.csv one.csv rdg.csv | sed 1d | cut -d, -f1,2 | tr "\n" " " >order && test "$(cat order)" = "rdg,1 all,1 "'
t 'a class with more values under one policy than the other makes a point incomplete' '
	tables && { other; echo 1,9,small,rdn,8; } >rdn.csv && metrics compare --baseline ls ls.csv rdn.csv 2>err | tail -n 1 | grep -q "^all,5,2," &&
	grep -q "2 of 7 points .*: case .1., class .small.: 3 values of .rdn., 2 of .ls." err'
t 'a case that one policy lacks is incomplete' '
	printf "%s\n" "1 4 10" "2 4 10" | results ls >ls.csv && printf "%s\n" "2 4 10" "3 1 1" | results rdn >rdn.csv &&
	metrics compare --baseline ls --no-preamble ls.csv rdn.csv 2>err | sed 1d | cut -d, -f1-3 | tr "\n" " " >out && test "$(cat out)" = "rdn,1,2 all,1,2 " && test -s err'
t 'empty values are left out and counted; a case without any is incomplete' '
	printf "%s\n" case,job,class,alloc,comm_time_s 1,1,small,ls,1 1,2,small,ls, 1,1,small,rdn,2 1,2,small,rdn, 2,1,small,ls, 2,1,small,rdn, >a.csv &&
	metrics compare --baseline ls a.csv 2>err | tail -n 1 | grep -q "^all,1,1,1,0," &&
	grep -qx "metrics: 4 rows without .comm_time_s. are left out" err && grep -q "case .2.: no values, neither of .rdn. nor of .ls." err'
t 'times of 0: equal ones tie and cut nothing, a baseline of 0 has no ratio, another of 0 no cut' '
	printf "%s\n" case,class,alloc,comm_time_s 1,s,ls,0 1,s,rdn,0 2,s,ls,0 2,s,rdn,1 3,s,ls,1 3,s,rdn,0 >a.csv &&
	metrics compare --baseline ls --points p --no-preamble a.csv | tail -n 1 | cut -d, -f1-10 >out && printf "%s\n" case,alloc,s 1,rdn,1 2,rdn, 3,rdn,0 | diff - p &&
	echo "all,3,0,0.333333333,0.333333333,0.333333333,0,0,0.5,1" | diff - out'
t 'the same values in another order tie' '
	printf "%s\n" case,class,alloc,comm_time_s 1,s,ls,0.1 1,s,ls,0.2 1,s,ls,0.3 1,s,rdn,0.3 1,s,rdn,0.2 1,s,rdn,0.1 >a.csv &&
	metrics compare --baseline ls --no-preamble a.csv | tail -n 1 | cut -d, -f1-10 >out && echo all,1,0,0,0,1,0,0,0,0 | diff - out'
t 'three classes: mixed, and alone in one or not' '
	printf "%s\n" class,alloc,t a,x,4 b,x,4 c,x,4 a,y,2 b,y,8 c,y,8 a,z,2 b,z,2 c,z,8 >a.csv &&
	metrics compare --baseline x --value t --no-preamble a.csv | cut -d, -f1,2,4-10 >out &&
	printf "%s\n" alloc,points,baseline_better_share,other_better_share,tie_share,mixed_share,only_a,only_b,only_c y,1,0,0,0,1,1,0,0 z,1,0,0,0,1,0,0,0 all,2,0,0,0,1,0.5,0,0 | diff - out'
t 'without the columns case and class all is one' '
	printf "%s\n" alloc,hops linear,2 linear,4 random,6 random,6 >a.csv &&
	metrics compare --baseline linear --value hops --points p --no-preamble a.csv | tail -n 1 | cut -d, -f1-10 >out &&
	printf "%s\n" case,alloc,all 1,random,2 | diff - p && echo all,1,0,1,0,0,0,0,0.5,0.5 | diff - out'
t '--class, --case and --by choose their columns' '
	printf "%s\n" routing,size,rep,case,alloc,comm_time_s min,s,1,1,ls,1 min,s,1,1,rdn,2 min,s,2,1,ls,1 min,s,2,1,rdn,4 val,s,1,1,ls,4 val,s,1,1,rdn,1 >a.csv &&
	metrics compare --baseline ls --class size --case rep,case --by routing --points p --no-preamble a.csv >out &&
	printf "%s\n" routing,rep,case,alloc,s min,1,1,rdn,2 min,2,1,rdn,4 val,1,1,rdn,0.25 | diff - p &&
	cut -d, -f1-3,5,6,10 out >some && printf "%s\n" routing,alloc,points,baseline_better_share,other_better_share,mean_cut min,rdn,2,1,0,0.625 min,all,2,1,0,0.625 val,rdn,1,0,1,-3 val,all,1,0,1,-3 | diff - some'

# paired CLASS [OPTION...]: the other policies and their ratios in that class
paired() {
	metrics compare --baseline ls --no-preamble "${@:2}" |
		metrics select --no-preamble --columns "alloc,ratio_$1,ratio_$1_low,ratio_$1_high,median_$1,sign_p_$1" - | sed 1d
}
# times CASE,BASELINE,OTHER...: one job a case and policy
times() { echo case,alloc,comm_time_s; for row; do IFS=, read -r c a b <<<"$row"; printf "%s\n" "$c,ls,$a" "$c,rdn,$b"; done; }
t 'ratios of the other to the baseline, counted in cases: geometric mean with its interval, median, sign test' '
	tables && paired small ls.csv rdn.csv 2>err >out && paired large ls.csv rdn.csv 2>/dev/null >>out &&
	# logarithms to base 2: small 1 -1 -1 1 0 2, mean 1/3, squares 8 - 6 / 9; large 2 -1 1 -1 -1, mean 0, squares 8
	awk "BEGIN { two = log(2); e = 2.570581835637 * sqrt((8 - 2 / 3) / 5 / 6); f = 2.776445105198 * sqrt(8 / 4 / 5)
		small = sprintf(\"%.9g,%.9g,%.9g,1.5,1\", exp(two / 3), exp((1 / 3 - e) * two), exp((1 / 3 + e) * two))
		large = sprintf(\"1,%.9g,%.9g,0.5,1\", exp(-f * two), exp(f * two)); print \"rdn,\" small \"\nall,\" small \"\nrdn,\" large \"\nall,\" large }" | diff - out'
t 'the columns of each class come last, in one order' '
	tables && metrics compare --baseline ls --no-preamble ls.csv rdn.csv 2>err | sed 1q | cut -d, -f12- >out &&
	echo ratio_small,ratio_small_low,ratio_small_high,median_small,sign_p_small,ratio_large,ratio_large_low,ratio_large_high,median_large,sign_p_large | diff - out'
t 'a case counts once: with many jobs, and for all others with the mean of its logarithms' '
	{ times 1,1,2 2,1,8; for i in 1 2 3 4 5; do echo 2,ls,1; echo 2,rdn,8; done; } >a.csv && times 1,1,2 2,1,8 | paired all >want && paired all a.csv | diff want - && grep -q "^rdn,4,.*,5,0.5$" want &&
	{ times 1,1,4 2,1,2; printf "%s\n" 1,rrr,1 2,rrr,4; } | paired all >out && awk "BEGIN { two = log(2); e = 12.706204736175
		printf \"rdn,%.9g,%.9g,%.9g,3,0.5\nrrr,2,%.9g,%.9g,2.5,1\n\", exp(1.5 * two), exp((1.5 - e / 2) * two), exp((1.5 + e / 2) * two), exp((1 - e) * two), exp((1 + e) * two)
		a = exp(two); b = exp(1.5 * two); printf \"all,%.9g,%.9g,%.9g,%.9g,0.5\n\", exp(1.25 * two), exp((1.25 - e / 4) * two), exp((1.25 + e / 4) * two), (a + b) / 2 }" | diff - out'
t 'the sign test leaves out ties; one case has no interval, no case nothing' '
	times 1,1,2 2,1,3 3,1,4 4,1,5 5,1,6 6,2,1 7,3,3 8,4,4 | paired all | cut -d, -f5,6 | uniq >out && echo "2.5,0.21875" | diff - out &&
	times 1,2,4 | paired all | diff - <(printf "%s\n" rdn,2,,,2,1 all,2,,,2,1) &&
	times 1,2,2 | paired all | diff - <(printf "%s\n" rdn,1,,,1,1 all,1,,,1,1) &&
	times 1,2, | paired all 2>err | diff - <(printf "%s\n" rdn,,,,, all,,,,,)'
t 'a time of 0 on one side: no mean ratio, but a side in the sign test, and a median where that is a number' '
	times 1,1,0 2,1,2 3,1,4 | paired all | uniq | sed 1q >out && times 1,0,1 2,1,2 3,1,4 | paired all | sed 1q >>out &&
	times 1,0,1 2,0,2 3,1,4 | paired all | sed 1q >>out && times 1,0,0 2,1,2 | paired all | sed 1q | cut -d, -f1,2,5,6 >>out &&
	printf "%s\n" rdn,,,,2,1 rdn,,,,4,0.25 rdn,,,,,0.25 rdn,1.41421356,1.5,1 | diff - out'
t 'cuts and ratios beyond the range of a number are empty: no tool reads inf' '
	times 1,1e300,1e-300 2,1e-300,1e300 | metrics compare --baseline ls --points p --no-preamble >out && printf "%s\n" case,alloc,all 1,rdn,0 2,rdn, | diff - p &&
	! grep -i "inf\|nan" out && cut -d, -f9,10,12- out | sed 1d | uniq | diff - <(echo "1,1,0,,,1")'
t 'a class whose columns would be called as those of another: exit 2' '
	printf "%s\n" class,alloc,comm_time_s a,ls,1 a_low,ls,1 a,rdn,1 a_low,rdn,1 | exits 2 metrics compare --baseline ls 2>err && grep -q "would be called .ratio_a_low." err'
t 'a column that is asked for must be there' '
	tables && for o in "--class size" "--case rep" "--by routing" "--value t"; do
		exits 1 metrics compare --baseline ls $o ls.csv 2>err && grep -q "^metrics: ls.csv:1: ${o#* }: " err || exit 1
	done'
t 'a policy that no row has, a table with one policy only: exit 1' '
	tables && exits 1 metrics compare --baseline level ls.csv rdn.csv 2>err >out && grep -qx "metrics: alloc: no row has .level." err && ! test -s out &&
	exits 1 metrics compare --baseline ls --against rdn,rdg ls.csv rdn.csv 2>err && grep -qx "metrics: alloc: no row has .rdg." err &&
	exits 1 metrics compare --baseline ls ls.csv 2>err && grep -q "^metrics: alloc: no row has another" err'
t 'the baseline against itself, a policy twice: exit 2' '
	tables && exits 2 metrics compare --baseline ls --against ls ls.csv 2>err && grep -q "^metrics: --against: .ls.: " err &&
	exits 2 metrics compare --baseline ls --against rdn,rdn ls.csv 2>err'
t 'empty policies and classes, negative values, text: exit 1 with the cell named' '
	head=case,class,alloc,comm_time_s &&
	printf "%s\n" $head 1,s,,1 | exits 1 metrics compare --baseline ls 2>err && grep -q "^metrics: <stdin>:2: alloc: ..: must not be empty" err &&
	printf "%s\n" $head 1,,ls,1 | exits 1 metrics compare --baseline ls 2>err && grep -q "^metrics: <stdin>:2: class: ..: must not be empty" err &&
	printf "%s\n" $head 1,s,ls,-1 | exits 1 metrics compare --baseline ls 2>err && grep -q "^metrics: <stdin>:2: comm_time_s: .-1.: must be at least 0" err &&
	printf "%s\n" $head 1,s,ls,fast | exits 1 metrics compare --baseline ls 2>err && grep -q "^metrics: <stdin>:2: comm_time_s: .fast.: " err'
t 'a class called as a column of the points: exit 2' '
	printf "%s\n" class,alloc,comm_time_s alloc,ls,1 alloc,rdn,1 | exits 2 metrics compare --baseline ls --points p 2>err && grep -q "would be called .alloc." err'
# --- differences of several columns

# three: a, b and c in three cases; b waits 0, 4 and 2 s longer than a, c as long, and loses 6, 5 and 5 more
three() {
	printf '%s\n' case,alloc,wait_s,util,lost 1,a,0,0.5,-1 2,a,10,0.6,1 3,a,20,0.7,2 1,b,0,0.5,-3 2,b,14,0.7,0 3,b,22,0.75,1 1,c,0,0.5,5 2,c,10,0.6,6 3,c,20,0.7,7
}
# differs OPTIONS: the rows of in.csv against a
differs() { metrics compare --baseline a "$@" in.csv | rows; }
t 'means, differences and ratios with 95% intervals, by hand' '
	three >in.csv && metrics compare --baseline a --of wait_s,lost --no-preamble in.csv >got &&
	awk "function round9(p) { return int(p * 1e9 + 0.5) / 1e9 } BEGIN { t = 4.30265272975; r = sqrt(3); print \"alloc,measure,cases,mean,half,baseline,difference,difference_half,ratio,ratio_half,holm_p,sign_p,verdict\"
		printf \"a,wait_s,3,10,%.9g,,,,,,,,\n\", t * 10 / r
		printf \"b,wait_s,3,12,%.9g,10,2,%.9g,1.2,%.9g,%.9g,0.5,undecided\n\", t * sqrt(124) / r, t * 2 / r, t * 2 / r / 10, 2 * (1 - sqrt(3 / 5))
		printf \"c,wait_s,3,10,%.9g,10,0,0,1,0,1,1,equal\n\", t * 10 / r
		printf \"a,lost,3,%.9g,%.9g,,,,,,,,\n\", 2 / 3, t * sqrt(14 / 6) / r
		m = -4 / 3; s = sqrt(1 / 3) / r; x = -m / s; s2 = sqrt(13 / 3)
		printf \"b,lost,3,%.9g,%.9g,%.9g,%.9g,%.9g,-1,%.9g,%.9g,0.25,undecided\n\", -2 / 3, t * s2 / r, 2 / 3, m, t * s, t * sqrt((4 * 4 + 1 + 3 * 3) / 2) / r / (2 / 3), round9(1 - x / sqrt(2 + x * x))
		m = 16 / 3; x = m / s
		printf \"c,lost,3,6,%.9g,%.9g,%.9g,%.9g,9,%.9g,%.9g,0.25,worse\n\", t / r, 2 / 3, m, t * s, t * sqrt((14 * 14 + 3 * 3 + 11 * 11) / 2) / r / (2 / 3), 2 * round9(1 - x / sqrt(2 + x * x)) }" >want && diff want got'
t 'less is better, and of --more more is' '
	printf "%s\n" case,alloc,u,v 1,a,1,1 2,a,2,2 3,a,3,3 1,b,3,-1 2,b,4.1,0 3,b,5,1 >in.csv &&
	differs --of u,v | cut -d, -f2,7,13 >got && printf "%s\n" u,, u,2.03333333,worse v,, v,-2,better | diff - got && differs --of u,v --more v,u | cut -d, -f2,13 >got && printf "%s\n" u, u,better v, v,worse | diff - got'
t 'equal is what is equal in every case, not what evens out' '
	printf "%s\n" case,alloc,u 1,a,1 2,a,2 1,b,2 2,b,1 1,c,1 2,c,2 >in.csv && differs --of u | cut -d, -f7,13 >got && printf "%s\n" , 0,undecided 0,equal | diff - got && sed "/^2/d" in.csv >one.csv && mv one.csv in.csv &&
	differs --of u | cut -d, -f2- >got && printf "%s\n" u,1,1,,,,,,,,, u,1,2,,1,1,,2,,,1,undecided u,1,1,,1,0,,1,,,1,equal | diff - got'
t 'Holm: p of 0.012, 0.04 and 0.03 count three times, once and twice, and none less than one before it; all three intervals are beyond 0' '
	awk "function policy(name, p,  t, e) { t = sqrt(2) * (1 - p) / sqrt(1 - (1 - p) ^ 2); e = sqrt(3) / t; for (i = -1; i <= 1; i++) printf \"%d,%s,%.17g\n\", i, name, 11 + i * e }
		BEGIN { print \"case,alloc,w\"; for (i = -1; i <= 1; i++) print i \",a,10\"; policy(\"b\", 0.012); policy(\"c\", 0.04); policy(\"d\", 0.03) }" >in.csv &&
	differs --of w | cut -d, -f1,11,13 >got && printf "%s\n" a,, b,0.036,worse c,0.06,undecided d,0.06,undecided | diff - got && [ "$(differs --of w | awk -F, "\$7 > \$8" | wc -l)" = 3 ] &&
	differs --of w --against d | cut -d, -f11,13 >got && printf "%s\n" , 0.03,worse | diff - got'
t 'a case is one observation, the mean of its rows; cases by other columns; tables apart' '
	printf "%s\n" seed,case,alloc,site,w 1,1,a,x,2 1,1,a,x,4 1,1,b,x,8 1,1,b,x,4 2,1,a,x,5 2,1,b,x,6 2,1,a,y,1 2,1,b,y,0 >in.csv &&
	differs --of w --case seed,case --by site | cut -d, -f1-9 >got && printf "%s\n" x,a,w,2,4,12.7062047,,, x,b,w,2,6,0,4,2,12.7062047 y,a,w,1,1,,,, y,b,w,1,0,,1,-1, | diff - got &&
	differs --of w --case seed,case --by site | tail -n 1 | cut -d, -f10- | diff - <(echo 0,,,1,undecided)'
t 'a case in which a column is empty under one policy is left out of all of them; where it is under both, of that one' '
	three | sed "s/^3,b,22,0.75,1/3,b,22,0.75,/" >in.csv && differs --of wait_s,lost --against b 2>err | cut -d, -f1-4,6 >got && printf "%s\n" a,wait_s,3,10, b,wait_s,2,7,5 a,lost,3,0.666666667, b,lost,2,-1.5,0 | diff - got &&
	printf "metrics: %s\n" "1 empty cells are left out" "1 of 3 points are left out; the first: case '\''3'\'', column '\''lost'\'': 0 values of '\''b'\'', 1 of '\''a'\''" | diff - err &&
	three | sed "s/^3,\([ab]\),\(.*\),[12]$/3,\1,\2,/" >in.csv && differs --of wait_s,lost --against b 2>err | cut -d, -f2,3 >got && printf "%s\n" wait_s,3 wait_s,3 lost,2 lost,2 | diff - got'
t 'no ratio to a mean of 0 or less; no digit by the order of the rows' '
	three | sed "s/^2,a,10,0.6,1/2,a,10,0.6,-1/" >in.csv && differs --of lost | cut -d, -f6,9,10 >got && printf "%s\n" ,, 0,, 0,, | diff - got &&
	three | sed "s/,14,/,0.1,/;s/,22,/,0.7,/" >in.csv && differs --of wait_s,util,lost >want && { sed 1q in.csv; sed 1d in.csv | tac | sort -s -t, -k2,2; } >turned.csv && mv turned.csv in.csv && differs --of wait_s,util,lost | diff want -'
t 'a policy that meets the baseline in no case has rows without figures' '
	printf "%s\n" case,alloc,u 1,a,1 2,b,2 >in.csv && differs --of u 2>err | diff - <(printf "%s\n" a,u,1,1,,,,,,,,, b,u,0,,,,,,,,,,undecided)'
t 'what --of and --more cannot be' '
	three >in.csv && for o in "--value wait_s" "--class util" "--points -"; do says 2 "metrics: --of: does not go with --value, --class or --points" metrics compare --baseline a --of lost $o in.csv || exit 1; done &&
	says 2 "metrics: --more: '\''util'\'': is not a column of --of" metrics compare --baseline a --of lost --more util in.csv && says 2 "metrics: --more: '\''util'\'': is not a column of --of" metrics compare --baseline a --more util in.csv &&
	refuses 1 "in.csv:1: load: " metrics compare --baseline a --of lost,load in.csv && refuses 1 "alloc: no row has '\''z'\''" metrics compare --baseline z --of lost in.csv &&
	sed -i "s/,14,/,soon,/" in.csv && refuses 1 "in.csv:6: wait_s: '\''soon'\'': must be a number" metrics compare --baseline a --of wait_s in.csv'
t 'of 4,000 drawn samples of 20 cases with long tails and no difference, one in twenty has a verdict' '
	awk "function gauss() { return sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand()) }
		BEGIN { srand(3); print \"sample,case,alloc,w\"; for (s = 1; s <= 4000; s++) for (c = 1; c <= 20; c++) { x = exp(gauss()); printf \"%d,%d,a,%.9g\n%d,%d,b,%.9g\n\", s, c, x, s, c, x * exp(gauss() / 2 - 1 / 8) } }" >in.csv &&
	differs --of w --by sample | awk -F, "\$2 == \"b\" { n++; wrong += \$NF != \"undecided\" } END { print n, (wrong > 100 && wrong < 300) }" | diff - <(echo 4000 1)'
t 'schedules of several policies and cases in one pipe' '
	awk "BEGIN { srand(2); print \"case,job,nodes,submit_s,runtime_s\"; for (c = 1; c <= 4; c++) { t = 0; for (i = 1; i <= 40; i++) { t += int(rand() * 9); print c \",\" i \",\" 1 + int(rand() * 20) \",\" t \",\" int(rand() * 60) } } }" >jobs.csv &&
	for p in simple rdn contiguous; do alloc --quiet --machine mesh:k=8x8 --policy $p --schedule easy jobs.csv >$p.csv || exit 1; done &&
	metrics schedule -q --by alloc,case simple.csv rdn.csv contiguous.csv >measures.csv && metrics compare --baseline simple --of wait_mean_s,turnaround_mean_s,utilization --more utilization measures.csv >out &&
	cells measure,alloc,cases <out >got && for m in wait_mean_s turnaround_mean_s utilization; do printf "%s\n" "$m,simple,4" "$m,rdn,4" "$m,contiguous,4"; done | diff - got &&
	metrics select --where alloc=rdn out | cells verdict | sort -u | diff - <(echo equal) && metrics summary --by alloc --of wait_mean_s --case case measures.csv | cells mean >want && metrics select --where measure=wait_mean_s out | cells mean | diff - want'
t 'random cases, against awk' '
	awk "BEGIN { srand(9); print \"case,class,alloc,comm_time_s\"; for (p = 0; p < 4; p++) for (c = 1; c <= 500; c++) for (j = 0; j < 6; j++)
		printf \"%d,%s,p%d,%.9g\n\", c, j < 2 ? \"large\" : \"small\", p, 1 + rand() }" >a.csv &&
	metrics compare --baseline p1 --no-preamble a.csv | awk -F, "NR > 1 { printf \"%s %d %.6f %.6f %.6f %.6f %.6f %.6f\n\", \$1, \$2, \$4, \$5, \$8, \$9, \$10, \$11 }" | sort >got &&
	awk -F, "NR > 1 { t[\$1, \$2, \$3] += \$4 / (\$2 == \"large\" ? 2 : 4) }
		END { for (p = 0; p < 4; p++) { if (p == 1) continue; for (c = 1; c <= 500; c++) { w = 0
			for (k = 0; k < 2; k++) { x = t[c, k ? \"large\" : \"small\", \"p\" p]; y = t[c, k ? \"large\" : \"small\", \"p1\"]
				w += (x < y) * (k + 1); cut = 1 - y / x; for (i = 0; i < 2; i++) { q = i ? \"all\" : \"p\" p; s[q] += cut; if (!(q in b) || cut > b[q]) b[q] = cut } }
			for (i = 0; i < 2; i++) { q = i ? \"all\" : \"p\" p; n[q]++; o[q, w]++ } } }
		for (q in n) printf \"%s %d %.6f %.6f %.6f %.6f %.6f %.6f\n\", q, n[q], o[q, 0] / n[q], o[q, 3] / n[q], o[q, 2] / n[q], o[q, 1] / n[q], s[q] / n[q] / 2, b[q] }" a.csv | sort >want &&
	test "$(wc -l <want)" = 4 && diff want got'

done_testing
