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
	return -1;
}

static program *
make(int at, uint32_t ranks, int64_t bytes, uint32_t root)
{
	uint32_t *rank = xcalloc(ranks, sizeof *rank), *last = xcalloc(ranks, sizeof *last);
	group g = { .draft = draft_new(ranks), .rank = rank, .ranks = ranks, .last = last };

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

int
main(void)
{
	gzlines *f = gzlines_open("tests/vectors/openmpi/lists.csv.gz");
	program *p = NULL;
	char *line, *told = xstrdup("");

	gzlines_next(f, &(size_t){ 0 });
	while ((line = gzlines_next(f, &(size_t){ 0 }))) {
		char *cell[7], *mine;
		int at;

		for (int i = 0; i < 7; i++)
			cell[i] = strsep(&line, ",");
		at = find(cell[0], cell[1]);
		if (at < 0)
			return !ok(false, "%s %s is not known", cell[0], cell[1]);
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
	return done_testing();
}
