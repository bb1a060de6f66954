/* progress -- how far the ranks of a job have come in its program.
 *
 * Each rank's state is touched by the part of its node alone; of a stream the sender counts what it has sent, the receiver keeps the
 * rest.  Lists are linked through traffic_run.entry; each part has its own. */
#pragma once

#include "lib/cli/cli.h"
#include "lib/program/program.h"
#include "netsim/jobs/run.h"

/* The receiver's side of a stream. */
typedef struct receive_side {
	uint32_t arrived;		/* messages so far, counted in order */
	fifo waiting;		/* receives posted and not served, or messages not received */
	fifo out_of_order;	/* messages that came before earlier ones */
	fifo promised;		/* receives that have taken an announcement (matching.h), and the serials of the messages */
	bool messages;		/* what waits is messages */
} receive_side;

/* A cpu of a rank. */
typedef struct processor {
	fifo work;		/* the first of it is being done */
	int64_t end;		/* of that; NEVER: idle, */
	int64_t idle;		/* since then */
	int64_t busy;		/* all its work is done then */
} processor;

typedef struct rank_state {
	fifo held;		/* messages to other nodes that wait for the gap behind others */
	fifo unmatched;		/* sends that end when their message is received */
	fifo completions;		/* of this picosecond (completions.h) */
	fifo arriving;		/* messages and packets at the node whose bytes the rank has not all received */
	fifo wild;		/* receives posted that take any source or tag */
	int64_t out_free;	/* from then on the next message may leave */
	uint32_t numbers;	/* receives posted and messages arrived so far, to tell which was first */
	bool called;		/* it will be called in this picosecond */
	enum { OUT_FREE, OUT_WAITS, OUT_BUSY } way_out;	/* where there is a gap: the next message may go, waits for it, is with the interface */
} rank_state;

typedef struct progress {
	const program *program;
	bool sends_leave;
	bool empties;		/* some message has no bytes */
	uint32_t *waits;	/* [ops], what each still waits for; DONE */
	uint32_t *sent;		/* [streams] */
	receive_side *receiving;		/* [streams] */
	processor *cpu;		/* [ranks * cpus] */
	rank_state *rank;	/* [ranks] */
	int64_t *in_free;	/* [ranks * nics], ps: from then on the rank may receive the next packet by this interface of its node */
	message_outlet *outlet;		/* [ranks * outlets], an interface each, and one for what may take any; NULL: a rank has that of its task */
	uint32_t outlets;
} progress;

/* In progress.waits: the operation has finished; of a send, one of two things that end it has happened. */
#define DONE UINT32_MAX
#define HALF_DONE (UINT32_MAX - 1)

/* A rank, for the functions that work on it. */
typedef struct rank_context {
	traffic_run *run;
	progress *job;
	const program *program;
	rank_state *state;
	task *task;
	uint32_t number, rank, base;	/* the task; its rank; where its operations begin */
} rank_context;

/* How the ranks of a job stand; made and freed with the job. */
progress *progress_new(const program *p, bool sends_leave, const machine *m);
void progress_free(progress *p);

/* The rank of task t; its job has a program of that many ranks. */
rank_context progress_of(traffic_run *r, uint32_t t);

static inline const rank_costs *
costs_of(const rank_context *s)
{
	return &s->run->net->machine->costs;
}

static inline int64_t
now_of(const rank_context *s)
{
	return s->run->net->calendar.now;
}

/* How long that many bytes are on the link to a node. */
static inline int64_t
time_on_link(const traffic_run *r, uint32_t node, int64_t bytes)
{
	const machine *m = r->net->machine;

	return transfer_ps(bytes, &m->speeds[m->speed_of[m->router_links + interface_of(m, node, 0)]]);
}

/* Insert an entry behind `before`; 0: in front. */
static inline void
list_insert(traffic_run *r, fifo *list, uint32_t before, list_entry n)
{
	uint32_t id = r->entry_free;

	if (id) {
		r->entry_free = r->entry[id].next;
	} else {
		id = ++r->entries;
		r->entry = xgrow(r->entry, &r->entry_room, (size_t)id + 1, sizeof *r->entry);
	}
	n.next = before ? r->entry[before].next : list->first;
	r->entry[id] = n;
	*(before ? &r->entry[before].next : &list->first) = id;
	if (!n.next)
		list->last = id;
}

static inline void
list_append(traffic_run *r, fifo *list, list_entry n)
{
	list_insert(r, list, list->last, n);
}

/* Insert an entry behind all that do not come after it. */
static inline void
list_sort_in(traffic_run *r, fifo *list, list_entry n, bool (*comes_before)(const list_entry *a, const list_entry *b))
{
	uint32_t before = !list->first || comes_before(&n, &r->entry[list->last]) ? 0 : list->last;

	for (uint32_t id = before ? 0 : list->first; id && !comes_before(&n, &r->entry[id]); id = r->entry[id].next)
		before = id;
	list_insert(r, list, before, n);
}

/* Remove the entry behind `before` (0: the first) and return it. */
static inline list_entry
list_remove(traffic_run *r, fifo *list, uint32_t before)
{
	uint32_t id = before ? r->entry[before].next : list->first;
	list_entry n = r->entry[id];

	*(before ? &r->entry[before].next : &list->first) = n.next;
	if (list->last == id)
		list->last = before;
	r->entry[id].next = r->entry_free;
	r->entry_free = id;
	return n;
}

static inline list_entry
list_take(traffic_run *r, fifo *list)
{
	return list_remove(r, list, 0);
}
