/* fraction -- decimal numbers of the command line, exactly. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { FRACTION_DECIMALS = 9 };

typedef struct fraction {
	uint64_t part, whole;	/* whole: a power of ten up to 10^9 */
} fraction;

/* A decimal number such as 2, 0.9 or 1.25: no sign, no exponent, up to FRACTION_DECIMALS decimals, what is before the point
 * at most `most` (itself at most 10^9).  False, and f is what it was, when the text is no such number. */
bool fraction_read(const char *text, uint64_t most, fraction *f);

/* The value of --utilization, the share of a machine that jobs fill: above 0 and at most 1.  Dies otherwise. */
fraction utilization_read(const char *text);

/* floor(nodes * utilization / size): how many jobs of `size` nodes that makes, or how many nodes each of `size` jobs has. */
uint64_t utilization_jobs(const fraction *u, uint32_t nodes, uint64_t size);
