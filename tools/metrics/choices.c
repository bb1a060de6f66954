#include "metrics/choices.h"

#include <string.h>

void
choices_watch(choices *c, input *in, const names *by)
{
	*c = (choices){ .by = by, .first = in->wants };
	for (const input_choice *k = input_choices; k->name; k++) {
		int i = 0;

		while (i < in->wants && strcmp(in->want[i].name, k->name) != 0)
			i++;
		if (i == in->wants)
			input_wish(in, k->name, "");
	}
	c->columns = in->wants - c->first;
}

/* Name the column, and both ways out. */
_Noreturn static void
refuse(const choices *c, const input *in, const char *name, const char *text, const char *before)
{
	char *by = xstrdup("");

	for (uint32_t i = 0; c->by && i < c->by->count; i++)
		by = xappend(by, "%s,", names_at(c->by, i));
	by = c->by ? xprintf("part them (--by %s%s) or ", by, name) : by;
	die_at(in->table->file, in->row.line, "%s: '%s': would be pooled with '%s': %schoose one (metrics select --where %s=%s)",
		name, text, before, by, name, before);
}

void
choices_see(choices *c, const input *in, uint32_t group)
{
	c->seen = xgrow(c->seen, &c->room, ((size_t)group + 1) * (size_t)c->columns, sizeof *c->seen);
	for (int k = 0; k < c->columns; k++) {
		const char *name = in->want[c->first + k].name, *text = input_text(in, c->first + k);
		uint32_t *seen = &c->seen[(size_t)group * (size_t)c->columns + (size_t)k], number;

		if (!*text && !(text = input_usual(name)))
			continue;
		number = names_add(&c->text, text, NULL);
		if (*seen == 0)
			*seen = number + 1;
		else if (*seen != number + 1)
			refuse(c, in, name, text, names_at(&c->text, *seen - 1));
	}
}
