/* pattern-grids -- cartesian and neighboring: grids of 1 to 4 dimensions, wrapped or not, against coordinates
 * counted one by one. */
#include "unit/lib/pattern/read-row.h"

enum { MOST = 81 };

/* How many messages a sends b: one for each way in which b is a step from a in one dimension. */
static uint32_t
steps(const uint32_t *dim, int dims, unsigned periodic, uint32_t a, uint32_t b)
{
	uint32_t count = 0, stride = 1;

	for (int d = 0; d < dims; d++) {
		uint32_t x = a / stride % dim[d], y = b / stride % dim[d], rest_a = a - x * stride, rest_b = b - y * stride;
		bool wraps = periodic >> d & 1 && dim[d] > 1;

		if (rest_a == rest_b)
			count += (uint32_t)(y == x + 1 || (wraps && x + 1 == dim[d] && y == 0)) +
				(uint32_t)(x == y + 1 || (wraps && x == 0 && y + 1 == dim[d]));
		stride *= dim[d];
	}
	return count;
}

/* Messages of the whole program: how many pairs have other than they should, and do all wait for what is sent? */
static uint32_t
wrong(const traffic *t, unsigned periodic)
{
	static uint32_t sent[MOST][MOST];
	uint32_t bad = 0;

	memset(sent, 0, sizeof sent);
	for (uint32_t f = 0; f < traffic_phases(t); f++)
		for (uint32_t i = 0; i < t->tasks; i++) {
			bad += traffic_sends(t, f, i) != traffic_receives(t, f, i);
			for (uint32_t k = 0; k < traffic_sends(t, f, i); k++) {
				message m = traffic_send(t, f, i, k);

				bad += m.bytes != t->bytes || m.phase != f;
				sent[i][m.to]++;
			}
		}
	for (uint32_t a = 0; a < t->tasks; a++)
		for (uint32_t b = 0; b < t->tasks; b++)
			bad += sent[a][b] != steps(t->dim, t->dims, periodic, a, b);
	return bad;
}

static void
grids(void)
{
	static const char *const dims[] = { "7", "2", "1", "3x4", "1x5", "2x2", "3x2x4", "2x1x3", "2x2x2x4", "3x3x3x3", "1x1x1x1" };
	static const uint32_t tasks[] = { 7, 2, 1, 12, 5, 4, 24, 6, 32, 81, 1 };

	for (size_t i = 0; i < sizeof dims / sizeof *dims; i++) {
		uint32_t bad = 0;
		int n = (int)(strlen(dims[i]) + 1) / 2;

		for (unsigned periodic = 0; periodic < 1U << n; periodic++)
			for (int rounds = 0; rounds < 2; rounds++) {
				char axes[5] = "", *end = axes, *cells;
				traffic t;

				for (int d = 0; d < n; d++)
					if (periodic >> d & 1)
						*end++ = "xyzw"[d];
				cells = xprintf("cartesian,%s,%s,64", dims[i], axes);
				t = read_row("pattern,dims,periodic,bytes", cells, tasks[i], rounds);
				bad += wrong(&t, periodic) + (traffic_phases(&t) != (rounds ? (uint32_t)n : 1));
				traffic_release(&t);
				free(cells);
			}
		ok(bad == 0, "cartesian %s, every set of periodic dimensions, both schedules", dims[i]);
	}
}

static void
defaults(void)
{
	traffic t = read_row("pattern", "cartesian", 24, false), u = read_row("pattern,allreduce_bytes", "cartesian,8", 24, true);

	ok(t.dims == 3 && t.dim[0] == 4 && t.dim[1] == 3 && t.dim[2] == 2 && t.periodic == 0 && wrong(&t, 0) == 0,
		"without dims cartesian is the most cubic grid of three");
	ok1(traffic_phases(&u) == 6);
}

static void
neighboring(void)
{
	traffic t = read_row("pattern,dims", "neighboring,3x3x3x3", 81, false), u = read_row("pattern,dims,periodic", "neighboring,2x4x2x2,y", 32, false);
	uint32_t within = 0, across = 0, groups[9] = { 0 }, others = 0;

	ok(t.periodic == 15 && wrong(&t, 15) == 0, "neighboring wraps around in all four dimensions");
	for (uint32_t k = 0; k < traffic_sends(&t, 0, 40); k++) {
		uint32_t to = traffic_send(&t, 0, 40, k).to;

		within += to / 9 == 40 / 9;
		across += to / 9 != 40 / 9 && to % 9 == 40 % 9;
		groups[to / 9]++;
	}
	for (int g = 0; g < 9; g++)
		others += groups[g] == 1;
	ok(within == 4 && across == 4 && others == 4, "four of its group, and one in each of four groups");
	ok(u.periodic == 2 && wrong(&u, 2) == 0, "other periodic dimensions where the row says so");
}

typedef struct attempt {
	const char *header, *cells, *words;
} attempt;

static void
try_to_read(const void *arg)
{
	const attempt *a = arg;

	read_row(a->header, a->cells, 12, false);
}

static void
mistakes(void)
{
	static const attempt bad[] = {
		{ "pattern,dims", "cartesian,4x4", "dims: '4x4': must multiply to 12, the number of tasks" },
		{ "pattern,dims", "cartesian,2x2x3x1x1", "dims: '2x2x3x1x1': must be 1 to 4 extents, as 4x4x2" },
		{ "pattern,dims,periodic", "cartesian,3x4,z", "periodic: 'z': must name dimensions of the process grid, which has xy" },
		{ "pattern,dims", "neighboring,3x4", "pattern: 'neighboring': needs dims of 4 extents, two within a group and two of groups" },
		{ "pattern", "neighboring", "pattern: 'neighboring': needs dims of 4 extents, two within a group and two of groups" },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char *words = xprintf("hopline: w.csv:2: %s", bad[i].words);

		dies(try_to_read, &bad[i], FAIL_DATA, words);
		free(words);
	}
}

int
main(void)
{
	grids();
	defaults();
	neighboring();
	mistakes();
	return done_testing();
}
