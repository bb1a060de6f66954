/* Every algorithm of every collective, played without times: all that is sent is received, with the bytes that the receiver expects, and
 * in the end what each rank must have has come to it, over some way. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/program/collective.h"
#include "unit/tap.h"

typedef uint64_t ranks;		/* a bit for each rank: whose data somebody has */

typedef struct letter {
	int64_t bytes;
	ranks has;
} letter;

typedef struct play {
	const program *p;
	ranks *has;		/* [ranks] */
	uint32_t *waits;	/* [ops] */
	letter *letter;		/* [ops], those of a stream in a row */
	size_t *next_sent, *next_got, *begin;	/* [streams + 1] */
	int64_t got;		/* bytes, of all */
	const char *wrong;
} play;

static play
begin_play(const program *p)
{
	uint32_t ops = program_ops(p);
	play y = { .p = p, .has = xcalloc(p->ranks, sizeof *y.has), .waits = xcalloc(ops + 1, sizeof *y.waits),
		.letter = xcalloc(ops + 1, sizeof *y.letter), .begin = xcalloc(p->streams + 2, sizeof *y.begin) };

	for (uint32_t r = 0; r < p->ranks; r++)
		y.has[r] = UINT64_C(1) << r;
	for (uint32_t i = 0; i < ops; i++) {
		y.waits[i] = p->op[i].waits;
		if (p->op[i].kind == OP_SEND)
			y.begin[p->op[i].stream + 1]++;
	}
	for (uint32_t s = 0; s < p->streams; s++)
		y.begin[s + 1] += y.begin[s];
	y.next_sent = xcalloc(p->streams + 1, sizeof *y.next_sent);
	y.next_got = xcalloc(p->streams + 1, sizeof *y.next_got);
	memcpy(y.next_sent, y.begin, p->streams * sizeof *y.begin);
	memcpy(y.next_got, y.begin, p->streams * sizeof *y.begin);
	return y;
}

/* Run an operation that waits for no other; false: its message is not there. */
static bool
run(play *y, uint32_t rank, uint32_t i)
{
	const operation *o = &y->p->op[i];
	letter *l;

	if (o->kind == OP_SEND)
		y->letter[y->next_sent[o->stream]++] = (letter){ o->size, y->has[rank] };
	if (o->kind == OP_RECV) {
		if (o->stream == NO_STREAM || y->next_got[o->stream] == y->next_sent[o->stream])
			return false;
		l = &y->letter[y->next_got[o->stream]++];
		if (l->bytes != o->size)
			y->wrong = "a receive of other bytes";
		y->has[rank] |= l->has;
		y->got += l->bytes;
	}
	for (uint32_t k = o->first; k < o[1].first; k++)
		y->waits[y->p->first[rank] + (y->p->follower[k] & ~FROM_START)]--;
	y->waits[i] = UINT32_MAX;
	return true;
}

static void
run_all(play *y)
{
	const program *p = y->p;
	uint32_t left = program_ops(p);

	for (bool moved = true; moved;) {
		moved = false;
		for (uint32_t r = 0; r < p->ranks; r++)
			for (uint32_t i = p->first[r]; i < p->first[r + 1]; i++)
				if (y->waits[i] == 0 && run(y, r, i)) {
					left--;
					moved = true;
				}
	}
	if (left)
		y->wrong = "operations that never run";
	for (uint32_t s = 0; s < p->streams; s++)
		if (y->next_got[s] != y->begin[s + 1])
			y->wrong = "messages that nobody receives";
}

static void
end_play(play *y)
{
	free(y->has);
	free(y->waits);
	free(y->letter);
	free(y->begin);
	free(y->next_sent);
	free(y->next_got);
}

/* What a rank must have in the end. */
static ranks
must_have(const collective *c, uint32_t n, uint32_t rank, uint32_t root)
{
	ranks all = n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;

	if (strcmp(c->name, "broadcast") == 0)
		return UINT64_C(1) << root;
	return strcmp(c->name, "reduce") == 0 && rank != root ? 0 : all;
}

/* Bytes that must come to somebody, all in all. */
static int64_t
least_bytes(const collective *c, int64_t n, int64_t bytes)
{
	if (strcmp(c->name, "alltoall") == 0 || strcmp(c->name, "allgather") == 0 || strcmp(c->name, "reduce-scatter") == 0)
		return n * (n - 1) * bytes;
	if (strcmp(c->name, "allreduce") == 0)
		return 2 * (n - 1) * bytes;
	return strcmp(c->name, "barrier") == 0 ? 0 : (n - 1) * bytes;
}

/* The program of so many collectives one after the other; ranks of the group are those of the draft backwards. */
static program *
make(const collective *c, rank_group g, int64_t bytes, uint32_t root, int times)
{
	uint32_t *rank = xcalloc(g.ranks, sizeof *rank), *last = xcalloc(g.ranks, sizeof *last);

	g.draft = draft_new(g.ranks);
	g.rank = rank;
	g.last = last;
	for (uint32_t i = 0; i < g.ranks; i++) {
		rank[i] = g.ranks - 1 - i;
		last[i] = NOTHING;
	}
	for (int i = 0; i < times; i++)
		collective_add(c, &g, bytes, root);
	free(rank);
	free(last);
	return draft_finish(g.draft, c->name);
}

static const char *
check(const collective *c, rank_group g, int64_t bytes, uint32_t root, int times)
{
	program *p = make(c, g, bytes, root, times);
	play y = begin_play(p);
	const char *wrong;

	run_all(&y);
	for (uint32_t i = 0; i < g.ranks && !y.wrong; i++)
		if ((y.has[i] & must_have(c, g.ranks, g.ranks - 1 - i, root)) != must_have(c, g.ranks, g.ranks - 1 - i, root)) {
			if (strcmp(c->name, "broadcast") != 0)
				y.wrong = "a rank that somebody's data does not reach";
			else if (!(y.has[i] >> (g.ranks - 1 - root) & 1))
				y.wrong = "a rank that the root's data does not reach";
		}
	if (y.got < times * least_bytes(c, g.ranks, bytes))
		y.wrong = "fewer bytes than must move";
	wrong = y.wrong;
	end_play(&y);
	program_free(p);
	return wrong;
}

/* One algorithm, over numbers of ranks, sizes, roots, nodes, pieces. */
static void
check_all(const collective *c)
{
	static const uint32_t nodes[] = { 0, 2, 3, 8 };
	static const int64_t sizes[] = { 1, 12, 1000 }, pieces[] = { 1, 3, 7 };
	int runs = 0;

	for (uint32_t n = 1; n <= 20; n += CHECKED && n > 1 ? 4 : 1 + n / 9 * 2)
		for (int k = 0; k < 4 * 3 * 3; k++) {
			uint32_t element = k % 2 ? 4 : 1;
			int64_t bytes = sizes[k / 12] * element, piece = bytes / pieces[k / 4 % 3];
			rank_group g = { .ranks = n, .per_node = nodes[k % 4], .segment = piece == bytes ? 0 : piece, .element = element };

			for (uint32_t root = 0; root < (c->rooted ? n : 1); root += 1 + n / 4, runs++) {
				const char *wrong = check(c, g, bytes, root, 1 + k % 2);

				if (wrong) {
					ok(false, "%s %s, %u ranks, %u a node, %lld bytes, pieces of %lld, root %u: %s", c->name, c->algorithm,
						(unsigned)n, (unsigned)g.per_node, (long long)bytes, (long long)g.segment, (unsigned)root, wrong);
					return;
				}
			}
		}
	ok(runs > 0, "%s %s: %d programs run to their end and do what they should", c->name, c->algorithm, runs);
}

int
main(void)
{
	for (int i = 0; collectives[i]; i++)
		for (const collective *c = collectives[i]; c->name; c++)
			check_all(c);
	for (int i = 0; collectives[i]; i++)
		for (uint32_t n = 1; n < 5000; n += n / 8 + 1)
			for (int64_t bytes = 1; bytes < 1 << 30; bytes *= 3)
				if (!collective_find(collectives[i]->name, NULL, n, bytes))
					ok(false, "%s has no default for %u ranks and %lld bytes", collectives[i]->name, (unsigned)n, (long long)bytes);
	ok1(!collective_find("allreduce", "sing", 4, 1));
	ok1(!collective_find("sing", NULL, 4, 1));
	return done_testing();
}
