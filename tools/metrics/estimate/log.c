#include "metrics/estimate/log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/machine.h"

/* What a job's nodes sent and received, as far as counters say. */
typedef struct job_bytes {
	double most;		/* of the node and direction with the most */
	double sent;		/* of all its nodes */
	uint32_t nodes;
} job_bytes;

struct counters {
	names job;
	job_bytes *of;		/* [job.count] */
	size_t room;
};

/* The handles of the columns of a log. */
typedef struct log_columns {
	input in;
	int slowdown, time, share, limit, nodes, job, state, status, pattern;
} log_columns;

counters *
counters_read(const char *path)
{
	counters *c = xcalloc(1, sizeof *c);
	table *t = table_open(path);
	int job = table_need(t, "job"), sent, received = table_column(t, "bytes_received");
	row r;

	table_need(t, "node");
	sent = received < 0 ? table_need(t, "bytes_sent") : table_column(t, "bytes_sent");
	while (table_next(t, &r)) {
		uint32_t i = names_add(&c->job, cell_text(&r, job), NULL);
		double out = cell_real(t, &r, sent, 0, 1e30, 0), in = cell_real(t, &r, received, 0, 1e30, 0);

		c->of = xgrow(c->of, &c->room, (size_t)i + 1, sizeof *c->of);
		c->of[i].most = fmax(c->of[i].most, fmax(out, in));
		c->of[i].sent += sent < 0 ? in : out;
		c->of[i].nodes++;
	}
	table_close(t);
	return c;
}

/* --- columns */

/* The group's columns that a log has, where nobody named others: who ran what, how wide, for how long at most. */
static void
usual_groups(names *by, const table *t)
{
	static const char *const usual[] = { "user", "nodes", "walltime_s", "jobname", "job_name", "name", "executable" };
	enum { CALLED = 3 };	/* the first of these and the following */
	bool is_called = false;

	for (size_t i = 0; i < sizeof usual / sizeof *usual && !is_called; i++)
		if (table_column(t, usual[i]) >= 0) {
			names_add(by, usual[i], NULL);
			is_called = i >= CALLED;
		}
	if (by->count == 0)
		die(FAIL_DATA, "%s: there is no column user, nodes, walltime_s or jobname to group runs by: give --groups COLUMNS", t->file);
}

/* Warn of a play, as the preamble tells it, whose slowdowns draw shares to 0. */
static void
check_play(const table *t)
{
	enum { FEW = 10 };

	for (int i = 0; i < t->preambles; i++) {
		const char *line = t->preamble[i], *steady = strstr(line, "--steady ");

		if (strncmp(line, "#run alloc ", 11) != 0)
			continue;
		if (strstr(line, "--schedule log") && !strstr(line, "--network-observe"))
			warn("%s: played without alloc --network-observe: the network made jobs longer once more, and shares come out too small", t->file);
		if (steady && atoi(steady + 9) < FEW)
			warn("%s: slowdowns of fewer than %d iterations (--steady) are mostly noise, and shares come out too small; 40 will do", t->file, FEW);
	}
}

static void
open_log(log_columns *c, log_runs *l, char **files, const names *by, const char *pattern, const counters *seen)
{
	input_open(&c->in, files);
	check_play(c->in.table);
	l->by = *by;
	if (l->by.count == 0)
		usual_groups(&l->by, c->in.table);
	groups_want(&l->groups, &c->in, &l->by);
	table_need_hint(c->in.table, "communication_slowdown", "as alloc --network writes it");
	c->slowdown = input_want(&c->in, "communication_slowdown");
	c->time = input_want(&c->in, "runtime_s");
	c->share = input_wish(&c->in, "comm_share", "");
	c->limit = input_wish(&c->in, "walltime_s", "");
	c->nodes = input_wish(&c->in, "nodes", "1");
	c->state = input_wish(&c->in, "state", "");
	c->status = input_wish(&c->in, "status", "");
	c->job = seen ? input_want(&c->in, "job") : -1;
	c->pattern = pattern ? input_want(&c->in, pattern) : -1;
}

/* Did the run end as it should, as far as the log says?  One without a word that took its limit was cut off there. */
static bool
has_ended(const log_columns *c, double time)
{
	const char *state = input_text(&c->in, c->state), *status = input_text(&c->in, c->status);
	double limit;

	if (*state)
		return strncmp(state, "COMPLETED", 9) == 0 || strcmp(state, "CD") == 0;
	if (*status)
		return strcmp(status, "0") != 0 && strcmp(status, "5") != 0;	/* of the Standard Workload Format: failed, cancelled */
	return !input_number(&c->in, c->limit, 0, &limit) || time < limit || time > limit + fmax(60, 0.01 * limit);
}

/* --- rows */

/* How many bytes a second go through a node's interfaces. */
static double
node_rate(const table *t)
{
	cli none = { 0 };
	machine *m = machine_of(&none, t);
	double rate = (double)m->speeds[m->speed_of[m->router_links + interface_of(m, 0, 0)]].bits_per_s / 8 * m->nics;

	machine_free(m);
	return rate;
}

static void
read_counters(logged_run *r, const log_columns *c, const counters *seen, double rate)
{
	uint32_t job = seen ? names_find(&seen->job, input_text(&c->in, c->job)) : UINT32_MAX;

	r->bound = r->bytes_per_s = NAN;
	if (job == UINT32_MAX)
		return;
	r->bound = seen->of[job].most / rate / r->run.time;
	r->bytes_per_s = seen->of[job].sent / seen->of[job].nodes / r->run.time;
	if (r->bound > 1)
		die_at(c->in.table->file, c->in.row.line, "job '%s': its counters have %.4g bytes of one node in %.9g s, which %.4g bytes a second cannot move: another"
			" machine, or another job", input_text(&c->in, c->job), seen->of[job].most, r->run.time, rate);
}

static void
read_row(log_runs *l, log_columns *c, const counters *seen, double rate)
{
	uint32_t of = names_add(&l->name, c->pattern >= 0 ? input_name(&c->in, c->pattern) : c->in.table->file, NULL);
	log_candidate *k;
	logged_run r = { .group = groups_add(&l->groups, &c->in), .played = NAN };
	double nodes = 1;

	l->candidate = xgrow(l->candidate, &l->room, (size_t)of + 1, sizeof *l->candidate);
	k = &l->candidate[of];
	if (!input_number(&c->in, c->time, -1e300, &r.run.time) || r.run.time <= 0 || !input_number(&c->in, c->slowdown, 1e-6, &r.run.slowdown) ||
		!has_ended(c, r.run.time)) {
		l->left_out++;
		return;
	}
	r.seen = r.run.slowdown;
	input_number(&c->in, c->share, 0, &r.played);
	input_number(&c->in, c->nodes, 1, &nodes);
	r.node_hours = nodes * r.run.time / 3600;
	read_counters(&r, c, seen, rate);
	k->run = xgrow(k->run, &k->room, k->runs + 1, sizeof *k->run);
	k->run[k->runs++] = r;
}

/* Order the runs of a candidate by group. */
static void
order(log_candidate *c, uint32_t count)
{
	logged_run *by_group = xalloc(c->runs + 1, sizeof *by_group);
	size_t *next;

	c->first = xcalloc((size_t)count + 2, sizeof *c->first);
	for (size_t i = 0; i < c->runs; i++)
		c->first[c->run[i].group + 2]++;
	for (uint32_t g = 0; g < count; g++)
		c->first[g + 2] += c->first[g + 1];
	next = c->first + 1;
	for (size_t i = 0; i < c->runs; i++)
		by_group[next[c->run[i].group]++] = c->run[i];
	free(c->run);
	c->run = by_group;
}

/* All candidates must be about the runs of the first. */
static void
check_alike(const log_runs *l)
{
	const log_candidate *a = l->candidate;

	for (const log_candidate *b = a + 1; b < a + l->name.count; b++)
		for (size_t i = 0; i < a->runs || i < b->runs; i++)
			if (i >= a->runs || i >= b->runs || a->run[i].group != b->run[i].group || fabs(a->run[i].run.time - b->run[i].run.time) > 1e-6)
				die(FAIL_DATA, "'%s' and '%s' have other runs: candidates must be one log, played with other messages", names_at(&l->name, 0),
					names_at(&l->name, (uint32_t)(b - a)));
}

void
log_read(log_runs *l, char **files, const names *by, const char *pattern, const counters *seen)
{
	log_columns c;
	const table *of = NULL;
	double rate = 1;

	*l = (log_runs){ 0 };
	open_log(&c, l, files, by, pattern, seen);
	while (input_next(&c.in)) {
		if (seen && c.in.table != of)
			rate = node_rate(of = c.in.table);
		read_row(l, &c, seen, rate);
	}
	if (l->name.count == 0)
		die(FAIL_DATA, "%s: there is no row", c.in.first);
	for (uint32_t i = 0; i < l->name.count; i++)
		order(&l->candidate[i], groups_count(&l->groups));
	check_alike(l);
	input_close(&c.in);
}
