/* pattern-drawn -- closed-loop patterns that draw: the graph of unstructured against a plain
 * restatement, the matching of pairs, the partners of spread; which streams they draw from. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/pattern/closed/geometric.h"
#include "lib/pattern/pattern.h"
#include "unit/dies.h"

/* A traffic from a row of pattern, bytes and random_stream. */
static traffic
drawn(const char *cells, uint32_t tasks, uint64_t seed, const char *case_, const char *job)
{
	char *text = xprintf("pattern,bytes,random_stream\n%s\n", cells), *name = file_of(text);
	table *from = table_open(name);
	traffic_columns c;
	traffic t;
	row at;

	remove(name);
	free(name);
	free(text);
	traffic_find(&c, from);
	if (!table_next(from, &at))
		abort();
	traffic_read(&t, from, &at, &c, tasks, false, seed, case_, job);
	table_close(from);
	return t;
}

static bool
same(traffic a, traffic b)
{
	bool equal = true;

	for (uint32_t i = 0; i < a.tasks; i++) {
		equal &= traffic_sends(&a, 0, i) == traffic_sends(&b, 0, i);
		for (uint32_t k = 0; equal && k < traffic_sends(&a, 0, i); k++) {
			message x = traffic_send(&a, 0, i, k), y = traffic_send(&b, 0, i, k);
			equal &= x.to == y.to && x.bytes == y.bytes;
		}
	}
	traffic_release(&a);
	traffic_release(&b);
	return equal;
}

static void
streams(const char *name)
{
	char *plain = xprintf("%s,100,", name), *own = xprintf("%s,100,kept", name), *as_case = xprintf("%s,100,7", name);

	ok(same(drawn(plain, 500, 1, "1", "1"), drawn(plain, 500, 1, "1", "1")), "%s: draws again what it drew", name);
	ok(!same(drawn(plain, 500, 1, "1", "1"), drawn(plain, 500, 2, "1", "1")), "%s: by the seed", name);
	ok(!same(drawn(plain, 500, 1, "1", "1"), drawn(plain, 500, 1, "2", "1")), "%s: by the case", name);
	ok(!same(drawn(plain, 500, 1, "1", "1"), drawn(plain, 500, 1, "1", "2")), "%s: by the job", name);
	ok(same(drawn(own, 500, 1, "1", "1"), drawn(own, 500, 1, "2", "1")), "%s: a stream of its own is the same in all cases", name);
	ok(!same(drawn(own, 500, 1, "1", "1"), drawn(own, 500, 1, "1", "2")), "%s: a stream of its own is by the job", name);
	ok(!same(drawn(own, 500, 1, "1", "1"), drawn(own, 500, 2, "1", "1")), "%s: a stream of its own is by the seed", name);
	ok(same(drawn(as_case, 500, 1, "1", "1"), drawn(plain, 500, 1, "7", "1")), "%s: it stands where the case stands", name);
	free(plain);
	free(own);
	free(as_case);
}

static void
pairs(void)
{
	uint32_t wrong = 0, met[6] = { 0 };

	for (uint32_t n = 1; n <= 300; n++) {
		traffic t = drawn("pairs,,", n, 1, "1", "1");
		uint32_t alone = 0;

		for (uint32_t i = 0; i < n; i++) {
			if (traffic_sends(&t, 0, i) == 0) {
				alone++;
				continue;
			}
			uint32_t to = traffic_send(&t, 0, i, 0).to;
			wrong += to == i || to >= n || traffic_sends(&t, 0, i) != 1 || traffic_send(&t, 0, to, 0).to != i;
			wrong += traffic_send(&t, 0, i, 0).bytes != 1000;
		}
		wrong += alone != n % 2;
		traffic_release(&t);
	}
	ok(wrong == 0, "pairs: a perfect matching, an odd one idle");
	for (uint64_t seed = 1; seed <= 3000; seed++) {
		traffic t = drawn("pairs,,", 5, seed, "1", "1");

		met[traffic_sends(&t, 0, 0) ? traffic_send(&t, 0, 0, 0).to : 5]++;
		traffic_release(&t);
	}
	wrong = met[0] > 0;
	for (int i = 1; i <= 5; i++)	/* expected 600, deviation 22 */
		wrong += met[i] < 500 || met[i] > 700;
	ok(wrong == 0, "pairs: each other task, or nobody, equally often: %u %u %u %u %u", met[1], met[2], met[3], met[4], met[5]);
}

static void
spread(void)
{
	uint32_t wrong = 0, first[40] = { 0 };
	double square = 0;

	for (uint32_t n = 1; n <= 300; n++) {
		traffic t = drawn("spread,,", n, 1, "1", "1");
		uint32_t *heard = xcalloc(n, sizeof *heard);
		uint8_t *seen = xalloc(n, sizeof *seen);

		for (uint32_t i = 0; i < n; i++) {
			memset(seen, 0, n);
			wrong += traffic_sends(&t, 0, i) != (n > 16 ? 16 : n - 1);
			for (uint32_t k = 0; k < traffic_sends(&t, 0, i); k++) {
				uint32_t to = traffic_send(&t, 0, i, k).to;
				wrong += to >= n || to == i || seen[to]++;
				heard[to]++;
			}
		}
		for (uint32_t i = 0; i < n; i++)
			wrong += heard[i] != traffic_receives(&t, 0, i);
		free(heard);
		free(seen);
		traffic_release(&t);
	}
	ok(wrong == 0, "spread: 16 distinct others, or all of fewer");
	for (uint64_t seed = 1; seed <= 1000; seed++) {
		traffic t = drawn("spread,,", 40, seed, "1", "1");

		for (uint32_t k = 0; k < 16; k += 15)
			first[traffic_send(&t, 0, 3, k).to]++;
		traffic_release(&t);
	}
	for (int i = 0; i < 40; i++)
		square += i == 3 ? first[i] * 1000.0 : (first[i] - 2000 / 39.0) * (first[i] - 2000 / 39.0) / (2000 / 39.0);
	ok(square < 80, "spread: the first and the last partner are uniform, chi-square %.1f", square);	/* 38 degrees: 99.99% at 80 */
}

/* The graph's rule on all pairs, no cells: the edges as bits of a matrix. */
static size_t
plain_graph(uint32_t n, rng *r, uint8_t *joined)
{
	uint32_t (*at)[3] = xalloc(n, sizeof *at), *degree = xcalloc(n, sizeof *degree);
	exchange_edge *pair = xalloc((size_t)n * n, sizeof *pair);
	size_t pairs_ = 0, edges = 0;

	for (uint32_t i = 0; i < n; i++)
		for (int d = 0; d < 3; d++)
			at[i][d] = rng_u32(r);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = i + 1; k < n; k++) {
			uint64_t sum = 0;
			for (int d = 0; d < 3; d++) {
				int64_t way = llabs((int64_t)at[i][d] - at[k][d]);
				if (way > INT64_C(1) << 31)
					way = (INT64_C(1) << 32) - way;
				sum += (uint64_t)way * (uint64_t)way;
			}
			pair[pairs_++] = (exchange_edge){ sum, i, k };
		}
	/* shell sort: the other side has qsort */
	for (size_t gap = pairs_ / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
		for (size_t i = gap; i < pairs_; i++) {
			exchange_edge e = pair[i];
			size_t k = i;
			for (; k >= gap && pair[k - gap].square > e.square; k -= gap)
				pair[k] = pair[k - gap];
			pair[k] = e;
		}
	memset(joined, 0, (size_t)n * n);
	for (int turn = 0; turn < 2; turn++)
		for (size_t i = 0; i < pairs_; i++) {
			uint32_t a = pair[i].low, b = pair[i].high;
			bool needed = degree[a] < 6 || degree[b] < 6;
			if (joined[a * n + b] || degree[a] == 20 || degree[b] == 20 || edges == 6 * (size_t)n || (turn == 0 && !needed))
				continue;
			joined[a * n + b] = 1;
			degree[a]++;
			degree[b]++;
			edges++;
		}
	free(pair);
	free(degree);
	free(at);
	return edges;
}

static void
graphs(void)
{
	static const uint32_t sizes[] = { 1, 2, 3, 6, 7, 8, 12, 13, 14, 15, 16, 20, 22, 30, 50, 100, 173, 174, 175, 176, 250, 400, 700, 1000 };
	uint8_t *joined = xalloc(1000 * 1000, 1);

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		uint32_t n = sizes[i], wrong = 0;

		for (uint64_t seed = 1; seed <= (n < 300 ? 5 : 1); seed++) {
			rng r, again;
			size_t edges, want;
			exchange_edge *e;

			rng_init(&r, seed, "pattern", "1", "1");
			again = r;
			e = geometric_graph(n, &r, &edges);
			want = plain_graph(n, &again, joined);
			wrong += edges != want || memcmp(&r, &again, sizeof r) != 0;
			for (size_t k = 0; k < edges; k++)
				wrong += e[k].low >= e[k].high || e[k].high >= n || !joined[e[k].low * n + e[k].high] ||
					(k > 0 && (e[k - 1].low > e[k].low || (e[k - 1].low == e[k].low && e[k - 1].high >= e[k].high)));
			free(e);
		}
		ok(wrong == 0, "the graph of %u points is that of the plain rule", n);
	}
	free(joined);
}

/* Degrees, symmetry and sizes of the traffic of n tasks; bytes 1000. */
static uint32_t
wrong_mesh(uint32_t n, uint64_t seed, uint64_t *sum)
{
	traffic t = drawn("unstructured,1000,", n, seed, "1", "1");
	uint64_t all = (uint64_t)n * (n - 1) / 2, edges = 6 * (uint64_t)n < all ? 6 * (uint64_t)n : all, posts = 0;
	uint32_t wrong = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t degree = traffic_sends(&t, 0, i), previous = i;

		wrong += degree > 20 || degree < (n > 6 ? 6 : n - 1) || degree != traffic_receives(&t, 0, i);
		posts += degree;
		for (uint32_t k = 0; k < degree; k++) {
			message m = traffic_send(&t, 0, i, k), back = { .to = n };
			wrong += m.to >= n || m.to == i || m.bytes < 500 || m.bytes > 1500;
			wrong += (m.to + n - i) % n <= (previous + n - i) % n;	/* ascending, from the task on */
			previous = m.to;
			*sum += (uint64_t)m.bytes;
			for (uint32_t j = 0; j < traffic_sends(&t, 0, m.to) && back.to != i; j++)
				back = traffic_send(&t, 0, m.to, j);
			wrong += back.to != i || back.bytes != m.bytes;
		}
	}
	traffic_release(&t);
	return wrong + (posts != 2 * edges);
}

static void
meshes(void)
{
	static const uint32_t large[] = { 3000, 20000 };
	uint32_t wrong = 0;
	uint64_t sum = 0;

	for (uint32_t n = 1; n <= 300; n++)
		for (uint64_t seed = 1; seed <= (CHECKED ? 1 : 3); seed++)
			wrong += wrong_mesh(n, seed, &sum);
	ok(wrong == 0, "unstructured: degree 6 to 20, mean 12, symmetric, sizes too, 1 to 300 tasks");
	for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
		double mean;
		sum = 0;
		wrong = wrong_mesh(large[i], 1, &sum);
		mean = (double)sum / (12.0 * large[i]);
		ok(wrong == 0 && fabs(mean - 1000) < 5 * 289 / sqrt(6.0 * large[i]), "unstructured: %u tasks, mean size %.1f", large[i], mean);
	}
}

/* Which degrees there are, and how often two neighbours of a task are neighbours of each other: about half of the
 * time in space, hardly ever in a random graph. */
static void
geometry(void)
{
	enum { N = 5000 };
	traffic t = drawn("unstructured,,", N, 1, "1", "1");
	uint32_t degrees[32] = { 0 };
	uint64_t triples = 0, closed = 0;
	double share;

	for (uint32_t i = 0; i < N; i++) {
		uint32_t degree = traffic_sends(&t, 0, i);

		degrees[degree]++;
		for (uint32_t a = 0; a < degree; a++)
			for (uint32_t b = 0; b < a; b++) {
				uint32_t x = traffic_send(&t, 0, i, a).to, y = traffic_send(&t, 0, i, b).to;
				triples++;
				for (uint32_t k = 0; k < traffic_sends(&t, 0, x); k++)
					closed += traffic_send(&t, 0, x, k).to == y;
			}
	}
	share = (double)closed / (double)triples;
	ok(share > 0.35 && share < 0.6, "unstructured: neighbours of a task are neighbours, %.3f of them", share);
	ok(degrees[6] > 0 && degrees[20] > 0 && degrees[12] > degrees[7] && degrees[12] > degrees[18], "unstructured: degrees from 6 to 20, most near 12");
	traffic_release(&t);
}

/* The sizes of a few bytes. */
static void
sizes_of(int64_t bytes)
{
	char *cells = xprintf("unstructured,%" PRId64 ",", bytes);
	traffic t = drawn(cells, 2000, 1, "1", "1");
	int64_t least = INT64_MAX, most = 0;

	for (uint32_t i = 0; i < t.tasks; i++)
		for (uint32_t k = 0; k < traffic_sends(&t, 0, i); k++) {
			int64_t size = traffic_send(&t, 0, i, k).bytes;
			least = size < least ? size : least;
			most = size > most ? size : most;
		}
	ok(least == (bytes + 1) / 2 && most == bytes + bytes / 2, "unstructured: sizes about %" PRId64, bytes);
	traffic_release(&t);
	free(cells);
}

int
main(void)
{
	static const char *const names[] = { "unstructured", "pairs", "spread" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		streams(names[i]);
	pairs();
	spread();
	graphs();
	meshes();
	geometry();
	sizes_of(1);
	sizes_of(2);
	sizes_of(3);
	sizes_of(101);
	return done_testing();
}
