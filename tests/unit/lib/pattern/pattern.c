/* pattern -- closed-loop patterns: what is sent is what is waited for, who talks to whom
 * against plain restatements, and rows that make no sense. */
#include <inttypes.h>
#include <stdlib.h>

#include "lib/pattern/pattern.h"
#include "unit/dies.h"

enum { MOST = 40, PHASES = 64 };
static const char *const closed[] = { "alltoall", "broadcast", "fft3d", "halo2d", "halo3d", "halo3d26",
	"stencil", "sub-alltoall", "unstructured", "pairs", "spread" };

/* Tables whose cells are columns of a traffic; one row a call of next. */
typedef struct rows {
	table *table;
	traffic_columns columns;
} rows;

static rows
open_rows(const char *text)
{
	char *name = file_of(text);
	rows r = { .table = table_open(name) };

	traffic_find(&r.columns, r.table);
	remove(name);
	free(name);
	return r;
}

static traffic
next(rows *r, uint32_t tasks, bool rounds)
{
	traffic t;
	row at;

	if (!table_next(r->table, &at))
		abort();
	traffic_read(&t, r->table, &at, &r->columns, tasks, rounds, 1, "1", "1");
	return t;
}

static traffic
one(const char *header, const char *cells, uint32_t tasks, bool rounds)
{
	char *text = xprintf("%s\n%s\n", header, cells);
	rows r = open_rows(text);
	traffic t = next(&r, tasks, rounds);

	table_close(r.table);
	free(text);
	return t;
}

/* Count what everyone sends: messages[from][to] of the pattern itself. */
static uint32_t messages[MOST][MOST];

/* Problems of a traffic: messages to oneself or nobody, without bytes, or whose
 * receiver does not wait for exactly them in that phase. */
static uint32_t
wrong_program(const traffic *t)
{
	static uint32_t arrive[MOST][PHASES];
	uint32_t wrong = traffic_phases(t) > PHASES, n = t->tasks;

	memset(arrive, 0, sizeof arrive);
	memset(messages, 0, sizeof messages);
	for (uint32_t f = 0; f < traffic_phases(t); f++)
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t k = 0; k < traffic_sends(t, f, i); k++) {
				message m = traffic_send(t, f, i, k);
				bool good = m.to < n && m.to != i && m.bytes >= 1 && m.phase < traffic_phases(t);
				wrong += !good;
				if (good)
					arrive[m.to][m.phase]++;
				if (good && f < t->own_phases)
					messages[i][m.to]++;
			}
	for (uint32_t f = 0; f < traffic_phases(t); f++)
		for (uint32_t i = 0; i < n; i++)
			wrong += arrive[i][f] != traffic_receives(t, f, i);
	return wrong;
}

/* Does everybody reach the end when each message arrives at once? */
static bool
ends(const traffic *t)
{
	static uint32_t got[MOST][PHASES];
	uint32_t phase[MOST] = { 0 }, n = t->tasks, done = 0;
	bool posted[MOST] = { false }, moved = true;

	memset(got, 0, sizeof got);
	while (moved && done < n) {
		moved = false;
		done = 0;
		for (uint32_t i = 0; i < n; i++) {
			if (phase[i] == traffic_phases(t)) {
				done++;
				continue;
			}
			for (uint32_t k = 0; !posted[i] && k < traffic_sends(t, phase[i], i); k++) {
				message m = traffic_send(t, phase[i], i, k);
				got[m.to][m.phase]++;
			}
			moved |= !posted[i];
			posted[i] = true;
			if (got[i][phase[i]] == traffic_receives(t, phase[i], i)) {
				phase[i]++;
				posted[i] = false;
				moved = true;
			}
		}
	}
	return done == n || traffic_phases(t) == 0;
}

/* Neighbours of grid cells: 1 when b is a step of -1, 0 or 1 from a in every dimension and a step
 * in 1 … most of them; periodic dimensions count both ways. */
static uint32_t
neighbour(const traffic *t, uint32_t a, uint32_t b, int most)
{
	uint32_t ways = 1;
	int steps = 0;

	for (int d = 0; d < t->dims; d++) {
		uint32_t e = t->dim[d], x = a % e, y = b % e;
		uint32_t count = (uint32_t)(y == x + 1) + (uint32_t)(x == y + 1);
		if (t->periodic >> d & 1 && e > 1)
			count = (uint32_t)(y == (x + 1) % e) + (uint32_t)(x == (y + 1) % e);
		if (x != y) {
			ways *= count;
			steps++;
		}
		a /= e;
		b /= e;
	}
	return steps >= 1 && steps <= most ? ways : 0;
}

/* The width of the grid of sub-alltoall. */
static uint32_t
near_square(uint32_t n)
{
	uint32_t height = 1, width = 1;

	for (uint32_t d = 1; d * d <= n; d++)
		if (n % d == 0)
			height = d;
	while (width * width < n)
		width++;
	return n / height <= 2 * height ? n / height : width;
}

/* Does what one of n tasks draws fit the words of its pattern?  (pattern-drawn.c has more of them.) */
static bool
drawn_well(const traffic *t, uint32_t a, uint32_t b)
{
	const char *name = t->pattern->name;
	uint32_t n = t->tasks, others = 0;

	for (uint32_t i = 0; i < n; i++)
		others += messages[a][i];
	if (messages[a][b] > (a != b))
		return false;
	if (strcmp(name, "spread") == 0)
		return others == (n > 16 ? 16 : n - 1);
	if (messages[a][b] != messages[b][a])
		return false;
	if (strcmp(name, "pairs") == 0)
		return others == 1 || (n % 2 && others == 0);
	return others <= 20 && others >= (n > 6 ? 6 : n - 1);
}

/* How many messages a should send b, by the words of V-C. */
static uint32_t
expected(const traffic *t, uint32_t a, uint32_t b)
{
	const char *name = t->pattern->name;
	uint32_t rows_ = largest_divisor(t->tasks, 4), width = t->tasks / rows_;

	if (a == b)
		return 0;
	if (strcmp(name, "alltoall") == 0)
		return 1;
	if (strcmp(name, "broadcast") == 0)
		return t->rounds ? b == 2 * a + 1 || b == 2 * a + 2 : a == 0;
	if (strcmp(name, "fft3d") == 0)
		return a / width == b / width || a % width == b % width;
	if (strcmp(name, "sub-alltoall") == 0)
		return a / near_square(t->tasks) == b / near_square(t->tasks) || a % near_square(t->tasks) == b % near_square(t->tasks);
	if (!t->pattern->grid)
		return drawn_well(t, a, b) ? messages[a][b] : UINT32_MAX;
	return neighbour(t, a, b, strcmp(name, "halo3d26") == 0 ? 3 : 1);
}

static uint32_t
wrong_partners(const traffic *t)
{
	uint32_t wrong = 0;

	for (uint32_t a = 0; a < t->tasks; a++)
		for (uint32_t b = 0; b < t->tasks; b++)
			wrong += messages[a][b] != expected(t, a, b);
	return wrong;
}

static void
everything(const char *name, bool rounds)
{
	static const char *const wraps[] = { "", "x", "y", "xy", "z", "xyz" };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	uint32_t program = 0, partners = 0, stuck = 0, few = 0, cases = 0;
	bool halo = strncmp(name, "halo", 4) == 0;
	int choices = !halo ? 1 : strcmp(name, "halo2d") == 0 ? 4 : 6;
	rows r;

	fputs("pattern,allreduce_bytes,periodic\n", f);
	for (uint32_t i = 0; i < MOST * 12; i++)
		fprintf(f, "%s,%s,%s\n", name, i / 6 % 2 ? "8" : "", wraps[i % 6 % (uint32_t)choices]);
	fclose(f);
	r = open_rows(text);
	for (uint32_t i = 0; i < MOST * 12; i++) {
		traffic t = next(&r, i / 12 + 1, rounds);
		program += wrong_program(&t);
		partners += wrong_partners(&t);
		stuck += !ends(&t);
		few += traffic_phases(&t) != t.own_phases + (halo && i / 6 % 2 ? 3 : 0);
		cases++;
		traffic_release(&t);
	}
	table_close(r.table);
	free(text);
	ok(program == 0, "%s %s: what is sent is waited for, in %u jobs", name, rounds ? "mpi" : "burst", cases);
	ok(partners == 0, "%s %s: who sends to whom", name, rounds ? "mpi" : "burst");
	ok(stuck == 0, "%s %s: comes to its end", name, rounds ? "mpi" : "burst");
	ok(few == 0, "%s %s: phases of an allreduce", name, rounds ? "mpi" : "burst");
}

/* The order in which a task posts, as text: "f:to" a message. */
static void
posts(const char *header, const char *cells, uint32_t tasks, bool rounds, uint32_t task, const char *want)
{
	traffic t = one(header, cells, tasks, rounds);
	char text[512] = "", *title = xprintf("%s of %u, task %u, %s", cells, tasks, task, rounds ? "mpi" : "burst");
	size_t n = 0;

	for (uint32_t f = 0; f < traffic_phases(&t); f++)
		for (uint32_t k = 0; k < traffic_sends(&t, f, task); k++) {
			message m = traffic_send(&t, f, task, k);
			n += (size_t)snprintf(text + n, sizeof text - n, "%s%" PRIu32 ":%" PRIu32, n ? " " : "", f, m.to);
		}
	is_str(text, want, title);
	traffic_release(&t);
	free(title);
}

static void
orders(void)
{
	posts("pattern", "alltoall", 4, false, 2, "0:3 0:0 0:1");
	posts("pattern", "alltoall", 4, true, 2, "0:3 1:0 2:1");
	posts("pattern", "alltoall", 1, false, 0, "");
	posts("pattern", "alltoall", 1, true, 0, "");
	posts("pattern", "broadcast", 4, false, 0, "0:1 0:2 0:3");
	posts("pattern", "broadcast", 4, true, 0, "1:1 1:2");
	posts("pattern", "broadcast", 4, true, 1, "1:3");
	posts("pattern", "fft3d", 12, false, 4, "0:5 0:3 1:7 1:10 1:1");
	posts("pattern", "fft3d", 12, true, 4, "0:5 1:3 2:7 3:10 4:1");
	posts("pattern,dims", "fft3d,6x2", 12, true, 4, "0:5 1:0 2:1 3:2 4:3 5:10");
	posts("pattern", "halo2d", 12, false, 5, "0:4 0:6 0:1 0:9");	/* 4x3 */
	posts("pattern", "halo2d", 12, true, 5, "0:4 0:6 1:1 1:9");
	posts("pattern,dims", "halo2d,1x3", 3, false, 1, "0:0 0:2");
	posts("pattern,dims,periodic", "halo2d,2x2,xy", 4, false, 0, "0:1 0:1 0:2 0:2");
	posts("pattern", "halo3d", 27, false, 13, "0:12 0:14 0:10 0:16 0:4 0:22");
	posts("pattern", "halo3d", 27, true, 13, "0:12 0:14 1:10 1:16 2:4 2:22");
	posts("pattern,periodic", "halo3d,xz", 27, true, 0, "0:2 0:1 1:3 2:18 2:9");
	posts("pattern,allreduce_bytes", "halo3d,8", 3, true, 1, "0:0 0:2 4:0");	/* 3x1x1 */
	posts("pattern,allreduce_bytes", "halo3d,8", 3, true, 0, "0:1 5:1 5:2");
	posts("pattern", "halo3d26", 27, true, 13,
		"0:12 0:14 0:10 0:16 0:4 0:22 "
		"0:9 0:3 0:21 0:15 0:1 0:19 0:7 0:25 0:11 0:5 0:23 0:17 "
		"0:0 0:18 0:6 0:24 0:2 0:20 0:8 0:26");
	posts("pattern", "halo3d26", 27, false, 0, "0:1 0:3 0:9 0:12 0:10 0:4 0:13");
	posts("pattern", "stencil", 27, false, 13, "0:12 0:14 0:10 0:16 0:4 0:22");
	posts("pattern,allreduce_bytes", "stencil,8", 27, true, 13, "0:12 0:14 0:10 0:16 0:4 0:22");
	posts("pattern", "stencil", 27, true, 0, "0:1 0:3 0:9");
	posts("pattern,dims", "stencil,3x1x1", 3, false, 1, "0:0 0:2");
	posts("pattern", "sub-alltoall", 12, false, 5, "0:6 0:7 0:4 1:9 1:1");	/* 4x3 */
	posts("pattern", "sub-alltoall", 12, true, 5, "0:6 1:7 2:4 3:9 4:1");
	posts("pattern", "sub-alltoall", 7, false, 2, "0:0 0:1 1:5");	/* rows of 3, 3, 1 */
	posts("pattern", "sub-alltoall", 7, false, 3, "0:4 0:5 1:6 1:0");
	posts("pattern", "sub-alltoall", 7, true, 3, "0:4 1:5 2:6 3:0");
	posts("pattern", "sub-alltoall", 7, true, 6, "2:0 3:3");
	posts("pattern,dims", "sub-alltoall,6x2", 12, false, 5, "0:0 0:1 0:2 0:3 0:4 1:11");
	posts("pattern", "pairs", 2, true, 1, "0:0");
	posts("pattern", "pairs", 1, false, 0, "");
	posts("pattern", "spread", 1, false, 0, "");
	posts("pattern", "unstructured", 1, false, 0, "");
	posts("pattern", "unstructured", 4, false, 1, "0:2 0:3 0:0");	/* higher ones, then lower ones */
}

/* The bytes of what task 13 of 27 posts, added up by kind of neighbour. */
static void
sizes(void)
{
	traffic t = one("pattern,bytes,edge_bytes,corner_bytes,allreduce_bytes", "halo3d26,2048,128,9,8", 27, false);
	int64_t sum = 0;

	ok1(t.bytes == 2048 && t.allreduce_bytes == 8 && t.own_phases == 1);
	for (uint32_t k = 0; k < 26; k++)
		sum += traffic_send(&t, 0, 13, k).bytes;
	is_int(sum, 6 * 2048 + 12 * 128 + 8 * 9, "faces, edges, corners");
	is_int(traffic_send(&t, 2, 13, 0).bytes, 8, "the allreduce's bytes");
	is_int(traffic_send(&t, 0, 13, 5).bytes, 2048, "the last face");
	is_int(traffic_send(&t, 0, 13, 6).bytes, 128, "the first edge");
	is_int(traffic_send(&t, 0, 13, 18).bytes, 9, "the first corner");
	t = one("pattern,bytes", "halo3d26,7", 27, false);
	ok1(traffic_send(&t, 0, 13, 6).bytes == 7 && traffic_send(&t, 0, 13, 18).bytes == 7 && t.allreduce_bytes == 0 && traffic_phases(&t) == 1);
	t = one("pattern,bytes,allreduce_bytes", "alltoall,,8", 5, false);
	ok1(t.bytes == 1000 && t.allreduce_bytes == 0 && traffic_phases(&t) == 1);
	t = one("pattern", "alltoall", 1000000, true);
	is_int(traffic_phases(&t), 999999, "rounds of a million tasks");
	is_int(traffic_send(&t, 999998, 999999, 0).to, 999998, "the last of them");
}

/* The grid of d dimensions with the least sum, by trying all. */
static uint64_t
least_sum(uint32_t n, int d, uint32_t most)
{
	uint64_t best = UINT64_MAX;

	if (d == 1)
		return n <= most ? n : UINT64_MAX;
	for (uint32_t f = 1; f <= n && f <= most; f++)
		if (n % f == 0) {
			uint64_t rest = least_sum(n / f, d - 1, f);
			if (rest < UINT64_MAX && f + rest < best)
				best = f + rest;
		}
	return best;
}

static void
grids(void)
{
	static const uint32_t notes[][5] = {	/* n, d, x, y, z */
		{ 32, 3, 4, 4, 2 }, { 128, 3, 8, 4, 4 }, { 136, 3, 17, 4, 2 }, { 1, 3, 1, 1, 1 }, { 7, 3, 7, 1, 1 },
		{ 12, 2, 4, 3, 0 }, { 1, 2, 1, 1, 0 }, { 13, 2, 13, 1, 0 }, { 36, 2, 6, 6, 0 }, { 24, 4, 3, 2, 2 },
		{ 5, 1, 5, 0, 0 }, { 360, 3, 9, 8, 5 }, { 1008, 3, 12, 12, 7 },	/* equal sums: 10x6x6, 14x9x8 */
	};
	uint32_t dim[PATTERN_DIMS], wrong = 0;

	for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
		memset(dim, 0, sizeof dim);
		cubic_dims(notes[i][0], (int)notes[i][1], dim);
		ok(memcmp(dim, &notes[i][2], 3 * sizeof *dim) == 0, "grid of %u in %u dimensions", notes[i][0], notes[i][1]);
	}
	for (uint32_t n = 1; n <= 300; n++)
		for (int d = 1; d <= PATTERN_DIMS; d++) {
			uint64_t sum = 0, product = 1;
			cubic_dims(n, d, dim);
			for (int i = 0; i < d; i++) {
				sum += dim[i];
				product *= dim[i];
				wrong += i > 0 && dim[i] > dim[i - 1];
			}
			wrong += product != n || sum != least_sum(n, d, n);
		}
	ok(wrong == 0, "least sums, x >= y >= z");
	cubic_dims(4294967291U, 4, dim);
	is_int(dim[0], 4294967291, "the grid of a large prime");
	ok1(largest_divisor(12, 4) == 4 && largest_divisor(10, 4) == 2 && largest_divisor(7, 4) == 1 && largest_divisor(3, 4) == 3);
	ok1(largest_divisor(1, 4) == 1 && largest_divisor(6, 0) == 1 && largest_divisor(36, 36) == 36);
}

static void
dims_as_text(void)
{
	static const char *const bad[] = { "", "x", "4x", "x4", "4xx4", "04", "0", "4x0", "+4", "-4", "4 x4", "4x4 ",
		"1x1x1x1x1", "4294967296", "4X4", "99999999999999999999999" };
	uint32_t dim[PATTERN_DIMS];
	int d = 9;

	ok1(read_dims("4x4x2", &d, dim) && d == 3 && dim[0] == 4 && dim[1] == 4 && dim[2] == 2);
	ok1(read_dims("4294967295", &d, dim) && d == 1 && dim[0] == UINT32_MAX);
	ok1(read_dims("1x2x3x4", &d, dim) && d == 4 && dim[3] == 4);
	d = 9;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ok(!read_dims(bad[i], &d, dim) && d == 9, "no grid: '%s'", bad[i]);
}

/* Alltoall with k of its rounds: in which parts of 1 … n-1 the shifts must lie, that all tasks have the same, and both
 * schedules. */
static uint32_t
wrong_rounds(uint32_t n, uint32_t k)
{
	char *cells = xprintf("alltoall,%u", k);
	traffic burst = one("pattern,rounds", cells, n, false), mpi = one("pattern,rounds", cells, n, true);
	uint32_t wrong = wrong_program(&burst) + wrong_program(&mpi) + !ends(&burst) + !ends(&mpi);

	wrong += traffic_phases(&burst) != 1 || traffic_phases(&mpi) != k;
	for (uint32_t i = 0; i < n; i++) {
		wrong += traffic_sends(&burst, 0, i) != k;
		for (uint32_t j = 0; j < k; j++) {
			uint32_t to = traffic_send(&burst, 0, i, j).to, shift = (to + n - i) % n;

			wrong += traffic_send(&mpi, j, i, 0).to != to;
			wrong += shift - 1 < j * (n - 1) / k || shift - 1 >= (j + 1) * (n - 1) / k;
			wrong += shift != (traffic_send(&burst, 0, 0, j).to + n) % n;
		}
	}
	traffic_release(&burst);
	traffic_release(&mpi);
	free(cells);
	return wrong;
}

/* Over many jobs, how often each of the 12 shifts of 13 tasks is among 5: all alike but for the cut of the parts. */
static void
even_rounds(void)
{
	enum { JOBS = 4000 };
	static const uint32_t part[] = { 2, 2, 3, 2, 3 };	/* sizes: floor(12 j / 5) on */
	uint32_t count[13] = { 0 }, shift = 1, wrong = 0;
	rows r;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	fputs("pattern,rounds,random_stream\n", f);
	for (int i = 0; i < JOBS; i++)
		fprintf(f, "alltoall,5,%d\n", i);
	fclose(f);
	r = open_rows(text);
	for (int i = 0; i < JOBS; i++) {
		traffic t = next(&r, 13, false);

		for (uint32_t j = 0; j < 5; j++)
			count[traffic_send(&t, 0, 0, j).to]++;
		traffic_release(&t);
	}
	for (uint32_t j = 0; j < 5; j++)
		for (uint32_t i = 0; i < part[j]; i++, shift++)
			wrong += abs((int)count[shift] - (int)(JOBS / part[j])) > 150;	/* five standard deviations */
	ok(wrong == 0, "rounds: any of a part as often");
	table_close(r.table);
	free(text);
}

static void
some_rounds(void)
{
	uint32_t wrong = 0;

	for (uint32_t n = 2; n <= MOST; n++)
		for (uint32_t k = 1; k < n; k += n < 12 ? 1 : 5)
			wrong += wrong_rounds(n, k);
	ok(wrong == 0, "some rounds of an alltoall");
	even_rounds();
	posts("pattern,rounds", "alltoall,3", 4, true, 2, "0:3 1:0 2:1");	/* all of them */
	posts("pattern,rounds", "alltoall,", 4, false, 2, "0:3 0:0 0:1");
}

typedef struct attempt {
	const char *header, *cells, *words;	/* words: behind "hopline: FILE:2: " */
} attempt;

static void
try_to_read(const void *arg)
{
	const attempt *a = arg;
	char *text = xprintf("%s\n%s\n", a->header, a->cells);
	rows r = open_rows(text);

	r.table->file = "w.csv";
	next(&r, 12, false);
}

static void
mistakes(void)
{
	static const attempt bad[] = {
		{ "pattern,x", ",1", "pattern: '': must be given" },
		{ "job", "1", "a column 'pattern' is needed" },
		{ "pattern", "halo", "pattern: 'halo': unknown pattern; did you mean 'halo2d'? known: alltoall, broadcast, ..." },
		{ "pattern", "Alltoall", "pattern: 'Alltoall': unknown pattern; did you mean 'alltoall'? known: ..." },
		{ "pattern", "uniform", "pattern: 'uniform': is an open-loop pattern: the row must have a load" },
		{ "pattern,dims", "halo3d,4x3x2", "dims: '4x3x2': must multiply to 12, the number of tasks" },
		{ "pattern,dims", "alltoall,4x2", "dims: '4x2': must multiply to 12, the number of tasks" },
		{ "pattern,rounds", "alltoall,12", "rounds: '12': must be at most 11" },
		{ "pattern,rounds", "alltoall,0", "rounds: '0': must be at least 1" },
		{ "pattern,rounds", "alltoall,x", "rounds: 'x': must be an integer" },
		{ "pattern,rounds", "fft3d,2", "rounds: '2': is for the pattern 'alltoall'" },
		{ "pattern,dims", "halo3d,65536x65536x65536x65536", "dims: '65536x65536x65536x65536': must multiply to 12, ..." },
		{ "pattern,dims", "halo3d,4x3", "dims: '4x3': must have 3 dimensions for 'halo3d'" },
		{ "pattern,dims", "halo2d,12", "dims: '12': must have 2 dimensions for 'halo2d'" },
		{ "pattern,dims", "fft3d,3x2x2", "pattern: 'fft3d': has a process grid of 2 dimensions" },
		{ "pattern,dims", "sub-alltoall,3x2x2", "pattern: 'sub-alltoall': has a process grid of 2 dimensions" },
		{ "pattern,dims", "stencil,4x3", "dims: '4x3': must have 3 dimensions for 'stencil'" },
		{ "pattern,bytes", "unstructured,999999999999999", "pattern: 'unstructured': has messages of up to one and a half bytes: they would be too large" },
		{ "pattern", "sub_alltoall", "pattern: 'sub_alltoall': unknown pattern; did you mean 'sub-alltoall'? known: ..." },
		{ "pattern,dims", "halo2d,4*3", "dims: '4*3': must be 1 to 4 extents, as 4x4x2" },
		{ "pattern,periodic", "halo2d,z", "periodic: 'z': must name dimensions of the process grid, which has xy" },
		{ "pattern,periodic", "halo2d,yes", "periodic: 'yes': must name..." },
		{ "pattern,periodic", "halo2d,xx", "periodic: 'xx': names x twice" },
		{ "pattern,periodic", "alltoall,x", "periodic: 'x': must name dimensions of the process grid, which has none" },
		{ "pattern,bytes", "halo2d,0", "bytes: '0': ..." },
		{ "pattern,bytes", "halo2d,-1", "bytes: '-1': ..." },
		{ "pattern,bytes", "halo2d,1KB", "bytes: '1KB': ..." },
		{ "pattern,edge_bytes", "halo2d,0", "edge_bytes: '0': ..." },
		{ "pattern,corner_bytes", "halo3d26,x", "corner_bytes: 'x': ..." },
		{ "pattern,allreduce_bytes", "alltoall,0", "allreduce_bytes: '0': ..." },
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
	for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
		everything(closed[i], false);
		everything(closed[i], true);
	}
	orders();
	some_rounds();
	sizes();
	grids();
	dims_as_text();
	mistakes();
	return done_testing();
}
