#!/usr/bin/env bash
# t334-alloc-network -- the network in the schedule: what a filter is asked, how jobs then run, and what becomes of a filter that fails.
. "$(dirname "$0")/../lib.sh"

# crowd: a filter in which an iteration communicates for as many seconds as jobs are asked about; it notes each question, its jobs a line, in
# the file `asked`
cat >"$shared_dir/crowd" <<'FILTER'
#!/usr/bin/awk -f
BEGIN { FS = OFS = "," }
/^#/ { next }
!head { head = $0; for (i = 1; i <= NF; i++) at[$i] = i; next }
{ line[++n] = $0; compute[n] = $at["compute_s"]; names = names (n > 1 ? " " : "") $at["job"] }
END {
	print names >>"asked"
	print head ",iteration_time_s"
	for (i = 1; i <= n; i++)
		printf "%s,%.15g\n", line[i], n + compute[i]
}
FILTER
chmod +x "$shared_dir/crowd"
crowd=$shared_dir/crowd
times=job,start_s,end_s
slow=network_slowdown,network_slowdown_max,placement_slowdown,contention_slowdown
# net [OPTION...]: alloc of in.csv with crowd
net() { alloc --policy simple --schedule fcfs --network "$crowd" "$@" in.csv; }
# two: two jobs that share one link
two() { table mesh:k=8 job,nodes,submit_s,runtime_s,comm_share a,2,0,1000,"${1:-1}" b,2,0,500,"${1:-1}"; }

# --- rates

t 'two jobs of share 1 that share one link: 1500 and 1000 s' '
	two >in.csv && gives $times,runtime_alone_s,$slow,at_limit,work_lost_s net a,0,1500,1000,1.5,2,1,1.5,no,0 b,0,1000,500,2,2,1,2,no,0'
t 'of share 0.5: both take 1.5 times as long, the longer one until the other has left' '
	two 0.5 >in.csv && gives $times,$slow net a,0,1250,1.25,1.5,1,1.25 b,0,750,1.5,1.5,1,1.5'
t 'how many times as long messages took: over the work done, empty where nothing is sent' '
	{ two 0.5; echo c,2,2000,10,0; echo d,1,2000,10,0.5; } >in.csv &&
	gives job,communication_slowdown net a,1.5 b,2 c, d,'
t 'three that come one after another' '
	table mesh:k=8 job,nodes,submit_s,runtime_s a,2,0,100 b,2,50,100 c,2,100,10 >in.csv && gives $times,network_slowdown_max "net --comm-share 1" a,0,160,3 b,50,210,3 c,100,130,3'
t 'three of share 0.25, in tenths of seconds; ends are rounded up to a microsecond' '
	table mesh:k=8 job,nodes,submit_s,runtime_s a,2,0,1 b,2,0.1,0.3 c,2,0.3,0.1 >in.csv && gives $times "net --comm-share 0.25" a,0,1.1 b,0.1,0.5 c,0.3,0.45 &&
	table mesh:k=8 job,nodes,submit_s,runtime_s a,2,0,0.000001 b,2,0,0.000001 >in.csv && gives $times "net --comm-share 0.5" a,0,0.000002 b,0,0.000002'
t 'who waits starts when others have ended later' '
	table mesh:k=4 job,nodes,submit_s,runtime_s a,2,0,100 b,2,0,100 c,4,0,10 >in.csv && gives $times "net --comm-share 1" a,0,200 b,0,200 c,200,210'
t 'EASY goes by requested times, whatever the network makes of them' '
	table mesh:k=4 job,nodes,submit_s,runtime_s,walltime_s a,2,0,100,100 b,4,1,10,10 c,2,2,50,60 >in.csv &&
	gives $times,at_limit "net --comm-share 1 --schedule easy" a,0,150,yes b,150,160,yes c,2,102,no'
t 'a log that gives nodes: who finds them held longer waits for them' '
	table mesh:k=8 job,nodes,log_start_s,runtime_s,log_node_list a,2,0,100,0-1 b,2,0,100,2-3 c,2,100,10,0-1 >in.csv &&
	gives $times "net --policy as-logged --schedule log --comm-share 1 --quiet" a,0,200 b,0,200 c,200,210'
t 'observed: jobs are when and where the table says; how much of their time the network took is written' '
	table mesh:k=8 job,nodes,log_start_s,runtime_s,log_node_list a,2,0,100,0-1 b,2,0,60,2-3 c,2,100,10,0-1 >in.csv &&
	gives $times,runtime_alone_s,network_slowdown,communication_slowdown "net --policy as-logged --schedule log --comm-share 0.5 --network-observe" \
		a,0,100,80,1.25,1.5 b,0,60,40,1.5,2 c,100,110,10,1,1 &&
	refuses 2 "--network-observe cannot be combined with --overrun kill" net --comm-share 1 --network-observe --overrun kill'
t 'no time, no work: nothing is asked and nothing divided' '
	table mesh:k=8 job,nodes,submit_s,runtime_s,walltime_s a,2,0,0,9 b,2,0,5,0 >in.csv &&
	gives $times,$slow,work_lost_s "net --comm-share 1 --overrun kill --quiet" a,0,0,,,,,0 b,0,0,,,,,5 && [ ! -e asked ]'

# --- questions

t 'a question is a table: its preamble, the running jobs in input order, as they came but for their place and what they compute' '
	table mesh:k=8 job,nodes,end_s,note,submit_s,runtime_s,start_s,comm_share b,2,9,x,1,50,,0.5 a,3,,"\"say \"\"z\"\"\"",0,100,,0.2 s,2,,,0,100,,0 >in.csv &&
	alloc --policy contiguous --schedule fcfs --network "tee -a questions | $crowd" in.csv >out.csv &&
	{ table mesh:k=8 "#run $(sed -n "s/^#run //p" out.csv)" job,nodes,end_s,note,submit_s,runtime_s,start_s,comm_share,alloc,node_list,compute_s
	  echo "b,2,,x,1,50,0,0.5,contiguous,5-6,1"; echo "a,3,,\"say \"\"z\"\"\",0,100,0,0.2,contiguous,0-2,4"; } >want &&
	grep -B 5 "^a.*contiguous,0-2,4" questions | tail -6 | diff want -'
t 'what is asked: each alone at the reference without and with computing, alone where it is, and all together' '
	table mesh:k=8 job,nodes,submit_s,runtime_s a,2,0,100 b,2,0,50 >in.csv && net --comm-share 0.5 >/dev/null &&
	is "$(sort asked | uniq -c | xargs)" "2 a 1 a b 3 b"'
t 'share 1, or --network-busy: nobody computes, one question less' '
	table mesh:k=8 job,nodes,submit_s,runtime_s,compute_s a,2,0,100,7 b,2,0,50,7 >in.csv && net --comm-share 1 >/dev/null && is "$(sort asked | uniq -c | xargs)" "1 a 1 a b 2 b" &&
	rm asked && net --comm-share 0.5 --network-busy >/dev/null && is "$(sort asked | uniq -c | xargs)" "1 a 1 a b 2 b"'
t 'jobs of share 0, and on one node, are not asked about, and run as they did' '
	table mesh:k=8 job,nodes,submit_s,runtime_s,comm_share a,2,0,100,0 b,1,0,50,1 c,2,0,30,1 >in.csv &&
	gives $times,$slow net a,0,100,1,1,1,1 b,0,50,1,1,1,1 c,0,30,1,1,1,1 && is "$(sort -u asked)" c'
t 'a policy with columns of its own: they are in the question, and part of what makes a place that of the reference' '
	table rdragonfly:g=6,a=2,p=2,h=3 job,nodes,submit_s,runtime_s a,8,0,100 b,8,200,50 c,4,210,30 >in.csv &&
	ask() { alloc --quiet --policy grap --schedule easy --network-reference "$1" --comm-share 1 --network "tee -a q | $crowd" in.csv >out.csv && wc -l <asked && rm asked; } &&
	is "$(ask grap)" 4 && grep -q "^a,8,0,100,grap,0,16-23,adaptive,4-5,\$" q && is "$(ask simple)" 7 && is "$(ask own)" 4'
t 'a question that comes again is not asked again' '
	table mesh:k=8 job,nodes,submit_s,runtime_s a,2,0,100 b,2,0,100 c,2,10,5 >in.csv && gives $times "net --comm-share 1" a,0,205 b,0,205 c,10,25 &&
	is "$(grep -c "^a b$" asked) $(grep -c "^a b c$" asked)" "1 1"'
t 'jobs that came with their nodes are asked about too, and leave when they leave' '
	table mesh:k=8 job,nodes,submit_s,runtime_s,node_list,alloc,start_s,end_s h,2,,,4-5,mine,-3,10 a,2,0,100,,,, i,2,,,6-7,,, >in.csv &&
	gives job,alloc,start_s,end_s,network_slowdown,comm_share "net --comm-share 0.5" h,mine,-3,10,,0.5 a,simple,0,152.5,1.525,0.5 i,,,,,0.5 && grep -qx "h a i" asked'
t '--network-every: asked at its multiples, new jobs run as if alone until then, others as before' '
	table mesh:k=8 job,nodes,submit_s,runtime_s a,2,0,100 b,2,10,100 c,2,35,10 >in.csv &&
	gives $times,network_slowdown_max "net --comm-share 1 --network-every 30s" a,0,170,2 b,10,185,2 c,35,45,1 && grep -qx "a b" asked && ! grep -q "c" <(grep " " asked)'
# wires: a filter like crowd; the question about one job is answered with link 0, which an iteration keeps busy for $BUSY s
cat >"$shared_dir/wires" <<'FILTER'
#!/usr/bin/awk -f
BEGIN { FS = OFS = "," }
/^#/ { next }
!head { head = $0; for (i = 1; i <= NF; i++) at[$i] = i; next }
{ compute[++n] = $at["compute_s"]; names = names (n > 1 ? " " : "") $at["job"]; if ("link_busy" in at) $at["link_busy"] = ENVIRON["BUSY"]; line[n] = $0 }
END {
	print names >>"asked"
	print head ",iteration_time_s"
	for (i = 1; i <= n; i++)
		printf "%s,%.15g\n", line[i], n + compute[i]
}
FILTER
chmod +x "$shared_dir/wires"
wires=$shared_dir/wires
# spare BUSY [OPTION...]: alloc with wires and a tolerance of 5%
spare() { BUSY=$1 alloc --policy simple --schedule fcfs --network "$wires" --network-at-once 1 --network-tolerance 5% "${@:2}" in.csv; }
t '--network-tolerance: jobs that hardly meet are not asked about together' '
	two >in.csv && gives $times,network_charged "spare 0:0.001" a,0,1000,0.001 b,0,500,0.002 && ! grep -q " " asked &&
	spare 0:0.001 2>&1 >out | grep -qx "alloc: asked about jobs together at 0 of 1 changes; by the loads of their links no run time is off by more than 0.2%, 0.13% in the mean" &&
	grep -q "^#network asked about jobs together at 0 of 1 changes" out'
t 'jobs on one busy link are asked about when half of the allowance is used up: b at 12.5 s / (1 - 0.025)' '
	two >in.csv && gives $times,network_charged "spare 0:0.5" a,0,1487.179487,0.00862068978 b,0,987.179487,0.0129870132 && grep -qx "a b" asked'
t 'on a link that is full both are asked about within a microsecond, where the allowance is small' '
	two >in.csv && gives $times "spare 0:1 --network-tolerance 0.0000001%" a,0,1499.999999 b,0,999.999999'
t 'jobs that share no link are never asked about' '
	table mesh:k=8 job,nodes,submit_s,runtime_s,comm_share a,2,0,100,1 b,2,0,100,1 >in.csv && gives $times "spare none" a,0,100 b,0,100 && ! grep -q " " asked'
t 'a job that communicates half of the time meets a burst of 0.01 s in each iteration, half of them under way when it begins' '
	two 0.5 >in.csv && gives $times,network_charged "spare 0:0.01" a,0,1000,0.0025 b,0,500,0.005'
t '--network-check asks beside, and changes nothing but the estimate; network_off says by how much each job ran too fast' '
	two >in.csv && spare 0:0.001 2>/dev/null | rows >plain && ! grep -q " " asked && spare 0:0.001 --network-check 100% 2>err | rows | sed "s/,[^,]*\$//" | diff plain - && grep -qx "a b" asked &&
	grep -q "; 1 of the other changes asked about to see the error: 67% in the mean" err && gives job,network_off "spare 0:0.001 --network-check 100%" a,0.5 b,1'
t 'what a check has found holds until other jobs run: not only until one comes that must wait' '
	{ two; echo c,8,250,1,0; } >in.csv && spare 0:0.001 --network-check 100% 2>err >out && grep -q "; 1 of the other changes asked about to see the error: 67% in the mean" err'
t 'an answer that does not say which links are busy' '
	two >in.csv && for busy in "" x 0 0: 0:x 0:-1 999:1 "0:1 " "0:1;1:1" 0:inf; do
		exits 1 spare "$busy" >out 2>err && grep -q "link_busy: .*must say how long an iteration keeps which links busy, as netsim --steady does, or none" err || { echo "$busy"; cat err; exit 1; }; done &&
	exits 1 alloc --policy simple --schedule fcfs --network "$crowd" --network-at-once 1 --network-tolerance 5% in.csv >out 2>err && grep -q "link_busy: .*must say" err'
t 'what is no share' '
	two >in.csv && for bad in 5 0% 101% -1% x% ""; do
		says 2 "alloc: --network-tolerance: '"'"'$bad'"'"': must be a share above 0% and at most 100%, such as 5%" alloc --policy simple --schedule fcfs --network true "--network-tolerance=$bad" in.csv || exit 1; done &&
	says 2 "alloc: --network-check: goes with --network-tolerance" alloc --policy simple --schedule fcfs --network true --network-check 5% in.csv'
t 'cases are played apart' '
	table mesh:k=8 case,job,nodes,submit_s,runtime_s 1,a,2,0,100 1,b,2,0,50 2,a,2,0,70 2,b,2,9,50 >in.csv && net --comm-share 0.5 | rows >whole &&
	for c in 1 2; do { sed -n "1,3p" in.csv; grep "^$c," in.csv; } >part.csv && alloc --policy simple --schedule fcfs --comm-share 0.5 --network "$crowd" part.csv | rows; done | diff whole -'

# sums: of each job of a schedule under crowd, the integral of its rate from its start to its end is its runtime_s: the rate follows from
# who runs when, which start_s and end_s say
sums() {
	metrics select --columns nodes,start_s,end_s,runtime_s,comm_share,network_slowdown_max "$1" | rows | awk -F, '
		{ n++; sends[n] = $1 > 1 && $5 > 0; from[n] = $2; to[n] = $3; run[n] = $4; share[n] = sends[n] ? $5 : 0; most[n] = $6; time[2 * n - 1] = $2; time[2 * n] = $3 }
		END {
			for (i = 1; i <= n; i++) {
				work = worst = 0
				for (k = 1; k <= 2 * n; k++) {
					if (time[k] < from[i] || time[k] >= to[i] || time[k] in seen && seen[time[k]] == i)
						continue
					seen[time[k]] = i
					next_time = to[i]
					for (m = 1; m <= 2 * n; m++)
						if (time[m] > time[k] && time[m] < next_time)
							next_time = time[m]
					senders = 0
					for (m = 1; m <= n; m++)
						senders += sends[m] && from[m] <= time[k] && time[k] < to[m]
					stretch = 1 + share[i] * (senders - 1)
					if (stretch > worst)
						worst = stretch
					work += (next_time - time[k]) / stretch
				}
				if (work < run[i] - 1e-6 || work > run[i] + 3e-6 || worst < most[i] - 1e-6 || worst > most[i] + 1e-6) {
					print "row " i ": " work " of " run[i] ", worst " worst " of " most[i]
					bad = 1
				}
			}
			exit bad || n < 30
		}'
}
for schedule in easy fcfs; do
	first sums || continue
	t "sums: every job has done the work that it had to do, $schedule" '
		{ table dragonfly:g=6,a=3,p=2 job,nodes,submit_s,runtime_s,walltime_s,comm_share
		  awk "BEGIN { srand(5); for (i = 0; i < 30; i++) { at += int(rand() * 40); run = 1 + int(rand() * 200)
			print \"j\" i \",\" 1 + int(rand() * 9) \",\" at \",\" run \",\" run + int(rand() * 50) \",\" int(rand() * 5) / 4 } }"; } >in.csv &&
		alloc --policy rdn --schedule '$schedule' --network-reference own --network "$crowd" in.csv >out.csv && sums out.csv && holds "$(column network_slowdown_max out.csv | sort -rn | sed -n 5p) > 3"'
done

# --- limits

t 'a job whose logged run ended within 1% of what it asked for is marked; all run on' '
	table mesh:k=8 job,nodes,submit_s,runtime_s,walltime_s a,2,0,99,100 b,2,0,98.9,100 c,2,0,120,100 d,2,0,50, >in.csv &&
	gives job,end_s,at_limit,work_lost_s "net --comm-share 1 --quiet" a,346.9,yes,0 b,346.7,no,0 c,367.9,yes,0 d,200,no,0'
t '--overrun kill: a job ends when its time is over, and what it left undone is said; one without a limit does not' '
	table mesh:k=8 job,nodes,submit_s,runtime_s,walltime_s a,2,0,100,120 b,2,0,50, >in.csv &&
	gives job,end_s,$slow,work_lost_s "net --comm-share 1 --overrun kill" a,120,1.2,2,1,1.71428571,30 b,100,2,2,1,2,0'

# --- netsim as the filter

sim="map --quiet | netsim --quiet"
t 'a lone job placed as at the reference: exactly 1' '
	table dragonfly:g=5,a=2,p=2 job,nodes,pattern,bytes,submit_s,runtime_s,comm_share a,7,alltoall,1000,0,1000,0.3 >in.csv &&
	gives $times,$slow "alloc --policy simple --schedule easy --network \"$sim\" --quiet in.csv" a,0,1000,1,1,1,1'
# alone POLICY COMPUTE: how long the job of in.csv communicates in its two iterations
alone() {
	alloc --policy "$1" in.csv | awk -v c="$2" '/^#/ { print; next } { print $0 "," (n++ ? c : "compute_s") }' | map | netsim | column comm_time_s | awk -v c="$2" '{ printf "%.12g\n", $1 - 2 * c }'
}
t 'a lone job placed otherwise: as much slower as two runs of netsim say' '
	table dragonfly:g=5,a=2,p=2 job,nodes,pattern,bytes,iterations,submit_s,runtime_s a,7,alltoall,1000,2,0,1000 >in.csv &&
	compute=$(awk -v r=$(alone simple 0) "BEGIN { printf \"%.9g\", 3 * r / 2 }") &&
	want=$(awk -v here=$(alone rdn $compute) -v there=$(alone simple $compute) "BEGIN { print 1 + 0.25 * (here / there - 1) }") &&
	alloc --policy rdn --schedule fcfs --comm-share 0.25 --network "$sim" in.csv >out.csv && for c in network_slowdown placement_slowdown network_slowdown_max; do
		near $(column $c out.csv) $want 1e-5 || exit 1; done && holds "$want < 0.99" && is $(column contention_slowdown out.csv) 1'
# crossing: jobs on a dragonfly of 6 groups that come one after another
crossing() {
	table dragonfly:g=6,a=3,p=2 job,nodes,pattern,bytes,submit_s,runtime_s,walltime_s
	awk 'BEGIN { n = split("alltoall stencil halo2d broadcast", p, " "); for (i = 0; i < 14; i++) print "j" i "," 2 + i * 7 % 5 "," p[1 + i % n] ",2000," i * 13 "," 60 + i * 37 % 90 "," 200 }'
}
for how in '' ' --steady 2'; do
	t "jobs in groups of their own, packets that stay there: the schedule without a network, nobody slower for the others${how:+,}$how" '
		crossing >in.csv && alloc --policy df-group --schedule easy in.csv | metrics select --columns job,start_s,end_s,node_list | rows >want &&
		alloc --policy df-group --schedule easy --network-reference own --comm-share 0.5 --network "$sim$how" in.csv >out.csv &&
		metrics select --columns job,start_s,end_s,node_list out.csv | rows | diff want - && is "$(metrics select --columns $slow out.csv | rows | sort -u)" 1,1,1,1'
done
t 'the same placed by another policy than the reference: contention is 1 all the same' '
	crossing >in.csv && alloc --policy df-group --schedule easy --network-reference rdn --comm-share 0.5 --network "$sim" in.csv >out.csv &&
	is "$(column contention_slowdown out.csv | sort -u)" 1 && holds "$(column placement_slowdown out.csv | sort -u | wc -l) > 4"'
t 'jobs that meet: some are slower for the others; work done is work asked for' '
	crossing >in.csv && alloc --policy rdn --schedule easy --network-reference own --comm-share 0.5 --network "$sim" in.csv >out.csv &&
	metrics select --columns runtime_s,start_s,end_s,$slow,runtime_alone_s out.csv | rows | awk -F, "
		\$1 != \$8 || \$4 > \$5 + 1e-6 || \$6 != 1 || (\$3 - \$2) / \$1 - \$4 > 1e-8 || \$4 - \$7 > 1e-7 || \$7 - \$4 > 1e-7 { bad = 1 } \$7 > 1.01 { met++ } END { exit bad || met < 5 }"'
t 'the reference of a log: the nodes that it gives' '
	table mesh:k=8 job,nodes,pattern,bytes,submit_s,runtime_s,log_node_list a,4,alltoall,1000,0,100,"0 2 4 6" >in.csv &&
	alloc --policy simple --schedule easy --quiet --network-reference log --comm-share 1 --network "$sim" in.csv >out.csv && holds "$(column network_slowdown out.csv) < 1" &&
	alloc --policy as-logged --schedule easy --quiet --network-reference log --comm-share 1 --network "$sim" in.csv | column network_slowdown | grep -qx 1'
t 'a job that sends nothing through the network runs as logged' '
	table mesh:k=8 job,nodes,tasks,pattern,bytes,submit_s,runtime_s a,2,1,alltoall,1000,0,100 b,2,4,alltoall,1000,0,100 >in.csv &&
	for how in "" --network-busy; do
		gives $times,$slow "alloc --policy simple --schedule fcfs --quiet --comm-share 0.5 --network \"map | netsim --quiet --steady 1\" $how in.csv" a,0,100,1,1,1,1 b,0,100,1,1,1,1 || exit 1
	done'

# --- filters that fail

# fails MESSAGE COMMAND [OPTION...]: alloc of in.csv with this filter says this of it, and writes no row
fails() { says 1 "alloc: '$2' $1" alloc --policy simple --schedule fcfs --network "$2" "${@:3}" in.csv; }
# once COMMAND: a filter, `sh once`, that answers as crowd does until two jobs are asked about
once() { printf '%s\n' 'q=$(cat); [ $(printf "%s\n" "$q" | grep -c "^[ab],") = 1 ] && { printf "%s\n" "$q" | '"$crowd; exit; }" "$1" >once; }
# fault TITLE MESSAGE COMMAND [OPTION...]: what it says of one that then does this
fault() {
	t "$1" "two >in.csv && sed -i 's/b,2,0/b,2,1.5/' in.csv && once '$3' && fails \"about 2 jobs at 1.5 s of case '1'$2\" 'sh once' $4"
}
t 'one that fails' 'two >in.csv && fails "about job '"'a'"' at 0 s of case '"'1'"': ended with status 3" "exit 3"'
fault 'one that fails later' ": ended with status 3" 'exit 3'
t 'one that is killed' 'two >in.csv && fails "about job '"'a'"' at 0 s of case '"'1'"': ended with status 137" "kill -9 \$\$"'
fault 'one that hangs' ": took more than 3 s, and was killed" 'sleep 1000' '--network-timeout 3s'
fault 'one that says nothing' ": empty input; a table has at least a header" ':'
fault 'one that leaves a job out' ": the answer has no row of job 'b'" 'printf "job,comm_time_s\na,1\n"'
fault 'another job' ":3: job: 'c': must be the row of job 'b'" 'printf "job,comm_time_s\na,1\nc,1\n"'
fault 'a job too many' ":4: job: 'c': a row that was not asked for" 'printf "job,comm_time_s\na,1\nb,1\nc,1\n"'
fault 'no time' ":3: comm_time_s: '': must say how long job 'b' takes, more than 0 s" 'printf "job,comm_time_s\na,1\nb,\n"'
fault 'no time at all' ":1: comm_time_s: this column is missing: an answer has this one, or iteration_time_s" 'printf "job,time\na,1\nb,1\n"'
fault 'a time of 0' ":2: iteration_time_s: '0': must say how long job 'a' takes, more than 0 s" 'printf "job,iteration_time_s\na,0\nb,1\n"'
fault 'a time below 0' ":2: iteration_time_s: '-1': must say how long job 'a' takes, more than 0 s" 'printf "job,iteration_time_s\na,-1\nb,1\n"'
fault 'a text' ":2: iteration_time_s: 'fast': must say how long job 'a' takes, more than 0 s" 'printf "job,iteration_time_s\na,fast\nb,1\n"'
fault 'a quote that does not end' ":2: an unfinished quote" 'printf "job,iteration_time_s\n\042a,1\n"'
t 'a time no longer than the computing in it' '
	two 0.5 >in.csv && fails "about job '"'a'"' at 0 s of case '"'1'"':2: iteration_time_s: '"'1'"': must say how long job '"'a'"' takes, more than 1 s" \
		"awk -F, \"/^[ab],/ { print \\\"job,iteration_time_s\\\"; print \\\$1 \\\",1\\\" }\""'
t 'a time without end' '
	two >in.csv && refuses 1 " about job '"'a'"' at 0 s of case '"'1'"': 1e+09 times as long: it would end too late for a table" alloc --policy simple --schedule fcfs --network "awk -F, \"!/^#/ && !n++ { print \\\"job,comm_time_s\\\" } /^[ab],/ { line[++m] = \\\$1 } END { for (i = 1; i <= m; i++) print line[i] \\\",\\\" (m > 1 ? 1e9 : 1) }\"" in.csv'
checked || t 'a filter that writes without end' 'two >in.csv && fails "about job '"'a'"' at 0 s of case '"'1'"': wrote more than 256 MiB, and was killed" yes'
t 'one that does not read its question, however long, is taken by its answer' '
	{ table mesh:k=8 job,nodes,submit_s,runtime_s,comm_share,note; echo "a,2,0,10,1,$(printf "%0300000d" 0)"; } >in.csv &&
	alloc --policy simple --schedule fcfs --network "echo job,comm_time_s; echo a,1" in.csv | metrics select --columns end_s | rows | grep -qx 10 &&
	alloc --policy simple --schedule fcfs --network "exec <&-; sleep 0.1; echo job,comm_time_s; echo a,1" in.csv | metrics select --columns end_s | rows | grep -qx 10'
t 'cases before the one that fails are written' '
	table mesh:k=8 case,job,nodes,submit_s,runtime_s 1,a,2,0,10 2,a,2,0,10 3,a,2,0,10 >in.csv &&
	exits 1 alloc --policy simple --schedule fcfs --comm-share 1 --network "cat >q; grep -q ^2, q && exit 9; $crowd <q" in.csv >out.csv 2>err && is "$(rows out.csv | cut -d, -f1)" 1 &&
	says_case=$(cat err) && is "${says_case##*at }" "0 s of case '"'2'"': ended with status 9"'
# left WORD: no process of the filter is left after a moment
left() { for i in 1 2 3 4 5 6 7 8 9 10; do pgrep -f "$1" >/dev/null || return 0; sleep 0.2; done; pgrep -fa "$1"; return 1; }
for signal in TERM KILL; do
	t "alloc dies of SIG$signal: so does its filter, with all that it started" '
		two >in.csv && id=7$RANDOM$RANDOM && { alloc --policy simple --schedule fcfs --network "sleep $id | cat" in.csv >/dev/null 2>&1 & } && pid=$! &&
		for i in 1 2 3 4 5 6 7 8 9 10; do pgrep -xf "sleep $id" >/dev/null && break; sleep 0.1; done && pgrep -xf "sleep $id" >/dev/null && kill -'$signal' $pid && left "sleep $id"'
done

# --- questions asked ahead of time

# does: a filter in which an iteration communicates for 1 s, of the job $slow for 3 s; it notes its jobs in the file `asked` and then does
# what the file `do` says, where wait_for waits until these jobs were asked about
cat >"$shared_dir/does" <<'FILTER'
#!/bin/bash
q=$(grep -v '^#') names=$(sed 1d <<<"$q" | cut -d, -f1 | paste -sd' ')
wait_for() { for ((i = 0; i < ${WAIT-300}; i++)); do grep -qx "$1" asked && return; sleep 0.1; done; exit 4; }
echo "$names" >>asked
. ./do
echo "job,iteration_time_s"
for job in $names; do [ "$job" = "$slow" ] && echo "$job,3" || echo "$job,1"; done
FILTER
chmod +x "$shared_dir/does"
# many: jobs that make each other slower, and wait; three: three of which c ends first if nobody is slowed; ahead N: alloc of in.csv so
many() {
	table dragonfly:g=6,a=3,p=2 job,nodes,submit_s,runtime_s,walltime_s,comm_share
	awk 'BEGIN { srand(7); for (i = 0; i < 30; i++) { at += int(rand() * 40); run = 1 + int(rand() * 200)
		print "j" i "," 1 + int(rand() * 9) "," at "," run "," run + int(rand() * 50) "," int(rand() * 5) / 4 } }'
}
three() { table mesh:k=8 job,nodes,submit_s,runtime_s,comm_share "a,2,0,100,1" "b,2,0,120,1" "c,2,0,${1:-50},1"; }
ahead() { alloc --policy simple --schedule fcfs --network "$shared_dir/does" --network-at-once "$@" in.csv; }

t 'however many questions are asked at once: the same bytes, and each that is asked one by one is among those asked ahead' '
	many >in.csv && for n in 1 4; do
		alloc --policy rdn --schedule easy --network "$crowd" --network-at-once $n --fragments f$n in.csv | rows >out$n && sort -u asked >asked$n && rm asked || exit 1; done &&
	cmp out1 out4 && cmp <(rows f1) <(rows f4) && holds "$(wc -l <asked1) > 30" && is "$(comm -23 asked1 asked4)" ""'
t 'while one question is asked the next one is, and with --network-at-once 1 it is not' '
	three >in.csv && echo "[ \"\$names\" != \"a b c\" ] || wait_for \"a b\"" >do && gives $times "ahead 2" a,0,100 b,0,120 c,0,50 && is "$(sort asked | uniq -c | xargs)" "1 a 1 a b 1 a b c 2 b 2 c" &&
	rm asked && WAIT=3 says 1 "alloc: '"'$shared_dir/does'"' about 3 jobs at 0 s of case '"'1'"': ended with status 4" ahead 1'
t 'with room for more, the one behind it too' '
	three >in.csv && echo "d,2,10,100,1" >>in.csv && echo "[ \"\$names\" != \"a b c\" ] || { wait_for \"a b c d\"; wait_for \"a b d\"; }" >do && gives $times "ahead 4" a,0,100 b,0,120 c,0,50 d,10,110'
guess_wrong="case \$names in 'a b c') wait_for 'b c'; slow=a ;; 'b c') WRONG ;; esac"
for wrong in 'echo nonsense >\&2; exit 9' 'kill -9 \$\$' 'names="b b"' 'sleep 7771234'; do
	t "a question that is never asked in the end, and a filter that answers it by: ${wrong//\\/}" '
		three 1000 >in.csv && sed "s/WRONG/$wrong/" <<<"$guess_wrong" >do && gives $times "ahead 2 2>err" a,0,180 b,0,120 c,0,1000 && is "$(cat err)" "" &&
		is "$(sort asked | uniq -c | xargs)" "1 a 1 a b c 1 a c 2 b 1 b c 2 c" && left "sleep 7771234"'
done
t 'one that was asked ahead and fails says so when its time has come, and in the same words; what it says goes to standard error, once' '
	three >in.csv && echo "echo \"\$names!\" >&2; case \$names in \"a b c\") wait_for \"a b\" ;; \"a b\") exit 3 ;; esac" >do &&
	exits_bare 1 ahead 2 && mv err err2 && exits_bare 1 ahead 1 && cmp <(sort err) <(sort err2) && is "$(grep -c "a b!" err2)" 1 &&
	is "$(tail -n 1 err2)" "alloc: '"'$shared_dir/does'"' about 2 jobs at 50 s of case '"'1'"': ended with status 3"'
t 'one that was asked ahead and hangs' '
	three >in.csv && echo "case \$names in \"a b c\") wait_for \"a b\"; sleep 0.3 ;; \"a b\") sleep 1000 ;; esac" >do &&
	says 1 "alloc: '"'$shared_dir/does'"' about 2 jobs at 50 s of case '"'1'"': took more than 5 s, and was killed" ahead 2 --network-timeout 5s'
for signal in INT TERM KILL; do
	t "alloc dies of SIG$signal: so do the filters that were asked ahead" '
		three >in.csv && id=6$RANDOM$RANDOM && echo "case \$names in \"a b c\" | \"a b\") sleep $id ;; esac" >do &&
		{ env --default-signal=INT alloc --policy simple --schedule fcfs --network "$shared_dir/does" --network-at-once 2 in.csv >/dev/null 2>&1 & } && pid=$! &&
		for i in {1..50}; do [ "$(pgrep -xfc "sleep $id")" = 2 ] && break; sleep 0.1; done && is "$(pgrep -xfc "sleep $id")" 2 && kill -'$signal' $pid && left "sleep $id"'
done

# --- the command line and the table

t 'options that do not go together' '
	two >in.csv && run() { exits_bare 2 alloc --policy simple "$@" in.csv && head -n 1 err; } &&
	is "$(run --network true)" "alloc: --network: without --schedule no job ends" &&
	for o in "--network-every 1s" "--network-reference own" "--comm-share 0.5" --network-busy "--network-timeout 1s" "--network-at-once 2"; do
		is "$(run --schedule fcfs $o)" "alloc: ${o%% *}: goes with --network" || exit 1; done &&
	is "$(run --schedule fcfs --network "")" "alloc: --network: '"''"': must be a command" &&
	is "$(run --schedule fcfs --network true --comm-share 1.1)" "alloc: --comm-share: '"'1.1'"': must be a number from 0 to 1" &&
	is "$(run --schedule fcfs --network true --network-every 0)" "alloc: --network-every: '"'0'"': must be a time above 0, such as 6h" &&
	is "$(run --schedule fcfs --network true --network-at-once 0)" "alloc: --network-at-once: '"'0'"': must be an integer from 1 to 1024" &&
	is "$(run --schedule fcfs --network true --network-reference Own)" "$(exits 2 alloc --policy Own 2>&1 | head -n 1)" &&
	is "$(exits_bare 2 alloc --policy grap --schedule fcfs --network true --speedup g.csv in.csv; head -n 1 err)" "alloc: --network and --speedup: both say how fast jobs run; give one of them"'
t 'a share that is missing, or none' '
	table mesh:k=8 job,nodes,submit_s,runtime_s a,2,0,1 >in.csv && says 1 "alloc: in.csv:3: comm_share: this column is missing: or give --comm-share X" alloc --policy simple --schedule fcfs --network true in.csv &&
	table mesh:k=8 job,nodes,submit_s,runtime_s,comm_share a,2,0,1, >in.csv &&
	says 1 "alloc: in.csv:4: comm_share: '"''"': must be the share of communication in the runtime, or give --comm-share X" alloc --policy simple --schedule fcfs --network true in.csv &&
	sed -i "s/1,$/1,1.5/" in.csv && says 1 "alloc: in.csv:4: comm_share: '"'1.5'"': must be at most 1" alloc --policy simple --schedule fcfs --network true in.csv'
t '--comm-share fills empty cells, and leaves others as they came' '
	table mesh:k=8 job,nodes,submit_s,runtime_s,comm_share a,2,0,10,0.250 b,2,20,10, >in.csv && gives job,comm_share,network_slowdown "net --comm-share 0.5" a,0.250,1 b,0.5,1'
t 'what the reference refuses' '
	table dragonfly:g=3,a=2,p=2 job,nodes,submit_s,runtime_s,comm_share a,5,0,10,1 >in.csv &&
	says 1 "alloc: in.csv:4: nodes: '"'5'"': job '"'a'"': more than a group has, with the machine idle for --network-reference" \
		alloc --policy simple --schedule fcfs --network true --network-reference df-group in.csv &&
	says 1 "alloc: policy '"'df-group'"' is defined for machines of kind dragonfly, not for '"'mesh:k=8'"'" alloc --machine mesh:k=8 --policy simple --schedule fcfs --network true --network-reference df-group <<<job,nodes'

done_testing
