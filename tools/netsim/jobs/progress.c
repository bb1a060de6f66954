#include "netsim/jobs/progress.h"

#include <stdlib.h>

progress *
progress_new(const program *p, bool sends_leave, const machine *m)
{
	progress *g = xcalloc(1, sizeof *g);

	g->program = p;
	g->sends_leave = sends_leave;
	for (uint32_t i = 0; i < program_ops(p); i++)
		g->empties |= p->op[i].kind == OP_SEND && p->op[i].size == 0;
	g->waits = xalloc((size_t)program_ops(p) + 1, sizeof *g->waits);
	g->sent = xcalloc((size_t)p->streams + 1, sizeof *g->sent);
	g->receiving = xcalloc((size_t)p->streams + 1, sizeof *g->receiving);
	g->cpu = xalloc((size_t)p->ranks * p->cpus + 1, sizeof *g->cpu);
	g->rank = xcalloc(p->ranks, sizeof *g->rank);
	for (uint32_t i = 0; i < p->ranks * p->cpus; i++)
		g->cpu[i] = (processor){ .end = NEVER };
	g->in_free = xcalloc((size_t)p->ranks * m->nics, sizeof *g->in_free);
	g->outlets = (p->nic_line && m->nics > 1) || m->stripe != INT64_MAX ? m->nics + 1 : 0;
	g->outlet = g->outlets ? xalloc((size_t)p->ranks * g->outlets, sizeof *g->outlet) : NULL;
	for (size_t i = 0; i < (size_t)p->ranks * g->outlets; i++)
		g->outlet[i] = (message_outlet){ .flight = NONE };
	return g;
}

void
progress_free(progress *g)
{
	if (!g)
		return;
	free_all(g->waits, g->sent, g->receiving, g->cpu, g->rank, g->in_free, g->outlet, g);
}

rank_context
progress_of(traffic_run *r, uint32_t t)
{
	const case_job *b = &r->job[r->task[t].job];
	progress *g = b->progress;
	uint32_t rank = t - b->first_task;

	return (rank_context){ r, g, g->program, &g->rank[rank], &r->task[t], t, rank, g->program->first[rank] };
}
