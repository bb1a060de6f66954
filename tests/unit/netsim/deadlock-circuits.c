/* link: netsim */
/* deadlock-circuits -- as deadlock.c, for reconfigurable dragonflies: whichever circuits are joined, the channel dependency
 * graph of every routing has no cycle.  A routing whose channels are in the wrong order must be found out. */
#include "unit/netsim/dependencies.h"
#include "unit/slow/circuits.h"

enum { DRAWN = 4 };	/* sets of random circuits for each shape */

static const char *const shape[] = {
	"rdragonfly:g=3,a=2,p=1,h=2", "rdragonfly:g=4,a=3,p=1,h=2,ocs=1", "rdragonfly:g=5,a=4,p=1,h=2", "rdragonfly:g=5,a=2,p=1,h=4,ocs=2",
	"rdragonfly:g=2,a=4,p=1,h=1", "rdragonfly:g=6,a=1,p=2,h=8,ocs=4", "rdragonfly:g=1,a=4,p=1", NULL
};

static void
no_cycles(const machine *m, const char *how)
{
	for (const routing *r = routings; r->name; r++)
		if (routing_serves(r, m))
			ok(!has_cycle(m, r, false), "%s on %s, %s circuits: no cycle", r->name, m->spec, how);
}

/* Random circuits among all groups, or all but the first. */
static void
drawn(machine *m, rng *r)
{
	uint32_t g = m->level[1].domains, group[8];
	circuits c = { 0 };
	const char *why;

	for (uint32_t i = 0; i < g; i++)
		group[i] = i;
	for (int i = 0; i < DRAWN; i++) {
		uint32_t out = i % 2 && g > 2;

		while (!any_circuits(r, m, group + out, g - out, &c))
			;
		ok(circuits_connect(m, &c, &why), "%u circuits", c.count);
		no_cycles(m, "random");
		circuits_clear(m);
	}
	circuits_free(&c);
}

/* All local links behind a circuit take the channel of those before it. */
static uint32_t
next_too_low(const paths *w, trip *t, uint32_t router)
{
	uint32_t link = right->next(w, t, router);

	if (t->channel > 0)
		t->channel--;
	return link;
}

static void
wrong_order(void)
{
	machine *m = machine_joined("rdragonfly:g=5,a=4,p=1,h=2");

	for (const routing *r = routings; r->name; r++) {
		if (!routing_serves(r, m))
			continue;
		ok(has_cycle(m, spoilt(r, next_folded), false), "%s with one channel a link: a cycle is found", r->name);
		ok(has_cycle(m, spoilt(r, next_too_low), false), "%s with the same channel before and behind a circuit: a cycle is found", r->name);
	}
	machine_free(m);
}

int
main(void)
{
	rng r;

	rng_init(&r, 1, "test", "", "");
	for (int i = 0; shape[i]; i++) {
		machine *m = machine_joined(shape[i]);

		no_cycles(m, "even");
		circuits_clear(m);
		drawn(m, &r);
		machine_free(m);
	}
	wrong_order();
	return done_testing();
}
