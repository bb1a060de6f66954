/* moment -- jobs that were played in time, as they stand at a moment: cases in which all begin together. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/cli/units.h"
#include "lib/logtime/logtime.h"
#include "lib/moment/fullest.h"
#include "lib/stream/sink.h"

enum { MOST_MOMENTS = 1 << 20, MOST_SECONDS = 1000000000 };	/* the latter as in alloc */
enum { PS_PER_US = 1000000 };

typedef struct moment_options {
	const char *way;	/* the option that says which moments */
	bool fullest;
	int64_t at, every;	/* us; every 0: not given */
	int64_t count, min_jobs;	/* 0: not given */
} moment_options;

typedef struct moment_case {
	const moment_options *asked;
	table *in;
	sink *out;
	int submit, start, end, nodes, node_list;	/* columns of the input */
	int own_case, own_start, own_moment;
	hold *hold;		/* [jobs] of the case at hand that ran */
	const row **row;	/* [jobs] */
	size_t jobs, hold_room, row_room;
	int64_t from, to;	/* from when the first came to the end of the last, us */
	int64_t written, empty, uneven;	/* moments: all that have jobs; those without; those where one job is too large for a mix */
} moment_case;

/* The option says which moments, and it alone. */
static moment_options *
choose_way(void *given, const char *option)
{
	moment_options *o = given;

	if (o->way)
		die(FAIL_USAGE, "%s and %s: one of them says which moments", o->way, option);
	o->way = option;
	return o;
}

static void
read_at(const char *option, const char *text, void *given)
{
	moment_options *o = choose_way(given, option);
	double s = 0;

	o->fullest = strcmp(text, "fullest") == 0;
	if (!o->fullest && !read_real(text, -MOST_SECONDS, MOST_SECONDS, &s))
		die(FAIL_USAGE, "%s: '%s': must be a number of seconds or fullest", option, text);
	o->at = llround(s * LOG_SECOND);
}

static void
read_every(const char *option, const char *text, void *given)
{
	moment_options *o = choose_way(given, option);
	int64_t ps;

	if (!read_period(text, &ps) || ps == 0 || ps % PS_PER_US != 0)
		die(FAIL_USAGE, "%s: '%s': must be a time of whole microseconds, as 6h or 90s", option, text);
	o->every = ps / PS_PER_US;
}

static void
read_moments(const char *option, const char *text, void *given)
{
	choose_way(given, option)->count = option_int(option, text, 1, MOST_MOMENTS);
}

/* A time of a row in microseconds; `absent` when the cell is empty. */
static int64_t
time_of(const moment_case *t, const row *r, int column, int64_t absent)
{
	double s = cell_real(t->in, r, column, -MOST_SECONDS, MOST_SECONDS, NAN);

	return isnan(s) ? absent : llround(s * LOG_SECOND);
}

static void
add_job(moment_case *t, const row *r)
{
	int64_t start = time_of(t, r, t->start, INT64_MAX), end = time_of(t, r, t->end, INT64_MAX);
	int64_t nodes = cell_int(t->in, r, t->nodes, 1, UINT32_MAX, 0), came = time_of(t, r, t->submit, start);

	if (start == INT64_MAX || end == INT64_MAX || !*cell_text(r, t->node_list))
		return;
	if (end < start)
		table_bad(t->in, r, t->end, "is before start_s");
	if (nodes == 0)
		table_bad(t->in, r, t->nodes, "must be given");
	if (end == start)
		return;		/* it is never there */
	t->hold = xgrow(t->hold, &t->hold_room, t->jobs + 1, sizeof *t->hold);
	t->row = xgrow(t->row, &t->row_room, t->jobs + 1, sizeof *t->row);
	t->hold[t->jobs] = (hold){ start, end, (uint32_t)nodes };
	t->row[t->jobs++] = r;
	came = came < start ? came : start;
	t->from = came < t->from ? came : t->from;
	t->to = end > t->to ? end : t->to;
}

/* A case of the jobs that run at that time, in the order of their rows. */
static void
write_moment(moment_case *t, const char *id, int64_t at)
{
	const char *clock = times_write(at);
	char *name = xprintf("%s@%s", id, clock);
	bool any = false;

	for (size_t i = 0; i < t->jobs; i++) {
		if (at < t->hold[i].start || at >= t->hold[i].end)
			continue;
		sink_put(t->out, t->own_case, name);
		sink_put_int(t->out, t->own_start, 0);
		sink_put(t->out, t->own_moment, clock);
		sink_row(t->out, t->row[i]);
		any = true;
	}
	sink_flush(t->out);
	t->written += any;
	t->empty += !any;
	free(name);
}

/* The moments of a case that has jobs: so many, from the first on; none where it has no mix of jobs. */
static int64_t
choose_moments(moment_case *t, const char *id, int64_t *first, int64_t *step)
{
	const moment_options *o = t->asked;
	int64_t all = t->to - t->from, n = 1;
	fullest f;

	*first = o->at;
	*step = 0;
	if (o->fullest) {
		if (!fullest_find(t->hold, t->jobs, UINT64_MAX, o->min_jobs, &f))
			return 0;
		t->uneven += f.uneven;
		*first = f.at;
	} else if (o->every) {	/* from when the first job comes to before the last end */
		*first = t->from;
		*step = o->every;
		n = (all - 1) / o->every + 1;
		if (n > MOST_MOMENTS)
			die(FAIL_DATA, "--every: the schedule of case '%s' spans %s s, which makes more than %d moments", id, times_write(all),
				MOST_MOMENTS);
	} else if (o->count) {	/* in the middle of equal parts of that time; there are no more moments than microseconds */
		n = o->count < all ? o->count : all;
		*step = all / n;
		*first = t->from + *step / 2;
	}
	return n;
}

static void
take_case(moment_case *t, const batch *b)
{
	int64_t n = 0, first = 0, step = 0;

	t->jobs = 0;
	t->from = INT64_MAX;
	t->to = INT64_MIN;
	for (int i = 0; i < b->rows; i++)
		add_job(t, &b->row[i]);
	if (t->jobs > 0)
		n = choose_moments(t, b->id, &first, &step);
	for (int64_t i = 0; i < n; i++)
		write_moment(t, b->id, first + i * step);
	t->empty += n == 0;
}

/* Why a moment has no jobs. */
static char *
reason(const moment_options *o)
{
	if (o->fullest)
		return xprintf("at no time do %" PRId64 " jobs or more run%s", o->min_jobs ? o->min_jobs : 2,
			o->min_jobs ? "" : "; --min-jobs 1 takes one alone");
	return o->every || o->count ? xstrdup("no job runs") : xprintf("no job runs at %s s", times_write(o->at));
}

/* Say what is not as was asked for; that there is no moment at all is an error. */
static void
report(const moment_case *t)
{
	char *why = reason(t->asked);

	if (t->empty > 0 && t->written == 0)
		die(FAIL_DATA, "%s: %s", t->in->file, why);
	if (t->empty > 0)
		warn("%s: %" PRId64 " of %" PRId64 " moments left out: %s", t->in->file, t->empty, t->empty + t->written, why);
	if (t->uneven > 0)
		warn("%s: in %" PRId64 " of %" PRId64 " cases one job has more than half of the busy nodes at every moment:"
			" there it is the fullest with two jobs or more", t->in->file, t->uneven, t->written);
}

static void
run(const cli *c, void *given)
{
	const moment_options *o = given;
	moment_case t = { .asked = o };
	batch b;

	t.in = table_open(c->file);
	if (table_column(t.in, "moment_s") >= 0)
		die(FAIL_DATA, "%s: moment_s: these are moments of a schedule already", t.in->file);
	t.start = table_need(t.in, "start_s");
	t.end = table_need(t.in, "end_s");
	t.nodes = table_need(t.in, "nodes");
	t.node_list = table_need(t.in, "node_list");
	t.submit = table_column(t.in, "submit_s");
	t.out = sink_open(t.in, c);
	t.own_case = sink_own(t.out, "case");
	t.own_start = sink_own(t.out, "start_s");
	t.own_moment = sink_own(t.out, "moment_s");
	sink_header(t.out, NULL);
	while (table_next_case(t.in, &b))
		take_case(&t, &b);
	report(&t);
	sink_close(t.out);
}

static const cli_option known[] = {
	{ "at", "S|fullest", "the moment, in seconds as the table has them, or of each case the fullest that has a mix of jobs", read_at, 0 },
	{ "every", "TIME", "moments so far apart, from when the first job comes on", read_every, 0 },
	{ "count", "N", "N moments, in the middle of equal parts of the schedule", read_moments, 0 },
	{ "min-jobs", "N", "fullest: of the moments with at least N jobs, be one as large as it is", NULL,
		offsetof(moment_options, min_jobs), .most = MOST_MOMENTS },
	{ 0 }
};

static const cli_rule rules[] = {
	{ NULL, "at every count", NULL, "--at, --every or --count: which moments?" },
	{ "min-jobs", "at=fullest", NULL, "--%s goes with --at fullest" },
	{ 0 }
};

const subcommand subcommand_moment = { "moment", "the jobs that run at moments of a schedule, a case each",
	"[FILE]", "Write the jobs that run at moments of a schedule, a case for each moment.",
	.tables_only = true, .options = known, .rules = rules, .size = sizeof(moment_options), .run = run };
