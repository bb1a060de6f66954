/* choices -- which algorithm coll/tuned of Open MPI calls by default: mpirun -n 2 choices [RANKS].
 *
 * The algorithms are functions of libmpi that the component calls by name: those here, in the program, come first and only note the call.
 * The communicator's group says how many ranks there are in its first int behind the object's header. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *called;
static long fanout;

/* A stand-in for an algorithm: its name in coll_tuned_*_algorithm, and which argument is a number of branches. */
#define STANDS_IN(function, name, branches) \
	int ompi_coll_base_##function(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j); \
	int ompi_coll_base_##function(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j) \
	{ long all[] = { 0, a, b, c, d, e, f, g, h, i, j }; called = name; fanout = (int)all[branches]; return MPI_SUCCESS; }

STANDS_IN(allreduce_intra_basic_linear, "basic_linear", 0)
STANDS_IN(allreduce_intra_nonoverlapping, "nonoverlapping", 0)
STANDS_IN(allreduce_intra_recursivedoubling, "recursive_doubling", 0)
STANDS_IN(allreduce_intra_ring, "ring", 0)
STANDS_IN(allreduce_intra_ring_segmented, "segmented_ring", 8)
STANDS_IN(allreduce_intra_redscat_allgather, "rabenseifner", 0)
STANDS_IN(alltoall_intra_basic_linear, "linear", 0)
STANDS_IN(alltoall_intra_pairwise, "pairwise", 0)
STANDS_IN(alltoall_intra_bruck, "modified_bruck", 0)
STANDS_IN(alltoall_intra_linear_sync, "linear_sync", 9)
STANDS_IN(alltoall_intra_two_procs, "two_proc", 0)
STANDS_IN(allgather_intra_basic_linear, "linear", 0)
STANDS_IN(allgather_intra_bruck, "bruck", 0)
STANDS_IN(allgather_intra_recursivedoubling, "recursive_doubling", 0)
STANDS_IN(allgather_intra_ring, "ring", 0)
STANDS_IN(allgather_intra_neighborexchange, "neighbor", 0)
STANDS_IN(allgather_intra_two_procs, "two_proc", 0)
STANDS_IN(bcast_intra_basic_linear, "basic_linear", 0)
STANDS_IN(bcast_intra_chain, "chain", 8)
STANDS_IN(bcast_intra_pipeline, "pipeline", 7)
STANDS_IN(bcast_intra_split_bintree, "split_binary_tree", 7)
STANDS_IN(bcast_intra_bintree, "binary_tree", 7)
STANDS_IN(bcast_intra_binomial, "binomial", 7)
STANDS_IN(bcast_intra_knomial, "knomial", 8)
STANDS_IN(bcast_intra_scatter_allgather, "scatter_allgather", 7)
STANDS_IN(bcast_intra_scatter_allgather_ring, "scatter_allgather_ring", 7)
STANDS_IN(reduce_intra_basic_linear, "linear", 0)
STANDS_IN(reduce_intra_chain, "chain", 10)
STANDS_IN(reduce_intra_pipeline, "pipeline", 9)
STANDS_IN(reduce_intra_binary, "binary", 9)
STANDS_IN(reduce_intra_binomial, "binomial", 9)
STANDS_IN(reduce_intra_in_order_binary, "in-order_binary", 9)
STANDS_IN(reduce_intra_redscat_gather, "rabenseifner", 0)
STANDS_IN(reduce_scatter_intra_nonoverlapping, "non-overlapping", 0)
STANDS_IN(reduce_scatter_intra_basic_recursivehalving, "recursive_halving", 0)
STANDS_IN(reduce_scatter_intra_ring, "ring", 0)
STANDS_IN(reduce_scatter_intra_butterfly, "butterfly", 0)
STANDS_IN(barrier_intra_basic_linear, "linear", 0)
STANDS_IN(barrier_intra_doublering, "double_ring", 0)
STANDS_IN(barrier_intra_recursivedoubling, "recursive_doubling", 0)
STANDS_IN(barrier_intra_bruck, "bruck", 0)
STANDS_IN(barrier_intra_two_procs, "two_proc", 0)
STANDS_IN(barrier_intra_tree, "tree", 0)

static const char *const names[] = { "allreduce", "alltoall", "allgather", "bcast", "reduce", "reduce_scatter", "barrier" };
enum { OPERATIONS = sizeof names / sizeof *names, BARRIER = OPERATIONS - 1 };

/* "ring,0": what would be called. */
static const char *
choice(int operation, int bytes)
{
	static int counts[1 << 20];
	static char text[100];
	void *from = (void *)4096, *to = (void *)(1L << 40);	/* nobody looks */
	MPI_Comm c = MPI_COMM_WORLD;

	called = "?";
	counts[0] = bytes;
	switch (operation) {
	case 0: MPI_Allreduce(from, to, bytes, MPI_SIGNED_CHAR, MPI_SUM, c); break;
	case 1: MPI_Alltoall(from, bytes, MPI_CHAR, to, bytes, MPI_CHAR, c); break;
	case 2: MPI_Allgather(from, bytes, MPI_CHAR, to, bytes, MPI_CHAR, c); break;
	case 3: MPI_Bcast(from, bytes, MPI_CHAR, 0, c); break;
	case 4: MPI_Reduce(from, to, bytes, MPI_SIGNED_CHAR, MPI_SUM, 0, c); break;
	case 5: MPI_Reduce_scatter(from, to, counts, MPI_SIGNED_CHAR, MPI_SUM, c); break;
	default: MPI_Barrier(c);
	}
	snprintf(text, sizeof text, "%s,%ld", called, fanout);
	return text;
}

/* The least bytes above `low` at which the answer is no longer `before`; it is not at `high`. */
static int
change(int operation, const char *before, int low, int high)
{
	while (high - low > 1) {
		int middle = low + (high - low) / 2;

		if (strcmp(choice(operation, middle), before) != 0)
			high = middle;
		else
			low = middle;
	}
	return high;
}

/* Rows of an operation among so many ranks. */
static char *
rules(int operation, int ranks)
{
	const int most = 2000000000;
	char *text = NULL, before[100] = "";
	size_t length;
	FILE *f = open_memstream(&text, &length);

	for (int low = 0, bytes = 1;; low = bytes, bytes = bytes < most / 2 ? 2 * bytes : most) {
		while (strcmp(choice(operation, bytes), before) != 0) {
			low = change(operation, before, low, bytes);
			strcpy(before, choice(operation, low));
			fprintf(f, "%s,%d,%d,%s\n", names[operation], ranks, operation == BARRIER ? 0 : low, before);
		}
		if (bytes == most || operation == BARRIER)
			break;
	}
	fclose(f);
	return text;
}

/* Without the ranks. */
static char *
answer(const char *rows)
{
	char *text = strdup(rows), *to = text;

	for (const char *s = rows; *s;) {
		const char *comma = strchr(s, ',') + 1, *end = strchr(s, '\n') + 1;

		for (s = strchr(comma, ','); s < end; s++)
			*to++ = *s;
	}
	*to = '\0';
	return text;
}

int
main(int argc, char **argv)
{
	int most = argc > 1 ? atoi(argv[1]) : 20000, rank, *ranks;
	MPI_Group group;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_group(MPI_COMM_WORLD, &group);
	ranks = &((int *)group)[4];
	if (*ranks != 2) {
		fprintf(stderr, "choices: the group's size is not where it is in Open MPI 4.1\n");
		return 1;
	}
	if (rank)
		pause();	/* until mpirun ends it */
	printf("operation,ranks,bytes,algorithm,fanout\n");
	for (int o = 0; o < OPERATIONS; o++) {
		char *before = strdup("");

		for (*ranks = 2; *ranks <= most; ++*ranks) {
			char *rows = rules(o, *ranks), *now = answer(rows);

			if (strcmp(now, before) != 0)
				fputs(rows, stdout);
			free(rows);
			free(before);
			before = now;
		}
		free(before);
	}
	fflush(stdout);
	_exit(0);
}
