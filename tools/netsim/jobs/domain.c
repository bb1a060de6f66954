/* domain -- messages between nodes of a domain, which has a network of its own (lib/machine/interfaces.h).
 *
 * Every node has a port into its domain, and between ports nothing is in the way.  A port passes one message after the other in each
 * direction: a message waits for its sender's port, takes the latency, and comes in through its receiver's.
 * Of messages posted in one picosecond those of lower nodes come first, and of a node those of lower tasks. */

#include "lib/cli/cli.h"
#include "netsim/engine/link.h"
#include "netsim/jobs/progress.h"

struct domain_port {
	int64_t out, in;	/* ps, when it is free in either direction */
	fifo posted;		/* in this picosecond, by task, which is the number */
};

void
domain_init(traffic_run *r)
{
	if (r->net->machine->domain)
		r->domain_port = xcalloc(r->net->machine->nodes, sizeof *r->domain_port);
}

void
domain_reset(traffic_run *r)
{
	for (uint32_t t = 0; r->domain_port && t < r->tasks; t++)
		r->domain_port[r->task[t].node] = (domain_port){ 0 };
}

static bool
is_lower(const list_entry *a, const list_entry *b)
{
	return a->number < b->number;
}

void
domain_post(traffic_run *r, uint32_t from, uint32_t flight_id)
{
	uint32_t node = r->task[from].node;
	fifo *posted = &r->domain_port[node].posted;

	if (!posted->first)
		event_new(r->net, TIMER, r->net->calendar.now, domain_order(r->net, node))->timer = (struct timer){ TIMER_DOMAIN, node };
	list_sort_in(r, posted, (list_entry){ .flight = flight_id, .number = from }, is_lower);
}

/* When the last byte of a message that is posted now comes in. */
static int64_t
comes_in(const traffic_run *r, uint32_t from, uint32_t to, int64_t bytes)
{
	const speed *s = &r->net->machine->domain_speed;
	domain_port *a = &r->domain_port[from], *b = &r->domain_port[to];
	int64_t now = r->net->calendar.now, takes = transfer_ps(bytes, s), head;

	head = (a->out > now ? a->out : now) + s->latency;
	a->out = head - s->latency + takes;
	b->in = (b->in > head ? b->in : head) + takes;
	return b->in;
}

void
domain_pass(traffic_run *r, uint32_t node)
{
	const machine *m = r->net->machine;
	fifo *posted = &r->domain_port[node].posted;

	while (posted->first) {
		uint32_t id = list_take(r, posted).flight;
		const flight *f = flight_of(r, id);
		uint32_t to = r->task[f->to].node;

		event_new(r->net, DELIVER, comes_in(r, node, to, f->left), m->reverse[m->router_links + interface_of(m, to, 0)])->message = id;
		/* in the order in which others come */
	}
}
