/* link: netsim */
/* reference -- the engine against the slow simulator (agree.h), with routers that queue at their outputs.
 *
 * Small random dragonflies, fat-trees, Slim Flies, meshes, tori, express meshes, hypercubes and a graph.  With a number as
 * its argument it plays so many settings, for a longer hunt. */
#include "unit/slow/agree.h"

/* Numbers of settings of each kind; sanitized, some in which what is counted at the end comes up often enough. */
enum { FIRST = CHECKED ? 12 : 0, SETTINGS = CHECKED ? 12 : 48 };

int
main(int argc, char **argv)
{
	play_all(argc > 1 ? 0 : FIRST, argc > 1 ? atoi(argv[1]) : SETTINGS, false);
	return done_testing();
}
