#include "lib/machine/costs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/units.h"
#include "lib/machine/spec/spec.h"

/* Sums of more than SIZE bytes are made at another rate: SIZE:RATE. */
static void
read_large_sums(rank_costs *c, const spec *s)
{
	const char *text = spec_given(s, "sum-bw-large") ? spec_word(s, "sum-bw-large") : NULL, *rate = text ? strchr(text, ':') : NULL;
	char *size;

	if (!text)
		return;
	if (!c->sum_bw)
		spec_bad(s, "sum-bw-large", "is for machines whose sums take time (sum-bw)");
	size = xprintf("%.*s", (int)(rate ? rate - text : 0), text);
	if (!rate || !read_bytes(size, &c->sum_large) || !read_bandwidth(rate + 1, &c->sum_bw_large))
		spec_bad(s, "sum-bw-large", "must be bytes, a colon and a bandwidth, as 1MiB:5GB/s");
	free(size);
}

/* Bits a second; 0: the key is not given. */
static uint64_t
rate_of(const spec *s, const char *key)
{
	return spec_given(s, key) ? spec_bandwidth(s, key) : 0;
}

void
costs_read(machine *m, const spec *s)
{
	rank_costs *c = &m->costs;
	double trips;

	*c = (rank_costs){ .send = spec_int(s, "send-overhead"), .recv = spec_int(s, "recv-overhead"), .byte = spec_int(s, "overhead-per-byte"),
		.gap = spec_int(s, "message-gap"), .eager = spec_given(s, "eager") ? spec_int(s, "eager") : INT64_MAX,
		.copy_bw = rate_of(s, "copy-bw"), .sum_bw = rate_of(s, "sum-bw") };
	read_large_sums(c, s);
	/* The round trips of a handshake. */
	if (!spec_given(s, "rendezvous"))
		return;
	if (!read_real(spec_word(s, "rendezvous"), 0, 1000, &trips))
		spec_bad(s, "rendezvous", "must be a number of round trips from 0 to 1000, as 1 or 0.5");
	if (c->eager == INT64_MAX)
		spec_bad(s, "rendezvous", "needs the size above which messages wait for it (eager)");
	c->rendezvous = llround(trips * 1000);
}

static int64_t
time_at(int64_t bytes, uint64_t bits_per_s)
{
	return bits_per_s ? transfer_ps(bytes, &(speed){ bits_per_s, 0 }) : 0;
}

int64_t
cost_of_send(const rank_costs *c, int64_t bytes)
{
	return c->send + (bytes <= c->eager ? time_at(bytes, c->copy_bw) : 0);
}

int64_t
cost_of_receive(const rank_costs *c, int64_t bytes, bool sums)
{
	int64_t copy = bytes <= c->eager ? time_at(bytes, c->copy_bw) : 0;

	return c->recv + copy + (sums ? time_at(bytes, c->sum_bw_large && bytes > c->sum_large ? c->sum_bw_large : c->sum_bw) : 0);
}
