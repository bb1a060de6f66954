/* measured-read -- files of measurements: tables, and what benchmarks print. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/cli/units.h"
#include "lib/stream/gzlines.h"
#include "lib/stream/table.h"
#include "metrics/fit/measured.h"

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
		measured_warn_once(xprintf("%s: left out: '%s', which is not predicted", t->file, cell_text(r, at[BENCHMARK])));
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
		die(FAIL_USAGE, "'%s': %s=%s: must be one of benchmark, nodes, ranks_per_node, bytes, algorithm, place, node_list", operand, pair, value);
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
