/* fuzz: machine files. */
#include "fuzz/fuzz.h"
#include "lib/machine/build.h"

/* Does it name no file elsewhere: is every '/' that of a bandwidth (9.4GB/s), or between two values? */
static bool
stays_here(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (text[i] == '/' && (i == 0 || !memchr("Bbs0123456789", text[i - 1], 13)))
			return false;
	return true;
}

void
fuzz_one(const char *text, size_t length)
{
	if (stays_here(text, length))
		machine_spec(fuzz_file(0, text, length), true, NULL, 0, "input", 1);
}
