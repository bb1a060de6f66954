#include "alloc/time/network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc/time/network-query.h"
#include "alloc/time/known-answers.h"
#include "alloc/time/work.h"
#include "lib/cli/ascending.h"

/* A job of the case. */
typedef struct case_member {
	bool sends;		/* it has a part in the network: */
	sender sender;
	bool begun;
	work work;
} case_member;

struct network_model {
	const driver *driver;
	const network_options *opt;
	network_query query;
	int share, iterations;	/* columns of the input; -1: none */
	int own_share, alone, slowdown, worst, placement, contention, at_limit, lost;	/* of the output */
	/* of the case under way: */
	question_moment at;
	case_member *member;		/* [rows] */
	int rows;
	uint32_t *now, nows;	/* the rows of jobs that run and send, ascending */
	uint32_t *before, befores;	/* the rows that were asked about together last */
	sender **running, **started;	/* [rows] scratch: of the former; those of them that are new */
	known_answers known;
	int64_t next;
};

network_model *
network_open(const driver *d)
{
	network_model *n = xcalloc(1, sizeof *n);

	n->driver = d;
	n->opt = &d->opt->network;
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
	network_query_open(&n->query, d);
	return n;
}

void
network_close(network_model *n)
{
	if (!n)
		return;
	network_query_close(&n->query);
	free(n);
}

/* --- a case */

static double
read_share(const network_model *n, const row *r)
{
	const table *in = n->driver->in;
	double share = cell_real(in, r, n->share, 0, 1, n->opt->share);

	if (isnan(share))
		table_bad(in, r, n->share, "must be the share of communication in the runtime, or give --comm-share X");
	return share;
}

static void
add_member(network_model *n, const timed_job *j, bool played)
{
	const row *r = j->request.row;
	case_member *m = &n->member[j->row];
	double share = read_share(n, r);

	m->sends = share > 0 && j->request.nodes > 1;
	if (m->sends)
		sender_init(&m->sender, &n->query, n->at.id, j, played, share, cell_int(n->driver->in, r, n->iterations, 1, INT32_MAX, 1));
}

void
network_begin(network_model *n, const timeline *t, const batch *b)
{
	size_t room = (size_t)b->rows + 1;

	n->at.id = t->id;
	n->rows = b->rows;
	n->member = xcalloc(room, sizeof *n->member);
	n->now = xalloc(room, sizeof *n->now);
	n->before = xalloc(room, sizeof *n->before);
	n->running = xalloc(room, sizeof *n->running);
	n->started = xalloc(room, sizeof *n->started);
	n->nows = n->befores = 0;
	n->next = NEVER;
	for (uint32_t i = 0; i < t->submitted; i++)
		add_member(n, &t->job[i], true);
	for (uint32_t i = t->first_preplaced; i < t->jobs; i++)
		add_member(n, &t->job[i], false);
}

void
network_forget(network_model *n)
{
	for (int i = 0; i < n->rows; i++)
		if (n->member[i].sends)
			sender_free(&n->member[i].sender, &n->query);
	known_answers_free(&n->known);
	free_all(n->member, n->now, n->before, n->running, n->started);
}

int64_t
network_next(const network_model *n)
{
	return n->next;
}

/* --- who runs */

static void
list_sender(network_model *n, const timed_job *j)
{
	if (n->member[j->row].sends)
		n->now[n->nows++] = (uint32_t)j->row;
}

/* List the jobs that run and send.  True if one of them is played; else no job's pace depends on them. */
static bool
list_senders(network_model *n, const timeline *t)
{
	uint32_t played;

	n->nows = 0;
	for (uint32_t i = agenda_first(&t->ends); i != NONE; i = agenda_next(&t->ends, i))
		if (i < t->submitted)
			list_sender(n, &t->job[i]);
	played = n->nows;
	for (uint32_t i = t->first_preplaced; i < t->jobs; i++)
		if (!t->job[i].gone)
			list_sender(n, &t->job[i]);
	qsort(n->now, n->nows, sizeof *n->now, ascending_u32);
	for (uint32_t i = 0; i < n->nows; i++)
		n->running[i] = &n->member[n->now[i]].sender;
	return played > 0;
}

/* Those of them that the filter has not been asked about: how many. */
static uint32_t
list_started(network_model *n)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < n->nows; i++)
		if (!n->running[i]->known)
			n->started[count++] = n->running[i];
	return count;
}

/* Is it time to ask about all together?  n->next is when it will be. */
static bool
is_time(network_model *n, const timeline *t)
{
	int64_t every = n->opt->every;

	if (n->nows == n->befores && memcmp(n->now, n->before, n->nows * sizeof *n->now) == 0)
		return false;
	if (every == 0 || t->now % every == 0)
		return true;
	n->next = t->now + every - t->now % every;
	return false;
}

/* --- paces */

/* From now on a job takes that many times as long as at the reference. */
static void
set_pace(const network_model *n, timeline *t, uint32_t job, double stretch)
{
	const timed_job *j = &t->job[job];
	work *w = &n->member[j->row].work;
	int64_t end;

	work_pace(w, t->now, stretch);
	end = work_end(w);
	if (end == NEVER)
		die(FAIL_DATA, "'%s' about job '%s' at %s s of case '%s': %.9g times as long: it would end too late for a table", n->opt->command,
			j->request.job, times_write(t->now), n->at.id, stretch);
	if (n->driver->opt->kill && j->times.limited && end > j->due)
		end = j->due;
	if (end != j->end)
		timeline_postpone(t, job, end);
}

/* Jobs that have started begin their work; those that do not send run as at the reference. */
static void
begin_work(const network_model *n, timeline *t)
{
	uint32_t next;

	for (uint32_t i = agenda_first(&t->ends); i != NONE; i = next) {
		const timed_job *j = &t->job[i];
		case_member *m = &n->member[j->row];

		next = agenda_next(&t->ends, i);
		if (i >= t->submitted || m->begun)
			continue;
		m->begun = true;
		work_begin(&m->work, j->due - j->times.wall, j->times.run);
		if (!m->sends)
			set_pace(n, t, i, 1);
	}
}

/* Set the paces of some jobs by the time that an iteration of each communicates; without times as they are alone. */
static void
set_paces(const network_model *n, timeline *t, sender *const *s, uint32_t count, const double *time)
{
	for (uint32_t i = 0; i < count; i++)
		if (s[i]->played)
			set_pace(n, t, (uint32_t)(s[i]->job - t->job), time ? sender_stretch(s[i], time[i]) : s[i]->stretch);
}

/* How long an iteration of each of those that run communicates, beside those that have started; NULL for one that is alone. */
static const double *
ask_together(network_model *n, uint32_t started)
{
	const known_answer *known = known_answers_find(&n->known, n->now, n->nows);
	known_answer *fresh = !known && n->nows > 1 ? known_answers_add(&n->known, n->now, n->nows) : NULL;

	network_query_ask(&n->query, &n->at, n->started, started, n->running, fresh ? n->nows : 0, fresh ? fresh->time : NULL);
	memcpy(n->before, n->now, n->nows * sizeof *n->now);
	n->befores = n->nows;
	return fresh ? fresh->time : known ? known->time : NULL;
}

void
network_update(network_model *n, timeline *t)
{
	uint32_t started;

	begin_work(n, t);
	n->at.time = t->now;
	n->next = NEVER;
	if (!list_senders(n, t))
		return;
	known_answers_keep(&n->known, n->now, n->nows);
	started = list_started(n);
	if (is_time(n, t)) {
		set_paces(n, t, n->running, n->nows, ask_together(n, started));
	} else if (started) {
		network_query_ask(&n->query, &n->at, n->started, started, NULL, 0, NULL);
		set_paces(n, t, n->started, started, NULL);
	}
	if (network_query_is_scout(&n->query))
		t->unusable = NULL;	/* the file of --fragments is not a scout's */
}

void
network_over(network_model *n)
{
	network_query_forget(&n->query);
}

/* --- the columns */

static void
write_work(const network_model *n, const timed_job *j)
{
	const case_member *m = &n->member[j->row];
	sink *out = n->driver->out;
	double left, done, placement = m->sends ? m->sender.stretch : 1;
	work w = m->work;

	if (!m->begun)		/* it ended when it began */
		work_begin(&w, j->end, j->times.run);
	left = work_left(&w, j->end);
	done = (double)j->times.run - left;
	sink_put(out, n->alone, times_write(j->times.run));
	sink_put(out, n->at_limit, j->times.limited && 100 * j->times.run >= 99 * j->times.wall ? "yes" : "no");
	sink_put_real(out, n->lost, left / LOG_SECOND);
	if (done <= 0)
		return;
	sink_put_real(out, n->slowdown, (double)(j->end - j->start) / (double)j->times.run);
	sink_put_real(out, n->worst, w.worst);
	sink_put_real(out, n->placement, placement);
	sink_put_real(out, n->contention, work_spent(&w, j->end) / done / placement);
}

void
network_write(const network_model *n, const row *r, const timed_job *j)
{
	if (!*cell_text(r, n->share) && !isnan(n->opt->share))
		sink_put_real(n->driver->out, n->own_share, n->opt->share);
	if (j)
		write_work(n, j);
}
