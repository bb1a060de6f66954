/* link: alloc */
/* policies-mesh -- the policies for lattices against slow, literal re-statements of their rules, on thousands of random
 * machines and states. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/machine/lattice/lattice.h"
#include "unit/alloc/find-policy.h"
#include "unit/tap.h"

enum { MOST = 1024, DIMS = 4, SCENES = CHECKED ? 1000 : 3000 };

/* A machine, as the re-statements know it, and which of its nodes are idle. */
typedef struct scene {
	machine *machine;
	occupancy occupancy;
	int dims;
	uint32_t extent[DIMS], p, routers;
	bool ring;
} scene;

static void
make_scene(scene *c, rng *r)
{
	static const char *const kinds_drawn[] = { "mesh", "torus", "expressmesh" };
	uint32_t fill = (uint32_t)rng_below(r, 101), which = (uint32_t)rng_below(r, 3);
	char *text;

	*c = (scene){ .dims = 1 + (int)rng_below(r, DIMS), .p = 1 + (uint32_t)rng_below(r, 3), .routers = 1, .ring = which == 1 };
	text = xstrdup("");
	for (int d = 0; d < c->dims; d++) {
		c->extent[d] = 1 + (uint32_t)rng_below(r, c->dims == 1 ? 40 : c->dims == 2 ? 9 : 4);
		c->routers *= c->extent[d];
		text = xprintf("%s%s%u", text, d ? "x" : "", c->extent[d]);
	}
	text = xprintf("%s:k=%s,p=%u%s", kinds_drawn[which], text, c->p, which == 2 ? ",gap=1" : "");
	c->machine = machine_build(text, NULL, 0, "test", 1);
	occupancy_init(&c->occupancy, c->machine);
	for (uint32_t v = 0; v < c->machine->nodes; v++)
		if (rng_below(r, 100) < fill)
			occupancy_take(&c->occupancy, &v, 1);
}

static void
free_scene(scene *c)
{
	occupancy_free(&c->occupancy);
	machine_free(c->machine);
}

static uint32_t
at(const scene *c, uint32_t router, int d)
{
	for (int i = 0; i < d; i++)
		router /= c->extent[i];
	return router % c->extent[d];
}

/* snake: the place of a router along the curve, by its coordinates. The slowest axis, the longest, the later of
 * equals, counts as it is; a faster one counts backwards when the number made so far is odd. */
static uint32_t
slow_place(const scene *c, uint32_t router)
{
	bool used[DIMS] = { false };
	uint32_t place = 0;

	for (int n = 0; n < c->dims; n++) {
		uint32_t here;
		int d = -1;

		for (int i = 0; i < c->dims; i++)
			if (!used[i] && (d < 0 || c->extent[i] >= c->extent[d]))
				d = i;
		used[d] = true;
		here = at(c, router, d);
		place = place * c->extent[d] + (place % 2 ? c->extent[d] - 1 - here : here);
	}
	return place;
}

static bool
slow_snake(const scene *c, uint32_t need, uint32_t *out)
{
	uint32_t node[MOST], nodes = c->machine->nodes, low = NONE, best = NONE, least = NONE;

	for (uint32_t v = 0; v < nodes; v++)
		node[slow_place(c, v / c->p) * c->p + v % c->p] = v;
	for (uint32_t i = 0; i < nodes; i++) {		/* intervals: low … high-1, busy ones or ends beside them */
		uint32_t high = i;

		while (high < nodes && !c->occupancy.busy[node[high]])
			high++;
		if ((i == 0 || c->occupancy.busy[node[i - 1]]) && high - i >= need && high - i < best) {
			best = high - i;
			low = i;
		}
	}
	for (uint32_t i = 0; best == NONE && i < nodes; i++) {	/* spans */
		uint32_t n = 0, high = i;

		if (c->occupancy.busy[node[i]])
			continue;
		for (; high < nodes && n < need; high++)
			n += !c->occupancy.busy[node[high]];
		if (n == need && high - i < least) {
			least = high - i;
			low = i;
		}
	}
	for (uint32_t n = 0; n < need; low++)
		if (!c->occupancy.busy[node[low]])
			out[n++] = node[low];
	return true;
}

static uint32_t
slow_shell(const scene *c, uint32_t a, uint32_t b)
{
	uint32_t shell = 0;

	for (int d = 0; d < c->dims; d++)
		for (uint32_t away = 0;; away++) {
			uint32_t k = c->extent[d], from = at(c, a, d), to = at(c, b, d);

			if (from + away == to || to + away == from || (c->ring && ((from + away) % k == to || (to + away) % k == from))) {
				shell = away > shell ? away : shell;
				break;
			}
		}
	return shell;
}

static bool
slow_mc(const scene *c, uint32_t need, uint32_t *out)
{
	uint64_t least = UINT64_MAX;

	for (uint32_t centre = 0; centre < c->routers; centre++) {
		uint32_t got[MOST], n = 0;
		uint64_t cost = 0;
		bool idle = false;

		for (uint32_t v = centre * c->p; v < (centre + 1) * c->p; v++)
			idle |= !c->occupancy.busy[v];
		for (uint32_t shell = 0; idle && n < need; shell++)
			for (uint32_t v = 0; v < c->machine->nodes && n < need; v++)
				if (!c->occupancy.busy[v] && slow_shell(c, centre, v / c->p) == shell) {
					got[n++] = v;
					cost += shell;
				}
		if (idle && cost < least) {
			least = cost;
			memcpy(out, got, need * sizeof *out);
		}
	}
	return true;
}

/* Is a node in the cuboid? */
static bool
inside(const scene *c, uint32_t node, const uint32_t *low, const uint32_t *extent)
{
	for (int d = 0; d < c->dims; d++) {
		uint32_t here = at(c, node / c->p, d);

		if (here < low[d] || here >= low[d] + extent[d])
			return false;
	}
	return true;
}

/* Weigh one cuboid: it is taken when it has room and is better than all before by (sum, routers, corner), which are
 * in best[]. */
static void
slow_weigh(const scene *c, uint32_t need, const uint32_t *low, const uint32_t *extent, uint64_t *best, uint32_t *out)
{
	uint64_t mine[3] = { 0, 1, 0 };
	uint32_t got[MOST], n = 0;

	for (int d = c->dims; d-- > 0;) {
		if (low[d] + extent[d] > c->extent[d] || (c->ring && extent[d] != c->extent[d] && 2 * (extent[d] - 1) >= c->extent[d]))
			return;
		mine[0] += extent[d];
		mine[1] *= extent[d];
		mine[2] = mine[2] * c->extent[d] + low[d];
	}
	if (mine[1] * c->p < need)
		return;
	for (int i = 0; i < 3; i++) {
		if (mine[i] > best[i])
			return;
		if (mine[i] < best[i])
			break;
	}
	for (uint32_t v = 0; v < c->machine->nodes; v++)
		if (inside(c, v, low, extent)) {
			if (c->occupancy.busy[v])
				return;
			got[n++] = v;
		}
	memcpy(best, mine, sizeof mine);
	memcpy(out, got, need * sizeof *out);
}

/* All cuboids: every corner, and the extents with that of the first dimension slowest and ascending, so that of those that
 * are alike the last is the one with the larger extent in the first dimension where they differ. */
static bool
slow_contiguous(const scene *c, uint32_t need, uint32_t *out)
{
	uint64_t best[3] = { UINT64_MAX, UINT64_MAX, UINT64_MAX };

	for (uint32_t shape = 0; shape < c->routers; shape++)
		for (uint32_t corner = 0; corner < c->routers; corner++) {
			uint32_t low[DIMS], extent[DIMS], rest = shape;

			for (int d = c->dims; d-- > 0; rest /= c->extent[d])
				extent[d] = 1 + rest % c->extent[d];
			for (int d = 0; d < c->dims; d++)
				low[d] = at(c, corner, d);
			slow_weigh(c, need, low, extent, best, out);
		}
	return best[0] != UINT64_MAX;
}

static const struct restatement {
	const char *name;
	bool (*choose)(const scene *c, uint32_t need, uint32_t *out);
} restatements[] = { { "snake-best-fit", slow_snake }, { "mc1x1", slow_mc }, { "contiguous", slow_contiguous } };

int
main(void)
{
	uint32_t got[MOST], want[MOST];
	rng r;

	rng_init(&r, 3, "test", "meshes", "");
	for (size_t i = 0; i < sizeof restatements / sizeof *restatements; i++) {
		const policy *p = find_policy(restatements[i].name);
		int bad = 0, refused = 0, asked = 0;

		for (int k = 0; k < SCENES; k++) {
			scene c;

			make_scene(&c, &r);
			if (c.occupancy.idle > 0) {
				uint32_t need = 1 + (uint32_t)rng_below(&r, rng_below(&r, 2) ? c.occupancy.idle : c.occupancy.idle / 4 + 1);
				bool may = p->choose(&c.occupancy, &(request){ .job = "j", .nodes = need, .policy = p }, &(selection){ .node = got });
				bool should = restatements[i].choose(&c, need, want);

				asked++;
				refused += !should;
				bad += may != should || (may && memcmp(got, want, need * sizeof *got) != 0);
			}
			free_scene(&c);
		}
		ok(bad == 0, "%s: %d of %d random states differ", p->name, bad, asked);
		ok(p->refuses ? refused > asked / 20 && refused < asked : refused == 0, "%s refuses %d", p->name, refused);
	}
	return done_testing();
}
