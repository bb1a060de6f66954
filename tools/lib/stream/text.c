/* text -- text that grows, and how a cell is written.
 *
 * A cell is quoted only when it must be: for RFC 4180's sake, or because a line that begins with '#' would be taken for a preamble and one
 * without anything for a blank line. */
#include "lib/stream/text.h"

#include <csv.h>
#include <ctype.h>
#include <float.h>
#include <stdio.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"

void
text_append(text *t, const char *s, size_t length)
{
	t->at = xgrow(t->at, &t->room, t->used + length, 1);
	if (length)
		memcpy(t->at + t->used, s, length);
	t->used += length;
}

void
text_add(text *t, const char *s)
{
	text_append(t, s, strlen(s));
}

void
text_add_cell(text *t, const char *s, bool first, bool only)
{
	size_t length = strcspn(s, ",\"\r\n");

	if (!s[length] && !(first && *s == '#') && !(only && !*s)) {
		text_append(t, s, length);
		return;
	}
	length += strlen(s + length);
	t->at = xgrow(t->at, &t->room, t->used + 2 * length + 2, 1);
	t->used += csv_write(t->at + t->used, t->room - t->used, s, length);
}

/* JSON has no 007, +1, .5, 1. and nan. */
static bool
is_json_number(const char *s)
{
	const char *digits = s + (*s == '-'), *point = strchr(s, '.');
	double x;

	return isdigit((unsigned char)*digits) && !(*digits == '0' && isdigit((unsigned char)digits[1])) &&
		(!point || isdigit((unsigned char)point[1])) && read_real(s, -DBL_MAX, DBL_MAX, &x);
}

void
text_add_json(text *t, const char *s, bool may_be_number)
{
	char escape[8];

	if (!*s || (may_be_number && is_json_number(s))) {
		text_add(t, *s ? s : "null");
		return;
	}
	text_add(t, "\"");
	for (size_t n; *s; s += n) {
		for (n = 0; (unsigned char)s[n] >= ' ' && s[n] != '"' && s[n] != '\\'; n++)
			;
		text_append(t, s, n);
		if (s[n]) {
			snprintf(escape, sizeof escape, "\\u%04x", (unsigned char)s[n++]);
			text_add(t, escape);
		}
	}
	text_add(t, "\"");
}
