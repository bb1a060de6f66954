/* means -- the mean of a value for every case, policy and class. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "lib/stream/names.h"
#include "metrics/groups.h"
#include "metrics/input.h"

/* What is asked. */
typedef struct comparison_question {
	names by;		/* columns; tables that are compared apart from one another */
	names cases;		/* columns; none: "case" where there is one */
	const char *reference;	/* the one policy */
	names against;		/* the others; none: all */
	const char *class;	/* a column; NULL: "class" where there is one */
	const char *value;	/* a column */
	names of;		/* columns, each a class of its own in place of the two above; none: those */
} comparison_question;

typedef struct mean {
	long double sum;
	uint32_t count;
} mean;

typedef struct means {
	groups by;
	groups place;		/* a case within its `by`: the columns of both */
	uint32_t *place_by;	/* [place]: its number in `by` */
	names policy, class;
	names key;		/* "PLACE POLICY CLASS", by numbers */
	mean *mean;		/* [key] */
	size_t place_room, room;
	size_t empty;		/* cells without a value */
} means;

/* As a double, so that what is equal when written is equal here. */
static inline double
mean_value(mean m)
{
	return (double)(m.sum / m.count);
}

/* Read all rows.  An empty policy or class is an error, and so are other choices than the policy within one `by` of what is compared. */
void means_read(means *m, input *in, const comparison_question *asked);

/* The mean of a case under a policy for a class; count 0 where there is no value. */
mean means_find(const means *m, uint32_t place, uint32_t policy, uint32_t class);
