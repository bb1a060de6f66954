/* means -- the mean of a value for every case, policy and class. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "lib/stream/names.h"
#include "metrics/groups.h"
#include "metrics/input.h"

/* Handles of the input's columns. */
typedef struct roles {
	int by, bys;		/* tables that are compared apart from one another */
	int cases;		/* behind those of `by`: what makes a case */
	int policy;
	int class;		/* -1: each of the values is a class, called like its column */
	int value, values;
	double least;		/* that a value may be */
	const names *apart;	/* the names of `by` */
	const char *reference;	/* the policies whose rows are compared: this one */
	const names *against;	/* and these; none: all */
} roles;

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

/* Read all rows.  An empty policy or class is an error, and so are other choices than the policy within one `by`. */
void means_read(means *m, input *in, const roles *r);

/* The mean of a case under a policy for a class; count 0 where there is no value. */
mean means_find(const means *m, uint32_t place, uint32_t policy, uint32_t class);
