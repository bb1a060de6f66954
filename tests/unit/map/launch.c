/* launch -- files for launchers: a published rank order, random mappings read back, and what a format cannot say. */
/* link: map */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/rng/rng.h"
#include "map/launch/launch.h"
#include "unit/dies.h"

/* What `grid_order -R -Z -c 32 -g 4,4,4` prints, from NERSC's public documentation: 64 ranks on two nodes of 32. */
static const char grid_order[] =
	"0,1,2,3,16,17,18,19,32,33,34,35,48,49,50,51,4,5,6,7,20,21,22,23,36,37,38,39,52,53,54,55\n"
	"8,9,10,11,24,25,26,27,40,41,42,43,56,57,58,59,12,13,14,15,28,29,30,31,44,45,46,47,60,61,62,63\n";

static const launch_format *
format(const char *name)
{
	for (const launch_format *const *f = launch_formats; *f; f++)
		if (strcmp((*f)->name, name) == 0)
			return *f;
	abort();
}

/* The file, to be freed. */
static char *
written(const launch *l, const char *name)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	format(name)->write(l, f);
	fclose(f);
	return text;
}

/* The ranks of a MPICH_RANK_ORDER, slot after slot; line[] says in which line each is. */
static uint32_t
read_order(const char *text, uint32_t *rank, uint32_t *line, uint32_t most)
{
	uint32_t n = 0, lines = 0;
	char *end;

	for (const char *s = text; *s; s = *end ? end + 1 : end) {
		uint32_t from = (uint32_t)strtoul(s, &end, 10), to = from;

		if (*end == '-')
			to = (uint32_t)strtoul(end + 1, &end, 10);
		for (uint32_t r = from; r <= to && n < most; r++) {
			rank[n] = r;
			line[n++] = lines;
		}
		lines += *end == '\n';
	}
	return n;
}

static void
test_grid_order(void)
{
	uint32_t want[64], got[64], line[64], rank[64], same = 0;
	launch l = { .job = "j", .nodes = 2, .cores = 32, .tasks = 64, .rank = rank };
	char *text;

	is_int(read_order(grid_order, want, line, 64), 64, "the published order has 64 ranks");
	for (uint32_t slot = 0; slot < 64; slot++)
		rank[want[slot]] = slot;
	text = written(&l, "mpich-rank-order");
	is_int(read_order(text, got, line, 64), 64, "and so has ours");
	for (uint32_t slot = 0; slot < 64; slot++)
		same += got[slot] == want[slot] && line[slot] == slot / 32;
	is_int(same, 64, "the same, a line a node");
	is_str(text, "0-3,16-19,32-35,48-51,4-7,20-23,36-39,52-55\n8-11,24-27,40-43,56-59,12-15,28-31,44-47,60-63\n", "with ranges");
	free(text);
}

/* Distinct ranks at random. */
static void
draw(rng *r, const launch *l, uint32_t *rank)
{
	uint32_t ranks = l->nodes * l->cores, *all = xalloc(ranks, sizeof *all);

	for (uint32_t i = 0; i < ranks; i++)
		all[i] = i;
	rng_shuffle(r, all, ranks);
	memcpy(rank, all, l->tasks * sizeof *rank);
	free(all);
}

/* Does the rank order put each task on its node? */
static bool
order_holds(const launch *l)
{
	uint32_t *got = xalloc(l->tasks, sizeof *got), *line = xalloc(l->tasks, sizeof *line);
	char *text = written(l, "mpich-rank-order");
	bool good = read_order(text, got, line, l->tasks) == l->tasks;

	for (uint32_t slot = 0; good && slot < l->tasks; slot++)
		good = l->rank[got[slot]] == slot && line[slot] == slot / l->cores;
	free(text);
	free(got);
	free(line);
	return good;
}

/* And the rankfile and the hostfile each task on its host, by line. */
static bool
hosts_hold(const launch *l)
{
	char *ranks = written(l, "rankfile"), *hosts = written(l, "hostfile"), *r = ranks, *h = hosts;
	bool good = true;

	for (uint32_t i = 0; good && i < l->tasks; i++) {
		const char *host = l->host[l->rank[i] / l->cores];
		char *want = xprintf("rank %u=%s slot=%u\n", i, host, l->rank[i] % l->cores), *line = xprintf("%s\n", host);

		good = strncmp(r, want, strlen(want)) == 0 && strncmp(h, line, strlen(line)) == 0;
		r += strlen(want);
		h += strlen(line);
		free(want);
		free(line);
	}
	good = good && !*r && !*h;
	free(ranks);
	free(hosts);
	return good;
}

static void
test_random(void)
{
	static const char *const host[] = { "b", "a12", "n-1", "x1", "x2", "zz", "c7", "d" };
	uint32_t rank[8 * 5], orders = 0, files = 0;
	rng r;

	rng_init(&r, 1, "launch", "", "");
	for (int trial = 0; trial < 500; trial++) {
		launch l = { .job = "j", .host = host, .nodes = 1 + (uint32_t)rng_below(&r, 8), .cores = 1 + (uint32_t)rng_below(&r, 5), .rank = rank };

		l.tasks = l.nodes * l.cores;
		draw(&r, &l, rank);
		orders += order_holds(&l);
		l.tasks = 1 + (uint32_t)rng_below(&r, l.tasks);
		files += hosts_hold(&l);
	}
	is_int(orders, 500, "500 random mappings onto full nodes: the rank order says where each task is");
	is_int(files, 500, "and of fewer tasks rankfile and hostfile do");
}

static void
write_order(const void *l)
{
	free(written(l, "mpich-rank-order"));
}

static void
test_unequal(void)
{
	static const uint32_t more[] = { 0, 3, 4 }, fewer[] = { 0, 1, 3, 6, 7 }, none[] = { 3 }, last[] = { 5, 4, 1, 0, 6 }, holes[] = { 2, 5 };
	launch l = { .job = "j", .nodes = 3, .cores = 3, .tasks = 3, .rank = more };
	char *text;

	dies(write_order, &l, FAIL_DATA, "map: job 'j': mpich-rank-order: tasks on its first node: 1, on number 2: 2; "
		"a launcher puts as many on each, and fewer only on the last");
	l.rank = fewer;
	l.tasks = 5;
	dies(write_order, &l, FAIL_DATA, "map: job 'j': mpich-rank-order: tasks on its first node: 2, on number 2: 1;...");
	l.rank = none;
	l.tasks = 1;
	dies(write_order, &l, FAIL_DATA, "map: job 'j': mpich-rank-order: tasks on its first node: 0, on number 1: 0;...");
	l.rank = last;
	l.tasks = 5;
	text = written(&l, "mpich-rank-order");
	is_str(text, "3,2\n1,0\n4\n", "fewer tasks on the last node; processors in their order, the empty ones left out");
	free(text);
	l.rank = holes;
	l.tasks = 2;
	text = written(&l, "mpich-rank-order");
	is_str(text, "0\n1\n", "nodes behind the last task are left out");
	free(text);
}

int
main(void)
{
	prog = "map";
	test_grid_order();
	test_random();
	test_unequal();
	return done_testing();
}
