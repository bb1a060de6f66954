/* options -- the part of the command line that asks for a launcher's file. */
#ifndef HOPLINE_MAP_LAUNCH_OPTIONS_H
#define HOPLINE_MAP_LAUNCH_OPTIONS_H

#include <argp.h>

typedef struct launch_options {
	const struct launch_format *format;	/* NULL: the table is wanted */
	const char *hosts;	/* names of nodes; NULL: the machine's */
	const char *job, *case_;	/* which job of a table; NULL: there is one */
} launch_options;

/* The options as an argp child; its input is a `launch_options *`. */
extern const struct argp launch_argp;

#endif
