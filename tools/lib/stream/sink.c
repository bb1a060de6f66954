/* sink -- rows out: the input's columns in place, the tool's own at the right.
 *
 * Cases go to stdio, and on from there when enough have come together or a moment has passed: so a pipe moves along, a stream of small
 * cases costs few system calls, and what a tool leaves behind when it is killed ends with a whole case (one larger than the buffer
 * excepted). */
#include "lib/stream/sink.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/cli/files.h"
#include "lib/cli/option-values.h"
#include "lib/cli/progress.h"
#include "lib/stream/text.h"

enum { STDIO_BUFFER = 1 << 18, ENOUGH = 1 << 16, PAUSE_NS = 50 * 1000 * 1000 };

typedef struct sink_field {
	char *name;
	int from;		/* the input's column; -1: only the tool's */
	bool dropped;
	bool set;		/* in the row under way, by the tool: */
	size_t value;		/* where in `values` */
} sink_field;

/* Records left out for one reason. */
typedef struct omission {
	const char *reason;
	int64_t count;
	long line;		/* of the first */
} omission;

struct sink {
	const table *origin;	/* whose preamble is repeated: the input, or NULL */
	const cli *cli;
	bool json;		/* rows are written so */
	FILE *out;		/* NULL: rows stay in memory */
	const char *path;	/* of the file; NULL: standard output */
	size_t waiting;		/* bytes that stdio has */
	struct timespec last;	/* when they were last handed on */
	sink_field *field;
	int fields;
	text values;		/* of the row under way */
	text held;		/* the rows of the case under way */
	bool holds;		/* all of them, until the end, and */
	size_t whole;		/* so much of `held` is whole cases */
	const char *machine;	/* what sink_header was given */
	omission *omission;
	size_t omissions, room;
	text notes;		/* further lines of the preamble */
};

static char standard_buffer[STDIO_BUFFER];	/* stdout outlives every sink */

/* Open `path` as files_write does; NULL is standard output. */
static void
open_output(sink *s, const char *path)
{
	s->path = path;
	s->out = path ? files_write(path) : stdout;
	setvbuf(s->out, path ? xalloc(STDIO_BUFFER, 1) : standard_buffer, _IOFBF, STDIO_BUFFER);
}

/* Give the operating system what stdio has. */
static void
hand_on(sink *s)
{
	progress_hide(fileno(s->out));
	if (fflush(s->out) != 0)
		write_failed(s->path);
	s->waiting = 0;
}

/* Give stdio the rows that are held. */
static void
write_held(sink *s)
{
	size_t length = s->held.used;
	struct timespec now;
	int64_t passed;

	if (s->waiting + length > STDIO_BUFFER)
		hand_on(s);
	if (length && fwrite(s->held.at, 1, length, s->out) != length)
		write_failed(s->path);
	s->waiting += length;
	s->held.used = 0;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	passed = (int64_t)(now.tv_sec - s->last.tv_sec) * 1000000000 + now.tv_nsec - s->last.tv_nsec;
	if (s->waiting >= ENOUGH || passed >= PAUSE_NS) {
		hand_on(s);
		s->last = now;
	}
}

/* Standard output stays open, all handed on. */
static void
close_output(sink *s)
{
	hand_on(s);
	if (s->path && fclose(s->out) != 0)
		write_failed(s->path);
}

sink *
sink_open_memory(const table *in, const cli *c)
{
	sink *s = xcalloc(1, sizeof *s);

	s->origin = in;
	s->cli = c;
	s->fields = in ? in->columns : 0;
	s->field = xcalloc((size_t)s->fields, sizeof *s->field);
	for (int i = 0; i < s->fields; i++)
		s->field[i] = (sink_field){ .name = xstrdup(in->name[i]), .from = i };
	return s;
}

sink *
sink_open(const table *in, const cli *c)
{
	sink *s = sink_open_memory(in, c);

	s->json = c->json;
	open_output(s, NULL);
	return s;
}

char *
sink_take(sink *s, size_t *length)
{
	char *taken = s->held.at;

	*length = s->held.used;
	s->held = (struct text){ 0 };
	return taken;
}

sink *
sink_open_file(const char *path)
{
	sink *s = xcalloc(1, sizeof *s);

	open_output(s, path);
	return s;
}

static int
find(const sink *s, const char *name)
{
	for (int i = 0; i < s->fields; i++)
		if (strcmp(s->field[i].name, name) == 0)
			return i;
	return -1;
}

int
sink_own(sink *s, const char *name)
{
	int i = find(s, name);

	if (i >= 0)
		return i;
	s->field = xrealloc(s->field, (size_t)s->fields + 1, sizeof *s->field);
	s->field[s->fields] = (sink_field){ .name = xstrdup(name), .from = -1 };
	return s->fields++;
}

int
sink_own_if(sink *s, bool wanted, const char *name)
{
	return wanted ? sink_own(s, name) : -1;
}

void
sink_drop(sink *s, const char *name)
{
	int i = find(s, name);

	if (i >= 0)
		s->field[i].dropped = true;
}

/* Names and lists, which may look like numbers in some rows. */
static bool
is_text(const char *column)
{
	return word_among("case job node_list log_node_list task_nodes group_nodes dims", column);
}

/* One line, the header or a row, in CSV or as an object of JSON: the cell of each field that is not dropped. */
static void
append_line(sink *s, bool header, const row *in)
{
	int kept = 0, at = 0;

	for (int i = 0; i < s->fields; i++)
		kept += !s->field[i].dropped;
	for (int i = 0; i < s->fields; i++) {
		const sink_field *f = &s->field[i];
		const char *value = header ? f->name : f->set ? s->values.at + f->value : in && f->from >= 0 ? in->cell[f->from] : "";

		if (f->dropped)
			continue;
		if (at || s->json)
			text_add(&s->held, at ? "," : "{");
		if (s->json) {
			text_add_json(&s->held, f->name, false);
			text_add(&s->held, ":");
			text_add_json(&s->held, value, !is_text(f->name));
		} else {
			text_add_cell(&s->held, value, at == 0, kept == 1);
		}
		at++;
	}
	text_add(&s->held, s->json ? "}\n" : "\n");
}

static void
append_preamble(sink *s, const char *machine)
{
	text *t = &s->held;

	if (!machine && s->origin)
		machine = s->origin->machine;
	text_add(t, "#hopline 1\n");
	if (machine) {
		text_add(t, "#machine ");
		text_add(t, machine);
		text_add(t, "\n");
	}
	for (int i = 1; s->origin && i < s->origin->preambles; i++) {
		text_add(t, s->origin->preamble[i]);
		text_add(t, "\n");
	}
	text_add(t, "#run ");
	text_add(t, s->cli->run);
	text_add(t, "\n");
	for (size_t i = 0; i < s->omissions; i++) {
		const omission *o = &s->omission[i];
		char *line = xprintf("#left-out %s %" PRId64 " %ld\n", o->reason, o->count, o->line);

		text_add(t, line);
		free(line);
	}
	text_append(t, s->notes.at, s->notes.used);
}

void
sink_left_out(sink *s, const char *reason, int64_t count, long line)
{
	size_t i = 0;

	if (count == 0)
		return;
	while (i < s->omissions && strcmp(s->omission[i].reason, reason) != 0)
		i++;
	if (i == s->omissions) {
		s->omission = xgrow(s->omission, &s->room, i + 1, sizeof *s->omission);
		s->omission[s->omissions++] = (omission){ reason, 0, line };
	}
	s->omission[i].count += count;
	if (line < s->omission[i].line)
		s->omission[i].line = line;
}

void
sink_note(sink *s, const char *format, ...)
{
	va_list args;
	char *line;

	va_start(args, format);
	line = xvprintf(format, args);
	va_end(args);
	text_add(&s->notes, line);
	text_add(&s->notes, "\n");
	free(line);
}

void
sink_preamble(sink *s, const table *from)
{
	s->origin = from;
}

void
sink_header(sink *s, const char *machine)
{
	s->machine = machine;
	if (s->holds || s->json)
		return;
	if (s->cli && (!s->out || !s->cli->bare))
		append_preamble(s, machine);
	append_line(s, true, NULL);
	sink_flush(s);
}

void
sink_put(sink *s, int column, const char *value)
{
	sink_field *f = column < 0 ? NULL : &s->field[column];

	if (!f)
		return;
	f->set = true;
	f->value = s->values.used;
	text_append(&s->values, value, strlen(value) + 1);
}

void
sink_put_int(sink *s, int column, int64_t value)
{
	char digits[24];

	snprintf(digits, sizeof digits, "%" PRId64, value);
	sink_put(s, column, digits);
}

void
sink_put_real(sink *s, int column, double value)
{
	char digits[32];

	snprintf(digits, sizeof digits, "%.9g", value == 0 ? 0.0 : value);	/* no "-0" */
	sink_put(s, column, digits);
}

void
sink_row(sink *s, const row *in)
{
	append_line(s, false, in);
	for (int i = 0; i < s->fields; i++)
		s->field[i].set = false;
	s->values.used = 0;
}

void
sink_line(sink *s, const char *kinds, ...)
{
	va_list cells;

	va_start(cells, kinds);
	for (int k = 0; kinds[k]; k++)
		if (kinds[k] == 's')
			sink_put(s, k, va_arg(cells, const char *));
		else if (kinds[k] == 'd')
			sink_put_real(s, k, va_arg(cells, double));
		else
			sink_put_int(s, k, kinds[k] == 'u' ? va_arg(cells, uint32_t) : va_arg(cells, int64_t));
	va_end(cells);
	sink_row(s, NULL);
}

void
sink_flush(sink *s)
{
	s->whole = s->held.used;
	if (s->out && !s->holds)
		write_held(s);
}

/* Write the preamble and the header in front of what was held. */
static void
release(sink *s)
{
	text rows = s->held;

	s->holds = false;
	s->held = (text){ 0 };
	sink_header(s, s->machine);
	s->held = rows;
}

static sink *holding;		/* the one that does; NULL */

/* Write the cases that were whole when the tool failed. */
static void
save(void)
{
	sink *s = holding;

	if (!s)
		return;
	holding = NULL;
	s->held.used = s->whole;
	release(s);
	sink_flush(s);
	close_output(s);
}

void
sink_hold(sink *s)
{
	s->holds = true;
	holding = s;
	atexit(save);
}

void
sink_close(sink *s)
{
	if (s->holds) {
		holding = NULL;
		release(s);
	}
	sink_flush(s);
	if (s->out)
		close_output(s);
}
