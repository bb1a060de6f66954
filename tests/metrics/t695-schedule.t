#!/usr/bin/env bash
# t695-schedule -- metrics schedule: waits, slowdown, utilization, against figures by hand and by awk.
. "$(dirname "$0")/../lib.sh"

# five_jobs: four jobs on ten nodes, a fifth that was left out
five_jobs() {
	printf '%s\n' '#hopline 1' '#machine mesh:k=12,unavailable=3+7' job,class,nodes,submit_s,log_start_s,start_s,end_s \
		a,x,4,0,0,0,100 b,y,10,0,50,100,160 c,x,5,150,160,160,165 d,x,2,200,,260,300 e,y,1,7,,,
}
# measures OPTIONS COLUMNS ROW...: these columns of in.csv's answer
measures() { gives "$2" "metrics schedule $1 in.csv" "${@:3}"; }
# fails STATUS MESSAGE OPTION...
fails() { says "$1" "metrics: $2" metrics schedule "${@:3}"; }

t 'columns and preamble' '
	five_jobs | metrics schedule >out && printf "%s\n" "#hopline 1" "#machine mesh:k=12,unavailable=3+7" "#run metrics $(cat "$HOPLINE_ROOT/VERSION") schedule" \
		case,jobs,skipped,wait_mean_s,wait_median_s,wait_p95_s,wait_max_s,slowdown_mean,slowdown_median,slowdown_p95,slowdown_max,delayed,delay_max_s,from_s,to_s,busy_max,utilization,utilization_sampled,util_min,util_q1,util_median,util_q3,util_max,turnaround_mean_s,turnaround_median_s,turnaround_p95_s,turnaround_max_s >want &&
	sed "\$d" out | diff want -'
t 'on a terminal: a measure a line, the rows side by side as far as there is room; the values are those of a pipe' '
	five_jobs >in.csv && metrics schedule --no-preamble --by class in.csv >want && script -qec "stty cols 80; metrics schedule --by class in.csv" /dev/null | tr -d "\\r" >got &&
	awk -F, "{ for (i = 1; i <= NF; i++) cell[NR, i] = \$i } END { for (i = 1; i <= NF; i++) print cell[1, i], cell[2, i], cell[3, i] }" want | sed "s/  */ /g; s/ *$//" >upright &&
	sed "s/  */ /g; s/ *$//" got | diff upright - && is "$(grep -c "^class  *x  *y$" got)" 1 &&
	script -qec "stty cols 34; metrics schedule --by class in.csv" /dev/null | tr -d "\\r" >narrow && is "$(grep -c "^class " narrow)" 2 && is "$(awk "length > 34" narrow)" "" &&
	script -qec "metrics schedule --json in.csv" /dev/null | grep -q "^{"'
t 'waits: 0, 100, 10, 60' 'five_jobs >in.csv && measures "" case,jobs,skipped,wait_mean_s,wait_median_s,wait_p95_s,wait_max_s 1,4,1,42.5,35,94,100'
t 'turnaround: 100, 160, 15, 100' 'five_jobs >in.csv && measures "" turnaround_mean_s,turnaround_median_s,turnaround_p95_s,turnaround_max_s 93.75,100,151,160'
t 'slowdown: 1, 160/60, 15/10 as the runtime is below 10 s, 100/40' '
	five_jobs >in.csv && measures "" slowdown_mean,slowdown_median,slowdown_p95,slowdown_max 1.91666667,2,2.64166667,2.66666667 &&
	measures "--bound 5s" slowdown_max 3 && measures "--bound 100s" slowdown_max 1.6'
t 'delayed: jobs that started after their log_start_s' 'five_jobs >in.csv && measures "" delayed,delay_max_s 1,50'
t 'utilization: 1105 node-seconds of 3000, of ten nodes: two are unavailable' '
	five_jobs >in.csv && measures "" from_s,to_s,busy_max,utilization 0,300,10,0.368333333'
t 'samples: a minute, or as told; a job is there at its start and not at its end' '
	five_jobs >in.csv && measures "" utilization_sampled 0.36 && measures "--every 100s" utilization_sampled 0.466666667 && measures "--every 160s" utilization_sampled 0.45'
t 'the spread of the samples: 0, 0, 4, 4 and 10 nodes of ten' '
	five_jobs >in.csv && measures "" util_min,util_q1,util_median,util_q3,util_max 0,0,0.4,0.4,1 && measures "--every 100s" util_min,util_q1,util_median,util_q3,util_max 0,0.2,0.4,0.7,1 &&
	measures "--from 600 --to 700" utilization_sampled,util_min,util_max 0,0,0 && measures "--to -1 --from -1.5" util_median 0'
t 'the series' '
	five_jobs >in.csv && metrics schedule --no-preamble --series --every 50s in.csv >got &&
	printf "%s\n" case,time_s,running,waiting,busy,utilization 1,0,1,1,4,0.4 1,50,1,1,4,0.4 1,100,1,0,10,1 1,150,1,1,10,1 1,200,0,1,0,0 1,250,0,1,0,0 | diff - got'
t 'a period: jobs that came in it, nodes that were busy in it' '
	five_jobs >in.csv && measures "--from 100 --to 200" jobs,wait_mean_s,from_s,to_s,busy_max,utilization 1,10,100,200,10,0.625 &&
	measures "--from 200" jobs,wait_mean_s,from_s,to_s,busy_max,utilization 1,60,200,300,2,0.08 && measures "--to 100" jobs,busy_max,utilization 2,4,0.4 &&
	measures "--from -100 --to 0" jobs,wait_mean_s,busy_max,utilization 0,,0,0'
t '--by: classes, each in its own period unless told' '
	five_jobs >in.csv && measures "--by class" class,jobs,skipped,wait_mean_s,from_s,to_s,busy_max,utilization x,3,0,23.3333333,0,300,5,0.168333333 y,1,1,100,0,160,10,0.375 &&
	measures "--by class --from 0 --to 300" class,utilization x,0.168333333 y,0.2'
t 'cases apart; without submit_s there are no waits' '
	printf "%s\n" "#hopline 1" "#machine mesh:k=4" case,job,nodes,start_s,end_s 1,a,2,5,10 2,a,4,0,1 >in.csv &&
	measures "" case,jobs,wait_mean_s,slowdown_max,from_s,to_s,utilization 1,1,,,5,10,0.5 2,1,,,0,1,1'
t 'jobs of no runtime take nothing, wait, and have no slowdown below 1' '
	printf "%s\n" "#hopline 1" "#machine mesh:k=4" job,nodes,submit_s,start_s,end_s a,4,0,10,10 b,2,0,0,20 >in.csv &&
	measures "" wait_max_s,slowdown_max,busy_max,utilization 10,1,2,0.5'
t 'no job has times' '
	printf "%s\n" "#hopline 1" "#machine mesh:k=4" job,nodes,submit_s,start_s,end_s a,4,0,, >in.csv && measures "" jobs,skipped,wait_mean_s,from_s,utilization,utilization_sampled 0,1,,,,'
t 'a header alone' 'five_jobs | sed 3q >in.csv && metrics schedule in.csv | rows >got && [ ! -s got ]'
t 'several files, another order of columns; the machine of the command line' '
	five_jobs | sed "5,\$d;s/^#machine.*/#machine mesh:k=10/" >in.csv && printf "%s\n" "#hopline 1" "#machine mesh:k=10" nodes,end_s,start_s,job 10,160,100,b >more.csv &&
	metrics schedule in.csv more.csv | metrics select --columns jobs,utilization | rows >got && echo 2,0.625 | diff - got &&
	five_jobs | grep -v "^#" | metrics schedule --machine mesh:k=10 | metrics select --columns utilization | rows >got && echo 0.368333333 | diff - got'

t 'what is wrong with the table' '
	five_jobs >in.csv && sed "s/^a,x,4,0,0,0,100/a,x,4,0,0,0,-1/" in.csv >bad.csv && fails 1 "bad.csv:4: end_s: '\''-1'\'': is before start_s" bad.csv && [ ! -s out.csv ] &&
	sed "s/^d,x,2,200/d,x,2,261/" in.csv >bad.csv && fails 1 "bad.csv:7: submit_s: '\''261'\'': is after start_s" bad.csv &&
	sed "s/^a,x,4/a,x,no/" in.csv >bad.csv && fails 1 "bad.csv:4: nodes: '\''no'\'': must be a number of nodes" bad.csv &&
	sed "s/,100\$/,soon/" in.csv >bad.csv && fails 1 "bad.csv:4: end_s: '\''soon'\'': must be a number" bad.csv &&
	sed "s/end_s/end/" in.csv >bad.csv && exits 1 metrics schedule bad.csv 2>err && grep -q "end_s" err &&
	grep -v "^#" in.csv >bad.csv && exits 2 metrics schedule bad.csv 2>err && grep -q "machine" err'
t 'the command line' '
	five_jobs >in.csv && fails 2 "--to: must be later than --from" --from 5 --to 5 in.csv && fails 2 "--every: '\''0'\'': must be a time, as 60s" --every 0 in.csv &&
	fails 2 "--bound: '\''10'\'': must be a time, as 60s" --bound 10 in.csv && fails 2 "--from: '\''now'\'': must be a number of seconds" --from now in.csv'

# --- weeks and months

# long: jobs of two weeks and a moment
long() { printf '%s\n' '#hopline 1' '#machine mesh:k=10' job,nodes,submit_s,start_s,end_s a,4,0,0,907200 b,2,604799,604800,604860 c,1,1209600,1209600,1209600; }

t 'weeks from second 0 on: jobs that came, nodes that were busy' '
	long >in.csv && measures "--per week" case,period,jobs,wait_mean_s,from_s,to_s,busy_max,utilization,util_median 1,0,2,0.5,0,604800,4,0.4,0.4 1,1,0,,604800,1209600,6,0.200019841,0.2 1,2,1,0,,,,, &&
	sed -i "s/,0,0,907200/,-5,0,907200/" in.csv && measures "--per week" period,jobs,from_s,to_s -1,1,-5,0 0,1,0,604800 1,0,604800,1209600 2,1,,'
t 'with a date: weeks from Monday on, and months' '
	long >in.csv && measures "--per week --since 2019-01-01" period,jobs,from_s,to_s 2019-W01,1,0,518400 2019-W02,1,518400,1123200 2019-W03,1,1123200,1209600 &&
	measures "--per week --since 2021-01-01" period 2020-W53 2021-W01 2021-W02 && measures "--per week --since 2018-12-31" period,jobs 2019-W01,2 2019-W02,0 2019-W03,1 &&
	measures "--per month --since 2019-01-25T12:00:00" period,jobs,from_s,to_s,busy_max 2019-01,1,0,561600,4 2019-02,2,561600,1209600,6 &&
	measures "--per month --since 2020-02-20" period,jobs,to_s 2020-02,2,864000 2020-03,1,1209600 && measures "--per month --since 1550000000" period 2019-02'
t 'a period asked for cuts the first and the last' '
	long >in.csv && measures "--per week --from 600000 --to 604830" period,jobs,from_s,to_s,utilization 0,1,600000,604800,0.4 1,0,604800,604830,0.6 && measures "--per week --from 1209600 --to 1300000" period,jobs,from_s,to_s 2,1,1209600,1300000'
t 'groups apart, each in its own weeks; none without jobs that ran' '
	printf "%s\n" "#hopline 1" "#machine mesh:k=4" class,job,nodes,start_s,end_s x,a,1,0,10 y,b,1,700000,700010 z,c,1,, >in.csv && measures "--by class --per week" class,period,jobs,skipped x,0,1,0 y,1,1,0'
t 'names are those of the calendar' '
	awk "BEGIN { srand(7); print \"job,nodes,start_s,end_s\"; for (i = 0; i < 60; i++) { t = (rand() - .3) * 4e9; printf \"%d,1,%.0f,%.0f\\n\", i, t, t } }" >in.csv &&
	for per in week,%G-W%V month,%Y-%m; do
		metrics schedule --machine mesh:k=4 --by job --per ${per%,*} --since 1000000000 in.csv | metrics select --no-preamble --columns period | sed 1d >got &&
		sed 1d in.csv | awk -F, "{ printf \"@%.0f\\n\", 1000000000 + \$3 }" | date -u -f - +${per#*,} | diff - got && [ "$(sort -u got | wc -l)" -gt 50 ] || exit 1
	done'
t 'in all, months and weeks have the jobs and the work of the whole' '
	awk "BEGIN { srand(4); print \"job,nodes,submit_s,runtime_s\"; for (i = 1; i <= 300; i++) { t += int(rand() * 60000); print i \",\" 1 + int(rand() * 20) \",\" t \",\" int(rand() * 90000) } }" |
		alloc --quiet --policy simple --machine mesh:k=32 --schedule easy >in.csv && whole=$(metrics schedule --every 3600s in.csv) &&
	want=$(echo "$whole" | metrics select --no-preamble --columns jobs,from_s,to_s,utilization | sed 1d | awk -F, "{ printf \"%d %.4f\", \$1, \$4 * (\$3 - \$2) / 86400 }") &&
	for per in week month; do
		metrics schedule --per $per --since 2019-03-05 --every 3600s in.csv | metrics select --no-preamble --columns jobs,from_s,to_s,utilization | sed 1d | tee rows | awk -F, "{ n += \$1; w += \$4 * (\$3 - \$2) / 86400 } END { printf \"%d %.4f\n\", n, w }" >got &&
		echo "$want" | diff - got && [ "$(wc -l <rows)" -gt 2 ] || exit 1
	done'
t 'what --per cannot be' '
	long >in.csv && fails 2 "--per: '\''day'\'': must be week or month" --per day in.csv && fails 2 "--per: months need --since, the date of second 0" --per month in.csv &&
	fails 2 "--since: without --per no date is asked for" --since 2019-01-01 in.csv && fails 2 "--series: its rows are samples, those of --per are not" --per week --series in.csv &&
	for date in 2019-02-29 2019-13-01 19-01-01 2019-01-01T7:00:00 2019-01-01T25:00:00 2019-01-01x "2019- 1- 1" 1546300800.5 1e9 now; do
		fails 2 "--since: '\''$date'\'': must be a date, as 2019-01-01 or 2019-01-01T07:14:22, or whole seconds since 1970" --per week --since "$date" in.csv || exit 1
	done &&
	sed -i "s/,907200/,9e12/" in.csv && fails 1 "--per: times from 0 to 9e+12 s are beyond the calendar" --per week in.csv'

# --- fragments

# groups: jobs for three groups of four nodes, played; 155 of 372 node-seconds are fragmented, 15 of them while a job waits that is small enough
groups() {
	printf "%s\n" job,submit_s,nodes,runtime_s a,0,3,30 b,0,3,10 c,0,3,20 d,5,2,5 e,6,12,1 |
		alloc --quiet --machine rdragonfly:g=3,a=2,p=2,h=1 --policy grap --schedule easy --fragments f.csv >in.csv
}
t 'nodes that were idle and of use to no job that waited' '
	groups && measures "--fragments f.csv" case,jobs,to_s,fragmented,fragmented_fitting 1,5,31,0.416666667,0.0403225806 && measures "--fragments f.csv --from 8 --to 18" fragmented,fragmented_fitting 0.366666667,0.05 &&
	measures "--fragments f.csv --per week" period,fragmented 0,0.416666667 && measures "--fragments f.csv --by case" fragmented 0.416666667'
t 'cases apart; one in which no job ran has none' '
	printf "%s\n" case,job,submit_s,nodes,runtime_s x,a,0,3,10 x,b,0,4,10 y,a,0,3,10 z,a,,3,10 | alloc --quiet --machine mesh:k=4 --policy simple --schedule easy --fragments f.csv >in.csv &&
	measures "--fragments f.csv" case,fragmented,fragmented_fitting x,0.125,0 y,0,0 z,,'
t 'closed nodes: those of its last group that a job does not use' '
	printf "%s\n" job,submit_s,nodes,runtime_s,mode a,0,5,10,minimal-balance b,1,7,10,adaptive |
		alloc --quiet --machine rdragonfly:g=3,a=2,p=2,h=1 --policy grap --schedule easy --fragments f.csv >in.csv &&
	measures "--fragments f.csv" utilization,closed 0.5,0.125'
t 'what is wrong with the fragments' '
	groups && sed "s/^1,/2,/" f.csv >g.csv && fails 1 "g.csv: has no case '\''1'\''" --fragments g.csv in.csv && sed "s/^1,10,/1,6,/" f.csv >g.csv && fails 1 "g.csv:5: time_s: '\''6'\'': is not after the row before" --fragments g.csv in.csv &&
	sed "s/^1,10,/2,10,/" f.csv >g.csv && fails 1 "g.csv:6: case: '\''1'\'': has rows further up" --fragments g.csv in.csv && sed "s/^1,10,4,1,0,4,/1,10,4,1,0,,/" f.csv >g.csv && fails 1 "g.csv:5: fragmented: '\'''\'': must be a number" --fragments g.csv in.csv &&
	fails 2 "--fragments: its rows can be told apart by their case only, not by what --by says" --by alloc --fragments f.csv in.csv && fails 2 "--series: has no columns for --fragments" --series --fragments f.csv in.csv'

# --- the network

# stretched: on ten nodes for two hours; a runs 1.5 h for 1 h of work, at a place that alone takes 1.2 h; b runs 1 h and is ended after
# 0.75 h of its 1.25; of c nothing is known
stretched() {
	printf '%s\n' '#hopline 1' '#machine mesh:k=10' job,alloc,nodes,submit_s,start_s,end_s,runtime_alone_s,placement_slowdown,work_lost_s \
		a,x,4,0,0,5400,3600,1.2, b,x,2,1800,3600,7200,4500,1,1800 c,x,1,0,0,3600,,,
}
t 'node-hours: 9 in all; 8 of a and b, who take 5.5 alone and 6.3 alone at their places; 1 that was not worked' '
	stretched >in.csv && measures "" node_hours,node_hours_alone,node_hours_lost,work_lost_node_hours 9,5.5,2.5,1 &&
	measures "" network_slowdown_mean,placement_slowdown_mean,contention_slowdown_mean 1.45454545,1.14545455,1.26984127 &&
	metrics schedule in.csv | rows >got && grep -q ",4800,5400,5400,5400,9,5.5,2.5,1.45454545,1.14545455,1.26984127,1,0.275$" got'
t 'utilization by the work: 5.5 of 20 node-hours, and of each hour its part' '
	stretched >in.csv && measures "" utilization,utilization_alone 0.45,0.275 && measures "--from 3600 --to 7200" utilization_alone 0.283333333 && measures "--from 0 --to 3600" utilization_alone 0.266666667 && measures "--from 6000 --to 7200" utilization_alone 0.15'
t 'jobs of a period, and of none' '
	stretched >in.csv && measures "--from 1800" node_hours,node_hours_alone,node_hours_lost,work_lost_node_hours 2,1.5,0.5,1 &&
	measures "--from 3600 --to 7200" jobs,node_hours,node_hours_alone,node_hours_lost,network_slowdown_mean 0,0,,, && measures "--per week" period,node_hours_lost 0,2.5 && measures "--by job" job,node_hours_lost a,2 b,0.5 c,'
t 'a place that is better than the reference loses less than nothing; one of unknown placement has no mean of that' '
	stretched | sed "s/5400,3600,1.2/5400,7200,0.75/" >in.csv && measures "" node_hours_lost,placement_slowdown_mean,contention_slowdown_mean -1.5,0.789473684,1.06666667 &&
	stretched | sed "s/,1.2,/,,/" >in.csv && measures "" node_hours_lost,network_slowdown_mean,placement_slowdown_mean,contention_slowdown_mean 2.5,1.45454545,,'
t 'a job that did nothing, of no runtime or ended at once, has no placement and spoils none' '
	{ stretched; printf "%s\n" d,x,1,0,100,100,0,,0 e,x,2,0,0,3600,100000.123456,,100000.124; } >in.csv && measures "" node_hours,node_hours_alone,node_hours_lost,placement_slowdown_mean,work_lost_node_hours 11,5.5,4.5,1.14545455,56.5556244'
t 'columns of the network are there when a file has runtime_alone_s, behind those of --fragments, and not among samples' '
	stretched >in.csv && metrics select --columns job,nodes,start_s,end_s in.csv >plain.csv && metrics schedule plain.csv >out && ! grep -q node_hours out &&
	metrics schedule --by nodes plain.csv in.csv >out && grep -q ",turnaround_max_s,node_hours,node_hours_alone," out && metrics schedule --series in.csv >out && ! grep -q turnaround out &&
	groups && measures "--fragments f.csv" fragmented,turnaround_max_s 0.416666667,30 && metrics schedule --fragments f.csv in.csv | grep -q ",fragmented,fragmented_fitting,closed,turnaround_mean_s,"'
t 'what is wrong with the columns of the network' '
	stretched >in.csv && sed "s/,1800$/,4501/" in.csv >bad.csv && fails 1 "bad.csv:5: work_lost_s: '\''4501'\'': is more than runtime_alone_s" bad.csv &&
	sed "s/,3600,1.2/,-1,1.2/" in.csv >bad.csv && fails 1 "bad.csv:4: runtime_alone_s: '\''-1'\'': must be at least 0" bad.csv &&
	sed "s/,1.2,/,soon,/" in.csv >bad.csv && fails 1 "bad.csv:4: placement_slowdown: '\''soon'\'': must be a number" bad.csv'

# --- a stream of jobs, played, against awk

t 'a schedule that ends in the far future has too many samples, which is said at once' '
	printf "%s\n" case,job,node_list,submit_s,start_s,end_s,nodes 1,a,0-1,0,0,10,2 1,b,3,0,5,9e60,1 >in.csv &&
	for s in "" --series; do refuses 1 "metrics: the schedule spans 9e+60 s, more than 16777216 samples of 60 s: --every" metrics schedule --machine mesh:k=4x4 $s in.csv || return 1; done &&
	metrics schedule --machine mesh:k=4x4 --to 1000 in.csv >out'

t 'on a random stream, awk finds the same' '
	awk "BEGIN { srand(3); print \"job,nodes,submit_s,runtime_s\"; for (i = 1; i <= 400; i++) { t += int(rand() * 9); print i \",\" 1 + int(rand() * 20) \",\" t \",\" int(rand() * 60) } }" |
		alloc --quiet --policy simple --machine mesh:k=32 --schedule easy >in.csv &&
	measures "--every 7s" jobs,wait_mean_s,wait_max_s,slowdown_mean,busy_max,utilization,utilization_sampled \
		"$(metrics select --no-preamble --columns nodes,submit_s,start_s,end_s in.csv | awk -F, "
		function max(a, b) { return a > b ? a : b }
		NR > 1 { n++; w = \$3 - \$2; sum += w; most = max(most, w); slow += max(1, (\$4 - \$2) / max(10, \$4 - \$3)); last = max(last, \$4); work += \$1 * (\$4 - \$3)
			for (t = \$3; t < \$4; t++) busy[t] += \$1; if (NR == 2 || \$2 < first) first = \$2 }
		END { for (t = first; t < last; t++) top = max(top, busy[t]); for (t = first; t < last; t += 7) { k++; s += busy[t] }
			printf \"%d,%.9g,%.9g,%.9g,%d,%.9g,%.9g\", n, sum / n, most, slow / n, top, work / 32 / (last - first), s / k / 32 }")"'

t 'jobs of two schedules at once: more nodes are busy than there are, which is said' '
	printf "%s\n" job,nodes,submit_s,runtime_s a,8,0,10 b,8,1,10 >in.csv && for s in fcfs easy; do alloc --machine mesh:k=10 --policy simple --schedule $s in.csv >$s.csv || exit 1; done &&
	metrics schedule fcfs.csv 2>err >/dev/null && test ! -s err && metrics schedule fcfs.csv easy.csv 2>err >/dev/null &&
	grep -q "16 nodes are busy at a time, and the machine has 10" err'

# --- policies that lead to one schedule

# queue: jobs that come faster than they end
queue() { awk 'BEGIN { srand(5); print "job,nodes,submit_s,runtime_s,walltime_s"; for (i = 1; i <= 60; i++) { t += int(rand() * 9); r = 1 + int(rand() * 60); print i "," 1 + int(rand() * 20) "," t "," r "," 2 * r } }'; }
export equal='every job starts and ends at the same times, so waits and utilization do not depend on these policies; how long messages take may, as netsim tells'
t 'equal schedules under several policies: that is said' '
	queue >q.csv && for p in simple rdn slurm-tree; do alloc --machine mesh:k=32 --policy $p --schedule easy q.csv >$p.csv || exit 1; done &&
	for by in alloc alloc,case; do metrics schedule --by $by simple.csv rdn.csv slurm-tree.csv 2>err >out && grep -qx "metrics: equal schedules under simple, rdn, slurm-tree: $equal" err || exit 1; done &&
	[ "$(cells wait_mean_s <out | sort -u | wc -l)" = 1 ] && metrics schedule -q --by alloc simple.csv rdn.csv 2>err >out && [ ! -s err ] &&
	{ cat simple.csv; rows rdn.csv | sort -t, -k2,2n; } | metrics schedule --by alloc 2>err >out && grep -qx "metrics: equal schedules under simple, rdn: $equal" err'
t 'schedules that differ, by one job or by a policy that refuses, and one alone: nothing is said' '
	queue >q.csv && for p in simple rdn; do alloc --machine mesh:k=4x4x2 --policy $p --schedule easy q.csv >$p.csv || exit 1; done &&
	alloc --machine mesh:k=4x4x2 --policy rdn --schedule fcfs q.csv >fcfs.csv && alloc --machine mesh:k=4x4x2 --policy contiguous --schedule easy q.csv >cuboid.csv &&
	for files in simple.csv "simple.csv fcfs.csv" "simple.csv cuboid.csv"; do metrics schedule --by alloc $files 2>err >out && [ ! -s err ] || exit 1; done &&
	awk -F, -v OFS=, "{ if (\$1 == 30) \$8 += 0.5; print }" rdn.csv >late.csv && ! cmp -s rdn.csv late.csv && metrics schedule --by alloc simple.csv late.csv 2>err >out && ! grep equal err &&
	sed "/^40,/d" rdn.csv >less.csv && metrics schedule --by alloc simple.csv less.csv 2>err >out && [ ! -s err ] && printf "%s\n" alloc,job,nodes,start_s,end_s x,a,1,, y,a,1,, >never.csv &&
	metrics schedule --machine mesh:k=4 --by alloc never.csv 2>err >out && [ ! -s err ]'
t 'each lot of policies with one schedule is told apart' '
	queue >q.csv && for p in simple rdn; do alloc --machine mesh:k=32 --policy $p --schedule easy q.csv >$p.csv && alloc --machine mesh:k=32 --policy $p --schedule fcfs q.csv | sed "s/,$p,/,$p-fcfs,/" >$p-fcfs.csv || exit 1; done &&
	metrics schedule --by alloc rdn-fcfs.csv simple.csv simple-fcfs.csv rdn.csv 2>err >out && printf "metrics: equal schedules under %s: $equal\n" "rdn-fcfs, simple-fcfs" "simple, rdn" | diff - err'

done_testing
