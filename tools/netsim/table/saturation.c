/* saturation -- does the network take what an open-loop job offers?
 *
 * It does when 0.95 of what is offered in the window arrives in it, and all of that has arrived after a drain as long.  But a network
 * that begins empty fills first: what is created within one latency of the window's end has not arrived, whatever the load.  So without a
 * warm-up of twice what a message takes on the idle network the second half of the window counts, and what is not clear is not said. */
#include "netsim/table/saturation.h"

#include "netsim/engine/idle.h"

enum {
	/* Fewer messages say nothing of saturation: three standard errors of a Poisson count of that many are 5% of it, and 5% less than
	 * offered is what counts as saturated. */
	MESSAGES_TO_JUDGE = 3600,
	SAMPLES = 1024		/* messages that are looked at for the slowest */
};
#define ENOUGH 0.95	/* of what is offered */

/* Messages created in the window that still queue at their node count as under way. */
static bool
under_way(const traffic_run *r, const case_job *j)
{
	if (j->background)
		return false;
	for (uint32_t i = 0; i < j->endpoints.nodes * r->net->machine->nics; i++) {
		const interface *f = source_interface(r, j, i);

		if (f->messages && f->created >= j->warm && f->created < j->stop)
			return true;	/* without messages: a node whose target is itself */
	}
	return j->measured != 0;
}

/* Twice what the slowest of a sample of the job's messages takes there: room for a detour, or as long a wait. */
static int64_t
settling_time(const traffic_run *r, const case_job *j)
{
	const machine *m = r->net->machine;
	const endpoints *e = &j->endpoints;
	int64_t slowest = 0;

	for (uint32_t k = 0; k < SAMPLES; k++) {
		uint32_t word = k * 2654435761U, from = (uint32_t)((uint64_t)k * e->nodes / SAMPLES), nic = k % m->nics;
		uint32_t to = e->pattern->target(e, from, word);
		int64_t takes;

		if (to == from)
			continue;
		takes = idle_latency(r->net, interface_of(m, e->node[from], nic), interface_of(m, e->node[to], nic), j->bytes, word);
		slowest = takes > slowest ? takes : slowest;
	}
	return 2 * slowest;
}

/* By what has arrived of `offered` bytes a ps in the window, which ends at `end`, where the network has settled by `settled`. */
static verdict
judge_arrivals(const case_job *j, double offered, int64_t end, int64_t settled)
{
	double half = offered * (double)(end - j->middle);

	if (j->warm >= settled || (double)j->payload < ENOUGH * offered * (double)(end - settled))	/* less than if all until then were missing */
		return SATURATED;
	if (j->background || half < (double)(MESSAGES_TO_JUDGE * j->bytes))
		return UNCLEAR;
	return (double)j->second_half >= ENOUGH * half ? TAKES_LOAD : settled <= j->middle ? SATURATED : UNCLEAR;
}

verdict
saturation_of(const traffic_run *r, const case_job *j, double offered, int64_t end, int64_t *settling)
{
	bool late = under_way(r, j);
	verdict v;

	if (source_measured(r, j, MESSAGES_TO_JUDGE) < MESSAGES_TO_JUDGE)
		return TOO_FEW;
	v = (double)j->payload < ENOUGH * offered * (double)(end - j->warm) ? SATURATED : TAKES_LOAD;
	if (v == TAKES_LOAD && !late)
		return v;
	*settling = settling_time(r, j);
	if (v == SATURATED)
		v = judge_arrivals(j, offered, end, j->start + *settling);
	if (v == SATURATED || !late)
		return v;
	return j->stop - j->warm >= *settling ? SATURATED : UNCLEAR;
}
