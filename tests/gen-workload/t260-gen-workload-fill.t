#!/usr/bin/env bash
# gen-workload fill: random jobs of 5 to 40% until the machine is full, and a job held constant.
. "$(dirname "$0")/../lib.sh"

gen() { gen-workload fill --machine "${machine:-slimfly:q=19,p=15}" "$@"; }	# 10830 nodes: 542 to 4332
gen --cases 4000 --seed 11 >"$shared_dir/w"
export shared_dir
five=pairs,spread,stencil,sub-alltoall,unstructured

t 'as many cases as asked for, jobs numbered from 1' '
	[ "$(column case "$shared_dir/w" | uniq | tr "\n" " ")" = "$(seq -s " " 4000) " ] &&
	rows "$shared_dir/w" | awk -F, "\$1 != id { id = \$1; job = 0 } \$2 != ++job { print; exit 1 }"'

t 'the columns, on a machine without groups and on one with' '
	gen --cases 1 | sed -n "4p" >a && [ "$(cat a)" = case,job,nodes,tasks,pattern,bytes,iterations ] &&
	machine=dragonfly:g=17,a=4,p=4 gen --cases 50 >b && [ "$(sed -n 4p b)" = case,job,class,nodes,tasks,pattern,bytes,iterations ] &&
	rows b | awk -F, "(\$3 == \"small\") != (\$4 <= 16) || \$5 != 2 * \$4 { print; exit 1 }"'

t 'every job has 5 to 40% of the machine, every case all of it' '
	rows "$shared_dir/w" | awk -F, "\$3 < 542 || \$3 > 4332 { print; bad = 1 } { all[\$1] += \$3 }
		END { for (c in all) { cases++; if (all[c] != 10830) { print c, all[c]; bad = 1 } } exit bad || cases != 4000 }"'

t 'the bounds are reached on a small machine' '
	machine=mesh:k=10x10 gen --cases 2000 | column nodes | sort -nu | xargs | cmp - <(seq 5 40 | xargs) &&
	machine=torus:k=3 gen --cases 20 | column nodes | sort -u | grep -qx 1'

# while more than 40 + 5% are left nothing is redrawn: the first size is uniform on 542 … 4332
t 'the first size is uniform' '
	rows "$shared_dir/w" | awk -F, "\$2 == 1 { n[int((\$3 - 542) * 20 / 3791)]++ }
		END { for (i = 0; i < 20; i++) x += (n[i] - 200) ^ 2 / 200; print x; exit !(x < 50) }"'	# 19 degrees: 99.99% at 50

# the rule again: what may be left after a job is nothing or at least the smallest job
t 'no job leaves less than the smallest but something' '
	rows "$shared_dir/w" | awk -F, "\$1 != id { id = \$1; left = 10830 } { left -= \$3 } left < 0 || (left > 0 && left < 542) { print; exit 1 }"'

# 5 patterns, some 23,000 draws
t 'each job draws one of the five patterns, each as often' '
	column pattern "$shared_dir/w" | sort | uniq -c | awk "{ n[\$2] = \$1; all += \$1 }
		END { for (p in n) { k++; x += (n[p] - all / 5) ^ 2 / (all / 5) } print k, x, all; exit !(k == 5 && x < 24) }" &&
	[ "$(column pattern "$shared_dir/w" | sort -u | xargs | tr " " ,)" = $five ]'

t 'patterns given, sizes for some' '
	gen --cases 30 --pattern fft3d,pairs --bytes 1KB,pairs=9 | rows | awk -F, "\$5 == \"fft3d\" && \$6 == 1000 { f = 1; next } \$5 == \"pairs\" && \$6 == 9 { p = 1; next } { print; exit 1 } END { exit !(f && p) }" &&
	gen --cases 300 --pattern mixed | column pattern | sort -u | xargs | grep -qx "alltoall broadcast fft3d halo2d halo3d halo3d26"'

t 'the patterns leave the sizes as they are' '
	cmp <(gen --cases 100 --seed 11 --pattern pairs | rows | cut -d, -f1-4) <(rows "$shared_dir/w" | awk -F, "\$1 <= 100" | cut -d, -f1-4)'

t 'a part equals the same rows of the whole' '
	gen --cases 101-200 --seed 11 | rows >part && rows "$shared_dir/w" | awk -F, "\$1 > 100 && \$1 <= 200" | cmp - part &&
	for k in 1 2 3 4 5; do gen --constant 900,spread --cases $k-$k | rows; done >single && gen --constant 900,spread --cases 5 | rows | cmp - single'

t 'the same seed gives the same bytes, another seed others' '
	gen --cases 20 --seed 5 >a && gen --cases 20 --seed 5 >b && cmp a b && ! cmp -s <(rows a) <(gen --cases 20 --seed 6 | rows) &&
	cmp <(gen --cases 20 | rows) <(gen --cases 20 --seed 1 | rows)'

t 'constant: the first job of every case is the same, the others fill the rest' '
	gen --cases 200 --constant 2166,spread --bytes 10KB,spread=5KB >a &&
	[ "$(sed -n 4p a)" = case,job,class,nodes,tasks,pattern,bytes,iterations,random_stream ] &&
	rows a | awk -F, "\$2 == 1" | cut -d, -f2- | sort -u >first && [ "$(cat first)" = 1,constant,2166,4332,spread,5000,1,constant ] && [ $(rows a | grep -c ",1,constant,") = 200 ] &&
	rows a | awk -F, "\$2 > 1 && (\$3 != \"other\" || \$9 != \"\" || \$4 < 542 || \$4 > 4332) { print; bad = 1 } { all[\$1] += \$4 } END { for (c in all) bad = bad || all[c] != 10830; exit bad }"'

t 'constant: what runs beside it depends on its size, not on its pattern' '
	gen --cases 6 --constant 2166,spread | rows | grep other >a && gen --cases 6 --constant 2166,sub-alltoall | rows | grep other | cmp - a &&
	! cmp -s a <(gen --cases 6 --constant 2165,spread | rows | grep other) && [ $(cut -d, -f1 a | uniq | wc -l) = 6 ]'

t 'constant: a policy that draws gives it the same nodes in all cases' '
	gen --cases 6 --constant 2166,spread >a && for policy in rdn clustered; do
		alloc --policy $policy a >b && [ "$(metrics select --no-preamble --where class=constant --columns node_list b | sed 1d | sort -u | wc -l)" = 1 ] &&
		metrics select --where "job<3" --columns case,job,class,nodes a >c && sed -i "s/constant/other/" c && alloc --policy $policy c >d &&
		[ "$(metrics select --no-preamble --where job=1 --columns node_list d | sed 1d | sort -u | wc -l)" = 6 ] || exit 1
	done'

t 'constant: its pattern is the first one given' '
	gen --cases 2 --constant 9 | rows | grep -q "^2,1,constant,9,18,unstructured," && gen --cases 2 --constant 9 --pattern halo2d,pairs | rows | grep -q "^2,1,constant,9,18,halo2d,"'

t 'constant: less than the smallest job may be left, and stays idle' '
	gen --cases 2 --constant 10289 | rows | cut -d, -f1,2,4 >a && [ "$(xargs <a)" = "1,1,10289 2,1,10289" ] &&
	gen --cases 1 --constant 10288 | rows | cut -d, -f1,2,4 >a && [ "$(xargs <a)" = "1,1,10288 1,2,542" ] &&
	gen --cases 1 --constant 10830 | rows | wc -l | grep -qx 1'

t 'unit: sizes are multiples of it, less than a unit stays idle' '
	machine=expressmesh:k=8x8x8,p=1,gap=1 gen --cases 300 --unit 8 | rows >a && awk -F, "\$3 % 8 || \$3 < 32 || \$3 > 200 { print; bad = 1 } { all[\$1] += \$3 } END { for (c in all) bad = bad || all[c] != 512; exit bad }" a &&
	machine=mesh:k=103 gen --cases 300 --unit 2 --constant 6 | rows | awk -F, "\$2 > 1 && (\$4 % 2 || \$4 < 6 || \$4 > 40) { print; bad = 1 } { all[\$1] += \$4 } END { for (c in all) bad = bad || all[c] != 102; exit bad }"'

t 'utilization: that share of the machine, sizes by all of it; unavailable nodes are not there' '
	machine=mesh:k=10x10 gen --cases 300 --utilization 0.73 | rows | awk -F, "\$3 < 5 || \$3 > 40 { bad = 1 } { all[\$1] += \$3 } END { for (c in all) bad = bad || all[c] != 73; exit bad }" &&
	machine=mesh:k=10x11,unavailable=3-12 gen --cases 300 | rows | awk -F, "\$3 < 5 || \$3 > 40 { bad = 1 } { all[\$1] += \$3 } END { for (c in all) bad = bad || all[c] != 100; exit bad }"'

t 'every machine from 3 to 24 nodes is filled, and each seventh up to 130, in units of 1 and 2' '
	for n in {3..24} {25..130..7}; do for u in 1 2; do
		[ $u = 2 ] && [ $n -lt 40 ] && continue
		machine=mesh:k=$n gen --cases 20 --unit $u --no-preamble || exit 1
	done | awk -F, -v n=$n "!/^case/ { all[\$1 \" \" (\$1 < last ? ++block : block + 0)] += \$3; last = \$1; if (\$3 * 20 < n || \$3 * 5 > n * 2) bad = 1 }
		END { for (c in all) if (all[c] != n && all[c] != n - n % 2) bad = 1; exit bad }" || { echo $n; exit 1; }; done'

t 'repeat: a workload again as cases side by side' '
	gen --cases 4-5 --repeat 3 >a && [ "$(rows a | cut -d, -f1-3 | uniq | xargs)" = "10,4,1 11,4,2 12,4,3 13,5,1 14,5,2 15,5,3" ] &&
	cmp <(rows a | awk -F, "\$3 == 2" | cut -d, -f2,4-) <(gen --cases 4-5 | rows)'

# refused MESSAGE OPTIONS...: a command line at fault
refused() { refuses 2 "gen-workload: $1" gen "${@:2}"; }

t 'what it refuses' '
	refused "--cases is required" && refused "--cases: '\''5-3'\'': must be N or A-B" --cases 5-3 &&
	refused "--constant: '\''x'\'': must be NODES" --cases 1 --constant x && refused "--constant: '\''0,pairs'\'': must be NODES" --cases 1 --constant 0,pairs &&
	refused "--constant: unknown pattern '\'''\''; known:" --cases 1 --constant 5, && refused "--constant: unknown pattern '\''pair'\''" --cases 1 --constant 5,pair &&
	refused "--constant: '\''tornado'\'' is an open-loop pattern" --cases 1 --constant 5,tornado &&
	refused "--constant: '\''10831'\'': there are 10830 nodes to fill" --cases 1 --constant 10831 &&
	refused "--constant: '\''5416'\'': there are 5415 nodes to fill" --cases 1 --constant 5416 --utilization 0.5 &&
	refused "--unit: '\''0'\'': must be an integer from 1" --cases 1 --unit 0 && refused "--unit: '\''5000'\'': too large to fill 10830 nodes" --cases 1 --unit 5000 &&
	refused "--utilization: no job of 542 nodes, 5% of the machine, fits" --cases 1 --utilization 0.05 && refused "--utilization: '\''2'\''" --cases 1 --utilization 2 &&
	refused "--pattern: unknown pattern" --cases 1 --pattern x && machine=mesh:k=2 refused "--machine: it needs at least 3 nodes, and has 2" --cases 1'

t 'the job held constant is mapped alike in all cases, the others are not' '
	machine=mesh:k=6x6 gen --cases 6 --constant 9,spread | alloc --policy simple | map --algorithm random >a &&
	paste -d, <(column job a) <(column task_nodes a) | grep "^1," | sort -u | wc -l | grep -qx 1 &&
	[ $(paste -d, <(column job a) <(column task_nodes a) | grep "^2," | sort -u | wc -l) -ge 5 ]'

t 'the job held constant, alone in a row of routers, takes the same time in all cases, whatever it draws' '
	for p in spread pairs unstructured sub-alltoall stencil; do
		machine=mesh:k=6x6 gen --cases 4 --constant 12,$p --bytes 5000 >w && alloc --policy simple w | netsim --routing dimension-order >a &&
		[ "$(paste -d, <(column job a) <(column comm_time_s a) | grep "^1," | sort -u | wc -l)" = 1 ] || { echo $p; cat a; exit 1; }
	done &&
	awk -F, "/^#/ { print; next } { sub(/,constant\$/, \",\") } 1" w | sed "s/stencil/spread/" >v && alloc --policy simple v | netsim --routing dimension-order >b &&
	[ "$(paste -d, <(column job b) <(column comm_time_s b) | grep "^1," | sort -u | wc -l)" = 4 ]'

done_testing
