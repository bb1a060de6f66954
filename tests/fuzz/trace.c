/* fuzz: SimGrid's time-independent traces, and the programs that they make. */
/* link: gen-workload */
#include "fuzz/fuzz.h"
#include "gen-workload/trace/readers.h"
#include "gen-workload/trace/unroll.h"

void
fuzz_one(const char *text, size_t length)
{
	const trace_pace p = { .flops = 1e9, .scale = 1 };
	program *made;
	calls c;

	ti_read(fuzz_file(0, text, length), &p, &c);
	made = unroll(&c, "trace");
	FUZZ_LAW(made->ranks == c.ranks);
	for (uint32_t i = 0; i < program_ops(made); i++)
		FUZZ_LAW(made->op[i].size >= 0 && (made->op[i].peer < made->ranks || made->op[i].peer == ANY));
	program_free(made);
	calls_free(&c);
}
