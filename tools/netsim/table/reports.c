#include "netsim/table/reports.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "lib/cli/ascending.h"
#include "lib/cli/units.h"
#include "netsim/jobs/activity.h"
#include "netsim/jobs/threads.h"
#include "netsim/observe/statistics.h"

static void
write_links(sink *s, const char *case_, const traffic_run *r)
{
	const machine *m = r->net->machine;

	for (uint32_t i = 0; i < m->links; i++) {
		const link_stats *l = &r->net->statistics->link[i];

		if (m->to[i] == NONE)
			continue;
		sink_line(s, "sussslldld", case_, i, m->class_name[m->class[i]], machine_end(m, i, false), machine_end(m, i, true), l->packets,
			l->bytes, ps_to_seconds(l->busy), l->stalls, ps_to_seconds(l->stalled));
	}
}

ASCENDING_BY2(compare_uses, job_link, job, link)

static void
write_job_links(sink *s, const char *case_, const traffic_run *r)
{
	const statistics *f = r->net->statistics;
	job_link *used = xalloc(f->used_count + 1, sizeof *used);

	if (f->used_count)
		memcpy(used, f->used, f->used_count * sizeof *used);
	qsort(used, f->used_count, sizeof *used, compare_uses);
	for (uint32_t i = 0; i < f->used_count; i++) {
		if (used[i].packets)	/* else it has not started before the end */
			sink_line(s, "ssull", case_, r->job[used[i].job].id, used[i].link, used[i].packets, used[i].bytes);
	}
	free(used);
}

static void
write_hops(sink *s, const char *case_, const traffic_run *r)
{
	const statistics *f = r->net->statistics;

	for (uint32_t j = 0; j < r->jobs && j < f->hops_room; j++)
		for (uint32_t h = 0; h < f->hops[j].room; h++)
			if (f->hops[j].packets[h])
				sink_line(s, "ssul", case_, r->job[j].id, h, f->hops[j].packets[h]);
}

/* When the tasks of closed-loop jobs have ended, counted from the start of their job. */
static void
write_ranks(sink *s, const char *case_, const traffic_run *r)
{
	for (uint32_t j = 0; j < r->jobs; j++)
		for (uint32_t i = 0; i < r->job[j].tasks; i++)
			sink_line(s, "ssud", case_, r->job[j].id, i, ps_to_seconds(r->task[r->job[j].first_task + i].end - r->job[j].start));
}

static void
write_latencies(sink *s, const char *case_, const traffic_run *r)
{
	for (uint32_t j = 0; j < r->jobs; j++) {
		const histogram *h = &r->job[j].latency;

		for (uint32_t b = h->low; b < h->high; b++) {
			int64_t low, high;

			histogram_edges(b, &low, &high);
			if (h->count[b])
				sink_line(s, "ssddl", case_, r->job[j].id, ps_to_seconds(low), ps_to_seconds(high), h->count[b]);
		}
	}
}

/* A row of --breakdown, unless there was nothing of it. */
static void
put_spent(sink *s, const char *case_, const case_job *j, const char *what, program_purpose p, sum_ps spent)
{
	if (spent)
		sink_line(s, "sssssd", case_, j->id, what, p.operation, p.dimension, (double)((long double)spent / j->tasks / 1e12L));
}

/* Where the time of jobs goes, as the mean over their tasks. */
static void
write_breakdown(sink *s, const char *case_, const traffic_run *r)
{
	static const program_purpose none = { "", "" };

	for (uint32_t j = 0; j < r->jobs; j++) {
		const case_job *b = &r->job[j];
		activity_sums spent;

		if (b->tasks == 0)
			continue;
		spent = activity_of(r, j);
		put_spent(s, case_, b, "computing", none, spent.computing);
		for (uint32_t p = 0; p < PURPOSES; p++)
			put_spent(s, case_, b, "hidden", activity_purpose(r, j, p), spent.hidden[p]);
		for (uint32_t p = 0; p < PURPOSES; p++)
			put_spent(s, case_, b, "exposed", activity_purpose(r, j, p), spent.exposed[p]);
		put_spent(s, case_, b, "idle", none, spent.idle);
	}
}

/* Their columns, and what writes the rows of a case; NULL: rows are not by case. */
static const struct {
	const char *column[12];	/* ended by NULL */
	void (*write)(sink *s, const char *case_, const traffic_run *r);
} known[REPORTS] = {
	[REPORT_LINKS] = { { "case", "link", "class", "from", "to", "packets", "bytes", "busy_s", "stalls", "stall_s" }, write_links },
	[REPORT_JOB_LINKS] = { { "case", "job", "link", "packets", "bytes" }, write_job_links },
	[REPORT_HOPS] = { { "case", "job", "routers", "packets" }, write_hops },
	[REPORT_RANKS] = { { "case", "job", "rank", "end_s" }, write_ranks },
	[REPORT_LATENCIES] = { { "case", "job", "low_s", "high_s", "messages" }, write_latencies },
	[REPORT_BREAKDOWN] = { { "case", "job", "kind", "operation", "dimension", "time_s" }, write_breakdown },
	[REPORT_STATS] = { { "events", "packet_hops", "packets", "messages", "simulated_s", "cpu_s", "max_rss_bytes", "threads", "efficiency",
		"setup_s" }, NULL },
};

void
reports_open(reports *w, const report_paths *to)
{
	for (int k = 0; k < REPORTS; k++) {
		sink *s = w->file[k] = to->file[k] ? sink_open_file(to->file[k]) : NULL;

		for (const char *const *column = known[k].column; s && *column; column++)
			sink_own(s, *column);
		if (s)
			sink_header(s, NULL);
	}
	w->timeline = to->timeline ? rank_timeline_open(to->timeline, to->timeline_most) : NULL;
	w->simulated = 0;
	w->messages = 0;
	w->setup = -1;
}

void
reports_case(reports *w, const char *case_, const traffic_run *r)
{
	w->simulated += r->net->calendar.now;
	for (uint32_t j = 0; j < r->jobs; j++)
		w->messages += r->job[j].messages;
	for (int k = 0; k < REPORTS; k++)
		if (w->file[k] && known[k].write) {
			known[k].write(w->file[k], case_, r);
			sink_flush(w->file[k]);
		}
}

static double
cpu_seconds(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

void
reports_begin(reports *w)
{
	if (w->setup < 0)
		w->setup = cpu_seconds();
}

void
reports_close(reports *w, const traffic_run *r)
{
	struct rusage use;

	getrusage(RUSAGE_SELF, &use);
	if (w->file[REPORT_STATS])
		sink_line(w->file[REPORT_STATS], "llllddludd", r->net->calendar.popped, r->net->hops, r->net->packets_sent, w->messages,
			ps_to_seconds(w->simulated), cpu_seconds(), use.ru_maxrss * INT64_C(1024), threads_count(r), threads_efficiency(r),
			w->setup < 0 ? cpu_seconds() : w->setup);
	for (int k = 0; k < REPORTS; k++)
		if (w->file[k])
			sink_close(w->file[k]);
	if (w->timeline)
		rank_timeline_close(w->timeline);
}
