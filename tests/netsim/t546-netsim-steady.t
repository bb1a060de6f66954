#!/usr/bin/env bash
# t546-netsim-steady -- jobs that keep going (--steady): what an iteration takes beside others, by hand and against jobs that end.
# shellcheck disable=SC2016 # the tests' commands are quoted
. "$(dirname "$0")/../lib.sh"

M=mesh:k=8,cores=1	# a row of nodes, 1 GB/s each way
export M
head=job,nodes,tasks,pattern,bytes,node_list,compute_s,start_s
columns=iteration_time_s,iteration_time_half_s,iterations_done
q="'"
export head columns q

# pace K[,TIME] TABLE [OPTION...]: the columns of --steady, a line a job, with the job's name
pace() { sim_table "$2" --steady "$1" "${@:3}" >pace.out && metrics select --no-preamble --columns "job,$columns" pace.out | sed 1d; }
# takes K[,TIME] TABLE [OPTION...]: the iteration times alone, in a line
takes() { pace "$@" | cut -d, -f2 | paste -sd' '; }

# --- one job

t 'a job alone takes as long as a job that ends: 1 + n iterations less the first' '
	for job in "alltoall,30000,0-1,0" "alltoall,30000,2-3,1e-5" "broadcast,50000,4-5,1e-6"; do
		IFS=, read -r pattern bytes nodes compute <<<"$job"
		n=$((${nodes#*-} - ${nodes%-*} + 1))
		table $M job,nodes,tasks,pattern,bytes,node_list,compute_s,iterations "a,$n,$n,$pattern,$bytes,$nodes,$compute,1" >one.csv
		sed "s/,1$/,5/" one.csv >five.csv
		first=$(netsim one.csv | column comm_time_s) all=$(netsim five.csv | column comm_time_s)
		netsim --steady 4 one.csv >steady.csv
		near "$(column iteration_time_s steady.csv)" "($all - $first) / 4" 1e-7 && is "$(column iterations_done steady.csv)" 4 || { echo "$job"; exit 1; }
	done'
t 'where tasks slip apart, the mean over them says as much as many iterations do' '
	table $M job,nodes,tasks,pattern,bytes,node_list,compute_s,iterations "a,6,6,unstructured,5000,1-6,1e-6,1" >one.csv && sed "s/,1$/,21/" one.csv >more.csv &&
	near "$(netsim --steady 20 one.csv | column iteration_time_s)" "($(netsim more.csv | column comm_time_s) - $(netsim one.csv | column comm_time_s)) / 20" 0.03'
t 'iterations of the row are not played; there is no comm_time_s' '
	is "$(takes 3 "$head,iterations|a,2,2,alltoall,10000,0-1,,,1")" "$(takes 3 "$head,iterations|a,2,2,alltoall,10000,0-1,,,1000000")" &&
	is "$(column comm_time_s pace.out)" ""'
t 'iterations that are all alike have an interval of 0, one has none' '
	is "$(pace 2 "$head|a,2,2,alltoall,100000,0-1,,")" "a,0.00010032,0,2" && is "$(pace 1 "$head|a,2,2,alltoall,100000,0-1,,")" "a,0.00010032,,1"'
t 'the interval is that of the mean of whole iterations, by Student' '
	sim_table "$head|a,2,2,alltoall,100000,0 2,,|b,2,2,alltoall,70000,1 3,," --steady 2 >two.out && sim --steady 1 in.csv >one.out &&
	first=$(cells iteration_time_s <one.out | sed -n 1p) both=$(cells iteration_time_s <two.out | sed -n 1p) &&
	is "$(cells iterations_done <two.out | sed -n 1p),$(cells iterations_done <one.out | sed -n 1p)" 2,1 &&
	second=$(awk "BEGIN { print 2 * $both - $first }") && half=$(cells iteration_time_half_s <two.out | sed -n 1p) && holds "$half > 1e-8" &&
	near "$half" "12.7062047 * ($first > $second ? $first - $second : $second - $first) / 2" 1e-3'

# --- jobs that share links

t 'two jobs that share a link take twice as long, wherever they begin' '
	for seed in 1 2 3 4; do
		alone=$(takes 10 "$head|a,2,2,alltoall,100000,0 2,,")
		for time in $(takes 10 "$head|a,2,2,alltoall,100000,0 2,,|b,2,2,alltoall,100000,1 3,," --seed $seed); do
			near "$time" "2 * $alone" 0.03 || exit 1
		done
	done'
t 'two jobs that compute most of the time are hardly in the way of each other, and are not in step' '
	for time in $(takes 20 "$head|a,2,2,alltoall,10000,0 2,9e-5,|b,2,2,alltoall,10000,1 3,9e-5,"); do
		holds "$time >= 1e-4 && $time < 1.12e-4" || exit 1
	done
	is "$(takes 3 "$head|a,2,2,alltoall,10000,0 2,9e-5,|b,2,2,alltoall,10000,1 3,9e-5," --seed 5)" "0.00010046 0.00010046"'
t 'the order of rows is nothing' '
	a=a,2,2,alltoall,50000,0\ 2,, b=b,3,3,alltoall,30000,1\ 3\ 6,1e-5, c=c,2,2,alltoall,20000,4-5,,
	is "$(pace 3 "$head|$a|$b|$c" | sort)" "$(pace 3 "$head|$c|$b|$a" | sort)"'

# --- jobs that do not

# apart K[,TIME] ROWS ROWS [OPTION...]: these two sets of jobs have the same paces together as each alone
apart() {
	{ pace "$1" "$head|$2" "${@:4}" && pace "$1" "$head|$3" "${@:4}"; } >alone && pace "$1" "$head|$2|$3" "${@:4}" >together && diff alone together
}
t 'jobs that share no link measure as alone, to the picosecond, however long the others take' '
	apart 2 "a,4,4,alltoall,10000,0-3,," "b,4,4,alltoall,900000,4-7,,1e-4" && is "$(cut -d, -f4 together | paste -sd" ")" "2 2" &&
	apart 2 "a,4,4,unstructured,10000,0-3,1e-6," "b,4,4,fft3d,9000,4-7,1e-3," &&
	apart 5 "a,2,2,alltoall,10000,0 2,,|b,2,2,alltoall,30000,1 3,," "c,2,2,alltoall,9000,4 6,3e-6,|d,2,2,alltoall,990000,5 7,,"'
t 'and under other routings and routers' '
	M=dragonfly:g=3,a=4,p=2 && a="a,6,6,unstructured,20000,0-5,," b="b,6,6,alltoall,3000,8-13,1e-5," &&
	apart 3 "$a" "$b" && apart 3 "$a" "$b" --router input && apart 3 "$a" "$b" --schedule mpi &&
	M=torus:k=8x2,cores=1 && apart 3 "a,4,4,alltoall,9000,0-1 8-9,," "b,4,4,alltoall,70000,4-5 12-13,," --routing adaptive'
t 'each job counts as many iterations, whatever the others take' '
	is "$(pace 3 "$head|a,2,2,alltoall,10000,0 2,,|b,2,2,alltoall,900000,1 3,,|c,2,2,alltoall,100000,5 7,,2e-3" | cut -d, -f4 | paste -sd" ")" "3 3 3"'
t 'a job goes as fast as the slowest of its tasks that talk to one another' '
	printf "0 1 0 0\n1 0 0 0\n0 0 0 1\n0 0 1 0\n" >pairs.csv && printf "0 1\n1 0\n" >pair.csv
	M=mesh:k=8,cores=1 && all=job,nodes,tasks,pattern,matrix,bytes,task_nodes b="b,2,2,matrix,pair.csv,100000,5 7"
	is "$(takes 4 "$all|a,4,4,matrix,pairs.csv,10000,0 1 4 6|$b")" "$(takes 4 "$all|a,2,2,matrix,pair.csv,10000,4 6|$b")" &&
	holds "$(takes 4 "$all|a,2,2,matrix,pair.csv,10000,4 6|$b" | cut -d" " -f1) > 1.5 * $(takes 4 "$all|a,2,2,matrix,pair.csv,10000,0 1")"'
t 'those that meet when both are done are measured no more' '
	M=dragonfly:g=9,a=4,p=2 && jobs="a,2,2,alltoall,300,0 8,3e-6,|b,2,2,alltoall,300,16 24,9e-6," && for seed in 1 2 3 4 5 6 7 8; do
		pace 1 "$head|$jobs|c,2,2,alltoall,500000,32-33,," --routing valiant --seed $seed | grep "^[ab]" >with && pace 1 "$head|$jobs" --routing valiant --seed $seed >without &&
		diff with without || exit 1
	done'
t 'cases are apart' '
	table $M "case,$head" "1,a,2,2,alltoall,50000,0 2,," "1,b,2,2,alltoall,70000,1 3,," >one.csv &&
	table $M "case,$head" "2,a,2,2,alltoall,9000,0 2,," "2,b,1,1,alltoall,9000,4,," "2,c,2,2,alltoall,90000,1 3,," >two.csv &&
	{ cat one.csv && rows two.csv; } >both.csv && { netsim --no-preamble --steady 2 one.csv && netsim --steady 2 two.csv | rows; } >apart &&
	netsim --no-preamble --steady 2 both.csv | diff - apart'
t 'random_stream draws a start, where there is one, and not the case' '
	table $M "case,random_stream,$head" "1,x,a,2,2,alltoall,50000,0 2,," "1,x,b,2,2,alltoall,70000,1 3,," "2,x,a,2,2,alltoall,50000,0 2,," "2,x,b,2,2,alltoall,70000,1 3,," |
		netsim --steady 3 >out && is "$(cells $columns <out | sort | uniq -c | wc -l)" 2'

# --- jobs that need no time, or too much

t 'a job without messages takes its time to compute, and nobody waits for it' '
	M=mesh:k=8,cores=4 && is "$(pace 2 "$head|a,1,1,alltoall,1000,0,,|b,1,1,halo2d,1000,1,0.5,|c,1,4,alltoall,1000,2,2e-3,|d,2,2,alltoall,100000,6-7,,")" \
		"a,0,,0
b,0.5,,0
c,0.002,,0
d,0.00010032,0,2" && is "$(pace 2 "$head|a,1,1,alltoall,1000,0,,")" "a,0,,0" &&
	holds "$(sim --steady 2 --stats stats.csv in.csv >/dev/null && column simulated_s stats.csv) == 0"'
t 'a job of one node takes what its memory takes' '
	M=mesh:k=8,cores=2,memory-latency=10ns,memory-bw=10GB/s && is "$(pace 2 "$head|a,1,2,alltoall,100000,0,2e-6,")" "a,1.201e-05,0,2" &&
	is "$(pace 1000,30us "$head|a,1,2,alltoall,100000,0,,")" "a,1.5e-05,,2"'
t 'tasks that exchange messages in no time wait for others of their node' '
	printf "0 1 0 0\n0 0 0 0\n0 0 0 1\n0 0 0 0\n" >m.csv
	M=mesh:k=8,cores=3 && is "$(pace 3 "job,nodes,tasks,pattern,matrix,bytes,task_nodes|a,2,4,matrix,m.csv,100000,0 0 0 1")" "a,0.0001,0,3" &&
	is "$(pace 3 "job,nodes,tasks,pattern,matrix,bytes,task_nodes|a,3,4,matrix,m.csv,100000,0 0 2 3")" "a,0.0001,0,3"'
t 'a task that only sends runs ahead of those that it sends to, as far as others take' '
	printf "0 1000 0\n0 0 1000000\n0 0 0\n" >m.csv
	is "$(pace 2 "job,nodes,tasks,pattern,matrix,bytes,task_nodes,compute_s|a,3,3,matrix,m.csv,,0-2,|b,2,2,alltoall,,1000,5-6,0.1")" "a,0.001,0,2
b,0.10000132,0,2"'
t 'after TIME a job counts by the share of its bytes that has arrived' '
	for time in 250us 350us 620us 1ms; do
		pace 1000,$time "$head|a,2,2,alltoall,100000,0 2,,|b,2,2,alltoall,1000,5-6,," >got &&
		near "$(grep ^a got | cut -d, -f2)" 1e-4 0.03 && is "$(grep ^a got | cut -d, -f3)" "" || exit 1
	done
	holds "$(grep ^a got | cut -d, -f4) > 9 && $(grep ^a got | cut -d, -f4) < 10"'
t 'with what it computes added, wherever in an iteration the end comes' '
	for time in 250us 300us 340us 375us 425us 560us 990us; do
		near "$(takes 1000,$time "$head|a,2,2,alltoall,10000,0 2,9e-5,")" 1e-4 0.01 || { echo "$time"; exit 1; }
	done'
t 'and those that have done theirs count them' '
	pace 3,1ms "$head|a,2,2,alltoall,10000,0 2,,|b,2,2,alltoall,900000,1 3,,|c,2,2,alltoall,10000,5 7,,">got &&
	is "$(grep ^[ac] got | cut -d, -f4 | paste -sd" ")" "3 3" && holds "$(grep ^b got | cut -d, -f4) < 1"'
t 'a TIME that is not needed changes nothing' '
	is "$(pace 3 "$head|a,2,2,alltoall,10000,0 2,,|b,2,2,alltoall,30000,1 3,,")" "$(pace 3,1s "$head|a,2,2,alltoall,10000,0 2,,|b,2,2,alltoall,30000,1 3,,")"'
t 'of which nothing has arrived is an error' '
	table $M "case,$head" 1,a,2,2,alltoall,1000,0-1,, 1,b,2,2,alltoall,1000,2-3,1, >in.csv &&
	says 1 "netsim: in.csv:5: case ${q}1$q: job ${q}b$q: nothing of it has arrived after 0.001 s of simulated time (--steady 2,TIME)" netsim --steady 2,1ms in.csv'
t 'longer than --max-time is an error' '
	table $M "$head" a,2,2,alltoall,1000000,0-1,, >in.csv && refuses 1 "not over after 0.002 s of simulated time" netsim --steady 2 --max-time 2ms in.csv &&
	refuses 1 "not over after 0.002 s of simulated time" netsim --steady 2,3ms --max-time 2ms in.csv && netsim --steady 2,1.5ms --max-time 2ms in.csv'

# --- beside open loop

t 'background runs to the end, and slows what it meets' '
	open=$head,load,duration_s,warmup_s && table $M "$open" "a,2,2,alltoall,100000,0 2,,,,," "bg,4,,uniform,1000,1 3-5,,,0.4,,5e-5" >in.csv &&
	netsim --steady 5 in.csv >out && holds "$(cells iteration_time_s <out | head -1) > 1.05e-4" && near "$(cells accepted_load <out | tail -1)" 0.4 0.25 &&
	is "$(cells iteration_time_s <out | tail -1)" ""'
t 'a window of open loop is kept, and those that keep going go on beside it' '
	open=$head,load,duration_s,warmup_s && table $M "$open" "a,2,2,alltoall,1000,0 2,,,,," "w,4,,uniform,1000,1 3-5,,,0.4,1e-3,1e-4" >in.csv &&
	netsim --steady 2,10us in.csv >out && near "$(cells accepted_load <out | tail -1)" 0.4 0.1 && is "$(cells iterations_done <out | head -1)" 2'

# --- the links

t 'link_busy: how long an iteration keeps each link of a job busy that is alone: its 30000 B, however many iterations are measured' '
	for k in 3 12; do
		table $M $head,link_busy a,2,2,alltoall,30000,3-4,,0, | netsim --steady $k >out && is "$(cells link_busy <out | tr " " "\n" | cut -d: -f2 | paste -sd" ")" "3e-05 3e-05" || { cat out; exit 1; }
	done
	links=$(netsim --links l.csv --no-preamble --machine $M <(table $M $head a,2,2,alltoall,30000,3-4,,0) >out; metrics select --no-preamble --where busy_s!=0 --where class!=node --columns link l.csv | sed 1d | paste -sd" ")
	is "$(table $M $head,link_busy a,2,2,alltoall,30000,3-4,,0, | netsim --steady 3 | cells link_busy | tr " " "\n" | cut -d: -f1 | paste -sd" ")" "$links"'
t 'link_busy: none on one router; empty for several jobs; no column where the table has none' '
	is "$(table mesh:k=2x2,p=2 $head,link_busy a,2,2,alltoall,1000,0-1,,0, | netsim --steady 2 | cells link_busy)" none &&
	is "$(table $M $head,link_busy a,2,2,alltoall,1000,0-1,,0, b,2,2,alltoall,1000,2-3,,0, | netsim --steady 2 | cells link_busy)" "$(echo)" &&
	! table $M $head a,2,2,alltoall,1000,0-1,,0 | netsim --steady 2 | grep -q link_busy'

# --- threads

t 'any number of threads, the same bytes' '
	table dragonfly:g=5,a=4,p=2 case,job,nodes,tasks,pattern,bytes,compute_s,load,duration_s,node_list 1,a,7,7,unstructured,5000,1e-6,,,0-6 1,b,8,8,alltoall,3000,,,,7-14 1,c,1,1,alltoall,9,,,,39 \
		1,d,12,24,spread,900,2e-5,,,15-26 2,a,10,10,fft3d,4000,2e-6,,,0-9 2,b,20,,uniform,500,,0.2,,10-29 3,a,20,20,halo3d26,4000,2e-6,,,10-29 3,b,10,,uniform,500,,0.2,2e-5,0-9 >in.csv &&
	for how in "--steady 2" "--steady 2,90us" "--steady 3 --routing ugal-l" "--steady 2 --router input" "--steady 5,110us --router input --routing valiant"; do
		for n in 1 $(checked || echo 2 4) 3; do
			mkdir $n && netsim --no-preamble --packet 512B $how --threads $n --links $n/links --job-links $n/job-links --routers $n/routers --latencies $n/latencies in.csv >$n/out 2>$n/err || { cat $n/err; exit 1; }
			diff -r 1 $n || { echo "$how --threads $n"; exit 1; }
		done
		rm -r [1-4]
	done'

# --- the command line

t 'what is no --steady' '
	table $M "$head" a,2,2,alltoall,1000,0-1,, >in.csv
	for bad in "" 0 -1 x 1.5 "2," "2,5" "2,0s" "2,x" ",1ms" "2,1ms,1ms" 99999999999; do
		says 2 "netsim: --steady: $q$bad$q: must be a number of iterations, 1 to 1000000, or one and a time, as 2,10ms" netsim "--steady=$bad" in.csv || exit 1
	done'
done_testing
