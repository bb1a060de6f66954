/* gzlines -- the lines of a text file that may be gzipped. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct gzlines gzlines;

/* Open `path` (NULL or "-": standard input).  What cannot be opened or read, and a
 * gzip file that is cut short or damaged, ends the tool with exit status 1. */
gzlines *gzlines_open(const char *path);
/* Those of a text of `length` bytes, which it frees, as messages call it; the first has number `line`. */
gzlines *gzlines_of(const char *name, char *text, size_t length, long line);
void gzlines_close(gzlines *f);

/* Does the file look like that kind, as "JSON", or as one of these?  NULL: as any that a reader of ours takes? */
#define LOOKS_IBNETDISCOVER "what ibnetdiscover prints"
#define LOOKS_ARIES "tiles of Aries"
#define LOOKS_CHAKRA "a trace of Chakra"
#define LOOKS_MONITORING "the monitoring of Open MPI"
#define LOOKS_SWF "a log in the Standard Workload Format"
bool gzlines_look(const gzlines *f, const char *kind);

/* What reads such a file, as messages name it: "gen-workload log --format sacct"; NULL: not known. */
const char *gzlines_reader(const gzlines *f);

/* End the tool with status 1 when the file begins like one of another kind (looks.h); `wanted` says what it must be. */
void gzlines_expect(const gzlines *f, const char *wanted);

/* Does the name of a file end so, perhaps with .gz behind it? */
bool gzlines_named(const char *file, const char *end);

/* The file, as messages name it. */
const char *gzlines_name(const gzlines *f);

/* The next line without its LF or CRLF, NUL-terminated, *length bytes (so that a NUL inside
 * shows), to be changed at will until the next call; NULL at the end. */
char *gzlines_next(gzlines *f, size_t *length);

/* The number of that line, from 1. */
long gzlines_line(const gzlines *f);

/* All that is not given out yet, as it is, with a NUL behind it; the caller frees.  The file is closed. */
char *gzlines_rest(gzlines *f, size_t *length);
