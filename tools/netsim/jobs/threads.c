#include "netsim/jobs/threads.h"

#include <signal.h>
#include <string.h>
#include <time.h>

#include "lib/cli/cli.h"
#include "netsim/engine/parts.h"
#include "netsim/engine/waits.h"
#include "netsim/jobs/barrier.h"

/* What a thread has for itself; lines of their own. */
typedef struct worker {
	_Alignas(64) traffic_run *run;
	struct threads *all;
	pthread_t thread;
	unsigned turn;		/* the mail that it sends */
	int64_t next;		/* time of the next event that it knows of, or that it has sent */
	double came;		/* to the last meeting, seconds */
} worker;

typedef struct threads {
	worker *worker;		/* [count]; the first is the thread that calls */
	uint32_t count;
	parts *parts;
	barrier barrier;
	/* The plan. */
	int64_t bound;		/* all play the events before it; */
	bool over;		/* or the case is over, */
	run_end how;		/* so; */
	bool quit;		/* or there are no more cases */
	int64_t max_time, look;	/* ps */
	int64_t node_step;	/* ps, what a packet takes to its node at least once it is on the last link */
	int64_t timer;		/* ps: while all tasks wait for timers, none goes off before */
	double played;		/* seconds, of all cases, */
	double waited;		/* and of these all threads together at meetings */
} threads;

static double
clock_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Sums over the parts: what is left to do. */
typedef struct thread_totals {
	int64_t next, now;	/* ps, the earliest event; the last one */
	uint64_t tasks, timers, packets;
	int64_t under_way;
	bool starved;		/* a packet has */
} thread_totals;

static thread_totals
add_up(const threads *t)
{
	thread_totals sum = { .next = NEVER };

	for (uint32_t k = 0; k < t->count; k++) {
		const traffic_run *r = t->worker[k].run;

		if (t->worker[k].next < sum.next)
			sum.next = t->worker[k].next;
		sum.tasks += r->tasks_left;
		sum.timers += r->timers;
		sum.under_way += r->under_way;
		sum.packets += r->net->packets_alive;
		sum.now = r->net->calendar.now > sum.now ? r->net->calendar.now : sum.now;
		sum.starved |= r->net->waits.left_job != NULL;
	}
	return sum;
}

/* The part whose event is next, and when; NULL when there are none. */
static traffic_run *
first_part(const threads *t, int64_t *when)
{
	traffic_run *first = NULL;
	uint32_t least = 0;

	*when = NEVER;
	for (uint32_t k = 0; k < t->count; k++) {
		calendar *c = &t->worker[k].run->net->calendar;
		int64_t next = calendar_next(c);

		if (next < *when || (next == *when && first && c->run[c->at].order < least)) {
			first = t->worker[k].run;
			*when = next;
			least = c->run[c->at].order;
		}
	}
	return first;
}

/* All parts take in what was sent by mail[turn]. */
static void
deliver(threads *t, unsigned turn)
{
	for (uint32_t k = 0; k < t->count; k++) {
		parts_receive(t->worker[k].run->net, t->parts, turn);
		t->worker[k].run->net->sent = NEVER;
	}
}

/* The clock is past t->look: is the case over? */
static bool
look(threads *t)
{
	network *n = t->worker[0].run->net;

	if (waits_look(n)) {
		t->how = RUN_STARVED;
		return true;
	}
	if (n->calendar.now > t->max_time) {
		t->how = RUN_TOO_LONG;
		return true;
	}
	t->look = n->waits.look < t->max_time ? n->waits.look : t->max_time;
	return false;
}

/* Play the events before `bound`, of all parts in their order, and find the end of the case. */
static void
play_alone(threads *t, int64_t bound)
{
	traffic_run *main = t->worker[0].run, *r;
	unsigned turn = t->worker[0].turn;
	int64_t now;

	deliver(t, turn);
	while ((r = first_part(t, &now)) && now < bound && now <= main->end) {
		main->net->calendar.now = now;
		if (now > t->look && look(t)) {
			t->over = true;
			return;
		}
		run_event(r);
		if (r->net->sent != NEVER)
			deliver(t, turn);
		if (r->net->waits.left_job)
			t->look = -1;
		if (main->end == NEVER && add_up(t).tasks == 0)
			main->end = now > main->drained ? now : main->drained;
	}
	for (uint32_t k = 0; k < t->count; k++)
		t->worker[k].next = calendar_next(&t->worker[k].run->net->calendar);
}

/* While all tasks wait for timers: when the first goes off. */
static int64_t
first_timer(threads *t, int64_t now)
{
	const traffic_run *r = t->worker[0].run;

	if (t->timer > now)
		return t->timer;
	t->timer = NEVER;
	for (uint32_t k = 0; k < r->tasks; k++)
		if (!r->task[k].running && r->task[k].timer < t->timer)
			t->timer = r->task[k].timer;
	return t->timer;
}

/* Up to where all may play on their own, so that nothing is played behind the end of the case.  It may end with a task: not while a
 * message that some task awaits is not even on its last link, or all wait for timers. */
static int64_t
safe_until(threads *t, const thread_totals *sum)
{
	const traffic_run *r = t->worker[0].run;
	int64_t until = r->drained + 1;

	if (!run_is_cut(r))
		return NEVER;
	if (r->end != NEVER)
		return r->end + 1;
	if (sum->under_way > 0 && sum->next + t->node_step > until)
		until = sum->next + t->node_step;
	if (sum->under_way == 0 && sum->tasks == sum->timers && first_timer(t, sum->next) > until)
		until = first_timer(t, sum->next);
	return until;
}

/* Is the case over already?  Else what is the earliest event? */
static bool
ended(threads *t, thread_totals *sum)
{
	traffic_run *r = t->worker[0].run;

	*sum = add_up(t);
	if (run_is_cut(r) && r->end == NEVER && sum->tasks == 0)
		r->end = r->drained;	/* the last ended before */
	t->how = RUN_DONE;
	if (sum->starved) {
		waits_look(r->net);
		t->how = RUN_STARVED;
		return true;
	}
	if (sum->next == NEVER) {
		if (sum->tasks || (sum->packets && sum->now < r->end))
			t->how = RUN_DEADLOCK;
		return true;
	}
	return sum->next > r->end || (!run_is_cut(r) && sum->tasks == 0);
}

/* Choose the next time window.  Runs in the last thread to arrive; the others wait. */
static void
plan(threads *t)
{
	int64_t lookahead = t->parts->lookahead;
	thread_totals sum;

	while (!(t->over = ended(t, &sum))) {
		int64_t until = safe_until(t, &sum), far = sum.next < NEVER - lookahead ? sum.next + lookahead : NEVER;

		if (sum.next <= t->look && sum.next < until) {
			t->bound = far < until ? far : until;
			if (t->bound > t->look)
				t->bound = t->look + 1;
			return;
		}
		play_alone(t, far);
		if (t->over)
			return;
	}
}

/* All come here; the last one plans, unless it is only to begin. */
static void
meet(worker *w, bool planning)
{
	threads *t = w->all;

	w->came = planning ? clock_s() : 0;
	if (!barrier_come(&t->barrier))
		return;
	if (planning) {
		double now;

		plan(t);
		now = clock_s();	/* all others have waited for w since they came */
		for (uint32_t k = 0; k < t->count; k++)
			t->waited += &t->worker[k] == w ? 0 : now - t->worker[k].came;
	}
	barrier_open(&t->barrier);
}

/* Built with NAPS, a thread stops for up to a millisecond now and then; by a count, so that it does so again. */
static inline void
nap(uint32_t number)
{
#ifdef NAPS
	static _Thread_local uint32_t count;
	uint32_t x = count++ * 2654435761u ^ number * 2246822519u;

	x = (x ^ x >> 15) * 3266489917u;
	if (x % 61 == 0)
		nanosleep(&(struct timespec){ .tv_nsec = x / 61 % 1000000 }, NULL);
#else
	(void)number;
#endif
}

/* Stretch by stretch to the end of the case. */
static void
play(worker *w)
{
	traffic_run *r = w->run;
	threads *t = w->all;

	parts_turn(r->net, t->parts, w->turn = 0);
	for (;;) {
		w->next = calendar_next(&r->net->calendar);
		if (r->net->sent < w->next)
			w->next = r->net->sent;
		meet(w, true);
		if (t->over)
			return;
		parts_receive(r->net, t->parts, w->turn);
		w->turn ^= 1;
		parts_turn(r->net, t->parts, w->turn);
		nap(r->net->number);
		run_stretch(r, t->bound);
	}
}

static void *
work(void *worker_)
{
	worker *w = worker_;

	for (;;) {
		meet(w, false);
		if (w->all->quit)
			return NULL;
		play(w);
	}
}

static void
collect(threads *t)
{
	traffic_run *r = t->worker[0].run;
	int64_t end = 0;

	t->how = run_over(r, t->how);
	for (uint32_t k = 1; k < t->count; k++) {
		traffic_run *p = t->worker[k].run;

		r->flights_alive += p->flights_alive;
		p->flights_alive = 0;
		for (uint32_t i = 0; i < r->jobs; i++) {
			case_job *j = &r->job[i];
			const case_job *more = &p->job[i];

			if (more->end > j->end)
				j->end = more->end;
			j->payload += more->payload;
			j->second_half += more->second_half;
			j->measured += more->measured;
			j->messages += more->messages;
			j->comm_bytes += more->comm_bytes;
			j->packets += more->packets;
			j->hops += more->hops;
			histogram_merge(&j->latency, &more->latency);
		}
		if (r->mode->collect)
			r->mode->collect(r, p);
	}
	for (uint32_t j = 0; j < r->jobs; j++)
		end = r->job[j].end > end ? r->job[j].end : end;
	if (t->how != RUN_DONE)
		r->net->calendar.now = add_up(t).now;
	else if (!run_is_cut(r))
		r->net->calendar.now = end;
	parts_collect(r->net);
}

static run_end
threads_play(traffic_run *r, int64_t max_time)
{
	threads *t = r->threads;
	double from = clock_s();

	if (r->until < max_time)
		max_time = r->until;
	t->max_time = max_time;
	t->look = r->net->waits.look < max_time ? r->net->waits.look : max_time;
	t->timer = 0;
	meet(&t->worker[0], false);
	play(&t->worker[0]);
	t->played += clock_s() - from;
	for (unsigned turn = 0; turn < 2; turn++)
		deliver(t, turn);
	collect(t);
	return t->how;
}

static void
threads_begin(traffic_run *r)
{
	threads *t = r->threads;

	for (uint32_t k = 1; k < t->count; k++) {
		traffic_run *p = t->worker[k].run;

		memcpy(p->net->route_key, r->net->route_key, sizeof p->net->route_key);
		p->job = xgrow(p->job, &p->job_room, (size_t)r->jobs + 1, sizeof *p->job);
		for (p->jobs = 0; p->jobs < r->jobs; p->jobs++) {
			histogram latency = p->job[p->jobs].latency;

			p->job[p->jobs] = r->job[p->jobs];
			p->job[p->jobs].latency = latency;
		}
		if (r->mode->divide)
			r->mode->divide(p, r);
		p->task = r->task;
		p->tasks = r->tasks;
		p->node_task = r->node_task;
	}
}

static void
threads_reset(traffic_run *r)
{
	for (uint32_t k = 1; k < r->threads->count; k++) {
		traffic_run *p = r->threads->worker[k].run;

		for (uint32_t j = 0; j < p->jobs; j++)
			histogram_clear(&p->job[j].latency);
		p->jobs = p->tasks = 0;
		run_forget(p);
	}
}

/* A run for a part; it shares what r keeps by node and task. */
static traffic_run *
make_run(traffic_run *r, network *n)
{
	traffic_run *p = xlarge(1, sizeof *p);

	*p = (traffic_run){ .net = n, .mode = r->mode, .flights = r->flights, .interface = r->interface, .domain_port = r->domain_port };
	run_forget(p);
	n->run = p;
	return p;
}

/* The least time that a packet spends on the link to its node. */
static int64_t
find_node_step(const machine *m)
{
	int64_t least = NEVER;

	for (uint32_t i = 0; i < m->interfaces; i++) {
		int64_t latency = m->speeds[m->speed_of[m->reverse[m->router_links + i]]].latency;

		if (latency < least)
			least = latency;
	}
	return least;
}

static void
threads_stop(traffic_run *r)
{
	threads *t = r->threads;

	t->quit = true;
	meet(&t->worker[0], false);
	for (uint32_t k = 1; k < t->count; k++)
		pthread_join(t->worker[k].thread, NULL);
	parts_join(r->net, t->parts);
	r->players = NULL;
	r->threads = NULL;
}

const char *
threads_start(traffic_run *r, uint32_t count)
{
	static const players together = { .begin = threads_begin, .play = threads_play, .reset = threads_reset, .stop = threads_stop };
	const char *why = NULL;
	parts *p = parts_plan(r->net->machine, count, &why);
	threads *t;
	sigset_t all, before;

	if (!p)
		return why;
	t = r->threads = xlarge(1, sizeof *t);
	parts_divide(r->net, p);
	*t = (threads){ .count = p->count, .parts = p, .node_step = find_node_step(r->net->machine) };
	barrier_init(&t->barrier, p->count);
	t->worker = xlarge(p->count, sizeof *t->worker);
	for (uint32_t k = 0; k < p->count; k++)
		t->worker[k] = (worker){ .run = k ? make_run(r, p->part[k]) : r, .all = t };
	r->players = &together;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);	/* signals are for the thread that calls */
	for (uint32_t k = 1; k < t->count; k++) {
		int wrong = pthread_create(&t->worker[k].thread, NULL, work, &t->worker[k]);

		if (wrong)
			die(FAIL_DATA, "--threads: %u threads cannot be started: %s", t->count, strerror(wrong));
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return NULL;
}

uint32_t
threads_count(const traffic_run *r)
{
	return r->threads ? r->threads->count : 1;
}

double
threads_efficiency(const traffic_run *r)
{
	const threads *t = r->threads;

	return !t || t->played <= 0 ? 1 : 1 - t->waited / (t->played * t->count);
}
