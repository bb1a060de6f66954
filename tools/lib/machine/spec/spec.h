/* spec -- the text that names a machine: KIND:key=value,key=value.
 *
 * A kind lists its keys with types and defaults; the spec is checked against
 * that list and the keys common to all kinds before the kind sees it. */
#ifndef HOPLINE_LIB_MACHINE_SPEC_SPEC_H
#define HOPLINE_LIB_MACHINE_SPEC_SPEC_H

#include <stdbool.h>
#include <stdint.h>

typedef enum key_type {
	KEY_INT,		/* 0 … 2^31-1 */
	KEY_BYTES, KEY_BANDWIDTH, KEY_TIME,
	KEY_EXTENTS,		/* numbers of at least 1: 23x24x24 */
	KEY_BANDWIDTHS, KEY_TIMES,	/* one value, or one a dimension: 9.4GB/s/4.7GB/s (a '/' before a digit separates) */
	KEY_NODES,		/* a node list joined by '+': 4-7+12 */
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

/* The keys that machines of every kind have (cores, node-bw, node-latency,
 * router-latency, memory-latency, memory-bw, vc-buffer, unavailable). */
extern const spec_key common_keys[];

struct kind;
typedef struct spec spec;

/* Values, given or default.  The type must be the key's own.  spec_given says whether
 * the key has a value (given, or a default that is not ""). */
bool spec_given(const spec *s, const char *name);
int64_t spec_int(const spec *s, const char *name);	/* also bytes, and times in ps */
uint64_t spec_bandwidth(const spec *s, const char *name);
const char *spec_word(const spec *s, const char *name);
const char *spec_file(const spec *s, const char *name);	/* "-" is refused: standard input has the tool's own table */
int spec_extents(const spec *s, const char *name, uint32_t *out, int most);
/* values: how many there are, 1 or one a dimension */
int spec_bandwidths(const spec *s, const char *name, uint64_t *out, int most);
int spec_times(const spec *s, const char *name, int64_t *out, int most);

/* The same for a number that must be at least `least`. */
uint32_t spec_at_least(const spec *s, const char *name, uint32_t least);

/* The kind has worked out the default of a KEY_INT whose fallback is "": that is its value where
 * none was given, and the same value given is left out of the canonical text. */
void spec_derive(spec *s, const char *name, uint32_t value);

/* Read and check `text` against its kind's keys; see machine_build for the rest.  `files`: it
 * may name a file; else it is a stream's, and files that it has as values must be regular ones. */
spec *spec_read(const char *text, bool files, char **set, int sets, const char *where, int status);
const struct kind *spec_kind(const spec *s);
/* As #machine writes it: the kind, shape keys in canonical order, then the others as given;
 * defaults left out.  The caller frees. */
char *spec_canonical(const spec *s);
void spec_free(spec *s);

/* "WHERE: KEY: 'VALUE': WANTED" (key may be NULL), exit with the status of the place the spec came from. */
_Noreturn void spec_bad(const spec *s, const char *key, const char *wanted, ...)
	__attribute__((format(printf, 3, 4)));

#endif
