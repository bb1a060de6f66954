# settings -- what the scripts of this study share; they source it.
#
# The machine of Fig. 2 and Fig. 10; the eight policies, the measured one first;
# and what "1 KB" meant in the authors' program, by pattern (the paper says only
# 1 KB).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
export PATH=${HOPLINE_BIN:-$root/bin}:$PATH LC_ALL=C
machine=dragonfly:g=17,a=4,p=4
baselines='simple slurm rdg rdr rrr rdn rrn'
policies="level-spread $baselines"
seed=1

# pieces CASES: the pieces into which that many workloads are cut, FIRST-LAST
pieces() {
	local first
	for ((first = 1; first <= $1; first += 10)); do
		echo $first-$((first + 9 < $1 ? first + 9 : $1))
	done
}

# variants: variant,routing,schedule,mapping,sizes
variants() { sed 1d "$here/variants.csv"; }

# sizes_of nominal|author: options of gen-workload
sizes_of() {
	case $1 in
	nominal) echo --bytes 1KB ;;
	author) echo --bytes 1KB,broadcast=8000,halo3d=2048,halo3d26=2048 \
		--edge-bytes halo3d26=128 --corner-bytes halo3d26=8 --allreduce-bytes halo3d=8 ;;
	*) echo "level-spread: unknown sizes '$1'" >&2; return 2 ;;
	esac
}

# run POLICY MAPPING ROUTING SCHEDULE <JOBS: one policy's results
run() {
	alloc --policy "$1" --seed "$seed" |
		map --algorithm "$2" --seed "$seed" |
		netsim --routing "$3" --schedule "$4" --seed "$seed"
}

# label COLUMN VALUE: a column more, the same in all rows
label() {
	awk -v name="$1" -v value="$2" '!header && /^#/ { print; next } !header { header = 1; print $0 "," name; next } { print $0 "," value }'
}
