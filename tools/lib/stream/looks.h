/* looks -- what a file that is none of ours seems to be, by how it begins: for messages. */
#pragma once

#include <stddef.h>

/* "JSON", "a gzip file", …; NULL when it may be anything.  Where a reader of ours takes it, messages about the beginning of `file` say
 * which; `own` is the name of what reads it now, NULL: any may. */
const char *looks_like(const char *file, const char *text, size_t length, const char *own);

#define LOOKS_TABLE "a table of Hopline"

/* End the tool with status 1 when a file looks like that kind, if it is one: NULL is none.  `wanted` says what it must be. */
void looks_check(const char *file, const char *kind, const char *wanted);
