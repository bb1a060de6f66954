/* draft -- see draft.h.  What comes in any order is put in place at the end: operations by rank, followers by operation, messages by
 * receiver, sender and tag. */
#include "lib/program/draft.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"
#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

typedef struct draft_edge {
	uint32_t later, sooner;	/* with FROM_START */
} draft_edge;

struct draft {
	uint32_t ranks, ops;
	operation *op;
	uint32_t *rank;		/* [ops] */
	uint32_t *label;	/* [ops]; NULL: none has one */
	draft_edge *edge;
	size_t edges, op_room, rank_room, label_room, edge_room;
	char *text;
	size_t length, text_room;
	uint32_t *nic_line;	/* as the program's */
	bool sorted;		/* ranks came ascending */
	program_purpose purpose[PURPOSES];
	uint32_t purposes, now;	/* now: of what is added */
};

draft *
draft_new(uint32_t ranks)
{
	draft *d = xcalloc(1, sizeof *d);

	d->ranks = ranks;
	d->sorted = true;
	return d;
}

void
draft_purpose(draft *d, const char *what, const char *dimension)
{
	for (d->now = 0; d->now < d->purposes; d->now++)
		if (strcmp(d->purpose[d->now].operation, what) == 0 && strcmp(d->purpose[d->now].dimension, dimension) == 0)
			return;
	assert(d->purposes < PURPOSES);
	d->purpose[d->purposes++] = (program_purpose){ what, dimension };
}

/* The array with room for `need` items: what is new is not written to, so that it takes memory when it is used. */
static void *
grown(void *array, size_t *room, size_t need, size_t size)
{
	if (need <= *room)
		return array;
	*room = need + need / 2 + 16;
	return xrealloc(array, *room, size);
}

static uint32_t
add(draft *d, uint32_t rank, operation op)
{
	size_t need = (size_t)d->ops + 2;

	if (d->ops >= FROM_START - 2)
		die(FAIL_DATA, "a program of more than 2^31 operations");
	d->op = grown(d->op, &d->op_room, need, sizeof *d->op);
	d->rank = grown(d->rank, &d->rank_room, need, sizeof *d->rank);
	if (d->label) {
		d->label = grown(d->label, &d->label_room, need, sizeof *d->label);
		d->label[d->ops] = 0;
	}
	if (d->ops && rank < d->rank[d->ops - 1])
		d->sorted = false;
	if (op.kind != OP_CALC && !d->purposes)
		draft_purpose(d, "point-to-point", "");
	op.purpose = d->now & (PURPOSES - 1);
	d->op[d->ops] = op;
	d->rank[d->ops] = rank;
	return d->ops++;
}

uint32_t
draft_send(draft *d, uint32_t rank, uint32_t to, int64_t bytes, uint32_t tag)
{
	return add(d, rank, (operation){ .kind = OP_SEND, .peer = to, .size = bytes, .tag = tag });
}

uint32_t
draft_recv(draft *d, uint32_t rank, uint32_t from, int64_t bytes, uint32_t tag)
{
	return add(d, rank, (operation){ .kind = OP_RECV, .peer = from, .size = bytes, .tag = tag });
}

uint32_t
draft_calc(draft *d, uint32_t rank, int64_t ps)
{
	return add(d, rank, (operation){ .kind = OP_CALC, .peer = ANY, .size = ps });
}

uint32_t
draft_ops(const draft *d)
{
	return d->ops;
}

operation *
draft_op(draft *d, uint32_t op)
{
	return &d->op[op];
}

void
draft_nic(draft *d, uint32_t op, uint8_t nic, long line)
{
	if (!d->nic_line)
		d->nic_line = xcalloc(MOST_NIC + 1, sizeof *d->nic_line);
	d->op[op].nic = (nic + 1U) & 511;
	for (int k = nic; k >= 0 && !d->nic_line[k]; k--)
		d->nic_line[k] = (uint32_t)line;
}

void
draft_require(draft *d, uint32_t later, uint32_t sooner)
{
	if (later == NOTHING || sooner == NOTHING)
		return;
	d->edge = grown(d->edge, &d->edge_room, d->edges + 1, sizeof *d->edge);
	d->edge[d->edges++] = (draft_edge){ later, sooner };
	d->op[later].waits++;
}

void
draft_label(draft *d, uint32_t op, const char *label)
{
	size_t bytes = strlen(label) + 1;

	if (!d->label) {
		d->label_room = (size_t)d->ops + 1;
		d->label = xcalloc(d->label_room, sizeof *d->label);
		d->text = grown(NULL, &d->text_room, 1, 1);
		d->text[0] = '\0';
		d->length = 1;
	}
	if (d->length + bytes >= UINT32_MAX)
		die(FAIL_DATA, "a program with labels of more than 4 GB");
	d->text = grown(d->text, &d->text_room, d->length + bytes, 1);
	memcpy(d->text + d->length, label, bytes);
	d->label[op] = (uint32_t)d->length;
	d->length += bytes;
}

/* Where each operation goes: those of a rank side by side, in the order in which they came; NULL: where it is. */
static uint32_t *
places(const draft *d, program *p)
{
	uint32_t *place, *next;

	p->first = xcalloc((size_t)p->ranks + 1, sizeof *p->first);
	for (uint32_t i = 0; i < d->ops; i++)
		p->first[d->rank[i] + 1]++;
	for (uint32_t r = 0; r < p->ranks; r++)
		p->first[r + 1] += p->first[r];
	if (d->sorted)
		return NULL;
	place = xalloc((size_t)d->ops + 1, sizeof *place);
	next = xalloc((size_t)p->ranks + 1, sizeof *next);
	memcpy(next, p->first, ((size_t)p->ranks + 1) * sizeof *next);
	for (uint32_t i = 0; i < d->ops; i++)
		place[i] = next[d->rank[i]]++;
	free(next);
	return place;
}

static void
put_operations(draft *d, program *p, const uint32_t *place)
{
	if (!place) {
		p->op = d->op;
		p->label = d->label;
		d->op = NULL;
		d->label = NULL;
		return;
	}
	p->op = xalloc((size_t)d->ops + 2, sizeof *p->op);
	if (d->label)
		p->label = xalloc((size_t)d->ops + 1, sizeof *p->label);
	for (uint32_t i = 0; i < d->ops; i++) {
		p->op[place[i]] = d->op[i];
		if (d->label)
			p->label[place[i]] = d->label[i];
	}
}

/* Edges by the operation that is waited for. */
static void
put_followers(const draft *d, program *p, const uint32_t *place)
{
	operation *op = p->op;

	p->follower = xalloc(d->edges + 1, sizeof *p->follower);
	op[d->ops] = (operation){ 0 };
	for (size_t i = 0; i < d->edges; i++) {
		uint32_t sooner = d->edge[i].sooner & ~FROM_START;

		op[(place ? place[sooner] : sooner) + 1].first++;
	}
	for (uint32_t i = 0; i < d->ops; i++)
		op[i + 1].first += op[i].first;
	for (size_t i = d->edges; i-- > 0;) {	/* from the last to the first of each, so that `first` ends where it begins */
		uint32_t sooner = d->edge[i].sooner & ~FROM_START, later = d->edge[i].later;
		operation *to = &op[(place ? place[sooner] : sooner) + 1];

		p->follower[--to->first] = ((place ? place[later] : later) - p->first[d->rank[later]]) | (d->edge[i].sooner & FROM_START);
	}
	for (uint32_t i = 0; i < d->ops; i++)
		op[i].first = op[i + 1].first;
	op[d->ops].first = (uint32_t)d->edges;
}

/* Operations wait for each other in a circle: those of the rank that is at op[first …] to op[end] never all run. */
static void
check_circles(const program *p)
{
	uint32_t *waits = xalloc((size_t)program_ops(p) + 1, sizeof *waits), *list = xalloc((size_t)program_ops(p) + 1, sizeof *list);

	for (uint32_t i = 0; i < program_ops(p); i++)
		waits[i] = p->op[i].waits;
	for (uint32_t r = 0; r < p->ranks; r++) {
		uint32_t first = p->first[r], end = p->first[r + 1], n = 0, at = 0;

		for (uint32_t i = first; i < end; i++)
			if (waits[i] == 0)
				list[n++] = i;
		for (; at < n; at++)
			for (uint32_t k = p->op[list[at]].first; k < p->op[list[at] + 1].first; k++) {
				uint32_t later = first + (p->follower[k] & ~FROM_START);

				if (--waits[later] == 0)
					list[n++] = later;
			}
		for (uint32_t i = first; n < end - first && i < end; i++)
			if (waits[i])
				die(FAIL_DATA, "%s: rank %u: %s waits for operations that wait for it", p->name, (unsigned)r, program_say(p, i));
	}
	free_all(list, waits);
}

/* A message on its way to its receiver. */
typedef struct sent {
	stream of;
	uint32_t op;
} sent;

ASCENDING_BY2(by_sender, stream, from, tag)

/* All messages by receiver: those to rank r are list[first[r]] up to first[r + 1]. */
static sent *
list_sent(const program *p, uint32_t *first)
{
	sent *list;

	for (uint32_t i = 0; i < program_ops(p); i++)
		if (p->op[i].kind == OP_SEND)
			first[p->op[i].peer + 2]++;
	for (uint32_t r = 0; r < p->ranks; r++)
		first[r + 2] += first[r + 1];
	list = xalloc((size_t)first[p->ranks + 1] + 1, sizeof *list);
	for (uint32_t r = 0; r < p->ranks; r++)
		for (uint32_t i = p->first[r]; i < p->first[r + 1]; i++)
			if (p->op[i].kind == OP_SEND)
				list[first[p->op[i].peer + 1]++] = (sent){ { r, p->op[i].peer, p->op[i].tag }, i };
	return list;
}

/* The streams that come to each rank, by sender and tag, and which of them each message is of. */
static void
put_streams(program *p)
{
	uint32_t *first = xcalloc((size_t)p->ranks + 2, sizeof *first), count = 0;
	sent *list = list_sent(p, first);

	p->stream = xalloc((size_t)first[p->ranks] + 1, sizeof *p->stream);
	for (uint32_t r = 0; r < p->ranks; r++) {
		uint32_t begin = first[r], end = first[r + 1];

		qsort(&list[begin], end - begin, sizeof *list, by_sender);
		first[r] = count;
		for (uint32_t i = begin; i < end; i++) {
			if (i == begin || by_sender(&list[i], &list[i - 1]) != 0)
				p->stream[count++] = list[i].of;
			p->op[list[i].op].stream = count - 1;
		}
	}
	first[p->ranks] = count;
	p->stream_first = first;
	p->streams = count;
	p->stream = xrealloc(p->stream, (size_t)count + 1, sizeof *p->stream);
	free(list);
}

/* Which stream each receive takes from. */
static void
find_streams(program *p)
{
	for (uint32_t r = 0; r < p->ranks; r++)
		for (operation *o = &p->op[p->first[r]]; o < &p->op[p->first[r + 1]]; o++) {
			bool wild = o->kind == OP_RECV && (o->peer == ANY || o->tag == ANY);
			const stream *first = &p->stream[p->stream_first[r]], *from = NULL;

			p->wild |= wild;
			if (o->cpu >= p->cpus)
				p->cpus = o->cpu + 1u;
			if (o->kind == OP_RECV && !wild)
				from = bsearch(&(stream){ o->peer, r, o->tag }, first, p->stream_first[r + 1] - p->stream_first[r], sizeof *first,
					by_sender);
			if (o->kind != OP_SEND)
				o->stream = from ? (uint32_t)(from - p->stream) : NO_STREAM;
		}
}

/* Of the messages of a stream the k-th in the file comes in by the interface that the stream's k-th receive names. */
static void
pair_interfaces(program *p)
{
	uint32_t *next = xalloc((size_t)program_ops(p) + 1, sizeof *next), *first = array_of_none((size_t)p->streams + 1);

	for (uint32_t i = program_ops(p); i-- > 0;)
		if (p->op[i].kind == OP_RECV && p->op[i].stream != NO_STREAM) {
			next[i] = first[p->op[i].stream];
			first[p->op[i].stream] = i;
		}
	for (uint32_t i = 0; i < program_ops(p); i++) {
		uint32_t recv = p->op[i].kind == OP_SEND ? first[p->op[i].stream] : NOTHING;

		if (recv == NOTHING)
			continue;
		p->op[i].to_nic = p->op[recv].nic & 127U;
		first[p->op[i].stream] = next[recv];
	}
	free_all(next, first);
}

program *
draft_finish(draft *d, const char *name)
{
	program *p = xcalloc(1, sizeof *p);
	uint32_t *place;

	p->ranks = d->ranks;
	p->name = name;
	p->text = d->text;
	p->nic_line = d->nic_line;
	p->purposes = d->purposes;
	memcpy(p->purpose, d->purpose, sizeof p->purpose);
	if (!d->op)
		d->op = xcalloc(1, sizeof *d->op);
	place = places(d, p);
	put_operations(d, p, place);
	put_followers(d, p, place);
	free_all(place, d->op, d->rank, d->label, d->edge, d);
	check_circles(p);
	put_streams(p);
	find_streams(p);
	if (p->nic_line)
		pair_interfaces(p);
	return p;
}
