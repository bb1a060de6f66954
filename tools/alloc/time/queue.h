/* queue -- waiting jobs in the order in which they came, and the next one that could start. */
#pragma once

#include <stdint.h>

/* A waiting job, and what it wants. */
typedef struct queued {
	uint32_t job, nodes;
	int64_t time;
} queued;

typedef struct queue {
	queued *item;		/* [waiting] by job */
	uint32_t waiting;
} queue;

/* An empty queue for jobs 0 … jobs-1. */
void queue_init(queue *q, uint32_t jobs);
void queue_free(queue *q);

/* A job waits, behind all others that do and are lower; one that waits goes. */
void queue_add(queue *q, uint32_t job, uint32_t nodes, int64_t time);
void queue_remove(queue *q, uint32_t job);

/* The first job from number `from` on that waits and wants at most `any` nodes, or at most `brief` nodes for at most `time`; UINT32_MAX
 * when there is none. */
uint32_t queue_next(const queue *q, uint32_t from, uint32_t any, uint32_t brief, int64_t time);

/* The first job that waits; UINT32_MAX when there is none. */
uint32_t queue_first(const queue *q);
