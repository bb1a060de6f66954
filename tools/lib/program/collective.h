/* collective -- what a group of ranks does together, as the messages that MPI libraries make of it.
 *
 * The algorithms stand in collectives/, a file an operation.  All messages of a collective have one tag, or two; a rank goes on when its
 * own part is done, as in MPI. */
#pragma once

#include "lib/program/draft.h"

/* Ranks of a draft that do something together.  Fields that say nothing are 0. */
typedef struct rank_group {
	draft *draft;
	const uint32_t *rank;	/* [ranks], in the order of the communicator */
	uint32_t ranks;
	uint32_t *last;		/* [ranks], the operation after which each goes on, NOTHING: at once; a collective puts its own last one there */
	const char *dimension;	/* of a training job; NULL: none */
	uint32_t tag;		/* the next that the group has not used; a collective takes what it needs */
	uint8_t cpu;		/* of all operations; only calcs of 0 ps are on it, where a rank's last step has several operations */
	uint32_t per_node;	/* hierarchical, nccl: that many ranks, side by side in rank[], share a node; 0: 1 */
	const struct stage_table *stages;	/* hierarchical: how long a node's own part takes; NULL: it is messages */
	uint32_t element;	/* bytes that stay together where a vector is divided; 0: 1 */
	int64_t segment;	/* bytes of a piece where an algorithm sends pieces; 0: as it does by default */
} rank_group;

struct group_member;

typedef struct collective {
	const char *name;	/* "allreduce" */
	const char *algorithm;	/* "ring" */
	const char *about;	/* one line for --list */
	bool rooted;
	/* Add what one rank of the group does (collectives/member.h). */
	void (*add)(struct group_member *m, int64_t bytes);
} collective;

/* All, a list for each operation, ended by a NULL name; the table ends with NULL.  In display order. */
extern const collective *const collectives[];

/* The algorithms of an operation; NULL: there is no such operation. */
const collective *collectives_of(const char *name);

/* The collective of this name and algorithm; NULL when there is none.  Without an algorithm (NULL): the one that Open MPI's tuned
 * component takes by default for that many ranks and bytes. */
const collective *collective_find(const char *name, const char *algorithm, uint32_t ranks, int64_t bytes);

/* The collective that a word stands for: an algorithm's name, or who chooses for this group: default or openmpi, mpich, nccl, which may set
 * the segment.  NULL: there is no such algorithm, or NCCL has no such operation. */
const collective *collective_chosen(const char *name, const char *word, rank_group *g, int64_t bytes);
#define COLLECTIVE_CHOICES "default, openmpi, mpich, nccl"

/* Add its operations.  `bytes`: of the vector that each rank has (allreduce, reduce, broadcast), that each gives (allgather) or gets
 * (reduce-scatter), that each sends to each (alltoall); nothing to barriers.  `root` is a place in the group. */
void collective_add(const collective *c, rank_group *g, int64_t bytes, uint32_t root);

/* What nccl-tests divides by the time for the bus bandwidth of such a collective: what one rank's link must carry at least. */
double collective_bus_bytes(const char *name, double ranks, double bytes);
