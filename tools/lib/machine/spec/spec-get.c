/* spec-get -- what a kind reads from its spec, and how it refuses it. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/spec/spec.h"
#include "lib/stream/bounds.h"

spec_item *
spec_find(const spec *s, const char *name)
{
	for (int i = 0; i < s->count; i++)
		if (strcmp(s->item[i].key->name, name) == 0)
			return &s->item[i];
	return NULL;
}

void
spec_bad(const spec *s, const char *name, const char *wanted, ...)
{
	const spec_item *it = name ? spec_find(s, name) : NULL;
	const char *fallback = it ? it->key->fallback : NULL;
	char text[1024];
	va_list args;

	va_start(args, wanted);
	vsnprintf(text, sizeof text, wanted, args);
	va_end(args);
	if (it && it->text)
		die(it->status, "%s: %s: '%s': %s", it->where, name, it->text, text);
	if (fallback && *fallback)
		die(s->status, "%s: %s: '%s': %s", s->where, name, fallback, text);
	die(s->status, "%s: %s%s%s", s->where, name ? name : "", name ? ": " : "", text);
}

/* The item of a key that has a value; its type must be a, b or c. */
static const spec_item *
need(const spec *s, const char *name, key_type a, key_type b, key_type c)
{
	const spec_item *it = spec_find(s, name);

	assert(it && it->has && (it->key->type == a || it->key->type == b || it->key->type == c));
	(void)a, (void)b, (void)c;
	return it;
}

bool
spec_given(const spec *s, const char *name)
{
	const spec_item *it = spec_find(s, name);

	assert(it);
	return it->has;
}

int64_t
spec_int(const spec *s, const char *name)
{
	return need(s, name, KEY_INT, KEY_BYTES, KEY_TIME)->value.number[0];
}

uint32_t
spec_at_least(const spec *s, const char *name, uint32_t least)
{
	int64_t n = spec_int(s, name);

	if (n < least)
		spec_bad(s, name, "must be at least %u", least);
	return (uint32_t)n;
}

uint64_t
spec_bandwidth(const spec *s, const char *name)
{
	return (uint64_t)need(s, name, KEY_BANDWIDTH, KEY_BANDWIDTH, KEY_BANDWIDTH)->value.number[0];
}

const char *
spec_word(const spec *s, const char *name)
{
	const spec_item *it = need(s, name, KEY_WORD, KEY_NODES, KEY_NODES);

	return it->text ? it->text : it->key->fallback;
}

const char *
spec_file(const spec *s, const char *name)
{
	const spec_item *it = need(s, name, KEY_FILE, KEY_FILE, KEY_FILE);

	if (strcmp(it->text, "-") == 0)
		spec_bad(s, name, "must be the name of a file");
	if (it->by_stream && !file_for_streams(it->text))
		spec_bad(s, name, "must be the name of a regular file, as a stream names it");
	return it->text;
}

const int64_t *
spec_list(const spec *s, const char *name, int *count)
{
	const spec_item *it = need(s, name, KEY_EXTENTS, KEY_BANDWIDTHS, KEY_TIMES);

	*count = it->value.count;
	return it->value.number;
}

void
spec_derive(spec *s, const char *name, uint32_t normal)
{
	spec_item *it = spec_find(s, name);

	assert(it && it->key->type == KEY_INT && it->key->fallback && !*it->key->fallback);
	if (!it->has) {
		it->has = true;
		it->value = (spec_value){ 1, { normal } };
	}
	it->is_default = it->value.number[0] == normal;
}
