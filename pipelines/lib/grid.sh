# grid.sh -- the grid of a sweep, checked and in its normal form.
# shellcheck shell=bash disable=SC2154,SC2034
#
# read_grid leaves in $grid a file as `metrics grid` writes it, in $grid_hash the
# name under which OUT keeps it, in $study and $study_dir whose it is.

read_grid() {
	local given=$1 lines

	[[ -r $given ]] || die 2 "cannot read grid '$given'"
	if [[ ! -f $given ]]; then	# a pipe is read once, and we need it twice
		cat -- "$given" >"$tmp/given.csv"
		given=$tmp/given.csv
	fi
	[[ -x $bin/metrics ]] || die 2 "no program 'metrics' in '$bin'; 'make' builds it"
	find_study "$given"
	grid=$tmp/grid.csv
	"$bin/metrics" grid --columns "$study_dir/columns.csv" "$given" >"$grid" || die 2 "grid '$1' is refused"
	grid_hash=$(sha256sum <"$grid")
	grid_hash=${grid_hash:0:16}
	grid_columns id simulations cost >"$tmp/cells"
	mapfile -t lines <"$tmp/cells"
	cells=${#lines[@]}
}

# The column `study` names the folder in which the other columns are declared.
find_study() {
	study=$(awk -F, '
		{ sub(/\r$/, "") }
		NR == 1 { sub(/^\357\273\277/, ""); for (i = 1; i <= NF; i++) if ($i == "study") at = i; if (!at) exit; next }
		!($at in seen) { seen[$at]; print $at }' <"$1")
	[[ $study ]] || die 2 "$1: no column 'study', or no cells"
	[[ $study != *$'\n'* ]] || die 2 "$1: cells of more than one study: ${study//$'\n'/, }"
	[[ $study != */* && $study != .* ]] || die 2 "$1: study: '$study' is not the name of a folder"
	study_dir=$studies/$study
	[[ -f $study_dir/columns.csv && -x $study_dir/cell ]] ||
		die 2 "$1: study: '$study': no columns.csv and cell in '$study_dir'"
}

# grid_columns NAME...: these columns of the grid, separated by spaces
grid_columns() {
	awk -F, -v names="$*" '
		NR == 1 {
			for (i = 1; i <= NF; i++) at[$i] = i
			n = split(names, name, " ")
			for (i = 1; i <= n; i++)
				if (!(name[i] in at)) {
					print "sweep: the study declares no column \"" name[i] "\"" >"/dev/stderr"
					exit 2
				}
			next
		}
		{ line = $at[name[1]]; for (i = 2; i <= n; i++) line = line " " $at[name[i]]; print line }' "$grid"
}
