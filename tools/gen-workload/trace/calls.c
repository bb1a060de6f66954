#include "gen-workload/trace/calls.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/program/draft.h"

const char *const collective_names[COLLECTIVE_NAMES] = {
	"allgather", "allgatherv", "allreduce", "alltoall", "alltoallv", "barrier", "broadcast", "exscan", "gather", "reduce",
	"reduce-scatter", "scan", "scatter", "scatterv"
};

void
calls_init(calls *c)
{
	*c = (calls){ 0 };
	calls_communicator(c, 0);
}

void
calls_free(calls *c)
{
	for (uint32_t i = 0; i < c->ranks; i++) {
		free_all(c->rank[i].call, c->rank[i].open);
	}
	for (uint32_t i = 0; i < c->communicators; i++)
		free(c->communicator[i].rank);
	free_all(c->rank, c->communicator, c->sizes);
}

rank_calls *
calls_of(calls *c, uint32_t rank, const char *file)
{
	if (rank >= c->ranks) {
		c->rank = xgrow(c->rank, &c->rank_room, (size_t)rank + 1, sizeof *c->rank);
		c->ranks = rank + 1;
	}
	if (!c->rank[rank].file)
		c->rank[rank].file = file;
	return &c->rank[rank];
}

uint32_t
calls_add(rank_calls *r, call what)
{
	if (r->count >= NOTHING - 1)
		die(FAIL_DATA, "%s: more than 2^32 calls of a rank", r->file);
	r->call = xgrow(r->call, &r->room, (size_t)r->count + 1, sizeof *r->call);
	r->call[r->count] = what;
	return r->count++;
}

void
calls_open(rank_calls *r, uint32_t at, uint64_t id)
{
	r->open = xgrow(r->open, &r->open_room, (size_t)r->opens + 1, sizeof *r->open);
	r->open[r->opens++] = (open_call){ at, NOTHING, id };
}

uint32_t
calls_close(rank_calls *r, uint32_t i)
{
	uint32_t began = r->open[i].call;

	memmove(r->open + i, r->open + i + 1, (--r->opens - i) * sizeof *r->open);
	return began;
}

uint32_t
calls_communicator(calls *c, uint64_t name)
{
	for (uint32_t i = c->communicators; i-- > 0;)
		if (c->communicator[i].name == name)
			return i;
	c->communicator = xgrow(c->communicator, &c->communicator_room, (size_t)c->communicators + 1, sizeof *c->communicator);
	c->communicator[c->communicators].name = name;
	return c->communicators++;
}

bool
calls_members(calls *c, uint32_t which, uint32_t *rank, uint32_t ranks)
{
	communicator *g = &c->communicator[which];
	bool same = !g->rank || (g->ranks == ranks && memcmp(g->rank, rank, ranks * sizeof *rank) == 0);

	free(g->rank);
	g->rank = rank;
	g->ranks = ranks;
	return same;
}

uint32_t
calls_sizes(calls *c, const int64_t *size, uint32_t count)
{
	size_t at = c->sizes_count;

	if (at + count >= NOTHING)
		die(FAIL_DATA, "more than 2^32 sizes of parts of collectives");
	c->sizes = xgrow(c->sizes, &c->sizes_room, at + count + 1, sizeof *c->sizes);
	memcpy(c->sizes + at, size, count * sizeof *size);
	c->sizes_count += count;
	return (uint32_t)at;
}

void
calls_end(calls *c, const char *file)
{
	uint32_t *all = xalloc((size_t)c->ranks + 1, sizeof *all);

	if (!c->ranks)
		die(FAIL_DATA, "%s: no rank does anything", file);
	for (uint32_t i = 0; i < c->ranks; i++) {
		if (!c->rank[i].file)
			die(FAIL_DATA, "%s: rank %" PRIu32 " is missing: there are lines of rank %" PRIu32, file, i, c->ranks - 1);
		all[i] = i;
	}
	calls_members(c, WORLD, all, c->ranks);
}
