/* matrix-file -- a file under way to a matrix: what its readers share; private to matrix. */
#pragma once

#include "lib/pattern/matrix/matrix.h"
#include "lib/stream/gzlines.h"

#define MOST_WEIGHT 1e15	/* as much as a message may have */

typedef struct matrix_file {
	gzlines *in;
	char *line;		/* at hand, to be cut into cells; NULL at the end */
	char *rest;		/* of that line, behind the cells taken */
	const char *between;	/* what cells end at: commas, semicolons; else blanks */
	int cells;		/* taken from that line */
	matrix *m;		/* flows in any order, and as often as they come */
	size_t room;
	size_t selves;		/* entries of a rank with itself */
	long self_line;		/* of the first */
} matrix_file;

/* Each reads from the line at hand to the end and fills ranks, stated, weighted and flows. */
typedef void matrix_reader(matrix_file *f);
matrix_reader matrix_read_list, matrix_read_market, matrix_read_dense, matrix_read_mpip, matrix_read_monitoring, matrix_read_metis,
	matrix_read_scotch, matrix_read_ipm, matrix_read_tau;

/* Go on to the next line that is not blank; false at the end. */
bool matrix_next_line(matrix_file *f);

/* The next cell of the line, blanks around it dropped; NULL when there is none. */
char *matrix_cell(matrix_file *f);

/* A cell as a rank in [low, low + ranks), returned from 0; as a weight, at least 0.  `cell` may be NULL: it is missing. */
uint32_t matrix_rank(const matrix_file *f, const char *column, const char *cell, uint32_t low, uint32_t ranks);
double matrix_weight(const matrix_file *f, const char *column, const char *cell);

/* No cell may be left in the line. */
void matrix_line_ends(matrix_file *f);

/* Add what `from` sends to `to`.  A weight of 0 is nothing; one of a rank with itself is counted and left out. */
void matrix_add(matrix_file *f, uint32_t from, uint32_t to, double weight);

/* Sort the flows by from, to and line. */
void matrix_sort(matrix *m);

/* "TOOL: FILE:LINE: COLUMN: 'VALUE': WANTED", exit 1; without VALUE and without COLUMN where they are NULL. */
_Noreturn void matrix_bad(const matrix_file *f, const char *column, const char *value, const char *wanted, ...)
	__attribute__((format(printf, 4, 5)));
