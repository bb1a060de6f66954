/* choices -- what a run chose stands in a column of its rows.  Rows that differ there are of different
 * experiments, and no mean is of both. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "lib/stream/names.h"
#include "metrics/input.h"

typedef struct choices {
	const names *by;	/* the columns of --by; NULL: it can name no more of them */
	int first, columns;	/* handles of the columns that are watched */
	names text;		/* every text in them */
	uint32_t *seen;		/* [group * columns]: its number in text, from 1; 0: none so far */
	size_t room;
} choices;

/* Watch the columns of choices that nobody has asked for so far: whoever names one knows that it varies. */
void choices_watch(choices *c, input *in, const names *by);

/* The row under way is pooled with the others of its group; dies where they chose otherwise. */
void choices_see(choices *c, const input *in, uint32_t group);
