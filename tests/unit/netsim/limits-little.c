/* link: netsim */
/* limits-little -- Little's law (L = lambda W; Little, Operations Research 9(3), 1961) on every kind of machine under every routing.
 *
 * A message is in the network from being posted to its arrival.  Over a run that begins and ends empty, the time integral of
 * how many there are is the sum of their latencies: L T = n W, not on average but for every run, below saturation or above.
 * The left side is sampled: another job, a clock on a node of its own, looks at regular times at how many messages have been
 * posted, which is counted from the phases of the tasks or drawn anew as hopline-patterns.7 describes the sources, and how many have
 * arrived.  The right side is the sum of latencies that the engine kept.  A message that lives for w is seen by w / d
 * samples, less than one more or less, so the sides differ by less than d a message. */
#include <math.h>

#include "netsim/engine/philox.h"
#include "unit/netsim/limits.h"

enum { PACKET = 256, SHOW = 5, MOST_SAMPLES = 50000 };
#define SPAN INT64_C(30000000)	/* ps in which sources create */
#define FIRST INT64_C(1000)	/* when the clock begins, as its compute_s says */

/* What the clock knows and sees. */
typedef struct watch {
	traffic_run *run;
	int64_t step;		/* ps between two looks */
	int64_t *created;	/* open loop: when each message is, ascending */
	uint64_t creates, past;	/* how many; how many of them are past */
	uint64_t *drawn_in, *drawn_out;	/* [nodes], open loop: messages from and to each */
	uint64_t *before;	/* [tasks, phases + 1], closed loop: how many a task sends in the phases before one, of an iteration */
	uint64_t samples, inside;	/* looks, and the messages that they saw, together */
} watch;

static watch clock_of;		/* a pattern has no other way to it */

typedef struct tally {
	int runs, unlike, unfinished, miscounted;
	uint64_t messages;
	double farthest;	/* the largest |L / (lambda W) - 1| */
} tally;

static int shown;

/* How many messages each task of a closed-loop job sends before each phase, from the pattern. */
static uint64_t *
sent_before(const case_job *j)
{
	uint64_t *before = xcalloc((size_t)j->tasks * (j->phases + 1), sizeof *before), *k = before;

	for (uint32_t i = 0; i < j->tasks; i++, k++)
		for (uint32_t f = 0; f < j->phases; f++, k++)
			k[1] = k[0] + traffic_sends(&j->traffic, f, i);
	return before;
}

/* How many messages the tasks of job 0 have posted, those within nodes too. */
static uint64_t
posted(const traffic_run *r)
{
	const case_job *j = &r->job[0];
	const uint64_t *before = clock_of.before;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < j->tasks; i++, before += j->phases + 1) {
		const task *k = &r->task[j->first_task + i];
		uint64_t upto = k->phase + (k->running != 0);

		sum += upto / j->phases * before[j->phases] + before[upto % j->phases];
	}
	return sum;
}

/* The clock's phase begins: look, and stop after the end of job 0. */
static uint32_t
tick(const traffic *t, uint32_t phase, uint32_t self)
{
	watch *w = &clock_of;
	const case_job *j = &w->run->job[0];
	case_job *clock = &w->run->job[1];
	int64_t now = w->run->net->calendar.now;
	bool over;

	(void)t, (void)phase, (void)self;
	while (w->past < w->creates && w->created[w->past] <= now)
		w->past++;
	w->inside += (!j->tasks ? w->past : posted(w->run)) - j->messages;
	over = !j->tasks ? w->past == w->creates && j->messages == w->creates : w->run->tasks_left == 0;
	if (over || ++w->samples == MOST_SAMPLES)
		clock->goal = w->run->task[clock->first_task].phase + 1;
	return 0;
}

static uint32_t
none(const traffic *t, uint32_t phase, uint32_t self)
{
	(void)t, (void)phase, (void)self;
	return 0;
}

static const pattern ticking = { .name = "clock", .sends = tick, .receives = none };

static int
compare_times(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Draw what the sources of open-loop job 0 draw until SPAN, as hopline-patterns.7 says and not as source.c does it: exponential gaps. */
static void
draw_all(watch *w, const case_job *j, const machine *m, const char *case_)
{
	const endpoints *e = &j->endpoints;
	const double gap = (double)j->bytes * 8e12 / (j->load * (double)m->speeds[m->speed_of[m->router_links]].bits_per_s);
	uint64_t room = (uint64_t)(4 * (double)e->nodes * ((double)SPAN / gap + 20));
	uint32_t key[2];

	w->created = xalloc(room, sizeof *w->created);
	w->drawn_in = xcalloc(m->nodes, sizeof *w->drawn_in);
	w->drawn_out = xcalloc(m->nodes, sizeof *w->drawn_out);
	philox_key(key, 1, "source", case_, j->id);
	for (uint32_t v = 0; v < e->nodes; v++) {
		int64_t at = 0;

		for (uint32_t k = 0; e->pattern->target(e, v, 0) != v; k++) {
			uint32_t block[4], half = k % 2 * 2;

			philox4x32((uint32_t[4]){ k / 2, v, 0, 0 }, key, block);
			at += (int64_t)(-log((block[half] + 0.5) / 4294967296.0) * gap + 0.5);
			if (at >= SPAN || w->creates == room)
				break;
			w->created[w->creates++] = at;
			w->drawn_in[e->node[v]]++;
			w->drawn_out[e->node[e->pattern->target(e, v, block[half + 1])]]++;
		}
	}
	qsort(w->created, w->creates, sizeof *w->created, compare_times);
}

/* Put the clock in the place of job 1, and play. */
static void
play_watched(stage *s)
{
	case_job *clock = &s->run.job[1];
	traffic before = clock->traffic;
	uint32_t phases = clock->traffic.own_phases;

	clock_of.run = &s->run;
	clock->traffic.pattern = &ticking;
	clock->traffic.peers = NULL;	/* it has none: it is asked */
	clock->traffic.own_phases = clock->phases = 1;
	clock->silent = false;
	clock->goal = INT32_MAX;
	clock->compute = clock_of.step;
	stage_play(s);
	clock->traffic = before;
	clock->traffic.own_phases = phases;
}

/* Open loop: the links of each node carried what its sources drew. */
static bool
as_drawn(const stage *s)
{
	const machine *m = s->machine;
	const link_stats *f = s->net.statistics->link;
	uint64_t bytes = (uint64_t)s->run.job[0].bytes;

	for (uint32_t v = 0; v < m->nodes; v++) {
		uint32_t in = m->router_links + v, out = m->reverse[in];

		if (f[in].bytes != bytes * clock_of.drawn_in[v] || f[out].bytes != bytes * clock_of.drawn_out[v] ||
			f[in].busy != time_of(m, in, f[in].bytes) || f[out].busy != time_of(m, out, f[out].bytes))
			return false;
	}
	return true;
}

static void
check(const stage *s, tally *t)
{
	const case_job *j = &s->run.job[0];
	const watch *w = &clock_of;
	double area = (double)w->inside * (double)w->step, sum = (double)j->latency.sum, n = (double)j->latency.values;
	bool alike = fabs(area - sum) <= n * (double)w->step;	/* none where transpose moves nobody */
	bool finished = !j->tasks ? j->messages == w->creates && j->latency.values == w->creates : j->messages == posted(&s->run);
	bool counted = j->tasks || as_drawn(s);

	t->runs++;
	t->messages += j->latency.values;
	t->unlike += !alike;
	t->unfinished += !finished;
	t->miscounted += !counted;
	if (sum > 0 && fabs(area / sum - 1) > t->farthest)
		t->farthest = fabs(area / sum - 1);
	if ((!alike || !finished || !counted) && shown++ < SHOW)
		fprintf(stderr, "# not so: %s, %s, %s: %.0f messages (%" PRIu64 " arrived, %" PRIu64 " drawn), integral %.9g s, latencies %.9g s%s\n", s->machine->spec,
			s->routing->name, s->batch.id, n, j->messages, w->creates, area * 1e-12, sum * 1e-12, counted ? "" : ", links differ");
}

/* Play the cases of a table, whose rows are a job and a clock each. */
static void
play(const machine *m, const routing *r, const char *text, bool rounds, int64_t step, tally *t)
{
	stage s;

	stage_open(&s, (machine *)m, r, 0, text, rounds, PACKET);
	while (stage_next(&s)) {
		case_job *j = &s.run.job[0];

		clock_of = (watch){ .step = step };
		if (!j->tasks) {
			draw_all(&clock_of, j, m, s.batch.id);
			j->stop = SPAN;
		} else {
			clock_of.before = sent_before(j);
		}
		play_watched(&s);
		check(&s, t);
		free(clock_of.created);
		free(clock_of.drawn_in);
		free(clock_of.drawn_out);
		free(clock_of.before);
		run_reset(&s.run);
	}
	stage_close(&s);
}

/* The clock of a case is on the last node. */
static char *
with_clock(const char *text, const char *case_, const machine *m, const char *columns)
{
	return xprintf("%s%s,j,%u,%s\n%s,clock,1,1,halo2d,,,1e-9,,%u,\n", text, case_, m->nodes - 1, columns, case_, m->nodes - 1);
}

static const char header[] = "case,job,nodes,tasks,pattern,bytes,iterations,compute_s,load,node_list,circuits\n";

/* Sources that create for a while: below saturation and above, messages of one packet and of three. */
static const char *
open_cases(const place *p, const machine *m)
{
	static const struct { const char *pattern, *load; int bytes; } known[] = {
		{ "uniform", "0.1", 256 }, { "uniform", "0.4", 700 }, { "uniform", "0.9", 256 }, { "bitcomplement", "0.2", 256 },
		{ "transpose", "0.3", 100 }, { "tornado", "0.5", 256 }, { "permutation", "0.3", 700 },
	};
	const char *text = header;

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		text = with_clock(text, xprintf("%s-%s", known[i].pattern, known[i].load), m, xprintf("%u,%s,%d,,,%s,0-%u,%s",
			m->nodes - 1, known[i].pattern, known[i].bytes, known[i].load, m->nodes - 2, p->circuits));
	return text;
}

static const char *
closed_cases(const place *p, const machine *m)
{
	static const char *const known[] = { "alltoall", "broadcast", "fft3d", "halo2d", "halo3d", "halo3d26", "unstructured", "pairs", "spread", "sub-alltoall" };
	const char *text = header;

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		text = with_clock(text, known[i], m, xprintf("%u,%s,1000,2,,,0-%u,%s", 3 * (m->nodes - 1) / 2, known[i], m->nodes - 2, p->circuits));
	return text;
}

static void
say(const char *what, const tally *t, int64_t step)
{
	is_int(t->unlike, 0, xprintf("%s: L = lambda W in each of %d runs", what, t->runs));
	is_int(t->unfinished, 0, xprintf("%s: what was posted has arrived", what));
	printf("# %" PRIu64 " messages, a look every %" PRId64 " ps; the sides differ by at most %.2g of themselves\n", t->messages, step, t->farthest);
}

int
main(void)
{
	const int64_t open_step = 10000, closed_step = 50000;
	tally open = { 0 }, closed = { 0 };

	for (int i = 0; i < PLACES; i++) {
		machine *m = machine_build(places[i].spec, NULL, 0, "test", 1);

		for (int k = 0; routings[k].name; k++) {
			if (!routing_serves(&routings[k], m))
				continue;
			play(m, &routings[k], open_cases(&places[i], m), false, open_step, &open);
			play(m, &routings[k], closed_cases(&places[i], m), k % 2, closed_step, &closed);
		}
		machine_free(m);
	}
	say("open loop", &open, open_step);
	is_int(open.miscounted, 0, "open loop: the links of each node carry what is drawn for it");
	say("closed loop", &closed, closed_step);
	ok(open.messages > 150000 && closed.messages > 150000, "of %" PRIu64 " and %" PRIu64 " messages", open.messages, closed.messages);
	return done_testing();
}
