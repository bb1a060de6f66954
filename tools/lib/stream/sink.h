/* sink -- a table as it is written: what came in, and the columns a tool adds.
 *
 * Columns of the input stay in place; a column that the tool owns and the input already has is overwritten in place, others are appended at
 * the right.  Rows are held back until their case is whole.  A write error exits 1. */
#pragma once

#include <stdint.h>

#include "lib/cli/cli.h"
#include "lib/stream/table.h"

typedef struct sink sink;

/* A sink on standard output for rows like those of `in` (NULL: no input, all
 * columns are the tool's own).  `c` says whether a preamble is wanted, or JSON, an object a line, and gives
 * the #run line. */
sink *sink_open(const table *in, const cli *c);
/* A sink into a file of its own (netsim --links FILE): no preamble, no input
 * columns.  Opened as files_write does: exit 2 when it is an input or another output. */
sink *sink_open_file(const char *path);

/* As sink_open, with a preamble in any case, for tables that stay in memory: nothing is written, sink_take hands over what would be. */
sink *sink_open_memory(const table *in, const cli *c);
/* What has come since it was opened or taken last; *length bytes, which the caller frees. */
char *sink_take(sink *s, size_t *length);

/* Own the column `name`; the handle is for sink_put.  Before sink_header. */
int sink_own(sink *s, const char *name);
/* If it is wanted; else -1. */
int sink_own_if(sink *s, bool wanted, const char *name);
/* Leave the column out, if the input has it.  Before sink_header. */
void sink_drop(sink *s, const char *name);

/* Repeat the preamble of `from`, machine included, as if it were the input, though its columns are not written.  Before sink_header. */
void sink_preamble(sink *s, const table *from);

/* So many records that the tool left out, for one reason: a word with dashes that outlives the sink.  `line` is that of the first one in
 * what the tool read.  They become a line "#left-out REASON COUNT LINE" of the preamble, one a reason, in the order in which the reasons
 * came first; a count of 0 is none. */
void sink_left_out(sink *s, const char *reason, int64_t count, long line);
/* Another line of the preamble, from its '#' on; behind these.  Before sink_header, as sink_left_out unless rows are held. */
void sink_note(sink *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Hold everything back until sink_close, which writes the preamble first: it says what the rows lack, known when all are there.  A tool
 * that ends before writes the cases that are whole.  One sink only, before sink_header, whose `machine` must live as long. */
void sink_hold(sink *s);

/* Write preamble (#hopline, #machine, the input's lines, this tool's #run and what it left out; none
 * with --no-preamble, and `machine` may be NULL) and header. */
void sink_header(sink *s, const char *machine);

/* Set an owned column of the row under way, -1: none; what is not set is empty, or,
 * when overwriting in place, stays as it came.  Reals are written as %.9g. */
void sink_put(sink *s, int column, const char *text);
void sink_put_int(sink *s, int column, int64_t value);
void sink_put_real(sink *s, int column, double value);

/* A whole row, of a table without input: its columns, from the first on, by a letter each: s a text, u a uint32_t, l an int64_t or
 * uint64_t, d a double. */
void sink_line(sink *s, const char *kinds, ...);

/* End the row under way.  `in` gives the input's cells (NULL without input). */
void sink_row(sink *s, const row *in);

/* The case is whole: write its rows. */
void sink_flush(sink *s);

/* Flush, close, check. */
void sink_close(sink *s);
