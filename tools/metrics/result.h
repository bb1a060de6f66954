/* result -- the table that metrics writes: its columns are all its own. */
#ifndef HOPLINE_METRICS_RESULT_H
#define HOPLINE_METRICS_RESULT_H

#include "lib/cli/cli.h"
#include "lib/stream/sink.h"
#include "metrics/input.h"
#include "metrics/words.h"

typedef struct result {
	sink *sink;
	words name;
} result;

/* A result on standard output, or, when `path` is not NULL, in that file. */
void result_open(result *r, const cli *c, const char *path);

/* Add a column, or several; the handle of the (first) column for sink_put.  Two of
 * one name exit 2. */
int result_column(result *r, const char *name);
int result_columns(result *r, const words *names);

/* Write preamble and header.  What a single input says of its origin is repeated;
 * several inputs have several stories, and the #run line names the files. */
void result_header(result *r, const input *in);

/* sink_put_real; what is not finite stays empty, as no tool reads it. */
void result_real(result *r, int column, double value);

#endif
