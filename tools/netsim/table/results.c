/* results -- what was measured of a job, as columns. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "netsim/engine/idle.h"
#include "netsim/jobs/activity.h"
#include "netsim/jobs/modes.h"
#include "netsim/observe/statistics.h"
#include "netsim/table/case.h"

enum { ROUTING, SCHEDULE, ROUTER, SPEEDUP, CROSSBAR_BW, OUTPUT_BUFFER, COMM_TIME, FIRST_TASK, MEAN_TASK, COMPUTING, EXPOSED, FLOPS_SHARE,
	TOKENS, BUSBW, MESSAGES, COMM_BYTES, PACKETS_SENT, ROUTERS_MEAN, LATENCY_MEAN, LATENCY_P99, LATENCY_MAX, ACCEPTED, IS_SATURATED,
	ITERATION_TIME, ITERATION_HALF, PLAYED_START, PLAYED_END, ITERATIONS_DONE, LINK_BUSY };

void
case_results_own(case_results *w, sink *s, const case_options *o, bool open_loop)
{
	const struct { const char *name; bool wanted; } column[RESULTS] = {
		{ "routing", true }, { "schedule", true }, { "router", option_given("router") }, { "speedup", o->model->speedup > 0 },
		{ "crossbar_bits_per_s", o->model->crossbar_bw }, { "output_buffer_bytes", o->model->output_buffer }, { "comm_time_s", true },
		{ "comm_time_first_s", o->task_times }, { "comm_time_mean_s", o->task_times }, { "computing_s", o->breakdown },
		{ "exposed_s", o->breakdown }, { "flops_share", o->breakdown }, { "tokens_per_s", o->breakdown }, { "busbw_bytes_per_s", o->breakdown },
		{ "messages", true }, { "comm_bytes", true }, { "packets", true }, { "routers_mean", true }, { "latency_mean_s", true },
		{ "latency_p99_s", true }, { "latency_max_s", true }, { "accepted_load", open_loop }, { "saturated", open_loop },
		{ "iteration_time_s", o->steady }, { "iteration_time_half_s", o->steady }, { "played_start_s", o->play },
		{ "played_end_s", o->play }, { "iterations_done", o->steady }, { "link_busy", o->link_busy },
	};

	for (int k = 0; k < RESULTS; k++)
		w->column[k] = column[k].wanted ? sink_own(s, column[k].name) : -1;
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
	sink_put_real(s, w->column[ACCEPTED], (double)j->payload * 8e12 / ((double)(end - j->warm) * bandwidth * e->nodes));
	v = saturation_of(r, j, j->load * bandwidth / 8e12 * j->senders, end, &settling);
	sink_put(s, w->column[IS_SATURATED], said[v]);
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
	sink_put_real(s, w->column[COMPUTING], (double)((long double)spent.computing / j->tasks / 1e12L));
	sink_put_real(s, w->column[EXPOSED], time - (double)((long double)spent.computing / j->tasks / 1e12L));
	if (y->peak_s > 0) {
		sink_put_real(s, w->column[FLOPS_SHARE], y->peak_s * rate);
		sink_put_real(s, w->column[TOKENS], y->tokens * rate);
	}
	if (y->bus_bytes > 0)
		sink_put_real(s, w->column[BUSBW], y->bus_bytes * rate);
}

/* How long an iteration of a job that has the network to itself keeps each link between routers busy. */
static void
write_link_busy(const case_results *w, sink *s, const traffic_run *r, const case_job *j)
{
	const machine *m = r->net->machine;
	const link_stats *l = r->net->statistics->link;
	double iterations = (double)j->payload / (double)steady_of(r, (uint32_t)(j - r->job))->bytes;
	char *text;
	size_t length;
	FILE *out = xmemory_open(&text, &length);

	for (uint32_t i = 0; i < m->router_links; i++)
		if (m->class[i] != 0 && l[i].busy > 0)
			fprintf(out, "%s%" PRIu32 ":%.6g", ftell(out) ? " " : "", i, ps_to_seconds(l[i].busy) / iterations);
	xmemory_close(out);
	sink_put(s, w->column[LINK_BUSY], *text ? text : "none");
	free(text);
}

static void
write_closed(const case_results *w, sink *s, const case_reader *c, const traffic_run *r, const case_job *j, const pace *p)
{
	/* When task 0 ends, and tasks on average. */
	if (w->column[FIRST_TASK] >= 0) {
		const task *k = &r->task[j->first_task];
		double sum = 0;

		for (uint32_t i = 0; i < j->tasks; i++)
			sum += ps_to_seconds(k[i].end - j->start);
		sink_put_real(s, w->column[FIRST_TASK], ps_to_seconds(k->end - j->start));
		sink_put_real(s, w->column[MEAN_TASK], sum / j->tasks);
	}
	if (w->column[COMPUTING] >= 0)
		write_breakdown(w, s, r, j);
	if (w->column[LINK_BUSY] >= 0 && r->jobs == 1)
		write_link_busy(w, s, r, j);
	if (p) {
		sink_put_real(s, w->column[ITERATION_TIME], p->iteration);
		if (!isnan(p->half))
			sink_put_real(s, w->column[ITERATION_HALF], p->half);
		sink_put_real(s, w->column[ITERATIONS_DONE], p->done);
	} else
		sink_put_real(s, w->column[COMM_TIME], ps_to_seconds(j->end - j->start));
	sink_put_int(s, w->column[COMM_BYTES], (int64_t)j->comm_bytes);
	sink_put_real(s, w->column[PLAYED_START], ps_to_seconds(c->first + j->start));
	sink_put_real(s, w->column[PLAYED_END], ps_to_seconds(c->first + j->end));
}

void
case_write(const case_results *w, sink *s, const case_reader *c, const batch *b, int i, traffic_run *r, const pace *paces)
{
	uint32_t at = c->job_of_row[i];
	const case_job *j = at == NONE ? NULL : &r->job[at];

	sink_put(s, w->column[ROUTING], r->net->routing->name);
	sink_put(s, w->column[SCHEDULE], j && !j->tasks ? "" : c->options.rounds ? "mpi" : "burst");
	sink_put(s, w->column[ROUTER], option_given("router"));
	sink_put_real(s, w->column[SPEEDUP], c->options.model->speedup);
	sink_put_int(s, w->column[CROSSBAR_BW], (int64_t)c->options.model->crossbar_bw);
	sink_put_int(s, w->column[OUTPUT_BUFFER], c->options.model->output_buffer);
	for (int k = COMM_TIME; k < RESULTS; k++)
		sink_put(s, w->column[k], "");
	if (j) {
		const histogram *h = &j->latency;

		sink_put_int(s, w->column[MESSAGES], (int64_t)j->messages);
		sink_put_int(s, w->column[PACKETS_SENT], (int64_t)j->packets);
		if (j->packets)
			sink_put_real(s, w->column[ROUTERS_MEAN], (double)j->hops / (double)j->packets);
		if (h->values != 0) {
			sink_put_real(s, w->column[LATENCY_MEAN], (double)h->sum / (double)h->values * 1e-12);
			sink_put_real(s, w->column[LATENCY_P99], ps_to_seconds(histogram_quantile(h, 0.99)));
			sink_put_real(s, w->column[LATENCY_MAX], ps_to_seconds(h->max));
		}
		if (j->tasks)
			write_closed(w, s, c, r, j, paces ? &paces[at] : NULL);
		else
			write_open(w, s, c, &b->row[i], r, j);
	}
	sink_row(s, &b->row[i]);
}
