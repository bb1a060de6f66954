/* shares -- the share of its runtime in which a job communicates, by its pattern: no log says it. */
#pragma once

#include "gen-workload/log/share-file.h"
#include "gen-workload/patterns.h"
#include "lib/cli/subcommand.h"

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

/* The share of a job of this pattern; NAN: none was given. */
double shares_of(const comm_shares *x, const pattern *p);
