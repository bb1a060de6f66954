/* told -- what a filter said of jobs that run together, kept while all of them run: when one has left, that question cannot come
 * again. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Of some jobs, known by ascending numbers: a number for each. */
typedef struct told {
	uint32_t *job, jobs;
	double *time;
} told;

typedef struct told_all {
	told *item;
	size_t count, room;
} told_all;

/* Start with `(told_all){ 0 }`. */

/* What was told of these jobs; NULL: nothing was. */
const told *told_find(const told_all *l, const uint32_t *job, uint32_t jobs);

/* Room for what will be told of them; it lives until the next one is added. */
told *told_add(told_all *l, const uint32_t *job, uint32_t jobs);

/* Forget what was told of others than these. */
void told_keep(told_all *l, const uint32_t *job, uint32_t jobs);

void told_free(told_all *l);
