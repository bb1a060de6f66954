#!/usr/bin/env bash
# c300-launchers -- what map writes for launchers, read by the real ones: Slurm's hostlists, Open MPI's rankfile, MPICH's machinefile.
# shellcheck source=/dev/null disable=SC2016,SC2154
source "$(dirname "$0")/../lib.sh"

# hosts_of LIST: a host a line, by Slurm itself, which wants a configuration but no daemon
printf 'ClusterName=none\nSlurmctldHost=localhost\n' >"$shared_dir/slurm.conf"
hosts_of() { SLURM_CONF=$shared_dir/slurm.conf scontrol show hostnames "$1"; }
sorted() { SLURM_CONF=$shared_dir/slurm.conf scontrol show hostlistsorted "$1"; }

# ours LIST COUNT: the same by map, COUNT hosts: a task each on a machine that they name
ours() { map --no-preamble --algorithm linear --machine "mesh:k=$2,cores=1" --hosts "$1" --nodes "$1" --dims "$2" --format hostfile; }
# list_of LIST COUNT: sorted and short, by map
list_of() { map --algorithm linear --machine "mesh:k=$2,cores=1" --hosts "$1" --nodes "$1" --dims "$2" --format nodelist; }

# random_lists SEED: 40 lists; the numbers of a stem are of one width, or none has leading zeros
random_lists() {
	awk -v seed="$1" '
		function upto(n) { return int(rand() * n) }
		function number(width) { return sprintf("%0" width "d", upto(width > 1 ? 10 ^ width : 1200)) }
		function group(width,   text, i, n, low) {
			text = ""
			for (i = n = 1 + upto(4); i > 0; i--) {
				low = number(width)
				text = text (i < n ? "," : "") low
				if (upto(2)) text = text "-" sprintf("%0" width "d", low + upto(width > 1 && 10 ^ width - low < 12 ? 10 ^ width - low : 12))
			}
			return text
		}
		BEGIN {
			srand(seed)
			split("n nid x9y x10y a-", stem, " ")
			for (i = 1; i <= 40; i++) {
				line = ""
				for (k = 1; k <= 5; k++) if (upto(2)) {
					width = upto(2) ? 1 : 2 + upto(3)
					line = line (line == "" ? "" : ",") stem[k] (upto(3) ? "" : "[" group(1) "]b") "[" group(width) "]"
				}
				if (line == "") line = "one[" group(3) "]"
				print line
			}
		}'
}

if command -v scontrol >/dev/null; then
	t 'random hostlists: expanded as Slurm expands them' '
		random_lists 1 | while read -r list; do
			hosts_of "$list" | awk "!seen[\$0]++" >want && n=$(wc -l <want) && names=$(paste -sd, want) || exit 1
			[ "$n" = "$(hosts_of "$list" | wc -l)" ] || continue	# a host twice: map refuses it, see t465
			ours "$list" "$n" | diff want - && echo . >>compared || { echo "$list"; exit 1; }
		done && [ "$(wc -l <compared)" -ge 8 ]'
	t 'random hostlists: written as Slurm writes them, and the same hosts' '
		random_lists 2 | while read -r list; do
			names=$(hosts_of "$list" | sort -u | shuf --random-source=<(yes) | paste -sd,) && n=$(tr , "\n" <<<"$names" | wc -l) || exit 1
			list_of "$names" "$n" >got && sorted "$names" | diff got - && hosts_of "$(cat got)" | sort | diff - <(tr , "\n" <<<"$names" | sort) ||
				{ echo "$list"; exit 1; }
		done'
else
	skip 'random hostlists against Slurm' 'no scontrol here (tools/setup cluster installs it)'
fi

# Each rank says its number and the processors it may use, and mpirun the cores that it has bound them to.
cat >"$shared_dir/where" <<'END'
#!/bin/sh
echo "$OMPI_COMM_WORLD_RANK $(awk '/^Cpus_allowed_list/ { print $2 }' /proc/self/status)"
END
chmod +x "$shared_dir/where"
cores=$(lscpu -p=Socket,Core 2>/dev/null | grep -v '^#' | sort -u | wc -l)
[ "$cores" -le "$(nproc)" ] || cores=$(nproc)
launcher() {
	local root=()
	[ "$(id -u)" != 0 ] || root=(--allow-run-as-root)
	timeout 120 mpirun "${root[@]}" "$@"
}
# rankfile SEED: as many tasks as cores, at random on this host
rankfile() {
	map --nodes "$(hostname)" --hosts "$(hostname)" --machine "mesh:k=1,cores=$cores" --dims "$cores" --algorithm random --seed "$1" --format rankfile
}

if ! command -v mpirun >/dev/null || ! mpirun --version | grep -q '^mpirun (Open MPI) 4'; then
	skip 'mpirun --rankfile' 'no mpirun of Open MPI 4 here (tools/setup cluster installs it)'
elif [ "$cores" -lt 2 ]; then
	skip 'mpirun --rankfile' 'one core is no choice'
elif ! launcher -np 1 true 2>"$shared_dir/why" >&2; then
	skip 'mpirun --rankfile' "mpirun does not run here: $(grep -v '^-*$' "$shared_dir/why" | sed -n 1p)"
else
	t 'mpirun --rankfile: every rank runs on the core that the file says' '
		for seed in 1 2 3 4; do
			rankfile $seed >ranks && launcher --rankfile ranks -np "$cores" --report-bindings "$shared_dir/where" >out 2>bound || { cat bound; exit 1; }
			sed -n "s/^rank \([0-9]*\)=.* slot=\([0-9]*\)$/\1 \2/p" ranks >slots && [ "$(wc -l <slots)" = "$cores" ] &&
			sed -n "s/.* rank \([0-9]*\) bound to socket [0-9]*\[core \([0-9]*\)\[.*/\1 \2/p" bound | sort -n | diff slots - &&
			[ "$(cut -d " " -f 1 out | sort -n | paste -sd" ")" = "$(seq 0 $((cores - 1)) | paste -sd" ")" ] &&
			[ "$(cut -d " " -f 2 out | sort -u | wc -l)" = "$cores" ] || { cat ranks bound out; exit 1; }
			paste -sd" " slots >>orders
		done && [ "$(sort -u orders | wc -l)" -gt 1 ]'
fi

if ! command -v mpiexec.hydra >/dev/null; then
	skip 'mpiexec.hydra -f' 'no mpiexec.hydra here (tools/setup cluster installs it)'
else
	t 'mpiexec.hydra -f: every rank goes to the host that the mapping says' '
		for seed in 1 2 3 4; do
			for format in machinefile hostfile; do
				map --nodes "n[1-3]" --hosts "n[1-3]" --machine mesh:k=3,cores=2 --dims 6 --algorithm random --seed $seed --format $format >$format || exit 1
			done
			timeout 60 env -i PATH="$PATH" mpiexec.hydra -f machinefile -n 6 -launcher fork -verbose true 2>&1 | sed -nE "s/^--version .*--hostname ([a-z0-9]+) .*--pmi-id-map 0,([0-9]+) .*--exec-proc-count ([0-9]+) .*/\1 \2 \3/p" |
				awk "{ for (i = 0; i < \$3; i++) print \$2 + i, \$1 }" | sort -n | cut -d" " -f2 >got
			grep -v "^#" hostfile | diff - got || { cat machinefile; exit 1; }
		done'
fi

done_testing
