/* formats -- the files for launchers, each of a few lines, and the table of all. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"
#include "lib/cli/cli.h"
#include "lib/hostlist/hostlist.h"
#include "lib/machine/machine.h"
#include "map/launch/launch.h"

/* What SLURM_HOSTFILE names for `srun --distribution=arbitrary`: line i is the host of task i. */
static void
write_hostfile(const launch *l, FILE *out)
{
	for (uint32_t i = 0; i < l->tasks; i++)
		fprintf(out, "%s\n", l->host[l->rank[i] / l->cores]);
}

static const launch_format hostfile = {
	.name = "hostfile", .hosts = true, .comments = true, .write = write_hostfile,
	.launchers = SRUN, .reader = "Slurm", .command = "SLURM_HOSTFILE=FILE srun --distribution=arbitrary",
};

/* The rankfile of Open MPI: a host and a slot, which is a core there, for each rank. */
static void
write_rankfile(const launch *l, FILE *out)
{
	for (uint32_t i = 0; i < l->tasks; i++)
		fprintf(out, "rank %" PRIu32 "=%s slot=%" PRIu32 "\n", i, l->host[l->rank[i] / l->cores], l->rank[i] % l->cores);
}

static const launch_format rankfile = {
	.name = "rankfile", .hosts = true, .comments = true, .write = write_rankfile,
	.launchers = MPIRUN, .reader = "Open MPI", .command = "mpirun --rankfile FILE",
};

static uint32_t
node_of(const launch *l, uint32_t task)
{
	return l->rank[task] / l->cores;
}

/* How many tasks in a row are on the node of this one. */
static uint32_t
tasks_in_row(const launch *l, uint32_t task)
{
	uint32_t n = 1;

	while (task + n < l->tasks && node_of(l, task + n) == node_of(l, task))
		n++;
	return n;
}

/* What MPICH and Intel MPI read: hosts in the order of tasks, and how many tasks in a row each gets.  An address of IPv6 ends there at its
 * first ':'. */
static void
write_machinefile(const launch *l, FILE *out)
{
	uint8_t *seen = xcalloc(l->nodes, 1);
	uint32_t again = 0, node = 0, twin = 0;

	for (uint32_t i = 0; i < l->tasks; i += tasks_in_row(l, i)) {
		node = node_of(l, i);
		if (strchr(l->host[node], ':'))
			die(FAIL_DATA, "job '%s': machinefile: '%s': behind a ':' it has how many tasks a host gets; rankfile and hostfile take such names",
				l->job, l->host[node]);
		fprintf(out, "%s:%" PRIu32 "\n", l->host[node], tasks_in_row(l, i));
		twin = seen[node] && !again++ ? node : twin;
		seen[node] = 1;
	}
	if (again)
		warn("machinefile: lines of hosts that come again: %" PRIu32 " (the first: '%s'); Hydra may take each for a node of its own, or put a host's "
			"tasks together and lose their order", again, l->host[twin]);
}

static const launch_format machinefile = {
	.name = "machinefile", .hosts = true, .comments = true, .write = write_machinefile,
	.launchers = MPIEXEC, .reader = "MPICH and Intel MPI", .command = "mpiexec -f FILE",
};

/* A task map of Flux (RFC 34): [node, nodes, tasks of each, repeats] in the order of tasks, nodes as its resource list numbers them. */
static void
write_taskmap(const launch *l, FILE *out)
{
	const char *before = "[";

	for (uint32_t i = 0, nodes, tasks; i < l->tasks; i += nodes * tasks) {
		tasks = tasks_in_row(l, i);
		for (nodes = 1; i + nodes * tasks < l->tasks && node_of(l, i + nodes * tasks) == node_of(l, i) + nodes
			&& tasks_in_row(l, i + nodes * tasks) == tasks; nodes++)
			;
		fprintf(out, "%s[%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",1]", before, node_of(l, i), nodes, tasks);
		before = ",";
	}
	fputs("]\n", out);
}

static const launch_format taskmap = {
	.name = "taskmap", .write = write_taskmap, .launchers = FLUX, .reader = "Flux", .command = "flux run --taskmap=manual:\"$(cat FILE)\"",
};

/* The job's nodes as a hostlist of Slurm, for `srun --nodelist`. */
static void
write_nodelist(const launch *l, FILE *out)
{
	hostlist h = { 0 };

	for (uint32_t k = 0; k < l->nodes; k++)
		hostlist_push(&h, l->host[k]);
	fprintf(out, "%s\n", hostlist_write(&h));
}

static const launch_format nodelist = {
	.name = "nodelist", .hosts = true, .write = write_nodelist,
	.launchers = SRUN | MPIRUN | MPIEXEC, .reader = "Slurm", .command = "srun --nodelist=LIST",
};

/* MPICH_RANK_ORDER of HPE Cray MPI (MPICH_RANK_REORDER_METHOD=3): the MPI ranks in the order of the launcher's slots, node after node,
 * separated by commas, runs as a-b.  A line a node.  The launcher has as many slots on every node, and fills them node after node: all
 * nodes but the last with tasks are full. */
static void
write_order(const launch *l, FILE *out)
{
	uint32_t *task = array_of_none(l->nodes * l->cores), slots = 0, left = l->tasks;	/* task[]: that on each rank */

	for (uint32_t i = 0; i < l->tasks; i++)
		task[l->rank[i]] = i;
	for (uint32_t k = 0; k < l->nodes && left; k++) {
		uint32_t *here = task + (size_t)k * l->cores, n = 0;

		/* The tasks of one node, as many as there are, by processor, moved to the front. */
		for (uint32_t c = 0; c < l->cores; c++)
			if (here[c] != NONE)
				here[n++] = here[c];
		slots = k ? slots : n;
		if (n == 0 || n > slots || (n < slots && n < left))
			die(FAIL_DATA, "job '%s': mpich-rank-order: tasks on its first node: %" PRIu32 ", on number %" PRIu32 ": %" PRIu32
				"; a launcher puts as many on each, and fewer only on the last", l->job, slots, k + 1, n);
		for (uint32_t i = 0, last; i < n; i = last + 1) {
			for (last = i; last + 1 < n && here[last + 1] == here[last] + 1;)
				last++;
			fprintf(out, "%s%" PRIu32, i ? "," : "", here[i]);
			if (last > i)
				fprintf(out, "-%" PRIu32, here[last]);
		}
		putc('\n', out);
		left -= n;
	}
	free(task);
}

static const launch_format mpich_rank_order = {
	.name = "mpich-rank-order", .comments = true, .write = write_order, .launchers = SRUN | PALS,
	.reader = "HPE Cray MPI, as MPICH_RANK_ORDER", .command = "MPICH_RANK_REORDER_METHOD=3 srun --distribution=block",
};

const launch_format *const launch_formats[] = { &mpich_rank_order, &rankfile, &hostfile, &machinefile, &taskmap, &nodelist, NULL };
