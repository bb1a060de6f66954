/* option-values -- the value of an option, or the end of the tool with exit status 2: `option` is "--NAME", for the message. */
#ifndef HOPLINE_LIB_CLI_OPTION_VALUES_H
#define HOPLINE_LIB_CLI_OPTION_VALUES_H

#include <stdint.h>

/* An integer in [min, max]. */
int64_t option_int(const char *option, const char *arg, int64_t min, int64_t max);

/* Bytes, at least 1. */
int64_t option_size(const char *option, const char *arg);

/* Picoseconds, at least `least`, 0 or 1. */
int64_t option_time(const char *option, const char *arg, int64_t least);

/* Which of the words between bars, from 0: "error|skip". */
int option_word(const char *option, const char *arg, const char *words);

#endif
