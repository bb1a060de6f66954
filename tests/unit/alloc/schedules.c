/* link: alloc */
/* schedules -- fcfs, easy and log against a slow, literal re-statement, on random streams of jobs: the machine is built
 * anew for every question.  What the schedules promise, and that counting nodes and asking the policy come to the same. */
#include <stdlib.h>
#include <unistd.h>

#include "alloc/time/timeline.h"
#include "unit/alloc/find-policy.h"
#include "lib/cli/cli.h"
#include "lib/stream/lists.h"
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

/* --- the re-statement: jobs in the order of play->job */

typedef struct slow_job {
	int64_t start, end, due, promise;	/* promise: the least shadow it had at the head */
	uint32_t turn;		/* started as the how-manieth */
	uint32_t node[MOST];
} slow_job;

typedef struct slow {
	play *p;		/* for the jobs' wishes */
	tenancy machine;
	slow_job job[MOST];
	uint32_t turns;
	uint32_t first;		/* turn of the pass under way */
	int64_t now;
} slow;

/* Has the job left?  What starts and ends at one time is there until the pass is over. */
static bool
is_gone(const slow *s, uint32_t i)
{
	return s->job[i].end <= s->now && (i >= s->p->residents || s->job[i].turn < s->first);
}

/* Build the machine as it is, less the jobs that have left by `time`, what they asked for being their end. */
static void
build(slow *s, int64_t time)
{
	play *p = s->p;

	tenancy_clear(&s->machine);
	for (int closing = 0; closing < 2; closing++)
		for (uint32_t i = p->residents; i < p->jobs; i++) {
			const job *j = &p->job[i];

			if (is_gone(s, i) || s->job[i].due <= time)
				continue;
			if (closing) {
				tenancy_close(&s->machine, &j->request, s->job[i].node);
				continue;
			}
			occupancy_take(&s->machine.occupancy, s->job[i].node, j->request.nodes);
			tenancy_settle(&s->machine, &j->request, s->job[i].node);
		}
	for (uint32_t turn = 0; turn < s->turns; turn++)
		for (uint32_t i = 0; i < p->wanting; i++) {
			const slow_job *j = &s->job[i];

			if (j->start != NEVER && j->turn == turn && !is_gone(s, i) && j->due > time)
				tenancy_enter(&s->machine, &p->job[i].request, j->node);
		}
}

static bool
slow_choose(slow *s, uint32_t i, uint32_t *node)
{
	return play_choose(s->p, &s->machine, i, &(grant){ .node = node });
}

/* Start a job if the policy serves it now. */
static bool
slow_start(slow *s, uint32_t i)
{
	slow_job *j = &s->job[i];
	const times *t = &s->p->job[i].times;

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
	while (i < s->p->wanting && (s->job[i].start != NEVER || s->p->job[i].times.arrival > s->now))
		i++;
	return i;
}

/* The earliest time by which enough has left for the head. */
static int64_t
slow_shadow(slow *s, uint32_t head)
{
	int64_t shadow = NEVER;
	uint32_t node[MOST];

	for (uint32_t i = 0; i < s->p->jobs; i++) {
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
	for (uint32_t i = waits(s, head + 1); i < s->p->wanting; i = waits(s, i + 1)) {
		uint32_t node[MOST], other[MOST];

		build(s, INT64_MIN);
		if (!slow_choose(s, i, node))
			continue;
		if (s->now + s->p->job[i].times.wall > shadow) {
			build(s, shadow);
			tenancy_enter(&s->machine, &s->p->job[i].request, node);
			if (!slow_choose(s, head, other))
				continue;
		}
		slow_start(s, i);
	}
}

static void
slow_pass(slow *s)
{
	uint32_t head = waits(s, 0), wanting = s->p->wanting;
	const char *name = s->p->schedule->name;

	if (strcmp(name, "log") == 0) {
		for (; head < wanting; head = waits(s, head + 1))
			slow_start(s, head);
		return;
	}
	while (head < wanting && slow_start(s, head))
		head = waits(s, head);
	if (head < wanting && strcmp(name, "easy") == 0)
		slow_backfill(s, head);
}

/* The next time at which a job comes or ends. */
static int64_t
slow_next(const slow *s)
{
	int64_t next = NEVER;

	for (uint32_t i = 0; i < s->p->jobs; i++) {
		bool wants = i < s->p->wanting;

		if (wants && s->p->job[i].times.arrival > s->now && s->p->job[i].times.arrival < next)
			next = s->p->job[i].times.arrival;
		if ((wants || i >= s->p->residents) && s->job[i].start != NEVER && s->job[i].end > s->now && s->job[i].end < next)
			next = s->job[i].end;
	}
	return next;
}

/* Are there jobs that start and end now, so that there is another pass at this time? */
static bool
again(const slow *s, uint32_t turns)
{
	for (uint32_t i = 0; i < s->p->wanting; i++)
		if (s->job[i].start == s->now && s->job[i].end == s->now && s->job[i].turn >= turns)
			return true;
	return false;
}

static void
restate(slow *s)
{
	play *p = s->p;

	s->now = INT64_MIN;
	for (uint32_t i = 0; i < p->jobs; i++) {
		s->job[i] = (slow_job){ .start = NEVER, .end = NEVER, .due = NEVER, .promise = NEVER };
		if (i < p->residents)
			continue;
		s->job[i].start = INT64_MIN;
		s->job[i].end = p->job[i].end;
		s->job[i].due = p->job[i].due;
		memcpy(s->job[i].node, p->job[i].node, p->job[i].request.nodes * sizeof(uint32_t));
	}
	while ((s->now = slow_next(s)) != NEVER) {
		uint32_t turns;

		do {
			s->first = turns = s->turns;
			slow_pass(s);
		} while (again(s, turns));
	}
}

/* --- a play */

typedef struct scene {
	machine *machine;
	options opt;
	policy policy;
	driver driver;
	play *play;
	batch batch;
} scene;

static void
play_stream(scene *c, const char *path, const setting *s, const char *which, bool refuses)
{
	c->policy = *find_policy(s->policy);
	c->policy.refuses |= refuses;
	c->opt = (options){ .policy = &c->policy, .schedule = find_schedule(which), .skip = true };
	c->opt.cli.seed = 1;
	c->driver = (driver){ .opt = &c->opt, .in = table_open(path) };
	job_reader_init(&c->driver.rows, c->driver.in, c->machine, JOBS_WANT);
	tenancy_init(&c->driver.tenancy, &c->policy, c->machine);
	grant_init(&c->driver.choice, &c->policy, c->machine, true);
	c->play = play_open(&c->driver);
	table_next_case(c->driver.in, &c->batch);
	play_run(c->play, &c->batch);
}

static void
end_stream(scene *c)
{
	play_forget(c->play);
	play_close(c->play);
	job_reader_free(&c->driver.rows);
	grant_free(&c->driver.choice, &c->policy);
	tenancy_free(&c->driver.tenancy);
	table_close(c->driver.in);
}

/* What came out of a stream that should not have. */
typedef struct faults {
	int differ, order, late, crowd, count;
	int started, backfilled, waited, jobs;
} faults;

static bool
same_nodes(const job *j, const uint32_t *node)
{
	return strcmp(j->list, list_write(node, j->request.nodes, false)) == 0;
}

/* Do two jobs hold a node at one time? */
static bool
collide(const slow *s, uint32_t a, uint32_t b)
{
	const play *p = s->p;
	bool apart = s->job[a].start >= p->job[b].end || s->job[b].start >= p->job[a].end || p->job[a].end == s->job[a].start;

	for (uint32_t x = 0; !apart && p->job[b].end != s->job[b].start && x < p->job[a].request.nodes; x++)
		for (uint32_t y = 0; y < p->job[b].request.nodes; y++)
			if (s->job[a].node[x] == s->job[b].node[y])
				return true;
	return false;
}

static void
judge(const slow *s, const setting *set, faults *f)
{
	const play *p = s->p;
	bool easy = strcmp(p->schedule->name, "easy") == 0, fcfs = strcmp(p->schedule->name, "fcfs") == 0;

	for (uint32_t i = 0; i < p->wanting; i++) {
		const job *j = &p->job[i];

		f->jobs++;
		f->differ += j->start != s->job[i].start || j->end != j->start + j->times.run || !same_nodes(j, s->job[i].node);
		f->late += j->start < j->times.arrival || (easy && !set->overrun && j->start > s->job[i].promise);
		f->waited += j->start > j->times.arrival;
		for (uint32_t k = i + 1; k < p->wanting; k++) {
			f->order += fcfs && p->job[k].start < j->start;
			f->backfilled += easy && p->job[k].start < j->start;
			f->crowd += collide(s, i, k);
		}
		for (uint32_t k = p->residents; k < p->jobs; k++)
			f->crowd += collide(s, i, k);
	}
}

/* Play it again, the policy asked where nodes are counted else: the same must come out. */
static void
ask_instead(const slow *s, const char *path, const setting *set, faults *f)
{
	scene c = { .machine = (machine *)(uintptr_t)s->machine.occupancy.machine };

	play_stream(&c, path, set, s->p->schedule->name, true);
	for (uint32_t i = 0; i < s->p->wanting; i++)
		f->count += c.play->job[i].start != s->p->job[i].start || strcmp(c.play->job[i].list, s->p->job[i].list) != 0;
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
		play_stream(&c, path, set, which, false);
		s.p = c.play;
		tenancy_init(&s.machine, &c.policy, c.machine);
		restate(&s);
		judge(&s, set, &f);
		if (!c.policy.refuses)
			ask_instead(&s, path, set, &f);
		tenancy_free(&s.machine);
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

	cli_parse("test", &cli_argp, 2, args, &c, &c);	/* no warnings */
	close(mkstemp(path));
	rng_init(&r, 11, "test", "schedules", "");
	for (int i = 0; schedules[i]; i++)
		for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
			test_setting(&settings[k], schedules[i]->name, path, &r);
	unlink(path);
	return done_testing();
}
