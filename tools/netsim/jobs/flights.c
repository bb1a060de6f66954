/* flights -- making and deleting messages under way. */
#include "lib/cli/cli.h"
#include "netsim/jobs/run.h"

uint32_t
flight_new(traffic_run *r)
{
	uint32_t id = r->flight_free;

	r->flights_alive++;
	if (id != NONE) {
		r->flight_free = flight_of(r, id)->next;
		return id;
	}
	if (r->flight_next == r->flight_end) {
		flights *f = r->flights;
		uint32_t k = atomic_fetch_add(&f->taken, 1);

		/* A block of flights for r alone. */
		if (k >= FLIGHT_BLOCKS)
			die(FAIL_DATA, "too many messages under way at once");
		if (!f->block[k])
			f->block[k] = xlarge(FLIGHT_BLOCK, sizeof **f->block);
		r->flight_next = k * FLIGHT_BLOCK;
		r->flight_end = r->flight_next + FLIGHT_BLOCK;
	}
	return r->flight_next++;
}

void
flight_delete(traffic_run *r, uint32_t id)
{
	r->flights_alive--;
	flight_of(r, id)->next = r->flight_free;
	r->flight_free = id;
}
