#include "lib/pattern/sites/site-cut.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/lists.h"

void
cut_even(site_cut *c, const uint32_t *blocks)
{
	uint32_t n = cut_blocks(c->dims, blocks);

	memcpy(c->blocks, blocks, (size_t)c->dims * sizeof *blocks);
	c->owner = xalloc(n, sizeof *c->owner);
	for (uint32_t i = 0; i < n; i++)
		for (int k = 0; k < CUT_PARTS; k++)
			c->owner[i][k] = i;
}

void
cut_free(site_cut *c)
{
	free(c->owner);
	c->owner = NULL;
}

/* --- the column volumes */

/* The grid that the text begins with; *rest is what follows it and a blank. */
static bool
read_grid(site_cut *c, const char *text, const char **rest, const char **why)
{
	size_t length = strcspn(text, " ");
	char *grid = xprintf("%.*s", (int)(length < 80 ? length : 80), text);
	bool good;
	int dims;

	*rest = text[length] ? text + length + 1 : text + length;
	*why = "must be a grid of blocks, as 4x4x2, and the tasks that hold them";
	good = read_dims(grid, &dims, c->blocks) && text[length];
	free(grid);
	if (!good)
		return false;
	*why = xprintf("must be a grid of %d dimensions, as the lattice", c->dims);
	if (dims != c->dims)
		return false;
	for (int d = 0; d < dims; d++)
		if (c->blocks[d] > c->sites[d]) {
			*why = xprintf("cuts %" PRIu32 " sites into %" PRIu32 " blocks", c->sites[d], c->blocks[d]);
			return false;
		}
	*why = "has a grid of 2^32 blocks or more";
	return cut_blocks(dims, c->blocks) > 0;
}

/* The tasks that hold the four parts of a block: a/b/c/d. */
static bool
read_parts(char *item, uint32_t tasks, list *l, const char **why)
{
	if (strpbrk(item, "-x")) {
		*why = "must be four tasks a/b/c/d";
		return false;
	}
	for (char *s = item; (s = strchr(s, '/'));)
		*s = ' ';
	if (!list_read(l, item, tasks, CUT_PARTS, false, why))
		return false;
	*why = "must be four tasks a/b/c/d";
	return l->count == CUT_PARTS;
}

/* The owners of one item, from block *at on, of n blocks. */
static bool
read_item(site_cut *c, char *item, uint32_t tasks, uint32_t *at, uint32_t n, list *l, const char **why)
{
	*why = "is one more than the grid has blocks";
	if (*item && *at == n)
		return false;
	if (strchr(item, '/')) {
		*why = "splits a block along y, and the lattice has x only";
		if (c->dims <= CUT_SPLIT || !read_parts(item, tasks, l, why))
			return false;
		memcpy(c->owner[(*at)++], l->item, sizeof *c->owner);
		return true;
	}
	*why = "must have one blank between items, none before or behind";
	if (!*item || !list_read(l, item, tasks, n - *at, true, why))
		return false;
	for (uint32_t i = 0; i < l->count; i++, ++*at)
		for (int k = 0; k < CUT_PARTS; k++)
			c->owner[*at][k] = l->item[i];
	return true;
}

static bool
read_owners(site_cut *c, const char *text, uint32_t tasks, uint32_t n, const char **why)
{
	char item[4 * sizeof "4294967295/"];	/* the longest one */
	uint32_t at = 0;
	list l = { 0 };
	bool good;

	do {
		size_t length = strcspn(text, " ");

		snprintf(item, sizeof item, "%.*s", (int)(length < sizeof item ? length : sizeof item), text);
		good = read_item(c, item, tasks, &at, n, &l, why);
		if (!good)
			*why = xprintf("item '%.*s': %s", (int)(length < sizeof item ? length : sizeof item), text, *why);
		text += length;
	} while (good && *text++);
	list_free(&l);
	if (good && at < n) {
		*why = xprintf("names the tasks of %" PRIu32 " blocks, and the grid has %" PRIu32, at, n);
		return false;
	}
	return good;
}

bool
cut_read(site_cut *c, const char *text, uint32_t tasks, const char **why)
{
	uint32_t n;

	if (!read_grid(c, text, &text, why))
		return false;
	n = cut_blocks(c->dims, c->blocks);
	c->owner = xalloc(n, sizeof *c->owner);
	if (read_owners(c, text, tasks, n, why))
		return true;
	cut_free(c);
	return false;
}

char *
cut_write(const site_cut *c)
{
	uint32_t n = cut_blocks(c->dims, c->blocks), *whole = xalloc(n, sizeof *whole);
	char *text, *grid;
	size_t size;
	FILE *f = xmemory_open(&text, &size);

	grid = write_dims(c->dims, c->blocks);
	fputs(grid, f);
	free(grid);
	for (uint32_t i = 0; i < n;) {
		uint32_t run = 0;

		for (; i + run < n && cut_whole(c->owner[i + run]); run++)
			whole[run] = c->owner[i + run][0];
		if (run)
			fprintf(f, " %s", list_write(whole, run, true));
		i += run;
		for (; i < n && !cut_whole(c->owner[i]); i++)
			fprintf(f, " %" PRIu32 "/%" PRIu32 "/%" PRIu32 "/%" PRIu32, c->owner[i][0], c->owner[i][1], c->owner[i][2], c->owner[i][3]);
	}
	free(whole);
	xmemory_close(f);
	return text;
}
