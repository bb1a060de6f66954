/* hostlist -- names in a list, and how an abbreviated list is read. */
#include "lib/hostlist/hostlist.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

enum { MOST_DIGITS = 18, LONGEST_NAME = 1024 };

void
hostlist_push(hostlist *h, const char *name)
{
	size_t length = strlen(name) + 1;

	h->at = xgrow(h->at, &h->room, (size_t)h->count + 1, sizeof *h->at);
	h->text = xgrow(h->text, &h->text_room, h->used + length, 1);
	memcpy(h->text + h->used, name, length);
	h->at[h->count++] = h->used;
	h->used += length;
}

void
hostlist_free(hostlist *h)
{
	free_all(h->at, h->text);
	*h = (hostlist){ 0 };
}

/* Nothing that a shell, a launcher's file or a list would take for more than a name. */
static bool
is_name(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("-_.:", c));
}

bool
hostlist_name(const char *name)
{
	if (!*name || *name == '-')
		return false;
	while (*name && is_name(*name))
		name++;
	return !*name;
}

/* A list under way. */
typedef struct hostlist_reading {
	hostlist *hosts;
	const char *text;
	const char **why;
	char name[LONGEST_NAME];	/* of the host under way */
	int groups;		/* of the item, up to here */
} hostlist_reading;

/* Say what is wrong with the `length` characters at `at`. */
static bool
refuse(const hostlist_reading *g, const char *at, size_t length, const char *wanted)
{
	static char *said;

	free(said);
	if (length)
		said = xprintf("character %zu: '%.*s': %s", (size_t)(at - g->text) + 1, length > 40 ? 40 : (int)length, at, wanted);
	else
		said = xprintf("character %zu: %s", (size_t)(at - g->text) + 1, wanted);
	*g->why = said;
	return false;
}

static bool
read_number(const char **at, uint64_t *number)
{
	size_t digits = strspn(*at, "0123456789");

	if (digits == 0 || digits > MOST_DIGITS)
		return false;
	*number = strtoull(*at, NULL, 10);
	*at += digits;
	return true;
}

/* Numbers of a group, all as wide. */
typedef struct number_range {
	uint64_t low, high;
	int width;
} number_range;

/* "7", "0009-12", up to the next ',' or ']'. */
static bool
read_range(const hostlist_reading *g, const char **at, number_range *r)
{
	const char *s = *at;
	size_t length = strcspn(s, ",]");

	if (!read_number(at, &r->low))
		return refuse(g, s, length, "must be a number of at most 18 digits, or two with '-' between them");
	r->width = (int)(*at - s);
	r->high = r->low;
	if (**at == '-') {
		++*at;
		if (!read_number(at, &r->high))
			return refuse(g, s, length, "a range must end with a number of at most 18 digits");
	}
	if (*at != s + length)
		return refuse(g, s, length, "must be a number, or two with '-' between them");
	if (r->high < r->low)
		return refuse(g, s, length, "a range must ascend");
	if (r->high - r->low >= HOSTLIST_RANGE)
		return refuse(g, s, length, "a range has at most 65536 hosts");
	return true;
}

static bool expand(hostlist_reading *g, const char *at, size_t used);

/* The group whose '[' is at `open`, each of its numbers in turn behind the `used` characters of the name. */
static bool
expand_group(hostlist_reading *g, const char *open, size_t used)
{
	const char *close = open + strcspn(open, "]"), *at = open;

	if (!*close)
		return refuse(g, open, 1, "a bracket without its end");
	if (g->groups == HOSTLIST_GROUPS)
		return refuse(g, open, 1, "more than 16 groups in a name");
	g->groups++;
	while (at < close) {
		number_range r = { 0 };

		at++;
		if (!read_range(g, &at, &r))
			return false;
		for (uint64_t n = r.low; n <= r.high; n++) {
			int more = snprintf(g->name + used, sizeof g->name - used, "%0*llu", r.width, (unsigned long long)n);

			if (used + (size_t)more >= sizeof g->name)
				return refuse(g, open, 1, "a name has at most 1023 characters");
			if (!expand(g, close + 1, used + (size_t)more))
				return false;
		}
	}
	g->groups--;
	return true;
}

/* What follows in the item at `at`, behind the `used` characters that its host's name has. */
static bool
expand(hostlist_reading *g, const char *at, size_t used)
{
	size_t length = 0;

	while (is_name(at[length]))
		length++;
	if (used + length >= sizeof g->name)
		return refuse(g, at, length, "a name has at most 1023 characters");
	memcpy(g->name + used, at, length);
	at += length;
	used += length;
	if (*at == '[')
		return expand_group(g, at, used);
	if (*at && *at != ',')
		return refuse(g, at, 1, *at == ']' ? "a bracket without its beginning" :
			"must be a letter, a digit or one of -_.: of a host's name, or a comma between two");
	if (!used)
		return refuse(g, at, 0, "a host's name is missing");
	if (*g->name == '-')
		return refuse(g, at, 0, "a host's name begins with no '-', as an option would");
	if (g->hosts->count == HOSTLIST_MOST)
		return refuse(g, at, 0, "more than 4194304 hosts");
	g->name[used] = '\0';
	hostlist_push(g->hosts, g->name);
	return true;
}

size_t
hostlist_span(const char *item, const char *between)
{
	const char *end = item;

	for (bool inside = false; *end && (inside || !strchr(between, *end)); end++)
		inside = *end == '[' || (inside && *end != ']');
	return (size_t)(end - item);
}

bool
hostlist_read(hostlist *h, const char *text, const char **why)
{
	hostlist_reading g = { .hosts = h, .text = text, .why = why };

	for (const char *item = text;;) {
		g.groups = 0;
		if (!expand(&g, item, 0))
			return false;
		item += hostlist_span(item, ",");
		if (!*item)
			return true;
		item++;
	}
}
