#!/usr/bin/env bash
# t275-lattice -- the pattern `lattice` through the pipe: by dims and by volumes, beside cartesian, in netsim and map, and what
# is refused.  What crosses site by site: tests/unit/lib/pattern/lattice-pattern.c.
. "$(dirname "$0")/../lib.sh"

M=torus:k=6x6x6
export M

t 'a lattice that its grid divides into cubes is cartesian, under both schedules and with an allreduce' '
	for s in burst mpi; do for d in 4x3x2:8x6x4:40: 4x3x2:8x6x4:40:xz 6x2x2:18x6x6:90:xyz 6x4:60x40:100:y 24:240:10:x 3x2x2x2:9x6x6x6:270:w; do
		IFS=: read -r dims lattice bytes periodic <<<"$d"
		printf "job,nodes,tasks,pattern,dims,periodic,lattice,site_bytes,bytes,allreduce_bytes,node_list\na,12,24,%s,$dims,$periodic,$lattice,10,$bytes,8,0-11\n" lattice >l &&
		sed "s/24,lattice/24,cartesian/" l >c && for p in l c; do sim --schedule $s $p | rows | cut -d, -f5- >$p.out; done &&
		cmp l.out c.out && [ -s l.out ] || exit 1
	done; done'

t 'what does not divide: the bytes are those of all cuts' '
	printf "case,job,nodes,tasks,pattern,dims,periodic,lattice,site_bytes,iterations,node_list\n1,a,6,6,lattice,3x2,,7x5,10,1,0-5\n2,a,6,6,lattice,3x2,xy,7x5,10,3,0-5\n" >in &&
	sim in >out && is "$(column comm_bytes out | xargs) $(column messages out | xargs)" "340 1740 14 72"'

t 'volumes that say what dims say' '
	owners=$(seq 0 26 | xargs) && for v in ",3x3x3 0-26" "3x3x3," ",3x3x3 $owners" ",3x3x3 0 1/1/1/1 2-26"; do
		printf "job,nodes,tasks,pattern,dims,volumes,periodic,lattice,site_bytes,node_list\na,14,27,lattice,$v,xz,10x11x16,100,5 3 100-111\n" | sim | rows | cut -d, -f9- || exit 1
	done >out && is "$(wc -l <out) $(sort -u out | wc -l)" "4 1"'

t 'tasks that hold several blocks, parts of blocks, and nothing' '
	printf "job,nodes,tasks,pattern,volumes,lattice,site_bytes,node_list\na,5,5,lattice,3x2 0-1 1/0/3/3 0 3 3,6x8,10,0-4\n" >in && sim in >out &&
	is "$(column messages out) $(column comm_bytes out)" "14 340"'

t 'split or whole, the rows are the same' '
	printf "case,job,nodes,tasks,pattern,volumes,lattice,site_bytes,node_list\n" >head && for i in 1 2 3; do
		echo $i,a,4,4,lattice,2x2 0-2 0/1/2/3,8x1$i,1$i,$i-$((i + 3)); done >cases &&
	cat head cases | sim - | rows >whole && is "$(wc -l <whole)" 3 && while read -r case; do { cat head; echo "$case"; } | sim - | rows; done <cases | cmp - whole'

if map --list | grep -q "^gsearch "; then
t 'map reads it: tasks that exchange much come together' '
	printf "job,nodes,tasks,pattern,volumes,lattice,site_bytes,node_list\na,2,4,lattice,2x2 0 1 2 3,40x2,100,0 1\n" >in &&
	map --machine $M --algorithm gsearch --from linear --objective hop-bytes --no-preamble in | column task_nodes >got &&
	is "$(cat got)" "1 0-1 0"'
else
	skip "map reads it: tasks that exchange much come together" "this map has no gsearch"
fi

t 'map --algorithm geom wants dims beside volumes' '
	printf "job,nodes,tasks,pattern,dims,volumes,lattice,site_bytes,node_list\na,4,4,lattice,,2x2 0-3,4x4,8,0-3\n" >in &&
	refuses 1 "map: in:2: pattern: '\''lattice'\'': has no process grid, which algorithm '\''geom'\'' needs; give dims" map --machine $M --algorithm geom in &&
	sed "s/lattice,,/lattice,2x2,/" in | map --machine $M --algorithm geom >out && is "$(rows out | wc -l)" 1'

t 'gen-workload --lattice: tasks, nodes and sizes' '
	gen-workload uniform --machine $M --lattice 84x84x84x144 --site-bytes 24 --dims 4x4x4x2 --periodic xw --no-preamble --utilization 0.3 >out &&
	printf "%s\n" case,job,nodes,tasks,pattern,dims,periodic,lattice,site_bytes,bytes,iterations 1,1,64,128,lattice,4x4x4x2,xw,84x84x84x144,24,,1 | diff - out &&
	gen-workload uniform --machine $M --lattice 9x9x9 --site-bytes 1KB --job-nodes 27 --pattern lattice,halo3d --bytes 77 --utilization 0.2 --no-preamble >out &&
	printf "%s\n" case,job,nodes,tasks,pattern,lattice,site_bytes,bytes,iterations 1,1,27,54,lattice,9x9x9,1000,,1 2,1,27,54,halo3d,,,77,1 | diff - out &&
	gen-workload uniform --machine $M --lattice 9x9x9 --site-bytes 10 --job-nodes 27 --utilization 0.2 | alloc --policy simple | netsim >out && is "$(column messages out)" 234'

t 'gen-workload: what does not go together' '
	while IFS="|" read -r options message; do
		refuses 2 "gen-workload: $message" gen-workload uniform --machine $M $options || exit 1
	done <<-END
	--lattice 4x4 --job-nodes 4|pattern '\''lattice'\'' needs --lattice XxYxZxT --site-bytes SIZE
	--site-bytes 8 --job-nodes 4|pattern '\''lattice'\'' needs --lattice XxYxZxT --site-bytes SIZE
	--lattice 4x0 --site-bytes 8 --job-nodes 4|--lattice: '\''4x0'\'': must be 1 to 4 extents, as 84x84x84x144
	--lattice 4x4 --site-bytes 0 --job-nodes 4|--site-bytes: '\''0'\'': must be a size of at least 1 byte
	--lattice 4x4 --site-bytes 8 --job-nodes 4 --pattern halo2d|--lattice: '\''4x4'\'': no pattern of --pattern reads it
	--lattice 4x4 --site-bytes 8 --job-nodes 4 --bytes 8|--bytes: pattern '\''lattice'\'' has sizes of its own
	--lattice 4x4 --site-bytes 8 --job-nodes 4 --bytes lattice=8|--bytes: pattern '\''lattice'\'' has sizes of its own
	--lattice 4x4 --site-bytes 8 --dims 4x4x4|--dims: '\''4x4x4'\'': must have 2 dimensions for '\''lattice'\''
	--lattice 4x4 --site-bytes 8 --dims 2x8|--dims: '\''2x8'\'': has 8 tasks along dimension 2, and '\''lattice'\'' takes at most 4 there
	--lattice 4x4 --site-bytes 8 --job-nodes 4 --periodic z|--periodic: '\''z'\'': must name dimensions of the process grid, which has xy
	--pattern lattice --job-nodes 4|pattern '\''lattice'\'' needs --lattice XxYxZxT --site-bytes SIZE
	END
	refuses 2 "gen-workload: pattern '\''lattice'\'' needs --lattice XxYxZxT --site-bytes SIZE" gen-workload random --machine dragonfly:g=9,a=4,p=2 --cases 2 --pattern lattice'

t 'netsim and map refuse a lattice that does not fit the job, in the same words' '
	head=job,nodes,tasks,pattern,dims,volumes,lattice,site_bytes,node_list &&
	while IFS="|" read -r cells message; do
		printf "$head\na,2,4,lattice,$cells,0 1\n" >in &&
		refuses 1 "netsim: in:2: $message" netsim --machine $M in && refuses 1 "map: in:2: $message" map --machine $M --algorithm gsearch in || exit 1
	done <<-END
	,2x2 0-4,4x4,8|volumes: '\''2x2 0-4'\'': item '\''0-4'\'': 4 is not below 4
	,2x2 0-2,4x4,8|volumes: '\''2x2 0-2'\'': names the tasks of 3 blocks, and the grid has 4
	2x2,,4x1,8|dims: '\''2x2'\'': has 2 tasks along dimension 2 of the process grid, and 1 sites
	2x2,,4,8|dims: '\''2x2'\'': must have 1 dimensions, as the lattice
	2x2,,,8|lattice: '\'''\'': must be given
	2x2,,4x4,-8|site_bytes: '\''-8'\'':
	END
	printf "job,nodes,tasks,pattern,node_list\na,2,4,lattice,0 1\n" >in &&
	refuses 1 "netsim: in:2: pattern: '\''lattice'\'': a column '\''lattice'\'' is needed" netsim --machine $M in'

done_testing
