#!/usr/bin/env bash
# c350-order -- programs under Open MPI and MPICH on this host: `hopline record` says who sent whom what, and the library of `hopline preload`
# gives MPI_Cart_create and its like the order that map gives, or leaves the old one and says why.
# shellcheck source=/dev/null disable=SC2016
source "$(dirname "$0")/../lib.sh"

export XDG_CACHE_HOME=$shared_dir/cache HALO=$shared_dir/halo TREE=$shared_dir/topology.conf
printf '%s\n' 'SwitchName=top Switches=s[0-1]' 'SwitchName=s0 Nodes=n[0-15]' 'SwitchName=s1 Nodes=n[16-31]' >"$TREE"

# hosts NAME...: four ranks on each, as HOPLINE_HOSTS has them; cyclic NAME...: one after another, four times
hosts() { for host; do printf '%s,%s,%s,%s,' "$host" "$host" "$host" "$host"; done; }
cyclic() { for _ in 1 2 3 4; do printf '%s,' "$@"; done; }
# run COMMAND...: on 16 ranks, by the MPI under test
run() { timeout 120 "${LAUNCH[@]}" -n 16 "$@"; }
# order KIND [X Y]: the old rank of each new one under the library
order() { LD_PRELOAD=$(hopline preload) run "$HALO" "$1" "${2:-4}" "${3:-4}" 2>said; }
# wanted STEP NODES ARGUMENT...: what map says, as the ranks whose places are taken: of a host four in a row (STEP 1), or each fourth one
wanted() {
	map --nodes "$2" --topology "$TREE" "${@:3}" --format hostfile --launcher srun --no-preamble --quiet |
		awk -v nodes="$2" -v step="$1" 'BEGIN { n = split(nodes, host, ","); for (i = 1; i <= n; i++) next_[host[i]] = 4 / step * (i - 1) } /^#/ { next }
			{ printf "%s%d", printed++ ? " " : "", next_[$1]; next_[$1] += step } END { print "" }'
}
export -f hosts cyclic order wanted

old=$(seq -s' ' 0 15)
export old
tried=0
for mpi in openmpi mpich; do
	export MPICC=mpicc.$mpi
	command -v "$MPICC" >/dev/null && command -v mpirun.$mpi >/dev/null || { skip "programs under $mpi" "no $MPICC or mpirun.$mpi here"; continue; }
	LAUNCH=("mpirun.$mpi")
	[ $mpi = mpich ] || LAUNCH+=(-q --oversubscribe)
	[ $mpi = mpich ] || [ "$(id -u)" != 0 ] || LAUNCH+=(--allow-run-as-root)
	{ "$MPICC" -O1 -o "$HALO" "$HOPLINE_ROOT/tests/cluster/halo.c" && run true; } >"$shared_dir/why" 2>&1 ||
		{ skip "programs under $mpi" "no program of it is built and runs here: $(grep -v '^-*$' "$shared_dir/why" | sed -n 1p)"; continue; }
	tried=1
	# Arrays are not exported.
	eval "run() { timeout 120 ${LAUNCH[*]} -n 16 \"\$@\"; }"
	export -f run

	t "$mpi: without the library the order stays; the library is built once" '
		is "$(run "$HALO" cart 4 4)" "$old" && lib=$(hopline preload --build) && [ -s "$lib" ] && is "$(hopline preload)" "$lib"'
	for kind in cart graph dist; do
		t "$mpi, $kind: the order is that of map, the same again, and neighbours are those of the grid" '
			export HOPLINE_TOPOLOGY=$TREE HOPLINE_HOSTS=$(hosts n1 n17 n2 n18) && order '$kind' >got && order '$kind' >again && cmp got again &&
			is "$(cat got)" "$(wanted 1 n1,n17,n2,n18 --dims 4x4 --periodic xy)" && [ "$(cat got)" != "$old" ] && [ ! -s said ]'
	done
	t "$mpi: ranks that did not fill host after host send less between hosts" '
		export HOPLINE_TOPOLOGY=$TREE HOPLINE_HOSTS=$(cyclic n1 n2 n17 n18) && order cart 2 8 >got &&
		is "$(cat got)" "$(wanted 4 n1,n2,n17,n18 --dims 2x8 --periodic xy)" && [ "$(cat got)" != "$old" ] && is "$(order cart)" "$old"'
	t "$mpi: no better order, no topology, hosts of another machine, uneven hosts: the order stays, and what is wrong is said once" '
		export HOPLINE_HOSTS=$(hosts n1 n2 n3 n4) && is "$(HOPLINE_TOPOLOGY=$TREE order cart)" "$old" && [ ! -s said ] &&
		is "$(HOPLINE_TOPOLOGY=none order cart)" "$old" && is "$(grep -c "order of ranks stays" said)" 1 && grep -q "none" said &&
		is "$(HOPLINE_MACHINE=mesh:k=4 order cart)" "$old" && is "$(grep -c "order of ranks stays: map" said)" 1 &&
		export HOPLINE_HOSTS=$(hosts x1 n2 n3 n4) && is "$(HOPLINE_TOPOLOGY=$TREE order graph)" "$old" && grep -q "x1.*has this name" said &&
		export HOPLINE_HOSTS=$(hosts n1 n17 n2)n2,n2,n2,n18 && is "$(HOPLINE_TOPOLOGY=$TREE order dist)" "$old" && grep -q "different numbers" said'
	t "$mpi: what is recorded is what the halo exchange sends, and map takes it" '
		hopline record -o m.csv -- '"${LAUNCH[*]}"' -n 16 "$HALO" cart 4 4 >out 2>said && is "$(cat out)" "$old" && grep -q "m.csv: what 16 ranks sent" said &&
		awk -F, "NR > 1 && \$1 != 0 && \$2 != 0 { r = int(\$1 / 4); c = \$1 % 4; x = int(\$2 / 4); y = \$2 % 4
			d = (r - x) ^ 2 + (c - y) ^ 2; if ((d == 1 || d == 9) && (r == x || c == y)) near[\$1 \",\" \$2] = \$3 }
			END { for (k in near) { if (near[k] < 4) exit 1; n++ } exit n != 15 * 4 - 4 }" m.csv && ! ls -d hopline-trace* 2>/dev/null &&
		map --nodes n1,n17,n2,n18 --topology "$TREE" --matrix m.csv --format hostfile >hosts.txt 2>said && is "$(grep -vc "^#" hosts.txt)" 16'
	t "$mpi: sums of bytes, which are recorded, are those of the trace with each message, of all kinds of calls and communicators" '
		"$MPICC" -O1 -o "$shared_dir/calls" "$HOPLINE_ROOT/tests/cluster/calls.c" &&
		hopline record -o sums.csv -- '"${LAUNCH[*]}"' -n 7 "$shared_dir/calls" 2>said && [ "$(wc -l <sums.csv)" -gt 20 ] &&
		HOPLINE_TRACE=$PWD/trace LD_PRELOAD=$(hopline record --build) OMPI_MCA_mca_base_env_list="LD_PRELOAD;HOPLINE_TRACE" '"${LAUNCH[*]}"' -n 7 "$shared_dir/calls" &&
		grep -q "isend" trace/rank-3 && gen-workload trace --machine mesh:k=7,cores=1 --out program --matrix trace.csv trace/index >row && diff sums.csv trace.csv'
	t "$mpi: a program fails with its own status; one without MPI is said" '
		exits 3 hopline record -o m.csv -- sh -c "'"${LAUNCH[*]}"' -n 2 $HALO cart 2 1 >/dev/null; exit 3" && [ -s m.csv ] &&
		refuses 1 "no rank of" hopline record -o n.csv -- true && [ ! -e n.csv ]'
done
[ $tried = 1 ] || echo "# no MPI here"
t 'record and preload without a program, without a compiler' '
	refuses 1 "nowhere: does not run" env MPICC=nowhere hopline preload; refuses 2 "unknown option" hopline record --what -- true'

done_testing
