/* question -- the table that a filter is asked about jobs with, and what its answer says of them. */
#pragma once

#include "alloc/driver.h"
#include "alloc/time/allowance.h"
#include "lib/cli/filter.h"

/* How rows look that have been placed by one policy. */
typedef struct question {
	sink *sink;
	const char *choice;	/* the policy as the column alloc names it */
	int alloc, start, node_list, compute, *own, values;	/* columns, and */
	int link_busy;		/* this one where the answer must have it; else -1 */
	int end;		/* this one where the input has it; else -1 */
} question;

/* Where a job is, for the columns of a row. */
typedef struct job_place {
	char *list;		/* its nodes as they are written; NULL: the row came with them */
	char **value;		/* of the policy's columns; NULL: none */
} job_place;

/* What is asked of a job. */
typedef struct asked {
	const char *job;
	int64_t iterations;	/* of the row */
	double compute;		/* s before each; 0: none */
	const char *compute_text;	/* `compute` as the column has it */
} asked;

/* With `links`, the answers are to say how long an iteration keeps each link busy. */
void question_open(question *q, const driver *d, const policy *p, const char *choice, bool links);
void question_close(question *q);

/* Begin a question: preamble and header. */
void question_begin(question *q, const machine *m);

/* Add a row of the input, its job at this place. */
void question_row(question *q, const row *r, const job_place *at, const asked *a);

/* The question as a text for the filter, called so, which is freed with it. */
filter_exchange question_end(question *q, char *about);

/* Read an answer: how long each of n jobs communicates in an iteration, s, and for one job, where `links` is not NULL, which links that
 * keeps busy; what it pointed to is freed.  An answer without a row of each in the order asked, or
 * where one does not communicate for any time, though its iterations_done is not 0, ends the tool with status 1. */
void answer_read(const filter_exchange *e, const asked *a, uint32_t n, double *time, link_uses *links);
