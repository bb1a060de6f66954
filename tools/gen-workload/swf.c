/* swf -- reading a Standard Workload Format log, leniently and with a tally. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stream/gzlines.h"
#include "gen-workload/swf.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"

/* Fields as the format numbers them. */
enum { NUMBER = 1, SUBMIT, WAIT, RUNTIME, PROCESSORS, REQUESTED = 8, STATUS = 11, FIELDS = 18 };

static const char *const about[SWF_ODDITIES] = {
	[SWF_TORN] = "left out: fields 1 to 5 are not all numbers",
	[SWF_PARTIAL] = "left out: parts of a job that has a record of its own (status 2 to 4)",
	[SWF_NO_SUBMIT] = "left out: no submit time",
	[SWF_NO_PROCESSORS] = "left out: no processors in field 5 or 8",
	[SWF_NO_RUNTIME] = "left out: runtime 0 or unknown",
	[SWF_TWICE] = "left out: the job's number was there before",
	[SWF_REQUESTED] = "with processors from field 8",
	[SWF_NO_WAIT] = "without a wait: they start when submitted",
	[SWF_UNSORTED] = "submitted before the record in front",
};

static void
tally(swf *log, swf_oddity o, long line)
{
	if (log->odd[o].count++ == 0 || line < log->odd[o].first_line)
		log->odd[o].first_line = line;
}

/* The fields of a line as numbers, NAN where there is no number; false when one of the
 * first five is none. */
static bool
read_fields(char *line, double *field)
{
	char *word, *rest = line;
	int n = 0;

	for (int i = 1; i <= FIELDS; i++)
		field[i] = NAN;
	while (n < FIELDS && (word = strsep(&rest, " \t\r\f\v"))) {
		if (*word)
			read_real(word, -1e11, 1e11, &field[++n]);
	}
	for (int i = NUMBER; i <= PROCESSORS; i++)
		if (isnan(field[i]))
			return false;
	return field[NUMBER] >= 0 && floor(field[NUMBER]) == field[NUMBER];
}

static int64_t
microseconds(double seconds)
{
	return llround(seconds * SWF_SECOND);
}

/* What is wrong with a record, SWF_ODDITIES when nothing is; j is filled in. */
static swf_oddity
judge(const double *field, swf_job *j)
{
	double processors = field[PROCESSORS] > 0 ? field[PROCESSORS] : field[REQUESTED];
	int64_t wait = microseconds(field[WAIT]), runtime = microseconds(field[RUNTIME]);

	if (field[STATUS] >= 2 && field[STATUS] <= 4)
		return SWF_PARTIAL;
	if (field[SUBMIT] < 0)
		return SWF_NO_SUBMIT;
	if (!(processors > 0 && processors <= INT32_MAX))
		return SWF_NO_PROCESSORS;
	if (runtime <= 0)
		return SWF_NO_RUNTIME;
	j->number = (int64_t)field[NUMBER];
	j->submit = microseconds(field[SUBMIT]);
	j->start = j->submit + (wait > 0 ? wait : 0);
	j->end = j->start + runtime;
	j->processors = (int64_t)ceil(processors);
	return SWF_ODDITIES;
}

/* One record; *first and *last are the least and the latest submit time so far. */
static void
add_record(swf *log, char *line, long number, double *first, double *last)
{
	double field[FIELDS + 1];
	swf_job j = { .line = number };
	swf_oddity o = read_fields(line, field) ? judge(field, &j) : SWF_TORN;

	if (o != SWF_TORN && field[SUBMIT] >= 0) {
		if (field[SUBMIT] < *last)
			tally(log, SWF_UNSORTED, number);
		*last = field[SUBMIT];
		*first = fmin(*first, *last);
	}
	if (o != SWF_ODDITIES) {
		tally(log, o, number);
		return;
	}
	if (!(field[PROCESSORS] > 0))
		tally(log, SWF_REQUESTED, number);
	if (field[WAIT] < 0)
		tally(log, SWF_NO_WAIT, number);
	if (log->jobs == log->room) {
		log->room = 2 * log->room + 1024;
		log->job = xrealloc(log->job, log->room, sizeof *log->job);
	}
	log->job[log->jobs++] = j;
}

static void
add_comment(swf *log, char *s)
{
	size_t n;

	s += strspn(s, "; \t");
	for (n = strlen(s); n > 0 && strchr(" \t", s[n - 1]); )
		s[--n] = '\0';
	log->comment = xrealloc(log->comment, log->comments + 1, sizeof *log->comment);
	log->comment[log->comments++] = xstrdup(s);
}

static int
by_number(const void *a, const void *b)
{
	const swf_job *x = *(swf_job *const *)a, *y = *(swf_job *const *)b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* Leave out jobs whose number an earlier one has. */
static void
drop_repeats(swf *log)
{
	swf_job **order = xalloc(log->jobs, sizeof *order);
	size_t kept = 0;

	for (size_t i = 0; i < log->jobs; i++)
		order[i] = &log->job[i];
	qsort(order, log->jobs, sizeof *order, by_number);
	for (size_t i = log->jobs; i-- > 1; ) {
		if (order[i]->number != order[i - 1]->number)
			continue;
		tally(log, SWF_TWICE, order[i]->line);
		order[i]->processors = 0;
	}
	for (size_t i = 0; i < log->jobs; i++)
		if (log->job[i].processors > 0)
			log->job[kept++] = log->job[i];
	log->jobs = kept;
	free(order);
}

swf *
swf_read(const char *path)
{
	swf *log = xcalloc(1, sizeof *log);
	gzlines *f = gzlines_open(path);
	double first = INFINITY, last = -INFINITY;
	size_t length;
	char *line;

	log->file = gzlines_name(f);
	while ((line = gzlines_next(f, &length))) {
		char *s = line + strspn(line, " \t\r\f\v");

		if (strlen(line) < length)
			tally(log, SWF_TORN, gzlines_line(f));	/* a NUL */
		else if (*s == ';')
			add_comment(log, s);
		else if (*s)
			add_record(log, line, gzlines_line(f), &first, &last);
	}
	gzlines_close(f);
	if (log->jobs == 0) {
		swf_report(log);
		die(FAIL_DATA, "%s: no job with a submit time, processors and a runtime", log->file);
	}
	drop_repeats(log);
	for (size_t i = 0; i < log->jobs; i++) {
		log->job[i].submit -= microseconds(first);
		log->job[i].start -= microseconds(first);
		log->job[i].end -= microseconds(first);
	}
	return log;
}

void
swf_free(swf *log)
{
	for (size_t i = 0; i < log->comments; i++)
		free(log->comment[i]);
	free(log->comment);
	free(log->job);
	free(log);
}

const char *
swf_header(const swf *log, const char *key)
{
	size_t n = strlen(key);

	for (size_t i = 0; i < log->comments; i++) {
		const char *s = log->comment[i];

		if (strncasecmp(s, key, n) == 0 && s[n] == ':')
			return s + n + 1 + strspn(s + n + 1, " \t");
	}
	return NULL;
}

void
swf_report(const swf *log)
{
	for (int o = 0; o < SWF_ODDITIES; o++) {
		if (log->odd[o].count == 0)
			continue;
		warn("%s:%ld: first of %ld record%s %s", log->file, log->odd[o].first_line,
			log->odd[o].count, log->odd[o].count == 1 ? "" : "s", about[o]);
	}
}
