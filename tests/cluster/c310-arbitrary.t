#!/usr/bin/env bash
# c310-arbitrary -- map's hostfile in the hands of Slurm: srun --distribution=arbitrary puts each task on the host that its line names.
# shellcheck source=/dev/null disable=SC2016,SC2154
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/lib.sh"
source "$(dirname "$0")/slurm.sh"
needs srun
slurm_setup

# hostfile SEED: four tasks on the two nodes with two processors each
hostfile() {
	map --nodes one,two --hosts one,two --machine mesh:k=2,cores=2 --dims 2x2 --algorithm random --seed "$1" --format hostfile
}

# step: runs the step of four tasks that HOSTS is for, as a job of its own; each says where it runs
cat >"$work/step" <<'END'
#!/bin/sh
SLURM_HOSTFILE=$HOSTS srun --ntasks=4 --distribution=arbitrary --output="$OUT" sh -c 'echo "$SLURM_PROCID $SLURMD_NODENAME"'
END

t 'srun --distribution=arbitrary: every task on the host of its line' '
	for seed in 1 2 3 4; do
		hostfile $seed >hosts.$seed &&
		HOSTS=$PWD/hosts.$seed OUT=$PWD/out.$seed timeout 60 sbatch --wait --nodes=2 --ntasks-per-node=2 --output=log.$seed "$work/step" >/dev/null || { cat log.$seed; exit 1; }
		grep -v "^#" hosts.$seed | awk "{ print NR - 1, \$1 }" >want && sort -n out.$seed | diff want - || { cat log.$seed; exit 1; }
	done && [ "$(cat hosts.* | grep -v "^#" | paste -sd" " | sed "s/\(\([a-z]* *\)\{4\}\)/\1\n/g" | sort -u | wc -l)" -gt 2 ]'

done_testing
