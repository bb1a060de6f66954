/* regex -- Perl-compatible regular expressions, through PCRE2. */
#ifndef HOPLINE_REGEX_H
#define HOPLINE_REGEX_H

#include <stdbool.h>
#include <stddef.h>

typedef struct regex regex;

/* Compile a pattern.  NULL when it is none: then *why says what is wrong, and
 * *offset at which byte. */
regex *regex_compile(const char *pattern, size_t *offset, const char **why);

/* Whether the pattern matches somewhere in the text.  *why is NULL, or what kept
 * PCRE2 from finding out (a match that takes too long). */
bool regex_find(const regex *x, const char *text, const char **why);

#endif
