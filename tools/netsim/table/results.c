/* results -- what was measured of a job, as columns. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "netsim/engine/idle.h"
#include "netsim/jobs/activity.h"
#include "netsim/observe/statistics.h"
#include "netsim/table/case.h"

void
case_results_own(case_results *w, sink *s, const case_options *o, bool open_loop)
{
	w->routing = sink_own(s, "routing");
	w->schedule = sink_own(s, "schedule");
	w->router = option_given("router") ? sink_own(s, "router") : -1;
	w->speedup = o->model->speedup > 0 ? sink_own(s, "speedup") : -1;
	w->crossbar_bw = o->model->crossbar_bw ? sink_own(s, "crossbar_bits_per_s") : -1;
	w->output_buffer = o->model->output_buffer ? sink_own(s, "output_buffer_bytes") : -1;
	w->comm_time = sink_own(s, "comm_time_s");
	w->first_task = o->task_times ? sink_own(s, "comm_time_first_s") : -1;
	w->mean_task = o->task_times ? sink_own(s, "comm_time_mean_s") : -1;
	w->computing = o->breakdown ? sink_own(s, "computing_s") : -1;
	w->exposed = o->breakdown ? sink_own(s, "exposed_s") : -1;
	w->mfu = o->breakdown ? sink_own(s, "flops_share") : -1;
	w->tokens = o->breakdown ? sink_own(s, "tokens_per_s") : -1;
	w->busbw = o->breakdown ? sink_own(s, "busbw_bytes_per_s") : -1;
	w->messages = sink_own(s, "messages");
	w->comm_bytes = sink_own(s, "comm_bytes");
	w->packets = sink_own(s, "packets");
	w->hops = sink_own(s, "routers_mean");
	w->latency_mean = sink_own(s, "latency_mean_s");
	w->latency_p99 = sink_own(s, "latency_p99_s");
	w->latency_max = sink_own(s, "latency_max_s");
	w->accepted = open_loop ? sink_own(s, "accepted_load") : -1;
	w->saturated = open_loop ? sink_own(s, "saturated") : -1;
	w->iteration_time = o->steady ? sink_own(s, "iteration_time_s") : -1;
	w->iteration_half = o->steady ? sink_own(s, "iteration_time_half_s") : -1;
	w->played_start = o->play ? sink_own(s, "played_start_s") : -1;
	w->played_end = o->play ? sink_own(s, "played_end_s") : -1;
	w->iterations_done = o->steady ? sink_own(s, "iterations_done") : -1;
	w->link_busy = o->link_busy ? sink_own(s, "link_busy") : -1;
}

static void
write_latency(const case_results *w, sink *s, const case_job *j)
{
	const histogram *h = &j->latency;

	if (h->values == 0)
		return;
	sink_put_real(s, w->latency_mean, (double)h->sum / (double)h->values * 1e-12);
	sink_put_real(s, w->latency_p99, ps_to_seconds(histogram_quantile(h, 0.99)));
	sink_put_real(s, w->latency_max, ps_to_seconds(h->max));
}

/* Saturation: does the network take what an open-loop job offers?  It does when 0.95 of what is offered in the window arrives in it, and
 * all of that has arrived after a drain as long.  But a network that begins empty fills first: what is created within one latency of the
 * window's end has not arrived, whatever the load.  So without a warm-up of twice what a message takes on the idle network the second half
 * of the window counts, and what is not clear is not said. */
typedef enum verdict { TAKES_LOAD, SATURATED, TOO_FEW /* messages to tell */, UNCLEAR /* in so short a window */ } verdict;

enum {
	/* Fewer messages say nothing of saturation: three standard errors of a Poisson count of that many are 5% of it, and 5% less than
	 * offered is what counts as saturated. */
	MESSAGES_TO_JUDGE = 3600,
	SAMPLES = 1024		/* messages that are looked at for the slowest */
};
#define ENOUGH 0.95	/* of what is offered */

/* Messages created in the window that still queue at their node count as under way. */
static bool
under_way(const traffic_run *r, const case_job *j)
{
	if (j->background)
		return false;
	for (uint32_t i = 0; i < j->endpoints.nodes * r->net->machine->nics; i++) {
		const interface *f = source_interface(r, j, i);

		if (f->messages && f->created >= j->warm && f->created < j->stop)
			return true;	/* without messages: a node whose target is itself */
	}
	return j->measured != 0;
}

/* Twice what the slowest of a sample of the job's messages takes there: room for a detour, or as long a wait. */
static int64_t
settling_time(const traffic_run *r, const case_job *j)
{
	const machine *m = r->net->machine;
	const endpoints *e = &j->endpoints;
	int64_t slowest = 0;

	for (uint32_t k = 0; k < SAMPLES; k++) {
		uint32_t word = k * 2654435761U, from = (uint32_t)((uint64_t)k * e->nodes / SAMPLES), nic = k % m->nics;
		uint32_t to = e->pattern->target(e, from, word);
		int64_t takes;

		if (to == from)
			continue;
		takes = idle_latency(r->net, interface_of(m, e->node[from], nic), interface_of(m, e->node[to], nic), j->bytes, word);
		slowest = takes > slowest ? takes : slowest;
	}
	return 2 * slowest;
}

/* By what has arrived of `offered` bytes a ps in the window, which ends at `end`, where the network has settled by `settled`. */
static verdict
judge_arrivals(const case_job *j, double offered, int64_t end, int64_t settled)
{
	double half = offered * (double)(end - j->middle);

	if (j->warm >= settled || (double)j->payload < ENOUGH * offered * (double)(end - settled))	/* less than if all until then were missing */
		return SATURATED;
	if (j->background || half < (double)(MESSAGES_TO_JUDGE * j->bytes))
		return UNCLEAR;
	return (double)j->second_half >= ENOUGH * half ? TAKES_LOAD : settled <= j->middle ? SATURATED : UNCLEAR;
}

/* The verdict on job j of a case that is over, which offered that many bytes a ps and whose window ended at `end`.  Where it is UNCLEAR, a
 * warm-up, and a duration, of *settling ps would do. */
static verdict
saturation_of(const traffic_run *r, const case_job *j, double offered, int64_t end, int64_t *settling)
{
	bool late = under_way(r, j);
	verdict v;

	if (source_measured(r, j, MESSAGES_TO_JUDGE) < MESSAGES_TO_JUDGE)
		return TOO_FEW;
	v = (double)j->payload < ENOUGH * offered * (double)(end - j->warm) ? SATURATED : TAKES_LOAD;
	if (v == TAKES_LOAD && !late)
		return v;
	*settling = settling_time(r, j);
	if (v == SATURATED)
		v = judge_arrivals(j, offered, end, j->start + *settling);
	if (v == SATURATED || !late)
		return v;
	return j->stop - j->warm >= *settling ? SATURATED : UNCLEAR;
}

static void
write_open(const case_results *w, sink *s, const case_reader *c, const row *at, const traffic_run *r, const case_job *j)
{
	static const char *const said[] = { [TAKES_LOAD] = "no", [SATURATED] = "yes", [TOO_FEW] = "", [UNCLEAR] = "" };
	const machine *m = r->net->machine;
	const endpoints *e = &j->endpoints;
	int64_t end = j->background ? r->end : j->stop, settling;
	double bandwidth = (double)m->nics * (double)m->speeds[m->speed_of[m->router_links + interface_of(m, e->node[0], 0)]].bits_per_s;
	verdict v;

	if (end <= j->warm)	/* a background whose case ended in its warm-up */
		return;
	sink_put_real(s, w->accepted, (double)j->payload * 8e12 / ((double)(end - j->warm) * bandwidth * e->nodes));
	v = saturation_of(r, j, j->load * bandwidth / 8e12 * j->senders, end, &settling);
	sink_put(s, w->saturated, said[v]);
	if (v == UNCLEAR)
		table_warn(c->table, at, c->rows.at[JOB_LOAD], "too short or too soon a window to tell whether the network takes it; saturated is empty;"
			" warmup_s%s of %.3g would do",
			end - j->warm < settling && !j->background ? " and duration_s" : "", ps_to_seconds(settling));
}

/* Of the job's time its tasks compute, the mean; and what training and collectives reach in it. */
static void
write_breakdown(const case_results *w, sink *s, const traffic_run *r, const case_job *j)
{
	activity_sums spent = activity_of(r, (uint32_t)(j - r->job));
	const program_yardstick *y = j->traffic.program ? &j->traffic.program->yardstick : &(program_yardstick){ 0 };
	double time = ps_to_seconds(j->end - j->start), rate = (double)(j->goal / j->phases) / time;

	for (uint32_t p = 0; p < PURPOSES; p++)
		spent.computing += spent.hidden[p];
	sink_put_real(s, w->computing, (double)((long double)spent.computing / j->tasks / 1e12L));
	sink_put_real(s, w->exposed, time - (double)((long double)spent.computing / j->tasks / 1e12L));
	if (y->peak_s > 0) {
		sink_put_real(s, w->mfu, y->peak_s * rate);
		sink_put_real(s, w->tokens, y->tokens * rate);
	}
	if (y->bus_bytes > 0)
		sink_put_real(s, w->busbw, y->bus_bytes * rate);
}

/* How long an iteration of a job that has the network to itself keeps each link between routers busy. */
static void
write_link_busy(const case_results *w, sink *s, const traffic_run *r, const case_job *j)
{
	const machine *m = r->net->machine;
	const link_stats *l = r->net->statistics->link;
	double iterations = (double)j->payload / (double)r->steady->job[j - r->job].bytes;
	char *text;
	size_t length;
	FILE *out = xmemory_open(&text, &length);

	for (uint32_t i = 0; i < m->router_links; i++)
		if (m->class[i] != 0 && l[i].busy > 0)
			fprintf(out, "%s%" PRIu32 ":%.6g", ftell(out) ? " " : "", i, ps_to_seconds(l[i].busy) / iterations);
	xmemory_close(out);
	sink_put(s, w->link_busy, *text ? text : "none");
	free(text);
}

static void
write_closed(const case_results *w, sink *s, const case_reader *c, const traffic_run *r, const case_job *j, const pace *p)
{
	/* When task 0 ends, and tasks on average. */
	if (w->first_task >= 0) {
		const task *k = &r->task[j->first_task];
		double sum = 0;

		for (uint32_t i = 0; i < j->tasks; i++)
			sum += ps_to_seconds(k[i].end - j->start);
		sink_put_real(s, w->first_task, ps_to_seconds(k->end - j->start));
		sink_put_real(s, w->mean_task, sum / j->tasks);
	}
	if (w->computing >= 0)
		write_breakdown(w, s, r, j);
	if (w->link_busy >= 0 && r->jobs == 1)
		write_link_busy(w, s, r, j);
	if (p) {
		sink_put_real(s, w->iteration_time, p->iteration);
		if (!isnan(p->half))
			sink_put_real(s, w->iteration_half, p->half);
		sink_put_real(s, w->iterations_done, p->done);
	} else
		sink_put_real(s, w->comm_time, ps_to_seconds(j->end - j->start));
	sink_put_int(s, w->comm_bytes, (int64_t)j->comm_bytes);
	sink_put_real(s, w->played_start, ps_to_seconds(c->first + j->start));
	sink_put_real(s, w->played_end, ps_to_seconds(c->first + j->end));
}

static void
write_empty(const case_results *w, sink *s)
{
	const int all[] = { w->comm_time, w->first_task, w->mean_task, w->computing, w->exposed, w->mfu,
		w->tokens, w->busbw, w->messages, w->comm_bytes, w->packets, w->hops, w->latency_mean,
		w->latency_p99, w->latency_max, w->accepted, w->saturated, w->iteration_time, w->iteration_half, w->iterations_done, w->link_busy,
		w->played_start, w->played_end };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		sink_put(s, all[i], "");
}

void
case_write(const case_results *w, sink *s, const case_reader *c, const batch *b, int i, traffic_run *r, const pace *paces)
{
	uint32_t at = c->job_of_row[i];
	const case_job *j = at == NONE ? NULL : &r->job[at];

	sink_put(s, w->routing, r->net->routing->name);
	sink_put(s, w->schedule, j && j->open ? "" : c->options.rounds ? "mpi" : "burst");
	sink_put(s, w->router, option_given("router"));
	sink_put_real(s, w->speedup, c->options.model->speedup);
	sink_put_int(s, w->crossbar_bw, (int64_t)c->options.model->crossbar_bw);
	sink_put_int(s, w->output_buffer, c->options.model->output_buffer);
	write_empty(w, s);
	if (j) {
		sink_put_int(s, w->messages, (int64_t)j->messages);
		sink_put_int(s, w->packets, (int64_t)j->packets);
		if (j->packets)
			sink_put_real(s, w->hops, (double)j->hops / (double)j->packets);
		write_latency(w, s, j);
		if (j->open)
			write_open(w, s, c, &b->row[i], r, j);
		else
			write_closed(w, s, c, r, j, paces ? &paces[at] : NULL);
	}
	sink_row(s, &b->row[i]);
}
