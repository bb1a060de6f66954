#include "netsim/jobs/handshake.h"

#include "netsim/engine/idle.h"
#include "netsim/jobs/completions.h"

/* What the announcement or the answer takes from a node to another. */
static int64_t
time_of_way(const rank_context *s, uint32_t from, uint32_t to)
{
	const network *n = s->run->net;
	int64_t way = idle_latency(n, interface_of(n->machine, from, 0), interface_of(n->machine, to, 0), 0, 0), times;

	return __builtin_mul_overflow(way, costs_of(s)->rendezvous, &times) ? NEVER / 4 : times / 1000;
}

/* Tell the rank at the other end of the stream, on its own node. */
static void
tell(rank_context *s, uint32_t rank, list_entry n)
{
	uint32_t t = s->number - s->rank + rank;

	completions_at(s->run, t, now_of(s) + time_of_way(s, s->task->node, s->run->task[t].node), n);
}

void
handshake_ask(rank_context *s, arrival m)
{
	tell(s, s->program->stream[m.stream].to, (list_entry){ .kind = SEND_ASKED, .op = m.stream, .number = m.serial });
}

void
handshake_answer(rank_context *s, uint32_t at, arrival m)
{
	list_append(s->run, &s->state->promised, (list_entry){ .op = at, .number = m.serial, .time = m.stream });
	tell(s, s->program->stream[m.stream].from, (list_entry){ .kind = SEND_ANSWERED, .op = m.stream, .number = m.serial });
}

uint32_t
handshake_taker(rank_context *s, arrival m)
{
	const traffic_run *r = s->run;
	uint32_t before = NONE;

	for (uint32_t id = s->state->promised.first; id != NONE; before = id, id = r->entry[id].next)
		if (r->entry[id].time == m.stream && r->entry[id].number == m.serial)
			return list_remove(s->run, &s->state->promised, before).op;
	return NONE;
}
