#!/usr/bin/env bash
# t337-search -- alloc --policy search: by what it chooses, what it reads, and what cannot be.  Its cost, and the loads of links that
# it is made of: tests/unit/alloc/search.c, tests/unit/netsim/loads.c.
# shellcheck disable=SC2016,SC2030,SC2031 # the tests' commands are quoted, and each runs by itself
source "$(dirname "$0")/../lib.sh"
export q="'"

# A row of eight routers.  Job r, on nodes 0 and 3, leaves 1-2 between them to be had, and two that are two links apart, 5 and 7.
line() { table mesh:k=8 job,nodes,node_list,pattern,comm_share,tasks,bytes "r,2,0 3,$1,$2,," "s,2,4 6,,,," "a,2,,${3-alltoall},${4-},,"; }
export -f line

t 'beside a job that sends it keeps off its links; else it takes what is near' '
	line alltoall 1 >in.csv && gives node_list "alloc --policy search:dimension-order in.csv" "0 3" "4 6" "5 7" &&
	gives node_list "alloc --policy simple in.csv" "0 3" "4 6" 1-2 &&
	line "" "" >in.csv && gives node_list "alloc --policy search:dimension-order in.csv" "0 3" "4 6" 1-2'
t 'a job that communicates less burdens links less' '
	line alltoall 0.1 alltoall 0.1 >in.csv && gives node_list "alloc --policy search:dimension-order in.csv" "0 3" "4 6" 1-2 &&
	line alltoall 0.9 alltoall 0.1 >in.csv && gives node_list "alloc --policy search:dimension-order in.csv" "0 3" "4 6" "5 7" &&
	line alltoall 0 >in.csv && gives node_list "alloc --policy search:dimension-order in.csv" "0 3" "4 6" 1-2'
t 'a job that says nothing of its messages, or is open-loop, or alone on a node' '
	line alltoall 1 "" >in.csv && gives node_list "alloc --policy search:dimension-order in.csv" "0 3" "4 6" 1-2 &&
	table mesh:k=8 job,nodes,node_list,pattern,load,duration_s "r,2,0 3,uniform,0.9,1e-5" "s,2,4 6,,," a,2,,uniform,0.5,1e-5 >in.csv &&
	gives node_list "alloc --policy search:dimension-order in.csv" "0 3" "4 6" "5 7" &&
	sed -i "s/,0\.9,/,0.1,/; s/,0\.5,/,0.1,/" in.csv && gives node_list "alloc --policy search:dimension-order in.csv" "0 3" "4 6" 1-2 &&
	printf "%s\n" job,nodes a,1 b,2 | alloc --machine mesh:k=8 --policy search:adaptive | cells node_list | diff <(printf "%s\n" 0 1-2) -'
t 'the order counts: task 0 sends to all others, so it sits in the middle, on four links a message where it had six' '
	table mesh:k=9 job,nodes,node_list,pattern,tasks,bytes "r,6,1-3 5-7,,," a,3,,broadcast,6,1000 >in.csv &&
	gives node_list "alloc --policy search:dimension-order in.csv" "1-3 5-7" "4 0 8" &&
	sed -i s/broadcast/alltoall/ in.csv && gives node_list "alloc --policy search:dimension-order in.csv" "1-3 5-7" "0 4 8"'
t 'tasks that are drawn for the nodes: each talks to all' '
	table mesh:k=8 job,nodes,node_list,pattern,dims "r,4,0-1 6-7,," "a,3,,halo2d,3x2" "b,1,,alltoall," >in.csv &&
	gives node_list,alloc "alloc --policy search:dimension-order+random in.csv" "0-1 6-7," 2-4,search:dimension-order+random 5,search:dimension-order+random'
t 'with a schedule: what has left is in nobody'"'"'s way' '
	{ echo job,nodes,pattern,submit_s,runtime_s,node_list; echo "r,2,alltoall,0,10,0 3"; echo "s,2,,0,100,4 6"; echo a,2,alltoall,5,3,; echo b,2,alltoall,20,100,; } >in.csv &&
	alloc --machine mesh:k=8 --policy search:dimension-order --schedule easy in.csv | cells job,node_list | diff <(printf "%s\n" "r,0 3" "s,4 6" "a,5 7" b,0-1) -'
t 'with a schedule and a network' '
	{ echo job,nodes,pattern,comm_share,submit_s,runtime_s; for j in 1 2 3 4 5 6; do echo "$j,$((j + 2)),alltoall,0.5,$j,30"; done; } >in.csv &&
	alloc --machine dragonfly:g=5,a=2,p=2 --policy search:ugal-l --schedule easy --network "map | netsim --routing ugal-l" in.csv >out.csv &&
	test "$(rows out.csv | wc -l)" = 6 && ! cells end_s,contention_slowdown <out.csv | grep -q "^,\|,\$"'
t 'it says by which routing, and whose aliases it takes' '
	printf "%s\n" job,nodes a,3 >in.csv && gives alloc "alloc --machine fattree:k=4 --policy search:minimal in.csv" search:minimal &&
	alloc --machine fattree:k=4 --policy search:d-mod-k in.csv | column node_list >one && alloc --machine fattree:k=4 --policy search:minimal in.csv | column node_list | diff one -'
t 'every routing of netsim, but on circuits' '
	for m in dragonfly:g=5,a=3,p=2 fattree:k=4 slimfly:q=3,p=2 torus:k=4x4 mesh:k=4x4 hypercube:n=4 expressmesh:k=4x4,gap=2; do
		table $m job,nodes,pattern a,5,alltoall b,6,halo2d >in.csv
		for r in $(netsim --list routings | grep -E "^[^ ]+ +([a-z]+ )*${m%%:*}( [a-z]+)*:" | cut -d" " -f1); do
			alloc --policy search:$r in.csv | alloc --policy simple >/dev/null || exit 1
			echo "$m $r"
		done
	done >had && [ "$(wc -l <had)" -ge 25 ]'
t 'no routing, an unknown one, one of another machine' '
	printf "%s\n" job,nodes a,3 >in.csv &&
	refuses 2 "alloc: policy ${q}search$q wants an argument, as search:ugal-l" alloc --machine mesh:k=4x4 --policy search in.csv &&
	refuses 2 "alloc: policy ${q}search:adaptiv$q wants a routing of this machine, +random behind it or not: did you mean ${q}adaptive$q? one of dimension-order, adaptive, valiant, ugal-l" \
		alloc --machine mesh:k=4x4 --policy search:adaptiv in.csv &&
	refuses 2 "alloc: policy ${q}search:d-mod-k$q wants a routing of this machine, +random behind it or not: one of minimal, valiant, ugal-l, ugal-g" alloc --machine slimfly:q=3 --policy search:d-mod-k in.csv &&
	refuses 2 "alloc: policy ${q}search:minimal$q has no routing on " alloc --machine rdragonfly:g=5,a=4,p=2 --policy search:minimal in.csv'
t 'a row whose messages are none' '
	bad() { table mesh:k=4x4 "$1" "$2" >in.csv && refuses 1 "alloc: in.csv:4: $3" alloc --policy search:adaptive in.csv; } &&
	bad job,nodes,pattern a,3,haalo3d "pattern: ${q}haalo3d$q: unknown pattern; did you mean ${q}halo3d$q?" &&
	bad job,nodes,pattern,dims a,3,halo3d,4x4x4 "dims: ${q}4x4x4$q: must multiply to 6, the number of tasks" &&
	bad job,nodes,pattern,tasks a,3,alltoall,7 "tasks: ${q}7$q: must be " &&
	bad job,nodes,pattern,comm_share a,3,alltoall,1.5 "comm_share: ${q}1.5$q: must be "'
t 'it is not slower than the best of the others' '
	gen-workload random --machine dragonfly:g=9,a=4,p=2,h=2 --cases 6 --bytes 10KB --pattern halo3d,stencil >jobs.csv &&
	mean() { alloc --policy $1 jobs.csv | netsim --routing ugal-l | metrics summary --by alloc --of comm_time_s | column mean; } &&
	for p in simple level-spread rdn jokanovic; do mean $p; done | sort -g | head -1 >best && mean search:ugal-l >mine && holds "$(cat mine) <= 1.02 * $(cat best)"'

done_testing
