/* links -- what a link costs, and what its ends are called. */
#include <inttypes.h>
#include <stdio.h>

#include "lib/machine/build.h"

int64_t
transfer_ps(int64_t bytes, const speed *s)
{
	wide ps = ((wide)8 * 1000000000000U * (uint64_t)bytes + s->bits_per_s - 1) / s->bits_per_s;

	return ps < INT64_MAX / 2 ? (int64_t)ps : INT64_MAX / 2;
}

const char *
machine_end(const machine *m, uint32_t link, bool far_end)
{
	static char text[4][16];
	static unsigned next;
	char *s = text[next++ % 4];
	uint32_t end = far_end ? m->to[link] : m->from[link];
	bool node = m->class[link] == CLASS_NODE && (link >= m->router_links) != far_end;

	if (end == NONE)
		return "";
	snprintf(s, sizeof text[0], "%c%" PRIu32, node ? 'n' : 'r', end);
	return s;
}
