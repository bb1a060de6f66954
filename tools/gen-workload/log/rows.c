/* rows -- columns that have nothing to say are left out. */

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen-workload/log/select.h"

enum { ANY_GRID = 3 };	/* dimensions for a pattern that takes as many as it is given */

typedef struct log_rows {
	drawn_jobs *jobs;
	const log_options *asked;
	const records *log;
	int submit, runtime, walltime, start, dims;	/* columns, -1 where left out */
	int *other;		/* [columns of the log] */
	int given_dims;		/* which of these is dims; -1 */
	int node_list;		/* at a moment; -1 */
	int mode, groups, group_nodes;	/* with modes; -1 */
	int share, given_share;	/* comm_share, and the column of the log called so; -1 */
	int code;		/* with a mix; -1 */
	int resampled;		/* -1 */
} log_rows;

static uint64_t
tasks_of(const log_rows *r, const interval *s)
{
	return (uint64_t)s->nodes * (uint64_t)r->jobs->machine->cores;
}

/* The process grid that the log gives a job; "" when it gives none, or none of that many tasks. */
static const char *
given_dims(const log_rows *r, const interval *s)
{
	const char *text = r->given_dims >= 0 ? records_cell(r->log, s->job, r->given_dims) : "";
	uint32_t dim[PATTERN_DIMS];
	int dims;

	return read_dims(text, &dims, dim) && dims_product(dims, dim) == tasks_of(r, s) ? text : "";
}

static int
dims_of(const pattern *p)
{
	return p->grid < 0 ? ANY_GRID : p->grid;
}

/* Say how many process grids of the log cannot be used. */
static void
check_dims(const log_rows *r, const interval *s, size_t n)
{
	size_t bad = 0;
	const interval *first = NULL;

	for (size_t i = 0; i < n; i++) {
		if (!*records_cell(r->log, s[i].job, r->given_dims) || *given_dims(r, &s[i]))
			continue;
		bad++;
		if (!first || s[i].job->line < first->job->line)
			first = &s[i];
	}
	if (bad)
		warn("%s:%ld: first of %zu job%s with dims that are no process grid of its tasks, '%s' of %" PRIu64 ": left out",
			r->log->file, first->job->line, bad, bad == 1 ? "" : "s",
			records_cell(r->log, first->job, r->given_dims), tasks_of(r, first));
}

/* Whether one of the jobs says something in a column of the log. */
static bool
says_something(const records *log, const interval *s, size_t n, int column)
{
	if (column == log->node_list && !log->named)
		return false;
	for (size_t i = 0; i < n; i++)
		if (*records_cell(log, s[i].job, column))
			return true;
	return false;
}

/* The columns of jobs that are played in time. */
static void
own_columns(log_rows *r, const gen_options *o, const interval *s, size_t n)
{
	sink *out = r->jobs->sink;
	const records *log = r->log;
	bool grid;

	for (int i = 0; i < log->columns; i++)
		if (strcmp(log->column[i], "dims") == 0 && says_something(log, s, n, i))
			r->given_dims = i;
	grid = r->given_dims >= 0;
	if (grid)
		check_dims(r, s, n);
	for (int i = 0; i < o->patterns.count; i++)
		grid |= dims_of(o->patterns.item[i]) != 0;
	if (grid)
		r->dims = sink_own(out, "dims");
	r->submit = sink_own(out, "submit_s");
	r->runtime = sink_own(out, "runtime_s");
	for (size_t i = 0; i < n && r->walltime < 0; i++)
		if (s[i].job->walltime)
			r->walltime = sink_own(out, "walltime_s");
	r->start = sink_own(out, "log_start_s");
	for (int i = 0; i < log->columns; i++)
		if (strcmp(log->column[i], "dims") != 0 && says_something(log, s, n, i))
			r->other[i] = sink_own(out, log->column[i]);
}

/* Those of the jobs of a moment, which have the nodes that the log gives them. */
static void
snapshot_columns(log_rows *r, const interval *s, size_t n)
{
	sink *out = r->jobs->sink;
	int list = r->log->node_list;

	for (size_t i = 0; i < n && r->runtime < 0; i++)
		if (s[i].job->end != STILL)
			r->runtime = sink_own(out, "runtime_s");
	r->start = sink_own(out, "log_start_s");
	if (list < 0 || !says_something(r->log, s, n, list))
		return;
	r->other[list] = sink_own(out, r->log->column[list]);
	r->node_list = sink_own(out, "node_list");
}

/* A time of a job, which the log calls `what`. */
static void
put_seconds(const log_rows *r, const log_job *j, const char *what, int column, int64_t us)
{
	if (column < 0)
		return;
	if (us > (int64_t)LOG_LONGEST_S * LOG_SECOND)
		die(FAIL_DATA, "%s:%ld: %s: '%.15g': must be at most %d seconds%s", r->log->file, j->line, what, log_seconds(us),
			LOG_LONGEST_S, column == r->submit || column == r->start ? " after the first submit" : "");
	sink_put_real(r->jobs->sink, column, log_seconds(us));
}

static void
put_dims(const log_rows *r, const interval *s, const pattern *p)
{
	const char *given = given_dims(r, s);
	const dims_order *o = &r->asked->dims_order;
	uint32_t dim[PATTERN_DIMS] = { 0 }, turned[PATTERN_DIMS];
	int dims = dims_of(p), k = 0;
	char *text;

	if (*given)
		sink_put(r->jobs->sink, r->dims, given);
	if (*given || r->dims < 0 || dims == 0 || tasks_of(r, s) > UINT32_MAX)
		return;
	cubic_dims((uint32_t)tasks_of(r, s), dims, dim);
	memcpy(turned, dim, sizeof turned);
	for (int i = 0; i < 3 && dims_ordered(o); i++)	/* a fourth dimension stays the last */
		if (o->axis[i] < dims)
			turned[o->axis[i]] = dim[k++];
	text = write_dims(dims, turned);
	sink_put(r->jobs->sink, r->dims, text);
	free(text);
}

/* What the job asks for of GRAP. */
static void
put_mode(const log_rows *r, const interval *s, const char *name)
{
	sink *out = r->jobs->sink;
	mode_request q;

	if (r->mode < 0)
		return;
	q = modes_draw(&r->asked->modes, &r->jobs->capacity, r->jobs->cli->seed, name, s->nodes);
	sink_put(out, r->mode, q.mode);
	if (q.groups)
		sink_put_int(out, r->groups, q.groups);
	if (q.group_nodes)
		sink_put(out, r->group_nodes, q.group_nodes);
	free(q.group_nodes);
}

/* What the log says in a column of its own; its list of nodes is no use to a job that was made another size. */
static const char *
cell(const log_rows *r, const interval *s, int column)
{
	return column == r->log->node_list && s->nodes != (uint64_t)s->job->nodes ? "" : records_cell(r->log, s->job, column);
}

/* The share that the command line gives jobs of a pattern, unless the log gives this one its own. */
static void
put_share(const log_rows *r, const interval *s, const pattern *p, uint32_t code)
{
	const comm_shares *x = &r->asked->shares;
	uint64_t seed = r->jobs->cli->seed;
	double share = shares_of(x, r->log, s, p, seed);

	if (isnan(share) && r->asked->mix.path)
		share = mix_share(&r->asked->mix, code, s->nodes, seed);

	if (!isnan(share) && (r->given_share < 0 || !*cell(r, s, r->given_share)))
		sink_put_real(r->jobs->sink, r->share, share);
}

/* The job's name, with its number where others of the log have it, that of a part, and the slot where there is one: a day may come
 * twice. */
static void
put_name(const log_rows *r, const log_job *j, uint32_t slot)
{
	char *full = xstrdup(records_name(r->log, j));

	if (j->twin > 1)
		full = xappend(full, "@%" PRIu32, j->twin);
	if (j->part > 1)
		full = xappend(full, ":%" PRIu32, j->part);
	if (slot)
		full = xappend(full, ".%" PRIu32, slot);
	sink_put(r->jobs->sink, r->jobs->job, full);
	free(full);
	sink_put(r->jobs->sink, r->resampled, "yes");
}

/* A job in this slot of a case of resampled spans, from 1 (0: it is where the log has it), with its times shifted.  Whatever is drawn
 * depends on its name in the log alone: a job is the same wherever it stands. */
static void
put_row(log_rows *r, const interval *s, uint32_t slot, int64_t shift)
{
	const gen_options *o = &r->asked->common;
	const log_job *j = s->job;
	const char *name = records_name(r->log, j);
	drawn_job made = { -1, capacity_class(&r->jobs->capacity, s->nodes), s->nodes, NULL, 0 };
	const mix_option *mix = &r->asked->mix;
	uint32_t code = 0;
	rng draw, coded;

	rng_init(&draw, r->jobs->cli->seed, "swf", "", name);
	made.pattern = o->patterns.item[rng_below(&draw, (uint64_t)o->patterns.count)];
	if (mix->path) {
		rng_init(&coded, r->jobs->cli->seed, "mix", "", name);
		code = mix_draw(mix, s->nodes, &coded);
		made.pattern = mix_pattern(mix, code, &o->patterns, r->jobs->cli->seed);
		sink_put(r->jobs->sink, r->code, names_at(&mix->code, code));
	}
	made.bytes = choose_size(&o->size[BYTES], made.pattern, &draw);
	put_name(r, j, slot);
	put_dims(r, s, made.pattern);
	put_seconds(r, j, "submit", r->submit, j->submit + shift);
	if (j->end != STILL)
		put_seconds(r, j, "runtime", r->runtime, j->end - j->start);
	if (j->walltime)
		put_seconds(r, j, "walltime", r->walltime, j->walltime);
	if (j->start != STILL)
		put_seconds(r, j, "start", r->start, j->start + shift);
	for (int i = 0; i < r->log->columns; i++)
		sink_put(r->jobs->sink, r->other[i], cell(r, s, i));
	if (r->node_list >= 0)
		sink_put(r->jobs->sink, r->node_list, cell(r, s, r->log->node_list));
	put_mode(r, s, name);
	put_share(r, s, made.pattern, code);
	jobs_put(r->jobs, &made);
}

/* A period cut up: span k has the intervals first[k] to first[k + 1] - 1. */
typedef struct spans {
	int64_t from, length;	/* when the first begins, and how long each is: microseconds */
	uint32_t count, slots;	/* how many there are, and how many make a case */
	size_t *first;		/* [count + 1], to be freed */
} spans;

static const int64_t day = 86400 * (int64_t)LOG_SECOND;

/* Cut n intervals, in the order of their submit and none of them before `from`, at `to`.  Ends the tool when the period has no whole
 * span. */
static spans
cut_spans(const resample *x, const interval *s, size_t n, int64_t from, int64_t to)
{
	int64_t days = x->days ? x->days : 1;
	spans p = { .from = from, .length = days * day };
	size_t i = 0;

	if (to - from < p.length)
		die(FAIL_DATA, "--resample: the period of %.9g s has no whole span of %" PRId64 " day%s", log_seconds(to - from),
			days, days == 1 ? "" : "s");
	p.count = (uint32_t)((to - from) / p.length);
	p.slots = x->length ? (uint32_t)(x->length / days) : p.count;
	p.first = xalloc((size_t)p.count + 1, sizeof *p.first);
	for (uint32_t k = 0; k <= p.count; k++) {
		while (i < n && s[i].job->submit < from + k * p.length)
			i++;
		p.first[k] = i;
	}
	return p;
}

/* Cases that are drawn from the spans. */
static void
write_drawn(log_rows *r, const interval *s, const spans *p)
{
	const option_numbers *cases = &r->asked->resample.cases;
	uint32_t *drawn = xalloc(p->slots, sizeof *drawn);

	for (int64_t k = cases->first; k <= cases->last; k++) {
		rng draw = jobs_random(r->jobs, "resample", k);

		for (uint32_t i = 0; i < p->slots; i++)
			drawn[i] = (uint32_t)rng_below(&draw, p->count);
		while (jobs_case(r->jobs, k))
			for (uint32_t i = 0; i < p->slots; i++)
				for (size_t j = p->first[drawn[i]]; j < p->first[drawn[i] + 1]; j++)
					put_row(r, &s[j], i + 1, ((int64_t)i - (int64_t)drawn[i]) * p->length - p->from);
	}
}

/* Those of modes and shares, and the mark of made-up cases. */
static void
last_columns(log_rows *r, const spans *p)
{
	sink *out = r->jobs->sink;
	const log_options *x = r->asked;

	r->mode = sink_own_if(out, x->modes.count, "mode");
	r->groups = sink_own_if(out, modes_ask(&x->modes, false), "groups");
	r->group_nodes = sink_own_if(out, modes_ask(&x->modes, true), "group_nodes");
	r->code = sink_own_if(out, x->mix.path, "code");
	r->share = sink_own_if(out, x->shares.count || x->shares.file || x->mix.shares, "comm_share");
	for (int i = 0; i < r->log->columns; i++)
		if (r->other[i] >= 0 && strcmp(r->log->column[i], "comm_share") == 0)
			r->given_share = i;
	r->resampled = sink_own_if(out, p, "resampled");
}

/* Say how many jobs, and of the node-hours how many, are of a kind of which the file of shares says something. */
static void
put_known_shares(const log_rows *r, const interval *s, size_t n)
{
	const comm_shares *x = &r->asked->shares;
	double here = 0, all = 0;
	size_t jobs = 0;
	char *text;

	if (!x->file)
		return;
	shares_open(x, r->log);
	for (size_t i = 0; i < n; i++) {
		bool known = shares_known(x, r->log, &s[i]);

		jobs += known;
		all += node_hours(&s[i], 1);
		here += known ? node_hours(&s[i], 1) : 0;
	}
	text = xprintf("%zu of %zu jobs and %.3g%% of the node-hours have the share of their kind in %s; the others that of all kinds", jobs, n,
		all > 0 ? 100 * here / all : 0, x->file->path);
	warn("%s", text);
	sink_note(r->jobs->sink, "#comm-share %s", text);
}

/* Have the preamble say what the log lost: the records by reason, and of all its jobs the node-hours that are here; and which of its jobs
 * a machine whose nodes belong to one job cannot have had. */
static void
put_losses(const log_rows *r, const interval *s, size_t n)
{
	const records *log = r->log;
	bool lost = records_left_out(log, r->jobs->sink);
	long line;
	size_t sharing = records_count(log, ODD_SHARES, &line);

	if (sharing)
		sink_note(r->jobs->sink, "#shared %s %zu %ld", packing_word(r->asked->shared.how), sharing, line);
	if (log->peak)
		sink_note(r->jobs->sink, "#overfull %" PRIu64 " of %" PRIu32, log->peak, r->jobs->capacity.nodes);
	if (r->asked->wanted.unfinished && log->since_1970 != UNKNOWN)
		sink_note(r->jobs->sink, "#since %" PRId64, log->since_1970 / LOG_SECOND);
	if (r->asked->wanted.unfinished && log->now != UNKNOWN)
		sink_note(r->jobs->sink, "#now %.9g", log_seconds(log->now));
	if (lost && !r->asked->at.given)
		sink_note(r->jobs->sink, "#read %zu jobs %zu node-hours %.9g of %.9g", records_read(log), n, node_hours(s, n), log->node_hours);
}

static void
write_cases(drawn_jobs *w, const log_options *x, const records *log, const interval *s, size_t n, const spans *p)
{
	log_rows r = { .jobs = w, .asked = x, .log = log, .submit = -1, .walltime = -1, .dims = -1, .given_dims = -1,
		.runtime = -1, .node_list = -1, .given_share = -1 };

	r.other = xcalloc((size_t)log->columns + 1, sizeof *r.other);
	for (int i = 0; i < log->columns; i++)
		r.other[i] = -1;
	jobs_columns(w, JOBS_GROUPS | (p ? JOBS_WORKLOAD : 0));
	if (x->at.given)
		snapshot_columns(&r, s, n);
	else
		own_columns(&r, &x->common, s, n);
	last_columns(&r, p);
	put_losses(&r, s, n);
	put_known_shares(&r, s, n);
	if (p)
		write_drawn(&r, s, p);
	while (!p && jobs_case(w, 1))
		for (size_t i = 0; i < n; i++)
			put_row(&r, &s[i], 0, 0);
}

/* Write cases that are drawn from the spans of the period. */
static void
write_resampled(drawn_jobs *w, const log_options *x, records *log, const interval *s, size_t n)
{
	int64_t from = log_clock(log, &x->from, "--from", 0), to = log_clock(log, &x->to, "--to", s[n - 1].job->submit + 1);
	spans p = cut_spans(&x->resample, s, n, from, to);
	size_t in = p.first[p.count];

	for (size_t i = in; i < n; i++)
		records_odd(log, ODD_REST, s[i].job->line);
	warn("%s: resampled from %" PRIu32 " span%s of %.9g s, %zu job%s; %zu behind the last left out", log->file, p.count,
		p.count == 1 ? "" : "s",
		log_seconds(p.length), in, in == 1 ? "" : "s", n - in);
	write_cases(w, x, log, s, in, &p);
}

void
rows_write(drawn_jobs *w, const log_options *x, records *log, const interval *s, size_t n)
{
	if (x->resample.cases.last)
		write_resampled(w, x, log, s, n);
	else
		write_cases(w, x, log, s, n, NULL);
}
