/* link: netsim */
/* reference -- the engine against the slow simulator (slow-agree.h), with routers that queue at their outputs.
 *
 * Small random dragonflies, fat-trees, Slim Flies, meshes, tori, express meshes, hypercubes and a graph.  With a number as
 * its argument it plays so many settings, for a longer hunt. */
#include "slow-agree.h"

enum { SETTINGS = 48 };	/* of each kind */

int
main(int argc, char **argv)
{
	play_all(0, argc > 1 ? atoi(argv[1]) : SETTINGS, false);
	return done_testing();
}
