#!/usr/bin/env bash
# t590-saturation -- what a network accepts, against what its channels can carry.
#
# On the balanced dragonfly of 33 groups, 8 routers, 4 nodes every two groups have
# one link.  Minimal routing sends a group's adversarial traffic over one of them, the
# share 1/(a p) of its nodes; Valiant's detours use every link twice (Kim et al., ISCA
# 2008).  On the study's machine of 272 nodes the bound is counted from the routes.
# One router without contention is a queue that theory knows exactly.
. "$(dirname "$0")/../lib.sh"

balanced=dragonfly:g=33,a=8,p=4
study=dragonfly:g=17,a=4,p=4
export balanced study

# accepts PATTERN LOAD ROUTING: the accepted load of the balanced machine
accepts() { load $balanced 1056 "$1" "$2" 20e-6 40e-6 --routing "$3" | column accepted_load; }
saturated() { load $balanced 1056 "$1" "$2" "$(window 1056 "$2" 20e-6)" 60e-6 --routing "$3" | column saturated; }
latency() { load $balanced 1056 "$1" "$2" 20e-6 20e-6 --routing "$3" | column latency_mean_s; }

# --- the balanced machine

t 'adversarial, minimal: 1/(a p), whatever is offered above it' '
	near "$(accepts adversarial 0.2 minimal)" 1/32 0.01 && near "$(accepts adversarial 1 minimal)" 1/32 0.01 &&
	[ "$(saturated adversarial 0.04 minimal) $(saturated adversarial 0.02 minimal)" = "yes no" ]'

t 'adversarial, valiant: near one half' '
	got=$(accepts adversarial 1 valiant) && holds "$got > 0.4 && $got < 0.52" &&
	[ "$(saturated adversarial 0.4 valiant) $(saturated adversarial 0.6 valiant)" = "no yes" ]'

t 'uniform, minimal: near 1' '
	holds "$(accepts uniform 1 minimal) > 0.85" && [ "$(saturated uniform 0.8 minimal)" = no ]'

t 'uniform, valiant: one half too' '
	got=$(accepts uniform 1 valiant) && holds "$got > 0.4 && $got < 0.55"'

t 'ugal-l at high load: adversarial as valiant, uniform as minimal, nearly' '
	holds "$(accepts adversarial 1 ugal-l) > 0.9 * $(accepts adversarial 1 valiant)" &&
	holds "$(accepts uniform 1 ugal-l) > 0.85 * $(accepts uniform 1 minimal)" &&
	[ "$(saturated uniform 0.7 ugal-l)" = no ]'

# The few packets that it still sends the short way meet a queue that their first router
# cannot see; they may outlast the drain, which makes the run "saturated".
t 'ugal-l, adversarial, far above 1/(a p): accepts what is offered' '
	near "$(load $balanced 1056 adversarial 0.3 20e-6 80e-6 --routing ugal-l | column accepted_load)" 0.3 0.03'

# Just below 1/(a p) the short way queues and the detour does not: the better of both is
# the detour, though ugal-l, which learns that from queues, cannot be quite as fast.
t 'ugal-l at low load: about as fast as the better of both' '
	minimal=$(latency uniform 0.1 minimal) && ugal=$(latency uniform 0.1 ugal-l) && valiant=$(latency uniform 0.1 valiant) &&
	holds "$valiant > 1.2 * $minimal && $ugal < 1.05 * $minimal" &&
	minimal=$(latency adversarial 0.025 minimal) && ugal=$(latency adversarial 0.025 ugal-l) && valiant=$(latency adversarial 0.025 valiant) &&
	holds "$minimal > 1.2 * $valiant && $ugal < 1.2 * $valiant"'

# --- the study's machine: the channel bound

t 'the busiest local link of 17/4/4 carries 528 of 272 x 271 pairs: 0.513' '
	near "$(bound $study 272)" 271/528 1e-5'

t 'uniform, minimal: stable below the bound, the bound accepted above it' '
	b=$(bound $study 272) && uniform() { load $study 272 uniform "$1" 60e-6 60e-6; } &&
	uniform "$(awk "BEGIN { print 0.9 * $b }")" >below && uniform "$(awk "BEGIN { print 1.15 * $b }")" >above &&
	[ "$(column saturated below) $(column saturated above)" = "no yes" ] && near "$(column accepted_load above)" "$b" 0.05'

# What a message takes on the idle network is asked of the routing, also of one that chooses among several ways at each router.
t 'what a full network takes is judged under every routing of every kind' '
	for m in dragonfly:g=3,a=2,p=2 dragonflyplus:g=3,leaves=2,p=2,spines=2 rdragonfly:g=3,a=4,p=2 mesh:k=3x3 torus:k=3x3 hypercube:n=3 expressmesh:k=3x3,gap=1 \
		fattree:k=3,n=2 slimfly:q=5,p=1 twistedtorus:k=4x2 cubetorus:cube=2x2x2,cubes=2x2x2; do
		circuits=; [[ $m != rdragonfly* ]] || circuits="0.0:1.0 0.1:2.1 1.2:2.2"
		nodes=$(metrics machine --machine $m | column nodes) || exit 1
		printf "%s\n" job,nodes,pattern,load,duration_s,warmup_s,node_list,circuits "a,$nodes,uniform,1,1e-4,0,0-$((nodes - 1)),$circuits" >in.csv
		for routing in $(netsim --list routings | sed -n "s/^\([a-z0-9-]*\) [a-z0-9 ]*\b${m%%:*}\b[a-z0-9 ]*:.*/\1/p"); do
			case $routing in opensm-*) [[ $m == fattree* ]] || continue ;; esac
			echo "$m $routing"
			netsim --machine $m --routing $routing in.csv >out || exit 1
			case $(column saturated out) in yes | no | "") ;; *) exit 1 ;; esac
		done
	done'

# --- queueing theory

# Two nodes under one router send to each other: their links are M/D/1 queues, in
# which a message waits load / (1 - load) halves of its transfer (Pollaczek, Khinchin).
for load in 0.2 0.5 0.8; do
	first "one link" || continue
	t "one link at load $load waits as an M/D/1 queue" "
		load dragonfly:g=1,a=1,p=2 2 bitcomplement $load 0.05 0.001 >out && [ \"\$(column saturated out)\" = no ] &&
		near \"\$(column accepted_load out)\" $load 0.01 &&
		near \"(\$(column latency_mean_s out) - 436e-9)\" '(128e-9 * $load / (1 - $load))' 0.04"
done

# The links into the nodes carry all that arrives: their busy time is the load's share of
# the time, so what is accepted and what --links says are one number.
t 'accepted load is the share of time in which the links to the nodes are busy' '
	load $study 272 uniform 0.3 200e-6 0 --links links.csv >out &&
	busy=$(awk -F, "\$3 == \"node\" && \$5 ~ /^n/ { busy += \$8 } END { print busy / 272 / 200e-6 }" links.csv) &&
	near "$(column accepted_load out)" "$busy" 0.01'

t 'the histogram of latencies holds every measured message, and their mean' '
	load $study 272 uniform 0.3 40e-6 0 --latencies hist.csv >out &&
	mean=$(awk -F, "NR > 1 { n += \$5; sum += \$5 * (\$3 + \$4) / 2 } END { print sum / n }" hist.csv) &&
	near "$(column latency_mean_s out)" "$mean" 0.005 &&
	[ "$(awk -F, "NR > 1 { n += \$5 } END { print n }" hist.csv)" = "$(column messages out)" ]'

done_testing
