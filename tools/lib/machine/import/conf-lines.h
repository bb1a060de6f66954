/* conf-lines -- the lines of a configuration file of Slurm: Key=value pairs. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "lib/stream/gzlines.h"

/* A line, joined with the lines that continue it, comments cut off. */
typedef struct conf_line {
	const char *file;
	gzlines *lines;
	long number;		/* where it begins */
	char *text;
	char *at;		/* behind the pairs that conf_pair gave */
} conf_line;

void conf_open(conf_line *l, const char *path);
void conf_close(conf_line *l);

/* The next line that is not empty; false at the end. */
bool conf_next(conf_line *l);

/* The next pair of the line, blanks around '=' and quotes around the value gone; both live until conf_next.  False at the
 * end of the line. */
bool conf_pair(conf_line *l, const char **key, const char **value);
