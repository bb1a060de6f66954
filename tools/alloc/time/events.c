/* events -- see timeline.h: a case played along its timeline, event by event, and written. */
#include <inttypes.h>
#include <stdlib.h>

#include "alloc/time/network.h"
#include "alloc/time/timeline.h"
#include "lib/cli/ascending.h"

/* --- idle nodes that no waiting job can use (external fragmentation)
 *
 * All idle nodes are unusable while jobs wait and the policy would serve none of them now; when it would serve one (which may wait
 * all the same: EASY keeps nodes for the head of the queue) none is.  Where a waiting job asks for no more nodes than are idle
 * and is refused, it is the policy's rules that keep them idle; else no job that waits is as small.  Nodes that a job reserves count as
 * closed, not as idle. */

static const char *const column[] = { "case", "time_s", "idle", "waiting", "refused", "fragmented", "closed" };

/* How many of the waiting jobs that ask for no more nodes than are idle the policy refuses; *served: it would not refuse them all. */
static uint32_t
count_refused(timeline *t, bool *served)
{
	uint32_t idle = t->machine->occupancy.idle, refused = 0;

	*served = false;
	for (uint32_t i = 0; (i = timeline_next(t, i, idle, 0, 0)) != NONE; i++) {
		if (timeline_serves(t, i))
			*served = true;
		else
			refused++;
		if (*served && !t->refuses)
			break;
	}
	return refused;
}

/* The row of this time, after the schedule's pass. */
static void
write_unusable(timeline *t)
{
	bool served;
	uint32_t idle = t->machine->occupancy.idle, refused = count_refused(t, &served);

	sink_line(t->unusable, "ssuuuuu", t->id, times_write(t->now), idle, t->waiting.count, refused, t->waiting.count > 0 && !served ? idle : 0,
		t->machine->reserved);
	sink_flush(t->unusable);
}

/* --- the timeline */

timeline *
timeline_open(driver *d)
{
	const machine *m = d->machine.occupancy.machine;
	timeline *t = xcalloc(1, sizeof *t);

	t->driver = d;
	t->schedule = d->opt->schedule;
	t->odd = (oddities){ .schedule = t->schedule, .kill = d->opt->kill };
	t->machine = &d->machine;
	t->awaited = NONE;
	table_need(d->in, t->schedule->by_log ? "log_start_s" : "submit_s");
	table_need(d->in, "runtime_s");
	time_columns_find(&t->at, d->in);
	t->refuses = d->most_switches || policy_refuses(d->opt->choice.policy, d->in, m);
	state_init(&t->drained, d->opt->choice.policy, m);
	t->selection = &d->selection;
	selection_init(&t->trial, d->opt->choice.policy, m, false);
	t->mode = policy_column(d->opt->choice.policy, "mode");
	t->speedup = d->opt->speedup ? speedup_read(d->opt->speedup) : NULL;
	if (d->opt->fragments) {
		t->unusable = sink_open_file(d->opt->fragments);
		for (size_t i = 0; i < sizeof column / sizeof *column; i++)
			sink_own(t->unusable, column[i]);
		sink_header(t->unusable, NULL);
	}
	t->network = d->out && d->opt->network.command ? network_open(d) : NULL;
	t->kept = t->schedule->open ? t->schedule->open(t) : NULL;
	return t;
}

void
timeline_close(timeline *t)
{
	if (t->driver->out)
		times_report(&t->odd, t->driver->in, t->driver->out);
	if (t->unusable)
		sink_close(t->unusable);
	if (t->network)
		network_close(t->network);
}

static void
finish(timeline *t, uint32_t i)
{
	timed_job *j = &t->job[i];

	agenda_remove(&t->ends, i);
	agenda_remove(&t->due, i);
	j->gone = true;
	timeline_remove(t, t->machine, i, INT64_MIN);
	if (i < t->submitted) {
		free(j->node);
		j->node = NULL;
	}
	t->released++;
	t->driver->served++;
	t->asked = 0;
}

/* The next time at which a job ends or comes; NEVER when none does. */
static int64_t
next_event(const timeline *t)
{
	uint32_t first = agenda_first(&t->ends);
	int64_t ends = first == NONE ? NEVER : t->job[first].end;
	uint32_t relents = agenda_first(&t->relaxes);
	int64_t comes = t->arrived < t->submitted ? t->job[t->arrived].times.arrival : NEVER;

	ends = ends < comes ? ends : comes;
	return relents != NONE && t->job[relents].relaxes < ends ? t->job[relents].relaxes : ends;
}

/* Who ends leaves, who comes waits, and the schedule starts what it will. */
static void
play_events(timeline *t)
{
	uint32_t i;
	timed_job *j;

	while ((i = agenda_first(&t->ends)) != NONE && t->job[i].end <= t->now)
		finish(t, i);
	for (; t->arrived < t->submitted && (j = &t->job[t->arrived])->times.arrival <= t->now; t->arrived++) {
		agenda_add(&t->waiting, t->arrived, 0, j->request.nodes);
		if (j->relaxes != NEVER)
			agenda_add(&t->relaxes, t->arrived, j->relaxes, j->request.nodes);
	}
	while ((i = agenda_first(&t->relaxes)) != NONE && t->job[i].relaxes <= t->now) {
		agenda_remove(&t->relaxes, i);
		t->job[i].relaxes = NEVER;
		t->refused[t->job[i].demand] = 0;
		t->asked = 0;
	}
	t->schedule->pass(t, t->kept);
	if (t->schedule->by_log && t->machine->policy->given && !t->network && next_event(t) > t->now) {
		/* Refuse the jobs that wait for nodes of which others have some now: the log says that both had them. */
		while ((i = agenda_first(&t->waiting)) != NONE && !driver_choose(t->driver, t->machine, t->id, &t->job[i].request, &t->trial, ""))
			agenda_remove(&t->waiting, i);
	}
	t->asked = t->arrived;
	if (t->unusable && next_event(t) > t->now)
		write_unusable(t);
}

void
timeline_play(timeline *t)
{
	uint32_t i;

	while (t->awaited == NONE || t->job[t->awaited].start == NEVER) {
		int64_t event = next_event(t), ask = t->network ? network_next(t->network) : NEVER;

		t->now = ask < event ? ask : event;
		if (t->now == NEVER)
			break;
		t->now = t->now < t->from ? t->from : t->now;
		if (next_event(t) <= t->now)
			play_events(t);
		if (t->network && next_event(t) > t->now)
			network_update(t->network, t);
	}
	if (t->network)
		network_over(t->network);
	if (t->awaited == NONE && (i = agenda_first(&t->waiting)) != NONE)	/* policy.h forbids it */
		die(FAIL_DATA, "policy '%s' refuses job '%s' on an idle machine, and served it on a busy one",
			t->machine->policy->name, t->job[i].request.job);
}

/* The jobs that have nodes at the start. */
static void
place_preplaced(timeline *t, const batch *b, const preplaced *came)
{
	const driver *d = t->driver;

	for (uint32_t i = t->first_preplaced; i < t->jobs; i++) {
		const preplaced_job *r = &came->job[i - t->first_preplaced];
		timed_job *j = &t->job[i];

		*j = (timed_job){ .request = r->request, .row = r->row, .start = NEVER, .node = r->node };
		j->end = times_end(d->in, &b->row[r->row], &t->at, &j->due);
		if (j->end != NEVER)
			timeline_expect(t, i);
	}
	state_copy(&t->drained, t->machine);
	for (uint32_t i = t->first_preplaced; i < t->jobs; i++)
		if (t->job[i].end != NEVER)
			timeline_remove(t, &t->drained, i, NEVER - 1);
}

/* Can the job ever be served?  It is refused, if not. */
static bool
can_be_served(timeline *t, const timed_job *j)
{
	const char *when = t->machine->policy->given ? "" : ", even when every job that ends has left";

	request q = j->request;

	q.waited = INT64_MAX - 1;
	return driver_choose(t->driver, &t->drained, t->id, &q, &t->trial, when);
}

ASCENDING_BY2(by_arrival, timed_job, times.arrival, row)

/* The number of what a job asks for. */
static uint32_t
demand_of(timeline *t, const timed_job *j)
{
	const table *in = t->driver->in;
	const char *const *wish = t->machine->policy->demands;
	char *text = xprintf("%" PRIu32, j->request.nodes);
	uint32_t number;

	for (; wish && *wish; wish++)
		text = xappend(text, "\n%s", cell_text(j->request.row, table_column(in, *wish)));
	number = wish ? names_add(&t->demands, text, NULL) : (uint32_t)j->row;
	free(text);
	return number;
}

/* The jobs that want nodes, those left out that cannot be played or served. */
static void
read_jobs(timeline *t, const batch *b)
{
	driver *d = t->driver;
	const policy *p = t->machine->policy;

	for (int i = 0; i < b->rows; i++) {
		timed_job *j = &t->job[t->submitted];
		job_row in = job_of(&d->rows, b->id, &b->row[i]);
		int64_t patience;

		if (in.listed)
			continue;
		*j = (timed_job){ .request = read_request(&in, d->opt), .row = i, .start = NEVER, .end = NEVER };
		if (!times_read(&j->times, d->in, &b->row[i], &t->at, &t->odd) || !can_be_served(t, j))
			continue;
		j->demand = demand_of(t, j);
		patience = p->patience ? p->patience(&j->request) : INT64_MAX;
		j->relaxes = patience == INT64_MAX ? NEVER : j->times.arrival + patience;
		t->submitted++;
	}
	qsort(t->job, t->submitted, sizeof *t->job, by_arrival);
}

static void
write_case(timeline *t, const batch *b)
{
	const timed_job left_out = { .start = NEVER, .end = NEVER }, **of = xcalloc((size_t)b->rows + 1, sizeof *of);
	driver *d = t->driver;

	for (uint32_t i = 0; i < t->submitted; i++)
		of[t->job[i].row] = &t->job[i];
	for (uint32_t i = t->first_preplaced; i < t->jobs; i++)
		of[t->job[i].row] = &t->job[i];
	for (int i = 0; i < b->rows; i++) {
		const timed_job *j = of[i] ? of[i] : &left_out;
		bool came = job_of(&d->rows, b->id, &b->row[i]).listed;

		if (!came) {
			sink_put(d->out, d->reconfigured, j->start == NEVER ? "" : j->reconfigured ? "yes" : "no");
			driver_write(d, j->start, j->end, j->list ? j->list : "", j->value);
		} else if (j->end != NEVER && *cell_text(&b->row[i], t->at.end) == '\0') {	/* its row did not say */
			sink_put(d->out, d->end, times_write(j->end));
		}
		if (t->network)
			network_write(t->network, &b->row[i], came || j->start == NEVER ? NULL : j);
		sink_row(d->out, &b->row[i]);
	}
	free(of);
}

void
timeline_begin(timeline *t, const char *id, uint32_t rows)
{
	t->id = id;
	t->job = xcalloc((size_t)rows + 1, sizeof *t->job);
	t->refused = xcalloc((size_t)rows + 1, sizeof *t->refused);
	t->jobs = rows;
	t->submitted = t->arrived = t->asked = 0;
	t->released = 1;
	agenda_init(&t->ends, rows);
	agenda_init(&t->due, rows);
	agenda_init(&t->waiting, rows);
	agenda_init(&t->relaxes, rows);
	state_clear(t->machine);
}

void
timeline_run(timeline *t, const batch *b)
{
	timeline_begin(t, b->id, (uint32_t)b->rows);
	preplaced_read(&t->came, &t->driver->rows, b, t->driver->opt, t->machine);
	t->first_preplaced = t->jobs - (uint32_t)t->came.count;
	place_preplaced(t, b, &t->came);
	read_jobs(t, b);
	if (t->network)
		network_begin(t->network, t, b);
	timeline_play(t);
}

void
timeline_forget(timeline *t)
{
	if (t->network)
		network_forget(t->network);
	agenda_free(&t->waiting);
	agenda_free(&t->ends);
	agenda_free(&t->due);
	agenda_free(&t->relaxes);
	for (uint32_t i = 0; i < t->submitted; i++) {
		free_all(t->job[i].node, t->job[i].list);
		values_free(t->job[i].value, t->selection->values);
	}
	free_all(t->job, t->refused);
	names_clear(&t->demands);
	preplaced_free(&t->came);
	t->came = (preplaced){ 0 };
}

void
timeline_case(timeline *t, const batch *b)
{
	timeline_run(t, b);
	write_case(t, b);
	timeline_forget(t);
}
