/* queue -- waiting jobs in the order in which they came, and the next one that could start: the search behind backfilling.
 *
 * A tree over blocks of places keeps what the smallest job needs, and for every k the shortest time that a job of fewer than 2^k nodes
 * wants.  A subtree is left out unless one of its jobs may start; only for jobs of the same power of two as the idle nodes can that be
 * wrong. */
#pragma once

#include <stdint.h>

/* What a waiting job wants. */
typedef struct queued {
	uint32_t nodes;		/* UINT32_MAX: no job waits at this place */
	int64_t time;
} queued;

typedef struct queue {
	queued *place;		/* [places] */
	uint32_t waiting;	/* jobs */
	uint32_t places, blocks;	/* blocks: a power of two */
	struct summary *tree;	/* [2 * blocks]: node 1 is the root, the children of i are 2i and 2i+1 */
} queue;

/* An empty queue with places 0 … places-1. */
void queue_init(queue *q, uint32_t places);
void queue_free(queue *q);

/* A job waits at this place; it goes. */
void queue_add(queue *q, uint32_t place, uint32_t nodes, int64_t time);
void queue_remove(queue *q, uint32_t place);

/* The first place from `from` on where a job waits that wants at most `any` nodes, or at most `brief` nodes for at most
 * `time`; UINT32_MAX when there is none. */
uint32_t queue_next(const queue *q, uint32_t from, uint32_t any, uint32_t brief, int64_t time);

/* The first place where a job waits; UINT32_MAX when there is none. */
uint32_t queue_first(const queue *q);
