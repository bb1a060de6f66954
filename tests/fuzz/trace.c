/* fuzz: SimGrid's time-independent traces, Chakra's in JSON, which begin with a brace, and in protobuf, which begin with a byte that no text
 * has; and the programs that they make. */
/* link: gen-workload */
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "gen-workload/trace/readers.h"
#include "gen-workload/trace/unroll.h"

/* A name for the file as protobuf has it. */
static const char *
named_et(const char *file)
{
	static char name[64];

	snprintf(name, sizeof name, "/tmp/hopline-fuzz.%ld.et", (long)getpid());
	unlink(name);
	if (symlink(file, name) != 0)
		abort();
	return name;
}

void
fuzz_one(const char *text, size_t length)
{
	const trace_pace p = { .flops = 1e9, .scale = 1 };
	program *made;
	calls c = { 0 };

	if (*text == '{' || strchr("\001\002\003\004\005\006\007\010", *text)) {
		const char *file = fuzz_file(0, text, length);

		made = chakra_read(*text == '{' ? file : named_et(file), &p);
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
