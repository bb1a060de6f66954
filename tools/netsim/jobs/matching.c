/* matching -- see matching.h.  Receives that name source and tag wait at their stream, others in a list of their own; each has the number
 * in which it was posted. */
#include "netsim/jobs/matching.h"

#include "netsim/engine/idle.h"
#include "netsim/jobs/completions.h"

static bool
fits(const operation *o, const stream *from)
{
	return (o->peer == ANY || o->peer == from->from) && (o->tag == ANY || o->tag == from->tag);
}

bool
matching_in_turn(rank_context *s, arrival m)
{
	receive_side *in = &s->job->receiving[m.stream];

	if (m.serial == in->arrived)
		return true;
	list_append(s->run, &in->out_of_order, (list_entry){ .serial = m.serial, .kind = m.asks });
	return false;
}

uint32_t
matching_message(rank_context *s, arrival m)
{
	traffic_run *r = s->run;
	receive_side *in = &s->job->receiving[m.stream];
	uint32_t own = in->messages ? 0 : in->waiting.first, before = 0, wild = s->state->wild.first;

	in->arrived++;
	/* The first receive of the rank that takes anything and fits. */
	for (; wild && !fits(&s->program->op[r->entry[wild].op], &s->program->stream[m.stream]); wild = r->entry[wild].next)
		before = wild;
	if (wild && (!own || r->entry[wild].order < r->entry[own].order))
		return list_remove(r, &s->state->wild, before).op;
	if (own)
		return list_take(r, &in->waiting).op;
	in->messages = true;
	list_append(r, &in->waiting, (list_entry){ .serial = m.serial, .order = s->state->numbers++, .kind = m.asks });
	return NONE;
}

bool
matching_overtaken(rank_context *s, arrival *m)
{
	traffic_run *r = s->run;
	receive_side *in = &s->job->receiving[m->stream];
	uint32_t before = 0;

	for (uint32_t id = in->out_of_order.first; id; before = id, id = r->entry[id].next)
		if (r->entry[id].serial == in->arrived) {
			*m = (arrival){ m->stream, in->arrived, list_remove(r, &in->out_of_order, before).kind };
			return true;
		}
	return false;
}

/* The stream of the first message that has come, was not received, and that a receive of anything takes; NO_STREAM: there is none. */
static uint32_t
first_come(const rank_context *s, const operation *o)
{
	const program *p = s->program;
	uint32_t first = NO_STREAM;
	int64_t order = 0;

	for (uint32_t i = p->stream_first[s->rank]; i < p->stream_first[s->rank + 1]; i++) {
		const receive_side *in = &s->job->receiving[i];

		if (!in->messages || !in->waiting.first || !fits(o, &p->stream[i]))
			continue;
		if (first == NO_STREAM || s->run->entry[in->waiting.first].order < order) {
			first = i;
			order = s->run->entry[in->waiting.first].order;
		}
	}
	return first;
}

bool
matching_receive(rank_context *s, uint32_t at, arrival *m)
{
	const operation *o = &s->program->op[at];
	bool wild = o->peer == ANY || o->tag == ANY;
	uint32_t from = wild ? first_come(s, o) : o->stream;
	receive_side *in = from == NO_STREAM ? NULL : &s->job->receiving[from];
	list_entry posted = { .op = at, .order = s->state->numbers++ };

	if (in && in->messages && in->waiting.first) {
		list_entry n = list_take(s->run, &in->waiting);

		*m = (arrival){ from, n.serial, n.kind };
		return true;
	}
	if (wild) {
		list_append(s->run, &s->state->wild, posted);
	} else if (in) {	/* else no rank ever sends such a message */
		in->messages = false;
		list_append(s->run, &in->waiting, posted);
	}
	return false;
}

/* Tell the rank at the other end of the stream, on its own node, when the announcement or the answer has gone its way. */
static void
tell(rank_context *s, uint32_t rank, list_entry n)
{
	const network *net = s->run->net;
	uint32_t t = s->number - s->rank + rank, from = interface_of(net->machine, s->task->node, 0);
	int64_t way = idle_latency(net, from, interface_of(net->machine, s->run->task[t].node, 0), 0, 0), times;

	times = __builtin_mul_overflow(way, costs_of(s)->rendezvous, &times) ? NEVER / 4 : times / 1000;
	completions_at(s->run, t, now_of(s) + times, n);
}

void
handshake_ask(rank_context *s, arrival m)
{
	tell(s, s->program->stream[m.stream].to, (list_entry){ .kind = SEND_ASKED, .stream = m.stream, .serial = m.serial });
}

void
handshake_answer(rank_context *s, uint32_t at, arrival m)
{
	list_append(s->run, &s->job->receiving[m.stream].promised, (list_entry){ .op = at, .serial = m.serial });
	tell(s, s->program->stream[m.stream].from, (list_entry){ .kind = SEND_ANSWERED, .stream = m.stream, .serial = m.serial });
}

uint32_t
handshake_taker(rank_context *s, arrival m)
{
	const traffic_run *r = s->run;
	fifo *promised = &s->job->receiving[m.stream].promised;
	uint32_t before = 0;

	for (uint32_t id = promised->first; id; before = id, id = r->entry[id].next)
		if (r->entry[id].serial == m.serial)
			return list_remove(s->run, promised, before).op;
	return NONE;
}
