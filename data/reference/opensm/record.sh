#!/usr/bin/env bash
# record.sh ENGINE SPEC -- the forwarding tables that OpenSM gives to the machine SPEC with its engine minhop or ftree, on a subnet that ibsim
# simulates: a line a switch, its number and, for each node, the port from 0 on ("-": none).  Wants metrics of this tree in PATH, and opensm
# and ibsim-utils (Debian).  Where OpenSM falls back to another engine: "none".
set -eu
engine=$1 spec=$2
PATH=$PATH:/usr/sbin
dir=$(mktemp -d)
trap 'exec 3>&- || true; wait; rm -rf "$dir"' EXIT
export OSM_CACHE_DIR=$dir OSM_TMP_DIR=$dir IBSIM_SOCKNAME=hopline-$$
metrics topology --to ibnetdiscover --machine "$spec" >"$dir/net"
mkfifo "$dir/in"
ibsim -s -S 2000 -N 20000 -P 100000 "$dir/net" <"$dir/in" >"$dir/ibsim.log" 2>&1 &
exec 3>"$dir/in"		# ibsim ends with its input
sleep 1
SIM_HOST=$(sed -n 's/^Ca.*"\(H-[0-9a-f]*\)".*/\1/p' "$dir/net" | head -n 1)
export SIM_HOST
for ((try = 0; try < 3; try++)); do
	timeout 60 ibsim-run opensm -R "$engine" -o -D 0x43 -f "$dir/log" >"$dir/out" 2>&1 || true
	[ ! -s "$dir/opensm-lfts.dump" ] || break
	sleep 1
done
echo quit >&3
grep -q "tables configured on all switches" "$dir/log" || { echo "record.sh: OpenSM gives no tables to $spec" >&2; exit 1; }
grep -q "$engine tables configured on all switches" "$dir/log" || { echo none; exit 0; }
# Lines "0x0005 003 # Channel Adapter portguid 0x…" behind "Unicast lids … of switch … guid 0x…".
awk '
function number(hex,  n, i) {
	for (i = 3; i <= length(hex); i++) n = 16 * n + index("0123456789abcdef", tolower(substr(hex, i, 1))) - 1
	return n
}
/^Unicast lids/ { for (i = 1; i < NF; i++) if ($i == "guid") at = number($(i + 1)) - 2097152; seen[at] = 1; if (at > top) top = at }
/Channel Adapter portguid/ { for (i = 1; i < NF; i++) if ($i == "portguid") { sub(/:/, "", $(i + 1)); node = (number($(i + 1)) - 268435457) / 2 }
	if ($2 + 0 > 0 && $2 + 0 < 255) port[at, node] = $2 - 1
	if (node > last) last = node }
END { for (r = 0; r <= top; r++) if (seen[r]) { printf "%d", r
	for (v = 0; v <= last; v++) printf " %s", (r, v) in port ? port[r, v] : "-"
	print "" } }' "$dir/opensm-lfts.dump"
