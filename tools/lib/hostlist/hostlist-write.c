/* hostlist-write -- a list of hosts, sorted and short. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "lib/hostlist/hostlist.h"

enum { MOST_DIGITS = 18 };

/* A host's name, taken apart. */
typedef struct host {
	const char *name;
	size_t stem;		/* characters before the digits at its end, */
	char *key;		/* and their place among others */
	uint64_t number;
	int digits;
	bool numbered;		/* has some */
	int width;		/* its class: 0 without leading zeros, else the digits */
} host;

static host
take_apart(const char *name)
{
	size_t length = strlen(name);
	host h = { .name = name, .stem = length };

	while (h.stem > 0 && isdigit((unsigned char)name[h.stem - 1]))
		h.stem--;
	if (length - h.stem > MOST_DIGITS)
		h.stem = length;
	h.digits = (int)(length - h.stem);
	h.numbered = h.digits > 0;
	h.number = h.digits ? strtoull(name + h.stem, NULL, 10) : 0;
	h.width = h.digits > 1 && name[h.stem] == '0' ? h.digits : 0;
	return h;
}

/* The text before the digits, so that the order of such texts is that of numbers in it by value, then by width: a number as a zero, how
 * many digits it has without zeros in front, these, and how many in all. */
static char *
key_of(const host *h)
{
	char *key;
	size_t size;
	FILE *f = xmemory_open(&key, &size);

	for (const char *s = h->name; s < h->name + h->stem;) {
		size_t left = (size_t)(h->name + h->stem - s), digits = strspn(s, "0123456789"), zeros = strspn(s, "0");

		digits = digits < left ? digits : left;
		zeros = zeros < digits ? zeros : digits ? digits - 1 : 0;
		if (digits)
			fprintf(f, "0%04zu%.*s%04zu", digits - zeros, (int)(digits - zeros), s + zeros, digits);
		else
			putc(*s, f);
		s += digits ? digits : 1;
	}
	xmemory_close(f);
	return key;
}

ASCENDING_BY3(by_number, host, numbered, width, number)

static int
by_place(const void *a, const void *b)
{
	int order = strcmp(((const host *)a)->key, ((const host *)b)->key);

	return order ? order : by_number(a, b);
}

static bool
one_item(const host *x, const host *y)
{
	return x->digits && y->digits && x->stem == y->stem && memcmp(x->name, y->name, x->stem) == 0;
}

/* A number without leading zeros may be one of any class that is no wider: it joins the widest that the item has, "10" and
 * "100" beside "09". */
static void
join_classes(host *h, uint32_t from, uint32_t to)
{
	uint32_t widths = 0;	/* a bit for each class */

	for (uint32_t i = from; i < to; i++)
		widths |= h[i].width ? UINT32_C(1) << h[i].width : 0;
	for (uint32_t i = from; i < to; i++)
		for (int w = h[i].digits; w > 0 && !h[i].width; w--)
			if (widths >> w & 1)
				h[i].width = w;
}

/* Of hosts from … to - 1, an item with more than one: its numbers, runs of them as ranges. */
static void
write_numbers(FILE *f, const host *h, uint32_t from, uint32_t to)
{
	for (uint32_t i = from, last; i < to; i = last + 1) {
		for (last = i; last + 1 < to && h[last + 1].width == h[i].width && h[last + 1].number == h[last].number + 1 &&
			h[last + 1].number - h[i].number < HOSTLIST_RANGE;)
			last++;
		fprintf(f, "%s%s", i == from ? "" : ",", h[i].name + h[i].stem);
		if (last > i)
			fprintf(f, "-%s", h[last].name + h[last].stem);
	}
}

char *
hostlist_write(const hostlist *l)
{
	host *h = xalloc((size_t)l->count + 1, sizeof *h);
	char *text;
	size_t size;
	FILE *f = xmemory_open(&text, &size);
	uint32_t count = 0;

	for (uint32_t i = 0; i < l->count; i++) {
		h[i] = take_apart(hostlist_at(l, i));
		h[i].key = key_of(&h[i]);
	}
	qsort(h, l->count, sizeof *h, by_place);
	for (uint32_t i = 0; i < l->count; i++)
		if (!count || strcmp(h[count - 1].name, h[i].name) != 0)
			h[count++] = h[i];
		else
			free(h[i].key);
	for (uint32_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && one_item(&h[i], &h[end]);)
			end++;
		join_classes(h, i, end);
		qsort(h + i, end - i, sizeof *h, by_place);
		if (end == i + 1) {
			fprintf(f, "%s%s", i ? "," : "", h[i].name);
			continue;
		}
		fprintf(f, "%s%.*s[", i ? "," : "", (int)h[i].stem, h[i].name);
		write_numbers(f, h, i, end);
		putc(']', f);
	}
	xmemory_close(f);
	for (uint32_t i = 0; i < count; i++)
		free(h[i].key);
	free(h);
	return text;
}
