# settings -- what the scripts of this study share; they source it.
#
# Where the tools are, and how much is to be run: GSEARCH_SCALE is small (the default; minutes altogether) or
# full.
# shellcheck shell=bash disable=SC2034 # those who source it use them
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
export PATH=${HOPLINE_BIN:-$root/bin}:$PATH LC_ALL=C
scale=${GSEARCH_SCALE:-small}
case $scale in small | full) ;; *) echo "gsearch: GSEARCH_SCALE: '$scale': must be small or full" >&2; exit 2 ;; esac

# The main reading, as options of map: README, "Readings".
main=(--cut-tie machine)
