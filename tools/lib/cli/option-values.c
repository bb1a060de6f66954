/* option-values -- see option-values.h. */
#include "lib/cli/option-values.h"

#include <inttypes.h>
#include <string.h>

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

/* "a|b|c" as a message has it: "a, b or c". */
static char *
either(const char *words)
{
	char *list = xcalloc(4 * strlen(words) + 1, 1), *end = list;

	for (const char *p = words; *p; p++) {
		if (*p == '|')
			end = stpcpy(end, strchr(p + 1, '|') ? ", " : " or ");
		else
			*end++ = *p;
	}
	return list;
}

int
option_word(const char *option, const char *arg, const char *words)
{
	size_t length = strlen(arg), n;
	int at = 0;

	for (const char *p = words; n = strcspn(p, "|"), n != length || memcmp(p, arg, n) != 0; p += n + 1, at++)
		if (p[n] == '\0')
			die(FAIL_USAGE, "%s: '%s': must be %s", option, arg, either(words));
	return at;
}
