/* tally -- the values of some columns, gathered by group. */
#ifndef HOPLINE_METRICS_SAMPLES_H
#define HOPLINE_METRICS_SAMPLES_H

#include <stddef.h>

#include "metrics/groups.h"
#include "metrics/input.h"

typedef struct sample {
	double *value;
	uint32_t *unit;		/* [count]: the case of each; NULL: each value is by itself */
	size_t count, room;
	size_t empty;		/* rows of the group whose cell is empty */
} sample;

typedef struct tally {
	int columns;		/* how many are gathered */
	groups groups;
	groups cases;		/* where they are asked for */
	sample *sample;		/* [group * columns + column] */
	uint32_t room;		/* groups that fit */
} tally;

/* Read all rows: group by the columns `by`, gather the numbers of the columns `of`, and, unless `cases` is NULL, the case of each:
 * the columns that name it, or when there are none the column "case", if a file has it. */
void tally_read(tally *t, input *in, const words *by, const words *of, const words *cases);

sample *tally_sample(const tally *t, uint32_t group, int column);

#endif
