/* pattern -- who sends what to whom.
 *
 * Nothing here lists n^2 messages: a closed-loop pattern answers "the k-th
 * message that task i posts in phase f", an open-loop pattern "where node v sends
 * next".  netsim runs the answers, map counts them.
 *
 * To add one: write NAME.c with a `const pattern pattern_NAME` ('_' where the name has a '-'), and name it
 * twice in patterns.c: among the extern ones, and in the table.  No other source changes.  bitcomplement.c is the shortest of
 * the open loop, broadcast.c of the closed one. */
#ifndef HOPLINE_LIB_PATTERN_PATTERN_H
#define HOPLINE_LIB_PATTERN_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/cli/choices.h"
#include "lib/machine/machine.h"
#include "lib/rng/rng.h"
#include "lib/stream/table.h"

enum { PATTERN_DIMS = 4 };
#define MOST_BYTES INT64_C(1000000000000000)	/* of a message, as a stream may say: a petabyte */

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
	unsigned periodic;	/* bit d: dimension d wraps around */
	int64_t bytes;		/* a message; halo3d26: a face; unstructured, matrix: the mean */
	int64_t edge_bytes, corner_bytes;	/* halo3d26 */
	int64_t allreduce_bytes;	/* halos: 0, or a binary tree up and down ends each iteration */
	bool bytes_given;	/* the row says `bytes`; else they are the default */
	struct matrix *matrix;	/* matrix: the file (matrix.h), which lives as long as the run */
	int64_t min_bytes;	/* matrix: tasks that exchange less do not talk */
	struct lattice_cut *cut;	/* lattice: the lattice, and who holds what of it (lattice-cut.h) */
	int64_t site_bytes;	/* lattice: what a site sends over a boundary */
	bool rounds;		/* --schedule mpi: post as an MPI library would; else all of a phase at once */
	uint32_t sampled;	/* alltoall: how many of its rounds are played; 0: all */
	rng random;		/* a stream of the job's own, for patterns that draw */
	void *state;		/* private to the pattern; made by prepare */
	uint32_t own_phases;	/* phases of the pattern itself; those of an allreduce follow */
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

typedef struct pattern {
	const char *name;	/* as in the column `pattern` */
	const char *about;	/* one line for --list */

	/* Closed loop (NULL for open-loop patterns): */
	int grid;		/* 0, or how many dimensions its process grid has; -1: those that are given, else 3 */
	/* Check and precompute; false and *why when the job cannot be run so. May be NULL. */
	bool (*prepare)(traffic *t, const char **why);
	uint32_t (*phases)(const traffic *t);
	uint32_t (*sends)(const traffic *t, uint32_t phase, uint32_t task);	/* messages that the task posts */
	message (*send)(const traffic *t, uint32_t phase, uint32_t task, uint32_t k);	/* k < sends, in posting order */
	uint32_t (*receives)(const traffic *t, uint32_t phase, uint32_t task);	/* messages that the task waits for */

	/* Open loop (NULL for closed-loop patterns): */
	bool (*prepare_open)(endpoints *e, const char **why);
	/* The index of the node that v sends to next; v itself: this node sends nothing. */
	uint32_t (*target)(const endpoints *e, uint32_t v, uint32_t random_word);

	/* Free what prepare or prepare_open made. May be NULL. */
	void (*release)(void *state);
	bool allreduce;		/* closed loop: heeds allreduce_bytes */
	bool wraps;		/* closed loop: all dimensions of its grid are periodic unless the row says which */
	bool matrix;		/* closed loop: the column matrix names a file that says who talks to whom */
	bool lattice;		/* closed loop: the column lattice has sites, which exchange site_bytes */
	bool samples;		/* closed loop: heeds the column rounds */
	bool anywhere;		/* open loop: what group the target is in depends on the random word */
} pattern;

extern const pattern *const patterns[];	/* ended by NULL, in display order */
const pattern *pattern_find(const char *name);	/* NULL when unknown */
/* The names of the open-loop patterns, or of the others, for a message about `typed`. */
choice_list pattern_choices(const char *typed, const char *between, bool open);
static inline bool pattern_open(const pattern *p) { return p->target != NULL; }

/* The columns of a job table that patterns read; find them once a table. */
typedef struct traffic_columns {
	int pattern, dims, periodic, bytes, edge_bytes, corner_bytes, allreduce_bytes, random_stream,
		matrix, min_bytes, lattice, site_bytes, volumes, rounds;
} traffic_columns;
void traffic_find(traffic_columns *c, const table *t);

/* What names the random streams of a row in place of its case: its column random_stream where that says
 * something, so that a job draws alike in several cases; else case_. */
const char *traffic_case(const row *r, const traffic_columns *c, const char *case_);

/* Fill `t` from a row: pattern, dims (the most cubic ones when the pattern has a grid and none are given), sizes;
 * then prepare it.  `seed`, traffic_case of `case_`, and `job` name its random stream.  Dies through table_bad. */
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

/* The most cubic process grid of n tasks: x >= y >= z and the least
 * x+y+z, of equal sums the least x (in 2D y is the largest divisor up to the square root).
 * d = 1 … 4. */
void cubic_dims(uint32_t n, int d, uint32_t *dim);

/* "4x4x2" as written and read in the column dims; false when it is not that. */
bool read_dims(const char *s, int *dims, uint32_t *dim);

/* The largest divisor of n that is at most `limit` (at least 1). */
uint32_t largest_divisor(uint32_t n, uint32_t limit);

#endif
