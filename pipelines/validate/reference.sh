# reference.sh -- where jobs, booksim and sst begin: REFERENCE DIR [OPTIONS OF NETSIM], in a temporary folder; they source it.
# shellcheck shell=bash
source "$(dirname "${BASH_SOURCE[0]}")/../lib/here.sh"
[ -z "${ROUTINGS:-}" ] || { ROUTINGS=$(realpath "$ROUTINGS") && export ROUTINGS; }
networks=$(realpath "${NETWORKS:-$here/networks.csv}")
reference=$(cd "$1" && pwd) dir=$2
shift 2
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
temporary
cd "$tmp" || exit
