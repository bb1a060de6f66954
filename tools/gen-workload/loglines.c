/* loglines -- one match a line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen-workload/loglines.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/stream/gzlines.h"

/* Groups that are understood. */
enum { JOB, NODES, PROCESSORS, SUBMIT, START, END, WAIT, RUNTIME, WALLTIME, MEANINGS };

static const char *const meaning[MEANINGS] = {
	"job", "nodes", "processors", "submit", "start", "end", "wait", "runtime", "walltime"
};

/* Columns that a group must not be called: gen-workload writes them, or other tools would read them. */
static const char *const taken[] = {
	"case", "rep", "workload", "class", "tasks", "pattern", "bytes", "edge_bytes", "corner_bytes", "allreduce_bytes",
	"iterations", "min_bytes", "submit_s", "runtime_s", "walltime_s", "log_start_s", "start_s", "end_s", "alloc", "node_list", "map",
	"task_nodes", "load", "duration_s", "warmup_s", "periodic", "matrix", "lattice", "site_bytes", "volumes",
	"compute_s", "random_stream", "mode", "groups", "group_nodes", "circuits", "resampled",
	NULL
};

static const char *const wording[ODDITIES] = {
	[ODD_NO_RUNTIME] = "left out: runtime 0 or unknown, and no start with an end after it",
};

/* What a log writes where it knows nothing. */
static const char *const nothing[] = {
	"", "-", "-1", "none", "unknown", "n/a", "null", "unlimited", "partition_limit", "invalid", NULL
};

typedef struct reading {
	joblog *log;
	const regex *regex;
	const match_list *wanted;
	int groups;
	int group[MEANINGS];	/* -1: there is no such group */
	int *rest;		/* [columns of the log], the group of each */
	const char **text;	/* [groups], what they held in a line; the strings are in `held` */
	char *held;
	const char **cell;	/* [columns of the log] */
	size_t room;
} reading;

static int
find_group(const void *x, const char *name)
{
	for (int i = 0; i < regex_groups(x); i++)
		if (strcmp(regex_group(x, i), name) == 0)
			return i;
	return -1;
}

static int
find_wanted(const void *x, const char *name)
{
	int i = find_group(x, name);

	if (i < 0)
		die(FAIL_USAGE, "--match: '%s': the expression has no such group", name);
	return i;
}

static bool
has(const regex *x, int m)
{
	return find_group(x, meaning[m]) >= 0;
}

regex *
loglines_compile(const char *pattern)
{
	const char *why;
	size_t offset;
	regex *x = regex_compile(pattern, false, &offset, &why);

	if (!x)
		die(FAIL_USAGE, "--regex: '%s': %s, at offset %zu", pattern, why, offset);
	if (!has(x, NODES) && !has(x, PROCESSORS))
		die(FAIL_USAGE, "--regex: '%s': needs a group (?<nodes>...) or (?<processors>...)", pattern);
	if (!has(x, SUBMIT) && !has(x, START))
		die(FAIL_USAGE, "--regex: '%s': needs a group (?<submit>...) or (?<start>...)", pattern);
	if (!has(x, RUNTIME) && !(has(x, END) && (has(x, START) || has(x, WAIT))))
		die(FAIL_USAGE, "--regex: '%s': needs a group (?<runtime>...), or (?<start>...) and (?<end>...)", pattern);
	for (int i = 0; taken[i]; i++)
		if (find_group(x, taken[i]) >= 0)
			die(FAIL_USAGE, "--regex: a group '%s' would be a column that Hopline itself has", taken[i]);
	return x;
}

/* Copy what the groups held, a string each, so that they end where they end. */
static void
hold(reading *r, const char *line, size_t length)
{
	size_t need = (size_t)r->groups * (length + 1) + 1;
	char *to;

	if (need > r->room) {
		r->room = 2 * need;
		r->held = xrealloc(r->held, r->room, 1);
	}
	to = r->held;
	for (int i = 0; i < r->groups; i++) {
		size_t n = 0;
		const char *s = regex_held(r->regex, i, line, &n);

		r->text[i] = to;
		if (s)
			to = mempcpy(to, s, n);
		*to++ = '\0';
	}
}

static bool
says_nothing(const char *s)
{
	for (int i = 0; nothing[i]; i++)
		if (strcasecmp(s, nothing[i]) == 0)
			return true;
	return false;
}

/* What the group of a meaning held; NULL when there is no such group or it says nothing. */
static const char *
value(const reading *r, int m)
{
	const char *s = r->group[m] >= 0 ? r->text[r->group[m]] : NULL;

	return s && !says_nothing(s) ? s : NULL;
}

static int64_t
read_time_of(const reading *r, int m, long line)
{
	const char *s = value(r, m);
	bool dated;
	int64_t us;

	if (!s)
		return UNKNOWN;
	if (m == SUBMIT || m == START || m == END ? read_when(s, &us, &dated) : read_span(s, &us))
		return us;
	joblog_unreadable(r->log, line, meaning[m], s);
	return UNKNOWN;
}

/* Nodes or processors; *fraction says whether they were rounded up. */
static int64_t
read_width(const reading *r, int m, long line, bool *fraction)
{
	const char *s = value(r, m);
	double n;

	if (!s)
		return UNKNOWN;
	if (read_real(s, 0, 1e15, &n)) {
		*fraction = *fraction || floor(n) != n;
		return (int64_t)ceil(n);
	}
	joblog_unreadable(r->log, line, meaning[m], s);
	return UNKNOWN;
}

static void
add_record(reading *r, long line)
{
	const char *job = value(r, JOB);
	bool fraction = false;
	char number[24];
	log_record record = {
		.name = job ? job : number, .number = line, .line = line,
		.submit = read_time_of(r, SUBMIT, line), .start = read_time_of(r, START, line), .end = read_time_of(r, END, line),
		.wait = read_time_of(r, WAIT, line), .runtime = read_time_of(r, RUNTIME, line),
		.walltime = read_time_of(r, WALLTIME, line), .nodes = read_width(r, NODES, line, &fraction),
		.processors = read_width(r, PROCESSORS, line, &fraction), .cell = r->cell,
		.chosen = match_all(r->wanted, r->text, r->log->file, line)
	};

	snprintf(number, sizeof number, "%ld", line);
	for (int i = 0; i < r->log->columns; i++)
		r->cell[i] = r->text[r->rest[i]];
	if (joblog_add(r->log, &record) && fraction)
		joblog_odd(r->log, ODD_FRACTION, line);
}

/* Find the groups that are understood; the others become columns. */
static void
assign(reading *r)
{
	const char **column = xcalloc((size_t)r->groups + 1, sizeof *column);
	int columns = 0;

	r->text = xcalloc((size_t)r->groups + 1, sizeof *r->text);
	r->rest = xcalloc((size_t)r->groups + 1, sizeof *r->rest);
	r->cell = xcalloc((size_t)r->groups + 1, sizeof *r->cell);
	for (int m = 0; m < MEANINGS; m++)
		r->group[m] = find_group(r->regex, meaning[m]);
	for (int i = 0; i < r->groups; i++) {
		bool understood = false;

		for (int m = 0; m < MEANINGS; m++)
			understood = understood || r->group[m] == i;
		if (understood)
			continue;
		r->rest[columns] = i;
		column[columns++] = regex_group(r->regex, i);
	}
	r->log = joblog_new(columns, column);
	free(column);
	r->log->wording = wording;
	r->log->since_1970 = 0;
}

joblog *
loglines_read(const char *path, const regex *x, match_list *wanted)
{
	reading r = { .regex = x, .wanted = wanted, .groups = regex_groups(x) };
	gzlines *in;
	const char *why;
	size_t length;
	char *line;

	match_resolve(wanted, find_wanted, x);
	assign(&r);
	in = gzlines_open(path);
	r.log->file = gzlines_name(in);
	while ((line = gzlines_next(in, &length))) {
		long number = gzlines_line(in);

		if (strlen(line) < length) {
			joblog_odd(r.log, ODD_TORN, number);	/* a NUL */
		} else if (regex_find(x, line, &why)) {
			hold(&r, line, length);
			add_record(&r, number);
		} else if (why) {
			die(FAIL_DATA, "%s:%ld: --regex: %s", r.log->file, number, why);
		} else if (line[strspn(line, " \t")]) {
			joblog_odd(r.log, ODD_UNMATCHED, number);
		}
	}
	gzlines_close(in);
	joblog_end(r.log, "nodes, a submit time or start, and a runtime");
	free(r.text);
	free(r.rest);
	free(r.cell);
	free(r.held);
	return r.log;
}
