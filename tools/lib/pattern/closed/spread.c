/* spread -- each task sends to 16 others, distinct and random (the express-mesh paper,
 * III-B); to all others where there are no more.
 *
 * Partners are drawn task by task, each uniformly over all tasks and again where it is the
 * task itself or one of its partners; a task posts in the order in which they were drawn. */
#include <stdlib.h>

#include "lib/pattern/pattern.h"

enum { PARTNERS = 16 };

typedef struct spread {
	uint32_t degree;	/* partners a task */
	uint32_t *to;		/* [tasks * degree] */
	uint32_t *awaited;	/* [tasks], how many tasks it is a partner of */
} spread;

/* Is `task` among the n of a list? */
static bool
among(const uint32_t *list, uint32_t n, uint32_t task)
{
	while (n-- > 0)
		if (list[n] == task)
			return true;
	return false;
}

static bool
prepare(traffic *t, const char **why)
{
	spread *s = t->state = xcalloc(1, sizeof *s);
	uint32_t n = t->tasks;

	(void)why;
	s->degree = n > PARTNERS ? PARTNERS : n - 1;
	s->to = xalloc((size_t)n * PARTNERS, sizeof *s->to);
	s->awaited = xcalloc(n, sizeof *s->awaited);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t *to = s->to + (size_t)i * s->degree;

		for (uint32_t k = 0; k < s->degree; k++) {
			do
				to[k] = (uint32_t)rng_below(&t->random, n);
			while (to[k] == i || among(to, k, to[k]));
			s->awaited[to[k]]++;
		}
	}
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
	(void)phase, (void)task;
	return ((const spread *)t->state)->degree;
}

static message
send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	const spread *s = t->state;

	return (message){ s->to[(size_t)task * s->degree + k], phase, t->bytes };
}

static uint32_t
receives(const traffic *t, uint32_t phase, uint32_t task)
{
	(void)phase;
	return ((const spread *)t->state)->awaited[task];
}

static void
release(void *state)
{
	spread *s = state;

	if (!s)
		return;
	free(s->to);
	free(s->awaited);
	free(s);
}

extern const pattern pattern_spread;

const pattern pattern_spread = {
	.name = "spread",
	.about = "each task sends to 16 random others",
	.prepare = prepare,
	.phases = phases,
	.sends = sends,
	.send = send,
	.receives = receives,
	.release = release,
};
