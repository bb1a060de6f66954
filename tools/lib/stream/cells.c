/* cells -- cells as values, and the one way to say that one of them is wrong. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/stream/table.h"

enum { SHOWN = 60 };	/* characters of a value in a message */

/* The value, cut when it is long. */
static char *
shown(const char *value)
{
	size_t length = strlen(value), most = length > SHOWN ? SHOWN : length;

	while (most < length && most && ((unsigned char)value[most] & 0xc0) == 0x80)
		most--;	/* not within a character */
	return xprintf("%.*s%s", (int)most, value, most < length ? "..." : "");
}

static char *
message(const table *t, const row *r, int column, const char *wanted, va_list args)
{
	char *reason = xvprintf(wanted, args), *value, *text;

	value = column < 0 ? NULL : shown(t->typed && t->typed[column] ? t->typed[column] : r->cell[column]);
	if (column < 0)
		text = t->file ? xprintf("%s:%ld: %s", t->file, r->line, reason) : xstrdup(reason);
	else if (t->file)
		text = xprintf("%s:%ld: %s: '%s': %s", t->file, r->line, t->name[column], value, reason);
	else
		text = xprintf("--%s: '%s': %s", t->name[column], value, reason);
	free_all(value, reason);
	return text;
}

void
table_bad(const table *t, const row *r, int column, const char *wanted, ...)
{
	va_list args;

	va_start(args, wanted);
	die(t->file ? FAIL_DATA : FAIL_USAGE, "%s", message(t, r, column, wanted, args));
}

void
table_warn(const table *t, const row *r, int column, const char *what, ...)
{
	va_list args;
	char *text;

	va_start(args, what);
	text = message(t, r, column, what, args);
	va_end(args);
	warn("%s", text);
	free(text);
}

const char *
cell_text(const row *r, int column)
{
	return column < 0 ? "" : r->cell[column];
}

int64_t
cell_int(const table *t, const row *r, int column, int64_t min, int64_t max, int64_t absent)
{
	const char *text = cell_text(r, column), *digits = text + (*text == '-');
	long long bound = strtoll(text, NULL, 10);	/* saturates */
	int64_t value;

	if (!*text)
		return absent;
	if (read_int(text, min, max, &value))
		return value;
	/* Say which bound it breaks, however many digits it has. */
	if (*digits && !digits[strspn(digits, "0123456789")]) {
		if (bound < min || bound == INT64_MIN)
			table_bad(t, r, column, "must be at least %" PRId64, min);
		if (bound > max || bound == INT64_MAX)
			table_bad(t, r, column, "must be at most %" PRId64, max);
	}
	table_bad(t, r, column, "must be an integer");	/* "-0", too */
}

double
cell_real(const table *t, const row *r, int column, double min, double max, double absent)
{
	const char *text = cell_text(r, column);
	double value;

	if (!*text)
		return absent;
	if (read_real(text, min, max, &value))
		return value;
	if (!read_real(text, -__DBL_MAX__, __DBL_MAX__, &value))
		table_bad(t, r, column, "must be a number");
	if (value < min)
		table_bad(t, r, column, "must be at least %.9g", min);
	table_bad(t, r, column, "must be at most %.9g", max);
}

int64_t
cell_time(const table *t, const row *r, int column, int64_t absent)
{
	const char *text = cell_text(r, column);
	int64_t ps;

	if (!*text)
		return absent;
	if (!seconds_to_ps(cell_real(t, r, column, 0, 1e6, 0), &ps))
		table_bad(t, r, column, "must be a time from 0 to 1000000 seconds");
	return ps;
}
