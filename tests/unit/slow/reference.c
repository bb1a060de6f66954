/* link: netsim */
/* reference -- the engine against the slow simulator (agree.h), with routers that queue at their outputs.
 *
 * Small random dragonflies, fat-trees, Slim Flies, meshes, tori, express meshes, hypercubes, twisted tori, a graph, and
 * machines with broken parts.  With numbers as its
 * arguments it plays settings from the first number on, as many as the second, of one kind where there is a third, for a longer hunt.  Some settings
 * are played besides in which programs have much to do in one picosecond: empty packets, sends that leave while messages come. */
#include "unit/slow/agree.h"

/* Numbers of settings of each kind; sanitized, some in which what is counted at the end comes up often enough. */
enum { FIRST = CHECKED ? 12 : 0, SETTINGS = CHECKED ? 12 : 32 };

int
main(int argc, char **argv)
{
	static const uint64_t ties[] = { 99, 127, 172, 180, 211 }, late[] = { 30, 924 }, crowded[] = { 3215, 5606, 9179, 11670, 14143 }, empty[] = { 6191 };
	static const uint64_t to_itself[] = { 3346 }, taken_in[] = { 1948 };

	play_all(argc > 1 ? atoi(argv[1]) : FIRST, argc > 2 ? atoi(argv[2]) : SETTINGS, argc > 3 ? atoi(argv[3]) : -1, false);
	play_once_wrong(3, NULL, false, ties, sizeof ties / sizeof *ties, "programs, much in one picosecond: cases that differ");
	play_once_wrong(2, "torus:k=6,p=2", false, late, sizeof late / sizeof *late, "a background is cut while a message of several packets is sent: cases that differ");
	play_once_wrong(3, "mesh:k=2", false, crowded, sizeof crowded / sizeof *crowded, "programs, ranks of a node that act in one picosecond: cases that differ");
	play_once_wrong(3, "fattree:k=2", false, empty, sizeof empty / sizeof *empty, "programs, an empty packet is at its node at once: cases that differ");
	play_once_wrong(4, "dragonfly:g=3,a=1,p=2", false, to_itself, 1, "costs, a rank receives what it sends itself beyond the eager size: cases that differ");
	play_once_wrong(4, "torus:k=6,p=2", false, taken_in, 1, "costs, messages taken in in one picosecond: cases that differ");
	return done_testing();
}
