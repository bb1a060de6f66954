#include "gen-workload/log/fields.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/pattern/pattern.h"

const char *const log_meaning[MEANINGS] = {
	"job", "nodes", "processors", "submit", "start", "end", "wait", "runtime", "walltime"
};

/* Beside the columns that patterns bring. */
static const char *const taken[] = {
	"case", "rep", "workload", "class", "tasks", "pattern", "bytes", "iterations", "submit_s", "runtime_s", "walltime_s",
	"log_start_s", "log_node_list", "start_s", "end_s", "alloc", "node_list", "map", "task_nodes", "load", "duration_s",
	"warmup_s", "periodic", "compute_s", "random_stream", "mode", "groups", "group_nodes", "circuits", "resampled",
	NULL
};

/* What a log writes where it knows nothing. */
static const char *const nothing[] = {
	"", "-", "-1", "none", "unknown", "n/a", "null", "(null)", "unlimited", "partition_limit", "invalid", "not_set", "none assigned", NULL
};

bool
fields_taken(const char *name)
{
	for (int i = 0; taken[i]; i++)
		if (strcmp(name, taken[i]) == 0)
			return true;
	for (int i = 0; own_column(i); i++)
		if (strcmp(name, own_column(i)->name) == 0)
			return true;
	return false;
}

bool
fields_nothing(const char *text)
{
	for (int i = 0; nothing[i]; i++)
		if (strcasecmp(text, nothing[i]) == 0)
			return true;
	return false;
}

void
fields_init(log_fields *f, const job_filter *wanted, int fields, const int *meant, const char *const *column, const char *more)
{
	const char **name = xcalloc((size_t)fields + 2, sizeof *name);

	*f = (log_fields){ .wanted = wanted };
	f->text = xcalloc((size_t)fields + 1, sizeof *f->text);
	f->rest = xcalloc((size_t)fields + 1, sizeof *f->rest);
	f->cell = xcalloc((size_t)fields + 2, sizeof *f->cell);
	memcpy(f->meant, meant, sizeof f->meant);
	for (int i = 0; i < fields; i++) {
		if (!column[i])
			continue;
		f->rest[f->columns] = i;
		name[f->columns++] = column[i];
	}
	if (more)
		name[f->columns] = more;
	f->log = records_new(f->columns + (more ? 1 : 0), name);
	free(name);
}

void
fields_free(log_fields *f)
{
	free_all(f->text, f->rest, f->cell);
}

const char *
fields_value(const log_fields *f, int meaning)
{
	const char *s = f->meant[meaning] >= 0 ? f->text[f->meant[meaning]] : NULL;

	return s && !fields_nothing(s) ? s : NULL;
}

static int64_t
read_time_of(const log_fields *f, int meaning, long line)
{
	const char *s = fields_value(f, meaning);
	bool dated;
	int64_t us;

	if (!s)
		return UNKNOWN;
	if (meaning == SUBMIT || meaning == START || meaning == END ? read_when(s, &us, &dated) : read_span(s, &us))
		return us;
	records_unreadable(f->log, line, log_meaning[meaning], s);
	return UNKNOWN;
}

/* A number, perhaps as Slurm shortens it: 1.5K is 1536. */
static bool
read_number(const char *s, double *n)
{
	static const char units[] = "KMGT";
	size_t digits = strcspn(s, units);
	char *copy = xprintf("%.*s", (int)digits, s);
	bool read = read_real(copy, 0, 1e15, n) && (!s[digits] || !s[digits + 1]);

	free(copy);
	if (read && s[digits])
		*n = ldexp(*n, 10 * (int)(1 + strchr(units, s[digits]) - units));
	return read && *n <= 1e15;
}

/* Nodes or processors; *fraction says whether they were rounded up. */
static int64_t
read_width(const log_fields *f, int meaning, long line, bool *fraction)
{
	const char *s = fields_value(f, meaning);
	double n;

	if (!s)
		return UNKNOWN;
	if (read_number(s, &n)) {
		*fraction = *fraction || floor(n) != n;
		return (int64_t)ceil(n);
	}
	records_unreadable(f->log, line, log_meaning[meaning], s);
	return UNKNOWN;
}

log_record
fields_record(log_fields *f, long line, bool *fraction)
{
	const char *job = fields_value(f, JOB);

	*fraction = false;
	snprintf(f->number, sizeof f->number, "%ld", line);
	for (int i = 0; i < f->columns; i++)
		f->cell[i] = f->text[f->rest[i]];
	return (log_record){
		.name = job ? job : f->number, .number = line, .line = line,
		.submit = read_time_of(f, SUBMIT, line), .start = read_time_of(f, START, line), .end = read_time_of(f, END, line),
		.wait = read_time_of(f, WAIT, line), .runtime = read_time_of(f, RUNTIME, line),
		.walltime = read_time_of(f, WALLTIME, line), .nodes = read_width(f, NODES, line, fraction),
		.processors = read_width(f, PROCESSORS, line, fraction), .cell = f->cell,
		.chosen = filter_all(f->wanted, f->text, f->log->file, line)
	};
}
