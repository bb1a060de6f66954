/* fuzz: SimGrid's time-independent traces and Chakra's in JSON, which begin with a brace, and the programs that they make. */
/* link: gen-workload */
#include "fuzz/fuzz.h"
#include "gen-workload/trace/readers.h"
#include "gen-workload/trace/unroll.h"

void
fuzz_one(const char *text, size_t length)
{
	const trace_pace p = { .flops = 1e9, .scale = 1 };
	program *made;
	calls c = { 0 };

	if (*text == '{') {
		made = chakra_read(fuzz_file(0, text, length), &p);
		if (!made)
			return;
	} else {
		ti_read(fuzz_file(0, text, length), &p, &c);
		made = unroll(&c, "trace");
		FUZZ_LAW(made->ranks == c.ranks);
	}
	for (uint32_t i = 0; i < program_ops(made); i++)
		FUZZ_LAW(made->op[i].size >= 0 && (made->op[i].peer < made->ranks || made->op[i].peer == ANY));
	program_free(made);
	calls_free(&c);
}
