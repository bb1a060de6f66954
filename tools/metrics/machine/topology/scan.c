/* scan -- a line, from its beginning. */
#include <string.h>

#include "metrics/machine/topology/topology.h"

bool
skip_text(const char **at, const char *text)
{
	size_t n = strlen(text);
	bool there = strncmp(*at, text, n) == 0;

	*at += there ? n : 0;
	return there;
}

bool
skip_blanks(const char **at)
{
	size_t n = strspn(*at, " \t");

	*at += n;
	return n > 0;
}

bool
skip_number(const char **at, int base, uint32_t *number)
{
	const char *s = *at;
	uint64_t n = 0;

	for (; *s >= '0' && *s < '0' + base && n <= INT32_MAX; s++)
		n = n * (unsigned)base + (unsigned)(*s - '0');
	if (s == *at || n > INT32_MAX)
		return false;
	*number = (uint32_t)n;
	*at = s;
	return true;
}
