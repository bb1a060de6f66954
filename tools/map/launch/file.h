/* file -- the file for a launcher, from the one job of a table that it is for, and the options that ask for it. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "lib/cli/command.h"
#include "lib/job/job.h"
#include "map/hosts.h"

typedef struct launch_options {
	const struct launch_format *format;	/* NULL: the table is wanted */
	const struct launcher_name *launcher;	/* that the file is for; NULL: as the environment says */
	const char *hosts;	/* names of nodes; NULL: the machine's */
	const char *job, *case_;	/* which job of a table; NULL: there is one */
} launch_options;

extern const cli_option launch_table[];	/* into a launch_options */

/* Format and launcher go together: one follows from the other, or is refused. */
void launch_settle(launch_options *o);

typedef struct launch_file {
	const launch_options *options;
	const char *in;		/* the file of the table, for messages */
	hosts hosts;
	FILE *out;		/* held back until the whole table has been read */
	char *text;
	size_t size;
	uint32_t tasks;		/* of the job in it */
	char *found;		/* the case of the job in it; NULL: it has not come yet */
} launch_file;

/* For a job of the table in file `in`, on a machine whose nodes have the names `names`.  `run` is the comment in front where the format has
 * comments; NULL: none. */
void launch_file_open(launch_file *f, const launch_options *o, const char *in, hosts names, const char *run);

/* Is this the job that --job and --case ask for?  Dies when it is the second. */
bool launch_file_wants(launch_file *f, const job_row *j);

/* Take that job, with its nodes and the ranks of its tasks (mapping.h). */
void launch_file_put(launch_file *f, const job_row *j, const list *rank);

/* Write it all to standard output; dies when there was no such job. */
void launch_file_close(launch_file *f);
