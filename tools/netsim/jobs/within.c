/* within -- messages that stay off the routers: between tasks of a node, through its memory, and between nodes of a domain, which has a
 * network of its own.
 *
 * In a domain every node has a port, and between ports nothing is in the way.  A port passes one message after the other in each
 * direction, in the order in which they were posted. */
#include "netsim/jobs/within.h"

#include "lib/cli/cli.h"

void
within_init(traffic_run *r)
{
	if (r->net->machine->domain)
		r->domain_port = xcalloc(r->net->machine->nodes, sizeof *r->domain_port);
}

void
within_reset(traffic_run *r)
{
	for (uint32_t t = 0; r->domain_port && t < r->tasks; t++)
		r->domain_port[r->task[t].node] = (domain_port){ 0, 0 };
}

/* The message begins when both ports are free for it. */
static int64_t
through_domain(const traffic_run *r, uint32_t from, uint32_t to, int64_t bytes)
{
	const speed *s = &r->net->machine->domain_speed;
	domain_port *out = &r->domain_port[from], *in = &r->domain_port[to];
	int64_t now = r->net->calendar.now, takes = transfer_ps(bytes, s), head;

	out->out = (out->out > now ? out->out : now) + takes;
	head = out->out - takes + s->latency;
	in->in = (in->in > head ? in->in : head) + takes;
	return in->in - now;
}

int64_t
within_cost(const traffic_run *r, uint32_t from, uint32_t to, int64_t bytes)
{
	const machine *m = r->net->machine;

	if (from != to)
		return through_domain(r, from, to, bytes);
	return m->memory_latency + (m->memory_bw ? transfer_ps(bytes, &(speed){ m->memory_bw, 0 }) : 0);
}
