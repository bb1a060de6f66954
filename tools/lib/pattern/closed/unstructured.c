/* unstructured -- the parts of an unstructured mesh exchange what they share (the
 * express-mesh paper, III-B).
 *
 * Who touches whom is a random geometric graph (geometric.h); a task's number says nothing about its place.
 * The two messages of an edge have one size, uniform in half to one and a half `bytes`.
 * A task posts to higher numbers ascending, then to lower ones, so that no task is everyone's first. */
#include <stdlib.h>

#include "lib/pattern/closed/geometric.h"
#include "lib/pattern/pattern.h"

typedef struct mesh {
	size_t *first;		/* [tasks+1] */
	uint32_t *to;		/* neighbours, task after task */
	int64_t *bytes;
} mesh;

static void
place(mesh *m, size_t *next, uint32_t from, uint32_t to, int64_t bytes)
{
	m->to[next[from]] = to;
	m->bytes[next[from]++] = bytes;
}

/* From edges that ascend to lists of neighbours: first the higher ones, then the lower ones. */
static mesh *
join(uint32_t n, const edge *e, const int64_t *size, size_t edges)
{
	mesh *m = xcalloc(1, sizeof *m);
	size_t *next = xalloc(n, sizeof *next);

	m->first = xcalloc((size_t)n + 1, sizeof *m->first);
	m->to = xalloc(2 * edges + 1, sizeof *m->to);
	m->bytes = xalloc(2 * edges + 1, sizeof *m->bytes);
	for (size_t i = 0; i < edges; i++) {
		m->first[e[i].low + 1]++;
		m->first[e[i].high + 1]++;
	}
	for (uint32_t i = 0; i < n; i++) {
		m->first[i + 1] += m->first[i];
		next[i] = m->first[i];
	}
	for (size_t i = 0; i < edges; i++)
		place(m, next, e[i].low, e[i].high, size[i]);
	for (size_t i = 0; i < edges; i++)
		place(m, next, e[i].high, e[i].low, size[i]);
	free(next);
	return m;
}

static bool
prepare(traffic *t, const char **why)
{
	int64_t least = t->bytes - t->bytes / 2, spread = t->bytes + t->bytes / 2 - least, *size;
	size_t edges;
	edge *e;

	*why = "has messages of up to one and a half bytes: they would be too large";
	if (t->bytes + t->bytes / 2 > MOST_BYTES)
		return false;
	e = geometric_graph(t->tasks, &t->random, &edges);
	size = xalloc(edges + 1, sizeof *size);
	for (size_t i = 0; i < edges; i++)
		size[i] = least + (int64_t)rng_below(&t->random, (uint64_t)spread + 1);
	t->state = join(t->tasks, e, size, edges);
	free(size);
	free(e);
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
	const mesh *m = t->state;

	(void)phase;
	return (uint32_t)(m->first[task + 1] - m->first[task]);
}

static message
send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	const mesh *m = t->state;
	size_t at = m->first[task] + k;

	return (message){ m->to[at], phase, m->bytes[at] };
}

static void
release(void *state)
{
	mesh *m = state;

	if (!m)
		return;
	free(m->first);
	free(m->to);
	free(m->bytes);
	free(m);
}

extern const pattern pattern_unstructured;

const pattern pattern_unstructured = {
	.name = "unstructured",
	.about = "each task sends to 6 to 20 neighbours, 12 on average, in a random geometric graph",
	.prepare = prepare,
	.phases = phases,
	.sends = sends,
	.send = send,
	.receives = sends,
	.release = release,
};
