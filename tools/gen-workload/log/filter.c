/* filter -- one expression a field, all of which must hold. */
#include "gen-workload/log/filter.h"

#include <string.h>

#include "lib/cli/cli.h"

void
set_filter(const char *option, const char *arg, void *to)
{
	job_filter *l = to;
	const char *sign = strchr(arg, '='), *why;
	size_t offset;
	regex *x;

	if (!sign || sign == arg)
		die(FAIL_USAGE, "%s: '%s': must be FIELD=REGEX", option, arg);
	if (l->count == MOST_FILTERS)
		die(FAIL_USAGE, "%s: at most %d of them", option, MOST_FILTERS);
	x = regex_compile(sign + 1, true, &offset, &why);
	if (!x)
		die(FAIL_USAGE, "%s: '%s': %s, at offset %zu of the expression", option, arg, why, offset);
	l->item[l->count].field = xprintf("%.*s", (int)(sign - arg), arg);
	l->item[l->count++].regex = x;
}

void
filter_resolve(job_filter *l, int (*find)(const void *reader, const char *field), const void *reader)
{
	for (int i = 0; i < l->count; i++)
		l->item[i].at = find(reader, l->item[i].field);
}

bool
filter_all(const job_filter *l, const char *const *text, const char *file, long line)
{
	for (int i = 0; i < l->count; i++) {
		const char *why;

		if (regex_find(l->item[i].regex, text[l->item[i].at], &why))
			continue;
		if (why)
			die(FAIL_DATA, "%s:%ld: --match %s: %s", file, line, l->item[i].field, why);
		return false;
	}
	return true;
}
