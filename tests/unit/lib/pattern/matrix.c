/* matrix -- patterns from files: one matrix in all formats, random ones against a table, what real programs
 * sent against the grids that they have, and every way in which a file can be wrong. */
#include <inttypes.h>
#include <math.h>

#include "lib/pattern/matrix/matrix.h"
#include "lib/rng/hash.h"
#include "unit/lib/pattern/read-row.h"

enum { MOST = 64 };

static int64_t sent[MOST][MOST];

/* Add up what everyone sends; false when a message is wrong, or not waited for. */
static bool
collect(const traffic *t)
{
	uint32_t arrive[MOST] = { 0 };
	bool good = traffic_phases(t) == 1 || t->pattern->grid;

	memset(sent, 0, sizeof sent);
	for (uint32_t i = 0; i < t->tasks; i++)
		for (uint32_t k = 0; k < traffic_sends(t, 0, i); k++) {
			message m = traffic_send(t, 0, i, k);

			good = good && m.to < t->tasks && m.to != i && m.bytes >= 1 && m.phase == 0;
			sent[i][m.to] += m.bytes;
			arrive[m.to]++;
		}
	for (uint32_t i = 0; i < t->tasks; i++)
		good = good && arrive[i] == traffic_receives(t, 0, i);
	return good;
}

/* What the file `path` says in a row with further cells. */
static bool
collect_file(const char *path, uint32_t tasks, const char *header, const char *cells)
{
	char *h = xprintf("pattern,matrix%s", header), *c = xprintf("matrix,%s%s", path, cells);
	traffic t = read_row(h, c, tasks, false);
	bool good = collect(&t);

	traffic_release(&t);
	free(h);
	free(c);
	return good;
}

static bool
collect_text(const char *text, uint32_t tasks, const char *header, const char *cells)
{
	char *name = file_of(text);
	bool good = collect_file(name, tasks, header, cells);

	remove(name);
	free(name);
	return good;
}

/* 0 sends 5 to 1 and 6 to 2, 2 sends 7 to 0. */
static void
formats(void)
{
	static const char *const same[][2] = {
		{ "a list", "src,dst,bytes\n0,1,5\n0,2,6\n2,0,7\n" },
		{ "a list, columns in another order, others between, CRLF, quotes", "tag,\"Bytes\",to,x,from\r\n9,5,1,,0\r\n9,\"6\",2,y,0\r\n9,7,0,,2\r\n" },
		{ "a list of messages, blanks between", "# a comment\n\nsource target weight\n2 0 3\n0\t1 5\n0  2 6\n2 0 4\n" },
		{ "dense, blanks", "0 5 6\n0 0 0\n7 0 0\n" },
		{ "dense, commas", "0, 5, 6\n0, 0, 0\n7, 0, 0\n" },
		{ "dense, as numpy writes it", "# x\n0.000000000000000000e+00 5.000000000000000000e+00 6.000000000000000000e+00\n0 0 0\n+7e0 0 0\n" },
		{ "coordinate integer", "%%MatrixMarket matrix coordinate integer general\n% a comment\n3 3 3\n1 2 5\n1 3 6\n3 1 7\n" },
		{ "coordinate real", "%%matrixmarket MATRIX Coordinate REAL General\n3 3 4\n1 2 5.0\n1 3 6\n\n3 1 7e0\n2 3 0\n" },
		{ "array", "%%MatrixMarket matrix array real general\n%\n3 3\n0\n0\n7\n5\n0\n0\n6\n0\n0\n" },
		{ "mpiP", "@ mpiP\n@ MPI Task Assignment      : 0 a\n@ MPI Task Assignment      : 1 b\n@ MPI Task Assignment      : 2 b\nx\n"
			"------- Start Communication Matrix -------------\n\nStatistics of rank: 0\n\nSource\tTarget\tTotal Amount\tTotal Count\n"
			"0\t0\t11\t2\n0\t1\t5\t1\n0\t2\t6\t1\n\nStatistics of rank: 1\n\nSource\tTarget\tTotal Amount\tTotal Count\n1\t0\t0\t0\n"
			"Statistics of rank: 2\nSource Target Total Amount Total Count\n2 0 7 1\n------- End Communication Matrix -------------\n" },
	};
	static const char *const symmetric[][2] = {
		{ "a list of what pairs exchange", "rank_a,rank_b,bytes\n0,1,10\n2,1,4\n" },
		{ "another", "src,dst,bytes_both_directions\n1,0,10\n1,2,4\n" },
		{ "coordinate symmetric", "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 5\n3 2 2\n" },
		{ "array symmetric", "%%MatrixMarket matrix array real symmetric\n3 3\n0\n5\n0\n0\n2\n0\n" },
	};

	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		bool good = collect_text(same[i][1], 3, "", "");

		ok(good && sent[0][1] == 5 && sent[0][2] == 6 && sent[2][0] == 7 && sent[1][0] + sent[1][2] + sent[2][1] == 0,
			"%s", same[i][0]);
	}
	for (size_t i = 0; i < sizeof symmetric / sizeof *symmetric; i++) {
		bool good = collect_text(symmetric[i][1], 3, "", "");

		ok(good && sent[0][1] == 5 && sent[1][0] == 5 && sent[1][2] == 2 && sent[2][1] == 2 && sent[0][2] + sent[2][0] == 0,
			"%s", symmetric[i][0]);
	}
}

static void
sizes(void)
{
	static const char odd[] = "rank_a,rank_b,bytes\n0,1,1001\n1,2,1\n", list[] = "src,dst,bytes\n0,1,600\n1,0,500\n1,2,1023\n2,0,2400\n";
	static const char who[] = "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1\n";
	bool good = collect_text(odd, 3, "", "");

	ok(good && sent[0][1] == 501 && sent[1][0] == 500 && sent[1][2] == 1 && sent[2][1] == 0, "of an odd number of bytes the lower rank sends more");
	good = collect_text(list, 3, ",min_bytes", ",1024");
	ok(good && sent[0][1] == 600 && sent[1][0] == 500 && sent[1][2] == 0 && sent[2][0] == 2400, "min_bytes: what a pair exchanges counts");
	good = collect_text(list, 3, ",min_bytes", ",1101");
	ok(good && sent[0][1] == 0 && sent[1][0] == 0 && sent[2][0] == 2400, "min_bytes, one more");
	good = collect_text(list, 3, ",min_bytes", ",1100");
	ok(good && sent[0][1] == 600, "min_bytes, just enough");
	good = collect_text(list, 3, ",min_bytes,bytes", ",1024,3500");
	ok(good && sent[0][1] == 1800 && sent[1][0] == 1500 && sent[2][0] == 7200, "bytes: the mean of the messages that are left");
	good = collect_text(list, 3, ",bytes", ",1");
	ok(good && sent[0][1] == 1 && sent[1][0] == 1 && sent[1][2] == 1 && sent[2][0] == 2, "bytes: rounded, at least one");
	good = collect_text("src,dst,bytes\n0,1,0.4\n1,0,2.5\n", 2, "", "");
	ok(good && sent[0][1] == 1 && sent[1][0] == 3, "fractions are rounded, up from halves, to at least one");
	good = collect_text(who, 3, "", "");
	ok(good && sent[0][1] == 1000 && sent[1][0] == 1000 && sent[0][2] == 1000 && sent[2][0] == 1000, "a file without sizes: 1000 bytes");
	good = collect_text(who, 3, ",bytes", ",77");
	ok(good && sent[0][1] == 77, "a file without sizes: bytes");
}

static void
order(void)
{
	char *name = file_of("src,dst,bytes\n2,3,1\n2,1,1\n2,4,1\n2,0,1\n1,2,5\n"), *cells = xprintf("matrix,%s", name);
	traffic t = read_row("pattern,matrix", cells, 5, false), u;

	ok(traffic_sends(&t, 0, 2) == 4 && traffic_send(&t, 0, 2, 0).to == 3 && traffic_send(&t, 0, 2, 1).to == 4 &&
		traffic_send(&t, 0, 2, 2).to == 0 && traffic_send(&t, 0, 2, 3).to == 1, "higher ranks ascending, then lower ones");
	ok1(traffic_receives(&t, 0, 2) == 1 && traffic_receives(&t, 0, 4) == 1 && traffic_sends(&t, 0, 4) == 0);
	remove(name);
	u = read_row("pattern,matrix", cells, 5, false);
	ok(traffic_sends(&u, 0, 2) == 4, "a file is read once a run");
	traffic_release(&t);
	traffic_release(&u);
	free(name);
	free(cells);
}

/* Random matrices: each format against the table that it was written from. */
static void
write_formats(int64_t (*want)[MOST], uint32_t n, uint64_t seed, char **text)
{
	size_t length;
	FILE *f[4];
	uint32_t entries = 0;

	for (int k = 0; k < 4; k++)
		f[k] = open_memstream(&text[k], &length);	/* the texts alone matter */
	for (uint32_t i = 0; i < n * n; i++)
		entries += want[i / n][i % n] > 0;
	fprintf(f[0], "dst,bytes,src\n%" PRIu32 ",0,0\n", n - 1);
	fprintf(f[2], "%%%%MatrixMarket matrix coordinate integer general\n%" PRIu32 " %" PRIu32 " %" PRIu32 "\n", n, n, entries);
	fprintf(f[3], "%%%%MatrixMarket matrix array real general\n%" PRIu32 " %" PRIu32 "\n", n, n);
	for (uint32_t i = 0; i < n * n; i++) {
		uint32_t step = n * n - 1 - i, at = seed % 2 ? step : i;	/* in either order */
		int64_t w = want[at / n][at % n];

		if (w) {
			fprintf(f[0], "%" PRIu32 ",%" PRId64 ",%" PRIu32 "\n", at % n, w - w / 3, at / n);
			fprintf(f[0], "%" PRIu32 ",%" PRId64 ",%" PRIu32 "\n", at % n, w / 3, at / n);
			fprintf(f[2], "%" PRIu32 " %" PRIu32 " %" PRId64 "\n", at / n + 1, at % n + 1, w);
		}
		fprintf(f[1], "%" PRId64 "%s", want[i / n][i % n], i % n == n - 1 ? "\n" : seed % 3 ? " " : ",");
		fprintf(f[3], "%" PRId64 "\n", want[i % n][i / n]);
	}
	for (int k = 0; k < 4; k++)
		fclose(f[k]);
}

static void
random_ones(void)
{
	static const char *const name[] = { "lists", "dense", "coordinate", "array" };
	uint32_t wrong[4] = { 0 }, cases = 0;

	for (uint64_t seed = 1; seed <= 60; seed++, cases++) {
		int64_t want[MOST][MOST] = { { 0 } };
		uint32_t n = 2 + (uint32_t)(hash_mix(seed) % 12);
		char *text[4];

		for (uint32_t i = 0; i < n * n; i++)
			if (i == 1 || (i / n != i % n && hash_mix(seed * 1000 + i) % 3 == 0))
				want[i / n][i % n] = 1 + (int64_t)(hash_mix(seed * 2000 + i) % (seed % 2 ? 20 : 100000000000000));
		write_formats(want, n, seed, text);
		for (int k = 0; k < 4; k++) {
			wrong[k] += !collect_text(text[k], n, "", "") || memcmp(sent, want, sizeof sent) != 0;
			free(text[k]);
		}
	}
	for (int k = 0; k < 4; k++)
		ok(wrong[k] == 0, "%" PRIu32 " random matrices: %s", cases, name[k]);
}

/* Who talks in the file, at least 1 KiB, against the grid that the program has. */
static void
structure(const char *file, const char *header, const char *cells, uint32_t tasks, uint32_t pairs)
{
	static bool talk[MOST][MOST];
	char *path = xprintf("data/comm/%s", file);
	uint32_t wrong = 0, count = 0;
	traffic t;

	collect_file(path, tasks, ",min_bytes", ",1024");
	for (uint32_t i = 0; i < MOST * MOST; i++)
		talk[i / MOST][i % MOST] = sent[i / MOST][i % MOST] > 0;
	t = read_row(header, cells, tasks, false);
	collect(&t);
	traffic_release(&t);
	for (uint32_t i = 0; i < MOST; i++)
		for (uint32_t k = 0; k < MOST; k++) {
			wrong += (sent[i][k] > 0) != (talk[i][k] || talk[k][i]);
			count += i < k && (talk[i][k] || talk[k][i]);
		}
	ok(wrong == 0 && count == pairs, "%s: %" PRIu32 " pairs, those of %s", file, count, cells);
	free(path);
}

static void
structures(void)
{
	structure("cnca-lulesh-64.undirected.csv", "pattern,dims", "halo3d26,4x4x4", 64, 468);
	structure("lulesh2.0.64.102451.1.mpiP.gz", "pattern,dims", "halo3d26,4x4x4", 64, 468);
	structure("cnca-miniMD-64.undirected.csv", "pattern,dims,periodic", "cartesian,4x4x4,xyz", 64, 192);
	structure("cnca-lu-64.undirected.csv", "pattern,dims", "cartesian,8x8", 64, 112);
	structure("stencil4d-32.directed.csv", "pattern,dims,periodic", "cartesian,2x2x2x4,xyzw", 32, 80);
}

/* Two accounts of one run. */
static void
accounts(void)
{
	static int64_t first[MOST][MOST];
	uint32_t wrong = 0;
	traffic t;

	collect_file("data/comm/cnca-lulesh-64.undirected.csv", 64, "", "");
	memcpy(first, sent, sizeof sent);
	collect_file("data/comm/lulesh2.0.64.102451.1.mpiP.gz", 64, "", "");
	for (uint32_t i = 0; i < MOST; i++)
		for (uint32_t k = 0; k < MOST; k++)
			wrong += first[i][k] + first[k][i] != sent[i][k] + sent[k][i];
	ok(wrong == 0, "LULESH: the report of mpiP and the list agree on every pair");
	collect_file("data/comm/stencil4d-32.messages.csv", 32, "", "");
	memcpy(first, sent, sizeof sent);
	collect_file("data/comm/stencil4d-32.directed.csv", 32, "", "");
	ok(memcmp(first, sent, sizeof sent) == 0, "stencil4d: its messages add up to its list");
	t = read_row("pattern,dims,periodic,bytes", "cartesian,2x2x2x4,xyzw,262144", 32, false);
	collect(&t);
	ok(memcmp(first, sent, sizeof sent) == 0, "stencil4d: bytes too are those of the torus, both ways round where it is two wide");
	traffic_release(&t);
}

typedef struct attempt {
	const char *text;	/* of the file m */
	uint32_t tasks;
	const char *words;	/* behind "hopline: " */
	const char *header, *cells;
} attempt;

static char folder[] = "/tmp/hopline-unit-XXXXXX";

static void
try_to_read(const void *arg)
{
	const attempt *a = arg;
	char *header = xprintf("pattern,matrix%s", a->header ? a->header : ""), *cells = xprintf("matrix,m%s", a->cells ? a->cells : "");
	FILE *f;

	if (chdir(folder) != 0 || !(f = fopen("m", "w")))
		abort();
	fputs(a->text, f);
	fclose(f);
	read_row(header, cells, a->tasks, false);
}

#define MM "%%MatrixMarket matrix "
#define MPIP "@ mpiP\n@ MPI Task Assignment : 0 a\n@ MPI Task Assignment : 1 a\n"

static void
mistakes(void)
{
	static const attempt bad[] = {
		{ "src,dst,bytes\n0,1,5\n1,12,5\n3,2,1\n", 12, "w.csv:2: matrix: 'm': has rank 12 in line 3, and the job has 12 tasks", NULL, NULL },
		{ "src,dst,bytes\n0,1,5\n1,0,-5\n", 12, "m:3: bytes: '-5': is a negative weight", NULL, NULL },
		{ "src,dst,bytes\n0,1,5\n1,-1,5\n", 12, "m:3: dst: '-1': must be a rank from 0 to 16777215", NULL, NULL },
		{ "src,dst,bytes\n0,1,5\n1,1.5,5\n", 12, "m:3: dst: '1.5': must be a rank...", NULL, NULL },
		{ "src,dst,bytes\n0,4294967296,5\n", 12, "m:2: dst: '4294967296': must be a rank...", NULL, NULL },
		{ "src,dst,bytes\n0,1,many\n", 12, "m:2: bytes: 'many': must be a number from 0 to 1e15", NULL, NULL },
		{ "src,dst,bytes\n0,1,nan\n", 12, "m:2: bytes: 'nan': must be a number...", NULL, NULL },
		{ "src,dst,bytes\n0,1,2e15\n", 12, "m:2: bytes: '2e15': must be a number...", NULL, NULL },
		{ "src,dst,bytes\n0,1\n", 12, "m:2: bytes: must be given", NULL, NULL },
		{ "src,dst,bytes\n0\n", 12, "m:2: dst: must be given", NULL, NULL },
		{ "src,dst,bytes\n0,,5\n", 12, "m:2: dst: '': must be a rank...", NULL, NULL },
		{ "src,dst,byte\n0,1,5\n", 12, "m:1: no matrix that is known: ...", NULL, NULL },
		{ "src,from,dst,bytes\n", 12, "m:1: from: says the same as the column 'src'", NULL, NULL },
		{ "rank_a,rank_b,bytes\n0,1,5\n2,1,5\n1,0,5\n", 12, "m:4: the pair 0,1 is in line 2 already", NULL, NULL },
		{ "", 12, "m: no matrix is in it", NULL, NULL },
		{ "# nothing\n\n", 12, "m: no matrix is in it", NULL, NULL },
		{ "hello\n", 12, "m:1: no matrix that is known: ...", NULL, NULL },
		{ "0 1\n1 0\n", 12, "w.csv:2: matrix: 'm': has a matrix of 2 ranks, and the job has 12 tasks", NULL, NULL },
		{ "0 1\n1 0 2\n", 2, "m:2: more than 2 numbers, which the first line has", NULL, NULL },
		{ "0 1\n1\n", 2, "m:2: 1 numbers; the first line has 2; a graph of METIS has a name that ends in .graph", NULL, NULL },
		{ "0 1 2\n1 0 2\n", 3, "m: 2 lines of 3 numbers: a matrix has as many of both, and a list of pairs a first line such as src,dst,bytes", NULL, NULL },
		{ "0,1,2\n1,0,2\n3,1,2\n1,2,3\n", 3, "m:4: more than 3 lines of 3 numbers: a matrix has as many of both, and a list...", NULL, NULL },
		{ "0 1\n-2 0\n", 2, "m:2: column 1: '-2': is a negative weight", NULL, NULL },
		{ "0,1\n,0\n", 2, "m:2: column 1: '': must be a number...", NULL, NULL },
		{ MM "coordinate real general\n2 2 1\n1 3 5\n", 2, "m:3: column: '3': must be a rank from 1 to 2", NULL, NULL },
		{ MM "coordinate real general\n2 2 1\n0 1 5\n", 2, "m:3: row: '0': must be a rank from 1 to 2", NULL, NULL },
		{ MM "coordinate real general\n2 2 1\n2 1 -5\n", 2, "m:3: value: '-5': is a negative weight", NULL, NULL },
		{ MM "coordinate real general\n2 2 1\n2 1\n", 2, "m:3: value: must be given", NULL, NULL },
		{ MM "coordinate real general\n2 2 1\n2 1 3 4\n", 2, "m:3: '4': the line has more cells than it should", NULL, NULL },
		{ MM "coordinate real general\n2 2 2\n2 1 3\n", 2, "m: ends after 1 of 2 entries", NULL, NULL },
		{ MM "coordinate real general\n2 2 1\n2 1 3\n1 2 3\n", 2, "m:4: more than 1 entries", NULL, NULL },
		{ MM "coordinate real general\n2 3 1\n2 1 3\n", 2, "m:2: 2 rows and 3 columns: a rank has one of each", NULL, NULL },
		{ MM "coordinate real general\n", 2, "m: ends before the line with the number of rows", NULL, NULL },
		{ MM "coordinate real general\n2 2 5\n", 2, "m:2: entries: '5': must be an integer from 0 to 4", NULL, NULL },
		{ MM "coordinate real symmetric\n2 2 1\n1 2 3\n", 2, "m:3: column: '2': a symmetric matrix has entries on and below its diagonal only", NULL, NULL },
		{ MM "coordinate complex general\n", 2, "m:1: field: 'complex': must be real or integer, or pattern", NULL, NULL },
		{ MM "array pattern general\n", 2, "m:1: field: 'pattern': must be real or integer", NULL, NULL },
		{ MM "coordinate real hermitian\n", 2, "m:1: symmetry: 'hermitian': must be symmetric or general", NULL, NULL },
		{ MM "coordinate\n", 2, "m:1: field: must be real or integer...", NULL, NULL },
		{ "%%MatrixMarket vector\n", 2, "m:1: object: 'vector': must be matrix", NULL, NULL },
		{ MPIP "nothing\n", 2, "m: this report of mpiP has no communication matrix: it says how much each rank sent, not to whom", NULL, NULL },
		{ MPIP "------- Start Communication Matrix\n0 2 1 1\n", 2, "m:5: Target: '2': must be a rank from 0 to 1", NULL, NULL },
		{ MPIP "------- Start Communication Matrix\n0 1 1 1\n", 2, "m: ends within the communication matrix", NULL, NULL },
		{ MPIP "------- Start Communication Matrix\n------- End Communication Matrix\n", 3, "w.csv:2: matrix: 'm': has a matrix of 2 ranks, and the job has 3 tasks", NULL, NULL },
		{ "@ mpiP\n------- Start Communication Matrix\n", 2, "m: the report has no line '@ MPI Task Assignment'", NULL, NULL },
		{ MM "coordinate pattern general\n2 2 1\n1 2\n", 2, "w.csv:2: matrix: 'm': does not say how much its ranks send, so that min_bytes means nothing", ",min_bytes", ",5" },
		{ "0 1\n1e15 0\n", 2, "w.csv:2: matrix: 'm': has a message that would be larger than 1e15 bytes", ",bytes", ",999999999999999" },
		{ "0 1\n1 0\n", 2, "w.csv:2: min_bytes: '-1': ...", ",min_bytes", ",-1" },
		{ "0 1\n1 0\n", 2, "w.csv:2: dims: '3': must multiply to 2, the number of tasks", ",dims", ",3" },
	};

	if (!mkdtemp(folder))
		abort();
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char *words = xprintf("hopline: %s", bad[i].words);

		dies(try_to_read, &bad[i], FAIL_DATA, words);
		free(words);
	}
}

static void
no_file(const void *arg)
{
	const char *const *line = arg;

	read_row(line[0], line[1], 2, false);
}

static void
no_files(void)
{
	static const char *const line[][2] = { { "pattern", "matrix" }, { "pattern,matrix", "matrix," }, { "pattern,matrix", "matrix,/nowhere/m" } };
	char *name;

	dies(no_file, line[0], FAIL_DATA, "hopline: w.csv:2: pattern: 'matrix': a column 'matrix' is needed");
	dies(no_file, line[1], FAIL_DATA, "hopline: w.csv:2: matrix: '': must be given");
	dies(no_file, line[2], FAIL_DATA, "hopline: cannot open '/nowhere/m': No such file or directory");
	name = xprintf("%s/m", folder);
	remove(name);
	rmdir(folder);
	free(name);
}

int
main(void)
{
	formats();
	sizes();
	order();
	random_ones();
	structures();
	accounts();
	mistakes();
	no_files();
	return done_testing();
}
