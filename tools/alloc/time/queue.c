#include "alloc/time/queue.h"

#include "lib/cli/cli.h"

#define NOBODY UINT32_MAX
enum { BLOCK = 16, SIZES = 33 };

typedef struct summary {
	uint32_t least;		/* nodes; NOBODY: no job waits */
	int64_t shortest[SIZES];	/* [k] of the jobs of fewer than 2^k nodes; INT64_MAX: there is none */
} summary;

/* The least k with nodes < 2^k. */
static int
size_of(uint32_t nodes)
{
	int k = 0;

	while (k < SIZES - 1 && nodes >> k)
		k++;
	return k;
}

/* Sum up a block anew. */
static void
sum_block(queue *q, uint32_t block)
{
	summary *s = &q->tree[q->blocks + block];

	s->least = NOBODY;
	for (int k = 0; k < SIZES; k++)
		s->shortest[k] = INT64_MAX;
	for (uint32_t i = block * BLOCK; i < (block + 1) * BLOCK && i < q->places; i++) {
		const queued *w = &q->place[i];

		if (w->nodes == NOBODY)
			continue;
		s->least = w->nodes < s->least ? w->nodes : s->least;
		for (int k = size_of(w->nodes); k < SIZES && w->time < s->shortest[k]; k++)
			s->shortest[k] = w->time;
	}
}

static void
sum_node(queue *q, uint32_t node)
{
	const summary *a = &q->tree[(size_t)2 * node], *b = a + 1;
	summary *s = &q->tree[node];

	s->least = a->least < b->least ? a->least : b->least;
	for (int k = 0; k < SIZES; k++)
		s->shortest[k] = a->shortest[k] < b->shortest[k] ? a->shortest[k] : b->shortest[k];
}

static void
update(queue *q, uint32_t place)
{
	sum_block(q, place / BLOCK);
	for (uint32_t node = (q->blocks + place / BLOCK) / 2; node > 0; node /= 2)
		sum_node(q, node);
}

void
queue_init(queue *q, uint32_t places)
{
	*q = (queue){ .place = xalloc((size_t)places + 1, sizeof *q->place), .places = places, .blocks = 1 };
	while ((uint64_t)q->blocks * BLOCK < places)
		q->blocks *= 2;
	for (uint32_t i = 0; i < places; i++)
		q->place[i].nodes = NOBODY;
	q->tree = xalloc(2 * (size_t)q->blocks, sizeof *q->tree);
	for (uint32_t block = 0; block < q->blocks; block++)
		sum_block(q, block);
	for (uint32_t node = q->blocks - 1; node > 0; node--)
		sum_node(q, node);
}

void
queue_free(queue *q)
{
	free_all(q->place, q->tree);
}

void
queue_add(queue *q, uint32_t place, uint32_t nodes, int64_t time)
{
	q->waiting += q->place[place].nodes == NOBODY;
	q->place[place] = (queued){ nodes, time };
	update(q, place);
}

void
queue_remove(queue *q, uint32_t place)
{
	q->waiting -= q->place[place].nodes != NOBODY;
	q->place[place].nodes = NOBODY;
	update(q, place);
}

/* What a search looks for. */
typedef struct queue_search {
	const queue *queue;
	uint32_t from, any, brief;
	int size;		/* size_of(brief) */
	int64_t time;
} queue_search;

/* The first place that will do in a block. */
static uint32_t
search_block(const queue_search *s, uint32_t block)
{
	const queue *q = s->queue;

	for (uint32_t i = block * BLOCK; i < (block + 1) * BLOCK && i < q->places; i++) {
		const queued *w = &q->place[i];

		if (i >= s->from && w->nodes != NOBODY && (w->nodes <= s->any || (w->nodes <= s->brief && w->time <= s->time)))
			return i;
	}
	return NOBODY;
}

/* Search below a node of the tree that spans `span` blocks from `first` on. */
static uint32_t
search_node(const queue_search *s, uint32_t node, uint32_t first, uint32_t span)
{
	const summary *sum = &s->queue->tree[node];
	uint32_t found;

	if ((uint64_t)(first + span) * BLOCK <= s->from || sum->least == NOBODY || (sum->least > s->any && sum->shortest[s->size] > s->time))
		return NOBODY;
	if (span == 1)
		return search_block(s, first);
	found = search_node(s, 2 * node, first, span / 2);
	return found != NOBODY ? found : search_node(s, 2 * node + 1, first + span / 2, span / 2);
}

uint32_t
queue_next(const queue *q, uint32_t from, uint32_t any, uint32_t brief, int64_t time)
{
	queue_search s = { .queue = q, .from = from, .any = any, .brief = brief, .size = size_of(brief), .time = time };

	return search_node(&s, 1, 0, q->blocks);
}

uint32_t
queue_first(const queue *q)
{
	return queue_next(q, 0, NOBODY - 1, 0, 0);
}
