/* easy -- first come, first served with the backfilling of EASY (Lifka, "The ANL/IBM SP scheduling system", JSSPP 1995; Mu'alem and
 * Feitelson, "Utilization, predictability, workloads, and user runtime estimates in scheduling the IBM SP2 with backfilling", IEEE TPDS
 * 12(6), 2001).  The head's shadow time: the earliest at which it has room, if running jobs leave when their requested time is over (one
 * that runs on beyond it: now).  A job behind it may start if it leaves by then, or if the head has room at that time nevertheless.
 *
 * For a policy that serves any job for which enough nodes are idle, having room is a matter of counting: `spare` nodes are left beside
 * the head at the shadow time, and the next job that may start is a search in a tree (queue.h).  Other policies are asked, on a copy of
 * the machine from which those jobs have left that will.  The copy serves until a job leaves: what starts in between is in it if it will
 * be there, and the head has room in it at no earlier time. */
#include <assert.h>

#include "alloc/time/timeline.h"

/* The earliest time at which the policy serves the head, and in t->later the machine as it will be then. */
static int64_t
shadow_asked(timeline *t, uint32_t head)
{
	uint32_t i = agenda_first(&t->due);

	state_copy(&t->later, t->machine);
	while (i != NONE) {
		int64_t time = t->job[i].due > t->now ? t->job[i].due : t->now;

		for (; i != NONE && t->job[i].due <= time; i = agenda_next(&t->due, i))
			timeline_remove(t, &t->later, i, time);
		if ((i == NONE && t->job[head].relents == NEVER) || timeline_choose(t, &t->later, head, time, &t->trial))
			return time;
	}
	assert(t->job[head].relents != NEVER);	/* else it has been served on the machine without those that leave */
	return t->job[head].relents;
}

/* May a job start now, with what is then in t->selection?  If it will be there at the shadow time it is in t->later from here on. */
static bool
may_start(timeline *t, uint32_t head, uint32_t place)
{
	const timed_job *j = &t->job[place];
	demand *d = &t->demand[j->demand];

	if (d->blocked == t->changes && t->now + j->times.wall > t->shadow)
		return false;
	if (!timeline_serves(t, place))
		return false;
	if (timeline_due(t, place) <= t->shadow)
		return true;
	if (d->blocked == t->changes)
		return false;
	state_place(&t->later, &j->request, t->selection->node);
	if (timeline_choose(t, &t->later, head, t->shadow, &t->trial))
		return true;
	state_remove(&t->later, &j->request, t->selection->node);
	d->blocked = t->changes;
	return false;
}

static void
backfill_asked(timeline *t, uint32_t head, uint32_t place)
{
	bool started = false;

	if (t->shadow == NEVER || t->shadow <= t->now) {
		t->shadow = shadow_asked(t, head);
		t->changes++;	/* what was in the head's way before need not be now */
	}
	while ((place = queue_next(&t->queue, place, t->machine->occupancy.idle, 0, 0)) != NONE) {
		if (may_start(t, head, place)) {
			timeline_place(t, place);
			started = true;
		}
		place++;
	}
	t->again = started;	/* now the policy may have other nodes for those that are in the head's way: ask them again next time */
}

static void
backfill_counted(timeline *t, uint32_t head, uint32_t place)
{
	uint32_t idle = t->machine->occupancy.idle, need = t->job[head].request.nodes, spare;
	int64_t due = agenda_when(&t->due, need - idle);

	t->shadow = due > t->now ? due : t->now;
	spare = (uint32_t)(idle + agenda_sum(&t->due, t->shadow) - need);
	while ((place = queue_next(&t->queue, place, spare < idle ? spare : idle, idle, t->shadow - t->now)) != NONE) {
		const timed_job *j = &t->job[place];

		timeline_start(t, place);
		idle -= j->request.nodes;
		if (t->now + j->times.wall > t->shadow)
			spare -= j->request.nodes;
		place++;
	}
}

static void
pass(timeline *t)
{
	uint32_t head, place;

	if (t->again || t->shadow <= t->now)
		t->asked = 0;	/* as a job runs too long, what it keeps from others changes with time */
	head = timeline_start_heads(t);
	if (head == NONE)
		return;
	place = head + 1 > t->asked ? head + 1 : t->asked;
	if (t->refuses || t->driver->opt->reconfigure)
		backfill_asked(t, head, place);
	else
		backfill_counted(t, head, place);
}

const schedule schedule_easy = { .name = "easy", .by_walltime = true, .pass = pass };
