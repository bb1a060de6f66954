/* advise -- when a job of a log would start and end, now or on fewer switches, and whether it pays to wait. */
#pragma once

#include "alloc/options.h"
#include "lib/machine/machine.h"
#include "lib/stream/table.h"

enum { BETTER_TO_WAIT = 3 };	/* the exit status */

/* Answer on standard output, in a row an option, and in a sentence on standard error.  True when it is better to wait. */
bool advise(const alloc_options *opt, table *in, const machine *m);
