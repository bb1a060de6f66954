/* succession -- see succession.h: a job waits for the one before it on each of its nodes, which has waited for those before. */
#include "netsim/jobs/succession.h"

#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

void
succession_add(traffic_run *r, uint32_t j, const uint32_t *node, uint32_t nodes)
{
	succession *p = r->succession;

	p->job = xgrow(p->job, &p->job_room, (size_t)j + 1, sizeof *p->job);
	p->job[j] = (successor){ .first = p->turns, .turns = nodes, .left = r->job[j].tasks };
	p->turn = xgrow(p->turn, &p->room, p->turns + nodes, sizeof *p->turn);
	for (uint32_t i = 0; i < nodes; i++)
		p->turn[p->turns++] = (turn){ .job = j, .node = node[i], .next = NONE };
}

ASCENDING_BY3(by_node, turn, node, start, job)

void
succession_begin(traffic_run *r)
{
	succession *p = r->succession;
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
}

void
succession_ended(traffic_run *r, uint32_t j)
{
	succession *p = r->succession;
	const successor *b = &p->job[j];

	if (--p->job[j].left)
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
