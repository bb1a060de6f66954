# settings -- what the scripts of this study share; they source it.
#
# Where the tools are, and how much is to be run: GRAP_SCALE is full (the paper's machine), small (the default: 36 groups of 72 nodes)
# or tiny (for tests: 6 groups of 8); routers is full with fewer sizes of jobs.  sizes.csv has the sizes.  GRAP_ROUTER is netsim's --router.
# shellcheck shell=bash disable=SC2034 # those who source it use them
source "$(dirname "${BASH_SOURCE[0]}")/../lib/here.sh"
scale=${GRAP_SCALE:-small}
parts='latencies network settings bytes hops speedups schedule'
IFS=, read -r g a p h group_counts alltoall_nodes rounds months days other_bytes some_counts < <(sed -n "s/^$scale,//p" "$here/sizes.csv") ||
	{ echo "grap: GRAP_SCALE: '$scale': must be tiny, small, routers or full" >&2; exit 2; }
group=$((a * p))	# nodes of a group
bytes=${GRAP_BYTES:-4096}	# a message's, one packet; the paper says nothing of them, see the part bytes
iterations=4	# of stencil and neighboring, so that the slowest message of one does not decide alone
load=0.26		# of noise, of a node's link (5.1.2)
lead=10us		# noise before the job; a message of it takes 3 to 7
packet=4096B
router=${GRAP_ROUTER:-output}
tago=tago-shortest	# oblivious between groups, of the shortest circuits (2.2; README, What is run)
threshold=0B		# of par: what CODES has where its files name none
tasks=ordered		# in a group of the reconfigurable dragonfly; or shuffled

source "$root/pipelines/lib/machine.sh"
shape=(g="$g" a="$a" p="$p" h="$h")
fixed() { machine grap-dragonfly "${shape[@]}"; }
reconfigurable() { machine grap-rdragonfly "${shape[@]}" ocs=$((a * h)) ocs-ports="$g"; }
