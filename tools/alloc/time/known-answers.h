/* known-answers -- what a filter said of jobs that run together, kept while all of them run: when one has left, that question cannot come
 * again. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Of some jobs, known by ascending numbers: a number for each. */
typedef struct known_answer {
	uint32_t *job, jobs;
	double *time;
} known_answer;

typedef struct known_answers {
	known_answer *item;
	size_t count, room;
} known_answers;

/* Start with `(known_answers){ 0 }`. */

/* The known answer about these jobs; NULL: there is none. */
const known_answer *known_answers_find(const known_answers *l, const uint32_t *job, uint32_t jobs);

/* Room for the answer about these jobs; it lives until the next one is added. */
known_answer *known_answers_add(known_answers *l, const uint32_t *job, uint32_t jobs);

/* Forget the answers about other jobs than these. */
void known_answers_keep(known_answers *l, const uint32_t *job, uint32_t jobs);

void known_answers_free(known_answers *l);
