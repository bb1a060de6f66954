/* chores -- what the cpus of a rank do: calcs, and what messages cost by LogGOPS (hopline-model.7, "What messages cost").
 *
 * A cpu does one thing after the other, in the order in which they came to it.  A send takes its overhead, then it is posted, then its bytes
 * take their time; a receive takes its overhead when it has its message.  Bytes that come keep cpu 0, from the moment at which the first of them
 * comes if it is idle then.  A rank takes in packets one after the other, as fast as the link of its node. */
#pragma once

#include "unit/slow/letters.h"

/* How many operations the rank has, and which they are.  Tasks behind the last rank have none. */
static uint32_t
operations(const slow *s, const worker *w)
{
	const program *p = s->job[w->job].program;

	return w->rank < p->ranks ? p->first[w->rank + 1] - p->first[w->rank] : 0;
}

static const operation *
operation_of(const slow *s, const worker *w, uint32_t i)
{
	const program *p = s->job[w->job].program;

	return &p->op[p->first[w->rank] + i];
}

/* Operation i has started, or it has ended: those that waited for this wait no more. */
static void
tell_followers(slow *s, worker *w, uint32_t i, uint32_t which)
{
	const operation *o = operation_of(s, w, i);

	for (uint32_t k = o[0].first; k < o[1].first; k++) {
		uint32_t follower = s->job[w->job].program->follower[k];

		if ((follower & FROM_START) == which)
			w->op[follower & ~FROM_START].waits--;
	}
}

static void end_chore(slow *s, worker *w, const chore *c);

/* An idle cpu goes on with what is next; what takes no time is done at once. */
static void
cpu_goes_on(slow *s, worker *w, processor_state *c)
{
	while (c->ends == NEVER && c->chores) {
		chore first = c->line[0];

		if (first.what == COMPUTES || first.what == SENDS)
			tell_followers(s, w, first.which, FROM_START);
		if (first.takes) {
			c->ends = s->now + first.takes;
			return;
		}
		memmove(c->line, c->line + 1, --c->chores * sizeof *c->line);
		end_chore(s, w, &first);
	}
}

static void
add_chore(slow *s, worker *w, uint32_t cpu, chore what)
{
	processor_state *c = &w->cpu[cpu];

	NEW(c->line, c->chores, c->chore_room) = what;
	cpu_goes_on(s, w, c);
}

/* What cpus do ends, and they go on. */
static bool
cpus_end(slow *s, worker *w)
{
	bool any = false;

	for (uint32_t i = 0; i < s->job[w->job].program->cpus; i++) {
		processor_state *c = &w->cpu[i];
		chore first;

		if (c->ends > s->now)
			continue;
		c->ends = NEVER;
		c->idle = s->now;
		first = c->line[0];
		memmove(c->line, c->line + 1, --c->chores * sizeof *c->line);
		end_chore(s, w, &first);
		cpu_goes_on(s, w, c);
		any = true;
	}
	return any;
}

static int64_t
time_at_node(const slow *s, const worker *w, int64_t bytes)
{
	return time_of(bytes, speed_of(s, s->machine->router_links + interface_at(s, w->node, 0))->bits_per_s);
}

/* Cpu 0 has begun with the bytes that came while it was idle. */
static void
work_on_packet(slow *s, worker *w, int64_t bytes)
{
	processor_state *c = &w->cpu[0];
	int64_t cost = s->machine->costs.byte * bytes, ahead = c->ends == NEVER ? s->now - c->idle : 0, takes = time_at_node(s, w, bytes);

	if (ahead > takes)
		ahead = takes;
	add_chore(s, w, 0, (chore){ TAKES_PACKET, NONE, cost > ahead ? cost - ahead : 0 });
}

/* When cpu 0 has done all that it has to do. */
static int64_t
cpu_is_free(const worker *w)
{
	const processor_state *c = &w->cpu[0];
	int64_t time = c->ends == NEVER ? c->idle : c->ends;

	for (uint32_t k = 1; k < c->chores; k++)
		time += c->line[k].takes;
	return time;
}

/* What a cpu takes to copy a message of at most the eager size; and to add that many bytes to others. */
static int64_t
copies(const slow *s, int64_t bytes)
{
	const rank_costs *c = &s->machine->costs;

	return c->copy_bw && bytes <= c->eager ? time_of(bytes, c->copy_bw) : 0;
}

static int64_t
adds_up(const slow *s, int64_t bytes)
{
	const rank_costs *c = &s->machine->costs;

	if (!c->sum_bw)
		return 0;
	return time_of(bytes, c->sum_bw_large && bytes > c->sum_large ? c->sum_bw_large : c->sum_bw);
}

/* When the rank has taken in a packet whose last byte comes now by the interface at that place: one byte after the other, behind the gap
 * after the message before it, and, where bytes cost, while cpu 0 is free. */
static int64_t
taken_in(slow *s, worker *w, uint32_t place, int64_t bytes, bool last)
{
	const rank_costs *c = &s->machine->costs;
	int64_t takes = time_at_node(s, w, bytes), begins = s->now - takes;

	if (!c->byte && !c->gap && !c->recv)
		return s->now;
	if (begins < w->in_free[place])
		begins = w->in_free[place];
	if (c->byte && begins < cpu_is_free(w))
		begins = cpu_is_free(w);
	w->in_free[place] = begins + takes;
	if (last)
		w->in_free[place] += c->gap > c->recv ? c->gap : c->recv;
	return begins + takes;
}
