#!/usr/bin/env bash
# t593-saturation-dragonflyplus -- what a Dragonfly+ accepts, against what its channels can carry.
#
# Nine groups of 16 nodes, each linked once to each other.  Where all nodes of a group send to the next group, minimal routing has one
# link for 16 nodes; by detours each message takes two of the 72 global links, which carry 1/4 of what 144 nodes can send.
. "$(dirname "$0")/../lib.sh"

plus() { load dragonflyplus:g=9,leaves=4,p=4 144 "$1" "$2" enough 30e-6 --routing "$3"; }
accepts() { plus "$@" | column accepted_load; }
saturated() { plus "$@" | column saturated; }
export -f plus accepts saturated

t 'uniform, minimal: the channel bound' '
	b=$(bound dragonflyplus:g=9,leaves=4,p=4 144) && echo "bound $b" && got=$(accepts uniform 1 minimal) && holds "$got > 0.85 * $b && $got < 1.05 * $b" || { echo "$b $got"; exit 1; }'
t 'to the next group, minimal: one link for 16 nodes' '
	got=$(accepts adversarial 0.3 minimal) && holds "$got > 0.055 && $got < 0.066" || { echo "$got"; exit 1; }'
t 'to the next group, by detours: near a quarter' '
	for routing in valiant ugal-l par; do got=$(accepts adversarial 0.5 $routing) && holds "$got > 0.18 && $got < 0.30" || { echo "$routing $got"; exit 1; }; done'
t 'adaptive routings take the minimal way where it is free' '
	for routing in ugal-l ugal-g par; do test "$(saturated uniform 0.3 $routing)" = no || { echo $routing; exit 1; }; done'

done_testing
