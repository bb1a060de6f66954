/* condition -- what select asks of a cell: "nodes>=16", "alloc~^r". */
#ifndef HOPLINE_METRICS_CONDITION_H
#define HOPLINE_METRICS_CONDITION_H

#include <stdbool.h>

#include "lib/regex/regex.h"

typedef struct condition {
	char *column;
	const struct operator *operator;
	const char *value;
	bool is_number;		/* the value is one: */
	double number;
	regex *regex;		/* of ~ and !~ */
} condition;

/* Read "COLUMN OPERATOR VALUE", written without blanks; what is none exits 2. */
void condition_read(condition *c, const char *text);

/* Whether a cell meets it.  When that cannot be said *why tells what is wanted. */
bool condition_met(const condition *c, const char *cell, const char **why);

#endif
