/* policy -- what an allocation policy must provide.
 *
 * To add one: write policies/NAME.c with a `const policy policy_NAME` ('_' where the name has a '-'), and name
 * it twice in policies.c: among the extern ones, and in the table.  No other source changes; README, "To change or add
 * a policy", says how to try and to test it.
 *
 * To build from: which nodes are idle, and how many a router or group has (occupancy.h); walks over them (pick.h); the router or
 * group that a job fits (fit.h); those that a job has to itself (isolate.h); distances and coordinates
 * (lib/machine/machine.h); numbers in an argument (lib/cli/units.h). */
#ifndef HOPLINE_ALLOC_POLICY_H
#define HOPLINE_ALLOC_POLICY_H

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
	const char *argument;	/* what follows the policy's name and a ':', or NULL */
	const table *table;	/* the job's row, for policies that read */
	const row *row;		/* columns of their own */
} request;

enum { GRANT_TEXT = 512 };

/* What the job gets. */
typedef struct grant {
	uint32_t *node;		/* room for request.nodes, in the order chosen */
	/* Room for the text, from xprintf or the like, of each of the policy's columns; the caller frees.  All NULL at first, and what
	 * stays so is an empty cell.  NULL: nobody asks. */
	char **value;
	const char *why;	/* when refused: what is missing */
	char text[GRANT_TEXT];	/* room for that, where it is no constant */
	bool unread;		/* nobody will read why: it need not be set */
} grant;

typedef struct policy {
	const char *name;	/* same spelling in the CSV and on the command line */
	const char *alias;	/* another name that --policy takes, or NULL */
	const char *about;	/* one line for --list */
	const char *level;	/* a network level it needs besides "router" ("group"), or NULL */
	const char *kind;	/* the only machine kinds it is defined for, a space between two, or NULL */
	/* What must follow its name and a ':', as an example ("4x4x2"); NULL: nothing may.  It is written in the CSV
	 * with the name, so that results with other arguments can be told apart. */
	const char *argument;	/* choose finds it in the request; check says whether it is a right one */
	bool optional;		/* the argument may be left out */
	/* Columns it adds to the table behind alloc's own, ended by NULL, or NULL; a grant has their values.  A row that gets no nodes, or
	 * came with some, keeps what it has there.  A policy may read columns of these names too. */
	const char *const *columns;
	/* Bytes it wants to keep between the jobs of a case, zeroed at its start; they are copied whole, so no pointers into
	 * themselves or to what it owns. */
	size_t state;
	/* So many more that depend on the machine; may be NULL. */
	size_t (*room)(const machine *m);
	/* What is wrong with this machine (of a right kind, with the level) or with the argument for it, worded to
	 * follow the policy's name, the caller frees; NULL: nothing.  May be NULL. */
	char *(*check)(const machine *m, const char *argument);
	/* Choose exactly q->nodes idle nodes into g->node.  There are enough idle nodes;
	 * false says that this policy cannot serve the job all the same and sets g->why.
	 * Must not change o: the caller marks the nodes busy.  Linear in the machine, unless its page says otherwise.
	 * `r` is the job's own random stream. */
	bool (*choose)(const occupancy *o, const request *q, rng *r, void *state, grant *g);
	/* Would circuits have to change for this job with these nodes?  Asked before placed.  For policies on machines with circuits; else
	 * NULL. */
	bool (*reconfigures)(const occupancy *o, const request *q, const uint32_t *node, const void *state);
	/* Which idle nodes no other job of the case may have because this one has its nodes, by now busy: the job is charged for them
	 * without using them.  Writes them to `out` (room for all); how many.  Asked of the jobs that came with nodes, once
	 * all of these are marked busy, then of each after its choice.  For policies that keep jobs apart; else NULL. */
	uint32_t (*closes)(const occupancy *o, const request *q, const uint32_t *node, uint32_t *out);
	/* Told of every job once its nodes are marked busy: first the jobs that came with
	 * nodes, in row order, then each one after its choice.  For policies that go by
	 * who is there; else NULL. */
	void (*placed)(const occupancy *o, const request *q, const uint32_t *node, void *state);
	/* Told of every job that leaves, once its nodes and what it closed are idle again: undoes placed.  For policies that have
	 * that; else NULL. */
	void (*left)(const occupancy *o, const request *q, const uint32_t *node, void *state);
	/* It may refuse a job although as many nodes are idle.  A schedule then asks it whether the job at the head of
	 * the queue can be placed, where it would count nodes else.  More idle nodes must never make it refuse, fewer never make it serve. */
	bool refuses;
	/* Columns of the table, ended by NULL, that with `nodes` hold all that a job can ask of it: jobs that are alike in them get the same
	 * nodes on the same machine, nothing being drawn, and one answer does for all.  NULL: each job is asked for. */
	const char *const *demands;
	/* The column with a job's nodes, when a policy chooses none but takes those: it must be there, and messages about a job that is
	 * refused name it.  Such a policy is asked whatever the number of idle nodes.  With a schedule that goes by the log a job that it
	 * refuses when it comes does not wait.  NULL: the policy chooses. */
	const char *given;
} policy;

extern const policy *const policies[];	/* ended by NULL, in the order of --list; nothing else hangs on it */

#endif
