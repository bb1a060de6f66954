/* policy -- what an allocation policy must provide.
 *
 * To add one: write policies/NAME.c defining it, and add it to the table in
 * policies.c.  Nothing else changes. */
#ifndef HOPLINE_POLICY_H
#define HOPLINE_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "alloc/occupancy.h"
#include "lib/rng/rng.h"
#include "lib/stream/table.h"

/* A job that wants nodes. */
typedef struct request {
	const char *job;
	uint32_t nodes;		/* 1 … the idle nodes */
	const table *table;	/* the job's row, for policies that read */
	const row *row;		/* columns of their own */
} request;

/* What the job gets. */
typedef struct grant {
	uint32_t *node;		/* room for request.nodes, in the order chosen */
	const char *why;	/* when refused: what is missing */
} grant;

typedef struct policy {
	const char *name;	/* same spelling in the CSV and on the command line */
	const char *about;	/* one line for --list */
	const char *level;	/* a network level it needs besides "router" ("group"), or NULL */
	const char *kind;	/* the only machine kind it is defined for, or NULL */
	size_t state;		/* bytes it wants to keep between the jobs of a case, zeroed at its start */
	/* Choose exactly q->nodes idle nodes into g->node.  There are enough idle nodes;
	 * false says that this policy cannot serve the job all the same and sets g->why.
	 * Must not change o: the caller marks the nodes busy.  Linear in the machine.
	 * `r` is the job's own random stream. */
	bool (*choose)(const occupancy *o, const request *q, rng *r, void *state, grant *g);
	/* Told of every job once its nodes are marked busy: first the jobs that came with
	 * nodes, in row order, then each one after its choice.  For policies that go by
	 * what happened before; else NULL. */
	void (*placed)(const occupancy *o, const request *q, const uint32_t *node, void *state);
} policy;

extern const policy *const policies[];	/* ended by NULL, in display order */

#endif
