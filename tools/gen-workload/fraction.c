/* fraction -- digits over a power of ten, so that the floor of a share is that of a paper's
 * arithmetic (V-B: 1056 x 90% / 16 is 59) and never that of a rounded double. */
#include "gen-workload/fraction.h"

#include <string.h>

#include "lib/cli/cli.h"

static const char digits[] = "0123456789";

/* The number in the n digits at s. */
static uint64_t
number(const char *s, size_t n)
{
	uint64_t x = 0;

	while (n-- > 0)
		x = x * 10 + (uint64_t)(*s++ - '0');
	return x;
}

bool
fraction_read(const char *text, uint64_t most, fraction *f)
{
	size_t before = strspn(text, digits), after = 0;
	fraction x = { 0, 1 };

	if (before == 0 || before > 10 || (before > 1 && *text == '0'))
		return false;
	if (text[before] == '.') {
		after = strspn(text + before + 1, digits);
		if (after == 0 || after > FRACTION_DECIMALS || text[before + 1 + after])
			return false;
	} else if (text[before]) {
		return false;
	}
	if (number(text, before) > most)
		return false;
	for (size_t i = 0; i < after; i++)
		x.whole *= 10;
	x.part = number(text, before) * x.whole + number(text + before + 1, after);
	*f = x;
	return true;
}

fraction
utilization_read(const char *text)
{
	fraction u;

	if (!fraction_read(text, 1, &u) || u.part == 0 || u.part > u.whole)
		die(FAIL_USAGE, "--utilization: '%s': must be a decimal number above 0 and at most 1, "
			"of up to %d decimals", text, FRACTION_DECIMALS);
	return u;
}

uint64_t
utilization_jobs(const fraction *u, uint32_t nodes, uint64_t size)
{
	return u->part * nodes / (u->whole * size);
}
