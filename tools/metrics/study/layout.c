/* layout -- aligned by characters, not bytes: texts are UTF-8. */
#include "metrics/study/layout.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

enum { GAP = 2, LEAST = 24 };

void
layout_add(study_layout *l, char *text)
{
	l->cell = xgrow(l->cell, &l->room, l->cells + 1, sizeof *l->cell);
	l->cell[l->cells++] = text;
}

static int
characters(const char *text, size_t bytes)
{
	int n = 0;

	for (size_t i = 0; i < bytes; i++)
		n += ((unsigned char)text[i] & 0xc0) != 0x80;
	return n;
}

/* How many bytes of text, which begins with a word, go into one line: whole words,
 * one at least. */
static size_t
line_bytes(const char *text, int width)
{
	size_t taken = 0, end = 0;

	for (;;) {
		end += strcspn(text + end, " \n");
		if (taken > 0 && characters(text, end) > width)
			return taken;
		taken = end;
		if (text[end] != ' ')
			return taken;
		end += strspn(text + end, " ");
		if (text[end] == '\0' || text[end] == '\n')
			return taken;
	}
}

static void
print_wrapped(const char *text, int indent, int width, FILE *out)
{
	for (;;) {
		size_t bytes = line_bytes(text, width);

		fwrite(text, 1, bytes, out);
		fputc('\n', out);
		text += bytes;
		text += strspn(text, " ");
		if (*text == '\n')
			text++;
		if (*text == '\0')
			return;
		fprintf(out, "%*s", indent, "");
	}
}

void
layout_print(const study_layout *l, int width, FILE *out)
{
	int last = l->columns - 1, indent = 0;
	int *wide = xcalloc((size_t)l->columns, sizeof *wide);

	for (size_t i = 0; i < l->cells; i++) {
		int n = characters(l->cell[i], strlen(l->cell[i]));

		if (n > wide[i % (size_t)l->columns])
			wide[i % (size_t)l->columns] = n;
	}
	for (int k = 0; k < last; k++)
		indent += wide[k] + GAP;
	width = width - indent < LEAST ? LEAST : width - indent;
	for (size_t i = 0; i < l->cells; i++) {
		const char *cell = l->cell[i];
		int k = (int)(i % (size_t)l->columns);

		if (k == last)
			print_wrapped(cell, indent, width, out);
		else
			fprintf(out, "%s%*s", cell, wide[k] - characters(cell, strlen(cell)) + GAP, "");
	}
	free(wide);
}
