/* option-values -- readers of the values of options: into a field, or the end of the tool with exit status 2.
 *
 * `option` is "--NAME", for the message; the texts live on. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

void option_text(const char *option, const char *value, void *field);	/* const char * */
void option_flag(const char *option, const char *value, void *field);	/* bool, which becomes true: there is no value */
void option_count(const char *option, const char *value, void *field);	/* int64_t, 1 to 2^31 - 1 */
void option_size(const char *option, const char *value, void *field);	/* int64_t, bytes from 1 */
void option_time(const char *option, const char *value, void *field);	/* int64_t, picoseconds from 0 */
void option_span(const char *option, const char *value, void *field);	/* int64_t, picoseconds from 1 */
void option_share(const char *option, const char *value, void *field);	/* double, above 0 to 1 */
void option_command(const char *option, const char *value, void *field);	/* const char *: for a shell, not blank */
void option_timeout(const char *option, const char *value, void *field);	/* int64_t, ms from 1: how long to wait for one */
void option_range(const char *option, const char *value, void *field);	/* option_numbers: N or A-B; N is 1-N */

/* A value of one of these kinds, from `low` to `high` (0: as large as the kind has): a number; picoseconds, as "20us" or also as "6h";
 * bytes; bits a second; a text, which is not empty. */
typedef struct option_quantity {
	enum { VALUE_REAL, VALUE_TIME, VALUE_PERIOD, VALUE_BYTES, VALUE_BANDWIDTH, VALUE_TEXT } kind;
	double low, high;
	const char *must;	/* what the message says that it must be; NULL: this is none */
} option_quantity;

/* Read it into a double, int64_t, uint64_t (of a bandwidth) or const char *. */
void option_read_quantity(const char *option, const char *value, const option_quantity *q, void *field);

/* The numbers from `first` to `last`, at most 2^31 - 1; last 0: not given. */
typedef struct option_numbers {
	int64_t first, last;
} option_numbers;

/* Which of the words between bars, from 0: "error|skip"; -1: none. */
int word_place(const char *text, const char *words);

/* Is it one of `words`, which have a blank between them? */
bool word_among(const char *words, const char *word);

/* For readers: give `take` each item of "A,B,C", which it may change. */
void option_items(const char *option, const char *list, void (*take)(const char *option, char *item, void *field), void *field);

/* Cut "NAME=VALUE", say, at its first '=': VALUE; NULL when there is none. */
char *cut_at(char *text, char sign);

/* For readers: an integer in [min, max]; a word's place as above. */
int64_t option_int(const char *option, const char *value, int64_t min, int64_t max);
int option_word(const char *option, const char *value, const char *words);
