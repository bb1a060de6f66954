/* utilization -- digits over a power of ten, so that the floor is that of the paper's
 * arithmetic (V-B: 1056 x 90% / 16 is 59) and never that of a rounded double. */
#include <stdbool.h>
#include <string.h>

#include "gen-workload/utilization.h"
#include "lib/cli/cli.h"

enum { DECIMALS = 9 };

/* Digits of text into u; false when they are no such number. */
static bool
read_fraction(const char *text, utilization *u)
{
	const char *s = text;
	size_t decimals;

	if (*s != '0' && *s != '1')
		return false;
	*u = (utilization){ (uint64_t)(*s++ - '0'), 1 };
	if (*s == '\0')
		return true;
	decimals = strspn(s + 1, "0123456789");
	if (*s++ != '.' || decimals == 0 || decimals > DECIMALS || s[decimals])
		return false;
	for (; *s; s++) {
		u->part = u->part * 10 + (uint64_t)(*s - '0');
		u->whole *= 10;
	}
	return true;
}

utilization
utilization_read(const char *text)
{
	utilization u;

	if (!read_fraction(text, &u) || u.part == 0 || u.part > u.whole)
		die(FAIL_USAGE, "--utilization: '%s': must be a decimal number above 0 and at most 1, "
			"of up to %d decimals", text, DECIMALS);
	return u;
}

uint64_t
utilization_jobs(const utilization *u, uint32_t nodes, uint64_t size)
{
	return u->part * nodes / (u->whole * size);
}
