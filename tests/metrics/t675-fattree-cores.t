#!/usr/bin/env bash
# t675-fattree-cores -- the other way to build Table I's fat-tree: 242 core switches with two links to a switch below in place of
# 484 with one, half of whose ports are free.  The kind fattree has the 484; a graph with parallel links has the 242.
. "$(dirname "$0")/../lib.sh"

# tree PODS HALF LINKS: switches of 2*HALF ports; a pod has HALF leaves of HALF nodes and HALF switches above, each with LINKS links
# to each of HALF/LINKS core switches
tree() {
	awk -v pods="$1" -v half="$2" -v count="$3" 'BEGIN {
		print "from,to,class,count"
		for (above = 0; above < pods * half; above++) {
			for (leaf = 0; leaf < half; leaf++)
				print int(above / half) * half + leaf "," pods * half + above ",leaf,1"
			for (core = 0; core < half / count; core++)
				print pods * half + above "," 2 * pods * half + above % half * half / count + core ",core," count
		}
	}' >links.csv
	awk -v leaves=$(($1 * $2)) -v half="$2" 'BEGIN { print "node,router"; for (v = 0; v < leaves * half; v++) print v "," int(v / half) }' >nodes.csv
}
# structure MACHINE COLUMN...: those cells of its row
structure() {
	local machine=$1
	shift
	metrics machine --machine "$machine" | metrics select --no-preamble --columns "$(IFS=,; echo "$*")" | sed 1d
}
graph=graph:links=links.csv,nodes=nodes.csv
same='links nodes router_nodes_max diameter links_mean links_mean_all bisection_links bisection_bits_per_s'
export graph same

# As an independent program has it, which looked for shortest paths from every leaf.
t 'Table I with 242 core switches: 1210 switches, every port of each in use; the rest is as with 484' '
	tree 22 22 2 && [ "$(structure $graph routers radix_min radix_max)" = 1210,44,44 ] &&
	[ "$(structure $graph links nodes diameter links_mean links_mean_all bisection_links)" = 21296,10648,4,3.91304348,3.90495868,5324 ] &&
	structure $graph $same >242 && structure fattree:radix=44 $same | diff - 242'
t 'that table with one link a pair is the kind fattree' '
	tree 22 22 1 && structure $graph routers radix_min radix_max $same >graph &&
	structure fattree:radix=44 routers radix_min radix_max $same | diff - graph && grep -q "^1452,22,44," graph'
t 'and in small' '
	for shape in "6 6 2" "6 6 3" "4 8 4" "8 4 2"; do
		set -- $shape && tree $shape && structure $graph $same >graph && structure fattree:radix=$((2 * $2)),pods=$1 $same >tree &&
		diff tree graph && [ "$(structure $graph routers)" = $(($1 * $2 * 2 + $2 * $2 / $3)) ] || { echo "$shape"; return 1; }
	done'

done_testing
