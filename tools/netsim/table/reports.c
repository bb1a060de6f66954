/* reports -- the files beside the results. */
#include "netsim/table/reports.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "lib/cli/ascending.h"
#include "lib/cli/units.h"
#include "netsim/jobs/activity.h"
#include "netsim/jobs/threads.h"
#include "netsim/observe/statistics.h"

static sink *
open_with(const char *path, const char *const *column)
{
	sink *s;

	if (!path)
		return NULL;
	s = sink_open_file(path);
	for (; *column; column++)
		sink_own(s, *column);
	sink_header(s, NULL);
	return s;
}

void
reports_open(reports *w, const report_paths *to)
{
	w->links = open_with(to->links, (const char *const[]){ "case", "link", "class", "from", "to",
		"packets", "bytes", "busy_s", "stalls", "stall_s", NULL });
	w->job_links = open_with(to->job_links, (const char *const[]){ "case", "job", "link", "packets", "bytes", NULL });
	w->hops = open_with(to->hops, (const char *const[]){ "case", "job", "routers", "packets", NULL });
	w->ranks = open_with(to->ranks, (const char *const[]){ "case", "job", "rank", "end_s", NULL });
	w->latencies = open_with(to->latencies, (const char *const[]){ "case", "job", "low_s", "high_s", "messages", NULL });
	w->breakdown = open_with(to->breakdown, (const char *const[]){ "case", "job", "kind", "operation", "dimension", "time_s", NULL });
	w->timeline = to->timeline ? rank_timeline_open(to->timeline, to->timeline_most) : NULL;
	w->stats = open_with(to->stats, (const char *const[]){ "events", "packet_hops", "packets", "messages",
		"simulated_s", "cpu_s", "max_rss_bytes", "threads", "efficiency", "setup_s", NULL });
	w->simulated = 0;
	w->setup = -1;
}

static void
write_links(sink *s, const char *case_, const network *n)
{
	const machine *m = n->machine;

	for (uint32_t i = 0; i < m->links; i++) {
		const link_stats *l = &n->statistics->link[i];

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
	sink_flush(s);
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
	sink_flush(s);
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
	sink_flush(s);
}

/* When the tasks of closed-loop jobs have ended, counted from the start of their job. */
static void
write_ranks(sink *s, const char *case_, const traffic_run *r)
{
	for (uint32_t j = 0; j < r->jobs; j++)
		for (uint32_t i = 0; !r->job[j].open && i < r->job[j].tasks; i++) {
			sink_put(s, 0, case_);
			sink_put(s, 1, r->job[j].id);
			sink_put_int(s, 2, i);
			sink_put_real(s, 3, ps_to_seconds(r->task[r->job[j].first_task + i].end - r->job[j].start));
			sink_row(s, NULL);
		}
	sink_flush(s);
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
	sink_flush(s);
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

		if (b->open)
			continue;
		spent = activity_of(r, j);
		put_spent(s, case_, b, "computing", none, spent.computing);
		for (uint32_t p = 0; p < activity_purposes(r, j); p++)
			put_spent(s, case_, b, "hidden", activity_purpose(r, j, p), spent.hidden[p]);
		for (uint32_t p = 0; p < activity_purposes(r, j); p++)
			put_spent(s, case_, b, "exposed", activity_purpose(r, j, p), spent.exposed[p]);
		put_spent(s, case_, b, "idle", none, spent.idle);
	}
	sink_flush(s);
}

void
reports_case(reports *w, const char *case_, const traffic_run *r)
{
	w->simulated += r->net->calendar.now;
	if (w->links)
		write_links(w->links, case_, r->net);
	if (w->job_links)
		write_job_links(w->job_links, case_, r);
	if (w->hops)
		write_hops(w->hops, case_, r);
	if (w->ranks)
		write_ranks(w->ranks, case_, r);
	if (w->latencies)
		write_latencies(w->latencies, case_, r);
	if (w->breakdown)
		write_breakdown(w->breakdown, case_, r);
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

	if (!w->stats || w->setup >= 0)
		return;
	getrusage(RUSAGE_SELF, &use);
	w->setup = cpu_seconds(&use);
}

static void
write_stats(const reports *w, const traffic_run *r)
{
	sink *s = w->stats;
	struct rusage use;

	getrusage(RUSAGE_SELF, &use);
	sink_put_int(s, 0, (int64_t)r->net->calendar.popped);
	sink_put_int(s, 1, (int64_t)r->net->hops);
	sink_put_int(s, 2, (int64_t)r->net->packets_sent);
	sink_put_int(s, 3, (int64_t)r->messages);
	sink_put_real(s, 4, ps_to_seconds(w->simulated));
	sink_put_real(s, 5, cpu_seconds(&use));
	sink_put_int(s, 6, use.ru_maxrss * INT64_C(1024));
	sink_put_int(s, 7, threads_count(r));
	sink_put_real(s, 8, threads_efficiency(r));
	sink_put_real(s, 9, w->setup < 0 ? cpu_seconds(&use) : w->setup);
	sink_row(s, NULL);
	sink_close(s);
}

void
reports_close(reports *w, const traffic_run *r)
{
	sink *const files[] = { w->links, w->job_links, w->hops, w->ranks, w->latencies, w->breakdown };

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (files[i])
			sink_close(files[i]);
	if (w->timeline)
		rank_timeline_close(w->timeline);
	if (w->stats)
		write_stats(w, r);
}
