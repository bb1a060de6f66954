/* spec -- the text that names a machine, checked against the keys of its kind.
 *
 * The canonical text is what lets two tools agree that they speak of one machine: read again it gives the
 * same machine and the same text. */
#include "lib/machine/spec/spec.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/machine/spec/spec-source.h"
#include "lib/stream/bounds.h"

static int
keys_in(const spec_key *k)
{
	int n = 0;

	while (k[n].name)
		n++;
	return n;
}

static spec *
spec_new(const spec_kind *kinds, const spec_key *common, const spec_pairs *p)
{
	spec *s = xcalloc(1, sizeof *s);
	int own;

	s->kind = spec_kind_find(kinds, p->kind, strlen(p->kind));
	s->where = xstrdup(p->where);
	s->status = p->status;
	own = keys_in(s->kind->keys);
	s->count = own + keys_in(common);
	s->item = xcalloc((size_t)s->count, sizeof *s->item);
	for (int i = 0; i < s->count; i++)
		s->item[i].key = i < own ? &s->kind->keys[i] : &common[i - own];
	return s;
}

/* What a pair says: a file that a machine file names is looked for beside that; nodes have a '+' between them, as commas end a pair. */
static char *
meaning(const spec_pair *p, const spec_key *k)
{
	bool beside = k->type == KEY_FILE && p->folder && *p->text && *p->text != '/';
	char *text = xprintf("%s%s", beside ? p->folder : "", p->text);

	for (char *at = text; k->type == KEY_NODES && (at = strpbrk(at, ", \t\r\n"));) {
		size_t more = strspn(at, ", \t\r\n");

		*at++ = '+';
		memmove(at, at + more - 1, strlen(at + more - 1) + 1);
	}
	return text;
}

/* Note a pair; a replaced one keeps its place. */
static void
take(spec *s, const spec_pair *p, int place)
{
	spec_item *it = spec_find(s, p->key);

	if (!it) {
		choice_list all = choices_begin(p->key, ", ");

		for (int i = 0; i < s->count; i++)
			choices_add(&all, s->item[i].key->name);
		die(p->status, "%s: %s: unknown key; %s has: %s", p->where, p->key, s->kind->name, all.names);
	}
	if (it->text && !p->replaces)
		die(p->status, "%s: %s: '%s': given twice", p->where, p->key, p->text);
	if (!it->text)
		it->place = place;
	free_all(it->text, it->where, it->said);
	it->said = p->said ? xstrdup(p->said) : NULL;
	it->text = meaning(p, it->key);
	it->where = xstrdup(p->where);
	it->status = p->status;
	it->by_stream = s->of_stream && !p->replaces;
}

/* Turn text into a value, or take the default. */
static void
settle(const spec *s, spec_item *it)
{
	const char *fallback = it->key->fallback;
	spec_value normal;

	if (!it->text && !fallback)
		spec_bad(s, it->key->name, "must be given");
	if (!it->text) {
		it->has = *fallback != '\0' && value_read(it->key, fallback, &it->value);
		assert(it->has || !*fallback);
		it->is_default = true;
		return;
	}
	it->has = true;
	it->is_default = it->key->type == KEY_NODES && !*it->text;
	if (!value_read(it->key, it->text, &it->value))
		spec_bad(s, it->key->name, "%s", value_wanted(it->key));
	if (!fallback || !*fallback || !value_read(it->key, fallback, &normal))
		return;
	if (it->value.count == 0)
		it->is_default = strcmp(it->text, fallback) == 0;
	else
		it->is_default = it->value.count == normal.count &&
			memcmp(it->value.number, normal.number, (size_t)normal.count * sizeof *normal.number) == 0;
}

spec *
spec_read(const spec_kind *kinds, const spec_key *common, const char *text, bool files, char **set, int sets,
	const char *where, int status)
{
	spec_pairs p;
	spec *s;

	pairs_read(&p, kinds, text, files, set, sets, where, status);
	s = spec_new(kinds, common, &p);
	s->of_stream = !files;
	s->given = p.count;
	for (int i = 0; i < p.count; i++)
		take(s, &p.pair[i], i);
	for (int i = 0; i < s->count; i++)
		settle(s, &s->item[i]);
	pairs_free(&p);
	return s;
}

/* A value as the canonical text has it: whole numbers of a shape without leading zeros. */
static void
write_value(FILE *f, const spec_item *it)
{
	bool whole = it->key->type == KEY_INT || it->key->type == KEY_EXTENTS;

	if (!it->key->shape || !whole) {
		fputs(it->text, f);
		return;
	}
	for (int i = 0; i < it->value.count; i++)
		fprintf(f, "%s%" PRId64, i ? "x" : "", it->value.number[i]);
}

char *
spec_canonical(const spec *s)
{
	char *text = NULL, between = ':';
	size_t size;
	FILE *f = xmemory_open(&text, &size);

	fputs(s->kind->name, f);
	for (int place = -1; place < s->given; place++)	/* shape first, then what else was given, in its order */
		for (int i = 0; i < s->count; i++) {
			const spec_item *it = &s->item[i];

			if (!it->text || it->is_default || it->key->shape != (place < 0) || (place >= 0 && it->place != place))
				continue;
			fprintf(f, "%c%s=", between, it->key->name);
			write_value(f, it);
			between = ',';
		}
	xmemory_close(f);
	return text;
}

void
spec_free(spec *s)
{
	for (int i = 0; i < s->count; i++)
		free_all(s->item[i].text, s->item[i].where, s->item[i].said);
	free_all(s->item, s->where, s);
}

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

void
spec_refuse(const spec *s, const char *keys, const char *why)
{
	for (int i = 0; i < s->count; i++)
		if (s->item[i].text && word_among(keys, s->item[i].key->name))
			spec_bad(s, s->item[i].key->name, "%s", why);
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
