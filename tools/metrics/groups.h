/* groups -- rows that are alike in some columns, numbered 0, 1, 2, … as they first appear. */
#pragma once

#include <stdint.h>

#include "lib/stream/names.h"
#include "metrics/input.h"
#include "metrics/result.h"

typedef struct groups {
	int first, columns;	/* handles of the input's columns that make a group */
	names cell;		/* every text in them */
	names key;		/* of each group the numbers of its texts */
	char *scratch;
} groups;

/* Group by `columns` columns of an input, of which `first` is the first handle. */
void groups_init(groups *g, int first, int columns);

/* Group by the columns `by`; where a file has no column "case", it is one case, "1". */
void groups_want(groups *g, input *in, const names *by);

/* The number of the group of the row under way. */
uint32_t groups_add(groups *g, const input *in);

static inline uint32_t
groups_count(const groups *g)
{
	return g->key.count;
}

/* What the rows of a group have in the k-th column; it lives until the next groups_add. */
const char *groups_cell(const groups *g, uint32_t number, int k);

/* Put all of these into the first columns of the result; the first column behind them. */
int groups_put(const groups *g, uint32_t number, result *r);
