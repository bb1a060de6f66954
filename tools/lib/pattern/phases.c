/* phases -- of a whole job: the pattern's own, then an allreduce.
 *
 * The allreduce is the binary tree of MPI libraries: sums go up (children of r are 2r+1 and 2r+2), the result comes down.  Three phases: a
 * task hears from its children; it tells its parent and hears from it; it tells its children. */
#include "lib/pattern/closed/tree.h"
#include "lib/pattern/peers.h"

enum { GATHER, PARENT, SCATTER, ALLREDUCE_PHASES };

/* Messages of a task to or from its parent, and in the step `own` its children. */
static uint32_t
reduce_count(const traffic *t, uint32_t step, uint32_t own, uint32_t task)
{
	if (step == PARENT)
		return task > 0;
	return step == own ? tree_children(task, t->tasks) : 0;
}

uint32_t
traffic_phases(const traffic *t)
{
	return t->own_phases + (t->allreduce_bytes ? ALLREDUCE_PHASES : 0);
}

uint32_t
traffic_sends(const traffic *t, uint32_t phase, uint32_t task)
{
	if (phase >= t->own_phases)
		return reduce_count(t, phase - t->own_phases, SCATTER, task);
	return t->peers ? peers_sends(t->peers, phase, task) : t->pattern->sends(t, phase, task);
}

message
traffic_send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	if (phase >= t->own_phases && phase - t->own_phases == PARENT)
		return (message){ tree_parent(task), t->own_phases + GATHER, t->allreduce_bytes };
	if (phase >= t->own_phases)
		return (message){ tree_child(task, k), t->own_phases + PARENT, t->allreduce_bytes };
	return t->peers ? peers_send(t, phase, task, k) : t->pattern->send(t, phase, task, k);
}

uint32_t
traffic_receives(const traffic *t, uint32_t phase, uint32_t task)
{
	if (phase >= t->own_phases)
		return reduce_count(t, phase - t->own_phases, GATHER, task);
	return t->peers ? peers_receives(t->peers, phase, task) : t->pattern->receives(t, phase, task);
}
