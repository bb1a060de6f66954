/* drawn-programs -- small random programs of messages that come to their end, as GOAL.
 *
 * Messages and calcs are drawn first, then an order in which all could run, each message sent before it is received; what an operation
 * requires comes before it in this order.  A rank's receives are of one sender and tag, of one of these two, or of anything; of those that
 * want the same messages, each is posted behind the ones before it in the order.  So the k-th of them that is posted gets the k-th
 * message that comes, whichever that is, and nothing waits for ever. */
#pragma once

#include <unistd.h>

#include "unit/slow/draw.h"
#include "unit/slow/plan.h"

enum { MOST_MESSAGES = 80, MOST_OPS = 3 * MOST_MESSAGES };

typedef struct drawn_op {
	int kind;		/* OP_SEND … */
	uint32_t rank, peer, tag, message;
	int64_t size;		/* bytes, ns */
	int cpu, nic;		/* nic: -1: none */
	bool depends;		/* it does not start with the iteration */
} drawn_op;

typedef struct drawn_program {
	uint32_t ranks, ops;
	drawn_op op[MOST_OPS];	/* in an order in which they could run */
	bool any_source[MOST_NODES], any_tag[MOST_NODES], shuffled[MOST_NODES];	/* ranks' receives; they do not stand in that order */
} drawn_program;

/* The messages and calcs, in an order in which they could run. */
static void
draw_operations(rng *r, drawn_program *d, uint32_t piece, int64_t unit)
{
	static const uint32_t tag[] = { 0, 0, 0, 1, 7, 4294967290 };
	const int64_t pause[] = { 0, 0, 1, 7, 13, 40, 1000, unit, unit, 2 * unit + 1 };
	uint32_t most = below(r, 2) ? 4 : 4 * d->ranks < MOST_MESSAGES ? 4 * d->ranks : MOST_MESSAGES, messages = 1 + below(r, most), calcs = below(r, most), slot[MOST_OPS];
	bool sent[MOST_OPS] = { 0 }, empty = below(r, 4) == 0;
	drawn_op of[MOST_OPS];

	d->ops = 0;
	for (uint32_t i = 0; i < messages; i++) {
		of[i] = (drawn_op){ .rank = below(r, d->ranks), .peer = below(r, d->ranks), .tag = ONE_OF(r, tag), .message = i,
			.size = !empty || below(r, 3) ? any_bytes(r, piece, 4) : 0 };
		slot[d->ops++] = i;
		slot[d->ops++] = i;
	}
	for (uint32_t i = messages; i < messages + calcs; i++) {
		of[i] = (drawn_op){ .kind = OP_CALC, .rank = below(r, d->ranks), .size = ONE_OF(r, pause) };
		slot[d->ops++] = i;
	}
	rng_shuffle(r, slot, d->ops);
	for (uint32_t k = 0; k < d->ops; k++) {
		drawn_op *o = &d->op[k];

		*o = of[slot[k]];
		if (slot[k] < messages) {
			o->kind = sent[slot[k]] ? OP_RECV : OP_SEND;
			o->rank = sent[slot[k]] ? of[slot[k]].peer : of[slot[k]].rank;
			o->peer = sent[slot[k]] ? of[slot[k]].rank : of[slot[k]].peer;
			o->size = sent[slot[k]] && below(r, 9) == 0 ? any_bytes(r, piece, 4) : o->size;	/* the sender's counts */
			sent[slot[k]] = true;
		}
	}
}

/* Whether two receives of a rank want the same messages. */
static bool
rivals(const drawn_program *d, const drawn_op *a, const drawn_op *b)
{
	return a->kind == OP_RECV && b->kind == OP_RECV && a->rank == b->rank && (d->any_source[a->rank] || a->peer == b->peer)
		&& (d->any_tag[a->rank] || a->tag == b->tag);
}

/* Write what operation k requires: some of its rank before it, and to be posted behind the last receive that wants the same messages. */
static void
write_requirements(FILE *f, rng *r, drawn_program *d, uint32_t k)
{
	drawn_op *o = &d->op[k];
	uint32_t rival = NONE, chance = 1 + below(r, 4);

	for (uint32_t i = k; i-- > 0;) {
		if (d->op[i].rank != o->rank)
			continue;
		if (rival == NONE && rivals(d, &d->op[i], o))
			rival = i;
		if (below(r, 4) >= chance || below(r, 3))
			continue;
		fprintf(f, "o%u %srequires o%u\n", k, below(r, 4) ? "" : "i", i);
		o->depends = true;
	}
	if (rival == NONE || !(d->op[rival].depends || d->shuffled[o->rank]))
		return;
	fprintf(f, "o%u %srequires o%u\n", k, below(r, 3) ? "i" : "", rival);
	o->depends = true;
}

static void
write_operation(FILE *f, const drawn_program *d, uint32_t k)
{
	const drawn_op *o = &d->op[k];
	bool recv = o->kind == OP_RECV;

	if (o->kind == OP_CALC)
		fprintf(f, "o%u: calc %lld", k, (long long)o->size);
	else
		fprintf(f, "o%u: %s %lldb %s %d tag %lld", k, recv ? "recv" : "send", (long long)o->size, recv ? "from" : "to",
			recv && d->any_source[o->rank] ? -1 : (int)o->peer, recv && d->any_tag[o->rank] ? -1LL : (long long)o->tag);
	if (recv && k % 3 == 0)
		fputs(" sum", f);
	if (o->cpu)
		fprintf(f, " cpu %d", o->cpu);
	if (o->nic >= 0)
		fprintf(f, " nic %d", o->nic);
	fputc('\n', f);
}

static void
write_rank(FILE *f, rng *r, drawn_program *d, uint32_t rank)
{
	uint32_t own[MOST_OPS], count = 0;

	for (uint32_t k = 0; k < d->ops; k++)
		if (d->op[k].rank == rank)
			own[count++] = k;
	fprintf(f, "rank %u {\n", rank);
	d->shuffled[rank] = below(r, 2);
	if (d->shuffled[rank])
		rng_shuffle(r, own, count);
	for (uint32_t i = 0; i < count; i++)
		write_operation(f, d, own[i]);
	for (uint32_t k = 0; k < d->ops; k++)
		if (d->op[k].rank == rank)
			write_requirements(f, r, d, k);
	fputs("}\n", f);
}

/* Of the operations of half of the programs, where nodes have several interfaces, most name one; drawn aside, so that all else stays. */
static void
draw_interfaces(rng aside, drawn_program *d, uint32_t nics)
{
	bool named = nics > 1 && below(&aside, 2);

	for (uint32_t k = 0; k < d->ops; k++)
		d->op[k].nic = named && d->op[k].kind != OP_CALC && below(&aside, 3) ? (int)below(&aside, nics) : -1;
}

/* Write a random program of so many ranks, on nodes of so many interfaces, into a new file; its path.  `unit`: about the ns that a message
 * takes. */
static char *
any_program(rng *r, uint32_t ranks, uint32_t nics, uint32_t piece, int64_t unit)
{
	char *path = xstrdup("/tmp/hopline-unit-XXXXXX");
	int fd = mkstemp(path), cpus = below(r, 2) ? 1 + (int)below(r, 3) : 1;
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	drawn_program *d = xcalloc(1, sizeof *d);
	bool wild = below(r, 3) == 0;

	if (!f)
		die(FAIL_DATA, "cannot write '%s'", path);
	d->ranks = ranks;
	draw_operations(r, d, piece, unit);
	for (uint32_t k = 0; k < d->ops; k++)
		d->op[k].cpu = (int)below(r, (uint32_t)cpus);
	draw_interfaces(*r, d, nics);
	fprintf(f, "num_ranks %u\n", ranks);
	for (uint32_t i = 0; i < ranks; i++) {
		d->any_source[i] = wild && below(r, 2);
		d->any_tag[i] = wild && below(r, 3) == 0;
		write_rank(f, r, d, i);
	}
	fclose(f);
	free(d);
	return path;
}
