/* measured -- rows of measurements, their runs, and the tables that have them. */
#include "metrics/fit/measured.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/cli/units.h"
#include "lib/program/collective.h"
#include "lib/stream/gzlines.h"
#include "lib/stream/table.h"
#include "metrics/stats/stats.h"

/* What benchmarks call what is measured, in small letters and '-' for what is neither letter nor digit. */
static const struct benchmark {
	const char *name, *called;
	measured_kind kind;
} benchmarks[] = {
	{ "pingpong", "latency|pingpong|p2p", MEASURED_PAIR },
	{ "bandwidth", "bw|bandwidth", MEASURED_FLOW },
	{ "allreduce", "allreduce|all-reduce", MEASURED_GROUP },
	{ "reduce-scatter", "reduce-scatter|reducescatter|reduce-scatter-block", MEASURED_GROUP },
	{ "allgather", "allgather|all-gather", MEASURED_GROUP },
	{ "alltoall", "alltoall|all-to-all|all-to-all-personalized-exchange", MEASURED_GROUP },
	{ "broadcast", "bcast|broadcast", MEASURED_GROUP },
	{ "reduce", "reduce", MEASURED_GROUP },
	{ NULL }
};

bool
measured_name(measured_what *w, const char *name)
{
	static const char *const makers[] = { "osu-", "imb-", "nccl-", "mpi-" };
	char *plain = xstrdup(name), *at = plain;

	for (char *c = plain; *c; c++)
		*c = isalnum((unsigned char)*c) ? (char)tolower((unsigned char)*c) : '-';
	for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
		if (strncmp(at, makers[i], strlen(makers[i])) == 0)
			at += strlen(makers[i]);
	for (const struct benchmark *b = benchmarks; b->name; b++)
		if (word_place(at, b->called) >= 0) {
			w->benchmark = b->name;
			w->kind = b->kind;
			free(plain);
			return true;
		}
	free(plain);
	return false;
}

/* Hopline's name of an algorithm: PICO marks its own code over point-to-point with a '+'.  NULL when there is none. */
static const char *
algorithm_of(const measured_what *w)
{
	char *name = xstrdup(w->algorithm);
	size_t length = strlen(name);

	if (length > 0 && name[length - 1] == '+')
		name[length - 1] = '\0';
	if (strcmp(name, "nccl-ring") == 0 || strcmp(name, "nccl-tree") == 0)
		strcpy(name, name[5] == 'r' ? "ring" : "double-binary-tree");
	if (w->kind != MEASURED_GROUP || !*name || strcmp(name, "default") == 0)
		return "default";
	for (char *c = name; *c; c++)
		if (*c == '_')
			*c = '-';
	return collective_find(w->benchmark, name, w->nodes * w->per_node, w->bytes) ? name : NULL;
}

/* A warning about something that many rows may share: once for each text. */
static void
warn_once(char *text)
{
	static names said;
	bool added;

	names_add(&said, text, &added);
	if (added)
		warn("%s", text);
	free(text);
}

/* Check that all is said that a prediction needs; false: the row is left out, with a warning. */
static bool
complete(measured_what *w, const char *file, long line, double us)
{
	const char *algorithm;

	if (w->kind != MEASURED_GROUP) {
		w->nodes = w->nodes == 1 ? 1 : 2;
		w->per_node = w->nodes == 1 ? 2 : 1;
	} else if (w->nodes == 0 || w->per_node == 0) {
		die_at(file, line, "on how many nodes this %s ran, and with how many ranks on each, is not said: nodes=N,ranks_per_node=N:FILE says it",
			w->benchmark);
	}
	if (w->kind == MEASURED_PAIR && w->nodes == 2 && w->bytes <= 8 && us < 0.6)
		warn_once(xprintf("%s:%ld: %g us is less than between two nodes of any machine: nodes=1:FILE says that both ranks are on one", file, line, us));
	algorithm = algorithm_of(w);
	if (!algorithm)
		warn_once(xprintf("%s: left out: %s by '%s', which is not predicted", file, w->benchmark, w->algorithm));
	w->algorithm = algorithm;
	return algorithm && (w->kind != MEASURED_GROUP || (w->bytes > 0 && w->nodes * w->per_node > 1));
}

void
measured_add(measurements *m, const measured_what *given, const char *file, long line, double value, double spread)
{
	measured_what w = *given;
	char *series, *key;
	uint32_t of_series, number;
	bool added;
	measured *to;

	if (!complete(&w, file, line, value))
		return;
	series = xprintf("%s %s %u %u %s %s", w.benchmark, w.algorithm, w.nodes, w.per_node, w.place, w.node_list);
	key = xprintf("%s %lld", series, (long long)w.bytes);
	of_series = names_add(&m->series, series, &added);
	number = names_add(&m->key, key, &added);
	free_all(series, key);
	m->row = xgrow(m->row, &m->room, (size_t)number + 1, sizeof *m->row);
	to = &m->row[number];
	if (added) {
		*to = (measured){ .what = w, .file = file, .line = line, .series = of_series };
		m->count++;
	}
	to->run = xgrow(to->run, &to->room, to->runs + 1, sizeof *to->run);
	to->run[to->runs++] = w.kind == MEASURED_FLOW ? (double)w.bytes / value / 1e6 : value / 1e6;
	to->spread = to->runs == 1 ? spread : NAN;
}

void
measurements_close(measurements *m)
{
	if (m->count == 0)
		die(FAIL_DATA, "no measurement that can be predicted");
	for (size_t i = 0; i < m->count; i++) {
		measured *r = &m->row[i];
		double *sorted = xalloc(r->runs, sizeof *sorted);

		memcpy(sorted, r->run, r->runs * sizeof *sorted);
		qsort(sorted, r->runs, sizeof *sorted, ascending_double);
		r->time = quantile(sorted, r->runs, 0.5);
		free(sorted);
	}
}

double
measurements_noise(const measurements *m)
{
	enum { MIDDLE = 1349 };	/* of a normal distribution, quartile to quartile, in thousandths of its standard deviation */
	size_t n = 0, room = 0;
	double *off = NULL, middle;

	for (size_t i = 0; i < m->count; i++) {
		const measured *r = &m->row[i];

		for (size_t k = 0; k < r->runs && r->runs > 1; k++) {
			off = xgrow(off, &room, n + 1, sizeof *off);
			off[n++] = fabs(log(r->run[k] / r->time));
		}
		if (isfinite(r->spread)) {
			off = xgrow(off, &room, n + 1, sizeof *off);
			off[n++] = r->spread * MIDDLE / 2000;
		}
	}
	qsort(off, n, sizeof *off, ascending_double);
	middle = n ? expm1(quantile(off, n, 0.5)) : NAN;
	free(off);
	return middle;
}

/* --- tables */

enum { BENCHMARK, BYTES, MEDIAN, SYSTEM, UNIT, NODES, PER_NODE, ALGORITHM, P10, P90, REPEATS, NODE_LIST, PLACE, COLUMNS };
static const char *const column_name[COLUMNS] = { "benchmark", "bytes", "median", "system", "unit", "nodes", "ranks_per_node", "algorithm",
	"p10", "p90", "repeats", "node_list", "place" };

/* The unit must be the benchmark's. */
static void
check_unit(const table *t, const row *r, const int *at, measured_kind kind)
{
	const char *wanted = kind == MEASURED_FLOW ? "MB/s" : "us";

	if (at[UNIT] >= 0 && strcmp(cell_text(r, at[UNIT]), wanted) != 0)
		table_bad(t, r, at[UNIT], "must be %s, the unit of a %s", wanted, kind == MEASURED_FLOW ? "bandwidth" : "time");
}

/* All rows are of one machine. */
static void
check_system(measurements *m, const table *t, const row *r, int column)
{
	const char *system = cell_text(r, column);

	if (column >= 0 && !m->system)
		m->system = xstrdup(system);
	if (column >= 0 && strcmp(system, m->system) != 0)
		table_bad(t, r, column, "must be '%s' as before: 'metrics select --where system=%s' takes the rows of one machine", m->system, m->system);
}

/* The standard deviation of the logarithms, from the tenth and ninetieth of a hundred; of a median of so many less. */
static double
spread_of(const table *t, const row *r, const int *at)
{
	const double tenths = 2.5631, of_median = 1.2533;	/* of a normal distribution: from 10% to 90%; of a median, for a mean's 1 */
	double low = cell_real(t, r, at[P10], 0, HUGE_VAL, NAN), high = cell_real(t, r, at[P90], 0, HUGE_VAL, NAN);
	int64_t repeats = cell_int(t, r, at[REPEATS], 1, INT64_MAX, 1);

	return repeats > 1 && low > 0 && high >= low ? log(high / low) / tenths * of_median / sqrt((double)repeats) : NAN;
}

static void
read_row(measurements *m, const measured_what *told, const table *t, const row *r, const int *at)
{
	measured_what w = *told;
	double value;

	check_system(m, t, r, at[SYSTEM]);
	if (!measured_name(&w, cell_text(r, at[BENCHMARK]))) {
		warn_once(xprintf("%s: left out: '%s', which is not predicted", t->file, cell_text(r, at[BENCHMARK])));
		return;
	}
	check_unit(t, r, at, w.kind);
	w.bytes = cell_int(t, r, at[BYTES], 0, INT64_MAX, -1);
	w.nodes = (uint32_t)cell_int(t, r, at[NODES], 1, UINT32_MAX, w.nodes);
	w.per_node = (uint32_t)cell_int(t, r, at[PER_NODE], 1, 1 << 20, w.per_node);
	value = cell_real(t, r, at[MEDIAN], 0, HUGE_VAL, 0);
	if (w.bytes < 0 || value <= 0)
		table_bad(t, r, value <= 0 ? at[MEDIAN] : at[BYTES], "must be a number above 0");
	for (int i = 0; i < 3; i++) {
		const char **to[] = { &w.algorithm, &w.place, &w.node_list };
		const char *text = cell_text(r, at[(int[]){ ALGORITHM, PLACE, NODE_LIST }[i]]);

		if (*text)
			*to[i] = xstrdup(text);
	}
	if (word_place(w.place, MEASURED_PLACES) < 0)
		table_bad(t, r, at[PLACE], "must be one of " MEASURED_PLACES);
	measured_add(m, &w, t->file, r->line, value, spread_of(t, r, at));
}

static void
read_table(measurements *m, const measured_what *told, const char *file, const char *text, size_t length)
{
	table *t = table_open_text(file, text, length);
	int at[COLUMNS];
	row r;

	for (int i = 0; i < COLUMNS; i++)
		at[i] = i <= MEDIAN ? table_need(t, column_name[i]) : table_column(t, column_name[i]);
	while (table_next(t, &r))
		read_row(m, told, t, &r, at);
	table_close(t);
}

/* --- files */

/* KEY=VALUE of an operand. */
static void
read_told(measured_what *w, const char *operand, char *pair)
{
	static const char *const keys[] = { "benchmark", "nodes", "ranks_per_node", "bytes", "algorithm", "place", "node_list" };
	char *value = strchr(pair, '=');
	int64_t bytes;

	*value++ = '\0';
	if (strcmp(pair, "nodes") == 0) {
		w->nodes = (uint32_t)option_int("nodes", value, 1, UINT32_MAX);
	} else if (strcmp(pair, "ranks_per_node") == 0) {
		w->per_node = (uint32_t)option_int("ranks_per_node", value, 1, 1 << 20);
	} else if (strcmp(pair, "bytes") == 0 && read_bytes(value, &bytes)) {
		w->bytes = bytes;
	} else if (strcmp(pair, "algorithm") == 0) {
		w->algorithm = value;
	} else if (strcmp(pair, "place") == 0) {
		option_word("place", value, MEASURED_PLACES);
		w->place = value;
	} else if (strcmp(pair, "node_list") == 0) {
		for (char *c = value; *c; c++)
			*c = *c == '+' ? ' ' : *c;
		w->node_list = value;
	} else if (strcmp(pair, "benchmark") != 0 || !measured_name(w, value)) {
		die(FAIL_USAGE, "'%s': %s=%s: must be one of %s, %s, %s, %s, %s, %s, %s", operand, pair, value, keys[0], keys[1], keys[2], keys[3], keys[4],
			keys[5], keys[6]);
	}
}

void
measurements_read(measurements *m, const char *operand)
{
	measured_what told = { .algorithm = "default", .place = "near", .node_list = "", .bytes = -1 };
	const char *file = operand;
	gzlines *f;
	char *line;
	size_t length;

	if (operand && strcspn(operand, "=") < strcspn(operand, ":/") && strchr(operand, ':')) {
		char *keys = xprintf("%.*s", (int)strcspn(operand, ":"), operand);

		file = strchr(operand, ':') + 1;
		for (char *pair; (pair = strsep(&keys, ","));)
			if (strchr(pair, '='))
				read_told(&told, operand, pair);
			else
				die(FAIL_USAGE, "'%s': '%s': must be KEY=VALUE", operand, pair);
	}
	f = gzlines_open(file);
	gzlines_expect(f, "measurements: a table, or what a benchmark printed");
	line = gzlines_next(f, &length);
	if (line && (strncmp(line, "#hopline", 8) == 0 || (strchr(line, ',') && strstr(line, "benchmark")))) {
		char *text;
		size_t size;
		FILE *all = xmemory_open(&text, &size);

		for (; line; line = gzlines_next(f, &length))
			fprintf(all, "%s\n", line);
		xmemory_close(all);
		read_table(m, &told, gzlines_name(f), text, size);
		free(text);
	} else if (line) {
		benchmark_read(m, &told, f, line);
	} else {
		die(FAIL_DATA, "%s: empty", gzlines_name(f));
	}
	gzlines_close(f);
}
