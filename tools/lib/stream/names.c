/* names -- a hash table of strings with linear probing (Knuth 6.4, algorithm L).
 *
 * Some 30 bytes a name besides its text, so that a stream of a million cases can be checked for one that comes back. */
#include "lib/stream/names.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/rng/hash.h"

/* Where s is, or where it would go. */
static uint32_t
probe(const names *n, const char *s)
{
	uint32_t i = (uint32_t)hash_text(0, s) & (n->slots - 1);

	while (n->slot[i] && strcmp(names_at(n, n->slot[i] - 1), s) != 0)
		i = (i + 1) & (n->slots - 1);
	return i;
}

uint32_t
names_add(names *n, const char *s, bool *added)
{
	size_t length = strlen(s) + 1;
	uint32_t i;

	if (n->count >= n->slots / 2) {
		free(n->slot);
		n->slots = n->slots ? n->slots * 2 : 64;
		n->slot = xcalloc(n->slots, sizeof *n->slot);
		n->at = xrealloc(n->at, n->slots / 2, sizeof *n->at);
		for (i = 0; i < n->count; i++)
			n->slot[probe(n, names_at(n, i))] = i + 1;
	}
	i = probe(n, s);
	if (added)
		*added = !n->slot[i];
	if (n->slot[i])
		return n->slot[i] - 1;
	n->text = xgrow(n->text, &n->room, n->used + length, 1);
	memcpy(n->text + n->used, s, length);
	n->at[n->count] = n->used;
	n->used += length;
	n->slot[i] = ++n->count;
	return n->count - 1;
}

void
names_read(const char *option, const char *list, void *n)
{
	char *copy = xstrdup(list), *rest = copy, *name;
	bool added;

	while ((name = strsep(&rest, ",")) != NULL) {
		if (name[0] == '\0')
			die(FAIL_USAGE, "%s: '%s': a name is empty", option, list);
		names_add(n, name, &added);
		if (!added)
			die(FAIL_USAGE, "%s: '%s': named twice", option, name);
	}
	free(copy);
}

uint32_t
names_find(const names *n, const char *s)
{
	return n->count ? n->slot[probe(n, s)] - 1 : UINT32_MAX;
}

void
names_clear(names *n)
{
	if (n->count)
		memset(n->slot, 0, n->slots * sizeof *n->slot);
	n->count = 0;
	n->used = 0;
}

void
names_free(names *n)
{
	free_all(n->text, n->at, n->slot);
	*n = (names){ 0 };
}
