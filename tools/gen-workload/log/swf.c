/* swf -- reading a Standard Workload Format log, leniently. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen-workload/log/readers.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/stream/gzlines.h"

/* Fields as the format numbers them. */
enum {
	NUMBER = 1, SUBMIT, WAIT, RUNTIME, PROCESSORS, CPU_TIME, REQUESTED = 8, WALLTIME, STATUS = 11,
	USER, GROUP, EXECUTABLE, QUEUE, PARTITION, FIELDS = SWF_FIELDS
};

static const char *const names_of_fields[FIELDS + 1] = {
	NULL, "job", "submit", "wait", "runtime", "processors", "cpu_time", "memory", "processors_requested", "walltime",
	"memory_requested", "status", "user", "group", "executable", "queue", "partition", "preceding", "think_time"
};

/* Fields that become columns as they are. */
static const int column_field[] = { USER, GROUP, EXECUTABLE, QUEUE, PARTITION, STATUS };
enum { COLUMNS = sizeof column_field / sizeof *column_field };

static const char *const wording[ODDITIES] = {
	[ODD_TORN] = "left out: fields 1 to 5 are not all numbers",
	[ODD_PARTIAL] = "left out: parts of a job that has a record of its own (status 2 to 4)",
	[ODD_NO_SUBMIT] = "left out: no submit time",
	[ODD_NO_PROCESSORS] = "left out: no processors in field 5 or 8",
	[ODD_NO_RUNTIME] = "left out: runtime 0 or unknown",
	[ODD_TWICE] = "left out: the job's number was there before",
	[ODD_SHORT] = "with fewer than 18 fields",
	[ODD_LONG] = "with more than 18 fields",
	[ODD_REQUESTED] = "with processors from field 8",
	[ODD_FRACTION] = "with a fraction of a processor: rounded up",
	[ODD_NO_WAIT] = "without a wait: they start when submitted",
	[ODD_OTHER_TIME] = "without a requested time, but with at least the runtime in field 6 (if that is it: --field walltime=6)",
};

/* A line cut into words. */
typedef struct fields {
	int words;
	const char *word[SWF_MOST_FIELDS + 1];	/* [1] on; "" where there is none */
	double value[FIELDS + 1];	/* of the format's fields; NAN where there is no number */
} fields;

typedef struct swf_reading {
	records *log;
	const swf_layout *layout;
	const job_filter *wanted;
	char *max_nodes, *max_procs;	/* of the header, as they stand there */
} swf_reading;

static int
find_field(const void *layout, const char *name)
{
	const swf_layout *l = layout;
	int64_t n;

	for (int i = 1; i <= FIELDS; i++)
		if (strcmp(names_of_fields[i], name) == 0)
			return l->word[i];
	if (!read_int(name, 1, SWF_MOST_FIELDS, &n))
		die(FAIL_USAGE, "--match: '%s': must be the name of a field of the format, as in the manual, or a number from 1 to %d",
			name, SWF_MOST_FIELDS);
	return (int)n;
}

void
set_field(const char *option, const char *arg, void *to)
{
	swf_layout *l = to;
	const char *sign = strchr(arg, '=');
	int64_t n;

	for (int i = 1; sign && i <= FIELDS; i++) {
		if (strncmp(names_of_fields[i], arg, (size_t)(sign - arg)) != 0 || names_of_fields[i][sign - arg])
			continue;
		if (!read_int(sign + 1, 1, SWF_MOST_FIELDS, &n))
			break;
		l->word[i] = (int)n;
		return;
	}
	die(FAIL_USAGE, "%s: '%s': must be NAME=N, a field of the format, as in the manual, and a number from 1 to %d",
		option, arg, SWF_MOST_FIELDS);
}

/* Cut a line and read its numbers; false when one of the first five fields is none. */
static bool
read_fields(const swf_reading *r, char *line, long number, fields *f)
{
	char *word, *rest = line;

	f->words = 0;
	while ((word = strsep(&rest, " \t\r\f\v")))
		if (*word && f->words++ < SWF_MOST_FIELDS)
			f->word[f->words] = word;
	for (int i = f->words + 1; i <= SWF_MOST_FIELDS; i++)
		f->word[i] = "";
	for (int i = NUMBER; i <= FIELDS; i++) {
		const char *w = f->word[r->layout->word[i]];
		double most = i <= WALLTIME ? 1e11 : DBL_MAX;	/* microseconds must fit */

		f->value[i] = NAN;
		if (read_real(w, -most, most, &f->value[i]))
			continue;
		if (i <= PROCESSORS)
			return false;
		if (*w && (i < USER || i > PARTITION))	/* those are kept as they are */
			records_unreadable(r->log, number, names_of_fields[i], w);
	}
	return f->value[NUMBER] >= 0 && floor(f->value[NUMBER]) == f->value[NUMBER];
}

static int64_t
microseconds(double seconds)
{
	return isnan(seconds) ? UNKNOWN : llround(seconds * LOG_SECOND);
}

/* Count what is odd in the fields of a record that became a job. */
static void
note_oddities(records *log, const fields *f, long line)
{
	double processors = f->value[PROCESSORS] > 0 ? f->value[PROCESSORS] : f->value[REQUESTED];

	if (!(f->value[PROCESSORS] > 0))
		records_odd(log, ODD_REQUESTED, line);
	if (floor(processors) != processors)
		records_odd(log, ODD_FRACTION, line);
	if (!(f->value[WALLTIME] > 0) && f->value[CPU_TIME] >= f->value[RUNTIME])
		records_odd(log, ODD_OTHER_TIME, line);
	if (f->words != FIELDS)
		records_odd(log, f->words < FIELDS ? ODD_SHORT : ODD_LONG, line);
}

static void
add_record(const swf_reading *r, const fields *f, long line)
{
	const double *v = f->value;
	double processors = v[PROCESSORS] > 0 ? v[PROCESSORS] : v[REQUESTED];
	const char *cell[COLUMNS];
	char name[24];
	log_record record = {
		.name = name, .number = (int64_t)v[NUMBER], .line = line,
		.submit = microseconds(v[SUBMIT]), .wait = microseconds(v[WAIT]), .runtime = microseconds(v[RUNTIME]),
		.walltime = microseconds(v[WALLTIME]), .start = UNKNOWN, .end = UNKNOWN, .nodes = UNKNOWN,
		.processors = isnan(processors) ? UNKNOWN : (int64_t)ceil(processors), .cell = cell,
		.partial = v[STATUS] >= 2 && v[STATUS] <= 4,
		.chosen = filter_all(r->wanted, f->word, r->log->file, line)
	};

	snprintf(name, sizeof name, "%" PRId64, record.number);
	for (int i = 0; i < COLUMNS; i++) {
		int k = column_field[i];

		cell[i] = v[k] < 0 ? "" : f->word[r->layout->word[k]];
	}
	if (records_add(r->log, &record))
		note_oddities(r->log, f, line);
}

/* Keep the first value of "key: value". */
static void
take_header(char **value, const char *comment, const char *key)
{
	size_t n = strlen(key);
	const char *s = comment + n;

	if (*value || strncasecmp(comment, key, n) != 0 || *s != ':')
		return;
	s += 1 + strspn(s + 1, " \t");
	n = strlen(s);
	while (n > 0 && strchr(" \t", s[n - 1]))
		n--;
	*value = xprintf("%.*s", (int)n, s);
}

static void
read_comment(swf_reading *r, const char *s)
{
	char *start = NULL;

	s += strspn(s, "; \t");
	take_header(&r->log->computer, s, "Computer");
	take_header(&r->max_nodes, s, "MaxNodes");
	take_header(&r->max_procs, s, "MaxProcs");
	take_header(&start, s, "UnixStartTime");
	if (start && r->log->since_1970 == UNKNOWN && strtoll(start, NULL, 10) > 0 && strtoll(start, NULL, 10) < 100000000000)
		r->log->since_1970 = strtoll(start, NULL, 10) * LOG_SECOND;
	free(start);
}

/* Processors a node, when the header's first numbers of both come to a whole one. */
static void
divide(swf_reading *r)
{
	long long nodes = r->max_nodes ? strtoll(r->max_nodes, NULL, 10) : 0;
	long long procs = r->max_procs ? strtoll(r->max_procs, NULL, 10) : 0;

	if (nodes > 0 && procs > 0 && procs % nodes == 0 && procs / nodes <= INT32_MAX) {
		r->log->procs_per_node = procs / nodes;
		r->log->header = xprintf("MaxProcs: %s, MaxNodes: %s", r->max_procs, r->max_nodes);
	}
}

records *
swf_read(gzlines *in, const swf_layout *l, job_filter *wanted)
{
	swf_reading r = { NULL, l, wanted, NULL, NULL };
	const char *column[COLUMNS];
	fields f;
	size_t length;
	char *line;

	filter_resolve(wanted, find_field, l);
	die_hint_not("gen-workload swf");
	gzlines_expect(in, "a log in the Standard Workload Format; gen-workload log --format batsim reads Batsim's workloads");
	for (int i = 0; i < COLUMNS; i++)
		column[i] = names_of_fields[column_field[i]];
	r.log = records_new(COLUMNS, column);
	r.log->file = gzlines_name(in);
	r.log->wording = wording;
	while ((line = gzlines_next(in, &length))) {
		char *s = line + strspn(line, " \t\r\f\v");
		long number = gzlines_line(in);

		if (strlen(line) < length)
			records_odd(r.log, ODD_TORN, number);	/* a NUL */
		else if (*s == ';')
			read_comment(&r, s);
		else if (*s && read_fields(&r, line, number, &f))
			add_record(&r, &f, number);
		else if (*s)
			records_odd(r.log, ODD_TORN, number);
	}
	gzlines_close(in);
	divide(&r);
	records_end(r.log, "a submit time, processors and a runtime");
	return r.log;
}
