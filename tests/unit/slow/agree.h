/* agree -- the engine against the slow simulator (slow.h), to the picosecond.
 *
 * A setting is a small random machine with small buffers and random jobs on random nodes; it is played under every
 * routing of the machine, with the channels that it needs and, in half of the settings, with more.
 * What is compared: how each job ended, its messages, packets, hops and latencies, what each link carried, and how
 * long it was busy or starved of credit. */
#pragma once

#include <unistd.h>

#include "netsim/engine/crossbar.h"
#include "netsim/table/case.h"
#include "unit/slow/cases.h"
#include "unit/slow/setup.h"
#include "unit/tap.h"

enum { CASES = 2, SHOW = 6, LOOPS = 5 };	/* cases of a setting, each played under every routing; those shown that differ; kinds of settings */

static const char *const loops[LOOPS] = { "closed loop", "open loop", "both, with a background", "programs", "programs whose messages cost" };
enum { PROGRAMS = 3, COSTS };	/* places in loops[] */

typedef struct setting {
	uint64_t seed;
	char *spec;
	machine *machine;
	uint32_t packet;
	bool rounds;
	int vcs;		/* channels, where it is played with more than are needed */
	case_plan plan[CASES];
	router_plan router;
	const char *path;	/* the stream of its cases */
} setting;

static int differing;		/* statistics, in the case under way */
static int shown;		/* cases that differ, the first SHOW of them shown */
static uint64_t stalls, detours, waits, escapes;	/* of all cases, so that it is seen that there were any */
static int ends, cuts;		/* open-loop cases in which everything had arrived at the end, and others */

/* Compare a figure; the first few that differ are shown. */
static void
same(const char *what, uint32_t which, int64_t got, int64_t want)
{
	if (got != want && ++differing <= 4 && shown < SHOW)
		fprintf(stderr, "# %s %u: the engine has %" PRId64 ", the slow simulator %" PRId64 "\n", what, which, got, want);
}

/* Has everything that was to be sent arrived?  Not with a background, which never stops. */
static bool
is_quiet(const slow *s)
{
	for (uint32_t i = 0; i < s->jobs; i++)
		if (s->job[i].background)
			return false;
	for (uint32_t i = 0; i < s->letters; i++)
		if (!s->letter[i].cut)
			return false;
	for (uint32_t i = 0; i < s->machine->links; i++)
		if (s->link_state[i].flying.count || s->link_state[i].waiting.count)
			return false;
	for (uint32_t i = 0; i < s->machine->links * s->channels; i++)
		if (s->link_state[i / s->channels].in_channel[i % s->channels].state != EMPTY || s->link_state[i / s->channels].behind[i % s->channels].count)
			return false;
	for (uint32_t r = 0; r < s->machine->routers; r++)
		if (s->waiting_room[r].count)
			return false;
	return true;
}

/* How many messages of job i were created in its window, of a background before the case ended. */
static uint64_t
created(const slow *s, uint32_t i)
{
	const slow_job *j = &s->job[i];
	uint64_t count = 0;

	for (uint32_t k = 0; k < s->letters; k++)
		count += s->letter[k].job == i && is_measured(j, &s->letter[k]) && !(j->background && s->letter[k].posted >= s->end);
	return count;
}

static void
compare_jobs(const traffic_run *r, const slow *s)
{
	for (uint32_t i = 0; i < s->jobs; i++) {
		const case_job *fast = &r->job[i];
		const slow_job *j = &s->job[i];

		if (!j->open)
			same("end of job", i, fast->end, j->end);
		same("messages of job", i, (int64_t)fast->messages, (int64_t)j->messages);
		same("packets of job", i, (int64_t)fast->packets, (int64_t)j->packets);
		same("hops of job", i, (int64_t)fast->hops, (int64_t)j->hops);
		same("latencies of job", i, (int64_t)fast->latency.values, (int64_t)j->latencies);
		same("sum of latencies of job", i, (int64_t)fast->latency.sum, (int64_t)j->latency_sum);
		if (j->latencies)
			same("longest latency of job", i, fast->latency.max, j->latency_max);
		if (!j->open)
			continue;
		same("payload of job", i, (int64_t)fast->payload, (int64_t)j->payload);
		same("messages created in the window of job", i, (int64_t)source_measured(r, fast, UINT64_MAX), (int64_t)created(s, i));
	}
}

/* When the ranks of a program ended, those that did. */
static void
compare_ranks(const traffic_run *r, const slow *s)
{
	uint32_t tasks = 0;

	for (uint32_t i = 0; i < s->jobs; i++)
		for (uint32_t k = 0; !s->job[i].open && k < s->job[i].tasks; k++, tasks++)
			if (s->job[i].program && s->worker[tasks].state == ENDED)
				same("end of a rank of a program, task", k, r->task[r->job[i].first_task + k].end, s->worker[tasks].end);
}

static void
compare_links(const network *n, const slow *s)
{
	for (uint32_t i = 0; i < s->machine->links; i++) {
		const link_stats *f = &n->statistics->link[i], *g = &s->link_state[i].statistics;

		stalls += g->stalls;
		same("packets of link", i, (int64_t)f->packets, (int64_t)g->packets);
		same("bytes of link", i, (int64_t)f->bytes, (int64_t)g->bytes);
		same("busy time of link", i, f->busy, g->busy);
		same("stalls of link", i, (int64_t)f->stalls, (int64_t)g->stalls);
		same("stalled time of link", i, f->stalled, g->stalled);
	}
}

/* The options of netsim that play the setting. */
static const char *
options_of(const setting *t, const routing *how, int vcs)
{
	const router_plan *p = &t->router;
	const char *cross = p->speedup ? xprintf("--speedup %g", p->speedup / 1000.0) : xprintf("--crossbar-bw %" PRIu64 "b/s", p->bandwidth);
	const char *behind = p->output_buffer ? xprintf(" --output-buffer %" PRIu32, p->output_buffer) : "";
	const char *input = xprintf(" --router input %s%s --vc-allocation %" PRId64 "ps", cross, behind, p->allocation);

	return xprintf("--routing %s%s%s%s --schedule %s --packet %u --seed %" PRIu64 " --machine %s", how->name,
		vcs ? xprintf(" --vcs %d", vcs) : "",
		how->decision->weighs ? xprintf(" --bias %" PRId64 "B --threshold %" PRId64 "B", p->bias, p->threshold) : "",
		p->input ? input : "", t->rounds ? "mpi" : "burst", t->packet, t->seed, t->spec);
}

/* When the drain of its open-loop jobs is over; 0 with none but backgrounds, -1 without open-loop jobs. */
static int64_t
drains_end(const slow *s)
{
	int64_t end = -1;

	for (uint32_t i = 0; i < s->jobs; i++)
		if (s->job[i].open && !s->job[i].background && s->job[i].drained > end)
			end = s->job[i].drained;
		else if (s->job[i].open && end < 0)
			end = 0;
	return end;
}

/* Play the case that r has read, both ways. */
static bool
agree(const setting *t, const routing *how, int vcs, const batch *b, traffic_run *r)
{
	const int64_t longer = INT64_C(100000000000);	/* ps that the engine may take; it would never end with a background */
	slow s;
	bool quiet;

	differing = 0;
	slow_init(&s, t->machine, how, vcs, &t->router, t->packet, &t->plan[atoi(b->id)], r->job, t->seed, b->id);
	slow_play(&s, drains_end(&s));
	same("how the run ended, case", (uint32_t)atoi(b->id), run_play(r, s.now + longer), all_ended(&s) ? RUN_DONE : RUN_DEADLOCK);
	quiet = is_quiet(&s);
	compare_jobs(r, &s);
	compare_ranks(r, &s);
	compare_links(r->net, &s);
	same("packets that waited, case", (uint32_t)atoi(b->id), (int64_t)r->net->waits.count, (int64_t)s.delays);
	same("longest wait, case", (uint32_t)atoi(b->id), r->net->waits.longest.wait, s.longest);
	*(quiet ? &ends : &cuts) += drains_end(&s) > 0;
	detours += s.detours;
	waits += s.waits;
	escapes += s.escapes;
	if (differing && shown++ < SHOW)
		fprintf(stderr, "# in case %s of this stream, %s\n", b->id, options_of(t, how, vcs));
	slow_free(&s);
	return differing == 0;
}

static int
differences(const setting *t, const routing *how, int vcs)
{
	table *in;
	case_reader reader;
	traffic_run run;
	network net;
	batch b;
	int wrong = 0;

	if (!network_init(&net, t->machine, how, vcs, t->packet))
		return 0;	/* too few channels */
	in = table_open(t->path);
	if (t->router.input)
		crossbar_init(&net, &(crossbar_plan){ .speedup = t->router.speedup, .bits_per_s = t->router.bandwidth,
			.allocation = t->router.allocation, .output_buffer = t->router.output_buffer });
	net.bias = how->decision->weighs ? (uint64_t)t->router.bias : 0;
	net.threshold = how->decision->weighs ? (uint64_t)t->router.threshold : 0;
	run_init(&run, &net);
	statistics_keep(&net, true, false, false);
	case_reader_init(&reader, in, t->machine, (case_options){ .seed = t->seed, .rounds = t->rounds, .model = &(model){ .packet = t->packet } });
	while (table_next_case(in, &b)) {
		case_read(&reader, &b, &run);
		wrong += !agree(t, how, vcs, &b, &run);
		run_reset(&run);
	}
	case_reader_free(&reader);
	run_free(&run);
	network_free(&net);
	table_close(in);
	return wrong;
}

static void
show_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[128];

	fprintf(stderr, "# %s:\n", path);
	while (f && fgets(line, sizeof line, f))
		fprintf(stderr, "# %s", line);
	if (f)
		fclose(f);
}

static void
show(const setting *t)
{
	fprintf(stderr, "# %s", case_header);
	for (int i = 0; i < CASES; i++)
		write_case(stderr, "# ", i, &t->plan[i]);
	for (uint32_t i = 0; i < CASES * MOST_JOBS; i++) {
		const job_plan *j = &t->plan[i / MOST_JOBS].job[i % MOST_JOBS];

		if (i % MOST_JOBS < t->plan[i / MOST_JOBS].jobs && j->file)
			show_file(j->file);
	}
}

/* On links without latency a packet can come to a router in the very picosecond in which packets start
 * there; whether these still wait for their link, as adaptive routings ask, is then left open. */
static bool
leaves_open(const machine *m, const routing *how)
{
	bool instant = false;

	for (int i = 0; i < m->speed_count; i++)
		instant |= m->speeds[i].latency == 0;
	return instant && (how->decision->asks != ASKS_NOTHING || how->decision->tokens);
}

/* Play the setting under a routing, on links of vcs channels; 0: of as many as it needs. */
static void
play_under(const setting *t, const routing *how, int vcs, int *wrong)
{
	int before = *wrong;

	if (leaves_open(t->machine, how))
		return;
	*wrong += differences(t, how, vcs);
	if (*wrong > before && shown <= SHOW)
		show(t);
}

static void
forget_programs(setting *t)
{
	for (uint32_t i = 0; i < CASES * MOST_JOBS; i++) {
		job_plan *j = &t->plan[i / MOST_JOBS].job[i % MOST_JOBS];

		if (i % MOST_JOBS >= t->plan[i / MOST_JOBS].jobs || !j->file)
			continue;
		unlink(j->file);
		free(j->file);
		program_free(j->program);
	}
}

/* Make the setting of a number, and play it under every routing: wrong[0], and with more channels: wrong[1]. */
static void
play(int loop, uint64_t number, bool input, int wrong[2][64])
{
	static const uint32_t size[] = { 1, 64, 100, 256, 1000 };
	char path[] = "/tmp/hopline-unit-XXXXXX";
	setting t = { .seed = number, .path = path };
	machine *m;
	int fd = mkstemp(path);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	rng r;

	if (!f)
		die(FAIL_DATA, "cannot write '%s'", path);
	rng_init(&r, number, "reference", loops[loop], "");
	t.packet = ONE_OF(&r, size);
	t.rounds = below(&r, 2);
	t.spec = any_machine(&r, t.packet);
	only_closed = false;
	if (loop == COSTS)
		t.spec = xappend(t.spec, "%s", strstr(t.spec, "domain") ? "" : any_costs(&r, t.packet, &only_closed));
	t.machine = m = machine_build(t.spec, NULL, 0, "test", 1);
	fputs(case_header, f);
	for (int i = 0; i < CASES; i++) {
		any_case(&r, m, &t.plan[i], t.packet, loop == COSTS ? PROGRAMS : loop);
		write_case(f, "", i, &t.plan[i]);
	}
	fclose(f);
	t.vcs = 2 + (int)below(&r, MAX_CHANNELS - 1);
	t.router = any_router(&r, input, t.packet);
	for (int k = 0; routings[k].name; k++) {
		if (!routing_serves(&routings[k], m))
			continue;
		play_under(&t, &routings[k], 0, &wrong[0][k]);
		if (number % 2)
			play_under(&t, &routings[k], t.vcs, &wrong[1][k]);
	}
	unlink(path);
	forget_programs(&t);
	machine_free(m);
	free(t.spec);
}

/* Settings that once differed, by their kind, on any machine or on those of a shape. */
static void
play_once_wrong(int loop, const char *shape, bool input, const uint64_t *number, size_t count, const char *what)
{
	int wrong[2][64] = { 0 }, sum = 0;

	given_shape = shape;
	for (size_t i = 0; i < count; i++)
		play(loop, number[i], input, wrong);
	for (int k = 0; k < 64; k++)
		sum += wrong[0][k] + wrong[1][k];
	is_int(sum, 0, what);
}

/* Play `settings` settings of each kind, or of the kind `only`, from number `first` on, with routers that queue at their inputs or outputs. */
static void
play_all(int first, int settings, int only, bool input)
{
	for (int loop = 0; loop < LOOPS; loop++) {
		int wrong[2][64] = { 0 };

		for (int i = first; i < first + settings && (only < 0 || only == loop); i++)
			play(loop, (uint64_t)i, input, wrong);
		for (int k = 0; routings[k].name; k++) {
			const char *what = xprintf("%s, %s on %s", loops[loop], routings[k].name, routings[k].routes->kind);

			is_int(wrong[0][k], 0, xprintf("%s: cases that differ", what));
			is_int(wrong[1][k], 0, xprintf("%s, more channels: cases that differ", what));
		}
	}
	ok(stalls > 1000, "links were starved of credit: %" PRIu64, stalls);
	ok(detours > 1000, "packets took detours: %" PRIu64, detours);
	ok(waits > (CHECKED ? 200 : 500) && escapes > (CHECKED ? 200 : 500), "packets waited for tokens: %" PRIu64 ", took escape channels: %" PRIu64, waits, escapes);
	ok(ends > 10 && cuts > 10, "open loop: in %d cases everything arrived, in %d not", ends, cuts);
}
