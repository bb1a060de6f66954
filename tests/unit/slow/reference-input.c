/* link: netsim */
/* reference-input -- the engine against the slow simulator (agree.h), with routers that queue at their inputs.
 *
 * Settings as those of reference.c, with random speedups and allocation times.  With numbers as its arguments it plays
 * settings from the first number on, as many as the second, of one kind where there is a third, for a longer hunt.  Two settings are played besides in which the order
 * counts of packets that begin to wait for tokens at one router in one picosecond, some because they have come, some because
 * the one before them crosses. */
#include "unit/slow/agree.h"

/* Sanitized, some in which what is counted at the end comes up often enough. */
enum { FIRST = CHECKED ? 16 : 12, SETTINGS = CHECKED ? 4 : 12 };

/* Play the settings in which much happens in one picosecond. */
static void
play_ties(void)
{
	int wrong[2][64] = { 0 }, sum = 0;

	play(0, 74, true, wrong);
	play(2, 90, true, wrong);
	for (int k = 0; k < 32; k++)
		sum += wrong[0][k] + wrong[1][k];
	is_int(sum, 0, "packets wait for tokens in the order in which they came, in one picosecond too: cases that differ");
}

int
main(int argc, char **argv)
{
	play_all(argc > 1 ? atoi(argv[1]) : FIRST, argc > 2 ? atoi(argv[2]) : SETTINGS, argc > 3 ? atoi(argv[3]) : -1, true);
	play_ties();
	return done_testing();
}
