/* program -- what the ranks of a job do: send, receive, compute, and what waits for what.
 *
 * The meaning is GOAL's (T. Hoefler, C. Siebert, A. Lumsdaine: Group Operation Assembly Language, ICPP 2009).  An operation may
 * start when those that it requires have finished, or have started where it asks for no more; operations without an order between them
 * run side by side.  A calc keeps one cpu of its rank; messages find receives as in MPI: by source and tag, first come first served.
 *
 * A program is read (goal-read.c) or drafted (draft.h); then it does not change, and jobs share it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OP_SEND, OP_RECV, OP_CALC };

/* A receive's source or tag: any.  Its stream: there is none. */
#define ANY UINT32_MAX
#define NO_STREAM UINT32_MAX

/* Of interfaces that messages name. */
enum { MOST_NIC = UINT8_MAX };

/* In a list of followers: this one waits for the start, not for the end. */
#define FROM_START (UINT32_C(1) << 31)

typedef struct operation {
	int64_t size;		/* bytes of a message; ps of a calc */
	uint32_t peer;		/* to which rank, from which one; ANY */
	uint32_t tag;
	uint32_t stream;	/* of a message: those with this sender, receiver and tag; of a receive: the one that it takes from, NO_STREAM
				 * where it takes any, or no rank sends */
	uint32_t first;		/* its followers are program.follower[first …] up to those of the next operation */
	uint32_t waits;		/* how many starts and ends it waits for */
	uint8_t kind : 2;
	uint8_t sums : 1;	/* of a receive: what comes is added to the rank's own */
	uint8_t free : 1;	/* of a message: it costs its ranks nothing, nor the memory of their node */
	uint8_t purpose : 4;	/* what a message is for, program.purpose[purpose] */
	uint8_t cpu;
	unsigned nic : 9;	/* the interface that a message names, counted from 1, */
	unsigned to_nic : 7;	/* and of a send the one that its receive names, as far as a machine may have them; 0: none */
} operation;

/* Messages of one sender, receiver and tag.  They are received in the order in which they were sent. */
typedef struct stream {
	uint32_t from, to, tag;
} stream;

/* What messages are for: an operation, as "allreduce", and the dimension of a training job that has it, as "tensor"; "": none. */
typedef struct program_purpose {
	const char *operation, *dimension;
} program_purpose;

enum { PURPOSES = 1 << 4 };

/* What the time of an iteration is set against; 0: nothing. */
typedef struct program_yardstick {
	double peak_s;		/* what the model's operations take all ranks at their peak, */
	double tokens;		/* and the tokens that it learns from */
	double bus_bytes;	/* of a collective: bytes that its bus bandwidth counts, as nccl-tests does (doc/PERFORMANCE.md) */
} program_yardstick;

typedef struct program {
	uint32_t ranks;
	uint32_t *first;	/* [ranks + 1], the operations of a rank are op[first[rank] …] */
	operation *op;		/* [ops + 1], by rank, in the order of the file; the last one is empty */
	uint32_t *follower;	/* places in op[] counted from the rank's first, FROM_START added where the start is enough */
	stream *stream;		/* [streams], by receiver */
	uint32_t *stream_first;	/* [ranks + 1], the streams to a rank are stream[stream_first[rank] …] */
	uint32_t streams;
	uint32_t cpus;		/* of the rank that has most */
	uint32_t *nic_line;	/* [MOST_NIC + 1], the first line that names this interface or one behind it, 0: none does; NULL: none is named */
	bool wild;		/* some receive takes any source or any tag */
	const char *name;	/* where it is from, for messages: a file, or what made it */
	uint32_t *label;	/* [ops], where the label begins in text; NULL: nothing has a label */
	char *text;
	program_purpose purpose[PURPOSES];	/* in the order in which its messages have come up */
	uint32_t purposes;
	program_yardstick yardstick;
} program;

static inline uint32_t
program_ops(const program *p)
{
	return p->first[p->ranks];
}

void program_free(program *p);

/* The operation op[at] in words for a message, as "'l5: recv 8b from 2 tag 0'"; free() it. */
char *program_say(const program *p, uint32_t at);
