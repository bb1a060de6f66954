/* fuzz: streams that alloc plays in time. */
/* link: alloc */
#include "fuzz/fuzz.h"

void
fuzz_one(const char *text, size_t length)
{
	fuzz_tool("alloc", "--policy", "level-spread", "--machine", "dragonfly:g=5,a=2,p=2", "--schedule", "easy", fuzz_file(0, text, length), (char *)NULL);
}
