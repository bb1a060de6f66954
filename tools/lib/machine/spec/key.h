/* key -- a key of a machine's spec: its type, and what stands behind its '='. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VALUES = 8 };		/* most numbers a value may have: one a dimension */

typedef enum key_type {
	KEY_INT,		/* 0 … 2^31-1 */
	KEY_BYTES, KEY_BANDWIDTH, KEY_TIME,
	KEY_EXTENTS,		/* numbers of at least 1: 23x24x24 */
	KEY_BANDWIDTHS, KEY_TIMES,	/* one value, or one a dimension: 9.4GB/s/4.7GB/s (a '/' before a digit separates) */
	KEY_NODES,		/* a list of nodes by number, 4-7+12, or by name, n[01-04,07]+n9, perhaps with commas or lines between */
	KEY_FILE,		/* the name of a file, without a comma; in a machine file it is looked for beside that file */
	KEY_WORD		/* one of `words`, or any text when words is NULL */
} key_type;

typedef struct spec_key {
	const char *name;
	key_type type;
	const char *fallback;	/* the default, written as a value; NULL: must be given; "": may be absent (the kind derives it) */
	const char *words;	/* KEY_WORD: the allowed ones, separated by blanks */
	const char *about;	/* for the man page and --list */
	bool shape;		/* written right behind the kind, in the order of the list; other keys follow as given */
} spec_key;

/* A kind of machine as specs know it. */
typedef struct spec_kind {
	const char *name;
	const spec_key *keys;	/* its own, ended by a NULL name */
} spec_kind;

typedef struct spec_value {
	int count;
	int64_t number[VALUES];	/* a bandwidth keeps its 64 bits; none for KEY_WORD, KEY_NODES and KEY_FILE */
} spec_value;

/* The kind of that name, of that many characters; NULL when there is none. */
const spec_kind *spec_kind_find(const spec_kind *kinds, const char *name, size_t length);

/* Read `text` as the key's type demands; false when it is not that. */
bool value_read(const spec_key *k, const char *text, spec_value *v);

/* What value_read wants, worded for a message; the caller frees. */
char *value_wanted(const spec_key *k);
