/* algorithm-option -- see algorithm-option.h. */
#include "map/algorithm-option.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"

void
option_give(const algorithm_option *o, const char *text)
{
	if (o->word)
		*o->word = option_word(o->name, text, o->value);
	else if (o->count)
		*o->count = option_count(o->name, text, o->most);
	else
		o->read(o->name, text);
}

/* "a|b|c" as a message has it: "a, b or c". */
static char *
either(const char *words)
{
	char *list = xcalloc(4 * strlen(words) + 1, 1), *end = list;

	for (const char *p = words; *p; p++) {
		if (*p == '|')
			end = stpcpy(end, strchr(p + 1, '|') ? ", " : " or ");
		else
			*end++ = *p;
	}
	return list;
}

int
option_word(const char *name, const char *text, const char *words)
{
	size_t length = strlen(text), n;
	int at = 0;

	for (const char *p = words; n = strcspn(p, "|"), n != length || memcmp(p, text, n) != 0; p += n + 1, at++)
		if (p[n] == '\0')
			die(FAIL_USAGE, "--%s: '%s': must be %s", name, text, either(words));
	return at;
}

int64_t
option_count(const char *name, const char *text, int64_t most)
{
	int64_t n;

	if (!read_int(text, 1, most, &n))
		die(FAIL_USAGE, "--%s: '%s': must be a whole number from 1", name, text);
	return n;
}

extents
option_extents(const char *name, const char *text, int least, int most, const char *like)
{
	extents e;

	if (read_dims(text, &e.dims, e.n) && e.dims >= least && e.dims <= most)
		return e;
	if (least == most)
		die(FAIL_USAGE, "--%s: '%s': must be %d extents, as %s", name, text, least, like);
	die(FAIL_USAGE, "--%s: '%s': must be %d %s %d extents, as %s", name, text, least, most == least + 1 ? "or" : "to", most, like);
}

char *
extents_text(const uint32_t *extent, int dims)
{
	char *text = xstrdup("");

	for (int d = 0; d < dims; d++) {
		char *more = xprintf("%s%s%" PRIu32, text, d > 0 ? "x" : "", extent[d]);

		free(text);
		text = more;
	}
	return text;
}

void
option_axes(const char *name, const char *text, int *axis)
{
	static const char axes[] = "xyz";
	size_t n = strspn(text, axes);

	if (text[n] || n < 2 || n > 3)
		die(FAIL_USAGE, "--%s: '%s': must be two or three of x, y and z", name, text);
	for (size_t i = 0; i < n; i++) {
		if (memchr(text, text[i], i))
			die(FAIL_USAGE, "--%s: '%s': names %c twice", name, text, text[i]);
		axis[i] = (int)(strchr(axes, text[i]) - axes);
	}
	if (n == 2)
		axis[2] = 3 - axis[0] - axis[1];
}
