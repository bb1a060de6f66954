/* ideal -- a program on an infinitely fast network: only computing takes time. */
#pragma once

#include "lib/program/program.h"

typedef struct ideal {
	int64_t time;		/* ps, from the begin to the last end */
	uint64_t depth;		/* operations on the longest chain of those that wait for one another, or for a message */
} ideal;

/* The program that many times, as program_repeat says it.  Calcs of a cpu run one after the other, first come first served.
 * NULL; or what waits in vain, with its rank and label, free() it. */
char *ideal_run(const program *p, int64_t iterations, int64_t compute, ideal *result);
