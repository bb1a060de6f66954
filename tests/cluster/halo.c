/* halo -- `halo cart|graph|dist X Y`: an exchange on a periodic grid of X x Y ranks, made with reorder=1 by MPI_Cart_create,
 * MPI_Graph_create or MPI_Dist_graph_create_adjacent.  Prints the old rank of each new one; fails where a neighbour is another than the
 * grid says. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
main(int argc, char **argv)
{
	int x = atoi(argv[2]), y = atoi(argv[3]), me, ranks, rank, at[2], to[4], got[4], n = 0, bad = 0, *old;
	MPI_Comm grid;
	MPI_Request q[8];
	MPI_Status status[8];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (strcmp(argv[1], "cart") == 0) {
		MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){ x, y }, (int[]){ 1, 1 }, 1, &grid);
		MPI_Comm_rank(grid, &rank);
		MPI_Cart_coords(grid, rank, 2, at);
		if (at[0] != rank / y || at[1] != rank % y)
			bad = 1;
		MPI_Cart_shift(grid, 0, 1, &to[0], &to[1]);
		MPI_Cart_shift(grid, 1, 1, &to[2], &to[3]);
	} else {
		int index[1024], edges[4096];

		for (int r = 0; r < ranks; r++) {
			int px = r / y, py = r % y;
			int all[4] = { (px + x - 1) % x * y + py, (px + 1) % x * y + py, px * y + (py + y - 1) % y, px * y + (py + 1) % y };

			memcpy(edges + 4 * r, all, sizeof all);
			index[r] = 4 * r + 4;
		}
		if (strcmp(argv[1], "graph") == 0)
			MPI_Graph_create(MPI_COMM_WORLD, ranks, index, edges, 1, &grid);
		else
			MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 4, edges + 4 * me, (int[]){ 5, 5, 6, 7 }, 4, edges + 4 * me,
				(int[]){ 5, 5, 6, 7 }, MPI_INFO_NULL, 1, &grid);
		MPI_Comm_rank(grid, &rank);
		memcpy(to, edges + 4 * rank, sizeof to);
		if (strcmp(argv[1], "graph") == 0) {
			int list[4];

			MPI_Graph_neighbors(grid, rank, 4, list);
			bad = memcmp(list, to, sizeof to) != 0;
		} else {
			int in[4], out[4], w1[4], w2[4];

			MPI_Dist_graph_neighbors(grid, 4, in, w1, 4, out, w2);
			bad = memcmp(in, to, sizeof to) != 0 || memcmp(out, to, sizeof to) != 0 || w1[2] != 6 || w2[3] != 7;
		}
	}
	for (int i = 0; i < 4; i++)
		MPI_Irecv(&got[i], 1, MPI_INT, to[i], i ^ 1, grid, &q[n++]);
	for (int i = 0; i < 4; i++)
		MPI_Isend(&rank, 1, MPI_INT, to[i], i, grid, &q[n++]);
	MPI_Waitall(n, q, status);
	for (int i = 0; i < 4; i++)
		bad |= got[i] != to[i];
	old = malloc((size_t)ranks * sizeof *old);
	MPI_Gather(&me, 1, MPI_INT, old, 1, MPI_INT, 0, grid);
	MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	if (rank == 0)
		for (int r = 0; r < ranks; r++)
			printf("%d%s", old[r], r + 1 < ranks ? " " : "\n");
	free(old);
	MPI_Comm_free(&grid);
	MPI_Finalize();
	return bad;
}
