/* news -- see news.h. */
#include "netsim/jobs/news.h"

void
news_call(traffic_run *r, uint32_t t, int64_t time)
{
	network *n = r->net;
	uint32_t id = packet_new(n);

	packet_of(n, id)->kind = TIMER;
	packet_of(n, id)->message = t;
	packet_of(n, id)->word = TIMER_CALLS;
	packet_of(n, id)->link = packet_of(n, id)->out = NONE;
	calendar_push(&n->calendar, id, time, n->machine->router_links + interface_of(n->machine, r->task[t].node, 0));
}

/* News of one picosecond are heard by kind, messages by their stream and in the order in which they were sent: in whatever order they come,
 * they make no difference. */
static bool
is_before(const note *a, const note *b)
{
	if (a->kind != b->kind)
		return a->kind < b->kind;
	if (a->op != b->op)
		return a->op < b->op;
	return a->number < b->number;
}

static void
insert(traffic_run *r, fifo *list, note n)
{
	uint32_t id = list->first, before = NONE;

	if (id == NONE || !is_before(&n, &r->note[list->last])) {
		append(r, list, n);
		return;
	}
	for (; is_before(&r->note[id], &n); id = r->note[id].next)
		before = id;
	put_behind(r, list, before, n);
}

void
news_add(traffic_run *r, uint32_t t, note n)
{
	const case_job *b = &r->job[r->task[t].job];
	rank_state *k = &b->progress->rank[t - b->first_task];

	insert(r, &k->news, n);
	if (k->called || r->hearing == t || r->serving == r->task[t].node)	/* it hears of it anyway */
		return;
	k->called = true;
	news_call(r, t, r->net->calendar.now);
}

/* A rank takes in one byte after the other, as fast as its link, while its first cpu is free where bytes cost; behind each message there is
 * a gap, and what it takes to receive it.  When has it taken in a packet that came now? */
static int64_t
taken_in(traffic_run *r, const flight *f, int64_t bytes, bool last)
{
	const case_job *b = &r->job[f->job];
	const rank_costs *c = &r->net->machine->costs;
	rank_state *k = &b->progress->rank[f->to - b->first_task];
	int64_t now = r->net->calendar.now, takes = time_on_link(r, f->node, bytes);
	int64_t busy = c->byte ? b->progress->cpu[(size_t)(f->to - b->first_task) * b->progress->program->cpus].busy : 0;
	int64_t from = k->in_free > busy ? k->in_free : busy, when = from > now - takes ? from + takes : now;

	k->in_free = when + (!last ? 0 : c->gap > c->recv ? c->gap : c->recv);
	return when;
}

/* News that the rank hears at `when`. */
static void
tell(traffic_run *r, uint32_t t, int64_t when, note n)
{
	const case_job *b = &r->job[r->task[t].job];

	if (when <= r->net->calendar.now) {
		news_add(r, t, n);
		return;
	}
	n.time = when;
	append(r, &b->progress->rank[t - b->first_task].late, n);
	news_call(r, t, when);
}

void
news_packet(traffic_run *r, const flight *f, int64_t bytes, bool last)
{
	int64_t when = f->posted != NEVER && r->counts_packets ? taken_in(r, f, bytes, last) : r->net->calendar.now;

	if (r->net->machine->costs.byte > 0)
		tell(r, f->to, when, (note){ .kind = NEWS_PACKET, .op = (uint32_t)(bytes >> 32), .number = (uint32_t)bytes });
	if (last)
		tell(r, f->to, when, (note){ .kind = NEWS_MESSAGE, .op = f->stream, .number = (uint32_t)f->phase });
}

void
news_due(traffic_run *r, rank_state *k)
{
	while (k->late.first != NONE && r->note[k->late.first].time <= r->net->calendar.now)
		insert(r, &k->news, take(r, &k->late));
}
