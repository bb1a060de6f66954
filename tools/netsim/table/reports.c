#include "netsim/table/reports.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

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
		sink_put(s, 0, case_);
		sink_put_int(s, 1, i);
		sink_put(s, 2, m->class_name[m->class[i]]);
		sink_put(s, 3, machine_end(m, i, false));
		sink_put(s, 4, machine_end(m, i, true));
		sink_put_int(s, 5, (int64_t)l->packets);
		sink_put_int(s, 6, (int64_t)l->bytes);
		sink_put_real(s, 7, ps_to_seconds(l->busy));
		sink_put_int(s, 8, (int64_t)l->stalls);
		sink_put_real(s, 9, ps_to_seconds(l->stalled));
		sink_row(s, NULL);
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
		if (used[i].packets == 0)
			continue;	/* it has not started before the end */
		sink_put(s, 0, case_);
		sink_put(s, 1, r->job[used[i].job].id);
		sink_put_int(s, 2, used[i].link);
		sink_put_int(s, 3, (int64_t)used[i].packets);
		sink_put_int(s, 4, (int64_t)used[i].bytes);
		sink_row(s, NULL);
	}
	free(used);
}

static void
write_hops(sink *s, const char *case_, const traffic_run *r)
{
	const statistics *f = r->net->statistics;

	for (uint32_t j = 0; j < r->jobs && j < f->hops_room; j++)
		for (uint32_t h = 0; h < f->hops[j].room; h++) {
			if (!f->hops[j].packets[h])
				continue;
			sink_put(s, 0, case_);
			sink_put(s, 1, r->job[j].id);
			sink_put_int(s, 2, h);
			sink_put_int(s, 3, (int64_t)f->hops[j].packets[h]);
			sink_row(s, NULL);
		}
}

/* When the tasks of closed-loop jobs have ended, counted from the start of their job. */
static void
write_ranks(sink *s, const char *case_, const traffic_run *r)
{
	for (uint32_t j = 0; j < r->jobs; j++)
		for (uint32_t i = 0; i < r->job[j].tasks; i++) {
			sink_put(s, 0, case_);
			sink_put(s, 1, r->job[j].id);
			sink_put_int(s, 2, i);
			sink_put_real(s, 3, ps_to_seconds(r->task[r->job[j].first_task + i].end - r->job[j].start));
			sink_row(s, NULL);
		}
}

static void
write_latencies(sink *s, const char *case_, const traffic_run *r)
{
	for (uint32_t j = 0; j < r->jobs; j++) {
		const histogram *h = &r->job[j].latency;

		for (uint32_t b = h->low; b < h->high; b++) {
			int64_t low, high;

			if (!h->count[b])
				continue;
			histogram_edges(b, &low, &high);
			sink_put(s, 0, case_);
			sink_put(s, 1, r->job[j].id);
			sink_put_real(s, 2, ps_to_seconds(low));
			sink_put_real(s, 3, ps_to_seconds(high));
			sink_put_int(s, 4, (int64_t)h->count[b]);
			sink_row(s, NULL);
		}
	}
}

/* A row of --breakdown, unless there was nothing of it. */
static void
put_spent(sink *s, const char *case_, const case_job *j, const char *what, program_purpose p, sum_ps spent)
{
	if (spent == 0)
		return;
	sink_put(s, 0, case_);
	sink_put(s, 1, j->id);
	sink_put(s, 2, what);
	sink_put(s, 3, p.operation);
	sink_put(s, 4, p.dimension);
	sink_put_real(s, 5, (double)((long double)spent / j->tasks / 1e12L));
	sink_row(s, NULL);
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
seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static double
cpu_seconds(const struct rusage *use)
{
	return seconds(use->ru_utime) + seconds(use->ru_stime);
}

void
reports_begin(reports *w)
{
	struct rusage use;

	if (!w->file[REPORT_STATS] || w->setup >= 0)
		return;
	getrusage(RUSAGE_SELF, &use);
	w->setup = cpu_seconds(&use);
}

static void
write_stats(const reports *w, const traffic_run *r)
{
	sink *s = w->file[REPORT_STATS];
	struct rusage use;

	getrusage(RUSAGE_SELF, &use);
	sink_put_int(s, 0, (int64_t)r->net->calendar.popped);
	sink_put_int(s, 1, (int64_t)r->net->hops);
	sink_put_int(s, 2, (int64_t)r->net->packets_sent);
	sink_put_int(s, 3, (int64_t)w->messages);
	sink_put_real(s, 4, ps_to_seconds(w->simulated));
	sink_put_real(s, 5, cpu_seconds(&use));
	sink_put_int(s, 6, use.ru_maxrss * INT64_C(1024));
	sink_put_int(s, 7, threads_count(r));
	sink_put_real(s, 8, threads_efficiency(r));
	sink_put_real(s, 9, w->setup < 0 ? cpu_seconds(&use) : w->setup);
	sink_row(s, NULL);
}

void
reports_close(reports *w, const traffic_run *r)
{
	if (w->file[REPORT_STATS])
		write_stats(w, r);
	for (int k = 0; k < REPORTS; k++)
		if (w->file[k])
			sink_close(w->file[k]);
	if (w->timeline)
		rank_timeline_close(w->timeline);
}
