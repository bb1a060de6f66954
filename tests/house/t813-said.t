#!/usr/bin/env bash
# t813-said -- what README and the pages show as output is what the commands beside it print today; their counts are those of --list.
# The tutorial's blocks are run by t810-pages.
# shellcheck disable=SC2016 # the tests' commands are quoted
source "$(dirname "$0")/../lib.sh"
export README=$HOPLINE_ROOT/README.md

# blocks FILE: the indented blocks of a README, one after the other, a line "--" between two
blocks() { awk '/^    / { sub(/^    /, ""); print; on = 1; next } on { print "--"; on = 0 }' "$1"; }
# block FILE TEXT: the first of these that has TEXT
block() { blocks "$1" | awk -v text="$2" '$0 == "--" { if (index(all, text)) { printf "%s", all; exit } all = ""; next } { all = all $0 "\n" }'; }
# literal FILE TEXT: the first literal block of a page that has TEXT
literal() {
	awk -v text="$2" '/^\.Ed/ { if (on && index(all, text)) { printf "%s", all; exit } on = 0 } on { gsub(/\\e/, "\\"); all = all $0 "\n" }
		/^\.Bd -literal/ { on = 1; all = "" }' "$1"
}
# leaves: a topology.conf of three leaf switches of 30 nodes, n0 to n89, as README says
leaves() { printf 'SwitchName=s%d Nodes=n[%d-%d]\n' 1 0 29 2 30 59 3 60 89 && echo 'SwitchName=top Switches=s[1-3]'; }
# in_allocation: the command of README's third door, in an allocation there
in_allocation() {
	block "$README" 'map --nodes' | sed '/^SLURM_HOSTFILE/,$d; s,/etc/slurm/topology.conf,topology.conf,' >door &&
		SLURM_JOB_NODELIST='n[3-9,30-32,60-65]' bash -e door
}
# sacct OPTION... --format COLUMNS: as Slurm's, six jobs
sacct() {
	tr , '|' <<<"${!#}"
	for i in 1 2 3 4 5 6; do
		for column in ${!#//,/ }; do
			case $column in
			JobID) printf %s "$i" ;; Submit) printf '|2026-01-01T0%d:00:00' "$i" ;; Start) printf '|2026-01-01T0%d:10:00' "$i" ;; End) printf '|2026-01-01T0%d:50:00' "$i" ;;
			Timelimit) printf '|02:00:00' ;; NNodes) printf '|%d' $((12 * i)) ;; State) printf '|COMPLETED' ;; NodeList) printf '|n[0-%d]' $((12 * i - 1)) ;; *) printf '|x' ;;
			esac
		done
		echo
	done
}
export -f blocks block literal leaves in_allocation sacct

t 'the third door: what it gains' '
	leaves >topology.conf && in_allocation 2>said && grep -q "n\[3-9,30-32,60-65\], below leaf switches of 30 nodes from n0 on" "$README" &&
	is "$(grep "^map: job" said)" "$(block "$README" "map: job" | paste -sd" ")" && [ "$(wc -l <hosts)" -ge 16 ]'

t 'the third door under PBS, with a topology.conf and with what ibnetdiscover says' '
	leaves >topology.conf && metrics topology --to ibnetdiscover --machine graph:topology=topology.conf | sed "s/\"node \([0-9]*\)\"/\"n\1 mlx5_0\"/" >fabric.txt &&
	for n in 3 4 5 6 7 8 9 30 31 32 60 61 62 63 64 65; do yes n$n.site.org | head -n 16; done >pbs && block "$README" fabric.txt >door && grep -c "^map" door | grep -qx 3 &&
	echo "map --nodes \"n[3-9,30-32,60-65]\" --topology fabric.txt --dims 8x8x4 --launcher mpirun >ranks" >>door &&
	PBS_NODEFILE=$PWD/pbs bash -e door 2>said && is "$(grep -c "the fullest link -41%$" said)" 3 && is "$(grep -c "^rank " ranks)" 256'

t 'hopline-launchers(7): what it gains without a judge' '
	leaves >topology.conf && map --nodes "n[3-9,30-32,60-65]" --topology topology.conf --dims 8x8x4 --format hostfile 2>said >hosts &&
	is "$(grep "^map: job" said)" "$(literal "$HOPLINE_ROOT/tools/map/hopline-launchers.7" "map: job" | paste -sd" ")"'

t 'the first door runs' '
	block "$README" "for policy in simple rdn" | sed "/^make/d" >door && bash -e -o pipefail door >out && grep -q "^level-spread,small," out && test -s policies.svg'

t 'the second door: what sacct writes there the pipe plays, decide reads, and advise' '
	leaves >topology.conf && { block "$README" "make decide" | sed "/^make decide/,\$d"; for what in played.csv "hopline advise"; do block "$README" "$what" || exit 1; done; } |
		sed "s,/etc/slurm/topology.conf,topology.conf,; s,^hopline ,$HOPLINE_ROOT/pipelines/," >door &&
	bash -e -o pipefail door >out 2>said && is "$(sed "/^start/d" out | column jobs -)" 6 && grep -q "^start.*: done by" out &&
	(LOG=$PWD/jobs.txt MACHINE=graph:topology=topology.conf && here=$HOPLINE_ROOT/pipelines/decide && source "$here/settings.sh" && read_log "$MACHINE" -q --no-preamble) >read && is "$(rows read | wc -l)" 6'

t 'the training job, with half the ranks of a smaller model: on random nodes annealed ranks take as long as packed nodes' '
	grep -q "with annealed ranks [0-9.]* s, as on packed nodes" "$README" &&
	block "$README" "gen-workload training" | sed "s/llama3-70b/llama3-8b/; s/--pp 8/--pp 4/; s/--microbatches 16 --merge 5/--microbatches 4 --merge 8/" >door &&
	bash -e -o pipefail door >out && alloc --policy simple job.csv | map | netsim --packet 1MiB >packed.csv && metrics select --columns map,mean out | rows >means &&
	packed=$(metrics select --columns comm_time_s packed.csv | rows) && near "$(sed -n "s/^anneal,//p" means)" "$packed" 0.05 && holds "$(sed -n "s/^linear,//p" means) > 1.5 * $packed"'

t 'how many policies, algorithms, routings and kinds there are' '
	is "$(alloc --list | grep -c "^[^ ]")" "$(sed -n "s/.*chooses nodes: \([0-9]*\) policies.*/\1/p" "$README")" &&
	is "$(map --list | grep -c "^[^ ]")" "$(sed -n "s/.*puts tasks on nodes: \([0-9]*\) algorithms.*/\1/p" "$README")" &&
	is "$(netsim --list routings | grep -c .)" "$(sed -n "s/.*simulates packets: \([0-9]*\) routings.*/\1/p" "$README")" &&
	is "$(netsim --list machines | grep -c .)" "$(sed -n "s/.*routings on \([0-9]*\) kinds.*/\1/p" "$README")"'

t 'hopline-stream(5): the table is what its commands write' '
	literal "$HOPLINE_ROOT/tools/hopline/hopline-stream.5" "level-spread" >said &&
	sed -n "s/^#run \([a-z-]*\) [0-9.]* /\1 /p" said | paste -sd"|" >run && bash -o pipefail run >out && head -6 out | diff - said'

done_testing
