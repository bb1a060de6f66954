#include "alloc/time/queue.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

/* Where in item[] the first job from that number on stands. */
static uint32_t
place_of(const queue *q, uint32_t job)
{
	uint32_t low = 0, high = q->waiting;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (q->item[middle].job < job)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void
queue_init(queue *q, uint32_t jobs)
{
	*q = (queue){ .item = xalloc((size_t)jobs + 1, sizeof *q->item) };
}

void
queue_free(queue *q)
{
	free(q->item);
}

void
queue_add(queue *q, uint32_t job, uint32_t nodes, int64_t time)
{
	q->item[q->waiting++] = (queued){ job, nodes, time };
}

void
queue_remove(queue *q, uint32_t job)
{
	queued *at = q->item + place_of(q, job);

	memmove(at, at + 1, (size_t)(q->item + --q->waiting - at) * sizeof *at);
}

uint32_t
queue_next(const queue *q, uint32_t from, uint32_t any, uint32_t brief, int64_t time)
{
	for (uint32_t i = place_of(q, from); i < q->waiting; i++) {
		const queued *w = &q->item[i];

		if (w->nodes <= any || (w->nodes <= brief && w->time <= time))
			return w->job;
	}
	return UINT32_MAX;
}

uint32_t
queue_first(const queue *q)
{
	return q->waiting ? q->item->job : UINT32_MAX;
}
