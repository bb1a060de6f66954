#!/usr/bin/env bash
# t332-speedup -- alloc in time: runtimes that a table of speedups shortens, and the time that circuits take to change.
# shellcheck disable=SC2016,SC2034,SC2086 # the tests' commands are quoted; options are words
. "$(dirname "$0")/../lib.sh"

M=rdragonfly:g=6,a=2,p=2,h=3	# six groups of four nodes
# speedups LINE...: a table of speedups
speedups() { printf '%s\n' mode,nodes,time_saved,mpi_share "$@"; }
# given: two modes; an adaptive job of 8 nodes saves (.5 + .25)/2 of (.4 + .8)/2 of its runtime
given() { speedups adaptive,4,0.5,0.4 minimal-balance,16,-0.5,0.5 adaptive,16,0.25,0.8 minimal-balance,4,0,0.5; }
# plays OPTIONS COLUMNS ROW...: these columns of in.csv, played
plays() { gives "$2" "alloc --policy grap --schedule easy $1 in.csv" "${@:3}"; }
# bad MESSAGE LINE...: a table of speedups that is refused
bad() {
	local message=$1
	shift
	speedups "$@" >bad.csv && table $M job,submit_s,nodes,runtime_s,mode a,0,8,100, >in.csv &&
		says 1 "alloc: bad.csv$message" alloc --policy grap --schedule fcfs --speedup bad.csv in.csv
}

# --- speedups

t 'by mode and size: linear in the logarithm of the nodes, as at the ends beyond them; small jobs as they are; a slowdown' '
	table $M job,submit_s,nodes,runtime_s,mode a,0,8,100,adaptive b,200,16,100,adaptive c,400,24,100, d,600,8,100,minimal-balance e,600,3,100, f,600,5,100,adaptive >in.csv &&
	given >s.csv && plays "--quiet --speedup s.csv" job,mode,runtime_s,start_s,end_s a,adaptive,100,0,77.5 b,adaptive,100,200,280 c,adaptive,100,400,480 \
		d,minimal-balance,100,600,712.5 e,small,100,600,700 "f,adaptive,100,600,$(awk "BEGIN { x = log(5 / 4) / log(4); printf \"%.6f\", 700 - 100 * (.5 - .25 * x) * (.4 + .4 * x) }")"'
t 'a table of one size; other columns, other orders' '
	printf "%s\n" note,mpi_share,nodes,time_saved,mode x,0.5,100,0.2,adaptive >s.csv && table $M job,submit_s,nodes,runtime_s a,0,8,100 b,100,24,100 >in.csv &&
	plays "--quiet --speedup s.csv" job,end_s a,90 b,190'
t 'what others wait for ends earlier, and the requested time stays' '
	table $M job,submit_s,nodes,runtime_s,walltime_s a,0,16,100,100 b,1,24,10,10 c,2,4,85,85 d,3,4,105,105 >in.csv && speedups adaptive,16,0.4,0.5 >s.csv &&
	plays "" job,start_s,end_s a,0,100 b,100,110 c,2,87 d,110,215 && plays "--speedup s.csv" job,start_s,end_s a,0,80 b,87,95 c,2,87 d,95,200'
t 'a job that is late is killed, unless it now ends in time' '
	table $M job,submit_s,nodes,runtime_s,walltime_s a,0,16,100,90 b,200,16,100,70 >in.csv && speedups adaptive,16,0.4,0.5 >s.csv && plays "--speedup s.csv --overrun kill" job,end_s a,80 b,270 2>err &&
	echo "alloc: in.csv: 1 job with more runtime_s than walltime_s, ended at the latter; the first: line 5" | diff - err'
t 'without the option nothing changes' 'table $M job,submit_s,nodes,runtime_s a,0,8,100 >in.csv && plays --quiet job,end_s a,100'

t 'holes: a mode without a size, cells without a value' '
	bad ":3: mode '\''custom'\'' has no row for 8 nodes, which mode '\''adaptive'\'' has" adaptive,4,0,0 adaptive,8,0,0 custom,4,0,0 &&
	bad ":2: mode '\''adaptive'\'' has no row for 2 nodes, which mode '\''custom'\'' has" custom,2,0,0 adaptive,4,0,0 custom,4,0,0 &&
	bad ":3: time_saved: '\'''\'': mode '\''custom'\'' has no value for 4 nodes" adaptive,4,0,0 custom,4,,0 &&
	bad ":3: mpi_share: '\'''\'': mode '\''custom'\'' has no value for 4 nodes" adaptive,4,0,0 custom,4,0,'
t 'cells that are wrong' '
	bad ":2: mpi_share: '\''1.5'\'': must be at most 1" adaptive,4,0,1.5 && bad ":2: mpi_share: '\''-1'\'': must be at least 0" adaptive,4,0,-1 &&
	bad ":2: time_saved: '\''1'\'': must be less than 1, the whole time" adaptive,4,1,0 && bad ":2: time_saved: '\''-1000.5'\'': must be at least -1000" adaptive,4,-1000.5,0 && bad ":2: time_saved: '\''a lot'\'': must be a number" "adaptive,4,a lot,0" &&
	bad ":2: nodes: '\''0'\'': must be at least 1" adaptive,0,0,0 && bad ":2: nodes: '\'''\'': must be a number of nodes" adaptive,,0,0 &&
	bad ":2: mode: '\'''\'': must name a mode" ,4,0,0 && bad ":2: mode: '\''small'\'': small jobs run as they do: no row may speak of them" small,4,0,0 &&
	bad ":3: mode '\''adaptive'\'' has 4 nodes already, on line 2" adaptive,4,0,0 adaptive,4,0,0'
t 'no rows, no column, no file' '
	bad ": has no rows" && table $M job,submit_s,nodes,runtime_s a,0,8,100 >in.csv && echo mode,nodes,time_saved >s.csv && exits 1 alloc --policy grap --schedule easy --speedup s.csv in.csv 2>err && grep -q "s.csv.*mpi_share" err &&
	exits 1 alloc --policy grap --schedule easy --speedup none.csv in.csv 2>err && grep -q none.csv err'
t 'a mode that the table lacks: the row that has it' '
	speedups adaptive,4,0,0 >s.csv && table $M job,submit_s,nodes,runtime_s,mode a,0,8,1,adaptive b,0,8,1,minimal-balance >in.csv &&
	says 1 "alloc: in.csv:5: mode: '\''minimal-balance'\'': job '\''b'\'' runs in mode '\''minimal-balance'\'', of which s.csv has no row" alloc -q --policy grap --schedule easy --speedup s.csv in.csv &&
	speedups custom,4,0,0 >s.csv && table $M job,submit_s,nodes,runtime_s a,0,8,1 >in.csv &&
	says 1 "alloc: in.csv:4: job '\''a'\'' runs in mode '\''adaptive'\'', of which s.csv has no row" alloc -q --policy grap --schedule easy --speedup s.csv in.csv'

# --- circuits that change

t 'a job whose circuits change holds its nodes longer, and starts when it gets them' '
	table $M job,submit_s,nodes,runtime_s,walltime_s a,0,8,100,100 b,0,4,100,100 c,0,24,50,60 >in.csv && plays "--reconfigure 5s" job,start_s,end_s,reconfigured a,0,105,yes b,0,100,no c,105,160,yes &&
	plays "--reconfigure 0" job,start_s,end_s,reconfigured a,0,100,yes b,0,100,no c,100,150,yes && plays "--reconfigure 20ms" job,end_s a,100.02 b,100 c,150.04'
t 'EASY reckons with it: by the shadow time the job must have left, late start and all' '
	table $M job,submit_s,nodes,runtime_s a,0,12,100 b,1,24,10 c,2,8,95 >in.csv && plays --quiet job,start_s a,0 b,100 c,2 &&
	plays "--quiet --reconfigure 1s" job,start_s,end_s a,0,101 b,101,112 c,2,98 && plays "--quiet --reconfigure 6s" job,start_s,end_s a,0,106 b,106,122 c,2,103 &&
	sed -i "s/^c,2,8,95/c,2,8,99/" in.csv && plays "--quiet --reconfigure 6s" job,start_s,end_s a,0,106 b,106,122 c,122,227'
t 'it is late only beyond that' '
	table $M job,submit_s,nodes,runtime_s,walltime_s a,0,8,100,90 >in.csv && plays "--quiet --reconfigure 5s --overrun kill" job,end_s a,95'
t 'only with the option is there the column; a job that came with its nodes has no value' '
	table $M job,submit_s,nodes,runtime_s,node_list a,0,8,100, b,,2,,0-1 >in.csv && alloc --policy grap --schedule easy in.csv 2>err | sed -n 4p >got && ! grep reconfigured got &&
	plays "--quiet --reconfigure 1s" job,reconfigured a,yes b,'

t 'the command line' '
	says 2 "alloc: --speedup: without --schedule no job ends" alloc --policy grap --speedup s.csv && says 2 "alloc: --reconfigure: without --schedule no job ends" alloc --policy grap --reconfigure 1s &&
	says 2 "alloc: --speedup: policy '\''simple'\'' has no column mode, by which the table goes" alloc --policy simple --schedule easy --speedup s.csv &&
	says 2 "alloc: --reconfigure: policy '\''simple'\'' changes no circuits" alloc --policy simple --schedule easy --reconfigure 1s &&
	says 2 "alloc: --reconfigure: '\''20'\'': must be a time, such as 20us" alloc --policy grap --schedule easy --reconfigure 20 &&
	says 2 "alloc: --reconfigure: '\''20ns'\'': must be whole microseconds" alloc --policy grap --schedule easy --reconfigure 20ns &&
	says 2 "alloc: --speedup: '\''-'\'': must name a file" alloc --policy grap --schedule easy --speedup -'

done_testing
