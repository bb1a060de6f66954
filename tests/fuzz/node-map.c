/* fuzz: the list of a lattice's nodes. */
#include "fuzz/fuzz.h"
#include "lib/machine/machine.h"

void
fuzz_one(const char *text, size_t length)
{
	char spec[64];

	snprintf(spec, sizeof spec, "torus:k=3x2x2,p=2,map=%s", fuzz_file(0, text, length));
	machine_build(spec, NULL, 0, "input", 1);
}
