/* link: netsim */
/* reference-input -- the engine against the slow simulator (agree.h), with routers that queue at their inputs.
 *
 * Settings as those of reference.c, with random speedups and allocation times.  With numbers as its arguments it plays
 * settings from the first number on, as many as the second, of one kind where there is a third, for a longer hunt.  Some
 * settings that once differed are played besides, on fixed machines.  In six of them packets begin to wait for tokens at one
 * router in one picosecond, some because they have come, some because the one before them crosses: their order counts. */
#include "unit/slow/agree.h"

/* Sanitized, some in which what is counted at the end comes up often enough. */
enum { FIRST = CHECKED ? 16 : 12, SETTINGS = CHECKED ? 4 : 9 };

int
main(int argc, char **argv)
{
	static const uint64_t closed[] = { 0, 3, 18 }, both[] = { 9, 10, 16 }, eight[] = { 11 }, gone[] = { 2, 5, 12 };
	static const char shape[] = "dragonfly:g=5,a=2,p=2", ring[] = "torus:k=6,p=2";

	play_all(argc > 1 ? atoi(argv[1]) : FIRST, argc > 2 ? atoi(argv[2]) : SETTINGS, argc > 3 ? atoi(argv[3]) : -1, true);
	if (CHECKED)	/* the order of packets is no matter of memory */
		return done_testing();
	play_once_wrong(0, ring, true, closed, 3, "packets wait for tokens in the order in which they came, in one picosecond too: cases that differ");
	play_once_wrong(2, ring, true, both, 3, "packets wait for tokens in the order in which they came, beside a background: cases that differ");
	play_once_wrong(2, shape, true, eight, 1, "turns begin at the lowest of eight channels: cases that differ");
	play_once_wrong(0, shape, true, gone, 3, "what goes out at once has left the output buffer when the next is routed: cases that differ");
	return done_testing();
}
