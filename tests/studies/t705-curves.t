#!/usr/bin/env bash
# t705-curves -- the study of latency against load, on very little input.
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/curves
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}
curves=$shared_dir/curves

cat >"$shared_dir/grid.csv" <<'END'
picture,network,machine,pattern,routings,loads,warmup,duration
curves,dragonfly-20,dragonfly:g=5 a=2 p=2,uniform,minimal ugal-l,0.1 0.9,5us,10us
curves,dragonfly-20,dragonfly:g=5 a=2 p=2,adversarial,minimal,0.05 1,5us,50us
lattices,torus-16,torus:k=4x4,transpose,minimal adaptive,0.1,5us,10us
END
head_of() { sed -n 1p "$1"; }

t 'a row for each network, pattern, routing and load, and the pictures' '
	"$study/curves" "$shared_dir/grid.csv" "$curves" -j2 2>err && ! test -s err &&
	test "$(head_of "$curves/curves.csv")" = network,pattern,routing,load,accepted_load,saturated,latency_mean_s,latency_p99_s,routers_mean,packets,warmup_s,duration_s &&
	cut -d, -f1-4 "$curves/curves.csv" | sed 1d >got &&
	{ printf "dragonfly-20,%s\n" uniform,minimal,0.1 uniform,minimal,0.9 uniform,ugal-l,0.1 uniform,ugal-l,0.9 adversarial,minimal,0.05 adversarial,minimal,1
	printf "torus-16,transpose,%s,0.1\n" dimension-order adaptive; } | cmp - got &&
	test "$(cd "$curves" && echo *.svg)" = "curves.svg lattices.svg" &&
	grep -q "</svg>" "$curves/curves.svg" && grep -q "adversarial traffic" "$curves/curves.svg" && grep -q "channel bound 0.25" "$curves/curves.svg" &&
	grep -q "torus-16, transpose traffic" "$curves/lattices.svg" && ! grep -q torus "$curves/curves.svg"'

t 'minimal routes carry no more adversarial traffic than the link between two groups' '
	metrics select --no-preamble --where pattern=adversarial --where load=1 --columns accepted_load,saturated "$curves/curves.csv" >got &&
	awk -F, "NR == 2 { ok = \$1 > 0 && \$1 < 0.3 && \$2 == \"yes\" } END { exit !ok }" got'

# g 5, a 2, p 2: from router 0 to router 1 of a group go 4 packets for its nodes, 16 for the two groups
# beyond it, and 16 from the two groups beyond router 0: 19/36.  g 3, a 1, p 2: 4 a global link, 5/4.
# Transposed 4x4: three of a row go through one link.  A ring of 8 with two nodes a router: three
# routers send 4 packets through each link that way, 4 routers a packet.
t 'the bounds are those of the links, as counted by hand' '
	printf "%s\n" "a,dragonfly:g=5 a=2 p=2,uniform" "a,dragonfly:g=5 a=2 p=2,adversarial" "b,dragonfly:g=3 a=1 p=2,uniform" "b,dragonfly:g=3 a=1 p=2,adversarial" \
		"c,mesh:k=4x4,transpose" "d,torus:k=8 p=2,tornado" "e,hypercube:n=3,bitcomplement" | "$study/bounds" >got &&
	test "$(head_of got)" = network,pattern,bound,routers_mean,zero_load_s && cut -d, -f1-3 got | sed 1d >bounds &&
	printf "%s\n" a,uniform,0.5278 a,adversarial,0.2500 b,uniform,1.2500 b,adversarial,0.5000 c,transpose,0.3333 d,tornado,0.1667 e,bitcomplement,1.0000 | diff - bounds &&
	test "$(sed -n "s/^d,tornado,[^,]*,//p" got)" = 4,8.56e-07'

# used MACHINE JOBS: the links that packets were on, and to HOPS the routers that they passed on average
used() {
	netsim --machine "$1" --packet 256B --job-links links --max-time 1s --no-preamble "$2" |
		awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { n += $at["packets"]; sum += $at["packets"] * $at["routers_mean"] } END { print sum / n }' >"$3" &&
	cut -d, -f3 links | sed 1d | sort -nu
}

t 'the targets are those of the patterns: open-loop traffic uses the same links and makes as many hops' '
	while read -r machine nodes pattern; do
		awk -v machine="$machine" -v nodes="$nodes" -v pattern="$pattern" -v bytes=256 -f "$study/spec.awk" -f "$study/targets.awk" >jobs &&
		printf "job,nodes,pattern,load,duration_s,node_list\na,%s,%s,0.2,300e-6,0-%s\n" $nodes $pattern $((nodes - 1)) >open.csv &&
		used "$machine" jobs hops >want && used "$machine" open.csv open.hops | cmp - want && test -s want &&
		awk "BEGIN { exit !(($(cat open.hops) / $(cat hops) - 1) ^ 2 < 0.03 ^ 2) }" || { echo "$machine $pattern"; exit 1; }
	done <<END
dragonfly:g=5,a=2,p=2 20 adversarial
mesh:k=5x4 20 transpose
mesh:k=5x4 20 tornado
torus:k=5x4x3,p=2 120 tornado
expressmesh:k=5x5,gap=2,p=2 50 tornado
expressmesh:k=5x5,gap=2,p=2 50 bitcomplement
hypercube:n=5 32 transpose
fattree:k=3,n=3 27 transpose
slimfly:q=5,p=2 100 bitcomplement
END'

t 'the time on an idle network is what packets take that have it for themselves' '
	while read -r machine nodes pattern; do
		awk -v machine="$machine" -v nodes="$nodes" -v pattern="$pattern" -v bytes=256 -f "$study/spec.awk" -f "$study/targets.awk" |
			netsim --packet 256B --no-preamble | awk -F, "NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i; next } { sum += \$at[\"latency_mean_s\"] } END { printf \"%.6g\n\", sum / (NR - 1) }" >want &&
		echo "x,${machine//,/ },$pattern" | "$study/bounds" | sed 1d | cut -d, -f5 | diff - want || { echo "$machine"; exit 1; }
	done <<END
mesh:k=4x5 20 transpose
torus:k=5x3,latency=70ns,router-latency=11ns 15 tornado
dragonfly:g=9,a=4,p=2,local-latency=400ns,global-latency=4000ns,node-latency=5ns 72 bitcomplement
fattree:k=3,n=3,spine-core-latency=500ns 27 transpose
END'

t 'other bandwidths, lists of latencies and patterns without known targets are refused' '
	! echo "x,mesh:k=4x4 bw=2GB/s,transpose" | "$study/bounds" 2>err >out && grep -q "mesh:k=4x4,bw=2GB/s.: bw must be 8Gb/s" err &&
	! echo "x,mesh:k=4x4 bw=%%20a%%2B\\%%2C,transpose" | sed "s/%%/%/g" | "$study/bounds" 2>err >out && grep -qF "mesh:k=4x4,bw= a+\\,'"'"': bw must" err &&
	! echo "x,torus:k=4x4 latency=1us,transpose" | "$study/bounds" 2>err >out && grep -q "latency: .1us.: must be in ns" err && test "$(wc -l <out)" = 1 &&
	! echo "x,mesh:k=4x4,adversarial" | "$study/bounds" 2>err >out && grep -q "mesh:k=4x4,cores=1: .adversarial.: no targets known here" err && test "$(wc -l <out)" = 1'

t 'saturation says where a curve begins and ends, a gap in it included; an empty cell is neither end' '
	echo network,pattern,bound >bounds && echo n,uniform,0.5 >>bounds &&
	echo network,pattern,routing,load,accepted_load,saturated,latency_mean_s,routers_mean >points &&
	printf "n,uniform,%s\n" minimal,0.05,0.04,,6e-7,2 minimal,0.1,0.1,no,6e-7,2 minimal,0.2,0.15,yes,1e-6,2 minimal,0.3,0.3,no,2e-6,2 minimal,0.9,0.4,yes,1,2 \
		par,0.1,0.1,no,1.1088e-6,4 valiant,0.1,0.01,yes,8.56e-7,4 >>points &&
	awk -F, -f "$study/saturation.awk" bounds points >got &&
	printf "%s\n" network,pattern,routing,first_saturated,highest_stable,stable_accepted,last_load,last_accepted,bound,lowest_load,lowest_latency_s,zero_load_s,latency_over_zero_load \
		n,uniform,minimal,0.2,0.3,0.3000,0.9,0.4000,0.5,0.05,6e-07,5.76e-07,1.0417 n,uniform,par,,0.1,0.1000,0.1,0.1000,,0.1,1.1088e-06,8.56e-07,1.2953 \
		n,uniform,valiant,0.1,,,0.1,0.0100,,0.1,8.56e-07,8.56e-07,1.0000 | diff - got'

t 'at a low load packets take little more than on an idle network' '
	metrics select --no-preamble --where network=torus-16 --columns latency_over_zero_load "$curves/saturation.csv" | sed 1d >got && test "$(wc -l <got)" = 2 &&
	awk "\$1 < 1 || \$1 > 1.1 { exit 1 }" got'

t 'the same bytes one after another and side by side' '
	"$study/curves" "$shared_dir/grid.csv" again -j1 &&
	for file in curves.csv bounds.csv saturation.csv curves.svg lattices.svg; do cmp "$curves/$file" "again/$file" || exit 1; done'

t 'a simulator that fails leaves no curves' '
	mkdir bin && cp "$HOPLINE_BIN"/{gen-workload,alloc,map,metrics} bin/ && printf "#!/bin/sh\nexit 1\n" >bin/netsim && chmod +x bin/netsim &&
	! HOPLINE_BIN=$PWD/bin "$study/curves" "$shared_dir/grid.csv" out 2>err && ! find out -type f | grep .'

t 'the grid has machines and loads that there are' '
	sed 1d "$study/grid.csv" | while IFS=, read -r picture network machine pattern routings loads rest; do
		for routing in $routings; do
			gen-workload synthetic --machine "${machine// /,}" --pattern "$pattern" --load "${loads%% *}" --warmup 0s --duration 100ns |
				alloc --policy simple | netsim --routing "$routing" >out || exit 1
		done
	done'

t 'show prints a row for each curve' '
	"$study/show" "$curves" >out && test "$(grep -c "^dragonfly-20 " out)" = 3 && test "$(grep -c "^torus-16 " out)" = 2 && grep -q "lattices.svg" out'

done_testing
