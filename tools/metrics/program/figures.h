/* figures -- what a program comes to. */
#pragma once

#include "lib/program/program.h"
#include "metrics/program/ideal.h"

/* Messages between ranks whose numbers differ by this much. */
typedef struct distance {
	long double messages, bytes;
} distance;

/* Of all iterations together. */
typedef struct program_figures {
	long double operations, messages, bytes;
	long double distance;	/* bytes times how far apart in numbers the two ranks are */
	long double computing;	/* ps, of the rank that computes most */
	ideal ideal;
	distance *at;		/* [ranks], by distance */
} program_figures;

/* A program played that many times, as program_repeat says it; figures_free f.  NULL; or what waits in vain, free() it. */
char *figures_of(program_figures *f, const program *p, int64_t iterations, int64_t compute);
void figures_free(program_figures *f);
