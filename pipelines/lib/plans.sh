# plans.sh -- the grid of a study with plans: which of them is wanted, and its rows.  The study's settings.sh comes first.
# shellcheck shell=bash disable=SC2154,SC2034

# read_plan "PLAN|PLAN..." "$@": of `grid PLAN [COLUMN=VALUE...]` or `grid --count PLAN` the plan, into $plan, whether rows are only to be
# counted, into $count, and the conditions, into the array `conditions`
read_plan() {
	local how="grid $1 [COLUMN=VALUE...], or grid --count NAME" names="|$1|" condition
	shift
	count=''
	if [ "${1-}" = --count ]; then count=yes && shift; fi
	[[ ${1-} && $names == *"|$1|"* ]] || usage "$how"
	plan=$1 conditions=("${@:2}")
	for condition in "${conditions[@]}"; do [[ $condition == [a-z]*=* ]] || usage "$how"; done
}

# cells [FILE...]: the rows of the plan, by the study's rules.awk and plans.awk
cells() { awk -v plan="$plan" -v seed="$seed" -f "$here/rules.awk" -f "$here/plans.awk" "$@"; }

# only: of a table the rows that meet the conditions
only() { metrics select --quiet --no-preamble "${conditions[@]/#/--where=}" || exit 2; }

# grid_of_cells [FILE...]: the plan's grid, long cells first
grid_of_cells() {
	cells "$@" | { sed -u 1q; awk -F, '{ print $NF "," $0 }' | sort -t, -k1,1nr -s | cut -d, -f2-; } |
		metrics grid --no-preamble --columns "$here/columns.csv" | only
}
