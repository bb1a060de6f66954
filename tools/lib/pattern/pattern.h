/* pattern -- who sends what to whom.
 *
 * Nothing here lists n^2 messages: a closed-loop pattern answers "the k-th message that task i posts in phase f", an open-loop pattern
 * "where node v sends next".  netsim runs the answers, map counts them.
 *
 * To add one: write a file with a `const pattern pattern_NAME` ('_' where the name has a '-'), and name it twice in patterns.c: among the
 * extern ones, and in the table.  No other source changes, also where the pattern has columns of its own: it describes and reads them
 * itself.  bitcomplement.c is the shortest of the open loop, broadcast.c of the closed one; alltoall.c has a column. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/cli/choices.h"
#include "lib/machine/machine.h"
#include "lib/pattern/dims.h"
#include "lib/rng/rng.h"
#include "lib/stream/bounds.h"
#include "lib/stream/table.h"

/* One message that a task posts. */
typedef struct message {
	uint32_t to;		/* a task, never the sender */
	uint32_t phase;		/* the phase (of the receiver, same iteration) that waits for it */
	int64_t bytes;		/* at least 1 */
} message;

/* What one closed-loop job sends. */
typedef struct traffic {
	const struct pattern *pattern;
	uint32_t tasks;
	int dims;		/* 0: none given */
	uint32_t dim[PATTERN_DIMS];	/* x first; x is fastest in a task's number */
	int axes;		/* dimensions of what may wrap around where that is not the process grid; 0: it is */
	unsigned periodic;	/* bit d: dimension d wraps around */
	int64_t bytes;		/* a message; what else it may be the pattern says */
	bool bytes_given;	/* the row says `bytes`; else they are the default */
	int64_t allreduce_bytes;	/* 0, or a binary tree up and down ends each iteration; for patterns with ALLREDUCE_COLUMN to set */
	bool rounds;		/* --schedule mpi: post as an MPI library would; else all of a phase at once */
	rng random;		/* a stream of the job's own, for patterns that draw */
	struct peers *peers;	/* whom each task sends to (peers.h), if read or prepare listed it */
	void *state;		/* private to the pattern; made by read or prepare */
	uint32_t own_phases;	/* phases of the pattern itself; those of an allreduce follow */
	const struct program *program;	/* the messages in their order, where phases do not say it (closed/follow.h); NULL: they do */
	bool sends_leave;	/* its sends finish when their last byte has left the node, not when they are posted */
} traffic;

/* The nodes of an open-loop job. v below is an index into node[], which ascends. */
typedef struct endpoints {
	const struct pattern *pattern;
	const machine *machine;
	const uint32_t *node;
	uint32_t nodes;
	rng random;
	void *state;		/* made by prepare_open */
} endpoints;

/* A column that a pattern reads, and perhaps some others. */
typedef struct pattern_column {
	const char *name;	/* its option is called so, with '-' for '_' */
	const char *value, *about;	/* as --help has the option; NULL: no option gives it */
	bool needed;		/* a row of the pattern must say something here */
	bool size;		/* bytes, from `least` to MOST_BYTES: in rows of other patterns, too */
	bool alone;		/* rows of other patterns must not say anything here */
	int64_t least;
} pattern_column;

/* For patterns whose iterations may end with an allreduce. */
#define ALLREDUCE_COLUMN { .name = "allreduce_bytes", .size = true, .least = 1 }

/* A row as a pattern reads its own columns; what is wrong with cell k it says with table_bad(from, row, own[k], ...). */
typedef struct own_cells {
	const table *from;
	const row *row;
	const struct traffic_columns *at;
	const int *own;		/* [columns of the pattern]: the table's, -1 where it has none */
} own_cells;

/* What a pattern's own columns say of a job before it has nodes. */
typedef struct job_shape {
	uint32_t tasks;		/* 0: any number */
	bool at_least;		/* it may have more */
	int dims;		/* of what may wrap around, and of the process grid; 0: any */
	uint32_t most[PATTERN_DIMS];	/* tasks along each of these at most */
} job_shape;

/* What the column `bytes` is to a pattern. */
enum { BYTES_OF_MESSAGES, BYTES_ON_AVERAGE /* where it is given; else messages have sizes of their own */, BYTES_UNUSED };

typedef struct pattern {
	const char *name;	/* as in the column `pattern` */
	const char *about;	/* one line for --list */

	/* Closed loop (NULL for open-loop patterns): */
	int grid;		/* 0, or how many dimensions its process grid has; -1: those that are given, else 3 */
	int bytes;		/* BYTES_OF_MESSAGES … */
	const pattern_column *columns;	/* its own, ended by a NULL name; NULL: it has none */
	/* Say what these ask of the job's shape; *s is zero.  Dies through table_bad.  May be NULL. */
	void (*shape)(const own_cells *c, job_shape *s);
	/* Read them into t.  Dies through table_bad.  NULL where there are none. */
	void (*read)(traffic *t, const own_cells *c);
	/* Check and precompute; false and *why when the job cannot be run so. May be NULL. */
	bool (*prepare)(traffic *t, const char **why);
	/* Of patterns that list no peers: */
	uint32_t (*phases)(const traffic *t);
	uint32_t (*sends)(const traffic *t, uint32_t phase, uint32_t task);	/* messages that the task posts */
	message (*send)(const traffic *t, uint32_t phase, uint32_t task, uint32_t k);	/* k < sends, in posting order */
	uint32_t (*receives)(const traffic *t, uint32_t phase, uint32_t task);	/* messages that the task waits for */

	/* Open loop (NULL for closed-loop patterns): */
	bool (*prepare_open)(endpoints *e, const char **why);
	/* The index of the node that v sends to next; v itself: this node sends nothing. */
	uint32_t (*target)(const endpoints *e, uint32_t v, uint32_t random_word);
	bool anywhere;		/* what group the target is in depends on the random word */

	/* Free what read, prepare or prepare_open made. May be NULL. */
	void (*release)(void *state);
} pattern;

extern const pattern *const patterns[];	/* ended by NULL, in display order */
const pattern *pattern_find(const char *name);	/* NULL when unknown */
/* The names of the open-loop patterns, or of the others, for a message about `typed`. */
choice_list pattern_choices(const char *typed, const char *between, bool open);
static inline bool pattern_open(const pattern *p) { return p->target != NULL; }
/* Does a cell name a pattern whose tasks talk to each other?  True of an unknown name, too, which traffic_read refuses. */
bool pattern_closed(const char *cell);

/* The columns of all patterns, one pattern's behind the other's; those that several have stand there several times. */
enum { MOST_OWN = 48 };
const pattern_column *own_column(int i);	/* NULL: there are no more */
int own_first(const pattern *p);	/* the number of p's first one */
const pattern *pattern_with(const char *column);	/* the first pattern that has a column of this name; NULL: none */

/* The columns of a job table that patterns read; find them once a table. */
typedef struct traffic_columns {
	int pattern, dims, periodic, bytes, random_stream;
	int own[MOST_OWN];
} traffic_columns;
void traffic_find(traffic_columns *c, const table *t);

/* The row's pattern, of the open loop or of the closed one.  Dies through table_bad when it names none, or one of the other. */
const pattern *pattern_read(const table *from, const row *r, const traffic_columns *c, bool open);

/* The row's cells of p's own columns.  Dies through table_bad when one that is needed says nothing. */
own_cells own_read(const pattern *p, const table *from, const row *r, const traffic_columns *c);

/* Cell k of these as a size; 0 when it says nothing. */
static inline int64_t
own_bytes(const own_cells *c, int k)
{
	return cell_int(c->from, c->row, c->own[k], 0, MOST_BYTES, 0);
}

/* Dies through table_bad when the row has a size that is none, or says something in a column that another pattern has alone. */
void own_check(const pattern *p, const table *from, const row *r, const traffic_columns *c);

/* What names the random streams of a row in place of its case: its column random_stream where that says
 * something, so that a job draws alike in several cases; else case_. */
const char *traffic_case(const row *r, const traffic_columns *c, const char *case_);

/* Fill `t` from a row: pattern, dims (the most cubic ones when the pattern has a grid and none are given), sizes, what the pattern's own
 * columns say; then prepare it.  `seed`, traffic_case of `case_`, and `job` name its random stream.  Dies through table_bad. */
void traffic_read(traffic *t, const table *from, const row *r, const traffic_columns *c,
	uint32_t tasks, bool rounds, uint64_t seed, const char *case_, const char *job);
void traffic_release(traffic *t);

/* Prepare the open-loop pattern of e, whose nodes are there, for job `job` of case `case_` with the random stream of its own;
 * false and *why when it cannot run so.  Then free what that made. */
bool endpoints_prepare(endpoints *e, uint64_t seed, const char *case_, const char *job, const char **why);
void endpoints_release(endpoints *e);

/* The whole program of a job, allreduce included; shapes as in struct pattern. */
uint32_t traffic_phases(const traffic *t);
uint32_t traffic_sends(const traffic *t, uint32_t phase, uint32_t task);
message traffic_send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k);
uint32_t traffic_receives(const traffic *t, uint32_t phase, uint32_t task);
