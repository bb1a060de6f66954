#!/usr/bin/env bash
# metrics machine: the structure of a machine in one row.
source "$(dirname "$0")/../lib.sh"

# structure SPEC COLUMN...: those cells of its row, by blanks
structure() {
	local spec=$1
	shift
	metrics machine --no-preamble --machine "$spec" | metrics select --no-preamble --columns "$(IFS=,; echo "$*")" | sed 1d | tr -d '"' | tr , ' '
}
# measures SPEC COLUMNS WANT
measures() { prints "structure $1 $2" "$3"; }
counts='routers links radix_min radix_max degree_min degree_max nodes router_nodes_min router_nodes_max'
export counts

t 'one row, its columns, a preamble that names the machine' '
	metrics machine --machine hypercube:p=2,n=3 >out && printf "%s\n" "#hopline 1" "#machine hypercube:n=3,p=2" \
		"#run metrics $(cat "$HOPLINE_ROOT/VERSION") machine --machine hypercube:p=2,n=3" \
		kind,machine,routers,links,radix_min,radix_max,degree_min,degree_max,nodes,router_nodes_min,router_nodes_max,diameter,links_mean,links_mean_all,bisection_links,bisection_kind,bisection_bits_per_s,bisection_bits_kind,link_classes,nominal_bits_per_s,reached_bits_per_s \
		"hypercube,\"hypercube:n=3,p=2\",8,12,5,5,3,3,16,2,2,3,1.71428571,1.5,4,exact,3.2e+10,exact,node x y z,8e+09 8e+09 8e+09 8e+09,8e+09 8e+09 8e+09 8e+09" | diff - out'

# Table I of the express mesh paper (the dragonfly has 28 ports, not 29: 7 + 14 + 7), and what an
# independent program found for the same machines by breadth-first search.
t 'Table I: G1 express mesh' '
	measures expressmesh:k=12x10x10,gap=1,p=9 "$counts" "1200 17400 38 38 29 29 10800 9 9" &&
	measures expressmesh:k=12x10x10,gap=1,p=9 "diameter links_mean links_mean_all bisection_links bisection_kind" "3 2.71893244 2.71666667 3000 exact"'
t 'Table I: G2 express mesh' '
	measures expressmesh:k=14x12x12,gap=2,p=5 "$counts" "2016 19152 24 24 19 19 10080 5 5" &&
	measures expressmesh:k=14x12x12,gap=2,p=5 "diameter links_mean links_mean_all bisection_links bisection_kind" "6 4.02580645 4.02380952 3024 exact"'
t 'Table I: dragonfly, with two arrangements of its global links' '
	measures dragonfly:g=106,a=15,p=7 "$counts" "1590 16695 28 28 21 21 11130 7 7" &&
	measures dragonfly:g=106,a=15,p=7 "diameter links_mean links_mean_all bisection_links bisection_kind" "3 2.84672928 2.84493889 2809 exact" &&
	measures dragonfly:g=106,a=15,p=7,arrangement=relative "diameter links_mean links_mean_all bisection_links" "3 2.84367527 2.84188679 2809"'
t 'Table I: fat-tree, distances between its leaves' '
	measures fattree:radix=44 "$counts" "1452 21296 22 44 22 44 10648 0 22" &&
	measures fattree:radix=44 "diameter links_mean links_mean_all bisection_links bisection_kind" "4 3.91304348 3.90495868 5324 exact"'
t 'Table I: Slim Fly; of its halves there is a bound only' '
	measures slimfly:q=19 "$counts" "722 10469 44 44 29 29 10830 15 15" &&
	measures slimfly:q=19 "diameter links_mean links_mean_all bisection_kind" "2 1.95977809 1.95706371 bound" &&
	{ [ -z "$(present metis)" ] || [ "$(structure slimfly:q=19 bisection_links)" -le 3440 ]; }'

t 'empty ports count for the radix, not for the degree or the links' '
	measures dragonfly:g=5,a=3,p=2,h=3 "routers links radix_min radix_max degree_min degree_max" "15 35 7 7 4 5"'
t 'parallel cables count each' '
	measures dragonfly:g=3,a=2,p=1,h=2 "links degree_min degree_max" "9 3 3"'
t 'a router alone: no mean over distinct ones, no halves' '
	measures dragonfly:g=1,a=1,p=3 "routers links diameter links_mean links_mean_all bisection_links bisection_kind bisection_bits_per_s" "1 0 0  0   "'

t 'bandwidth: of all cables when they are alike, whatever the links to nodes' '
	measures mesh:k=4x4,bw=10GB/s,node-bw=1GB/s "bisection_links bisection_bits_per_s bisection_bits_kind" "4 3.2e+11 exact"'
t 'bandwidth: across the slow cables when they differ' '
	measures torus:k=6x6,bw=9.4GB/s/4.7GB/s "bisection_links bisection_kind bisection_bits_per_s bisection_bits_kind" "12 exact 4.512e+11 exact" &&
	measures torus:k=8x6,bw=9.4GB/s/4.7GB/s "bisection_links bisection_bits_per_s bisection_bits_kind" "12 6.016e+11 exact" &&
	measures dragonfly:g=4,a=3,p=1,local-bw=1Gb/s "bisection_links bisection_kind bisection_bits_kind" "4 exact bound"'

t 'the machine of a stream, a file, --set' '
	printf "#hopline 1\n#machine mesh:k=3x3\n#run x 1\njob,nodes\n" >s.csv && printf "kind=mesh\nk=3x3\n" >m.conf &&
	metrics machine s.csv >out && sed -n 2,4p out >head && printf "%s\n" "#machine mesh:k=3x3" "#run x 1" \
		"#run metrics $(cat "$HOPLINE_ROOT/VERSION") machine s.csv" | diff - head &&
	rows out >want && metrics machine <s.csv | rows | diff want - && metrics machine --machine m.conf | rows | diff want - &&
	metrics machine --machine mesh:k=3 --set k=3x3 | rows | diff want - && metrics machine --machine mesh:k=3x3 s.csv | rows | diff want - &&
	grep -q "^mesh,mesh:k=3x3,9,12," want'
t 'no machine, a wrong one, another than the stream'\''s, two operands' '
	printf "job,nodes\n" >j.csv && refuses 2 "metrics: j.csv: no machine" metrics machine j.csv &&
	exits 2 metrics machine --machine mesh:k=0 2>err && grep -q "^metrics: --machine: k: .0.: must be" err &&
	exits 2 metrics machine --machine moebius:k=3 2>err && grep -q "^metrics: --machine: .*known: dragonfly" err &&
	printf "#hopline 1\n#machine mesh:k=3x3\njob,nodes\n" >s.csv && exits 2 metrics machine --machine mesh:k=4 s.csv >out 2>err &&
	grep -q "the stream.s machine is" err && ! test -s out && exits 2 metrics machine s.csv s.csv 2>err &&
	refuses 1 "metrics: <stdin>: " metrics machine'
t 'the same bytes twice, also where METIS is asked' '
	for m in slimfly:q=5 dragonfly:g=9,a=4,p=2 expressmesh:k=11x5,gap=3x2; do
		metrics machine --machine $m >1 && metrics machine --machine $m >2 && cmp 1 2 || exit 1
	done'

# Without a clock; searching pair by pair, this script would not end.
t 'a hundred thousand nodes, a million' '
	measures expressmesh:k=30x30x28,gap=2,p=4 "nodes diameter links_mean bisection_links bisection_kind" "100800 6 4.29540855 88200 exact" &&
	measures mesh:k=100x100x100 "nodes diameter links_mean_all bisection_links" "1000000 297 99.99 10000"'
if [ "${HOPLINE_CONFIG:-release}" = release ]; then
	t 'a dragonfly of a hundred thousand nodes' '
		measures dragonfly:g=340,a=30,p=10 "nodes diameter links_mean bisection_links bisection_kind" "102000 3 2.92683966 28900 exact"'
else
	skip 'a dragonfly of a hundred thousand nodes' 'not with checks: too slow'
fi

t '--list: every machine that comes along, by the name that --machine takes, with a sentence' '
	metrics machine --list >out && is "$(awk "{ print \$1 }" out)" "$(cd "$HOPLINE_ROOT/data/machines" && ls *.conf | sed "s/\.conf$//")" &&
	! grep -vE "^[a-z0-9-]+ +[A-Z].{15}" out && grep -qE "^titan +Titan, the Cray XK7 of Oak Ridge National Laboratory: " out &&
	! grep -E "\[[A-Z]\] is |\.$" out && refuses 2 "--list lists all" metrics machine --list --machine titan &&
	refuses 2 "metrics machine --list" metrics machine --machine titen && refuses 2 "metrics machine --list" gen-workload uniform --job-nodes 2'

done_testing
