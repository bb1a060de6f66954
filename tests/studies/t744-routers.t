#!/usr/bin/env bash
# t744-routers -- the claims of the studies under both models of a router, side by side.
# shellcheck disable=SC2016,SC2034,SC2154 # the tests' commands are quoted; shared_dir is of lib.sh
source "$(dirname "$0")/../lib.sh"
studies=$HOPLINE_ROOT/pipelines
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}

# claims FOLDER ROW...: its claims.csv
claims() {
	mkdir -p "$1" && { echo id,where,claim,paper_value,measured,holds,why && printf '%s\n' "${@:2}"; } >"$1/claims.csv"
}

t 'routers: a row a claim, with what it comes to under each; those without a measurement and those named are left out' '
	claims out "A-01,f,one,1,\"2, 3\",yes,x" A-02,f,two,1,2,no,x A-03,f,three,1,2,yes,x A-04,f,four,1,2,no,x A-05,f,five,1,2,partly,x \
		A-06,f,six,1,not\ measured,,x A-07,f,seven,1,2,yes,x A-08,f,eight,1,2,yes,x &&
	claims in A-02,f,two,1,5,no,x "A-01,f,one,1,\"say \"\"4\"\"\",yes,x" A-03,f,three,1,5,no,x A-04,f,four,1,5,yes,x A-05,f,five,1,5,yes,x \
		A-06,f,six,1,2,yes,x A-07,f,seven,1,not\ measured,,x A-08,f,eight,1,2,yes,x &&
	"$studies/lib/routers" out in A-08 | diff - <(printf "%s\n" id,claim,paper_value,output_measured,output_holds,input_measured,input_holds,holds \
		"A-01,one,1,\"2, 3\",yes,\"say \"\"4\"\"\",yes,both" A-02,two,1,2,no,5,no,neither A-03,three,1,2,yes,5,no,outputs A-04,four,1,2,no,5,yes,inputs \
		A-05,five,1,2,partly,5,yes,partly)'
t 'routers: a folder without claims is an error' '
	claims out A-01,f,one,1,2,yes,x && mkdir in && exits 1 "$studies/lib/routers" out in 2>err && grep -q "in/claims.csv" err && exits 2 "$studies/lib/routers" out 2>err'

# ids STUDY GRID [COLUMN=VALUE...]: of its cells
ids() { "$studies/$1/grid" "${@:2}" | column id | sort; }
# counts STUDY ROUTER: simulations of each series
counts() {
	"$studies/$1/grid" routers router="$2" | metrics select --no-preamble --columns series,simulations |
		awk -F, 'NR > 1 { n[$1] += $2 } END { for (series in n) print series, n[series] }' | sort
}
t 'the grids of both routers: as many simulations of each, and with queues at outputs cells of the study' '
	while read -r study whole; do
		"$studies/$study/grid" routers >grid && metrics grid --no-preamble --columns "$studies/$study/columns.csv" grid | cmp - grid &&
		counts $study "" >output && test "$(wc -l <output)" -ge 4 && counts $study input | cmp - output &&
		ids $study $whole >whole && ids $study routers router= | comm -12 - whole | grep -q . && ! ids $study routers router=input | comm -12 - whole | grep . || exit 1
	done <<<"express-mesh quick"'

# swept STUDY COLUMN=VALUE...: a small cell
swept() {
	case $1 in
	express-mesh) set -- "$@" series=multi set= scale=small network=em1 routing=adaptive alloc=clustered mapping=linear pattern=mixed nodes=352 unit=32 \
		cases=1-1 iterations=1 ;;
	esac
	"$studies/$1/cell" study="$1" seed=1 simulations=1 cost=1 "${@:2}"
}
t 'an empty router is one with queues at the outputs; queues at the inputs make another result' '
	swept express-mesh router= >empty && swept express-mesh >without && cmp empty without && swept express-mesh router=input >input && ! cmp -s input empty'

t 'Topaware and GRAP: the router reaches netsim in every exchange' '
	for router in output input; do
		TOPAWARE_SCALE=tiny TOPAWARE_ROUTER=$router "$studies/topaware/vpic" ta-$router && GRAP_SCALE=tiny GRAP_ROUTER=$router "$studies/grap/hops" gr-$router || exit 1
	done &&
	test "$(cut -d, -f1-8 ta-output/vpic.csv)" = "$(cut -d, -f1-8 ta-input/vpic.csv)" && ! cmp -s ta-output/vpic.csv ta-input/vpic.csv &&
	test "$(cut -d, -f1-8 gr-output/hops.csv | sort -u)" = "$(cut -d, -f1-8 gr-input/hops.csv | sort -u)" && ! cmp -s gr-output/hops.csv gr-input/hops.csv &&
	TOPAWARE_SCALE=tiny "$studies/topaware/vpic" ta && cmp ta/vpic.csv ta-output/vpic.csv'

t 'the README of each study has a row for each claim of its routers.csv, with the same words' '
	for study in express-mesh topaware grap; do
		metrics select --no-preamble --columns id,holds "$HOPLINE_ROOT/data/results/$study/routers.csv" | sed 1d >kept && test -s kept &&
		while IFS=, read -r id holds; do
			case $holds in both | neither | partly) words=$holds ;; *) words="with queues at $holds only" ;; esac
			grep -q "^| $id |.*| $words |$" "$studies/$study/README.md" || { echo "$study: $id: $words"; exit 1; }
		done <kept || exit 1
	done'

done_testing
