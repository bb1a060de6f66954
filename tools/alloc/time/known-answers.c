/* known-answers -- see known-answers.h.  There are few at a time: a search is a look at each. */
#include "alloc/time/known-answers.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

const known_answer *
known_answers_find(const known_answers *l, const uint32_t *job, uint32_t jobs)
{
	for (size_t i = 0; i < l->count; i++)
		if (l->item[i].jobs == jobs && memcmp(l->item[i].job, job, jobs * sizeof *job) == 0)
			return &l->item[i];
	return NULL;
}

known_answer *
known_answers_add(known_answers *l, const uint32_t *job, uint32_t jobs)
{
	known_answer *t;

	l->item = xgrow(l->item, &l->room, l->count + 1, sizeof *l->item);
	t = &l->item[l->count++];
	*t = (known_answer){ .job = xalloc(jobs, sizeof *t->job), .jobs = jobs, .time = xalloc(jobs, sizeof *t->time) };
	memcpy(t->job, job, jobs * sizeof *job);
	return t;
}

/* Are all of these among those?  Both ascend. */
static bool
are_among(const known_answer *t, const uint32_t *job, uint32_t jobs)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < jobs && found < t->jobs; i++)
		found += job[i] == t->job[found];
	return found == t->jobs;
}

static void
forget(known_answer *t)
{
	free_all(t->job, t->time);
}

void
known_answers_keep(known_answers *l, const uint32_t *job, uint32_t jobs)
{
	size_t kept = 0;

	for (size_t i = 0; i < l->count; i++)
		if (are_among(&l->item[i], job, jobs))
			l->item[kept++] = l->item[i];
		else
			forget(&l->item[i]);
	l->count = kept;
}

void
known_answers_free(known_answers *l)
{
	for (size_t i = 0; i < l->count; i++)
		forget(&l->item[i]);
	free(l->item);
	*l = (known_answers){ 0 };
}
