/* network-query -- see network-query.h.
 *
 * The first question about a job has no computing in it: how long it computes follows from the answer.  The others do not
 * wait for each other.
 *
 * Who runs next hangs on the answers only by the order of ends: a scout's guess of them is mostly good enough. */
#include "alloc/time/network-query.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stream/lists.h"

void
network_query_open(network_query *q, const driver *d)
{
	const policy_choice *reference = &d->opt->network.reference;
	const machine *m = d->machine.occupancy.machine;

	*q = (network_query){ .driver = d, .opt = &d->opt->network };
	q->asker.filter = (filter){ .command = q->opt->command, .timeout = q->opt->timeout,
		.at_once = (int)(q->opt->at_once ? q->opt->at_once : processors_at_hand()) };
	ask_open(&q->asker);
	question_open(&q->here, d, d->opt->choice.policy, d->opt->choice.name, q->opt->tolerance > 0);
	question_open(&q->together, d, d->opt->choice.policy, d->opt->choice.name, false);
	if (!reference->policy)
		return;
	question_open(&q->reference, d, reference->policy, reference->name, q->opt->tolerance > 0);
	state_init(&q->idle, reference->policy, m);
	selection_init(&q->selection, reference->policy, m, true);
	if (reference->policy->given)
		table_need(d->in, reference->policy->given);
}

void
network_query_close(network_query *q)
{
	ask_close(&q->asker);
	question_close(&q->here);
	question_close(&q->together);
	if (!q->opt->reference.policy)
		return;
	question_close(&q->reference);
	state_free(&q->idle);
	selection_free(&q->selection);
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

static job_place
place_here(const sender *s)
{
	return (job_place){ s->job->list, s->job->value };
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
	job_place at = place_here(s);

	if (!there)
		return true;
	if (!at.list || strcmp(at.list, s->reference.list) != 0)
		return false;
	if (here != there)
		return q->here.values == 0 && q->reference.values == 0;
	for (int i = 0; i < q->here.values; i++)
		if (!same_text(at.value[i], s->reference.value[i]))
			return false;
	return true;
}

void
sender_init(sender *s, network_query *q, const char *id, const timed_job *j, bool played, double share, int64_t iterations)
{
	*s = (sender){ .job = j, .played = played, .share = share, .stretch = 1 };
	s->uses.links = q->driver->machine.occupancy.machine->router_links;
	s->asked = (asked){ .job = j->request.job, .iterations = iterations, .compute_text = s->compute };
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
	question *form = at_reference && q->opt->reference.policy ? &q->reference : n == 1 ? &q->here : &q->together;
	char *whom = n == 1 ? xprintf("job '%s'", s[0]->asked.job) : xprintf("%" PRIu32 " jobs", n);
	char *about = xprintf("'%s' about %s at %s s of case '%s'", q->opt->command, whom, times_write(at->time), at->id);

	free(whom);
	question_begin(form, q->driver->machine.occupancy.machine);
	for (uint32_t i = 0; i < n; i++) {
		job_place p = form == &q->reference ? s[i]->reference : place_here(s[i]);

		question_row(form, s[i]->job->request.row, &p, &s[i]->asked);
	}
	return question_end(form, about);
}

/* Read the answer to one about n jobs, and free both. */
static void
read_times(const network_query *q, filter_exchange *e, sender *const *s, uint32_t n, double *time)
{
	asked *a = xalloc(n, sizeof *a);

	for (uint32_t i = 0; i < n; i++)
		a[i] = s[i]->asked;
	answer_read(e, a, n, time, n == 1 && q->opt->tolerance > 0 ? &s[0]->uses : NULL);
	free(a);
	exchange_free(e);
}

/* Read the answer about one job; a guess where there is none. */
static double
read_time(const network_query *q, filter_exchange *e, sender *s, double guess)
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
		one->alone = one->here = read_time(q, &e[i], one, 0);
		if (q->opt->busy || one->share == 1)
			continue;
		snprintf(one->compute, sizeof one->compute, "%.9g", (1 - one->share) / one->share * one->alone);
		one->asked.compute = strtod(one->compute, NULL);
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
	if (s->played && s->asked.compute > 0)
		*e++ = pose(q, at, &s, 1, true);
	if (is_asked_here(q, s))
		*e++ = pose(q, at, &s, 1, false);
	return e;
}

/* Read the answers to that.  The guesses: as without computing, and as at the reference. */
static filter_exchange *
read_alone(const network_query *q, sender *s, filter_exchange *e)
{
	if (s->played && s->asked.compute > 0)
		s->alone = s->here = read_time(q, e++, s, s->alone);
	if (is_asked_here(q, s)) {
		s->here = read_time(q, e++, s, s->alone);
		s->stretch = sender_stretch(s, s->here);
	}
	return e;
}

/* Guess how long an iteration of each communicates together: as long as last; one that is new, as much longer than alone as the others on
 * average. */
static void
guess_times(sender *const *s, uint32_t n, double *time)
{
	double sum = 0, known = 0;

	for (uint32_t i = 0; i < n; i++)
		if (s[i]->together > 0 && s[i]->alone > 0) {
			sum += s[i]->together / s[i]->alone;
			known++;
		}
	for (uint32_t i = 0; i < n; i++)
		time[i] = s[i]->together > 0 ? s[i]->together : s[i]->alone * (known > 0 ? sum / known : 1);
}

static void
read_together(const network_query *q, filter_exchange *e, sender *const *s, uint32_t n, double *time)
{
	if (e->state == ANSWERED)
		read_times(q, e, s, n, time);
	else
		guess_times(s, n, time);
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

bool
network_query_is_scout(const network_query *q)
{
	return ask_is_scout(&q->asker);
}

void
network_query_forget(network_query *q)
{
	ask_forget(&q->asker);
}
