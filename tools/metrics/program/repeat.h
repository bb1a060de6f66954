/* repeat -- a program several times. */
#pragma once

#include "lib/program/program.h"

/* The program that many times, one after the other, `compute` ps before each: a rank begins again when all its operations have
 * finished.  The tags of each iteration are `tags` beyond those of the one before, which makes them at most 2^32 - 2: check it.
 * Dies when it has more than 2^31 operations. */
program *program_repeat(const program *p, int64_t iterations, int64_t compute, uint32_t tags);

/* Does each iteration begin with a calc of its own? */
static inline bool
program_joined(int64_t iteration, int64_t compute)
{
	return iteration > 0 || compute > 0;
}
