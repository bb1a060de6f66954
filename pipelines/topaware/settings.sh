# settings -- what the scripts of this study share; they source it.
#
# Where the tools are, and how much is to be run: TOPAWARE_SCALE is full (the paper's sizes), small (the default: about an eighth of
# them, half a minute altogether) or tiny (for tests: to see that it runs).  sizes.csv has the sizes.  TOPAWARE_ROUTER is netsim's --router.
# shellcheck shell=bash disable=SC2034 # those who source it use them
source "$(dirname "${BASH_SOURCE[0]}")/../lib/here.sh"
scale=${TOPAWARE_SCALE:-small}
parts='selection folding advice milc vpic s3d wrf titan' afterwards=ratios
not_kept='fig1.csv distances.csv'	# a row for each router, and for each map
kept_too='titan.MPICH_RANK_ORDER titan.nodes'
grep -q "^$scale," "$here/sizes.csv" || { echo "topaware: TOPAWARE_SCALE: '$scale': must be tiny, small or full" >&2; exit 2; }
router=${TOPAWARE_ROUTER:-output}
packet=4096B	# half the work of the default 2048B

source "$root/pipelines/lib/machine.sh"
# bluewaters: the Blue Waters of this scale
bluewaters() {
	case $scale in
	full) machine bluewaters ;;
	small) machine bluewaters k=12x12x12 other=4x4x12@0+0+0 service=blades:84 ;;
	tiny) machine bluewaters k=6x8x8 other=2x2x8@0+0+0 service=blades:8 ;;
	esac
}
# sizes APPLICATION: its rows of this scale, without the first two columns
sizes() { sed -n "s/^$scale,$1,//p" "$here/sizes.csv"; }
# multiplied A B: two grids, dimension by dimension
multiplied() { awk -v a="$1" -v b="$2" 'BEGIN { split(a, x, "x"); split(b, y, "x"); print x[1] * y[1] "x" x[2] * y[2] "x" x[3] * y[3] }'; }
# pairs PRISM: nodes of a prism of node pairs
pairs() { echo $((2 * ${1//x/ * })); }
