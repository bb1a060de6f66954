/* link: netsim */
/* reference-input -- the engine against the slow simulator (agree.h), with routers that queue at their inputs.
 *
 * Settings as those of reference.c, with random speedups and allocation times.  With two numbers as its arguments it plays
 * settings from the first number on, as many as the second, for a longer hunt.  There `adaptive` on lattices may differ, rarely:
 * the order of packets that begin to wait for tokens at one router in one picosecond, some because they have come, some
 * because the one before them crosses, is left open. */
#include "unit/slow/agree.h"

/* Sanitized, some in which what is counted at the end comes up often enough. */
enum { FIRST = CHECKED ? 16 : 12, SETTINGS = CHECKED ? 4 : 12 };

int
main(int argc, char **argv)
{
	play_all(argc > 1 ? atoi(argv[1]) : FIRST, argc > 2 ? atoi(argv[2]) : SETTINGS, true);
	return done_testing();
}
