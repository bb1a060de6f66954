/* regex -- Perl-compatible regular expressions, through PCRE2. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct regex regex;

/* Compile a pattern; with `whole` it must match from the first byte of a text to the
 * last.  NULL when it is none: then *why says what is wrong, and *offset at which byte. */
regex *regex_compile(const char *pattern, bool whole, size_t *offset, const char **why);
void regex_free(regex *x);

/* Whether the pattern matches somewhere in the text (or all of it).  *why is NULL, or
 * what kept PCRE2 from finding out (a match that takes too long). */
bool regex_find(const regex *x, const char *text, const char **why);

/* The named groups, in the order of the pattern: how many, and the name of the i-th, NULL
 * beyond the last.  A name that several groups have, as (?J) allows, is there once. */
int regex_groups(const regex *x);
const char *regex_group(const regex *x, int i);

/* What the i-th named group held in the text of the last regex_find that found something, *length bytes; NULL when it took no part. */
const char *regex_held(const regex *x, int i, const char *text, size_t *length);
