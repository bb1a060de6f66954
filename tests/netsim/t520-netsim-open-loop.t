#!/usr/bin/env bash
# t520-netsim-open-loop -- rows with a load: what is created, what is measured,
# what is called saturated; background traffic.
. "$(dirname "$0")/../lib.sh"

M=dragonfly:g=3,a=2,p=2
export M
head=job,nodes,tasks,pattern,bytes,load,duration_s,warmup_s,start_s,node_list
export head
# sim_rows ROW...: netsim on rows under that head, with $options
sim_rows() {
	{ echo $head; printf '%s\n' "$@"; } >in.csv
	sim $options in.csv
}
# about VALUE LOW HIGH
about() { awk -v x="$1" -v low="$2" -v high="$3" 'BEGIN { if (x == "" || x < low || x > high) { print x " is not in " low " to " high; exit 1 } }'; }

t 'an unloaded network takes what is offered, at zero-load latency' '
	sim_rows a,2,,uniform,1000,0.01,4e-1,1e-3,,0-1 >out && about "$(column accepted_load out)" 0.0096 0.0104 && is "$(column saturated out)" no &&
	about "$(column latency_mean_s out)" 1.18e-6 1.2e-6 && is "$(column comm_time_s out)" "" && is "$(column comm_bytes out)" "" && is "$(column schedule out)" "" && is "$(column routers_mean out)" 1'

t 'a queue in front of one link: M/D/1 waits load / (2 - 2 load) of a transfer' '
	for load in 0.2 0.5 0.8; do
		sim_rows a,2,,bitcomplement,1000,$load,4e-2,1e-3,,0-1 >out && wait=$(awk "BEGIN { print 1e-6 * $load / (2 - 2 * $load) }") &&
		about "$(column latency_mean_s out)" "$(awk "BEGIN { print 1.18e-6 + 0.95 * $wait }")" "$(awk "BEGIN { print 1.18e-6 + 1.05 * $wait }")" &&
		about "$(column accepted_load out)" "$(awk "BEGIN { print 0.98 * $load }")" "$(awk "BEGIN { print 1.02 * $load }")" || return 1
	done'

t 'uniform: load is a share of the bandwidth of every node' '
	sim_rows a,12,,uniform,500,0.3,1e-3,1e-4,,0-11 >out && about "$(column accepted_load out)" 0.29 0.31 && is "$(column saturated out)" no &&
	about "$(column messages out)" 7600 8240 && sim_rows a,12,,uniform,1000,0.3,1e-3,1e-4,,0-11 >out && about "$(column messages out)" 3750 4170 &&
	options="--set node-bw=4Gb/s" sim_rows a,12,,uniform,500,0.3,1e-3,1e-4,,0-11 >out && about "$(column messages out)" 3750 4170 && about "$(column accepted_load out)" 0.29 0.31'

t 'bytes: one packet, unless said; longer ones are cut' '
	options="--packet 300B --links l.csv" && sim_rows a,12,,uniform,,0.1,1e-4,,,0-11 >out && is "$(column messages out)" "$(column packets out)" &&
	is "$(awk -F, "\$4 ~ /^n/ { b += \$7; p += \$6 } END { print b / p }" l.csv)" 300 &&
	sim_rows a,12,,uniform,1000,0.1,1e-4,,,0-11 >out && is "$(( 4 * $(column messages out) ))" "$(column packets out)"'

t 'latencies are of messages created in the window, source queue included' '
	options="--latencies h.csv" && sim_rows a,12,,uniform,500,0.3,1e-3,1e-4,,0-11 >out && all=$(column messages out) &&
	n=$(awk -F, "NR > 1 { n += \$5 } END { print n }" h.csv) && about $n "$(awk "BEGIN { print 0.89 * $all }")" "$(awk "BEGIN { print 0.93 * $all }")" &&
	sim_rows a,12,,uniform,500,0.3,1e-3,0,,0-11 >out && is "$(awk -F, "NR > 1 { n += \$5 } END { print n }" h.csv)" "$(column messages out)"'

t 'four nodes that share a link get a quarter each: saturated' '
	sim_rows a,12,,adversarial,500,0.9,2e-4,2e-5,,0-11 >out && about "$(column accepted_load out)" 0.245 0.252 && is "$(column saturated out)" yes &&
	sim_rows a,12,,adversarial,500,0.2,1e-3,2e-5,,0-11 >out && about "$(column accepted_load out)" 0.19 0.21 && is "$(column saturated out)" no'

t 'a message under way after the drain: saturated, though the load was accepted' '
	M=dragonfly:g=1,a=1,p=720 sim_rows a,720,,bitcomplement,1000,0.99,6e-6,3e-4,,0-719 >out && about "$(column accepted_load out)" 0.96 1 && is "$(column saturated out)" yes'

# Two nodes that create one every 2 us make 3,600 in 3.6 ms; of twelve that create one every us, three in four wait for the end.
t 'saturated is not said of fewer than 3,600 messages of the window; those that did not arrive count, the warm-up does not' '
	periodic() { { echo "$head,arrivals"; echo "$1,periodic"; } >in.csv && netsim --machine $M --no-preamble in.csv >out && column saturated out; } &&
	is "$(periodic a,2,,bitcomplement,1000,0.5,3.6e-3,1e-3,,0-1)" no && is "$(periodic a,2,,bitcomplement,1000,0.5,3.598e-3,1e-3,,0-1)" "" && about "$(column accepted_load out)" 0.49 0.51 &&
	is "$(periodic a,12,,adversarial,1000,1,3e-4,1e-4,,0-11)" yes && about "$(column accepted_load out)" 0.245 0.252 && is "$(periodic a,12,,adversarial,1000,1,2.99e-4,1e-4,,0-11)" "" &&
	about "$(column accepted_load out)" 0.245 0.252'

# --- a network that begins empty fills first: 2,000 nodes at one router, where a message takes 800 ns

crossbar=dragonfly:g=1,a=1,p=2000,cores=1,node-latency=200ns,router-latency=300ns
export crossbar
# filling LOAD DURATION WARMUP [OPTION...]: accepted_load and saturated
filling() { M=$crossbar options="${*:4}" sim_rows "a,2000,,uniform,100,$1,$2,$3,,0-1999" >out 2>err && cells accepted_load,saturated <out; }
t 'without a warm-up the second half of the window counts: what the first moments lack is no saturation' '
	for case in "0.1 8e-6 0" "0.5 8e-6 0" "0.9 8e-6 0" "0.5 4e-6 3e-7"; do
		got=$(filling $case) && holds "${got%,*} < 0.95 * ${case%% *}" && is "${got#*,}" no && [ ! -s err ] || { echo "$case: $got"; cat err; return 1; }
	done &&
	for n in 1 3; do M=dragonfly:g=1,a=2,p=1000,local-bw=8Tb/s,cores=1,node-latency=200ns options="--threads $n" sim_rows a,2000,,uniform,100,0.1,8e-6,0,,0-1999 >out$n && is "$(column saturated out$n)" no || return 1; done && cmp out1 out3'
t 'a window that cannot tell: the verdict is empty, and a warning says what would do; then it is said' '
	for case in "0.5 1e-6 0" "0.5 1e-6 8e-7" "0.9 5e-7 1e-5" "0.1 2e-6 0"; do
		got=$(filling $case) && is "${got#*,}" "" && grep "^netsim: in.csv:2: load: .${case%% *}.: .* saturated is empty; warmup_s\( and duration_s\)* of 1.6e-06 would do" err || { echo "$case: $got"; return 1; }
	done && for load in 0.1 0.5; do got=$(filling $load 2.5e-6 1.6e-6) && is "${got#*,}" no && [ ! -s err ] || return 1; done'
t 'a saturated network is, without a warm-up and in short windows, too' '
	M=dragonfly:g=9,a=8,p=8,cores=1 && for case in "0.1 4e-5 0" "0.5 8e-6 0" "0.5 3e-6 0" "1 3e-6 1e-7" "0.9 1e-5 5e-6"; do
		set -- $case && sim_rows "a,576,,adversarial,100,$1,$2,$3,,0-575" >out 2>err && is "$(column saturated out)" yes && [ ! -s err ] || { echo "$case"; return 1; }
	done'
t 'background that its case ends too soon: no verdict either' '
	M=$crossbar && quick=a,2,2,broadcast,8000,,,,,0-1 && sim_rows "$quick" "b,1998,,uniform,100,0.5,,,,2-1999" >out 2>err && is "$(column saturated out | paste -sd,)" , &&
	grep "saturated is empty; warmup_s of 1.6e-06 would do" err && sim_rows "$quick" "b,1998,,uniform,100,0.5,,1.6e-6,,2-1999" >out 2>err && is "$(column saturated out | paste -sd,)" ,no && [ ! -s err ]'

t 'gaps longer than any case: nothing is created after the first time' '
	sent() { printf "#machine dragonfly:g=2,a=2,p=4\njob,nodes,pattern,bytes,load,duration_s,arrivals,node_list\na,16,uniform,100000000,1e-9,2,%s,0-15\n" $1 |
		netsim --no-preamble | cells messages,packets,accepted_load; } &&
	is "$(sent exponential)" 0,0,0 && is "$(sent periodic)" 16,781264,0.05'

t 'adversarial goes to the next group that has nodes of the job' '
	options="--links l.csv" && sim_rows a,8,,adversarial,500,0.1,1e-4,,,0-3\ 8-11 >out &&
	is "$(awk -F, "\$3 == \"global\" && \$6 { print \$4 \$5 }" l.csv | paste -sd" ")" "r1r4 r4r1" &&
	sim_rows a,12,,adversarial,500,0.1,1e-4,,,0-11 >out &&
	is "$(awk -F, "\$3 == \"global\" && \$6 { print \$4 \$5 }" l.csv | paste -sd" ")" "r0r2 r3r5 r4r1"'

# to MAP...: node v sends to the v-th of MAP and to nobody else, as the links tell
to() {
	awk -F, -v map="$*" 'BEGIN { n = split(map, to, " ") } $5 ~ /^n/ { into[substr($5, 2)] = $6 } $4 ~ /^n/ { from[substr($4, 2)] = $6 }
		END { for (v = 0; v < n; v++) if (to[v + 1] != v) want[to[v + 1]] += from[v]
			for (v = 0; v < n; v++) { sent += from[v]; if (into[v] + 0 != want[v] + 0 || (to[v + 1] == v) != !from[v]) { print v, into[v], want[v]; exit 1 } }
			exit !sent }' l.csv
}
t 'fixed patterns: bit complement, transpose, tornado' '
	options="--links l.csv" && sim_rows a,12,,bitcomplement,500,0.1,1e-4,,,0-11 >out && to 11 10 9 8 7 6 5 4 3 2 1 0 &&
	sim_rows a,12,,transpose,500,0.1,1e-4,,,0-11 >out && to 0 3 6 9 1 4 7 10 2 5 8 11 &&
	sim_rows a,12,,tornado,500,0.1,1e-4,,,0-11 >out && to 4 5 6 7 8 9 10 11 0 1 2 3 &&
	! to 4 5 6 7 8 9 10 11 0 1 3 2'

t 'nodes count by label, not as they are listed' '
	options="--links l.csv" && sim_rows "a,4,,bitcomplement,500,0.1,1e-4,,,9 0 7 3" >out && to 9 1 2 7 4 5 6 3 8 0 10 11'

t 'nodes that would send to themselves send nothing, and are not missed' '
	sim_rows a,12,,transpose,500,0.4,1e-3,,,0-11 >out && is "$(column saturated out)" no && about "$(column accepted_load out)" 0.32 0.35'	# 10 of 12

t 'permutation: every node hears from one other; the seed says which' '
	options="--links l.csv" && sim_rows a,12,,permutation,500,0.1,1e-4,,,0-11 >out &&
	awk -F, "\$4 ~ /^n/ { print \$6 }" l.csv | sort >from && awk -F, "\$5 ~ /^n/ { print \$6 }" l.csv | sort | diff from - && cp l.csv l1 &&
	options="--links l.csv --seed 5" && sim_rows a,12,,permutation,500,0.1,1e-4,,,0-11 >out && ! cmp -s l1 l.csv'

t 'two jobs at once, one later' '
	sim_rows a,6,,uniform,500,0.1,5e-3,1e-5,3,0-5 b,6,,uniform,500,0.2,2e-3,1e-5,3.00002,6-11 >out &&
	is "$(column saturated out | paste -sd" ")" "no no" && about "$(column accepted_load out | sed -n 1p)" 0.096 0.104 && about "$(column accepted_load out | sed -n 2p)" 0.192 0.208'

# --- background

foreground=a,2,2,broadcast,200000,,,,,0\ 4
export foreground
q="'"
export q
t 'periodic arrivals: the mean interval each time, all nodes at once; nothing waits that need not' '
	echo $head,arrivals >in.csv && printf "%s\n" a,2,,bitcomplement,1000,0.8,4e-4,1.25e-5,,0-1,periodic >>in.csv &&
	netsim --machine $M --no-preamble in.csv >out && is "$(column messages out)" 660 && is "$(column accepted_load out)" 0.8 &&
	is "$(column latency_mean_s out)" 1.18e-06 && is "$(column latency_max_s out)" 1.18e-06 &&
	sed "2s/periodic/exponential/" in.csv >e.csv && netsim --machine $M --no-preamble e.csv | column latency_mean_s >one && cut -d, -f1-10 in.csv >d.csv &&
	netsim --machine $M --no-preamble d.csv | column latency_mean_s | diff - one &&
	sed "2s/periodic/often/" in.csv >b.csv && says 1 "netsim: b.csv:2: arrivals: ${q}often$q: must be exponential or periodic" netsim --machine $M b.csv &&
	printf "%s\n" job,nodes,pattern,arrivals,node_list a,2,broadcast,periodic,0-1 >c.csv &&
	says 1 "netsim: c.csv:2: arrivals: ${q}periodic$q: is for open-loop rows, which have a load" netsim --machine $M c.csv'

t 'background: without a duration, as long as the closed-loop jobs' '
	options="--stats s.csv" && sim_rows "$foreground" >alone && t=$(column comm_time_s s.csv; column simulated_s s.csv) &&
	sim_rows "$foreground" b,2,,bitcomplement,1000,0.5,,,,1\ 5 >out && is "$(column simulated_s s.csv)" "$(column comm_time_s out | sed -n 1p)" &&
	about "$(column comm_time_s out | sed -n 1p)" "$(awk "BEGIN { print 1.4 * $(column comm_time_s alone) }")" "$(awk "BEGIN { print 2.6 * $(column comm_time_s alone) }")" &&
	is "$(column comm_time_s out | sed -n 2p)" "" && is "$(column saturated out | sed -n 1p)" ""'

t 'background elsewhere disturbs nobody, and takes what it wants' '
	sim_rows "$foreground" >alone && sim_rows "$foreground" "b,4,,uniform,1000,0.3,,,,8-11" >out &&
	is "$(column comm_time_s out | sed -n 1p)" "$(column comm_time_s alone)" && about "$(column accepted_load out | sed -n 2p)" 0.25 0.35'

t 'background with a warm-up that outlasts its case has no load to report' '
	sim_rows "$foreground" "b,4,,uniform,1000,0.3,,1,,8-11" >out && is "$(column accepted_load out | paste -sd,)" "," && is "$(column saturated out | paste -sd,)" ","'

t 'a closed-loop job beside traffic that has a duration: both are finished' '
	sim_rows "$foreground" "b,4,,uniform,1000,0.3,4e-3,,,8-11" c,2,,bitcomplement,1000,0.3,1e-5,,,6-7 >out &&
	is "$(column comm_time_s out | sed -n 1p)" 0.00020032 && about "$(column accepted_load out | sed -n 2p)" 0.27 0.33 && is "$(column saturated out | sed -n 2p)" no'

t 'background is judged from as many messages' '
	sim_rows a,2,2,broadcast,4000000,,,,,0\ 4 b,4,,uniform,1000,0.4,,,,8-11 >out && is "$(column saturated out)" "$(printf "\nno")" &&
	sim_rows "$foreground" b,4,,uniform,1000,0.4,,,,8-11 >out && is "$(column saturated out | paste -sd,)" , && about "$(column accepted_load out | sed -n 2p)" 0.36 0.44'

done_testing
