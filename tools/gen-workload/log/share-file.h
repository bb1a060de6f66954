/* share-file -- shares of communication by kind of job, as metrics estimate writes them. */
#pragma once

#include "gen-workload/log/records.h"
#include "lib/stream/names.h"

typedef struct share_row {
	double share, low, high;	/* NAN: the log did not tell */
} share_row;

typedef struct share_file {
	const char *path;
	names column;		/* those that make a kind */
	names key;		/* of each kind, a cell a column */
	share_row *row;		/* [key.count] */
	size_t room;
	share_row all;		/* of other kinds */
	/* for one log: */
	int *at;		/* [column.count] its columns; -1: nodes, walltime_s */
} share_file;

/* Read the file.  What is wrong in it ends the tool. */
share_file *share_file_read(const char *path);

/* Find the columns in a log, or end the tool. */
void share_file_open(share_file *f, const records *log);

/* The share of a job: that of its kind, or of all others; *known says which.  `draw`: drawn for its kind within the interval, by the
 * seed. */
double share_file_of(const share_file *f, const records *log, const interval *s, bool draw, uint64_t seed, bool *known);
