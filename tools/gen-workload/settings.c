/* settings -- see settings.h. */
#include "gen-workload/settings.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/cli/units.h"

void
set_text(void *to, const char *option, const char *arg)
{
	(void)option;
	*(const char **)to = arg;
}

void
set_flag(void *to, const char *option, const char *arg)
{
	(void)option, (void)arg;
	*(bool *)to = true;
}

void
set_count(void *to, const char *option, const char *arg)
{
	*(int64_t *)to = option_int(option, arg, 1, INT32_MAX);
}

void
set_size(void *to, const char *option, const char *arg)
{
	*(int64_t *)to = option_size(option, arg);
}

void
set_time(void *to, const char *option, const char *arg)
{
	*(int64_t *)to = option_time(option, arg, 0);
}

void
set_span(void *to, const char *option, const char *arg)
{
	*(int64_t *)to = option_time(option, arg, 1);
}

void
set_load(void *to, const char *option, const char *arg)
{
	double *load = to;

	if (!read_real(arg, 0, 1, load) || *load == 0)
		die(FAIL_USAGE, "%s: '%s': must be a number above 0 and at most 1", option, arg);
}

void
set_cases(void *to, const char *option, const char *arg)
{
	cases *c = to;
	char *copy = xstrdup(arg), *end = strchr(copy, '-');

	if (end)
		*end++ = '\0';
	c->first = 1;
	if ((end && !read_int(copy, 1, INT32_MAX, &c->first)) || !read_int(end ? end : copy, c->first, INT32_MAX, &c->last))
		die(FAIL_USAGE, "%s: '%s': must be N or A-B, 1 to %d, A at most B", option, arg, INT32_MAX);
	free(copy);
}

void
set_order(void *to, const char *option, const char *arg)
{
	if (strcmp(arg, "small") != 0 && strcmp(arg, "large") != 0)
		die(FAIL_USAGE, "%s: '%s': must be small or large", option, arg);
	*(bool *)to = *arg == 'l';
}
