# here.sh -- where a script of a study is ($here), the project ($root), and its tools on the path; scripts source it first.
# shellcheck shell=bash disable=SC2034
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[1]}")" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tools_at=${HOPLINE_BIN:-$root/bin}
[[ $tools_at = /* ]] || tools_at=$PWD/$tools_at
export PATH=$tools_at:$PATH LC_ALL=C

# usage TEXT: how the script is called, to somebody who called it otherwise
usage() { echo "usage: $1" >&2; exit 2; }

# temporary: $tmp, a folder that goes with the script
temporary() { tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT; }

# part "$@": a script that is called with a folder and nothing else: $dir, that folder, which is there from now on, and $tmp
part() {
	[ $# = 1 ] || usage "${0##*/} DIR"
	mkdir -p "$1"
	dir=$(cd "$1" && pwd)
	temporary
}
