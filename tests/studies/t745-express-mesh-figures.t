#!/usr/bin/env bash
# The express mesh study's machines and figures, from small tables made by hand.
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/express-mesh
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}
made=$shared_dir/structure

# has FILE TEXT...: the picture has all these texts
has() {
	local file=$1 text
	shift
	for text; do grep -qF ">$text<" "$file" || { echo "$file lacks $text"; return 1; }; done
}

t 'structure: Table I as printed but for the dragonfly'\''s radix; every machine of it is among those of Fig. 5' '
	"$study/structure" "$made" -j2 2>err && ! test -s err &&
	metrics select --no-preamble --columns network,printed_nodes,nodes,printed_radix,radix_max "$made/table1.csv" | sed 1d | diff - <(printf "%s\n" \
		dragonfly,11130,11130,29,28 fattree,10648,10648,44,44 slimfly,10830,10830,44,44 em1,10800,10800,38,38 em2,10080,10080,24,24) &&
	columns=routers,links,radix_max,nodes,diameter,links_mean,bisection_links,bisection_bits_per_s &&
	metrics select --no-preamble --columns network,$columns "$made/table1.csv" | sed 1d | sort >prototypes &&
	metrics select --no-preamble --columns family,$columns "$made/structure.csv" | sed 1d | sort | comm -23 prototypes - >lost && ! grep . lost'

# The share of a router'\''s ports that its nodes get; sizes in steps, from 1,000 to more than 100,000.
t 'systems: balanced, and of all sizes' '
	metrics select --no-preamble --columns family,nodes,radix_max,router_nodes_max "$made/structure.csv" | awk -F, "
		function bad(why) { print why \": \" \$0; exit failed = 1 }
		NR == 1 { want[\"fattree\"] = 2; want[\"slimfly\"] = 3; want[\"em1\"] = want[\"dragonfly\"] = 4; want[\"em2\"] = 5; next }
		\$2 < 1000 || \$2 > 131072 || \$2 <= last[\$1] { bad(\"size\") }
		last[\$1] && \$2 > 2.5 * last[\$1] { bad(\"a gap before\") }
		\$1 == \"torus\" || \$1 == \"hypercube\" ? \$4 != 1 : \$4 - \$3 / want[\$1] > 1 || \$4 - \$3 / want[\$1] < -1 { bad(\"balance\") }
		{ last[\$1] = \$2 }
		END {
			if (failed) exit 1
			for (f in last) { families++; if (last[f] < 100000) { print f \" ends at \" last[f]; exit 1 } }
			exit families != 7
		}"'

t 'structure: a machine that cannot be described leaves no tables' '
	mkdir bin && printf "#!/bin/sh\nexit 1\n" >bin/metrics && chmod +x bin/metrics && ! HOPLINE_BIN=$PWD/bin "$study/structure" out 2>err && ! ls out/*.csv 2>/dev/null'

rates=series,set,network,routing,alloc,mapping,pattern,case,jobs,rate_bytes_per_s
t 'fig6: the better mapping of each network and routing' '
	{ echo $rates
	printf "single,,%s\n" em1,adaptive,linear,linear,pairs,1,1,2e12 em1,adaptive,linear,random,pairs,1,1,3e12 \
		em1,static,linear,linear,pairs,1,1,2.5e12 em1,static,linear,random,pairs,1,1,1e12 slimfly,adaptive,linear,linear,pairs,1,1,1e12
	echo multi,,em1,adaptive,clustered,linear,pairs,1,5,9e12; } >rates.csv && "$study/draw" . fig6 && diff - fig6.csv <<-END &&
	pattern,network,routing,mapping,rate_bytes_per_s
	pairs,em1,adaptive,random,3e+12
	pairs,em1,static,linear,2.5e+12
	pairs,slimfly,adaptive,linear,1e+12
	END
	has fig6.svg Pairs ran lin "Slim Fly" && test "$(grep -c ">no data<" fig6.svg)" = 4'

t 'fig7: least, median and most of the clustered workloads' '
	{ echo $rates
	for rate in 4 1 2 9; do echo multi,,em1,adaptive,clustered,linear,,$rate,5,${rate}e12; done
	echo multi,,em1,adaptive,isolated,linear,,1,5,8e12
	echo spread,,em1,adaptive,clustered,linear,spread,1,5,8e12; } >rates.csv && "$study/draw" . fig7 &&
	test "$(rows fig7.csv | cut -d, -f1-4,6,8)" = em1,adaptive,4,1e+12,3e+12,9e+12 && has fig7.svg "G1 EM" 3'

shared=series,set,network,routing,alloc,case,jobs,mls,tls,mls_mean,tls_mean
t 'fig8 and fig9: means so far, in the order of the table, each of its own series' '
	{ echo $shared
	echo multi,,em1,static,clustered,7,3,50,20,50,20
	echo multi,,slimfly,static,clustered,7,3,60,20,60,20
	echo multi,,em1,static,clustered,8,3,70,30,60,25
	echo multi,,em1,static,isolated,8,3,0,0,0,0
	echo spread,,em1,adaptive,clustered,1,3,80,40,80,40; } >interference.csv && "$study/draw" . fig8 && "$study/draw" . fig9 &&
	test "$(rows fig8.csv)" = em1,adaptive,1,80,40 && rows fig9.csv >got && printf "%s\n" em1,static,1,50,20 slimfly,static,1,60,20 em1,static,2,60,25 | diff - got &&
	test "$(grep -c ">no data<" fig9.svg)" = 2 && has fig9.svg "G1 EM" "Slim Fly" && ! grep -q ">Fat-tree<" fig9.svg'

t 'fig13a and fig13b: a star where jobs are kept apart, adaptive routing only' '
	{ echo set,network,routing,alloc,case,pattern,nodes,comm_time_s,rate_bytes_per_s
	printf "2,em1,adaptive,%s\n" clustered,1,stencil,9,1e-3,1e12 clustered,2,stencil,9,1e-3,2e12 isolated,1,stencil,9,1e-3,3e12; } >constant.csv &&
	{ echo $rates; printf "multi,,fattree,%s\n" adaptive,clustered,linear,,1,5,2e12 adaptive,isolated,linear,,1,5,3e12 static,clustered,linear,,1,5,9e12; } >rates.csv &&
	"$study/draw" . fig13a && "$study/draw" . fig13b && printf "%s\n" set,network,routing,count,min,mean,median,max \
		2,em1,adaptive,2,1e+12,1.5e+12,1.5e+12,2e+12 "2,em1*,adaptive,1,3e+12,3e+12,3e+12,3e+12" | diff - fig13a.csv &&
	printf "%s\n" network,routing,count,min,mean,median,max fattree,adaptive,1,2e+12,2e+12,2e+12,2e+12 "fattree*,adaptive,1,3e+12,3e+12,3e+12,3e+12" | diff - fig13b.csv &&
	has fig13a.svg "G1 EM*" "set 2: Stencil" && has fig13b.svg "Fat-tree*"'

t 'fig5: the table of the picture, and all families in it' '
	cp "$made/structure.csv" . && "$study/draw" . fig5 && test "$(wc -l <fig5.csv)" = "$(wc -l <structure.csv)" &&
	has fig5.svg Torus Hypercube Dragonfly Fat-tree "Slim Fly" "G1 EM" "G2 EM" "(d) ports of a router"'

t 'no table, nothing of the figure in it, no such figure: each is said, and nothing made' '
	draws_nothing() { exits 1 "$study/draw" . "$2" 2>err && grep -qF "$1" err && ! ls fig* 2>/dev/null || { cat err; return 1; }; }
	for figure in fig6 fig7 fig13b; do draws_nothing "$figure: ./rates.csv: no such file" $figure || exit 1; done &&
	draws_nothing "fig5: ./structure.csv: no such file" fig5 && draws_nothing "fig8: ./interference.csv: no such file" fig8 && draws_nothing "fig13a: ./constant.csv: no such file" fig13a &&
	echo $rates >rates.csv && draws_nothing "fig6: ./rates.csv: no rows with series=single" fig6 && draws_nothing "no rows with series=multi alloc=clustered" fig7 &&
	echo $shared >interference.csv && draws_nothing "fig9: ./interference.csv: no rows with series=multi alloc=clustered" fig9 &&
	exits 2 "$study/draw" . fig1 2>err && grep -q "no figure .fig1. in drawings.csv" err && exits 2 "$study/draw" . 2>err && grep -q ^usage: err'

done_testing
