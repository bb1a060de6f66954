/* link: alloc */
/* schedules -- fcfs, easy and log against a slow, literal re-statement, on random streams of jobs: the machine is built
 * anew for every question.  What the schedules promise, and that counting nodes and asking the policy come to the same. */
#include <stdlib.h>
#include <unistd.h>

#include "alloc/time/timeline.h"
#include "lib/cli/command.h"
#include "lib/stream/lists.h"
#include "unit/alloc/find-policy.h"
#include "unit/tap.h"

enum { MOST = 64, STREAMS = CHECKED ? 50 : 200 };	/* jobs of a stream */

/* A kind of stream: which policy, where. */
typedef struct setting {
	const char *policy, *machine;
	bool overrun;		/* jobs may run beyond what they asked for */
} setting;

static const setting settings[] = {
	{ "simple", "mesh:k=20", false }, { "simple", "mesh:k=20", true }, { "rdn", "dragonfly:g=4,a=2,p=2,unavailable=3", false },
	{ "jokanovic-boundary", "dragonfly:g=4,a=2,p=2", true }, { "df-group", "dragonfly:g=5,a=2,p=2,unavailable=3+16-17", false },
	{ "df-group", "dragonfly:g=5,a=2,p=2,unavailable=3+16-17", true }, { "em-cuboid", "mesh:k=3x3x2", false },
	{ "contiguous", "torus:k=4x4,p=2", true }, { "snake-best-fit", "mesh:k=4x3x2", false }, { "ft-isolated", "fattree:k=3", true },
	{ "grap", "rdragonfly:g=5,a=2,p=2,unavailable=3", false }, { "grap", "rdragonfly:g=6,a=2,p=2", true },
};

static const schedule *
find_schedule(const char *name)
{
	for (int i = 0; schedules[i]; i++)
		if (strcmp(schedules[i]->name, name) == 0)
			return schedules[i];
	abort();
}

/* --- a stream */

/* Write a random table; some nodes are held by jobs that came with them, most of which leave. */
static void
write_stream(const char *path, rng *r, const setting *s, uint32_t most)
{
	uint32_t jobs = 1 + (uint32_t)rng_below(r, 30), node = 4, came = (uint32_t)rng_below(r, 3);
	bool crowded = rng_below(r, 2);
	FILE *f = fopen(path, "w");
	int64_t time = 0;

	fprintf(f, "job,nodes,node_list,submit_s,log_start_s,runtime_s,walltime_s,start_s,mode\n");
	for (uint32_t i = 0; i < jobs; i++) {
		uint32_t nodes = 1 + (uint32_t)rng_below(r, rng_below(r, 2) ? 4 : most / 2 + 1);
		uint32_t run = (uint32_t)rng_below(r, 12), wall = run + (rng_below(r, 3) ? (uint32_t)rng_below(r, 12) : 0);

		if (s->overrun && rng_below(r, 4) == 0)
			wall = (uint32_t)rng_below(r, run + 1);
		time += (int64_t)rng_below(r, crowded ? 3 : 8);
		if (i < came) {		/* nodes 0 to 3 are left out: one of them may be unavailable */
			nodes = nodes < 3 ? nodes : 3;
			fprintf(f, "j%u,%u,%u-%u,,,%s,%u,-1,\n", i, nodes + 1, node, node + nodes, rng_below(r, 4) ? "9" : "", s->overrun ? wall : wall + 9);
			node += nodes + 1;
			continue;
		}
		/* rows are not all in the order of time */
		fprintf(f, "j%u,%u,,%" PRId64 ",%" PRId64 ",%u,%u,,%s\n", i, nodes, rng_below(r, 5) ? time : time / 2, time + (int64_t)rng_below(r, 4), run, wall,
			rng_below(r, 2) ? "minimal-balance" : "adaptive");
	}
	fclose(f);
}

/* --- the re-statement: jobs in the order of timeline->job */

typedef struct slow_job {
	int64_t start, end, due, promise;	/* promise: the least shadow it had at the head */
	uint32_t turn;		/* started as the how-manieth */
	uint32_t node[MOST];
} slow_job;

typedef struct slow {
	timeline *t;		/* for what the jobs ask for */
	machine_state machine;
	slow_job job[MOST];
	uint32_t turns;
	uint32_t first;		/* turn of the pass under way */
	int64_t now;
} slow;

/* Has the job left?  What starts and ends at one time is there until the pass is over. */
static bool
is_gone(const slow *s, uint32_t i)
{
	return s->job[i].end <= s->now && (i >= s->t->first_preplaced || s->job[i].turn < s->first);
}

/* Build the machine as it is, less the jobs that have left by `time`, what they asked for being their end. */
static void
build(slow *s, int64_t time)
{
	timeline *t = s->t;

	state_clear(&s->machine);
	for (int closing = 0; closing < 2; closing++)
		for (uint32_t i = t->first_preplaced; i < t->jobs; i++) {
			const timed_job *j = &t->job[i];

			if (is_gone(s, i) || s->job[i].due <= time)
				continue;
			if (closing) {
				state_reserve(&s->machine, &j->request, s->job[i].node);
				continue;
			}
			state_occupy(&s->machine, &j->request, s->job[i].node);
		}
	for (uint32_t turn = 0; turn < s->turns; turn++)
		for (uint32_t i = 0; i < t->submitted; i++) {
			const slow_job *j = &s->job[i];

			if (j->start != NEVER && j->turn == turn && !is_gone(s, i) && j->due > time)
				state_place(&s->machine, &t->job[i].request, j->node);
		}
}

static bool
slow_choose(slow *s, uint32_t i, uint32_t *node)
{
	return timeline_choose(s->t, &s->machine, i, s->now, &(selection){ .node = node });
}

/* Start a job if the policy serves it now. */
static bool
slow_start(slow *s, uint32_t i)
{
	slow_job *j = &s->job[i];
	const times *t = &s->t->job[i].times;

	build(s, INT64_MIN);
	if (!slow_choose(s, i, j->node))
		return false;
	j->start = s->now;
	j->end = s->now + t->run;
	j->due = s->now + t->wall;
	j->turn = s->turns++;
	return true;
}

/* The next job that waits, from i on. */
static uint32_t
waits(const slow *s, uint32_t i)
{
	while (i < s->t->submitted && (s->job[i].start != NEVER || s->t->job[i].times.arrival > s->now))
		i++;
	return i;
}

/* The earliest time by which enough has left for the head. */
static int64_t
slow_shadow(slow *s, uint32_t head)
{
	int64_t shadow = NEVER;
	uint32_t node[MOST];

	for (uint32_t i = 0; i < s->t->jobs; i++) {
		int64_t time = s->job[i].due > s->now ? s->job[i].due : s->now;

		if (s->job[i].start == NEVER || is_gone(s, i) || s->job[i].due == NEVER || time >= shadow)
			continue;
		build(s, time);
		if (slow_choose(s, head, node))
			shadow = time;
	}
	return shadow;
}

static void
slow_backfill(slow *s, uint32_t head)
{
	int64_t shadow = slow_shadow(s, head);
	slow_job *h = &s->job[head];

	h->promise = shadow < h->promise ? shadow : h->promise;
	for (uint32_t i = waits(s, head + 1); i < s->t->submitted; i = waits(s, i + 1)) {
		uint32_t node[MOST], other[MOST];

		build(s, INT64_MIN);
		if (!slow_choose(s, i, node))
			continue;
		if (s->now + s->t->job[i].times.wall > shadow) {
			build(s, shadow);
			state_place(&s->machine, &s->t->job[i].request, node);
			if (!slow_choose(s, head, other))
				continue;
		}
		slow_start(s, i);
	}
}

static void
slow_pass(slow *s)
{
	uint32_t head = waits(s, 0), submitted = s->t->submitted;
	const char *name = s->t->schedule->name;

	if (strcmp(name, "log") == 0) {
		for (; head < submitted; head = waits(s, head + 1))
			slow_start(s, head);
		return;
	}
	while (head < submitted && slow_start(s, head))
		head = waits(s, head);
	if (head < submitted && strcmp(name, "easy") == 0)
		slow_backfill(s, head);
}

/* The next time at which a job comes or ends. */
static int64_t
slow_next(const slow *s)
{
	int64_t next = NEVER;

	for (uint32_t i = 0; i < s->t->jobs; i++) {
		bool wants = i < s->t->submitted;

		if (wants && s->t->job[i].times.arrival > s->now && s->t->job[i].times.arrival < next)
			next = s->t->job[i].times.arrival;
		if ((wants || i >= s->t->first_preplaced) && s->job[i].start != NEVER && s->job[i].end > s->now && s->job[i].end < next)
			next = s->job[i].end;
	}
	return next;
}

/* Are there jobs that start and end now, so that there is another pass at this time? */
static bool
again(const slow *s, uint32_t turns)
{
	for (uint32_t i = 0; i < s->t->submitted; i++)
		if (s->job[i].start == s->now && s->job[i].end == s->now && s->job[i].turn >= turns)
			return true;
	return false;
}

static void
restate(slow *s)
{
	timeline *t = s->t;

	s->now = INT64_MIN;
	for (uint32_t i = 0; i < t->jobs; i++) {
		s->job[i] = (slow_job){ .start = NEVER, .end = NEVER, .due = NEVER, .promise = NEVER };
		if (i < t->first_preplaced)
			continue;
		s->job[i].start = INT64_MIN;
		s->job[i].end = t->job[i].end;
		s->job[i].due = t->job[i].due;
		memcpy(s->job[i].node, t->job[i].node, t->job[i].request.nodes * sizeof(uint32_t));
	}
	while ((s->now = slow_next(s)) != NEVER) {
		uint32_t turns;

		do {
			s->first = turns = s->turns;
			slow_pass(s);
		} while (again(s, turns));
	}
}

/* --- a timeline */

typedef struct scene {
	machine *machine;
	alloc_options opt;
	policy policy;
	driver driver;
	timeline *timeline;
	batch batch;
} scene;

static void
timeline_stream(scene *c, const char *path, const setting *s, const char *which, bool refuses)
{
	c->policy = *find_policy(s->policy);
	c->policy.refuses |= refuses;
	c->opt = (alloc_options){ .choice.policy = &c->policy, .schedule = find_schedule(which), .skip = true };
	c->opt.cli.seed = 1;
	c->driver = (driver){ .opt = &c->opt, .in = table_open(path) };
	c->driver.out = sink_open_memory(c->driver.in, &c->opt.cli);
	job_reader_init(&c->driver.rows, c->driver.in, c->machine, JOBS_WANT);
	state_init(&c->driver.machine, &c->policy, c->machine);
	selection_init(&c->driver.selection, &c->policy, c->machine, true);
	c->timeline = timeline_open(&c->driver);
	table_next_case(c->driver.in, &c->batch);
	timeline_run(c->timeline, &c->batch);
}

static void
end_stream(scene *c)
{
	timeline_forget(c->timeline);
	timeline_close(c->timeline);
	job_reader_free(&c->driver.rows);
	selection_free(&c->driver.selection);
	state_free(&c->driver.machine);
	sink_close(c->driver.out);
	table_close(c->driver.in);
}

/* What came out of a stream that should not have. */
typedef struct faults {
	int differ, order, late, crowd, count;
	int started, backfilled, waited, jobs;
} faults;

static bool
same_nodes(const timed_job *j, const uint32_t *node)
{
	return strcmp(j->list, list_write(node, j->request.nodes, false)) == 0;
}

/* Do two jobs hold a node at one time? */
static bool
collide(const slow *s, uint32_t a, uint32_t b)
{
	const timeline *t = s->t;
	bool apart = s->job[a].start >= t->job[b].end || s->job[b].start >= t->job[a].end || t->job[a].end == s->job[a].start;

	for (uint32_t x = 0; !apart && t->job[b].end != s->job[b].start && x < t->job[a].request.nodes; x++)
		for (uint32_t y = 0; y < t->job[b].request.nodes; y++)
			if (s->job[a].node[x] == s->job[b].node[y])
				return true;
	return false;
}

static void
judge(const slow *s, const setting *set, faults *f)
{
	const timeline *t = s->t;
	bool easy = strcmp(t->schedule->name, "easy") == 0, fcfs = strcmp(t->schedule->name, "fcfs") == 0;

	for (uint32_t i = 0; i < t->submitted; i++) {
		const timed_job *j = &t->job[i];

		f->jobs++;
		f->differ += j->start != s->job[i].start || j->end != j->start + j->times.run || !same_nodes(j, s->job[i].node);
		f->late += j->start < j->times.arrival || (easy && !set->overrun && j->start > s->job[i].promise);
		f->waited += j->start > j->times.arrival;
		for (uint32_t k = i + 1; k < t->submitted; k++) {
			f->order += fcfs && t->job[k].start < j->start;
			f->backfilled += easy && t->job[k].start < j->start;
			f->crowd += collide(s, i, k);
		}
		for (uint32_t k = t->first_preplaced; k < t->jobs; k++)
			f->crowd += collide(s, i, k);
	}
}

/* Play it again, the policy asked where nodes are counted else: the same must come out. */
static void
ask_instead(const slow *s, const char *path, const setting *set, faults *f)
{
	scene c = { .machine = (machine *)(uintptr_t)s->machine.occupancy.machine };

	timeline_stream(&c, path, set, s->t->schedule->name, true);
	for (uint32_t i = 0; i < s->t->submitted; i++)
		f->count += c.timeline->job[i].start != s->t->job[i].start || strcmp(c.timeline->job[i].list, s->t->job[i].list) != 0;
	end_stream(&c);
}

static void
test_setting(const setting *set, const char *which, const char *path, rng *r)
{
	faults f = { 0 };

	for (int k = 0; k < STREAMS; k++) {
		scene c = { .machine = machine_build(set->machine, NULL, 0, "test", 1) };
		slow s = { 0 };

		write_stream(path, r, set, c.machine->nodes);
		timeline_stream(&c, path, set, which, false);
		s.t = c.timeline;
		state_init(&s.machine, &c.policy, c.machine);
		restate(&s);
		judge(&s, set, &f);
		if (!c.policy.refuses)
			ask_instead(&s, path, set, &f);
		state_free(&s.machine);
		end_stream(&c);
		machine_free(c.machine);
	}
	ok(f.differ + f.order + f.late + f.crowd + f.count == 0,
		"%s, %s%s: of %d jobs %d differ, %d overtake, %d are late, %d collide, %d depend on counting",
		which, set->policy, set->overrun ? " with overruns" : "", f.jobs, f.differ, f.order, f.late, f.crowd, f.count);
	ok(f.waited > f.jobs / 20 && (strcmp(which, "easy") != 0 || f.backfilled > f.jobs / 100), "%d waited, %d times one overtook another", f.waited, f.backfilled);
}

int
main(void)
{
	static char quiet[] = "-q", *args[] = { quiet, quiet };
	char path[] = "/tmp/schedules.XXXXXX";
	cli c = { 0 };
	rng r;

	command_read(&(subcommand){ .operands = "", .help = "" }, "test", 2, args, &c, NULL);	/* no warnings */
	close(mkstemp(path));
	rng_init(&r, 11, "test", "schedules", "");
	for (int i = 0; schedules[i]; i++)
		for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
			test_setting(&settings[k], schedules[i]->name, path, &r);
	unlink(path);
	return done_testing();
}
