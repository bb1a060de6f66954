# figures -- the tables of the paper's figures, a function for each command of drawings.csv: $figure, from the tables of a grid in $dir.
# shellcheck shell=bash disable=SC2154,SC2034
patterns='alltoall broadcast fft3d halo2d halo3d halo3d26'
size=(panel_width=154 panel_height=132)	# in pixels

# pair: Fig. 2: the full machine of 272 nodes under two policies, RDG that groups and RDN that spreads, with jobs small (17 of 16 nodes)
# and large (4 of 68), ten times.  The paper does not name the pattern; all-to-all is the one that comes near its numbers.
pair() {
	take means.csv workload,alloc,repeats,mean_s,sd_s series=pair variant=main |
		awk -F, -v OFS=, 'NR > 1 { $1 = $1 == 16 ? "17x16" : "4x68" } { print }'
	picture+=(out="$tmp/$figure.svg")	# as gnuplot has it
}

# links 5|6: Fig. 5 and 6: packets and stalls on the links, policy by policy, what boxes are drawn from; All-to-all jobs of 16 nodes, of 64
links() {
	local workload=$((4 ** ($1 - 3)))
	take links.csv column,class,alloc,count,min,q1,median,q3,max,mean "workload=$workload" 'class~^(local|global)$' 'column~^(packets|stalls)$'
	picture=(links-figure.plt figure="$1" workload="$workload")
}

# sizes: Fig. 9: how often each job size occurs in the random workloads
sizes() { take sizes.csv nodes,class,jobs; }

# single: VI-D's last paragraph: random workloads of one pattern, how often a side is strictly better, over all baselines; `printed` is the
# paper's share of points where a baseline is better (it has none for FFT3d)
single() {
	take contests.csv pattern,points,other_better_share,baseline_better_share,tie_share,mixed_share series=single alloc=all setting=main |
		awk -F, -v OFS=, '
		BEGIN {
			n = split("alltoall 0.01 halo3d 0.01 halo3d26 0.03 halo2d 0.04 broadcast 0.08", paper, " ")
			for (i = 1; i < n; i += 2) printed[paper[i]] = paper[i + 1]
		}
		{ print $0, NR == 1 ? "printed" : printed[$1] }'
}

# contest 10|11|12|13: random workloads, Level-Spread against the seven baselines (10, 11), also policy by policy, and against Jokanovic's
# policy as the authors' program has it; in 10 and 12 the small jobs are allocated first, in 11 and 13 the large ones.  For each policy the
# numbers in the picture; `beyond`: how many points lie beyond its axes.
contest() {
	local order=small sum=all others='alloc!~^jokanovic' most=4	# where both axes end
	(($1 % 2)) && order=large
	(($1 < 12)) || sum=jokanovic-as-published others=alloc=$sum
	take points.csv alloc,case,small,large series=random "order=$order" "$others" >"$tmp/points"
	take contests.csv alloc,points,baseline_better_share,other_better_share,only_small,only_large,tie_share \
		series=random "order=$order" "$others" setting=main >"$tmp/shares"
	awk -F, -v OFS=, -v most="$most" '
		FNR == 1 { if (NR > 1) print $0, "beyond"; next }
		NR == FNR { if ($3 > most || $4 > most) { beyond[$1]++; beyond["all"]++ }; next }
		{ print $0, beyond[$1] + 0 }' "$tmp/points" "$tmp/shares" | tee "$tmp/numbers"
	awk -v most="$most" -f "$here/figures/thin.awk" "$tmp/points" >"$tmp/drawn"
	points contest-figure.plt "$figure" "$1"
	[ "$sum" != all ] || points contest-policies.plt "$figure-by-policy" "$1"
	picture=()
}
# points SCRIPT PICTURE FIGURE: what the script draws of a contest
points() {
	plot "$here/figures/$1" figure="$3" sum="$sum" most="$most" numbers="$tmp/numbers" drawn="$tmp/drawn" out="$tmp/svg"
	awk -f "$here/figures/dots.awk" "$tmp/svg" | awk -f "$here/../lib/slim.awk" >"$tmp/$2.svg"
}

# bars a|b: Fig. 4: jobs of one size, of 16 nodes or of 64, on 272 nodes, each policy's time over Simple's
bars() {
	local nodes=16 rows='2 8 32'
	[ "$1" = a ] || nodes=64
	relative "series=tables g=17 a=4 p=4 utilization=0.9 workload=$nodes bytes=1000" global_gbps "$rows" >"$tmp/bars"
	{ echo global_gbps,pattern,alloc,relative,sd,repeats; cut -d, -f1-3,5- "$tmp/bars"; } | tee "$tmp/table"
	panels fig4.plt global_gbps "$rows" ratio "Fig. 4($1): jobs of $nodes nodes, 272 nodes, 90% in use"
}

# both a|b: Fig. 7: as many jobs of 16 nodes as of 64, the two sizes' times over Simple's; a: three bandwidths on 272 nodes; b: four
# machines.  The paper's 7(b) has three of these and does not say which.
both() {
	local where='series=tables p=4 utilization=0.9 workload=mix order=small bytes=1000'
	case $1 in
	a) sides "$where g=17 a=4" global_gbps '2 8 32' ratio 'Fig. 7(a): n jobs of 16 nodes and n of 64, 272 nodes, 90% in use' ;;
	b) sides "$where global_gbps=8" 'g a' '17/4 33/4 17/8 33/8' machine \
		'Fig. 7(b): n jobs of 16 nodes and n of 64, global : local = 1, 90% in use' ;;
	esac
}

# intensity: Fig. 8: three jobs of 16 nodes and three of 64 on 272 nodes, with other message sizes in the small ones than in the large ones
intensity() {
	sides 'series=intensity g=17 a=4 p=4 global_gbps=8 workload=mix order=small bytes=1000' \
		'small_times large_times' '1/100 1/10 1/1 10/1 100/1' sizes 'Fig. 8: three jobs of 16 nodes and three of 64, message sizes small : large, 272 nodes'
}

# relative WHERE BY ROWS: what relative.awk makes of means.csv, if anything
relative() {
	local conditions
	read -ra conditions <<<"$1"
	take means.csv "${2// /,},pattern,alloc,class,repeats,mean_s,sd_s" variant=main "${conditions[@]}" |
		awk -v rows="$3" -v policies="$policies" -v patterns="$patterns" -f "$here/figures/relative.awk" >"$tmp/relative"
	[ -s "$tmp/relative" ] || { echo "$figure: $dir/means.csv: no means with alloc=simple and $1" >&2; return 1; }
	cat "$tmp/relative"
}

# sides WHERE BY ROWS NAMES TITLE: a scatter: a line a policy, with small and large jobs side by side
sides() {
	relative "$1" "$2" "$3" >"$tmp/classes"
	awk -F, -v OFS=, -v by="$2" '
		BEGIN { gsub(/ /, ",", by); print by, "pattern,alloc,small,small_sd,large,large_sd,repeats" }
		{ class = $(NF - 3); of = $(NF - 2) FS $(NF - 1); repeats = $NF; NF -= 4 }
		class == "small" { small[$0] = of; next }
		$0 in small { print $0, small[$0], of, repeats }' "$tmp/classes" | tee "$tmp/table"
	[ "$(wc -l <"$tmp/table")" -gt 1 ] || { echo "$figure: $dir/means.csv: no policy with means of both small and large jobs" >&2; return 1; }
	panels scatter.plt "${@:2}"
	axes "$2"
}

# panels SCRIPT BY ROWS NAMES TITLE: the picture of $tmp/table in panels: which of their rows are there and which are missing, and how often
# it was repeated.  NAMES is what the rows are named by: ratio, machine or sizes.
panels() {
	local found missing repeats
	{ read -r found; read -r missing; read -r repeats; } < <(awk -F, -v by="$2" -v rows="$3" '
		NR > 1 {
			there[by ~ / / ? $1 "/" $2 : $1] = 1
			if (!least || $NF < least) least = $NF
			if ($NF > most) most = $NF
		}
		END {
			n = split(rows, list, " ")
			for (i = 1; i <= n; i++)
				if (list[i] in there) found = found " " list[i]; else missing = missing " " list[i]
			repeats = (least < most ? least " to " : "") most (most == 1 ? " repeat" : " repeats")
			printf "%s\n%s\n%s\n", substr(found, 2), substr(missing, 2), repeats
		}' "$tmp/table")
	picture=("$1" by="$2" rows="$found" missing="$missing" repeats="$repeats" names="$4" title="$5" "${size[@]}")
}

# axes BY: what the axes of a scatter are, and what lies beyond them
axes() {
	local left right bottom top line room
	read -r left right bottom top line room < <(awk "${size[@]/#/-v}" -f "$here/figures/range.awk" "$tmp/table")
	picture+=(left="$left" right="$right" bottom="$bottom" top="$top")
	picture+=(texts="$(awk -v by="$1" -v right="$right" -v top="$top" -v bottom="$bottom" -v line="$line" -v room="$room" \
		-f "$here/figures/beyond.awk" "$tmp/table")")
}
