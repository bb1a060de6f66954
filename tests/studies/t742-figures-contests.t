#!/usr/bin/env bash
# Fig. 5, 6, 9, 10 to 13 and the workloads of one pattern, from small tables made by hand.
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/level-spread
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin} q="'s = 1"

# has_text SVG TEXT: one of them is this
has_text() { texts "$1" | grep -qxF -- "$2" || { echo "$1 does not say '$2' but:"; texts "$1"; return 1; }; }
# dots SVG COLOUR: the points drawn in a colour in the panels, `x y` a line; the legend is above
dots() { grep -F "stroke='$2'" "$1" | grep -o 'M[0-9.]* [0-9.]*' | tr -d M | awk '$2 > 100'; }

links() {
	echo workload,alloc,class,column,count,min,q1,median,q3,max,mean
	for workload in 16 64; do
		for class in node local global; do
			printf "$workload,%s,$class,%s\n" rdn packets,100,0,$workload,20,30.5,40,21 rdn stalls,100,0,0,0,0,0,0 \
				rdn stall_s,100,0,0,0,0,0,0 level-spread packets,100,1,2,3,4,5,3 level-spread stalls,100,0,0,1,2,3,1.5
		done
	done
}

t 'links-figure: packets and stalls of local and global links of one workload, as they are' '
	mkdir d && links >d/links.csv && "$study/draw" d fig5 2>err && ! test -s err &&
	{
		echo column,class,alloc,count,min,q1,median,q3,max,mean
		for class in local global; do
			printf "%s\n" packets,$class,rdn,100,0,16,20,30.5,40,21 stalls,$class,rdn,100,0,0,0,0,0,0 \
				packets,$class,level-spread,100,1,2,3,4,5,3 stalls,$class,level-spread,100,0,0,1,2,3,1.5
		done
	} | diff - d/fig5.csv &&
	"$study/draw" d fig6 && grep -q "^packets,local,rdn,100,0,64," d/fig6.csv && ! grep ",16,20," d/fig6.csv'
t 'links-figure: four panels and the policies below' '
	mkdir d && links >d/links.csv && "$study/draw" d fig5 && printf "%s\n" fig5.csv fig5.svg links.csv | diff - <(ls d) &&
	for text in "packets on local links" "packets on global links" "stalls on local links" "stalls on global links" Level-Spread RRN; do
		has_text d/fig5.svg "$text" || exit 1
	done && ! texts d/fig5.svg | grep "no data" && texts d/fig5.svg | grep -q "jobs of 16 nodes"'
t 'links-figure: the axis reaches the longest whisker, in each panel' '
	mkdir d && links | sed "s/,global,packets,100,0,16,20,30.5,40/,global,packets,100,0,16,20,30.5,4000/" >d/links.csv && "$study/draw" d fig5 &&
	has_text d/fig5.svg 4000 && has_text d/fig5.svg 40'
t 'links-figure: a panel without data says so' '
	mkdir d && links | grep -v ",global,stalls" >d/links.csv && "$study/draw" d fig5 2>err && ! test -s err &&
	test "$(texts d/fig5.svg | grep -c "no data")" = 1'
t 'links-figure: nothing of the workload, or no such figure' '
	mkdir d && links | grep -v "^16,rdn\|^16,level" >d/links.csv &&
	exits 1 "$study/draw" d fig5 2>err && grep -q "^fig5: d/links.csv: no rows with workload=16 " err && test "$(ls d)" = links.csv &&
	exits 2 "$study/draw" d fig14 2>err && echo "draw: no figure '\''fig14'\'' in drawings.csv" | diff - err'

# Four workloads under two baselines: rdn has two points at one place, one beyond the axes and
# one that lacks a class.  Against Jokanovic, and with large jobs first, one each; of another setting a row that is in no figure.
points() {
	echo series,order,pattern,case,alloc,small,large
	printf '%s\n' random,small,,1,rdn,2,0.5 random,small,,2,rdn,2,0.5 random,small,,3,rdn,5,1 random,small,,4,rdn,,1 random,small,,1,rdg,0.5,2 random,small,,2,rdg,1,4.5 \
		random,small,,1,jokanovic-as-published,3,1.5 random,small,,1,jokanovic,1,1.5 random,large,,1,rdn,1.5,1.5 random,large,,1,jokanovic-as-published,1.25,1.25 \
		single,small,fft3d,1,rdn,1,3
}
contests() {
	echo setting,series,order,pattern,alloc,points,incomplete,baseline_better_share,other_better_share,tie_share,mixed_share,only_small,only_large,mean_cut,best_cut
	printf '%s\n' main,random,small,,rdn,3,1,0,0,0.3333,0.6667,0,0.6667,0.1,0.8 main,random,small,,rdg,2,0,0,0,0.5,0.5,0.5,0,0.1,0.8 \
		main,random,small,,all,5,1,0.01,0.02,0.4,0.6,0.23,0.37,0.1,0.8 minimal,random,small,,all,1,0,1,0,0,0,0,0,0.6,0.6 \
		main,random,small,,jokanovic-as-published,1,0,1,0,0,0,0,0,0.5,0.6 main,random,small,,jokanovic,1,0,0,0,1,0,0,0,0.5,0.6 \
		main,random,large,,rdn,1,0,1,0,0,0,0,0,0.3,0.3 main,random,large,,all,1,0,0.98,0,0,0,0,0,0.3,0.3 \
		main,random,large,,jokanovic-as-published,1,0,0.97,0,0,0,0,0,0.2,0.2 \
		main,single,small,fft3d,rdn,1,0,0,0,1,0,0,0,0.3,0.6 main,single,small,fft3d,all,40,2,0.25,0.124,0.5,0.126,0.1,0.025,0.3,0.6 \
		main,single,small,halo3d26,all,40,0,0.5,0.05,0.25,0.2,0.1,0.1,0.3,0.6
}
tables() { mkdir d && points >d/points.csv && contests >d/contests.csv; }

t 'contest-figure: the shares in the main setting and how many points are beyond the axes' '
	tables && "$study/draw" d fig10 2>err && ! test -s err &&
	printf "%s\n" alloc,points,baseline_better_share,other_better_share,only_small,only_large,tie_share,beyond \
		rdn,3,0,0,0,0.6667,0.3333,1 rdg,2,0,0,0.5,0,0.5,1 all,5,0.01,0.02,0.23,0.37,0.4,2 | diff - d/fig10.csv'
t 'contest-figure: the picture says the shares' '
	tables && "$study/draw" d fig10 &&
	for text in "Fig. 10: message times under seven policies, Level-Spread$q" "A point: a workload under one policy; small jobs first. 5 points, 40% on a line, 2 beyond the axes" \
		1% 2% 23% 37% Level-Spread "grouping: Simple, Slurm, RDG" "both faster"; do
		has_text d/fig10.svg "$text" || exit 1
	done'
t 'contest-figure: what falls on one place is drawn once, what is beyond or lacks a class not at all' '
	tables && "$study/draw" d fig10 && ! grep "<use.*translate" d/fig10.svg &&
	test "$(dots d/fig10.svg "rgb(33,113,181)" | wc -l)" = 1 && test "$(dots d/fig10.svg "rgb(230,85,13)" | wc -l)" = 1'
t 'contest-figure: a point is where its values are on the axes' '
	tables && "$study/draw" d fig11 &&
	# the star is at 1,1; the point at 1.5,1.5 is as far right of it as above it
	star=$(grep -B1 "★" d/fig11.svg | grep -o "translate([0-9.,]*)" | tail -n 1 | tr -d "a-z()" | tr , " ") &&
	dots d/fig11.svg "rgb(33,113,181)" | awk -v star="$star" "{ split(star, at, \" \"); right = \$1 - at[1]; up = at[2] - \$2; print; print star }
		END { exit !(NR == 1 && right > 55 && right < 75 && right - up < 15 && up - right < 15) }"'
t 'contest-figure: 11 has the large jobs first, 12 and 13 Jokanovic alone, as published' '
	tables && for n in 11 12 13; do "$study/draw" d fig$n || exit 1; done &&
	printf "%s\n" rdn,1,1,0,0,0,0,0 all,1,0.98,0,0,0,0,0 | diff - <(rows d/fig11.csv) && has_text d/fig11.svg 98% &&
	echo jokanovic-as-published,1,1,0,0,0,0,0 | diff - <(rows d/fig12.csv) && has_text d/fig12.svg "Jokanovic as published" && ! texts d/fig12.svg | grep RDN &&
	echo jokanovic-as-published,1,0.97,0,0,0,0,0 | diff - <(rows d/fig13.csv) && has_text d/fig13.svg 97% && test "$(dots d/fig13.svg "rgb(99,99,99)" | wc -l)" = 1'
t 'contest-figure: where every point is incomplete the picture says no data' '
	tables && sed -i "s/^main,random,small,,all,.*/main,random,small,,all,0,1,,,,,,,,/" d/contests.csv &&
	"$study/draw" d fig10 2>err && ! test -s err && has_text d/fig10.svg "no data"'
t 'contest-figure: no points, or no such figure' '
	tables && sed -i "/^random,large/d" d/points.csv && exits 1 "$study/draw" d fig13 2>err &&
	echo "fig13: d/points.csv: no rows with series=random order=large alloc=jokanovic-as-published" | diff - err &&
	exits 2 "$study/draw" d fig14 2>err && grep -q "no figure .fig14." err && test "$(ls d | tr "\n" " ")" = "contests.csv points.csv "'
t 'thin: the policies take turns; a place is drawn once, what is beyond the axes or lacks a class not at all' '
	{
		echo alloc,case,small,large
		for p in rdg rdn; do
			for k in 0 1 2 3 4 5 6 7 8; do printf "$p,%s\n" "$k,1.$k,2" "again,1.${k}01,2.001"; done
			printf "$p,%s\n" right,4.1,1 above,1,4.1 large,,1 small,1,
		done
	} | awk -v most=4 -f "$study/figures/thin.awk" | sed 1d | cut -d, -f1,2 | tr "\n" " " >got &&
	echo -n "rdg,0 rdg,8 rdn,0 rdn,8 rdg,1 rdn,1 rdg,2 rdn,2 rdg,3 rdn,3 rdg,4 rdn,4 rdg,5 rdn,5 rdg,6 rdn,6 rdg,7 rdn,7 " | cmp - got'
t 'dots: a path has every point that gnuplot wrote, in its colour, and all else stays' '
	gnuplot -e "set terminal svg; set output \"in.svg\"; set samples 50; plot sin(x) with points pt 7 lc rgb \"#123456\", cos(x) with points pt 13, x/10 with points pt 5, x with points pt 1" &&
	awk -f "$study/figures/dots.awk" in.svg >out.svg &&
	for mark in gpPt4 gpPt6 gpPt12; do sed -n "s/.*<use xlink:href=.#$mark. transform=.translate(\([0-9.]*\),\([0-9.]*\)).*color.*/\1 \2/p" in.svg; done | awk "{ printf \"%.1f %.1f\n\", \$1, \$2 }" | sort >want &&
	grep -o "M[0-9.]* [0-9.]*[hl]" out.svg | tr -d Mhl | sort | diff want - && test "$(wc -l <want)" -gt 100 &&
	grep -c "M.*h0.*rgb(18,52,86)" out.svg && grep -v "#gpPt\(4\|6\|12\)..transform" in.svg | diff - <(grep -v "linecap=.\(round\|square\)" out.svg)'

t 'fig9: the sizes as they are, their sums in the legend' '
	mkdir d && printf "%s\n" nodes,class,jobs 2,small,2000 16,small,50 17,large,30 136,large,1 >d/sizes.csv && "$study/draw" d fig9 2>err && ! test -s err &&
	cmp d/sizes.csv d/fig9.csv && texts d/fig9.svg >got && grep -q "^2,050 small jobs" got && grep -q "^31 large jobs" got && grep -q "136" got'
t 'fig9: no sizes' '
	mkdir d && echo nodes,class,jobs >d/sizes.csv && exits 1 "$study/draw" d fig9 2>err && echo "fig9: d/sizes.csv: no rows" | diff - err && test "$(ls d)" = sizes.csv'

t 'single: the shares over all baselines beside the printed ones' '
	tables && "$study/draw" d single 2>err && ! test -s err &&
	printf "%s\n" pattern,points,other_better_share,baseline_better_share,tie_share,mixed_share,printed fft3d,40,0.124,0.25,0.5,0.126, \
		halo3d26,40,0.05,0.5,0.25,0.2,0.03 | diff - d/single.csv &&
	for text in 12% 25% 5% 50% FFT3d Halo3d26; do has_text d/single.svg "$text" || exit 1; done'
t 'single: nothing of that series' '
	tables && sed -i /,single,/d d/contests.csv && exits 1 "$study/draw" d single 2>err && echo "single: d/contests.csv: no rows with series=single alloc=all setting=main" | diff - err'

t 'nothing to draw from: the missing file is named, and nothing is made' '
	mkdir d && for figure in fig5 fig12 fig9 single; do
		! "$study/draw" d $figure 2>err && grep -q "d/[a-z]*.csv" err && test -z "$(ls d)" || { echo "$figure:"; cat err; exit 1; }
	done'

done_testing
