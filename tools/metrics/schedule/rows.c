/* rows -- see schedule.h: a row for each group, for each week or month of it, or for each sample. */
#include <math.h>

#include "lib/cli/cli.h"
#include "metrics/schedule/schedule.h"
#include "metrics/stats/stats.h"

int
schedule_columns(result *r, schedule_record *l, const schedule_options *o)
{
	int first = (int)r->name.count;

	if (o->calendar.length != PERIOD_NONE)
		result_column(r, "period");
	result_columns(r, o->series ? "time_s,running,waiting,busy,utilization" :
		"jobs,skipped,wait_mean_s,wait_median_s,wait_p95_s,wait_max_s,slowdown_mean,slowdown_median,slowdown_p95,slowdown_max,"
		"delayed,delay_max_s,from_s,to_s,busy_max,utilization,utilization_sampled,util_min,util_q1,util_median,util_q3,util_max");
	if (o->fragments)
		result_columns(r, "fragmented,fragmented_fitting,closed");
	if (!o->series)
		l->turnaround = result_columns(r, "turnaround_mean_s,turnaround_median_s,turnaround_p95_s,turnaround_max_s");
	if (!o->series && l->network)
		l->losses = result_columns(r, "node_hours,node_hours_alone,node_hours_lost,network_slowdown_mean,placement_slowdown_mean,"
			"contention_slowdown_mean,work_lost_node_hours,utilization_alone");
	return first;
}

/* The period asked for. */
static span
asked_span(const schedule_options *o)
{
	return (span){ isnan(o->from) ? -INFINITY : o->from, isnan(o->to) ? INFINITY : o->to };
}

/* The period of a group: as asked for, or from the first job that comes to the last end. */
static span
group_span(const schedule_group *g, const schedule_options *o)
{
	span s = played_span(&g->played);

	return (span){ isnan(o->from) ? s.from : o->from, isnan(o->to) ? s.to : o->to };
}

/* Mean, median, 95th percentile and maximum into four columns; the sample is freed. */
static void
write_sample(result *r, int column, value_sample *x)
{
	stats s = sample_stats(x, false);

	result_reals(r, column, 4, (double[]){ s.mean, s.median, s.count ? quantile(x->value, s.count, 0.95) : NAN, s.max });
	sample_free(x);
}

/* Mean, minimum, quartiles and maximum of the share of the nodes that is busy at the samples into six columns. */
static void
write_samples(result *r, schedule_group *g, span s, double every, int column)
{
	value_sample busy = { 0 };
	double all = g->machine, time;
	stats t;

	for (int64_t n = 0; timeline_sample(&g->played.timeline, s.from, s.to, every, n, &time); n++)
		sample_add(&busy, g->played.timeline.busy, 0);
	t = sample_stats(&busy, false);
	result_reals(r, column, 6, (double[]){ t.mean / all, t.min / all, t.q1 / all, t.median / all, t.q3 / all, t.max / all });
	sample_free(&busy);
}

/* The mean shares of the nodes that were unusable, or closed, into three columns. */
static void
write_unusable(result *r, const schedule_group *g, span s, int column)
{
	double most;

	for (int i = 0; i < UNUSABLE_KINDS; i++)
		sink_put_real(r->sink, column + i, timeline_work(&g->unusable->of[i], s.from, s.to, &most) / (s.to - s.from) / g->machine);
}

/* What the network cost the jobs that came in a span, and the share of the nodes that their work wants alone in another, into eight
 * columns. */
static void
write_losses(result *r, const schedule_group *g, span came, span busy, int column)
{
	node_seconds s = played_node_seconds(&g->played, came);
	const double hour = 3600;

	result_real(r, column, s.run / hour);
	if (s.known > 0)
		result_reals(r, column + 1, 6, (double[]){ s.alone / hour, (s.known - s.alone) / hour, s.known / s.alone, s.placed / s.alone,
			s.known / s.placed, s.undone / hour });
	if (busy.from < busy.to)
		result_real(r, column + 7, played_work_alone(&g->played, busy) / (busy.to - busy.from) / g->machine);
}

/* What was busy in a span that is not empty, and the span. */
static void
write_busy(result *r, schedule_group *g, span s, const schedule_options *o, int column)
{
	double most, work = timeline_work(&g->played.timeline, s.from, s.to, &most);

	sink_put_real(r->sink, column, s.from);
	sink_put_real(r->sink, column + 1, s.to);
	if (most > g->machine && !g->warned)
		warn("%.0f nodes are busy at a time, and the machine has %.0f: are these jobs of several schedules? see --by", most, g->machine);
	g->warned |= most > g->machine;
	sink_put_real(r->sink, column + 2, most);
	sink_put_real(r->sink, column + 3, work / (s.to - s.from) / g->machine);
	write_samples(r, g, s, (double)o->every / 1e12, column + 4);
	if (g->unusable)
		write_unusable(r, g, s, column + 10);
}

/* A row's numbers, of the jobs that came in one span and what was busy in another. */
static void
write_summary(result *r, const schedule_record *l, schedule_group *g, span came, span busy, const schedule_options *o, int column)
{
	wait_stats w;

	played_sum_up(&g->played, came, (double)o->bound / 1e12, &w);
	sink_put_int(r->sink, column, (int64_t)w.jobs);
	sink_put_int(r->sink, column + 1, g->skipped);
	write_sample(r, column + 2, &w.wait);
	write_sample(r, column + 6, &w.slowdown);
	sink_put_int(r->sink, column + 10, w.delayed);
	sink_put_real(r->sink, column + 11, w.delay);
	if (busy.from < busy.to)
		write_busy(r, g, busy, o, column + 12);
	write_sample(r, l->turnaround, &w.turnaround);
	if (l->network)
		write_losses(r, g, came, busy, l->losses);
}

static void
write_whole(result *r, const schedule_record *l, uint32_t number, const schedule_options *o, int column)
{
	groups_put(&l->groups, number, r);
	write_summary(r, l, &l->of[number], asked_span(o), group_span(&l->of[number], o), o, column);
	sink_row(r->sink, NULL);
}

/* A row for each week or month in which something may have happened: jobs that came in it, and what was busy in it. */
static void
write_periods(result *r, const schedule_record *l, uint32_t number, const schedule_options *o, int column)
{
	schedule_group *g = &l->of[number];
	span asked = asked_span(o), all = group_span(g, o);
	double last = played_last(&g->played, asked);

	if (all.from <= all.to && fmax(-all.from, all.to) > PERIODS_END)
		die(FAIL_DATA, "--per: times from %.9g to %.9g s are beyond the calendar", all.from, all.to);
	for (double time = all.from; time < all.to || time <= last;) {
		period p = period_of(&o->calendar, time);

		groups_put(&l->groups, number, r);
		sink_put(r->sink, column, p.name);
		write_summary(r, l, g, (span){ fmax(p.from, asked.from), fmin(p.to, asked.to) }, (span){ fmax(p.from, all.from), fmin(p.to, all.to) },
			o, column + 1);
		sink_row(r->sink, NULL);
		time = p.to;
	}
}

static void
write_series(result *r, const schedule_record *l, uint32_t number, const schedule_options *o, int column)
{
	schedule_timeline *busy = &l->of[number].played.timeline;
	span s = group_span(&l->of[number], o);
	double time;

	for (int64_t n = 0; timeline_sample(busy, s.from, s.to, (double)o->every / 1e12, n, &time); n++) {
		groups_put(&l->groups, number, r);
		sink_put_real(r->sink, column, time);
		sink_put_int(r->sink, column + 1, busy->running);
		sink_put_int(r->sink, column + 2, busy->waiting);
		sink_put_real(r->sink, column + 3, busy->busy);
		sink_put_real(r->sink, column + 4, busy->busy / l->of[number].machine);
		sink_row(r->sink, NULL);
		sink_flush(r->sink);
	}
}

void
schedule_rows(result *r, const schedule_record *l, uint32_t number, const schedule_options *o, int column)
{
	if (o->series)
		write_series(r, l, number, o, column);
	else if (o->calendar.length != PERIOD_NONE)
		write_periods(r, l, number, o, column);
	else
		write_whole(r, l, number, o, column);
}
