/* fraction -- digits over a power of ten. */
#include <string.h>

#include "gen-workload/fraction.h"

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
