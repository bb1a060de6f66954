/* schedule -- the parts of `metrics schedule`: what it is asked, the jobs that it read, the rows that it writes. */
#pragma once

#include <stdbool.h>

#include "metrics/choices.h"
#include "metrics/groups.h"
#include "metrics/result.h"
#include "metrics/schedule/periods.h"
#include "metrics/schedule/played.h"
#include "metrics/schedule/unusable.h"

typedef struct schedule_options {
	names by;
	double from, to;	/* s; NAN when not given */
	int64_t every, bound;	/* ps */
	bool series;
	period_calendar calendar;	/* of --per and --since */
	const char *fragments;	/* a file, or NULL */
} schedule_options;

/* Rows that are alike. */
typedef struct schedule_group {
	played played;
	double machine;		/* nodes that jobs may have */
	int64_t skipped;	/* rows without a start or an end */
	bool warned;		/* of more busy nodes than there are */
	unusable_nodes *unusable;	/* NULL: without --fragments, or no job ran */
} schedule_group;

/* Which jobs have which times under a policy. */
typedef struct policy_rows {
	uint64_t sum;		/* of a hash of each row */
	uint64_t count;
	bool ran;		/* one of them did */
} policy_rows;

typedef struct schedule_record {
	groups groups;
	schedule_group *of;		/* [group] */
	size_t room;
	int submit, start, end, nodes, logged;	/* handles of the input's columns */
	int case_, job, policy;
	int alone, placement, undone;
	bool network;			/* a file says how long jobs take alone */
	int turnaround, losses;		/* the result's first column of each */
	names policies;
	policy_rows *rows;		/* [policies] */
	size_t policy_room;
	choices chosen;
} schedule_record;

/* Add the columns behind those of --by to the result; the handle of the first. */
int schedule_columns(result *r, schedule_record *l, const schedule_options *o);

/* Write the rows of a group; `column` is what schedule_columns returned. */
void schedule_rows(result *r, const schedule_record *l, uint32_t number, const schedule_options *o, int column);
