# slurm.sh -- a Slurm cluster of two nodes, `one` and `two`, with two processors each; needs lib.sh first.
# shellcheck shell=bash disable=SC2154

# Who tests from within a job has these.
unset "${!SLURM_@}" "${!SBATCH_@}" "${!SQUEUE_@}" "${!SCANCEL_@}"
slurm_dir=$work/slurm
export SLURM_CONF=$slurm_dir/slurm.conf

# node_up NAME: that node, and it takes jobs
node_up() {
	host_up "$1" "$(command -v slurmd)" -D -f "$SLURM_CONF"
	eventually idle "$1"
}
idle() { sinfo -h -N -n "$1" -o %t | grep -qx idle; }

# cgroup_plugin: since 24.05 there is one that does nothing
cgroup_plugin() {
	local version
	version=$(slurmd -V)
	if [ "$(printf "%s\n" 24.05 "${version##* }" | sort -V | sed -n 1p)" = 24.05 ]; then echo disabled; else echo cgroup/v1; fi
}

# why_not: what the daemons said when they did not start
why_not() { { grep -h fatal "$work"/{munge,control,one,two}.log || grep -h error "$work"/{munge,control,one,two}.log; } 2>/dev/null | tail -n 1; }

slurm_setup() {
	local name
	needs munged slurmctld slurmd sbatch scontrol squeue scancel sinfo unshare
	hosts_or_skip
	hosts control one two
	free_ports 3
	mkdir -p "$slurm_dir"/{state,spool.one,spool.two}
	# munged wants everybody to reach its socket.
	chmod 711 "$work" "$slurm_dir"
	(umask 077 && head -c 1024 /dev/urandom >"$slurm_dir/munge.key")
	fill PLUGIN="$(cgroup_plugin)" <"$here/cgroup.conf" >"$slurm_dir/cgroup.conf"
	fill DIR="$slurm_dir" USER="$(id -un)" CONTROL="$port" ONE=$((port + 1)) TWO=$((port + 2)) \
		<"$here/slurm.conf" >"$SLURM_CONF"
	host_up munge "$(command -v munged)" --foreground --force --socket="$slurm_dir/munge" --key-file="$slurm_dir/munge.key" \
		--log-file="$slurm_dir/munge.log" --pid-file="$slurm_dir/munge.pid" --seed-file="$slurm_dir/munge.seed"
	host_up control "$(command -v slurmctld)" -D -f "$SLURM_CONF"
	for name in one two; do
		node_up "$name" >/dev/null || skip_all "Slurm does not start here: $(why_not)"
	done
}

# submit [OPTIONS OF SBATCH]: a job array of three over the grid, as a user does it; sets job
submit() {
	job=$(sbatch --parsable --array=1-3 --output="$PWD/task-%a.log" "$@" "$HOPLINE_ROOT/pipelines/slurm-array" "$work/grid.csv" "$PWD/out") ||
		{ echo "$job"; return 1; }
}

# ended: of the job, no task runs or waits any more
ended() { local left; left=$(squeue -h -j "$job" -o %i) && [ -z "$left" ]; }

# tasks STATE...: the states of tasks 1, 2, 3 once the job has ended
tasks() {
	local got
	eventually ended || return
	got=$(scontrol -o show job "$job" | sed -n 's/.* ArrayTaskId=\([0-9]*\) .* JobState=\([A-Z_]*\) .*/\1 \2/p' | sort -n | cut -d ' ' -f 2 | xargs)
	[ "$got" = "$*" ] || { echo "tasks ended as $got, not $*"; tail -n 5 task-*.log; return 1; }
}
