#!/usr/bin/env bash
# t814-inputs -- hopline-inputs(7): each kind of file that is read has captured inputs, which a test plays, and where something is left out
# there the words that say so.
# shellcheck disable=SC2016 # the tests' commands are quoted
source "$(dirname "$0")/../lib.sh"
export PAGE=$HOPLINE_ROOT/tools/hopline/hopline-inputs.7

# A line a kind: how its entry begins, where under tests/ its inputs are, and words that are said there of what is left out or refused ("-":
# nothing is).
export shared_dir
cat >"$shared_dir/kinds" <<'END'
topology.conf, and what scontrol|cases/trees/*|nodes on several switches
topology.yaml (|cases/trees/yaml* common/t129-topology-yaml.t|is flat: it names no nodes
What ibnetdiscover|cases/topology/*|left out: aggregation nodes
Tiles of Aries|cases/topology/aries|-
Tables of links|common/t125-graph.t|-
Variables of Slurm|cases/nodes/slurm-* cases/nodes/lsf cases/nodes/flux-job cases/nodes/batch cases/nodes/grid-engine map/t469-first-uses.t|here any of them may get
Host lists|cases/nodes/*|all must take as many
sinfo|cases/nodes/sinfo|-
sacct, sacct|cases/logs/sacct-* cases/json/sacct cases/json/wrong cases/logs/no-header cases/logs/multi-cluster|left out: pending
squeue, squeue|cases/logs/squeue-* cases/json/squeue|left out
Accounting of PBS|cases/logs/pbs* cases/logs/torque cases/logs/other-words|qstat prints, which is not read
lsb.acct|cases/logs/lsf* cases/logs/other-words|bacct, bhist or bjobs prints, which is not read
DIM_JOB|cases/logs/alcf|left out
Standard Workload|gen-workload/t230-gen-workload-swf.t|left out
Workloads of Batsim|cases/json/batsim cases/logs/batsim|left out
Any log|gen-workload/t235-log.t|left out
Lists of pairs|gen-workload/t270-matrix.t cases/matrices/semicolons|a rank sends to itself: left out
pml_monitoring|cases/matrices/*monitoring* map/t469-first-uses.t|lines that are not of Open MPI
XML of IPM|cases/matrices/ipm cases/matrices/tau cases/matrices/semicolons|left out: sends to no rank
Reports of mpiP|gen-workload/t270-matrix.t|-
Graphs of METIS|cases/matrices/metis cases/matrices/scotch|-
hopline record|cluster/c350-order.t|-
OTF2|unit/gen-workload/otf2.c|-
Traces of SimGrid|vectors/traces/* gen-workload/t246-trace.t|-
Execution traces of Chakra|cases/chakra/*|depends on node 1
NCCL|cases/chakra/nccl-inspector cases/chakra/flight-recorder|left out: collectives that not all ranks
GOAL|vectors/goal/*|-
OSU|metrics/t699-fit.t|-
END

t 'each kind of the page has a line here, and each line a kind of the page' '
	sed -n "/^.Sh NETWORKS/,/^.Sh WHAT IS WRITTEN/s/^.It //p" "$PAGE" >kinds && while IFS="|" read -r kind where words; do
		[ "$(grep -cF -- "$kind" kinds)" = 1 ] || { echo "no entry, or several: $kind"; exit 1; }
		grep -vF -- "$kind" kinds >rest; mv rest kinds
	done <"$shared_dir/kinds" && [ ! -s kinds ] || { cat kinds; exit 1; }'
# inputs WHERE: the paths that it names, below tests/
# shellcheck disable=SC2086 # globs
inputs() { (cd "$HOPLINE_ROOT/tests" && ls -d $1); }
export -f inputs
t 'each has inputs, and what is left out of them is said' '
	while IFS="|" read -r kind where words; do
		inputs "$where" >paths || exit 1
		[ "$words" = - ] || (cd "$HOPLINE_ROOT/tests" && grep -rqF -- "$words" $where) || { echo "nobody says of $kind: $words"; exit 1; }
	done <"$shared_dir/kinds"'
t 'each captured input of a kind is in a line, and a test plays it' '
	for topic in chakra json logs matrices nodes topology trees; do
		grep -q "cases $topic\$\|cases $topic;" "$HOPLINE_ROOT"/tests/*/*.t || { echo "nobody plays $topic"; exit 1; }
	done && cut -d"|" -f2 "$shared_dir/kinds" | while read -r where; do inputs "$where"; done | sort -u >named &&
	inputs "cases/chakra/* cases/json/* cases/logs/* cases/matrices/* cases/nodes/* cases/topology/* cases/trees/*" | grep -vxFf named >left; [ ! -s left ] || { cat left; exit 1; }
	for folder in "$HOPLINE_ROOT"/tests/cases/*/*; do
		[ -f "$folder/cmd" ] && [ -f "$folder/in" ] && [ -f "$folder/out" ] || { echo "not whole: $folder"; exit 1; }
	done'

done_testing
