/* regex -- Perl-compatible regular expressions, through PCRE2. */
#ifndef HOPLINE_REGEX_H
#define HOPLINE_REGEX_H

#include <stdbool.h>
#include <stddef.h>

typedef struct regex regex;

/* Compile a pattern; with `whole` it must match from the first byte of a text to the
 * last.  NULL when it is none: then *why says what is wrong, and *offset at which byte. */
regex *regex_compile(const char *pattern, bool whole, size_t *offset, const char **why);

/* Whether the pattern matches somewhere in the text (or all of it).  *why is NULL, or
 * what kept PCRE2 from finding out (a match that takes too long). */
bool regex_find(const regex *x, const char *text, const char **why);

#endif
