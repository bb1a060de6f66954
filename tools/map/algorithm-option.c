#include "map/algorithm-option.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"

void
option_give(const algorithm_option *o, const char *text)
{
	char *option = xprintf("--%s", o->name);

	if (o->word)
		*o->word = option_word(option, text, o->value);
	else if (o->count)
		*o->count = option_int(option, text, 1, o->most);
	else
		o->read(option, text);
	free(option);
}

extents
option_extents(const char *option, const char *text, int least, int most, const char *like)
{
	extents e;

	if (read_dims(text, &e.dims, e.n) && e.dims >= least && e.dims <= most)
		return e;
	if (least == most)
		die(FAIL_USAGE, "%s: '%s': must be %d extents, as %s", option, text, least, like);
	die(FAIL_USAGE, "%s: '%s': must be %d %s %d extents, as %s", option, text, least, most == least + 1 ? "or" : "to", most, like);
}

extents
extents_turned(const extents *e)
{
	extents turned = { .dims = e->dims };

	for (int d = 0; d < e->dims; d++)
		turned.n[d] = e->n[e->dims - 1 - d];
	return turned;
}

void
option_axes(const char *option, const char *text, void *field)
{
	int *axis = field;
	static const char axes[] = "xyz";
	size_t n = strspn(text, axes);

	if (text[n] || n < 2 || n > 3)
		die(FAIL_USAGE, "%s: '%s': must be two or three of x, y and z", option, text);
	for (size_t i = 0; i < n; i++) {
		if (memchr(text, text[i], i))
			die(FAIL_USAGE, "%s: '%s': names %c twice", option, text, text[i]);
		axis[i] = (int)(strchr(axes, text[i]) - axes);
	}
	if (n == 2)
		axis[2] = 3 - axis[0] - axis[1];
}
