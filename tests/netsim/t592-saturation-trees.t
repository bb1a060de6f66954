#!/usr/bin/env bash
# t592-saturation-trees -- what fat-trees and Slim Fly accept, against what their channels can carry.
#
# A fat-tree that is not tapered carries every shift as one switch would; d-mod-k finds
# the way without a conflict, and loses where many nodes of a leaf send to nodes whose numbers have the
# same last digits (Zahavi 2010).  Of a tapered tree and of Slim Fly the bound for uniform traffic is
# counted from the routes; where all nodes of a router send to one router, minimal routing on Slim
# Fly has one way for them, and detours have many (Besta and Hoefler, SC 2014).
. "$(dirname "$0")/../lib.sh"

# offer MACHINE NODES PATTERN LOAD OPTION...: open-loop traffic
offer() { load "${@:1:4}" enough 30e-6 "${@:5}"; }
tree() { offer fattree:k=6 216 "$1" "$2" --routing "$3"; }
fly() { offer slimfly:q=5,p=4 200 "$1" "$2" --routing "$3"; }
accepts() { "$@" | column accepted_load; }
saturated() { "$@" | column saturated; }
# meets_bound MACHINE NODES: stable below it, accepted above it
meets_bound() {
	local b
	b=$(bound "$1" "$2") && echo "bound $b" &&
	[ "$(saturated offer "$1" "$2" uniform "$(awk "BEGIN { print 0.85 * $b }")")" = no ] &&
	offer "$1" "$2" uniform "$(awk "BEGIN { print 1.3 * $b }")" >above && [ "$(column saturated above)" = yes ] &&
	holds "$(column accepted_load above) > 0.88 * $b && $(column accepted_load above) < 1.05 * $b"
}

# --- fat-trees

for pattern in tornado bitcomplement; do
	t "d-mod-k carries $pattern as one switch of 216 ports, but for four more links" "
		tree $pattern 0.9 minimal >tree && offer fattree:k=216,n=1 216 $pattern 0.9 --routing minimal >switch && [ \"\$(column saturated tree)\" = no ] &&
		holds \"(\$(column latency_mean_s tree) - \$(column latency_mean_s switch) - 560e-9) ^ 2 < 1e-28\" &&
		holds \"(\$(column latency_max_s tree) - \$(column latency_max_s switch) - 560e-9) ^ 2 < 1e-28\""
done

t 'uniform: near 1, static and adaptive' '
	for routing in d-mod-k adaptive; do
		holds "$(accepts tree uniform 1 $routing) > 0.9" && [ "$(saturated tree uniform 0.85 $routing)" = no ] || return 1
	done'

t 'adaptive is as fast as d-mod-k where that has no conflicts' '
	holds "$(tree uniform 0.5 adaptive | column latency_mean_s) < 1.05 * $(tree uniform 0.5 d-mod-k | column latency_mean_s)"'

t 'transpose: d-mod-k has a link for six, adaptive keeps its own' '
	holds "$(accepts tree transpose 0.8 d-mod-k) < 0.25 && $(accepts tree transpose 0.8 adaptive) > 0.75"'

t 'a random permutation: adaptive accepts 0.8, d-mod-k not' '
	[ "$(saturated tree permutation 0.8 d-mod-k) $(saturated tree permutation 0.8 adaptive)" = "yes no" ]'

t 'a tapered tree: uniform traffic meets the channel bound' '
	meets_bound fattree:k=4,taper=2 128 && meets_bound fattree:radix=12,levels=2,taper=3,pods=6 54'

# --- Slim Fly

t 'uniform, minimal: meets the channel bound, here with too many nodes a router' 'meets_bound slimfly:q=5,p=8 400'

t 'uniform, minimal: near 1 with half as many nodes as links' '
	holds "$(accepts fly uniform 1 minimal) > 0.88" && [ "$(saturated fly uniform 0.8 minimal)" = no ]'

t 'uniform, valiant: every link twice, about one half' '
	got=$(accepts fly uniform 1 valiant) && holds "$got > 0.42 && $got < 0.55"'

t 'router to router: minimal 1/p, valiant one half' '
	holds "($(accepts fly tornado 0.6 minimal) - 0.25) ^ 2 < 0.01 ^ 2" && holds "$(accepts fly tornado 1 valiant) > 0.4"'

t 'ugal-l and ugal-g: as valiant router to router, nearly as minimal for uniform traffic' '
	for routing in ugal-l ugal-g; do
		holds "$(accepts fly tornado 1 $routing) > 0.9 * $(accepts fly tornado 1 valiant)" &&
		holds "$(accepts fly uniform 1 $routing) > 0.85 * $(accepts fly uniform 1 minimal)" &&
		[ "$(saturated fly tornado 0.35 $routing) $(saturated fly uniform 0.7 $routing)" = "no no" ] || return 1
	done'

t 'ugal-l at low load: as fast as minimal' '
	holds "$(fly uniform 0.1 ugal-l | column latency_mean_s) < 1.03 * $(fly uniform 0.1 minimal | column latency_mean_s)"'

done_testing
