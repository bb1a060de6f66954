/* formats -- the files for launchers but mpich-rank-order, each of a few lines, and the table of all. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/hostlist/hostlist.h"
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

/* What MPICH and Intel MPI read: hosts in the order of tasks, and how many tasks in a row each gets.  An address of IPv6 ends there at its
 * first ':'. */
static void
write_machinefile(const launch *l, FILE *out)
{
	for (uint32_t i = 0, next; i < l->tasks; i = next) {
		uint32_t node = l->rank[i] / l->cores;

		if (strchr(l->host[node], ':'))
			die(FAIL_DATA, "job '%s': machinefile: '%s': behind a ':' it has how many tasks a host gets; rankfile and hostfile take such names",
				l->job, l->host[node]);
		for (next = i + 1; next < l->tasks && l->rank[next] / l->cores == node;)
			next++;
		fprintf(out, "%s:%" PRIu32 "\n", l->host[node], next - i);
	}
}

static const launch_format machinefile = {
	.name = "machinefile", .hosts = true, .comments = true, .write = write_machinefile,
	.launchers = MPIEXEC, .reader = "MPICH and Intel MPI", .command = "mpiexec -f FILE",
};

/* The job's nodes as a hostlist of Slurm, for `srun --nodelist`. */
static void
write_nodelist(const launch *l, FILE *out)
{
	hostlist h = { 0 };
	char *text;

	for (uint32_t k = 0; k < l->nodes; k++)
		hostlist_push(&h, l->host[k]);
	text = hostlist_write(&h);
	fprintf(out, "%s\n", text);
	free(text);
	hostlist_free(&h);
}

static const launch_format nodelist = {
	.name = "nodelist", .hosts = true, .write = write_nodelist,
	.launchers = SRUN | MPIRUN | MPIEXEC, .reader = "Slurm", .command = "srun --nodelist=LIST",
};

extern const launch_format launch_mpich_rank_order;

const launch_format *const launch_formats[] = { &launch_mpich_rank_order, &rankfile, &hostfile, &machinefile, &nodelist, NULL };
