/* lists -- many numbers in one cell, read strictly and written one way. */
#include "lib/stream/lists.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/cli/cli.h"

void
list_push(list *l, uint32_t item)
{
	l->item = xgrow(l->item, &l->room, (size_t)l->count + 1, sizeof *l->item);
	l->item[l->count++] = item;
}

void
list_free(list *l)
{
	free(l->item);
	*l = (list){ 0 };
}

static char reason[64];		/* one that holds a number */

/* Read a number without sign and leading zeros; the reason when it is not one. */
static const char *
read_number(const char **s, uint32_t limit, uint32_t *out)
{
	uint64_t n = 0;
	const char *p = *s;

	if (!isdigit((unsigned char)*p)) {
		if (*p == '-' || *p == '+')
			return "must be numbers without a sign";
		if (*p == ' ')
			return "must have one blank between items, none before or behind";
		return *p ? "must be numbers" : "must not end where a number is wanted";
	}
	if (p[0] == '0' && isdigit((unsigned char)p[1]))
		return "must be numbers without leading zeros";
	for (; isdigit((unsigned char)*p); p++)
		if (n < limit)
			n = n * 10 + (uint64_t)(*p - '0');
	if (n >= limit) {
		snprintf(reason, sizeof reason, "%.*s is not below %" PRIu32, p - *s > 20 ? 20 : (int)(p - *s), *s, limit);
		return reason;
	}
	*out = (uint32_t)n;
	*s = p;
	return NULL;
}

/* Read one item: a, a-b, either with xK. */
static const char *
read_item(list *l, const char **s, uint32_t limit, uint32_t most, bool repeats)
{
	uint32_t low = 0, high, times = 1;
	const char *why = read_number(s, limit, &low);

	high = low;
	if (!why && **s == '-') {
		++*s;
		why = read_number(s, limit, &high);
	}
	if (!why && repeats && **s == 'x') {
		++*s;
		why = read_number(s, UINT32_MAX, &times);
	}
	if (why)
		return why;
	if (high < low)
		return "must be ascending ranges";
	if (!times)
		return "must repeat an item at least once";
	if ((uint64_t)(high - low) + 1 > (most - l->count) / times) {
		snprintf(reason, sizeof reason, "must have at most %" PRIu32 " items", most);
		return reason;
	}
	for (uint64_t v = low; v <= high; v++)
		for (uint32_t k = 0; k < times; k++)
			list_push(l, (uint32_t)v);
	return NULL;
}

bool
list_read(list *l, const char *text, uint32_t limit, uint32_t most, bool repeats, const char **why)
{
	l->count = 0;
	if (!*text)
		return true;
	for (;;) {
		*why = read_item(l, &text, limit, most, repeats);
		if (*why)
			return false;
		if (!*text)
			return true;
		if (*text++ != ' ') {
			*why = repeats ? "must be items a, a-b, axK, a-bxK" : "must be items a or a-b";
			return false;
		}
	}
}

/* How often item i comes in a row. */
static uint32_t
repeated(const uint32_t *item, uint32_t n, uint32_t i)
{
	uint32_t k = 1;

	while (i + k < n && item[i + k] == item[i])
		k++;
	return k;
}

/* Find the item that begins at i: each of low ... high `times` times; the index behind it. */
static uint32_t
next_item(const uint32_t *item, uint32_t n, uint32_t i, bool repeats, uint32_t *high, uint32_t *times)
{
	*high = item[i];
	*times = repeats ? repeated(item, n, i) : 1;
	for (i += *times; i < n && *high < UINT32_MAX && item[i] == *high + 1; i += *times) {
		if (repeats && repeated(item, n, i) != *times)
			break;
		++*high;
	}
	return i;
}

const char *
list_write(const uint32_t *item, uint32_t n, bool repeats)
{
	enum { LONGEST = sizeof " 4294967295-4294967295x4294967295" };
	static char *text;
	static size_t room;
	size_t used = 0;

	for (uint32_t i = 0; i < n;) {
		uint32_t low = item[i], high, times;

		i = next_item(item, n, i, repeats, &high, &times);
		if (room - used < LONGEST)
			text = xrealloc(text, room = (room + LONGEST) * 2, 1);
		used += (size_t)sprintf(text + used, "%s%" PRIu32, used ? " " : "", low);
		if (high > low)
			used += (size_t)sprintf(text + used, "-%" PRIu32, high);
		if (times > 1)
			used += (size_t)sprintf(text + used, "x%" PRIu32, times);
	}
	return used ? text : "";
}
