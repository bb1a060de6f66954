/* fraction -- digits over a power of ten, so that the floor of a share is that of a paper's
 * arithmetic (V-B: 1056 x 90% / 16 is 59) and never that of a rounded double. */
#include "gen-workload/fraction.h"

#include "lib/cli/cli.h"
#include "lib/cli/units.h"

bool
fraction_read(const char *text, uint64_t most, fraction *f)
{
	fraction x = { 0, 1 };
	size_t places;
	const char *end = read_decimal(text, &x.part, &places);

	if (!end || *end || places > FRACTION_DECIMALS || (*text == '0' && text[1] && text[1] != '.'))
		return false;
	while (places--)
		x.whole *= 10;
	if (x.part / x.whole > most)
		return false;
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
