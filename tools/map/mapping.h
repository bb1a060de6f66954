/* mapping -- what a task-mapping algorithm must provide.
 *
 * An algorithm puts each task of a job on a rank: the c-th processor of the k-th node of the
 * job's list is rank k cores + c.  There are at least as many ranks as tasks; those with a number
 * below `tasks` x cores are used unless the algorithm wants others.  Two ranks of one node are 0 apart.
 *
 * There are two sorts.  One places: it makes a mapping from nothing.  The other improves: it begins with
 * another's result, its own `start` unless the command line says --from.
 *
 * To add one: write algorithms/NAME.c with a `const mapping mapping_NAME` ('_' where the name has a '-'), its options beside it,
 * and name it twice in mappings.c: among the extern ones, and in the table.  No other source changes.  linear.c is the
 * shortest, local.c one with an option. */
#pragma once

#include <stdint.h>

#include "lib/load/loads.h"
#include "lib/machine/machine.h"
#include "lib/pattern/affinity.h"
#include "lib/pattern/pattern.h"
#include "lib/rng/rng.h"
#include "map/algorithm-option.h"
#include "map/distances.h"

/* A job with its nodes. */
typedef struct placement {
	const machine *machine;
	const char *case_, *job;	/* for messages and traces */
	const table *table;	/* where it stands, for messages and the columns that an algorithm reads */
	const row *row;
	const uint32_t *node;	/* its nodes, in the order of node_list */
	uint32_t nodes;
	uint32_t tasks;		/* 1 … ranks */
	uint32_t ranks;		/* nodes * cores */
	const traffic *traffic;	/* who talks to whom; NULL when the algorithm does not ask */
	const affinity *affinity;	/* the traffic as a weighted graph; NULL when the algorithm does not ask */
	const distances *distances;	/* between nodes of the job; NULL when the algorithm does not ask */
	loads *loads;		/* the ways of messages, where the links that these load count (congestion/); else NULL */
	const double *others;	/* [links] what other jobs load them, the fullest link of each being 1; NULL: not asked */
	rng *random;		/* the row's own stream */
	char **cell;		/* where an algorithm with a column of its own puts its text, to be freed */
} placement;

/* What an algorithm asks for besides the nodes. */
enum {
	NEEDS_TRAFFIC = 1,	/* refuses rows without a closed-loop pattern; fills in traffic, affinity and distances */
	NEEDS_COORDINATES = 2,	/* refuses machines without coordinates */
	NEEDS_GRID = 4		/* refuses patterns without a process grid (traffic.dims); fills in traffic */
};

/* Objective to minimise. */
typedef enum objective {
	OBJECTIVE_DISTANCES,	/* the sum of distances, of pairs or by bytes */
	OBJECTIVE_CONGESTION,	/* then the fullest links */
	OBJECTIVE_TIME		/* what a judge says of several */
} objective;

enum { MAPPING_OPTIONS = 8 };

typedef struct mapping {
	const char *name;
	const char *about;
	unsigned needs;
	const algorithm_option *option[MAPPING_OPTIONS];	/* those that it takes, ended by NULL; its own, and those of its support */
	/* The rank of task i into rank[i]; no two tasks on one.  NULL for those that improve. */
	void (*place)(const placement *p, uint32_t *rank);
	/* Make the mapping in rank[] better, or leave it.  NULL for those that place. */
	void (*improve)(const placement *p, uint32_t *rank);
	const char *start;	/* of those that improve: whose result they begin with */
	objective objective;	/* unless --objective says otherwise */
	void (*begin)(const machine *m);	/* before the first job: what is wrong with this machine ends the tool; NULL: nothing */
	void (*end)(void);	/* behind the last; NULL: nothing */
	const char *lacks;	/* the library that it is made of and that this build has not: then it does neither; else NULL */
	const char *column;	/* that it adds, of what tasks hold: that changes what they send, so it ends a chain; NULL: none */
} mapping;

extern const mapping *const mappings[];	/* ended by NULL */

/* The mapping called `name`, where only a version behind a ':' is missing the first such; NULL when there is none. */
const mapping *mapping_find(const char *name);

/* What `linear` does: task i on the node i / ceil(tasks / nodes), each on a processor of its own. */
void linear_ranks(const placement *p, uint32_t *rank);
