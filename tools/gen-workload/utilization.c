/* utilization -- digits over a power of ten, so that the floor is that of the paper's
 * arithmetic (V-B: 1056 x 90% / 16 is 59) and never that of a rounded double. */
#include "gen-workload/utilization.h"
#include "lib/cli/cli.h"

utilization
utilization_read(const char *text)
{
	utilization u;

	if (!fraction_read(text, 1, &u) || u.part == 0 || u.part > u.whole)
		die(FAIL_USAGE, "--utilization: '%s': must be a decimal number above 0 and at most 1, "
			"of up to %d decimals", text, FRACTION_DECIMALS);
	return u;
}

uint64_t
utilization_jobs(const utilization *u, uint32_t nodes, uint64_t size)
{
	return u->part * nodes / (u->whole * size);
}
