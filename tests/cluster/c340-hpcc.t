#!/usr/bin/env bash
# c340-hpcc -- HPCC on four ranks under Open MPI, recorded by data/tracing/mpi-trace.c and played again: what ranks send each other, in bytes,
# as Open MPI itself counts it (its layer `monitoring`), as it was recorded, as the program has it and as netsim says.
#
# Open MPI counts the messages of the program apart from those of collectives, but for a linear alltoall, which it takes for the program's; so
# alltoall goes pairwise here, and the collectives are left out of the trace.
# shellcheck source=/dev/null disable=SC2016
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/lib.sh"
needs hpcc mpicc mpirun
mpirun --version | grep -q '^mpirun (Open MPI) 4' && mpicc --showme >/dev/null 2>&1 || skip_all 'mpirun and mpicc are not of Open MPI 4'

# run_hpcc: the smallest problems, in the current folder; its files
run_hpcc() {
	local root=()
	[ "$(id -u)" != 0 ] || root=(--allow-run-as-root)
	awk 'NR == 6 { $1 = 32 } NR == 8 || NR == 36 { $1 = 8 } NR == 11 || NR == 12 { $1 = 2 } NR == 34 { $1 = 32 } { print }' \
		/usr/share/doc/hpcc/examples/_hpccinf.txt >hpccinf.txt
	mpicc -O2 -shared -fPIC -o mpi-trace.so "$HOPLINE_ROOT/data/tracing/mpi-trace.c" &&
		timeout 120 mpirun -q "${root[@]}" --oversubscribe --mca btl self,vader --mca coll_tuned_use_dynamic_rules 1 \
			--mca coll_tuned_alltoall_algorithm 2 --mca pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3 \
			--mca pml_monitoring_filename counted -n 4 -x LD_PRELOAD="$PWD/mpi-trace.so" hpcc
}

(cd "$shared_dir" && run_hpcc >why 2>&1) || skip_all "hpcc does not run here: $(sed -n 1p "$shared_dir/why")"
export shared_dir

# counted, recorded, sent PROGRAM: FROM,TO,BYTES a line
counted() { awk '$1 == "E" { print $2 "," $3 "," $4 }' "$shared_dir"/counted.*.prof | sort; }
recorded() { awk '$2 ~ /^i?send$/ { sum[$1 "," $3] += $5 } END { for (pair in sum) print pair "," sum[pair] }' "$shared_dir"/trace/rank-* | sort; }
sent() {
	awk '/^rank/ { from = $2 } $2 == "send" { sum[from "," $5] += $3 } END { for (pair in sum) print pair "," sum[pair] }' "$1" | sort
}

t 'HPCC came to its end, and ranks sent each other something' '
	grep -q "^End of HPC Challenge tests" "$shared_dir/hpccoutf.txt" && counted >all && is "$(wc -l <all)" 12'

t 'the recorder has what Open MPI counts' 'recorded >own && counted | diff - own'

t 'the program sends it, and netsim plays it' '
	for r in 0 1 2 3; do grep -vE " (barrier|bcast|all(reduce|toallv?|gatherv?)|reduce|gather|scatter) ?" "$shared_dir/trace/rank-$r"; done >trace.ti &&
	gen-workload trace --machine torus:k=2x2,cores=1 --compute-scale 0 --out p.goal --matrix m.csv trace.ti >row &&
	recorded >want && sent p.goal | diff want - && sed 1d m.csv | sort | diff want - &&
	alloc --policy simple row | map --algorithm linear | netsim >out && is "$(column comm_bytes out)" "$(awk -F, "{ n += \$3 } END { printf \"%.0f\", n }" want)" &&
	is "$(column messages out)" "$(cat "$shared_dir"/trace/rank-* | grep -cE " i?send ")"'

done_testing
