#!/usr/bin/env bash
# t320-isolated -- clustered, and the policies that keep jobs apart: what they choose, what they close, what they refuse; and
# that no link between routers is used by two jobs, and no job is slower for the others.
. "$(dirname "$0")/../lib.sh"

# gets POLICY MACHINE LISTS JOBS...: jobs of these sizes get these node lists, one a line
gets() {
	local policy=$1 machine=$2 lists=$3 job=0 nodes
	shift 3
	table "$machine" job,nodes $(for nodes; do echo "$((++job)),$nodes"; done) >in.csv
	alloc --quiet --on-full skip --policy "$policy" in.csv | column node_list >got
	printf "$lists\n" | diff - got
}

# --- linear and clustered

t 'linear is another name of simple, and the column says so' '
	table mesh:k=4 job,nodes a,2 | alloc --no-preamble --policy linear >got && printf "%s\n" job,nodes,alloc,start_s,node_list a,2,simple,0,0-1 | diff - got'
t 'an unknown policy: the message has other names too' '
	exits 2 alloc --policy Linear </dev/null 2>err && grep -q "; did you mean '\''linear'\''? known: simple .* contiguous grap.*, and linear for simple, .*, and random-nodes for rdn, and random for rdn, and random-routers for rdr, .*, and round-robin for rrn, and round-robin-routers for rrr" err'
t 'clustered: nine tenths in one run, the others anywhere' '
	table mesh:k=100 job,nodes a,40 | alloc --policy clustered | column node_list >got &&
	[ "$(cut -d" " -f1 got)" = 0-35 ] && [ "$(tr " " "\n" <got | sed 1d | sort -nu | awk "\$1 > 35 && \$1 < 100" | wc -l)" = 4 ]'
t 'clustered: no node scattered below five' 'gets clustered mesh:k=100 "0-3" 4'
t 'clustered: the tightest run, busy nodes passed over, lowest of equals' '
	table mesh:k=20 job,nodes,node_list busy,7,"2 3 5 6 9 13 17" a,4, >in.csv && alloc --policy clustered in.csv | rows | sed -n 2p >got &&
	echo "a,4,7-8 10-11,clustered,0" | diff - got'

# --- cuboids

t 'em-cuboid: the fewest routers, then the least sum of extents, then the lowest' '
	gets em-cuboid mesh:k=6x4 "0-3 6-9\n4-5 10-11\n12-16\n18-20" 8 4 5 3'
t 'em-cuboid: what a job does not use of its cuboid nobody gets' '
	gets em-cuboid mesh:k=3x3 "0-4\n6-7\n8" 5 2 1 && gets em-cuboid mesh:k=3x3,p=2 "0-3 6-8\n4-5 10\n12-13" 7 3 2'
t 'em-cuboid: of a torus no cuboid that the shorter way leaves' '
	gets em-cuboid torus:k=6 "0-2\n3-5" 3 3 && gets em-cuboid torus:k=6 "0-3" 4 && gets em-cuboid torus:k=6 "0-1\n" 2 4 &&
	gets em-cuboid mesh:k=6 "0-1\n2-5" 2 4'
t 'em-blocks: whole blocks, cuboids of them' '
	gets em-blocks:2x2 expressmesh:k=6x4,gap=1 "0-3 6-9\n4-5 10-11\n12-15 18-20\n16" 8 4 7 1'
t 'em-blocks: one number is one of each dimension; the column has it' '
	table expressmesh:k=4x4x4,gap=1 job,nodes a,3 b,8 >in.csv && alloc --policy em-blocks:2 in.csv | column node_list >one &&
	alloc --policy em-blocks:2x2x2 in.csv | column node_list | diff one - && alloc --policy em-blocks:2x2x2 in.csv | column alloc | uniq >got && echo em-blocks:2x2x2 | diff - got'
t 'a row that comes with nodes closes the cuboid around them' '
	table mesh:k=4x3 job,nodes,node_list held,2,"1 6" a,2, b,2, >in.csv && alloc --policy em-cuboid in.csv | rows >got &&
	printf "%s\n" "held,2,1 6,," "a,2,0 4,em-cuboid,0" "b,2,3 7,em-cuboid,0" | diff - got'
t 'alloc on its own output changes no row, and gives others only what was open' '
	table mesh:k=3x3 case,job,nodes 1,a,5 1,b,2 2,a,9 | alloc --policy em-cuboid >one && alloc --policy em-cuboid <one | rows >two && rows one | diff - two &&
	{ sed "/^2,/d" one; echo 1,c,1,,,; } | alloc --policy em-cuboid | rows | sed -n 3p >got && echo 1,c,1,em-cuboid,0,8 | diff - got'

# --- fat-trees: leaves of 3, pods of 9

t 'ft-isolated i: the leaf with the fewest idle nodes that are enough' 'gets ft-isolated fattree:k=3 "0-1\n3-4\n2\n5\n6-7" 2 2 1 1 2'
t 'ft-isolated ii: whole leaves of the pod with the fewest; the rest of the last one stays idle' 'gets ft-isolated fattree:k=3 "0-3\n6-8\n9-12\n15" 4 3 4 1'
t 'ft-isolated iv: whole pods' 'gets ft-isolated fattree:k=3 "0\n9-26\n3-5\n" 1 18 3 7'
t 'ft-isolated iii: the idlest pods, then the one that is just enough; smaller jobs beside it, no other large one' '
	gets ft-isolated fattree:k=3 "0\n3-6\n9-17 1-2\n18-23\n24\n\n25-26" 1 4 11 6 1 10 2'
t 'ft-isolated: a job that fits into a pod stays in one, or is refused' '
	table fattree:k=3 job,nodes,node_list held,9,"0 3 6 9 12 15 18 21 24" a,2, b,4, >in.csv &&
	says 1 "alloc: in.csv:6: nodes: '\''4'\'': job '\''b'\'': no leaf has enough idle nodes, and no pod on leaves without another job" alloc --policy ft-isolated in.csv'
t 'ft-isolated: two heights are one pod' '
	gets ft-isolated fattree:radix=6,levels=2,pods=4 "0-6\n9\n10-11" 7 1 2 && table fattree:radix=6,levels=2,pods=4 job,nodes a,7 b,4 >in.csv &&
	says 1 "alloc: in.csv:5: nodes: '\''4'\'': job '\''b'\'' wants 4 nodes, 3 idle (and 2 reserved by other jobs)" alloc --policy ft-isolated in.csv'

# --- groups

# k=3: leaves of three nodes, pods of three leaves.
t 'jigsaw: a leaf; leaves of a pod, as many nodes each; whole leaves of several pods' '
	gets jigsaw fattree:k=3 "0-1\n3-5\n2 6-8\n9-14\n15-26\n" 2 3 4 6 12 1 &&
	gets jigsaw fattree:k=3 "0-10\n18-25\n12-13" 11 8 2'
t 'jigsaw: links that others have' '
	table fattree:k=3 job,nodes,node_list f,18,9-26 a,2,"0 3" b,2,"4 6" c,2,"1 7" d,2, >in.csv &&
	refuses 1 "alloc: in.csv:8: nodes: '"'2'"': job '"'d'"': no part of the tree has enough idle nodes with links of their own" alloc --policy jigsaw in.csv &&
	sed "s/^d,2,/d,1,/" in.csv | alloc --policy jigsaw | cells node_list | sed -n \$p | diff <(echo 2) - &&
	table fattree:k=3 job,nodes,node_list a,4,"0-1 3-4" b,2, c,3, >in.csv && gives node_list "alloc --policy jigsaw in.csv" "0-1 3-4" 6-7 9-11'
t 'jigsaw: trees that it is not for' '
	table fattree:radix=8,taper=3 job,nodes a,1 >in.csv && refuses 1 "alloc: policy '"'jigsaw'"' wants switches with as many links up as down, at most 64, and those of " alloc --policy jigsaw in.csv &&
	table fattree:k=2,n=4 job,nodes a,1 >in.csv && refuses 1 "alloc: policy '"'jigsaw'"' is defined for fat-trees of at most 3 heights of switches, and " alloc --policy jigsaw in.csv'
t 'df-group: a group each' 'gets df-group dragonfly:g=4,a=2,p=3 "0-1\n6-11\n12-14\n\n18" 2 6 3 7 1'
t 'df-group: of groups with unavailable nodes the one that is just enough' 'gets df-group dragonfly:g=3,a=2,p=3,unavailable=0+12+14 "13 15-17\n1-5\n6-9" 4 5 4'
t 'sf-subgroup: a subgroup each' 'gets sf-subgroup slimfly:q=3,p=1 "0-1\n3-5\n\n6" 2 3 4 1'

# --- what is refused

refused() { table "$1" job,nodes $(printf "%s\n" "${@:4}") >in.csv && says 1 "alloc: in.csv:$3" alloc --policy "$2" in.csv; }
t 'em-cuboid: no cuboid' '
	table mesh:k=3 job,nodes,node_list held,1,1 b,2, >in.csv && says 1 "alloc: in.csv:5: nodes: '\''2'\'': job '\''b'\'': no cuboid of routers without another job is large enough" alloc --policy em-cuboid in.csv'
t 'em-blocks: no cuboid of blocks' '
	table mesh:k=6 job,nodes,node_list held,1,2 b,4, >in.csv && says 1 "alloc: in.csv:5: nodes: '\''4'\'': job '\''b'\'': no cuboid of blocks without another job is large enough" alloc --policy em-blocks:2 in.csv'
t 'ft-isolated: pods with jobs that have nodes elsewhere' '
	refused fattree:k=3 ft-isolated "5: nodes: '\''10'\'': job '\''b'\'': more than a pod has, and more than is idle in pods without a job that has nodes elsewhere" a,10 b,10'
t 'df-group: more than a group, or no group left' '
	refused dragonfly:g=3,a=2,p=2 df-group "4: nodes: '\''5'\'': job '\''a'\'': more than a group has" a,5 &&
	table dragonfly:g=3,a=2,p=2,unavailable=4+9 job,nodes,node_list held,1,1 a,4, >in.csv &&
	says 1 "alloc: in.csv:5: nodes: '\''4'\'': job '\''a'\'': no group without another job is large enough" alloc --policy df-group in.csv'
t 'sf-subgroup: more than a subgroup, or no subgroup left' '
	refused slimfly:q=3,p=2 sf-subgroup "4: nodes: '\''7'\'': job '\''a'\'': more than a subgroup has" a,7 &&
	table slimfly:q=3,p=1,unavailable=3+6+9+12+15 job,nodes,node_list held,1,1 a,3, >in.csv &&
	says 1 "alloc: in.csv:5: nodes: '\''3'\'': job '\''a'\'': no subgroup without another job is large enough" alloc --policy sf-subgroup in.csv'
t 'what a case closes is open in the next' '
	table mesh:k=4x2 case,job,nodes 1,a,5 2,b,8 3,c,9 >in.csv && exits 1 alloc --policy em-cuboid in.csv >out.csv 2>err &&
	is "$(sed -n 1p err)" "alloc: in.csv:6: nodes: '\''9'\'': job '\''c'\'' wants 9 nodes, 8 idle" &&
	rows out.csv | cut -d, -f6 >got && printf "%s\n" "0-2 4-5" 0-7 | diff - got'
t '--on-full skip goes on after a refusal' '
	table dragonfly:g=3,a=2,p=2 job,nodes a,5 b,4 | alloc --on-full skip --policy df-group 2>err | rows >got &&
	printf "%s\n" a,5,df-group,, b,4,df-group,0,0-3 | diff - got && grep -q "more than a group has; skipped$" err'

t 'another kind of machine: exit 1, and which it is for' '
	table dragonfly:g=3,a=2,p=2 job,nodes a,1 >in.csv &&
	says 1 "alloc: policy '\''em-cuboid'\'' is defined for machines of kind mesh torus hypercube expressmesh, not for '\''dragonfly:g=3,a=2,p=2'\''" alloc --policy em-cuboid in.csv &&
	exits 1 alloc --policy em-blocks:2 in.csv && exits 1 alloc --policy ft-isolated in.csv && exits 1 alloc --policy sf-subgroup in.csv &&
	table slimfly:q=3 job,nodes a,1 >in.csv && exits 1 alloc --policy df-group in.csv'
t 'ft-isolated: four heights' '
	table fattree:k=2,n=4 job,nodes a,1 >in.csv &&
	says 1 "alloc: policy '\''ft-isolated'\'' is defined for fat-trees of at most 3 heights of switches, and '\''fattree:k=2,n=4'\'' has 4" alloc --policy ft-isolated in.csv'
t 'em-blocks wants a block: exit 2' '
	says 2 "alloc: policy '\''em-blocks'\'' wants an argument, as em-blocks:4x4x2" alloc --policy em-blocks </dev/null'
for bad in '' 0 2x 2x0 2x2x2 two -1 2,2; do
	t "em-blocks:$bad is no block" '
		table mesh:k=4x4 job,nodes a,1 >in.csv &&
		says 2 "alloc: policy '\''em-blocks:$bad'\'' wants the routers of a block, one number or one a dimension, as 4x4x2; '\''mesh:k=4x4'\'' has 2 dimensions" alloc --policy "em-blocks:$bad" in.csv'
done
t 'em-blocks: blocks that do not divide the machine' '
	table mesh:k=4x6 job,nodes a,1 >in.csv &&
	says 2 "alloc: policy '\''em-blocks:2x4'\'' wants blocks that divide the machine; dimension y has 6 routers, not a multiple of 4" alloc --policy em-blocks:2x4 in.csv'
t 'other policies take no argument: exit 2' '
	says 2 "alloc: policy '\''simple'\'' takes nothing behind a '\'':'\''" alloc --policy simple:2 </dev/null && exits 2 alloc --policy rdn: </dev/null'

# --- interference

# jobs MACHINE NODES CASES: cases of jobs of 5 to 40% of so many nodes, until these are used up; patterns in turn
jobs() {
	table "$1" case,job,nodes,tasks,pattern,bytes
	awk -v n="$2" -v cases="$3" 'BEGIN { srand(7); split("alltoall halo3d halo2d broadcast fft3d", pattern, " ")
		for (c = 1; c <= cases; c++)
			for (left = n - (job = 0); left > 0; left -= k) {
				k = int(n * (.05 + .35 * rand())); k = k < 1 ? 1 : k > left ? left : k
				print c "," ++job "," k "," k "," pattern[1 + (c + job) % 5] ",3000"
			} }'
}
# links_shared FILE: how many (case, link) of --job-links have two jobs
links_shared() { rows "$1" | cut -d, -f1,3 | sort | uniq -d | wc -l; }

# isolates POLICY MACHINE NODES ROUTING...: and the first job's time is the same without the others
isolates() {
	local policy=$1 machine=$2 nodes=$3 routing
	shift 3
	jobs "$machine" "$nodes" 4 | alloc --quiet --on-full skip --policy "$policy" | awk -F, '/^#/ || $NF != ""' >placed.csv
	[ "$(rows placed.csv | wc -l)" -ge 8 ] || { echo "few jobs: $(rows placed.csv | wc -l)"; return 1; }
	awk -F, '/^#/ || $2 == "job" || $2 == 1' placed.csv >first.csv
	for routing; do
		netsim --routing $routing --job-links links.csv placed.csv >out.csv &&
		netsim --routing $routing first.csv >alone.csv &&
		[ "$(rows links.csv | wc -l)" -ge 50 ] &&
		[ "$(links_shared links.csv)" = 0 ] || { echo "$routing: $(links_shared links.csv) links shared"; return 1; }
		metrics select --no-preamble --where job=1 --columns case,comm_time_s,packets,routers_mean,latency_p99_s out.csv >with.csv &&
		metrics select --no-preamble --columns case,comm_time_s,packets,routers_mean,latency_p99_s alone.csv | diff - with.csv || { echo "$routing: slower for the others"; return 1; }
	done
}
em=expressmesh:k=6x4x4,gap=1,p=2
t 'em-cuboid: MLS and TLS are 0, times the same to the picosecond, on an express mesh' 'isolates em-cuboid $em 192 dimension-order adaptive'
t 'em-cuboid: on an express mesh of gap 2' 'isolates em-cuboid expressmesh:k=8x6,gap=2,p=2 96 dimension-order adaptive'
t 'em-cuboid: on a mesh and a torus' 'isolates em-cuboid mesh:k=8x6,p=2 96 dimension-order adaptive && isolates em-cuboid torus:k=8x6,p=2 96 dimension-order adaptive'
t 'em-blocks: on an express mesh' 'isolates em-blocks:2x2x2 $em 160 dimension-order adaptive'
t 'ft-isolated: on a fat-tree, static and adaptive' 'isolates ft-isolated fattree:radix=8,pods=6 88 d-mod-k adaptive'
t 'df-group: on a dragonfly, under every routing' 'isolates df-group dragonfly:g=7,a=4,p=4 40 minimal valiant ugal-l ugal-g par valiant-router ugal-router'
t 'sf-subgroup: on Slim Fly, under minimal routing' 'isolates sf-subgroup slimfly:q=5,p=4 50 minimal'
t 'the same test finds out who makes no such promise' '
	! isolates clustered $em 192 dimension-order >said && grep -q "links shared" said && ! isolates simple fattree:radix=8,pods=6 88 adaptive >said && grep -q "links shared" said &&
	! isolates sf-subgroup slimfly:q=5,p=4 50 valiant >said && grep -q "links shared" said'

t 'Table I, full: each within a second or two, and no node twice' '
	for case in "em-cuboid expressmesh:k=12x10x10,gap=1,p=9 10800" "em-cuboid expressmesh:k=14x12x12,gap=2,p=5 10080" "em-blocks:2 expressmesh:k=12x10x10,gap=1,p=9 10800" \
		"ft-isolated fattree:radix=44,levels=3,pods=22 10648" "clustered dragonfly:g=106,a=15,p=7 11130" "clustered slimfly:q=19,p=15 10830"; do
		set -- $case
		jobs $2 $3 3 | alloc --quiet --on-full skip --policy $1 | column node_list | grep -c . >got && [ "$(cat got)" -ge 6 ] || { echo "$case: $(cat got)"; exit 1; }
	done'

done_testing
