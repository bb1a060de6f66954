/* pairs -- a random perfect matching: two tasks each exchange a message; of an odd
 * number of tasks one has nobody (the express-mesh paper, III-B).
 *
 * State: the other one of each task, itself where there is none. */
#include <stdlib.h>

#include "lib/pattern/pattern.h"

static bool
prepare(traffic *t, const char **why)
{
	uint32_t n = t->tasks, *label = xalloc(n, sizeof *label), *other = t->state = xalloc(n, sizeof *other);

	(void)why;
	for (uint32_t i = 0; i < n; i++)
		label[i] = other[i] = i;
	rng_shuffle(&t->random, label, n);
	for (uint32_t i = 0; i + 1 < n; i += 2) {
		other[label[i]] = label[i + 1];
		other[label[i + 1]] = label[i];
	}
	free(label);
	return true;
}

static uint32_t
phases(const traffic *t)
{
	(void)t;
	return 1;
}

static uint32_t
sends(const traffic *t, uint32_t phase, uint32_t task)
{
	(void)phase;
	return ((const uint32_t *)t->state)[task] != task;
}

static message
send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	(void)k;
	return (message){ ((const uint32_t *)t->state)[task], phase, t->bytes };
}

extern const pattern pattern_pairs;

const pattern pattern_pairs = {
	.name = "pairs",
	.about = "the tasks in random pairs; the two of a pair send to each other",
	.prepare = prepare,
	.phases = phases,
	.sends = sends,
	.send = send,
	.receives = sends,
	.release = free,
};
