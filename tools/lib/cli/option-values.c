#include "lib/cli/option-values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"

enum { PS_PER_MS = 1000 * 1000 * 1000 };

void
option_text(const char *option, const char *value, void *field)
{
	(void)option;
	*(const char **)field = value;
}

void
option_flag(const char *option, const char *value, void *field)
{
	(void)option, (void)value;
	*(bool *)field = true;
}

void
option_command(const char *option, const char *value, void *field)
{
	if (!value[strspn(value, " \t\n")])
		die(FAIL_USAGE, "%s: '%s': must be a command", option, value);
	*(const char **)field = value;
}

void
option_timeout(const char *option, const char *value, void *field)
{
	int64_t ps;

	if (!read_period(value, &ps) || ps == 0)
		die(FAIL_USAGE, "%s: '%s': must be a time above 0, such as 6h", option, value);
	*(int64_t *)field = (ps - 1) / PS_PER_MS + 1;
}

int64_t
option_int(const char *option, const char *value, int64_t min, int64_t max)
{
	int64_t n;

	if (!read_int(value, min, max, &n))
		die(FAIL_USAGE, "%s: '%s': must be an integer from %" PRId64 " to %" PRId64, option, value, min, max);
	return n;
}

void
option_count(const char *option, const char *value, void *field)
{
	*(int64_t *)field = option_int(option, value, 1, INT32_MAX);
}

void
option_size(const char *option, const char *value, void *field)
{
	if (!read_bytes(value, field) || *(int64_t *)field < 1)
		die(FAIL_USAGE, "%s: '%s': must be a size of at least 1 byte, such as 1KB", option, value);
}

void
option_time(const char *option, const char *value, void *field)
{
	if (!read_time(value, field))
		die(FAIL_USAGE, "%s: '%s': must be a time, such as 20us", option, value);
}

void
option_span(const char *option, const char *value, void *field)
{
	if (!read_time(value, field) || *(int64_t *)field == 0)
		die(FAIL_USAGE, "%s: '%s': must be a time above 0, such as 20us", option, value);
}

void
option_share(const char *option, const char *value, void *field)
{
	if (!read_real(value, 0, 1, field) || *(double *)field == 0)
		die(FAIL_USAGE, "%s: '%s': must be a number above 0 and at most 1", option, value);
}

void
option_read_quantity(const char *option, const char *value, const option_quantity *q, void *field)
{
	bool read = q->kind == VALUE_TEXT ? *value : q->kind == VALUE_REAL ? read_real(value, q->low, q->high, field) :
		q->kind == VALUE_BANDWIDTH ? read_bandwidth(value, field) :
		(q->kind == VALUE_TIME ? read_time : q->kind == VALUE_PERIOD ? read_period : read_bytes)(value, field);

	if (q->kind == VALUE_TIME || q->kind == VALUE_PERIOD || q->kind == VALUE_BYTES)
		read = read && (double)*(int64_t *)field >= q->low && (q->high == 0 || (double)*(int64_t *)field <= q->high);
	if (!read)
		die(FAIL_USAGE, "%s: '%s': must be %s", option, value, q->must);
	if (q->kind == VALUE_TEXT)
		*(const char **)field = value;
}

void
option_range(const char *option, const char *value, void *field)
{
	option_numbers *n = field;
	char *copy = xstrdup(value), *end = cut_at(copy, '-');

	n->first = 1;
	if ((end && !read_int(copy, 1, INT32_MAX, &n->first)) || !read_int(end ? end : copy, n->first, INT32_MAX, &n->last))
		die(FAIL_USAGE, "%s: '%s': must be N or A-B, 1 to %d, A at most B", option, value, INT32_MAX);
	free(copy);
}

void
option_items(const char *option, const char *list, void (*take)(const char *option, char *item, void *field), void *field)
{
	char *copy = xstrdup(list), *rest = copy, *item;

	while ((item = strsep(&rest, ",")))
		take(option, item, field);
	free(copy);
}

char *
cut_at(char *text, char sign)
{
	char *at = strchr(text, sign);

	if (at)
		*at++ = '\0';
	return at;
}

/* Which of the words with that sign between them it is, from 0; -1: none. */
static int
place_among(const char *text, const char *words, char between)
{
	size_t length = strlen(text), n;

	for (int at = 0;; at++, words += n + 1) {
		n = (size_t)(strchrnul(words, between) - words);
		if (n == length && memcmp(words, text, n) == 0)
			return at;
		if (words[n] == '\0')
			return -1;
	}
}

int
word_place(const char *text, const char *words)
{
	return place_among(text, words, '|');
}

bool
word_among(const char *words, const char *word)
{
	return place_among(word, words, ' ') >= 0;
}

int
option_word(const char *option, const char *arg, const char *words)
{
	int at = word_place(arg, words);
	char *list, *end;

	if (at >= 0)
		return at;
	list = end = xcalloc(4 * strlen(words) + 1, 1);	/* "a, b or c" */
	for (const char *p = words; *p; p++)
		if (*p == '|')
			end = stpcpy(end, strchr(p + 1, '|') ? ", " : " or ");
		else
			*end++ = *p;
	die(FAIL_USAGE, "%s: '%s': must be %s", option, arg, list);
}
