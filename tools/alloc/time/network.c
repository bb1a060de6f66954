/* network -- see network.h.
 *
 * What the filter says of jobs together is kept while all of them run: when one has left, that question cannot come again. */
#include "alloc/time/network.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc/time/filter.h"
#include "alloc/time/question.h"
#include "alloc/time/work.h"

/* A job and the network. */
typedef struct sender {
	uint32_t job;		/* its number in the timeline */
	const row *row;
	asked asked;
	char compute[32];	/* its compute_text */
	double share;
	bool sends;		/* it has a part in the network, */
	bool known;		/* and the filter has been asked about it alone */
	bool begun;
	place reference;	/* where the reference policy puts it, where there is one */
	double alone;		/* s that an iteration communicates at the reference, computing as long */
	double stretch;		/* of the job alone on the nodes that it has */
	work work;
} sender;

/* What the filter said of jobs that run together. */
typedef struct told {
	uint32_t *row, rows;	/* ascending */
	double *time;		/* s that an iteration communicates */
} told;

struct network {
	const driver *driver;
	const network_options *opt;
	filter filter;
	question here, reference;	/* of rows placed by --policy, and by the reference policy */
	machine_state idle;	/* for the latter, and */
	selection selection;
	int share, iterations;	/* columns of the input; -1: none */
	int own_share, alone, slowdown, worst, placement, contention, at_limit, lost;	/* of the output */
	/* of the case under way: */
	const char *id;
	sender *sender;		/* [rows] */
	int rows;
	uint32_t *now, nows;	/* the rows of jobs that run and send, ascending */
	uint32_t *before, befores;	/* the same when they were asked about together last */
	told *told;
	size_t tolds, room;
	int64_t next;
};

/* --- opening */

network *
network_open(const driver *d)
{
	network *n = xcalloc(1, sizeof *n);
	const machine *m = d->machine.occupancy.machine;
	const policy_choice *reference = &d->opt->network.reference;
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	n->driver = d;
	n->opt = &d->opt->network;
	n->filter = (filter){ .command = n->opt->command, .timeout = n->opt->timeout, .at_once = processors > 1 ? (int)processors : 1 };
	question_open(&n->here, d, d->opt->choice.policy, d->opt->choice.name);
	if (reference->policy) {
		question_open(&n->reference, d, reference->policy, reference->name);
		state_init(&n->idle, reference->policy, m);
		selection_init(&n->selection, reference->policy, m, true);
		if (reference->policy->given)
			table_need(d->in, reference->policy->given);
	}
	n->share = isnan(n->opt->share) ? table_need_hint(d->in, "comm_share", "or give --comm-share X") : table_column(d->in, "comm_share");
	n->iterations = table_column(d->in, "iterations");
	n->own_share = sink_own(d->out, "comm_share");
	n->alone = sink_own(d->out, "runtime_alone_s");
	n->slowdown = sink_own(d->out, "network_slowdown");
	n->worst = sink_own(d->out, "network_slowdown_max");
	n->placement = sink_own(d->out, "placement_slowdown");
	n->contention = sink_own(d->out, "contention_slowdown");
	n->at_limit = sink_own(d->out, "at_limit");
	n->lost = sink_own(d->out, "work_lost_s");
	return n;
}

void
network_close(network *n)
{
	if (!n)
		return;
	question_close(&n->here);
	if (n->opt->reference.policy) {
		question_close(&n->reference);
		state_free(&n->idle);
		selection_free(&n->selection);
	}
	free(n->told);
	free(n);
}

/* --- a case */

/* Where the reference policy puts a job on the idle machine. */
static place
place_at_reference(network *n, const timed_job *j)
{
	const driver *d = n->driver;
	const policy_choice *reference = &n->opt->reference;
	request q = j->request;
	place at;
	char *why;

	q.policy = reference->policy;
	q.argument = reference->argument;
	if (!state_choose(&n->idle, &q, driver_random(d, n->id, &q), &n->selection, &why))
		table_bad(d->in, q.row, reference->policy->given ? table_column(d->in, reference->policy->given) : d->rows.at.nodes,
			"%s, with the machine idle for --network-reference", why);
	at.list = xstrdup(list_write(n->selection.node, q.nodes, false));
	at.value = selection_values(&n->selection);
	return at;
}

static double
read_share(const network *n, const row *r)
{
	const table *in = n->driver->in;
	double share = cell_real(in, r, n->share, 0, 1, n->opt->share);

	if (isnan(share))
		table_bad(in, r, n->share, "must be the share of communication in the runtime, or give --comm-share X");
	return share;
}

static void
add_sender(network *n, const timeline *t, uint32_t job)
{
	const timed_job *j = &t->job[job];
	const row *r = j->request.row;
	sender *s = &n->sender[j->row];

	*s = (sender){ .job = job, .row = r, .share = read_share(n, r), .stretch = 1 };
	s->asked = (asked){ .job = j->request.job, .iterations = cell_int(n->driver->in, r, n->iterations, 1, INT32_MAX, 1), .compute_text = s->compute };
	s->sends = s->share > 0 && j->request.nodes > 1;
	if (s->sends && n->opt->reference.policy)
		s->reference = place_at_reference(n, j);
}

void
network_begin(network *n, const timeline *t, const batch *b)
{
	n->id = t->id;
	n->rows = b->rows;
	n->sender = xcalloc((size_t)b->rows + 1, sizeof *n->sender);
	n->now = xalloc((size_t)b->rows + 1, sizeof *n->now);
	n->before = xalloc((size_t)b->rows + 1, sizeof *n->before);
	n->nows = n->befores = 0;
	n->next = NEVER;
	for (uint32_t i = 0; i < t->submitted; i++)
		add_sender(n, t, i);
	for (uint32_t i = t->first_preplaced; i < t->jobs; i++)
		add_sender(n, t, i);
}

static void
free_told(told *o)
{
	free(o->row);
	free(o->time);
}

void
network_forget(network *n)
{
	for (int i = 0; n->opt->reference.policy && i < n->rows; i++) {
		free(n->sender[i].reference.list);
		values_free(n->sender[i].reference.value, n->reference.values);
	}
	for (size_t i = 0; i < n->tolds; i++)
		free_told(&n->told[i]);
	n->tolds = 0;
	free(n->sender);
	free(n->now);
	free(n->before);
}

int64_t
network_next(const network *n)
{
	return n->next;
}

/* --- who runs */

static int
ascending(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static bool
is_preplaced_job(const timeline *t, const sender *s)
{
	return s->job >= t->first_preplaced;
}

/* List those that run and send.  *any: one of them is played, and did not come with its nodes. */
static void
list_senders(network *n, const timeline *t, bool *any)
{
	n->nows = 0;
	*any = false;
	for (uint32_t i = agenda_first(&t->ends); i != NONE; i = agenda_next(&t->ends, i))
		if (i < t->submitted && n->sender[t->job[i].row].sends) {
			n->now[n->nows++] = (uint32_t)t->job[i].row;
			*any = true;
		}
	for (uint32_t i = t->first_preplaced; i < t->jobs; i++)
		if (!t->job[i].gone && n->sender[t->job[i].row].sends)
			n->now[n->nows++] = (uint32_t)t->job[i].row;
	qsort(n->now, n->nows, sizeof *n->now, ascending);
}

static bool
is_among(uint32_t number, const uint32_t *numbers, uint32_t n)
{
	return bsearch(&number, numbers, n, sizeof *numbers, ascending);
}

static bool
same_rows(const uint32_t *a, uint32_t as, const uint32_t *b, uint32_t bs)
{
	return as == bs && memcmp(a, b, as * sizeof *a) == 0;
}

/* Forget what was told of jobs of which one has left. */
static void
forget_left(network *n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n->tolds; i++) {
		told *o = &n->told[i];
		uint32_t k = 0;

		while (k < o->rows && is_among(o->row[k], n->now, n->nows))
			k++;
		if (k == o->rows)
			n->told[kept++] = *o;
		else
			free_told(o);
	}
	n->tolds = kept;
}

/* What was told of those that run now; NULL when they have not been asked about. */
static const told *
find_told(const network *n)
{
	for (size_t i = 0; i < n->tolds; i++)
		if (same_rows(n->told[i].row, n->told[i].rows, n->now, n->nows))
			return &n->told[i];
	return NULL;
}

/* --- questions */

/* Where a job is now. */
static place
place_here(const timeline *t, const sender *s)
{
	const timed_job *j = &t->job[s->job];

	return (place){ j->list, j->value };
}

static bool
same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Is the question of a job alone here that of the reference? */
static bool
is_at_reference(const network *n, const timeline *t, const sender *s)
{
	const policy_choice *here = &n->driver->opt->choice, *there = &n->opt->reference;
	place at = place_here(t, s);

	if (!there->policy)
		return true;
	if (!at.list || strcmp(at.list, s->reference.list) != 0)
		return false;
	if (here->policy != there->policy)
		return n->here.values == 0 && n->reference.values == 0;
	for (int i = 0; i < n->here.values; i++)
		if (!same_text(at.value[i], s->reference.value[i]))
			return false;
	return true;
}

/* A question about the jobs of some rows, at the reference or where they are. */
static exchange
pose(network *n, const timeline *t, const uint32_t *at, uint32_t rows, bool at_reference)
{
	question *q = at_reference && n->opt->reference.policy ? &n->reference : &n->here;
	const sender *first = &n->sender[at[0]];
	char *whom = rows == 1 ? xprintf("job '%s'", first->asked.job) : xprintf("%" PRIu32 " jobs", rows);
	char *about = xprintf("'%s' about %s at %s s of case '%s'", n->filter.command, whom, times_write(t->now), n->id);

	free(whom);
	question_begin(q, n->driver->machine.occupancy.machine);
	for (uint32_t i = 0; i < rows; i++) {
		const sender *s = &n->sender[at[i]];
		place p = q == &n->reference ? s->reference : place_here(t, s);

		question_row(q, s->row, &p, &s->asked);
	}
	return question_end(q, about);
}

/* The answer to a question about some rows. */
static void
read_told(const network *n, exchange *e, const uint32_t *at, uint32_t rows, double *time)
{
	asked *a = xalloc(rows, sizeof *a);

	for (uint32_t i = 0; i < rows; i++)
		a[i] = n->sender[at[i]].asked;
	answer_read(e, a, rows, time);
	free(a);
	exchange_free(e);
}

static double
read_one(const network *n, exchange *e, uint32_t at)
{
	double time;

	read_told(n, e, &at, 1, &time);
	return time;
}

/* Ask about each of some rows alone at the reference, without computing: what they compute beside that follows from it. */
static void
ask_computing(network *n, const timeline *t, const uint32_t *at, uint32_t rows)
{
	exchange *e = xcalloc(rows, sizeof *e);

	for (uint32_t i = 0; i < rows; i++)
		e[i] = pose(n, t, &at[i], 1, true);
	filter_ask(&n->filter, e, (int)rows);
	for (uint32_t i = 0; i < rows; i++) {
		sender *s = &n->sender[at[i]];

		s->known = true;
		s->alone = read_one(n, &e[i], at[i]);
		if (n->opt->busy || s->share == 1)
			continue;
		snprintf(s->compute, sizeof s->compute, "%.9g", (1 - s->share) / s->share * s->alone);
		s->asked.compute = strtod(s->compute, NULL);
	}
	free(e);
}

/* How many times as long a job takes whose iteration communicates for so long. */
static double
stretch_of(const sender *s, double time)
{
	return 1 + s->share * (time / s->alone - 1);
}

/* Ask about each of some rows alone, computing, at the reference and where it is; and about all that run together, unless `all` is NULL. */
static void
ask_communicating(network *n, const timeline *t, const uint32_t *at, uint32_t rows, told *all)
{
	exchange *e = xcalloc(2 * (size_t)rows + 1, sizeof *e), *next = e;

	for (uint32_t i = 0; i < rows; i++) {
		const sender *s = &n->sender[at[i]];

		if (is_preplaced_job(t, s))
			continue;
		if (s->asked.compute > 0)
			*next++ = pose(n, t, &at[i], 1, true);
		if (!is_at_reference(n, t, s))
			*next++ = pose(n, t, &at[i], 1, false);
	}
	if (all)
		*next++ = pose(n, t, all->row, all->rows, false);
	filter_ask(&n->filter, e, (int)(next - e));
	next = e;
	for (uint32_t i = 0; i < rows; i++) {
		sender *s = &n->sender[at[i]];

		if (is_preplaced_job(t, s))
			continue;
		if (s->asked.compute > 0)
			s->alone = read_one(n, next++, at[i]);
		if (!is_at_reference(n, t, s))
			s->stretch = stretch_of(s, read_one(n, next++, at[i]));
	}
	if (all)
		read_told(n, next, all->row, all->rows, all->time);
	free(e);
}

/* --- paces */

static void
set_pace(network *n, timeline *t, sender *s, double stretch)
{
	const timed_job *j = &t->job[s->job];
	int64_t end;

	work_pace(&s->work, t->now, stretch);
	end = work_end(&s->work);
	if (end == NEVER)
		die(FAIL_DATA, "'%s' about job '%s' at %s s of case '%s': %.9g times as long: it would end too late for a table", n->filter.command,
			s->asked.job, times_write(t->now), n->id, stretch);
	if (n->driver->opt->kill && j->times.limited && end > j->due)
		end = j->due;
	if (end != j->end)
		timeline_postpone(t, s->job, end);
}

/* Jobs that have started begin their work; those that do not send run as at the reference. */
static void
begin_work(network *n, timeline *t)
{
	uint32_t next;

	for (uint32_t i = agenda_first(&t->ends); i != NONE; i = next) {
		const timed_job *j = &t->job[i];
		sender *s = &n->sender[j->row];

		next = agenda_next(&t->ends, i);
		if (i >= t->submitted || s->begun)
			continue;
		s->begun = true;
		work_begin(&s->work, j->due - j->times.wall, j->times.run);
		if (!s->sends)
			set_pace(n, t, s, 1);
	}
}

/* Is it time to ask about the jobs together?  n->next is when it will be. */
static bool
is_time(network *n, const timeline *t, bool any)
{
	int64_t every = n->opt->every;

	n->next = NEVER;
	if (!any || same_rows(n->now, n->nows, n->before, n->befores))
		return false;
	if (every == 0 || t->now % every == 0)
		return true;
	n->next = t->now + every - t->now % every;
	return false;
}

/* Those that run have been asked about together: all go at their pace from here on. */
static void
pace_all(network *n, timeline *t, const told *all)
{
	for (uint32_t i = 0; i < n->nows; i++) {
		sender *s = &n->sender[n->now[i]];

		if (!is_preplaced_job(t, s))
			set_pace(n, t, s, all ? stretch_of(s, all->time[i]) : s->stretch);
	}
	memcpy(n->before, n->now, n->nows * sizeof *n->now);
	n->befores = n->nows;
}

/* Room for what will be told of those that run now. */
static told *
add_told(network *n)
{
	told *o;

	n->told = xgrow(n->told, &n->room, n->tolds + 1, sizeof *n->told);
	o = &n->told[n->tolds++];
	*o = (told){ .row = xalloc(n->nows, sizeof *o->row), .rows = n->nows, .time = xalloc(n->nows, sizeof *o->time) };
	memcpy(o->row, n->now, n->nows * sizeof *o->row);
	return o;
}

void
network_update(network *n, timeline *t)
{
	uint32_t *fresh = xalloc((size_t)n->rows + 1, sizeof *fresh), freshes = 0;
	bool any, together;
	const told *known;
	told *all = NULL;

	begin_work(n, t);
	list_senders(n, t, &any);
	forget_left(n);
	together = is_time(n, t, any);
	for (uint32_t i = 0; any && i < n->nows; i++)
		if (!n->sender[n->now[i]].known)
			fresh[freshes++] = n->now[i];
	ask_computing(n, t, fresh, freshes);
	known = find_told(n);
	if (together && !known && n->nows > 1)
		known = all = add_told(n);
	ask_communicating(n, t, fresh, freshes, all);
	if (together)
		pace_all(n, t, known);
	for (uint32_t i = 0; !together && i < freshes; i++) {
		sender *s = &n->sender[fresh[i]];

		if (!is_preplaced_job(t, s))
			set_pace(n, t, s, s->stretch);
	}
	free(fresh);
}

/* --- the columns */

static void
write_work(const network *n, const timed_job *j, const sender *s)
{
	sink *out = n->driver->out;
	int64_t begins = j->due - j->times.wall;
	double left, done;
	work w = s->work;

	if (!s->begun)
		work_begin(&w, begins, j->times.run);
	left = work_left(&w, j->end);
	done = (double)j->times.run - left;
	sink_put(out, n->alone, times_write(j->times.run));
	sink_put(out, n->at_limit, j->times.limited && 100 * j->times.run >= 99 * j->times.wall ? "yes" : "no");
	sink_put_real(out, n->lost, left / LOG_SECOND);
	if (done <= 0)
		return;
	sink_put_real(out, n->slowdown, (double)(j->end - j->start) / (double)j->times.run);
	sink_put_real(out, n->worst, w.worst);
	sink_put_real(out, n->placement, s->stretch);
	sink_put_real(out, n->contention, work_spent(&w, j->end) / done / s->stretch);
}

void
network_write(const network *n, const row *r, const timed_job *j)
{
	if (!*cell_text(r, n->share) && !isnan(n->opt->share))
		sink_put_real(n->driver->out, n->own_share, n->opt->share);
	if (j)
		write_work(n, j, &n->sender[j->row]);
}
