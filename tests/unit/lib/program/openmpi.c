/* The messages of our collectives beside those that Open MPI 4.1.4 sent, rank by rank and in order (tests/vectors/openmpi). */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/program/collective.h"
#include "lib/stream/gzlines.h"
#include "unit/tap.h"

/* The names of Open MPI, and ours. */
static const struct {
	const char *operation, *algorithm, *name, *own;
} names[] = {
	{ "allreduce", "basic_linear", "allreduce", "linear" },
	{ "allreduce", "nonoverlapping", "allreduce", "reduce-broadcast" },
	{ "allreduce", "recursive_doubling", "allreduce", "recursive-doubling" },
	{ "allreduce", "ring", "allreduce", "ring" },
	{ "allreduce", "segmented_ring", "allreduce", "ring" },
	{ "allreduce", "rabenseifner", "allreduce", "rabenseifner" },
	{ "allreduce", "default", "allreduce", NULL },
	{ "alltoall", "linear", "alltoall", "linear" },
	{ "alltoall", "linear_sync", "alltoall", "linear" },
	{ "alltoall", "pairwise", "alltoall", "pairwise" },
	{ "alltoall", "two_proc", "alltoall", "pairwise" },
	{ "alltoall", "modified_bruck", "alltoall", "bruck" },
	{ "alltoall", "default", "alltoall", NULL },
	{ "allgather", "ring", "allgather", "ring" },
	{ "allgather", "bruck", "allgather", "bruck" },
	{ "allgather", "recursive_doubling", "allgather", "recursive-doubling" },
	{ "allgather", "neighbor", "allgather", "neighbor" },
	{ "allgather", "two_proc", "allgather", "ring" },
	{ "allgather", "default", "allgather", NULL },
	{ "bcast", "basic_linear", "broadcast", "linear" },
	{ "bcast", "chain", "broadcast", "chain" },
	{ "bcast", "pipeline", "broadcast", "pipeline" },
	{ "bcast", "split_binary_tree", "broadcast", "split-binary" },
	{ "bcast", "binary_tree", "broadcast", "binary" },
	{ "bcast", "binomial", "broadcast", "binomial" },
	{ "bcast", "knomial", "broadcast", "knomial" },
	{ "bcast", "scatter_allgather", "broadcast", "scatter-allgather" },
	{ "bcast", "scatter_allgather_ring", "broadcast", "scatter-ring" },
	{ "bcast", "default", "broadcast", NULL },
	{ "reduce", "linear", "reduce", "linear" },
	{ "reduce", "chain", "reduce", "chain" },
	{ "reduce", "pipeline", "reduce", "pipeline" },
	{ "reduce", "binary", "reduce", "binary" },
	{ "reduce", "binomial", "reduce", "binomial" },
	{ "reduce", "in-order_binary", "reduce", "in-order-binary" },
	{ "reduce", "rabenseifner", "reduce", "rabenseifner" },
	{ "reduce", "default", "reduce", NULL },
	{ "reduce_scatter", "non-overlapping", "reduce-scatter", "reduce-then-scatter" },
	{ "reduce_scatter", "recursive_halving", "reduce-scatter", "recursive-halving" },
	{ "reduce_scatter", "ring", "reduce-scatter", "ring" },
	{ "reduce_scatter", "butterfly", "reduce-scatter", "butterfly" },
	{ "reduce_scatter", "default", "reduce-scatter", NULL },
	{ "barrier", "linear", "barrier", "linear" },
	{ "barrier", "double_ring", "barrier", "double-ring" },
	{ "barrier", "recursive_doubling", "barrier", "recursive-doubling" },
	{ "barrier", "bruck", "barrier", "dissemination" },
	{ "barrier", "tree", "barrier", "tree" },
	{ "barrier", "two_proc", "barrier", "recursive-doubling" },
	{ "barrier", "default", "barrier", NULL },
};
enum { NAMES = sizeof names / sizeof *names };

static int64_t lists[NAMES], wrong[NAMES];

static int
find(const char *name, const char *algorithm)
{
	for (int i = 0; i < NAMES; i++)
		if (strcmp(names[i].operation, name) == 0 && strcmp(names[i].algorithm, algorithm) == 0)
			return i;
	fprintf(stderr, "%s %s is not known\n", name, algorithm);
	exit(1);
}

static program *
make(int at, uint32_t ranks, int64_t bytes, uint32_t root)
{
	uint32_t *rank = xcalloc(ranks, sizeof *rank), *last = xcalloc(ranks, sizeof *last);
	rank_group g = { .draft = draft_new(ranks), .rank = rank, .ranks = ranks, .last = last };

	for (uint32_t i = 0; i < ranks; i++) {
		rank[i] = i;
		last[i] = NOTHING;
	}
	collective_add(collective_find(names[at].name, names[at].own, ranks, bytes), &g, bytes, root);
	free(rank);
	free(last);
	return draft_finish(g.draft, names[at].name);
}

/* "1:200 2:100" of what a rank sends. */
static char *
sends(const program *p, uint32_t rank)
{
	char *text = xstrdup("");

	for (const operation *o = &p->op[p->first[rank]]; o < &p->op[p->first[rank + 1]]; o++)
		if (o->kind == OP_SEND)
			text = xappend(text, "%s%u:%lld", *text ? " " : "", (unsigned)o->peer, (long long)o->size);
	return text;
}

static void
cut(char *line, char **cell, int cells)
{
	for (int i = 0; i < cells; i++)
		cell[i] = strsep(&line, ",");
}

static void
compare_lists(void)
{
	gzlines *f = gzlines_open("tests/vectors/openmpi/lists.csv.gz");
	char *cell[7], *line, *told = xstrdup("");
	program *p = NULL;

	gzlines_next(f, &(size_t){ 0 });
	while ((line = gzlines_next(f, &(size_t){ 0 }))) {
		char *mine;
		int at;

		cut(line, cell, 7);
		at = find(cell[0], cell[1]);
		if (strcmp(cell[5], "0") == 0) {
			program_free(p);
			p = make(at, (uint32_t)atoi(cell[2]), atoll(cell[3]), (uint32_t)atoi(cell[4]));
		}
		mine = sends(p, (uint32_t)atoi(cell[5]));
		lists[at]++;
		if (strcmp(mine, cell[6]) != 0 && !wrong[at]++)
			told = xappend(told, "# %s %s, %s ranks, %s bytes, root %s: rank %s sends %s, not %s\n", cell[0], cell[1], cell[2],
				cell[3], cell[4], cell[5], cell[6], mine);
		free(mine);
	}
	for (int i = 0; i < NAMES; i++)
		ok(lists[i] && !wrong[i], "%s %s: %lld of %lld lists are as Open MPI's", names[i].operation, names[i].algorithm,
			(long long)(lists[i] - wrong[i]), (long long)lists[i]);
	fputs(told, stderr);
	free(told);
	program_free(p);
	gzlines_close(f);
}

/* A row of choices: what holds from so many ranks and bytes on; of reduce_scatter bytes are those of all blocks. */
typedef struct choice {
	const char *operation, *own;
	uint32_t ranks;
	int64_t bytes, block;
} choice;

static choice
read_choice(char *line)
{
	char *cell[5];
	bool chain;
	choice c;
	int at;

	cut(line, cell, 5);
	chain = strcmp(cell[3], "chain") == 0 && strcmp(cell[4], "0") == 0;	/* of one chain */
	at = find(cell[0], chain ? "pipeline" : cell[3]);
	c = (choice){ names[at].name, names[at].own, (uint32_t)atoi(cell[1]), atoll(cell[2]), 1 };
	if (strcmp(cell[0], "reduce_scatter") == 0)
		c.block = c.ranks;
	return c;
}

/* Do we choose so for these bytes?  True where no block has them. */
static bool
chosen(const choice *c, int64_t bytes)
{
	return bytes % c->block != 0 || bytes < c->bytes ||
		strcmp(collective_find(c->operation, NULL, c->ranks, bytes / c->block)->algorithm, c->own) == 0;
}

/* Each row holds at its bytes, and up to the next row's. */
static void
compare_choices(void)
{
	gzlines *f = gzlines_open("tests/vectors/openmpi/choices.csv");
	choice before = { "", NULL, 0, 0, 1 };
	int rows = 0, same = 0;
	char *line;

	gzlines_next(f, &(size_t){ 0 });
	while ((line = gzlines_next(f, &(size_t){ 0 }))) {
		choice c = read_choice(line);
		bool good = chosen(&c, c.bytes);

		if (strcmp(before.operation, c.operation) == 0 && before.ranks == c.ranks)
			good &= chosen(&before, c.bytes - c.block);
		rows++;
		same += good;
		if (!good)
			fprintf(stderr, "# %s among %u ranks, %lld bytes: Open MPI takes %s from there on\n", c.operation, (unsigned)c.ranks,
				(long long)c.bytes, c.own);
		before = c;
	}
	ok(rows > 200 && same == rows, "%d of %d choices are as Open MPI's", same, rows);
	gzlines_close(f);
}

int
main(void)
{
	compare_lists();
	compare_choices();
	return done_testing();
}
