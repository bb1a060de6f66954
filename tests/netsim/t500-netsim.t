#!/usr/bin/env bash
# t500-netsim -- the table netsim reads and the table it writes.
. "$(dirname "$0")/../lib.sh"

M=dragonfly:g=3,a=2,p=2
export M

t 'columns: those of the input but the lists, then its own' '
	table $M site,nodes,case,job,node_list,note,pattern,bytes "x,2,7,a,0-1,\"p, q\",broadcast,1000" | netsim --no-preamble >got &&
	cat >want <<-END &&
	site,nodes,case,job,note,pattern,bytes,routing,schedule,comm_time_s,messages,comm_bytes,packets,routers_mean,latency_mean_s,latency_p99_s,latency_max_s
	x,2,7,a,"p, q",broadcast,1000,minimal,burst,2.18e-06,3,3000,2,1,1.68e-06,2.18e-06,2.18e-06
	END
	diff want got'

t '--keep-lists keeps them in place' '
	table $M node_list,job,nodes,tasks,pattern,task_nodes 0-1,a,2,2,broadcast,0-1 | netsim --no-preamble --keep-lists >got &&
	cat >want <<-END &&
	node_list,job,nodes,tasks,pattern,task_nodes,routing,schedule,comm_time_s,messages,comm_bytes,packets,routers_mean,latency_mean_s,latency_p99_s,latency_max_s
	0-1,a,2,2,broadcast,0-1,minimal,burst,1.18e-06,1,1000,1,1,1.18e-06,1.18e-06,1.18e-06
	END
	diff want got'
t 'volumes go with them' '
	printf "%s\n" volumes,job,nodes,pattern,lattice,site_bytes,node_list "2x1 0 1,a,2,lattice,4x4,8,0-1" >in.csv && netsim --machine mesh:k=2x2,cores=1 --no-preamble in.csv >got && head -1 got | grep -q "^job,nodes,pattern,lattice,site_bytes," &&
	netsim --machine mesh:k=2x2,cores=1 --no-preamble --keep-lists in.csv >got && head -1 got | grep -q "^volumes,job,nodes,pattern,lattice,site_bytes,node_list," && tail -1 got | grep -q "^2x1 0 1,a,"'

t 'its own columns are overwritten in place' '
	table $M job,comm_time_s,nodes,tasks,routing,pattern,node_list a,old,2,2,older,broadcast,0-1 | netsim --no-preamble >got &&
	cat >want <<-END &&
	job,comm_time_s,nodes,tasks,routing,pattern,schedule,messages,comm_bytes,packets,routers_mean,latency_mean_s,latency_p99_s,latency_max_s
	a,1.18e-06,2,2,minimal,broadcast,burst,1,1000,1,1,1.18e-06,1.18e-06,1.18e-06
	END
	diff want got'

t 'run on its own output with the lists kept, it writes the same rows' '
	table $M job,nodes,pattern,node_list a,5,alltoall,0-4 | netsim --keep-lists >one && netsim --keep-lists one | rows >two &&
	rows one | diff - two && [ -s two ]'

t 'the preamble: the machine as it was, the run as typed' '
	table $M job,nodes,pattern,node_list a,2,alltoall,0-1 | netsim --routing par --packet 1KB --set global-bw=2Gb/s | grep "^#" >got &&
	printf "%s\n" "#hopline 1" "#machine $M,global-bw=2Gb/s" "#run netsim $(netsim --version | cut -d" " -f2) --routing par --packet 1KB --set global-bw=2Gb/s" | diff - got'

t 'tasks sit where task_nodes says; without it, and where it is empty, linearly over node_list' '
	table $M job,nodes,tasks,pattern,task_nodes "a,2,4,alltoall,0x2 5x2" >one.csv &&
	table $M job,nodes,tasks,pattern,node_list "a,2,4,alltoall,0 5" >two.csv &&
	table $M job,nodes,tasks,pattern,node_list,task_nodes "a,2,4,alltoall,0 5," >three.csv &&
	table $M job,nodes,tasks,pattern,node_list,task_nodes "b,2,2,broadcast,,3 7" "a,2,4,alltoall,0 5,0 5 0 5" >four.csv &&
	for i in one two three four; do netsim $i.csv | column latency_mean_s >$i || return 1; done &&
	diff one two && diff two three && [ "$(tail -1 four)" != "$(cat three)" ]'

t 'the order of node_list is the order of the tasks' '
	table $M case,job,nodes,tasks,pattern,node_list 1,a,2,2,broadcast,"0 2" 2,a,2,2,broadcast,"2 0" >in.csv &&
	netsim --links l.csv in.csv | rows >got && [ "$(cut -d, -f8,11 got | uniq)" = 1.32e-06,1 ] &&
	[ "$(awk -F, "\$3 == \"local\" && \$6 { print \$1, \$4, \$5 }" l.csv)" = "1 r0 r1
2 r1 r0" ]'

t 'linear leaves the last nodes empty where tasks run out' '
	table $M job,nodes,tasks,pattern,node_list a,4,5,alltoall,0-3 | netsim --links l.csv >got &&
	[ "$(awk -F, "\$4 ~ /^n/ && \$6 { print \$4, \$6 }" l.csv)" = "n0 6
n1 6
n2 4" ]'

t 'a row without nodes is left out of its case, with a warning' '
	table $M job,nodes,tasks,pattern,node_list a,2,2,broadcast, b,2,2,broadcast,0-1 >in.csv &&
	netsim --no-preamble in.csv 2>err | rows >got && [ "$(cut -d, -f5- got)" = "minimal,burst,,,,,,,,
minimal,burst,1.18e-06,1,1000,1,1,1.18e-06,1.18e-06,1.18e-06" ] && grep "^netsim: in.csv:4: job: .a.: has no nodes: left out" err &&
	netsim -q in.csv 2>err >got && [ ! -s err ]'

t 'one that wants more nodes than there are may stay without, too' '
	table $M job,nodes,pattern,node_list a,99,broadcast, b,2,broadcast,0-1 >in.csv &&
	netsim in.csv 2>err | column messages >got && [ "$(paste -sd, got)" = ",3" ] && grep -q "job: .a.: has no nodes: left out" err'

t 'cases do not meet' '
	table $M case,job,nodes,tasks,pattern,node_list 1,a,2,2,broadcast,"0 4" 1,b,2,2,broadcast,"1 5" 2,a,2,2,broadcast,"0 4" 3,b,2,2,broadcast,"1 5" |
	netsim | column comm_time_s >got && [ "$(paste -sd" " got)" = "1.32e-06 2.32e-06 1.32e-06 1.32e-06" ]'

t 'columns of open loop are there when the input has load, empty in closed rows' '
	table $M job,nodes,tasks,pattern,load,node_list a,2,2,broadcast,,0-1 | netsim --no-preamble >got &&
	cat >want <<-END &&
	job,nodes,tasks,pattern,load,routing,schedule,comm_time_s,messages,comm_bytes,packets,routers_mean,latency_mean_s,latency_p99_s,latency_max_s,accepted_load,saturated
	a,2,2,broadcast,,minimal,burst,1.18e-06,1,1000,1,1,1.18e-06,1.18e-06,1.18e-06,,
	END
	diff want got'

t 'a header alone, without rows: a header' '
	table $M job,nodes,pattern,node_list | netsim --no-preamble --links l.csv --job-links j.csv --latencies h.csv >got &&
	echo job,nodes,pattern,routing,schedule,comm_time_s,messages,comm_bytes,packets,routers_mean,latency_mean_s,latency_p99_s,latency_max_s | diff - got &&
	[ "$(cat l.csv j.csv h.csv | wc -l)" = 3 ]'

t 'CRLF and a missing last newline' '
	printf "job,nodes,pattern,node_list\r\na,2,alltoall,0-1\r\nb,1,alltoall,2" >crlf.csv &&
	printf "job,nodes,pattern,node_list\na,2,alltoall,0-1\nb,1,alltoall,2\n" >lf.csv &&
	netsim --machine $M --no-preamble lf.csv >lf && netsim --machine $M --no-preamble crlf.csv | diff lf - && [ "$(rows lf | wc -l)" = 2 ]'

t 'routing names itself; adaptive is ugal-l' '
	for r in minimal valiant ugal-l ugal-g par valiant-router ugal-router adaptive; do
		table $M job,nodes,pattern,node_list a,5,alltoall,0-4 | netsim --routing $r | column routing || return 1
	done >got && [ "$(paste -sd" " got)" = "minimal valiant ugal-l ugal-g par valiant-router ugal-router ugal-l" ]'

# A routing may have a namesake on other machines, which are named behind it.
t '--list names every routing, pattern and machine kind' '
	netsim --list >all && sed "/:\$/d; /^\$/d; s/ .*//" all >got &&
	for name in minimal valiant ugal-l ugal-g par valiant-router ugal-router alltoall broadcast fft3d halo2d halo3d halo3d26 uniform adversarial \
		transpose bitcomplement tornado permutation dragonfly; do grep -qx -e $name got || return 1; done &&
	for l in $(sed -n "s/:\$//p" all); do [ -z "$(netsim --list $l | cut -c-40 | sort | uniq -d)" ] || return 1; done &&
	for l in $(sed -n "s/:\$//p" all); do netsim --list $l || return 1; done | diff - <(sed "/:\$/d; /^\$/d" all) &&
	netsim --list --quiet | diff - all && netsim --list machines --quiet | diff - <(netsim --list machines) &&
	says 2 "netsim: --list: '\''routing'\'': there is no such list; there are $(sed -n "s/:\$//p" all | paste -sd, | sed "s/,/, /g")" netsim --list routing'

t 'every closed-loop pattern under every routing and both schedules: as many messages as it has' '
	table $M case,job,nodes,tasks,pattern,bytes,node_list >in.csv &&
	for p in alltoall broadcast fft3d halo2d halo3d halo3d26; do echo $p,a,12,24,$p,3000,0-11; done >>in.csv &&
	for r in minimal valiant ugal-l ugal-g par valiant-router ugal-router; do for s in burst mpi; do
		netsim --routing $r --schedule $s in.csv | column messages | paste -sd" " || return 1
	done; done | sort | uniq -c >got && cat got && [ "$(cat got)" = "     14 552 23 192 76 92 256" ]'

t 'the whole pipe' '
	gen-workload random --machine dragonfly:g=9,a=4,p=2 --cases 3 | alloc --policy level-spread | map --algorithm random |
		netsim --routing ugal-l >out.csv && grep -c "^#run" out.csv | grep -x 4 &&
	[ -z "$(column comm_time_s out.csv | grep -v "^[0-9]")" ] && [ "$(column case out.csv | uniq | paste -sd" ")" = "1 2 3" ]'

done_testing
