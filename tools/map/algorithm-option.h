/* algorithm-option -- an option that some algorithms bring, and what options are given.
 *
 * The option and what it was given stay in the file of what it is for, for a whole run; an algorithm names it in its table
 * (mapping.h).  Two algorithms may bring options of one name. */
#pragma once

#include <stdint.h>

#include "lib/pattern/pattern.h"

typedef struct algorithm_option {
	const char *name, *value, *about;	/* as --help shows them */
	/* Where it goes what was given: */
	int *word;		/* which word of `value`, as "asc|desc", from 0; */
	int64_t *count, most;	/* or a whole number, from 1 to `most`; */
	void (*read)(const char *option, const char *text);	/* or as this reads it, `option` being "--NAME" */
	const char *needed;	/* an example, where an algorithm that takes it needs it; else NULL */
} algorithm_option;

/* The option was given as `text`. */
void option_give(const algorithm_option *o, const char *text);

/* Values of `option`, "--NAME".  What is wrong ends the tool with exit status 2. */

typedef struct extents {
	int dims;		/* 0: not given */
	uint32_t n[PATTERN_DIMS];
} extents;

/* "2x2x4", of `least` to `most` dimensions; `like` is an example. */
extents option_extents(const char *option, const char *text, int least, int most, const char *like);

/* From the last to the first. */
extents extents_turned(const extents *e);

/* "xzy": into int[3], axes from 0 in that order; of two the third comes last. */
void option_axes(const char *option, const char *text, void *axis);
