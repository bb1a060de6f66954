/* fuzz: machine files. */
#include "fuzz.h"
#include "lib/machine/spec.h"

void
fuzz_one(const char *text, size_t length)
{
	if (!memchr(text, '/', length))
		spec_read(fuzz_file(0, text, length), true, NULL, 0, "input", 1);
}
