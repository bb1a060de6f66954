/* easy -- first come, first served with the backfilling of EASY (Lifka, "The ANL/IBM SP scheduling system", JSSPP 1995; Mu'alem and
 * Feitelson, "Utilization, predictability, workloads, and user runtime estimates in scheduling the IBM SP2 with backfilling", IEEE TPDS
 * 12(6), 2001).  The head's shadow time: the earliest at which it has room, if running jobs leave when their requested time is over (one
 * that runs on beyond it: now).  A job behind it may start if it leaves by then, or if the head has room at that time nevertheless.
 *
 * For a policy that serves any job for which enough nodes are idle, having room is a matter of counting: `spare` nodes are left beside
 * the head at the shadow time, and the next job that may start is found by a look at each.  Other policies are asked, on a copy of
 * the machine from which those jobs have left that will.  The copy serves until a job leaves: what starts in between is in it if it will
 * be there, and the head has room in it at no earlier time. */
#include <assert.h>
#include <stdlib.h>

#include "alloc/time/timeline.h"
#include "lib/cli/cli.h"

typedef struct easy {
	bool asks;		/* the policy is asked where jobs have room; else nodes are counted */
	machine_state later;	/* as it will be at the shadow time, where the policy is asked */
	int64_t shadow;		/* NEVER: not known since a job has left, or asks for less */
	uint64_t changes;	/* copies made, and jobs started behind the head */
	uint64_t *blocked;	/* [room] by demand: changes when such a job would have taken what the head needs; 0: never */
	uint32_t room;
	bool again;		/* jobs that have had their answer are asked once more */
} easy;

static void *
open_easy(const timeline *t)
{
	easy *e = xcalloc(1, sizeof *e);

	e->shadow = NEVER;
	e->asks = t->refuses || t->driver->opt->reconfigure;
	if (e->asks)
		state_init(&e->later, t->machine->policy, t->machine->occupancy.machine);
	return e;
}

/* Find the earliest time at which the policy serves the head, and the machine as it will be then. */
static void
find_shadow(easy *e, timeline *t, uint32_t head)
{
	uint32_t i = agenda_first(&t->due);

	state_copy(&e->later, t->machine);
	e->changes++;	/* what was in the head's way before need not be now */
	while (i != NONE) {
		e->shadow = t->job[i].due > t->now ? t->job[i].due : t->now;
		for (; i != NONE && t->job[i].due <= e->shadow; i = agenda_next(&t->due, i))
			timeline_remove(t, &e->later, i, e->shadow);
		if ((i == NONE && t->job[head].relaxes == NEVER) || timeline_choose(t, &e->later, head, e->shadow, &t->trial))
			return;
	}
	assert(t->job[head].relaxes != NEVER);	/* else it has been served on the machine without those that leave */
	e->shadow = t->job[head].relaxes;
}

/* May a job start now, with what is then in t->selection?  If it will be there at the shadow time it is in `later` from here on. */
static bool
may_start(easy *e, timeline *t, uint32_t head, uint32_t place)
{
	const timed_job *j = &t->job[place];
	uint64_t *blocked = &e->blocked[j->demand];

	if (*blocked == e->changes && t->now + j->times.wall > e->shadow)
		return false;
	if (!timeline_serves(t, place))
		return false;
	if (timeline_due(t, place) <= e->shadow)
		return true;
	if (*blocked == e->changes)
		return false;
	state_place(&e->later, &j->request, t->selection->node);
	if (timeline_choose(t, &e->later, head, e->shadow, &t->trial))
		return true;
	state_remove(&e->later, &j->request, t->selection->node);
	*blocked = e->changes;
	return false;
}

static void
backfill_asked(easy *e, timeline *t, uint32_t head, uint32_t place)
{
	if (e->room <= t->jobs) {
		free(e->blocked);
		e->room = t->jobs + 1;
		e->blocked = xcalloc(e->room, sizeof *e->blocked);
	}
	if (e->shadow == NEVER || e->shadow <= t->now)
		find_shadow(e, t, head);
	e->again = false;
	while ((place = timeline_next(t, place, t->machine->occupancy.idle, 0, 0)) != NONE) {
		if (may_start(e, t, head, place)) {
			timeline_place(t, place);
			e->changes++;
			e->again = true;	/* now the policy may have other nodes for those that are in the head's way */
		}
		place++;
	}
}

static void
backfill_counted(easy *e, timeline *t, uint32_t head, uint32_t place)
{
	uint32_t idle = t->machine->occupancy.idle, need = t->job[head].request.nodes, spare;
	int64_t due = agenda_when(&t->due, need - idle);

	e->shadow = due > t->now ? due : t->now;
	spare = (uint32_t)(idle + agenda_sum(&t->due, e->shadow) - need);
	while ((place = timeline_next(t, place, spare < idle ? spare : idle, idle, e->shadow - t->now)) != NONE) {
		const timed_job *j = &t->job[place];

		timeline_start(t, place);
		idle -= j->request.nodes;
		if (t->now + j->times.wall > e->shadow)
			spare -= j->request.nodes;
		place++;
	}
}

static void
pass(timeline *t, void *state)
{
	easy *e = state;
	uint32_t head, place;

	if (t->asked == 0)
		e->shadow = NEVER;
	else if (e->again || e->shadow <= t->now)
		t->asked = 0;	/* as a job runs too long, what it keeps from others changes with time */
	head = timeline_start_heads(t);
	if (head == NONE)
		return;
	place = head + 1 > t->asked ? head + 1 : t->asked;
	(e->asks ? backfill_asked : backfill_counted)(e, t, head, place);
}

const schedule schedule_easy = { .name = "easy", .by_walltime = true, .open = open_easy, .pass = pass };
