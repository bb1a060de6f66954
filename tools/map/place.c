/* place -- from a row to ranks: what the algorithms want to know, and one after the other. */
#include "map/place.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/load/placed.h"
#include "map/congestion/relieve.h"

/* Who talks to whom in the job under way. */
typedef struct talk {
	traffic traffic;
	affinity affinity;
	distances distances;
} talk;

#define MOST_PAIRS (UINT64_C(1) << 29)
enum { MOST_WAYS = 16 };	/* that a flow is split into where link loads are made small */
enum { RELIEVED = 4, MOST = 2 + RELIEVED };	/* mappings that a judge is asked about */

/* --- what the other jobs of a case put on links */

enum { OTHERS_FULL = 1 << 20 };	/* a full link */

/* --- a job */

/* What --objective asks for. */
static void
begin_objective(placer *p)
{
	const map_settings *opt = p->opt;

	if (opt->objective == OBJECTIVE_DISTANCES)
		return;
	p->needs |= NEEDS_TRAFFIC;
	p->knows = placed_ways(&p->loads, p->machine, opt->gain.routing, MOST_WAYS);
	if (!p->knows && opt->objective == OBJECTIVE_CONGESTION && opt->algorithm->objective != OBJECTIVE_CONGESTION)
		die(FAIL_USAGE, "--objective: 'congestion': the links of '%s' change from run to run", p->machine->spec);
	if (opt->others && p->knows) {
		others *o = &p->others;

		/* Of no other job, by the ways of l. */
		*o = (others){ .machine = p->machine, .loads = &p->loads };
		o->sum = xcalloc(p->machine->links, sizeof *o->sum);
		o->load = xcalloc(p->machine->links, sizeof *o->load);
		o->part = xcalloc(p->machine->links, sizeof *o->part);
	}
	if (opt->objective == OBJECTIVE_TIME)
		judge_open(&p->judge, opt->gain.judge, opt->gain.timeout, p->in, &opt->cli);
}

void
placer_init(placer *p, const map_settings *opt, const table *in, const machine *m, gain *g)
{
	*p = (placer){ .opt = opt, .in = in, .machine = m, .gain = g };
	for (int i = 0; i < opt->links; i++) {
		p->needs |= opt->chain[i]->needs;
		if (opt->chain[i]->column && i + 1 < opt->links)
			die(FAIL_USAGE, "--from: '%s' changes what tasks send; run it by itself, before '%s'", opt->chain[i]->name, opt->algorithm->name);
		if (opt->chain[i]->needs & NEEDS_COORDINATES && m->dims == 0)
			die(FAIL_DATA, "algorithm '%s' needs a machine with coordinates, and '%s' has none%s", opt->chain[i]->name, m->spec,
				opt->chain[i] == opt->algorithm ? "" : "; see --from");
	}
	job_reader_init(&p->rows, in, m, JOBS_LISTED);
	begin_objective(p);
	for (int i = 0; i < opt->links; i++)
		if (opt->chain[i]->begin)
			opt->chain[i]->begin(m);
}

void
placer_close(placer *p)
{
	for (int i = 0; i < p->opt->links; i++)
		if (p->opt->chain[i]->end)
			p->opt->chain[i]->end();
}

/* The job is one of the others from here on, with its tasks on rank[] (NULL: in the launcher's own order); or no more. */
static void
count_other(placer *a, const placement *p, const uint32_t *rank, bool comes)
{
	uint32_t *node = xalloc(p->tasks, sizeof *node);
	const machine *m = a->others.machine;
	double full;

	if (rank)
		memcpy(node, rank, p->tasks * sizeof *node);
	else
		linear_ranks(p, node);
	for (uint32_t i = 0; i < p->tasks; i++)
		node[i] = p->node[node[i] / p->machine->cores];
	full = placed_count(p->traffic, m, node, a->others.loads, a->others.load).busiest;
	for (uint32_t i = 0; full > 0 && i < m->links; i++) {
		double time = 8.0 * (double)a->others.load[i] / (double)m->speeds[m->speed_of[i]].bits_per_s;

		a->others.sum[i] += (int64_t)(time / full * OTHERS_FULL) * (comes ? 1 : -1);
	}
	free(node);
}

/* What the algorithms want to know of who talks to whom. */
static void
read_talk(placer *a, const job_row *j, placement *p, talk *t)
{
	job_traffic(j, &t->traffic, false, a->opt->cli.seed);
	if (a->needs & NEEDS_GRID && t->traffic.dims == 0)
		table_bad(p->table, p->row, a->rows.traffic.pattern, "has no process grid, which algorithm '%s' needs; give dims",
			a->opt->algorithm->name);
	p->traffic = &t->traffic;
	if (!(a->needs & NEEDS_TRAFFIC))
		return;
	if (!affinity_init(&t->affinity, &t->traffic, a->opt->weights, MOST_PAIRS))
		table_bad(p->table, p->row, a->rows.traffic.pattern, "has more than %" PRIu64 " pairs of tasks that talk", MOST_PAIRS);
	distances_init(&t->distances, a->machine, p->node, p->nodes,
		(a->opt->node_links < 0 ? a->machine->cores > 1 : a->opt->node_links) ? 2 : 0);
	p->affinity = &t->affinity;
	p->loads = a->knows ? &a->loads : NULL;
	if (a->others.machine) {
		count_other(a, p, NULL, false);
		/* What those that are there put on each link, until the next call. */
		for (uint32_t i = 0; i < a->others.machine->links; i++)
			a->others.part[i] = (double)a->others.sum[i] / OTHERS_FULL;
		p->others = a->others.part;
	}
	p->distances = &t->distances;
}

/* Beside the mapping in rank[] there are the launcher's own order, and four mappings that take load off the fullest links (relieve), each
 * with other random numbers; these where p->loads is not NULL.  The one that the judge finds fastest into rank[], at a tie the first. */
static void
fastest(judge *j, const placement *p, uint32_t *rank)
{
	static const char *const name[MOST] = { "linear", "by distance", "by links 1", "by links 2", "by links 3", "by links 4" };
	const int count = p->loads ? MOST : MOST - RELIEVED;
	uint32_t *ranks[MOST] = { NULL }, *node[MOST];
	double time[MOST];
	int best = 0;

	for (int k = 0; k < count; k++) {
		ranks[k] = xalloc(2 * (size_t)p->tasks, sizeof *ranks[k]);
		node[k] = ranks[k] + p->tasks;
		if (k == 0)
			linear_ranks(p, ranks[k]);
		else
			memcpy(ranks[k], rank, p->tasks * sizeof *rank);
		if (k > 1)
			relieve(p, ranks[k]);
		for (uint32_t i = 0; i < p->tasks; i++)
			node[k][i] = p->node[ranks[k][i] / p->machine->cores];
	}
	judge_times(j, p, name, node, count, time);
	for (int k = 1; k < count; k++)
		if (time[k] < time[best])
			best = k;
	memcpy(rank, ranks[best], p->tasks * sizeof *rank);
	for (int k = 0; k < count; k++)
		free(ranks[k]);
}

/* One algorithm after the other, then what --objective asks for. */
static void
search(placer *a, placement *p)
{
	const map_settings *opt = a->opt;
	const char *case_ = traffic_case(p->row, &a->rows.traffic, p->case_);

	for (int i = 0; i < opt->links; i++) {
		const mapping *m = opt->chain[i];

		rng_init(p->random, opt->cli.seed, i == 0 ? "map" : m->name, case_, p->job);
		(m->improve ? m->improve : m->place)(p, a->rank.item);
	}
	if (opt->objective == OBJECTIVE_DISTANCES)
		return;
	rng_init(p->random, opt->cli.seed, "map: congestion", case_, p->job);
	if (opt->objective == OBJECTIVE_TIME)
		fastest(&a->judge, p, a->rank.item);
	else if (p->loads)
		relieve(p, a->rank.item);
}

/* Ranks for the tasks of the job, which has nodes. */
static void
place_tasks(placer *a, job_row *j)
{
	const bool asks = a->needs & (NEEDS_TRAFFIC | NEEDS_GRID) || gain_wanted(a->gain);
	rng random;
	talk t = { 0 };
	uint64_t ranks = (uint64_t)j->nodes * a->machine->cores;
	placement p = {
		.machine = a->machine, .case_ = j->case_, .job = j->name, .table = a->in, .row = j->row, .node = j->node->item, .nodes = j->nodes,
		.tasks = job_read_tasks(j), .ranks = (uint32_t)ranks, .random = &random, .cell = &a->cell,
	};

	if (ranks > UINT32_MAX)
		table_bad(a->in, j->row, j->from->at[JOB_NODES], "job '%s' has more than %" PRIu32 " processors", j->name, UINT32_MAX);
	a->rank.item = xgrow(a->rank.item, &a->rank.room, p.tasks, sizeof *a->rank.item);
	a->rank.count = p.tasks;
	if (asks && j->open) {	/* no other job that its tasks could be near to */
		mapping_find("linear")->place(&p, a->rank.item);
		return;
	}
	if (asks)
		read_talk(a, j, &p, &t);
	search(a, &p);
	if (a->others.machine)
		count_other(a, &p, a->rank.item, true);
	if (gain_wanted(a->gain))
		gain_tell(a->gain, &p, a->rank.item);
	if (asks)
		traffic_release(&t.traffic);
	affinity_free(&t.affinity);
	distances_free(&t.distances);
}

void
placer_begin_case(placer *a, const char *id, const row *rows, int count)
{
	if (!a->others.machine)
		return;
	memset(a->others.sum, 0, a->machine->links * sizeof *a->others.sum);
	job_reader_clear(&a->rows);
	for (int i = 0; i < count; i++) {
		job_row j = job_of(&a->rows, id, &rows[i]);
		placement p = { .machine = a->machine, .job = j.name };
		traffic t;

		if (job_read_node_list(&j) == 0 || j.open)
			continue;
		p.node = j.node->item;
		p.nodes = j.nodes;
		p.tasks = job_read_tasks(&j);
		job_traffic(&j, &t, false, a->opt->cli.seed);
		p.traffic = &t;
		count_other(a, &p, NULL, true);
		traffic_release(&t);
	}
}

void
placer_place(placer *a, job_row *j)
{
	job_reader_clear(&a->rows);	/* jobs of different times may have the same nodes */
	a->rank.count = 0;
	free(a->cell);
	a->cell = NULL;
	if (job_read_node_list(j) > 0)
		place_tasks(a, j);
}
