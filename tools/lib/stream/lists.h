/* lists -- node lists and task lists, many numbers in one cell.
 *
 * Items are separated by one space and keep their order: "a", "a-b" (ascending), and in task lists "xK" behind an item repeats each of its
 * elements K times ("0-2x2" is 0 0 1 1 2 2).  The empty string is the empty list. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct list {
	uint32_t *item;
	uint32_t count;
	size_t room;
} list;

/* Read `text` into l (emptied first).  Every number must be below `limit`; with `repeats`, xK is understood.  On failure returns false and
 * *why says what is wanted: descending range, double space, sign, leading zero, trailing junk, out of range.  More than `most` items are
 * refused before they are stored. */
bool list_read(list *l, const char *text, uint32_t limit, uint32_t most, bool repeats, const char **why);

/* The text of n items, as a string that lives until the next call: ascending runs of two or more as a-b; with `repeats`, xK where every
 * element of a run repeats K >= 2 times. */
const char *list_write(const uint32_t *item, uint32_t n, bool repeats);

void list_push(list *l, uint32_t item);
void list_free(list *l);
