/* rules -- the columns that a study declares for its grids, and what their cells may be.
 *
 * The file is a table with the columns column, values (a regular expression that a cell
 * must match whole) and meaning (for people). */
#ifndef HOPLINE_METRICS_STUDY_RULES_H
#define HOPLINE_METRICS_STUDY_RULES_H

#include "lib/stream/names.h"
#include "lib/stream/table.h"

typedef struct rule {
	char *values;		/* as the file has it */
	struct regex *whole;
} rule;

typedef struct rules {
	const char *file;
	names column;
	rule *rule;		/* [column] */
} rules;

/* Read the file; what is wrong with it exits 1. */
void rules_read(rules *r, const char *path);

/* Check a cell of a row by the i-th rule; what breaks it exits 1. */
void rules_check(const rules *r, uint32_t i, const table *t, const row *cells, int column);

#endif
