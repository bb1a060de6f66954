/* fuzz: machines by their specs, inline; the canonical text is its own.  What would be large is only read. */
#include "fuzz/fuzz.h"
#include "lib/machine/build.h"

/* Numbers of three digits and bandwidths of any length make machines that are built in no time, or too large. */
static bool
small(const char *text)
{
	int digits = 0;

	for (; *text; text++) {
		digits = *text >= '0' && *text <= '9' ? digits + 1 : 0;
		if (digits > 1)
			return false;
	}
	return true;
}

void
fuzz_one(const char *text, size_t length)
{
	char *once, *twice;
	spec *s, *t;

	(void)length;
	if (strchr(text, '/') && strstr(text, "graph"))
		return;		/* no files of this machine */
	s = machine_spec(text, false, NULL, 0, "input", FAIL_DATA);
	once = spec_canonical(s);
	t = machine_spec(once, false, NULL, 0, "canonical", FAIL_DATA);
	twice = spec_canonical(t);
	FUZZ_LAW(strcmp(once, twice) == 0);
	if (small(text)) {
		machine *m = machine_build(text, NULL, 0, "input", FAIL_DATA), *n = machine_build(m->spec, NULL, 0, "canonical", FAIL_DATA);

		FUZZ_LAW(strcmp(m->spec, n->spec) == 0 && m->nodes == n->nodes && m->links == n->links);
		for (uint32_t l = 0; l < m->router_links; l++)
			FUZZ_LAW(m->to[l] == NONE || m->to[m->reverse[l]] == m->from[l]);
	}
}
