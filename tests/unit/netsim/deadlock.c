/* link: netsim */
/* deadlock -- the channel dependency graph of every routing of the dragonfly, of the Dragonfly+ and of several planes has no cycle.
 *
 * Dally and Seitz (1987): a network cannot deadlock when the relation "a packet
 * may hold channel c and wait for channel d" is acyclic.  The relation is listed by
 * following every packet through every choice that its routing may make.  A
 * routing whose channels are in the wrong order must be found out. */
#include "unit/netsim/dependencies.h"

int
main(void)
{
	static const char *const shape[] = {
		"dragonfly:g=3,a=2,p=1", "dragonfly:g=5,a=4,p=1", "dragonfly:g=9,a=4,p=1",
		"dragonfly:g=5,a=2,p=1,h=2", "dragonfly:g=4,a=3,p=1,h=2", "dragonfly:g=1,a=4,p=1", "dragonfly:g=2,a=1,p=2",
		"dragonfly:g=6,a=4,p=1,arrangement=relative", "dragonfly:g=6,a=4,p=1,arrangement=circulant",
		"dragonfly:g=5,a=4,p=1,h=3,links-per-arc=2,arrangement=random",
		"dragonflyplus:g=3,leaves=2,spines=1,p=1", "dragonflyplus:g=5,leaves=2,p=1", "dragonflyplus:g=4,leaves=3,spines=2,p=1,h=3",
		"dragonflyplus:g=1,leaves=3,p=1", "dragonflyplus:g=6,leaves=2,spines=3,p=2,arrangement=circulant", "dragonflyplus:g=2,leaves=1,p=1",
		"dragonfly:g=3,a=6,p=1,h=2,rows=2,column-links=3", "dragonfly:g=9,a=8,p=1,h=4,rows=2,global-links=2,global-block=2", "dragonfly:g=5,a=4,p=1,h=3,router-arrangement=parallel", "dragonfly:g=4,a=4,p=1,h=2,arrangement=circulant,router-arrangement=dealt", "dragonfly:g=5,a=4,p=1,planes=2", "fattree:k=2,n=3,planes=3,nics=6,nic-stride=2", "torus:k=20,planes=2", "slimfly:q=3,p=2,planes=2", "fattree:k=2,n=3,nics=2,nic-stride=2", NULL
	};
	/* Minimal ways of a Dragonfly+ need no more than one. */
	static const char *const spoilable[] = { "dragonfly:g=5,a=4,p=1", "dragonflyplus:g=5,leaves=2,p=1", NULL };

	for (int i = 0; shape[i]; i++) {
		machine *m = machine_build(shape[i], NULL, 0, "test", 1);

		for (const routing *r = routings; r->name; r++)
			if (routing_serves(r, m))
				ok(!has_cycle(m, r, false), "%s on %s: no cycle", r->name, shape[i]);
		machine_free(m);
	}
	for (int i = 0; spoilable[i]; i++) {
		machine *m = machine_build(spoilable[i], NULL, 0, "test", 1);

		for (const routing *r = routings; r->name; r++)
			if (routing_serves(r, m) && (i == 0 || r->decision->detours))
				ok(has_cycle(m, spoilt(r, next_folded), false), "%s on %s with one channel a link: a cycle is found", r->name, spoilable[i]);
		machine_free(m);
	}
	return done_testing();
}
