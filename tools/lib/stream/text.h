/* text -- text that grows, and cells in it; private to stream. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct text {
	char *at;		/* not ended by a NUL */
	size_t used, room;
} text;

void text_append(text *t, const char *s, size_t length);
void text_add(text *t, const char *s);

/* Add a cell as RFC 4180 wants it: `first` of its line, or the `only` one. */
void text_add_cell(text *t, const char *s, bool first, bool only);

/* Add a text, or as it is where it is a number of JSON, as JSON; `null` where it is empty. */
void text_add_json(text *t, const char *s, bool may_be_number);
