/* easy -- first come, first served with the backfilling of EASY (Lifka, "The ANL/IBM SP scheduling system", JSSPP 1995;
 * Mu'alem and Feitelson, "Utilization, predictability, workloads, and user runtime estimates in scheduling the IBM SP2 with
 * backfilling", IEEE TPDS 12(6), 2001).
 *
 * The job at the head of the queue that has no room gets a shadow time: the earliest at which it will have, if running
 * jobs leave when their requested time is over.  A job behind it may start now if by its own requested time it leaves by
 * then, or if the head has room at the shadow time nevertheless.  All jobs behind the head are asked, in
 * their order.
 *
 * For a policy that serves any job for which enough nodes are idle, having room is a matter of counting: `spare` nodes are
 * left beside the head at the shadow time, and the next job that may start is a search in a tree (queue.h).  Other
 * policies are asked, on a copy of the machine from which those jobs have left that will.  The copy serves until a
 * job leaves: what starts in between is in it if it will be there, and the head has room in it at no earlier time.
 *
 * A job that runs on beyond its requested time is expected to leave now. */
#include <assert.h>

#include "alloc/time/timeline.h"

/* The earliest time at which the policy serves the head, and in p->later the machine as it will be then. */
static int64_t
shadow_asked(play *p, uint32_t head)
{
	uint32_t i = agenda_first(&p->due);
	int64_t time;

	tenancy_copy(&p->later, p->machine);
	for (;;) {
		assert(i != NONE);	/* it has been served on the machine without those that leave */
		time = p->job[i].due > p->now ? p->job[i].due : p->now;
		for (; i != NONE && p->job[i].due <= time; i = agenda_next(&p->due, i))
			play_vacate(p, &p->later, i, time);
		if (i == NONE || play_choose(p, &p->later, head, &p->spot))
			return time;
	}
}

/* May a job start now, with what is then in p->choice?  If it will be there at the shadow time it is in p->later from here on. */
static bool
may_start(play *p, uint32_t head, uint32_t place)
{
	const job *j = &p->job[place];
	demand *d = &p->demand[j->demand];

	if (d->blocked == p->changes && p->now + j->times.wall > p->shadow)
		return false;
	if (!play_serves(p, place))
		return false;
	if (play_due(p, place) <= p->shadow)
		return true;
	if (d->blocked == p->changes)
		return false;
	tenancy_enter(&p->later, &j->request, p->choice->node);
	if (play_choose(p, &p->later, head, &p->spot))
		return true;
	tenancy_leave(&p->later, &j->request, p->choice->node);
	d->blocked = p->changes;
	return false;
}

static void
backfill_asked(play *p, uint32_t head, uint32_t place)
{
	bool started = false;

	if (p->shadow == NEVER || p->shadow <= p->now) {
		p->shadow = shadow_asked(p, head);
		p->changes++;	/* what was in the head's way before need not be now */
	}
	while ((place = queue_next(&p->queue, place, p->machine->occupancy.idle, 0, 0)) != NONE) {
		if (may_start(p, head, place)) {
			play_enter(p, place);
			started = true;
		}
		place++;
	}
	p->again = started;	/* now the policy may have other nodes for those that are in the head's way: ask them again next time */
}

static void
backfill_counted(play *p, uint32_t head, uint32_t place)
{
	uint32_t idle = p->machine->occupancy.idle, need = p->job[head].request.nodes, spare;
	int64_t due = agenda_when(&p->due, need - idle);

	p->shadow = due > p->now ? due : p->now;
	spare = (uint32_t)(idle + agenda_sum(&p->due, p->shadow) - need);
	while ((place = queue_next(&p->queue, place, spare < idle ? spare : idle, idle, p->shadow - p->now)) != NONE) {
		const job *j = &p->job[place];

		play_start(p, place);
		idle -= j->request.nodes;
		if (p->now + j->times.wall > p->shadow)
			spare -= j->request.nodes;
		place++;
	}
}

static void
pass(play *p)
{
	uint32_t head, place;

	if (p->again || p->shadow <= p->now)
		p->asked = 0;	/* as a job runs too long, what it keeps from others changes with time */
	while ((head = queue_first(&p->queue)) != NONE && head >= p->asked && play_start(p, head))
		;
	if (head == NONE)
		return;
	place = head + 1 > p->asked ? head + 1 : p->asked;
	if (p->machine->policy->refuses || p->driver->opt->reconfigure)
		backfill_asked(p, head, place);
	else
		backfill_counted(p, head, place);
}

const schedule schedule_easy = { .name = "easy", .by_walltime = true, .pass = pass };
