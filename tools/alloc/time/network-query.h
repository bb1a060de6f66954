/* network-query -- what the filter is asked about jobs that send through the network, and what it says: each alone at the reference and
 * where it is, and those that run, together. */
#pragma once

#include "alloc/machine-state.h"
#include "alloc/time/allowance.h"
#include "alloc/time/timeline.h"
#include "lib/cli/ask.h"

/* The table of a question: its rows have been placed by one policy. */
typedef struct question {
	sink *sink;
	const char *choice;	/* the policy as the column alloc names it */
	int alloc, start, node_list, compute, *own, values;	/* columns, and */
	int link_busy;		/* this one where the answer must have it; else -1 */
	int end;		/* this one where the input has it; else -1 */
} question;

/* Where a job is, for the columns of a row. */
typedef struct job_place {
	char *list, **value;	/* its nodes as they are written, and the policy's columns; NULL: the row came with them */
} job_place;

typedef struct network_query {
	const driver *driver;
	const network_options *opt;
	asker asker;
	question here, reference;	/* about a job placed by --policy, and by the reference policy, */
	question together;	/* and about several */
	machine_state idle;	/* for the latter, and */
	selection selection;
} network_query;

/* A job that sends. */
typedef struct sender {
	const timed_job *job;
	bool played;		/* it did not come with its nodes */
	bool known;		/* the filter has been asked about it alone */
	double share;		/* of communication in its runtime at the reference */
	job_place reference;	/* where the reference policy puts it; empty where there is none */
	int64_t iterations;	/* of its row */
	double compute;		/* s before each; 0: none */
	char compute_text[32];	/* that as the column has it */
	double alone;		/* s that an iteration communicates at the reference, computing as long, */
	double here;		/* and on the nodes that it has */
	link_uses uses;		/* there, with --network-tolerance */
	double together;	/* s that an iteration communicated among those it was asked about with last; 0: it was not */
	double stretch;		/* of the job alone on the nodes that it has: how many times as long it takes as at the reference */
} sender;

/* Which question it is: of which case, at which time of it. */
typedef struct question_moment {
	const char *id;
	int64_t time;
} question_moment;

void network_query_open(network_query *q, const driver *d);

/* A sender, the filter not yet asked; `iterations` is what its row says.  A job that the reference policy refuses ends the tool.
 * sender_free frees what it holds. */
void sender_init(sender *s, network_query *q, const char *id, const timed_job *j, bool played, double share, int64_t iterations);
void sender_free(sender *s, const network_query *q);

/* Ask about n jobs that have started, each alone, and about all that run if there are any, together: time[] has how long an iteration
 * of each communicates, s.  What cannot be asked or is no answer ends the tool.
 *
 * Meanwhile a scout (lib/cli/ask.h) may return with guesses, and play on until it leaves: at a question to which it needs the answer, or in
 * ask_forget. */
void network_query_ask(network_query *q, const question_moment *at, sender *const *started, uint32_t n, sender *const *all, uint32_t alls,
	double *time);

/* How many times as long a job takes as at the reference when an iteration communicates for so long; 1 for a job that did not
 * communicate there. */
double sender_stretch(const sender *s, double time);
