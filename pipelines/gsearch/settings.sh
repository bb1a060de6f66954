# settings -- what the scripts of this study share; they source it.
#
# Where the tools are, and how much is to be run: GSEARCH_SCALE is small (the default; minutes altogether) or
# full.
# shellcheck shell=bash disable=SC2034 # those who source it use them
source "$(dirname "${BASH_SOURCE[0]}")/../lib/here.sh"
scale=${GSEARCH_SCALE:-small}
parts='histogram boxes longest variants atlas ties readings random cielo limits quality matrices'
not_kept=atlas.csv	# a row for each of 36,600 jobs
case $scale in small | full) ;; *) echo "gsearch: GSEARCH_SCALE: '$scale': must be small or full" >&2; exit 2 ;; esac

# The main reading, as options of map: README, "Readings".
main=(--cut-tie machine)
