/* succession -- jobs that have nodes one after the other (modes.h): a job waits for the one before it on each of its nodes, which has
 * waited for those before. */
#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "netsim/jobs/modes.h"

/* A job's turn on a node. */
typedef struct turn {
	int64_t start;		/* of the job, ps */
	uint32_t job, node;
	uint32_t next;		/* the job behind it; NONE */
} turn;

typedef struct successor {
	size_t first, turns;	/* its turns are turn[first …] */
	uint32_t behind;	/* nodes on which it waits for the job before */
	uint32_t left;		/* tasks that have not ended */
} successor;

typedef struct succession {
	turn *turn;		/* [turns], by job */
	size_t turns, room;
	successor *job;		/* [job_room], of the run */
	size_t job_room;
} succession;

static void
add(traffic_run *r, uint32_t j, const uint32_t *node, uint32_t nodes)
{
	succession *p = r->succession;

	p->job = xgrow(p->job, &p->job_room, (size_t)j + 1, sizeof *p->job);
	p->job[j] = (successor){ .first = p->turns, .turns = nodes, .left = r->job[j].tasks };
	p->turn = xgrow(p->turn, &p->room, p->turns + nodes, sizeof *p->turn);
	for (uint32_t i = 0; i < nodes; i++)
		p->turn[p->turns++] = (turn){ .job = j, .node = node[i], .next = NONE };
}

ASCENDING_BY3(by_node, turn, node, start, job)

/* Find who waits for whom. */
static void
order_turns(const traffic_run *r, succession *p)
{
	turn *sorted = xalloc(p->turns + 1, sizeof *sorted);	/* `next` is where each stands */

	for (size_t i = 0; i < p->turns; i++) {
		p->turn[i].start = r->job[p->turn[i].job].start;
		sorted[i] = p->turn[i];
		sorted[i].next = (uint32_t)i;
	}
	qsort(sorted, p->turns, sizeof *sorted, by_node);
	for (size_t i = 1; i < p->turns; i++) {
		if (sorted[i].node != sorted[i - 1].node || sorted[i].job == sorted[i - 1].job)
			continue;
		p->turn[sorted[i - 1].next].next = sorted[i].job;
		p->job[sorted[i].job].behind++;
	}
	free(sorted);
	p->turns = 0;	/* for the next case */
}

static void
start(traffic_run *r, uint32_t j)
{
	if (r->succession->turns)	/* all jobs are there, and this is the first to start */
		order_turns(r, r->succession);
	if (r->succession->job[j].behind == 0)
		tasks_start(r, j);
}

/* When the last task of a job has ended, others start. */
static void
iterated(traffic_run *r, uint32_t t)
{
	succession *p = r->succession;
	successor *b = &p->job[r->task[t].job];

	ends_iterated(r, t);
	if (r->task[t].phase != r->job[r->task[t].job].goal || --b->left)
		return;
	for (size_t i = 0; i < b->turns; i++) {
		uint32_t next = p->turn[b->first + i].next;

		if (next != NONE && --p->job[next].behind == 0) {
			if (r->job[next].start < r->net->calendar.now)
				r->job[next].start = r->net->calendar.now;
			tasks_start(r, next);
		}
	}
}

static const run_mode mode_succession = { .alone = "jobs start when others end", .add = add, .start = start,
	.send = interface_serve, .delivered = ends_delivered, .arrived = ends_arrived, .iterated = iterated };

void
succession_init(traffic_run *r)
{
	r->mode = &mode_succession;
	r->succession = xcalloc(1, sizeof *r->succession);
}
