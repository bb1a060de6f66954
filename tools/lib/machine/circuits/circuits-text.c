/* circuits-text -- the column `circuits`, read strictly and written one way. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/machine/circuits/circuits.h"

/* One side of an item: links low … high of a group. */
typedef struct side {
	uint32_t group, low, high;
} side;

typedef struct circuits_reader {
	const rdragonfly *d;
	const char *at;		/* not read yet */
	const char *item;	/* the item under way, */
	int length;		/* as much of it as messages show */
	uint8_t *used;		/* [g*a*h], by end: is it in a circuit? */
	const char *why;	/* what is wrong */
} circuits_reader;

/* Refuse the item: the reason, "'ITEM'FORMAT", lives until the next one. */
__attribute__((format(printf, 2, 3))) static bool
refuse(circuits_reader *r, const char *format, ...)
{
	static char text[256];
	int item = snprintf(text, sizeof text, "'%.*s'", r->length, r->item);
	va_list args;

	va_start(args, format);
	vsnprintf(text + item, sizeof text - (size_t)item, format, args);
	va_end(args);
	r->why = text;
	return false;
}

/* A number without sign and leading zeros; NONE when it is that large or larger. */
static bool
read_number(circuits_reader *r, uint32_t *out)
{
	size_t digits = strspn(r->at, "0123456789");
	unsigned long long n = strtoull(r->at, NULL, 10);

	if (digits == 0 || (digits > 1 && *r->at == '0'))
		return false;
	*out = n < NONE ? (uint32_t)n : NONE;
	r->at += digits;
	return true;
}

static bool
skip(circuits_reader *r, char c)
{
	if (*r->at != c)
		return false;
	r->at++;
	return true;
}

/* G.i or G.i-j; false when it is spelt otherwise. */
static bool
read_side(circuits_reader *r, side *s)
{
	if (!read_number(r, &s->group) || !skip(r, '.') || !read_number(r, &s->low))
		return false;
	s->high = s->low;
	return !skip(r, '-') || read_number(r, &s->high);
}

static bool
check_side(circuits_reader *r, const side *s)
{
	if (s->group >= r->d->groups.g)
		return refuse(r, ": a group is not below %" PRIu32, r->d->groups.g);
	if (s->low >= r->d->links || s->high >= r->d->links)
		return refuse(r, ": a link is not below %" PRIu32, r->d->links);
	return s->low <= s->high || refuse(r, " must have ascending ranges");
}

static bool
take(circuits_reader *r, circuits *c, uint32_t x, uint32_t y)
{
	const rdragonfly *d = r->d;

	if (circuits_ocs(d, x) != circuits_ocs(d, y))
		return refuse(r, " joins link %" PRIu32 ".%" PRIu32 ", which ends at OCS %" PRIu32 ", to link %" PRIu32 ".%" PRIu32
			", which ends at OCS %" PRIu32, x / d->links, x % d->links, circuits_ocs(d, x), y / d->links, y % d->links, circuits_ocs(d, y));
	if (r->used[x] || r->used[y]) {
		r->why = circuits_twice(d, r->used[x] ? x : y);
		return false;
	}
	r->used[x] = r->used[y] = 1;
	circuits_add(c, x, y);
	return true;
}

static bool
read_item(circuits_reader *r, circuits *c)
{
	size_t length = strcspn(r->at, " ");
	side s, t;

	r->item = r->at;
	r->length = length > 48 ? 48 : (int)length;
	if (!read_side(r, &s) || !skip(r, ':') || !read_side(r, &t) || (*r->at && *r->at != ' '))
		return refuse(r, " must be G.i:H.k or G.i-j:H.k-l, with one space between two");
	if (!check_side(r, &s) || !check_side(r, &t))
		return false;
	if (s.group == t.group)
		return refuse(r, " joins links of one group");
	if (s.high - s.low != t.high - t.low)
		return refuse(r, " must have as many links on either side");
	for (uint32_t i = 0; i <= s.high - s.low; i++)
		if (!take(r, c, s.group * r->d->links + s.low + i, t.group * r->d->links + t.low + i))
			return false;
	return true;
}

bool
circuits_read(circuits *c, const machine *m, const char *text, const char **why)
{
	const rdragonfly *d = rdragonfly_of(m);
	circuits_reader r = { .d = d, .at = text };
	bool good = true;

	c->count = 0;
	if (!*text)
		return true;
	r.used = xcalloc((size_t)d->groups.g * d->links, sizeof *r.used);
	do
		good = read_item(&r, c);
	while (good && skip(&r, ' '));
	free(r.used);
	if (!good)
		*why = r.why;
	return good;
}

/* How many circuits from this one on lead link after link from one group to one other. */
static uint32_t
run(const circuit *c, uint32_t most, uint32_t links)
{
	uint32_t n = 1;

	while (n < most && c[n].end[0] == c[0].end[0] + n && c[n].end[1] == c[0].end[1] + n
	    && c[n].end[0] / links == c[0].end[0] / links && c[n].end[1] / links == c[0].end[1] / links)
		n++;
	return n;
}

static void
write_side(FILE *f, uint32_t links, uint32_t end, uint32_t run_length)
{
	fprintf(f, "%" PRIu32 ".%" PRIu32, end / links, end % links);
	if (run_length > 1)
		fprintf(f, "-%" PRIu32, end % links + run_length - 1);
}

char *
circuits_write(const circuits *c, const machine *m)
{
	uint32_t links = rdragonfly_of(m)->links;
	circuit *sorted = xalloc(c->count, sizeof *sorted);
	char *text = NULL;
	size_t size;
	FILE *f = xmemory_open(&text, &size);

	if (c->count > 0)
		memcpy(sorted, c->item, c->count * sizeof *sorted);
	qsort(sorted, c->count, sizeof *sorted, ascending_u32);	/* by their first ends: no end is in two */
	for (uint32_t i = 0, n; i < c->count; i += n) {
		n = run(&sorted[i], c->count - i, links);
		if (i > 0)
			fputc(' ', f);
		write_side(f, links, sorted[i].end[0], n);
		fputc(':', f);
		write_side(f, links, sorted[i].end[1], n);
	}
	xmemory_close(f);
	free(sorted);
	return text;
}
