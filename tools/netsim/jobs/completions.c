#include "netsim/jobs/completions.h"

void
rank_call(traffic_run *r, uint32_t t, int64_t time)
{
	const machine *m = r->net->machine;

	event_new(r->net, TIMER, time, m->router_links + interface_of(m, r->task[t].node, 0))->timer = (struct timer){ TIMER_CALLS, t };
}

/* A rank handles the completions of one picosecond by kind, then by stream and in the order of sending, so that the order of events within
 * the picosecond does not count. */
static bool
is_before(const list_entry *a, const list_entry *b)
{
	if (a->kind != b->kind)
		return a->kind < b->kind;
	if (a->op != b->op)
		return a->op < b->op;
	return a->number < b->number;
}

static bool
is_sooner(const list_entry *a, const list_entry *b)
{
	return a->time < b->time;
}

void
completions_add(traffic_run *r, uint32_t t, list_entry n)
{
	const case_job *b = &r->job[r->task[t].job];
	rank_state *k = &b->progress->rank[t - b->first_task];

	list_sort_in(r, &k->completions, n, is_before);
	if (k->called || r->current_task == t || r->active_node == r->task[t].node)	/* it handles this one, too */
		return;
	k->called = true;
	rank_call(r, t, r->net->calendar.now);
}

/* When has the rank received a packet that arrived now?  It receives one byte after the other, at the speed of its link, and, where bytes
 * cost, only while its first cpu is free; each message is followed by the gap or the receive overhead, whichever is longer.  So it is for
 * each interface of its node. */
static int64_t
received_at(traffic_run *r, const flight *f, int64_t bytes, bool last)
{
	const case_job *b = &r->job[f->job];
	const rank_costs *c = &r->net->machine->costs;
	int64_t *in_free = &b->progress->in_free[(size_t)(f->to - b->first_task) * r->net->machine->nics + f->came_by];
	int64_t now = r->net->calendar.now, takes = time_on_link(r, f->node, bytes);
	int64_t busy = c->byte ? b->progress->cpu[(size_t)(f->to - b->first_task) * b->progress->program->cpus].busy : 0;
	int64_t from = *in_free > busy ? *in_free : busy, when = from > now - takes ? from + takes : now;

	*in_free = when + (!last ? 0 : c->gap > c->recv ? c->gap : c->recv);
	return when;
}

void
completions_at(traffic_run *r, uint32_t t, int64_t when, list_entry n)
{
	const case_job *b = &r->job[r->task[t].job];

	if (when <= r->net->calendar.now) {
		completions_add(r, t, n);
		return;
	}
	n.time = when;
	list_sort_in(r, &b->progress->rank[t - b->first_task].arriving, n, is_sooner);
	rank_call(r, t, when);
}

void
completions_packet(traffic_run *r, const flight *f, int64_t bytes, bool last)
{
	int64_t when = f->posted != NEVER && r->counts_packets ? received_at(r, f, bytes, last) : r->net->calendar.now;

	if (r->net->machine->costs.byte > 0)
		completions_at(r, f->to, when, (list_entry){ .kind = PACKET_ARRIVED, .op = (uint32_t)(bytes >> 32), .number = (uint32_t)bytes });
	if (last)
		completions_at(r, f->to, when, (list_entry){ .kind = MESSAGE_ARRIVED, .stream = f->stream, .serial = (uint32_t)f->phase });
}

void
completions_due(traffic_run *r, rank_state *k)
{
	while (k->arriving.first && r->entry[k->arriving.first].time <= r->net->calendar.now)
		list_sort_in(r, &k->completions, list_take(r, &k->arriving), is_before);
}
