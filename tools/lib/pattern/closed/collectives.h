/* collectives -- patterns that are one collective of MPI, by its algorithm (lib/program/collective.h). */
#pragma once

#include "lib/pattern/closed/follow.h"

/* Their first columns, in this order. */
enum { ALGORITHM, SEND_COMPLETES, ELEMENT, COLLECTIVE_COLUMNS };
#define COLLECTIVE_COLUMN_LIST \
	[ALGORITHM] = { .name = "algorithm", .value = "NAME", .about = "pattern of a collective: its algorithm; default: the one that " \
		"Open MPI takes" }, \
	[SEND_COMPLETES] = SEND_COMPLETES_COLUMN("pattern of a collective with an algorithm"), \
	[ELEMENT] = { .name = "element", .size = true, .least = 1 }	/* bytes that stay together where a vector is divided */

/* Is an algorithm given? */
bool collective_given(const own_cells *c);

/* t runs the collective of its pattern's name by that algorithm, the default when there is none. */
void collective_follow(traffic *t, const own_cells *c);
