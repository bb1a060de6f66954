#!/usr/bin/env bash
# t457-dragonflyplus -- groups of leaves and spines: structure, distances, ways, levels, what cannot be.
source "$(dirname "$0")/../lib.sh"
q="'"
# structure MACHINE COLUMN,...: of metrics machine
structure() { metrics machine --machine "$1" | metrics select --no-preamble --columns "$2" | sed 1d; }
export q
export -f structure

t 'structure: leaves and spines, a link between each two of a group, the same number between each two groups' '
	is "$(structure dragonflyplus:g=9,leaves=4,p=2 routers,links,nodes,radix_min,radix_max,router_nodes_max,diameter)" "72,180,72,6,6,2,3" &&
	is "$(structure dragonflyplus:g=5,leaves=3,spines=2,p=2,h=4 routers,links,nodes,degree_max)" "25,50,30,7" &&
	is "$(structure dragonflyplus:g=1,leaves=3,p=4 routers,links,nodes,diameter)" "6,9,12,2"'
t 'distances: two links in a group, three to another, whatever the arrangement' '
	for m in g=7,leaves=3,p=2 g=6,leaves=2,spines=3,p=1,arrangement=circulant g=5,leaves=4,spines=1,p=1,arrangement=relative; do
		metrics topology --to links --nodes nodes.csv --machine dragonflyplus:$m >links.csv && is "$(structure dragonflyplus:$m links_mean,diameter)" "$(structure graph:links=links.csv,nodes=nodes.csv links_mean,diameter)" || exit 1
	done'
t 'a packet alone: the latency of its links and routers, and its bytes on the slowest link' '
	M=dragonflyplus:g=4,leaves=2,p=2,node-latency=0ns,local-latency=30ns,global-latency=500ns,router-latency=100ns &&
	for want in 1,1.1e-06 2,1.36e-06 4,1.96e-06; do
		is "$(printf "job,nodes,tasks,pattern,bytes,node_list\na,2,2,pairs,1000,0 ${want%,*}\n" | netsim --machine $M --packet 1000 --routing minimal | column comm_time_s)" "${want#*,}" || exit 1
	done'
t 'a detour: by another group, down and up where one spine has not both links; within a group by another spine' '
	for routing in minimal valiant par; do
		netsim --machine dragonflyplus:g=4,leaves=2,p=2 --routing $routing --route 0 4 | rows | cut -d, -f2 | xargs
	done >ways && head -1 ways | grep -qx "node local global local node" && sed -n 2p ways | grep -Eqx "node local global (local local )?global local node" &&
	for seed in $(seq 20); do netsim --machine dragonflyplus:g=3,leaves=2,spines=3,p=2 --seed $seed --routing valiant --route 0 2 | rows | cut -d, -f4 | xargs; done | sort -u >ways && test "$(wc -l <ways)" = 2'
t 'policies see routers and groups' '
	printf "job,nodes\na,4\n" >in.csv && gives node_list "alloc --machine dragonflyplus:g=4,leaves=2,p=2 --policy simple in.csv" 0-3 &&
	gives node_list "alloc --machine dragonflyplus:g=4,leaves=2,p=2 --policy rrn in.csv" "0 4 8 12"'
t 'what cannot be, and the nearest that can' '
	for bad in "dragonflyplus:g=9,leaves=4,p=2,h=1|h: ${q}1$q: leaves groups without a link: 4 spines of 1 global ports for 8 other groups; at least 2" \
		"dragonflyplus:g=9,leaves=0,p=2|leaves: ${q}0$q: must be at least 1" "dragonflyplus:leaves=4,p=2|g: must be given" "dragonflyplus:g=3,leaves=2,p=1,spines=0|spines: ${q}0$q: must be at least 1"; do
		exits 2 metrics machine --machine "${bad%%|*}" 2>err && grep -qF "${bad#*|}" err || { cat err; exit 1; }
	done'

done_testing
