/* link: alloc */
/* occupancy -- the counts of idle nodes against a recount, after random comings and goings. */
#include <stdlib.h>

#include "alloc/occupancy.h"
#include "lib/rng/rng.h"
#include "unit/tap.h"

/* Do all counts agree with the nodes' own marks? */
static bool
consistent(const occupancy *o)
{
	const machine *m = o->machine;
	uint32_t idle = 0;

	for (uint32_t v = 0; v < m->nodes; v++)
		idle += !o->busy[v];
	if (idle != o->idle)
		return false;
	for (int k = 0; k < m->levels; k++)
		for (uint32_t d = 0; d < m->level[k].domains; d++) {
			uint32_t here = 0;

			for (uint32_t v = 0; v < m->nodes; v++)
				here += m->level[k].of[v] == d && !o->busy[v];
			if (here != occupancy_idle(o, &m->level[k])[d])
				return false;
		}
	return true;
}

static void
test_traffic(occupancy *o, rng *r)
{
	uint32_t nodes = o->machine->nodes;
	bool good = true;

	for (int step = 0; step < 2000; step++) {
		uint32_t v = (uint32_t)rng_below(r, nodes), w = (v + 1) % nodes, pair[2] = { v, w };

		if (!machine_has(o->machine, v) || !machine_has(o->machine, w) || o->busy[v] != o->busy[w])
			continue;
		if (o->busy[v])
			occupancy_release(o, pair, 2);
		else
			occupancy_take(o, pair, 2);
		good = good && consistent(o);
	}
	ok(good, "counts agree with a recount after every step");
}

static void
test_domain(occupancy *o)
{
	const level *group = machine_level(o->machine, "group");
	uint32_t taken[] = { 9, 11 }, out[12] = { 0 };

	occupancy_clear(o);
	occupancy_take(o, taken, 2);
	is_int(occupancy_domain(o, group, 1, out, 12), 4, "idle nodes of group 1: 6-11 without 9 and 11");
	ok(out[0] == 6 && out[1] == 7 && out[2] == 8 && out[3] == 10, "in label order");
	is_int(occupancy_domain(o, group, 1, out, 2), 2, "no more than asked for");
	is_int(occupancy_domain(o, &o->machine->level[0], 3, out, 12), 1, "idle nodes of router 3");
	is_int(occupancy_domain(o, group, 0, out, 12), 4, "an unavailable node is not idle");
}

int
main(void)
{
	machine *m = machine_build("dragonfly:g=3,a=2,p=3,unavailable=1+4", NULL, 0, "test", 1);
	occupancy o;
	rng r;

	occupancy_init(&o, m);
	rng_init(&r, 1, "test", "occupancy", "");
	is_int(o.idle, 16, "all available nodes are idle at first");
	ok(o.busy[1] && o.busy[4] && !o.busy[0], "unavailable nodes are busy");
	ok1(consistent(&o));
	test_traffic(&o, &r);
	occupancy_clear(&o);
	is_int(o.idle, 16, "clear: all idle again");
	ok1(consistent(&o));
	test_domain(&o);
	ok(machine_level(m, "group") == &m->level[1], "a level by name");
	ok(machine_level(m, "pod") == NULL, "no level of that name");
	occupancy_free(&o);
	machine_free(m);
	return done_testing();
}
