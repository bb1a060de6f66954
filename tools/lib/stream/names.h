/* names -- a set of strings, numbered in the order in which they came. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct names {
	uint32_t count;
	char *text;		/* the strings, each with its NUL, one behind the other */
	size_t used, room;
	size_t *at;		/* [count], where a string begins in text */
	uint32_t *slot;		/* open addressing: a number plus one, 0 when free */
	uint32_t slots;		/* a power of two, at least twice count */
} names;

/* Start with `(names){ 0 }`. */

/* The number of s, which is added when it is new; *added says so, unless that is NULL. */
uint32_t names_add(names *n, const char *s, bool *added);

/* Add the names of "A,B,C" to a `names *`.  An empty name, or one that is there already, exits 2 and names `option`. */
void names_read(const char *option, const char *list, void *names);

/* The number of s; UINT32_MAX when it is not there. */
uint32_t names_find(const names *n, const char *s);

/* The string of a number; lives until the next names_add. */
static inline const char *
names_at(const names *n, uint32_t number)
{
	return n->text + n->at[number];
}

void names_clear(names *n);	/* empty again, memory kept */
void names_free(names *n);
