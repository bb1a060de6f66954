/* machine -- what anyone may ask of a machine. */
#include "lib/machine/machine.h"

#include <inttypes.h>
#include <string.h>

#include "lib/cli/option-values.h"
#include "lib/cli/wide.h"

const char *const node_kinds[] = { "compute", "service", "other", "absent", NULL };

int64_t
transfer_ps(int64_t bytes, const speed *s)
{
	wide ps = ((wide)8 * 1000000000000U * (uint64_t)bytes + s->bits_per_s - 1) / s->bits_per_s;

	return ps < INT64_MAX / 2 ? (int64_t)ps : INT64_MAX / 2;
}

/* Which of its node's interfaces it is, from 0 on. */
static uint32_t
nic_of(const machine *m, uint32_t interface)
{
	uint32_t k = 0;

	while (m->nics > 1 && interface_of(m, m->interface_node[interface], k) != interface)
		k++;
	return k;
}

const char *
machine_end(const machine *m, uint32_t link, bool far_end)
{
	static char text[4][24];
	static unsigned next;
	char *s = text[next++ % 4];
	uint32_t end = far_end ? m->to[link] : m->from[link];
	bool node = m->class[link] == CLASS_NODE && (link >= m->router_links) != far_end;

	if (end == NONE)
		return "";
	if (node && m->nics > 1)
		snprintf(s, sizeof text[0], "n%" PRIu32 ".%" PRIu32, m->interface_node[end], nic_of(m, end));
	else
		snprintf(s, sizeof text[0], "%c%" PRIu32, node ? 'n' : 'r', end);
	return s;
}

const level *
machine_level(const machine *m, const char *name)
{
	for (int i = 0; i < m->levels; i++)
		if (strcmp(m->level[i].name, name) == 0)
			return &m->level[i];
	return NULL;
}

bool
kind_among(const machine *m, const char *names)
{
	return word_among(names, m->kind->name);
}
