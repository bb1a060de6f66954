/* link: netsim */
/* deadlock-trees -- as deadlock.c, for fat-trees and Slim Fly: the channel dependency graph of
 * every routing has no cycle, and routings that are wrong are found out. */
#include "lib/machine/kinds/fattree.h"
#include "unit/netsim/dependencies.h"

/* By way of the leaf behind the destination's: down, and up again. */
static uint32_t
next_valley(const paths *w, trip *t, uint32_t router)
{
	const fattree *f = w->machine->shape;
	uint32_t leaf = (t->router + 1) % f->leaves[f->height];
	trip q = *t;

	if (router == leaf)
		t->rank = 1;
	if (t->rank == 0) {
		q.to = leaf * f->down[1];
		q.router = leaf;
	}
	return right->next(w, &q, router);
}

int
main(void)
{
	static const char *const shape[] = {
		"fattree:k=2", "fattree:k=3,n=2", "fattree:k=2,n=4", "fattree:k=3,n=1", "fattree:k=2,taper=3", "fattree:radix=4",
		"fattree:radix=6,levels=2,pods=6", "fattree:radix=4,pods=3", "fattree:radix=6,taper=2,pods=2",
		"slimfly:q=3,p=1", "slimfly:q=4,p=1", "slimfly:q=5,p=1", "slimfly:q=7,p=1", "slimfly:q=3,p=2", NULL
	};
	static const char *const twisted[] = { "fattree:k=2", "slimfly:q=3,p=1", "slimfly:q=5,p=1" };

	for (int i = 0; shape[i]; i++) {
		machine *m = machine_build(shape[i], NULL, 0, "test", 1);

		for (const routing *r = routings; r->name; r++)
			if (routing_serves(r, m))
				ok(!has_cycle(m, r, false), "%s on %s: no cycle", r->name, shape[i]);
		machine_free(m);
	}
	for (size_t i = 0; i < sizeof twisted / sizeof *twisted; i++) {
		machine *m = machine_build(twisted[i], NULL, 0, "test", 1);

		for (const routing *r = routings; r->name; r++)
			if (routing_serves(r, m) && (i != 0 || !r->decision->choose))
				ok(has_cycle(m, spoilt(r, i == 0 ? next_valley : next_folded), false), "%s on %s %s: a cycle is found", r->name, twisted[i],
					i == 0 ? "by way of another leaf" : "with one channel a link");
		machine_free(m);
	}
	return done_testing();
}
