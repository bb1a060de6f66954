#include "alloc/time/question.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/units.h"
#include "lib/logtime/logtime.h"

void
question_open(question *q, const driver *d, const policy *p, const char *choice, bool links)
{
	*q = (question){ .sink = sink_open_memory(d->in, &d->opt->cli), .choice = choice, .values = policy_columns(p) };
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
question_close(question *q)
{
	sink_close(q->sink);
	free(q->own);
}

void
question_begin(question *q, const machine *m)
{
	sink_header(q->sink, m->spec);
}

void
question_row(question *q, const row *r, const job_place *at, const asked *a)
{
	if (at->list) {
		sink_put(q->sink, q->alloc, q->choice);
		sink_put(q->sink, q->node_list, at->list);
	}
	for (int i = 0; at->value && i < q->values; i++)
		sink_put(q->sink, q->own[i], at->value[i] ? at->value[i] : "");
	sink_put(q->sink, q->start, "0");
	sink_put(q->sink, q->compute, a->compute_text);
	sink_put(q->sink, q->link_busy, "");
	sink_put(q->sink, q->end, "");
	sink_row(q->sink, r);
}

filter_exchange
question_end(question *q, char *about)
{
	filter_exchange e = { .about = about };

	e.text = sink_take(q->sink, &e.length);
	return e;
}

/* The columns of an answer. */
typedef struct answer_columns {
	int job, iteration, comm;	/* the latter only where the former is -1 */
	int done;		/* how many iterations were seen; -1: it does not say */
	int links;		/* link_busy; -1: it is not wanted */
} answer_columns;

/* A job none of whose messages takes time has no iterations. */
static bool
sends_nothing(const row *r, int done)
{
	double seen;

	return done >= 0 && read_real(cell_text(r, done), 0, LOG_LONGEST_S, &seen) && seen == 0;
}

static double
read_answer_row(const table *t, const row *r, const answer_columns *at, const asked *a)
{
	int column = at->iteration >= 0 ? at->iteration : at->comm;
	double repeats = at->iteration >= 0 ? 1 : (double)a->iterations, compute = repeats * a->compute, time;

	if (strcmp(cell_text(r, at->job), a->job) != 0)
		table_bad(t, r, at->job, "must be the row of job '%s'", a->job);
	if (read_real(cell_text(r, column), 0, LOG_LONGEST_S, &time) && (time > compute || (time == compute && sends_nothing(r, at->done))))
		return (time - compute) / repeats;
	table_bad(t, r, column, "must say how long job '%s' takes, more than %.9g s", a->job, compute);
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

void
answer_read(const filter_exchange *e, const asked *a, uint32_t n, double *time, link_uses *links)
{
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
		time[i] = read_answer_row(t, &r, &at, &a[i]);
		if (links)
			read_links(t, &r, at.links, links);
	}
	if (i < n)
		die(FAIL_DATA, "%s: the answer has no row of job '%s'", e->about, a[i].job);
	table_close(t);
}
