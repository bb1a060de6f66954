# figures -- what fig4, fig7 and fig8 share; they source it.
source "$(dirname "${BASH_SOURCE[0]}")/../settings.sh"
patterns='alltoall broadcast fft3d halo2d halo3d halo3d26'
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# usage TEXT: say how it is called
usage() { echo "usage: $1" >&2; exit 2; }

# relative DIR FIGURE WHERE BY ROWS: what relative.awk makes of DIR/means.csv, if anything
relative() {
	local means=$1/means.csv
	[ -f "$means" ] || { echo "$2: $means: no such file" >&2; return 1; }
	awk -v where="$3" -v by="$4" -v rows="$5" -v policies="$policies" -v patterns="$patterns" \
		-v variants="$(variants | cut -d, -f1 | tr '\n' ' ')" -f "$here/figures/relative.awk" "$means" >"$tmp/relative" || return
	[ -s "$tmp/relative" ] || { echo "$2: $means: no means with alloc=simple and $3" >&2; return 1; }
	cat "$tmp/relative"
}

# sides BY: a line a policy, with small and large jobs side by side
sides() {
	echo "variant,${1// /,},pattern,alloc,small,small_sd,large,large_sd,repeats"
	awk -F, -v OFS=, '
		{ class = $(NF - 3); of = $(NF - 2) FS $(NF - 1); repeats = $NF; NF -= 4 }
		class == "small" { small[$0] = of; next }
		$0 in small { print $0, small[$0], of, repeats }'
}

# panels VARIANT BY ROWS <CSV: as gnuplot reads it, which rows of panels there are
panels() {
	awk -F, -v variant="$1" -v by="$2" -v rows="$3" '
		$1 == variant {
			row = $2
			if (by ~ / /) row = row "/" $3
			there[row] = 1
			if (!least || $NF < least) least = $NF
			if ($NF > most) most = $NF
		}
		END {
			n = split(rows, list, " ")
			for (i = 1; i <= n; i++)
				if (list[i] in there) found = found " " list[i]; else missing = missing " " list[i]
			repeats = (least < most ? least " to " : "") most (most == 1 ? " repeat" : " repeats")
			printf "rows=\"%s\"; missing=\"%s\"; repeats=\"%s\"\n", substr(found, 2), substr(missing, 2), repeats
		}'
}

# draw DIR FIGURE PLT BY ROWS GNUPLOT: a picture of each variant in DIR/FIGURE.csv.  GNUPLOT says
# what the figure's title and its rows are called.
draw() {
	local dir=$1 figure=$2 plt=$3 by=$4 between="').'/'.strcol('" key present variant out
	key="strcol('${by// /$between}')"
	present=$(awk -F, 'NR > 1 && !seen[$1]++ { print $1 }' "$dir/$figure.csv")
	rm -f "$dir/$figure".svg "$dir/$figure"-*.svg
	if [ -z "$present" ]; then
		rm "$dir/$figure.csv"
		echo "$figure: $dir/means.csv: no policy with means of both small and large jobs" >&2
		return 1
	fi
	for variant in $present; do
		out=$dir/$figure-$variant.svg
		[ "$variant" != adaptive-burst ] || out=$dir/$figure.svg
		gnuplot -e "here='$here/figures'; in='$dir/$figure.csv'; out='$tmp/picture'; variant='$variant'; row_of(x) = $key; by='$by'" \
			-e "$(panels "$variant" "$by" "$5" <"$dir/$figure.csv"); $6" "$here/figures/$plt"
		awk -f "$here/../lib/slim.awk" "$tmp/picture" >"$out"
	done
}
