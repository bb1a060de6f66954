/* play -- see play.h. */
#include "alloc/time/timeline.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The place of the column mode among the policy's; -1 when there is none. */
static int
mode_column(const policy *p)
{
	int n = policy_columns(p);

	while (--n >= 0 && strcmp(p->columns[n], "mode") != 0)
		;
	return n;
}

play *
play_open(driver *d)
{
	const machine *m = d->tenancy.occupancy.machine;
	play *p = xcalloc(1, sizeof *p);

	p->driver = d;
	p->schedule = d->opt->schedule;
	p->odd = (oddities){ .schedule = p->schedule, .kill = d->opt->kill };
	p->machine = &d->tenancy;
	table_need(d->in, p->schedule->by_log ? "log_start_s" : "submit_s");
	table_need(d->in, "runtime_s");
	time_columns_find(&p->at, d->in);
	tenancy_init(&p->bare, d->opt->policy, m);
	tenancy_init(&p->later, d->opt->policy, m);
	p->choice = &d->choice;
	grant_init(&p->spot, d->opt->policy, m, false);
	p->mode = mode_column(d->opt->policy);
	p->speedup = d->opt->speedup ? speedup_read(d->opt->speedup) : NULL;
	p->fragments = d->opt->fragments ? fragments_open(d->opt->fragments) : NULL;
	return p;
}

void
play_close(play *p)
{
	times_report(&p->odd, p->driver->in);
	tenancy_free(&p->bare);
	tenancy_free(&p->later);
	grant_free(&p->spot, p->driver->opt->policy);
	names_free(&p->demands);
	speedup_free(p->speedup);
	fragments_close(p->fragments);
	free(p);
}

static void
finish(play *p, uint32_t i)
{
	job *j = &p->job[i];

	agenda_remove(&p->ends, i);
	agenda_remove(&p->due, i);
	j->gone = true;
	play_vacate(p, p->machine, i, INT64_MIN);
	if (i < p->wanting)
		free(j->node);
	p->released++;
	p->changes++;
	p->driver->served++;
	p->asked = 0;
	p->shadow = NEVER;
}

/* Jobs that wait for nodes of which others have some now, when the log says that both had them. */
static void
refuse_waiting(play *p)
{
	uint32_t i;
	char *why;

	while ((i = queue_first(&p->queue)) != NONE) {
		const request *q = &p->job[i].request;

		if (tenancy_choose(p->machine, q, driver_random(p->driver, p->id, q), &p->spot, &why))
			return;
		refuse(p->driver, q->row, why);
		free(why);
		queue_remove(&p->queue, i);
	}
}

/* The next time at which something happens; NEVER when nothing does. */
static int64_t
next_time(const play *p)
{
	uint32_t first = agenda_first(&p->ends);
	int64_t ends = first == NONE ? NEVER : p->job[first].end;
	int64_t comes = p->arrived < p->wanting ? p->job[p->arrived].times.arrival : NEVER;

	return ends < comes ? ends : comes;
}

static void
run_events(play *p)
{
	uint32_t i;

	while ((p->now = next_time(p)) != NEVER) {
		while ((i = agenda_first(&p->ends)) != NONE && p->job[i].end <= p->now)
			finish(p, i);
		for (; p->arrived < p->wanting && p->job[p->arrived].times.arrival <= p->now; p->arrived++)
			queue_add(&p->queue, p->arrived, p->job[p->arrived].request.nodes, p->job[p->arrived].times.wall);
		p->schedule->pass(p);
		if (p->schedule->by_log && p->machine->policy->given && next_time(p) > p->now)
			refuse_waiting(p);
		p->asked = p->arrived;
		if (p->fragments && next_time(p) > p->now)
			fragments_write(p->fragments, p);
	}
	if ((i = queue_first(&p->queue)) != NONE)	/* policy.h forbids it */
		die(FAIL_DATA, "policy '%s' refuses job '%s' on an idle machine, and served it on a busy one",
			p->machine->policy->name, p->job[i].request.job);
}

/* The jobs that came with nodes. */
static void
place_residents(play *p, const batch *b, const residents *came)
{
	const driver *d = p->driver;

	for (uint32_t i = p->residents; i < p->jobs; i++) {
		const resident *r = &came->job[i - p->residents];
		job *j = &p->job[i];

		*j = (job){ .request = r->request, .row = r->row, .start = NEVER, .node = r->node };
		j->end = times_end(d->in, &b->row[r->row], &p->at, &j->due);
		if (j->end != NEVER)
			play_expect(p, i);
	}
	tenancy_copy(&p->bare, p->machine);
	for (uint32_t i = p->residents; i < p->jobs; i++)
		if (p->job[i].end != NEVER)
			play_vacate(p, &p->bare, i, NEVER - 1);
}

/* Can the job ever be served?  It is refused, if not. */
static bool
can_be_served(play *p, const job *j)
{
	rng r = driver_random(p->driver, p->id, &j->request);
	char *why, *text;

	if (tenancy_choose(&p->bare, &j->request, r, &p->spot, &why))
		return true;
	text = xprintf("%s%s", why, p->machine->policy->given ? "" : ", even when every job that ends has left");
	refuse(p->driver, j->request.row, text);
	free(text);
	free(why);
	return false;
}

static int
by_arrival(const void *a, const void *b)
{
	const job *x = a, *y = b;

	if (x->times.arrival != y->times.arrival)
		return x->times.arrival < y->times.arrival ? -1 : 1;
	return x->row < y->row ? -1 : x->row > y->row;
}

/* The number of what a job asks for. */
static uint32_t
demand_of(play *p, const job *j)
{
	const table *t = p->driver->in;
	const char *const *column = p->machine->policy->demands;
	char *text = xprintf("%" PRIu32, j->request.nodes), *more;
	uint32_t number;
	bool added;

	for (; column && *column; column++) {
		more = xprintf("%s\n%s", text, cell_text(j->request.row, table_column(t, *column)));
		free(text);
		text = more;
	}
	number = column ? names_add(&p->demands, text, &added) : (uint32_t)j->row;
	free(text);
	return number;
}

/* The jobs that want nodes, those left out that cannot be played or served. */
static void
read_jobs(play *p, const batch *b)
{
	const driver *d = p->driver;

	for (int i = 0; i < b->rows; i++) {
		job *j = &p->job[p->wanting];

		if (is_resident(&d->rows, &b->row[i]))
			continue;
		*j = (job){ .request = driver_request(d, &b->row[i]), .row = i, .start = NEVER, .end = NEVER };
		if (!times_read(&j->times, d->in, &b->row[i], &p->at, &p->odd) || !can_be_served(p, j))
			continue;
		j->demand = demand_of(p, j);
		p->wanting++;
	}
	qsort(p->job, p->wanting, sizeof *p->job, by_arrival);
}

/* The row of a job that came with its nodes: its end, where the row did not say. */
static void
write_resident(play *p, const row *r, const job *j)
{
	const driver *d = p->driver;

	if (j->end != NEVER && *cell_text(r, p->at.end) == '\0')
		sink_put(d->out, d->end, times_write(j->end));
}

/* The row of another job; NULL, or never started: it was left out. */
static void
write_job(play *p, const job *j)
{
	const driver *d = p->driver;

	sink_put(d->out, d->alloc, d->opt->choice);
	sink_put(d->out, d->start, "");
	sink_put(d->out, d->end, "");
	if (d->opt->reconfigure)
		sink_put(d->out, d->reconfigured, "");
	sink_put(d->out, d->node_list, "");
	if (!j || j->start == NEVER)
		return;
	sink_put(d->out, d->start, times_write(j->start));
	sink_put(d->out, d->end, times_write(j->end));
	if (d->opt->reconfigure)
		sink_put(d->out, d->reconfigured, j->reconfigured ? "yes" : "no");
	sink_put(d->out, d->node_list, j->list);
	driver_values(d, j->value);
}

static void
write_case(play *p, const batch *b)
{
	const job **of = xcalloc((size_t)b->rows + 1, sizeof *of);

	for (uint32_t i = 0; i < p->wanting; i++)
		of[p->job[i].row] = &p->job[i];
	for (uint32_t i = p->residents; i < p->jobs; i++)
		of[p->job[i].row] = &p->job[i];
	for (int i = 0; i < b->rows; i++) {
		if (is_resident(&p->driver->rows, &b->row[i]))
			write_resident(p, &b->row[i], of[i]);
		else
			write_job(p, of[i]);
		sink_row(p->driver->out, &b->row[i]);
	}
	free(of);
}

/* Have an empty machine and room for the jobs of a case. */
static void
begin(play *p, const batch *b)
{
	uint32_t rows = (uint32_t)b->rows;

	p->id = b->id;
	p->job = xcalloc((size_t)rows + 1, sizeof *p->job);
	p->demand = xcalloc((size_t)rows + 1, sizeof *p->demand);
	p->jobs = rows;
	p->wanting = p->arrived = p->asked = 0;
	p->shadow = NEVER;
	p->released = p->changes = 1;
	p->again = false;
	agenda_init(&p->ends, rows);
	agenda_init(&p->due, rows);
	tenancy_clear(p->machine);
}

void
play_run(play *p, const batch *b)
{
	const driver *d = p->driver;

	begin(p, b);
	residents_claim(&p->came, &p->driver->rows, b, d->opt->argument, p->machine);
	p->residents = p->jobs - (uint32_t)p->came.count;
	place_residents(p, b, &p->came);
	read_jobs(p, b);
	queue_init(&p->queue, p->wanting);
	run_events(p);
}

void
play_forget(play *p)
{
	queue_free(&p->queue);
	agenda_free(&p->ends);
	agenda_free(&p->due);
	for (uint32_t i = 0; i < p->wanting; i++) {
		free(p->job[i].list);
		values_free(p->job[i].value, p->driver->opt->policy);
	}
	free(p->job);
	free(p->demand);
	names_clear(&p->demands);
	residents_free(&p->came);
}

void
play_case(play *p, const batch *b)
{
	play_run(p, b);
	write_case(p, b);
	play_forget(p);
}
