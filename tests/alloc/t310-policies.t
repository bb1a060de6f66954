#!/usr/bin/env bash
# alloc: worked examples on dragonflies, tests/cases/policies; each says where it is from.
. "$(dirname "$0")/../lib.sh"

# groups NODES LIST: how many nodes of each group of NODES nodes are in the list
groups() {
	tr ' ' '\n' <<<"$2" | awk -F- -v size="$1" '{ for (v = $1; v <= $NF; v++) n[int(v / size)]++ } END { for (d = 0; d in n; d++) printf "%s%d", d ? " " : "", n[d]; print "" }'
}
cases policies

done_testing
