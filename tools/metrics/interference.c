/* interference -- how much the jobs of each case share links, from what netsim --job-links wrote (Fig. 8 and 9 of the express mesh paper):
 * the two measures of Jain et al., "Partitioning Low-diameter Networks to Eliminate Inter-job Interference", IV-A.
 *
 * A count of users a link, and every job's list of links: as much work as there are uses, whatever the size of the machine. */
#include <math.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/machine/machine.h"
#include "lib/stream/names.h"
#include "metrics/choices.h"
#include "metrics/result.h"

typedef struct interference_options {
	const char *job_links;
	int64_t window;		/* cases that a moving average spans; 0: all so far */
} interference_options;

/* The jobs, as netsim's results list them. */
typedef struct listed_jobs {
	table *table;
	int job, messages, packets;	/* columns */
	batch batch;		/* the case under way */
	names name;		/* its jobs, numbered as its rows */
	bool *met;		/* [rows]: the links of this job have been read */
	size_t room;
	input in;		/* of their choices, which all cases share */
	choices chosen;
} listed_jobs;

/* The links of jobs, as --job-links lists them: case by case, in a case job by job. */
typedef struct uses {
	table *table;
	int case_, job, link, packets;	/* columns */
	row row;		/* the next one to read */
	bool more;		/* there is one */
} uses;

/* Percentages of links; 0 where no link is used. */
typedef struct link_shares {
	double mls;		/* Eq. 5: shared links in those of a job, of the job where they are most */
	double tls;		/* Eq. 6: shared links in those of all jobs */
} link_shares;

typedef struct sharing {
	struct link_users {
		uint32_t jobs;	/* of the case that use the link */
		uint32_t last;	/* the latest of them, counted from 1 */
	} *users;		/* [links of the machine] */
	struct link_use {
		uint32_t job, link;
	} *use;			/* [uses] of the case, job after job */
	size_t uses, room;
} sharing;

/* A moving average. */
typedef struct moving {
	double *value;		/* all so far */
	size_t count, room;
	long double sum;	/* of them all */
} moving;

static double
moving_mean(moving *m, double value, int64_t window)
{
	long double sum = 0;

	m->value = xgrow(m->value, &m->room, m->count + 1, sizeof *m->value);
	m->value[m->count++] = value;
	m->sum += value;
	if (window == 0 || (size_t)window >= m->count)
		return (double)(m->sum / m->count);
	for (size_t i = m->count - (size_t)window; i < m->count; i++)
		sum += m->value[i];	/* anew, so that no rounding outlives the window */
	return (double)(sum / window);
}

/* The job uses this link; false when that has been said already. */
static bool
sharing_use(sharing *s, uint32_t job, uint32_t link)
{
	struct link_users *u = &s->users[link];

	if (u->last == job + 1)
		return false;
	u->last = job + 1;
	u->jobs++;
	s->use = xgrow(s->use, &s->room, s->uses + 1, sizeof *s->use);
	s->use[s->uses++] = (struct link_use){ job, link };
	return true;
}

static double
percent(size_t part, size_t all)
{
	return all ? 100.0 * (double)part / (double)all : 0;
}

/* The case is complete: what came of it.  The next one may follow. */
static link_shares
sharing_end(sharing *s)
{
	size_t used = 0, shared = 0;
	link_shares x = { 0, 0 };

	for (size_t i = 0, end; i < s->uses; i = end) {
		size_t of_job = 0;

		for (end = i; end < s->uses && s->use[end].job == s->use[i].job; end++)
			of_job += s->users[s->use[end].link].jobs > 1;
		x.mls = fmax(x.mls, percent(of_job, end - i));
	}
	for (size_t i = 0; i < s->uses; i++) {
		struct link_users *u = &s->users[s->use[i].link];

		used += u->jobs > 0;	/* each link at the first of its uses */
		shared += u->jobs > 1;
		*u = (struct link_users){ 0, 0 };
	}
	x.tls = percent(shared, used);
	s->uses = 0;
	return x;
}

/* Whether row i has results: alloc gave the job nodes. */
static bool
placed(const listed_jobs *j, int i)
{
	return *cell_text(&j->batch.row[i], j->messages) != '\0';
}

static bool
jobs_next_case(listed_jobs *j)
{
	if (!table_next_case(j->table, &j->batch))
		return false;
	j->met = xgrow(j->met, &j->room, (size_t)j->batch.rows, sizeof *j->met);
	memset(j->met, 0, (size_t)j->batch.rows * sizeof *j->met);
	names_clear(&j->name);
	for (int i = 0; i < j->batch.rows; i++) {
		names_add(&j->name, cell_text(&j->batch.row[i], j->job), NULL);
		j->in.row = j->batch.row[i];
		choices_see(&j->chosen, &j->in, 0);
	}
	return true;
}

static void
uses_open(uses *u, const char *path)
{
	table *t = table_open(path);

	*u = (uses){ .table = t };
	u->case_ = table_need(t, "case");
	u->job = table_need(t, "job");
	u->link = table_need(t, "link");
	u->packets = table_need(t, "packets");
	u->more = table_next(t, &u->row);
}

/* The job of the next row, which is not that of the row before. */
static uint32_t
begin_job(const uses *u, listed_jobs *j)
{
	uint32_t job = names_find(&j->name, cell_text(&u->row, u->job));

	if (job == UINT32_MAX)
		table_bad(u->table, &u->row, u->job, "is no job of case '%s' in %s", j->batch.id, j->table->file);
	if (!placed(j, (int)job))
		table_bad(u->table, &u->row, u->job, "was not placed in case '%s' of %s", j->batch.id, j->table->file);
	if (j->met[job])
		table_bad(u->table, &u->row, u->job, "comes again after another job; the rows of a job must follow one another");
	j->met[job] = true;
	return job;
}

static void
add_use(const uses *u, const machine *m, uint32_t job, sharing *s)
{
	uint32_t link = (uint32_t)cell_int(u->table, &u->row, u->link, 0, m->links - 1, NONE);

	if (link == NONE)
		table_bad(u->table, &u->row, u->link, "must be given");
	if (port_empty(m, link))
		table_bad(u->table, &u->row, u->link, "is an empty port of this machine, no link");
	if (cell_int(u->table, &u->row, u->packets, 0, INT64_MAX, 0) == 0 || m->class[link] == CLASS_NODE)
		return;
	if (!sharing_use(s, job, link))
		table_bad(u->table, &u->row, u->link, "is given twice for job '%s'", cell_text(&u->row, u->job));
}

/* All rows of the case under way. */
static link_shares
read_case(uses *u, listed_jobs *j, const machine *m, sharing *s)
{
	uint32_t job = UINT32_MAX;

	for (; u->more && strcmp(cell_text(&u->row, u->case_), j->batch.id) == 0; u->more = table_next(u->table, &u->row)) {
		if (job == UINT32_MAX || strcmp(cell_text(&u->row, u->job), names_at(&j->name, job)) != 0)
			job = begin_job(u, j);
		add_use(u, m, job, s);
	}
	/* Nobody may pass for a job without links because FILE is that of another run, or cut off. */
	for (int i = 0; i < j->batch.rows; i++) {
		const row *r = &j->batch.row[i];

		if (!j->met[i] && cell_int(j->table, r, j->packets, 0, INT64_MAX, 0) > 0)
			table_bad(j->table, r, j->job, "sent packets, but %s has no link of it in case '%s'%s", u->table->file, j->batch.id,
				u->more ? xprintf("; case '%s' is next there", cell_text(&u->row, u->case_)) : "");
	}
	return sharing_end(s);
}

static void
write_case(result *r, const listed_jobs *j, link_shares x, double mls_mean, double tls_mean)
{
	int count = 0;

	for (int i = 0; i < j->batch.rows; i++)
		count += placed(j, i);
	sink_put(r->sink, 0, j->batch.id);
	sink_put_int(r->sink, 1, count);
	result_reals(r, 2, 4, (double[]){ x.mls, x.tls, mls_mean, tls_mean });
	sink_row(r->sink, NULL);	/* held back to the end: files that do not fit together leave no result */
}

static void
write_all(const cli *c, int64_t window, listed_jobs *j, uses *u, const machine *m)
{
	moving mls = { 0 }, tls = { 0 };
	sharing s = { .users = xcalloc(m->links, sizeof *s.users) };
	result r;

	result_open(&r, c, NULL);
	result_columns(&r, "case,jobs,mls,tls,mls_mean,tls_mean");
	result_header(&r, j->table, m->spec);
	while (jobs_next_case(j)) {
		link_shares x = read_case(u, j, m, &s);

		write_case(&r, j, x, moving_mean(&mls, x.mls, window), moving_mean(&tls, x.tls, window));
	}
	if (u->more)
		table_bad(u->table, &u->row, u->case_, "is no case of %s, or stands in another place there", j->table->file);
	sink_close(r.sink);
}

static bool
is_standard_input(const char *path)
{
	return !path || strcmp(path, "-") == 0;
}

static void
run(const cli *c, void *given)
{
	const interference_options *o = given;
	table *results;
	machine *m;
	listed_jobs j;
	uses u;

	if (is_standard_input(o->job_links) && is_standard_input(c->file))
		die(FAIL_USAGE, "--job-links: '%s': the results come from standard input", o->job_links);
	results = table_open(c->file);
	m = machine_of(c, results);
	j = (listed_jobs){ .table = results, .in.table = results };
	choices_watch(&j.chosen, &j.in, NULL);
	j.job = table_need(results, "job");
	j.messages = table_need(results, "messages");
	j.packets = table_need(results, "packets");
	uses_open(&u, o->job_links);
	write_all(c, o->window, &j, &u, m);
}

static const cli_option known[] = {
	{ "job-links", "LINKS", "what netsim --job-links wrote", option_text, offsetof(interference_options, job_links), true },
	{ "window", "N", "average over the last N cases [all so far]", option_count, offsetof(interference_options, window) },
	{ 0 }
};

const subcommand subcommand_interference = { "interference", "how much the jobs of a case share links: MLS and TLS, with moving averages",
	"[RESULTS]", "Tell how much the jobs of each case share links.", .options = known, .size = sizeof(interference_options), .run = run };
