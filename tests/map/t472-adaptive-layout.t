#!/usr/bin/env bash
# t472-adaptive-layout -- map --algorithm adaptive-layout: what it writes, and what it refuses.  Who gets which block:
# tests/unit/map/layout.c.
. "$(dirname "$0")/../lib.sh"

divide() { map --no-preamble --algorithm adaptive-layout "$@"; }
# job MACHINE LATTICE NODES LIST [TASKS]
job() {
	printf '#hopline 1\n#machine %s\njob,nodes,tasks,pattern,lattice,site_bytes,node_list\na,%s,%s,lattice,%s,10,%s\n' "$1" "$3" "${5:-}" "$2" "$4"
}
# loads TASKS: parts that each task holds, the volumes on standard input, "parts tasks" a line
loads() {
	tr ' ' '\n' | awk -v tasks="$1" 'NR == 1 { next }
		{
			n = split($0, part, "/")
			if (n == 4) { for (i = 1; i <= 4; i++) load[part[i]]++; next }
			split($0, item, "x"); split(item[1], end, "-")
			if (end[2] == "") end[2] = end[1]
			for (v = end[1] + 0; v <= end[2] + 0; v++) load[v] += 4 * (item[2] == "" ? 1 : item[2])
		}
		END { for (v = 0; v < tasks; v++) count[load[v] + 0]++; for (n in count) print n, count[n] }' | sort -n
}

t 'adds volumes; tasks stay where linear puts them' '
	job mesh:k=3x2x2,p=2,cores=2 9x8x8x8 24 0-23 >in && divide in >got && map --no-preamble in >linear &&
	is "$(column task_nodes got)" "$(column task_nodes linear)" && is "$(column map got)" adaptive-layout &&
	is "$(rows got | sed "s/.*,//" | cut -c1-40)" "3x2x2x4 0 4 8 12 16 20 24 28 32 36 40 44" && is "$(rows got | sed "s/.*,//" | loads 48)" "4 48"'

t 'or where --from puts them' '
	job mesh:k=3x1x1,cores=2 9x1x1x8 3 "2 0 1" 6 >in && divide --from random --seed 3 in >got && map --no-preamble --algorithm random --seed 3 in >random &&
	is "$(column task_nodes got)" "$(column task_nodes random)" && is "$(column map got)" adaptive-layout:random &&
	divide in | rows | sed "s/.*,//" >out && is "$(cat out)" "3x1x1x2 2 4 0 3 5 1"'

t 'a hole: its block is split, and its parts go round it' '
	job mesh:k=3x1x3,cores=1 9x9x9 8 "0-3 5-8" | divide | rows | sed "s/.*,//" >got && is "$(cat got)" "3x1x3 0-3 3/4/1/6 4-7"'

t 'volumes that are there are overwritten; rows without nodes have none' '
	printf "volumes,job,nodes,pattern,lattice,site_bytes,node_list\nold,a,1,lattice,4x4x4x4,8,3\n,b,9,lattice,4x4x4x4,8,\n" | divide --machine mesh:k=2x2x2,cores=1 | cut -d, -f1,2 >got &&
	printf "%s\n" volumes,job "1x1x1x1 0,a" ",b" | diff - got'

t 'on a full prism whose sizes divide it is the uniform layout' '
	nodes=$(for t in 0 1 2 3; do for r in $(seq 0 23); do printf "%s " $((2 * r + t / 2)); done; done) &&
	job torus:k=4x3x2,p=2,cores=2 8x6x6x8 48 0-47 >in && divide in | netsim --machine torus:k=4x3x2,p=2,cores=2 >adaptive &&
	printf "job,nodes,tasks,pattern,lattice,site_bytes,dims,task_nodes\na,48,96,lattice,8x6x6x8,10,4x3x2x4,%s\n" "${nodes% }" | netsim --machine torus:k=4x3x2,p=2,cores=2 >even &&
	for c in messages comm_bytes packets routers_mean; do is "$c $(column $c adaptive)" "$c $(column $c even)" || exit 1; done'

t 'every byte that crosses is sent, around service nodes too' '
	gen-workload uniform --machine torus:k=6x4x8,p=2,cores=4,service=blades:16 --lattice 24x24x24x48 --site-bytes 6 --periodic xyzw --job-nodes 368 --utilization 1 |
		alloc --policy simple | divide --machine torus:k=6x4x8,p=2,cores=4,service=blades:16 >got && is "$(column tasks got)" 1472 && column volumes got | loads 1472 >l &&
	is "$(cut -d" " -f1 l | xargs)" "4 5" && is "$(awk "{ n += \$1 * \$2 } END { print n }" l)" $((6 * 4 * 8 * 8 * 4)) &&
	netsim --machine torus:k=6x4x8,p=2,cores=4,service=blades:16 got >out && is "$(($(column comm_bytes out) % 6))" 0'

t '--radius: how far parts are passed on' '
	job mesh:k=5x3x1,cores=1 20x20x20 13 "0 2 4-14" >in && divide --radius 1 in | column volumes | loads 13 | tail -1 >one &&
	divide in | column volumes | loads 13 | tail -1 >two && is "$(cat one) $(cat two)" "5 8 5 8"'

t '68,528 tasks: of 4 parts, or 5' '
	m=torus:k=23x4x24,p=2,cores=16,service=blades:132,unavailable=4415 &&
	gen-workload uniform --machine $m --lattice 84x84x84x144 --site-bytes 24 --periodic xyzw --job-nodes 4283 --utilization 1 | alloc --policy simple |
		divide --machine $m >got && is "$(column tasks got)" 68528 && column volumes got | loads 68528 | xargs >l && is "$(cat l)" "4 60016 5 8512"'

t 'what is refused' '
	while IFS="|" read -r machine lattice nodes list message; do
		job $machine $lattice $nodes "$list" >in && refuses 1 "map: in:4: lattice: '\''$lattice'\'': $message" divide in || exit 1
	done <<-END
	mesh:k=2x2x2,cores=2|8x8x8|8|0-7|has 3 dimensions; algorithm '\''adaptive-layout'\'' divides 3 over routers and one more over the tasks of a router, here up to 2
	mesh:k=2x2x2,cores=2|1x8x8x8|8|0-7|has 1 sites in dimension 1, and the job extends over 2 routers there
	mesh:k=2x2x2,cores=9|8x8x8x8|8|0-7|has 8 sites in dimension 4, and the job extends over 9 tasks of a router there
	mesh:k=8|8x8|8|0-7|cannot be divided over a machine of other than two or three coordinates
	mesh:k=2x2|8xx8|4|0-3|must be 1 to 4 extents, as 84x84x84x144
	END
	job dragonfly:g=3,a=2,p=4 8x8 2 0-1 >in && refuses 1 "map: algorithm '\''adaptive-layout'\'' needs a machine with coordinates" divide in &&
	printf "job,nodes,pattern,node_list\na,2,halo2d,0-1\n" >in && refuses 1 "map: in:2: pattern: '\''halo2d'\'': algorithm '\''adaptive-layout'\'' wants jobs of pattern '\''lattice'\''" divide --machine mesh:k=2x2 in &&
	printf "job,nodes,pattern,node_list\na,2,lattice,0-1\n" >in && refuses 1 "map: in:2: pattern: '\''lattice'\'': a column '\''lattice'\'' is needed" divide --machine mesh:k=2x2 in'

t 'a search after it is a run of its own' '
	job mesh:k=2x2x2,cores=1 8x8x8 8 0-7 >in && refuses 2 "map: --from: '\''adaptive-layout'\'' changes what tasks send; run it by itself, before '\''gsearch'\''" map --algorithm gsearch --from adaptive-layout in &&
	divide in >divided && map --machine mesh:k=2x2x2,cores=1 --algorithm gsearch --from linear divided >out && is "$(column volumes out)" "$(column volumes divided)"'

done_testing
