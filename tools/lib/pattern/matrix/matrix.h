/* matrix -- how much each rank of a real run sent to each other one, from a file.
 *
 * Read are, known by what is in them and plain or gzipped: lists of pairs (matrix-list.c), MatrixMarket
 * (matrix-market.c), dense matrices (matrix-dense.c), reports of an mpiP that counts partners
 * (matrix-mpip.c), of IPM (matrix-ipm.c), of TAU (matrix-tau.c) and of Open MPI's monitoring, and graphs of METIS and Scotch
 * (matrix-graph.c).  The formats are
 * described in hopline-stream(5). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_RANKS = 1 << 24 };

/* What a rank sent to another one. */
typedef struct matrix_flow {
	uint32_t from, to;
	uint32_t line;		/* of the file, where it is said first */
	double bytes;		/* more than 0; halves of an odd pair are whole numbers */
} matrix_flow;

typedef struct matrix {
	const char *file;	/* as it was named */
	uint32_t ranks;		/* at least 1 */
	uint32_t highest_line;	/* of a list: the line that names the highest rank */
	bool stated;		/* `ranks` is the file's own figure; else one more than the highest rank in a list */
	bool weighted;		/* false: the file says who talks to whom, not how much; bytes are 1 */
	bool warned;		/* of what jobs made of it */
	size_t flows;
	matrix_flow *flow;		/* ascending by from, then to; none twice, none to itself */
	size_t *first;		/* [ranks + 1]: what rank r sends is flow[first[r]] … flow[first[r + 1] - 1] */
} matrix;

/* The matrix in the file `path`, relative to the current directory.  A file is read once a run; the result lives
 * as long.  Whatever is wrong with it ends the tool with exit status 1 and "TOOL: FILE:LINE: COLUMN:
 * 'VALUE': what is wanted"; entries of ranks with themselves are left out with a warning. */
matrix *matrix_of(const char *path);

/* What rank `from` sends to `to`, in bytes; 0: nothing. */
double matrix_bytes(const matrix *m, uint32_t from, uint32_t to);
