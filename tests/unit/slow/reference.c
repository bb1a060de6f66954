/* link: netsim */
/* reference -- the engine against the slow simulator (agree.h), with routers that queue at their outputs.
 *
 * Small random dragonflies, fat-trees, Slim Flies, meshes, tori, express meshes, hypercubes, twisted tori, a graph, and
 * machines with broken parts.  With numbers as its
 * arguments it plays settings from the first number on, as many as the second, of one kind where there is a third, for a longer hunt.  Some settings
 * are played besides in which programs have much to do in one picosecond: empty packets, sends that leave while messages come. */
#include "unit/slow/agree.h"

/* Numbers of settings of each kind; sanitized, some in which what is counted at the end comes up often enough. */
enum { FIRST = CHECKED ? 12 : 0, SETTINGS = CHECKED ? 12 : 48 };

static void
play_ties(void)
{
	static const uint64_t number[] = { 99, 127, 172, 180, 211 };
	int wrong[2][64] = { 0 }, sum = 0;

	for (size_t i = 0; i < sizeof number / sizeof *number; i++)
		play(3, number[i], false, wrong);
	for (int k = 0; k < 32; k++)
		sum += wrong[0][k] + wrong[1][k];
	is_int(sum, 0, "programs, much in one picosecond: cases that differ");
}

int
main(int argc, char **argv)
{
	play_all(argc > 1 ? atoi(argv[1]) : FIRST, argc > 2 ? atoi(argv[2]) : SETTINGS, argc > 3 ? atoi(argv[3]) : -1, false);
	play_ties();
	return done_testing();
}
