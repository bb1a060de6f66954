#!/usr/bin/env bash
# t560-rdragonfly -- netsim on reconfigurable dragonflies: the paper's latencies, circuits that come with the rows, what is
# refused, hops, noise within groups, some rounds of an alltoall.
#
# The small machine has 4 groups of 2 routers of 2 nodes, 4 global links a group: 1000 B take 1 us, 1.18 us to the same
# router and 0.14 us more for every link between routers.  Node v is at router v/2, in group v/4; the router at the
# first place of a group has its links 0 and 1.
# shellcheck disable=SC2016,SC2034,SC2089,SC2090 # the tests' commands are quoted
. "$(dirname "$0")/../lib.sh"

M=rdragonfly:g=4,a=2,p=2,h=2
q="'"
export M q

# takes SPEC SRC DST PS [CIRCUITS]: a packet of one byte is there at PS, in 84 ps at 12 GB/s more than the latencies, under every routing
takes() {
	local routing
	for routing in minimal adaptive; do
		netsim --machine "$HOPLINE_ROOT/data/machines/$1.conf" --routing $routing --packet 1B --route "$2" "$3" ${5:+--circuits "$5"} >route.csv &&
			[ "$(column tail_ps route.csv | tail -n 1)" = $(($4 + 84)) ] || { cat route.csv; return 1; }
	done
}
# refuses_table MESSAGE TABLE: netsim refuses that table, with | for newlines
refuses_table() {
	printf '%s\n' "${2//|/$'\n'}" >in.csv
	says 1 "netsim: in.csv:$1" netsim --machine $M in.csv
}
pair='job,nodes,tasks,pattern,bytes,node_list,circuits|a,2,2,broadcast,1000'
head=job,nodes,tasks,pattern,node_list,circuits
export pair head

# --- the five latencies of the paper (GRAP, 5.1.2): 1.57 1.87 2.07 2.37 2.67 us

t 'the latencies of the fixed dragonfly' '
	takes grap-dragonfly 0 1 1570000 && takes grap-dragonfly 0 12 1870000 && takes grap-dragonfly 0 288 2070000 &&
	takes grap-dragonfly 0 300 2370000 && takes grap-dragonfly 12 288 2370000 && takes grap-dragonfly 12 300 2670000'
t 'the latencies of the reconfigurable one' '
	takes grap-rdragonfly 0 1 1570000 && takes grap-rdragonfly 0 12 1870000 && takes grap-rdragonfly 0 288 2070000 0.0:1.0 &&
	takes grap-rdragonfly 0 300 2370000 0.0:1.0 && takes grap-rdragonfly 12 288 2370000 0.0:1.0 && takes grap-rdragonfly 12 300 2670000 0.0:1.0'
t 'a circuit of the first or of the last router is preferred, one of both the more' '
	takes grap-rdragonfly 12 312 2370000 "0.0:1.0 0.12:1.12" && takes grap-rdragonfly 12 312 2370000 "0.0:1.0 0.25:1.25" &&
	takes grap-rdragonfly 12 300 2070000 "0.0:1.0 0.2:1.2 0.12-13:1.12-13" && takes grap-rdragonfly 12 312 2670000 "0.0-11:1.0-11 0.36:1.36"'
t 'circuits lead both ways' '
	takes grap-rdragonfly 288 0 2070000 0.0:1.0 && takes grap-rdragonfly 288 0 2070000 1.0:0.0'

# --- circuits of rows

t 'one circuit, from any place to any' '
	lasts 1.32e-06 "$pair,0 4,0.0:1.0" && lasts 1.46e-06 "$pair,2 4,0.0:1.0" && lasts 1.6e-06 "$pair,2 6,0.0:1.0" &&
	lasts 1.32e-06 "$pair,2 6,0.0-3:1.0-3" && lasts 1.32e-06 "$pair,2 6,0.0-3:1.0-3" --routing tago'
t 'each case has the circuits of its rows, and these alone' '
	table="case,job,nodes,tasks,pattern,bytes,node_list,circuits|1,a,2,2,broadcast,1000,0 4,0.0:1.0|2,a,2,2,broadcast,1000,0 8,0.0:2.0
3,a,2,2,broadcast,1000,0 4,0.2:1.2|3,b,2,2,broadcast,1000,8 12,2.1:3.1|4,a,2,2,broadcast,1000,0-1," &&
	lasts "1.32e-06 1.32e-06 1.6e-06 1.32e-06 1.18e-06" "$table" --links links.csv &&
	awk -F, "NR > 1 && \$3 == \"global\" { print \$1, \$4, \$5, \$6 }" links.csv | paste -sd";" >got &&
	echo "1 r0 r2 1;1 r2 r0 0;2 r0 r4 1;2 r4 r0 0;3 r1 r3 1;3 r3 r1 0;3 r4 r6 1;3 r6 r4 0" | diff - got'
t 'a case at fault has no rows, those before it have' '
	printf "%s\n" "case,$head" "1,a,2,2,broadcast,0 4,0.0:1.0" "2,b,2,2,broadcast,1 5," >in.csv && exits 1 netsim --machine $M in.csv >out 2>err &&
	[ "$(rows out | wc -l)" = 1 ] && grep -q "in.csv:3: circuits: .*: job ${q}b$q has tasks in groups 0 and 1" err'
t 'results leave the column out, unless told to keep the lists' '
	sim_table "$pair,0 4,0.0:1.0" | sed 1q | grep -qv circuits && sim_table "$pair,0 4,0.0:1.0" --keep-lists >out && [ "$(column circuits out)" = 0.0:1.0 ]'
t 'a row that is not placed has no circuits' '
	lasts " 1.32e-06" "$head,bytes|a,2,2,broadcast,,0.0:1.0,1000|b,2,2,broadcast,0 4,0.0:1.0,1000" -q'
t 'two jobs, each over its circuits, do not meet' '
	lasts "2.32e-06 2.32e-06" "$head,bytes|a,2,2,broadcast,0 4,0.0:1.0,2000|b,2,2,broadcast,8 12,2.0:3.0,2000"'

# --- what is refused

t 'circuits that are none' '
	refuses_table "2: circuits: ${q}0.0:0.1$q: ${q}0.0:0.1$q joins links of one group" "$head|a,2,2,broadcast,0 4,0.0:0.1" &&
	refuses_table "2: circuits: ${q}x$q: ${q}x$q must be G.i:H.k or G.i-j:H.k-l, with one space between two" "$head|a,2,2,broadcast,0 4,x" &&
	refuses_table "2: circuits: ${q}0.0:1.0 1.0:2.0$q: link 1.0 is in two circuits" "$head|a,2,2,broadcast,0 4,0.0:1.0 1.0:2.0"'
t 'a link in circuits of two jobs, two jobs between the same groups' '
	refuses_table "3: circuits: ${q}1.0:2.0$q: link 1.0 is already in a circuit of job ${q}a$q" "$head|a,2,2,broadcast,0 4,0.0:1.0|b,2,2,broadcast,5 8,1.0:2.0" &&
	refuses_table "3: circuits: ${q}1.1:0.1$q: groups 0 and 1 are already joined by circuits of job ${q}a$q" "$head|a,2,2,broadcast,0 4,0.0:1.0|b,2,2,broadcast,1 5,1.1:0.1"'
t 'machines without circuits' '
	printf "%s\n" "$head" "a,2,2,broadcast,0 4,0.0:1.0" >in.csv &&
	says 1 "netsim: in.csv:2: circuits: ${q}0.0:1.0$q: is for machines with optical circuit switches; this is a dragonfly" netsim --machine dragonfly:g=4,a=2,p=2 in.csv &&
	printf "%s\n" "$head" "a,2,2,broadcast,0 4," >in.csv && netsim --machine dragonfly:g=4,a=2,p=2 in.csv >out'
t 'groups that are not connected' '
	refuses_table "2: circuits: $q$q: job ${q}a$q has tasks in groups 0 and 1, which its circuits do not connect" "$head|a,2,2,broadcast,0 4," &&
	refuses_table "2: job ${q}a$q has tasks in groups 0 and 1, which its circuits do not connect" "job,nodes,tasks,pattern,node_list|a,2,2,broadcast,0 4" &&
	refuses_table "2: circuits: ${q}0.0:1.0 2.0:3.0$q: job ${q}a$q has tasks in groups 0 and 2, which its circuits do not connect" "$head|a,4,4,broadcast,0 4 8 12,0.0:1.0 2.0:3.0" &&
	refuses_table "3: circuits: $q$q: job ${q}b$q has tasks in groups 0 and 1, which its circuits do not connect" "$head|a,2,2,broadcast,0 4,0.0:1.0|b,2,2,broadcast,1 5,"'
t 'groups that talk without a circuit between them' '
	ring="0.0:1.0 1.1:2.1 2.2:3.2 0.3:3.3" && export ring && lasts 2.6e-06 "$head,bytes,dims,periodic|a,4,4,halo2d,0 4 8 12,$ring,1000,4x1,x" --schedule mpi &&
	refuses_table "2: circuits: $q$ring$q: job ${q}a$q sends from group 0 to group 2, which no circuit of it joins (routes are direct)" "$head|a,4,4,broadcast,0 4 8 12,$ring"'
t 'groups that talk, with a circuit of another job between them' '
	way="0.1:2.1 1.2:2.2" && export way &&
	refuses_table "3: circuits: $q$way$q: job ${q}b$q sends from group 0 to group 1, which no circuit of it joins (routes are direct)" "$head|a,2,2,broadcast,0 4,0.0:1.0|b,3,3,broadcast,1 5 8,$way" &&
	refuses_table "3: circuits: $q$way$q: job ${q}b$q sends from group 0 to group 1, which no circuit of it joins (routes are direct)" "$head,load,duration_s|a,2,2,broadcast,0 4,0.0:1.0,,|b,3,,adversarial,1 5 8,$way,0.1,1e-5"'
t 'open loop: any two groups, or those that the pattern says, or none' '
	open=job,nodes,pattern,node_list,load,duration_s,circuits ring="0.0:1.0 1.1:2.1 2.2:3.2 0.3:3.3" && export open ring &&
	refuses_table "2: circuits: $q$ring$q: job ${q}a$q sends from group 0 to group 2, which no circuit of it joins (routes are direct)" "$open|a,16,uniform,0-15,0.1,1e-5,$ring" &&
	sim_table "$open|a,16,adversarial,0-15,0.1,1e-5,$ring" >out && sim_table "$open|a,16,tornado,0-15,0.1,1e-5,0.0:2.0 1.0:3.0" >out &&
	sim_table "$open|a,16,group-uniform,0-15,0.1,1e-5," >out && sim_table "$open|a,4,uniform,0-3,0.1,1e-5," >out'
t '--circuits is for --route, on a machine that has some, and a way is needed' '
	printf "%s\n" "$head" "a,2,2,broadcast,0 1," >in.csv && says 2 "netsim: --circuits: ${q}0.0:1.0$q: is for --route; rows have a column circuits" netsim --machine $M --circuits 0.0:1.0 in.csv &&
	says 2 "netsim: --circuits: ${q}0.0:1.0$q: is for machines with optical circuit switches; this is a mesh" netsim --machine mesh:k=4 --route 0 1 --circuits 0.0:1.0 &&
	says 2 "netsim: --circuits: ${q}0.0:0.1$q: ${q}0.0:0.1$q joins links of one group" netsim --machine $M --route 0 1 --circuits 0.0:0.1 &&
	says 2 "netsim: --route: node 0 is in group 0 and node 8 in group 2, which no circuit joins; --circuits names some" netsim --machine $M --route 0 8 --circuits 0.0:1.0 &&
	netsim --machine $M --route 0 2 >out'

# --- adaptive

t 'tago takes longer circuits where the shortest are crowded, and detours in the last group' '
	table="$head,bytes,iterations|a,8,8,alltoall,0-7,0.0-3:1.0-3,20000,4" &&
	sim_table "$table" --routers minimal.csv >minimal && sim_table "$table" --routing tago --routers tago.csv >tago && [ "$(column routing tago)" = tago ] &&
	[ "$(column routers minimal.csv | paste -sd" ")" = "1 2 3" ] && [ "$(column routers tago.csv | paste -sd" ")" = "1 2 3 4" ] &&
	sim_table "$table" --routing tago --bias 1GiB --routers held.csv >held && [ "$(column routers held.csv | paste -sd" ")" = "1 2 3" ] &&
	slow=$(column comm_time_s minimal) && awk "BEGIN { exit !($(column comm_time_s tago) < $slow) }"'

t 'tago-shortest and tago-all: oblivious between groups, within one as tago; all take the threshold' '
	table="$head,bytes,iterations|a,8,8,alltoall,0-7,0.0-3:1.0-3,20000,4" &&
	for r in shortest all; do sim_table "$table" --routing tago-$r --routers $r.csv >out || exit 1; done &&
	[ "$(column routers shortest.csv | paste -sd" ")" = "1 2 3" ] && [ "$(column routers all.csv | paste -sd" ")" = "1 2 3 4" ] &&
	M=rdragonfly:g=2,a=4,p=2,h=1 table="$head,bytes,iterations|a,8,8,alltoall,0-7,,20000,4" && sim_table "$table" --routing tago --routers tago.csv >out &&
	[ "$(column routers tago.csv | paste -sd" ")" = "1 2 3" ] &&
	for r in shortest all; do
		sim_table "$table" --routing tago-$r --routers $r.csv >out && cmp tago.csv $r.csv &&
		sim_table "$table" --routing tago-$r --threshold 1GiB --routers held.csv >out && [ "$(column routers held.csv | paste -sd" ")" = "1 2" ] || exit 1
	done'

# --- hops

t '--routers: packets of each job by routers passed, case by case; they are all packets and all hops' '
	table="case,$head,bytes|1,a,4,4,alltoall,0 2 4 7,0.0:1.0,5000|1,b,2,2,pairs,1 3,,5000|2,a,2,2,broadcast,0 4,0.1:1.1,100" &&
	sim_table "$table" --routers routers.csv >out && sed 1q routers.csv | grep -qx case,job,routers,packets &&
	awk -F, "NR > 1 { p[\$1 \$2] += \$4; h[\$1 \$2] += \$3 * \$4; if (\$1 \$2 == last && \$3 <= routers) exit 1; last = \$1 \$2; routers = \$3 }
		END { for (k in p) printf \"%s %d %.9g\\n\", k, p[k], h[k] / p[k] }" routers.csv | sort >got &&
	paste -d" " <(paste -d" " <(column case out) <(column job out) | tr -d " ") <(column packets out) <(column routers_mean out) | sort | diff - got &&
	tail -n 1 routers.csv | grep -qx 2,a,2,1'
t '--routers changes nothing else, on other machines neither' '
	gen-workload random --cases 5 --machine dragonfly:g=9,a=4,p=2 | alloc --policy rdn | map --algorithm random >jobs.csv &&
	netsim --routing par jobs.csv --no-preamble >a && netsim --routing par --routers h.csv --no-preamble jobs.csv >b && cmp a b &&
	[ "$(awk -F, "NR > 1 { n += \$4 } END { print n }" h.csv)" = "$(column packets a | awk "{ n += \$1 } END { print n }")" ]'

# --- noise within groups

t 'group-uniform stays in its group, and a node alone there sends nothing' '
	sim_table "case,job,nodes,pattern,bytes,node_list,load,duration_s|1,a,16,group-uniform,256,0-15,0.3,3e-4|2,a,3,group-uniform,256,0 4 8,0.3,1e-4|3,a,3,group-uniform,256,0 1 4,0.3,2e-3" --links links.csv >out &&
	[ "$(awk -F, "\$3 == \"global\"" links.csv | wc -l)" = 0 ] && [ "$(column packets out | sed -n 2p)" = 0 ] && [ "$(column packets out | sed -n 3p)" -gt 10 ] &&
	awk -F, "\$1 == 3 && \$3 == \"node\" && \$6 && (\$4 == \"n4\" || \$5 == \"n4\")" links.csv | cmp - /dev/null && [ "$(column saturated out | paste -sd,)" = no,,no ]'
t 'on any machine with groups, and on no other' '
	printf "job,nodes,pattern,load,duration_s,node_list\na,4,group-uniform,0.1,1e-5,0-3\n" >in.csv && netsim --machine dragonfly:g=3,a=2,p=2 in.csv >out &&
	says 1 "netsim: in.csv:2: pattern: ${q}group-uniform$q: needs a machine with groups" netsim --machine mesh:k=2x2 in.csv'

# --- rounds

t 'so many of the rounds of an alltoall, the same under both schedules' '
	table="job,nodes,tasks,pattern,node_list,rounds|a,4,4,alltoall,0-3,2" &&
	sim_table "$table" >burst && sim_table "$table" --schedule mpi >mpi && [ "$(column messages burst) $(column messages mpi)" = "8 8" ] &&
	sim_table "job,nodes,tasks,pattern,node_list,rounds|a,4,4,alltoall,0-3,3" >all && sim_table "job,nodes,tasks,pattern,node_list|a,4,4,alltoall,0-3" >none &&
	[ "$(column comm_time_s all)" = "$(column comm_time_s none)" ]'
t 'rounds of nothing else' '
	refuses_table "2: rounds: ${q}1$q: is for the pattern ${q}alltoall$q" "job,nodes,tasks,pattern,node_list,rounds|a,4,4,pairs,0-3,1" &&
	refuses_table "2: rounds: ${q}4$q: must be at most 3" "job,nodes,tasks,pattern,node_list,rounds|a,4,4,alltoall,0-3,4" &&
	refuses_table "2: rounds: ${q}1$q: is for the pattern ${q}alltoall$q" "job,nodes,pattern,node_list,load,duration_s,rounds|a,4,uniform,0-3,0.1,1e-5,1"'
t 'mappings count the messages of these rounds' '
	printf "job,nodes,tasks,pattern,node_list,rounds\na,8,8,alltoall,0-7,1\n" >in.csv && map --machine $M --algorithm local in.csv >out &&
	printf "job,nodes,tasks,pattern,node_list,rounds\na,8,8,alltoall,0-7,9\n" >in.csv && exits 1 map --machine $M --algorithm local in.csv >out 2>err &&
	grep -q "rounds: ${q}9$q: must be at most 7" err'

t 'collectives and programs: two groups between which there are messages have a circuit, or the row is refused' '
	table rdragonfly:g=4,a=2,p=2 job,nodes,tasks,pattern,node_list,task_nodes,circuits "a,3,3,barrier,0 4 8,0 4 8,0.0:1.0 1.1:2.1" >in.csv &&
	refuses 1 "circuits: '"'0.0:1.0 1.1:2.1'"': job '"'a'"' sends from group" netsim in.csv &&
	table rdragonfly:g=4,a=2,p=2 job,nodes,tasks,pattern,node_list,task_nodes,circuits "a,3,3,barrier,0 4 8,0 4 8,0.0:1.0 1.1:2.1 0.2:2.2" >in.csv && netsim in.csv >out && rows out | grep -q "^a,"'

done_testing
