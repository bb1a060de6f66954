/* choices -- see choices.h.  Near is what few changes of letters make of each other: one added, left out or changed, two
 * neighbours swapped (Damerau and Levenshtein's distance, in which no letter changes twice). */
#include "lib/cli/choices.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "lib/cli/cli.h"

enum { MOST_APART = 2 };

/* Of either case. */
static bool
same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static size_t
letters_apart(const char *a, const char *b)
{
	size_t m = strlen(a), n = strlen(b), wide = n + 1, apart;
	size_t *d = xalloc((m + 1) * wide, sizeof *d);	/* d[i wide + j]: of the first i letters of a and the first j of b */

	for (size_t i = 0; i <= m; i++)
		for (size_t j = 0; j <= n; j++) {
			size_t *at = &d[i * wide + j];

			if (i == 0 || j == 0) {
				*at = i + j;
				continue;
			}
			*at = MIN(MIN(at[-1], *(at - wide)) + 1, *(at - wide - 1) + !same(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
				*at = MIN(*at, *(at - 2 * wide - 2) + 1);
		}
	apart = d[m * wide + n];
	free(d);
	return apart;
}

choice_list
choices_begin(const char *typed, const char *between)
{
	return (choice_list){ .typed = typed, .between = between, .names = xstrdup(""), .apart = MOST_APART + 1 };
}

void
choices_alias(choice_list *c, const char *name)
{
	size_t typed = strlen(c->typed), length = strlen(name), apart;

	if (typed > length + MOST_APART || length > typed + MOST_APART)
		return;
	apart = letters_apart(c->typed, name);
	if (apart < c->apart && 2 * apart < (length > typed ? length : typed)) {	/* more letters stay than change */
		c->nearest = name;
		c->apart = apart;
	}
}

void
choices_add(choice_list *c, const char *name)
{
	c->names = xappend(c->names, "%s%s", *c->names ? c->between : "", name);
	choices_alias(c, name);
}

const char *
choices_hint(const choice_list *c)
{
	return c->nearest ? xprintf("did you mean '%s'? ", c->nearest) : "";
}
