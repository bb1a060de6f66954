/* network-query -- see network-query.h.
 *
 * The first question about a job has no computing in it: how long it computes follows from the answer.  The others do not
 * wait for each other.
 *
 * Who runs next hangs on the answers only by the order of ends: a scout's guess of them is mostly good enough. */
#include "alloc/time/network-query.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/units.h"
#include "lib/logtime/logtime.h"
#include "lib/stream/lists.h"

/* With `links`, the answers are to say how long an iteration keeps each link busy. */
static void
open_question(question *q, const driver *d, const policy_choice *by, bool links)
{
	const policy *p = by->policy;

	*q = (question){ .sink = sink_open_memory(d->in, &d->opt->cli), .choice = by->name, .values = policy_columns(p) };
	q->alloc = sink_own(q->sink, "alloc");
	q->start = sink_own(q->sink, "start_s");
	q->node_list = sink_own(q->sink, "node_list");
	q->own = xalloc((size_t)q->values + 1, sizeof *q->own);
	for (int i = 0; i < q->values; i++)
		q->own[i] = sink_own(q->sink, p->columns[i]);
	q->compute = sink_own(q->sink, "compute_s");
	q->link_busy = links ? sink_own(q->sink, "link_busy") : -1;
	q->end = table_column(d->in, "end_s") < 0 ? -1 : sink_own(q->sink, "end_s");
}

void
network_query_open(network_query *q, const driver *d)
{
	const policy_choice *reference = &d->opt->network.reference;
	const machine *m = d->machine.occupancy.machine;

	*q = (network_query){ .driver = d, .opt = &d->opt->network };
	q->asker = (asker){ .command = q->opt->command, .timeout = q->opt->timeout,
		.at_once = (int)(q->opt->at_once ? q->opt->at_once : processors_at_hand()) };
	ask_open(&q->asker);
	open_question(&q->here, d, &d->opt->choice, q->opt->tolerance > 0);
	open_question(&q->together, d, &d->opt->choice, false);
	if (!reference->policy)
		return;
	open_question(&q->reference, d, reference, q->opt->tolerance > 0);
	state_init(&q->idle, reference->policy, m);
	selection_init(&q->selection, reference->policy, m, true);
	if (reference->policy->given)
		table_need(d->in, reference->policy->given);
}

/* --- places */

/* Where the reference policy puts a job on the idle machine. */
static job_place
place_at_reference(network_query *q, const char *id, const timed_job *j)
{
	const driver *d = q->driver;
	const policy *p = q->opt->reference.policy;
	request r = j->request;
	job_place at;
	char *why;

	r.policy = p;
	r.argument = q->opt->reference.argument;
	if (!state_choose(&q->idle, &r, driver_random(d, id, &r), &q->selection, &why))
		table_bad(d->in, r.row, p->given ? table_column(d->in, p->given) : d->rows.at[JOB_NODES],
			"%s, with the machine idle for --network-reference", why);
	at.list = xstrdup(list_write(q->selection.node, r.nodes, false));
	at.value = selection_values(&q->selection);
	return at;
}

static bool
same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Is the question about a job alone here that about it at the reference? */
static bool
is_at_reference(const network_query *q, const sender *s)
{
	const policy *here = q->driver->opt->choice.policy, *there = q->opt->reference.policy;

	if (!there)
		return true;
	if (!s->job->list || strcmp(s->job->list, s->reference.list) != 0)
		return false;
	if (here != there)
		return q->here.values == 0 && q->reference.values == 0;
	for (int i = 0; i < q->here.values; i++)
		if (!same_text(s->job->value[i], s->reference.value[i]))
			return false;
	return true;
}

void
sender_init(sender *s, network_query *q, const char *id, const timed_job *j, bool played, double share, int64_t iterations)
{
	*s = (sender){ .job = j, .played = played, .share = share, .iterations = iterations, .stretch = 1 };
	s->uses.links = q->driver->machine.occupancy.machine->router_links;
	if (q->opt->reference.policy)
		s->reference = place_at_reference(q, id, j);
}

void
sender_free(sender *s, const network_query *q)
{
	free_all(s->reference.list, s->uses.item);
	values_free(s->reference.value, q->reference.values);
}

double
sender_stretch(const sender *s, double time)
{
	return s->alone > 0 ? 1 + s->share * (time / s->alone - 1) : 1;
}

/* --- questions */

/* A question about n jobs, at the reference or where they are. */
static filter_exchange
pose(network_query *q, const question_moment *at, sender *const *s, uint32_t n, bool at_reference)
{
	const question *form = at_reference && q->opt->reference.policy ? &q->reference : n == 1 ? &q->here : &q->together;
	char *whom = n == 1 ? xprintf("job '%s'", s[0]->job->request.job) : xprintf("%" PRIu32 " jobs", n);
	filter_exchange e = { .about = xprintf("'%s' about %s at %s s of case '%s'", q->opt->command, whom, times_write(at->time), at->id) };

	free(whom);
	sink_header(form->sink, q->driver->machine.occupancy.machine->spec);
	for (uint32_t i = 0; i < n; i++) {
		job_place p = form == &q->reference ? s[i]->reference : (job_place){ s[i]->job->list, s[i]->job->value };

		if (p.list) {
			sink_put(form->sink, form->alloc, form->choice);
			sink_put(form->sink, form->node_list, p.list);
		}
		for (int k = 0; p.value && k < form->values; k++)
			sink_put(form->sink, form->own[k], p.value[k] ? p.value[k] : "");
		sink_put(form->sink, form->start, "0");
		sink_put(form->sink, form->compute, s[i]->compute_text);
		sink_put(form->sink, form->link_busy, "");
		sink_put(form->sink, form->end, "");
		sink_row(form->sink, s[i]->job->request.row);
	}
	e.text = sink_take(form->sink, &e.length);
	return e;
}

/* --- answers */

/* The columns of an answer. */
typedef struct answer_columns {
	int job, iteration, comm;	/* the latter only where the former is -1 */
	int done;		/* how many iterations were seen; -1: it does not say */
	int links;		/* link_busy; -1: it is not wanted */
} answer_columns;

static double
read_answer_row(const table *t, const row *r, const answer_columns *at, const sender *s)
{
	int column = at->iteration >= 0 ? at->iteration : at->comm;
	double repeats = at->iteration >= 0 ? 1 : (double)s->iterations, compute = repeats * s->compute, time, seen;
	const char *job = s->job->request.job;

	if (strcmp(cell_text(r, at->job), job) != 0)
		table_bad(t, r, at->job, "must be the row of job '%s'", job);
	if (read_real(cell_text(r, column), 0, LOG_LONGEST_S, &time) && (time > compute || (time == compute
		/* a job none of whose messages takes time has no iterations */
		&& at->done >= 0 && read_real(cell_text(r, at->done), 0, LOG_LONGEST_S, &seen) && seen == 0)))
		return (time - compute) / repeats;
	table_bad(t, r, column, "must say how long job '%s' takes, more than %.9g s", job, compute);
}

/* Read which links an iteration keeps busy: LINK:SECONDS and blanks, or none. */
static void
read_links(const table *t, const row *r, int column, link_uses *links)
{
	const char *text = cell_text(r, column);
	size_t room = 0;
	int length = 0;

	links->count = 0;
	if (strcmp(text, "none") == 0)
		return;
	do {
		link_use u;

		if (sscanf(text, "%" SCNu32 ":%lf%n", &u.link, &u.busy, &length) != 2 || u.link >= links->links || !(u.busy >= 0) || !isfinite(u.busy)
			|| (text[length] && text[length] != ' '))
			table_bad(t, r, column, "must say how long an iteration keeps which links busy, as netsim --steady does, or none");
		links->item = xgrow(links->item, &room, (size_t)links->count + 1, sizeof u);
		links->item[links->count++] = u;
		text += length;
	} while (*text++ == ' ');
}

/* Read the answer about n jobs, and free both: how long each communicates in an iteration, s, and for one job, with --network-tolerance,
 * which links that keeps busy.  An answer without a row of each in the order asked, or where one does not communicate for any time, though
 * its iterations_done is not 0, ends the tool with status 1. */
static void
read_times(const network_query *q, filter_exchange *e, sender *const *s, uint32_t n, double *time)
{
	link_uses *links = n == 1 && q->opt->tolerance > 0 ? &s[0]->uses : NULL;
	table *t = table_open_text(e->about, e->answer, e->answered);
	answer_columns at = { .job = table_need(t, "job"), .iteration = table_column(t, "iteration_time_s"), .comm = -1,
		.done = table_column(t, "iterations_done"), .links = links ? table_need_hint(t, "link_busy", "netsim --steady has it") : -1 };
	uint32_t i = 0;
	row r;

	if (at.iteration < 0)
		at.comm = table_need_hint(t, "comm_time_s", "an answer has this one, or iteration_time_s");
	for (; table_next(t, &r); i++) {
		if (i == n)
			table_bad(t, &r, at.job, "a row that was not asked for");
		time[i] = read_answer_row(t, &r, &at, s[i]);
		if (links)
			read_links(t, &r, at.links, links);
	}
	if (i < n)
		die(FAIL_DATA, "%s: the answer has no row of job '%s'", e->about, s[i]->job->request.job);
	table_close(t);
	exchange_free(e);
}

/* Read the answer about one job; a guess where there is none. */
static double
answered_time(const network_query *q, filter_exchange *e, sender *s, double guess)
{
	double time = guess;

	if (e->state == ANSWERED)
		read_times(q, e, &s, 1, &time);
	return time;
}

/* Ask about each of n jobs alone at the reference, without computing: how long they compute beside that follows from it. */
static void
ask_computing(network_query *q, const question_moment *at, sender *const *s, uint32_t n)
{
	filter_exchange *e = xcalloc(n, sizeof *e);

	for (uint32_t i = 0; i < n; i++)
		e[i] = pose(q, at, &s[i], 1, true);
	ask(&q->asker, e, (int)n);
	for (uint32_t i = 0; i < n; i++) {
		sender *one = s[i];

		one->known = true;
		one->alone = one->here = answered_time(q, &e[i], one, 0);
		if (q->opt->busy || one->share == 1)
			continue;
		snprintf(one->compute_text, sizeof one->compute_text, "%.9g", (1 - one->share) / one->share * one->alone);
		one->compute = strtod(one->compute_text, NULL);
	}
	free(e);
}

/* Is a job asked about alone on the nodes that it has? */
static bool
is_asked_here(const network_query *q, const sender *s)
{
	return (s->played || q->opt->tolerance > 0) && !is_at_reference(q, s);
}

/* Pose what is asked about a job that has started, alone with its computing; behind these questions. */
static filter_exchange *
pose_alone(network_query *q, const question_moment *at, sender *s, filter_exchange *e)
{
	if (s->played && s->compute > 0)
		*e++ = pose(q, at, &s, 1, true);
	if (is_asked_here(q, s))
		*e++ = pose(q, at, &s, 1, false);
	return e;
}

/* Read the answers to that.  The guesses: as without computing, and as at the reference. */
static filter_exchange *
read_alone(const network_query *q, sender *s, filter_exchange *e)
{
	if (s->played && s->compute > 0)
		s->alone = s->here = answered_time(q, e++, s, s->alone);
	if (is_asked_here(q, s)) {
		s->here = answered_time(q, e++, s, s->alone);
		s->stretch = sender_stretch(s, s->here);
	}
	return e;
}

static void
read_together(const network_query *q, filter_exchange *e, sender *const *s, uint32_t n, double *time)
{
	double sum = 0, known = 0;

	if (e->state == ANSWERED) {
		read_times(q, e, s, n, time);
	} else {	/* guess: as long as last; one that is new, as much longer than alone as the others on average */
		for (uint32_t i = 0; i < n; i++)
			if (s[i]->together > 0 && s[i]->alone > 0) {
				sum += s[i]->together / s[i]->alone;
				known++;
			}
		for (uint32_t i = 0; i < n; i++)
			time[i] = s[i]->together > 0 ? s[i]->together : s[i]->alone * (known > 0 ? sum / known : 1);
	}
	for (uint32_t i = 0; i < n; i++)
		s[i]->together = time[i];
}

void
network_query_ask(network_query *q, const question_moment *at, sender *const *started, uint32_t n, sender *const *all, uint32_t alls,
	double *time)
{
	filter_exchange *e = xcalloc(2 * (size_t)n + 1, sizeof *e), *next = e;

	ask_computing(q, at, started, n);
	for (uint32_t i = 0; i < n; i++)
		next = pose_alone(q, at, started[i], next);
	if (alls)
		*next++ = pose(q, at, all, alls, false);
	ask_or_guess(&q->asker, e, (int)(next - e));
	next = e;
	for (uint32_t i = 0; i < n; i++)
		next = read_alone(q, started[i], next);
	if (alls)
		read_together(q, next, all, alls, time);
	free(e);
}
