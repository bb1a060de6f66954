/* route -- one packet on an idle network, step by step, played by the engine
 * itself: the first thing to reach for when a number surprises. */
#include "netsim/observe/route.h"

#include "lib/stream/sink.h"
#include "netsim/engine/link.h"
#include "netsim/engine/philox.h"

int64_t
route_play(network *n, uint32_t source, uint32_t target, uint32_t bytes, route_step *step, void *context)
{
	uint32_t from = interface_of(n->machine, source, 0), link = n->machine->router_links + from, sent, id;
	traffic_run r;
	int64_t end;

	run_init(&r, n);
	r.job = xcalloc(1, sizeof *r.job);
	r.job->mode = r.mode;
	r.job_room = r.jobs = 1;
	sent = flight_new(&r);	/* of one byte more than the packet carries, so that its arrival ends nothing */
	*flight_of(&r, sent) = (flight){ .left = (int64_t)bytes + 1, .to = NONE, .node = target };
	id = interface_cut(&r, from, sent, bytes);
	network_touch(n, link);
	link_send(n, id, packet_of(n, id), link, port_of(n, link), 0, network_transfer(n, port_of(n, link)->speed, bytes));
	step(n, packet_of(n, id), context);
	while (!(port_of(n, link)->flags & ENDPOINT)) {
		run_event(&r);
		if (packet_of(n, id)->link != link && packet_of(n, id)->link != NONE) {	/* NONE: behind a crossbar */
			link = packet_of(n, id)->link;
			step(n, packet_of(n, id), context);
		}
	}
	end = packet_of(n, id)->tail;
	r.jobs = 0;
	run_reset(&r);
	run_free(&r);
	return end;
}

static void
write_step(const network *n, const packet *p, void *context)
{
	const machine *m = n->machine;
	const link_speed *v = &n->speed[port_of(n, p->link)->speed];
	int64_t start = p->tail - v->latency - network_transfer(n, port_of(n, p->link)->speed, p->bytes);
	sink *s = context;

	sink_line(s, "usssulll", p->link, m->class_name[m->class[p->link]], machine_end(m, p->link, false), machine_end(m, p->link, true),
		(uint32_t)p->channel, start, start + v->latency, p->tail);
}

void
route_show(const cli *c, network *n, uint32_t source, uint32_t target, uint32_t bytes)
{
	static const char *const column[] = { "link", "class", "from", "to", "channel", "start_ps", "head_ps", "tail_ps" };
	sink *s = sink_open(NULL, c);

	for (size_t i = 0; i < sizeof column / sizeof *column; i++)
		sink_own(s, column[i]);
	sink_header(s, n->machine->spec);
	philox_key(n->route_key, c->seed, "route", "1", "");
	route_play(n, source, target, bytes, write_step, s);
	sink_close(s);
}
