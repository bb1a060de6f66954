/* link: alloc */
/* apart-cuboids -- em-cuboid and em-blocks against a search of all cuboids that there are. */
#include "unit/alloc/apart.h"

/* Does a packet between two coordinates from `low` to `high` of a ring of k stay among them, whichever way is
 * shorter? */
static bool
stays(uint32_t k, uint32_t low, uint32_t high)
{
	for (uint32_t a = low; a <= high; a++)
		for (uint32_t b = low; b <= high; b++) {
			uint32_t ahead = (b + k - a) % k, back = k - ahead;

			for (uint32_t i = 0; ahead > 0 && i <= ahead && ahead <= back; i++)
				if ((a + i) % k < low || (a + i) % k > high)
					return false;
			for (uint32_t i = 0; ahead > 0 && i <= back && back <= ahead; i++)
				if ((a + k - i) % k < low || (a + k - i) % k > high)
					return false;
		}
	return true;
}

typedef struct cuboid {
	uint32_t low[MACHINE_DIMS], high[MACHINE_DIMS];
	uint32_t routers, sum, corner;
} cuboid;

static bool
inside(const machine *m, const cuboid *b, uint32_t router)
{
	uint32_t at[MACHINE_DIMS];

	m->kind->coordinates(m, router, at);
	for (int d = 0; d < m->dims; d++)
		if (at[d] < b->low[d] || at[d] > b->high[d])
			return false;
	return true;
}

/* Is `a` to be preferred to `b`? */
static bool
better(const machine *m, const cuboid *a, const cuboid *b)
{
	if (a->routers != b->routers)
		return a->routers < b->routers;
	if (a->sum != b->sum)
		return a->sum < b->sum;
	if (a->corner != b->corner)
		return a->corner < b->corner;
	for (int d = 0; d < m->dims; d++)
		if (a->high[d] != b->high[d])
			return a->high[d] > b->high[d];
	return false;
}

/* All cuboids with these first d dimensions. */
static void
try_all(const scene *c, const uint32_t *block, uint32_t need, int d, cuboid *b, cuboid *best)
{
	const machine *m = c->machine;
	uint32_t idle = 0;

	if (d < m->dims) {
		for (b->low[d] = 0; b->low[d] < m->extent[d]; b->low[d] += block[d])
			for (b->high[d] = b->low[d] + block[d] - 1; b->high[d] < m->extent[d]; b->high[d] += block[d])
				if (strcmp(m->kind->name, "torus") != 0 || stays(m->extent[d], b->low[d], b->high[d]))
					try_all(c, block, need, d + 1, b, best);
		return;
	}
	b->routers = b->sum = 0;
	b->corner = NONE;
	for (uint32_t r = 0; r < m->routers; r++)
		if (inside(m, b, r)) {
			b->routers++;
			b->corner = b->corner == NONE ? r : b->corner;
		}
	for (int k = 0; k < m->dims; k++)
		b->sum += b->high[k] - b->low[k] + 1;
	for (uint32_t v = 0; v < m->nodes; v++)
		if (inside(m, b, m->node_router[v]) && machine_has(m, v)) {
			if (c->owner[v] != NONE)
				return;
			idle++;
		}
	if (idle >= need && (best->routers == 0 || better(m, b, best)))
		*best = *b;
}

static void
test_cuboids(void)
{
	static const struct {
		const char *machine, *argument;
		uint32_t block[4];
	} all[] = {
		{ "mesh:k=6x5,p=2", NULL, { 1, 1 } },
		{ "mesh:k=3x4x3", NULL, { 1, 1, 1 } },
		{ "expressmesh:k=13,gap=2,p=3", NULL, { 1 } },
		{ "torus:k=6x5", NULL, { 1, 1 } },
		{ "torus:k=4x2x5,p=2", NULL, { 1, 1, 1 } },
		{ "hypercube:n=4,p=2", NULL, { 1, 1, 1, 1 } },
		{ "expressmesh:k=8x6,gap=1,p=2", "2x3", { 2, 3 } },
		{ "expressmesh:k=4x6x4,gap=1", "2", { 2, 2, 2 } },
		{ "torus:k=8x6", "2x1", { 2, 1 } },
	};
	static scene c;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		uint32_t wrong = 0, served = 0, refused = 0;
		rng r;

		rng_init(&r, 5, "test", "cuboids", all[i].machine);
		for (int round = 0; round < 60; round++) {
			scene_init(&c, all[i].argument ? "em-blocks" : "em-cuboid", all[i].argument, with_holes(all[i].machine, &r, round % 3 == 0 ? 15 : 0));
			for (int k = 0; k < round % 4; k++)
				add_preplaced(&c, &r, 3, NULL);
			for (uint32_t k = 0; k < c.preplaced; k++)
				reserve_for(&c, k);
			for (int job = 0; job < 4 && c.occupancy.idle > 0; job++) {
				uint32_t need = 1 + (uint32_t)rng_below(&r, c.occupancy.idle), n = 0;
				cuboid best = { .routers = 0 }, b;
				bool got;

				need = job % 2 ? need : 1 + need / 4;
				c.nodes[c.jobs] = need > c.occupancy.idle ? c.occupancy.idle : need;
				need = c.nodes[c.jobs];
				request q = request_of(&c, c.jobs);
				got = c.policy->choose(&c.occupancy, &q, &(selection){ .node = c.node[c.jobs] });
				try_all(&c, all[i].block, need, 0, &b, &best);
				wrong += got != (best.routers > 0);
				for (uint32_t v = 0; got && best.routers && n < need; v++)
					if (machine_has(c.machine, v) && inside(c.machine, &best, c.machine->node_router[v]))
						wrong += c.node[c.jobs][n++] != v;
				served += got;
				refused += !got;
				if (!got)
					continue;
				place(&c, c.jobs);
				reserve_for(&c, c.jobs++);
			}
			wrong += c.wrong;
			scene_free(&c);
		}
		ok(wrong == 0 && served > 60 && refused > 0, "%s%s%s: %u jobs in the cuboid that a search of all finds, %u refused (wrong: %u)",
			all[i].machine, all[i].argument ? ", blocks " : "", all[i].argument ? all[i].argument : "", served, refused, wrong);
	}
}

int
main(void)
{
	test_cuboids();
	return done_testing();
}
