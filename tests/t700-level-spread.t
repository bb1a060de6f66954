#!/usr/bin/env bash
# The study of the Level-Spread policy, on very few workloads.
source "$(dirname "$0")/lib.sh"
study=$HOPLINE_ROOT/pipelines/level-spread
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}
done_dir=$shared_dir/done

header() { grep -v '^#' "$1" | sed -n 1p; }

t 'the pieces cover all workloads once' '
	(source "$study/settings.sh" && pieces 1; pieces 20; pieces 23) >pieces &&
	printf "%s\n" 1-1 1-10 11-20 1-10 11-20 21-23 | cmp - pieces'

t 'the sweep makes a file for each variant and piece, with every policy in it' '
	"$study/sweep" "$done_dir" 2 -j2 2>err &&
	sed 1d "$study/variants.csv" | while IFS=, read -r variant routing _; do
		file=$done_dir/$variant/1-2.csv &&
		metrics select --no-preamble --columns alloc,variant,routing "$file" | sed 1d | sort -u >got &&
		printf "%s\n" level-spread rdg rdn rdr rrn rrr simple slurm | sed "s/$/,$variant,$routing/" | cmp - got || exit 1
	done'

t 'all policies meet the same jobs' '
	for file in "$done_dir"/*/1-2.csv; do
		for policy in simple rrn; do
			metrics select --no-preamble --where "alloc=$policy" --columns case,job,class,nodes,tasks,pattern,bytes "$file" >$policy || exit 1
		done
		cmp simple rrn || exit 1
	done'

t 'the results are the same bytes one after another and side by side' '
	"$study/sweep" again 2 -j1 2>err &&
	for file in "$done_dir"/*/1-2.csv; do cmp "$file" "again/${file#"$done_dir/"}" || exit 1; done'

t 'what is done is not done again; a newer tool means all of it' '
	touch -r "$done_dir/.made-with" before && "$study/sweep" "$done_dir" 2 && ! test -s "$done_dir/todo" &&
	mkdir bin && cp "$HOPLINE_BIN"/* bin/ && touch bin/map &&
	cp -a "$done_dir" old && HOPLINE_BIN=$PWD/bin "$study/sweep" old 1 --dry-run >plan && test "$(wc -l <old/todo)" = 4'

t 'a tool that fails leaves no result and stops the sweep' '
	mkdir bin && cp "$HOPLINE_BIN"/{gen-workload,alloc,netsim,metrics} bin/ &&
	printf "#!/bin/sh\nexit 1\n" >bin/map && chmod +x bin/map &&
	! HOPLINE_BIN=$PWD/bin "$study/sweep" out 1 2>err && ! find out -name "*.csv*" | grep .'

t 'fig10 makes a point for each variant, workload and baseline, the shares, and the picture' '
	"$study/fig10" "$done_dir" 2 &&
	test "$(header "$done_dir/fig10.csv")" = variant,case,alloc,small,large &&
	test "$(rows "$done_dir/fig10.csv" | wc -l)" = $((4 * 2 * 7)) &&
	test "$(rows "$done_dir/fig10-shares.csv" | wc -l)" = $((4 * 8)) &&
	grep -q "</svg>" "$done_dir/fig10.svg" && grep -q "★" "$done_dir/fig10.svg" && grep -q "%" "$done_dir/fig10.svg"'

t 'a point is the baseline relative to Level-Spread, small and large jobs apart' '
	file=$done_dir/minimal-burst/1-2.csv &&
	for class in small large; do
		for policy in rrn level-spread; do
			metrics select --no-preamble --where case=2 --where class=$class --where alloc=$policy --columns comm_time_s "$file" |
				awk "NR > 1 { sum += \$1; n++ } END { printf \"%.9g\n\", sum / n }" >$policy || exit 1
		done
		paste rrn level-spread | awk "{ printf \"%.6f\n\", \$1 / \$2 }" >>want
	done &&
	awk -F, "\$1 == \"minimal-burst\" && \$2 == 2 && \$3 == \"rrn\" { printf \"%.6f\n%.6f\n\", \$4, \$5 }" "$done_dir/fig10.csv" | cmp - want'

t 'fig2 makes a row for each variant, workload and policy, ten repeats in each, and the picture' '
	"$study/fig2" two && test "$(rows two/fig2.csv | wc -l)" = $((4 * 2 * 2)) &&
	test "$(column count two/fig2.csv | sort -u)" = 10 && grep -q "</svg>" two/fig2.svg'

t 'measure judges by its rule' '
	mkdir m && { echo variant,workload,alloc,count,mean
	for v in adaptive-burst minimal-burst adaptive-mpi minimal-mpi; do
		printf "%s\n" $v,17x16,rdg,10,2 $v,17x16,rdn,10,4 $v,4x68,rdg,10,10
	done
	printf "%s\n" adaptive-burst,4x68,rdn,10,7.2 minimal-burst,4x68,rdn,10,7.4 adaptive-mpi,4x68,rdn,10,6.8 minimal-mpi,4x68,rdn,10,9; } >m/fig2.csv &&
	{ echo variant,alloc,points,incomplete,reference_better,other_better,tie,mixed,only_small,only_large,mean_cut,best_cut
	for v in adaptive-burst minimal-burst adaptive-mpi minimal-mpi; do
		printf "%s\n" $v,rdn,7,0,0.1,0.9,0,0,0,0,0.1,0.1 $v,all,7,0,0.54,0.04,0,0.4,0.2,0.2,0.16,0.73
	done; } >m/fig10-shares.csv &&
	"$study/measure" m 7 && sed "s/,\"[^\"]*\"$//" m/measured.csv >got &&
	printf "%s\n" \
		id,adaptive-burst,minimal-burst,adaptive-mpi,minimal-mpi,measured,holds,why \
		"LS-01,0.50,0.50,0.50,0.50,0.50 to 0.50,yes" \
		"LS-02,28.0%,26.0%,32.0%,10.0%,10.0% to 32.0%,partly" \
		"LS-14,4.0%,4.0%,4.0%,4.0%,4.0% to 4.0%,yes" \
		"LS-15,54.0%,54.0%,54.0%,54.0%,54.0% to 54.0%,no" \
		"LS-16,16.0%,16.0%,16.0%,16.0%,16.0% to 16.0%,yes" \
		"LS-17,73.0%,73.0%,73.0%,73.0%,73.0% to 73.0%,yes" | diff - got &&
	test "$(rows m/claims.csv | wc -l)" = 6 && grep -q "^LS-15.*59%" m/claims.csv'

t 'atlas makes a table of every policy that takes any job, at both moments' '
	"$study/atlas" a &&
	for policy in $(alloc --list | sed "s/ .*//" | grep -v "^\(em\|ft\|df\|sf\)-"); do
		test "$(grep -c "^$policy .* us " a/atlas.txt)" = 2 || { echo "$policy"; exit 1; }
	done &&
	metrics select --no-preamble --where alloc=level-spread --columns moment,class,count a/atlas.csv | sed 1d >got &&
	printf "%s\n" fullest,large,1 shared,small,14 shared,large,9 | cmp - got'

done_testing
