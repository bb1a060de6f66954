/* alltoall -- each task sends to every other task (Level-Spread, V-C).
 *
 * Task i begins with its neighbour i+1, so that no task is everyone's first.  As
 * an MPI library does it: n-1 rounds, each one message out and one in, the next
 * when both are done (Thakur, Rabenseifner and Gropp, IJHPCA 2005, "pairwise"). */
#include "lib/pattern/pattern.h"

static uint32_t
phases(const traffic *t)
{
	return t->rounds ? t->tasks - 1 : 1;
}

static uint32_t
sends(const traffic *t, uint32_t phase, uint32_t task)
{
	(void)phase, (void)task;
	return t->rounds ? 1 : t->tasks - 1;
}

static message
send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	uint32_t on = 1 + phase + k;	/* one of phase and k is 0 */

	return (message){ on < t->tasks - task ? task + on : task + on - t->tasks, phase, t->bytes };
}

extern const pattern pattern_alltoall;

const pattern pattern_alltoall = {
	.name = "alltoall",
	.about = "each task sends to all others",
	.phases = phases,
	.sends = sends,
	.send = send,
	.receives = sends,
};
