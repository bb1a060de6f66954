/* benchmark-text -- what the benchmarks of OSU, Intel, NVIDIA and of PICO print.
 *
 * A form of line says what the table below it is, its unit, and in which of its columns the times are.  A table ends at the first line
 * that does not begin with a number: what a launcher adds, as Flux does, is skipped. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/regex/regex.h"
#include "lib/stream/gzlines.h"
#include "metrics/fit/measured.h"
#include "metrics/stats/stats.h"

enum { NO_TABLE = -1, FIELDS = 16, ELEMENT = 4 };

/* The file under way, and the table in it. */
typedef struct reading {
	measurements *m;
	const measured_what *told;
	gzlines *lines;
	measured_what what;	/* of this table; benchmark NULL: it is left out */
	const char *file;
	long line;
	int64_t ranks;		/* IMB's; 0: not said */
	int column;		/* of the time or rate; NO_TABLE: there is none */
	int64_t size;		/* of the row before; -1: none */
	size_t rows;		/* of the whole file */
	bool left_out;		/* a benchmark that is not predicted was warned of */
} reading;

/* What a group held, a text that the caller frees; NULL. */
static char *
held(const regex *x, const char *name, const char *line)
{
	for (int i = 0; i < regex_groups(x); i++)
		if (strcmp(regex_group(x, i), name) == 0) {
			size_t length;
			const char *s = regex_held(x, i, line, &length);

			return s ? xprintf("%.*s", (int)length, s) : NULL;
		}
	return NULL;
}

/* The title of a table. */
static void
see_title(reading *r, const regex *x, const char *line)
{
	char *title = held(x, "title", line);

	r->what = *r->told;
	r->column = NO_TABLE;
	r->ranks = 0;
	if (title && !measured_name(&r->what, title)) {
		warn("%s:%ld: left out: '%s', which is not predicted", r->file, r->line, title);
		r->what.benchmark = NULL;
		r->left_out = true;
	}
	free(title);
}

static void
see_device(reading *r, const regex *x, const char *line)
{
	(void)x;
	warn("%s:%ld: '%s': these times hold copies from and to a GPU's memory", r->file, r->line, line);
}

/* IMB says how many ranks there are. */
static void
see_ranks(reading *r, const regex *x, const char *line)
{
	char *text = held(x, "ranks", line);

	if (!read_int(text, 1, UINT32_MAX, &r->ranks))
		die_at(r->file, r->line, "'%s' ranks: must be a number", text);
	free(text);
	if (r->what.kind != MEASURED_GROUP || !r->what.benchmark)
		return;
	if (r->what.nodes && !r->what.per_node && r->ranks % r->what.nodes == 0)
		r->what.per_node = (uint32_t)(r->ranks / r->what.nodes);
	if (r->what.nodes && r->what.nodes * (int64_t)r->what.per_node != r->ranks)
		die_at(r->file, r->line, "%lld ranks are not %u nodes with %u on each", (long long)r->ranks, r->what.nodes, r->what.per_node);
}

/* IMB runs a ping-pong in a larger job: its two ranks are neighbours. */
static void
see_waiting(reading *r, const regex *x, const char *line)
{
	(void)x, (void)line;
	if (r->what.kind != MEASURED_GROUP && r->told->nodes == 0)
		die_at(r->file, r->line, "more ranks wait while two exchange messages, and these two may be on one node: nodes=1:FILE or nodes=2:FILE says it");
}

/* The columns of a table, with their unit. */
static void
see_head(reading *r, const regex *x, const char *line)
{
	char *unit = held(x, "unit", line), *rates = held(x, "rates", line);
	bool rate = rates != NULL;

	if (r->what.benchmark && !strstr(rate ? "MB/s" : "us usec", unit))
		die_at(r->file, r->line, "the unit is '%s': must be %s", unit, rate ? "MB/s" : "us");
	if (!r->what.benchmark && !r->left_out)
		die_at(r->file, r->line, "what was measured is not said: benchmark=NAME:FILE says it, as benchmark=allreduce");
	if (r->what.benchmark && rate != (r->what.kind == MEASURED_FLOW))
		die_at(r->file, r->line, "a %s has %s", r->what.benchmark, rate ? "times, not bandwidths" : "bandwidths, not times");
	r->size = -1;
	free_all(unit, rates);
}

static void read_pico(reading *r, const regex *x, const char *line);

static const struct line_form {
	const char *pattern;
	void (*see)(reading *r, const regex *x, const char *line);
	int column;		/* of the times in the table that begins here; 0: none begins */
} forms[] = {
	{ "^# OSU (?:MPI|NCCL)(?:-\\w+)?[ _](?<title>.+?)(?: Latency)? Test", see_title, 0 },
	{ "^# Benchmarking (?<title>\\S+)", see_title, 0 },
	{ "^# Collective test starting: (?<title>\\w+)_perf", see_title, 0 },
	{ "^# #processes = (?<ranks>[0-9]+)", see_ranks, 0 },
	{ "additional process(?:es)? waiting", see_waiting, 0 },
	{ "Buffer on (?:DEVICE|MANAGED)", see_device, 0 },
	{ "^# Size +(?:Avg )?(?:Latency|(?<rates>Bandwidth)) ?\\((?<unit>[^)]*)\\)", see_head, 1 },
	{ "^ *#bytes +#repetitions +t\\[(?<unit>\\w+)\\]", see_head, 2 },
	{ "^ *#bytes +#repetitions +t_min\\[\\w+\\] +t_max\\[\\w+\\] +t_avg\\[(?<unit>\\w+)\\]", see_head, 4 },
	{ "^# +\\(B\\) +\\(elements\\) +\\((?<unit>\\w+)\\)", see_head, 5 },
	{ "^highest$", read_pico, 0 },
	{ NULL }
};

/* A line that is no row of a table: what it says, and whether the table goes on. */
static void
see(reading *r, const char *line)
{
	static regex *compiled[sizeof forms / sizeof *forms];
	const char *why;
	size_t offset;

	if (*line && *line != '#')
		r->column = NO_TABLE;
	for (int i = 0; forms[i].pattern; i++) {
		if (!compiled[i])
			compiled[i] = regex_compile(forms[i].pattern, false, &offset, &why);
		if (regex_find(compiled[i], line, &why)) {
			forms[i].see(r, compiled[i], line);
			if (forms[i].column)
				r->column = forms[i].column;
			return;
		}
	}
}

/* A row of the table under way; false when the line is none. */
static bool
read_row(reading *r, const char *line)
{
	char *copy, *rest, *field[FIELDS], *word;
	int fields = 0;
	double value;
	int64_t size;

	if (r->column == NO_TABLE || strspn(line, " 0123456789") == strspn(line, " "))
		return false;
	copy = rest = xstrdup(line);
	while ((word = strsep(&rest, " \t")) && fields < FIELDS)
		if (*word)
			field[fields++] = word;
	if (fields <= r->column || !read_int(field[0], 0, INT64_MAX, &size) || !read_real(field[r->column], 0, 1e18, &value))
		die_at(r->file, r->line, "'%s': must be a size and its %s; the table is cut short", line,
			r->what.kind == MEASURED_FLOW ? "bandwidth" : "time");
	free(copy);
	if (size <= r->size)
		die_at(r->file, r->line, "size %lld comes behind %lld: two outputs run into each other", (long long)size, (long long)r->size);
	r->size = size;
	r->rows++;
	if (!r->what.benchmark || value <= 0)
		return true;
	r->what.bytes = size;
	measured_add(r->m, &r->what, r->file, r->line, value, NAN);
	return true;
}

/* --- PICO: the slowest rank of each iteration, ns, in a file whose name has the elements and the algorithm */

/* "64_recursive_doubling_over_int32.csv" or "64_ring_ompi_int32.csv": elements of int32, those of all ranks where ranks have blocks. */
static void
read_pico_name(reading *r)
{
	static regex *x;
	const char *why, *slash = strrchr(r->file, '/'), *name = slash ? slash + 1 : r->file;
	size_t offset;
	int64_t count;

	if (!x)
		x = regex_compile("^(?<count>[0-9]+)_(?<algorithm>.+?)(?:_over|_ompi|_mpich)?_int32\\.csv", false, &offset, &why);
	if (!regex_find(x, name, &why)) {
		if (r->what.bytes < 0)
			die_at(r->file, r->line, "iterations of PICO, but of how many bytes is not said: bytes=N:FILE says it, or a name as 64_ring_int32.csv");
		return;
	}
	if (!read_int(held(x, "count", name), 1, INT64_MAX / ELEMENT, &count))
		die_at(r->file, r->line, "the file's name has no number of elements");
	if (strcmp(r->told->algorithm, "default") == 0)
		r->what.algorithm = held(x, "algorithm", name);
	r->what.bytes = count * ELEMENT;
	if (r->what.benchmark && strstr("allgather reduce-scatter alltoall", r->what.benchmark) && r->what.nodes > 0)
		r->what.bytes /= r->what.nodes * r->what.per_node;
}

static void
read_pico(reading *r, const regex *form, const char *head)
{
	enum { NS = 1000 };
	value_sample us = { 0 };
	double ns;
	size_t length;

	(void)form, (void)head;
	if (!r->what.benchmark)
		die_at(r->file, r->line, "iterations of PICO, but of what is not said: benchmark=NAME,nodes=N,ranks_per_node=N:FILE says it");
	read_pico_name(r);
	for (char *line; (line = gzlines_next(r->lines, &length)) && *line != '#';) {
		if (!read_real(line, 1, 1e15, &ns))
			die_at(r->file, gzlines_line(r->lines), "'%s': must be a time in ns", line);
		sample_add(&us, ns / NS, 0);
	}
	if (us.count == 0)
		die(FAIL_DATA, "%s: no iterations", r->file);
	measured_add(r->m, &r->what, r->file, r->line, sample_stats(&us, false).median, NAN);	/* iterations of one run are no repeats */
	r->rows++;
}

void
benchmark_read(measurements *m, const measured_what *told, gzlines *f, char *line)
{
	reading r = { m, told, f, .what = *told, .file = gzlines_name(f), .line = 1, .column = NO_TABLE };
	size_t length;

	for (; line; line = gzlines_next(f, &length)) {
		r.line = gzlines_line(f);
		if (!read_row(&r, line))
			see(&r, line);
	}
	if (r.rows == 0)
		die(FAIL_DATA, "%s: no table of OSU, IMB, nccl-tests or PICO, and no table with the columns benchmark, bytes and median", r.file);
}
