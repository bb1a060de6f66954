#!/usr/bin/env bash
# t759-contest -- the contest of policies: its arenas, and its standings.
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/contest
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}

t 'every arena: a machine, a routing of it, and policies that serve it' '
	"$study/contest" --list >arenas && test "$(wc -l <arenas)" = 11 && while read -r name machine routing policies; do
		table $machine job,nodes,pattern,bytes a,5,halo3d,1000 b,70,spread,1000 >in.csv
		for policy in ${policies//,/ }; do
			alloc --policy $policy in.csv | map | netsim --routing $routing >out.csv && test "$(rows <out.csv | wc -l)" = 2 || { echo "$name $policy"; exit 1; }
		done
	done <arenas'
t 'standings: each policy beside search, worse where it takes more' '
	mkdir -p out/one && for case in 1 2 3 4; do for p in simple,10$case rdn,12$case search:ugal-l,10$case; do
		echo "ugal-l,$case,${p%,*},all,${p#*,},1.0$case,1.02,$case,1$case"
	done; done | sed "1i routing,case,alloc,class,node_hours,network_slowdown_mean,contention_slowdown_mean,wait_mean_s,turnaround_mean_s" >out/one/periods.csv &&
	"$study/standings" out >got && grep -qF "| one | \`simple\` | +0.0 ± 0.0 |" got && grep -qF "|  | \`rdn\` | +19.5 ± 0.4 **worse** | +0.0 ± 0.0 |" got &&
	grep -qF "| one | \`simple\` | 2.0 | +0.0 ± 0.0 | +0.0 ± 0.0 |" got || { cat got; exit 1; }'
done_testing
