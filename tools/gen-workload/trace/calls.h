/* calls -- what the ranks of a recorded run asked of MPI, in the order in which each did: the same whatever the trace's format. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sends and receives that go on at once, and collectives that do, are ended by a CALL_WAIT. */
enum { CALL_COMPUTE, CALL_SEND, CALL_RECV, CALL_COLLECTIVE, CALL_WAIT, CALL_NOTHING };

/* The world's communicator, and the most ranks that it has. */
enum { WORLD = 0, CALLS_RANKS = 1 << 20 };

typedef struct call {
	int64_t size;		/* bytes of a message; of a collective as collective_add takes them; ps of computing */
	uint32_t peer;		/* the other rank in the world, or ANY; a collective's root, a place in its communicator; the call (its place
				 * among the rank's) that a wait ends */
	uint32_t tag;		/* or ANY */
	uint32_t communicator;	/* a place in calls.communicator */
	uint32_t sizes;		/* of a collective whose parts differ: calls.sizes[sizes …], bytes by place; NOTHING: they do not */
	uint32_t line;		/* of its rank's file; 0: the format has no lines */
	uint8_t kind;
	uint8_t which;		/* of a collective: a place in collective_names */
	bool at_once;
} call;

/* A message or a collective under way. */
typedef struct open_call {
	uint32_t call;		/* that began it */
	uint32_t tested;	/* the last test of it; NOTHING */
	uint64_t id;		/* where the trace calls it so */
} open_call;

/* The calls of a rank. */
typedef struct rank_calls {
	call *call;
	open_call *open;	/* [opens], in the order in which they began */
	size_t room, open_room;
	uint32_t count, opens;
	const char *file;	/* that they are from */
} rank_calls;

typedef struct communicator {
	uint64_t name;		/* as the trace calls it */
	uint32_t *rank;		/* [ranks], of the world, in the communicator's order; NULL: not told yet */
	uint32_t ranks;
} communicator;

typedef struct calls {
	rank_calls *rank;	/* [ranks] */
	communicator *communicator;	/* [communicators], the world first */
	int64_t *sizes;
	size_t rank_room, communicator_room, sizes_room, sizes_count;
	uint32_t ranks, communicators;
} calls;

/* What ranks do together.  Those of parts that differ have sizes, or sizes at the root. */
enum {
	DO_ALLGATHER, DO_ALLGATHERV, DO_ALLREDUCE, DO_ALLTOALL, DO_ALLTOALLV, DO_BARRIER, DO_BROADCAST, DO_EXSCAN, DO_GATHER, DO_REDUCE,
		DO_REDUCE_SCATTER, DO_SCAN, DO_SCATTER,
	DO_SCATTERV, COLLECTIVE_NAMES
};
extern const char *const collective_names[COLLECTIVE_NAMES];

/* No calls yet, and one communicator. */
void calls_init(calls *c);
void calls_free(calls *c);

/* The calls of this rank, to be added to; its file where it has none yet. */
rank_calls *calls_of(calls *c, uint32_t rank, const char *file);

/* Add a call; its place. */
uint32_t calls_add(rank_calls *r, call what);

/* What the call at this place began is under way; what the i-th of those under way began is over: that call. */
void calls_open(rank_calls *r, uint32_t at, uint64_t id);
uint32_t calls_close(rank_calls *r, uint32_t i);

/* The communicator of this name, new when it is not known. */
uint32_t calls_communicator(calls *c, uint64_t name);

/* Say who belongs to it; false when something else was said before.  The array is freed. */
bool calls_members(calls *c, uint32_t which, uint32_t *rank, uint32_t ranks);

/* Keep these sizes; where they are. */
uint32_t calls_sizes(calls *c, const int64_t *size, uint32_t count);

/* All are read: the world's members are all ranks.  Ends the tool when there are none, or a rank has no call: `file` for the message. */
void calls_end(calls *c, const char *file);
