/* phases -- of a whole job: the pattern's own, then an allreduce.
 *
 * The allreduce is the binary tree of MPI libraries: sums go up (children of r
 * are 2r+1 and 2r+2), the result comes down.  Three phases: a task hears from its
 * children; it tells its parent and hears from it; it tells its children. */
#include "lib/pattern/closed/tree.h"
#include "lib/pattern/pattern.h"

enum { GATHER, PARENT, SCATTER, ALLREDUCE_PHASES };

static uint32_t
reduce_sends(const traffic *t, uint32_t step, uint32_t task)
{
	if (step == PARENT)
		return task > 0;
	return step == SCATTER ? tree_children(task, t->tasks) : 0;
}

static message
reduce_send(const traffic *t, uint32_t step, uint32_t task, uint32_t k)
{
	message up = { tree_parent(task), t->own_phases + GATHER, t->allreduce_bytes };
	message down = { tree_child(task, k), t->own_phases + PARENT, t->allreduce_bytes };

	return step == PARENT ? up : down;
}

static uint32_t
reduce_receives(const traffic *t, uint32_t step, uint32_t task)
{
	if (step == PARENT)
		return task > 0;
	return step == GATHER ? tree_children(task, t->tasks) : 0;
}

uint32_t
traffic_phases(const traffic *t)
{
	return t->own_phases + (t->allreduce_bytes ? ALLREDUCE_PHASES : 0);
}

uint32_t
traffic_sends(const traffic *t, uint32_t phase, uint32_t task)
{
	return phase < t->own_phases ? t->pattern->sends(t, phase, task) : reduce_sends(t, phase - t->own_phases, task);
}

message
traffic_send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	return phase < t->own_phases ? t->pattern->send(t, phase, task, k) :
		reduce_send(t, phase - t->own_phases, task, k);
}

uint32_t
traffic_receives(const traffic *t, uint32_t phase, uint32_t task)
{
	return phase < t->own_phases ? t->pattern->receives(t, phase, task) :
		reduce_receives(t, phase - t->own_phases, task);
}
