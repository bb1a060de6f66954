/* link: netsim */
/* deadlock-trees -- as deadlock.c, for fat-trees and Slim Fly: the channel dependency graph of
 * every routing has no cycle, and routings that are wrong are found out. */
#include "unit/netsim/dependencies.h"
#include "lib/machine/kinds/fattree.h"

/* By way of the leaf behind the destination's: down, and up again. */
static uint32_t
next_valley(const network *n, packet *p, uint32_t router)
{
	const fattree *t = n->machine->shape;
	uint32_t leaf = (p->router + 1) % t->leaves[t->height];
	packet q = *p;

	if (router == leaf)
		p->rank = 1;
	if (p->rank == 0) {
		q.to = leaf * t->down[1];
		q.router = leaf;
	}
	return right->next(n, &q, router);
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

		for (int k = 0; routings[k].name; k++)
			if (routing_serves(&routings[k], m))
				ok(!has_cycle(m, routings[k], false), "%s on %s: no cycle", routings[k].name, shape[i]);
		machine_free(m);
	}
	for (size_t i = 0; i < sizeof twisted / sizeof *twisted; i++) {
		machine *m = machine_build(twisted[i], NULL, 0, "test", 1);

		for (int k = 0; routings[k].name; k++) {
			routing wrong = *routings[k];

			right = routings[k];
			if (!routing_serves(right, m) || (i == 0 && right->choose))
				continue;
			wrong.next = i == 0 ? next_valley : next_folded;
			ok(has_cycle(m, &wrong, false), "%s on %s %s: a cycle is found", right->name, twisted[i],
				i == 0 ? "by way of another leaf" : "with one channel a link");
		}
		machine_free(m);
	}
	return done_testing();
}
