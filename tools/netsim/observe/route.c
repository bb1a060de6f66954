/* route -- one packet on an idle network, step by step, played by the engine
 * itself: the first thing to reach for when a number surprises. */
#include "netsim/observe/route.h"

#include "lib/stream/sink.h"
#include "netsim/engine/link.h"
#include "netsim/engine/philox.h"

/* A message of its own for the packet; one byte more than it carries, so that
 * its arrival ends nothing. */
static uint32_t
lone_message(traffic_run *r, uint32_t target, uint32_t bytes)
{
	uint32_t id = flight_new(r);

	r->job = xcalloc(1, sizeof *r->job);
	r->job->mode = r->mode;
	r->job_room = r->jobs = 1;
	*flight_of(r, id) = (flight){ .left = (int64_t)bytes + 1, .to = NONE, .node = target };
	return id;
}

int64_t
route_play(network *n, uint32_t source, uint32_t target, uint32_t bytes, route_step *step, void *context)
{
	uint32_t from = interface_of(n->machine, source, 0), link = n->machine->router_links + from, id;
	traffic_run r;
	int64_t end;

	run_init(&r, n);
	id = interface_cut(&r, from, lone_message(&r, target, bytes), bytes);
	network_touch(n, link);
	link_send(n, id, packet_of(n, id), link, port_of(n, link), 0, network_transfer(n, port_of(n, link)->speed, bytes));
	step(n, packet_of(n, id), context);
	while (!(port_of(n, link)->flags & ENDPOINT)) {
		uint32_t next = calendar_pop(&n->calendar);

		if (next >= n->machine->links)
			n->model->arrive(n, next);
		else {
			port_of(n, next)->wake = NEVER;
			n->model->wake(n, next);
		}
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

	sink_put_int(s, 0, p->link);
	sink_put(s, 1, m->class_name[m->class[p->link]]);
	sink_put(s, 2, machine_end(m, p->link, false));
	sink_put(s, 3, machine_end(m, p->link, true));
	sink_put_int(s, 4, p->channel);
	sink_put_int(s, 5, start);
	sink_put_int(s, 6, start + v->latency);
	sink_put_int(s, 7, p->tail);
	sink_row(s, NULL);
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
