/* tally -- the values of some columns, gathered by group. */
#ifndef HOPLINE_TALLY_H
#define HOPLINE_TALLY_H

#include <stddef.h>

#include "metrics/groups.h"
#include "metrics/input.h"

typedef struct sample {
	double *value;
	size_t count, room;
	size_t empty;		/* rows of the group whose cell is empty */
} sample;

typedef struct tally {
	int columns;		/* how many are gathered */
	groups groups;
	sample *sample;		/* [group * columns + column] */
	uint32_t room;		/* groups that fit */
} tally;

/* Read all rows: group by the columns `by`, gather the numbers of the columns `of`. */
void tally_read(tally *t, input *in, const words *by, const words *of);

sample *tally_sample(const tally *t, uint32_t group, int column);

#endif
