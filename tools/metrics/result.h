/* result -- the table that metrics writes: its columns are all its own, some of them named by options and data. */
#pragma once

#include "lib/cli/cli.h"
#include "lib/stream/names.h"
#include "lib/stream/sink.h"
#include "metrics/input.h"

typedef struct result {
	sink *sink;
	bool tall;		/* it is shown on a terminal: */
	names name;		/* of its columns, by handle */
} result;

/* A result on standard output, or, when `path` is not NULL, in that file. */
void result_open(result *r, const cli *c, const char *path);

/* A result on standard output, which on a terminal is shown with a line for each column and the rows side by side; result_close ends it. */
void result_open_tall(result *r, const cli *c);
void result_close(result *r);

/* Add a column, those of "A,B,C", or all of `columns`; the handle of the (first) column for sink_put.  Two of one name exit 2. */
int result_column(result *r, const char *name);
int result_columns(result *r, const char *list);
int result_names(result *r, const names *columns);

/* The handle of a column that was added. */
int result_find(const result *r, const char *name);

/* Write preamble, that of `from` repeated (NULL: none; a single input tells the origin, several have several stories), the machine
 * (NULL: that of `from`), and header. */
void result_header(result *r, const table *from, const char *machine);

/* sink_put_real; what is not finite stays empty, as no tool reads it. */
void result_real(result *r, int column, double value);
/* So for each of n values, into columns side by side; the first one behind them. */
int result_reals(result *r, int column, size_t n, const double *value);
