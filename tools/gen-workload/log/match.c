/* match -- one expression a field, all of which must hold. */
#include <stdlib.h>
#include <string.h>

#include "gen-workload/log/match.h"
#include "lib/cli/cli.h"

void
match_read(match_list *l, const char *arg)
{
	const char *sign = strchr(arg, '='), *why;
	size_t offset;
	regex *x;

	if (!sign || sign == arg)
		die(FAIL_USAGE, "--match: '%s': must be FIELD=REGEX", arg);
	if (l->count == MOST_MATCHES)
		die(FAIL_USAGE, "--match: at most %d of them", MOST_MATCHES);
	x = regex_compile(sign + 1, true, &offset, &why);
	if (!x)
		die(FAIL_USAGE, "--match: '%s': %s, at offset %zu of the expression", arg, why, offset);
	l->item[l->count].field = xprintf("%.*s", (int)(sign - arg), arg);
	l->item[l->count++].regex = x;
}

void
match_resolve(match_list *l, int (*find)(const void *reader, const char *field), const void *reader)
{
	for (int i = 0; i < l->count; i++)
		l->item[i].at = find(reader, l->item[i].field);
}

bool
match_all(const match_list *l, const char *const *text, const char *file, long line)
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

void
match_free(match_list *l)
{
	for (int i = 0; i < l->count; i++) {
		regex_free(l->item[i].regex);
		free(l->item[i].field);
	}
}
