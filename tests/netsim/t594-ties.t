#!/usr/bin/env bash
# t594-ties -- of equal queues, tokens and interfaces any is taken: evenly on idle machines; and so larger buffers do not make
# adaptive routings slower, which keep flows apart by what waits.
. "$(dirname "$0")/../lib.sh"

# even ROW TABLE: Pearson's statistic of a table of links: those that ROW, an expression of awk, puts under one name, should carry as many
# packets; ROW is empty for others.  True if it is four standard deviations above its mean at most, and there is something to choose.
even() {
	awk -F, -v OFS=, '
		/^#/ || $1 == "case" { next }
		{ from = int(substr($4, 2)); to = int(substr($5, 2)); row = '"$1"' }
		$6 && row != "" { sum[row] += $6; square[row] += $6 * $6; links[row]++ }
		END {
			for (r in links)
				if (sum[r]) { chi += square[r] * links[r] / sum[r] - sum[r]; freedom += links[r] - 1; packets += sum[r] }
			printf "%d packets, chi-square %.1f of %d\n", packets, chi, freedom
			exit !(freedom > 0 && packets > 50 * freedom && chi < freedom + 4 * sqrt(2 * freedom))
		}' "$2"
}
# played MACHINE ROUTING ROUTER ROW...: rows of jobs on a machine's nodes, in order; what its links carried is in l.csv
played() {
	local machine=$1 routing=$2 router=$3
	shift 3
	printf '%s\n' "$@" | alloc --policy simple --machine "$machine" | map --algorithm linear |
		netsim --routing "$routing" --router "$router" --links l.csv >out
}
# mean BUFFER: of the times of the jobs in placed.csv, with so much for each channel
mean() { netsim --routing adaptive --set "vc-buffer=$1" placed.csv | column comm_time_s | awk '{ sum += $1 } END { print sum / NR }'; }
# no_slower MACHINE BUFFER...: eight jobs on a machine, of tasks in random pairs with 48 KiB for each other, take 2% more than with buffers of
# 14,000 B at most
no_slower() {
	local machine=$1 nodes small large buffer
	shift
	nodes=$(metrics machine --machine "$machine" | metrics select --columns nodes | column nodes | awk '{ print int($1 * 0.45) * 2 }')
	(echo case,job,nodes,tasks,pattern,bytes && printf "%d,a,$nodes,$nodes,pairs,49152\n" {1..8}) | alloc --policy simple --machine "$machine" |
		map --algorithm linear >placed.csv
	small=$(mean 14000)
	for buffer; do
		large=$(mean "$buffer") && echo "$machine: $small s with 14000 B, $large s with $buffer" && holds "$large <= 1.02 * $small" || return
	done
}
export -f even played mean no_slower

# --- on idle machines: a message of one packet now and then

t 'a fat-tree: each switch sends packets up by all its links alike' '
	for m in "fattree:k=4,n=3 adaptive output" "fattree:k=4,n=3 adaptive input" "fattree:radix=12,taper=2,pods=2 adaptive output"; do
		played $m job,nodes,pattern,bytes,load,duration_s a,16,uniform,512,0.02,0.04 && even "to > from && \$3 != \"node\" ? from : \"\"" l.csv || exit 1
	done'
t 'lattices: each router sends packets on in all dimensions that they have still to go, and both ways round a ring' '
	for m in "hypercube:n=4 15" "torus:k=4x4 10" "mesh:k=3x3x3 26" "expressmesh:k=3x3x3,gap=1 26"; do
		printf "%s\n" "#machine ${m% *}" job,nodes,tasks,pattern,bytes,iterations,compute_s,node_list "a,2,2,broadcast,512,2000,2e-6,0 ${m#* }" |
			map --algorithm linear | netsim --routing adaptive --links l.csv >out && even "\$3 != \"node\" ? from : \"\"" l.csv || exit 1
	done'
t 'nic-choice=least: the packets of a node take all its interfaces alike' '
	played fattree:k=8,n=2,nics=4,nic-choice=least d-mod-k output job,nodes,tasks,pattern,bytes,iterations,compute_s a,16,16,pairs,256,400,2e-6 &&
	even "\$4 ~ /^n/ ? from : \"\"" l.csv'

# --- larger buffers

t 'fat-trees: larger buffers cost no time' '
	for m in fattree:k=4,n=3 fattree:k=6,n=3 fattree:k=12,n=2 fattree:radix=12,taper=2,pods=4; do no_slower $m 32KiB 128KiB || exit 1; done'
t 'lattices: buffers nine times as large cost no time' '
	for m in torus:k=4x4x4 torus:k=8x8 mesh:k=4x4x4 hypercube:n=6 expressmesh:k=4x4x2,p=2,gap=1 expressmesh:k=6x4,p=2,gap=2; do no_slower $m 128KiB || exit 1; done'

done_testing
