# settings -- what the scripts of this study share; they source it.
#
# Where the tools are; the machine of Fig. 2 and Fig. 10; the eight policies, the
# measured one first; and what a message size meant in the authors' program, by
# pattern (the paper says only 1 KB and 100 KB).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
export PATH=${HOPLINE_BIN:-$root/bin}:$PATH LC_ALL=C
machine=dragonfly:g=17,a=4,p=4
baselines='simple slurm rdg rdr rrr rdn rrn'
policies="level-spread $baselines"
seed=1

# variants: variant,routing,schedule,mapping,sizes
variants() { sed 1d "$here/variants.csv"; }

# sizes_of nominal|author BYTES: options of gen-workload
sizes_of() {
	local b=$2
	case $1 in
	nominal) echo "--bytes $b" ;;
	author) echo "--bytes $b,broadcast=$((8 * b)),halo3d=$((b * 2048 / 1000)),halo3d26=$((b * 2048 / 1000))" \
		"--edge-bytes halo3d26=$((b * 128 / 1000)) --corner-bytes halo3d26=$((b * 8 / 1000)) --allreduce-bytes halo3d=8" ;;
	*) echo "level-spread: unknown sizes '$1'" >&2; return 2 ;;
	esac
}

# place POLICY MAPPING <JOBS: their nodes and cores
place() { alloc --policy "$1" --seed "$seed" | map --algorithm "$2" --seed "$seed"; }

# simulate ROUTING SCHEDULE [OPTIONS OF NETSIM] <JOBS WITH NODES: how long their messages take
simulate() { netsim --routing "$1" --schedule "$2" --seed "$seed" "${@:3}"; }

# run POLICY MAPPING ROUTING SCHEDULE [OPTIONS OF NETSIM] <JOBS: one policy's results
run() { place "$1" "$2" | simulate "${@:3}"; }

# label COLUMN VALUE: a column more, the same in all rows
label() {
	awk -v name="$1" -v value="$2" '!header && /^#/ { print; next } !header { header = 1; print $0 "," name; next } { print $0 "," value }'
}
