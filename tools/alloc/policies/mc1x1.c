/* mc1x1 -- shells around a centre (Mache, Lo and Windisch, "Minimizing message-passing contention in fragmentation-free processor
 * allocation", PDCS 1997: MC; with a first shell of one processor, MC1x1, in Leung, Bunde and Mache, "Communication patterns and allocation
 * strategies", IPDPS 2004).
 *
 * Each router with an idle node is tried as a centre.  Shell 0 is the centre, shell s the routers at distance s from it in one dimension
 * and at most s in the others (round the end of a ring, where that is shorter).  A job takes idle nodes shell by shell, and a node of shell
 * s costs s: the centre with the least sum is taken, the lowest of equals.  The papers have one processor a router and leave open which
 * nodes of the last shell a job gets: here all idle nodes of a router belong to its shell, and of a shell the lowest labels come first. */
#include <string.h>

#include "alloc/policy.h"
#include "alloc/shapes/cuboid.h"
#include "lib/cli/cli.h"
#include "lib/machine/lattice/lattice.h"

/* The sum of the first x values of a row of k, where sum[] has those for 0 … k; the row goes on as a ring at both ends, -k < x < 2k. */
static uint32_t
up_to(const uint32_t *sum, int64_t k, int64_t x)
{
	return x < 0 ? sum[x + k] - sum[k] : x > k ? sum[x - k] + sum[k] : sum[x];
}

/* Dimension d: into out, the sum of what is within `reach` of each router in its row.  sum[] is room for a row and one. */
static void
widen(const lattice *l, uint32_t routers, int d, uint32_t reach, const uint32_t *in, uint32_t *out, uint32_t *sum)
{
	uint32_t k = l->extent[d], step = l->stride[d];
	bool whole = l->ring[d] && 2 * (uint64_t)reach + 1 >= k;

	for (uint32_t first = 0; first < routers; first++) {
		if (first / step % k != 0)	/* no row begins here */
			continue;
		sum[0] = 0;
		for (uint32_t i = 0; i < k; i++)
			sum[i + 1] = sum[i] + in[first + i * step];
		for (uint32_t i = 0; i < k; i++) {
			int64_t low = (int64_t)i - reach, high = (int64_t)i + reach + 1;

			if (whole || (!l->ring[d] && low < 0))
				low = 0;
			if (whole || (!l->ring[d] && high > k))
				high = k;
			out[first + i * step] = up_to(sum, k, high) - up_to(sum, k, low);
		}
	}
}

/* The search for the best centre. */
typedef struct centre_search {
	const lattice *lattice;
	uint32_t routers, need;
	const uint32_t *idle;	/* [routers] nodes */
	uint32_t *within, *other;	/* [routers] idle nodes within a reach; room for another such */
	uint32_t *have;		/* [routers] nodes so far, when it is the centre */
	uint64_t *cost;		/* of them */
	uint32_t *row;
	uint32_t best;
} centre_search;

/* Add the shell at distance `reach` to what each centre has. */
static void
add_shell(centre_search *s, uint32_t reach)
{
	memcpy(s->within, s->idle, s->routers * sizeof *s->within);
	for (int d = 0; d < s->lattice->dims; d++) {
		uint32_t *swap = s->within;

		widen(s->lattice, s->routers, d, reach, s->within, s->other, s->row);
		s->within = s->other;
		s->other = swap;
	}
	for (uint32_t c = 0; c < s->routers; c++) {
		uint32_t more = (s->within[c] < s->need ? s->within[c] : s->need) - s->have[c];

		s->have[c] += more;
		s->cost[c] += (uint64_t)more * reach;
		if (s->idle[c] > 0 && s->have[c] == s->need && (s->best == NONE || s->cost[c] < s->cost[s->best]
			|| (s->cost[c] == s->cost[s->best] && c < s->best)))
			s->best = c;
	}
}

/* Might a centre that has too few nodes yet become the best, with the others at distance `reach`? */
static bool
is_open(const centre_search *s, uint32_t reach)
{
	for (uint32_t c = 0; c < s->routers; c++)
		if (s->idle[c] > 0 && s->have[c] < s->need
			&& (s->best == NONE || s->cost[c] + (uint64_t)(s->need - s->have[c]) * reach <= s->cost[s->best]))
			return true;
	return false;
}

/* In which shell of the centre a router is. */
static uint32_t
shell_of(const lattice *l, uint32_t centre, uint32_t router)
{
	uint32_t shell = 0;

	for (int d = 0; d < l->dims; d++) {
		uint32_t away = lattice_apart(l, d, lattice_at(l, centre, d), lattice_at(l, router, d));

		shell = away > shell ? away : shell;
	}
	return shell;
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	centre_search s;
	const machine *m = o->machine;
	uint32_t longest = 0, n = 0;

	s = (centre_search){ .lattice = m->shape, .routers = m->routers, .need = q->nodes, .idle = o->domain_idle[0], .best = NONE };
	s.within = xalloc(m->routers, sizeof *s.within);
	s.other = xalloc(m->routers, sizeof *s.other);
	s.have = xcalloc(m->routers, sizeof *s.have);
	s.cost = xcalloc(m->routers, sizeof *s.cost);
	for (int d = 0; d < s.lattice->dims; d++)
		longest = s.lattice->extent[d] > longest ? s.lattice->extent[d] : longest;
	s.row = xalloc((size_t)longest + 1, sizeof *s.row);
	add_shell(&s, 0);
	for (uint32_t reach = 1; is_open(&s, reach); reach++)
		add_shell(&s, reach);
	/* The nodes around the centre. */
	for (uint32_t shell = 0; n < q->nodes; shell++)
		for (uint32_t v = 0; v < m->nodes && n < q->nodes; v++)
			if (!o->busy[v] && shell_of(m->shape, s.best, m->node_router[v]) == shell)
				out->node[n++] = v;
	free_all(s.within, s.other, s.have, s.cost, s.row);
	return true;
}

const policy policy_mc1x1 = {
	.name = "mc1x1", .about = "the idle nodes in the shells around the best centre on a lattice", .kind = CUBOID_KINDS,
	.choose = choose,
};
