#!/usr/bin/env bash
# The study of the Level-Spread policy: its grids, its cells, and the tables made of them.
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/level-spread
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}

# simulations GRID CONDITIONS: how many a grid holds
simulations() { "$study/grid" "$@" | column simulations | awk '{ n += $1 } END { print n + 0 }'; }

# row COLUMN=VALUE...: a small cell of Table I and II, changed as said
row() {
	"$study/cell" study=level-spread series=tables variant=minimal routing=minimal schedule=burst mapping=random sizes=nominal router=output \
		g=5 a=2 p=4 global_gbps=8 utilization=0.9 workload=mix order=small patterns=halo2d bytes=1000 small_times=1 large_times=1 \
		policies=level-spread+rdn cases= repeats=2 seed=1 simulations=4 cost=1 "$@"
}
# full_size: a row on the machine of 272 nodes, which holds jobs of 16 and of 64
full_size() { row g=17 a=4 "$@"; }

t 'Tables I and II are 46,080 simulations a message size; the whole is more than 100,000' '
	test "$(simulations paper series=tables bytes=1000)" = 46080 &&
	test "$(simulations paper series=tables bytes=100000)" = 46080 &&
	test "$(simulations paper)" -gt 100000 &&
	"$study/grid" --count paper | grep -q " $(simulations paper) simulations in .* in all"'

t 'the tables hold each combination once' '
	"$study/grid" paper series=tables >grid &&
	metrics select --no-preamble --columns g,a,p,global_gbps,utilization,workload,bytes,patterns,policies grid |
		awk -F, "NR > 1 { n = split(\$8, pattern, \"+\"); m = split(\$9, policy, \"+\")
			for (i = 1; i <= n; i++) for (j = 1; j <= m; j++) print \$1, \$2, \$3, \$4, \$5, \$6, \$7, pattern[i], policy[j] }" >all &&
	test "$(wc -l <all)" = 9216 && test "$(sort -u all | wc -l)" = 9216 &&
	cut -d" " -f1-3 all | sort -u >machines && printf "%s\n" "17 4 4" "17 8 4" "33 4 4" "33 8 4" | cmp - machines'

t 'the full grid: 1,000 workloads, ten repeats, eight policies and the two of Jokanovic; the other settings only where they move a number' '
	for order in small large; do test "$(simulations full series=random variant=main order=$order)" = $((1000 * 10 * 10)); done &&
	"$study/grid" full variant=main >grid && ! column series grid | grep -v "tables\|single\|links\|random\|pair\|intensity" &&
	metrics select --no-preamble --where series=tables --where bytes=1000 --columns repeats grid | sed 1d | sort -u | cmp - <(echo 10) &&
	"$study/grid" full | metrics select --no-preamble --where "variant!=main" --columns series,variant | sed 1d | sort -u >got &&
	sed "1,2d; s/,.*//" "$study/variants.csv" | awk "{ print \"pair,\" \$1; print \"random,\" \$1 }" | sort | cmp - got'

t 'the main setting is the one that stands for SST' '
	"$study/grid" part variant=main | metrics select --no-preamble --columns routing,schedule,mapping,sizes,router | sed 1d | sort -u >got &&
	echo adaptive-local,mpi,random-nodes,author,input | cmp - got && test "$(bash -c "source \"$study/settings.sh\"; router_of input")" = "--router input --crossbar-bw 1GB/s --output-buffer 14000"'

t 'every grid is one: long cells first, all ids different, each the hash of its row' '
	for grid in demo part full paper; do
		"$study/grid" $grid >grid && column cost grid | sort -c -k1,1nr && ! column id grid | sort | uniq -d | grep . &&
		metrics grid --no-preamble --columns "$study/columns.csv" grid | cmp - grid || exit 1
	done'

t 'every figure has its cells in the part and in the full grid' '
	sed 1d "$study/drawings.csv" | while IFS=, read -r figure command cells; do
		for grid in part full; do
			"$study/grid" $grid $cells | sed 1d | grep -q . || { echo "$figure $grid"; exit 1; }
		done
	done'

t 'a grid or a column that is not there is refused' '
	exits 2 "$study/grid" tiny 2>err && grep -q usage err && exits 2 "$study/grid" part nosuch=1 2>err && grep -q "nosuch: this column is missing" err'

t 'a cell has a row for each pattern, repeat, policy and class' '
	full_size patterns=halo2d+broadcast >got && test "$(sed -n 1p got)" = \
		series,variant,g,a,p,global_gbps,utilization,workload,order,bytes,small_times,large_times,pattern,case,rep,alloc,class,jobs,mean_s,first_s,tasks_s &&
	sed 1d got | cut -d, -f13-18 | sort >rows &&
	for pattern in halo2d broadcast; do for rep in 1 2; do for policy in level-spread rdn; do for class in small large; do
		echo $pattern,$pattern,$rep,$policy,$class,3
	done; done; done; done | sort | cmp - rows'

t 'a cell says what the pipe says, with a seed for each policy and a case for each repeat' '
	pipe() {
		local own=1$(cksum <<<"$1" | cut -c 1-5)
		gen-workload mix --machine dragonfly:g=17,a=4,p=4 --pattern halo3d --repeat 2 |
			awk -F, "!h && /^#/ { print; next } !h { h = 1; print; next } { sub(/^[0-9]*,/, \"halo3d-\" \$2 \",\"); print }" |
			alloc --policy $1 --seed $own | map --algorithm random --seed $own | netsim --routing adaptive-local --router input --crossbar-bw 1GB/s --output-buffer 14000 \
			--seed $own --task-times | metrics summary --no-preamble --by alloc,rep,class --of comm_time_s,comm_time_first_s,comm_time_mean_s |
			metrics select --no-preamble --columns rep,alloc,class,count,mean | awk -F, -v OFS=, "NR > 1 { m = m OFS \$5 } NR > 1 && NR % 3 == 1 { print \$1, \$2, \$3, \$4 m; m = \"\" }"
	}
	full_size policies=rdn+rrn patterns=halo3d routing=adaptive-local router=input | rows | cut -d, -f15- >got && { pipe rdn; pipe rrn; } | cmp - got'

t 'no two policies and no two repeats share a mapping' '
	full_size workload=64 patterns=halo3d policies=simple+slurm+slurm-fit | rows | cut -d, -f19 >times && test "$(wc -l <times)" = 6 && ! sort times | uniq -d | grep . &&
	for policy in $(bash -c "source \"$study/settings.sh\"; echo \$policies \$rivals"); do cksum <<<$policy | cut -c 1-5; done | sort | uniq -d >same && ! grep . same'

t 'results do not depend on how patterns, policies, workloads and repeats were cut into cells' '
	full_size patterns=alltoall+halo2d repeats=3 | sed 1d | sort >whole &&
	{ full_size patterns=alltoall repeats=3
	for policy in level-spread rdn; do full_size patterns=halo2d repeats=3 policies=$policy; done; } | grep -v ^series | sort | cmp - whole &&
	full_size patterns=halo2d repeats=2 | sed 1d | sort | comm -23 - whole >lost && ! grep . lost &&
	row workload=random series=random patterns=mixed cases=1-4 | sed 1d | sort >whole &&
	{ row workload=random series=random patterns=mixed cases=1-1; row workload=random series=random patterns=mixed cases=2-4; } | grep -v ^series | sort | cmp - whole &&
	test "$(cut -d, -f14 whole | sort -u | tr "\n" " ")" = "1 2 3 4 "'

t 'bandwidth, message sizes by class, quarters and jobs of one size reach the tools' '
	full_size global_gbps=2 policies=rdn >slow && full_size global_gbps=8 policies=rdn >usual && ! cmp -s slow usual &&
	full_size policies=rdn large_times=100 | grep ,large, | cut -d, -f19 >big && full_size policies=rdn | grep ,large, | cut -d, -f19 >plain &&
	paste big plain | awk "\$1 < 20 * \$2 { exit 1 }" &&
	full_size workload=quarters utilization=0.7 policies=rdn repeats=1 | grep -q ",large,4," &&
	full_size workload=16 policies=rdn repeats=1 | grep -q ",small,15,"'

t 'the sizes of the authors: eight times the bytes in a broadcast, two in a halo' '
	full_size sizes=author schedule=mpi patterns=broadcast policies=rdn repeats=1 | grep ,large, | cut -d, -f19 >theirs &&
	full_size sizes=nominal schedule=mpi patterns=broadcast policies=rdn repeats=1 | grep ,large, | cut -d, -f19 >ours &&
	paste theirs ours | awk "!(\$1 > 3 * \$2) { exit 1 }"'

t 'series links: what local and global links carried under each policy' '
	full_size series=links workload=16 patterns=alltoall >got &&
	test "$(sed -n 1p got)" = variant,workload,alloc,class,column,count,min,q1,median,q3,max,mean &&
	grep -q "^minimal,16,level-spread,global,packets,544,0,0,0,0,0,0$" got && grep "^minimal,16,rdn,global,packets," got | awk -F, "\$12 <= 0 { exit 1 }"'

# small SERIES WORKLOAD PATTERNS CASES REPEATS: a row of a grid
small() { echo "level-spread,$1,minimal,minimal,burst,random,nominal,output,17,4,4,8,0.9,$2,small,$3,1000,1,1,level-spread+rdn+simple,$4,$5,1,1,1"; }
t 'sweep --batch: cells of other workloads, patterns and repeats go through the tools together, and each has the bytes that it has alone' '
	{ "$study/grid" demo | sed "1q" | cut -d, -f2-; small tables mix halo2d+broadcast "" 2; small tables mix halo2d "" 3; small tables 16 halo3d "" 1
	small tables quarters halo2d "" 1; small random random mixed 3-5 2; small links 16 alltoall "" 2; small links 16 halo2d "" 1; } >g.csv &&
	"$study/../sweep" g.csv alone -j2 && "$study/../sweep" --batch 9 g.csv batch -j2 2>err && test "$(wc -l <err)" = 1 && test "$(wc -l <batch/joblog)" = 4 &&
	diff -r alone/results batch/results && test "$(ls batch/results | wc -l)" = 7'

t 'a wrong cell is an error' '
	! full_size workload=300 2>err && test -s err && ! row sizes=nosuch 2>err && grep -q "unknown sizes" err && ! full_size router=nosuch 2>err && grep -q "unknown router" err && ! "$study/cell" g=17 2>err'

# A grid of its own for what follows: the pair of Fig. 2, two workloads in the main setting and two in another, and links.
{ "$study/grid" demo series=pair; for variant in main,adaptive-local minimal,minimal; do
	echo "x,level-spread,random,$variant,mpi,random-nodes,author,input,17,4,4,8,1,random,small,mixed,1000,1,1,level-spread+simple+slurm+rdg+rdr+rrr+rdn+rrn+jokanovic+jokanovic-as-published,1-3,2,1,1,1"
done; echo "x,level-spread,links,main,minimal,mpi,random-nodes,author,input,17,4,4,8,0.9,16,small,halo2d,1000,1,1,level-spread+rdn,,1,1,1,1"; } |
	cut -d, -f2- | metrics grid --no-preamble --columns "$study/columns.csv" >"$shared_dir/grid.csv"
"$HOPLINE_ROOT/pipelines/sweep" "$shared_dir/grid.csv" "$shared_dir/runs" -j2 2>"$shared_dir/said" &&
	"$study/summarize" "$shared_dir/grid.csv" "$shared_dir/runs" "$shared_dir/tables"

t 'summarize: mean and deviation over the repeats' '
	cp "$shared_dir/tables"/*.csv . &&
	metrics select --no-preamble --where alloc=rdg --where workload=16 --columns repeats,mean_s,sd_s means.csv | sed 1d >got &&
	"$HOPLINE_ROOT/pipelines/sweep" --join "$shared_dir/grid.csv" "$shared_dir/runs" series=pair | awk -F, "\$8 == 16 && \$16 == \"rdg\" { x[++n] = \$19; s += \$19 }
		END { m = s / n; for (i = 1; i <= n; i++) d += (x[i] - m) ^ 2; printf \"%d,%.9g,%.6g\n\", n, m, sqrt(d / (n - 1)) }" >want &&
	awk -F, "NR == FNR { split(\$0, w, \",\"); next } { ok = \$1 == w[1] && (\$2 / w[2] - 1) ^ 2 < 1e-12 && (\$3 / w[3] - 1) ^ 2 < 1e-8 } END { exit !ok }" want got'

t 'summarize: contests of seven baselines and of Jokanovic apart, in all settings; points of the main one' '
	cp "$shared_dir/tables"/*.csv . &&
	test "$(sed -n 1p contests.csv)" = setting,series,order,pattern,alloc,points,incomplete,baseline_better_share,other_better_share,tie_share,mixed_share,only_small,only_large,mean_cut,best_cut,workloads,baseline_better_half,other_better_half,cut_half &&
	sed 1d contests.csv | cut -d, -f1-6,16 | sort >got &&
	for s in main task-0 mean-task one-repeat main-as-others minimal; do for p in simple slurm rdg rdr rrr rdn rrn jokanovic jokanovic-as-published; do echo $s,random,small,,$p,3,3; done
	echo $s,random,small,,all,21,3; done | sort | cmp - got &&
	test "$(sed 1d points.csv | wc -l)" = 27 && test "$(sed -n 1p points.csv)" = series,order,pattern,case,alloc,small,large'

t 'summarize: shares are those of the points, and their intervals over the workloads' '
	cp "$shared_dir/tables"/*.csv . && awk -F, "NR > 1 && \$5 !~ /jokanovic/ { n[\$4]++; b[\$4] += \$6 > 1 && \$7 > 1 }
		END { for (c in n) { x = b[c] / n[c]; k++; s += x; q += x * x } printf \"%.4f %.4f\n\", s / k, 1.96 * sqrt((q - s * s / k) / (k - 1) / k) }" points.csv >want &&
	metrics select --no-preamble --where setting=main --where alloc=all --columns baseline_better_share,baseline_better_half contests.csv | awk -F, "NR > 1 { printf \"%.4f %.4f\n\", \$1, \$2 }" | cmp - want'

t 'summarize: where large jobs come first, a point still has small jobs across' '
	cut -d, -f2- "$shared_dir/grid.csv" | sed -n "1p; /,random,main,.*,1-3,2,/{ s/,small,mixed,/,large,mixed,/; s/,1-3,2,/,1-1,1,/; p }" >g.csv &&
	"$HOPLINE_ROOT/pipelines/sweep" g.csv out 2>err && "$study/summarize" g.csv out . && "$HOPLINE_ROOT/pipelines/sweep" --join g.csv out |
		awk -F, "\$17 == \"small\" { mean[\$16] = \$19 } END { printf \"%.6g\n\", mean[\"rrr\"] / mean[\"level-spread\"] }" >want &&
	metrics select --no-preamble --where alloc=rrr --columns small points.csv | awk "NR > 1 { printf \"%.6g\n\", \$1 }" | diff want -'

t 'summarize: what moves the numbers: a row a setting' '
	cp "$shared_dir/tables"/*.csv . && column setting moves.csv >got && printf "%s\n" main task-0 mean-task one-repeat main-as-others minimal | sort | cmp - <(sort got) &&
	metrics select --no-preamble --where setting=main --where alloc=all --columns baseline_better_share contests.csv | awk "NR > 1 { printf \"%.1f%%\n\", 100 * \$1 }" >share &&
	metrics select --no-preamble --where setting=main --columns LS-15 moves.csv | sed 1d | cmp - share && grep -q "^main,3,[23][0-9]\.[0-9]%," moves.csv'

t 'summarize: the links, and how many jobs of each size the 1,000 workloads have' '
	cp "$shared_dir/tables"/*.csv . && test "$(sed 1d links.csv | wc -l)" = $((2 * 9)) && test "$(sed -n 1p links.csv | cut -d, -f1-3)" = workload,alloc,class &&
	gen-workload random --machine dragonfly:g=17,a=4,p=4 --cases 1000 | rows >jobs && test "$(column jobs sizes.csv | awk "{ n += \$1 } END { print n }")" = "$(wc -l <jobs)" &&
	test "$(column nodes sizes.csv | sort -n | sed -n 1p)" -ge 2'

t 'summarize: a result that is missing is an error, with --partial it is left out' '
	cp -r "$shared_dir/runs" part && rm "part/results/$("$study/grid" demo series=pair | column id | sed -n 1p).csv" &&
	! "$study/summarize" "$shared_dir/grid.csv" part . 2>err && test -s err && ! test -e means.csv &&
	"$study/summarize" --partial "$shared_dir/grid.csv" part . && test "$(sed 1d means.csv | wc -l)" = 2'

t 'reproduce runs, sums up and draws one figure; the second time nothing is run' '
	out=$shared_dir/demo && mkdir "$out" && cp -r "$shared_dir/runs" "$out" && rm "$out"/runs/*/"$("$study/grid" demo series=pair | column id | sed -n 1p)"* &&
	"$study/reproduce" demo "$out" fig2 -j2 2>err && grep -q "^sweep: 1 cell, " err && test "$(rows "$out/demo/fig2/fig2.csv" | wc -l)" = 4 &&
	grep -q "</svg>" "$out/demo/fig2/fig2.svg" && grep -q "^LS-01,.*,yes," "$out/demo/fig2/measured.csv" &&
	test "$(column repeats "$out/demo/fig2/fig2.csv" | sort -u)" = 10 && ls -l --time-style=full-iso "$out/runs/results" >before &&
	"$study/reproduce" demo "$out" fig2 2>err && ls -l --time-style=full-iso "$out/runs/results" | cmp - before'

t 'watch draws from the results there are, and ends when all are' '
	mkdir out && cp -r "$shared_dir/demo/runs" out && for id in $("$study/grid" demo series=pair | column id | tail -n 1); do rm out/runs/*/$id*; done &&
	("$study/watch" demo out fig2 1 >said & "$study/reproduce" demo out fig2 -j2 2>err && wait) && grep -q "fig2.svg" said && grep -q "</svg>" out/demo/fig2-so-far/fig2.svg'

t 'atlas makes a table of every policy that takes any job, at both moments' '
	"$study/atlas" a &&
	for policy in $(alloc --list | grep -v "; only on\|; wants\|; may refuse" | sed -E "s/ .*//; s/^slurm-(tree|dragonfly|none)\$/&:22.05/"); do
		test "$(grep -c "^$policy .* us " a/atlas.txt)" = 2 || { echo "$policy"; exit 1; }
	done &&
	metrics select --no-preamble --where alloc=level-spread --columns moment,class,count a/atlas.csv | sed 1d >got &&
	printf "%s\n" fullest,large,1 shared,small,14 shared,large,9 | cmp - got'

done_testing
