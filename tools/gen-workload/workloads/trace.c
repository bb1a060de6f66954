/* trace -- one job that repeats a recorded run: its messages and computing, as a program in GOAL and a row that names it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "gen-workload/jobs.h"
#include "gen-workload/trace/readers.h"
#include "gen-workload/trace/unroll.h"
#include "lib/cli/ascending.h"
#include "lib/cli/files.h"
#include "lib/cli/units.h"
#include "lib/program/goal.h"

typedef struct trace {
	gen_options common;
	trace_pace pace;
	const char *out, *matrix;
	int send_completes;	/* a word of --send-completes; -1: not given */
	int64_t nodes, tasks_per_node;	/* 0: not given */
} trace;

static void
set_positive(const char *option, const char *arg, void *to)
{
	double *x = to;

	if (!read_real(arg, 0, 1e30, x) || *x <= 0)
		die(FAIL_USAGE, "%s: '%s': must be a number above 0", option, arg);
}

static void
set_scale(const char *option, const char *arg, void *to)
{
	if (!read_real(arg, 0, 1e9, to))
		die(FAIL_USAGE, "%s: '%s': must be a number from 0 to 1e9", option, arg);
}

static const cli_option settings[] = {
	{ "out", "FILE", "write the program there, in GOAL; gzipped when the name ends in .gz", option_text, offsetof(trace, out), true },
	{ "flops", "RATE", "operations a second, where the trace counts them [1e9]", set_positive, offsetof(trace, pace.flops) },
	{ "compute-scale", "X", "computing takes X times as long as recorded [1]", set_scale, offsetof(trace, pace.scale) },
	{ "send-completes", "posted|left", "a send is over when it is posted, or when its last byte has left [posted]", NULL,
		offsetof(trace, send_completes) },
	{ "job-nodes", "N", "nodes of the job [as few as hold the ranks]", option_count, offsetof(trace, nodes) },
	{ .name = "nodes" },
	{ "tasks-per-node", "N", "ranks a node [all processors]", option_count, offsetof(trace, tasks_per_node) },
	{ "iterations", "N", "how often the job repeats it [1]", option_count, offsetof(trace, common.iterations) },
	{ "matrix", "FILE", "write what each rank sends to each other, as pattern matrix reads it", option_text, offsetof(trace, matrix) },
	REPEAT_SETTING("the job"),
	{ 0 }
};
static const trace usual = { .pace = { .flops = 1e9, .scale = 1 }, .send_completes = -1, .common.iterations = 1 };

static bool
ends_in(const char *text, const char *end)
{
	size_t n = strlen(text), k = strlen(end);

	return n >= k && strcmp(text + n - k, end) == 0;
}

static program *
read_trace(const char *path, const trace_pace *p)
{
	program *done = NULL;
	calls all;

#ifdef HAVE_JANSSON
	if (path && strcmp(path, "-") != 0 && !ends_in(path, ".otf2"))
		done = chakra_read(path, p);
	if (done)
		return done;
#endif
	if (path && ends_in(path, ".otf2"))
#ifdef HAVE_OTF2
		otf2_read(path, p, &all);
#else
		die(FAIL_DATA, "%s: this build has no OTF2: install libopen-trace-format2-dev, and run make again", path);
#endif
	else
		ti_read(path, p, &all);
	done = unroll(&all, path ? path : "<stdin>");
	calls_free(&all);
	return done;
}

static void
write_program(const char *path, const program *p, bool sums)
{
	FILE *file = files_write(path), *out = file;
	bool zipped = ends_in(path, ".gz"), bad = false;
	size_t size;
	char *text;

	if (zipped)
		out = xmemory_open(&text, &size);
	goal_write(out, p, sums);
	if (zipped) {
		gzFile z = gzdopen(dup(fileno(file)), "wb");

		xmemory_close(out);
		bad = !z || gzfwrite(text, 1, size, z) != size;
		bad = (z && gzclose(z) != Z_OK) || bad;
		free(text);
	}
	if (bad | ferror(file) | fclose(file))
		write_failed(path);
}

/* What a rank sends to another one. */
typedef struct rank_pair {
	uint32_t from, to;
	int64_t bytes;
} rank_pair;

/* By sender, then receiver. */
ASCENDING_BY2(by_pair, rank_pair, from, to)

static void
write_matrix(const char *path, const program *p)
{
	rank_pair *all = xcalloc((size_t)program_ops(p) + 1, sizeof *all);
	FILE *out = files_write(path);
	size_t n = 0;

	for (uint32_t rank = 0; rank < p->ranks; rank++)
		for (const operation *o = &p->op[p->first[rank]]; o < &p->op[p->first[rank + 1]]; o++)
			if (o->kind == OP_SEND && o->peer != rank && o->size)
				all[n++] = (rank_pair){ rank, o->peer, o->size };
	qsort(all, n, sizeof *all, by_pair);
	fputs("src,dst,bytes\n", out);
	for (size_t i = 0; i < n; i++)
		if (i + 1 < n && by_pair(&all[i], &all[i + 1]) == 0)
			all[i + 1].bytes += all[i].bytes;
		else
			fprintf(out, "%" PRIu32 ",%" PRIu32 ",%" PRId64 "\n", all[i].from, all[i].to, all[i].bytes);
	if (ferror(out) | fclose(out))
		write_failed(path);
}

/* The nodes of the job: as few as hold the ranks, or those that are given. */
static uint32_t
settle_nodes(const trace *t, const drawn_jobs *w, uint32_t ranks)
{
	uint32_t cores = w->machine->cores, nodes = w->capacity.nodes;
	int64_t per = t->tasks_per_node ? t->tasks_per_node : cores, needed = (ranks + per - 1) / per;

	if (per > cores)
		die(FAIL_USAGE, "--tasks-per-node: '%" PRId64 "': the machine's nodes have %" PRIu32 " processors", per, cores);
	if (t->nodes && t->nodes < needed)
		die(FAIL_USAGE, "--job-nodes: '%" PRId64 "': %" PRIu32 " ranks need %" PRId64 " nodes", t->nodes, ranks, needed);
	if (t->nodes > nodes || needed > nodes)
		die(FAIL_USAGE, "the trace has %" PRIu32 " ranks, on %" PRId64 " nodes: the machine has %" PRIu32 " nodes", ranks,
			t->nodes ? t->nodes : needed, nodes);
	return (uint32_t)(t->nodes ? t->nodes : needed);
}

static void
write_job(trace *t, drawn_jobs *w, uint32_t ranks, uint32_t nodes)
{
	lot l = { .nodes = nodes, .count = 1, .times = 1 };

	t->common.shape.tasks = ranks;
	own_set(&t->common.shape.own, "program", xstrdup(t->out));
	if (t->send_completes >= 0)
		own_set(&t->common.shape.own, "send_completes", xstrdup(t->send_completes ? "left" : "posted"));
	jobs_columns(w, 0);
	jobs_put_grid(w, &l, 1);
}

static void
write_table(const cli *c, void *of)
{
	trace *t = of;
	drawn_jobs w;
	program *p;
	uint32_t nodes;

	jobs_open(&w, c, &t->common);
	set_patterns("--pattern", "program", &t->common.patterns);
	p = read_trace(c->file, &t->pace);
	nodes = settle_nodes(t, &w, p->ranks);
	write_program(t->out, p, w.machine->costs.sum_bw > 0);
	if (t->matrix)
		write_matrix(t->matrix, p);
	write_job(t, &w, p->ranks, nodes);
	sink_close(w.sink);
}

const subcommand subcommand_trace = { "trace", "a recorded run of an MPI program",
	"[FILE]", "One job that repeats a recorded run: the messages and the computing of its trace, as a program.",
	.size = sizeof(trace), .defaults = &usual, .options = settings, .run = write_table };
