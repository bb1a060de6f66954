#include "alloc/advise/advise.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/param.h>
#include <time.h>

#include "alloc/advise/bounds.h"
#include "alloc/time/network-query.h"
#include "lib/cli/ascending.h"
#include "lib/cli/units.h"
#include "lib/stream/lists.h"

enum { AT_ONCE = 120 * LOG_SECOND };	/* a start in less is said to be now: schedulers take their time */
enum { WARM = 1000, MOST_WAYS = 17 };	/* jobs of a log before the first that is checked; --advise-switches has up to 16 */

enum advice_column { JOB, NODES, AT, ALLOC, MOST, SWITCHES, START, START_LOW, START_HIGH, STRETCH, RUN, END, END_LOW, END_HIGH,
	TRIED, BEST, LOG_START, LOG_END, COLUMNS };
static const char *const column[COLUMNS] = { "job", "nodes", "at_s", "alloc", "most_switches", "switches", "start_s",
	"start_low_s", "start_high_s", "network_slowdown", "run_s", "end_s", "end_low_s", "end_high_s", "earlier_jobs",
	"best", "log_start_s", "log_end_s" };

typedef struct adviser {
	alloc_options any, site;	/* what trials of the past go by; what the answer does */
	driver past_driver, driver;
	past past;
	trials trials;
	network_query query;	/* with --network */
	int64_t since;		/* when second 0 of the table was, us since 1970; NEVER: nobody says */
	sink *out;
} adviser;

/* An option: at most so many switches, and what comes of it. */
typedef struct way {
	uint32_t most, switches;	/* most 0: any number */
	wait_span start, end;	/* us from the moment */
	int64_t run;
	double stretch;		/* by the network */
	uint32_t tried;
} way;

/* --- setting up */

static void
open_sink(adviser *a, const machine *m)
{
	a->out = sink_open(NULL, &a->site.cli);
	sink_preamble(a->out, a->past.in);
	for (int i = 0; i < (a->site.advise.checked ? COLUMNS : LOG_START); i++)
		sink_own(a->out, column[i]);
	sink_hold(a->out);
	sink_header(a->out, m->spec);
}

/* The seconds of a line of the preamble that begins with this word, us; NEVER when there is none.  gen-workload log --unfinished writes
 * "#since", when second 0 of the table was, since 1970, and "#now", the last time at which it saw a job run. */
static int64_t
read_note(const table *in, const char *word)
{
	size_t n = strlen(word);
	double s;

	for (int i = 0; i < in->preambles; i++)
		if (strncmp(in->preamble[i], word, n) == 0 && read_real(in->preamble[i] + n, 0, 1e11, &s))
			return llround(s * LOG_SECOND);
	return NEVER;
}

/* --- one job */

/* The share of its run time in which the job communicates; 0: nobody says. */
static double
share_of(const adviser *a, const past_job *j)
{
	double given = a->site.network.share;

	return cell_real(a->past.in, j->request.row, table_column(a->past.in, "comm_share"), 0, 1, isnan(given) ? 0 : given);
}

/* How many times as long as logged the job runs where it is in a future, by the network: alone there. */
static double
stretch_of(adviser *a, const past_job *j, const future *f)
{
	timed_job there = { .request = j->request, .times = { .run = f->run }, .list = f->list, .value = f->value };
	sender s, *one = &s;
	double share = share_of(a, j), stretch;

	if (!a->site.network.command || share == 0 || j->request.nodes == 1)
		return 1;
	sender_init(&s, &a->query, "1", &there, true, share, cell_int(a->past.in, j->request.row, table_column(a->past.in, "iterations"), 1,
		INT32_MAX, 1));
	network_query_ask(&a->query, &(question_moment){ "1", f->start }, &one, 1, NULL, 0, NULL);
	stretch = s.stretch;
	sender_free(&s, &a->query);
	return stretch;
}

/* What comes of at most so many switches. */
static way
look_at(adviser *a, const moment *m, const jobs_placed *where, uint32_t most)
{
	timeline *t;
	futures f;
	prediction p;
	way w = { .most = most };

	a->driver.most_switches = most;
	t = timeline_open(&a->driver);
	f = futures_play(t, &a->past, m, where, (uint32_t)a->site.advise.futures);
	timeline_close(t);
	w.switches = f.item[f.count / 2].switches;
	w.stretch = stretch_of(a, &a->past.job[m->asked], &f.item[f.count / 2]);
	for (uint32_t i = 0; i < f.count; i++)
		f.item[i].run = (int64_t)((double)f.item[i].run * w.stretch);
	p = predict(&a->past, m, where, &f);
	w.tried = set_right(&a->trials, m->at, &p);
	w.run = p.run;
	w.start = p.start;
	w.end = p.end;
	futures_free(&f);
	return w;
}

/* A limit makes no job start earlier, nor end earlier but by a shorter run: what chance says else is made so.  The middle of the end is
 * that of the start and the run time. */
static void
settle(way *w, const way *unlimited)
{
	const wait_span *s = &unlimited->start, *e = &unlimited->end;
	int64_t saved = unlimited->run > w->run ? unlimited->run - w->run : 0;

	w->start = (wait_span){ MAX(w->start.low, s->low), MAX(w->start.mid, s->mid), MAX(w->start.high, s->high) };
	w->end.mid = w->start.mid + w->run;
	w->end.low = MAX(MAX(w->end.low, e->low - saved), w->start.low);
	w->end.low = MIN(w->end.low, w->end.mid);
	w->end.high = MAX(MAX(w->end.high, e->high - saved), MAX(w->end.mid, w->start.high));
}

static void
put_span(const adviser *a, enum advice_column first, const wait_span *s, int64_t at)
{
	sink_put(a->out, (int)first, times_write(at + s->mid));
	sink_put(a->out, (int)first + 1, times_write(at + s->low));
	sink_put(a->out, (int)first + 2, times_write(at + s->high));
}

static void
put_way(const adviser *a, const past_job *j, int64_t at, const way *w)
{
	sink_put(a->out, JOB, j->request.job);
	sink_put_int(a->out, NODES, j->request.nodes);
	sink_put(a->out, AT, times_write(at));
	sink_put(a->out, ALLOC, a->site.choice.name);
	if (w->most)
		sink_put_int(a->out, MOST, w->most);
	if (w->switches)
		sink_put_int(a->out, SWITCHES, w->switches);
	put_span(a, START, &w->start, at);
	sink_put(a->out, RUN, times_write(w->run));
	put_span(a, END, &w->end, at);
	sink_put_real(a->out, STRETCH, w->stretch);
	sink_put_int(a->out, TRIED, w->tried);
}

/* --- the sentence */

/* A time so long after the moment: by the clock where the log says when its second 0 was, else how long from now. */
static char *
when(const adviser *a, int64_t at, int64_t wait)
{
	int64_t minutes = (wait + 30 * (int64_t)LOG_SECOND) / LOG_SECOND / 60;
	struct tm clock;
	char text[32];

	if (a->since != NEVER) {
		time_t s = (time_t)((a->since + at + wait) / LOG_SECOND), now = (time_t)((a->since + at) / LOG_SECOND);

		gmtime_r(&s, &clock);
		strftime(text, sizeof text, s / 86400 == now / 86400 ? "%H:%M" : "%Y-%m-%d %H:%M", &clock);
		return xstrdup(text);
	}
	return minutes < 60 ? xprintf("%d min", (int)minutes) : xprintf("%d h %02d min", (int)(minutes / 60), (int)(minutes % 60));
}

/* "14:10 (13:40 to 15:00)" */
static char *
span_text(const adviser *a, int64_t at, const wait_span *s)
{
	char *mid = when(a, at, s->mid), *low = when(a, at, s->low), *high = when(a, at, s->high);
	char *text = xprintf("%s (%s to %s)", mid, low, high);

	free_all(mid, low, high);
	return text;
}

/* Without a network: how much slower the job must be where it starts first for the wait to pay. */
static char *
break_even(const adviser *a, const past_job *j, const way *w, const way *later)
{
	double longer = (double)(later->end.mid - w->end.mid) / (double)w->run, share = share_of(a, j);

	return share > 0 ? xprintf("; pays if communication takes %.2g times as long on %" PRIu32 " switches", 1 + longer / share, w->switches) :
		xprintf("; pays if the job takes %.2g times as long on %" PRIu32 " switches", 1 + longer, w->switches);
}

static void
say(adviser *a, const moment *m, const way *w, uint32_t n)
{
	const past_job *j = &a->past.job[m->asked];
	bool clock = a->since != NEVER;
	char *start = span_text(a, m->at, &w->start), *end = span_text(a, m->at, &w->end), *text;

	text = w->start.mid < AT_ONCE ? xstrdup("start now") : xprintf("starts %s %s", clock ? "at" : "in", start);
	text = xappend(text, " on %" PRIu32 " switch%s: done %s %s", w->switches, w->switches == 1 ? "" : "es", clock ? "by" : "in", end);
	for (uint32_t i = 1; i < n; i++) {
		char *then = span_text(a, m->at, &w[i].end), *pays = a->site.network.command ? xstrdup("") : break_even(a, j, w, &w[i]);

		text = xappend(text, "; wait for %" PRIu32 " switch%s: %s%s", w[i].most, w[i].most == 1 ? "" : "es", then, pays);
		free_all(then, pays);
	}
	if (w->tried == 0)
		text = xappend(text, "; the log has too few jobs that started to set the intervals right by");
	sink_note(a->out, "#advice %s", text);
	warn("%s", text);
	free_all(start, end, text);
}

/* --- --advise-check */

static bool
is_in(const wait_span *s, int64_t time)
{
	return s->low <= time && time <= s->high;
}

static void
check(adviser *a)
{
	const past *p = &a->past;
	uint32_t n = (uint32_t)a->site.advise.checked, first = p->jobs > 2 * WARM ? WARM : p->jobs / 2, starts = 0, ends = 0, bare = 0, of = 0;

	for (uint32_t k = 0; k < n; k++) {
		uint32_t i = first + (uint32_t)((uint64_t)k * (p->jobs - first) / n);
		const past_job *j = &p->job[i];
		prediction q = *trial_of(&a->trials, i);
		way w = { .run = q.run, .stretch = 1 };

		if (j->end == NEVER)
			continue;
		bare += is_in(&q.start, j->start - j->submit);
		w.tried = set_right(&a->trials, j->submit, &q);
		w.start = q.start;
		w.end = q.end;
		settle(&w, &w);
		starts += is_in(&w.start, j->start - j->submit);
		ends += is_in(&w.end, j->end - j->submit);
		of++;
		put_way(a, j, j->submit, &w);
		sink_put(a->out, LOG_START, times_write(j->start));
		sink_put(a->out, LOG_END, times_write(j->end));
		sink_row(a->out, NULL);
	}
	if (of == 0)
		die(FAIL_DATA, "%s: --advise-check: no job has started and ended", p->in->file);
	warn("of %" PRIu32 " jobs %.1f%% started and %.1f%% ended in their intervals of 90%%; not set right, %.1f%% would have started in theirs", of,
		100.0 * starts / of, 100.0 * ends / of, 100.0 * bare / of);
}

/* --- --advise */

/* The job that is asked about, at a moment at which it waits. */
static moment
read_question(const adviser *a)
{
	const wait_options *o = &a->site.advise;
	uint32_t i = past_find(&a->past, o->job);
	const past_job *j = &a->past.job[i];
	int64_t at;

	if (i == NONE)
		die(FAIL_DATA, "%s: no job '%s'", a->past.in->file, o->job);
	at = o->at != ADVISE_NOW ? o->at : j->start == NEVER ? a->past.now : j->submit;
	if (at < j->submit)
		die(FAIL_USAGE, "--advise-at: job '%s' comes later, at %s s", o->job, times_write(j->submit));
	if (j->start <= at && j->submit != at)
		die(FAIL_USAGE, "--advise-at: job '%s' has started by then, at %s s", o->job, times_write(j->start));
	return moment_of(&a->past, i, at);
}

/* On how many switches the policy puts the job when the machine is idle.  A job that it refuses then ends the tool. */
static uint32_t
fewest_switches(adviser *a, const past_job *j)
{
	driver *d = &a->driver;

	state_clear(&d->machine);
	driver_choose(d, &d->machine, "1", &j->request, &d->selection, ", with the machine idle");
	return state_switches(&d->machine, d->selection.node, j->request.nodes);
}

/* The most switches that ways may have: as asked for, or the fewest, twice as many and so on, below what the policy gives. */
static list
read_limits(const adviser *a, uint32_t fewest, uint32_t given)
{
	list l = { 0 };
	const list *wanted = &a->site.advise.switches;

	for (uint32_t i = 0; i < wanted->count; i++) {
		if (wanted->item[i] < fewest)
			die(FAIL_USAGE, "--advise-switches: '%" PRIu32 "': policy '%s' puts job '%s' on %" PRIu32 " switches of an idle machine",
				wanted->item[i], a->site.choice.name, a->site.advise.job, fewest);
		list_push(&l, wanted->item[i]);
	}
	for (uint32_t k = fewest; wanted->count == 0 && k < given; k *= 2)
		list_push(&l, k);
	return l;
}

static const way *
best_of(const way *w, uint32_t n)
{
	const way *best = w;

	for (uint32_t i = 1; i < n; i++)
		if (w[i].end.mid < best->end.mid)
			best = &w[i];
	return best;
}

static bool
answer(adviser *a)
{
	moment m = read_question(a);
	const past_job *j = &a->past.job[m.asked];
	uint32_t fewest = fewest_switches(a, j), n = 1;
	jobs_placed where = place_running(&a->driver, &a->past, &m, true);
	way w[MOST_WAYS];
	const way *best;
	list limits;
	bool wait;

	if (where.lost)
		warn("%" PRIu32 " of %" PRIu32 " jobs that run find no room on the machine, and are taken as gone", where.lost, m.runnings);
	w[0] = look_at(a, &m, &where, 0);
	limits = read_limits(a, fewest, w[0].switches);
	for (uint32_t i = 0; i < limits.count && n < MOST_WAYS; i++)
		w[n++] = look_at(a, &m, &where, limits.item[i]);
	for (uint32_t i = 0; i < n; i++)
		settle(&w[i], w);
	best = best_of(w, n);
	wait = best != w;
	for (uint32_t i = 0; i < n; i++) {
		put_way(a, j, m.at, &w[i]);
		sink_put(a->out, BEST, &w[i] == best ? "yes" : "no");
		sink_row(a->out, NULL);
	}
	say(a, &m, w, n);
	return wait;
}

bool
advise(const alloc_options *opt, table *in, const machine *m)
{
	adviser a = { .any = *opt, .site = *opt };
	extern const policy policy_simple;
	batch b;
	bool waits = false;

	a.any.choice = (policy_choice){ .policy = &policy_simple, .name = "simple" };
	a.any.schedule = a.site.schedule = opt->schedule ? opt->schedule : schedules[1];
	driver_open(&a.past_driver, &a.any, in, m);
	driver_open(&a.driver, &a.site, in, m);
	table_need(in, "log_start_s");
	if (!table_next_case(in, &b))
		die(FAIL_DATA, "%s: no jobs", in->file);
	past_read(&a.past, &a.driver.rows, &b, opt, opt->advise.at == ADVISE_NOW ? read_note(in, "#now ") : opt->advise.at);
	a.trials = (trials){ .t = timeline_open(&a.past_driver), .past = &a.past, .of = xcalloc((size_t)a.past.jobs + 1, sizeof *a.trials.of) };
	a.since = read_note(in, "#since ");
	open_sink(&a, m);
	if (opt->network.command)
		network_query_open(&a.query, &a.driver);
	if (opt->advise.checked)
		check(&a);
	else
		waits = answer(&a);
	if (opt->network.command)
		ask_close(&a.query.asker);
	sink_close(a.out);
	timeline_close(a.trials.t);
	return waits;
}
