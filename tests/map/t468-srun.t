#!/usr/bin/env bash
# map srun: the order in which real sruns of 24.11.5 and 26.05.5 numbered tasks (data/reference/slurm/26.05/steps-*.txt), and gains beside it.
source "$(dirname "$0")/../lib.sh"

steps=$HOPLINE_ROOT/data/reference/slurm/26.05
# The machines that were asked, as what they chose shows them.
tree8() { printf '%s\n' 'SwitchName=s0 Nodes=n06,n07' 'SwitchName=s1 Nodes=n00,n03' 'SwitchName=s2 Nodes=n01,n04' 'SwitchName=s3 Nodes=n02,n05' 'SwitchName=top Switches=s[0-3]'; }
block8() { printf '%s\n' 'BlockName=b0 Nodes=n06,n07' 'BlockName=b1 Nodes=n00,n03' 'BlockName=b2 Nodes=n01,n04' 'BlockName=b3 Nodes=n02,n05'; }
tree12() { printf '%s\n' 'SwitchName=top Switches=m[1-2]' 'SwitchName=a Nodes=n[00-01,10-11]' 'SwitchName=m1 Switches=a,c' 'SwitchName=b Nodes=n[04-07]' 'SwitchName=c Nodes=n[02-03,08-09]' 'SwitchName=m2 Switches=b'; }
ring12() { printf '%s\n' 'RingName=r0 Nodes=n06,n03,n09,n00' 'RingName=r1 Nodes=n01,n11,n02' 'RingName=r2 Nodes=n05,n04,n08,n10,n07'; }
block12() { printf '%s\n' 'BlockName=b0 Nodes=n08,n09,n10,n11' 'BlockName=b1 Nodes=n00,n02,n04,n06' 'BlockName=b2 Nodes=n01,n03,n05,n07'; }

# as_recorded FILE SECTION LINE MACHINE ARGUMENT...: the nodes of the tasks, rank by rank, are those of that line in that section
as_recorded() {
	local said nodes
	said=$(awk -v section="$2" -v line="$3 ::" '/^##/ { on = index($0, section) } on && index($0, line) { sub(/.* ::/, ""); print; exit }' "$steps/$1" |
		grep -oE '[0-9]+:n[0-9]+' | cut -d: -f2 | paste -sd' ')
	nodes=$(tr ' ' '\n' <<<"$said" | sort -u | paste -sd,)
	"$4" >"$4.conf" && [ -n "$said" ] && is "$(ordered "${job:-$nodes}" "$4.conf" "$(wc -w <<<"$said")" "${@:5}")" "$said"
}
# ordered NODES FILE TASKS ARGUMENT...
ordered() { map --nodes "$1" --topology "$2" --dims "$3" --format hostfile --quiet --no-preamble "${@:4}" | paste -sd' '; }
export steps q="'"
export -f tree8 block8 tree12 ring12 block12 as_recorded ordered

t '24.11.5: labels, whatever the distribution' '
	old=steps-24.11.5.txt && as_recorded $old "trixie tree" "srun -N8 -n8" tree8 --algorithm srun:24.11 && as_recorded $old "trixie tree" "srun -N8 -n16" tree8 --algorithm srun:24.11 &&
	as_recorded $old "trixie tree" "-m cyclic" tree8 --algorithm srun:24.11 --distribution cyclic && as_recorded $old "trixie block" "srun -N4 -n4" block8 --algorithm srun:24.11'
t '26.05.5: leaf after leaf, block after block by their lines, ring after ring' '
	new=steps-26.05.5.txt && as_recorded $new "sid tree" "srun -N8 -n8" tree8 --algorithm srun && as_recorded $new "sid tree" "srun -N8 -n16" tree8 --algorithm srun:26.05 &&
	as_recorded $new "sid tree" "-m block" tree8 --algorithm srun --distribution block && as_recorded $new "sid block" "srun -N4 -n4" block8 --algorithm srun &&
	more=steps2-26.05.5.txt && as_recorded $more "sid tree" "srun -N12 -n12" tree12 --algorithm srun && as_recorded $more "sid tree" "srun -N6 -n6" tree12 --algorithm srun &&
	as_recorded $more "sid ring" "srun -N5 -n5" ring12 --algorithm srun && as_recorded $more "sid ring" "segment=3 -N9" ring12 --algorithm srun &&
	as_recorded $more "sid block" "srun -N6 -n6" block12 --algorithm srun && as_recorded $more "sid block" "--segment=2 --spread -N6" block12 --algorithm srun'
t '26.05.5: cyclic and plane go by labels' '
	as_recorded steps-26.05.5.txt "sid tree" "-m cyclic" tree8 --algorithm srun --distribution cyclic &&
	as_recorded steps2-26.05.5.txt "sid tree" "-N12 -n24 -m cyclic" tree12 --algorithm srun --distribution cyclic &&
	as_recorded steps2-26.05.5.txt "sid tree" "-N12 -n24 -m plane=2" tree12 --algorithm srun --distribution plane=2'
t '26.05.5: fewer tasks than nodes take the first of the order, by labels' '
	job="n[00-07]" && as_recorded steps-26.05.5.txt "sid tree" "in salloc: 3 of 8 nodes" tree8 --algorithm srun &&
	job="n[00-11]" && as_recorded steps2-26.05.5.txt "sid tree" "in salloc of 12: -N5" tree12 --algorithm srun &&
	job="n[04-05,07-08,10]" && as_recorded steps2-26.05.5.txt "sid ring" "in salloc of 5: -N3" ring12 --algorithm srun'
t 'blocks and planes that do not divide' '
	tree8 >t.conf && is "$(ordered "n[01-03]" t.conf 5 --algorithm srun)" "n03 n03 n01 n01 n02" &&
	is "$(ordered "n[01-03]" t.conf 7 --algorithm srun --distribution plane=2)" "n01 n01 n02 n02 n03 n03 n01"'
t 'a gain beside the order of srun' '
	tree8 >t.conf && map --nodes "n[00-07]" --topology t.conf --dims 8x2 --against srun --report r.csv 2>err >/dev/null && grep -q "against the launcher.s own order, srun:26.05: .*bytes times links 0%" err &&
	is "$(column map r.csv | paste -sd" ")" "srun:26.05 auto" && map --nodes "n[00-07]" --topology t.conf --dims 8x2 2>&1 >/dev/null | grep -q "own order: .*bytes times links -50%"'
t 'the command line' '
	tree8 >t.conf && says 2 "map: --distribution: ${q}plane=0${q}: must be block, cyclic or plane=N" map --nodes n01 --topology t.conf --dims 1 --algorithm srun --distribution plane=0 &&
	refuses 2 "does not take --distribution" map --nodes n01 --topology t.conf --dims 1 --algorithm linear --distribution block &&
	refuses 2 "no launcher does so by itself" map --nodes n01 --topology t.conf --dims 1 --against geom && refuses 2 "map: unknown algorithm ${q}srun:25.05${q}; did you mean " map --algorithm srun:25.05'
done_testing
