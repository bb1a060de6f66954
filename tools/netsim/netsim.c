/* netsim -- how long do the messages of these jobs take?
 *
 * Reads a job table whose jobs have nodes, simulates each case packet by packet,
 * and writes what it measured as columns. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/progress.h"
#include "lib/cli/units.h"
#include "lib/machine/circuits/circuits.h"
#include "lib/stream/sink.h"
#include "netsim/engine/check.h"
#include "netsim/engine/waits.h"
#include "netsim/jobs/left-over.h"
#include "netsim/jobs/steady.h"
#include "netsim/jobs/succession.h"
#include "netsim/jobs/threads.h"
#include "netsim/list.h"
#include "netsim/model.h"
#include "netsim/observe/route.h"
#include "netsim/observe/statistics.h"
#include "netsim/table/case.h"
#include "netsim/table/meeting.h"
#include "netsim/table/reports.h"

enum { KEY_SCHEDULE = 256, KEY_MAX_TIME, KEY_LINKS, KEY_JOB_LINKS, KEY_LATENCIES, KEY_ROUTERS, KEY_HOPS, KEY_STATS, KEY_KEEP_LISTS, KEY_ROUTE,
	KEY_CIRCUITS, KEY_THREADS, KEY_STEADY, KEY_PLAY, KEY_RANKS, KEY_TASK_TIMES, KEY_LIST };

typedef struct options {
	cli cli;		/* first: the common options */
	model model;
	const char *schedule;
	int64_t max_time;	/* ps */
	report_paths files;
	bool keep_lists, route, play, task_times;
	int64_t threads;
	int64_t steady;		/* iterations; 0: jobs end */
	int64_t steady_time;	/* ps */
	const char *circuits;	/* with route */
	const char *operand[2];
	int operands;
} options;

static const struct argp_option known[] = {
	{ "schedule", KEY_SCHEDULE, "WHEN", 0, "burst: a phase's messages at once; mpi: as an MPI library posts them [burst]", 0 },
	{ "max-time", KEY_MAX_TIME, "TIME", 0, "end a case with an error after this simulated time [1000000s]", 0 },
	{ "steady", KEY_STEADY, "K[,TIME]", 0, "jobs keep going until each has done K iterations after its first, or TIME is over", 0 },
	{ "play", KEY_PLAY, NULL, 0, "nodes change hands: a job starts when those that start before it on its nodes have ended", 0 },
	{ "task-times", KEY_TASK_TIMES, NULL, 0, "also when a job's task 0 has ended, and the mean over its tasks", 0 },
	{ "threads", KEY_THREADS, "N", 0, "play each case by N threads, at most one a processor; the results are the same for any number [1]", 0 },
	{ "links", KEY_LINKS, "FILE", 0, "write packets, bytes, busy time and stalls of every link", 0 },
	{ "job-links", KEY_JOB_LINKS, "FILE", 0, "write which job used which link", 0 },
	{ "routers", KEY_ROUTERS, "FILE", 0, "write how many packets of each job passed how many routers", 0 },
	{ "hops", KEY_HOPS, "FILE", OPTION_HIDDEN, NULL, 0 },
	{ "ranks", KEY_RANKS, "FILE", 0, "write when each rank has ended", 0 },
	{ "latencies", KEY_LATENCIES, "FILE", 0, "write the histogram of message latencies", 0 },
	{ "stats", KEY_STATS, "FILE", 0, "write what the simulation cost: events, packet-hops, CPU time, memory", 0 },
	{ "keep-lists", KEY_KEEP_LISTS, NULL, 0, "keep the columns node_list, task_nodes, volumes and circuits", 0 },
	{ "route", KEY_ROUTE, NULL, 0, "with operands SRC DST: show one packet's path and times on an idle network", 0 },
	{ "circuits", KEY_CIRCUITS, "LIST", 0, "with --route: the circuits of the machine, as in the column circuits", 0 },
	{ "list", KEY_LIST, NULL, 0, "list routings, patterns, collectives, generators and machines, or one of these, whose name follows", 0 },
	{ 0 }
};

/* K[,TIME] */
static void
read_steady(const char *value, options *o)
{
	const char *comma = strchr(value, ',');
	char *number = xprintf("%.*s", (int)strcspn(value, ","), value);

	if (!read_int(number, 1, MOST_ITERATIONS, &o->steady) || (comma && (!read_time(comma + 1, &o->steady_time) || o->steady_time < 1)))
		die(FAIL_USAGE, "--steady: '%s': must be a number of iterations, 1 to %d, or one and a time, as 2,10ms", value, MOST_ITERATIONS);
	free(number);
}

static error_t
parse_option(int key, char *value, struct argp_state *state)
{
	options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		state->child_inputs[1] = &o->model;
		break;
	case KEY_SCHEDULE:
		if (strcmp(value, "burst") != 0 && strcmp(value, "mpi") != 0)
			die(FAIL_USAGE, "--schedule: '%s': must be burst or mpi", value);
		o->schedule = value;
		break;
	case KEY_MAX_TIME:
		if (!read_time(value, &o->max_time) || o->max_time < 1)
			die(FAIL_USAGE, "--max-time: '%s': must be a time, as 2ms", value);
		break;
	case KEY_PLAY:
		o->play = true;
		break;
	case KEY_TASK_TIMES:
		o->task_times = true;
		break;
	case KEY_STEADY:
		read_steady(value, o);
		break;
	case KEY_THREADS:
		if (!read_int(value, 1, MOST_THREADS, &o->threads))
			die(FAIL_USAGE, "--threads: '%s': must be a number, 1 to %d", value, MOST_THREADS);
		break;
	case KEY_LINKS:
		o->files.links = value;
		break;
	case KEY_JOB_LINKS:
		o->files.job_links = value;
		break;
	case KEY_ROUTERS:
		o->files.hops = value;
		break;
	case KEY_HOPS:
		die(FAIL_USAGE, "--hops: is called --routers now, as it counts routers");
	case KEY_RANKS:
		o->files.ranks = value;
		break;
	case KEY_LATENCIES:
		o->files.latencies = value;
		break;
	case KEY_STATS:
		o->files.stats = value;
		break;
	case KEY_KEEP_LISTS:
		o->keep_lists = true;
		break;
	case KEY_ROUTE:
		o->route = true;
		break;
	case KEY_CIRCUITS:
		o->circuits = value;
		break;
	case KEY_LIST:
		list_what(state->next < state->argc && *state->argv[state->next] != '-' ? state->argv[state->next] : NULL);
		close_stdout();
		exit(0);
	case ARGP_KEY_ARG:
		if (o->operands == 2)
			die(FAIL_USAGE, "'%s': too many operands", value);
		o->operand[o->operands++] = value;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* Die when job j's program waits for something that never comes. */
static void
check_program(const table *t, const batch *b, const traffic_run *r, uint32_t j)
{
	char *left = left_over(r, j);

	if (left)
		die(FAIL_DATA, "%s:%ld: case '%s': job '%s': %s", t->file, b->row[0].line, b->id, r->job[j].id, left);
}

/* The case did not come to its end: say where it stands. */
_Noreturn static void
fail(const table *t, const batch *b, traffic_run *r, run_end how, int64_t max_time)
{
	int64_t now = r->net->calendar.now;
	const char *oldest = waits_oldest(r->net, how == RUN_DEADLOCK ? NEVER : now);

	if (how == RUN_STARVED)
		die(FAIL_DATA, "%s:%ld: case '%s': starved: %s: longer than %d of the largest packets take", t->file, b->row[0].line, b->id,
			r->net->waits.starved, PATIENCE);
	for (uint32_t j = 0; j < r->jobs && how == RUN_DEADLOCK && r->net->packets_alive == 0; j++)
		check_program(t, b, r, j);
	if (how == RUN_DEADLOCK)
		die(FAIL_DATA, "%s:%ld: case '%s': deadlock: nothing can move and %u packets have not arrived; the oldest waits at %s",
			t->file, b->row[0].line, b->id, r->net->packets_alive, oldest ? oldest : "an interface");
	die(FAIL_DATA, "%s:%ld: case '%s': not over after %.9g s of simulated time (--max-time); the oldest packet that waits is at %s",
		t->file, b->row[0].line, b->id, ps_to_seconds(max_time), oldest ? oldest : "no router");
}

/* The paces of a case whose jobs keep going; dies when one has none. */
static pace *
find_paces(const options *o, const table *t, const batch *b, const case_reader *c, const traffic_run *r)
{
	pace *p = paces_find(r);

	for (int i = 0; i < b->rows; i++) {
		uint32_t j = c->job_of_row[i];

		if (j != NONE && isnan(p[j].iteration))
			die(FAIL_DATA, "%s:%ld: case '%s': job '%s': nothing of it has arrived after %.9g s of simulated time (--steady %" PRId64
				",TIME)", t->file, b->row[i].line, b->id, r->job[j].id, ps_to_seconds(r->end), o->steady);
	}
	return p;
}

/* Of all cases, the one with the longest wait in a router, beside the mean of its waits. */
typedef struct unfair {
	double times;		/* the mean */
	char *text;
	int cases;		/* with a wait that is OUTSTANDING times the mean */
} unfair;

enum { OUTSTANDING = 1000 };

static void
note_unfair(unfair *u, const network *n, const char *case_)
{
	double mean = waits_mean(n), times = mean > 0 ? (double)n->waits.longest / mean : 0;

	if (times <= OUTSTANDING)
		return;
	u->cases++;
	if (times <= u->times)
		return;
	u->times = times;
	free(u->text);
	u->text = xprintf("case '%s': a packet waited %.9g s at %s: %.0f times the mean wait of %.3g s", case_,
		ps_to_seconds(n->waits.longest), waits_longest(n), times, mean * 1e-12);
}

static void
warn_unfair(const unfair *u)
{
	if (u->cases == 1)
		warn("%s", u->text);
	if (u->cases > 1)
		warn("%s (and %d more case%s with more than %d times)", u->text, u->cases - 1, u->cases == 2 ? "" : "s", OUTSTANDING);
}

static bool
all_closed(const traffic_run *r)
{
	for (uint32_t j = 0; j < r->jobs; j++)
		if (r->job[j].open)
			return false;
	return true;
}

/* Conservation: every packet sent has arrived, every credit is back.  Cheap, so
 * it is checked in every run. */
static void
check_conservation(traffic_run *r, const char *case_)
{
	const char *wrong;

	if (r->steady || !all_closed(r))
		return;
	wrong = network_check(r->net);
	if (!wrong && r->flights_alive)
		wrong = "a message has not arrived";
	if (wrong) {
		fprintf(stderr, "netsim: internal error: case '%s': at the end %s\n", case_, wrong);
		abort();
	}
}

/* Several threads, where they can be had: no more than there are processors, as they wait for each other; tests of a machine with few say
 * HOPLINE_MORE_THREADS. */
static void
divide(traffic_run *r, uint32_t threads)
{
	const char *why;

	if (threads > processors_at_hand() && !getenv("HOPLINE_MORE_THREADS"))
		threads = processors_at_hand();
	if (threads == 1)
		return;
	why = r->succession ? "jobs start when others end" :
		r->net->machine->costs.eager != INT64_MAX ? "sends end when their message is received (eager)" :
		r->net->routing->decision->asks == ASKS_PATHS ? "the routing looks at queues of other routers" : threads_start(r, threads);

	if (why)
		warn("--threads: one thread plays: %s", why);
}

static void
simulate(const options *o, table *t, machine *m)
{
	bool open_loop = table_column(t, "load") >= 0;
	reports files;
	case_reader reader;
	case_results columns;
	unfair worst = { 0 };
	meeting met = { 0 };
	traffic_run run;
	network net;
	batch b;
	sink *s = sink_open(t, &o->cli);
	int64_t cases = 0;
	const progress_part shown[] = { { &cases, "cases done", false }, { &net.calendar.now, "simulated", true } };

	model_build(&o->model, m, &net);
	run_init(&run, &net);
	if (o->play)
		succession_init(&run);
	if (o->steady)
		steady_init(&run, o->steady, o->steady_time);
	if (o->files.links || o->files.job_links || o->files.hops)
		statistics_keep(&net, o->files.links, o->files.job_links, o->files.hops);
	if (o->threads > 1)
		divide(&run, (uint32_t)o->threads);
	reports_open(&files, &o->files);
	case_reader_init(&reader, t, m, (case_options){ .seed = o->cli.seed, .rounds = strcmp(o->schedule, "mpi") == 0,
		.packet = (uint32_t)o->model.packet, .router = o->model.router, .speedup = o->model.speedup,
		.crossbar_bw = o->model.crossbar_bw, .output_buffer = o->model.output_buffer, .steady = o->steady, .play = o->play,
		.task_times = o->task_times });
	case_results_own(&columns, s, &reader.options, open_loop);
	if (!o->keep_lists) {
		sink_drop(s, "node_list");
		sink_drop(s, "task_nodes");
		sink_drop(s, "volumes");
		sink_drop(s, "circuits");
	}
	sink_header(s, m->spec);
	progress_begin(shown, 2);
	while (table_next_case(t, &b)) {
		run_end how;
		pace *paces;

		case_read(&reader, &b, &run);
		reports_begin(&files);
		how = run.steady ? steady_play(&run, o->max_time) : run_play(&run, o->max_time);
		if (how != RUN_DONE)
			fail(t, &b, &run, how, o->max_time);
		for (uint32_t j = 0; j < run.jobs && !run.steady; j++)
			check_program(t, &b, &run, j);
		check_conservation(&run, b.id);
		note_unfair(&worst, &net, b.id);
		paces = run.steady ? find_paces(o, t, &b, &reader, &run) : NULL;
		for (int i = 0; i < b.rows; i++)
			case_write(&columns, s, &reader, &b, i, &run, paces);
		free(paces);
		sink_flush(s);
		reports_case(&files, b.id, &run);
		if (!run.steady && !run.succession)
			meeting_look(&met, &reader, &b, &run);
		run_reset(&run);
		cases++;
	}
	progress_end();
	meeting_tell(&met, t);
	reports_close(&files, &run);
	sink_close(s);
	warn_unfair(&worst);
	case_reader_free(&reader);
	if (run.steady)
		steady_free(&run);
	if (run.succession)
		succession_free(&run);
	run_free(&run);
	network_free(&net);
}

/* Connect the circuits that --circuits lists. */
static void
connect_circuits(machine *m, const char *text)
{
	circuits joined = { 0 };
	const char *why;

	if (!m->kind->circuits)
		die(FAIL_USAGE, "--circuits: '%s': is for machines with optical circuit switches; this is %s", text, model_kind(m));
	if (!circuits_read(&joined, m, text, &why) || !circuits_connect(m, &joined, &why))
		die(FAIL_USAGE, "--circuits: '%s': %s", text, why);
	circuits_free(&joined);
}

static void
show_route(const options *o)
{
	machine *m = machine_of(&o->cli, NULL);
	int64_t end[2];
	network net;
	const char *apart;

	if (o->operands != 2)
		die(FAIL_USAGE, "--route: wants two operands, SRC and DST");
	for (int i = 0; i < 2; i++)
		if (!read_int(o->operand[i], 0, m->nodes - 1, &end[i]))
			die(FAIL_USAGE, "--route: '%s': must be a node, 0 to %u", o->operand[i], m->nodes - 1);
	if (end[0] == end[1])
		die(FAIL_USAGE, "--route: '%s': source and destination must differ", o->operand[1]);
	if (o->circuits)
		connect_circuits(m, o->circuits);
	apart = circuits_apart(m, (uint32_t)end[0], (uint32_t)end[1]);
	if (apart)
		die(FAIL_USAGE, "--route: %s; --circuits names some", apart);
	model_build(&o->model, m, &net);
	route_show(&o->cli, &net, (uint32_t)end[0], (uint32_t)end[1], (uint32_t)o->model.packet);
	network_free(&net);
}

int
main(int argc, char **argv)
{
	options o = { .schedule = "burst", .steady_time = NEVER, .max_time = INT64_C(1000000000000000000) };
	const struct argp_child children[] = { { &cli_argp_operands, 0, NULL, 0 }, { &model_argp, 0, NULL, 0 }, { 0 } };
	const struct argp parser = { known, parse_option, "[FILE]\n--route SRC DST [--circuits LIST]",
		"Simulate the messages of placed jobs packet by packet and add how long they took.", children, NULL, NULL };
	table *t;

	cli_parse("netsim", &parser, argc, argv, &o.cli, &o);
	if (o.route) {
		show_route(&o);
		close_stdout();
		return 0;
	}
	if (o.steady && (o.files.ranks || o.task_times))
		die(FAIL_USAGE, "--%s: ranks end, and with --steady they do not", o.task_times ? "task-times" : "ranks");
	if (o.play && o.steady)
		die(FAIL_USAGE, "--play: jobs end, and with --steady they do not");
	if (o.circuits)
		die(FAIL_USAGE, "--circuits: '%s': is for --route; rows have a column circuits", o.circuits);
	if (o.operands > 1)
		die(FAIL_USAGE, "'%s': too many operands", o.operand[1]);
	t = table_open(o.operand[0]);
	simulate(&o, t, machine_of(&o.cli, t));
	table_close(t);
	close_stdout();
	return 0;
}
