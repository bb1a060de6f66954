/* calls -- sends by every kind of call, in the world and in halves of it, collectives among them: for recorders, which must agree on it. */
#include <mpi.h>
#include <stdlib.h>

enum { MOST = 4096 };

static char out[MOST], in[MOST], wide[64 * MOST];

/* A round of messages in a communicator, to the next rank and the one behind it. */
static void
talk(MPI_Comm c)
{
	int me, n, next, before, flag = 0, one;
	MPI_Request q[4];

	MPI_Comm_rank(c, &me);
	MPI_Comm_size(c, &n);
	next = (me + 1) % n;
	before = (me + n - 1) % n;
	MPI_Irecv(in, MOST, MPI_CHAR, MPI_ANY_SOURCE, 1, c, &q[0]);
	MPI_Send(out, 100 + me, MPI_CHAR, next, 1, c);
	MPI_Wait(&q[0], MPI_STATUS_IGNORE);
	MPI_Isend(out, 300, MPI_INT, before, 2, c, &q[0]);
	MPI_Recv(in, 300, MPI_INT, next, 2, c, MPI_STATUS_IGNORE);
	while (!flag)
		MPI_Test(&q[0], &flag, MPI_STATUS_IGNORE);
	MPI_Sendrecv(out, 50, MPI_DOUBLE, next, 3, in, 50, MPI_DOUBLE, before, 3, c, MPI_STATUS_IGNORE);
	MPI_Sendrecv_replace(out, 70, MPI_CHAR, before, 4, next, 4, c, MPI_STATUS_IGNORE);
	MPI_Send_init(out, 11, MPI_CHAR, next, 5, c, &q[0]);
	MPI_Recv_init(in, 11, MPI_CHAR, MPI_ANY_SOURCE, 5, c, &q[1]);
	for (int i = 0; i < 3; i++) {
		MPI_Startall(2, q);
		MPI_Waitany(2, q, &one, MPI_STATUS_IGNORE);
		MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
	}
	MPI_Request_free(&q[0]);
	MPI_Request_free(&q[1]);
	MPI_Irecv(in, MOST, MPI_CHAR, before, 6, c, &q[0]);
	MPI_Issend(out, 900, MPI_CHAR, next, 6, c, &q[1]);
	MPI_Iallreduce(out, wide, 64, MPI_INT, MPI_SUM, c, &q[2]);
	MPI_Ibarrier(c, &q[3]);
	MPI_Waitall(4, q, MPI_STATUSES_IGNORE);
	MPI_Allgather(out, 40, MPI_CHAR, wide, 40, MPI_CHAR, c);
	MPI_Bcast(out, 5000 < MOST ? 5000 : MOST, MPI_CHAR, n - 1, c);
	MPI_Alltoall(wide, 20, MPI_CHAR, wide + MOST * 8, 20, MPI_CHAR, c);
}

int
main(int argc, char **argv)
{
	int me;
	MPI_Comm half, twin;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	talk(MPI_COMM_WORLD);
	MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
	talk(half);
	MPI_Comm_dup(half, &twin);
	MPI_Comm_free(&half);
	talk(twin);
	MPI_Comm_free(&twin);
	talk(MPI_COMM_WORLD);
	MPI_Send(out, 9, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
