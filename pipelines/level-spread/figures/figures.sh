# figures -- what fig4, fig7 and fig8 share; they source it.
source "$(dirname "${BASH_SOURCE[0]}")/../settings.sh"
source "$here/../lib/figures.sh"
patterns='alltoall broadcast fft3d halo2d halo3d halo3d26'
panel_width=154 panel_height=132	# in pixels

# relative DIR FIGURE WHERE BY ROWS: what relative.awk makes of DIR/means.csv, if anything
relative() {
	local means=$1/means.csv
	[ -f "$means" ] || { echo "$2: $means: no such file" >&2; return 1; }
	awk -v where="variant=main $3" -v by="$4" -v rows="$5" -v policies="$policies" -v patterns="$patterns" -f "$here/figures/relative.awk" "$means" >"$tmp/relative" || return
	[ -s "$tmp/relative" ] || { echo "$2: $means: no means with alloc=simple and $3" >&2; return 1; }
	cat "$tmp/relative"
}

# sides BY: a line a policy, with small and large jobs side by side
sides() {
	echo "${1// /,},pattern,alloc,small,small_sd,large,large_sd,repeats"
	awk -F, -v OFS=, '
		{ class = $(NF - 3); of = $(NF - 2) FS $(NF - 1); repeats = $NF; NF -= 4 }
		class == "small" { small[$0] = of; next }
		$0 in small { print $0, small[$0], of, repeats }'
}

# panels BY ROWS <CSV: which of the rows of panels are there and which are missing, and how often it was repeated
panels() {
	awk -F, -v by="$1" -v rows="$2" '
		NR > 1 {
			row = $1
			if (by ~ / /) row = row "/" $2
			there[row] = 1
			if (!least || $NF < least) least = $NF
			if ($NF > most) most = $NF
		}
		END {
			n = split(rows, list, " ")
			for (i = 1; i <= n; i++)
				if (list[i] in there) found = found " " list[i]; else missing = missing " " list[i]
			repeats = (least < most ? least " to " : "") most (most == 1 ? " repeat" : " repeats")
			printf "%s\n%s\n%s\n", substr(found, 2), substr(missing, 2), repeats
		}'
}

# axes CSV BY: what the axes of a scatter are and what lies beyond them, as words NAME=VALUE in the array `axes`
axes() {
	local left right bottom top line room
	read -r left right bottom top line room < <(awk -v width=$panel_width -v height=$panel_height -f "$here/figures/range.awk" "$1")
	axes=(left="$left" right="$right" bottom="$bottom" top="$top" texts="$(awk -v by="$2" -v right="$right" -v top="$top" -v bottom="$bottom" \
		-v line="$line" -v room="$room" -f "$here/figures/beyond.awk" "$1")")
}

# draw DIR FIGURE PLT BY ROWS NAMES TITLE: the picture of DIR/FIGURE.csv.  NAMES is what the rows of panels are named by:
# ratio, machine or sizes.
draw() {
	local dir=$1 figure=$2 by=$4 rows=$5 csv=$1/$2.csv found missing repeats axes=()
	rm -f "$dir/$figure.svg"
	if [ "$(wc -l <"$csv")" -lt 2 ]; then
		rm "$csv"
		echo "$figure: $dir/means.csv: no policy with means of both small and large jobs" >&2
		return 1
	fi
	{ read -r found; read -r missing; read -r repeats; } < <(panels "$by" "$rows" <"$csv")
	[ "$3" != scatter.plt ] || axes "$csv" "$by"
	picture "$dir" "$figure" "$3" by="$by" rows="$found" missing="$missing" repeats="$repeats" \
		names="$6" title="$7" panel_width=$panel_width panel_height=$panel_height "${axes[@]}"
}
