/* link: netsim */
/* reference -- the engine against the slow simulator (agree.h), with routers that queue at their outputs.
 *
 * Small random dragonflies, fat-trees, Slim Flies, meshes, tori, express meshes, hypercubes and a graph.  With numbers as its
 * arguments it plays settings from the first number on, as many as the second, of one kind where there is a third, for a longer hunt. */
#include "unit/slow/agree.h"

/* Numbers of settings of each kind; sanitized, some in which what is counted at the end comes up often enough. */
enum { FIRST = CHECKED ? 12 : 0, SETTINGS = CHECKED ? 12 : 48 };

int
main(int argc, char **argv)
{
	play_all(argc > 1 ? atoi(argv[1]) : FIRST, argc > 2 ? atoi(argv[2]) : SETTINGS, argc > 3 ? atoi(argv[3]) : -1, false);
	return done_testing();
}
