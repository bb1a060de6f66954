/* ibnetdiscover-write -- a machine as ibnetdiscover prints the subnet of InfiniBand that it would be: switches and adapters with the GUIDs
 * and ports that lib/route/opensm.h gives them, as far as adapters reach.  ibsim simulates such a subnet from the file. */
#include <inttypes.h>
#include <stdio.h>

#include "lib/route/opensm.h"
#include "metrics/machine/topology/topology.h"

/* Width and speed of a link: four lanes of the slowest rate that carries its bandwidth; of more, the fastest. */
static const char *
speed_name(const machine *m, uint32_t link)
{
	static const struct { double gigabits; const char *name; } rates[] = { { 8, "4xSDR" }, { 16, "4xDDR" },
		{ 32, "4xQDR" }, { 54.6, "4xFDR" }, { 100, "4xEDR" }, { 200, "4xHDR" }, { 400, "4xNDR" } };
	double gigabits = (double)m->speeds[m->speed_of[link]].bits_per_s / 1e9;

	for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
		if (gigabits <= rates[i].gigabits)
			return rates[i].name;
	return "4xXDR";
}

static void
write_switch(const opensm_fabric *f, uint32_t r)
{
	const machine *m = f->machine;
	uint64_t guid = OPENSM_SWITCH + r;

	printf("\nvendid=0x0\ndevid=0x0\nsysimgguid=0x%" PRIx64 "\nswitchguid=0x%" PRIx64 "(%" PRIx64 ")\n", guid, guid, guid);
	printf("Switch\t%" PRIu32 " \"S-%016" PRIx64 "\"\t\t# \"router %" PRIu32 "\" base port 0 lid 0 lmc 0\n",
		m->first[r + 1] - m->first[r], guid, r);
	for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++) {
		uint32_t to = m->to[l];
		uint64_t adapter = OPENSM_ADAPTER + 2 * (uint64_t)to;

		if (!opensm_link_up(f, l))
			continue;
		printf("[%" PRIu32 "]\t", l - m->first[r] + 1);
		if (m->class[l] == CLASS_NODE)
			printf("\"H-%016" PRIx64 "\"[1](%" PRIx64 ") \t\t# \"node %" PRIu32 "\" lid 0 %s\n", adapter, adapter + 1, to, speed_name(m, l));
		else
			printf("\"S-%016" PRIx64 "\"[%" PRIu32 "]\t\t# \"router %" PRIu32 "\" lid 0 %s\n", OPENSM_SWITCH + to,
				m->reverse[l] - m->first[to] + 1, to, speed_name(m, l));
	}
}

static void
write_adapter(const opensm_fabric *f, uint32_t i)
{
	const machine *m = f->machine;
	uint32_t r = m->interface_router[i], link = m->reverse[m->router_links + i];
	uint64_t guid = OPENSM_ADAPTER + 2 * (uint64_t)i;

	printf("\nvendid=0x0\ndevid=0x0\nsysimgguid=0x%" PRIx64 "\ncaguid=0x%" PRIx64 "\nCa\t1 \"H-%016" PRIx64 "\"\t\t# \"node %" PRIu32 "\"\n",
		guid, guid, guid, i);
	printf("[1](%" PRIx64 ") \t\"S-%016" PRIx64 "\"[%" PRIu32 "]\t\t# lid 0 lmc 0 \"router %" PRIu32 "\" lid 0 %s\n", guid + 1,
		OPENSM_SWITCH + r, link - m->first[r] + 1, r, speed_name(m, link));
}

void
topology_write_ibnetdiscover(const machine *m, const cli *c, const char *nodes)
{
	opensm_fabric *f = opensm_fabric_new(m);

	(void)c, (void)nodes;
	printf("# %s\n", m->spec);
	for (uint32_t r = 0; r < m->routers; r++)
		if (f->part[r])
			write_switch(f, r);
	for (uint32_t i = 0; i < m->interfaces; i++)
		if (kind_of_node(m, node_of_interface(m, i)) != NODE_ABSENT)
			write_adapter(f, i);
}
