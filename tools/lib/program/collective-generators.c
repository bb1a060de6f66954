/* collective-generators -- programs of one collective: allreduce:algorithm=ring,bytes=1MB. */
#include <inttypes.h>
#include <string.h>

#include "lib/cli/arrays.h"
#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "lib/machine/spec/spec.h"
#include "lib/program/collective.h"
#include "lib/program/generators.h"
#include "lib/program/stages.h"
#include "lib/stream/bounds.h"

enum { MOST_PIECES = 1000000 };

#define ALGORITHM { "algorithm", KEY_WORD, "default", NULL, "one of the operation's; as Open MPI 4.1 chooses (default, openmpi), MPICH 4 (mpich) or NCCL 2.20 (nccl)", false }
#define RANKS { "ranks", KEY_INT, "", NULL, "ranks of the group; as many as the job has tasks", false }
#define PER_NODE { "per_node", KEY_INT, "", NULL, "hierarchical: ranks of a node; tasks over nodes, rounded up", false }
#define STAGES { "stages", KEY_FILE, "", NULL, "hierarchical: a table collective,bytes,us of what was measured on one node", false }
#define BYTES { "bytes", KEY_BYTES, NULL, NULL, "of the vector, or of a block of it", false }
#define ELEMENT { "element", KEY_BYTES, "1B", NULL, "bytes that stay together where a vector is divided", false }
#define SEGMENT { "segment", KEY_BYTES, "0B", NULL, "bytes of a piece, for trees and chains; 0: as the algorithm does", false }
#define ROOT { "root", KEY_INT, "0", NULL, "the root's place in the group", false }

static const spec_key blocks[] = { BYTES, ALGORITHM, RANKS, PER_NODE, ELEMENT, STAGES, { 0 } };
static const spec_key vectors[] = { BYTES, ALGORITHM, RANKS, PER_NODE, ELEMENT, SEGMENT, STAGES, { 0 } };
static const spec_key rooted[] = { BYTES, ALGORITHM, RANKS, PER_NODE, ELEMENT, SEGMENT, ROOT, STAGES, { 0 } };
static const spec_key bare[] = { ALGORITHM, RANKS, PER_NODE, STAGES, { 0 } };
static const spec_key common[] = { { 0 } };

static const spec_kind kinds[] = {
	{ "allreduce", vectors },
	{ "reduce-scatter", blocks },
	{ "allgather", blocks },
	{ "alltoall", blocks },
	{ "broadcast", rooted },
	{ "reduce", rooted },
	{ "barrier", bare },
	{ 0 }
};

static spec *
read(const program_wish *w)
{
	return spec_read(kinds, common, w->text, false, NULL, 0, w->where, w->status);
}

/* A key that not every operation has. */
static int64_t
number(const spec *s, const char *key, int64_t absent)
{
	return spec_find(s, key) && spec_given(s, key) ? spec_int(s, key) : absent;
}

uint32_t
collective_ranks(const program_wish *w)
{
	spec *s = read(w);
	uint32_t ranks = spec_given(s, "ranks") ? spec_at_least(s, "ranks", 1) : 0;

	spec_free(s);
	return ranks;
}

/* What the job is for those who say nothing. */
static uint32_t
per_node(const spec *s, const program_wish *w)
{
	if (spec_given(s, "per_node"))
		return spec_at_least(s, "per_node", 1);
	if (w->nodes == 0 && strcmp(spec_word(s, "algorithm"), "hierarchical") == 0)
		spec_bad(s, "per_node", "must be given");
	return w->nodes ? (w->tasks - 1) / w->nodes + 1 : 1;
}

static const collective *
algorithm_of(const spec *s, rank_group *g, int64_t bytes)
{
	const char *word = spec_word(s, "algorithm"), *name = s->kind->name;
	const collective *found = collective_chosen(name, word, g, bytes);
	choice_list c = choices_begin(word, ", ");

	for (const collective *l = collectives_of(name); !found && l->name; l++)
		choices_add(&c, l->algorithm);
	if (!found && strcmp(word, "nccl") == 0)
		spec_bad(s, "algorithm", "it has no %s", name);
	if (!found)
		spec_bad(s, "algorithm", "%s has no such algorithm; %sknown: " COLLECTIVE_CHOICES ", %s", name, choices_hint(&c), c.names);
	return found;
}

/* What was measured inside a node; NULL: nothing. */
static stage_table *
stages(const spec *s, const collective *c)
{
	if (!spec_given(s, "stages"))
		return NULL;
	if (strcmp(c->algorithm, "hierarchical") != 0)
		spec_bad(s, "stages", "is for algorithm=hierarchical");
	return stages_read(spec_file(s, "stages"));
}

/* No message of a collective, nor all of a rank's, has more bytes than a message may have. */
static void
check_bytes(const spec *s, const rank_group *g, int64_t bytes)
{
	int64_t most = MOST_BYTES / g->ranks / (g->per_node < g->ranks ? g->per_node : g->ranks);

	if (bytes < 1 || bytes > most)
		spec_bad(s, "bytes", "must be 1 to %" PRId64 " bytes among %" PRIu32 " ranks", most, g->ranks);
	if (g->segment && bytes / g->segment >= MOST_PIECES)
		spec_bad(s, "segment", "must make at most %d pieces", MOST_PIECES);
	if (g->element < 1 || bytes % g->element)
		spec_bad(s, "element", "must divide bytes, %" PRId64, bytes);
}

static program *
draft_collective(const collective *c, rank_group g, int64_t bytes, uint32_t root, const char *name)
{
	uint32_t *rank = array_of_numbers(g.ranks), *last = array_of_none(g.ranks);

	g.draft = draft_new(g.ranks);
	g.rank = rank;
	g.last = last;
	collective_add(c, &g, bytes, root);
	free_all(rank, last);
	return draft_finish(g.draft, name);
}

program *
collective_make(const program_wish *w)
{
	spec *s = read(w);
	stage_table *inside;
	uint32_t ranks = collective_ranks(w), root;
	int64_t bytes = number(s, "bytes", 0);
	const collective *c;
	program *p;
	rank_group g;

	if (ranks == 0)
		ranks = w->tasks;
	if (ranks == 0)
		spec_bad(s, "ranks", "must be given");
	g = (rank_group){ .ranks = ranks, .per_node = per_node(s, w), .element = (uint32_t)number(s, "element", 1),
		.segment = number(s, "segment", 0) };
	c = algorithm_of(s, &g, bytes);
	g.stages = inside = stages(s, c);
	if (spec_find(s, "bytes"))
		check_bytes(s, &g, bytes);
	root = (uint32_t)number(s, "root", 0);
	if (root >= ranks)
		spec_bad(s, "root", "must be less than %" PRIu32 ", the number of ranks", ranks);
	p = draft_collective(c, g, bytes, root, w->text);
	stages_free(inside);
	p->yardstick.bus_bytes = collective_bus_bytes(c->name, ranks, (double)bytes);
	spec_free(s);
	return p;
}
