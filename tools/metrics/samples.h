/* samples -- the values of some columns, gathered by group. */
#ifndef HOPLINE_METRICS_SAMPLES_H
#define HOPLINE_METRICS_SAMPLES_H

#include <stddef.h>

#include "metrics/groups.h"
#include "metrics/input.h"

typedef struct sample {
	double *value;
	uint32_t *unit;		/* [count]: the case of each; NULL: each value is by itself */
	size_t count, room, unit_room;
	size_t empty;		/* rows of the group whose cell is empty */
} sample;

typedef struct samples {
	int columns;		/* how many are gathered */
	groups groups;
	groups cases;		/* where they are asked for */
	sample *sample;		/* [group * columns + column] */
	size_t room;
} samples;

/* Read all rows: group by the columns `by`, gather the numbers of the columns `of`, and, unless `cases` is NULL, the case of each:
 * the columns that name it, or when there are none the column "case", if a file has it. */
void samples_read(samples *s, input *in, const names *by, const names *of, const names *cases);

sample *samples_of(const samples *s, uint32_t group, int column);

#endif
