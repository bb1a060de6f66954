/* moves -- see moves.h.
 *
 * What goes is all that the job has in a domain of some level around one of its nodes, or a run of its nodes by label, of 1, 2, 4, … of
 * them; what comes is the idle nodes of another domain, or those from some node on.  Half of the time that is near a node that it
 * has, else anywhere. */
#include "alloc/search/moves.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

void
moves_init(moves *v, const machine *m)
{
	*v = (moves){ .chosen = xcalloc(m->nodes, 1) };
	v->idle = xalloc(m->nodes, sizeof *v->idle);
	v->gone = xalloc(m->nodes, sizeof *v->gone);
	v->come = xalloc(m->nodes, sizeof *v->come);
}

void
moves_free(moves *v)
{
	free_all(v->chosen, v->idle, v->gone, v->come);
}

void
moves_begin(moves *v, const occupancy *o, const uint32_t *node, uint32_t n)
{
	v->idles = 0;
	memset(v->chosen, 0, o->machine->nodes);
	for (uint32_t i = 0; i < o->machine->nodes; i++)
		if (!o->busy[i])
			v->idle[v->idles++] = i;
	for (uint32_t i = 0; i < n; i++)
		v->chosen[node[i]] = 1;
}

void
moves_take(moves *v, const uint32_t *from, const uint32_t *to, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		v->chosen[from[i]] = 0;
	for (uint32_t i = 0; i < n; i++)
		v->chosen[to[i]] = 1;
}

/* The nodes of the job in a domain, or the idle ones that it has not, ascending; how many. */
static uint32_t
members(const moves *v, const occupancy *o, const level *l, uint32_t domain, bool chosen, uint32_t *out)
{
	uint32_t n = 0;

	for (uint32_t i = l->first[domain]; i < l->first[domain + 1]; i++)
		if (!o->busy[l->member[i]] && v->chosen[l->member[i]] == chosen)
			out[n++] = l->member[i];
	return n;
}

/* The nodes of the job from one on, or the idle ones that it has not, ascending, at most `most`; how many. */
static uint32_t
run(const moves *v, const occupancy *o, uint32_t from, bool chosen, uint32_t most, uint32_t *out)
{
	uint32_t n = 0;

	for (uint32_t i = from; n < most && i < o->machine->nodes; i++)
		if (!o->busy[i] && v->chosen[i] == chosen)
			out[n++] = i;
	return n;
}

bool
moves_draw(moves *v, const occupancy *o, rng *r, const uint32_t *node, uint32_t n, uint32_t *to)
{
	const machine *m = o->machine;
	uint32_t leaves = node[rng_below(r, n)], near = node[rng_below(r, n)], goes, comes;
	int depth = (int)rng_below(r, 2 * (uint64_t)m->levels);
	const level *l = depth < m->levels ? &m->level[depth] : NULL;
	uint32_t at = 0;

	if (rng_below(r, 2))
		near = v->idle[rng_below(r, v->idles)];
	if (!l) {
		uint32_t most = 1U << rng_below(r, (uint64_t)(32 - __builtin_clz(n)));

		goes = run(v, o, leaves, true, most, v->gone);
		comes = run(v, o, near, false, most, v->come);
	} else if (l->of[near] == l->of[leaves])
		return false;
	else {
		goes = members(v, o, l, l->of[leaves], true, v->gone);
		comes = members(v, o, l, l->of[near], false, v->come);
	}
	/* node[n] with come[] in the places of gone[k], which are ascending: the order of all others stays, as it says what they send. */
	for (uint32_t i = 0; i < n; i++)
		to[i] = bsearch(&node[i], v->gone, goes < comes ? goes : comes, sizeof *v->gone, ascending_u32) ? v->come[at++] : node[i];
	return goes && comes;
}
