# atlas -- jobs of a log on a mesh, and GSEARCH's swaps for them: what atlas and ties share; they source it.
#
# GSEARCH_LOG is another log than that of LLNL's Atlas.
# shellcheck shell=bash
source "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
log=${GSEARCH_LOG:-$root/data/swf/LLNL-Atlas-2006-2.1-cln.swf.gz}

# placed LATTICE [OPTIONS OF GEN-WORKLOAD]: the log's jobs on it, started when the log says, a processor of the log on each node
placed() {
	gen-workload swf --machine "$1,cores=1" --procs-per-node 1 --pattern halo3d --quiet "${@:2}" "$log" |
		alloc --policy snake-best-fit --schedule log --quiet
}

# each N: every N-th row of a table
each() { awk -v n="$1" '!header { print; header = !/^#/; next } row++ % n == 0'; }

# searched TABLE [OPTIONS OF MAP]: GSEARCH's trace of the jobs.  They are dealt out to more files than there are cores, which
# keeps all of them busy to the end.
searched() {
	local table=$1 part=$1.part
	shift
	awk -v part="$part" -v parts=$(($(wc -l <"$table") < 640 ? 8 : 64)) '
		!header { for (i = 0; i < parts; i++) print >(part i); header = !/^#/; next }
		{ print >(part row++ % parts) }' "$table"
	PARALLEL_SHELL=$BASH PARALLEL_HOME=$tmp parallel --will-cite --halt soon,fail=1 \
		map --algorithm gsearch "$@" --swaps-trace {}.trace {} '>/dev/null' ::: "$part"*[0-9]
	printf '%s\n' "$part"*.trace | sort -V | xargs awk 'NR == 1 || FNR > 1'
	rm "$part"*
}

# hops TABLE TRACE: a job a row, in the order of the table: the first and the last line that the trace has of it
hops() {
	metrics select --no-preamble --columns job,nodes,dims "$1" | awk -F, -v OFS=, '
		FNR == 1 { table++; if (table == 2) print $0, "swaps", "geom_hops", "gsearch_hops"; next }
		table == 1 { if (!($2 in first)) first[$2] = $4; swaps[$2] = $3; last[$2] = $4; next }
		{ print $0, swaps[$1], first[$1], last[$1] }' "$2" -
}
