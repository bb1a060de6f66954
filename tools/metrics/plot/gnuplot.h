/* gnuplot -- the program that draws: what it is told, and what it answers.
 *
 * A text of a table goes into a script through gnuplot_text or gnuplot_tick, whatever it says, and numbers through printf: nothing else
 * of a table does. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* The text with blanks for control characters and U+FFFD for bytes that are no UTF-8, so that neither a terminal nor XML takes it for
 * more.  The caller frees it. */
char *text_clean(const char *text);

/* Write a text as a string of gnuplot's, clean and with its quotes: every byte but letters and blanks by its number. */
void gnuplot_text(FILE *script, const char *text);

/* Write a text that stands beside an axis, where gnuplot looks for formats of numbers (5.4 cuts a text with a % in it after 49 bytes). */
void gnuplot_tick(FILE *script, const char *text);

/* Have gnuplot draw by a script of `length` bytes; what it drew, *size bytes and a NUL, which the caller frees.  Dies when gnuplot is not
 * there, lacks the terminal that the script sets, fails or draws nothing. */
char *gnuplot_draw(const char *script, size_t length, const char *terminal, size_t *size);
