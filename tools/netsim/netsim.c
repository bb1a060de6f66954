/* netsim -- how long do the messages of these jobs take?
 *
 * Reads a job table whose jobs have nodes, simulates each case packet by packet,
 * and writes what it measured as columns. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/command.h"
#include "lib/cli/progress.h"
#include "lib/cli/units.h"
#include "lib/machine/buffers.h"
#include "lib/machine/circuits/circuits.h"
#include "lib/program/collective.h"
#include "lib/program/generators.h"
#include "lib/stream/sink.h"
#include "netsim/engine/ending.h"
#include "netsim/engine/waits.h"
#include "netsim/jobs/activity.h"
#include "netsim/jobs/modes.h"
#include "netsim/jobs/threads.h"
#include "netsim/model.h"
#include "netsim/observe/route.h"
#include "netsim/observe/statistics.h"
#include "netsim/table/case.h"
#include "netsim/table/reports.h"

enum { SCHEDULE_BURST, SCHEDULE_MPI };

typedef struct netsim_options {
	cli cli;
	model model;
	int schedule;		/* a word of --schedule */
	int64_t max_time;	/* ps */
	report_paths files;
	bool keep_lists, route, play, task_times, list;
	int64_t threads;
	int64_t steady;		/* iterations; 0: jobs end */
	int64_t steady_time;	/* ps */
	const char *circuits;	/* with route */
	const char *operand[2];
	int operands;
} netsim_options;

/* K[,TIME] */
static void
read_steady(const char *option, const char *value, void *of)
{
	const char *comma = strchr(value, ',');
	char *number = xprintf("%.*s", (int)strcspn(value, ","), value);
	netsim_options *o = of;

	if (!read_int(number, 1, MOST_ITERATIONS, &o->steady) || (comma && (!read_time(comma + 1, &o->steady_time) || o->steady_time < 1)))
		die(FAIL_USAGE, "%s: '%s': must be a number of iterations, 1 to %d, or one and a time, as 2,10ms", option, value, MOST_ITERATIONS);
	free(number);
}

static void
read_operand(void *of, const char *operand)
{
	netsim_options *o = of;

	if (o->operands == 2)
		die(FAIL_USAGE, "'%s': too many operands", operand);
	o->operand[o->operands++] = operand;
}

#define AT(field) offsetof(netsim_options, field)

static const cli_option known[] = {
	{ "schedule", "burst|mpi", "burst: a phase's messages at once; mpi: as an MPI library posts them [burst]", NULL, AT(schedule) },
	{ "max-time", "TIME", "end a case with an error after this simulated time [1000000s]", NULL,
		AT(max_time), .quantity = { VALUE_TIME, 1, 0, "a time, as 2ms" } },
	{ "steady", "K[,TIME]", "jobs keep going until each has done K iterations after its first, or TIME is over", read_steady, 0 },
	{ "play", NULL, "nodes change hands: a job starts when those that start before it on its nodes have ended", option_flag, AT(play) },
	{ "task-times", NULL, "also when a job's task 0 has ended, and the mean over its tasks", option_flag, AT(task_times) },
	{ "threads", "N", "play each case by N threads, at most one a processor; the results are the same for any number [1]", NULL, AT(threads),
		.most = MOST_THREADS },
	{ "links", "FILE", "write packets, bytes, busy time and stalls of every link", option_text, AT(files.file[REPORT_LINKS]) },
	{ "job-links", "FILE", "write which job used which link", option_text, AT(files.file[REPORT_JOB_LINKS]) },
	{ "routers", "FILE", "write how many packets of each job passed how many routers", option_text, AT(files.file[REPORT_HOPS]) },
	{ "ranks", "FILE", "write when each rank has ended", option_text, AT(files.file[REPORT_RANKS]) },
	{ "latencies", "FILE", "write the histogram of message latencies", option_text, AT(files.file[REPORT_LATENCIES]) },
	{ "breakdown", "FILE", "write where the time of jobs goes, by operation; columns computing_s, exposed_s and what follows from them",
		option_text, AT(files.file[REPORT_BREAKDOWN]) },
	{ "timeline", "FILE", "write what ranks do when, as JSON for Perfetto", option_text, AT(files.timeline) },
	{ "timeline-size", "SIZE", "leave out what is behind that many bytes of the timeline [64MB]", option_size, AT(files.timeline_most) },
	{ "stats", "FILE", "write what the simulation cost: events, packet-hops, CPU time, memory", option_text, AT(files.file[REPORT_STATS]) },
	{ "keep-lists", NULL, "keep the columns node_list, task_nodes, volumes and circuits", option_flag, AT(keep_lists) },
	{ "route", NULL, "with operands SRC DST: show one packet's path and times on an idle network", option_flag, AT(route) },
	{ "circuits", "LIST", "with --route: the circuits of the machine, as in the column circuits", option_text, AT(circuits) },
	{ "list", NULL, "list routings, patterns, collectives, generators and machines, or one of these, whose name follows", option_flag,
		AT(list) },
	{ 0 }
};

static const cli_option_group groups[] = { { model_options, AT(model) }, { 0 } };

static const cli_rule rules[] = {
	{ "crossbar-bw", NULL, "speedup", "--%s: the crossbar has a bandwidth of its own or a --speedup, not both" },
	{ "speedup crossbar-bw output-buffer vc-allocation", "router=input", NULL, "--%s: is for --router input" },
	{ "task-times ranks breakdown timeline", NULL, "steady", "--%s: ranks end, and with --steady they do not" },
	{ "play", NULL, "steady", "--%s: jobs end, and with --steady they do not" },
	{ "timeline-size", "timeline", NULL, "--%s: '%s': is for --timeline" },
	{ "circuits", "route", NULL, "--%s: '%s': is for --route; rows have a column circuits" },
	{ 0 }
};

static const subcommand line = { .operands = "[FILE]\n--route SRC DST [--circuits LIST]",
	.help = "Simulate the messages of placed jobs packet by packet and add how long they took.",
	.options = known, .groups = groups, .rules = rules, .read_operand = read_operand };

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
find_paces(const netsim_options *o, const table *t, const batch *b, const case_reader *c, const traffic_run *r)
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
	double mean = waits_mean(n), times = mean > 0 ? (double)n->waits.longest.wait / mean : 0;

	if (times <= OUTSTANDING)
		return;
	u->cases++;
	if (times <= u->times)
		return;
	u->times = times;
	free(u->text);
	u->text = xprintf("case '%s': a packet waited %.9g s at %s: %.0f times the mean wait of %.3g s", case_,
		ps_to_seconds(n->waits.longest.wait), waits_longest(n), times, mean * 1e-12);
}

static void
warn_unfair(const unfair *u)
{
	if (u->cases == 1)
		warn("%s", u->text);
	if (u->cases > 1)
		warn("%s (and %d more case%s with more than %d times)", u->text, u->cases - 1, u->cases == 2 ? "" : "s", OUTSTANDING);
}

/* Conservation: every packet sent has arrived, every credit is back.  Cheap, so
 * it is checked in every run. */
static void
check_conservation(traffic_run *r, const char *case_)
{
	const char *wrong;

	if (run_is_cut(r))
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
	why = r->activity ? "what ranks do is written (--breakdown, --timeline)" : r->mode->alone ? r->mode->alone :
		r->net->machine->costs.eager != INT64_MAX ? "sends end when their message is received (eager)" :
		r->net->routing->decision->asks == ASKS_PATHS ? "the routing looks at queues of other routers" : threads_start(r, threads);

	if (why)
		warn("--threads: one thread plays: %s", why);
}

/* All that a table is simulated with. */
typedef struct simulation {
	const netsim_options *o;
	table *t;
	machine *m;
	network net;
	traffic_run run;
	reports files;
	case_reader reader;
	case_results columns;
	sink *s;
	unfair worst;
	meeting met;
} simulation;

/* The network, and a run in the mode that was asked for, with all that is kept for reports. */
static void
prepare_run(simulation *x, bool link_busy)
{
	const netsim_options *o = x->o;
	const char *const *file = o->files.file;
	traffic_run *run = &x->run;

	model_build(&o->model, x->m, &x->net);
	run_init(run, &x->net);
	if (o->play)
		succession_init(run);
	if (o->steady)
		steady_init(run, o->steady, o->steady_time);
	if (file[REPORT_LINKS] || file[REPORT_JOB_LINKS] || file[REPORT_HOPS] || link_busy)
		statistics_keep(&x->net, file[REPORT_LINKS] || link_busy, file[REPORT_JOB_LINKS], file[REPORT_HOPS]);
	reports_open(&x->files, &o->files);
	if (file[REPORT_BREAKDOWN] || o->files.timeline)
		activity_init(run, x->files.timeline);
	if (o->threads > 1)
		divide(run, (uint32_t)o->threads);
}

/* The reader of cases, the columns of results, and all that is written before the first row. */
static void
prepare_table(simulation *x, bool link_busy)
{
	static const char *const lists[] = { "node_list", "task_nodes", "volumes", "circuits" };
	const netsim_options *o = x->o;

	case_reader_init(&x->reader, x->t, x->m, (case_options){ .seed = o->cli.seed, .rounds = o->schedule == SCHEDULE_MPI,
		.model = &o->model, .steady = o->steady, .play = o->play, .task_times = o->task_times, .link_busy = link_busy,
		.breakdown = o->files.file[REPORT_BREAKDOWN] });
	case_results_own(&x->columns, x->s, &x->reader.options, table_column(x->t, "load") >= 0);
	for (size_t i = 0; i < sizeof lists / sizeof *lists && !o->keep_lists; i++)
		sink_drop(x->s, lists[i]);
	sink_header(x->s, x->m->spec);
}

/* Simulate a case and write its rows. */
static void
play_case(simulation *x, batch *b)
{
	traffic_run *run = &x->run;
	pace *paces = NULL;
	run_end how;

	if (x->files.timeline)
		rank_timeline_case(x->files.timeline, b->id);
	case_read(&x->reader, b, run);
	reports_begin(&x->files);
	how = run_play(run, x->o->max_time);
	if (how != RUN_DONE)
		fail(x->t, b, run, how, x->o->max_time);
	for (uint32_t j = 0; j < run->jobs && !run->mode->endless; j++)
		check_program(x->t, b, run, j);
	check_conservation(run, b->id);
	note_unfair(&x->worst, &x->net, b->id);
	if (run->mode->endless)
		paces = find_paces(x->o, x->t, b, &x->reader, run);
	for (int i = 0; i < b->rows; i++)
		case_write(&x->columns, x->s, &x->reader, b, i, run, paces);
	free(paces);
	sink_flush(x->s);
	reports_case(&x->files, b->id, run);
	if (run->mode == &mode_ends)
		meeting_look(&x->met, &x->reader, b, run);
	run_reset(run);
}

static void
simulate(const netsim_options *o, table *t, machine *m)
{
	simulation x = { .o = o, .t = t, .m = m, .s = sink_open(t, &o->cli) };
	bool link_busy = o->steady && table_column(t, "link_busy") >= 0;
	int64_t cases = 0;
	const progress_part shown[] = { { &cases, "cases done", false }, { &x.net.calendar.now, "simulated", true } };
	batch b;

	prepare_run(&x, link_busy);
	prepare_table(&x, link_busy);
	progress_begin(shown, 2);
	for (; table_next_case(t, &b); cases++)
		play_case(&x, &b);
	progress_end();
	meeting_tell(&x.met, t);
	reports_close(&x.files, &x.run);
	sink_close(x.s);
	warn_unfair(&x.worst);
	run_free(&x.run);
	network_free(&x.net);
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
show_route(const netsim_options *o)
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

/* Is the list of that name wanted?  Where all are (NULL) its heading is printed.  *listed counts the lists that were. */
static bool
is_wanted(const char *wanted, const char *name, int *listed)
{
	if (wanted && strcmp(wanted, name) != 0)
		return false;
	if (!wanted)
		printf("%s%s:\n", *listed > 0 ? "\n" : "", name);
	++*listed;
	return true;
}

/* netsim --list: print the list of that name, a line an entry; NULL: all, each under its name. */
static void
list_what(const char *name)
{
	int listed = 0;

	if (is_wanted(name, "routings", &listed))
		for (const routing *r = routings; r->name; r++)
			cli_list(r->name, xprintf("%s: %s", r->routes->kind, r->about));
	if (is_wanted(name, "patterns", &listed))
		for (int i = 0; patterns[i]; i++)
			cli_list(patterns[i]->name, patterns[i]->about);
	if (is_wanted(name, "collectives", &listed))
		for (int i = 0; collectives[i]; i++)
			for (const collective *c = collectives[i]; c->name; c++)
				cli_list(c->algorithm, xprintf("%s: %s", c->name, c->about));
	if (is_wanted(name, "generators", &listed))
		for (const generator *g = generators; g->name; g++)
			cli_list(g->name, g->about);
	if (is_wanted(name, "machines", &listed))
		for (int i = 0; kinds[i]; i++)
			cli_list(kinds[i]->name, kinds[i]->about);
	if (!listed)
		die(FAIL_USAGE, "--list: '%s': there is no such list; there are routings, patterns, collectives, generators, machines", name);
}

int
main(int argc, char **argv)
{
	netsim_options o = { .model = { .routing = "minimal", .packet = USUAL_PACKET }, .steady_time = NEVER, .files.timeline_most = 64000000,
		.max_time = INT64_C(1000000000000000000) };
	table *t;

	command_read(&line, "netsim", argc, argv, &o.cli, &o);
	if (o.list || o.route) {
		if (o.list)
			list_what(o.operand[0]);
		else
			show_route(&o);
		close_stdout();
		return 0;
	}
	if (o.operands > 1)
		die(FAIL_USAGE, "'%s': too many operands", o.operand[1]);
	t = table_open(o.operand[0]);
	simulate(&o, t, machine_of(&o.cli, t));
	table_close(t);
	close_stdout();
	return 0;
}
