/* shares -- the share of its runtime in which a job communicates, by its pattern, or by its kind, as metrics estimate writes it: no log
 * says it. */
#pragma once

#include "gen-workload/log/records.h"
#include "gen-workload/patterns.h"
#include "lib/cli/command.h"
#include "lib/stream/names.h"

typedef struct share_row {
	double share, low, high;	/* NAN: the log did not tell */
} share_row;

/* Shares by kind of job. */
typedef struct share_file {
	const char *path;
	names column;		/* those that make a kind */
	names key;		/* of each kind, a cell a column */
	share_row *row;		/* [key.count] */
	size_t room;
	share_row all;		/* of other kinds */
	int *at;		/* [column.count] columns of the log; -1: nodes, walltime_s */
} share_file;

typedef struct comm_shares {
	int count;		/* 0: not given */
	struct {
		const pattern *only;	/* NULL: any pattern without an item of its own */
		double share;
	} item[MOST_ITEMS];
	share_file *file;	/* in place of these; NULL */
	int from;		/* its points, or its intervals: */
} comm_shares;

enum { FROM_POINT, FROM_INTERVAL };

/* --comm-share and --comm-share-from, into a `shares`. */
extern const cli_option shares_settings[];

/* Find the columns of the file in a log, or end the tool. */
void shares_open(const comm_shares *x, const records *log);

/* Does the file say something of jobs of this kind? */
bool shares_known(const comm_shares *x, const records *log, const interval *s);

/* The share of a job of this pattern; NAN: none was given.  Of a file that of its kind, or of all others; FROM_INTERVAL: drawn for its kind
 * within the interval, by the seed. */
double shares_of(const comm_shares *x, const records *log, const interval *s, const pattern *p, uint64_t seed);
