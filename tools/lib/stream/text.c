/* text -- text that grows, and how a cell is written.
 *
 * A cell is quoted only when it must be: for RFC 4180's sake, or because a line
 * that begins with '#' would be taken for a preamble and one without anything
 * for a blank line. */
#include "lib/stream/text.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

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
	text_add(t, "\"");
	while (*s) {
		length = strcspn(s, "\"");
		text_append(t, s, length);
		s += length;
		if (*s == '"') {
			text_add(t, "\"\"");
			s++;
		}
	}
	text_add(t, "\"");
}

void
text_free(text *t)
{
	free(t->at);
	*t = (text){ 0 };
}
