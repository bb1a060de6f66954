/* ask-slurm -- asks a slurmctld which nodes it gives.
 *
 *	ask-slurm CONF NODES FILLED <questions >answers		FILLED: lists of all nodes, joined by '/'
 *
 * A question is a line `BUSY N [OPTION...]`: the lists of nodes that others hold, one filler job each, joined by '/', or "-"; the nodes that the
 * job wants, whole; segment=K, switches=K, contiguous, excl=topo, spread, consolidate.  An answer is a line: the list of nodes, nothing
 * when the job waits, or '!' and why it is refused.
 *
 * All nodes are in a cloud that never answers.  First jobs hold them until all are powering up; from then on they stay so, and can be given. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

enum { FILLERS = 512 };

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 11, 0)
#define NUMBER_OF(answer) (answer)->step_id.job_id
#else
#define NUMBER_OF(answer) (answer)->job_id
#endif

static int nodes;	/* of the machine */

static void
fail(const char *what)
{
	fprintf(stderr, "ask-slurm: %s: %s\n", what, slurm_strerror(errno));
	exit(1);
}

static void
take_option(job_desc_msg_t *job, const char *word)
{
	if (sscanf(word, "segment=%hu", &job->segment_size) == 1 || sscanf(word, "switches=%u", &job->req_switch) == 1)
		return;
	if (strcmp(word, "contiguous") == 0)
		job->contiguous = 1;
	else if (strcmp(word, "excl=topo") == 0)
		job->shared = JOB_SHARED_TOPO;
#ifdef SPREAD_SEGMENTS
	else if (strcmp(word, "spread") == 0)
		job->bitflags |= SPREAD_SEGMENTS;
	else if (strcmp(word, "consolidate") == 0)
		job->bitflags |= CONSOLIDATE_SEGMENTS;
#endif
	else {
		fprintf(stderr, "ask-slurm: no option '%s' in this version\n", word);
		exit(1);
	}
}

/* Submits a job of n whole nodes, which are these where `list` is given: its number, and what it got into answer[]. */
static uint32_t
submit(char *partition, char *list, uint32_t n, char *options, char *answer, size_t size)
{
	job_desc_msg_t job;
	resource_allocation_response_msg_t *got = NULL;
	uint32_t number = 0;

	slurm_init_job_desc_msg(&job);
	job.name = "asks";
	job.partition = partition;
	job.user_id = job.group_id = 0;
	job.work_dir = "/";
	job.time_limit = 1000;
	job.req_nodes = list;
	if (n > 0) {
		job.min_nodes = job.max_nodes = job.num_tasks = n;
		job.wait4switch = 1000000;
	}
	for (char *word = options ? strtok(options, " ") : NULL; word; word = strtok(NULL, " "))
		take_option(&job, word);
	if (slurm_allocate_resources(&job, &got) != SLURM_SUCCESS) {
		snprintf(answer, size, "!%s", slurm_strerror(errno));
		return 0;
	}
	snprintf(answer, size, "%s", got->node_list ? got->node_list : "");
	number = NUMBER_OF(got);
	slurm_free_resource_allocation_response_msg(got);
	return number;
}

static void
end(uint32_t job)
{
	char number[16];

	snprintf(number, sizeof number, "%u", job);
	if (job && slurm_kill_job2(number, SIGKILL, 0, NULL) != SLURM_SUCCESS && errno != ESLURM_ALREADY_DONE)
		fail("cannot end a job");
}

/* How many nodes are in this state, with this flag. */
static int
count(uint32_t base, uint32_t flag)
{
	node_info_msg_t *all = NULL;
	int n = 0;

	if (slurm_load_node((time_t)0, &all, SHOW_ALL) != SLURM_SUCCESS)
		fail("cannot read the nodes");
	for (uint32_t i = 0; i < all->record_count; i++)
		n += (all->node_array[i].node_state & NODE_STATE_BASE) == base && (!flag || all->node_array[i].node_state & flag);
	slurm_free_node_info_msg(all);
	return n;
}

static void
await(uint32_t base, uint32_t flag, const char *what)
{
	for (int tries = 0; count(base, flag) != nodes; tries++) {
		if (tries == 600) {
			fprintf(stderr, "ask-slurm: %d of %d nodes are %s\n", count(base, flag), nodes, what);
			exit(1);
		}
		usleep(100000);
	}
}

/* Fillers hold these lists of nodes, joined by '/': how many. */
static int
hold_all(char *lists, uint32_t *filler)
{
	char answer[1 << 14], *list;
	int n = 0;

	while ((list = strsep(&lists, "/")) != NULL) {
		filler[n++] = submit("fill", list, 0, NULL, answer, sizeof answer);
		if (answer[0] == '!' || answer[0] == '\0') {
			fprintf(stderr, "ask-slurm: cannot hold %s: '%s'\n", list, answer);
			exit(1);
		}
	}
	return n;
}

int
main(int argc, char **argv)
{
	char line[1 << 16], answer[1 << 14], *busy, *n, *rest;
	uint32_t filler[FILLERS], job;
	int fillers;

	if (argc != 4)
		return 2;
	slurm_init(argv[1]);
	nodes = atoi(argv[2]);
	fillers = hold_all(argv[3], filler);
	await(NODE_STATE_ALLOCATED, NODE_STATE_POWERING_UP, "powering up");
	while (fillers > 0)
		end(filler[--fillers]);
	await(NODE_STATE_IDLE, NODE_STATE_POWERING_UP, "idle and powering up");
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = '\0';
		rest = line;
		busy = strsep(&rest, " ");
		n = strsep(&rest, " ");
		fillers = strcmp(busy, "-") == 0 ? 0 : hold_all(busy, filler);
		job = submit("all", NULL, (uint32_t)atoi(n), rest, answer, sizeof answer);
		puts(answer);
		end(job);
		while (fillers > 0)
			end(filler[--fillers]);
		await(NODE_STATE_IDLE, 0, "idle");
	}
	return 0;
}
