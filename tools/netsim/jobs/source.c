/* source -- open-loop jobs: nodes that create messages at random times.
 *
 * Gaps between the messages of a node are exponential, or all alike (column arrivals; hopline-patterns.7,
 * "Open-loop traffic").  A node's queue of messages not yet sent is not stored: how many there
 * are follows from when the next one is created, and that is drawn when the one
 * before it is sent. */
#include "netsim/jobs/run.h"

enum { PARTS = 256 };

/* ln of the middles of the PARTS parts of [1, 2), and their inverses. */
static double log_of[PARTS], inverse_of[PARTS];

/* By basic arithmetic only, so that every machine gives the same bits:
 * ln m = 2 artanh((m-1)/(m+1)). */
static void
make_table(void)
{
	for (int i = 0; i < PARTS; i++) {
		double m = 1 + (i + 0.5) / PARTS, s = (m - 1) / (m + 1), series = 0;

		for (int k = 31; k >= 1; k -= 2)
			series = series * s * s + 1.0 / k;
		log_of[i] = 2 * s * series;
		inverse_of[i] = 1 / m;
	}
}

/* -ln((word + 1/2) / 2^32), to 11 digits: the power of two, the middle of the part, and
 * a series for the rest. */
static double
exponential(uint32_t word)
{
	uint64_t x = (uint64_t)word << 1 | 1;	/* of 2^33 */
	int shift = __builtin_clzll(x);
	uint64_t m = x << shift;		/* leading bit on top */
	uint32_t part = (uint32_t)(m >> 55) & (PARTS - 1);
	double r = (double)(int64_t)(m >> 1) * 0x1p-62 * inverse_of[part] - 1;

	return (shift - 30) * 0.69314718055994531 - log_of[part] - r * (1 - r * (0.5 - r * (1.0 / 3 - r * 0.25)));
}

/* `time` plus that many ps; NEVER when no case lasts that long. */
static int64_t
behind(int64_t time, double gap)
{
	return gap < 4e18 ? time + (int64_t)(gap + 0.5) : NEVER;
}

/* Draw when the next message of f is created and where it goes.  A random block
 * serves two messages. */
static void
draw(const case_job *j, interface *f)
{
	uint32_t gap, block[4];

	if (f->messages & 1) {
		gap = f->spare[0];
		f->target = f->spare[1];
	} else {
		philox4x32((uint32_t[4]){ f->messages >> 1, f->index, 0, 0 }, j->draw_key, block);
		gap = block[0];
		f->target = block[1];
		f->spare[0] = block[2];
		f->spare[1] = block[3];
	}
	f->messages++;
	f->created = j->periodic ? behind(j->start, j->gap * (f->messages - 1)) : behind(f->created, j->gap * exponential(gap));
	if (f->created >= j->stop)
		f->created = NEVER;
}

/* Give the nodes of the job their sources; the first messages are drawn. */
static void
start(traffic_run *r, uint32_t at)
{
	case_job *j = &r->job[at];
	const endpoints *e = &j->endpoints;
	uint32_t nics = r->net->machine->nics;

	if (log_of[0] == 0)
		make_table();
	for (uint32_t k = 0; k < r->net->parts; k++)
		part_at(r->net, k)->open_loop = true;
	for (uint32_t i = 0; i < e->nodes * nics; i++) {
		traffic_run *part = run_of_node(r, e->node[i / nics]);
		uint32_t number = interface_of(r->net->machine, e->node[i / nics], i % nics);
		interface *f = &r->interface[number];

		r->interface[number].job = NONE;
		interface_take(r, number, at);
		f->index = i & INT32_MAX;
		f->created = j->start;
		if (e->pattern->target(e, i / nics, 0) == i / nics)
			continue;
		j->senders += i % nics == 0;
		draw(j, f);
		part->sources += f->created != NEVER;
		interface_follow(part, number);
	}
	if (!j->background && j->drained > r->drained)
		r->drained = j->drained;
}

static bool
in_window(const case_job *j, int64_t created)
{
	return created >= j->warm && created < j->stop;
}

void
source_next(traffic_run *r, interface *f)
{
	case_job *j = &r->job[f->job];
	const endpoints *e = &j->endpoints;
	uint32_t id = flight_new(r), to = e->pattern->target(e, f->index / r->net->machine->nics, f->target);

	*flight_of(r, id) = (flight){
		.posted = f->created, .left = j->bytes, .job = f->job, .to = NONE, .node = e->node[to]
	};
	j->measured += in_window(j, f->created);
	f->flight = id;
	f->left = j->bytes;
	draw(j, f);
	r->sources -= f->created == NEVER;
}

static void
arrived(traffic_run *r, case_job *j, const packet *p, int64_t time)
{
	flight *m = flight_of(r, p->message);

	m->left -= p->bytes;
	if (in_window(j, time)) {
		j->payload += p->bytes;
		j->second_half += time >= j->middle ? p->bytes : 0;
	}
	if (m->left)
		return;
	j->messages++;
	if (in_window(j, m->posted) && time <= j->drained) {
		j->measured--;
		histogram_add(&j->latency, time - m->posted);
	}
	flight_delete(r, p->message);
}

/* A packet that arrives before the end counts at once: nothing hangs on when. */
static void
delivered(traffic_run *r, case_job *j, uint32_t id)
{
	packet *p = packet_of(r->net, id);

	if (p->tail > r->drained) {
		run_deliver(r, id, p, p->tail);
		return;
	}
	arrived(r, j, p, p->tail);
	packet_delete(r->net, id);
}

const run_mode mode_open = { .start = start, .send = interface_follow, .delivered = delivered, .arrived = arrived };

const interface *
source_interface(const traffic_run *r, const case_job *j, uint32_t i)
{
	const machine *m = r->net->machine;

	return &r->interface[interface_of(m, j->endpoints.node[i / m->nics], i % m->nics)];
}

bool
source_is_late(const traffic_run *r, const case_job *j, int64_t created)
{
	return j->background && in_window(j, created) && created >= r->end;
}

uint64_t
source_measured(const traffic_run *r, const case_job *j, uint64_t enough)
{
	int64_t stop = j->background ? r->end : j->stop;
	uint64_t count = j->latency.values + j->measured;

	for (uint32_t i = 0; i < j->endpoints.nodes * r->net->machine->nics; i++) {
		const interface *f = source_interface(r, j, i);

		if (f->flight != NONE && f->left == j->bytes)
			count -= source_is_late(r, j, flight_of(r, f->flight)->posted);
	}
	for (uint32_t i = 0; i < j->endpoints.nodes * r->net->machine->nics; i++) {
		interface f = *source_interface(r, j, i);	/* a copy: its queue is drawn and forgotten */

		for (; f.messages && f.created < stop && count < enough; draw(j, &f))
			count += f.created >= j->warm;
	}
	return count;
}
