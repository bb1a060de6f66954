#!/usr/bin/env bash
# t487-congestion -- map --objective congestion and time, --others, and what is said on a terminal.
. "$(dirname "$0")/../lib.sh"

q="'"
export q
# scattered: a job whose tasks in order load some links of a dragonfly much
scattered() { table dragonfly:g=9,a=4,p=2,h=2 job,nodes,tasks,pattern,dims,bytes,node_list "a,24,48,halo3d,4x4x3,10000,$(seq -s ' ' 0 2 46)"; }
# two: two jobs that share routers
two() { table dragonfly:g=9,a=4,p=2,h=2 case,job,nodes,tasks,pattern,dims,bytes,node_list "1,a,24,48,halo3d,4x4x3,10000,$(seq -s ' ' 0 2 46)" "1,b,24,48,halo3d,4x4x3,10000,$(seq -s ' ' 1 2 47)"; }
# fullest ARGS...: s that the fullest link of in.csv needs when it is mapped so
fullest() { map "$@" in.csv | metrics mapping | column fullest_link_s; }
# time_of ARGS...: its simulated time
time_of() { map --quiet "$@" in.csv | netsim | column comm_time_s; }
export -f scattered two fullest time_of

t 'congestion: the fullest link carries less, and messages arrive sooner' '
	scattered | sed "2s/$/,node-bw=64Gb\/s/" >in.csv && holds "$(fullest --algorithm anneal --objective congestion) < 0.8 * $(fullest --algorithm anneal)" &&
	holds "$(time_of --algorithm anneal --objective congestion) < 0.9 * $(time_of --algorithm anneal)"'
t 'auto does so by itself; hops and hop-bytes do not' '
	scattered >in.csv && is "$(fullest --algorithm auto)" "$(fullest --algorithm anneal --objective congestion)" &&
	is "$(fullest --algorithm auto --objective hops)" "$(fullest --algorithm anneal)"'
t 'from any algorithm; the column map says so' '
	scattered >in.csv && for a in linear random local "gsearch --from linear"; do
		map --algorithm $a --objective congestion in.csv >got && holds "$(metrics mapping got | column fullest_link_s) < $(fullest --algorithm random)" || exit 1
		column map got
	done >names && map --algorithm anneal --from linear --objective time --judge netsim --quiet in.csv | column map >>names && map --algorithm auto in.csv | column map >>names &&
	printf "%s\n" linear+congestion random+congestion local+congestion gsearch:linear+congestion anneal:linear+time auto | diff - names'
t 'by the ways of a routing' '
	scattered >in.csv && map --algorithm auto --routing ugal-l in.csv | column task_nodes >one && map --algorithm auto in.csv | column task_nodes >two && ! cmp -s one two &&
	says 2 "map: --routing: ${q}nca$q: unknown on this machine; known: minimal valiant ugal-l ugal-g par valiant-router ugal-router ugal-output adaptive-local" map --algorithm auto --routing nca in.csv'
t 'the same again, and alone as beside others' '
	two >in.csv && map --algorithm auto in.csv >one && map --algorithm auto in.csv | diff one - && sed 4d in.csv | map --algorithm auto | column task_nodes >b && column task_nodes one | sed -n 2p | diff b -'

t 'time: the fastest of several, none of them slower than the launcher'"'"'s order or the shortest distances' '
	scattered >in.csv && fastest=$(time_of --algorithm anneal --objective time --judge "tee -a seen | netsim") && is "$(grep -c "^a," seen)" 6 &&
	for a in linear anneal "anneal --objective congestion"; do holds "$fastest <= $(time_of --algorithm $a)" || exit 1; done'
t 'time: where linear is the fastest it stays' '
	table fattree:k=8,n=3,cores=1 job,nodes,pattern,dims,bytes,node_list a,64,halo3d,4x4x4,1000,0-63 >in.csv &&
	map --quiet --algorithm random --objective time --judge "awk -F, -v OFS=, \"/^#/ { print; next } /^job/ { print \\\$0, \\\"comm_time_s\\\"; next } { print \\\$0, /linear/ ? 1 : 2 }\"" in.csv | column task_nodes >got && echo 0-63 | diff - got'
t 'a time without a judge' 'scattered >in.csv && says 2 "map: --objective: ${q}time$q: needs --judge, as --judge netsim" map --algorithm anneal --objective time in.csv'
t 'links that change from run to run: refused, and auto goes without' '
	table rdragonfly:g=5,a=2,p=2,h=2,ocs=2 job,nodes,pattern,bytes a,8,alltoall,1000 | alloc --policy simple >in.csv &&
	says 2 "map: --objective: ${q}congestion$q: the links of ${q}rdragonfly:g=5,a=2,p=2,ocs=2$q change from run to run" map --algorithm anneal --objective congestion in.csv &&
	map --algorithm auto in.csv | column task_nodes >got && map --algorithm anneal in.csv | column task_nodes | diff got -'

t '--others: the result depends on the case, and what shares links is kept out of their way' '
	two >in.csv && map --algorithm auto --others in.csv >both && map --algorithm auto in.csv >each && ! cmp -s <(column task_nodes both) <(column task_nodes each) &&
	sed 4d in.csv | map --algorithm auto --others | column task_nodes >b && sed 4d in.csv | map --algorithm auto | column task_nodes | diff b -'
t '--others: jobs that share a node do not run at once' '
	two | sed "s/^1,b,24,48,halo3d,4x4x3,10000,1 /1,b,24,48,halo3d,4x4x3,10000,0 /" >in.csv && exits 1 map --algorithm auto --others in.csv 2>err && grep -q "^map: in.csv:5: node_list: .*: node 0 is already held by job ${q}a$q" err'
t '--others: where no link counts it is refused' '
	for o in "" "--algorithm anneal" "--nodes 0-3 --machine mesh:k=4 --dims 4"; do says 2 "map: --others: is for --objective congestion and time, and a table" map --others $o </dev/null || exit 1; done'

on_a_terminal() { script -qec "$1" typescript </dev/null >printed && tr -d "\r" <printed >lines; }
export -f on_a_terminal
if script -qec true /dev/null >/dev/null 2>&1; then
	t 'on a terminal it says once what auto would gain, of the launcher'"'"'s order by default only' '
		two >in.csv && map in.csv >want 2>err && [ ! -s err ] && on_a_terminal "map in.csv >out" && diff want out && [ "$(wc -l <lines)" = 1 ] &&
		grep -q "^map: job .a., with --algorithm auto, against the launcher.s own order: bytes between nodes" lines && for o in -q "--algorithm linear" "--algorithm anneal"; do
			on_a_terminal "map $o in.csv >out" && [ ! -s lines ] || exit 1
		done'
	t 'it says nothing of jobs too large or that send nothing' '
		table mesh:k=100x100 job,nodes,tasks,pattern,dims,node_list a,10000,,halo2d,100x200,0-9999 b,3,3,uniform,,0-2 >in.csv && on_a_terminal "map in.csv >out" && diff /dev/null lines'
fi

done_testing
