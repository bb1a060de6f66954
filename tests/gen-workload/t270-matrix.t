#!/usr/bin/env bash
# t270-matrix -- patterns from real runs and process grids through the pipe: gen-workload --matrix and
# --dims, what netsim and map make of them, and what is refused.
. "$(dirname "$0")/../lib.sh"

M=torus:k=6x6x6
comm=$HOPLINE_ROOT/data/comm
export M comm

cases matrices

t 'real runs through the pipe: as many messages as the grids have' '
	while read -r file messages; do
		gen-workload uniform --machine $M --matrix $comm/$file --min-bytes 1KiB --bytes 1KB --utilization 0.2 |
			alloc --policy simple | map --algorithm random | netsim >out 2>err && ! [ -s err ] &&
		is "$(column pattern out | sort -u),$(column messages out | sort -u)" "matrix,$messages" || exit 1
	done <<-END
	cnca-lulesh-64.undirected.csv 936
	lulesh2.0.64.102451.1.mpiP.gz 936
	cnca-miniMD-64.undirected.csv 384
	cnca-lu-64.undirected.csv 224
	stencil4d-32.directed.csv 160
	END'

t 'every byte of the file is sent, in each iteration' '
	printf "src,dst,bytes\n0,1,5000\n1,0,70\n2,0,4097\n" >m.csv && printf "rank_a,rank_b,bytes\n0,1,5071\n2,0,4097\n" >both.csv &&
	printf "job,nodes,tasks,pattern,matrix,iterations,node_list\na,3,3,matrix,m.csv,1,0-2\nb,3,3,matrix,m.csv,7,10-12\nc,3,3,matrix,both.csv,1,20-22\n" >in.csv &&
	sim in.csv >out && is "$(column messages out | xargs) $(column comm_bytes out | xargs)" "3 21 4 9167 64169 9168"'

t 'a list of the messages of halo2d is halo2d; so is cartesian' '
	{ echo src,dst,bytes; for i in {0..11}; do
		x=$((i % 4)) y=$((i / 4))
		[ $x = 0 ] || echo $i,$((i - 1)),3000; [ $x = 3 ] || echo $i,$((i + 1)),3000
		[ $y = 0 ] || echo $i,$((i - 4)),3000; [ $y = 2 ] || echo $i,$((i + 4)),3000
	done; } >halo.csv &&
	printf "case,job,nodes,tasks,pattern,dims,matrix,bytes,node_list\n%s\n%s\n%s\n" 1,a,12,12,halo2d,4x3,,3000,"7 3 50 21 9 100 31 4 60 77 12 90" \
		2,a,12,12,matrix,,halo.csv,,"7 3 50 21 9 100 31 4 60 77 12 90" 3,a,12,12,cartesian,4x3,,3000,"7 3 50 21 9 100 31 4 60 77 12 90" >in.csv &&
	sim in.csv >out && is "$(column messages out | uniq | wc -l) $(column packets out | uniq | wc -l) $(column routers_mean out | uniq | wc -l)" "1 1 1" &&
	rows out | sed "s/^.,a,12,12,[^,]*,[^,]*,[^,]*,[^,]*,//" >o && is "$(sed -n 1p o)" "$(sed -n 3p o)"'

t 'cartesian is halo3d and halo2d, under both schedules and with an allreduce' '
	for s in burst mpi; do for d in halo3d:4x3x2:xz halo3d:24x1x1: halo2d:6x4:y; do
		IFS=: read -r p dims periodic <<<"$d"
		for name in $p cartesian; do
			printf "job,nodes,tasks,pattern,dims,periodic,bytes,allreduce_bytes,node_list\na,12,24,$name,$dims,$periodic,5000,8,0-11\n" |
				sim --schedule $s - | rows | cut -d, -f5- >$name.out || exit 1
		done
		cmp $p.out cartesian.out || exit 1
	done; done'

t 'neighboring: eight messages a task; most stay in their group' '
	printf "job,nodes,pattern,dims,tasks,node_list\na,144,neighboring,4x4x3x3,144,0-143\n" >in.csv &&
	netsim --machine dragonfly:g=9,a=4,p=4,cores=1 --job-links j.csv --links l.csv in.csv >out &&
	is "$(column messages out)" 1152 &&
	is "$(rows l.csv | awk -F, "\$3 == \"global\" { n += \$6 } END { print n }")" 576'

t 'gzipped files are read' '
	gzip -c $comm/stencil4d-32.directed.csv >s.gz && for f in s.gz $comm/stencil4d-32.directed.csv; do
		printf "job,nodes,tasks,pattern,matrix,bytes,node_list\na,16,32,matrix,$f,100,0-15\n" | sim - | rows | cut -d, -f6- || exit 1
	done | uniq | wc -l | grep -qx 1'

t 'a file is named relative to the current directory, and never is standard input' '
	mkdir d && printf "0 1\n1 0\n" >d/m && printf "job,nodes,tasks,pattern,matrix,node_list\na,1,2,matrix,%s,0\n" d/m >in && sim in >out &&
	is "$(column comm_bytes out)" 2 &&
	printf "job,nodes,tasks,pattern,matrix,node_list\na,1,2,matrix,-,0\n" | refuses 1 "cannot open '\''./-'\''" sim -'

t 'what is left out is said once a file, unless --quiet' '
	printf "src,dst,bytes\n0,0,5\n0,1,7\n1,1,9\n" >m.csv && printf "job,nodes,tasks,pattern,matrix,min_bytes,node_list\n" >in &&
	for i in 0 1 2 3; do echo $i,2,4,matrix,m.csv,,$i $((i + 10)); done >>in && sim in >out 2>err &&
	printf "%s\n" "netsim: m.csv:2: a rank sends to itself: left out, 2 such entries in all" \
		"netsim: m.csv: its ranks are fewer than the tasks of a job; the others send nothing" | diff - err &&
	sim --quiet in >quiet 2>err && ! [ -s err ] && cmp out quiet && is "$(column comm_bytes out | xargs)" "7 7 7 7"'

t 'a file with nothing large enough: no messages, and a warning' '
	for f in CoMD ep; do
		printf "job,nodes,tasks,pattern,matrix,min_bytes,node_list\na,32,64,matrix,$comm/cnca-$f-64.undirected.csv,1024,0-31\n" | sim - >out 2>err &&
		grep -qF "undirected.csv: no rank sends anything" err && is "$(column messages out),$(column comm_time_s out)" 0,0 || exit 1
	done'

t 'split or whole, the rows are the same' '
	printf "case,job,nodes,tasks,pattern,matrix,bytes,node_list\n" >head && for i in 1 2 3; do
		echo $i,a,32,64,matrix,$comm/cnca-bt-64.undirected.csv,${i}00,$i-$((i + 31)); done >cases &&
	cat head cases | sim - | rows >whole && while read -r case; do { cat head; echo "$case"; } | sim - | rows; done <cases | cmp - whole'

if map --list | grep -q "^gsearch "; then
t 'map reads them too' '
	printf "job,nodes,tasks,pattern,matrix,node_list\na,2,4,matrix,m,0 1\n" >in && printf "0 0 0 9\n0 0 9 0\n0 0 0 0\n0 0 0 0\n" >m &&
	map --machine $M --algorithm gsearch --from linear in >out && netsim out >sim && is "$(column packets sim)" 0'
else
	skip "map reads them too" "this map has no gsearch"
fi

t 'gen-workload --matrix: tasks and nodes by the file' '
	gen-workload uniform --machine $M --matrix $comm/stencil4d-32.directed.csv --utilization 0.1 --no-preamble >out &&
	printf "%s\n" case,job,nodes,tasks,pattern,matrix,bytes,iterations 1,1,16,32,matrix,$comm/stencil4d-32.directed.csv,,1 | diff - out &&
	gen-workload uniform --machine $M --matrix $comm/stencil4d-32.directed.csv --job-nodes 32 --min-bytes 1KiB --bytes 64KiB --pattern matrix,alltoall --no-preamble --utilization 0.2 >out &&
	printf "%s\n" case,job,nodes,tasks,pattern,matrix,min_bytes,bytes,iterations \
		1,1,32,32,matrix,$comm/stencil4d-32.directed.csv,1024,65536,1 2,1,32,32,alltoall,,,65536,1 | diff - out'

t 'gen-workload --dims: tasks and nodes by the grid' '
	gen-workload uniform --machine $M --dims 8x4x2x2 --periodic xw --no-preamble --utilization 0.3 >out &&
	printf "%s\n" case,job,nodes,tasks,pattern,dims,periodic,bytes,iterations 1,1,64,128,cartesian,8x4x2x2,xw,1000,1 | diff - out &&
	gen-workload uniform --machine $M --dims 4x4 --job-nodes 16 --pattern halo2d,cartesian --utilization 0.1 >out &&
	is "$(column tasks out | xargs) $(column dims out | xargs) $(column pattern out | xargs)" "16 16 4x4 4x4 halo2d cartesian" &&
	gen-workload uniform --machine $M --dims 5x1x1 --utilization 0.02 >out && is "$(column nodes out | uniq),$(column tasks out | uniq)" 3,5 &&
	alloc --policy simple out | netsim | column messages | grep -qx 8'

t 'gen-workload: dims, periodic and matrix that do not go together' '
	lu=$comm/cnca-lu-64.undirected.csv &&
	while IFS=: read -r options message; do
		refuses 2 "gen-workload: $message" gen-workload uniform --machine $M $options || exit 1
	done <<-END
	--dims 4x4x40:--dims: '\''4x4x40'\'': 640 tasks; 216 nodes have 432 processors
	--dims 8x8 --job-nodes 31:--dims: '\''8x8'\'': 64 tasks; 31 nodes have 62 processors
	--dims 8x8 --job-nodes 65:--dims: '\''8x8'\'': 64 tasks leave some of 65 nodes without one
	--dims 4x4x4 --pattern halo2d:--dims: '\''4x4x4'\'': must have 2 dimensions for '\''halo2d'\''
	--dims 4x0:--dims: '\''4x0'\'': must be 1 to 4 extents, as 4x4x2
	--dims 65536x65536:--dims: '\''65536x65536'\'': more than 2147483647 tasks
	--dims 4x4 --periodic z:--periodic: '\''z'\'': must name dimensions of the process grid, which has xy
	--dims 4x4 --periodic xx:--periodic: '\''xx'\'': names x twice
	--job-nodes 4 --periodic x:--periodic: '\''x'\'': '\''alltoall'\'' has no process grid without --dims
	--job-nodes 4 --pattern matrix:pattern '\''matrix'\'' needs --matrix FILE
	--job-nodes 4 --min-bytes 4:pattern '\''matrix'\'' needs --matrix FILE
	--matrix $lu --pattern halo2d:--matrix: '\''$lu'\'': no pattern of --pattern reads it
	--matrix $lu --dims 4x4x3:--dims: '\''4x4x3'\'': 48 tasks, and '\''matrix'\'' wants at least 64
	--matrix $lu --job-nodes 31:--matrix: '\''$lu'\'': 64 tasks; 31 nodes have 62 processors
	--quarters --job-nodes 3:give --job-nodes N or --quarters
	END
	refuses 1 "gen-workload: cannot open '\''nope'\'': No such file" gen-workload uniform --machine $M --matrix nope &&
	refuses 2 "gen-workload: pattern '\''matrix'\'' needs --matrix FILE" gen-workload random --machine dragonfly:g=9,a=4,p=2 --cases 2 --pattern matrix'

t 'netsim and map refuse files that do not fit the job, in the same words' '
	printf "src,dst,bytes\n0,1,5\n9,1,5\n" >list && printf "0 1\n1 0\n" >dense && printf "src,dst,bytes\n0,1,-5\n" >negative &&
	while IFS="|" read -r file line message; do
		printf "job,nodes,tasks,pattern,matrix,node_list\na,2,4,matrix,$file,0 1\n" >in &&
		refuses 1 "netsim: $line: $message" netsim --machine $M in || exit 1
	done <<-END
	list|in:2|matrix: '\''list'\'': has rank 9 in line 3, and the job has 4 tasks
	dense|in:2|matrix: '\''dense'\'': has a matrix of 2 ranks, and the job has 4 tasks
	negative|negative:2|bytes: '\''-5'\'': is a negative weight
	END
	printf "job,nodes,tasks,pattern,node_list\na,2,4,matrix,0 1\n" >in &&
	refuses 1 "netsim: in:2: pattern: '\''matrix'\'': a column '\''matrix'\'' is needed" netsim --machine $M in'

t 'a row names a regular file; on the command line a pipe will do' '
	mkfifo pipe && for file in pipe /dev/zero . /dev/stdin; do
		printf "job,nodes,tasks,pattern,matrix,node_list\na,2,4,matrix,$file,0 1\n" >in &&
		exits 1 timeout 20 netsim --machine $M in </dev/null >out 2>err && ! rows out | grep . && grep -qx "netsim: in:2: matrix: .$file.: must name a regular file" err || { cat err; exit 1; }
	done && printf "0 1\n1 0\n" >dense && gen-workload uniform --machine $M --matrix <(cat dense) >out && [ "$(rows out | wc -l)" -ge 1 ]'

t 'a gzipped file that is cut short or damaged' '
	head -c 20000 $comm/lulesh2.0.64.102451.1.mpiP.gz >m.gz && printf "job,nodes,tasks,pattern,matrix,node_list\na,32,64,matrix,m.gz,0-31\n" >in &&
	refuses 1 "netsim: cannot read '\''m.gz'\'': the gzip file is cut short" netsim --machine $M in'

done_testing
