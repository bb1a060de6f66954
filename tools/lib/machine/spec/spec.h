/* spec -- the text that names a machine: KIND:key=value,key=value.
 *
 * A kind lists its keys with types and defaults; the spec is checked against
 * that list and the keys common to all kinds before the kind sees it. */
#pragma once

#include "lib/machine/spec/key.h"

/* A key and the value it has. */
typedef struct spec_item {
	const spec_key *key;
	char *text;		/* as given; NULL: not given */
	char *said;		/* the comment behind it in a file; NULL */
	int place;		/* the how-many-th it was among those given */
	char *where;		/* where it was given, and the exit status when it is wrong */
	int status;
	bool by_stream;		/* given in a stream */
	bool has, is_default;
	spec_value value;
} spec_item;

/* Kinds ask it through the functions below. */
typedef struct spec {
	const spec_kind *kind;
	spec_item *item;	/* the kind's keys, then the common ones */
	int count;
	int given;		/* places of what was given: each is below that */
	char *where;
	int status;
	bool of_stream;		/* what is not from --set is from a stream */
} spec;

/* Values, given or default.  The type must be the key's own.  spec_given says whether
 * the key has a value (given, or a default that is not ""). */
bool spec_given(const spec *s, const char *name);
int64_t spec_int(const spec *s, const char *name);	/* also bytes, and times in ps */
uint64_t spec_bandwidth(const spec *s, const char *name);
const char *spec_word(const spec *s, const char *name);
const char *spec_file(const spec *s, const char *name);	/* "-" is refused: standard input has the tool's own table */
const int64_t *spec_list(const spec *s, const char *name, int *count);	/* extents, bandwidths or times: 1 to VALUES of them */

/* The value of a number that must be at least `least`. */
uint32_t spec_at_least(const spec *s, const char *name, uint32_t least);

/* The kind has worked out the default of a KEY_INT whose fallback is "": that is its value where
 * none was given, and the same value given is left out of the canonical text. */
void spec_derive(spec *s, const char *name, uint32_t value);

/* "WHERE: KEY: 'VALUE': WANTED" (key may be NULL), exit with the status of the place the spec came from. */
_Noreturn void spec_bad(const spec *s, const char *key, const char *wanted, ...)
	__attribute__((format(printf, 3, 4)));

/* As spec_bad of the first of these keys, words with blanks between, that was given; does nothing where none was. */
void spec_refuse(const spec *s, const char *keys, const char *why);

/* The item of a key; NULL when the kind has no such key. */
spec_item *spec_find(const spec *s, const char *name);

/* Read `text`, the spec of one of `kinds` (ended by a NULL name), and check it against that kind's keys and those common to all; see
 * machine_build for the rest.  `files`: it may name a file; else it is a stream's, and files that it has as values must be regular ones. */
spec *spec_read(const spec_kind *kinds, const spec_key *common, const char *text, bool files, char **set, int sets,
	const char *where, int status);
/* As #machine writes it: the kind, shape keys in canonical order, then the others as given; defaults left out.  The caller frees. */
char *spec_canonical(const spec *s);
void spec_free(spec *s);
