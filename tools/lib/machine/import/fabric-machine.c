#include "lib/machine/import/fabric-machine.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/build.h"
#include "lib/machine/import/fabric.h"

static const struct fabric_format {
	const char *kind;
	void (*read)(topology *t);
} formats[] = {
	{ LOOKS_IBNETDISCOVER, topology_read_ibnetdiscover }, { LOOKS_ARIES, topology_read_aries },
};

static const struct fabric_format *
format_of(const gzlines *in)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (gzlines_look(in, formats[i].kind))
			return &formats[i];
	return NULL;
}

bool
fabric_is(const gzlines *in)
{
	return format_of(in);
}

static uint64_t
bits_per_s(double gigabits)
{
	return (uint64_t)(gigabits * 1e9 + 0.5);
}

static void
take_cables(cables *c, const topology *t, speed usual, machine *m, names *class)
{
	*c = (cables){ .file = t->file, .cable = xcalloc((size_t)t->bundles + 1, sizeof *c->cable), .count = t->bundles, .routers = t->routers };
	for (uint32_t i = 0; i < t->bundles; i++) {
		const bundle *b = &t->bundle[i];
		speed v = { b->gigabits > 0 ? bits_per_s(b->gigabits) : usual.bits_per_s, usual.latency };
		bool added;

		c->cable[i] = (cable){ .end = { b->a, b->b }, .count = b->count, .class = (uint8_t)(names_add(class, b->class, &added) + 1),
			.speed = (uint8_t)machine_speed(m, v.bits_per_s, v.latency) };
		c->links += b->count;
	}
	if (class->count >= UINT8_MAX)
		die(FAIL_DATA, "%s: more than %d classes of links", t->file, UINT8_MAX - 1);
	for (uint32_t i = 0; i < class->count; i++)
		machine_class_name(m, names_at(class, i));
}

/* The rate that most nodes' links have, of those that say one. */
static uint64_t
take_nodes(seats *s, const topology *t)
{
	uint32_t *with = xcalloc((size_t)t->class.count + 1, sizeof *with), best = 0;
	double gigabits = 0;

	assert(t->place);	/* there is a router */
	*s = (seats){ .seat = xcalloc((size_t)t->nodes + 1, sizeof *s->seat), .count = t->nodes, .nics = t->adapters };
	for (uint32_t i = 0; i < t->port_name.count; i++) {
		const fabric_port *p = &t->port[i];
		const fabric_place *n = p->line ? &t->place[p->at] : NULL;

		if (n && n->is_node && !n->left_out && p->gigabits > 0 && ++with[p->class] > best) {
			best = with[p->class];
			gigabits = p->gigabits;
		}
	}
	for (uint32_t i = 0; i < t->name.count; i++) {
		const fabric_place *n = &t->place[i];

		if (!n->is_node || n->left_out || n->router == UINT32_MAX)
			continue;
		s->seat[n->number] = (graph_seat){ .node = n->number, .router = t->place[n->router].number, .group = t->place[n->router].group,
			.name = xstrdup(n->host ? n->host : names_at(&t->name, i)), .line = n->line };
		if (t->grouped && s->seat[n->number].group >= s->groups)
			s->groups = s->seat[n->number].group + 1;
	}
	if (s->count == 0)
		die(FAIL_DATA, "%s: no node%s", t->file, t->adapters > 1 ? xprintf(" of %" PRIu32 " adapters", t->adapters) : "");
	if (s->groups)
		seats_check_groups(s, t->file, t->routers);
	free(with);
	return bits_per_s(gigabits);
}

void
fabric_read(cables *c, seats *s, gzlines *in, uint32_t nics, speed usual, bool rate, machine *m, names *class)
{
	topology t = { .lines = in, .file = gzlines_name(in), .adapters = nics };
	uint64_t most;

	die_hint_not("graph:topology");
	format_of(in)->read(&t);
	if (t.routers == 0)
		die(FAIL_DATA, "%s: no router", t.file);
	topology_join(&t);
	most = take_nodes(s, &t);
	if (rate && most)
		m->speeds[0].bits_per_s = most;
	take_cables(c, &t, usual, m, class);
	gzlines_close(in);
}
