/* option-values -- see option-values.h. */
#include "lib/cli/option-values.h"

#include <inttypes.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"

int64_t
option_int(const char *option, const char *arg, int64_t min, int64_t max)
{
	int64_t n;

	if (!read_int(arg, min, max, &n))
		die(FAIL_USAGE, "%s: '%s': must be an integer from %" PRId64 " to %" PRId64, option, arg, min, max);
	return n;
}

int64_t
option_size(const char *option, const char *arg)
{
	int64_t bytes;

	if (!read_bytes(arg, &bytes) || bytes < 1)
		die(FAIL_USAGE, "%s: '%s': must be a size of at least 1 byte, such as 1KB", option, arg);
	return bytes;
}

int64_t
option_time(const char *option, const char *arg, int64_t least)
{
	int64_t ps;

	if (!read_time(arg, &ps) || ps < least)
		die(FAIL_USAGE, "%s: '%s': must be a time%s, such as 20us", option, arg, least > 0 ? " above 0" : "");
	return ps;
}
