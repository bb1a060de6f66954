/* calls -- a program whose calls are recorded: messages of every kind, all collectives; with an argument, a second communicator. */
#include <mpi.h>
#include <stdlib.h>

static int me, n;
static double *a, *b;
static int *mine, *same, *at;

static void
messages(void)
{
	int on = (me + 1) % n, back = (me + n - 1) % n, done = 0;
	MPI_Comm all = MPI_COMM_WORLD;
	MPI_Request q[2];
	MPI_Status s;

	if (me == 0) {
		MPI_Send(a, 10, MPI_DOUBLE, 1, 7, all);
		MPI_Ssend(a, 11, MPI_INT, 1, 8, all);
	} else if (me == 1) {
		MPI_Recv(b, 10, MPI_DOUBLE, 0, 7, all, &s);
		MPI_Recv(b, 1000, MPI_INT, MPI_ANY_SOURCE, 8, all, &s);
	}
	MPI_Irecv(b, 100, MPI_FLOAT, back, 3, all, &q[0]);
	MPI_Isend(a, 100, MPI_FLOAT, on, 3, all, &q[1]);
	MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
	MPI_Irecv(b, 100, MPI_CHAR, MPI_ANY_SOURCE, 4, all, &q[0]);
	MPI_Isend(a, 50, MPI_CHAR, on, 4, all, &q[1]);
	MPI_Wait(&q[0], &s);
	MPI_Wait(&q[1], &s);
	MPI_Sendrecv(a, 20, MPI_LONG, on, 5, b, 20, MPI_LONG, back, 5, all, &s);
	MPI_Irecv(b, 10, MPI_BYTE, back, 6, all, &q[0]);
	MPI_Isend(a, 10, MPI_BYTE, on, 6, all, &q[1]);
	while (!done)
		MPI_Test(&q[0], &done, &s);
	MPI_Wait(&q[1], &s);
}

static void
collectives(void)
{
	MPI_Comm all = MPI_COMM_WORLD;
	MPI_Request q;

	MPI_Barrier(all);
	MPI_Bcast(a, 100, MPI_DOUBLE, 1, all);
	MPI_Reduce(a, b, 100, MPI_DOUBLE, MPI_SUM, 2, all);
	MPI_Allreduce(a, b, 100, MPI_INT, MPI_SUM, all);
	MPI_Alltoall(a, 10, MPI_DOUBLE, b, 10, MPI_DOUBLE, all);
	MPI_Allgather(a, 12, MPI_DOUBLE, b, 12, MPI_DOUBLE, all);
	MPI_Gather(a, 13, MPI_DOUBLE, b, 13, MPI_DOUBLE, 1, all);
	MPI_Scatter(a, 14, MPI_DOUBLE, b, 14, MPI_DOUBLE, 1, all);
	MPI_Gatherv(a, mine[me], MPI_DOUBLE, b, mine, at, MPI_DOUBLE, 1, all);
	MPI_Scatterv(a, mine, at, MPI_DOUBLE, b, mine[me], MPI_DOUBLE, 1, all);
	MPI_Allgatherv(a, mine[me], MPI_DOUBLE, b, mine, at, MPI_DOUBLE, all);
	MPI_Alltoallv(a, mine, at, MPI_DOUBLE, b, same, at, MPI_DOUBLE, all);
	MPI_Reduce_scatter(a, b, mine, MPI_DOUBLE, MPI_SUM, all);
	MPI_Scan(a, b, 16, MPI_DOUBLE, MPI_SUM, all);
	MPI_Exscan(a, b, 16, MPI_DOUBLE, MPI_SUM, all);
	MPI_Iallreduce(a, b, 17, MPI_DOUBLE, MPI_SUM, all, &q);
	MPI_Wait(&q, MPI_STATUS_IGNORE);
}

/* Odd and even ranks apart, backwards. */
static void
halves(void)
{
	MPI_Request q[2];
	MPI_Comm half;
	MPI_Status s;
	int place, which;

	MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
	MPI_Comm_rank(half, &place);
	MPI_Allreduce(a, b, 18, MPI_DOUBLE, MPI_SUM, half);
	MPI_Irecv(b, 30, MPI_LONG, 1 - place, MPI_ANY_TAG, half, &q[0]);
	MPI_Isend(a, 21, MPI_LONG, 1 - place, 9, half, &q[1]);
	MPI_Waitany(2, q, &which, &s);
	MPI_Waitany(2, q, &which, &s);
	MPI_Irecv(b, 30, MPI_LONG, MPI_ANY_SOURCE, 10, half, &q[0]);
	MPI_Cancel(&q[0]);
	MPI_Wait(&q[0], &s);
	MPI_Bcast(a, 19, MPI_DOUBLE, 1, half);
	MPI_Comm_free(&half);
}

int
main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	a = calloc(4000, sizeof *a);
	b = calloc(4000, sizeof *b);
	mine = malloc((size_t)n * sizeof *mine);
	same = malloc((size_t)n * sizeof *same);
	at = malloc((size_t)n * sizeof *at);
	for (int i = 0; i < n; i++) {
		mine[i] = 10 * (i + 1);
		same[i] = 10 * (me + 1);
		at[i] = i * 100;
	}
	messages();
	if (argc > 1)
		halves();
	else
		collectives();
	MPI_Finalize();
	return 0;
}
