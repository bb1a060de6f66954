/* lists -- what each rank sends in Open MPI's collectives, in order: mpirun -n N [--mca coll_tuned_use_dynamic_rules 1] lists PREFIX 0|1
 * BYTES...; 1: every algorithm is forced, one after the other.  Rank r writes PREFIX.r.
 *
 * Collectives call the point-to-point layer through the table mca_pml, whose entries are pml_isend_init, pml_isend and pml_send from the
 * tenth on (ompi/mca/pml/pml.h of 4.1). */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int send_call(const void *, size_t, MPI_Datatype, int, int, int, MPI_Comm);
typedef int request_call(const void *, size_t, MPI_Datatype, int, int, int, MPI_Comm, void *);

enum { ISEND_INIT = 9, ISEND, SEND };
extern void *mca_pml[];

static send_call *old_send;
static request_call *old_isend, *old_init;
static FILE *out;
static bool noting, first;
static int ranks, rank;

static void
note(size_t count, MPI_Datatype type, int to)
{
	int size;

	if (!noting)
		return;
	PMPI_Type_size(type, &size);
	fprintf(out, "%s%d:%zu", first ? "" : " ", to, count * (size_t)size);
	first = false;
}

static int
my_send(const void *data, size_t count, MPI_Datatype type, int to, int tag, int mode, MPI_Comm c)
{
	note(count, type, to);
	return old_send(data, count, type, to, tag, mode, c);
}

static int
my_isend(const void *data, size_t count, MPI_Datatype type, int to, int tag, int mode, MPI_Comm c, void *request)
{
	note(count, type, to);
	return old_isend(data, count, type, to, tag, mode, c, request);
}

static int
my_init(const void *data, size_t count, MPI_Datatype type, int to, int tag, int mode, MPI_Comm c, void *request)
{
	note(count, type, to);
	return old_init(data, count, type, to, tag, mode, c, request);
}

static const struct operation {
	const char *name, *algorithms[10];	/* in the order of their numbers */
	bool rooted;
} operations[] = {
	{ "allreduce", { "basic_linear", "nonoverlapping", "recursive_doubling", "ring", "segmented_ring", "rabenseifner" }, false },
	{ "alltoall", { "linear", "pairwise", "modified_bruck", "linear_sync", "two_proc" }, false },
	{ "allgather", { "linear", "bruck", "recursive_doubling", "ring", "neighbor", "two_proc" }, false },
	{ "bcast", { "basic_linear", "chain", "pipeline", "split_binary_tree", "binary_tree", "binomial", "knomial", "scatter_allgather",
		"scatter_allgather_ring" }, true },
	{ "reduce", { "linear", "chain", "pipeline", "binary", "binomial", "in-order_binary", "rabenseifner" }, true },
	{ "reduce_scatter", { "non-overlapping", "recursive_halving", "ring", "butterfly" }, false },
	{ "barrier", { "linear", "double_ring", "recursive_doubling", "bruck", "two_proc", "tree" }, false },
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static void
call(int operation, int bytes, int root, MPI_Comm c)
{
	char *from = calloc((size_t)ranks, (size_t)bytes + 1), *to = calloc((size_t)ranks, (size_t)bytes + 1);
	int *counts = malloc((size_t)ranks * sizeof *counts);

	for (int i = 0; i < ranks; i++)
		counts[i] = bytes;
	noting = first = true;
	switch (operation) {
	case 0: MPI_Allreduce(from, to, bytes, MPI_SIGNED_CHAR, MPI_SUM, c); break;
	case 1: MPI_Alltoall(from, bytes, MPI_CHAR, to, bytes, MPI_CHAR, c); break;
	case 2: MPI_Allgather(from, bytes, MPI_CHAR, to, bytes, MPI_CHAR, c); break;
	case 3: MPI_Bcast(from, bytes, MPI_CHAR, root, c); break;
	case 4: MPI_Reduce(from, to, bytes, MPI_SIGNED_CHAR, MPI_SUM, root, c); break;
	case 5: MPI_Reduce_scatter(from, to, counts, MPI_SIGNED_CHAR, MPI_SUM, c); break;
	default: MPI_Barrier(c);
	}
	noting = false;
	free(from);
	free(to);
	free(counts);
}

/* The communicators made from now on take this algorithm; 0: they choose. */
static void
force(const char *operation, int number)
{
	MPI_T_cvar_handle handle;
	char name[100];
	int index, count;

	snprintf(name, sizeof name, "coll_tuned_%s_algorithm", operation);
	if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS || MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) != MPI_SUCCESS ||
		MPI_T_cvar_write(handle, &number) != MPI_SUCCESS) {
		fprintf(stderr, "cannot force %s\n", name);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	MPI_T_cvar_handle_free(&handle);
}

static void
record(int o, const char *algorithm, char **bytes)
{
	const struct operation *of = &operations[o];
	bool barrier = o == OPERATIONS - 1;
	MPI_Comm c;

	MPI_Comm_dup(MPI_COMM_WORLD, &c);
	for (int root = 0; root < (of->rooted && ranks > 3 ? 4 : 1); root += 3)
		for (char **b = bytes; *b && !(barrier && b > bytes); b++) {
			int size = barrier ? 0 : atoi(*b);

			fprintf(out, "%s,%s,%d,%d,%d,%d,", of->name, algorithm, ranks, size, root, rank);
			call(o, size, root, c);
			fprintf(out, "\n");
		}
	MPI_Comm_free(&c);
}

int
main(int argc, char **argv)
{
	char name[4096];
	int level;

	MPI_Init(&argc, &argv);
	MPI_T_init_thread(MPI_THREAD_SINGLE, &level);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	snprintf(name, sizeof name, "%s.%04d", argv[1], rank);
	out = fopen(name, "w");
	old_send = (send_call *)mca_pml[SEND];
	old_isend = (request_call *)mca_pml[ISEND];
	old_init = (request_call *)mca_pml[ISEND_INIT];
	mca_pml[SEND] = (void *)my_send;
	mca_pml[ISEND] = (void *)my_isend;
	mca_pml[ISEND_INIT] = (void *)my_init;
	for (int o = 0; o < OPERATIONS; o++) {
		if (*argv[2] == '0')
			record(o, "default", argv + 3);
		for (int a = 0; *argv[2] == '1' && operations[o].algorithms[a]; a++) {
			if (strcmp(operations[o].algorithms[a], "two_proc") == 0 && ranks != 2)
				continue;
			force(operations[o].name, a + 1);
			record(o, operations[o].algorithms[a], argv + 3);
			force(operations[o].name, 0);
		}
	}
	fclose(out);
	return MPI_Finalize();
}
