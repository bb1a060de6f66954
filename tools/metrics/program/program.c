/* program -- what the messages of jobs come to, whatever network they run on; and jobs as GOAL, for other simulators. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/cli/files.h"
#include "lib/cli/subcommand.h"
#include "lib/cli/units.h"
#include "lib/job/job.h"
#include "lib/pattern/as-program.h"
#include "lib/program/goal.h"
#include "metrics/program/ideal.h"
#include "metrics/program/repeat.h"
#include "metrics/result.h"

typedef struct program_options {
	const char *goal;	/* a file in place of a table */
	const char *out;	/* a directory */
	const char *distances;
	int to;			/* a word of --to; -1: not given */
	int rounds;		/* a word of --schedule */
} program_options;

/* The file under way, and its columns. */
typedef struct program_place {
	input in;
	char **file;		/* the next one when this was opened */
	machine *machine;
	job_reader rows;
	int job, case_;		/* handles */
} program_place;

/* A job as a program. */
typedef struct played_program {
	const char *case_, *job;
	const program *program;
	program *own;		/* NULL: it is the pattern's */
	traffic traffic;	/* pattern NULL: there is none */
	int64_t iterations, compute;
	uint32_t tags;		/* that an iteration takes */
	bool sums;		/* GOAL tells which receives add up */
} played_program;

/* Messages between ranks whose numbers differ by this much. */
typedef struct distance {
	long double messages, bytes;
} distance;

/* Of all iterations together; whole numbers below 2^64 are exact. */
typedef struct program_figures {
	long double operations, messages, bytes;
	long double distance;	/* bytes times how far apart in numbers the two ranks are */
	long double computing;	/* ps, of the rank that computes most */
	ideal ideal;
	distance *at;		/* [ranks], by distance */
} program_figures;

typedef struct tables {
	result figures;
	result distances;	/* sink NULL: they are not wanted */
} tables;

enum { CASE, JOB, RANKS, OPERATIONS, MESSAGES, BYTES, COMPUTING, DEPTH, CRITICAL, DISTANCE, PROGRAM };
static const char figure_columns[] = "case,job,ranks,operations,messages,bytes,computing_s,depth,critical_path_s,distance_mean";

/* Reading. */

static void
look_at_file(program_place *p, const cli *c)
{
	if (p->machine && p->file == p->in.file)
		return;
	if (p->machine) {
		job_reader_free(&p->rows);
		machine_free(p->machine);
	}
	p->file = p->in.file;
	p->machine = machine_of(c, p->in.table);
	job_reader_init(&p->rows, p->in.table, p->machine, JOBS_ANY);
}

/* Of the column tasks, or of task_nodes, or a task a processor. */
static void
read_tasks(job_row *j)
{
	if (!*cell_text(j->row, j->from->at[JOB_TASK_NODES]) || *cell_text(j->row, j->from->at[JOB_TASKS])) {
		job_read_nodes(j);
		job_read_tasks(j);
		return;
	}
	job_reader_clear(j->from);
	job_read_task_nodes(j);
}

/* The job of the row; false when its messages have no order: it has no pattern, or is of the open loop. */
static bool
read_job(program_place *p, const program_options *o, uint64_t seed, played_program *j)
{
	job_row from = job_of(&p->rows, input_text(&p->in, p->case_), &p->in.row);

	*j = (played_program){ .case_ = from.case_, .job = input_text(&p->in, p->job), .sums = p->machine->costs.sum_bw > 0 };
	if (from.open || !pattern_closed(cell_text(from.row, p->rows.traffic.pattern)))
		return false;
	job_read_cells(&from, 1 << JOB_ITERATIONS | 1 << JOB_COMPUTE);
	j->iterations = from.iterations;
	j->compute = from.compute;
	read_tasks(&from);
	job_traffic(&from, &j->traffic, o->rounds, seed);
	j->program = j->traffic.program;
	if (!j->program) {
		j->tags = traffic_phases(&j->traffic);
		j->program = j->own = program_of_phases(&j->traffic, j->job);
	}
	return true;
}

/* Counting. */

static void
count_message(program_figures *f, uint32_t rank, const operation *o, int64_t iterations)
{
	uint32_t apart = rank < o->peer ? o->peer - rank : rank - o->peer;
	long double bytes = (long double)o->size * (long double)iterations;

	f->messages += (long double)iterations;
	f->bytes += bytes;
	f->distance += bytes * apart;
	f->at[apart].messages += (long double)iterations;
	f->at[apart].bytes += bytes;
}

/* A program played that many times, as program_repeat says it; the caller frees f->at.  NULL; or what waits in vain, free() it. */
static char *
figures_of(program_figures *f, const program *p, int64_t iterations, int64_t compute)
{
	int64_t joins = iterations - !program_joined(0, compute);

	*f = (program_figures){ .at = xcalloc(p->ranks, sizeof *f->at) };
	f->operations = (long double)program_ops(p) * (long double)iterations + (long double)joins * p->ranks;
	for (uint32_t r = 0; r < p->ranks; r++) {
		long double computing = compute;

		for (const operation *o = &p->op[p->first[r]]; o < &p->op[p->first[r + 1]]; o++)
			if (o->kind == OP_CALC)
				computing += o->size;
			else if (o->kind == OP_SEND)
				count_message(f, r, o, iterations);
		if (computing * (long double)iterations > f->computing)
			f->computing = computing * (long double)iterations;
	}
	return ideal_run(p, iterations, compute, &f->ideal);
}

/* Writing. */

static void
put_whole(sink *s, int column, long double value)
{
	if (value < 0x1p63L)
		sink_put_int(s, column, (int64_t)value);
	else
		sink_put_real(s, column, (double)value);
}

static void
open_tables(tables *t, const cli *c, const program_options *o, const table *from)
{
	result_open(&t->figures, c, NULL);
	result_columns(&t->figures, figure_columns);
	if (o->out)
		result_column(&t->figures, "program");
	result_header(&t->figures, from, NULL);
	if (!o->distances)
		return;
	result_open(&t->distances, c, o->distances);
	result_columns(&t->distances, "case,job,distance,messages,bytes");
	result_header(&t->distances, NULL, NULL);
}

static void
close_tables(tables *t)
{
	sink_close(t->figures.sink);
	if (t->distances.sink)
		sink_close(t->distances.sink);
}

static void
put_distances(const tables *t, const played_program *j, const program_figures *f)
{
	sink *s = t->distances.sink;

	for (uint32_t i = 0; s && i < j->program->ranks; i++) {
		if (f->at[i].messages == 0)
			continue;
		sink_put(s, 0, j->case_);
		sink_put(s, 1, j->job);
		sink_put_int(s, 2, i);
		put_whole(s, 3, f->at[i].messages);
		put_whole(s, 4, f->at[i].bytes);
		sink_row(s, NULL);
		sink_flush(s);
	}
}

/* in: the row that the job is from; NULL: there is no table. */
static void
put_figures(const tables *t, const input *in, const played_program *j)
{
	sink *s = t->figures.sink;
	program_figures f;
	char *why = figures_of(&f, j->program, j->iterations, j->compute);

	if (why && in)
		table_bad(in->table, &in->row, -1, "job '%s': %s", j->job, why);
	if (why)
		die(FAIL_DATA, "%s", why);
	sink_put_int(s, RANKS, j->program->ranks);
	put_whole(s, OPERATIONS, f.operations);
	put_whole(s, MESSAGES, f.messages);
	put_whole(s, BYTES, f.bytes);
	sink_put_real(s, COMPUTING, (double)(f.computing / 1e12L));
	put_whole(s, DEPTH, (long double)f.ideal.depth);
	sink_put_real(s, CRITICAL, ps_to_seconds(f.ideal.time));
	if (f.bytes > 0)
		sink_put_real(s, DISTANCE, (double)(f.distance / f.bytes));
	put_distances(t, j, &f);
	free(f.at);
}

static void
write_program(FILE *out, const played_program *j)
{
	program *all = NULL;

	if ((uint64_t)j->tags * (uint64_t)j->iterations > ANY)
		die(FAIL_DATA, "job '%s': has more phases in all its iterations than GOAL has tags, 2^32 - 1", j->job);
	if (j->compute % 1000)
		warn("job '%s': compute_s is not a whole number of ns, which is what GOAL counts: rounded", j->job);
	if (j->iterations > 1 || j->compute)
		all = program_repeat(j->program, j->iterations, j->compute, j->tags);
	goal_write(out, all ? all : j->program, j->sums);
	program_free(all);
}

/* The job as a file of the directory, named by its case where the table has such, and by its name; its path. */
static char *
write_file(const char *directory, bool cases, const played_program *j)
{
	char *path = xprintf("%s/%s%s%s.goal", directory, cases ? j->case_ : "", cases ? "-" : "", j->job);
	FILE *out;

	if (strchr(path + strlen(directory) + 1, '/') || !*j->job)
		die(FAIL_DATA, "'%s': a job must have a name without '/' to be a file of --out", path);
	if (mkdir(directory, 0777) != 0 && errno != EEXIST)
		die(FAIL_DATA, "--out: cannot make the directory '%s': %s", directory, strerror(errno));
	out = files_write(path);
	write_program(out, j);
	if (ferror(out) || fclose(out) != 0)
		write_failed(path);
	return path;
}

static void
write_row(const tables *t, const program_options *o, const program_place *p, const played_program *j)
{
	sink *s = t->figures.sink;

	sink_put(s, CASE, j->case_);
	sink_put(s, JOB, j->job);
	if (j->program)
		put_figures(t, p ? &p->in : NULL, j);
	if (j->program && p && o->out) {
		char *path = write_file(o->out, input_has(&p->in, p->case_), j);

		sink_put(s, PROGRAM, path);
		free(path);
	}
	sink_row(s, NULL);
	sink_flush(s);
}

/* A table, or one job of it as GOAL. */
static void
read_tables(const cli *c, const program_options *o)
{
	program_place p = { 0 };
	bool alone = o->to >= 0 && !o->out;
	tables t = { 0 };
	uint32_t written = 0;
	played_program j;

	input_open(&p.in, c->files);
	p.job = input_want(&p.in, "job");
	p.case_ = input_wish(&p.in, "case", "1");
	if (!alone)
		open_tables(&t, c, o, input_origin(&p.in));
	while (input_next(&p.in)) {
		bool closed;

		look_at_file(&p, c);
		closed = read_job(&p, o, c->seed, &j);
		if (!alone)
			write_row(&t, o, &p, &j);
		else if (closed && written++)
			input_bad(&p.in, p.job, "is a second job: several of them need a directory, --out DIR");
		else if (closed)
			write_program(stdout, &j);
		program_free(j.own);
		if (j.traffic.pattern)
			traffic_release(&j.traffic);
	}
	if (alone && !written)
		die(FAIL_DATA, "%s: has no job with a closed-loop pattern", p.in.first);
	if (!alone)
		close_tables(&t);
}

static void
read_goal(const cli *c, const program_options *o)
{
	program *p = goal_read(o->goal);
	played_program j = { .case_ = "1", .job = o->goal, .program = p, .iterations = 1, .sums = true };
	tables t = { 0 };

	if (o->to >= 0)
		write_program(stdout, &j);
	else {
		open_tables(&t, c, o, NULL);
		write_row(&t, o, NULL, &j);
		close_tables(&t);
	}
}

static void
run(const cli *c, void *given)
{
	const program_options *o = given;

	if (o->goal && c->files)
		die(FAIL_USAGE, "--goal: '%s': the jobs are those of '%s'", o->goal, c->files[0]);
	if (o->out && (o->to < 0 || o->goal))
		die(FAIL_USAGE, "--out: '%s': is where --to goal writes the jobs of a table", o->out);
	if (o->distances && o->to >= 0 && !o->out)
		die(FAIL_USAGE, "--distances: '%s': --to goal writes no figures without --out", o->distances);
	(o->goal ? read_goal : read_tables)(c, o);
}

static const cli_option known[] = {
	{ "goal", "FILE", "a program in GOAL in place of a table", option_text, offsetof(program_options, goal) },
	{ "schedule", "burst|mpi", "burst: a phase's messages at once; mpi: as an MPI library posts them [burst]", NULL,
		offsetof(program_options, rounds) },
	{ "distances", "FILE", "write messages and bytes by how far apart the numbers of their ranks are", option_text,
		offsetof(program_options, distances) },
	{ "to", "goal", "write the job as GOAL on standard output", NULL, offsetof(program_options, to) },
	{ "out", "DIR", "with --to: a file for each job in this directory, beside the figures", option_text, offsetof(program_options, out) },
	{ 0 }
};

static const program_options defaults = { .to = -1 };

const subcommand subcommand_program = { "program", "what the messages of jobs come to on any network; jobs as GOAL",
	"[FILE...]", "Tell what the programs of jobs come to on any network, or write them as GOAL.",
	.options = known, .size = sizeof defaults, .defaults = &defaults, .run = run };
