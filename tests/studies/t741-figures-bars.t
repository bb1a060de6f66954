#!/usr/bin/env bash
# Fig. 4, 7 and 8 from small tables made by hand.
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/level-spread

header=series,variant,g,a,p,global_gbps,utilization,workload,order,bytes,small_times,large_times,pattern,alloc,class,repeats,mean_s,sd_s

# mean WORKLOAD GBPS PATTERN ALLOC CLASS MEAN SD [COLUMN=VALUE...]: a row of means.csv
mean() {
	local series=tables variant=main g=17 a=4 utilization=0.9 order=small bytes=1000 small_times=1 large_times=1 repeats=2
	[ $# = 7 ] || declare "${@:8}"
	echo "$series,$variant,$g,$a,4,$2,$utilization,$1,$order,$bytes,$small_times,$large_times,$3,$4,$5,$repeats,$6,$7"
}

# mix GBPS PATTERN ALLOC SMALL LARGE [COLUMN=VALUE...]: the two rows of a workload of both classes
mix() {
	mean mix "$1" "$2" "$3" small "$4" 1e-6 "${@:6}"
	mean mix "$1" "$2" "$3" large "$5" 2e-6 "${@:6}"
}

# has FILE TEXT...: the picture has all these texts
has() {
	local file=$1 text
	shift
	for text; do grep -qF ">$text<" "$file" || { echo "$file lacks $text"; return 1; }; done
}
# times TEXT FILE: how often the picture has a text
times() { grep -cF ">$1<" "$2"; }

t 'fig4: means and deviations over those of Simple, in the order of the legend' '
	{ echo $header
	mean 16 32 halo2d rrn small 3e-5 1e-6
	mean 16 2 alltoall rrn small 9e-5 0
	mean 16 2 alltoall simple small 3e-5 3e-6
	mean 16 2 alltoall level-spread small 2.4e-5 1.5e-6
	mean 16 32 halo2d simple small 6e-5 6e-6
	mean 16 32 halo2d jokanovic small 6e-5 6e-6; } >means.csv &&
	"$study/draw" . fig4a && diff - fig4a.csv <<-END
	global_gbps,pattern,alloc,relative,sd,repeats
	2,alltoall,level-spread,0.8,0.05,2
	2,alltoall,simple,1,0.1,2
	2,alltoall,rrn,3,0,2
	32,halo2d,simple,1,0.1,2
	32,halo2d,rrn,0.5,0.0166667,2
	END'

t 'fig4: other machines, workloads, sizes, utilizations and series are not in it' '
	{ echo $header
	mean 64 8 alltoall simple large 1e-5 0
	mean 64 8 alltoall rdn large 2e-5 0
	mean 16 8 alltoall rdr large 3e-5 0
	mean 64 8 alltoall rdr large 3e-5 0 a=8
	mean 64 8 alltoall rdr large 3e-5 0 g=33
	mean 64 8 alltoall rdr large 3e-5 0 bytes=100000
	mean 64 8 alltoall rdr large 3e-5 0 utilization=0.7
	mean 64 8 alltoall rdr large 3e-5 0 series=pair; } >means.csv &&
	"$study/draw" . fig4b && rows fig4b.csv >got && diff - got <<-END
	8,alltoall,simple,1,0,2
	8,alltoall,rdn,2,0,2
	END'

t 'fig4: the picture names rows, columns and policies, and says what there are no data of' '
	{ echo $header
	for gbps in 2 8; do
		for alloc in simple level-spread; do mean 16 $gbps alltoall $alloc small 1e-5 0; done
	done
	mean 16 8 halo3d simple small 1e-5 0
	mean 16 8 fft3d rdn small 1e-5 0; } >means.csv &&
	"$study/draw" . fig4a &&
	has fig4a.svg All-to-all Broadcast FFT3d Halo2d Halo3d Halo3d26 "global : local = 1/4" "global : local = 1" \
		Level-Spread Simple Slurm RDG RDR RRR RDN RRN "Level-Spread 1.00" &&
	test "$(times "global : local = 4" fig4a.svg)" = 0 && grep -q "2 repeats; no data for global : local = 4<" fig4a.svg &&
	test "$(times "Level-Spread 1.00" fig4a.svg)" = 2 && test "$(times "no data" fig4a.svg)" = $((5 + 4))'

t 'fig4: a bar without a deviation is drawn' '
	bars() { grep -o "<polygon fill = .rgb([^)]*)" fig4a.svg | wc -l; }
	{ echo $header; mean 16 8 alltoall simple small 1e-5 1e-7; } >means.csv && "$study/draw" . fig4a && bars >with &&
	{ echo $header; mean 16 8 alltoall simple small 1e-5 "" repeats=1; } >means.csv && "$study/draw" . fig4a && bars >without &&
	test "$(cat with)" -ge 1 && cmp with without && grep -q "of 1 repeat;" fig4a.svg && test "$(rows fig4a.csv)" = 8,alltoall,simple,1,,1'

t 'fig7a: small and large jobs side by side' '
	{ echo $header
	mix 2 alltoall rdn 8e-5 6e-5
	mix 2 alltoall simple 2e-5 1e-4
	mix 2 alltoall rdn 1 1 order=large
	mean mix 2 alltoall rrn small 4e-5 0; } >means.csv &&
	"$study/draw" . fig7a && diff - fig7a.csv <<-END &&
	global_gbps,pattern,alloc,small,small_sd,large,large_sd,repeats
	2,alltoall,simple,1,0.05,1,0.02,2
	2,alltoall,rdn,4,0.05,0.6,0.02,2
	END
	has fig7a.svg All-to-all Halo3d26 "global : local = 1/4" ★ RRN && test "$(times "no data" fig7a.svg)" = 5'

t 'fig7: a point beyond the axes becomes a number at the border, the others do not' '
	{ echo $header
	mix 2 alltoall simple 1e-5 1e-5
	mix 2 alltoall rdr 7.64e-5 0.8e-5
	mix 2 alltoall rrr 4.9e-5 0.8e-5
	mix 2 halo2d simple 1e-5 1e-5
	mix 2 halo2d rdn 1e-5 6e-5
	mix 2 halo2d rrn 9e-5 8e-5; } >means.csv &&
	"$study/draw" . fig7a && sed -n "s/.*>\([0-9][^<]*[^ -~]\)<.*/\1/p" fig7a.svg | sed "s/\xc2\xa0/ /g" | sort >got &&
	printf "%s\n" "6.0 ↑" "7.6 →" "9.0 → 8.0 ↑" | diff - got'

t 'texts at the border keep off each other and off points' '
	{ echo global_gbps,pattern,alloc,small,small_sd,large,large_sd,repeats
	printf "2,alltoall,%s,%s,0,%s,0,2\n" rdr 9 0.5 rrr 8 0.5 rdn 4.9 0.5 rrn 2 0.7 slurm 7 0.05; } >points &&
	awk -v by=global_gbps -v right=5 -v top=1 -v bottom=0 -v line=0.15 -v room=1 -f "$study/figures/beyond.awk" points >got &&
	test "$(wc -l <got)" = 3 && { cut -d" " -f6 got; echo 0.5; } | sort -n | awk "
		\$1 < 0.07 || \$1 > 0.93 || NR > 1 && \$1 - last < 0.149 { exit bad = 1 }
		{ last = \$1 }"'

t 'fig7b: a row a machine, by its number of nodes' '
	{ echo $header
	for machine in "g=17 a=4" "g=33 a=4" "g=17 a=8" "g=33 a=8"; do
		mix 8 fft3d simple 1e-5 1e-5 $machine
		mix 8 fft3d level-spread 1e-5 0.5e-5 $machine
	done
	mix 2 fft3d rdn 1e-5 1e-5; } >means.csv &&
	"$study/draw" . fig7b && has fig7b.svg "272 nodes" "528 nodes" "544 nodes" "1,056 nodes" && rows fig7b.csv | cut -d, -f1-4,5,7 >got &&
	for machine in 17,4 33,4 17,8 33,8; do printf "$machine,fft3d,%s\n" level-spread,1,0.5 simple,1,1; done | diff - got'

t 'fig8: a row a pair of message sizes' '
	{ echo $header
	mix 8 halo3d simple 1e-5 1e-5 series=intensity small_times=10
	mix 8 halo3d rdn 2e-5 1e-5 series=intensity small_times=10
	mix 8 halo3d simple 1e-5 1e-3 series=intensity large_times=100
	mix 8 halo3d rrn 3e-5 1e-3 series=intensity large_times=100
	mix 8 halo3d rdr 3e-5 1e-3; } >means.csv &&
	"$study/draw" . fig8 && has fig8.svg "1 KB : 100 KB" "10 KB : 1 KB" && grep -q "no data for 1 KB : 10 KB; 1 KB : 1 KB; 100 KB : 1 KB<" fig8.svg &&
	rows fig8.csv | cut -d, -f1-5,7 >got && diff - got <<-END
	1,100,halo3d,simple,1,1
	1,100,halo3d,rrn,3,1
	10,1,halo3d,simple,1,1
	10,1,halo3d,rdn,2,1
	END'

t 'the pictures bring no background and no names of plots' '
	{ echo $header; mix 8 alltoall simple 1e-5 1e-5; mean 16 8 alltoall simple small 1e-5 0; } >means.csv &&
	"$study/draw" . fig4a && "$study/draw" . fig7a && for file in fig4a.svg fig7a.svg; do
		! grep -q gnuplot_plot $file && test "$(grep -c "<rect.*fill=.none." $file)" = 1 &&
		! grep "<rect" $file | grep -q "fill=.[#w]" && test "$(grep -o "<g[ >]" $file | wc -l)" = "$(grep -o "</g>" $file | wc -l)" || exit 1
	done'

t 'no table, an empty one, nothing of the figure in it, no Simple: each is said, and nothing made' '
	draws_nothing() { exits 1 "${@:2}" 2>err && grep -qF "$1" err && ! ls fig* 2>/dev/null || { cat err; return 1; }; }
	draws_nothing "fig4a: ./means.csv: no such file" "$study/draw" . fig4a && draws_nothing "fig7b: ./means.csv: no such file" "$study/draw" . fig7b &&
	draws_nothing "fig8: ./means.csv: no such file" "$study/draw" . fig8 &&
	echo $header >means.csv && draws_nothing "fig8: ./means.csv: no rows with variant=main series=intensity" "$study/draw" . fig8 &&
	mean 64 8 alltoall simple large 1e-5 0 >>means.csv && draws_nothing "workload=16" "$study/draw" . fig4a && draws_nothing "workload=mix" "$study/draw" . fig7a &&
	{ echo $header; mean 16 8 alltoall rdn small 1e-5 0; } >means.csv && draws_nothing "no means with alloc=simple" "$study/draw" . fig4a &&
	{ echo $header; mean mix 8 alltoall simple small 1e-5 0; } >means.csv &&
	exits 1 "$study/draw" . fig7a 2>err && grep -q "fig7a: ./means.csv: no policy with means of both small and large jobs" err && test ! -e fig7a.csv'

t 'a table that is not right is refused' '
	{ echo $header; mean 16 8 alltoall simple small 1e-5 0; mean 16 8 alltoall simple small 2e-5 0; } >means.csv &&
	exits 1 "$study/draw" . fig4a 2>err && grep -q "means.csv: a second mean of 8,alltoall,simple,small" err &&
	{ echo $header; mean 16 8 alltoall simple small 1e-5 0 | cut -d, -f1-17; } >means.csv &&
	exits 1 "$study/draw" . fig4a 2>err && grep -q "means.csv:2: 17 cells, the header has 18" err &&
	{ echo ${header/,sd_s/}; } >means.csv && exits 1 "$study/draw" . fig4a 2>err && grep -q "means.csv:1: sd_s: this column is missing" err && ! ls fig* 2>/dev/null'

done_testing
