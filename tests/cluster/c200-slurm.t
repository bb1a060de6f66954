#!/usr/bin/env bash
# c200-slurm -- sweeps as job arrays: a real Slurm of two nodes, tasks and nodes that end in the middle.
# shellcheck source=/dev/null disable=SC2016,SC2154
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/lib.sh"
source "$(dirname "$0")/slurm.sh"
slurm_setup

# Task 1 has cases 1, 4 and 7, task 2 has 2, 5 and 8, task 3 has 3, 6 and 9.
small_grid 9 >"$work/grid.csv"
sweep "$work/grid.csv" "$work/local" -j2 2>"$work/local.log" || { cat "$work/local.log"; exit 1; }
as_local() { same out "$work/local"; }
say_so() { grep -q "$1" "task-$2.log" || { cat "task-$2.log"; return 1; }; }

t 'three tasks: the bytes of a local run; a task runs as many cells at once as it has processors' '
	hold 1 && hold 4 && hold 2 && submit --cpus-per-task=2 &&
	eventually held 1 && eventually held 4 && eventually held 2 &&
	[ "$(held 1)" = "$(held 4)" ] && [ "$(held 1)" != "$(held 2)" ] &&
	release 1 && release 4 && release 2 && tasks COMPLETED COMPLETED COMPLETED && as_local &&
	grep -q "^host: one, " out/MANIFEST && grep -q "^host: two, " out/MANIFEST'

t 'scancel of a task in the middle ends its cell; the array again runs what is missing' '
	hold 2 && submit && eventually held 2 && eventually [ -e "out/results/$(row 9).csv" ] &&
	scancel "${job}_2" && tasks COMPLETED CANCELLED COMPLETED && eventually no_cells && release 2 &&
	say_so "stopped by SIGTERM" 2 && grep -q "^to do: 3$" out/MANIFEST && ! find out -name ".*" -type f | grep . &&
	cp -r out/records before && submit && tasks COMPLETED COMPLETED COMPLETED && as_local &&
	for record in before/*; do cmp "$record" "out/records/${record#*/}" || exit; done &&
	say_so "nothing to do: 3 cells done" 1 && say_so "3 cells, 3 simulations" 2'

t 'SIGTERM to a task, as --signal=B:TERM sends it before the time limit: no cell is left half-done' '
	hold 2 && submit && eventually held 2 && eventually [ -e "out/results/$(row 9).csv" ] &&
	scancel --batch --signal=TERM "${job}_2" && tasks COMPLETED FAILED COMPLETED && eventually no_cells && release 2 &&
	say_so "stopped by SIGTERM" 2 && ! find out -name ".*" -type f | grep . &&
	submit && tasks COMPLETED COMPLETED COMPLETED && as_local && say_so "3 cells, 3 simulations" 2'

# What follows a task is slurmstepd; without it Slurm forgets the task, which lives on.
follower() {
	local process number
	number=$(squeue -h -j "${job}_2" -o %A) || return
	for process in $(host_processes "$(held 2)"); do
		! tr "\0" " " <"/proc/$process/cmdline" | grep -q "^slurmstepd: \[$number.batch\]" || echo "$process"
	done
}
t 'SIGKILL of what follows a task: the task lives on, and the array again waits for it' '
	hold 2 && submit && eventually held 2 && kill -KILL $(follower) && scancel "${job}_2" &&
	tasks COMPLETED CANCELLED COMPLETED && ! no_cells &&
	submit && eventually say_so "in use by .*, part 2/3; waiting" 2 && release 2 &&
	tasks COMPLETED COMPLETED COMPLETED && as_local && say_so "nothing to do: 3 cells done" 2'

t 'the power of a node fails: Slurm runs its task again, on the other one' '
	hold 2 && submit --cpus-per-task=2 && eventually held 2 && dead=$(held 2) && host_kill "$dead" && release 2 &&
	scontrol update nodename="$dead" state=down reason="no power" &&
	eventually scontrol update jobid="${job}_2" starttime=now && tasks COMPLETED COMPLETED COMPLETED && as_local &&
	[ "$(ran_on 2 out)" != "$dead" ] && node_up "$dead"'

t 'an array that is not 1-N, whole, is refused' '
	submit --array=2-3 && eventually ended && say_so "an array of 2 from 2 to 3: wanted 1-N, whole" 2 &&
	submit --array=0-2 && eventually ended && say_so "an array of 3 from 0 to 2: wanted 1-N, whole" 0 && [ ! -e out ]'

t 'without Slurm, or without GRID and OUT, it says how it is called' '
	exits 2 slurm-array grid.csv out 2>said && grep -q "sbatch --array=1-N" said &&
	SLURM_ARRAY_TASK_ID=1 exits 2 slurm-array grid.csv 2>said && grep -q "GRID and OUT are needed" said'

done_testing
