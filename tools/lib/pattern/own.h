/* own -- options that give the columns that patterns bring: --NAME for each that has one. */
#pragma once

#include "lib/cli/subcommand.h"
#include "lib/pattern/pattern.h"

typedef struct own_options {
	char *text[MOST_OWN];	/* by own_column, as a cell has it: sizes in bytes; NULL: not given */
} own_options;

/* The name of a column's option: "--min-bytes" of "min_bytes".  The caller frees. */
char *own_option(const pattern_column *c);

/* The options, into an `own_options`. */
const cli_option *own_rows(void);

/* Give the column of that name. */
void own_set(own_options *o, const char *name, char *text);

/* What was given for column k of a pattern; NULL: nothing. */
const char *own_text(const own_options *o, const pattern *p, int k);

/* The first pattern of which something was given; NULL: there is none. */
const pattern *own_usual(const own_options *o);

/* Ends the tool with status 2 when p needs what was not given; `hint` ends the message. */
void own_need(const own_options *o, const pattern *p, const char *hint);

/* What p's columns ask of the job's shape.  What is wrong with an option ends the tool with status 2. */
job_shape own_shape(const own_options *o, const pattern *p);
